"""Matches and training over a fake of Ray: nodes are lost, slow, cut off, and work is done twice."""

import sys

import pytest
from fake_ray import FakeRay, Node

from outflank.engine.lab.client import IN_PROCESS, Broke, EngineSpec
from outflank.engine.lab.openings import usual
from outflank.engine.lab.terms import Match
from outflank.protocol.console.errors import Failed
from outflank.protocol.formats.ledger import Ledger, read
from outflank.protocol.match import cluster
from outflank.protocol.match.clock import read_clock
from outflank.protocol.train import cluster as train_cluster

GAMES = 12


class Stop:
    """Rings once a number of games are kept."""

    def __init__(self, ledger, kept):
        self._ledger, self._kept = ledger, kept

    @property
    def rung(self):
        return len(self._ledger) >= self._kept


def new_match(a="random"):
    entries = [EngineSpec(name, (command,), IN_PROCESS) for name, command in (("A", a), ("B", "random"))]
    return Match("SOS", 3, *entries, read_clock("none"), "start")


def played(monkeypatch, tmp_path, ray, match=None, jobs=None, stop_at=None):
    """Play a match: the records that it gives, and the numbers in the order in which they came back."""
    monkeypatch.setitem(sys.modules, "ray", ray)
    match, seen = match or new_match(), []
    ledger = Ledger(str(tmp_path / "games.jsonl"))
    stop = None if stop_at is None else Stop(seen, stop_at)
    try:
        with cluster.playing("local") as play:
            watch = seen.append
            games = play(match, usual(match.variant.rules(3)), GAMES, ledger, jobs, watch, stop)
    finally:
        ledger.close()
    return games, [one.number for one in seen]


def check(tmp_path, games, seen):
    """Every game is there once: in what is given, in what was heard of, and in the file."""
    assert [one.number for one in games] == list(range(GAMES))
    assert sorted(seen) == list(range(GAMES))
    kept = read([str(tmp_path / "games.jsonl")])
    assert sorted(one.number for one in kept) == list(range(GAMES))
    assert not any(one.void for one in kept)


def nodes_of(games):
    return {one.machine.split()[-1] for one in games}


def test_nodes_share_the_games(monkeypatch, tmp_path):
    ray = FakeRay([Node("one"), Node("two", cpus=2)])
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert nodes_of(games) == {"one", "two"} and ray.most_under_way == 3
    assert len(ray.runs) == GAMES and not ray.cancelled


def test_no_more_games_at_a_time_than_are_wanted(monkeypatch, tmp_path):
    ray = FakeRay([Node("one", cpus=8)])
    check(tmp_path, *played(monkeypatch, tmp_path, ray, jobs=2))
    assert ray.most_under_way == 2


def test_what_a_lost_node_had_under_way_is_played_again(monkeypatch, tmp_path):
    lost = Node("two", cpus=2, steps=3)
    ray = FakeRay([Node("one"), lost], {2: lambda ray: ray.lose(lost)})
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert nodes_of(games) == {"one"} and len(ray.runs) == GAMES


def test_a_slow_node_holds_nobody_up(monkeypatch, tmp_path):
    ray = FakeRay([Node("quick"), Node("slow", steps=GAMES + 3)])
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert seen[-1] == 1 and sum(one.machine.endswith(" slow") for one in games) == 1
    assert ray.step == GAMES + 3


def test_a_link_that_comes_back_loses_nothing(monkeypatch, tmp_path):
    far = Node("far", cpus=2, steps=2)
    ray = FakeRay([Node("near"), far], {2: lambda ray: ray.cut(far), 5: lambda ray: ray.mend(far)})
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert nodes_of(games) == {"near", "far"} and len(ray.runs) == GAMES


def test_a_game_that_was_played_twice_counts_once(monkeypatch, tmp_path):
    far = Node("far", cpus=2, steps=2)
    ray = FakeRay([Node("near", steps=3), far], {2: lambda ray: ray.cut(far)})
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert len(ray.runs) == GAMES + 2


