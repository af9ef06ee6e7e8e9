"""Tasks of an NBoard session while no line waits: finding a move, hints, reviewing a game, learning from it.

Each piece of work is begun again where the bell ended it, until it is done or the client wants something
else.
"""

from __future__ import annotations

import time
import zlib

from outflank.engine.analysis.limits import Limits
from outflank.engine.book.learning import SECONDS as LEARN_SECONDS, BookLearning
from outflank.engine.errors import Refused
from outflank.engine.play.game_values import GameValues
from outflank.engine.play.hints import Hints
from outflank.engine.play.player import Player
from outflank.protocol.console.errors import reason
from outflank.protocol.nboard.book_file import BookFile
from outflank.protocol.nboard.clock import Clocks
from outflank.protocol.nboard.hints import Lines, discs_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Set as AbstractSet

    from outflank.engine.analysis.report import Report

EVERY = 0.15
"""Seconds between two rounds of hints: the client paints the board at each."""
SOONEST = 0.13
"""Seconds after a round within which only the last one follows, whatever lines come in between."""
GO_SHARE = 0.2
"""The part of a move's time that its value may take."""


class Want:
    """The task that the client waits for: which kind of work, how many moves, when it was asked for, whether
    it has begun, how many positions were learnt from, the greatest depth with its moves it has been told, and
    what goes on where a line came in between."""

    __slots__ = ("kind", "moves", "at", "done", "shown", "learning", "hints", "values")

    def __init__(self, kind: str, moves: int, at: float) -> None:
        self.kind = kind
        self.moves = moves
        self.at = at
        self.done = -1
        self.shown: tuple[int, AbstractSet[int]] = (1, frozenset())
        self.learning: BookLearning | None = None
        self.hints: Hints | None = None
        self.values: GameValues | None = None


class Worker:
    """Works for one session, on the game of its player. `send` sends a line; a peer of version 1 knows fewer
    of them."""

    def __init__(
        self, player: Player, clocks: Clocks, book: BookFile | None, send: Callable[[str], None]
    ) -> None:
        self.player = player
        self.clocks = clocks
        self.lines = Lines(player, send)
        self.title = ""
        self._book = book
        self._send = send
        self._want: Want | None = None

    def ask(self, kind: str, moves: int, at: float) -> None:
        """Note what is to be done when no line waits."""
        self._want = Want(kind, moves, at)

    def set_depth(self, depth: int) -> None:
        """Search to a depth (engine/play/depth.py)."""
        self.player.settings.depth = depth

    def drop(self) -> None:
        """Nothing is wanted any more."""
        if self._want is not None and self._want.done >= 0:
            self._finish("status")
        self._want = None

    def work(self) -> None:
        """Work on what is wanted until that is done or the bell rings."""
        want = self._want
        if want is not None and want.kind == "hint" and self.player.position.over:
            self._want = None
        elif want is not None:
            if want.done < 0:
                self.lines.tell(f"status {DOING[want.kind]}")
                want.done = 0
            try:
                WORK[want.kind](self, want)
            except Refused as error:
                self._finish("status")
                self.lines.tell(f"status {error}")
            except BaseException:
                self._want = None
                raise

    def go(self, want: Want) -> None:
        """Find a move and say it, unless a line comes first."""
        player = self.player
        side = player.position.mover
        if player.position.moves() in ([], [player.rules.pass_move]):
            self._finish("=== PA")
            return
        player.set_clock(self.clocks.settings(side))
        request = player.request(side)
        soft, _ = player.finder.allowance(side, want.at)
        known = player.books.line(request, soft)
        earlier = player.report
        text = self.lines.square(player.rules.find_move(player.consider(request, want.at)))
        if player.bell.rung:
            return
        took = time.monotonic() - want.at
        self.clocks.thought(side, took)
        value = ""
        if known is not None:
            value = self.lines.worth_of_line(known)
        elif player.report is not None and player.report is not earlier:
            value = self._value(player.report, text, GO_SHARE * took)
            self.lines.stats(player.report.visits, player.report.seconds)
        else:
            # There was no choice.
            value = self._value(player.analysis.recall(), text, GO_SHARE * took)
        self._finish(f"=== {text}/{value}/{took:.2f}")

    def _value(self, report: Report | None, text: str, seconds: float) -> str:
        """A report's value of a move, with the help of the endgame solver for some seconds; empty where
        nothing is known of it."""
        rows = () if report is None else report.rows
        row = next((row for row in rows if self.lines.square(row.move) == text and row.visits), None)
        if report is None or row is None:
            return ""
        report = self.player.analysis.in_discs(report._replace(rows=(row,)), self.player.position, 1, seconds)
        return self.lines.worth_of_row(report.best)

    def hint(self, want: Want) -> None:
        """Tell of the best moves round by round until a line comes or nothing more is to be found."""
        if want.hints is None:
            want.hints = self.player.hints(want.moves, want.at, EVERY, SOONEST)
        for hint in want.hints:
            if hint.percent is None:
                want.shown = self.lines.round(hint.report, want.moves, want.shown, want.hints.book)
            else:
                self.lines.solved(hint.report, hint.percent)
        if want.hints.over:
            self._finish("status")

    def review(self, want: Want) -> None:
        """Say what each position of the game is worth for Black, from the last one back, until a line
        comes."""
        if want.values is None:
            want.values = self.player.game_values()
        for number, value in want.values:
            self._send(f"analysis {number} {discs_text(value)}")
        if want.values.over:
            self._finish("status")

    def learn(self, want: Want) -> None:
        """Put the game into the book: first how it ended, then position by position what a search says, from
        the last one back."""
        book, failure = self._book, ""
        try:
            if book is not None:
                self._learn_into(book, want)
        except OSError as error:
            failure = f"status cannot learn: {reason(error)}"
        if not self.player.bell.rung or failure:
            self._finish("learned")
            if failure:
                self.lines.tell(failure)

    def _learn_into(self, book: BookFile, want: Want) -> None:
        player = self.player
        if want.learning is None:
            want.learning = BookLearning(player.game, book.book)
            mark = self._mark()
            results = want.learning.results()
            known = book.learnt(mark)
            if player.bell.rung:
                want.learning = None
                return
            if results and not known:
                book.add(results, mark)
        # A search that gives draws another worth says nothing about play where they have none.
        while player.settings.contempt == 0 and want.done < len(want.learning):
            limits = Limits(player.settings.bounds.visits, LEARN_SECONDS)
            report = player.analysis.assess(want.learning.position(want.done), limits)
            if player.bell.rung:
                return
            book.add(want.learning.record(want.done, report))
            want.done += 1

    def _mark(self) -> str:
        """The key that tells this game from others."""
        moves = " ".join(str(move) for _, move, _ in self.player.game.plies())
        start = self.player.rules.position_text(self.player.game.start)
        text = f"{self.title} {start} {moves}".encode("latin-1", "replace")
        return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"

    def _finish(self, line: str) -> None:
        """Say the last of what is wanted."""
        self._want = None
        if line == "status":
            self.lines.tell(line)
        else:
            self._send(line)


DOING = {"go": "thinking", "hint": "analysing", "analyze": "reviewing", "learn": "learning"}
WORK: dict[str, Callable[[Worker, Want], None]] = {
    "go": Worker.go,
    "hint": Worker.hint,
    "analyze": Worker.review,
    "learn": Worker.learn,
}
