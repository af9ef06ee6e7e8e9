"""Ledgers that the first version of `outflank lab` and `outflank match` wrote: read, reported, taken up."""

import json
import shutil
from pathlib import Path

import pytest

from outflank.engine.games import find_game
from outflank.engine.lab import screening
from outflank.engine.lab.client import EngineSpec
from outflank.engine.lab.clock import Clock
from outflank.engine.lab.match import new_match
from outflank.engine.lab.terms import Match
from outflank.engine.results.match_summary import summarize
from outflank.protocol import cli
from outflank.protocol.formats.game_record import from_line, to_line
from outflank.protocol.formats.ledger import GAMES, Ledger, read
from outflank.protocol.match import store

OLD = Path(__file__).resolve().parent.parent / "records" / "ledgers"
LINES = (OLD / "lab.jsonl").read_bytes().splitlines()
MATCHES = (
    ("SOS", 3, "visits=20", "random", 5, None, 4),
    ("Rolit 3", None, "visits=20 exploration=0.7", "visits=20", 1, None, 3),
    ("Othello", 8, "visits=20", "greedy", 1, 2.0, 2),
    ("Rolit", None, "visits=20", "visits=20", 1, None, 4),
)
"""What stands in the ledger of matches: the match, and its games."""


@pytest.fixture
def old(tmp_path):
    """Copies of the ledgers."""
    shutil.copytree(OLD, tmp_path / "old")
    return tmp_path / "old"


def new(game, size, a, b, seed, even):
    """A match as it is named today."""
    return new_match(game, size, a, b, seed, even=even)


def test_games_of_matches_are_read():
    kept = read([str(OLD / "lab.jsonl")])
    assert len(kept) == len(LINES) == sum(row[-1] for row in MATCHES)
    for line, record in zip(LINES, kept, strict=True):
        row = json.loads(line)
        rules = find_game(record.game).rules(record.size)
        assert [rules.move_text(rules.find_move(move)) for move in record.moves] == row["moves"]
        assert record.rewards == tuple(round(reward, 6) for reward in row["rewards"])
        assert (record.number, record.own, record.end) == (row["number"], row["seat"], "played")
        assert sum(ply.book for ply in record.plies) == row["match"]["opening"]
        for side in (0, 1):
            spent = sum(ply.seconds for ply in record.plies if (ply.player != record.own) == side)
            assert spent == pytest.approx(row["seconds"][side])
        position = rules.parse_position(record.start)
        for ply in record.plies:
            assert position.mover == ply.player
            position = position.play(rules.find_move(ply.move))
        assert position.over and tuple(rules.scores(position)) == record.scores
        assert from_line(to_line(record)) == record


@pytest.mark.parametrize("row", MATCHES, ids=lambda row: row[0])
def test_they_count_for_the_match_of_today(row, old):
    """Its openings and players are the same too: a search with a number of visits plays the same games."""
    *words, games = row
    match = new(*words)
    ledger = Ledger(str(old / "lab.jsonl"))
    kept = ledger.games(match.id)
    ledger.close()
    assert [record.number for record in kept] == list(range(games))
    assert summarize(kept).names == (match.a.name, match.b.name)


def test_a_match_of_the_first_version_goes_on(old, capfd):
    path = old / "lab.jsonl"
    before = path.read_bytes()
    words = ["lab", "match", "visits=20 exploration=0.7", "visits=20", "--game", "Rolit 3"]
    assert cli.main([*words, "--games", "6", "--resume", str(path)]) == 0
    assert ": 6 games (void 0)" in capfd.readouterr().out
    after = path.read_bytes()
    assert after.startswith(before) and len(after.splitlines()) == len(before.splitlines()) + 3
    fresh = old / "fresh.jsonl"
    assert cli.main([*words, "--games", "6", "--resume", str(fresh), "--jobs", "1"]) == 0
    found, again = (
        sorted((record.number, record.moves) for record in read([str(name)]) if record.game == "Rolit 3")
        for name in (path, fresh)
    )
    assert found == again


