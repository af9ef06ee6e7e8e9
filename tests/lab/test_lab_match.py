"""Matches inside one process: openings, seats, void games, threads, interrupts; trials and reports."""

import json
import math
import re
import signal
import subprocess
import threading
import time

import gtp_script
import pytest
from patience import SOON

from outflank.engine import core, evaluation
from outflank.engine.games import GAMES, find_game
from outflank.engine.lab import acceptance as trials, match as lab, openings as opened, players, seeds
from outflank.engine.lab.schedule import Ledger
from outflank.engine.options import TECHNIQUES
from outflank.engine.play import bots as named
from outflank.engine.results import elo
from outflank.engine.results.game_record import CHANCE
from outflank.engine.results.match_summary import summarize
from outflank.protocol import cli
from outflank.protocol.console.output import jsonable
from outflank.protocol.formats.game_record import from_line
from outflank.protocol.formats.ledger import Ledger as File

NAMES = [variant.name for variant in GAMES]


class Random:
    """Plays uniformly random moves."""

    def __init__(self, seed):
        self._words = iter(seeds.words(seed, 600))

    def choose(self, position):
        moves = position.moves()
        return moves[next(self._words) % len(moves)]


class Rogue(Random):
    """Random until the fifth move asked of him; then what `deed` gives."""

    def __init__(self, seed, deed):
        super().__init__(seed)
        self._deed = deed
        self._asked = 0

    def choose(self, position):
        self._asked += 1
        return self._deed() if self._asked == 5 else super().choose(position)


class Sleeper:
    """Thinks until he is told to stop; counts those who do."""

    thinking = threading.Semaphore(0)

    def __init__(self):
        self._woken = threading.Event()

    def choose(self, position):
        Sleeper.thinking.release()
        assert self._woken.wait(20)
        return position.moves()[0]

    def stop(self):
        self._woken.set()


class Listener(Random):
    """Random; keeps its own board by what it is told and checks it at each of its turns."""

    board = None

    def choose(self, position):
        assert self.board is None or self.board.key == position.key
        self.board = self.board or position
        return super().choose(position)

    def moved(self, move):
        self.board = self.board and self.board.play(move)


def fail():
    raise RuntimeError("lost the thread")


def leave():
    raise SystemExit("gone")


def make(spec, variant, rules, seed):
    """The contestants of these tests, and the real ones."""
    builders = {
        "random": lambda: Random(seed),
        "cheat": lambda: Rogue(seed, lambda: 9999),
        "vague": lambda: Rogue(seed, lambda: 19.0),
        "crash": lambda: Rogue(seed, fail),
        "quitter": lambda: Rogue(seed, leave),
        "sleeper": Sleeper,
        "listener": lambda: Listener(seed),
    }
    return builders[spec]() if spec in builders else players.player_of(spec, variant, rules, seed)


@pytest.fixture
def bots(monkeypatch):
    """Makes the contestants of these tests known as bots to the whole program."""
    monkeypatch.setattr(named, "bot", lambda name, rules, seed: make(name, None, rules, seed))
    monkeypatch.setattr(named, "check", lambda name, variant, size: None)


def played(game, a, b, games, **how):
    return lab.match(game, None, a, b, games, make=make, **how)


def timeless(rows):
    return [
        row._replace(plies=[ply._replace(seconds=0) for ply in row.plies], began="", seconds=0, overhead=0)
        for row in rows
    ]


