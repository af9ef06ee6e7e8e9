"""Games of an evaluation against itself, from random openings to exact ends."""

from __future__ import annotations

import functools
import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from outflank.engine import evaluation
from outflank.engine.core.othello import othello
from outflank.engine.core.solver import alphabeta, endgame
from outflank.engine.train.samples import BESIDE, GUESSED, SAMPLE, SOLVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.othello.patterns import Patterns
    from outflank.engine.core.solver.root_search import Root
    from outflank.engine.train.features import Array

    Sample = tuple[int, ...]

EARLY = range(8, 21)
"""Random plies of most games; LATE_SHARE of them have any number of ..."""
LATE = range(21, 59)
LATE_SHARE = 0.2
EVEN = 10
"""Most discs of a lead, by the search, at the beginning of an even game. After random plies most games are
decided; EVEN_SHARE of those with few begin even."""
EVEN_SHARE = 0.75
TABLE_BITS = 16
SOLVER_MB = 16
FEWEST_GUESSED = 16
"""With fewer empty squares the solver makes no estimate: after it all is exact."""
SHORT_ENDING = 8
"""Endings that the alpha-beta search solves itself."""
BLACK = 0


class Plan(NamedTuple):
    """The plan of a generation's games: seed, chunks, plies of the search, exact and likely endings, other
    moves. From one number of empty squares on the rest is exact (from 15 at the latest, where estimates come
    before), from another on, before that, the moves are those that are likely best by the solver's estimate,
    and of each position before some other moves are looked at too."""

    seed: int
    generation: int
    games: int = 500
    depth: int = 4
    solve_at: int = 16
    guess_at: int = 20
    beside: int = 2


class Solver(endgame.Endgame):
    """A solver that asks no clock, so that its lines are always the same."""

    def answer(
        self,
        root: Root,
        low: int,
        high: int,
        levels: Sequence[int] = endgame.FIRST_GUESS,
        proven: bool = True,
    ) -> endgame.Answer:
        self.search.open_until(endgame.LONG)
        self.search.close_in(root, low, high, levels, proven)
        line = tuple(root.line)
        return endgame.Answer(root.low, root.high, line[0], line, self.nodes)


def play_chunk(data: bytes, plan: Plan, number: int) -> Array:
    """The samples of a chunk of games by the evaluation of a file with that content. They depend on nothing
    but the arguments."""
    return Table(new_judge(data), plan).chunk(number)


@functools.lru_cache(maxsize=2)
def new_judge(data: bytes) -> Patterns:
    """The evaluation of a file with that content."""
    return evaluation.read(data)


