"""`outflank analyze`: the games of a file, reviewed."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from outflank.engine.game import NoMemory
from outflank.protocol.console import files, help_pages
from outflank.protocol.console.outbox import Disconnected, Outbox, show, warn
from outflank.protocol.formats import convert, sgf
from outflank.protocol.formats.games import WTHOR, BadCollection, Broken, kind_of
from outflank.protocol.review import html as review_html, record as review_record, text as review_text
from outflank.protocol.review.review import Budget, Judged, Review, Reviewer, Worth
from outflank.protocol.review.sources import Found, read_games

OK = 0
FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
EXAMPLE = """examples:
  outflank analyze game.ggf
  outflank analyze position.txt --json
  outflank analyze games.sgf --game 3 --seconds 2 --format html -o game3.html
  outflank analyze WTH_2004.wtb --game 17 --visits 5000 --format ggf

FILE is GGF, SGF (of all games), WTHOR, PGN of PlayOK, a logbook, transcripts
one a line, or the games.jsonl of a match. A position is a game without moves,
as an SGF with AB, AW and PL, or a line with the 64 squares and who is to move:
its moves are listed, the best one first. A game is reviewed up to its first
illegal move. Games that cannot be read, or only in part, are named on stderr
with their lines and make the exit code 1, a file without games makes it 2.
Ctrl-C ends with the plies that were looked at, from the end of the game back,
and the exit code is 130."""


class Unwritten(Exception):
    """The report cannot be written; the text says why."""


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

    def refusal(self, found: Found) -> str:
        """Why a game has no place in the format, said before the work; empty where it has."""
        return review_record.refusal(found) if self._format == "ggf" else ""

    def begin(self) -> None:
        """OSError when the file cannot be written: better now than after an hour of work."""
        if self._target:
            convert.check_target(self._source, self._target, self._mark)

    def add(self, review: Review) -> None:
        """A game is done, or as much of it as there will be. Unwritten when stdout takes nothing."""
        self.written += 1
        if self._format in WHOLE:
            self._kept.append(review)
            return
        piece = EACH[self._format](review).encode("utf-8", "replace")
        if self._target:
            self._pieces.append(piece)
        else:
            self._say(piece)

    def finish(self) -> None:
        """Write what is left to write; nothing, in any format, where no game was reviewed. Unwritten when
        that cannot be."""
        if not self.written:
            return
        if self._format in WHOLE:
            text = WHOLE[self._format](self._kept, self._source, self.broken)
            self._pieces = [text.encode("utf-8", "replace")]
        if not self._target:
            self._say(b"".join(self._pieces))
        elif self._pieces:
            try:
                files.replace(os.fsencode(self._target), self._pieces, self._mark)
            except OSError as error:
                said = f"cannot write {self._target}: {convert.refusal(error)}"
                raise Unwritten(f"{said}; the report is in {spare(self._pieces)}") from None

    def leave_out(self, reason: str) -> None:
        """A game is not in the report; say why."""
        self.faults += 1
        self.broken.append(reason)
        warn(f"{self._source}: {reason}")

    def cut_short(self, found: Found) -> None:
        """A game is in the report up to its first illegal move; say so."""
        self.faults += 1
        warn(f"{self._source}: {found.place}: {found.stopped}; reviewed up to there")

    def _say(self, data: bytes) -> None:
        try:
            Outbox(1).write(data)
        except OSError as error:
            raise Unwritten(f"cannot write to stdout: {files.reason(error)}") from None


EACH: dict[str, Callable[[Review], str]] = {
    "text": review_text.table,
    "ggf": review_record.ggf_text,
    "sgf": review_record.sgf_text,
}
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


def main(words: Sequence[str]) -> int:
    """`outflank analyze`; the exit code."""
    options = new_parser().parse_args(list(words))
    try:
        return analyze(options)
    except (OSError, BadCollection) as error:
        warn(f"analyze: {options.file}: {files.reason(error)}")
        return WRONG_USE
    except (NoMemory, Unwritten) as error:
        warn(f"analyze: {error}")
        return FAILED
    except Disconnected:
        return FAILED
    except KeyboardInterrupt:
        warn("analyze: interrupted")
        return INTERRUPTED


def new_parser() -> argparse.ArgumentParser:
    """The options of the subcommand."""
    parser = help_pages.new_parser(
        "analyze",
        "Review the games of a file: the value of each move, and better moves.\n"
        "Of a position list its moves, the best one first.",
        EXAMPLE,
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="File of games; - is stdin.")
    add("--game", type=_whole(1), metavar="N", help="Number of the one game to review [default all].")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument(
        "--seconds",
        type=_seconds,
        metavar="S",
        help="Limit for one position in seconds [0.001 to 86400; default 0.5].",
    )
    cost.add_argument(
        "--visits",
        type=_whole(1),
        metavar="N",
        help="Limit for one position in simulations [1 or more; default none].",
    )
    add(
        "--exact",
        type=_whole(0),
        default=20,
        metavar="N",
        help="Empty squares from which Othello 8x8 is solved, each position in at most 30 s; 0 is off "
        "[default %(default)s].",
    )
    add(
        "--threads",
        type=_whole(1),
        default=1,
        metavar="N",
        help="Threads of the search [1 or more; default %(default)s].",
    )
    formats = [*EACH, *WHOLE]
    add(
        "--format",
        choices=formats,
        default="text",
        metavar="NAME",
        help=f"Format of the report: {', '.join(formats)} [default %(default)s].",
    )
    add("--json", dest="format", action="store_const", const="json", help="Same as --format json.")
    add("-o", dest="out", default="", metavar="OUT", help="File to write the report to [default stdout].")
    add("--force", action="store_true", help="Overwrite OUT whatever it is.")
    add("--quiet", action="store_true", help="Show no progress on stderr.")
    return parser


def _whole(low: int) -> Callable[[str], int]:
    def read(word: str) -> int:
        value = int(word)
        if not low <= value <= 2**31 - 1:
            raise argparse.ArgumentTypeError(f"{word} is not {low} or more")
        return value

    read.__name__ = "whole number"
    return read


def _seconds(word: str) -> float:
    value = float(word)
    if not 0.001 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"{word} is not 0.001 to 86400")
    return value


def analyze(options: argparse.Namespace) -> int:
    """Review what is asked for; the exit code. OSError and BadCollection when the file cannot be read."""
    data = convert.read_source(options.file)
    writer = Writer(options.file, options.format, options.out, options.force)
    try:
        writer.begin()
    except OSError as error:
        warn(f"analyze: cannot write {options.out}: {convert.refusal(error)}")
        return WRONG_USE
    seconds = 0.5 if options.visits is None and options.seconds is None else options.seconds
    budget = Budget(seconds, options.visits, options.exact)
    code = OK
    games = 0
    try:
        for found in chosen(data, options):
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
        warn(f"analyze: {options.file}: there is no game {options.game or 1}")
        return WRONG_USE
    writer.finish()
    return code or (FAILED if writer.faults else OK)


def add_review(writer: Writer, found: Found, budget: Budget, options: argparse.Namespace) -> bool:
    """Review a game; whether that was not broken off."""
    review, whole = watched(found, budget, options)
    writer.add(review)
    if found.stopped:
        writer.cut_short(found)
    return whole


def chosen(data: bytes, options: argparse.Namespace) -> Iterator[Found | Broken]:
    """The games that are asked for."""
    names: tuple[Sequence[str], Sequence[str]] = ((), ())
    if not data.lstrip().startswith(b'{"') and kind_of(data, options.file) == WTHOR:
        names = convert.names_beside(options.file, convert.Report(options.file, False))
    found = read_games(data, options.file, *names)
    return found if options.game is None else islice(found, options.game - 1, options.game)


def watched(found: Found, budget: Budget, options: argparse.Namespace) -> tuple[Review, bool]:
    """The review of a game, and whether it was not broken off."""
    judged: list[Judged] = []
    moves: tuple[Worth, ...] = ()
    plies = sum(1 for _ in found.game.plies())
    tell = progress(f"{found.place}: ", plies, options.quiet)
    whole = True
    try:
        tell(0)
        reviewer = Reviewer(found, budget, options.threads)
        for row in reviewer.run():
            judged.append(row)
            tell(len(judged))
        moves = () if plies else reviewer.moves()
    except KeyboardInterrupt:
        whole = False
    except MemoryError:
        raise NoMemory("no memory for the search tree") from None
    return Review(found, tuple(reversed(judged)), plies, moves), whole


def progress(name: str, plies: int, quiet: bool) -> Callable[[int], None]:
    """Shows on stderr how many plies are done: every one on a terminal, a quarter of them elsewhere."""
    live = os.isatty(2)
    told = -1

    def tell(done: int) -> None:
        nonlocal told
        step = done if live else 4 * done // max(plies, 1)
        if quiet or step == told:
            return
        told = step
        if live:
            show(f"\r{name}{done}/{plies} " + "\n" * (done == plies))
        elif done:
            show(f"{name}{done}/{plies} plies\n")

    return tell
