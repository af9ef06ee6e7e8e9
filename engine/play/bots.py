"""Players with a name and no search: opponents to measure by, and weak levels.

`bot(name, rules, seed)` gives an object whose `choose(position)` returns a legal move. The row of a game
(engine/games.py) says which know it. The same seed and the same positions give the same moves.
"""

from __future__ import annotations

import math
import random

from outflank.engine import core, evaluation
from outflank.engine.analysis.limits import Limits
from outflank.engine.games import GAMES
from outflank.engine.names import advice
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol, TypeAlias

    from typing_extensions import TypeIs

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.polyclash.polyclash import PolyClash
    from outflank.engine.variant import Variant

    class Bot(Protocol):
        """A chooser of moves."""

        def choose(self, position: Position, /) -> int: ...

    Worth: TypeAlias = Callable[[Position, int], float]


class Row(NamedTuple):
    """`build(rules, seed)` makes the bot. One that thinks is built with one or more of its `limits` as well.
    One that needs the `learned` evaluation plays on boards that have one."""

    build: Callable[..., Bot]
    about: str
    limits: tuple[str, ...] = ()
    learned: bool = False


TABLE_BITS = 20
"""The size of the alpha-beta's table: 2 to this power of positions."""
LONG, MOST_NODES = 1e9, 1 << 62
"""Limits that end nothing."""


class Chooser:
    """Plays a move of the highest `worth(position, move)`; equal ones are drawn from."""

    def __init__(self, worth: Worth, seed: int) -> None:
        self._worth = worth
        self._random = random.Random(seed)

    def choose(self, position: Position) -> int:
        moves = position.moves()
        worths = [self._worth(position, move) for move in moves]
        best = max(worths)
        return self._random.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


class Deepener:
    """Plain alpha-beta over the learned evaluation, deeper and deeper until the time of a move is over."""

    def __init__(
        self, rules: Rules, seed: int, seconds: float | None = None, visits: int | None = None
    ) -> None:
        """It leaves nothing to chance, so the seed is not used. A visit is a node."""
        level = evaluation.level_of(rules)
        self.limits = Limits(visits=visits, seconds=seconds)
        self.bell = core.load("base.stop", level).Bell()
        self._search = core.load("solver.alphabeta", level).AlphaBeta(evaluation.shipped(level), TABLE_BITS)

    def choose(self, position: Position, gone: float = 0.0) -> int:
        limits = self.limits.less(gone)
        seconds = LONG if limits.seconds is None else limits.seconds
        nodes = MOST_NODES if limits.visits is None else limits.visits
        move: int = self._search.think(position, seconds=seconds, nodes=nodes, bell=self.bell).move
        return move

    def stop(self) -> None:
        """Think no more in this game."""
        self.bell.ring()


class Spreader:
    """The computer player of PolyClash as it behaves. Its first play is on the lowest empty point; then it
    plays where its potential is lowest, far from all stones at first and, from ply 151 on, near as many as it
    can. It sees neither captures nor eyes, and passes only when it has no legal play."""

    def __init__(self, rules: Rules, seed: int) -> None:
        """It leaves nothing to chance, so the seed is not used."""
        self._potential = Potential(rules)

    def choose(self, position: Position) -> int:
        plays = [move for move in position.moves() if move != position.rules.pass_move]
        if not plays:
            return position.rules.pass_move
        if polyclash(position.rules).plies(position) < 2:
            return min(plays)
        potential = self._potential.field(position)
        return min(plays, key=lambda point: (potential[point], point))


class Designer:
    """The computer player of PolyClash as it was meant to be. Of all plays it makes the one after which its
    share of the area, and twice the stones captured as parts of all points, are most; then the lowest
    potential."""

    def __init__(self, rules: Rules, seed: int) -> None:
        """It leaves nothing to chance, so the seed is not used."""
        self._potential = Potential(rules)

    def choose(self, position: Position) -> int:
        rules = position.rules
        plays = [move for move in position.moves() if move != rules.pass_move]
        if not plays:
            return rules.pass_move
        potential = self._potential.field(position)
        return min(
            plays, key=lambda point: (-haul(position, point, 2 / len(potential)), potential[point], point)
        )


class Potential:
    """The nearness of all stones to each point. It is the sum of 1 / distance, in the units of the
    coordinates, times tanh(0.5 - plies / points), which changes sign in the middle of the game. Passes count
    as plies."""

    def __init__(self, rules: Rules) -> None:
        xyz = polyclash(rules).board.xyz
        self._near = [[1 / math.dist(a, b) if a != b else 0.0 for b in xyz] for a in xyz]

    def field(self, position: Position) -> list[float]:
        """The potential of every point."""
        cells = position.cells
        rows = [self._near[p] for p, cell in enumerate(cells) if cell != "."]
        weight = math.tanh(0.5 - polyclash(position.rules).plies(position) / len(cells))
        return [weight * total for total in map(sum, zip(*rows, strict=True))] if rows else [0.0] * len(cells)


