"""Review of a game: the worth of each move, and better ones.

A game is walked through from its end to its start with one search tree, so that what is found out about later
positions is known when the earlier ones are judged. A move and the one the search prefers to it are measured
alike: by the mean of as many simulations. Where the solver reaches, from some position on to the end of the
game, everything is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from outflank.engine.analysis.discs import discs_of
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import ALONE, REVIEW, Stage, plan_for
from outflank.engine.game import Game
from outflank.engine.play.player import Player
from outflank.protocol.formats.record import Record
from outflank.protocol.review.worths import Budget, Judged, Value, Worth, as_good

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


NONE_GIVEN: Mapping[int, Judged] = {}


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
