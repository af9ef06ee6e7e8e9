"""Settings of a player's thinking: the level, departures from it, memory, threads and seed."""

from __future__ import annotations

import os
import time

from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.memory import Share
from outflank.engine.analysis.plan import MOST_LIKELY
from outflank.engine.analysis.session import SearchSession
from outflank.engine.errors import BadOption, NoMemory
from outflank.engine.games import require_game
from outflank.engine.names import advice
from outflank.engine.options import changed, effective, is_learned, require_effect
from outflank.engine.play.depth import visits_at
from outflank.engine.play.levels import LEVELS, find_level
from outflank.engine.play.named_players import check_level
from outflank.engine.play.resignation import Resignation
from outflank.engine.technique import number, optional, whole, word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outflank.engine.analysis.report import Report, Row
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.game import Game
    from outflank.engine.technique import Options, Value
    from outflank.engine.variant import Variant

SOLVE_SECONDS = 60.0
"""Seconds for the solution of a move that was asked for, where nothing else limits the time."""
PACE, PACE_SECONDS = 50_000, 0.05
"""Visits per second that are expected before a search has run for 0.05 s."""
BESIDE_THE_TREE = 200
"""MB of address space that the first search takes beside its tree. With 1 MB for that a session grew from 158
to 338 MB (VmPeak)."""


