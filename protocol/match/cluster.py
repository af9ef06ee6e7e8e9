"""The games of a match on the machines of a Ray cluster.

A game is a task of its own: engines start where it runs, and its line comes back as soon as it is over. What
a lost machine had under way is played again elsewhere. Every machine needs this program, in a version like
this one's, and the engines under the commands that the match names.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any

from outflank.engine import installation
from outflank.engine.lab.client import Broke
from outflank.engine.lab.openings import Opening, Openings, listed
from outflank.engine.lab.stop import Stop
from outflank.engine.lab.table import Table
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.own_program import as_here, own_program
from outflank.protocol.formats.game_record import from_line, to_line
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match.engines.clients import new_client, play
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.match.engines.spec import threads_of

LOCAL = "local"
"""The address that stands for a cluster of this machine alone."""
LOOK_EVERY = 0.2
"""Seconds between two looks at whether to stop."""
REACH_SECONDS = 5.0
"""Seconds within which a machine at an address must take a connection."""
LOSSES = 5
"""Times that a game is begun again whose machine was lost."""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


Play = Callable[..., list[GameRecord]]


@contextmanager
def playing(address: str | None) -> Iterator[Play]:
    """Gives what plays the missing games of matches: protocol/match/engines/clients.play without the address
    of a cluster."""
    if address is None:
        yield play
    else:
        with closing(Cluster(address)) as cluster:
            yield cluster.play


class Cluster:
    """The machines at an address. They are sought when there is a game to play: ValueError when there are
    none, or no Ray."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._connection = ExitStack()
        self._ray: Any = None

    def play(
        self,
        match: Match,
        openings: Openings,
        games: int,
        ledger: Ledger,
        jobs: int | None = None,
        watch: Callable[[GameRecord], None] | None = None,
        stop: Stop | None = None,
    ) -> list[GameRecord]:
        """As outflank.engine.lab.table.play, by default as many games at a time as the machines have room
        for."""
        there = {played.number for played in ledger.games(match.id)}
        missing = [number for number in range(games) if number not in there]
        if missing:
            self._ray = self._ray or self._connection.enter_context(connected(self._address))
            Field(self._ray, match, openings, ledger, jobs).run(missing, watch, stop)
        return [played for played in ledger.games(match.id) if played.number < games]

    def close(self) -> None:
        """Leave the machines."""
        self._connection.close()


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster."""
    try:
        import ray
    except ImportError:
        raise UserError(f"a cluster needs Ray: {installation.advice('cluster')}") from None
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    reach(address)
    # Ray puts its own handlers in the place of those that end a match in order.
    handlers = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)}
    paths = os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH", ""))))
    try:
        ray.init(
            address=None if address == LOCAL else address,
            include_dashboard=False if address == LOCAL else None,
            log_to_driver=False,
            logging_level="ERROR",
            runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise UserError(f"no cluster at {address}: {' '.join(str(error).split())[:200]}") from None
    for name, handler in handlers.items():
        signal.signal(name, handler)
    try:
        yield ray
    finally:
        ray.shutdown()


def reach(address: str) -> None:
    """ValueError when nobody listens at HOST:PORT: Ray itself would try for minutes."""
    host, colon, port = address.rpartition("//")[2].rpartition(":")
    if not (colon and port.isdigit()):
        return
    import socket

    try:
        socket.create_connection((host, int(port)), REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise UserError(f"no cluster at {address}: {error}") from None


class Field:
    """The games of a match under way on a cluster."""

    def __init__(self, ray: Any, match: Match, openings: Openings, ledger: Ledger, jobs: int | None) -> None:
        self._ray = ray
        self._match = match
        self._openings = openings
        self._ledger = ledger
        self._jobs = jobs
        self._threads = max(threads_of(match.a), threads_of(match.b))
        # What is lost with a machine is begun again here and not by Ray, so that it is counted.
        self._task = ray.remote(num_cpus=self._threads, max_retries=0)(play_game)
        self._under_way: dict[Any, int] = {}
        self._losses: dict[int, int] = {}

    def run(self, missing: list[int], watch: Callable[[GameRecord], None] | None, stop: Stop | None) -> None:
        """Play these games, unless `stop` is rung."""
        todo = deque(missing)
        try:
            while (todo or self._under_way) and not (stop is not None and stop.rung):
                while todo and len(self._under_way) < self._room():
                    self._begin(todo.popleft())
                todo.extend(self._gather(watch))
        finally:
            for task in self._under_way:
                with suppress(self._ray.exceptions.RayError):
                    self._ray.cancel(task, force=True)

    def _room(self) -> int:
        """The number of games that may be under way."""
        cores = int(self._ray.cluster_resources().get("CPU", 0))
        fits = max(1, cores // self._threads)
        return fits if self._jobs is None else min(fits, self._jobs)

    def _begin(self, number: int) -> None:
        opening = self._openings.at(number // self._match.players)
        self._under_way[self._task.remote(self._match, number, opening, own_program())] = number

    def _gather(self, watch: Callable[[GameRecord], None] | None) -> list[int]:
        """Keep the games that have ended, and return the numbers of those that were lost."""
        if not self._under_way:
            time.sleep(LOOK_EVERY)
            return []
        ended, _ = self._ray.wait(list(self._under_way), num_returns=1, timeout=LOOK_EVERY)
        lost = []
        for task in ended:
            number = self._under_way.pop(task)
            try:
                record = from_line(self._ray.get(task))
            except self._ray.exceptions.RayTaskError as error:
                raise Broke(str(error.cause or error)) from None
            except self._ray.exceptions.RayError as error:
                lost.append(self._count_loss(number, error))
                continue
            self._ledger.add(record)
            if watch is not None:
                watch(record)
        return lost

    def _count_loss(self, number: int, error: Exception) -> int:
        self._losses[number] = self._losses.get(number, 0) + 1
        if self._losses[number] > LOSSES:
            times = self._losses[number]
            raise Broke(f"game {number} was lost {times} times with its machine, last: {error}") from None
        return number


def play_game(match: Match, number: int, opening: Opening, own: list[str]) -> bytes:
    """The line of a game, played where this runs, and which part of the cluster that is. `own` starts this
    program where the match was begun."""
    import ray

    a, b = (
        spec._replace(command=as_here(spec.command, own), kept=spec.kept or spec.command)
        for spec in (match.a, match.b)
    )
    with closing(PipeStop()) as stop:
        here = Table(match._replace(a=a, b=b), listed(match.openings, [opening]), new_client, stop)
        try:
            record = here.play(number)
        finally:
            here.close()
    node = ray.get_runtime_context().get_node_id()[:8]
    return to_line(record._replace(machine=f"{record.machine} {node}"))