class Table:
    """The player of a chunk's games."""

    def __init__(self, judge: Patterns, plan: Plan) -> None:
        self._plan = plan
        self._rules = othello.Othello(8)
        self._search = alphabeta.AlphaBeta(judge, TABLE_BITS, SHORT_ENDING)
        self._solver = Solver(SOLVER_MB, 1, judge)

    def chunk(self, number: int) -> Array:
        """The samples of a chunk."""
        plan = self._plan
        rng = random.Random(f"{plan.seed}/{plan.generation}/{number}")
        rows = []
        for game in range(number * plan.games, (number + 1) * plan.games):
            rows += self._game(game, self._opening(rng), rng)
        found: Array = np.array(rows, SAMPLE)
        return found

    def _opening(self, rng: random.Random) -> Position:
        """A position that a game begins with."""
        if rng.random() < LATE_SHARE:
            return random_position(self._rules, rng, rng.choice(LATE))
        even = rng.random() < EVEN_SHARE
        while True:
            position = random_position(self._rules, rng, rng.choice(EARLY))
            if not even or self._is_even(position):
                return position

    def _is_even(self, position: Position) -> bool:
        """Tell whether the search sees neither side lead by much."""
        return abs(self._search.think(position, self._plan.depth).score) <= EVEN * evaluation.UNIT

    def _game(self, game: int, position: Position, rng: random.Random) -> list[Sample]:
        """The samples of a game from a position on, and of the positions beside it."""
        rules, plan = self._rules, self._plan
        guesses = plan.guess_at >= FEWEST_GUESSED
        exact_at = max(plan.solve_at, FEWEST_GUESSED - 1) if guesses else plan.solve_at
        rows, movers, others = [], [], []
        while not position.over:
            p, o = mover_first(rules, position)
            placed = (p | o).bit_count() - 4
            if 60 - placed <= exact_at:
                break
            guessed = guesses and 60 - placed <= plan.guess_at
            move, score, depth = self._choice(position, guessed)
            others += [] if guessed else self._others(position, move, rng)
            if move != rules.pass_move:
                movers.append(position.mover)
                rows.append([p, o, game, score, 0, depth, move, placed])
            position = position.play(move)
        lead = black_lead(rules, position) if position.over else self._finish(game, position, rows, movers)
        for row, mover in zip(rows, movers, strict=True):
            row[4] = lead if mover == BLACK else -lead
        apart = [(p, o, game + (i + 1) * BESIDE, *rest) for i, (p, o, *rest) in enumerate(others)]
        return [tuple(row) for row in rows] + apart

    def _choice(self, position: Position, guessed: bool) -> tuple[int, int, int]:
        """The move that is played, the mover's score and the depth of its search. They are the solver's
        guess, or the search's result."""
        if guessed:
            answer = self._solver.estimate(position, endgame.FIRST_GUESS)
            if answer.move is None or answer.likely is None:
                raise RuntimeError("an estimate without limits came to no end")
            return answer.move, evaluation.UNIT * answer.likely, GUESSED
        verdict = self._search.think(position, self._plan.depth)
        return verdict.move, plain(verdict.score), verdict.depth

    def _others(self, position: Position, best: int, rng: random.Random) -> list[Sample]:
        """Some positions after other moves than the best one: their discs, score, label, depth, move and the
        discs placed."""
        moves = [move for move in position.moves() if move != best]
        found: list[Sample] = []
        for move in rng.sample(moves, min(len(moves), self._plan.beside)):
            after = position.play(move)
            if after.over or after.moves() == [self._rules.pass_move]:
                continue
            p, o = mover_first(self._rules, after)
            verdict = self._search.think(after, self._plan.depth)
            score = plain(verdict.score)
            placed = (p | o).bit_count() - 4
            found.append((p, o, score, round(score / evaluation.UNIT), verdict.depth, verdict.move, placed))
        return found

    def _finish(self, game: int, position: Position, rows: list[list[int]], movers: list[int]) -> int:
        """Black's lead with best play from a position, the positions of which join the others."""
        rules = self._rules
        answer = self._solver.solve(position)
        lead = answer.low if position.mover == BLACK else -answer.low
        for move in answer.line:
            p, o = mover_first(rules, position)
            if move != rules.pass_move:
                exact = lead if position.mover == BLACK else -lead
                placed = (p | o).bit_count() - 4
                movers.append(position.mover)
                rows.append([p, o, game, evaluation.UNIT * exact, 0, SOLVED, move, placed])
            position = position.play(move)
        return lead


def random_position(rules: othello.Othello, rng: random.Random, plies: int) -> Position:
    """A position that is not over, after `plies` random moves; passes do not count."""
    while True:
        position = rules.new_position()
        placed = 0
        while placed < plies and not position.over:
            move = rng.choice(position.moves())
            placed += move != rules.pass_move
            position = position.play(move)
        if not position.over:
            return position


def mover_first(rules: othello.Othello, position: Position) -> tuple[int, int]:
    """The discs of the mover, and the other's."""
    black, white = rules.discs(position)
    return (black, white) if position.mover == BLACK else (white, black)


def black_lead(rules: othello.Othello, position: Position) -> int:
    """Black's lead in a game that is over."""
    black, white = rules.scores(position)
    return black - white


def plain(score: int) -> int:
    """A score without the part that marks a certain end, within the range of leads.

    A certain end leads by an even number of discs, and hardly any judgement beyond 64 discs looks like
    one.
    """
    most = 64 * evaluation.UNIT
    beyond = abs(score) - evaluation.OUTCOME_LEAD
    if beyond > 0 and beyond % (2 * evaluation.UNIT) == 0:
        return beyond if score > 0 else -beyond
    return max(-most, min(most, score))