def test_a_node_that_joins_takes_its_part(monkeypatch, tmp_path):
    dying = Node("one")
    script = {3: lambda ray: ray.lose(dying), 9: lambda ray: ray.join(Node("other", cpus=2))}
    ray = FakeRay([dying], script)
    games, seen = played(monkeypatch, tmp_path, ray)
    check(tmp_path, games, seen)
    assert nodes_of(games) == {"one", "other"} and ray.most_under_way == 2


def replace(ray):
    """The last node is lost before it is through with anything, and another one joins."""
    ray.lose(ray.nodes[-1])
    ray.join(Node(f"node{ray.step}", steps=9))


def test_a_game_that_is_lost_again_and_again_ends_the_match(monkeypatch, tmp_path):
    ray = FakeRay([Node("one", steps=9)], dict.fromkeys(range(2, 400, 2), replace))
    with pytest.raises(Broke, match=r"game 0 was lost 6 times with its machine, last: node node\d+ was lost"):
        played(monkeypatch, tmp_path, ray)
    assert not ray.runs


def test_what_a_game_raises_ends_the_match(monkeypatch, tmp_path):
    ray = FakeRay([Node("one", cpus=3)])
    work = cluster.play_game
    monkeypatch.setattr(
        cluster, "play_game", lambda match, number, *rest: 1 // (number - 4) and work(match, number, *rest)
    )
    with pytest.raises(Broke, match="integer division or modulo by zero"):
        played(monkeypatch, tmp_path, ray)
    kept = [one.number for one in read([str(tmp_path / "games.jsonl")])]
    assert set(range(3)) <= set(kept) and 4 not in kept


def test_a_match_that_is_stopped_goes_on_later(monkeypatch, tmp_path):
    ray = FakeRay([Node("one", cpus=3, steps=2)])
    games, seen = played(monkeypatch, tmp_path, ray, stop_at=5)
    assert len(games) == len(seen) == 5 and ray.cancelled
    again, more = played(monkeypatch, tmp_path, FakeRay([Node("two")]))
    check(tmp_path, again, seen + more)


def pieces(count=10):
    return [(f"piece {number}", (number,)) for number in range(count)]


def crew(monkeypatch, ray):
    monkeypatch.setitem(sys.modules, "ray", ray)
    return train_cluster.ClusterCrew("local")


def squared(number):
    return number * number


SQUARES = [(f"piece {number}", number * number) for number in range(10)]


@pytest.mark.parametrize("how", ["lost", "slow", "cut", "twice"])
def test_training_has_each_piece_once(how, monkeypatch):
    other = Node("other", cpus=2, steps=20 if how == "slow" else 2)
    scripts = {
        "lost": {2: lambda ray: ray.lose(other)},
        "slow": {},
        "cut": {2: lambda ray: ray.cut(other), 4: lambda ray: ray.mend(other)},
        "twice": {2: lambda ray: ray.cut(other)},
    }
    ray = FakeRay([Node("one"), other], scripts[how])
    with crew(monkeypatch, ray) as here:
        assert sorted(here.run(squared, pieces())) == SQUARES
    assert len(ray.runs) == 10 + 2 * (how == "twice") and not ray.cancelled


def test_training_fails_where_a_piece_is_lost_too_often(monkeypatch):
    ray = FakeRay([Node("one", steps=9)], dict.fromkeys(range(2, 100, 2), replace))
    with crew(monkeypatch, ray) as here, pytest.raises(Failed, match=r"the cluster: node \S+ was lost"):
        list(here.run(squared, pieces(1)))
    assert ray.step <= 2 * (train_cluster.LOSSES + 1) + 1


def test_training_that_is_left_cancels_what_is_under_way(monkeypatch):
    ray = FakeRay([Node("one", cpus=2)])
    with crew(monkeypatch, ray) as here:
        work = here.run(squared, pieces())
        next(work)
        work.close()
    assert len(ray.cancelled) == train_cluster.AHEAD * 2 - 1
    assert not [task for task in ray.cancelled if task.args == (0,)]
