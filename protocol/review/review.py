"""Review of a game: the worth of each move, and better ones.

A game is walked through from its end to its start with one search tree, so that what is found out about later
positions is known when the earlier ones are judged. A move and the one the search prefers to it are measured
alike: by the mean of as many simulations. Where the solver reaches, from some position on to the end of the
game, everything is exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from outflank.engine.analysis.discs import discs_of
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import ALONE, REVIEW, Stage, plan_for
from outflank.engine.analysis.report import Expected
from outflank.engine.game import Game
from outflank.engine.play.player import Player
from outflank.protocol.formats.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.solver.endgame import Answer

OPTIONS = {"transpositions": 1, "early_stop": 0}
"""Later positions are met again below earlier ones, and half-looked-at moves are no measure."""
HIDDEN_OPTIONS = {"early_stop": 0}
"""The same where each position is searched by what its mover knows."""
SOLVE_SECONDS = 30.0
"""Most seconds for one exact position: the first that takes longer ends the exact part."""
FEWEST = 100
"""The fewest simulations by which a move that was played is judged."""
DOUBT = 2.0
"""Standard errors below which two estimates count as equal."""
STEPS = {"discs": (2.0, 6.0, 12.0), "win": (0.05, 0.1, 0.2)}
"""Losses above which a move is a mistake of the first, second or third degree, in discs or in wins."""
GOOD = {"discs": 1.0, "win": 0.02}
"""A move that loses no more than this is accurate."""


class Budget(NamedTuple):
    """Limits of a position: seconds or simulations, and the most empty squares that are solved."""

    seconds: float | None
    visits: int | None
    exact: int


class Worth(NamedTuple):
    """Worth of a move for its mover: his expected reward, 1 for a sure win, and his margin in discs
    where they are counted; whether all of that is certain; the simulations behind it; the expected moves,
    this one first; whether the reward is certain, which it may be before the margin is; and what all players
    can expect then, None where that is not told."""

    move: int
    win: float
    discs: float | None
    exact: bool
    visits: int
    line: tuple[int, ...]
    sure: bool
    expected: Expected | None = None


class Judged(NamedTuple):
    """A ply of a game: its number from 1, the position before it, whose move it is and whether he had a
    choice, the best move and the one that was made."""

    number: int
    position: Position
    player: int
    free: bool
    best: Worth
    made: Worth

    @property
    def lost_win(self) -> float:
        """The loss of the move against the best one, in expected reward."""
        return max(0.0, self.best.win - self.made.win)

    @property
    def lost_discs(self) -> float | None:
        """The same in discs; None where they are not counted."""
        if self.best.discs is None or self.made.discs is None:
            return None
        return max(0.0, self.best.discs - self.made.discs)

    @property
    def exact(self) -> bool:
        """Tell whether the loss is certain."""
        return self.best.exact and self.made.exact


NONE_GIVEN: Mapping[int, Judged] = {}


class Summary(NamedTuple):
    """A player's moves in a game, of those where he had a choice: how many, their mean loss in discs (None
    where they are not counted) and in wins, how many were mistakes of the three degrees, and the share of
    accurate ones. The means are 0 and the share 1 where there were none."""

    name: str
    moves: int
    discs: float | None
    win: float
    mistakes: tuple[int, ...]
    accuracy: float


class Review(NamedTuple):
    """A game and what is known of its plies: the last of them where the review was broken off. Of a position
    without plies it is what its moves are worth, the best one first."""

    record: Record
    judged: tuple[Judged, ...]
    plies: int
    moves: tuple[Worth, ...] = ()

    @property
    def partial(self) -> bool:
        """Tell whether not all moves were looked at."""
        return len(self.judged) < self.plies

    @property
    def unit(self) -> str:
        """The unit of losses."""
        return unit_of(self.record)

    def summaries(self) -> tuple[Summary, ...]:
        """The summaries of each player's moves."""
        return tuple(
            summary(name, [row for row in self.judged if row.free and row.player == player], self.unit)
            for player, name in enumerate(self.record.labels)
        )


class Value(NamedTuple):
    """Worth of a position: each player's expected reward, the first player's margin in discs, whether
    that is certain, the simulations behind it and the expected moves."""

    wins: tuple[float, ...]
    lead: float | None
    certain: bool
    visits: int
    line: tuple[int, ...]

    def after(self, player: int, move: int) -> Worth:
        """The worth of a move that leads there for a player."""
        discs = None if self.lead is None else -self.lead if player else self.lead
        line = (move, *self.line)
        return Worth(move, self.wins[player], discs, self.certain, self.visits, line, self.certain)


