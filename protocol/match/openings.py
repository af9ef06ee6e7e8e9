"""How the games of a match begin: lines from files, random ones, and which of them are balanced.

Opening `i` is the same whenever it is asked for, so a match can be taken up where it ended.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from outflank.engine.games import OTHELLO
from outflank.engine.lab.referee import derive, opening as random_moves
from outflank.engine.variant import Variant
from outflank.protocol.console import files
from outflank.protocol.console.errors import Reading, UserError, reason
from outflank.protocol.formats import sgf, sgf_record as record
from outflank.protocol.formats.games import BadCollection, Broken, games

RANDOM, ORDER = 0, 2
"""What the seed of a match is spent on, beside what outflank.engine.lab.referee spends it on."""
MOST_BYTES = 64 << 20


class Opening(NamedTuple):
    """The position a game begins from, as its rules write it, and the moves that are given."""

    name: str
    start: str
    moves: tuple[str, ...]


class Openings:
    """As many openings as there are; `count` is None where there is no end of them. `what` is the same text
    only for the same openings."""

    def __init__(self, what: str, count: int | None, find: Callable[[int], Opening]) -> None:
        self.what = what
        self.count = count
        self._find = find

    def at(self, index: int) -> Opening:
        """The opening of that index; after the last comes the first again."""
        return self._find(index if self.count is None else index % self.count)


def find(
    what: str, variant: Variant, rules: Any, seed: int, plies: int | None, shuffle: bool, folder: str = ""
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
        return at_random(variant, rules, int(length) if length else None, seed)
    path = os.path.join(folder, what)
    try:
        data = files.read(os.fsencode(path), MOST_BYTES)
    except OSError as error:
        raise UserError(f"{path}: {reason(error)}") from None
    return from_file(data, path, variant, rules, plies, seed if shuffle else None)


def usual(rules: Any) -> Openings:
    """The start of the game and nothing more."""
    only = Opening("", rules.position_text(rules.new_position()), ())
    return Openings("start", 1, lambda index: only)


def at_random(variant: Variant, rules: Any, plies: int | None, seed: int) -> Openings:
    """So many random moves from the start; as many as suit the game if it is not said how many. ValueError
    where the game is too short for them."""
    length = variant.lab.opening_plies if plies is None else plies
    start = rules.position_text(rules.new_position())

    def find(index: int) -> Opening:
        moves = random_moves(rules, length, derive(seed, RANDOM, index))
        return Opening(f"random {index + 1}", start, tuple(map(rules.move_text, moves)))

    with Reading():
        find(0)
    return Openings(f"random {length} seed {seed}", None, find)


def from_file(
    data: bytes, name: str, variant: Variant, rules: Any, plies: int | None, seed: int | None = None
) -> Openings:
    """The games of a file, each line of play once, up to so many plies; with a seed in an order that follows
    from it. ValueError says which game cannot be used, and why."""
    found: dict[tuple[str, tuple[str, ...]], Opening] = {}
    reader = _othello_games if variant is OTHELLO else _other_games
    for number, (place, game) in enumerate(reader(data, name, variant), 1):
        try:
            start, moves = _line(rules, game, plies)
        except ValueError as error:
            raise UserError(f"{name}, {place}: {error}") from None
        stem = name.rpartition("/")[2].rpartition(".")[0] or name
        found.setdefault((start, moves), Opening(f"{stem} {number}", start, moves))
    if not found:
        raise UserError(f"{name}: there is no game in it")
    lines = list(found.values())
    if seed is not None:
        order = sorted(range(len(lines)), key=lambda index: derive(seed, ORDER, index))
        lines = [lines[index] for index in order]
    what = f"{len(lines)} lines {hashed(repr(lines))}"
    return Openings(what, len(lines), lines.__getitem__)


def hashed(text: str) -> str:
    """16 hexadecimal digits that are others for another text."""
    data = text.encode("utf-8")
    numbers = (int.from_bytes(data[at : at + 7], "big") for at in range(0, len(data), 7))
    return f"{derive(len(data), *numbers):016x}"


def _othello_games(data: bytes, name: str, variant: Variant) -> Iterator[tuple[str, Any]]:
    """The place and the game of every record."""
    try:
        for found in games(data, name):
            if isinstance(found, Broken):
                raise UserError(f"{name}, {found}")
            yield found.place, found.game
    except BadCollection as error:
        raise UserError(f"{name}: {error}") from None


def _other_games(data: bytes, name: str, variant: Variant) -> Iterator[tuple[str, Any]]:
    """The same of SGF, which alone knows the other games."""
    try:
        for number, root in enumerate(sgf.games(sgf.decode(data)), 1):
            loaded = record.load(root)
            if loaded.variant is not variant:
                raise UserError(f"{name}, game {number}: a game of {loaded.variant.name}")
            yield f"game {number}", loaded.game
    except sgf.Unreadable as error:
        raise UserError(f"{name}: {error}") from None


def _line(rules: Any, game: Any, plies: int | None) -> tuple[str, tuple[str, ...]]:
    """The start of a game and its moves up to so many plies, for these rules."""
    try:
        position = rules.adopt(game.start)
    except ValueError:
        raise UserError("it is not of the game and size that are played") from None
    start = rules.position_text(position)
    moves: list[int] = []
    for _, move, _ in game.plies():
        if plies is not None and len(moves) == plies:
            break
        moves.append(move)
        position = position.play(move)
    if position.over:
        raise UserError("its end leaves nothing to play; cut games with --plies")
    return start, tuple("pass" if move == rules.pass_move else rules.move_text(move) for move in moves)
