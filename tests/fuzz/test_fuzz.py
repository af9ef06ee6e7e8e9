"""The fuzzers: what they found before, a little of what they do for hours, and faults planted for them."""

import random
import sys

import gtp_script
import gtp_talk
import nboard_talk
import pytest
import readers
import run
from places import TESTS

from outflank.engine.errors import Refused
from outflank.engine.play.player import Player
from outflank.protocol.formats import kinds


@pytest.mark.parametrize("path", sorted(run.CORPUS.iterdir()), ids=lambda path: path.name)
def test_what_was_found_before_is_mended(path, tmp_path):
    assert run.replay(path, tmp_path) == ""


@pytest.mark.parametrize("variant", gtp_talk.GAMES, ids=lambda variant: variant.name)
def test_every_game_is_talked_about(variant, tmp_path):
    fuzzer = gtp_talk.Fuzzer(f"suite {variant.name}", tmp_path, variant.name)
    assert fuzzer.run(150) == 150, fuzzer.faults
    assert not fuzzer.faults


@pytest.mark.parametrize("name", readers.READERS)
def test_every_reader_takes_its_samples_and_damaged_ones(name, tmp_path):
    seeds = list(readers.READERS[name].seeds())
    chance = random.Random(1)
    for number in range(25 + len(seeds)):
        file, data = seeds[number % len(seeds)]
        path = tmp_path / file
        others = [other for _, other in seeds]
        path.write_bytes(data if number < len(seeds) else readers.mutated(chance, data, others))
        assert readers.wrong_with(name, path) == "", number


def test_a_run_says_what_it_did(capfd):
    assert run.main(["--seconds", "0.5", "--seed", "4"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("seed 4\n") and out.endswith("; 0 violations\n") and "rows of the corpus" in out


def found(tmp_path, sessions=60):
    """What the fuzzer of GTP finds in some sessions."""
    for seed in range(sessions):
        fuzzer = gtp_talk.Fuzzer(seed, tmp_path)
        fuzzer.run()
        if fuzzer.faults:
            return fuzzer.faults[0]
    return ""


def test_a_failure_that_changes_something_is_found(tmp_path, monkeypatch):
    play = Player.play

    def planted(player, *words):
        try:
            return play(player, *words)
        except Refused:
            if moves := player.position.moves():
                player.game.play(player.position.mover, moves[0])
            raise

    monkeypatch.setattr(Player, "play", planted)
    assert "it fails, and changes" in found(tmp_path)


def test_a_move_that_is_not_legal_is_found(tmp_path, monkeypatch):
    genmove = Player.genmove

    def planted(player, *words, **more):
        text = genmove(player, *words, **more)
        return "a1" if text.lower() == "d3" else text

    monkeypatch.setattr(Player, "genmove", planted)
    assert "is not among" in found(tmp_path)


def test_a_reader_that_stumbles_is_found(tmp_path, monkeypatch):
    games = kinds.games

    def planted(data, name):
        if b"\0" in data:
            raise KeyError("planted")
        return games(data, name)

    monkeypatch.setattr(kinds, "games", planted)
    seeds = {}
    assert any(readers.mutant(f"plant {number}", tmp_path, seeds)[2] for number in range(600))


def test_a_wrong_move_over_nboard_is_found(tmp_path, monkeypatch):
    planted = [sys.executable, "-P", str(TESTS / "fakes" / "planted.py"), "elsewhere"]
    monkeypatch.setattr(gtp_script, "MODULE", planted)
    faults = []
    for seed in range(20):
        fuzzer = nboard_talk.Fuzzer(seed, tmp_path)
        try:
            fuzzer.run()
        finally:
            fuzzer.wire.kill()
        faults += fuzzer.faults
        if faults:
            break
    assert "A1" in faults[0], faults