@pytest.mark.parametrize("game", NAMES)
def test_games_are_whole_and_share_openings_by_seats(game):
    rules = find_game(game).rules()
    count = 2 * rules.players
    rows = played(game, "random", "random", count, jobs=1)
    plies = find_game(game).lab.opening_plies
    assert [row.number for row in rows] == list(range(count))
    assert [row.own for row in rows] == 2 * list(range(rules.players))
    # A deal is an opening too.
    begun = max(plies, next(count for count, ply in enumerate(rows[0].plies) if ply.player != CHANCE))
    assert len({row.moves[:begun] for row in rows[: rules.players]}) == 1
    assert rows[0].moves[:begun] != rows[-1].moves[:begun]
    assert len({row.moves for row in rows}) == count
    for row in rows:
        position = rules.new_position()
        turns = {True: 0, False: 0}
        for ply, (player, text, *_) in enumerate(row.plies):
            assert player == (CHANCE if position.chances() else position.mover)
            if ply >= plies and player != CHANCE and position.moves() != [rules.pass_move]:
                turns[player == row.own] += 1
            for move in rules.find_moves(position, text):
                assert move in position.moves()
                position = position.play(move)
        assert position.over and not row.void
        assert row.rewards == tuple(round(reward, 6) for reward in position.rewards())
        asked = [ply.player == row.own for ply in row.plies if ply.seconds]
        assert (asked.count(True), asked.count(False)) == (turns[True], turns[False])


@pytest.mark.parametrize("game", ["Othello", "SOS", "Rolit 2"])
def test_random_against_random_is_even(game):
    found = summarize(played(game, "random", "random", 400))
    assert found.games == found.wins + found.draws + found.losses == 400
    assert sum(found.pairs) == 200
    assert abs(found.first.mean - 0.5) < 4 * found.first.error < 0.12
    assert found.first == found.score
    assert found.elo.low < 0 < found.elo.high or abs(found.elo.value) < 70


@pytest.mark.parametrize("game", ["Rolit", "Rolit 3"])
def test_random_in_one_seat_gets_its_share(game):
    players = len(find_game(game).players)
    found = summarize(played(game, "random", "random", 300))
    assert found.chance == 1 / players and found.elo is None and found.pairs is None
    assert abs(found.first.mean - found.chance) < 4 * found.first.error < 0.15
    assert abs(found.score.mean - sum((1, 0.4, 0.1, 0)[:players]) / players) < 4 * found.score.error


def test_the_openings_of_other_seeds_are_others():
    rows = [played("Othello", "random", "random", 40, seed=seed) for seed in (1, 2, 3, 1 << 63)]
    openings = [{row.moves[:8] for row in match} for match in rows]
    assert all(len(one) >= 19 for one in openings)
    assert len(set.union(*openings)) >= sum(map(len, openings)) - 2


def test_the_opening_must_leave_a_game():
    rules = find_game("SOS").rules(3)
    assert len(opened.opening(rules, 8, 1)) == 8
    with pytest.raises(ValueError, match="no opening of 9 plies"):
        opened.opening(rules, 9, 1)


def test_even_openings_are_even(monkeypatch):
    rules = find_game("Othello").rules(8)
    strict = {tuple(opened.even_opening(rules, 8, seed, 1.0)) for seed in range(6)}
    assert len(strict) == 6
    loose = [opened.even_opening(rules, 8, seed, 64.0) for seed in range(6)]
    judge = load_alphabeta(rules)
    leads = [
        [abs(judge.think(opened.after(rules, moves), 8).score) / 64 for moves in openings]
        for openings in (strict, loose)
    ]
    assert max(leads[0]) <= 1.0 < max(leads[1])
    monkeypatch.setattr(opened, "MOST_EVEN_TRIES", 20)
    with pytest.raises(ValueError, match="as even as"):
        opened.even_opening(rules, 8, 1, -1.0)
    with pytest.raises(ValueError, match="Othello 8x8"):
        lab.new_match("SOS", 3, "random", "random", even=2.0)
    rows = played("Othello", "random", "greedy", 4, even=1.0)
    assert len({row.moves[:8] for row in rows}) == 2


def load_alphabeta(rules):
    """A search that tells whether an opening is even."""
    level = evaluation.level_of(rules)
    return core.load("solver.alphabeta", level).AlphaBeta(evaluation.shipped(level))


def test_visits_and_a_seed_repeat_the_match_in_any_number_of_threads():
    specs = "visits=30", "visits=20 exploration=0.7"
    one, two, three = (
        timeless(played("Othello", *specs, 8, seed=seed, jobs=jobs))
        for seed, jobs in ((5, 1), (5, 3), (6, 2))
    )
    assert one == two
    assert {row.moves for row in one}.isdisjoint(row.moves for row in three)