class Reviewer:
    """Judges the plies of a game from the last one back."""

    def __init__(self, record: Record, budget: Budget, threads: int = 1, memory: int = 256) -> None:
        limits = Limits(budget.visits, budget.seconds)
        self.record = record
        self.player = Player(
            record.variant.name,
            record.size,
            limits=limits,
            options=HIDDEN_OPTIONS if record.variant.hidden else OPTIONS,
            seed=1,
            memory=memory,
            threads=threads,
        )
        if record.variant.komi:
            self.player.set_komi(record.game.komi)
        self.game: Game = record.game.with_rules(self.player.rules)
        self._limits = limits
        self._exact = record.variant.most_endings(record.size, budget.exact)
        self._counts_discs = record.variant.unit == "discs"
        self._after: Value | None = None
        self._searched: tuple[int, Worth, bool] | None = None

    def run(self, given: Mapping[int, Judged] = NONE_GIVEN) -> Iterator[Judged]:
        """Every ply, the last one first; those that are given, by their numbers, are taken as they are."""
        plies = list(self.game.plies())
        if plies:
            position, move, _ = plies[-1]
            self._after = self._end(position.play(move))
        for number in range(len(plies), 0, -1):
            position, move, _ = plies[number - 1]
            if number in given:
                judged = given[number]
                value = self._value(position.mover, judged.best, judged.best.exact)
            else:
                judged, value = self._judge(number, position, move)
            self._after = value
            yield judged

    def judge(self, number: int, position: Position, move: int) -> Judged:
        """A ply of the game by itself, without what is known of those behind it."""
        self._after, self._searched, exact = None, None, self._exact
        judged, _ = self._judge(number, self.player.rules.adopt(position), move)
        if self.player.bell.rung:
            # What was not solved for that reason says nothing of what takes too long.
            self._exact = exact
        return judged

    def judge_moves(self, position: Position, moves: Sequence[int]) -> list[Judged]:
        """Several moves of one position, which is searched once, without what is known of those behind it."""
        self._after = self._searched = None
        here = self.player.rules.adopt(position)
        return [self._judge(0, here, move)[0] for move in moves]

    def moves(self) -> tuple[Worth, ...]:
        """The searched moves of the last position with their worth, the best one first; all
        of them, exactly, where the solver reaches. Nothing of a game that is over."""
        position = self.game.position
        if position.over:
            return ()
        solved = self._solve_all(position)
        if solved:
            return solved
        report = self.player.search_session.think(position, self._limits)
        looked_at = [row for row in report.rows if row.visits or row.sure is not None]
        return tuple(self._worth(position, report._replace(rows=(row,))) for row in looked_at)

    def _solve_all(self, position: Position) -> tuple[Worth, ...]:
        """The exact worth of every move; none where that is too far from the end."""
        if self._plan(position) == ALONE:
            return ()
        answers = list(self.player.analysis.exact_scores(position, 60, SOLVE_SECONDS))
        whole = all(answer.exact for answer in answers)
        return tuple(_exactly(answer) for answer in answers) if whole else ()

    def _end(self, position: Position) -> Value | None:
        """The outcome of a finished game; None for one that was broken off."""
        if not position.over:
            return None
        scores = self.player.rules.scores(position)
        lead = float(scores[0] - scores[1]) if self._counts_discs else None
        return Value(tuple(position.rewards()), lead, True, 0, ())

    def _judge(self, number: int, position: Position, move: int) -> tuple[Judged, Value | None]:
        """A ply, and what the position before it is worth."""
        mover = position.mover
        known = None if self._after is None else self._after.after(mover, move)
        free = len(position.moves()) > 1
        solved = self._solved(position, move, known)
        if solved is not None:
            best, made = solved
            certain = True
        elif known is not None and not free:
            best = made = known
            certain = known.exact
        elif known is not None and known.exact:
            made = known
            best, certain = self._search(position, {(mover, move): 1})
        else:
            best, certain = self._search_all(position)
            made = best if best.move == move else self._search_made(position, best, move)
        if as_good(made, best):
            best = made
        return Judged(number, position, mover, free, best, made), self._value(mover, best, certain)

    def _solved(self, position: Position, move: int, known: Worth | None) -> tuple[Worth, Worth] | None:
        """The best move and the one that is made, exactly; None where that is too far from the end."""
        best = self._solve(position)
        if best is None or best.move == move:
            return None if best is None else (best, best)
        made = known if known is not None and known.exact else self._solve(position, move)
        return None if made is None else (best, made)

    def _value(self, mover: int, best: Worth, certain: bool) -> Value | None:
        """The worth of a position whose best move is known; None where several others share in it."""
        if self.player.rules.players > 2:
            return None
        wins = (1 - best.win, best.win) if mover else (best.win, 1 - best.win)
        lead = None if best.discs is None else -best.discs if mover else best.discs
        return Value(wins, lead, certain, best.visits, best.line)

    def _solve(self, position: Position, move: int | None = None) -> Worth | None:
        """The exact worth of the best move, or of one of them; None where that is too far from the end."""
        if self._plan(position) == ALONE:
            return None
        for answer in self.player.analysis.exact_scores(position, 60, SOLVE_SECONDS):
            if not answer.exact:
                # Earlier positions take longer still.
                self._exact = position.empties - 1
                return None
            if move in (None, answer.move):
                return _exactly(answer)
        return None

    def _plan(self, position: Position) -> tuple[Stage, ...]:
        """Tell whether a position is solved before it is searched."""
        plan: tuple[Stage, ...] = plan_for(position, REVIEW, SOLVE_SECONDS, self._exact)
        return plan

    def _search(self, position: Position, bans: dict[tuple[int, int], int]) -> tuple[Worth, bool]:
        """The best move that a search finds among those that are not banned, and whether the outcome is
        certain."""
        report = self.player.search_session.think(position, self._limits, bans=bans)
        best = self._worth(position, report)
        return best, best.exact and report.settled and not bans

    def _search_all(self, position: Position) -> tuple[Worth, bool]:
        """The best move of a position and whether the outcome is certain, searched once however often it is
        asked for in a row."""
        if self._searched is None or self._searched[0] != position.key:
            self._searched = position.key, *self._search(position, {})
        return self._searched[1:]

    def _search_made(self, position: Position, best: Worth, move: int) -> Worth:
        """The worth of a move that the search does not prefer, by as many simulations as the best has."""
        search_session = self.player.search_session
        rows = {row.move: row for row in search_session.last.rows} if search_session.last else {}
        row = rows.get(move)
        ahead = max(best.visits, FEWEST) - (row.visits if row else 0)
        if row is None or (row.sure is None and ahead > 0):
            others = {(position.mover, other): 1 for other in position.moves() if other != move}
            row = search_session.think(position, self._limits._replace(visits=ahead), bans=others).best
        if search_session.last is None:
            raise RuntimeError("nothing has been searched")
        return self._worth(position, search_session.last._replace(rows=(row,)))

    def _worth(self, position: Position, report: Report) -> Worth:
        """A report's worth of the move that it prefers."""
        row = self.player.analysis.in_discs(report, position).best
        discs = discs_of(row, position.empties) if self._counts_discs else None
        exact = row.margin is not None if self._counts_discs else row.sure is not None
        win = row.mean if row.sure is None else row.sure
        certain = row.sure is not None
        return Worth(row.move, float(win), discs, exact, row.visits, row.line, certain, row.expected)


