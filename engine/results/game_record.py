"""The record of one game between engines: its moves, its rewards, and how it ended."""

from __future__ import annotations

from typing import NamedTuple

UNITS = ("discs", "share")
ENDS = ("played", "adjudicated", "resigned", "time", "illegal", "crash", "disconnect", "void")
LOSSES = ("time", "illegal", "crash", "disconnect")
"""Ends that lose the game for the engine at fault."""
PASS = "pass"
CHANCE = -1
"""The player of an event of chance."""


class Ply(NamedTuple):
    """One move, or an event of chance. `book` moves were given by the opening. `value` is the mover's, in
    discs or as a share of 1, None where the engine told none; so for `visits` and `depth`."""

    player: int
    move: str
    book: bool = False
    seconds: float = 0.0
    value: float | None = None
    unit: str | None = None
    visits: int | None = None
    depth: int | None = None


class Fault(NamedTuple):
    """The failure of an engine, which is told by its name. It has lost the game if `end` is one of LOSSES;
    else the game was over already."""

    engine: str
    reason: str


class GameRecord(NamedTuple):
    """One game. `start` is the position the opening begins from, `seats` name the engine in each player's
    seat. A game counts unless `void` says why not: then `rewards` are empty. `overhead` is the runner's own
    time, in seconds a move. `match` and `number` together name the game."""

    match: str
    number: int
    opening: int
    opening_name: str
    game: str
    size: int
    start: str
    players: tuple[str, ...]
    seats: tuple[str, ...]
    plies: tuple[Ply, ...]
    rewards: tuple[float, ...]
    scores: tuple[float, ...]
    end: str
    fault: Fault | None
    void: str
    began: str
    seconds: float
    machine: str
    programs: dict[str, str]
    overhead: float

    @property
    def own(self) -> int:
        """The seat of engine A, the first of its match: in game `n` seat `n % players`."""
        return self.number % len(self.players)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves as texts."""
        return tuple(ply.move for ply in self.plies)

    @property
    def forfeited(self) -> bool:
        """Tell whether a player has lost it otherwise than on the board."""
        return self.end == "resigned" or self.end in LOSSES

    @property
    def loser(self) -> int | None:
        """The seat that has forfeited the game; None where nobody has."""
        return self.rewards.index(min(self.rewards)) if self.forfeited else None