def test_more_visits_win():
    rows = played("Othello", "visits=100", "random", 20)
    assert summarize(rows).wins >= 17


FOULS = {
    "cheat": "cheat played 9999, which is not legal",
    "vague": "vague played 19.0, which is not legal",
    "crash": "crash failed: RuntimeError: lost the thread",
}
"""Players that break a rule, and how the game is called void for it."""


def test_listeners_hear_every_move():
    rows = played("Rolit 3", "listener", "listener", 6)
    assert [row.void for row in rows] == [""] * 6


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
@pytest.mark.parametrize("player", FOULS)
def test_a_foul_makes_the_game_void(player, seats):
    pair = (player, "random")
    rows = played("Othello", *(pair[seat] for seat in seats), 6)
    reason = FOULS[player]
    assert [(row.void, row.rewards) for row in rows] == [(reason, ())] * 6
    assert all(len(row.moves) >= 12 for row in rows)
    found = summarize(rows)
    assert (found.games, found.void, found.first, found.elo, found.plies) == (0, 6, None, None, 0)
    assert [row.engine for row in found.troubles] == [""] * 6


def test_a_contestant_who_cannot_even_sit_down_makes_the_game_void():
    calls = []

    def once(spec, variant, rules, seed):
        calls.append(spec)
        return make("random" if len(calls) <= 2 else "visits=0", variant, rules, seed)

    (row,) = lab.match("SOS", 3, "random", "random", 1, make=once)
    assert row.void == "A: random failed: ValueError: '0' is no value for visits"


def test_what_is_nobodys_foul_reaches_the_caller():
    with pytest.raises(SystemExit, match="gone"):
        played("Othello", "quitter", "random", 4)
    assert threading.active_count() == 1


class Interrupt:
    """Progress that presses Ctrl-C after a number of games."""

    def __init__(self, after):
        self.after = after

    def __call__(self, match, done, games):
        if done == self.after:
            raise KeyboardInterrupt


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_match_goes_on_where_it_ended(jobs):
    whole = timeless(played("Rolit 2", "visits=10", "random", 12))
    ledger = Ledger()
    match = lab.new_match("Rolit 2", 8, "visits=10", "random", make=make)
    how = {"jobs": jobs, "ledger": ledger}
    for after in (0, 5, 9):
        with pytest.raises(KeyboardInterrupt):
            played("Rolit 2", "visits=10", "random", 12, progress=Interrupt(after), **how)
        assert threading.active_count() == 1
        assert len(ledger.games(match.id)) == after
    told = []
    rows = played("Rolit 2", "visits=10", "random", 12, progress=lambda *word: told.append(word[1:]), **how)
    assert told == [(done, 12) for done in range(9, 13)]
    assert timeless(rows) == whole
    assert played("Rolit 2", "visits=10", "random", 7, **how) == rows[:7]


def test_an_interrupt_wakes_who_is_thinking():
    def press(match, done, games):
        threading.Thread(target=later).start()

    def later():
        for _ in range(2):
            assert Sleeper.thinking.acquire(timeout=10)
        signal.pthread_kill(main, signal.SIGINT)

    main = threading.main_thread().ident
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        played("Othello", "sleeper", "sleeper", 4, progress=press)
    assert time.monotonic() - began < SOON
    assert threading.active_count() <= 2


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("Chess", None, "random", "random", 1), "unknown game 'Chess'"),
        (("SOS", 11, "random", "random", 1), "SOS is not played on a board of size 11"),
        (("SOS", 3, "random", "random", 0), "at least one game"),
        (("SOS", 3, "random", "", 1), "gives neither"),
        (("SOS", 3, "random", "exploration=1", 1), "gives neither"),
        (("SOS", 3, "visits=1 fast", "random", 1), "'fast' in 'visits=1 fast' is no option"),
        (("SOS", 3, "visits=few", "random", 1), "'few' is no value for visits"),
        (("SOS", 3, "seconds=-1", "random", 1), "'-1' is no value for seconds"),
        (("SOS", 3, "visits=9 depth=3", "random", 1), "there is no option depth"),
        (("SOS", 3, "level=god", "random", 1), "there is no level 'god'"),
        (("SOS", 3, "visits=9 threads=65", "random", 1), "1 to 64 threads"),
        (("SOS", 3, "visits=9 memory=1e9", "random", 1), "pool"),
        (("SOS", 3, "visits=9 exploration=lots", "random", 1), "exploration needs a number"),
        (("SOS", 3, "random", "random", 1, -1), "a seed is a number from 0"),
        (("SOS", 3, "random", "random", 1, 1, 0), "one thread"),
    ],
)
def test_what_cannot_be_played_is_said_before_the_first_game(words, text):
    with pytest.raises(ValueError, match=text):
        lab.match(*words, make=make)


