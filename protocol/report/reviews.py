"""Reviews of the games of a report: pages in a folder of reviews, or the command that makes one."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence

from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.formats.games.match_games import EVENT

SAFE = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/"
"""Bytes of a path that stand in an address as they are."""

LINKS = "links.json"
"""The file of a folder of reviews that says where each game of a match is (protocol/review/exports.py)."""
MOST_BYTES = 2**28

Game = tuple[str, int]
"""Name of a game: its match and its number."""
Places = Mapping[Game, tuple[str, int]]
"""The file of each game, and its number there."""


class Reviews:
    """The links and commands for the games of a report. `places` say in which file each game is, and its
    number there."""

    def __init__(self, places: Places, links: Mapping[str, str]) -> None:
        self._places = places
        self._links = links

    def data(self, row: GameRecord) -> dict[str, str]:
        """The page's line about a game's review: a link, else a command; nothing for a game of no file."""
        if link := self._links.get(f"{EVENT}{row.match}/{row.number}"):
            return {"link": link}
        if (row.match, row.number) not in self._places:
            return {}
        path, number = self._places[row.match, row.number]
        words = ["outflank", "analyze", path, "--game", str(number), "--format", "html"]
        return {"command": f"{shlex.join(words)} -o game{row.number}.html"}


NOWHERE = Reviews({}, {})


def read_links(folder: str, page: str) -> dict[str, str]:
    """The links of a folder of reviews, as they are in a page elsewhere. UserError when it has none."""
    path = os.path.join(folder, LINKS)
    try:
        found = files.from_json(files.read(os.fsencode(path), MOST_BYTES))
        links = {str(name): str(link) for name, link in found["games"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        raise UserError(f"{folder} is no folder of reviews: `outflank analyze --folder` makes one") from None
    way = os.path.relpath(folder, os.path.dirname(os.path.abspath(page)))
    return {name: f"{quoted(way.replace(os.sep, '/'))}/{link}" for name, link in links.items()}


def quoted(path: str) -> str:
    """A path as a relative address of a page."""
    # urllib, which has such a function, is not in the stand-alone program.
    return "".join(chr(byte) if byte in SAFE else f"%{byte:02X}" for byte in os.fsencode(path))


def places_of(
    paths: Sequence[str], counts: Sequence[int], rows: Sequence[GameRecord]
) -> dict[Game, tuple[str, int]]:
    """The place of each game, by the number of games in each file. Pipes do not count."""
    found: dict[Game, tuple[str, int]] = {}
    at = 0
    for path, count in zip(paths, counts, strict=True):
        if os.path.isfile(path):
            for number, row in enumerate(rows[at : at + count], 1):
                found[row.match, row.number] = path, number
        at += count
    return found
