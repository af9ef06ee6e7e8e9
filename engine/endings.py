"""Exact answers to the endings of Othello 8x8, as a player wants them: with a table that is kept from one
question to the next, only where one can be hoped for in the time there is, and in the form of a search's
report."""

import time
from itertools import islice

from engine import core
from engine.discs import empties
from engine.report import Report, Row

MEMORY = 64
"""Room for what is known of endings, in MB."""
MOST_EMPTY = 30
"""Most empty squares that a solution is looked for with: with more the search proves as little, and says how
much it tried."""
USUAL_SECONDS = (20, 0.2, 1.7)
"""So many empty squares take about so long on one core, and each more so many times as long; single positions
take a fifth or five times that."""
SHARE = 0.5
"""The share of a move's time that goes into an exact answer where one may be found."""
LUCK = 4.0
"""One is looked for where it usually takes up to so many times as long as there is."""


def is_ending(position, most=MOST_EMPTY):
    """Whether it is a position of Othello 8x8 with at most so many empty squares, and not over."""
    rules = position.rules
    if not isinstance(rules, core.load("othello").Othello) or rules.size != 8 or position.over:
        return False
    return empties(position) <= min(most, MOST_EMPTY)


def usual_seconds(empty):
    """How long an exact answer with so many empty squares usually takes."""
    base, seconds, growth = USUAL_SECONDS
    return float(seconds * growth ** (empty - base))


class Endings:
    """A solver that works with the threads of a set-up (engine/setup.py) and stops when the bell rings. Its
    table is built for the first question."""

    def __init__(self, setup, bell):
        self._setup = setup
        self._bell = bell
        self._threads = 0
        self._endgame = None

    def scores(self, position, count, seconds):
        """Answers (engine/core/endgame.py) for the best `count` moves, the best first, as they are found; the
        last is not exact where the time or the bell cut it short. MemoryError when there is no room."""
        if self._threads != self._setup.threads:
            self._endgame = core.load("endgame").Endgame(MEMORY, self._setup.threads)
            self._threads = self._setup.threads
        return islice(self._endgame.scores(position, seconds=seconds, bell=self._bell), count)

    def forget(self):
        """Give up what was found."""
        if self._endgame is not None:
            self._endgame.clear()

    def report(self, position, seconds):
        """A report of the best move with its exact margin, for a move that may take so many seconds; None
        when that is not to be hoped for, or was not found in a good part of them."""
        if SHARE * seconds * LUCK < usual_seconds(empties(position)):
            return None
        began = time.monotonic()
        for answer in self.scores(position, 1, SHARE * seconds):
            if answer.exact:
                return report_of(position, answer, time.monotonic() - began)
        return None


def report_of(position, answer, seconds):
    """An exact answer as the report of a search that looked at nothing but the best move."""
    lead = -answer.low if position.mover else answer.low
    first = reward(position.rules, lead)
    rewards = first, 1 - first
    share = rewards[position.mover]
    row = Row(answer.move, max(answer.nodes, 1), share, 1.0, share, answer.low, answer.line)
    return Report((row,), answer.nodes, 0, seconds, True, (lead, lead), rewards, 0, 0)


def reward(rules, lead):
    """The first player's reward for a lead."""
    return rules.draw if lead == 0 else float(lead > 0)
