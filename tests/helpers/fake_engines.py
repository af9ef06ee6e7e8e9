"""Fakes and games for the tests of the arena."""

import sys
from pathlib import Path

from outflank.engine.games import find_game
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines.client import Entry, Terms
from outflank.protocol.match.match import contender

FAKES = Path(__file__).resolve().parent.parent / "fakes"
ROOT = FAKES.parent.parent
OURS = (sys.executable, "-P", "-m", "outflank.protocol")


def fake(name, *faults, protocol="gtp", **more):
    """The entry of a fake."""
    command = (sys.executable, "-S", str(FAKES / f"{protocol}_player.py"), *faults)
    return Entry(name, command, protocol, **more)


def ours(name, *words, protocol="gtp", **more):
    """The entry of this program."""
    return Entry(name, (*OURS, protocol, "--quiet", "--memory", "16", *words), protocol, str(ROOT), **more)


def terms(game="Othello", size=None, clock="none", start=None):
    """A game to be played."""
    variant = find_game(game)
    size = variant.sizes[0] if size is None else size
    rules = variant.rules(size)
    usual = rules.new_position()
    position = usual if start is None else rules.parse_position(start)
    same = rules.position_text(position) == rules.position_text(usual)
    names = tuple("AB"[player > 0] for player in range(len(variant.players)))
    return Terms(variant, size, rules, position, same, read_clock(clock), names)


def running(entry, stop=None):
    """An engine to talk to."""
    return contender(entry, stop)


def alive(pid):
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