def has_area(rules: Rules) -> TypeIs[PolyClash]:
    """Tell whether area counts in a game."""
    return hasattr(rules, "area")


def polyclash(rules: Rules) -> PolyClash:
    """Rules of a game in which area counts; ValueError for others."""
    if not has_area(rules):
        raise ValueError("this bot plays where area counts")
    return rules


def haul(position: Position, move: int, each: float) -> float:
    """The mover's gain by a move in PolyClash: a share of the area and `each` for a stone taken."""
    foe = 1 - position.mover
    after = position.play(move)
    sign = position.rules.signs[foe]
    taken = position.cells.count(sign) - after.cells.count(sign)
    return polyclash(position.rules).area(after)[position.mover] + each * taken


def gain(position: Position, move: int) -> float:
    """The growth of the mover's count at once: discs, balls or points."""
    return position.play(move).counts[position.mover] - position.counts[position.mover]


POINTS = {"inner": 0, "edge": 4, "C": -6, "X": -12, "corner": 30}
"""The positional bot's value of a square, by its kind."""


def position_points(position: Position, move: int) -> float:
    """The points of the square, and 0.3 for every disc turned, or 1.5 when at most 24 squares are empty."""
    rules = position.rules
    if move == rules.pass_move:
        return 0
    squares = core.load("othello.square_kinds")
    size = math.isqrt(len(position.cells))
    row, column = divmod(rules.cell_of(move), size)
    kind = squares.KINDS[squares.kind_of(column, row, size)]
    each = 1.5 if position.empties <= 24 else 0.3
    return POINTS[kind] + each * (gain(position, move) - 1)


def wild(position: Position, move: int) -> int:
    """Everything is worth the same, but a pass in PolyClash less: it could end the game by accident."""
    return int(move != position.rules.pass_move)


def careful(position: Position, move: int) -> int:
    """The value by `wild`, but filling an own eye, a point surrounded by own stones, is worth less than a
    pass."""
    rules = position.rules
    if move == rules.pass_move:
        return 0
    cells = position.cells
    own = "BW"[position.mover]
    return -1 if all(cells[p] == own for p in polyclash(rules).board.neighbours[move]) else 1


def greedy(rules: Rules, seed: int) -> Chooser:
    """The bot that takes the most at once: where area counts most stones, then most area."""
    if has_area(rules):
        return Chooser(lambda position, move: haul(position, move, 1), seed)
    return Chooser(gain, seed)


def acquire_bot(kind: str) -> Callable[..., Bot]:
    """A builder of a bot of Acquire of a class of its module."""

    def build(rules: Rules, seed: int) -> Bot:
        made: Bot = getattr(core.load("acquire.bots", evaluation.level_of(rules)), kind)(rules, seed)
        return made

    return build


BOTS: dict[str, Row] = {
    "random": Row(lambda rules, seed: Chooser(wild, seed), "any legal move, all equally likely"),
    "random-no-eyes": Row(lambda rules, seed: Chooser(careful, seed), "random, but never fills an own eye"),
    "greedy": Row(greedy, "the move that gains most at once"),
    "positional": Row(
        lambda rules, seed: Chooser(position_points, seed),
        "corners and edges, never beside a corner without need; the hard bot of Rolit",
    ),
    "alphabeta": Row(
        Deepener,
        "plain alpha-beta over the learned evaluation, with seconds= or visits= (nodes) a move",
        ("seconds", "visits"),
        learned=True,
    ),
    "acquire-easy": Row(acquire_bot("EasyBot"), "Acquire: random tiles and chains, buys all it can"),
    "acquire-medium": Row(acquire_bot("MediumBot"), "Acquire: one of the three best by fixed scores"),
    "acquire-hard": Row(acquire_bot("HardBot"), "Acquire: the best by fixed scores"),
    "polyclash-current": Row(Spreader, "PolyClash's computer player as it behaves"),
    "polyclash-designed": Row(Designer, "PolyClash's computer player as it was meant to be"),
}


def bot(name: str, rules: Rules, seed: int, **limits: float) -> Bot:
    """The bot of that name for rules of a game that it knows; ValueError when there is none."""
    row = find(name)
    if unknown := [key for key in limits if key not in row.limits]:
        raise ValueError(f"{name} has no limit {unknown[0]}")
    if row.limits and not limits:
        raise ValueError(f"{name} needs one of the limits {', '.join(row.limits)}")
    return row.build(rules, seed, **limits)


def find(name: str) -> Row:
    """The row of the bot of that name; ValueError when there is none."""
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; {advice(name, BOTS)}")
    return BOTS[name]


def check(name: str, variant: Variant, size: int) -> None:
    """Refuse, by ValueError, a name of which no bot knows a game on a board of that size."""
    row = find(name)
    if name not in variant.bots:
        known = [other.name for other in GAMES if name in other.bots]
        raise ValueError(f"{name} does not play {variant.name}, only {', '.join(known)}")
    if row.learned and size not in variant.learned:
        boards = " and ".join(f"{learned}x{learned}" for learned in variant.learned)
        raise ValueError(f"{name} plays on {boards} only")
