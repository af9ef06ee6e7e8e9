"""`outflank convert`: the Othello games of a file, written in another format."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from protocol import files, wthor
from protocol.collection import (
    GGF,
    SGF,
    WTHOR,
    BadCollection,
    Broken,
    Played,
    games,
    kind_of,
)
from protocol.formats import FORMATS, Archive, Format, Unwritable
from protocol.outbox import Disconnected, Outbox, warn
from protocol.sgf import decode
from protocol.transcript import BadTranscript, read_transcripts
from protocol.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor

OK = 0
FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
MOST_BYTES = 2**28
CHUNK = 2**16
NOTHING = b"\0" * 32
"""What no file of games begins with."""
TREE = re.compile(r"\s*(?:\d+\s*)?\(\s*;")
EXAMPLE = """example: outflank convert games.ggf games.wtb
         outflank convert - - --to transcript < games.sgf

A game that cannot be read, played or written is named on stderr; all others are written, and the exit code
is 1. A file of another kind is never overwritten. What a format has no place for is left out."""


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
        return convert(options.source, options.target, chosen, options.check)
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
    parser = argparse.ArgumentParser(
        prog="outflank convert",
        description="Write the Othello games of a file in another format. What FROM is its content tells:\n"
        "GGF, SGF, WTHOR, PlayOK's PGN, Logistello's logbook, or transcripts one a line.",
        epilog="\n".join(["formats:", *rows, "", EXAMPLE]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="FROM", help="a file of games, - for stdin")
    parser.add_argument("target", metavar="TO", help="the file to write, - for stdout")
    names = [row.name for row in FORMATS]
    parser.add_argument(
        "--to", metavar="FORMAT", choices=names, help="the format, which else the ending of TO says"
    )
    parser.add_argument(
        "--check", action="store_true", help="leave out games whose result is not what their moves lead to"
    )
    return parser


def convert(source: str, target: str, chosen: Format, check: bool) -> int:
    """Write the games of one file into another; the exit code. OSError and BadCollection when the first
    cannot be read."""
    report = Report(source, check)
    data = read_source(source)
    names = names_beside(source, report) if kind_of(data, source) == WTHOR else ((), ())
    found = report.good(games(data, source, *names))
    try:
        both = "-" not in (source, target) and os.path.exists(target)
        if both and os.path.samefile(source, target):
            raise OSError(0, "this is the file that is read")
        if chosen.kind == WTHOR:
            written = write_archive(target, found, report)
        else:
            written = write_texts(target, found, report, chosen)
    except OSError as error:
        warn(f"convert: cannot write {target}: {files.reason(error)}")
        return FAILED
    if not written:
        warn("convert: there is no game to write")
    elif report.left_out:
        warn(f"convert: games written: {written}, left out: {report.left_out}")
    return OK if report.clean and written else FAILED


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


def write_texts(target: str, found: Iterator[Played], report: Report, chosen: Format) -> int:
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
        deliver(target, chain([first], rest), chosen.kind)
    return written


def write_archive(target: str, found: Iterator[Played], report: Report) -> int:
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
        marks = [mark_of(path, kind) for path, kind in zip(beside, ("jou", "trn"), strict=True)]
        mark_of(target, WTHOR)
        for path, data, mark in zip(beside, names, marks, strict=True):
            files.replace(os.fsencode(path), [data], mark)
    deliver(target, [archive.games(today)], WTHOR)
    return len(archive)


def deliver(target: str, pieces: Iterable[bytes], kind: str) -> None:
    """Write to stdout, or make a file of these pieces."""
    if target != "-":
        files.replace(os.fsencode(target), pieces, mark_of(target, kind))
        return
    outbox = Outbox(1)
    for piece in pieces:
        outbox.write(piece)


def mark_of(path: str, kind: str) -> bytes:
    """What a file under that name begins with if it may be replaced by one of that kind: the very file that
    is there, looked at as a whole, as neither WTHOR nor transcripts have a mark of their kind. OSError when
    it is of another kind."""
    if not os.path.lexists(path):
        return NOTHING
    data = files.read(os.fsencode(path), MOST_BYTES)
    if data.strip() and not is_of(data, kind):
        raise OSError(0, f"{path} is a file of another kind")
    return data[: files.HEAD].lstrip()


def is_of(data: bytes, kind: str) -> bool:
    """Whether a file's bytes are of that kind from end to end, as far as one can tell by reading."""
    if kind in ("jou", "trn", WTHOR):
        return wthor.fits(data) == ("wtb" if kind == WTHOR else kind)
    try:
        if kind_of(data) != kind:
            return False
    except BadCollection:
        return False
    text = decode(data)
    if kind in (GGF, SGF):
        return TREE.match(text) is not None
    return not any(isinstance(game, BadTranscript) for _, game in read_transcripts(text))
