"""What an NBoard session does while no line waits: find a move, give hints, review a game, learn from it.

Each piece of work is begun again where the bell ended it, until it is done or somebody wants something else.
"""

from __future__ import annotations

import time
import zlib

from outflank.engine.analysis.discs import empties
from outflank.engine.analysis.endings import LEVELS, MOST_EMPTY, RIGHT, can_guess, is_ending, usual_seconds
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.session import FOR_EVER, Watch
from outflank.engine.book.book import Line
from outflank.engine.book.learning import BookLearning
from outflank.engine.game import Refused
from outflank.engine.play.player import Player
from outflank.protocol.console.errors import reason
from outflank.protocol.nboard.book_file import BookFile
from outflank.protocol.nboard.clock import Clocks
from outflank.protocol.nboard.hints import Lines, discs_text
from outflank.protocol.nboard.review import worth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Set as AbstractSet

    from outflank.engine.analysis.report import Report

ENDLESS_DEPTH = 50
"""From this depth on only the clock ends a search."""
EVERY = 0.15
"""Seconds between two rounds of hints: the peer paints the board at each."""
SOONEST = 0.13
"""Seconds after a round within which only the last one follows, whatever lines come in between."""
LONGEST_HINT = 600.0
"""Seconds after which a hint rests that nobody has taken back."""
HINT_EMPTY = 24
"""Most empty squares of positions that a hint tries to solve, where nothing can be said on the way to it: it
usually takes seconds."""
FIRST_TRY = 0.5
"""Seconds of the first try."""
MOST_SOLVED_HINTS = 5
"""So many hints of an ending have values of the endgame solver while the search goes on."""
GO_SHARE = 0.2
"""The part of a move's time that its value may take."""
LEARN_SECONDS = 0.5
"""Most seconds for each position of a game to learn from."""


