"""Games of an evaluation against itself, from random openings to exact ends."""

import functools
import random
from typing import NamedTuple

import numpy as np

from engine import evaluation
from engine.core import alphabeta, endgame, othello
from engine.training.samples import SAMPLE, SOLVED

EARLY = range(8, 21)
"""Random plies of half the games; the other half has any number of ..."""
LATE = range(21, 59)
TABLE_BITS = 16
SOLVER_MB = 16
SHORT_ENDING = 8
"""Endings that the alpha-beta search solves itself."""
BLACK = 0


class Plan(NamedTuple):
    """How the games of a generation are played: what the random numbers depend on, games in a chunk, plies of
    the search, and from how many empty squares on the rest is exact."""

    seed: int
    generation: int
    games: int = 500
    depth: int = 4
    solve_at: int = 16


class Solver(endgame.Endgame):
    """A solver that asks no clock, so that its lines are always the same."""

    def answer(self, root, low, high, proven=True):
        self.open_until(endgame.LONG)
        self.close_in(root, low, high, proven)
        return endgame.Answer(root.low, root.high, root.line[0], tuple(root.line), self.nodes)


def play_chunk(data, plan, number):
    """The samples of a chunk of games by the evaluation of a file with that content. They depend on nothing
    but the arguments."""
    return Table(new_judge(data), plan).chunk(number)


@functools.lru_cache(maxsize=2)
def new_judge(data):
    """The evaluation of a file with that content."""
    return evaluation.read(data)


class Table:
    """Where the games of a chunk are played."""

    def __init__(self, judge, plan):
        self._plan = plan
        self._rules = othello.Othello(8)
        self._search = alphabeta.AlphaBeta(judge, TABLE_BITS, SHORT_ENDING)
        self._solver = Solver(SOLVER_MB)

    def chunk(self, number):
        """The samples of a chunk."""
        plan = self._plan
        rng = random.Random(f"{plan.seed}/{plan.generation}/{number}")
        rows = []
        for game in range(number * plan.games, (number + 1) * plan.games):
            rows += self._game(game, opening(self._rules, rng))
        return np.array(rows, SAMPLE)

    def _game(self, game, position):
        """The samples of a game from a position on."""
        rules, depth = self._rules, self._plan.depth
        rows, movers = [], []
        while not position.over:
            p, o = mover_first(rules, position)
            placed = (p | o).bit_count() - 4
            if 60 - placed <= self._plan.solve_at:
                break
            verdict = self._search.think(position, depth)
            if verdict.move != rules.pass_move:
                movers.append(position.mover)
                rows.append([p, o, game, plain(verdict.score), 0, verdict.depth, verdict.move, placed])
            position = position.play(verdict.move)
        lead = black_lead(rules, position) if position.over else self._finish(game, position, rows, movers)
        for row, mover in zip(rows, movers, strict=True):
            row[4] = lead if mover == BLACK else -lead
        return [tuple(row) for row in rows]

    def _finish(self, game, position, rows, movers):
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


def opening(rules, rng):
    """A position that is not over, after a random number of random moves."""
    return random_position(rules, rng, rng.choice(EARLY if rng.random() < 0.5 else LATE))


def random_position(rules, rng, plies):
    """A position that is not over, after so many random moves; passes do not count."""
    while True:
        position = rules.new_position()
        placed = 0
        while placed < plies and not position.over:
            move = rng.choice(position.moves())
            placed += move != rules.pass_move
            position = position.play(move)
        if not position.over:
            return position


def mover_first(rules, position):
    """The discs of who is to move, and the other's."""
    black, white = rules.discs(position)
    return (black, white) if position.mover == BLACK else (white, black)


def black_lead(rules, position):
    """Black's lead in a game that is over."""
    black, white = rules.scores(position)
    return black - white


def plain(score):
    """A score without what the score of a certain end has on top, within what a lead can be.

    A certain end leads by an even number of discs, and hardly any judgement beyond 64 discs looks like one.
    """
    most = 64 * evaluation.UNIT
    beyond = abs(score) - evaluation.OUTCOME_LEAD
    if beyond > 0 and beyond % (2 * evaluation.UNIT) == 0:
        return beyond if score > 0 else -beyond
    return max(-most, min(most, score))
