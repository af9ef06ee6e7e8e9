"""Several constants in one match: the pattern, what it measures, the report and its file."""

import itertools
import json
import threading

import pytest

from engine import lab, screening
from engine.referee import Played
from protocol import cli

WORDS = ["lab", "screen", "visits=20", "exploration=0.5,1", "first_play_loss=0,0.2", "--game", "SOS"]


def screen(*texts, base="visits=20"):
    return screening.new_screen("SOS", 3, base, texts)


@pytest.mark.parametrize("count", range(1, 16))
def test_over_a_round_constants_are_balanced_and_do_not_go_together(count):
    round_ = 1 << count.bit_length()
    signs = [
        [1 if screening.is_high(number, pair) else -1 for pair in range(round_)] for number in range(count)
    ]
    assert all(sum(row) == 0 for row in signs)
    for one, two in itertools.combinations(signs, 2):
        assert sum(a * b for a, b in zip(one, two, strict=True)) == 0


def test_the_rival_has_what_is_left():
    wanted = screen("exploration=0.5,1", "rave=0,300", "bias=0,1")
    seen = set()
    for pair in range(4):
        match = screening.pairing(wanted, pair)
        a, b = (dict(word.split("=") for word in spec.split()[1:]) for spec in (match.a, match.b))
        assert all({a[name], b[name]} == {low, high} for name, low, high in wanted.constants)
        assert match.a.startswith("visits=20 ") and match[4:] == wanted.match[4:]
        seen.add(match.a)
    assert len(seen) == 4


def test_effects_by_hand():
    wanted = screen("exploration=0.5,1", "rave=0,300")
    rows = []
    for number in range(16):
        # Who has the high first constant wins; the second does nothing.
        wins = screening.is_high(0, number // 2)
        rewards = (1.0, 0.0) if wins == (number % 2 == 0) else (0.0, 1.0)
        rows.append(Played(number, number % 2, rewards, (), (0.0, 0.0), (1, 1), ""))
    rows.append(Played(16, 0, (), (), (0.0, 0.0), (1, 1), "A failed"))
    first, second = screening.effects(wanted, rows)
    assert (first.constant.name, first.score.mean, first.score.groups) == ("exploration", 1.0, 8)
    assert (second.score.mean, second.elo.value) == (0.5, 0.0) and second.score.error > 0
    assert screening.effects(wanted, rows[-1:]) == []


def test_a_constant_that_matters_is_found_among_others():
    wanted = screening.new_screen("Othello", 6, "visits=9", ["visits=9,400", "exploration=0.69,0.7"])
    strong, idle = screening.effects(wanted, screening.play(wanted, 24))
    assert strong.score.mean > 0.8 and strong.elo.low > 0
    assert abs(idle.score.mean - 0.5) < 0.2


def test_games_are_those_of_the_pairings_whoever_plays_them():
    wanted = screen("exploration=0.5,1", "rave=0,300")
    rows = {jobs: screening.play(wanted, 8, jobs) for jobs in (1, 2)}
    assert [row.moves for row in rows[1]] == [row.moves for row in rows[2]]
    match = screening.pairing(wanted, 3)
    alone = lab.match(match.game, match.size, match.a, match.b, 8)
    assert [row.moves for row in alone[6:8]] == [row.moves for row in rows[1][6:8]]


def test_an_interrupt_ends_the_games_under_way():
    wanted = screening.new_screen("SOS", 3, "seconds=3600", ["exploration=0.5,1"])

    def press(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        screening.play(wanted, 4, progress=press)
    umpire = screening.Umpire(wanted)
    found = []
    thread = threading.Thread(target=lambda: found.append(umpire.play(0)))
    thread.start()
    while thread.is_alive():
        umpire.close()
        thread.join(0.05)
    assert found == [None] and umpire.play(1) is None


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["exploration=1"], "'exploration=1' is not NAME=LOW,HIGH"),
        (["exploration=1,2,3"], "is not NAME=LOW,HIGH"),
        (["exploration=1,1"], "is not NAME=LOW,HIGH"),
        (["=1,2"], "is not NAME=LOW,HIGH"),
        (["magic=1,2"], "there is no option magic"),
        (["exploration=-1,2"], "exploration lies from"),
        (["exploration=1,-2"], "exploration lies from"),
        (["rave=0,1", "rave=0,2"], "each once"),
        (["rave=0,1", "--game", "Rolit"], "games for two"),
        (["rave=0,1", "--game", "chess"], "unknown game"),
        (["rave=0,1", "--even", "2", "--game", "SOS"], "Othello on 8x8"),
        (["rave=0,1", "--games", "0"], "at least one game"),
    ],
)
def test_what_cannot_be_screened_is_one_line_and_code_2(words, complaint, capfd):
    assert cli.main(["lab", "screen", "visits=9", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1


def test_a_report_and_its_file(tmp_path, capfd):
    kept = str(tmp_path / "games.jsonl")
    words = [*WORDS, "--size", "3", "--resume", kept]
    assert cli.main([*words, "--games", "6"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "SOS 3, both sides visits=20, seed 1; 6 games"
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
    # A file of matches is none of screens, and the other way round.
    assert cli.main(["lab", "match", "visits=9", "visits=9", "--game", "SOS", "--resume", kept]) == 2
    assert "line 1: " in capfd.readouterr().err
