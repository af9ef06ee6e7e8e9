"""`outflank convert`: the Othello games of a file, written in another format."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator
from itertools import chain

from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_force
from outflank.protocol.console.errors import FAILED, OK, Failed, UserError, reason
from outflank.protocol.console.outbox import Outbox, warn
from outflank.protocol.console.pages import table
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.formats import sgf, transcript, wthor
from outflank.protocol.formats.games import PGN, SGF, WTHOR, BadCollection, Broken, Played, games, kind_of
from outflank.protocol.formats.kinds import FORMATS, Archive, Format, Unwritable
from outflank.protocol.formats.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor

MOST_BYTES = 2**28
MARKS: dict[str, files.Mark] = {SGF: sgf.written_here, PGN: transcript.written_here}
"""How files of our own are known, by their kind. The other formats have no place for a mark."""


class Report:
    """What became of the games of a file: counts those that were left out, and names them on stderr. `clean`
    as long as nothing was wrong."""

    def __init__(self, source: str, check: bool) -> None:
        self.left_out = 0
        self.clean = True
        self._source = source
        self._check = check

    def good(self, found: Iterable[Played | Broken]) -> Iterator[Played]:
        """The games that are to be written."""
        for game in found:
            fault = game.contradiction() if isinstance(game, Played) and self._check else ""
            if isinstance(game, Broken):
                self.leave_out(str(game))
            elif fault:
                self.leave_out(f"{game.place}: {fault}")
            else:
                yield game

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
    report = Report(source, check)
    mark = mark_of(chosen.kind, force)
    data = files.read_source(source, MOST_BYTES)
    found = report.good(collected(data, source, report))
    if target != "-":
        files.check_target(source, target, mark)
    try:
        if chosen.kind == WTHOR:
            written = write_archive(target, found, report, mark)
        else:
            written = write_texts(target, found, report, chosen, mark)
    except OSError as error:
        raise Failed(f"cannot write {target}: {files.refusal(error)}") from None
    if not written:
        warn("convert: there is no game to write")
    elif report.left_out:
        warn(f"convert: games written: {written}, left out: {report.left_out}")
    return OK if report.clean and written else FAILED


def collected(data: bytes, source: str, report: Report) -> Iterator[Played | Broken]:
    """The games of a file. UserError when it is not a file of games."""
    try:
        names = names_beside(source, report) if kind_of(data, source) == WTHOR else ((), ())
        yield from games(data, source, *names)
    except BadCollection as error:
        raise UserError(f"{source}: {error}") from None


def mark_of(kind: str, force: bool) -> files.Mark:
    """How a file is known that may be replaced by one of that kind."""
    return files.any_mark if force else MARKS.get(kind, files.no_mark)


def names_beside(source: str, report: Report) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The players and tournaments in the .jou and .trn files that go with a .wtb file: those of its own name,
    else those of the name WTHOR. One that is damaged is reported and does without names."""
    if source == "-":
        return (), ()
    folder, name = os.path.split(source)
    there = {entry.lower(): entry for entry in sorted(os.listdir(folder or "."), reverse=True)}
    stem = os.path.splitext(name)[0].lower()
    found: list[tuple[str, ...]] = []
    for ending, length in (("jou", PLAYER_LENGTH), ("trn", TOURNAMENT_LENGTH)):
        entry = there.get(f"{stem}.{ending}") or there.get(f"wthor.{ending}")
        names: tuple[str, ...] = ()
        if entry:
            try:
                data = files.read(os.fsencode(os.path.join(folder, entry)), MOST_BYTES)
                names = wthor.read_names(data, length)
            except (OSError, BadWthor) as error:
                report.fault(f"no names from {entry}: {reason(error)}")
        found.append(names)
    return found[0], found[1]


def write_texts(
    target: str, found: Iterator[Played], report: Report, chosen: Format, mark: files.Mark
) -> int:
    """Write games as text, each when it is read; how many there were. No file is made for none."""
    written = 0

    def pieces() -> Iterator[bytes]:
        nonlocal written
        for game in found:
            try:
                text = chosen.text(game)
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


def write_archive(target: str, found: Iterator[Played], report: Report, mark: files.Mark) -> int:
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
    "Convert a file of Othello games. The input format is detected: GGF, SGF, WTHOR,\n"
    "PlayOK's PGN, Logistello's logbook, or transcripts one a line.",
    arguments=(add_arguments,),
    run=run,
    examples="outflank convert games.ggf games.wtb\noutflank convert - - --to transcript < games.sgf",
    notes=table("formats:", [(row.name, row.about) for row in FORMATS])
    + """
A game that cannot be read, played or written is named on stderr; all others are
written. SGF and PGN that this program has written are replaced, any other file
only with --force. What a format has no place for is left out.""",
    failed="a game was left out, or there is none",
)