def test_a_screen_of_the_first_version_goes_on(old, capfd):
    path = old / "lab_screen.jsonl"
    words = ["lab", "screen", "visits=20", "exploration=0.5,1", "rave=0,300", "--game", "SOS", "--size", "3"]
    screen = screening.new_screen("SOS", 3, "visits=20", ["exploration=0.5,1", "rave=0,300"])
    kept = read([str(path)])
    assert {record.match for record in kept} == {screen.id} and len(kept) == 6
    for record in kept:
        match = screening.pairing(screen, record.number // 2)
        assert set(record.seats) == {match.a.name, match.b.name} and record.seats[record.own] == match.a.name
    assert cli.main([*words, "--games", "8", "--resume", str(path)]) == 0
    assert len(path.read_bytes().splitlines()) == 8 and "; 8 games\n" in capfd.readouterr().out


def test_exams_of_the_first_version_go_on(old, capfd):
    path = old / "perfect.jsonl"
    words = ["bench", "perfect", "--from", "8", "--games", "2", "--seconds", "0.02", "--resume", str(path)]
    before = path.read_bytes()
    assert cli.main(words) == 0
    games, perfect = capfd.readouterr().out.splitlines()[2].split()[:2]
    assert path.read_bytes() == before and games == perfect == "2"


def test_a_ledger_of_the_lab_can_be_reported(capfd):
    assert cli.main(["report", str(OLD / "lab.jsonl"), "--json"]) == 0
    found = {row["game"]: row for row in json.loads(capfd.readouterr().out)}
    assert {name: row["games"] for name, row in found.items()} == {row[0]: row[-1] for row in MATCHES}
    assert {row["name"] for row in found["SOS"]["engines"]} == {"visits=20", "random"}


def test_a_match_at_pipes_keeps_its_id():
    """The folder of a match that the first version began: what it named it is what it is named now."""
    a = EngineSpec("A", ("one",))
    b = EngineSpec("B", ("two", "--nboard"), "nboard")
    match = Match("Othello", 8, a, b, Clock(main=60.0, increment=1.0), "random 6 seed 1")
    kept = json.loads((OLD / "match_format_1.json").read_text())
    assert match.id == kept["id"] and store.describe(match) == kept
    rows = [from_line(line) for line in (OLD / "match_format_1.jsonl").read_bytes().splitlines()]
    assert {record.match for record in rows if record.game == "Othello"} == {match.id}
    three = Match("Rolit 3", 8, a, EngineSpec("B", ("three",)), openings="random 6 seed 1")
    assert rows[-1].opening_name == "random 1" and len([ply for ply in rows[-1].plies if ply.book]) == 6
    assert rows[-1].match == three.id


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"rewards": [1.0]}, "rewards that are not those of 2 players"),
        ({"rewards": []}, "rewards that are not those of 2 players"),
        ({"rewards": ["1", "0"]}, "not a number"),
        ({"rewards": 1}, "not a list"),
        ({"seat": 2}, "rewards that are not those of 2 players"),
        ({"void": "A failed"}, "rewards that are not those of 2 players"),
        ({"void": 3, "rewards": []}, "not a text"),
        ({"seconds": [1.0]}, "not the times"),
        ({"asked": [1, 2, 3]}, "not the times"),
        ({"moves": 7}, "not a list"),
        ({"moves": [7]}, "not a text"),
        ({"moves": ["A1S", "A1S"]}, "move 2, 'A1S', is not legal"),
        ({"number": None}, "not a number"),
        ({"match": {"game": "SOS"}}, "no match of players of this program"),
    ],
)
def test_a_game_that_cannot_have_been_is_refused(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        GAMES.read(json.dumps(json.loads(LINES[1]) | change).encode())


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"size": 17}, "not played on a board of size 17"),
        ({"seed": "1"}, "no match of players"),
    ],
)
def test_a_match_that_cannot_be_is_refused(change, complaint):
    row = json.loads(LINES[1])
    with pytest.raises(ValueError, match=complaint):
        GAMES.read(json.dumps(row | {"match": row["match"] | change}).encode())


def test_a_void_game_stays_void():
    row = json.loads(LINES[1]) | {"rewards": [], "void": "A failed: RuntimeError: lost the thread"}
    record = GAMES.read(json.dumps(row).encode())
    assert (record.end, record.void, record.rewards, record.scores) == ("void", row["void"], (), ())
