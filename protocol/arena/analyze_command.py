"""`outflank analyze`: the games of a file, reviewed."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from engine.game import NoMemory
from protocol import convert, files
from protocol.arena import review_html, review_record, review_text
from protocol.arena.review import Budget, Judged, Review, Reviewer
from protocol.arena.sources import Found, read_games
from protocol.collection import GGF, SGF, WTHOR, BadCollection, Broken, kind_of
from protocol.outbox import Disconnected, Outbox, show, warn

OK = 0
FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
EXAMPLE = """examples:
  outflank analyze game.ggf
  outflank analyze games.sgf --game 3 --seconds 2 --format html -o game3.html
  outflank analyze WTH_2004.wtb --game 17 --visits 5000 --format ggf

FILE is GGF, SGF (of all games), WTHOR, PGN of PlayOK, a logbook, transcripts one a line, or the games.jsonl
of a match; - is stdin. Games that cannot be read are named on stderr with their lines and make the exit code
1, a file without games makes it 2. Ctrl-C ends with the plies that were looked at, from the end of the game
back, and the exit code is 130."""


class Unwritten(Exception):
    """The report cannot be written; the text says why."""


class Writer:
    """Brings reviews to where they go. Formats with a text for each game go out game by game, others as one
    text when all is done; a file is written at the end, whatever ended the review."""

    def __init__(self, source: str, name: str, target: str) -> None:
        self._source = source
        self._format = name
        self._target = target
        self._kept: list[Review] = []
        self._pieces: list[bytes] = []
        self.broken: list[str] = []

    def add(self, review: Review) -> None:
        """A game is done, or as much of it as there will be. ValueError when the format cannot have it,
        Unwritten when stdout takes nothing."""
        if self._format in WHOLE:
            self._kept.append(review)
            return
        piece = EACH[self._format](review).encode("utf-8", "replace")
        if self._target:
            self._pieces.append(piece)
        else:
            self._say(piece)

    def finish(self) -> None:
        """Write what is left to write. Unwritten when that cannot be."""
        if self._format in WHOLE:
            text = WHOLE[self._format](self._kept, self._source, self.broken)
            self._pieces = [text.encode("utf-8", "replace")]
        if not self._target:
            self._say(b"".join(self._pieces))
        elif self._pieces:
            try:
                mark = mark_of(self._target, self._format)
                files.replace(os.fsencode(self._target), self._pieces, mark)
            except OSError as error:
                raise Unwritten(f"cannot write {self._target}: {files.reason(error)}") from None

    def leave_out(self, reason: str) -> None:
        """A game is not in the report; say why."""
        self.broken.append(reason)
        warn(f"{self._source}: {reason}")

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
MARKS = {"text": review_text.MARK.encode(), "json": b'{"review"', "html": review_html.MARK.encode()}
"""What files of our own begin with, that may be replaced."""


def mark_of(target: str, name: str) -> bytes:
    """What a file that may be replaced begins with. OSError when there is one of another kind."""
    if name not in MARKS:
        return convert.mark_of(target, GGF if name == "ggf" else SGF)
    if os.path.lexists(target):
        head = files.read(os.fsencode(target), files.HEAD).lstrip()
        if head and not head.startswith(MARKS[name]):
            raise OSError(0, f"{target} is a file of another kind")
    return MARKS[name]


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
    parser = argparse.ArgumentParser(
        prog="outflank analyze",
        description="Review the games of a file: what each move was worth, and what would have been better.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a file of games, - for stdin")
    parser.add_argument("--game", type=_whole(1), metavar="N", help="only the N-th game of the file")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument("--seconds", type=_seconds, metavar="S", help="for each search of a position (0.5)")
    cost.add_argument("--visits", type=_whole(1), metavar="V", help="simulations instead of seconds")
    about = "solve Othello 8x8 exactly from N empty squares on (%(default)s; each less than 30 s)"
    parser.add_argument("--exact", type=_whole(0), default=20, metavar="N", help=about)
    parser.add_argument("--threads", type=_whole(1), default=1, metavar="N", help="threads to search with")
    parser.add_argument(
        "--format", choices=[*EACH, *WHOLE], default="text", help="of the report (%(default)s)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", help="the same as --format json"
    )
    parser.add_argument("-o", dest="out", default="", metavar="OUT", help="write to this file, not stdout")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")
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
    writer = Writer(options.file, options.format, options.out)
    seconds = 0.5 if options.visits is None and options.seconds is None else options.seconds
    budget = Budget(seconds, options.visits, options.exact)
    if options.out:
        # Better now than after an hour of work.
        mark_of(options.out, options.format)
        if (
            options.file != "-"
            and os.path.exists(options.out)
            and os.path.samefile(options.file, options.out)
        ):
            raise OSError(0, "this is the file that is read")
    code = OK
    games = 0
    try:
        for found in chosen(data, options):
            games += 1
            if isinstance(found, Broken):
                writer.leave_out(str(found))
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
    return code or (FAILED if writer.broken else OK)


def add_review(writer: Writer, found: Found, budget: Budget, options: argparse.Namespace) -> bool:
    """Review a game; whether that was not broken off."""
    review, whole = watched(found, budget, options)
    try:
        writer.add(review)
    except ValueError as error:
        writer.leave_out(f"{found.place}: {error}")
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
    plies = sum(1 for _ in found.game.plies())
    tell = progress(f"{found.place}: ", plies, options.quiet)
    whole = True
    try:
        tell(0)
        for row in Reviewer(found, budget, options.threads).run():
            judged.append(row)
            tell(len(judged))
    except KeyboardInterrupt:
        whole = False
    except MemoryError:
        raise NoMemory("no memory for the search tree") from None
    return Review(found, tuple(reversed(judged)), plies), whole


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
