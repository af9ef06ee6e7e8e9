"""`outflank analyze`: the games of a file, reviewed."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice

from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_force, add_quiet, add_threads, number, whole
from outflank.protocol.console.errors import FAILED, INTERRUPTED, OK, Failed, UserError, Writing
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import write
from outflank.protocol.console.progress import counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.formats.game_files import games_in, load
from outflank.protocol.formats.kinds import Source, refusal
from outflank.protocol.formats.record import Broken, Record
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.review import annotated, html as review_html, text as review_text
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget, Judged, Review, Worth


def spare(pieces: Iterable[bytes]) -> str:
    """The name of a new file with what could not be written where it was to go."""
    fd, name = tempfile.mkstemp(prefix="outflank-review-")
    with open(fd, "wb") as file:
        file.writelines(pieces)
    return name


class Writer:
    """Brings reviews to where they go. Formats with a text for each game go out game by game, others as one
    text when all is done; a file is written at the end, whatever ended the review."""

    def __init__(self, source: str, name: str, target: str, force: bool = False) -> None:
        self._source = source
        self._format = name
        self._target = target
        self._mark = files.any_mark if force else MARKS.get(name, files.no_mark)
        self._kept: list[Review] = []
        self._pieces: list[bytes] = []
        self.broken: list[str] = []
        self.written = 0
        self.faults = 0

    def refusal(self, record: Record) -> str:
        """Why a game has no place in the format, said before the work; empty where it has."""
        return refusal(self._format, record) if self._format in RECORDS else ""

    def begin(self) -> None:
        """UserError when the file cannot be written: better now than after an hour of work."""
        if self._target:
            files.check_target(self._source, self._target, self._mark)

    def add(self, review: Review) -> None:
        """A game is done, or as much of it as there will be. Failed when stdout takes nothing."""
        self.written += 1
        if self._format in WHOLE:
            self._kept.append(review)
            return
        piece = EACH[self._format](review).encode("utf-8", "replace")
        if self._target:
            self._pieces.append(piece)
        else:
            write(piece)

    def finish(self) -> None:
        """Write what is left to write; nothing, in any format, where no game was reviewed. Failed when that
        cannot be."""
        if not self.written:
            return
        if self._format in WHOLE:
            text = WHOLE[self._format](self._kept, self._source, self.broken)
            self._pieces = [text.encode("utf-8", "replace")]
        if not self._target:
            write(b"".join(self._pieces))
        elif self._pieces:
            try:
                files.replace(os.fsencode(self._target), self._pieces, self._mark)
            except OSError as error:
                said = f"cannot write {self._target}: {files.refusal(error)}"
                raise Failed(f"{said}; the report is in {spare(self._pieces)}") from None

    def leave_out(self, reason: str) -> None:
        """A game is not in the report; say why."""
        self.faults += 1
        self.broken.append(reason)
        self.complain(reason)

    def complain(self, reason: str) -> None:
        """Say what is wrong with the file."""
        warn(f"{self._source}: {reason}")

    def cut_short(self, record: Record) -> None:
        """A game is in the report up to its first illegal move; say so."""
        self.faults += 1
        warn(f"{self._source}: {record.place}: {record.stopped}; reviewed up to there")


EACH: dict[str, Callable[[Review], str]] = {
    "text": review_text.table,
    "ggf": annotated.ggf_text,
    "sgf": annotated.sgf_text,
}
RECORDS = ("ggf", "sgf")
"""Formats that are kinds of files of games."""
WHOLE: dict[str, Callable[[Sequence[Review], str, Sequence[str]], str]] = {
    "json": review_text.as_json,
    "html": review_html.page,
}
MARKS: dict[str, files.Mark] = {
    "text": review_text.written_here,
    "json": review_text.JSON_MARK.encode(),
    "html": review_html.MARK.encode(),
    "sgf": sgf.written_here,
}
"""How files of our own are known, which may be replaced. GGF has no place for a mark."""


def add_arguments(parser: Parser) -> None:
    """Add what is reviewed, how long, and where the report goes."""
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="File of games; - is stdin. Several need --folder.")
    add("--game", type=whole(1), metavar="N", help="Number of the one game to review [default all].")
    add(
        "--folder",
        default="",
        metavar="DIR",
        help="Folder for the reviews of many games, each kept when it is done [default none].",
    )
    add("--jobs", type=whole(1), metavar="N", help="Processes that review, with --folder [default 1].")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="Ray cluster that reviews, with --folder: ray://HOST:PORT, or local [default none].",
    )
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument(
        "--seconds",
        type=number(0.001, 86400),
        metavar="S",
        help="Limit for one position in seconds [0.001 to 86400; default 0.5].",
    )
    cost.add_argument(
        "--visits",
        type=whole(1),
        metavar="N",
        help="Limit for one position in simulations [1 or more; default none].",
    )
    add(
        "--exact",
        type=whole(0),
        default=20,
        metavar="N",
        help="Empty squares from which Othello 8x8 is solved, each position in at most 30 s; 0 is off "
        "[default %(default)s].",
    )
    add_threads(parser)
    formats = [*EACH, *WHOLE]
    add(
        "--format",
        choices=formats,
        default="text",
        metavar="NAME",
        help=f"Format of the report: {', '.join(formats)} [default %(default)s].",
    )
    add("--json", dest="format", action="store_const", const="json", help="Same as --format json.")
    add("-o", "--out", default="", metavar="OUT", help="File to write the report to [default stdout].")
    add_force(parser, "OUT whatever it is")
    add_quiet(parser)


def analyze(options: argparse.Namespace) -> int:
    """Review what is asked for; the exit code. UserError when a file cannot be used."""
    budget = budget_of(options)
    if options.folder:
        return analyze_many(options, budget)
    for name in ("jobs", "cluster"):
        if getattr(options, name) is not None:
            raise UserError(f"--{name} is for many games: name a --folder for their reviews")
    if len(options.files) != 1:
        raise UserError("name one file; for several name a --folder for their reviews as well")
    options.file = options.files[0]
    source = load(options.file)
    writer = Writer(options.file, options.format, options.out, options.force)
    writer.begin()
    code = OK
    games = 0
    try:
        for found in chosen(source, writer, options):
            games += 1
            if isinstance(found, Broken):
                writer.leave_out(str(found))
            elif reason := writer.refusal(found):
                writer.leave_out(f"{found.place}: {reason}")
            elif not add_review(writer, found, budget, options):
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        # Between two games it may come as well, and must not cost those that are done.
        warn("analyze: interrupted; what was looked at is in the report")
        code = INTERRUPTED
    if not games and code == OK:
        raise UserError(f"{options.file}: there is no game {options.game or 1}")
    writer.finish()
    return code or (FAILED if writer.faults else OK)


def budget_of(options: argparse.Namespace) -> Budget:
    """The limits of a position."""
    seconds = 0.5 if options.visits is None and options.seconds is None else options.seconds
    return Budget(seconds, options.visits, options.exact)


def analyze_many(options: argparse.Namespace, budget: Budget) -> int:
    """Review the games of several files into a folder; the exit code. UserError when a file, the folder or an
    option cannot be used."""
    from outflank.protocol.review import exports, many
    from outflank.protocol.review.folder import Folder

    for name, usual in (("game", None), ("out", ""), ("format", "text")):
        if getattr(options, name) != usual:
            raise UserError(f"--{name} is not for a folder, which has all games in every format")
    if options.cluster and options.jobs:
        raise UserError("--jobs is for this machine; a cluster has as many as it has room for")
    games = many.Games(options.files)
    if options.files and not games.count:
        raise UserError(f"there is no game in {', '.join(options.files)}")
    with closing(Folder(options.folder, budget if options.files else None)) as folder:
        code = OK
        try:
            if missing := games.missing(folder):
                with many.workers(options.jobs or 1, options.cluster) as crew:
                    many.review(folder, games, crew, options.threads, options.quiet)
        except KeyboardInterrupt:
            warn(f"analyze: interrupted; {len(folder.keys)} reviews are in {options.folder}")
            code = INTERRUPTED
        with Writing():
            names = exports.write_all(folder)
        if missing or not options.quiet:
            warn(f"analyze: {len(folder.keys)} games: {os.path.join(options.folder, names[0])}")
    return code or (FAILED if games.faults else OK)


def add_review(writer: Writer, record: Record, budget: Budget, options: argparse.Namespace) -> bool:
    """Review a game; whether that was not broken off."""
    review, whole = watched(record, budget, options)
    writer.add(review)
    if record.stopped:
        writer.cut_short(record)
    return whole


def chosen(source: Source, writer: Writer, options: argparse.Namespace) -> Iterator[Record | Broken]:
    """The games that are asked for. UserError when the file is not one of games."""
    found = games_in(source, options.file, writer.complain)
    return found if options.game is None else islice(found, options.game - 1, options.game)


def watched(record: Record, budget: Budget, options: argparse.Namespace) -> tuple[Review, bool]:
    """The review of a game, and whether it was not broken off."""
    judged: list[Judged] = []
    moves: tuple[Worth, ...] = ()
    plies = sum(1 for _ in record.plies())
    tell = counter(f"{record.place}: ", "plies", 4, first=0, quiet=options.quiet)
    whole = True
    try:
        reviewer = Reviewer(record, budget, options.threads)
        for row in reviewer.run():
            judged.append(row)
            tell(len(judged), plies)
        moves = () if plies else reviewer.moves()
    except KeyboardInterrupt:
        whole = False
    except MemoryError:
        raise Failed("no memory for the search tree") from None
    return Review(record, tuple(reversed(judged)), plies, moves), whole


ANALYZE = Subcommand(
    "Review the games of a file: the value of each move, and better moves.\n"
    "Of a position list its moves, the best one first.",
    arguments=(add_arguments,),
    run=analyze,
    examples="""
outflank analyze game.ggf
outflank analyze position.txt --json
outflank analyze games.sgf --game 3 --seconds 2 --format html --out game3.html
outflank analyze WTH_2004.wtb --game 17 --visits 5000 --format ggf
outflank analyze WTH_2004.wtb mine.sgf --folder reviews --jobs 2 --visits 2000""",
    notes="""
FILE is GGF, SGF (of all games), WTHOR, PGN of PlayOK, a logbook, transcripts
one a line, or the games.jsonl of a match. A position is a game without moves,
as an SGF with AB, AW and PL, or a line with the 64 squares and who is to move.
A game is reviewed up to its first illegal move. Ctrl-C ends with the plies that
were looked at, from the end of the game back.

With --folder each game is kept as soon as it is done, and the same command goes
on after whatever ended it. The folder gets index.html (players, phases, the
costliest moves, openings, each game a click away), games.sgf and games.ggf with
comments, moves.csv, summary.json, and reviews.jsonl, a game on a line as --json
has it. `outflank analyze --folder DIR` makes them anew.""",
    failed="a game cannot be read, or only in part, or the report not be written",
)
