"""Positions, searches and sittings as objects of JSON."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.engine.analysis.ownership import Ownership
from outflank.engine.analysis.report import Report, Row
from outflank.engine.play.clocks.time_control import NO_LIMIT, TimeControl
from outflank.engine.variant import USUAL_RULES, Variant
from outflank.protocol.formats.notation import hash_text, score_text, text_of
from outflank.protocol.formats.thoughts import DIGITS, lead_of, owned_data, report_data, row_data
from outflank.protocol.json_lines.objects.dealt import dealt_data, line_words
from outflank.protocol.sitting import link
from outflank.protocol.sitting.seal import Seal
from outflank.protocol.sitting.seats import PERSON, Seat
from outflank.protocol.sitting.sitting import OVER, PLAYED, Sitting, Turn
from outflank.protocol.web.boards import cell_of, changes, colours, scores

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

TENTH = 3
"""Decimals of seconds on clocks."""
OWN_GAMES = 32
"""Games behind each report's ownership."""


def position_data(variant: Variant, position: Position, viewer: int | None = None) -> dict[str, object]:
    """A position and its legal moves as data; with hidden hands as far as a player knows it."""
    rules, over = position.rules, position.over
    if rules.has_chance:
        return dealt_data(position, viewer)
    moves = position.moves()
    return {
        "text": rules.position_text(position),
        "hash": hash_text(position),
        "cells": position.cells,
        "mover": position.mover,
        "kind": "move",
        "over": over,
        "forced": moves == [rules.pass_move],
        "legal": [legal_data(variant, position, move) for move in moves],
        "counts": list(position.counts),
        "scores": scores(variant, position),
        "hand": None,
        "say": None,
    }


def legal_data(variant: Variant, position: Position, move: int) -> dict[str, object]:
    """A move that can be made: on a board of squares with what it changes, and where those hold letters with
    the letter that it writes."""
    rules = position.rules
    cell = cell_of(rules, move)
    told: dict[str, object] = {"move": text_of(rules, move), "cell": cell}
    if variant.squares:
        told["changes"] = changed = changes(position, position.play(move))
        if not rules.signs:
            told["letter"] = next((sign for place, sign in changed if place == cell), None)
    return told


def thoughts_data(
    variant: Variant,
    position: Position,
    report: Report,
    most: int | None = None,
    ownership: Ownership | None = None,
) -> dict[str, object]:
    """The findings of a search about a position: the moves that it has looked at, the best first."""
    rules = position.rules

    def text(move: int) -> str:
        return text_of(rules, move)

    def told(row: Row) -> dict[str, object]:
        lead = lead_of(variant, row, position.empties)
        source = "search" if row.margin is None and row.level is None else "solver"
        where: dict[str, object] = {"cell": cell_of(rules, row.move), "source": source}
        if rules.has_chance:
            line = line_words(position, row.line or (row.move,))
            where |= {"move": line[0], "pv": line}
        return {**row_data(row, lead, text), **where}

    rows = [row for row in report.rows if row.visits or row.sure is not None] or list(report.rows)
    best = lead_of(variant, report.best, position.empties)
    found = {
        "hash": hash_text(position),
        "player": position.mover,
        "lead": None if best is None else round(best[0], DIGITS),
        **report_data(report, [told(row) for row in rows[:most]]),
    }
    if ownership is not None:
        found["ownership"] = ownership_data(ownership, rules.players, report)
    return found


def ownership_data(ownership: Ownership, players: int, report: Report) -> Sequence[object]:
    """The likely owner of each cell: for two players from -1 to 1, else the likeliest owner and how
    likely."""
    if players == 2:
        return owned_data(ownership.own(report.line, OWN_GAMES))
    owners = ownership.owners(report.line, OWN_GAMES)
    return [None if owner is None else [owner[0], round(owner[1], TENTH)] for owner in owners]


