"""How an opening book grows from the start: the position is looked at next that careful play of both most
likely leads to, and what is found there changes what the moves before it are worth.

Nothing but the search judges: each likely move of a position is worth what a search of the position behind it
says, until that position is in the book too; then it is worth what its best move is.
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
"""What a ply costs a line, as the logarithm of how much less likely it is."""
LOSS = 0.02
"""A move that loses so much against the best one makes a line e times less likely."""
LIKELY = 0.12
"""A move is worth a search of its own if it loses no more than this in the search of the position. Of moves
with few visits there that is wrong by 0.07 (root of the mean square), by that search by 0.03."""
GLANCE = 4
"""The search of the position has the fourth part of a move's."""
KEPT = 0.06
"""Moves that lose more than this are left out of what is played from: what somebody learns may make a move of
less value the best one."""
LEAST_EMPTY = 30
"""With fewer empty squares exact play is so near that a book is of no use."""
MEMORY = 64


class Terms(NamedTuple):
    """What decides what is found of a position: the limits of a move's search, and the seed."""

    visits: int | None
    seconds: float | None
    seed: int


class Step(NamedTuple):
    """Where a move leads to: the key of the position, and whether its mover made the move too, as the other
    one has to pass; the end of the game has no key."""

    key: str | None
    again: bool


class Growth:
    """A book as it grows. What was found of positions stays as it is, {key: {cell: Known}}; what moves are
    worth follows from all of it."""

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
        """Take in what was found of a position."""
        self._found[key] = moves
        self._steps[key] = {cell: step(self._rules, key, cell) for cell in moves}

    def ahead(self, under_way: set[str]) -> int:
        """How many positions there are with those under way."""
        return len(self._found.keys() | under_way)

    def records(self) -> dict[str, dict[int, Known]]:
        """What the moves of all positions are worth, {key: {cell: Known}}."""
        worth: dict[str, dict[int, Known]] = {}
        # A move adds a disc, so what it leads to comes first.
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
        """The moves from the start on, in cells of the keys' boards, that are best by what is known."""
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
        """What a move is worth with all that follows."""
        after, again = self._steps[key][cell]
        if after is None or after not in worth:
            return self._found[key][cell]
        best = max(known.value for known in worth[after].values())
        visits = sum(known.visits for known in worth[after].values())
        return Known(best if again else 1 - best, visits, None, 0, 0)


def step(rules: othello.Othello, key: str, cell: int) -> Step:
    """Where a move leads to."""
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
    """What searches find of the likely moves of a position, {cell: Known}: the same for the same terms, where
    only visits limit them."""
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
    """What a move is worth by a search of the position behind it."""
    after, again = behind(position, move)
    if after.over:
        scores = player.rules.scores(after)
        lead = scores[position.mover] - scores[1 - position.mover]
        return Known((lead > 0) + (lead == 0) / 2, 1, None, 0, 0)
    report = assess(player, after, limits)
    mean = report.best.mean if report.best.sure is None else report.best.sure
    return Known(mean if again else 1 - mean, report.visits, None, 0, 0)
