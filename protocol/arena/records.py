"""The games of a match for other programs: GGF, SGF and CSV, made from the match's own file at any time."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.discs import discs_at, empties
from engine.game import Game
from engine.games import OTHELLO, Variant, find_game
from protocol import files, record, sgf
from protocol.arena.played import LOSSES, Played, Ply
from protocol.ggf import Ggf, Move, write_ggf
from protocol.replay import square_text

COLUMNS = (
    "match",
    "number",
    "opening",
    "opening_name",
    "game",
    "size",
    "seats",
    "result",
    "rewards",
    "scores",
    "end",
    "faulty",
    "reason",
    "plies",
    "began",
    "seconds",
    "machine",
    "overhead",
)
WAYS = {"resigned": ":r", "time": ":t"}


def write_files(folder: str, games: Sequence[Played]) -> list[str]:
    """Write games.csv, games.sgf and, of Othello, games.ggf into a folder; the names of the files."""
    kinds: list[tuple[str, Iterable[str], str]] = [("games.csv", to_csv(games), COLUMNS[0])]
    if games:
        kinds.append(("games.sgf", map(to_sgf, games), "("))
        if _variant(games[0]) is OTHELLO:
            kinds.append(("games.ggf", map(to_ggf, games), "("))
    for name, pieces, mark in kinds:
        write(os.path.join(folder, name), (piece.encode("utf-8") for piece in pieces), mark.encode("ascii"))
    return [name for name, _, _ in kinds]


def write(path: str, pieces: Iterable[bytes], mark: bytes) -> None:
    """Write a file that begins with a mark, in the place of such a file alone. OSError names it."""
    try:
        files.replace(os.fsencode(path), pieces, mark)
    except OSError as error:
        raise files.named(path, error) from None


def to_ggf(played: Played) -> str:
    """A game of Othello as a line of GGF, with times and with values in discs: what an engine told as a share
    is the margin that this usually comes to."""
    moves, cells, side = [], "", ""
    for position, move, ply in _replayed(played):
        if not cells:
            cells, side = position.rules.position_text(position).split()
        value = ply.value
        if ply.unit == "share" and value is not None:
            value = discs_at(value, empties(position))
        seconds = None if ply.book else ply.seconds
        moves.append(Move("XO"[ply.player], square_text(position.rules, move), value, seconds))
    if not cells:
        cells, side = played.start.split()
    black, white = played.seats
    tags = {"PC": played.machine, "DT": played.began, "PB": black, "PW": white, "RE": lead_text(played)}
    return write_ggf(Ggf(tags, played.size, cells, side, tuple(moves))) + "\n"


def to_sgf(played: Played) -> str:
    """A game as SGF, with what is known of each move in comments."""
    variant = _variant(played)
    rows = list(_replayed(played))
    rules = variant.rules(played.size)
    game = Game(rules, rules.parse_position(played.start))
    for position, move, _ in rows:
        game.play(position.mover, move)
    root = next(sgf.games(record.write(variant, played.size, game)))
    root.properties.update(_facts(played, variant))
    nodes = list(sgf.main_line(root))[1:]
    told = [row for row in rows if variant is not OTHELLO or row[1] != row[0].rules.pass_move]
    for node, (_, _, ply) in zip(nodes, told, strict=True):
        node.properties["C"] = [comment(ply)]
    return sgf.write(root)


def to_csv(games: Iterable[Played]) -> Iterator[str]:
    """The games as a table, one row each under a head."""
    yield _row(COLUMNS)
    for played in games:
        facts: dict[str, Any] = {
            **played._asdict(),
            "seats": " ".join(played.seats),
            "rewards": " ".join(f"{reward:g}" for reward in played.rewards),
            "scores": " ".join(f"{score:g}" for score in played.scores),
            "faulty": played.fault.engine if played.fault else "",
            "reason": played.fault.reason if played.fault else played.void,
            "plies": len(played.plies),
        }
        yield _row(facts[name] for name in COLUMNS)


def comment(ply: Ply) -> str:
    """What is known of a move, in words."""
    if ply.book:
        return "opening"
    value = "" if ply.value is None else f", value {ply.value:.4g} {ply.unit}"
    counts = [
        f", {name} {count}" for name in ("visits", "depth") if (count := getattr(ply, name)) is not None
    ]
    return f"{ply.seconds:.3f} s{value}{''.join(counts)}"


def _replayed(played: Played) -> Iterator[tuple[Any, int, Ply]]:
    """The position before each move, the move, and what is told of it."""
    rules = _variant(played).rules(played.size)
    position = rules.parse_position(played.start)
    for ply in played.plies:
        move = rules.pass_move if ply.move == "pass" else rules.find_move(ply.move)
        yield position, move, ply
        position = position.play(move)


def _variant(played: Played) -> Variant:
    found = find_game(played.game)
    if found is None:
        raise ValueError(f"game {played.number} is of {played.game!r}, which is not known here")
    return found


def lead_text(played: Played) -> str:
    """The result as GGF has it: Black's lead at the end, all squares where somebody was beaten otherwise;
    `?` for a void game."""
    if played.void:
        return "?"
    if played.end == "resigned" or played.end in LOSSES:
        lead = played.size * played.size * (1 if played.rewards[0] > played.rewards[1] else -1)
        return f"{lead:+d}{WAYS.get(played.end, ':l')}"
    return f"{played.scores[0] - played.scores[1]:+g}"


def _facts(played: Played, variant: Variant) -> dict[str, list[str]]:
    """What SGF says of a game as a whole."""
    names = dict(zip(variant.players, played.seats, strict=True))
    facts = {"PB": names["black"], "PW": names["white"]} if "black" in names else {}
    seats = ", ".join(f"{player} {name} ({played.programs[name]})" for player, name in names.items())
    fault = f"; {played.fault.engine}: {played.fault.reason}" if played.fault else ""
    facts |= {
        "DT": played.began[:10],
        "RE": played.result or "Void",
        "EV": f"match {played.match}",
        "RO": str(played.number),
        "ON": played.opening_name,
        "GC": _plain(f"{seats}; {played.end}{fault}{played.void and '; ' + played.void}"),
    }
    return {name: [_plain(text)] for name, text in facts.items() if text}


def _plain(text: str) -> str:
    return "".join(sign for sign in text if sign.isprintable())


def _row(values: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