def _exactly(answer: Answer) -> Worth:
    """The worth of a move by the solver's exact answer."""
    if answer.move is None:
        raise ValueError("the game is over")
    win = (answer.low > 0) + 0.5 * (answer.low == 0)
    return Worth(answer.move, win, float(answer.low), True, 0, answer.line, True)


def as_good(made: Worth, best: Worth) -> bool:
    """Tell whether a move is worth as much as another, as far as one can tell."""
    if best.win - made.win < DOUBT * math.sqrt(variance(made) + variance(best)):
        return True
    if made.discs is None or best.discs is None:
        return made.win >= best.win
    return made.discs >= best.discs


def variance(worth: Worth) -> float:
    """The squared error of a mean of simulations; nothing for what is certain."""
    return 0.0 if worth.sure else 0.25 / max(worth.visits, 1)


def unit_of(record: Record) -> str:
    """Unit of losses in a game: discs or wins."""
    return "discs" if record.variant.unit == "discs" else "win"


def summary(name: str, rows: Sequence[Judged], unit: str) -> Summary:
    """The summary of one player's plies."""
    count = len(rows)
    wins = sum(row.lost_win for row in rows) / count if count else 0.0
    losses = [row.lost_win if row.lost_discs is None or unit == "win" else row.lost_discs for row in rows]
    discs = (sum(losses) / count if count else 0.0) if unit == "discs" else None
    mistakes = tuple(sum(loss > step for loss in losses) for step in STEPS[unit])
    accurate = sum(loss <= GOOD[unit] for loss in losses)
    return Summary(name, count, discs, wins, mistakes, accurate / count if count else 1.0)
