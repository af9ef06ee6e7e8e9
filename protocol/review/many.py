"""Many games reviewed by several processes or machines, into a folder; a new run goes on where one ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple, Protocol

from outflank.protocol.console.outbox import warn
from outflank.protocol.console.progress import progress
from outflank.protocol.formats.game_files import games_in, load
from outflank.protocol.formats.record import Broken, Record
from outflank.protocol.review.folder import Folder
from outflank.protocol.review.pieces import Shared, given_plies, judge_positions, review_games
from outflank.protocol.review.portable import Portable, packed, unpacked
from outflank.protocol.train.cluster import ClusterCrew
from outflank.protocol.train.crew import new_crew

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Name = TypeVar("Name")
    Result = TypeVar("Result")


class Workers(Protocol):
    """Processes or machines that do pieces of work."""

    def run(
        self, work: Callable[..., Result], pieces: Iterable[tuple[Name, tuple[object, ...]]]
    ) -> Iterator[tuple[Name, Result]]:
        """Do the work of each piece, (name, arguments), and yield (name, result) as they come."""
        ...


class Group(NamedTuple):
    """Games with the same moves: the key of each, its file and its values."""

    games: list[tuple[str, str, Portable]]

    @property
    def record(self) -> Record:
        """The record of the first, played anew."""
        return unpacked(self.games[0][2])


class Games:
    """The games of some files that are to be reviewed. `faults` counts those that are not, or only in
    part."""

    def __init__(self, paths: Sequence[str]) -> None:
        self.groups: dict[str, Group] = {}
        self.shared = Shared()
        self.faults = self.count = 0
        self._seen: Counter[str] = Counter()
        for path in paths:
            for found in games_in(load(path), path, partial(self._complain, path)):
                self._take(path, found)

    def missing(self, folder: Folder) -> int:
        """The number of games that are not in a folder yet."""
        return sum(key not in folder.keys for group in self.groups.values() for key, _, _ in group.games)

    def _take(self, path: str, found: Record | Broken) -> None:
        if isinstance(found, Broken):
            self._complain(path, str(found))
            return
        if found.stopped:
            self._complain(path, f"{found.place}: {found.stopped}; reviewed up to there")
        told = packed(found)
        self._seen[told.key] += 1
        # Games that are told alike are told apart by how often they came before.
        key = f"{told.key}-{self._seen[told.key]}"
        if told.content not in self.groups:
            self.groups[told.content] = Group([])
            self.shared.count(found)
        self.groups[told.content].games.append((key, path, told))
        self.count += 1

    def _complain(self, path: str, reason: str) -> None:
        self.faults += 1
        warn(f"{path}: {reason}")


def workers(jobs: int, cluster: str | None) -> AbstractContextManager[Workers]:
    """Processes of this machine, or the cores of a cluster."""
    return new_crew(jobs) if cluster is None else ClusterCrew(cluster)


def review(folder: Folder, games: Games, crew: Workers, threads: int, quiet: bool) -> None:
    """Review the games that are not in a folder yet."""
    done = games.count - games.missing(folder)
    shared = [(group.games, games.shared.collect(group.record)) for group in games.groups.values()]
    _judge_shared(folder, games.shared, crew, threads, quiet)
    pieces = (
        (None, (told, given_plies(plies, folder.judged), folder.budget, threads))
        for told, plies in shared
        if any(key not in folder.keys for key, _, _ in told)
    )
    with progress("games", done, games.count, quiet) as step:
        for _, lines in crew.run(review_games, pieces):
            for line in lines:
                folder.add_review(line)
                step("")


def _judge_shared(folder: Folder, shared: Shared, crew: Workers, threads: int, quiet: bool) -> None:
    """Judge the positions that games share, as far as that is not done."""
    pieces = list(shared.pieces())
    missing = [piece for piece in pieces if piece.key not in folder.pieces]
    if not missing:
        return
    total = sum(len(piece.rows) for piece in pieces)
    done = total - sum(len(piece.rows) for piece in missing)
    work = ((len(piece.rows), (piece, folder.budget, threads)) for piece in missing)
    with progress("shared positions", done, total, quiet) as step:
        for count, line in crew.run(judge_positions, work):
            folder.add_positions(line)
            for _ in range(count):
                step("")