# Trials.


def test_every_trial_names_contestants_that_can_be_read():
    for trial in trials.ACCEPTANCE:
        if isinstance(trial, trials.Trial):
            assert find_game(trial.game) and trial.measure in ("score", "wins") and 0 < trial.threshold < 1
            for spec in (trial.a, trial.b):
                assert "=" not in spec or players.read_spec(spec)


@pytest.mark.parametrize("game", NAMES)
def test_every_technique_has_settings_that_differ_from_its_default(game):
    size = find_game(game).sizes[0]
    for technique in TECHNIQUES:
        settings = trials.settings(technique, game)
        assert settings or technique.name in ("virtual_loss", "parallel", "early_stop")
        for setting in settings:
            _, chosen = players.read_spec(f"visits=1 {setting}")
            assert technique.name in chosen
            assert len(chosen) > 1 or chosen[technique.name] != technique.default_in(game, size)
    everything = trials.choose_settings([], game)
    assert len(everything) == len({setting for _, setting in everything}) > len(TECHNIQUES)


def test_former_names_of_options_are_read():
    assert players.read_spec("visits=9 share=0 steepness=2")[1] == {"transpositions": 0, "value_slope": 2.0}
    assert trials.choose_settings(["steepness"], "Othello") == trials.choose_settings(
        ["value_slope"], "Othello"
    )


def trial(a, measure, threshold, strictly=False):
    return trials.Trial("a trial", "SOS", a, "random", 40, measure, threshold, strictly, 3)


def test_a_trial_is_judged_by_its_measure_and_sign():
    rows = lab.match("SOS", 3, "visits=50", "random", 40, make=make)
    found = summarize(rows)
    wins, score = found.wins / 40, found.first.mean
    assert 0 < wins < score < 1
    for measure, exact in (("wins", wins), ("score", score)):
        for threshold, strictly, passed in (
            (exact, False, True),
            (exact, True, False),
            (exact + 0.001, False, False),
        ):
            verdict = trials.judge(trial("visits=50", measure, threshold, strictly), make=make)
            assert (verdict.value, verdict.passed, verdict.games) == (exact, passed, 40)
            assert verdict.low < exact < verdict.high and verdict.sign == (">" if strictly else ">=")


def test_a_void_game_fails_a_trial():
    verdict = trials.judge(trial("crash", "score", 0.0)._replace(size=8), games=2, make=make)
    assert (verdict.passed, verdict.value, verdict.games, verdict.void) == (False, None, 0, 2)


def test_checks():
    assert trials.sos_values(1, make) == 1.0
    check = trials.Check("half", lambda seed, make: seed / 2, "", 1.0)
    assert trials.judge(check, seed=2).passed and not trials.judge(check, seed=1).passed


def test_scoring_moves_and_the_visits_they_get():
    rules = find_game("SOS").rules(3)
    position = opened.after(rules, map(rules.find_move, ("A1S", "B1O")))
    assert {rules.move_text(move) for move in trials.scoring_moves(rules, position)} == {"C1S"}

    class Keen:
        def __init__(self, rules, gain):
            self.rules, self.gain = rules, gain

        def rows(self, position):
            scoring = trials.scoring_moves(self.rules, position)
            assert 0 < len(scoring) < len(position.moves())
            return [(move, self.gain if move in scoring else 100, 0.5) for move in position.moves()]

    keen = lambda spec, variant, rules, seed: Keen(rules, 12 if spec == "on" else 4)  # noqa: E731
    assert trials.sos_focus(1, keen, "on", "off") == 3.0


