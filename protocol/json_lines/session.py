"""A client of JSON lines: its requests, the jobs that they become, and the game that it sits at."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

from outflank.engine.play.game_choice import GameChoice
from outflank.protocol.console.json_types import Json
from outflank.protocol.json_lines.jobs.desk import Desk
from outflank.protocol.json_lines.jobs.worker import Job, Outcome
from outflank.protocol.json_lines.messages.lines import Id, decode, encode, id_of
from outflank.protocol.json_lines.messages.problems import Problem, problem_of
from outflank.protocol.json_lines.objects.game_files import Sent
from outflank.protocol.json_lines.objects.telling import state_data
from outflank.protocol.json_lines.table import Request, Task, Values, requests
from outflank.protocol.json_lines.thinking import Thinking
from outflank.protocol.session.contract import Session
from outflank.protocol.session.inbox import LONGEST
from outflank.protocol.session.reply import Quit, Reply, cause
from outflank.protocol.sitting.engines import Engines
from outflank.protocol.sitting.seal import seal_of_program
from outflank.protocol.sitting.sitting import AWAITS_ENGINE, Sitting


class Flag:
    """The loop's bell: it says of a line that it is to be answered in haste."""

    def __init__(self) -> None:
        self.rung = False

    def ring(self) -> None:
        """Say so of the line that comes next."""
        self.rung = True

    def clear(self) -> None:
        """Say nothing."""
        self.rung = False


