"""Players of this program: who may be named by a text, and who it makes.

A player is anything with `choose(position) -> move`. It may also have `moved(move)`, told of every move, its
own included, and `stop()`, after which `choose` should return soon.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from outflank.engine import core, options as techniques
from outflank.engine.analysis.endings import Endings
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import ALONE, MOST_LIKELY, MOVE, plan_for
from outflank.engine.analysis.report import Row
from outflank.engine.analysis.session import SearchSession
from outflank.engine.names import advice
from outflank.engine.play import levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.technique import Options
    from outflank.engine.variant import Variant

    Make = Callable[[str, Variant, Rules, int], "Player"]
    """Makes the player that a text names, for a game by these rules with that seed. ValueError says what is
    wrong with the text."""

MOST = 1 << 62


class Player(Protocol):
    """The least that a player can do."""

    def choose(self, position: Position, /) -> int:
        """The move to play."""


class Timely(Protocol):
    """A player whose moves have a limit."""

    def choose(self, position: Position, gone: float = 0.0, /) -> int:
        """The move to play when `gone` seconds of its time have passed."""


LIMITS: dict[str, type[int] | type[float]] = {
    "visits": int,
    "seconds": float,
    "memory": float,
    "threads": int,
    "endings": int,
    "hurry": float,
}
"""Limits of a search beside its options: the first two are for a move, the third is in MB. `endings` is
the number of empty squares from which Othello 8x8 is left to the solver, where there is time for it. Where a
search's best move is worth more than `hurry` to its mover, or less than that to the others, the next one gets
a part of its limits only: that is for long games that are decided long before they end."""
IN_HURRY = 0.05
"""The part of the limits of a search in a hurry."""


def player_of(spec: str, variant: Variant, rules: Rules, seed: int) -> Player:
    """The player a text names: a bot by its name, or the search by its limits and by what else differs
    from its defaults in this game, as in `visits=400 exploration=1.0` or `level=easy`. A bot that thinks is
    named with its limits, as in `alphabeta seconds=0.1`. ValueError says what is wrong with the text."""
    name, *words = spec.split() or [""]
    timely: Timely | None
    if name and "=" not in name:
        from outflank.engine.play import bots

        bots.check(name, variant, getattr(rules, "size", variant.sizes[0]))
        limits = {key: read_limit(key, text) for key, _, text in (word.partition("=") for word in words)}
        endings = int(limits.pop("endings", 0))
        sitter: Player = bots.bot(name, rules, seed, **limits)
        timely = sitter if isinstance(sitter, bots.Deepener) else None
    else:
        limits, chosen = read_spec(spec, variant.name, getattr(rules, "size", None))
        endings = int(limits.pop("endings", 0))
        sitter = timely = Searcher(variant, rules, seed, chosen, limits)
    if not endings:
        return sitter
    if timely is None or "seconds" not in limits:
        raise ValueError(f"endings are solved in a share of the seconds of a move; {spec!r} gives none")
    endings = variant.most_endings(getattr(rules, "size", None), endings)
    return Finisher(timely, endings, limits["seconds"], int(limits.get("threads", 1)))


def read_spec(spec: str, game: str = "Othello", size: int | None = 8) -> tuple[dict[str, float], Options]:
    """The limits and the options that a text gives the search of a game. Of two values for one the later
    holds."""
    limits: dict[str, float] = {}
    chosen: Options = {}
    for word in spec.split():
        name, equals, text = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} in {spec!r} is no option with a value")
        if name in LIMITS:
            limits[name] = read_limit(name, text)
        elif name == "level":
            level = levels.find_level(text)
            if level is None:
                raise ValueError(f"there is no level {text!r}; {advice(text, levels.NAMES)}")
            if level.named:
                raise ValueError(f"{level.name} does not search; as a player it is named without level=")
            usual = level.usual(techniques.is_learned(game, size, level.options))
            limits.update({key: value for key, value in usual._asdict().items() if value is not None})
            chosen.update(techniques.effective(level.options, game, size))
        else:
            chosen.update(techniques.changed({}, name, text))
    if not {"visits", "seconds"} & set(limits):
        raise ValueError(f"the search needs visits or seconds; {spec!r} gives neither")
    return limits, chosen


def read_limit(name: str, text: str) -> float:
    """A limit as its type, more than nothing."""
    if name not in LIMITS:
        raise ValueError(f"{name!r} is none of the limits {', '.join(LIMITS)}")
    try:
        value: float = LIMITS[name](text)
    except ValueError:
        value = 0
    if not 0 < value < MOST:
        raise ValueError(f"{text!r} is no value for {name}")
    return value


class Searcher:
    """The search as a player, with a tree of its own for one game. Unless told to it does not stop early: it
    saves time for no clock, and what it learns for later moves would depend on the time of day."""

    def __init__(
        self, variant: Variant, rules: Rules, seed: int, chosen: Options, limits: Mapping[str, float]
    ) -> None:
        hurry, memory = limits.get("hurry", 1.0), limits.get("memory", 64.0)
        if not 0.5 <= hurry <= 1:
            raise ValueError(f"a game is decided at a chance between 0.5 and 1, not at {hurry}")
        visits = int(limits["visits"]) if "visits" in limits else None
        seconds, threads = limits.get("seconds"), int(limits.get("threads", 1))
        options = {"early_stop": 0, **chosen}
        techniques.require_effect(chosen, options, variant.name, getattr(rules, "size", None))
        self._limits = Limits(visits=visits, seconds=seconds)
        self._brief = Limits(
            visits=visits and max(1, int(IN_HURRY * visits)), seconds=seconds and IN_HURRY * seconds
        )
        self._hurry = hurry
        self._decided = False
        self._bell = core.load("base.stop").Bell()
        self._session = SearchSession(variant.name, rules, options, self._bell, seed, memory, threads)
        self._turn = 0
        # Built here, so that what cannot be built is known before the first game.
        self._search = self._session.search

    def choose(self, position: Position, gone: float = 0.0) -> int:
        """The search's choice in what is left of its limits when `gone` seconds have passed; the only
        move without a search."""
        moves = position.moves()
        if len(moves) == 1:
            return moves[0]
        self._turn += 1
        limits = self._brief if self._decided else self._limits.less(gone)
        report = self._session.think(position, limits)
        self._decided = not 1 - self._hurry <= report.best.mean <= self._hurry
        return self._session.choice(report, self._turn).move

    def rows(self, position: Position) -> tuple[Row, ...]:
        """Rows of every move after a search (outflank.engine.analysis.report.Row)."""
        return self._session.think(position, self._limits).rows

    def stop(self) -> None:
        """Search no more in this game."""
        self._bell.ring()


class Hands(NamedTuple):
    """The threads and the MB that a player works with."""

    threads: int
    memory: float = 256


class Finisher:
    """A player who leaves endings with at most `most` empty squares to the solver, as a player of the
    engine does, and all else to another player."""

    def __init__(self, sitter: Timely, most: int, seconds: float, threads: int) -> None:
        self._sitter = sitter
        self._most = min(most, MOST_LIKELY)
        self._seconds = seconds
        self._bell = core.load("base.stop").Bell()
        # Nothing here refers back, so that the table goes with the game and not with the garbage.
        self._endings = Endings(Hands(threads), self._bell)

    def choose(self, position: Position) -> int:
        """The solver's move, or the other one's choice in what is left of the time."""
        plan = plan_for(position, MOVE, self._seconds, self._most)
        if plan == ALONE or len(position.moves()) == 1:
            return self._sitter.choose(position)
        began = time.monotonic()

        def search(spare: float) -> int:
            return self._sitter.choose(position, time.monotonic() - began + spare)

        return self._endings.choose(position, plan, search)[0]

    def stop(self) -> None:
        """Think no more in this game."""
        self._bell.ring()
        if hasattr(self._sitter, "stop"):
            self._sitter.stop()
