"""Files of games on the disk or on stdin, with the names that stand in files beside them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError, reason
from outflank.protocol.formats.kinds import Names, Source
from outflank.protocol.formats.record import BadCollection, Broken, Record
from outflank.protocol.formats.syntax import wthor
from outflank.protocol.formats.syntax.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor

MOST_BYTES = 2**28


def load(path: str) -> Source:
    """A file, or stdin for `-`. UserError when it cannot be read."""
    return Source(files.read_source(path, MOST_BYTES), path)


def games_in(source: Source, path: str, complain: Callable[[str], None]) -> Iterator[Record | Broken]:
    """The games of a file. UserError when it is not a file of games; `complain` is told of names that cannot
    be read."""
    try:
        names = _names_beside(path, complain) if source.kind.name == "wthor" else Names()
        yield from source.games(names)
    except BadCollection as error:
        raise UserError(f"{path}: {error}") from None


def _names_beside(path: str, complain: Callable[[str], None]) -> Names:
    """The players and tournaments in the .jou and .trn files that go with a .wtb file: those of its own name,
    else those of the name WTHOR. One that is damaged costs the names in it."""
    if path == "-":
        return Names()
    folder, name = os.path.split(path)
    there = {entry.lower(): entry for entry in sorted(os.listdir(folder or "."), reverse=True)}
    stem = os.path.splitext(name)[0].lower()
    found: list[tuple[str, ...]] = []
    for ending, length in (("jou", PLAYER_LENGTH), ("trn", TOURNAMENT_LENGTH)):
        entry = there.get(f"{stem}.{ending}") or there.get(f"wthor.{ending}")
        names: tuple[str, ...] = ()
        if entry:
            try:
                data = files.read(os.fsencode(os.path.join(folder, entry)), MOST_BYTES)
                names = wthor.read_names(data, length)
            except (OSError, BadWthor) as error:
                complain(f"no names from {entry}: {reason(error)}")
        found.append(names)
    return Names(*found)
