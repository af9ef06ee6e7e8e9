# cython: language_level=3
"""Parameters of an information-set search: the options that its kernels read, typed, and read once.

engine/options.py says what each of them means, its range and its default in each game.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import params`")

VIEWS = {"public": PUBLIC, "seat": SEAT, "mover": MOVER}


class InfosetParams(TreeParams):
    """The options of one search, {name: value} of all of them."""

    def __init__(self, options: dict):
        TreeParams.__init__(self, options)
        self.view = VIEWS[options["view"]]
        self.worlds = options["worlds"]
