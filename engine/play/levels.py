"""Levels of play: limits of a search, the options that differ from a game's defaults, or a named player.

`easy` to `expert` are presets of plain UCT with a fixed number of simulations. `master` is everything the
engine has, for as long as the clock or a second allows. 1 to 20 judge by rules of thumb and rise by more
simulations and a falling temperature; none gives away a game it sees won. 21 to 30 use the learned
evaluation where there is one, and the game's own defaults elsewhere. The named players do not search the
tree at all. How far the levels are apart is measured (engine/lab/ladder.py), not written here.
"""

from __future__ import annotations

from outflank.engine.analysis.limits import Limits
from outflank.engine.options import TEXTBOOK_UCT
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.technique import Options

BY_THUMB = (
    (16, 1.0),
    (23, 0.93),
    (34, 0.86),
    (49, 0.78),
    (69, 0.72),
    (90, 0.67),
    (116, 0.62),
    (151, 0.57),
    (195, 0.52),
    (253, 0.47),
    (328, 0.42),
    (425, 0.37),
    (551, 0.32),
    (714, 0.27),
    (925, 0.22),
    (1200, 0.17),
    (1630, 0.11),
    (2490, 0.03),
    (3810, 0.0),
    (5830, 0.0),
)
"""Simulations and temperature of levels 1 to 20, spaced by trial to even steps in Othello. `outflank levels`
shows the measured steps."""
LEARNED, LEARNED_GROWTH = 10, 2.6
"""Simulations of level 21 where the evaluation is learned, and the factor from each level to the next."""
UNTAUGHT_GROWTH = 1.25
"""Growth of the simulations with each level above 20 in games without a learned evaluation. A move of
PolyClash at level 30 takes one or two seconds."""
STEPS = 30
NAMED = ("random", "greedy", "positional", "alphabeta")
"""The players of engine/play/bots.py that are levels as well."""
ALONE = Limits(seconds=1.0)
"""The limits of a level without limits where nothing else ends a search: no move may take for ever."""


class Level(NamedTuple):
    """A name, the limits of one search, the options that differ from the game's defaults, and a line about
    it. `untaught` are other limits where the evaluation is not the learned one; `named` says that a player of
    engine/play/bots.py chooses the moves."""

    name: str
    limits: Limits
    options: Options
    about: str
    untaught: Limits | None = None
    named: bool = False

    def bounds(self, taught: bool) -> Limits:
        """The limits of one search where the evaluation is the learned one, or is not."""
        return self.limits if taught or self.untaught is None else self.untaught

    def usual(self, taught: bool) -> Limits:
        """The limits of a search that has no others."""
        bounds = self.bounds(taught)
        return ALONE if bounds == Limits() else bounds


def _classic(name: str, visits: int, exploration: float, policy: int, seconds: float | None = None) -> Level:
    options: Options = {**TEXTBOOK_UCT, "exploration": exploration, "policy": policy}
    about = f"{visits} simulations, C {exploration}, playouts {'by heuristics' if policy else 'at random'}"
    return Level(
        name, Limits(visits, seconds), options, about + (f", at most {seconds:g} s" if seconds else "")
    )


def _by_thumb(number: int) -> Level:
    """A level of 1 to 20."""
    visits, temperature = BY_THUMB[number - 1]
    about = f"{visits} simulations" + (f", temperature {temperature}" if temperature else "")
    # A beginner has no use for solved endings.
    options: Options = {"temperature": temperature, "solve_at": 0, "evaluation": "heuristic"}
    return Level(str(number), Limits(visits), options, about)


def _learned(number: int) -> Level:
    """A level of 21 to 30."""
    visits = round(LEARNED * LEARNED_GROWTH ** (number - len(BY_THUMB) - 1))
    untaught = round(BY_THUMB[-1][0] * UNTAUGHT_GROWTH ** (number - len(BY_THUMB)))
    about = f"{visits} simulations, learned evaluation; {untaught} where there is none"
    return Level(str(number), Limits(visits), {}, about, Limits(untaught))


LEVELS = (
    _classic("easy", 200, 2.0, 0),
    _classic("medium", 1000, 1.414, 1),
    _classic("hard", 3000, 1.414, 1),
    _classic("expert", 10_000, 1.0, 1, 5.0),
    Level("master", Limits(), {}, "everything, as long as the clock allows or 1 s"),
    *(_by_thumb(number) for number in range(1, len(BY_THUMB) + 1)),
    *(_learned(number) for number in range(len(BY_THUMB) + 1, STEPS + 1)),
    *(Level(name, Limits(), {}, "a named player", named=True) for name in NAMED),
)
NAMES = {level.name: level for level in LEVELS}


def find_level(name: object) -> Level | None:
    """The level of that name in any case, or None.

    >>> from outflank.engine import find_level
    >>> find_level("easy").limits.visits
    200
    """
    return NAMES.get(str(name).lower())
