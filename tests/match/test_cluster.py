"""Matches on a Ray cluster of this machine, one of whose two nodes is lost in the middle."""

import os
import signal
import subprocess
import sys

import pytest
from fake_engines import ROOT

from outflank.engine.lab.openings import usual
from outflank.engine.lab.terms import Match
from outflank.protocol import cli
from outflank.protocol.formats.ledger import Ledger, read
from outflank.protocol.match import cluster
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines.spec import read_spec

GAMES = 16


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["match", *words])


def new_match():
    entries = [read_spec(f"level:{level}", name) for level, name in ((1, "A"), (2, "B"))]
    return Match("Othello", 8, *entries, read_clock("none"), "start")


PLAN = """games = 4
[[engine]]
name = "A"
command = "level:1"
[[engine]]
name = "B"
command = "level:2"
[[engine]]
name = "C"
command = "level:3"
"""


@pytest.mark.parametrize("words", [["match", "level:1", "level:2"], ["tournament", "plan.toml"]])
def test_without_ray_the_extra_is_named(words, tmp_path):
    (tmp_path / "plan.toml").write_text(PLAN)
    words = [*words, "--folder", "m", "--cluster", "ray://localhost:1", "--quiet"]
    # The stand-alone program has neither of the two.
    code = "import sys; sys.modules.update(ray=None, socket=None); from outflank.protocol.cli import main\n"
    code += f"sys.exit(main({words!r}))"
    more = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=more, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and "needs Ray: pip install " in done.stderr and "[cluster]" in done.stderr


@pytest.mark.cluster
def test_a_lost_node_loses_no_finished_game(ray_cluster, tmp_path):
    other = ray_cluster.add_node(num_cpus=1)
    ray_cluster.wait_for_nodes()
    match = new_match()
    ledger = Ledger(str(tmp_path / "games.jsonl"))
    seen = []

    def watch(played):
        seen.append(played)
        # At once where it has a game under way, and has finished one.
        if len({played.machine for played in seen}) == 2 and other in ray_cluster.worker_nodes:
            ray_cluster.remove_node(other, allow_graceful=False)

    try:
        with cluster.playing(ray_cluster.address) as play:
            games = play(match, usual(match.variant.rules(8)), GAMES, ledger, watch=watch)
    finally:
        ledger.close()
    assert [played.number for played in games] == list(range(GAMES))
    assert sorted(played.number for played in seen) == list(range(GAMES))
    assert len({played.machine for played in games}) == 2
    assert not any(played.void for played in games)
    again = Ledger(str(tmp_path / "games.jsonl"))
    assert again.games(match.id) == games
    again.close()


@pytest.mark.cluster
def test_the_command_plays_on_a_cluster_of_this_machine(tmp_path, capfd):
    pytest.importorskip("ray", reason="needs Ray, the extra `cluster`")
    words = ["level:1", "level:2", "--games", "6", "--openings", "random", "--folder", str(tmp_path)]
    assert main([*words, "--cluster", "local", "--quiet"]) == 0
    assert "6 games (void 0)" in capfd.readouterr().out


@pytest.mark.cluster
def test_a_tournament_on_a_cluster(ray_cluster, tmp_path, capfd):
    (tmp_path / "plan.toml").write_text(PLAN)
    words = ["tournament", str(tmp_path / "plan.toml"), "--folder", str(tmp_path)]
    words += ["--cluster", ray_cluster.address, "--quiet"]
    assert cli.main(words) == 0
    assert "12 games, 0 void" in capfd.readouterr().out
    assert not any(" " not in played.machine for played in read([str(tmp_path / "games.jsonl")]))
    assert cli.main(words) == 0


@pytest.mark.cluster
def test_ray_does_not_take_the_signals_away(ray_cluster):
    seen = []
    before = signal.signal(signal.SIGTERM, lambda *_: seen.append("TERM"))
    try:
        with cluster.connected(ray_cluster.address):
            os.kill(os.getpid(), signal.SIGTERM)
            assert seen == ["TERM"]
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.cluster
def test_no_cluster_at_an_address(tmp_path, capfd):
    pytest.importorskip("ray", reason="needs Ray, the extra `cluster`")
    words = ["level:1", "level:2", "--games", "2", "--folder", str(tmp_path)]
    assert main([*words, "--cluster", "127.0.0.1:1", "--quiet"]) == 2
    assert "no cluster at 127.0.0.1:1" in capfd.readouterr().err
