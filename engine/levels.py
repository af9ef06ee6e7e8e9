"""Levels of play: how much is searched, and how a move is chosen from what was found.

`easy` to `expert` are classic presets of plain UCT with a fixed number of simulations. `master` is everything
the engine has, for as long as the clock or a second allows. 1 to 20 rise in small steps: the lower ones
search little and choose among good moves, and none gives away a game it sees won.
"""

from collections import namedtuple

from engine.limits import Limits

CLASSIC = {
    "evaluation": "heuristic",
    "select": "ucb1",
    "first_play": "first",
    "priors": 0,
    "bias": 0.0,
    "widening": 0.0,
    "rave": 0.0,
    "minimax": 0.0,
    "static_weight": 0.0,
    "prove": "off",
    "solve_at": 0,
    "share": 0,
    "early_stop": 0,
}
"""What makes a search the textbooks' UCT, whatever a game's defaults are."""
STEPS = 20
MEASURED = dict(
    enumerate(
        (
            0,
            100,
            142,
            173,
            262,
            409,
            494,
            508,
            627,
            735,
            820,
            916,
            1020,
            1116,
            1179,
            1246,
            1281,
            1373,
            1387,
            1422,
        ),
        1,
    )
)
"""Elo above level 1 in Othello 8x8: 100 paired games of each level against the one below it, by `outflank lab
match "level=2" "level=1" --games 100` and so on. Each step was measured positive, and is good to about 70."""


class Level(namedtuple("Level", ("name", "limits", "options", "about"))):
    """A name, the limits of one search, the options that differ from the game's defaults, and a line about
    it."""

    __slots__ = ()


def _classic(name, visits, exploration, policy, seconds=None):
    options = {**CLASSIC, "exploration": exploration, "policy": policy}
    about = f"{visits} simulations, C {exploration}, playouts {'by heuristics' if policy else 'at random'}"
    return Level(
        name, Limits(visits, seconds), options, about + (f", at most {seconds:g} s" if seconds else "")
    )


def _step(number):
    """Visits double every second step; the temperature falls to nothing at three quarters of the ladder."""
    visits = round(16 * 2 ** ((number - 1) / 2))
    temperature = max(0.0, round(1.0 - (number - 1) / 15, 2))
    about = f"{visits} simulations" + (f", temperature {temperature}" if temperature else "")
    about += f"; Elo {MEASURED[number]:+d} in Othello, level 1 being 0"
    # The ladder was measured by rules of thumb and without solved endings; a beginner has no use for more.
    options = {"temperature": temperature, "solve_at": 0, "evaluation": "heuristic"}
    return Level(str(number), Limits(visits, None), options, about)


LEVELS = (
    _classic("easy", 200, 2.0, 0),
    _classic("medium", 1000, 1.414, 1),
    _classic("hard", 3000, 1.414, 1),
    _classic("expert", 10_000, 1.0, 1, 5.0),
    Level("master", Limits(None, 1.0), {}, "everything, as long as the clock allows or 1 s"),
    *(_step(number) for number in range(1, STEPS + 1)),
)
NAMES = {level.name: level for level in LEVELS}


def find_level(name):
    """The level of that name in any case, or None."""
    return NAMES.get(str(name).lower())
