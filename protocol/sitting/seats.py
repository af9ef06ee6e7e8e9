"""Seats at a game: a person, or an engine with a level and limits of its own."""

from __future__ import annotations

from typing import NamedTuple

from outflank.engine.errors import Refused
from outflank.engine.names import advice
from outflank.engine.play import bots
from outflank.engine.play.levels import LEVELS, find_level
from outflank.engine.play.named_players import check_level
from outflank.engine.variant import Variant

PERSON, ENGINE = "person", "engine"
USUAL_LEVEL = "5"
"""The level of an engine's seat where none is said: one that a beginner can beat."""
LONGEST_NAME = 40


class UnknownLevel(Refused):
    """The level is unknown, or does not play the game."""


class Seat(NamedTuple):
    """Seat: who moves for a player. `level` is of engine/play/levels.py or a bot of the game; `seconds` and
    `visits` limit a move, besides what the level does. `name` is that of a person or an engine, empty where
    none is said."""

    kind: str = PERSON
    level: str | None = None
    seconds: float | None = None
    visits: int | None = None
    name: str = ""

    @property
    def called(self) -> str:
        """The name, or what there is in place of one."""
        if self.name or self.kind == PERSON:
            return self.name or "You"
        level = str(self.level)
        return f"Level {level}" if level.isdigit() else level.capitalize()


def usual_seats(players: int, level: str = USUAL_LEVEL) -> tuple[Seat, ...]:
    """A person against engines of a level."""
    return (Seat(), *[Seat(ENGINE, level)] * (players - 1))


def levels_of(variant: Variant, size: int) -> list[tuple[str, str, str]]:
    """(name, kind, about) of every level and bot that plays a game on a board of that size."""
    found = []
    for level in LEVELS:
        try:
            check_level(level, variant, size)
        except Refused:
            continue
        kind = "bot" if level.named else "number" if level.name.isdigit() else "named"
        found.append((level.name, kind, bots.BOTS[level.name].about if level.named else level.about))
    told = {name for name, _, _ in found}
    for name in variant.bots:
        if name not in told and _plays(name, variant, size):
            found.append((name, "bot", bots.BOTS[name].about))
    return found


def check_seat(seat: Seat, variant: Variant, size: int) -> None:
    """UnknownLevel when the level of an engine's seat does not play this game."""
    if seat.kind == PERSON:
        return
    names = [name for name, _, _ in levels_of(variant, size)]
    if seat.level not in names:
        known = find_level(seat.level) is not None or seat.level in bots.BOTS
        wrong = f"{seat.level} does not play {variant.name}" if known else f"there is no level {seat.level!r}"
        raise UnknownLevel(f"{wrong}; {advice(seat.level, names)}")


def _plays(name: str, variant: Variant, size: int) -> bool:
    try:
        bots.check(name, variant, size)
    except ValueError:
        return False
    return True