def test_an_effect_is_measured_against_the_default():
    (technique,) = [row for row in TECHNIQUES if row.name == "exploration"]
    found = trials.effect(technique, "exploration=3", "Rolit 2", "visits=20", 6, make=make)
    assert (found.technique, found.setting, found.default) == ("exploration", "exploration=3", 1.0)
    again = lab.match("Rolit 2", None, "visits=20 exploration=3", "visits=20", 6, make=make)
    assert found.summary[:6] == summarize(again)[:6]


def test_unknown_trials_and_techniques_are_refused():
    assert trials.choose_trials([]) == list(trials.ACCEPTANCE)
    assert [row.name for row in trials.choose_trials(["rolit 3", "EASY"])] == [
        "easy v random",
        "Rolit 3 v hard bots",
        "Acquire v easy bots",
    ]
    with pytest.raises(ValueError, match="no trial is called 'chess'"):
        trials.choose_trials(["chess"])
    with pytest.raises(ValueError, match="no technique is called magic"):
        trials.choose_settings(["magic"], "SOS")
    odd = TECHNIQUES[1]._replace(name="odd")
    with pytest.raises(ValueError, match="nothing is known to try for odd"):
        trials.settings(odd, "SOS")


# Reports and the file of games.


def command(*words):
    return cli.main(["lab", "match", "--game", "SOS", "--size", "3", *words])


def test_a_report(bots, capfd):
    assert command("random", "random", "--games", "40") == 0
    out, err = capfd.readouterr()
    title = "SOS 3, A = random, B = random, openings random 6 seed 1\n"
    assert out.startswith(f"{title}A against B: 40 games (void 0): A won ")
    assert "\nElo " in out and "\nopenings with 0, 1/2, 1, 3/2, 2 points: " in out
    assert [line.split("  ")[0] for line in err.splitlines()] == [
        f"{done}/40 games" for done in range(0, 41, 4)
    ]
    assert re.search(r"  \d+-\d+-\d+  Elo [+-]", err.splitlines()[-1])


def test_a_match_ends_when_one_claim_is_clear(capfd, tmp_path):
    kept = str(tmp_path / "games.jsonl")
    words = ["--games", "400", "--sprt", "0,400", "--resume", kept, "--jobs", "1"]
    assert command("greedy", "random", *words) == 0
    out = capfd.readouterr().out
    games = int(out.split("A against B: ")[1].split()[0])
    assert 4 <= games < 400
    assert "\nof 0 and 400 Elo accepted: " in out
    assert "accepted: neither" not in out and f", {games // 2} pairs)" in out
    # Nothing is left to be played.
    assert command("greedy", "random", *words) == 0
    assert capfd.readouterr().out == out
    assert command("random", "random", "--games", "6", "--sprt=-2,2", "--json", "--jobs", "1") == 0
    test = json.loads(capfd.readouterr().out)["summary"]["test"]
    assert test["accepted"] == "" and test["groups"] == 3 and abs(test["llr"]) < test["upper"]


def test_what_cannot_be_tested_is_said(bots, capfd):
    for words in (["--sprt", "10,0"], ["--sprt", "much"]):
        assert command("random", "random", *words) == 2
    assert cli.main(["lab", "match", "random", "random", "--game", "Rolit 3", "--sprt", "0,10"]) == 2
    assert "games for two" in capfd.readouterr().err


def test_a_report_in_json(bots, capfd):
    assert command("random", "random", "--games", "2", "--json") == 0
    report = json.loads(capfd.readouterr().out)
    assert report["match"]["a"]["command"] == ["random"] and report["summary"]["games"] == 2
    assert report["summary"]["troubles"] == []
    assert jsonable((math.inf, -math.inf, {"a": elo.Elo(0.0, -math.inf, 2.0)})) == [
        None,
        None,
        {"a": {"value": 0.0, "low": None, "high": 2.0}},
    ]


