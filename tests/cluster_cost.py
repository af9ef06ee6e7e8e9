"""Compares what a game costs on a Ray cluster with what it costs here, for developers.

    python tests/cluster_cost.py
    python tests/cluster_cost.py --rounds 10 --games 4 --engine seconds=0.2

Each round plays some games here and then as many on a cluster of this machine, one at a time, between an
engine and itself. What is compared is the wall time of a round: a cluster starts the engines anew for every
game and sends it to and fro. The exit code is 1 if the median of the ratios is above 1.05.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from outflank.engine.lab.openings import at_random
from outflank.engine.lab.terms import Match
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.cluster import LOCAL, playing
from outflank.protocol.match.engines.spec import read_spec

MOST = 1.05


def new_match(engine, what):
    a, b = (read_spec(engine, name) for name in "AB")
    return Match("Othello", 8, a, b, read_clock("none"), what)


def timed(play, match, openings, games, path):
    """The seconds of a game, and the games, none of which may be void."""
    ledger = Ledger(str(path))
    began = time.monotonic()
    try:
        played = play(match, openings, games, ledger, 1)
    finally:
        ledger.close()
    seconds = (time.monotonic() - began) / games
    assert len(played) == games and not any(one.void or one.fault for one in played)
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=4, help="games of a round")
    parser.add_argument("--engine", default="seconds=0.2", help="options of the engine [default seconds=0.2]")
    options = parser.parse_args()
    match, ratios = new_match(options.engine, "random"), []
    openings = at_random(match.variant.rules(8), 8, 1)
    with tempfile.TemporaryDirectory() as folder, playing(None) as here, playing(LOCAL) as there:
        # The connection is made, and a worker begun, before anything is measured.
        timed(there, match, openings, 2, Path(folder) / "first")
        for number in range(options.rounds):
            seconds = [
                timed(play, match, openings, options.games, Path(folder) / f"{name}{number}")
                for name, play in (("here", here), ("there", there))
            ]
            ratios.append(seconds[1] / seconds[0])
            print(
                f"{seconds[0]:.3f} s a game here, {seconds[1]:.3f} s on the cluster: {ratios[-1]:.4f}",
                flush=True,
            )
    ratio = statistics.median(ratios)
    print(f"a game costs {ratio:.4f} times as much on the cluster, {min(ratios):.4f} to {max(ratios):.4f}")
    return 1 if ratio > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
