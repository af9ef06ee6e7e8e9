"""A match on hosts of their own: a link is cut and comes back, a host dies, another joins."""

import collections
import json
import signal
import subprocess
import sys
import time

import pytest
from fake_engines import ROOT
from hosts import Hosts, NotAllowed

ENOUGH = 2000
"""Games of a match that is ended when all has been seen."""
PATIENCE = 100.0
UNDER_WAY = 10
"""Games of which some may still be under way while later ones are over."""
CUT = 3.0
"""Seconds without a link, within which no host is given up."""


@pytest.fixture
def hosts():
    pytest.importorskip("ray", reason="needs Ray, the extra `cluster`")
    there = Hosts()
    try:
        probe = there.add()
        there.begin(probe, ["true"]).wait()
    except NotAllowed as error:
        pytest.skip(f"network namespaces are not to be had: {error}")
    finally:
        there.close()
    there = Hosts()
    yield there
    there.close()


def kept(path):
    """The games in the file now."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


def node_of(game):
    return game["machine"].split()[-1]


def until(path, process, enough):
    """Wait until the games in the file are enough; they."""
    end = time.monotonic() + PATIENCE
    while not enough(games := kept(path)):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, collections.Counter(map(node_of, games))
        time.sleep(0.1)
    return games


def match(hosts, head, folder, games):
    command = [sys.executable, "-m", "outflank.protocol", "match", "level:1", "level:2", "--quiet"]
    command += ["--games", str(games), "--folder", str(folder), "--cluster", hosts.address]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return hosts.begin(head, command, cwd=ROOT, **streams)


@pytest.mark.cluster
@pytest.mark.timeout(400)
def test_nothing_is_lost_or_counted_twice_among_hosts(hosts, tmp_path):
    path = tmp_path / "m" / "games.jsonl"
    head, other = hosts.start(), hosts.start()
    process = match(hosts, head, path.parent, ENOUGH)
    try:
        both = {node_of(game) for game in until(path, process, lambda all: len(set(map(node_of, all))) == 2)}
        other.cut()
        time.sleep(CUT)
        here = len(kept(path))
        other.mend()
        until(path, process, lambda all: {node_of(game) for game in all[here + 1 :]} == both)
        other.die()
        hosts.start()
        there = len(until(path, process, lambda all: len(set(map(node_of, all))) == 3))
        until(path, process, lambda all: len(all) >= there + 2 * UNDER_WAY)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    finally:
        process.kill()
    first = kept(path)
    numbers = {game["number"] for game in first}
    missing = sorted({*range(max(numbers))} - numbers)
    # Those of the host that died may be waited for or played again still, however old they are.
    assert len(missing) < UNDER_WAY, (missing, max(numbers))
    # What was under way at the end is played again, and nothing else.
    games = max(game["number"] for game in first) + 1
    games += games % 2
    again = match(hosts, head, path.parent, games)
    out, err = again.communicate(timeout=100)
    assert again.returncode == 0 and f"{games} games (void 0)" in out, out + err
    numbers = [game["number"] for game in kept(path)]
    assert sorted(numbers) == list(range(games))
    assert kept(path)[: len(first)] == first
