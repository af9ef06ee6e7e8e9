"""Several constants in one match: the pattern, what it measures, the report and its file."""

import itertools
import json
import math
import threading

import pytest
from made_up_games import ended

from outflank.engine.lab import match as lab, screening
from outflank.engine.lab.schedule import Ledger
from outflank.engine.lab.stop import Stop, Stopped
from outflank.protocol import cli

WORDS = ["lab", "screen", "visits=20", "exploration=0.5,1", "first_play_loss=0,0.2", "--game", "SOS"]


def screen(*texts, base="visits=20"):
    return screening.new_screen("SOS", 3, base, texts)


def test_values_are_drawn_evenly_and_for_each_constant_apart():
    wanted = screen("exploration=0.5,1", "rave=0,300", "bias=0,1", "minimax=0,0.2")
    drawn = [[1 if high else -1 for high in screening.signs(wanted, pair)] for pair in range(2000)]
    for some in (1, 2, 3, 4):
        for together in itertools.combinations(range(4), some):
            assert abs(sum(math.prod(row[one] for one in together) for row in drawn)) < 4 * 2000**0.5
    other = screening.signs(wanted._replace(match=wanted.match._replace(seed=2)), 0)
    assert [other] + drawn != drawn + [other]


def test_the_rival_has_what_is_left():
    wanted = screen("exploration=0.5,1", "rave=0,300", "bias=0,1")
    seen = set()
    for pair in range(40):
        match = screening.pairing(wanted, pair)
        texts = [spec.command[0] for spec in (match.a, match.b)]
        a, b = (dict(word.split("=") for word in text.split()[1:]) for text in texts)
        assert all({a[name], b[name]} == {low, high} for name, low, high in wanted.constants)
        assert texts[0].startswith("visits=20 ") and match[4:] == wanted.match[4:]
        seen.add(texts[0])
    assert len(seen) == 8


def test_effects_by_hand():
    wanted = screen("exploration=0.5,1", "rave=0,300")
    rows = []
    for number in range(16):
        # Who has the high first constant wins; the second does nothing.
        wins = screening.signs(wanted, number // 2)[0]
        rewards = (1.0, 0.0) if wins == (number % 2 == 0) else (0.0, 1.0)
        rows.append(ended(wanted.match, number, rewards))
    rows.append(ended(wanted.match, 16, (), "A failed"))
    first, second = screening.effects(wanted, rows)
    assert (first.constant.name, first.score.mean, first.score.groups) == ("exploration", 1.0, 8)
    alike = sum(one == two for one, two in (screening.signs(wanted, pair) for pair in range(8)))
    assert second.score.mean == alike / 8 and second.score.error > 0
    assert screening.effects(wanted, rows[-1:]) == []


def test_a_constant_that_matters_is_found_among_others():
    wanted = screening.new_screen("Othello", 6, "visits=9", ["visits=9,400", "exploration=0.69,0.7"])
    strong, idle = screening.effects(wanted, screening.play(wanted, 24, 2, Ledger()))
    assert strong.score.mean > 0.7 and strong.elo.low > 0
    assert abs(idle.score.mean - 0.5) < 0.2


def test_games_are_those_of_the_pairings_whoever_plays_them():
    wanted = screen("exploration=0.5,1", "rave=0,300")
    rows = {jobs: screening.play(wanted, 8, jobs, Ledger()) for jobs in (1, 2)}
    assert [row.moves for row in rows[1]] == [row.moves for row in rows[2]]
    match = screening.pairing(wanted, 3)
    alone = lab.match(match.game, match.size, match.a.command[0], match.b.command[0], 8)
    assert [row.moves for row in alone[6:8]] == [row.moves for row in rows[1][6:8]]


class Thinker:
    """A contestant who thinks until it is told to stop, or not at all."""

    def __init__(self, asked, patient=True):
        self._asked = asked
        self._stopped = threading.Event()
        if not patient:
            self._stopped.set()

    def choose(self, position):
        if not self._stopped.is_set():
            self._asked.set()
            self._stopped.wait(60)
        return position.moves()[0]

    def stop(self):
        self._stopped.set()


def test_closing_ends_a_game_under_way():
    asked, stop = threading.Event(), Stop()
    place = screening.ScreenTable(screen("exploration=0.5,1"), lambda *_: Thinker(asked), stop)
    found = []

    def play():
        try:
            found.append(place.play(0))
        except Stopped:
            found.append(None)

    thread = threading.Thread(target=play)
    thread.start()
    assert asked.wait(60)
    stop.ring()
    while thread.is_alive():
        place.stop()
        thread.join(0.05)
    assert found == [None]


def test_an_interrupt_ends_the_games_under_way():
    """It comes after the first game, in the middle of another one that would not end by itself."""
    asked = threading.Event()
    hasty = []

    def make(*_):
        hasty.append(threading.get_ident())
        return Thinker(asked, patient=threading.get_ident() != hasty[0])

    def press(_):
        assert asked.wait(60)
        raise KeyboardInterrupt

    ledger = Ledger()
    wanted = screen("exploration=0.5,1")
    with pytest.raises(KeyboardInterrupt):
        screening.play(wanted, 20_000, 2, ledger, press, make=make)
    assert len(ledger.games(wanted.id)) == 1


def test_a_report_and_its_file(tmp_path, capfd):
    kept = str(tmp_path / "games.jsonl")
    words = [*WORDS, "--size", "3", "--resume", kept]
    assert cli.main([*words, "--games", "6"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "SOS 3, both sides visits=20, openings random 6 seed 1; 6 games"
    assert lines[1].split()[:5] == ["constant", "low", "high", "score", "Elo"]
    assert [line.split()[:3] for line in lines[2:]] == [
        ["exploration", "0.5", "1"],
        ["first_play_loss", "0", "0.2"],
    ]
    assert cli.main([*words, "--games", "8", "--json"]) == 0
    out, err = capfd.readouterr()
    assert err.startswith("6/8 games\n")
    told = json.loads(out)
    assert told["games"] == 8 and told["void"] == [] and told["screen"]["constants"][0]["high"] == "1"
    assert [effect["score"]["groups"] for effect in told["effects"]] == [4, 4]


def test_a_file_may_hold_screens_and_matches(tmp_path, capfd):
    kept = tmp_path / "games.jsonl"
    words = [*WORDS, "--size", "3", "--resume", str(kept), "--games", "2"]
    match = ["lab", "match", "visits=9", "visits=8", "--game", "SOS", "--games", "2", "--resume", str(kept)]
    assert cli.main(words) == cli.main(match) == 0
    first = kept.read_text()
    assert len(first.splitlines()) == 4
    assert cli.main(words) == cli.main(match) == 0
    assert kept.read_text() == first
    for text in ("5\n", "null\n", '{"match": 5}\n', '{"match": [1, 2]}\n', '{"match": {}}\n'):
        kept.write_text(text)
        capfd.readouterr()
        assert cli.main(words) == 2
        err = capfd.readouterr().err
        assert "line 1: " in err and err.count("\n") == 1
