"""Answers to the endings of Othello 8x8, as a player wants them: with a table that is kept from one question
to the next, exact or likely, only where one can be hoped for in the time there is, and in the form of a
search's report."""

import time
from itertools import islice

from engine import core, evaluation
from engine.discs import empties, share_of
from engine.report import Report, Row

MEMORY = 64
"""Room for what is known of endings, in MB."""
MOST_EMPTY = 30
"""Most empty squares that a solution is looked for with: with more the search proves as little, and says how
much it tried."""
USUAL_SECONDS = (20, 0.09, 2.1)
"""So many empty squares take about so long on one core, and each more so many times as long; single positions
take a fifth or five times that."""
LEARNED_FROM = 17
"""Empty squares from which on the tables of the evaluation are worth loading for an exact answer."""
WIN_PART = 1 / 30
"""To find out who wins takes about this part of the time."""
LARGE_SHARE, SHARE = 0.75, 0.5
"""The share of a move's time that goes into an answer where it is usually enough, and where it may be."""
LUCK, WIN_LUCK = 4.0, 2.0
"""A margin, and who wins, are looked for where they usually take up to so many times as long as there is."""
LIKELY_PART = 1 / 8
"""To find a margin that is only likely takes about this part of the time, rarely three times that."""
PROOF_SHARE = 0.5
"""The part of the time for an answer in which it is found out who wins, where the rest goes into a likely
margin."""
LEAST_LEAD = 2
"""A win is one by so many discs at the least."""
CHECK, LONG_CHECK = 0.05, 0.2
"""The share of a move's time that is kept to find out whether the search's move, or the likely one, wins as
well."""


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
        self._learned = False
        self._endgame = None

    def scores(self, position, count, seconds):
        """Answers (engine/core/endgame.py) for the best `count` moves, the best first, as they are found; the
        last is not exact where the time or the bell cut it short. MemoryError when there is no room."""
        return islice(self._solver(position).scores(position, seconds=seconds, bell=self._bell), count)

    def forget(self):
        """Give up what was found."""
        if self._endgame is not None:
            self._endgame.clear()

    def choose(self, position, seconds, search):
        """(move, answer) for a move that may take so many seconds. Where its exact margin is found in a good
        part of them, `answer` has it. Else it is the move with the best margin as far as that is likely, but
        no certain win is given away for it. Where no margin is found the move is that of `search(spare)`, who
        may take what is left of the time but `spare`, and the answer is None; unless that move is not seen to
        win and another one is, by its answer."""
        sure, likely = self._answer(position, seconds)
        if sure is not None and sure.exact:
            return sure.move, sure
        won = sure is not None and sure.low > 0
        if likely is not None and won:
            answer = self._winning(position, sure, likely, LONG_CHECK * seconds)
            return answer.move, answer
        if likely is not None:
            return likely.move, likely if sure is None else lost(likely, sure.high)
        if not won:
            return search(0.0), None
        move = search(CHECK * seconds)
        return (move, None) if self._wins(position, move, CHECK * seconds) else (sure.move, sure)

    def _answer(self, position, seconds):
        """(sure, likely): the exact answer, or else one that proves who wins, and one that says what margin
        is likely; None for what is not to be hoped for, or was not found in a good part of the time."""
        usual = usual_seconds(empties(position))
        # What is likely says nothing of what a draw is worth.
        even = position.rules.draw == 0.5
        guessed = even and LARGE_SHARE * seconds < usual <= LARGE_SHARE * seconds / LIKELY_PART
        share = seconds * (LARGE_SHARE if guessed or usual <= LARGE_SHARE * seconds else SHARE)
        if share * WIN_LUCK < WIN_PART * usual:
            return None, None
        end = time.monotonic() + share
        solver = self._solver(position)

        def left():
            # What had to be built took its part.
            return max(0.0, end - time.monotonic())

        # Who wins is found soon, and what it takes helps to find by how much.
        proof = left() * (PROOF_SHARE if guessed else 1)
        sure = solver.solve(position, -1, 1, seconds=proof, bell=self._bell)
        decided = sure.low > 0 or sure.high < 0
        likely = None
        if guessed and not sure.exact:
            likely = solver.estimate(position, seconds=left(), bell=self._bell)
        if decided and not sure.exact and share * LUCK >= usual:
            for answer in self.scores(position, 1, left()):
                sure = answer if answer.exact or answer.low > sure.low else sure
        found = sure if decided or sure.exact else None
        return found, None if likely is None or likely.likely is None else likely

    def _winning(self, position, sure, likely, seconds):
        """The likely answer to a position that is won by the sure one, if it promises as much and wins as
        well, which has to be found out in so many seconds; else the sure one."""
        if likely.likely < sure.low:
            return sure
        if likely.move == sure.move:
            return likely._replace(low=sure.low, high=sure.high)
        wins = self._wins(position, likely.move, seconds)
        return likely._replace(low=LEAST_LEAD, high=sure.high) if wins else sure

    def _wins(self, position, move, seconds):
        """Whether a move is proven to win in so many seconds."""
        answer = self._solver(position).solve(position.play(move), -1, 1, seconds=seconds, bell=self._bell)
        return answer.high < 0

    def _solver(self, position):
        learned = self._learned or empties(position) >= LEARNED_FROM
        if (self._threads, self._learned) != (self._setup.threads, learned):
            self._endgame = new_solver(MEMORY, self._setup.threads, learned)
            self._threads, self._learned = self._setup.threads, learned
        return self._endgame


def new_solver(memory, threads, learned):
    """A solver with a table of so many megabytes, with what was learned or without. NotBuilt when that is
    missing or damaged."""
    patterns = evaluation.shipped(core.LEVEL) if learned else None
    return core.load("endgame").Endgame(memory, threads, patterns)


def lost(likely, high):
    """A likely answer to a position that is proven to lead by no more than this, which is less than 0."""
    return likely._replace(high=high, likely=min(likely.likely, high))


def report_of(position, answer, seconds):
    """An answer as the report of a search that looked at nothing but the best move. It is exact, or has a
    certain winner, or else a likely lead."""
    sign = -1 if position.mover else 1
    lead = answer.low if answer.exact or answer.likely is None else answer.likely
    decided = answer.exact or answer.low > 0 or answer.high < 0
    first = reward(position.rules, sign * answer.low) if decided else share_of(sign * lead, empties(position))
    rewards = first, 1 - first
    share = rewards[position.mover]
    row = Row(
        answer.move,
        max(answer.nodes, 1),
        share,
        1.0,
        share if decided else None,
        answer.low if answer.exact else None,
        answer.line,
        float(lead),
    )
    bounds = tuple(sorted((sign * answer.low, sign * answer.high)))
    known = (bounds, rewards) if decided else ((None, None), None)
    return Report((row,), answer.nodes, 0, seconds, decided, *known, 0, 0)


def reward(rules, lead):
    """The first player's reward for a lead."""
    return rules.draw if lead == 0 else float(lead > 0)
