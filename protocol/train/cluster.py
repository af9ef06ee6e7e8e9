"""Work that is shared among the machines of a Ray cluster, each of which needs this program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

from outflank.protocol.console.errors import Failed
from outflank.protocol.match.cluster import connected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Name = TypeVar("Name")
    Result = TypeVar("Result")

LOSSES = 5
"""Times that a piece of work is begun again whose machine was lost."""
AHEAD = 2
"""Pieces of work for each core that are handed out before the first one is back."""
LOOK_EVERY = 1.0
"""Seconds after which is looked for machines that have joined."""


class ClusterCrew:
    """The cores of the cluster at an address, with the verbs of outflank.protocol.train.crew. ValueError when
    the cluster cannot be reached, or Ray is not installed."""

    def __init__(self, address: str) -> None:
        self._stack = ExitStack()
        self._ray = self._stack.enter_context(connected(address))

    def __enter__(self) -> ClusterCrew:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def run(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Name, tuple[object, ...]]]
    ) -> Iterator[tuple[Name, Result]]:
        """Do the work of each piece, (name, arguments), and yield (name, result) as they come. What was under
        way on a lost machine is begun again. Failed when a piece cannot be done."""
        ray = self._ray
        task = ray.remote(num_cpus=1, max_retries=LOSSES)(work)
        source = iter(pieces)
        under_way: dict[Any, Name] = {}
        more = True
        try:
            while more or under_way:
                while more and len(under_way) < self._room():
                    piece = next(source, None)
                    more = piece is not None
                    if piece is not None:
                        under_way[task.remote(*piece[1])] = piece[0]
                if under_way:
                    done, _ = ray.wait(list(under_way), num_returns=1, timeout=LOOK_EVERY)
                    for one in done:
                        name = under_way.pop(one)
                        yield name, self._result(one)
        finally:
            for one in under_way:
                with suppress(ray.exceptions.RayError):
                    ray.cancel(one, force=True)

    def _result(self, task: Any) -> Any:
        try:
            return self._ray.get(task)
        except self._ray.exceptions.RayError as error:
            raise Failed(f"the cluster: {' '.join(str(error).split())[-300:]}") from None

    def _room(self) -> int:
        """The number of pieces that may be handed out."""
        return AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 0)))
