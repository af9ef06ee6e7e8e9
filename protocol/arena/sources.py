"""The games of a file, of any game that is played here and whatever kind of file it is: the arena's own
lines, SGF of every game, and all that Othello's collections know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.game import Game, Refused
from engine.games import OTHELLO, Variant, find_game
from engine.subject import find_move
from protocol import record, sgf
from protocol.arena.played import Played, from_line
from protocol.collection import FACTS, SGF, BadCollection, Broken, games, kind_of

WON = re.compile(r"([BW])\+(\d{1,3})(?:\.0*)?", re.ASCII)
"""A result between Black and White as SGF has it."""


class Found(NamedTuple):
    """A game: its place in the file in words, which game on which board, played out, what is told about it by
    GGF's names of tags, and the seconds that its plies took, none where that is not told of every ply."""

    place: str
    variant: Variant
    size: int
    game: Game
    tags: dict[str, str]
    seconds: tuple[float | None, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of the players; their colours where no name is told."""
        told = [self.tags.get(tag, "").strip() for tag in ("PB", "PW")] + [""] * len(self.variant.players)
        return tuple(name or colour for name, colour in zip(told, self.variant.players, strict=False))


def read_games(
    data: bytes, name: str = "", players: Sequence[str] = (), tournaments: Sequence[str] = ()
) -> Iterator[Found | Broken]:
    """The games of a file one after the other, a bad one as Broken in its place. BadCollection when there can
    be no games in it. The other arguments are those of collection.games."""
    if data.lstrip().startswith(b'{"'):
        return _arena_games(data)
    if kind_of(data, name) == SGF:
        return _sgf_games(data)
    return _othello_games(data, name, players, tournaments)


def _othello_games(
    data: bytes, name: str, players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[Found | Broken]:
    for found in games(data, name, players, tournaments):
        if isinstance(found, Broken):
            yield found
        else:
            seconds = tuple(ply.seconds for ply in found.plies)
            yield Found(found.place, OTHELLO, found.start.size, found.game, found.tags, seconds)


def _sgf_games(data: bytes) -> Iterator[Found | Broken]:
    """What is not well-formed ends the file, as nobody knows where the next game begins."""
    try:
        text = sgf.decode(data)
    except sgf.Unreadable as error:
        raise BadCollection(str(error)) from None
    roots = sgf.games(text)
    number = 0
    while True:
        number += 1
        place = f"game {number}"
        try:
            root = next(roots, None)
        except sgf.Unreadable as error:
            yield Broken(place, str(error))
            return
        if root is None:
            return
        try:
            yield _sgf_game(place, root)
        except sgf.Unreadable as error:
            yield Broken(place, str(error))


def _sgf_game(place: str, root: sgf.Node) -> Found:
    loaded = record.load(root)
    tags = {tag: told for name, tag in FACTS.items() if (told := root.first(name))}
    won = WON.fullmatch(root.first("RE") or "")
    if won:
        tags["RE"] = f"{'+' if won[1] == 'B' else '-'}{won[2]}"
    return Found(place, loaded.variant, loaded.size, loaded.game, tags)


def _arena_games(data: bytes) -> Iterator[Found | Broken]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield _arena_game(f"line {number}", from_line(line))
            except ValueError as error:
                yield Broken(f"line {number}", str(error))


def _arena_game(place: str, played: Played) -> Found:
    variant = find_game(played.game)
    if variant is None or played.size not in variant.sizes:
        raise ValueError(f"{played.game[:20]!r} on a board of {played.size} is not played here")
    rules = variant.rules(played.size)
    game = Game(rules, rules.parse_position(played.start))
    for number, ply in enumerate(played.plies, 1):
        try:
            game.play(ply.player, find_move(rules, ply.move))
        except Refused as error:
            raise ValueError(f"move {number}: {ply.move[:20]!r}: {error}") from None
    tags = dict(zip(("PB", "PW"), played.seats, strict=False)) | {"DT": played.began}
    plies = [(position.mover, move) for position, move, _ in game.plies()]
    seconds = tuple(ply.seconds for ply in played.plies) if plies == list(game.made) else ()
    return Found(place, variant, played.size, game, tags, seconds)
