"""The plan of a tournament: a TOML file that says who plays whom at what (EXAMPLE).

All but the engines' names and commands may be left out. What is not understood is refused by its name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeVar

from outflank.engine.games import find_game, solved_boards, unknown_game
from outflank.engine.lab.client import EngineSpec
from outflank.engine.lab.clock import MARGIN
from outflank.engine.lab.openings import Openings
from outflank.engine.lab.terms import Match, seed_for
from outflank.engine.names import advice
from outflank.engine.results import sprt
from outflank.engine.variant import Variant
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.match import openings
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines.spec import PROTOCOLS, read_line, read_spec

EXAMPLE = """\
game = "Othello"        # or any other; size = 6 for a board of another size
kind = "round robin"    # or "gauntlet": the first engine against all others
clock = "60+0.5"        # as for `outflank match`
openings = "random"     # or "random:PLIES", "start", a file; plies = 8 cuts it
games = 100             # of each two engines, rounded up to whole sets of seats
seed = 1
jobs = 2                # games at a time
sprt = [0, 10]          # a pairing ends when one claim is clear (alpha, beta)

[[engine]]
name = "hard"
command = "level=hard"  # options of this program, or any command

[[engine]]
name = "other"
command = "other-engine --nboard"
protocol = "nboard"     # "gtp" if neither this nor the command says so
"""
Found = TypeVar("Found")
MOST_NAME = 80
KINDS = ("round robin", "gauntlet")
MOST_BYTES = 1 << 20
MOST_DOTS = 100
"""On a line, where each may stand between two parts of a key."""
KEYS: dict[str, tuple[type, object]] = {
    "game": (str, "Othello"),
    "size": (int, None),
    "kind": (str, KINDS[0]),
    "clock": (str, "none"),
    "openings": (str, "random"),
    "plies": (int, None),
    "games": (int, 100),
    "shuffle": (bool, False),
    "seed": (int, 1),
    "jobs": (int, None),
    "sprt": (list, None),
    "margin": (float, MARGIN),
    "solve": (int, 0),
    "engine": (list, None),
}
ENGINE_KEYS: dict[str, tuple[type, object]] = {
    "name": (str, None),
    "command": (str, None),
    "protocol": (str, "auto"),
    "folder": (str, ""),
    "setup": (list, []),
    "values": (bool, False),
    "patience": (float, 600.0),
}
BOUNDS = {
    "games": (1, 10**6),
    "jobs": (1, 4096),
    "seed": (0, 2**64 - 1),
    "plies": (0, 10**6),
    "margin": (0, 86400),
    "solve": (0, 64),
}
KIND_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}


class Plan(NamedTuple):
    """A tournament: what is played, the matches of all who meet, how many games each of them has, and how
    many are played at a time where that is said."""

    variant: Variant
    size: int
    openings: Openings
    entries: tuple[EngineSpec, ...]
    matches: tuple[Match, ...]
    games: int
    jobs: int | None
    claims: sprt.Claims | None


def read(path: str) -> Plan:
    """The plan in a file. ValueError names the file and says what is wrong; OSError if it cannot be read."""
    import tomllib

    try:
        data = files.read(os.fsencode(path), MOST_BYTES)
    except OSError as error:
        raise files.unusable(path, error) from None
    try:
        text = data.decode("utf-8")
        # Python's reader keeps every beginning of such a key: of 100 000 parts they fill the memory.
        if any(line.partition("#")[0].count(".") > MOST_DOTS for line in text.splitlines()):
            raise UserError("it nests too deeply")
        table = files.parsed(tomllib.loads, text)
        # Of hexadecimal digits Python reads as many as there are, and writes none of them in decimals.
        found: Plan = files.parsed(lambda table: plan(table, os.path.dirname(path)), table)
        return found
    except ValueError as error:
        raise UserError(f"{path}: {error}") from None


def plan(table: JsonObject, folder: str = "") -> Plan:
    """The plan of a table; files in it are found from `folder`. ValueError says what is wrong with it."""
    given = values(table, KEYS, "")
    variant = find_game(given["game"])
    if variant is None:
        raise UserError(f"game: {unknown_game(given['game'])}")
    size = variant.sizes[0] if given["size"] is None else given["size"]
    if size not in variant.sizes:
        raise UserError(f"size: {variant.name} is not played on a board of size {size}")
    if given["kind"] not in KINDS:
        raise UserError(f"kind: there is no {given['kind']!r}; there are {' and '.join(KINDS)}")
    for name, (least, most) in BOUNDS.items():
        if given[name] is not None and not least <= given[name] <= most:
            raise UserError(f"{name}: {given[name]} is not from {least} to {most}")
    if given["solve"] and size not in variant.endgame:
        raise UserError(f"solve: is for {solved_boards()} only")
    clock = named("clock", read_clock, given["clock"])
    claims = None if given["sprt"] is None else named("sprt", read_claims, given["sprt"])
    entries = read_entries(given["engine"])
    how = variant, variant.rules(size), given["seed"], given["plies"], given["shuffle"], folder
    lines = named("openings", lambda text: openings.find(text, *how), given["openings"])
    seed = seed_for(variant.rules(size), entries, given["seed"])
    matches = tuple(
        Match(variant.name, size, a, b, clock, lines.what, given["margin"], given["solve"], seed)
        for a, b in meetings(entries, given["kind"], len(variant.players))
    )
    games = rounded(given["games"], len(variant.players))
    return Plan(variant, size, lines, entries, matches, games, given["jobs"], claims)


def values(table: JsonObject, keys: dict[str, tuple[type, object]], where: str) -> JsonObject:
    """The values of all keys, the usual ones where a table gives none. ValueError when it gives another key,
    or another kind of value."""
    for key, value in table.items():
        if key not in keys:
            raise UserError(f"{where}{key} means nothing; {advice(key, keys)}")
        kind = keys[key][0]
        fits = isinstance(value, int | float if kind is float else kind)
        if not fits or (isinstance(value, bool) and kind is not bool):
            raise UserError(f"{where}{key}: {value!r} is not {KIND_NAMES[kind]}")
    return {key: table.get(key, usual) for key, (_, usual) in keys.items()}


def named(key: str, read: Callable[[Json], Found], value: Json) -> Found:
    """The result of `read` for a value; its ValueError names the key."""
    try:
        return read(value)
    except ValueError as error:
        raise UserError(f"{key}: {error}") from None


def read_claims(numbers: list[object]) -> sprt.Claims:
    """The claims of a list of two to four numbers."""
    if not all(isinstance(number, int | float) for number in numbers):
        raise UserError(f"{numbers!r} has something else than numbers")
    return sprt.read_claims(",".join(map(str, numbers)))


def read_entries(tables: list[Json] | None) -> tuple[EngineSpec, ...]:
    """The engines. ValueError when there are less than two, or two of one name."""
    entries = []
    for number, table in enumerate(tables or [], 1):
        where = f"engine {number}: "
        if not isinstance(table, dict):
            raise UserError(f"{where}write [[engine]] over its name and command")
        given = values(table, ENGINE_KEYS, where)
        if not given["name"] or not given["command"]:
            raise UserError(f"{where}it needs a name and a command")
        if given["protocol"] not in PROTOCOLS:
            raise UserError(f"{where}protocol is {', '.join(PROTOCOLS)}, not {given['protocol']!r}")
        if not 0 < given["patience"] <= 86400:
            raise UserError(f"{where}patience is more than 0 and at most 86400 seconds")
        if not (given["name"].isprintable() and len(given["name"]) <= MOST_NAME):
            raise UserError(f"{where}name is a line of at most {MOST_NAME} characters")
        for line in given["setup"]:
            named(f"{where}setup", read_line, line)
        try:
            read = read_spec(given["command"], given["name"], given["protocol"], given["folder"])
        except ValueError as error:
            raise UserError(f"{where}command: {error}") from None
        more = {key: given[key] for key in ("name", "values", "patience")}
        entries.append(read._replace(setup=tuple(given["setup"]), **more))
    names = [entry.name for entry in entries]
    if len(entries) < 2 or len(set(names)) < len(names):
        raise UserError("engine: a tournament needs at least two, and a name for each")
    return tuple(entries)


def meetings(
    entries: tuple[EngineSpec, ...], kind: str, players: int
) -> Iterator[tuple[EngineSpec, EngineSpec]]:
    """The pairs of engines that meet. In games for more than two, where the second engine has all seats but
    one, they meet the other way round too."""
    pairs = combinations(entries, 2) if kind == KINDS[0] else ((entries[0], other) for other in entries[1:])
    for a, b in pairs:
        yield a, b
        if players > 2:
            yield b, a


def rounded(games: int, players: int) -> int:
    """At least as many games as asked for, and every opening with all seats exchanged."""
    return -(-games // players) * players
