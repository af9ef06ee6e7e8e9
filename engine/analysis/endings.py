"""Answers to the endings of Othello 8x8: the stages of a plan (engine/analysis/plan.py), carried out.

The solver's table is kept from one question to the next. Answers are exact, likely or proven to win, and can
be had in the form of a search's report."""

from __future__ import annotations

import time
from itertools import islice

from outflank.engine import core, evaluation
from outflank.engine.analysis.answers import LEAST_LEAD, likely_of, lost, move_of, on_side
from outflank.engine.analysis.memory import table_megabytes
from outflank.engine.analysis.plan import (
    ALONE,
    BETTER_MARGIN,
    CHECK,
    EXACT,
    LEAD,
    LEARNED_FROM,
    LEVELS,
    MARGIN,
    MOST_EMPTY,
    OUTLOOK,
    WINNER,
    plan_for,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from outflank.engine.analysis.plan import Stage
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.solver.endgame import Answer, Endgame

    Search: TypeAlias = Callable[[float], int]

    from typing import Protocol

    class Means(Protocol):
        """Memory and threads for a solver."""

        @property
        def threads(self) -> int: ...
        @property
        def memory(self) -> float: ...

    Choice: TypeAlias = tuple[int, Answer | None]

EXACT_LEVEL = len(LEVELS)
"""The level of a lead that is exact."""
CREDIBLE = 2
"""The level from which on a likely answer may set the search right; a judgement."""
MOST_LEADS = 4096
"""Leads that are remembered."""


class Endings:
    """A solver with the threads and the memory of a player's settings (engine/play/settings.py), which stops
    when the bell rings. Its table is built for the first question."""

    def __init__(self, settings: Means, bell: Bell) -> None:
        self._settings = settings
        self._bell = bell
        self._built: tuple[float, int, bool] | None = None
        self._learned = False
        self._endgame: Endgame | None = None
        self._leads: dict[int, tuple[float, int]] = {}

    def scores(self, position: Position, count: int, seconds: float) -> Iterator[Answer]:
        """Answers (engine/core/solver/endgame.py) for the best `count` moves, the best first, as they are
        found. The last is not exact where the time or the bell cut it short. MemoryError without room for the
        table."""
        return islice(self._solver(position).scores(position, seconds=seconds, bell=self._bell), count)

    def likely_scores(
        self, position: Position, moves: Sequence[int], level: int, seconds: float
    ) -> list[Answer] | None:
        """Likely answers for the best move and the first ones of `moves`, as many in all as these. The best
        comes first. None where the time or the bell cut that short. MemoryError without room for the
        table."""
        end = time.monotonic() + seconds

        def estimate(position: Position, first: int | None = None) -> Answer:
            left = max(0.0, end - time.monotonic())
            solver = self._solver(position)
            return solver.estimate(position, (level,), first, seconds=left, bell=self._bell)

        best = estimate(position, moves[0])
        found = [best]
        for move in [move for move in moves if move != best.move][: len(moves) - 1]:
            if found[-1].likely is None:
                return None
            after = estimate(position.play(move))
            lead = None if after.likely is None else min(-after.likely, likely_of(best))
            found.append(after._replace(move=move, line=(move, *after.line), likely=lead))
        return None if found[-1].likely is None else sorted(found, key=lambda answer: -likely_of(answer))

    def leads(self, position: Position, moves: Sequence[int], seconds: float) -> dict[int, tuple[float, int]]:
        """The mover's leads after some moves, found within `seconds`: {move: (lead, level)}. The level of an
        exact one is EXACT_LEVEL. Long endings have none. MemoryError without room for the table."""
        end = time.monotonic() + seconds
        found = {}
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

    def _lead(self, position: Position, seconds: float) -> tuple[float, int] | None:
        """(lead, level) of a position for its mover; None where that takes too long."""
        if position.over:
            black, white = position.rules.scores(position)
            return (white - black if position.mover else black - white), EXACT_LEVEL
        for stage in plan_for(position, LEAD, seconds, MOST_EMPTY):
            limit = max(0.0, stage.seconds)
            if stage.kind == EXACT:
                answer = self._solver(position).solve(position, seconds=limit, bell=self._bell)
                return (answer.low, EXACT_LEVEL) if answer.exact else None
            solver = self._solver(position)
            answer = solver.estimate(position, stage.levels, seconds=limit, bell=self._bell)
            return None if answer.likely is None else (answer.likely, answer.level)
        return None

    def release(self) -> None:
        """Give up results and table until the next question."""
        self._built, self._endgame = None, None

    def forget(self) -> None:
        """Give up the results, in the table too."""
        self._leads.clear()
        if self._endgame is not None:
            self._endgame.clear()

    def choose(
        self,
        position: Position,
        plan: tuple[Stage, ...],
        search: Search,
        is_late: Callable[[], bool] = lambda: False,
        share: float = 1.0,
    ) -> Choice:
        """(move, answer) for a move, by a plan of one (engine/analysis/plan.py: MOVE). `answer` is the exact
        margin where that is found in time. Else, where a winner is likely early enough, it is the move with
        the best likely margin, but no certain or likely win is given away for it. Else the answer is None and
        the move that of `search(spare)`, which may take the rest of the time but `spare`, unless another move
        does better by its answer. The move of `search` is not checked where `is_late()`. `share` is the
        caller's share of a core."""
        if plan == ALONE:
            return search(0.0), None
        table = Timetable(plan)
        # Building the solver takes its part of the time.
        solver = self._solver(position)
        solver.share = min(share, solver.share)
        check, likely = table[CHECK].seconds, None
        if OUTLOOK in table:
            outlook = self._outlook(position, table.left(OUTLOOK), table[OUTLOOK].levels)
            if outlook.level == LEVELS[-1]:
                likely = self._margin(position, outlook, table)
            if likely is None:
                return self._doubtful(position, search, outlook, table[CHECK], is_late)
        sure = self._proof(position, table)
        if sure is not None and sure.exact:
            return move_of(sure), sure
        if likely is not None and sure is not None and sure.low > 0:
            answer = self._winning(position, sure, likely, table.left(CHECK))
            return move_of(answer), answer
        if likely is not None:
            return move_of(likely), likely if sure is None else lost(likely, sure.high)
        if sure is None or sure.low <= 0:
            return search(0.0), None
        move = search(check)
        if is_late() or not self._wins(position, move, check):
            return move_of(sure), sure
        return move, None

    def _outlook(
        self, position: Position, seconds: float, levels: Sequence[int], first: int | None = None
    ) -> Answer:
        """An answer that names the likely winner, by these levels and within `seconds`. Of moves that do so
        it has any, or the one that was to be tried first."""
        return self._solver(position).estimate(position, levels, first, -1, 1, seconds, bell=self._bell)

    def _doubtful(
        self, position: Position, search: Search, outlook: Answer, check: Stage, is_late: Callable[[], bool]
    ) -> Choice:
        """The search's move with its answer, or a better one found in the time of a check. The search knows
        more of positions without a likely winner, and plays for the margin in the others."""
        if outlook.level < 0:
            return search(0.0), None
        move = search(check.seconds)
        if is_late():
            return move, None
        outlook = self._outlook(position, check.seconds, check.levels, move)
        if outlook.level < CREDIBLE or outlook.move == move:
            return move, None
        # By little, where it is not clear.
        return move_of(outlook), outlook._replace(likely=on_side(0, likely_of(outlook)))

    def _margin(self, position: Position, outlook: Answer, table: Timetable) -> Answer | None:
        """The answer with the best likely margin whose move is as likely to win as the outlook's. None where
        no margin was found in time."""
        solver = self._solver(position)
        answer: Answer | None = None
        for kind in (MARGIN, BETTER_MARGIN):
            first = outlook.move if answer is None else answer.move
            levels, seconds = table[kind].levels, table.left(kind)
            found = solver.estimate(position, levels, first, seconds=seconds, bell=self._bell)
            if found.likely is None:
                break
            answer = found
        if answer is None:
            return None
        if answer.move != outlook.move:
            after = self._outlook(position.play(move_of(answer)), table.left(CHECK), LEVELS[-1:])
            if after.likely is None or -after.likely < likely_of(outlook):
                answer = self._margin_of(position, outlook, LEVELS[: answer.level + 1], table.left(CHECK))
        return answer and answer._replace(likely=on_side(likely_of(answer), likely_of(outlook)))

    def _margin_of(
        self, position: Position, outlook: Answer, levels: Sequence[int], seconds: float
    ) -> Answer | None:
        """The outlook with the margin of its move, None where that is not found within `seconds`."""
        after = position.play(move_of(outlook))
        answer = self._solver(position).estimate(after, levels, seconds=seconds, bell=self._bell)
        return None if answer.likely is None else outlook._replace(likely=-answer.likely)

    def _proof(self, position: Position, table: Timetable) -> Answer | None:
        """An exact answer, or one that proves the winner, None where neither is found in time. The work for
        one helps to find the other."""
        sure = self._solver(position).solve(position, -1, 1, seconds=table.left(WINNER), bell=self._bell)
        if not sure.exact and table.left(EXACT) >= table[EXACT].least:
            for answer in self.scores(position, 1, table.left(EXACT)):
                sure = answer if answer.exact or answer.low > sure.low else sure
        return sure if sure.exact or sure.low > 0 or sure.high < 0 else None

    def _winning(self, position: Position, sure: Answer, likely: Answer, seconds: float) -> Answer:
        """The likely answer if it promises as much as the sure one and wins as well, else the sure one. The
        position is won by the sure one; `seconds` are for the proof that the likely one wins."""
        if likely_of(likely) < sure.low:
            return sure
        if likely.move == sure.move:
            return likely._replace(low=sure.low, high=sure.high)
        wins = self._wins(position, move_of(likely), seconds)
        return likely._replace(low=LEAST_LEAD, high=sure.high) if wins else sure

    def _wins(self, position: Position, move: int, seconds: float) -> bool:
        """Tell whether a move is proven to win within `seconds`."""
        answer = self._solver(position).solve(position.play(move), -1, 1, seconds=seconds, bell=self._bell)
        return answer.high < 0

    def _solver(self, position: Position) -> Endgame:
        learned = self._learned or position.empties >= LEARNED_FROM
        wanted = table_megabytes(self._settings.memory), self._settings.threads, learned
        endgame = self._endgame
        if endgame is None or self._built != wanted:
            # The old table goes before there is a new one.
            endgame = None
            self.release()
            endgame = self._endgame = new_solver(*wanted)
            self._built, self._learned = wanted, learned
        return endgame


class Timetable(dict[str, "Stage"]):
    """The stages of a plan by kind, from now on."""

    def __init__(self, plan: tuple[Stage, ...]) -> None:
        super().__init__((stage.kind, stage) for stage in plan)
        self._began = time.monotonic()

    def left(self, kind: str) -> float:
        """The seconds until a stage is to have ended."""
        return max(0.0, self._began + self[kind].until - time.monotonic())


def new_solver(memory: float, threads: int, learned: bool) -> Endgame:
    """A solver with a table of `memory` megabytes, with learned tables or without. NotBuilt when those are
    missing or damaged."""
    from outflank.engine.core.solver import endgame

    patterns = evaluation.shipped(core.LEVEL) if learned else None
    return endgame.Endgame(memory, threads, patterns)
