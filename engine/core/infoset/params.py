# cython: language_level=3
"""Parameters of an information-set search: the options that its kernels read, typed, and read once.

engine/options.py says what each of them means, its range and its default in each game.
"""

import cython

from ..search.params import SELECT

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import params`")

VIEWS = {"public": PUBLIC, "seat": SEAT, "mover": MOVER}


class InfosetParams:
    """The options of one search, {name: value} of all of them."""

    def __init__(self, options: dict):
        self.select = SELECT[options["select"]]
        self.exploration = options["exploration"]
        self.try_all_first = options["first_play"] == "first"
        self.first_play_loss = options["first_play_loss"]
        self.bias = options["bias"]
        self.widening = options["widening"]
        self.widening_power = options["widening_power"]
        self.priors = options["priors"]
        self.expand_at = options["expand_at"]
        self.view = VIEWS[options["view"]]
        self.worlds = options["worlds"]
        self.virtual_loss = options["virtual_loss"]
        self.own_trees = options["parallel"] == "root"
