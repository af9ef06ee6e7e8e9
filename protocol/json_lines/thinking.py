"""Thinking of a sitting's engines by themselves: their moves, live analysis, and losses of moves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from outflank.engine.analysis.ownership import Ownership
from outflank.engine.analysis.session import FOR_EVER
from outflank.engine.analysis.watching import Watch
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.formats.record import Record
from outflank.protocol.json_lines.jobs.worker import Job, Outcome, Tell
from outflank.protocol.json_lines.messages.problems import problem_of
from outflank.protocol.json_lines.objects.telling import thoughts_data
from outflank.protocol.review import html
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget, Review
from outflank.protocol.session.reply import cause
from outflank.protocol.sitting.engines import BEST, Answer
from outflank.protocol.sitting.seats import ENGINE, Seat
from outflank.protocol.sitting.sitting import AWAITS_ENGINE, OVER, Sitting

if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position
    from outflank.protocol.json_lines.session import JsonSession

LEADERS = 5
"""Moves of an ending that get the score of the endgame solver: it may not take long."""
LOSS_BUDGET = Budget(0.5, None, 16)
"""What the review of a move may cost while the game goes on: as `outflank analyze` has it, but with fewer
empty squares that are solved, as what is thought about meanwhile has to wait."""
LOSS_MEGABYTES = 64
USUAL_SECONDS = 1.0
"""The time of a move that an engine makes for a person."""


class WatchWishes:
    """Options of live analysis: `every` in seconds, the best `most` moves, who owns what, up to `visits`; and
    whether the engine's own thoughts are told as well."""

    def __init__(self) -> None:
        self.on = False
        self.engine = True
        self.every = 0.2
        self.most = 10
        self.ownership = False
        self.visits: int | None = None

    def told(self) -> JsonObject:
        """The wishes as a client reads them."""
        return {name: value for name, value in vars(self).items() if value is not None}