class Settings:
    """The settings of a player that are not the game's or the clock's. `limits` are the player's own, None
    where the level's hold; a seed makes the play repeatable; `contempt` is the value of a draw where that can
    be chosen, from -100, a win for the second player, to 100, one for the first."""

    def __init__(
        self,
        level: str = "master",
        limits: Limits | None = None,
        options: Mapping[str, Value] | None = None,
        seed: int | None = None,
        memory: int = 256,
        threads: int = 1,
        contempt: int = 0,
    ) -> None:
        self.contempt = contempt
        self.memory = memory
        self.threads = threads
        self.own_limits = limits
        self.depth: int | None = None
        """The depth that a client asks for (engine/play/depth.py), None for none."""
        self.solve_empties: int | None = None
        self.ponder_nodes: int | None = None
        self.resignation = Resignation()
        self._options: Options = {}
        self._game: tuple[Variant, int] | None = None
        for name, value in (options or {}).items():
            self._set_option(name, value)
        self._set_level(level)
        self._sow(seed)

    @property
    def bounds(self) -> Limits:
        """Limits of every search, whatever the clock: those of the level and those asked for, whichever is
        reached first. Only visits asked for take the place of the level's; a client's depth does not."""
        own = self.own_limits or Limits()
        bounds = self.level.bounds(self._taught).within(own)
        bounds = bounds if own.visits is None else bounds._replace(visits=own.visits)
        return bounds if self.depth is None else bounds.within(Limits(visits=visits_at(self.depth)))

    @property
    def limits(self) -> Limits:
        """Limits of a search without a clock: the bounds, or the level's usual time if there are none."""
        return self.level.usual(self._taught) if self.bounds == Limits() else self.bounds

    def limits_in(self, seconds: float | None) -> Limits:
        """The limits of a move for which the clock allows `seconds`; None without a clock."""
        return self.limits if seconds is None else self.bounds.within(Limits(seconds=seconds))

    @property
    def endings(self) -> int:
        """Most empty squares of an ending that is left to the solver where there is time. It is as asked for,
        else 0 with a limit of visits or nodes; -1 where the solver does not know the board."""
        variant, size = self._entered
        if self.solve_empties is not None:
            return variant.most_endings(size, self.solve_empties)
        if self.depth is not None and self.is_best:
            return variant.most_endings(size, min(self.depth, MOST_LIKELY))
        free = self.bounds.visits is None and self.bounds.nodes is None
        return variant.most_endings(size, MOST_LIKELY if free and self.is_best else 0)

    def solve_seconds(self, seconds: float | None) -> float | None:
        """Seconds for the solution of an ending in a move for which the clock allows `seconds`. None for no
        solution, where only visits or nodes end a search and none was asked for."""
        limit = self.limits_in(seconds).seconds
        return SOLVE_SECONDS if limit is None and self.solve_empties is not None else limit

    @property
    def is_best(self) -> bool:
        """Tell whether this is the engine's full strength: weaker levels know neither endings nor books."""
        return self.level is find_level("master")

    def enter(self, variant: Variant, size: int) -> None:
        """Play this game on a board of this size from now on. Refused, and nothing has changed, when the
        level does not know it."""
        check_level(self.level, variant, size)
        self._game = variant, size

    @property
    def _entered(self) -> tuple[Variant, int]:
        """The game that is played, and the size of its board."""
        if self._game is None:
            raise RuntimeError("no game has been entered")
        return self._game

    @property
    def _taught(self) -> bool:
        """Tell whether positions are judged by the learned evaluation."""
        variant, size = self._entered
        return is_learned(variant.name, size, {**self.level.options, **self._options})

    @property
    def values(self) -> dict[str, Value | None]:
        """The settings that `change` can set, but for the search's options, by name."""
        return {
            "level": self.level.name,
            **self.limits._asdict(),
            "threads": self.threads,
            "seed": self._seed if self.repeatable else None,
            "memory": self.memory,
            "contempt": self.contempt,
            "solve_empties": self.solve_empties,
            **self.resignation._asdict(),
            "ponder_nodes": self.ponder_nodes,
        }

    @property
    def draw(self) -> float:
        """The first player's reward for a draw."""
        return 0.5 + self.contempt / 200

    def resigns(self, game: Game, player: int, row: Row) -> bool:
        """Tell whether a player resigns after a search with this best row."""
        return self.resignation.is_due(game, player, row, 1 - self.draw if player else self.draw)

    def visits_in(self, seconds: float | None, last: Report | None) -> float:
        """The visits that a search of `seconds` (None without a clock) may make, by the last report. 0 where
        nothing limits it."""
        limits = self.limits_in(seconds)
        seconds = limits.seconds
        # A solver's report has no tree, and its visits are none.
        searched = last is not None and last.bytes > 0 and last.seconds > PACE_SECONDS
        pace = last.visits / last.seconds if last is not None and searched else PACE
        visits: list[float] = [] if limits.visits is None else [limits.visits]
        return min(visits + ([] if seconds is None else [pace * seconds]), default=0)

    def change(self, name: str, value: Value | None) -> bool:
        """Set one of them, or an option of the search, to a value it can take. None stands for no limit, or
        none of one's own. Returns whether a session made before is out of date."""
        if name in Limits._fields:
            limits = self._with_limit(name, value)
            # Without any limit of one's own the level's hold: no move may take for ever.
            self.own_limits = None if limits == Limits() else limits
            return False
        if name in Resignation._fields:
            self.resignation = self._with_term(name, value)
            return False
        if name == "solve_empties":
            self.solve_empties = optional(whole, value)
            return False
        if name == "ponder_nodes":
            self.ponder_nodes = optional(whole, value)
            return False
        if name == "contempt":
            if value == self.contempt:
                return False
            self.contempt = whole(value)
        elif name == "level":
            self._set_level(word(value))
        elif name == "threads":
            self.threads = whole(value)
        elif name == "memory":
            self.memory = whole(value)
        elif name == "seed":
            self._sow(optional(whole, value))
        elif value is None:
            raise BadOption(f"{name} needs a value")
        else:
            self._set_option(name, value)
        return True

    def _with_limit(self, name: str, value: Value | None) -> Limits:
        """The own limits with one of them changed."""
        own = self.own_limits or Limits()
        if name == "seconds":
            return own._replace(seconds=optional(number, value))
        most = optional(whole, value)
        return own._replace(visits=most) if name == "visits" else own._replace(nodes=most)

    def _with_term(self, name: str, value: Value | None) -> Resignation:
        """The terms of a resignation with one of them changed."""
        if name == "resign":
            return self.resignation._replace(resign=number(value))
        if name == "resign_moves":
            return self.resignation._replace(resign_moves=whole(value))
        return self.resignation._replace(resign_from=whole(value))

    def new_session(self, game: str, rules: Rules, bell: Bell) -> SearchSession:
        """One that thinks like this about a game."""
        others, size = self._others, getattr(rules, "size", None)
        options = {**others, **effective(self._options, game, size, others)}
        share = Share(self.memory, size in require_game(game).learned)
        return SearchSession(game, rules, options, bell, self._seed, share.tree, self.threads, share)

    def require_effect(self, game: str, size: int | None, wanted: Mapping[str, Value] | None = None) -> None:
        """BadOption when an option would be ignored in a game on a board of that size. Options are those
        asked for, or {name: value} that are to be."""
        try:
            chosen = self._options
            for name, value in (wanted or {}).items():
                chosen = changed(chosen, name, value)
            require_effect(wanted or chosen, chosen, game, size, self._others)
        except ValueError as error:
            raise BadOption(str(error)) from None

    @property
    def _others(self) -> Options:
        """The options that hold but for those asked for."""
        # Early stops are looked for at moments of the clock: their trace in the tree differs each time.
        return {**self.level.options, **({"early_stop": 0} if self.repeatable else {})}

    def _set_level(self, name: str) -> None:
        level = find_level(name)
        if level is None:
            raise BadOption(f"there is no level {name}; {advice(name, [row.name for row in LEVELS])}")
        if self._game is not None:
            check_level(level, *self._game)
        self.level = level

    def _set_option(self, name: str, value: Value) -> None:
        try:
            self._options = changed(self._options, name, value)
        except ValueError as error:
            raise BadOption(str(error)) from None

    @property
    def seed(self) -> int:
        """The number that all that is left to chance begins with."""
        return self._seed

    def _sow(self, seed: int | None) -> None:
        self.repeatable = seed is not None
        self._seed = time.time_ns() & (1 << 64) - 1 if seed is None else seed


def require_memory(megabytes: float, most: float = float("inf"), held: float = 0) -> None:
    """NoMemory when a tree of `megabytes` MB cannot be had, though it would be touched bit by bit. The
    machine, or the process's share of it, has only `most`, or the system does not reserve as much. `held` MB
    will be given back for it."""
    if megabytes > most:
        raise NoMemory(f"no memory for a tree of {megabytes} MB: there are {most:.0f} MB in all")
    more = megabytes - held if held else megabytes + BESIDE_THE_TREE
    if more <= 0 or os.name != "posix":
        return
    import mmap

    try:
        mmap.mmap(-1, int(more * (1 << 20)), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except (OSError, MemoryError):
        raise NoMemory(f"no memory for a tree of {megabytes} MB: the system does not reserve it") from None