def test_a_game_for_four_reports_its_reward(bots, capfd):
    assert cli.main(["lab", "match", "random", "random", "--game", "rolit", "--games", "8"]) == 0
    out = capfd.readouterr().out
    assert "0.250 by chance" in out and "\nmean rank " in out and "Elo" not in out


def test_void_games_are_told_and_make_the_exit_code_1(bots, capfd):
    words = ["lab", "match", "cheat", "random", "--games", "8"]
    assert cli.main(words) == 1
    out = capfd.readouterr().out
    assert ": 0 games (void 8)" in out and "\n  and 3 more\n" in out
    assert "game 0 is void: cheat played 9999, which is not legal" in out
    assert cli.main([*words, "--json"]) == 1
    assert len(json.loads(capfd.readouterr().out)["summary"]["troubles"]) == 8


@pytest.mark.parametrize("words", [["random", "speed=3"], ["random", "random", "--seed", "-1"]])
def test_wrong_use_is_one_line_and_code_2(words, bots, capfd):
    assert command(*words) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("outflank: lab match: ") and err.count("\n") == 1


def test_a_file_takes_up_where_it_ends(bots, tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    words = ["random", "random", "--json", "--resume", str(path)]
    assert command(*words, "--games", "30") == 0
    whole = capfd.readouterr().out
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 30 and {json.loads(line)["number"] for line in lines} == set(range(30))
    path.write_bytes(b"".join(lines[:11]) + lines[11][:40])
    assert command(*words, "--games", "30") == 0
    out, err = capfd.readouterr()
    assert "not written to its end" in err and re.search("\n11/30 games\n12/30 games  ", err)
    again = path.read_bytes().splitlines(keepends=True)
    assert again[:11] == lines[:11] and len(again) == 30
    timed = ("pace", "overhead")
    first, second = (json.loads(text)["summary"] for text in (whole, out))
    assert {key: first[key] for key in first if key not in timed} == {
        key: second[key] for key in second if key not in timed
    }


def test_a_file_holds_many_matches(bots, tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    for games, seed in (("4", "1"), ("6", "2"), ("6", "1")):
        assert command("random", "random", "--games", games, "--seed", seed, "--resume", str(path)) == 0
    ids = [lab.new_match("SOS", 3, "random", "random", seed).id for seed in (1, 2)]
    kept = [from_line(line) for line in path.read_bytes().splitlines()]
    assert [ids.index(record.match) + 1 for record in kept] == [1] * 4 + [2] * 6 + [1] * 2
    assert {record.seats for record in kept} == {("A: random", "B: random"), ("B: random", "A: random")}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("{}\n", "line 1: "), ("nonsense\n", "line 1: "), ("[1]\n", "line 1: "), ("\n", "line 1: ")],
)
def test_a_file_of_something_else_is_refused_and_kept(text, complaint, bots, tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    assert command("random", "random", "--games", "2", "--resume", str(path)) == 2
    assert complaint in capfd.readouterr().err
    assert path.read_text() == text


def test_a_game_that_is_there_twice_is_refused(bots, tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    assert command("random", "random", "--games", "1", "--resume", str(path)) == 0
    path.write_text(2 * path.read_text())
    assert command("random", "random", "--games", "2", "--resume", str(path)) == 2
    assert "line 2: game 0 of match " in capfd.readouterr().err


def test_a_file_is_one_runs_at_a_time(bots, tmp_path, capfd):
    path = str(tmp_path / "games.jsonl")
    held = File(path)
    assert command("random", "random", "--games", "1", "--resume", path) == 2
    assert "in use by another run" in capfd.readouterr().err
    held.close()
    assert command("random", "random", "--games", "1", "--resume", path) == 0


def test_ctrl_c_reports_and_keeps_what_there_is(tmp_path):
    """The first games end at once, then both sides would think for an hour."""
    path = tmp_path / "games.jsonl"
    quick = ["lab", "match", "visits=2", "visits=3", "--games", "2", "--resume", str(path)]
    subprocess.run([*gtp_script.MODULE, *quick], check=True, cwd=gtp_script.ROOT, capture_output=True)
    # The same games, as if they were of the match that would take so long.
    ids = [lab.new_match("Othello", 8, a, "visits=3").id for a in ("visits=2", "seconds=3600")]
    path.write_text(path.read_text().replace(*ids))
    slow = ["lab", "match", "seconds=3600", "visits=3", "--games", "9", "--resume", str(path)]
    code, out, err = gtp_script.interrupted(slow, "2/9 games\n", seconds=10)
    assert code == 130
    assert "2 games (void 0)" in out
    assert "outflank: lab match: interrupted; the same command goes on from here" in err
    assert len(path.read_text().splitlines()) == 2


def test_a_decided_game_is_played_on_in_a_hurry():
    variant = find_game("Othello")
    rules = variant.rules(8)
    spec = "visits=1000 hurry=0.9 prove=off"
    decided = "X" * 24 + "-" * 8 + "--XXXXO-" + "-OX" + "-" * 21 + " X"
    for position, share in ((rules.parse_position(decided), players.IN_HURRY), (rules.new_position(), 1)):
        searcher = players.player_of(spec, variant, rules, 1)
        counts = []
        for _ in range(2):
            searcher.choose(position)
            counts.append(searcher._session.last.visits)
        assert counts == [1000, 1000 * share]
    for wrong in ("hurry=0.4", "hurry=1.1"):
        with pytest.raises(ValueError, match="decided"):
            players.player_of(f"visits=10 {wrong}", variant, rules, 1)


def test_bench_acceptance(bots, monkeypatch, capfd):
    check = trials.Check("a check", lambda seed, make: seed, "a seed", 1.0)
    monkeypatch.setattr(
        trials, "ACCEPTANCE", (trial("random", "score", 0.1), trial("random", "wins", 0.99), check)
    )
    assert cli.main(["bench", "acceptance", "--list"]) == 0
    assert "a check: a seed, >= 1\n" in capfd.readouterr().out
    assert cli.main(["bench", "acceptance", "--games", "20"]) == 1
    rows = capfd.readouterr().out.splitlines()
    assert [line.split()[-1] for line in rows] == ["void", "pass", "FAIL", "pass"]
    assert cli.main(["bench", "acceptance", "--only", "check", "--json"]) == 0
    (verdict,) = json.loads(capfd.readouterr().out)
    assert verdict["passed"] and verdict["value"] == 1.0
    assert cli.main(["bench", "acceptance", "--only", "check", "--seed", "0"]) == 1
    assert cli.main(["bench", "acceptance", "--only", "chess"]) == 2


def test_bench_techniques(capfd):
    words = ["bench", "techniques", "--only", "exploration", "--limit", "visits=5", "--games", "2"]
    assert cli.main([*words, "--game", "sos"]) == 0
    rows = capfd.readouterr().out.splitlines()[2:]
    assert [line.split()[0] for line in rows] == list(trials.TRIES["exploration"])
    assert cli.main([*words, "--game", "Rolit 3", "--json"]) == 0
    effects = json.loads(capfd.readouterr().out)
    assert [effect["setting"] for effect in effects] == list(trials.TRIES["exploration"])
    assert cli.main([*words, "--game", "chess"]) == 2


@pytest.mark.parametrize("text", [b"Dear diary", b'{"mine": 1}'])
def test_a_file_that_ends_in_no_game_is_not_cut_off(text, tmp_path, capfd):
    path = tmp_path / "games"
    path.write_bytes(text)
    words = ["match", "visits=1", "visits=2", "--game", "SOS", "--games", "2", "--resume", str(path)]
    assert cli.main(["lab", *words]) == 2
    assert "ends in a line that is no game" in capfd.readouterr().err and path.read_bytes() == text
