"""Growth of an opening book: the next position is the most likely one by careful play of both.

Its result changes the values of the moves before it. Nothing but the search judges: the value of each likely
move of a position is that of a search of the position behind it, until that position is in the book too; then
it is the value of its best move.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.symmetry import cell_of, view
from outflank.engine.book.book import Known
from outflank.engine.core.othello import othello
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

    Moves = Mapping[int, Known]

PLY = 0.5
"""The cost of a ply to a line, as the logarithm of how much less likely it is."""
LOSS = 0.02
"""The loss against the best move that makes a line e times less likely."""
LIKELY = 0.12
"""Most loss of a move, by the search of the position, that gets a search of its own. Of moves with few visits
there that is wrong by 0.07 (root of the mean square), by that search by 0.03."""
GLANCE = 4
"""The search of the position has the fourth part of a move's."""
KEPT = 0.06
"""Most loss of a move in the book that is played from. More are kept for book learning: it may make a move of
less value the best one."""
LEAST_EMPTY = 30
"""With fewer empty squares exact play is so near that a book is of no use."""
MEMORY = 64


class Terms(NamedTuple):
    """The terms of a search of a position: the limits of a move's search, and the seed."""

    visits: int | None
    seconds: float | None
    seed: int


class Step(NamedTuple):
    """The end of a move: the key of the position, and whether its mover made the move too. The latter is so
    after a pass of the other; the end of the game has no key."""

    key: str | None
    again: bool


class Growth:
    """A book as it grows. The results of positions stay as they are, {key: {cell: Known}}; the values of
    moves follow from all of them."""

    def __init__(self, records: Iterable[tuple[str, Moves]] = ()) -> None:
        self._rules = othello.Othello(8)
        self.root = view(self._rules.new_position())[0]
        self._found: dict[str, Moves] = {}
        self._steps: dict[str, dict[int, Step]] = {}
        for key, moves in records:
            self.add(key, moves)

    def __len__(self) -> int:
        return len(self._found)

    def add(self, key: str, moves: Moves) -> None:
        """Take in the result of a position."""
        self._found[key] = moves
        self._steps[key] = {cell: step(self._rules, key, cell) for cell in moves}

    def ahead(self, under_way: set[str]) -> int:
        """The number of positions with those under way."""
        return len(self._found.keys() | under_way)

    def records(self) -> dict[str, dict[int, Known]]:
        """The values of the moves of all positions, {key: {cell: Known}}."""
        worth: dict[str, dict[int, Known]] = {}
        # A move adds a disc, so the positions with more discs come first.
        for key in sorted(self._found, key=lambda key: key.count("-")):
            worth[key] = {cell: self._known(key, cell, worth) for cell in self._found[key]}
        return worth

    def wanted(self, under_way: Collection[str] = ()) -> str | None:
        """The position that is looked at next, but for those; None when there is none."""
        cost = {self.root: 0.0}
        worth = self.records()
        for key in sorted(worth, key=lambda key: -key.count("-")):
            best = max(known.value for known in worth[key].values())
            for cell, known in worth[key].items():
                after = self._steps[key][cell].key
                if after is not None and key in cost:
                    price = cost[key] + PLY + (best - known.value) / LOSS
                    cost[after] = min(price, cost.get(after, price))
        ahead = [
            (price, key)
            for key, price in cost.items()
            if key not in worth and key not in under_way and key.count("-") >= LEAST_EMPTY
        ]
        return min(ahead, default=(0.0, None))[1]

    def best_line(self) -> list[int]:
        """The best line from the start on, in cells of the keys' boards."""
        worth, cells = self.records(), []
        key: str | None = self.root
        while key is not None and key in worth:
            moves = worth[key]
            cells.append(max(moves, key=lambda cell: moves[cell].value))
            key = self._steps[key][cells[-1]].key
        return cells

    def playable(self) -> dict[str, dict[int, Known]]:
        """The records of all positions without the moves that lose too much."""
        kept = {}
        for key, moves in self.records().items():
            least = max(known.value for known in moves.values()) - KEPT
            kept[key] = {cell: known for cell, known in moves.items() if known.value >= least}
        return kept

    def _known(self, key: str, cell: int, worth: Mapping[str, Mapping[int, Known]]) -> Known:
        """The value of a move with all that follows."""
        after, again = self._steps[key][cell]
        if after is None or after not in worth:
            return self._found[key][cell]
        best = max(known.value for known in worth[after].values())
        visits = sum(known.visits for known in worth[after].values())
        return Known(best if again else 1 - best, visits, None, 0, 0)


def step(rules: othello.Othello, key: str, cell: int) -> Step:
    """The step that a move makes."""
    position = position_of(rules, key)
    after, again = behind(position, rules.squares()[cell])
    return Step(None if after.over else view(after)[0], again)


def behind(position: Position, move: int) -> tuple[Position, bool]:
    """The position behind a move, and behind the pass it forces; whether its mover made the move too."""
    after = position.play(move)
    if after.moves() == [position.rules.pass_move]:
        after = after.play(position.rules.pass_move)
    return after, after.mover == position.mover


def position_of(rules: Rules, key: str) -> Position:
    """The position of a key, for the first player to move."""
    return rules.parse_position(f"{key} X")


def look(key: str, terms: Terms) -> dict[int, Known]:
    """The searches' results for the likely moves of a position, {cell: Known}. They are the same for the same
    terms, where only visits limit them."""
    player = Player(seed=terms.seed << 32 | zlib.crc32(key.encode("ascii")), memory=MEMORY)
    position = position_of(player.rules, key)
    limits = Limits(terms.visits, terms.seconds)
    brief = Limits(terms.visits and max(1, terms.visits // GLANCE), terms.seconds and terms.seconds / GLANCE)
    glance = assess(player, position, brief)
    seen = [row for row in glance.rows if row.visits]
    best = glance.best.mean
    ways = view(position)[1]
    found = {}
    for row in seen:
        cell = cell_of(position, ways, row.move)
        if cell not in found and row.mean >= best - LIKELY:
            found[cell] = judged(player, position, row.move, limits)
    return found


def assess(player: Player, position: Position, limits: Limits) -> Report:
    """The report of a search that knows nothing of earlier ones."""
    player.search_session.forget()
    return player.analysis.assess(position, limits)


def judged(player: Player, position: Position, move: int, limits: Limits) -> Known:
    """The value of a move by a search of the position behind it."""
    after, again = behind(position, move)
    if after.over:
        scores = player.rules.scores(after)
        lead = scores[position.mover] - scores[1 - position.mover]
        return Known((lead > 0) + (lead == 0) / 2, 1, None, 0, 0)
    report = assess(player, after, limits)
    mean = report.best.mean if report.best.sure is None else report.best.sure
    return Known(mean if again else 1 - mean, report.visits, None, 0, 0)
