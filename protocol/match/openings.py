"""Openings as people name them: the start, random moves, or the games of a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import islice

from outflank.engine.lab.openings import Opening, Openings, at_random, listed, usual
from outflank.engine.lab.seeds import ORDER, derive, hashed
from outflank.engine.variant import Variant
from outflank.protocol.console import files
from outflank.protocol.console.errors import Reading, UserError, reason
from outflank.protocol.formats.kinds import games
from outflank.protocol.formats.notation import text_of
from outflank.protocol.formats.record import BadCollection, Broken, Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.rules import Rules

MOST_BYTES = 64 << 20


def find(
    what: str, variant: Variant, rules: Rules, seed: int, plies: int | None, shuffle: bool, folder: str = ""
) -> Openings:
    """The openings that a text names: `start`, `random`, `random:PLIES`, or else a file, found from a folder,
    whose games may be cut and shuffled. ValueError says why there are none."""
    word, colon, length = what.partition(":")
    at_hand = what == "start" or (word == "random" and (not colon or re.fullmatch("[0-9]{1,4}", length)))
    if at_hand and (plies is not None or shuffle):
        raise UserError(f"{what!r} is no file whose games could be cut or shuffled")
    if what == "start":
        return usual(rules)
    if at_hand:
        return some_at_random(variant, rules, int(length) if length else None, seed)
    path = os.path.join(folder, what)
    try:
        data = files.read(os.fsencode(path), MOST_BYTES)
    except OSError as error:
        raise UserError(f"{path}: {reason(error)}") from None
    return from_file(data, path, variant, rules, plies, seed if shuffle else None)


def some_at_random(variant: Variant, rules: Rules, plies: int | None, seed: int) -> Openings:
    """Random moves from the start: a number of plies, or as many as suit the game. UserError where the game
    is too short for them."""
    with Reading():
        return at_random(rules, variant.lab.opening_plies if plies is None else plies, seed)


def from_file(
    data: bytes, name: str, variant: Variant, rules: Rules, plies: int | None, seed: int | None = None
) -> Openings:
    """The games of a file, each line of play once, up to `plies`; with a seed in an order that follows from
    it. ValueError says which game cannot be used, and why."""
    found: dict[tuple[str, tuple[str, ...]], Opening] = {}
    for number, record in enumerate(_records(data, name, variant), 1):
        try:
            start, moves = _line(rules, record, plies)
        except ValueError as error:
            raise UserError(f"{name}, {record.place}: {error}") from None
        stem = name.rpartition("/")[2].rpartition(".")[0] or name
        found.setdefault((start, moves), Opening(f"{stem} {number}", start, moves))
    if not found:
        raise UserError(f"{name}: there is no game in it")
    lines = list(found.values())
    if seed is not None:
        order = sorted(range(len(lines)), key=lambda index: derive(seed, ORDER, index))
        lines = [lines[index] for index in order]
    what = f"{len(lines)} lines {hashed(repr(lines))}"
    return listed(what, lines)


def _records(data: bytes, name: str, variant: Variant) -> Iterator[Record]:
    """The games of a file. UserError names the first that cannot be read or is of another game."""
    try:
        for found in games(data, name):
            if isinstance(found, Broken):
                raise UserError(f"{name}, {found}")
            if found.stopped:
                raise UserError(f"{name}, {found.place}: {found.stopped}")
            if found.variant is not variant:
                raise UserError(f"{name}, {found.place}: a game of {found.variant.name}")
            yield found
    except BadCollection as error:
        raise UserError(f"{name}: {error}") from None


def _line(rules: Rules, record: Record, plies: int | None) -> tuple[str, tuple[str, ...]]:
    """The start of a game and its moves up to `plies`, for these rules."""
    try:
        position = rules.adopt(record.game.start)
    except ValueError:
        raise UserError("it is not of the game and size that are played") from None
    start = rules.position_text(position)
    moves = [move for _, move, _ in islice(record.plies(), plies)]
    for move in moves:
        position = position.play(move)
    if position.over:
        raise UserError("its end leaves nothing to play; cut games with --plies")
    return start, tuple(text_of(rules, move) for move in moves)
