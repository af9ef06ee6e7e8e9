"""Answers to the endings of Othello 8x8, as a player wants them: with a table that is kept from one question
to the next, exact or likely, only where one can be hoped for in the time there is, and in the form of a
search's report."""

import time
from itertools import islice

from outflank.engine import core, evaluation
from outflank.engine.analysis.discs import empties, share_of
from outflank.engine.analysis.memory import table_megabytes
from outflank.engine.analysis.report import Report, Row

MOST_EMPTY = 30
"""Most empty squares that a solution is looked for with: with more the search proves as little, and says how
much it tried."""
MOST_LIKELY = 40
"""Most empty squares that a likely margin is looked for with, and only by who has much time."""
USUAL_SECONDS = (20, 0.09, 2.1)
"""So many empty squares take about so long on one core, and each more so many times as long; single positions
take a fifth or five times that."""
LEARNED_FROM = 17
"""Empty squares from which on estimates, and the tables of the evaluation that they take, are worth it."""
WIN_PART = 1 / 30
"""To find out who wins takes about this part of the time."""
SHARE, BLIND_SHARE = 0.8, 0.5
"""The share of a move's time that goes into an answer, and into a proof where nothing is known before."""
LUCK, WIN_LUCK = 4.0, 2.0
"""A margin, and who wins, are looked for where they usually take up to so many times as long as there is."""
LEVELS = tuple(range(6))
"""The levels of the solver's estimates (engine/core/solver/probcut), each surer than the one before."""
EXACT = len(LEVELS)
"""The level of a lead that is no estimate."""
RIGHT = (32, 45, 60, 85, 91, 96)
"""Of a hundred margins of each level so many are right, in positions with 20 to 25 empty squares."""
CREDIBLE = 2
"""The level from which on an estimate may set the search right."""
FIRST_SECONDS = (25, 0.036, 1.5)
"""The first estimate of a margin with so many empty squares takes about so long on one core, and with each
more so many times as long; single positions take a fifth or five times that."""
HOPE, OUTLOOK_SHARE, MARGIN_SHARE = 0.4, 0.5, 0.65
"""Estimates are made where that is up to such a share of a move's time. They may have taken this much when
they come to who wins, and when they come to a first margin."""
LEAST_LEAD = 2
"""A win is one by so many discs at the least."""
CROWDED = 0.5
"""The share of a core from which down it counts as crowded, and less is tried."""
EXACT_LEADS = 16
"""With so many empty squares or fewer a lead that is told is the exact one."""
LEAD_LEVELS = ((20, 2), (23, 1), (26, 0))
"""With up to so many empty squares it is an estimate of such a level: that takes some hundredths of a second,
and is nearer to the exact one than what a search says that plays to win."""
MOST_LEADS = 4096
"""Leads that are remembered."""
CHECK, LONG_CHECK = 0.05, 0.2
"""The share of a move's time that is kept to find out whether the search's move, or the likely one, does as
well as another."""


def is_ending(position, most=MOST_EMPTY):
    """Whether it is a position of Othello 8x8 with at most so many empty squares, and not over."""
    rules = position.rules
    if not isinstance(rules, core.load("othello.othello").Othello) or rules.size != 8 or position.over:
        return False
    return empties(position) <= most


def can_guess(position):
    """Whether there are estimates for an ending. They say nothing of what a draw is worth."""
    return position.rules.draw == 0.5 and empties(position) >= LEARNED_FROM


def usual_seconds(empty):
    """How long an exact answer with so many empty squares usually takes."""
    return grown(empty, *USUAL_SECONDS)


def first_seconds(empty):
    """How long the first estimate with so many empty squares usually takes."""
    return grown(empty, *FIRST_SECONDS)


def grown(empty, base, seconds, growth):
    """Seconds that grow by a factor with each empty square above a number of them."""
    return float(seconds * growth ** (empty - base))


