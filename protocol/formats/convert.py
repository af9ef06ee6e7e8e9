"""`outflank convert`: the Othello games of a file, written in another format."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from outflank.protocol.console import files, help_pages
from outflank.protocol.console.outbox import Disconnected, Outbox, warn
from outflank.protocol.formats import sgf, transcript, wthor
from outflank.protocol.formats.games import PGN, SGF, WTHOR, BadCollection, Broken, Played, games, kind_of
from outflank.protocol.formats.kinds import FORMATS, Archive, Format, Unwritable
from outflank.protocol.formats.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor

OK = 0
FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
MOST_BYTES = 2**28
CHUNK = 2**16
MARKS: dict[str, files.Mark] = {SGF: sgf.written_here, PGN: transcript.written_here}
"""How files of our own are known, by their kind. The other formats have no place for a mark."""
EXAMPLES = """examples:
  outflank convert games.ggf games.wtb
  outflank convert - - --to transcript < games.sgf

A game that cannot be read, played or written is named on stderr; all others are
written, and the exit code is 1. SGF and PGN that this program has written are
replaced, any other file only with --force. What a format has no place for is
left out."""


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


def main(words: Sequence[str]) -> int:
    """`outflank convert`; the exit code."""
    options = new_parser().parse_args(list(words))
    wanted = options.to or os.path.splitext(options.target)[1].lower().removeprefix(".")
    chosen = next((row for row in FORMATS if wanted in (row.name, row.ending) and wanted), None)
    if chosen is None:
        warn(f"convert: {options.target} does not say the format; say it with --to")
        return WRONG_USE
    try:
        return convert(options.source, options.target, chosen, options.check, options.force)
    except (OSError, BadCollection) as error:
        warn(f"convert: {options.source}: {files.reason(error)}")
    except Disconnected:
        return FAILED
    except KeyboardInterrupt:
        warn("convert: interrupted")
        return INTERRUPTED
    return FAILED


def new_parser() -> argparse.ArgumentParser:
    """The options of the subcommand."""
    rows = [f"  {row.name:<15}{row.about}" for row in FORMATS]
    parser = help_pages.new_parser(
        "convert",
        "Convert a file of Othello games. The input format is detected: GGF, SGF, WTHOR,\n"
        "PlayOK's PGN, Logistello's logbook, or transcripts one a line.",
        "\n".join(["formats:", *rows, "", EXAMPLES]),
    )
    add = parser.add_argument
    add("source", metavar="FROM", help="File of games; - is stdin.")
    add("target", metavar="TO", help="File to write; - is stdout.")
    add(
        "--to",
        metavar="FORMAT",
        choices=[row.name for row in FORMATS],
        help="Format to write; see below [default by the extension of TO].",
    )
    add("--force", action="store_true", help="Overwrite TO whatever it is.")
    add("--check", action="store_true", help="Leave out games whose result is not what their moves lead to.")
    return parser


def convert(source: str, target: str, chosen: Format, check: bool, force: bool = False) -> int:
    """Write the games of one file into another; the exit code. OSError and BadCollection when the first
    cannot be read."""
    report = Report(source, check)
    mark = mark_of(chosen.kind, force)
    data = read_source(source)
    names = names_beside(source, report) if kind_of(data, source) == WTHOR else ((), ())
    found = report.good(games(data, source, *names))
    try:
        if target != "-":
            check_target(source, target, mark)
        if chosen.kind == WTHOR:
            written = write_archive(target, found, report, mark)
        else:
            written = write_texts(target, found, report, chosen, mark)
    except OSError as error:
        warn(f"convert: cannot write {target}: {refusal(error)}")
        return FAILED
    if not written:
        warn("convert: there is no game to write")
    elif report.left_out:
        warn(f"convert: games written: {written}, left out: {report.left_out}")
    return OK if report.clean and written else FAILED


def mark_of(kind: str, force: bool) -> files.Mark:
    """How a file is known that may be replaced by one of that kind."""
    return files.any_mark if force else MARKS.get(kind, files.no_mark)


def check_target(source: str, target: str, mark: files.Mark) -> None:
    """OSError when a file cannot be written, said before the work."""
    if source != "-" and os.path.exists(target) and os.path.samefile(source, target):
        raise OSError(0, "this is the file that is read")
    files.check(os.fsencode(target), mark)


def refusal(error: OSError) -> str:
    """Why a file is not written, and what helps."""
    force = "; --force overwrites it" if isinstance(error, files.Foreign) else ""
    return files.reason(error) + force


def read_source(source: str) -> bytes:
    """All bytes of a file, or of stdin. OSError when they cannot be had."""
    if source != "-":
        data = files.read(os.fsencode(source), MOST_BYTES + 1)
    else:
        pieces = []
        size = 0
        while size <= MOST_BYTES and (piece := os.read(0, CHUNK)):
            pieces.append(piece)
            size += len(piece)
        data = b"".join(pieces)
    if len(data) > MOST_BYTES:
        raise OSError(0, f"more than {MOST_BYTES} bytes")
    return data


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
                report.fault(f"no names from {entry}: {files.reason(error)}")
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
                raise files.Foreign(0, f"{path}: {files.reason(error)}") from None
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
