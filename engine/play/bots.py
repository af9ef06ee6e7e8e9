"""Players with a name and no search: opponents to measure by, and weak levels.

`bot(name, rules, seed)` gives an object whose `choose(position)` returns a legal move. BOTS says which game
knows which. The same seed and the same positions give the same moves.
"""

import math
import random
from collections import namedtuple

from outflank.engine import core, evaluation
from outflank.engine.analysis.limits import Limits
from outflank.engine.names import advice

Row = namedtuple("Row", ("games", "build", "about", "limits", "sizes"), defaults=((), None))
"""`games` are names of rules classes, what is derived from one counts; `build(rules, seed)` makes the bot.
One that thinks is built with one or more of its `limits` as well. `sizes` are those of the boards it plays
on, None for all."""


TABLE_BITS = 20
"""The size of the alpha-beta's table: 2 to the power of so many positions."""
LONG, MOST_NODES = 1e9, 1 << 62
"""Limits that end nothing."""


class Chooser:
    """Plays a move of the highest `worth(position, move)`; equal ones are drawn from."""

    def __init__(self, worth, seed):
        self._worth = worth
        self._random = random.Random(seed)

    def choose(self, position):
        moves = position.moves()
        worths = [self._worth(position, move) for move in moves]
        best = max(worths)
        return self._random.choice([move for move, worth in zip(moves, worths, strict=True) if worth == best])


class Deepener:
    """Plain alpha-beta over the learned evaluation, deeper and deeper until the time of a move is over."""

    def __init__(self, rules, seed, seconds=None, visits=None):
        """It leaves nothing to chance, so the seed is not used. A visit is a node."""
        level = evaluation.level_of(rules)
        self.limits = Limits(visits=visits, seconds=seconds)
        self.bell = core.load("base.stop", level).Bell()
        self._search = core.load("solver.alphabeta", level).AlphaBeta(evaluation.tables_of(rules), TABLE_BITS)

    def choose(self, position, gone=0.0):
        limits = self.limits.less(gone)
        seconds = LONG if limits.seconds is None else limits.seconds
        nodes = MOST_NODES if limits.visits is None else limits.visits
        return self._search.think(position, seconds=seconds, nodes=nodes, bell=self.bell).move

    def stop(self):
        """Think no more in this game."""
        self.bell.ring()


class Spreader:
    """The computer player of PolyClash as it behaves: its first play is on the lowest empty point; then it
    plays where its potential is lowest, far from all stones at first and, from ply 151 on, near as many as it
    can. It sees neither captures nor eyes, and passes only when it has no legal play."""

    def __init__(self, rules, seed):
        """It leaves nothing to chance, so the seed is not used."""
        self._potential = Potential(rules)

    def choose(self, position):
        plays = [move for move in position.moves() if move != position.rules.pass_move]
        if not plays:
            return position.rules.pass_move
        if position.rules.plies(position) < 2:
            return min(plays)
        potential = self._potential.field(position)
        return min(plays, key=lambda point: (potential[point], point))


class Designer:
    """The computer player of PolyClash as it was meant to be: of all plays the one after which its share of
    the area, and twice the stones captured as parts of all points, are most; then the lowest potential."""

    def __init__(self, rules, seed):
        """It leaves nothing to chance, so the seed is not used."""
        self._potential = Potential(rules)

    def choose(self, position):
        rules = position.rules
        plays = [move for move in position.moves() if move != rules.pass_move]
        if not plays:
            return rules.pass_move
        potential = self._potential.field(position)
        return min(
            plays, key=lambda point: (-haul(position, point, 2 / len(potential)), potential[point], point)
        )


class Potential:
    """How near all stones are to each point: the sum of 1 / distance, in the units of the coordinates, times
    tanh(0.5 - plies / points), which changes sign in the middle of the game. Passes count as plies."""

    def __init__(self, rules):
        xyz = rules.board.xyz
        self._near = [[1 / math.dist(a, b) if a != b else 0.0 for b in xyz] for a in xyz]

    def field(self, position):
        """The potential of every point."""
        cells = stones(position)
        rows = [self._near[p] for p, cell in enumerate(cells) if cell != "."]
        weight = math.tanh(0.5 - position.rules.plies(position) / len(cells))
        return [weight * total for total in map(sum, zip(*rows, strict=True))] if rows else [0.0] * len(cells)


def stones(position):
    """The cells of a PolyClash position by point, `B`, `W` or `.`."""
    return position.rules.position_text(position).split()[0]