class Want:
    """What the peer waits for: which kind of work, how many moves, when it was asked for, how far it has
    come, when it was last told of, the greatest depth with its moves and the level of estimates it has been
    told, the longest lines by their first moves, and what the last position of a review is worth for
    Black."""

    __slots__ = ("kind", "moves", "at", "done", "told", "shown", "level", "learning", "lines", "after")

    def __init__(self, kind: str, moves: int, at: float) -> None:
        self.kind = kind
        self.moves = moves
        self.at = at
        self.done = -1
        self.told = float("-inf")
        self.shown: tuple[int, AbstractSet[int]] = (1, frozenset())
        self.level = -1
        self.learning: BookLearning | None = None
        self.lines: dict[int, tuple[int, ...]] = {}
        self.after: float | None = None


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
        self._depth = 0

    def ask(self, kind: str, moves: int, at: float) -> None:
        """Note what is to be done when no line waits."""
        self._want = Want(kind, moves, at)

    def set_depth(self, depth: int) -> None:
        """Search to a depth: so many visits, and exact scores with so many empty squares."""
        self._depth = depth
        self.player.settings.depth_visits = visits_at(depth)
        self.player.settings.own_endings = depth

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
        soft, _ = player.allowance(side, want.at)
        known = player.opening(request, soft)
        earlier = player.report
        text = self.lines.square(player.rules.find_move(player.consider(request, want.at)))
        if player.bell.rung:
            return
        took = time.monotonic() - want.at
        self.clocks.thought(side, took)
        value = ""
        if known is not None:
            value = self.lines.worth_of_line(known)
        elif player.report is not earlier:
            value = self._value(player.report, text, GO_SHARE * took)
            self.lines.stats(player.report.visits, player.report.seconds)
        else:
            # There was no choice.
            value = self._value(player.recall(), text, GO_SHARE * took)
        self._finish(f"=== {text}/{value}/{took:.2f}")

    def _value(self, report: Report | None, text: str, seconds: float) -> str:
        """What a report says of a move, with the help of the endgame solver for so many seconds; empty where
        nothing is known of it."""
        rows = () if report is None else report.rows
        row = next((row for row in rows if self.lines.square(row.move) == text and row.visits), None)
        if report is None or row is None:
            return ""
        report = self.player.in_discs(report._replace(rows=(row,)), self.player.position, 1, seconds)
        return self.lines.worth_of_row(report.best)

    def hint(self, want: Want) -> None:
        """Report the best moves round by round until a line comes, the outcome is certain, as many visits are
        made as the depth stands for, or a long time has gone; where so few squares are empty, their exact
        scores after the first round."""
        player = self.player
        position = player.position
        if player.book is not None:
            player.book.look()
        book = {line.move: line for line in player.book.lines(position)} if player.book is not None else {}
        if is_ending(
            position, min(player.settings.endings, MOST_EMPTY if can_guess(position) else HINT_EMPTY)
        ):
            self._solve(want, book)
            return
        visits = player.settings.bounds.visits
        enough = FOR_EVER if visits is None else visits

        def tell(report: Report) -> None:
            visits = report.kept + report.visits
            last = report.settled or visits >= enough or time.monotonic() - want.at > LONGEST_HINT
            self._round(report, want, book, last)
            if last:
                self._finish("status")
                player.bell.ring()

        known = player.recall() if want.done == 0 else None
        if known is not None:
            # What was found before is shown at once.
            tell(known)
        if self._want is want:
            player.analyse(player.request(position.mover), Watch(EVERY, tell), enough)

    def _solve(self, want: Want, book: dict[int, Line]) -> None:
        """Report what the search says in turns with longer and longer tries to find an exact score, and from
        the first one on the exact scores of the best moves, one after the other. Where that takes long, and
        the search has no proof of who wins, the likely scores of the best moves come before, ever surer, and
        then no more of the search."""
        player, position = self.player, self.player.position
        began, solved, seconds, nodes = time.monotonic(), False, FIRST_TRY, 0
        usual = usual_seconds(empties(position)) if can_guess(position) else 0.0

        def left() -> float:
            return max(0.0, want.at + LONGEST_HINT - time.monotonic())

        while not solved and not player.bell.rung and left() > 0:
            if want.level < 0 and (want.done == 0 or seconds > FIRST_TRY):
                self._round(player.assess(position, Limits(None, EVERY)), want, book)
            known = player.recall()
            if want.level < LEVELS[-1] and seconds < usual and not (known and known.settled):
                moves = [row.move for row in known.rows] if known else position.moves()
                nodes += self._guess(want, moves[: want.moves], seconds)
            else:
                for answer in player.exact_scores(position, 1, min(seconds, left())):
                    solved = answer.exact
                    nodes += answer.nodes
            seconds *= 2
        for answer in player.exact_scores(position, want.moves, left()):
            if answer.exact:
                self._score(answer.line, self.lines.margin(answer.low), 100)
                self.lines.stats(nodes + answer.nodes, time.monotonic() - began)
        if not player.bell.rung:
            self._finish("status")

    def _guess(self, want: Want, moves: list[int], seconds: float) -> int:
        """Report the likely scores of moves and the best one, level by level; the last level begins within so
        many seconds. Returns the nodes that they took."""
        player, position = self.player, self.player.position
        began, took, nodes = time.monotonic(), 0.0, 0
        while want.level < LEVELS[-1] and took < seconds:
            left = want.at + LONGEST_HINT - time.monotonic()
            answers = player.likely_scores(position, moves, want.level + 1, left)
            if answers is None:
                break
            want.level += 1
            took = time.monotonic() - began
            nodes += sum(answer.nodes for answer in answers)
            if self._is_time(want, want.level == LEVELS[-1]):
                for answer in answers:
                    line = self._longest(want, answer.line)
                    self._score(line, discs_text(answer.likely), RIGHT[want.level])
                self.lines.stats(nodes, took)
        return nodes

    def _longest(self, want: Want, line: Sequence[int]) -> tuple[int, ...]:
        """A likely line as far as the tree goes on from its end, or the last one that was told of its first
        move where that is longer."""
        line, position = tuple(line), self.player.position
        for move in line:
            position = position.play(move)
        known = self.player.search_session.recall(position)
        if known is not None:
            line += tuple(known.line)
        before = want.lines.get(line[0], ())
        want.lines[line[0]] = longest = before if len(before) > len(line) else line
        return longest

    def _score(self, line: Sequence[int], worth: str, percent: int) -> None:
        """Tell of a move with the line that follows it, and how sure its worth is."""
        moves = "-".join(self.lines.square(move) for move in line)
        self._send(f"search {moves} {worth} 0 {percent}%")

    def review(self, want: Want) -> None:
        """Walk back through the game and say what each position is worth for Black, until a line comes."""
        game = self.player.game
        positions = [position for position, _, _ in game.plies()] + [game.position]
        moves = [move for _, move, _ in game.plies()] + [None]
        while want.done < len(positions):
            number = len(positions) - 1 - want.done
            value = worth(self.player, self._depth, positions[number], moves[number], want.after)
            if self.player.bell.rung:
                return
            want.done += 1
            want.after = value
            self._send(f"analysis {number} {discs_text(value)}")
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
            report = player.assess(want.learning.position(want.done), self._limits(LEARN_SECONDS))
            if player.bell.rung:
                return
            book.add(want.learning.record(want.done, report))
            want.done += 1

    def _mark(self) -> str:
        """What tells this game from others."""
        moves = " ".join(str(move) for _, move, _ in self.player.game.plies())
        start = self.player.rules.position_text(self.player.game.start)
        text = f"{self.title} {start} {moves}".encode("latin-1", "replace")
        return f"{zlib.crc32(text):08x}{zlib.adler32(text):08x}"

    def _round(self, report: Report, want: Want, book: dict[int, Line], last: bool = False) -> None:
        """Tell of a round of hints where it is time for one."""
        if self._is_time(want, last):
            told = min(want.moves, MOST_SOLVED_HINTS)
            report = self.player.in_discs(report, self.player.position, told, EVERY)
            want.shown = self.lines.round(report, want.moves, want.shown, book)
            want.lines.update((row.move, row.line) for row in report.rows)

    def _is_time(self, want: Want, last: bool) -> bool:
        """Whether a round of hints is to be told: not soon after another one, unless it is the last."""
        now = time.monotonic()
        if not last and now - want.told < SOONEST:
            return False
        want.told = now
        want.done += 1
        return True

    def _limits(self, seconds: float) -> Limits:
        """So much time for one position, and no more visits than the level or the depth stands for."""
        return Limits(self.player.settings.bounds.visits, seconds)

    def _finish(self, line: str) -> None:
        """Say the last of what is wanted."""
        self._want = None
        if line == "status":
            self.lines.tell(line)
        else:
            self._send(line)


def visits_at(depth: int) -> int | None:
    """The visits that a depth stands for: they double every second step; None is no bound."""
    return None if depth >= ENDLESS_DEPTH else round(32 * 2 ** (depth / 2))


DOING = {"go": "thinking", "hint": "analysing", "analyze": "reviewing", "learn": "learning"}
WORK: dict[str, Callable[[Worker, Want], None]] = {
    "go": Worker.go,
    "hint": Worker.hint,
    "analyze": Worker.review,
    "learn": Worker.learn,
}