class Thinking:
    """The jobs of a session's own sitting. Each is about one version of it, and what comes of a version that
    has passed is dropped."""

    def __init__(self, session: JsonSession) -> None:
        self._session = session
        self.watch = WatchWishes()
        self.losses = False
        self._job: Job | None = None
        self._about = -1
        self._watched = -1
        self._ready = True
        self._reviewer: tuple[Sitting, Reviewer] | None = None

    def wishes(self) -> JsonObject:
        """The switches that are on, as the state tells them."""
        return {"watch": self.watch.told(), "losses": {"on": self.losses}}

    def changed(self) -> None:
        """Begin anew what is not the engine's move: other things are wished for."""
        self._watched = -1
        if self._job is not None and self._job.yields:
            self._session.desk.stop()

    def stop(self) -> bool:
        """End the search for the engine's move, which is then made; whether there was one."""
        thinks = self._job is not None and not self._job.yields
        if thinks:
            self._session.desk.stop()
        return thinks

    def expect(self) -> None:
        """A search will be asked for soon: get ready while nobody waits."""
        self._ready = False

    def look(self) -> None:
        """Stop what is about another moment of the game, and begin what is next."""
        if self._job is not None and self._about != self._session.sitting.version:
            self._session.desk.stop()
        self._session.desk.look()

    def urgent(self) -> Job | None:
        """The engine's move, where it is awaited."""
        sitting = self._session.sitting
        return self._engine_job(sitting) if sitting.waiting == AWAITS_ENGINE else None

    def spare(self) -> Job | None:
        """The work for while nobody waits: getting ready, losses, then live analysis."""
        sitting = self._session.sitting
        if not self._ready:
            return self._ready_job()
        if self.losses:
            for ply in range(sitting.plies, 0, -1):
                turn = sitting.turns[ply - 1]
                if turn.judged is None and sitting.may_judge(turn.player):
                    return self._loss_job(sitting, ply)
        seen = sitting.waiting != OVER and not sitting.keeps_secrets
        if self.watch.on and self._watched != sitting.version and seen:
            return self._watch_job(sitting)
        return None

    def _own(self, job: Job) -> Job:
        self._job, self._about = job, self._session.sitting.version
        return job

    def _is_current(self, sitting: Sitting, version: int) -> bool:
        return sitting is self._session.sitting and sitting.version == version

    def _failed(self, error: Exception) -> None:
        """Tell of a job that has failed, and do not try it again before the game goes on."""
        self._job = None
        sitting = self._session.sitting
        self._watched = sitting.version
        if sitting.waiting == AWAITS_ENGINE:
            sitting.paused = True
        self.losses = False
        problem = problem_of(error)
        code, text = (
            ("internal", f"internal error: {cause(error)}")
            if problem is None
            else (problem.code, problem.text)
        )
        self._session.send("trouble", {"code": code, "text": text})
        self._session.tell_state()
        if problem is None:
            raise error

    def _engine_job(self, sitting: Sitting) -> Job:
        engines, watch, version = self._session.engines, self.watch, sitting.version
        choice, game, asked = sitting.choice, sitting.game.copy(), time.monotonic()
        position = game.position
        seat, reading = sitting.seats[position.mover], sitting.clocks.reading
        secret = sitting.keeps_secrets
        seat = Seat(ENGINE, BEST, USUAL_SECONDS) if sitting.lent else seat
        ownership = Ownership(position, position.mover) if _owned(watch, position) else None

        def work(tell: Tell) -> Answer:
            def seen(report: Report) -> None:
                tell(thoughts_data(choice.variant, position, report, watch.most, ownership))

            told = watch.on and watch.engine and not secret
            live = Watch(watch.every, seen) if told else None
            return engines.answer(seat, choice, game, reading, asked, live)

        def told(thoughts: JsonObject) -> None:
            self._tell(sitting, version, "engine", thoughts)

        def done(answer: Answer) -> None:
            self._job = None
            if self._is_current(sitting, version):
                if answer.resigns:
                    sitting.resign(position.mover)
                else:
                    sitting.answer(answer.text, answer.row)
            self._session.look()

        return self._own(Job(work, told, done, self._failed))

    def _watch_job(self, sitting: Sitting) -> Job:
        engines, watch, version = self._session.engines, self.watch, sitting.version
        choice, game = sitting.choice, sitting.game.copy()
        position = game.position
        ownership = Ownership(position, position.mover) if _owned(watch, position) else None
        visits = FOR_EVER if watch.visits is None else watch.visits

        def work(tell: Tell) -> bool:
            player = engines.main
            engines.sit(player, choice, game)
            request = player.request(position.mover)
            for report in player.analysis.reports(request, watch.every, visits):
                solved = player.analysis.in_discs(report, position, LEADERS, watch.every)
                tell(thoughts_data(choice.variant, position, solved, watch.most, ownership))
                if report.settled:
                    break
            return not engines.rung

        def told(thoughts: JsonObject) -> None:
            self._tell(sitting, version, "analysis", thoughts)

        def done(whole: bool) -> None:
            self._job = None
            if whole and self._is_current(sitting, version):
                self._watched = version
            self._session.look()

        return self._own(Job(work, told, done, self._failed, yields=True))

    def _loss_job(self, sitting: Sitting, ply: int) -> Job:
        engines, turn, version = self._session.engines, sitting.turns[ply - 1], sitting.version
        before, moves = sitting.full.positions[ply - 1], sitting.full.history[ply - 1].moves

        def work(tell: Tell) -> Outcome:
            reviewer, at, rows = self._reviewer_of(sitting), before, []
            engines.admit(reviewer.player)
            try:
                for move in moves:
                    rows.append(reviewer.judge(ply, at, move))
                    at = at.play(move)
            finally:
                engines.dismiss(reviewer.player)
            review = Review(reviewer.record, tuple(rows), sitting.plies)
            # A turn of several decisions is judged by the one that lost most.
            row = max(rows, key=lambda one: one.lost_win)
            return None if engines.rung else html.judged_data(review, row)

        def done(judged: Outcome) -> None:
            self._job = None
            if judged is not None:
                turn.judged = judged
                self._session.send("loss", {"version": version, "ply": ply, "judged": judged})
            self._session.look()

        return self._own(Job(work, lambda _: None, done, self._failed, yields=True))

    def _ready_job(self) -> Job:
        engines, sitting = self._session.engines, self._session.sitting
        choice, game = sitting.choice, sitting.game.copy()

        def work(tell: Tell) -> bool:
            engines.sit(engines.main, choice, game)
            engines.main.warmup.expect(certainly=True)
            engines.main.get_ready()
            return not engines.rung

        def done(whole: bool) -> None:
            self._job = None
            self._ready = whole
            self._session.look()

        return self._own(Job(work, lambda _: None, done, self._failed, yields=True))

    def _reviewer_of(self, sitting: Sitting) -> Reviewer:
        """The judge of a sitting's moves; one tree for all of them."""
        if self._reviewer is None or self._reviewer[0] is not sitting:
            record = Record("the game", sitting.choice.variant, sitting.choice.size, sitting.full)
            self._reviewer = sitting, Reviewer(record, LOSS_BUDGET, memory=LOSS_MEGABYTES)
        return self._reviewer[1]

    def _tell(self, sitting: Sitting, version: int, by: str, thoughts: JsonObject) -> None:
        if self._is_current(sitting, version):
            head = {"version": version, "ply": sitting.ply, "by": by}
            self._session.send("thoughts", {**head, **thoughts})


def _owned(watch: WatchWishes, position: Position) -> bool:
    """Tell whether ownership is wished for, and there is any."""
    return watch.ownership and bool(position.rules.signs)
