"""How a player thinks: his level and what departs from it, and what he thinks with."""

import time

from engine import techniques
from engine.endings import MOST_LIKELY
from engine.game import BadOption
from engine.levels import LEVELS, find_level
from engine.limits import Limits
from engine.thinker import Thinker

PACE, PACE_SECONDS = 50_000, 0.05
"""Visits per second that are expected before a search has run for so many seconds."""


class Setup:
    """The settings of a player that are not the game's or the clock's. `limits` are his own, None where the
    level's hold; a seed makes the play repeatable; `contempt` is what a draw is worth where that can be
    chosen, from -100, a win for the second player, to 100, one for the first."""

    def __init__(
        self, level="master", limits=None, options=None, seed=None, memory=256, threads=1, contempt=0
    ):
        self.contempt = contempt
        self.memory = memory
        self.threads = threads
        self.own_limits = limits
        self.own_endings = None
        self._options = {}
        for name, value in (options or {}).items():
            self._set_option(name, value)
        self._set_level(level)
        self._sow(seed)

    @property
    def limits(self):
        """What ends a search when no clock does: what was asked for, else what the level has."""
        return self.level.limits if self.own_limits is None else self.own_limits

    @property
    def endings(self):
        """With how many empty squares at most an Othello ending is left to the solver where there is
        time for it: as was asked for, else none by who is told to look at little."""
        if self.own_endings is not None:
            return min(self.own_endings, MOST_LIKELY)
        free = self.limits.visits is None and self.limits.nodes is None
        return MOST_LIKELY if free and self.is_best else 0

    @property
    def is_best(self):
        """Whether this is everything the engine has: weaker levels know neither endings nor books."""
        return self.level is find_level("master")

    @property
    def values(self):
        """What `change` can set, but for the search's options, by name."""
        return {
            "level": self.level.name,
            **self.limits._asdict(),
            "threads": self.threads,
            "seed": self._seed if self.repeatable else None,
            "memory": self.memory,
            "contempt": self.contempt,
        }

    @property
    def draw(self):
        """The first player's reward for a draw."""
        return 0.5 + self.contempt / 200

    def visits_in(self, seconds, last):
        """How many visits a search of so many seconds (by the limits if None) may make, going by the report
        of the last one; 0 where nothing limits it."""
        limits = self.limits
        seconds = limits.seconds if seconds is None else seconds
        # A solver's report has no tree, and its visits are none.
        searched = last is not None and last.bytes > 0 and last.seconds > PACE_SECONDS
        pace = last.visits / last.seconds if searched else PACE
        visits = [] if limits.visits is None else [limits.visits]
        return min(visits + ([] if seconds is None else [pace * seconds]), default=0)

    def change(self, name, value):
        """Set one of them, or an option of the search, to a value it can take; None is no limit, or none of
        one's own. Whether a thinker made before is out of date."""
        if name in Limits._fields:
            limits = (self.own_limits or Limits())._replace(**{name: value})
            # Without any limit of one's own the level's hold: no move may take for ever.
            self.own_limits = None if limits == Limits() else limits
            return False
        if name == "contempt":
            if value == self.contempt:
                return False
            self.contempt = value
        elif name == "level":
            self._set_level(value)
        elif name == "threads":
            self.threads = value
        elif name == "memory":
            self.memory = value
        elif name == "seed":
            self._sow(value)
        else:
            self._set_option(name, value)
        return True

    def thinker(self, game, rules, bell):
        """One that thinks like this about a game."""
        # Early stops are looked for at moments of the clock: what they leave in the tree differs each time.
        still = {"early_stop": 0} if self.repeatable else {}
        options = {**self.level.options, **still, **self._options}
        return Thinker(game, rules, options, bell, self._seed, self.memory, self.threads)

    def _set_level(self, name):
        level = find_level(name)
        if level is None:
            raise BadOption(f"there is no level {name}; there are {', '.join(row.name for row in LEVELS)}")
        self.level = level

    def _set_option(self, name, value):
        try:
            self._options = techniques.changed(self._options, name, value)
        except ValueError as error:
            raise BadOption(str(error)) from None

    def _sow(self, seed):
        self.repeatable = seed is not None
        self._seed = time.time_ns() & (1 << 64) - 1 if seed is None else seed