class Endings:
    """A solver with the threads and the memory of a player's settings (engine/play/settings.py), which stops
    when the bell rings. Its table is built for the first question."""

    def __init__(self, settings, bell):
        self._settings = settings
        self._bell = bell
        self._built = None
        self._learned = False
        self._endgame = None
        self._leads = {}

    def scores(self, position, count, seconds):
        """Answers (engine/core/solver/endgame.py) for the best `count` moves, the best first, as they are
        found; the last is not exact where the time or the bell cut it short. MemoryError when there is no
        room."""
        return islice(self._solver(position).scores(position, seconds=seconds, bell=self._bell), count)

    def likely_scores(self, position, moves, level, seconds):
        """An answer with a likely lead, as surely as a level of estimates has it, for the best move and for
        the first ones of `moves`, as many as these in all and the best first; None where the time or the bell
        cut that short. MemoryError when there is no room."""
        end = time.monotonic() + seconds

        def estimate(position, first=None):
            left = max(0.0, end - time.monotonic())
            solver = self._solver(position)
            return solver.estimate(position, (level,), first, seconds=left, bell=self._bell)

        best = estimate(position, moves[0])
        found = [best]
        for move in [move for move in moves if move != best.move][: len(moves) - 1]:
            if found[-1].likely is None:
                return None
            after = estimate(position.play(move))
            lead = None if after.likely is None else min(-after.likely, best.likely)
            found.append(after._replace(move=move, line=(move, *after.line), likely=lead))
        return None if found[-1].likely is None else sorted(found, key=lambda answer: -answer.likely)

    def leads(self, position, moves, seconds):
        """The leads of who is to move after some of his moves, as far as so many seconds suffice: {move:
        (lead, level)}, EXACT where it is the exact one. None are told of long endings. MemoryError
        when there is no room."""
        end = time.monotonic() + seconds
        found = {}
        if not is_ending(position, LEAD_LEVELS[-1][0] + 1):
            return found
        for move in moves:
            after = position.play(move)
            if after.key not in self._leads:
                told = self._lead(after, end - time.monotonic())
                if told is None:
                    break
                if len(self._leads) >= MOST_LEADS:
                    self._leads.clear()
                self._leads[after.key] = told
            lead, level = self._leads[after.key]
            found[move] = (-lead if after.mover != position.mover else lead, level)
        return found

    def _lead(self, position, seconds):
        """(lead, level) of a position for who is to move, level None where it is exact; None where it takes
        too long."""
        empty = empties(position)
        if position.over:
            black, white = position.rules.scores(position)
            return (white - black if position.mover else black - white), EXACT
        if empty <= EXACT_LEADS:
            answer = self._solver(position).solve(position, seconds=max(0.0, seconds), bell=self._bell)
            return (answer.low, EXACT) if answer.exact else None
        top = next((level for most, level in LEAD_LEVELS if empty <= most), None)
        if top is None or not can_guess(position) or first_seconds(empty) > seconds:
            return None
        levels = LEVELS[: top + 1]
        answer = self._solver(position).estimate(position, levels, seconds=seconds, bell=self._bell)
        return None if answer.likely is None else (answer.likely, answer.level)

    def release(self):
        """Give up what was found and the memory for it, until the next question."""
        self._built, self._endgame = None, None

    def forget(self):
        """Give up what was found."""
        self._leads.clear()
        if self._endgame is not None:
            self._endgame.clear()

    def choose(self, position, seconds, search, share=1.0, is_late=lambda: False):
        """(move, answer) for a move that may take so many seconds. Where its exact margin is found in a good
        part of them, `answer` has it. Else, where it is soon likely who wins, it is the move with the best
        margin as far as that is likely, but no certain or likely win is given away for it. Else the answer is
        None and the move that of `search(spare)`, who may take what is left of the time but `spare`; unless
        another one is seen to do better, by its answer. `share` is what the caller is given of a core, and
        what `search` says is not examined any more where `is_late()`."""
        began = time.monotonic()

        def left(share=SHARE):
            """What is left of that share of the time."""
            return max(0.0, began + share * seconds - time.monotonic())

        # What usually takes so long does so on a core of its own.
        own = share if share < CROWDED else 1.0
        usual, guessed = usual_seconds(empties(position)), self._guesses(position, own * seconds)
        provable = is_ending(position) and WIN_PART * usual <= WIN_LUCK * own * left(BLIND_SHARE)
        if not guessed and not provable:
            return search(0.0), None
        # What has to be built takes its part.
        solver = self._solver(position)
        solver.share = min(share, solver.share)
        likely = None
        if guessed:
            outlook = self._outlook(position, left(OUTLOOK_SHARE))
            if outlook.level == LEVELS[-1]:
                likely = self._margin(position, outlook, left)
            if likely is None:
                return self._doubtful(position, search, outlook, LONG_CHECK * seconds, is_late)
        sure = self._proof(position, usual, lambda: left(SHARE if guessed else BLIND_SHARE))
        if sure is not None and sure.exact:
            return sure.move, sure
        won = sure is not None and sure.low > 0
        if likely is not None and won:
            answer = self._winning(position, sure, likely, left(SHARE + LONG_CHECK))
            return answer.move, answer
        if likely is not None:
            return likely.move, likely if sure is None else lost(likely, sure.high)
        if not won:
            return search(0.0), None
        move = search(CHECK * seconds)
        if is_late():
            return sure.move, sure
        return (move, None) if self._wins(position, move, CHECK * seconds) else (sure.move, sure)

    def _guesses(self, position, seconds):
        """Whether estimates are worth their time, of which a move has so much."""
        return can_guess(position) and first_seconds(empties(position)) <= HOPE * seconds

    def _outlook(self, position, seconds, levels=LEVELS, first=None):
        """An answer that says as surely as these levels and so many seconds allow who is likely to win. Of
        moves that do so it has any, or the one that was to be tried first."""
        return self._solver(position).estimate(position, levels, first, -1, 1, seconds, bell=self._bell)

    def _doubtful(self, position, search, outlook, seconds, is_late):
        """As `choose`: the move of the search, who knows more about positions where it is not clear who wins,
        and plays for more than that where it is; unless another one is seen to do better in so many
        seconds."""
        if outlook.level < 0:
            return search(0.0), None
        move = search(seconds)
        if is_late():
            return move, None
        outlook = self._outlook(position, seconds, LEVELS, move)
        if outlook.level < CREDIBLE or outlook.move == move:
            return move, None
        # By little, where it is not clear.
        return outlook.move, outlook._replace(likely=on_side(0, outlook.likely))

    def _margin(self, position, outlook, left):
        """The answer with the best margin as far as that is likely, of a move that is as likely to win as the
        outlook has it; None where no margin was found in time."""
        solver = self._solver(position)
        first = solver.estimate(
            position, LEVELS[:1], outlook.move, seconds=left(MARGIN_SHARE), bell=self._bell
        )
        if first.likely is None:
            return None
        answer = solver.estimate(position, LEVELS[1:], first.move, seconds=left(), bell=self._bell)
        if answer.likely is None:
            answer = first
        if answer.move != outlook.move:
            after = self._outlook(position.play(answer.move), left(SHARE + LONG_CHECK), LEVELS[-1:])
            if after.likely is None or -after.likely < outlook.likely:
                answer = self._margin_of(
                    position, outlook, LEVELS[: answer.level + 1], left(SHARE + LONG_CHECK)
                )
        return answer and answer._replace(likely=on_side(answer.likely, outlook.likely))

    def _margin_of(self, position, outlook, levels, seconds):
        """The outlook with the margin of its move, None where that is not found in so many seconds."""
        after = position.play(outlook.move)
        answer = self._solver(position).estimate(after, levels, seconds=seconds, bell=self._bell)
        return None if answer.likely is None else outlook._replace(likely=-answer.likely)

    def _proof(self, position, usual, left):
        """An answer that is exact or proves who wins, None where none is found in time. What one takes helps
        to find the other."""
        sure = self._solver(position).solve(position, -1, 1, seconds=left(), bell=self._bell)
        if not sure.exact and left() * LUCK >= usual:
            for answer in self.scores(position, 1, left()):
                sure = answer if answer.exact or answer.low > sure.low else sure
        return sure if sure.exact or sure.low > 0 or sure.high < 0 else None

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
        wanted = table_megabytes(self._settings.memory), self._settings.threads, learned
        if self._built != wanted:
            # The old table goes before there is a new one.
            self.release()
            self._endgame = new_solver(*wanted)
            self._built, self._learned = wanted, learned
        return self._endgame


def new_solver(memory, threads, learned):
    """A solver with a table of so many megabytes, with what was learned or without. NotBuilt when that is
    missing or damaged."""
    patterns = evaluation.shipped(core.LEVEL) if learned else None
    return core.load("solver.endgame").Endgame(memory, threads, patterns)


def on_side(lead, outcome):
    """A lead of whom an outcome (1, 0 or -1) says wins: the least one where it is another's."""
    if outcome == 0:
        return 0
    return max(lead, LEAST_LEAD) if outcome > 0 else min(lead, -LEAST_LEAD)


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
        None if answer.exact or answer.likely is None else answer.level,
    )
    bounds = tuple(sorted((sign * answer.low, sign * answer.high)))
    known = (bounds, rewards) if decided else ((None, None), None)
    return Report((row,), answer.nodes, 0, seconds, decided, *known, 0, 0)


def reward(rules, lead):
    """The first player's reward for a lead."""
    return rules.draw if lead == 0 else float(lead > 0)