def haul(position, move, each):
    """What a move in PolyClash leaves the mover: his share of the area and `each` for a stone taken."""
    foe = "WB"[position.mover]
    after = position.play(move)
    taken = stones(position).count(foe) - stones(after).count(foe)
    return position.rules.area(after)[position.mover] + each * taken


def gain(position, move):
    """By how much the mover's score grows at once: discs, balls or points."""
    return score(position.play(move), position.mover) - score(position, position.mover)


def score(position, player):
    """A player's score in discs, balls or points, empty squares not counted."""
    rules = position.rules
    if is_game(rules, "Othello"):
        return rules.discs(position)[player].bit_count()
    return rules.scores(position)[player]


POINTS = {"inner": 0, "edge": 4, "C": -6, "X": -12, "corner": 30}
"""What the positional bot thinks of a square, by its kind."""


def position_points(position, move):
    """The points of the square, and 0.3 for every disc turned, or 1.5 when at most 24 squares are empty."""
    rules = position.rules
    if move == rules.pass_move:
        return 0
    squares = core.load("othello.square_kinds")
    kind = squares.KINDS[squares.kind_of(*spot(rules, move))]
    cells = rules.position_text(position).split()[0]
    each = 1.5 if cells.count(".") + cells.count("-") <= 24 else 0.3
    return POINTS[kind] + each * (gain(position, move) - 1)


def spot(rules, move):
    """Column and row of a square, and the size of its board."""
    if is_game(rules, "Othello"):
        return move % rules.stride - rules.first, move // rules.stride - rules.first, rules.size
    return move % 8, move // 8, 8


def is_game(rules, name):
    """Whether rules are those of a game, by the name of their class: every CPU level has its own classes."""
    return any(base.__name__ == name for base in type(rules).__mro__)


def wild(position, move):
    """Everything is worth the same, but a pass in PolyClash less: it could end the game by accident."""
    return int(move != position.rules.pass_move)


def careful(position, move):
    """As `wild`, but filling an own eye, a point surrounded by own stones, is worth less than a pass."""
    rules = position.rules
    if move == rules.pass_move:
        return 0
    cells = stones(position)
    own = "BW"[position.mover]
    return -1 if all(cells[p] == own for p in rules.board.neighbours[move]) else 1


def greedy(rules, seed):
    """The bot that takes the most at once: in PolyClash most stones, then most area."""
    if is_game(rules, "PolyClash"):
        return Chooser(lambda position, move: haul(position, move, 1), seed)
    return Chooser(gain, seed)


ALL = ("Othello", "Rolit", "Sos", "PolyClash")
BOTS = {
    "random": Row(ALL, lambda rules, seed: Chooser(wild, seed), "any legal move, all equally likely"),
    "random-no-eyes": Row(
        ("PolyClash",), lambda rules, seed: Chooser(careful, seed), "random, but never fills an own eye"
    ),
    "greedy": Row(ALL, greedy, "the move that gains most at once"),
    "positional": Row(
        ("Othello", "Rolit"),
        lambda rules, seed: Chooser(position_points, seed),
        "corners and edges, never beside a corner without need; the hard bot of Rolit",
    ),
    "alphabeta": Row(
        ("Othello",),
        Deepener,
        "plain alpha-beta over the learned evaluation, with seconds= or visits= (nodes) a move",
        ("seconds", "visits"),
        (8,),
    ),
    "polyclash-current": Row(("PolyClash",), Spreader, "PolyClash's computer player as it behaves"),
    "polyclash-designed": Row(("PolyClash",), Designer, "PolyClash's computer player as it was meant to be"),
}


def bot(name, rules, seed, **limits):
    """The bot of that name for these rules; ValueError when there is none."""
    row = check(name, rules)
    if unknown := [key for key in limits if key not in row.limits]:
        raise ValueError(f"{name} has no limit {unknown[0]}")
    if row.limits and not limits:
        raise ValueError(f"{name} needs one of the limits {', '.join(row.limits)}")
    return row.build(rules, seed, **limits)


def check(name, rules):
    """The row of the bot of that name; ValueError when there is none for these rules."""
    if name not in BOTS:
        raise ValueError(f"no bot {name!r}; {advice(name, BOTS)}")
    row = BOTS[name]
    if not any(is_game(rules, game) for game in row.games):
        raise ValueError(f"{name} does not play {type(rules).__name__}, only {', '.join(row.games)}")
    if row.sizes is not None and getattr(rules, "size", None) not in row.sizes:
        raise ValueError(f"{name} plays on {' and '.join(f'{size}x{size}' for size in row.sizes)} only")
    return row
