"""The games of a match for other programs: GGF, SGF and CSV, made from the match's own file at any time."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from outflank.engine.analysis.discs import discs_at
from outflank.engine.game import Game
from outflank.engine.games import OTHELLO, find_game
from outflank.engine.results.game_record import LOSSES, GameRecord, Ply
from outflank.engine.variant import Variant
from outflank.protocol.console import files
from outflank.protocol.formats import ledger, sgf, sgf_record as record
from outflank.protocol.formats.game_record import result_text
from outflank.protocol.formats.ggf import Ggf, Move, write_ggf
from outflank.protocol.formats.replay import square_text

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
NUMBERS = ("rewards", "scores")
"""Columns of text that hold numbers alone."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or skips before one."""
CSV_MARK = ",".join(COLUMNS).encode() + b"\n"
"""What a table begins with, and no other program's."""
WAYS = {"resigned": ":r", "time": ":t"}


def write_files(folder: str, games: Sequence[GameRecord]) -> list[str]:
    """Write games.csv, games.sgf and, of Othello, games.ggf into a folder; the names of the files."""
    writers = {"games.csv": to_csv, "games.sgf": each_sgf, "games.ggf": each_ggf}
    marks = marks_in(folder, _variant(games[0]) if games else None)
    for name, mark in marks.items():
        pieces = (piece.encode("utf-8") for piece in writers[name](games))
        write(os.path.join(folder, name), pieces, mark)
    return list(marks)


def check_files(folder: str, variant: Variant) -> None:
    """UserError when there is a file in a folder that `write_files` could not replace, or no place for it."""
    for name, mark in marks_in(folder, variant).items():
        path = os.path.join(folder, name)
        try:
            files.check(os.fsencode(path), mark)
        except OSError as error:
            raise files.unusable(path, error) from None


def marks_in(folder: str, variant: Variant | None) -> dict[str, files.Mark]:
    """The files of a folder with games of this kind, and how those are known that it may replace."""
    marks: dict[str, files.Mark] = {"games.csv": CSV_MARK}
    if variant is not None:
        number = variant.sgf_number
        marks["games.sgf"] = f"(;FF[4]GM[{number}]CA[UTF-8]AP[{sgf.PROGRAM}".encode()
    if variant is not None and "ggf" in variant.records:
        marks["games.ggf"] = lambda data: made_from(folder, data)
    return marks


def made_from(folder: str, data: bytes) -> bool:
    """Whether a file of GGF, which has no place for a mark, begins with a game that the folder's own file of
    games holds."""
    kept: dict[tuple[str, int], GameRecord] = {}
    with contextlib.suppress(OSError, ValueError):
        ledger.load(os.path.join(folder, "games.jsonl"), kept)
    first = _facts_of_ggf(data.decode("utf-8", "replace").lstrip())
    ours = (played._replace(plies=()) for played in kept.values() if played.game == OTHELLO.name)
    return any(_facts_of_ggf(to_ggf(played)) == first for played in ours)


def _facts_of_ggf(text: str) -> str:
    """What a line of GGF says of who played and when, which stays the same in all versions."""
    return text.partition("RE[")[0]


def write(path: str, pieces: Iterable[bytes], mark: files.Mark) -> None:
    """Write a file, in the place of one with that mark alone. OSError names it."""
    try:
        files.replace(os.fsencode(path), pieces, mark)
    except OSError as error:
        raise files.named(path, error) from None


def to_ggf(played: GameRecord) -> str:
    """A game of Othello as a line of GGF, with times and with values in discs: what an engine told as a share
    is the margin that this usually comes to."""
    moves, cells, side = [], "", ""
    for position, move, ply in replayed(played):
        if not cells:
            cells, side = position.rules.position_text(position).split()
        value = ply.value
        if ply.unit == "share" and value is not None:
            value = discs_at(value, position.empties)
        seconds = None if ply.book else ply.seconds
        moves.append(Move("XO"[ply.player], square_text(position.rules, move), value, seconds))
    if not cells:
        cells, side = played.start.split()
    black, white = played.seats
    tags = {"PC": played.machine, "DT": played.began, "PB": black, "PW": white, "RE": lead_text(played)}
    return write_ggf(Ggf(tags, played.size, cells, side, tuple(moves))) + "\n"


def to_sgf(played: GameRecord) -> str:
    """A game as SGF, with what is known of each move in comments."""
    variant = _variant(played)
    rows = list(replayed(played))
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


def to_csv(games: Iterable[GameRecord]) -> Iterator[str]:
    """The games as a table, one row each under a head."""
    yield _row(COLUMNS)
    for played in games:
        facts: dict[str, Any] = {
            **played._asdict(),
            "result": result_text(played),
            "seats": " ".join(played.seats),
            "rewards": " ".join(f"{reward:g}" for reward in played.rewards),
            "scores": " ".join(f"{score:g}" for score in played.scores),
            "faulty": played.fault.engine if played.fault else "",
            "reason": played.fault.reason if played.fault else played.void,
            "plies": len(played.plies),
        }
        yield _row(facts[name] if name in NUMBERS else cell(facts[name]) for name in COLUMNS)


def each_sgf(games: Iterable[GameRecord]) -> Iterator[str]:
    """The games as SGF, one after the other."""
    return map(to_sgf, games)


def each_ggf(games: Iterable[GameRecord]) -> Iterator[str]:
    """The games as GGF, one after the other."""
    return map(to_ggf, games)


def cell(value: Any) -> Any:
    """A value as a spreadsheet may be given it: a text that it would take for a formula begins with an
    apostrophe; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def comment(ply: Ply) -> str:
    """What is known of a move, in words."""
    if ply.book:
        return "opening"
    value = "" if ply.value is None else f", value {ply.value:.4g} {ply.unit}"
    counts = [
        f", {name} {count}" for name in ("visits", "depth") if (count := getattr(ply, name)) is not None
    ]
    return f"{ply.seconds:.3f} s{value}{''.join(counts)}"


def replayed(played: GameRecord) -> Iterator[tuple[Any, int, Ply]]:
    """The position before each move, the move, and what is told of it."""
    rules = _variant(played).rules(played.size)
    position = rules.parse_position(played.start)
    for ply in played.plies:
        move = rules.pass_move if ply.move == "pass" else rules.find_move(ply.move)
        yield position, move, ply
        position = position.play(move)


def _variant(played: GameRecord) -> Variant:
    found = find_game(played.game)
    if found is None:
        raise ValueError(f"game {played.number} is of {played.game!r}, which is not known here")
    return found


def lead_text(played: GameRecord) -> str:
    """The result as GGF has it: Black's lead at the end, all squares where somebody was beaten otherwise;
    `?` for a void game."""
    if played.void:
        return "?"
    if played.end == "resigned" or played.end in LOSSES:
        lead = played.size * played.size * (1 if played.rewards[0] > played.rewards[1] else -1)
        return f"{lead:+d}{WAYS.get(played.end, ':l')}"
    return f"{played.scores[0] - played.scores[1]:+g}"


def _facts(played: GameRecord, variant: Variant) -> dict[str, list[str]]:
    """What SGF says of a game as a whole."""
    names = dict(zip(variant.players, played.seats, strict=True))
    facts = {"PB": names["black"], "PW": names["white"]} if "black" in names else {}
    seats = ", ".join(f"{player} {name} ({played.programs[name]})" for player, name in names.items())
    fault = f"; {played.fault.engine}: {played.fault.reason}" if played.fault else ""
    facts |= {
        "DT": played.began[:10],
        "RE": result_text(played) or "Void",
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
