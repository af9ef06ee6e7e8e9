"""Games of a match for other programs: GGF, SGF and CSV, made from the match's own file."""

from __future__ import annotations

import contextlib
import csv
import io
import os
from collections.abc import Hashable, Iterable, Iterator, Sequence

from outflank.engine.games import find_game
from outflank.engine.results.game_record import GameRecord, Ply
from outflank.engine.variant import Variant
from outflank.protocol.console import files
from outflank.protocol.formats import ledger
from outflank.protocol.formats.game_record import result_text
from outflank.protocol.formats.games import ggf_games, sgf_writer
from outflank.protocol.formats.games.match_games import record_of
from outflank.protocol.formats.record import Broken, Record
from outflank.protocol.formats.syntax import sgf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

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
    if variant is not None and "sgf" in variant.records:
        number = variant.sgf_number
        marks["games.sgf"] = f"(;FF[4]GM[{number}]CA[UTF-8]AP[{sgf.PROGRAM}".encode()
    if variant is not None and "ggf" in variant.records:
        marks["games.ggf"] = lambda data: made_from(folder, data)
    return marks


def made_from(folder: str, data: bytes) -> bool:
    """Tell whether a file of GGF, which has no place for a mark, begins with a game that the folder's own
    file of games holds."""
    kept: dict[tuple[Hashable, int], GameRecord] = {}
    with contextlib.suppress(OSError, ValueError):
        ledger.load(os.path.join(folder, "games.jsonl"), kept, ledger.GAMES)
    first = _facts_of_ggf(data.decode("utf-8", "replace").lstrip())
    ours = (played._replace(plies=()) for played in kept.values() if "ggf" in _variant(played).records)
    with contextlib.suppress(ValueError):
        return any(_facts_of_ggf(to_ggf(played)) == first for played in ours)
    return False


def _facts_of_ggf(text: str) -> str:
    """The part of a line of GGF about who played and when, which stays the same in all versions."""
    return text.partition("RE[")[0]


def write(path: str, pieces: Iterable[bytes], mark: files.Mark) -> None:
    """Write a file, in the place of one with that mark alone. OSError names it."""
    try:
        files.replace(os.fsencode(path), pieces, mark)
    except OSError as error:
        raise files.named(path, error) from None


def to_ggf(played: GameRecord) -> str:
    """A game of Othello as a line of GGF, with times and values."""
    return ggf_games.bare_text(_record(played))


def to_sgf(played: GameRecord) -> str:
    """A game as SGF, with what is known of each move in comments."""
    return sgf_writer.text(_record(played))


def _record(played: GameRecord) -> Record:
    """The record of a game. ValueError where its moves cannot be made."""
    found = record_of(played, f"game {played.number}")
    if isinstance(found, Broken) or found.stopped:
        raise ValueError(str(found) if isinstance(found, Broken) else f"{found.place}: {found.stopped}")
    return found


def to_csv(games: Iterable[GameRecord]) -> Iterator[str]:
    """The games as a table, one row each under a head."""
    yield _row(COLUMNS)
    for played in games:
        facts: dict[str, object] = {
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


def cell(value: object) -> object:
    """A value as a spreadsheet may be given it: a text that it would take for a formula begins with an
    apostrophe; numbers stay numbers."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def replayed(played: GameRecord) -> Iterator[tuple[Position, int, Ply]]:
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


def _row(values: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(values)
    return text.getvalue()
