"""`outflank levels`: the table of levels, with what their matches came to."""

from __future__ import annotations

import argparse

from outflank.engine.lab import standing
from outflank.engine.play.bots import BOTS
from outflank.engine.play.levels import LEVELS as ROWS
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Subcommand


def list_levels(_: argparse.Namespace) -> int:
    """Print the table of levels."""
    known = standing.ladder(standing.shipped())
    for level in ROWS:
        about = BOTS[level.name].about if level.named else level.about
        rated = f"; {standing.told(*known[level.name])}" if level.name in known else ""
        say(f"{level.name:<12}{about}{rated}\n")
    return 0


LEVELS = Subcommand(
    "List the levels of play, one on a line: the name that --level takes, the limits\n"
    "of one search, how moves are chosen, and the strength measured in Othello.",
    run=list_levels,
    usage="",
)
