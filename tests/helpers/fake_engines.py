"""Fakes and games for the tests of the arena."""

import sys
from pathlib import Path

from outflank.engine.games import find_game
from outflank.engine.lab.client import EngineSpec, GameSetup, Request, Turn
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines.clients import new_client

FAKES = Path(__file__).resolve().parent.parent / "fakes"
ROOT = FAKES.parent.parent
OURS = (sys.executable, "-P", "-m", "outflank.protocol")


def fake(name, *faults, protocol="gtp", **more):
    """The spec of a fake."""
    command = (sys.executable, "-S", str(FAKES / f"{protocol}_player.py"), *faults)
    return EngineSpec(name, command, protocol, **more)


def ours(name, *words, protocol="gtp", **more):
    """The spec of this program."""
    return EngineSpec(
        name, (*OURS, protocol, "--quiet", "--memory", "16", *words), protocol, str(ROOT), **more
    )


def setup(game="Othello", size=None, clock="none", start=None):
    """A game to be played."""
    variant = find_game(game)
    size = variant.sizes[0] if size is None else size
    rules = variant.rules(size)
    usual = rules.new_position()
    position = usual if start is None else rules.parse_position(start)
    same = rules.position_text(position) == rules.position_text(usual)
    names = tuple("AB"[player > 0] for player in range(len(variant.players)))
    return GameSetup(variant, size, rules, position, same, read_clock(clock), names)


def running(entry, stop=None):
    """An engine to talk to."""
    return new_client(entry, stop)


def alive(pid):
    """Whether a process is there and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def turn(player, move, forced=False, answer=None):
    """A turn as an engine is told of it."""
    return Turn(player, move, (), forced, answer)


def asked(player=0, left=None, limit=20.0, moves=2):
    """A request for a move, with a number of legal ones."""
    return Request(player, left, limit, range(moves), None)
