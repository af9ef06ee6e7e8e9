"""`outflank convert`: the games of a file, written in another format."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_force
from outflank.protocol.console.errors import FAILED, OK, Failed, UserError, reason
from outflank.protocol.console.outbox import Outbox, warn
from outflank.protocol.console.pages import table
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.formats.game_files import games_in, load
from outflank.protocol.formats.games.wthor_games import Archive
from outflank.protocol.formats.kinds import FORMATS, Format, refusal
from outflank.protocol.formats.record import Broken, Record, Unwritable
from outflank.protocol.formats.results import contradiction


class Report:
    """Outcome of a conversion: counts those that were left out, and names them on stderr. `clean`
    as long as nothing was wrong."""

    def __init__(self, source: str, kind: str, check: bool) -> None:
        self.left_out = 0
        self.clean = True
        self._source = source
        self._kind = kind
        self._check = check

    def good(self, found: Iterable[Record | Broken]) -> Iterator[Record]:
        """The games that are to be written."""
        for game in found:
            if isinstance(game, Broken):
                self.leave_out(str(game))
            elif fault := self._fault_of(game):
                self.leave_out(str(Broken(game.place, fault)))
            else:
                yield game

    def _fault_of(self, record: Record) -> str:
        """Why a game is not to be written; empty where it is."""
        wrong = record.stopped or refusal(self._kind, record)
        return wrong or (contradiction(record) if self._check else "")

    def leave_out(self, reason: str) -> None:
        """Count a game and say why it is not written."""
        self.left_out += 1
        self.fault(reason)

    def fault(self, reason: str) -> None:
        """Say what is wrong."""
        self.clean = False
        warn(f"{self._source}: {reason}")


def add_arguments(parser: Parser) -> None:
    """Add the two files and how they are converted."""
    add = parser.add_argument
    add("source", metavar="FROM", help="File of games; - is stdin.")
    add("target", metavar="TO", help="File to write; - is stdout.")
    add(
        "--to",
        metavar="FORMAT",
        choices=[row.name for row in FORMATS],
        help="Format to write; see below [default by the extension of TO].",
    )
    add_force(parser, "TO whatever it is")
    add("--check", action="store_true", help="Leave out games whose result is not what their moves lead to.")


def run(options: argparse.Namespace) -> int:
    """Convert as the options say; the exit code. UserError when the format is not said."""
    wanted = options.to or os.path.splitext(options.target)[1].lower().removeprefix(".")
    chosen = next((row for row in FORMATS if wanted in (row.name, row.ending) and wanted), None)
    if chosen is None:
        raise UserError(f"{options.target} does not say the format; say it with --to")
    return convert(options.source, options.target, chosen, options.check, options.force)


def convert(source: str, target: str, chosen: Format, check: bool, force: bool = False) -> int:
    """Write the games of one file into another; the exit code. UserError when one of the two cannot be used,
    Failed when the second one cannot be written to its end."""
    report = Report(source, chosen.kind, check)
    mark = files.any_mark if force else chosen.mark
    data = load(source)
    found = report.good(games_in(data, source, report.fault))
    if target != "-":
        files.check_target(source, target, mark)
    try:
        if chosen.text is None:
            written = write_archive(target, found, report, mark)
        else:
            written = write_texts(target, found, report, chosen.text, mark)
    except OSError as error:
        raise Failed(f"cannot write {target}: {files.refusal(error)}") from None
    if not written:
        warn("convert: there is no game to write")
    elif report.left_out:
        warn(f"convert: games written: {written}, left out: {report.left_out}")
    return OK if report.clean and written else FAILED


def write_texts(
    target: str, found: Iterator[Record], report: Report, text_of: Callable[[Record], str], mark: files.Mark
) -> int:
    """Write games as text, each when it is read; how many there were. No file is made for none."""
    written = 0

    def pieces() -> Iterator[bytes]:
        nonlocal written
        for game in found:
            try:
                text = text_of(game)
            except ValueError as error:
                report.leave_out(f"{game.place}: {error}")
                continue
            written += 1
            yield text.encode("utf-8", "replace")

    rest = pieces()
    first = next(rest, None)
    if first is not None:
        deliver(target, chain([first], rest), mark)
    return written


def write_archive(target: str, found: Iterator[Record], report: Report, mark: files.Mark) -> int:
    """Write games as a WTHOR file, with the files of names beside it where names are known; how many there
    were."""
    archive = Archive()
    for game in found:
        try:
            archive.add(game)
        except Unwritable as error:
            report.leave_out(f"{game.place}: {error}")
    if not len(archive):
        return 0
    now = time.localtime()
    today = (now.tm_year, now.tm_mon, now.tm_mday)
    names = archive.names(today)
    if names and target == "-":
        warn("convert: there is no place for names beside stdout; the games have their numbers alone")
    elif names:
        stem, ending = os.path.splitext(target)
        beside = [stem + (kind.upper() if ending.isupper() else kind) for kind in (".jou", ".trn")]
        # All are looked at before one is written, and the games, which mean nothing without names, come last.
        for path in beside:
            try:
                files.check(os.fsencode(path), mark)
            except files.Foreign as error:
                raise files.Foreign(0, f"{path}: {reason(error)}") from None
        for path, data in zip(beside, names, strict=True):
            files.replace(os.fsencode(path), [data], mark)
    deliver(target, [archive.games(today)], mark)
    return len(archive)


def deliver(target: str, pieces: Iterable[bytes], mark: files.Mark) -> None:
    """Write to stdout, or make a file of these pieces."""
    if target != "-":
        files.replace(os.fsencode(target), pieces, mark)
        return
    outbox = Outbox(1)
    for piece in pieces:
        outbox.write(piece)


CONVERT = Subcommand(
    "Convert a file of games. The input format is detected: SGF of any game, the\n"
    "games.jsonl of a match, and of Othello GGF, WTHOR, PlayOK's PGN, Logistello's\n"
    "logbook, or transcripts one a line.",
    arguments=(add_arguments,),
    run=run,
    examples="""
outflank convert games.ggf games.wtb
outflank convert - - --to transcript < games.sgf
outflank convert match/games.jsonl rolit.sgf""",
    notes=table("formats:", [(row.name, row.about) for row in FORMATS])
    + """
A game that cannot be read, played or written is named on stderr; all others are
written. SGF and PGN that this program has written are replaced, any other file
only with --force. What a format has no place for is left out; SGF has every
game, the other formats have Othello's.""",
    failed="a game was left out, or there is none",
)