def seat_data(seat: Seat) -> dict[str, object]:
    """A seat as `new` takes it."""
    named = {"name": seat.name} if seat.name else {}
    if seat.kind == PERSON:
        return {"kind": seat.kind, **named}
    limits = {"seconds": seat.seconds, "visits": seat.visits}
    return {"kind": seat.kind, "level": seat.level, **limits, **named}


def control_data(control: TimeControl) -> dict[str, object] | None:
    """A time system as `new` takes it; None for no limit."""
    if control == NO_LIMIT:
        return None
    told: dict[str, object] = {"main": control.main}
    if control.increment:
        told["increment"] = control.increment
    if control.stones > 1:
        told |= {"period": control.period, "stones": control.stones}
    elif control.periods:
        told |= {"period": control.period, "periods": control.periods}
    return told


def turn_data(ply: int, turn: Turn) -> dict[str, object]:
    """A move of a game."""
    return {
        "ply": ply,
        "player": turn.player,
        "move": turn.text,
        "cell": turn.cell,
        "forced": turn.forced,
        "by": turn.by,
        "seconds": round(turn.seconds, TENTH),
        "changes": turn.changes,
        "judged": turn.judged,
    }


def result_data(sitting: Sitting) -> dict[str, object] | None:
    """The end of the game, None while it goes on: who is beaten by resignation or the clock has lost to
    all others."""
    position, players = sitting.full.position, sitting.choice.variant.players
    ending = sitting.ending
    if ending is None and not position.over:
        return None
    scores = list(position.rules.scores(position))
    told: dict[str, object] = {"end": PLAYED, "scores": scores}
    if ending is None:
        rewards = position.rewards()
        told["text"] = score_text(players, scores)
    else:
        others = len(players) - 1
        rewards = tuple(0.0 if player == ending.player else 1.0 / others for player in range(len(players)))
        told["end"] = ending.kind
        told["text"] = (
            f"{players[ending.player]} {'resigns' if ending.kind == 'resigned' else 'lost on time'}"
        )
    most = max(rewards)
    winners = [player for player, reward in enumerate(rewards) if reward == most]
    return {**told, "rewards": list(rewards), "winners": winners}


def state_data(sitting: Sitting, now: float, seal: Seal) -> dict[str, object]:
    """Everything of a sitting that a page shows, but for what is thought about it."""
    variant, position = sitting.choice.variant, sitting.position
    told = position_data(variant, position, sitting.viewer)
    if sitting.waiting == OVER:
        told["legal"] = []
    return {
        "version": sitting.version,
        "game": variant.usual_name,
        "size": sitting.choice.size,
        "rules": (variant.rule_set or USUAL_RULES) if variant.rule_set or variant.rule_sets else None,
        "komi": sitting.full.komi if variant.komi else None,
        "title": variant.usual_name if variant.hidden else variant.board_name(sitting.choice.size),
        "players": [_player_data(sitting, player, now) for player in range(len(variant.players))],
        "start": "" if position.rules.has_chance else position.rules.position_text(sitting.full.start),
        "start_cells": sitting.full.start.cells,
        "ply": sitting.ply,
        "plies": sitting.plies,
        "moves": [turn_data(ply, turn) for ply, turn in enumerate(sitting.turns, 1)],
        "position": told,
        "waiting": sitting.waiting,
        "clock": control_data(sitting.clocks.control),
        "result": result_data(sitting),
        "undo": sitting.ply > 0,
        "redo": not sitting.at_end,
        "link": link.write(sitting, seal),
    }


def _player_data(sitting: Sitting, player: int, now: float) -> dict[str, object]:
    variant, seat = sitting.choice.variant, sitting.seats[player]
    left = sitting.clocks.left(player, now)
    clock = None
    if left is not None:
        running = sitting.clocks.running == player
        clock = {"left": round(left.seconds, TENTH), "stones": left.stones, "periods": left.periods}
        clock["running"] = running
    return {
        "name": variant.players[player],
        "colour": colours(variant)[player],
        "called": seat.called,
        "seat": seat_data(seat),
        "clock": clock,
    }
