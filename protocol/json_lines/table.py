"""The requests of the protocol: one table, filled by decorators, with the shapes of what goes in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from outflank.engine.names import nearest
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.json_lines.jobs.worker import Outcome, Tell
from outflank.protocol.json_lines.messages.lines import ID
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import Flag, Record, Shape, Text

if TYPE_CHECKING:
    from outflank.protocol.json_lines.session import JsonSession

Values = JsonObject
Fields = Mapping[str, Shape]


class Task(NamedTuple):
    """A request that takes time. `work(tell)` is done in the worker's thread; what it tells on the way goes
    out as reports, all of them if it `keeps` them; `done` makes the result of what it returns, where lines
    are answered."""

    work: Callable[[Tell], Outcome]
    done: Callable[[Outcome], Values] = dict
    keeps: bool = False


class Request(NamedTuple):
    """A row of the table: its name, what it takes, what its result and its reports hold beside `type`, `id`
    and `do`, a line about it, and the handler, which returns the result or a Task."""

    name: str
    fields: Record
    result: Record
    report: Record | None
    about: str
    run: Callable[[JsonSession, Values], Values | Task]

    def read(self, message: Values) -> Values:
        """The fields of a message. Problem where they are not what the request takes."""
        values = {name: value for name, value in message.items() if name not in ("id", "do")}
        self.fields.check(values, "")
        return values


Handler = Callable[["JsonSession", Values], "Values | Task"]


class Table:
    """Requests in the order they were added."""

    def __init__(self) -> None:
        self.rows: dict[str, Request] = {}

    def request(
        self, name: str, fields: Fields, result: Fields, report: Fields | None = None
    ) -> Callable[[Handler], Handler]:
        """Decorator: add a handler whose docstring tells what the request does."""

        def add(run: Handler) -> Handler:
            if name in self.rows:
                raise ValueError(f"two requests are called {name}")
            about = " ".join((run.__doc__ or "").split())
            reports = None if report is None else Record(report, open=True)
            self.rows[name] = Request(name, Record(fields), Record(result, open=True), reports, about, run)
            return run

        return add

    def find(self, name: object) -> Request:
        """The row of a name. Problem when there is none."""
        row = self.rows.get(name) if isinstance(name, str) else None
        if row is None:
            near = nearest(name, self.rows) if isinstance(name, str) and len(name) < 40 else None
            advice = f"; did you mean {near}?" if near else f"; there are {', '.join(self.rows)}"
            raise Problem("unknown_request", f"unknown request {ascii(name)[:40]}{advice}", "do")
        return row


requests = Table()
CANCELLED = {"cancelled?": Flag()}
"""What the result of a Task may say as well: that it was ended early."""
HEAD: Fields = {"id": ID, "do": Text(40)}