class JsonSession(Session):
    """Answers requests at once but for those that take time, which the desk has done one after the other. One
    game is sat at; its engine's moves, live analysis and losses are jobs of its own."""

    def __init__(self, engines: Engines, choice: GameChoice, sitting: Sitting) -> None:
        self.bell = Flag()
        self.engines = engines
        self.choice = choice
        self.sitting = sitting
        self.opened: Sent | None = None
        self.seal = seal_of_program()
        self.thinking = Thinking(self)
        self.desk = Desk(self._post, self.thinking.urgent, self.thinking.spare, engines.ring, engines.clear)
        self._open: dict[Id, Job | None] = {}
        self._told = sitting.version
        self._alarm: threading.Timer | None = None

    def hurries(self, data: bytes) -> bool:
        """No line does: whoever answers lines is never busy for long."""
        return False

    def hasten(self) -> None:
        """End early what was asked for so far."""
        self.desk.hasten()

    def owes(self) -> bool:
        """Tell whether an answer is missing, or the move of an engine."""
        return bool(self._open) or self.desk.busy or self.sitting.waiting == AWAITS_ENGINE

    def shortages(self) -> dict[str, str]:
        """The parts that the analysing player has to do without."""
        return dict(self.engines.main.analysis.shortages)

    def close(self) -> None:
        """End what still runs."""
        self._rest_alarm()
        self.desk.close()

    def answer(self, data: bytes, cut: bool, arrived: float | None = None) -> Reply | None:
        """Carry out the request in a line; None for an empty one, and for one that is answered later."""
        if not data.strip():
            return None
        name: Id | None = None
        fault: Exception | None = None
        try:
            if cut:
                raise Problem("too_long", f"the line has more than {LONGEST} bytes")
            message = decode(data)
            name = id_of(message)
            told = self._carry_out(message)
        except Quit:
            return Reply(True, code=0, data=encode({"type": "result", "id": name, "do": "quit"}))
        except Exception as error:
            told, fault = self._refusal(name, error)
        if told is None:
            return None
        return Reply(told["type"] == "result", data=encode(told), fault=fault)

    def starved(self, data: bytes, fault: MemoryError) -> Reply:
        """Fail without an id: it may be anywhere in the line."""
        return Reply(False, data=encode(self._refusal(None, fault)[0]), fault=fault)

    def send(self, kind: str, values: Values) -> None:
        """Send something that no request is answered by."""
        self.client.send(encode({"type": kind, **values}))

    def tell_state(self) -> None:
        """Send what the sitting is now, and have its engines look at it."""
        self._told = self.sitting.version
        own = {"thinking": self.sitting.waiting == AWAITS_ENGINE, **self.thinking.wishes()}
        self.send("state", {**state_data(self.sitting, time.monotonic(), self.seal), **own})
        self._set_alarm()

    def cancel(self, name: Id) -> bool:
        """End a request early; whether it was still open."""
        job = self._open.get(name)
        if job is not None:
            self.desk.cancel(job)
        return job is not None

    def _carry_out(self, message: Values) -> Values | None:
        """The answer to a message; None for one that comes later."""
        name = id_of(message)
        if name is None:
            raise Problem(
                "bad_message", "a request has an id: a text of 1 to 64 characters, or a number", "id"
            )
        if "do" not in message:
            raise Problem("bad_message", "a request says what to do", "do")
        row = requests.find(message["do"])
        values = row.read(message)
        if name in self._open:
            raise Problem("duplicate_id", f"{name!r} is not answered yet", "id")
        found = row.run(self, values)
        if isinstance(found, Task):
            self._begin(name, row, found)
            return None
        self._look()
        return {"type": "result", "id": name, "do": row.name, **found}

    def _begin(self, name: Id, row: Request, task: Task) -> None:
        head = {"id": name, "do": row.name}

        def told(what: Mapping[str, Json]) -> None:
            self.send("report", {**head, **what})

        def done(outcome: Outcome) -> None:
            del self._open[name]
            found = {**task.done(outcome), **({"cancelled": True} if job.cancelled else {})}
            self._look()
            self.send("result", {**head, **found})

        def failed(error: Exception) -> None:
            self._open.pop(name, None)
            answer, fault = self._refusal(name, error)
            self.client.send(encode(answer))
            if fault is not None:
                raise fault

        job = Job(task.work, told, self._guarded(done, failed), failed, task.keeps)
        job.hasty = self.bell.rung
        self._open[name] = job
        try:
            self.desk.add(job)
        except Problem:
            del self._open[name]
            raise

    def _guarded(
        self, done: Callable[[Outcome], None], failed: Callable[[Exception], None]
    ) -> Callable[[Outcome], None]:
        """The same, but what the end of a job fails at is the request's own failure."""

        def run(outcome: Outcome) -> None:
            try:
                done(outcome)
            except Problem as problem:
                failed(problem)

        return run

    def _look(self) -> None:
        """Tell of the sitting if it has changed, and begin or stop what follows from that."""
        if self._told != self.sitting.version:
            self.tell_state()
        self.thinking.look()

    def look(self) -> None:
        """As after a request: the sitting may have changed."""
        self._look()

    def _refusal(self, name: Id | None, error: Exception) -> tuple[Values, Exception | None]:
        """The error that answers a request, and the exception behind it where that is a fault of ours."""
        problem = problem_of(error)
        fault = error if problem is None else None
        shown = problem or Problem("internal", f"internal error: {cause(error)}")
        told = {"type": "error", "id": name, "code": shown.code, "text": shown.text}
        return ({**told, "where": shown.where} if shown.where else told), fault

    def _post(self, call: Callable[[], None]) -> None:
        self.client.post(call)

    def _set_alarm(self) -> None:
        """Look at the clock when the time of who is to move is over."""
        self._rest_alarm()
        seconds = self.sitting.clocks.flag(time.monotonic())
        if seconds > threading.TIMEOUT_MAX:
            return
        self._alarm = threading.Timer(seconds, lambda: self._post(self._look_at_clock))
        self._alarm.daemon = True
        try:
            self._alarm.start()
        except RuntimeError:
            # Without a thread the next move finds out.
            self._alarm = None

    def _rest_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _look_at_clock(self) -> None:
        if self.sitting.look_at_clock(time.monotonic()):
            self._look()
        else:
            self._set_alarm()
