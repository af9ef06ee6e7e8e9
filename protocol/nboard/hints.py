"""Lines of an NBoard session about its work: squares, discs and rounds of hints as the GUI reads them."""

from __future__ import annotations

from outflank.engine.analysis.discs import discs_at, discs_of
from outflank.engine.book.book import Line
from outflank.engine.play.player import Player
from outflank.protocol.formats.replay import square_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set as AbstractSet

    from outflank.engine.analysis.report import Report, Row

VERSION = 2


class Lines:
    """Says lines about the position of a player; a peer of version 1 knows fewer of them."""

    def __init__(self, player: Player, send: Callable[[str], None]) -> None:
        self.version = VERSION
        self._player = player
        self._send = send

    def tell(self, line: str) -> None:
        """Send a line that version 1 does not know."""
        if self.version >= VERSION:
            self._send(line)

    def stats(self, nodes: int, seconds: float) -> None:
        """A number of nodes and the seconds that they took."""
        self.tell(f"nodestats {nodes} {seconds:.3f}")

    def round(
        self, report: Report, count: int, last: tuple[int, AbstractSet[int]], book: Mapping[int, Line]
    ) -> tuple[int, AbstractSet[int]]:
        """One line for each of the best moves, all with the same depth, as the peer drops those of another.
        Returns that depth and the moves. It is at least the `last` one, and above it where a move of that
        round has left them. When the outcome is certain these are the moves whose outcome is."""
        rows = [row for row in report.rows if row.visits]
        depth, shown = last
        depth = max(depth, report.searched.bit_length() - 1)
        if depth == last[0] and shown - {row.move for row in rows[:count]}:
            depth += 1
        text = str(depth)
        if report.settled:
            rows = [row for row in rows if row.sure is not None]
            text = "100%" if all(row.margin is not None for row in rows[:count]) else "100%W"
        for row in rows[:count]:
            line = book.get(row.move)
            if line is not None and line.known.visits > row.visits and row.sure is None:
                worth = self.worth_of_line(line)
                self._send(f"book {self.square(row.move)} {worth} {line.known.games} {text}")
            else:
                moves = "-".join(self.square(move) for move in row.line)
                self._send(f"search {moves} {self.worth_of_row(row)} 0 {text}")
        self.stats(report.visits, report.seconds)
        return depth, {row.move for row in rows[:count]}

    def solved(self, report: Report, percent: int) -> None:
        """One line for each move that the endgame solver has answered, and how sure its leads are."""
        for row in report.rows:
            moves = "-".join(self.square(move) for move in row.line)
            self._send(f"search {moves} {self.worth_of_row(row)} 0 {percent}%")
        self.stats(report.visits, report.seconds)

    def square(self, move: int) -> str:
        """A move."""
        rules = self._player.rules
        return "PA" if move == rules.pass_move else square_text(rules, move).upper()

    def worth_of_row(self, row: Row) -> str:
        """The value of a move for the player to move."""
        return discs_text(discs_of(row, self._player.position.empties, self._draw))

    def worth_of_line(self, line: Line) -> str:
        """The same for a move of the book."""
        known = line.known
        if known.margin is not None:
            return self.margin(known.margin)
        if known.mean is None:
            return discs_text(known.total / known.games)
        return discs_text(discs_at(known.mean, self._player.position.empties))

    def margin(self, margin: int) -> str:
        """An exact margin for who is to move."""
        return discs_text(float(margin) or self._draw)

    @property
    def _draw(self) -> float:
        """The value that a draw is shown with to the player to move: up to a disc, as he likes it or not."""
        worth: float = self._player.settings.contempt / 100
        return -worth if self._player.position.mover else worth


def discs_text(value: float) -> str:
    """Discs with two decimals; nothing is 0.00, without a sign."""
    return f"{round(value, 2) + 0.0:.2f}"
