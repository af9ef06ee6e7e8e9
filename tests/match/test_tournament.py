"""Tournaments: what a plan may say, who meets whom, and that no game is lost or played twice."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from shlex import quote

import gtp_script
import pytest

from outflank.engine.lab.client import Broke
from outflank.engine.lab.stop import Stopped
from outflank.engine.results import sprt
from outflank.engine.results.game_record import Fault
from outflank.protocol.cli import main
from outflank.protocol.console.own_program import PLAIN
from outflank.protocol.formats.game_record import from_line, to_line
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match import live, plan, tournament
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.match.engines.spec import usual_jobs

ENGINES = [{"name": name, "command": f"run {name}"} for name in "abcd"]
OWN = f"{quote(sys.executable)} -m protocol gtp --seed 1"


def written(path, engines, **keys):
    """A plan with engines of these (name, options) as a file."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    for name, options in engines:
        lines += ["[[engine]]", f'name = "{name}"', f"command = {json.dumps(f'{OWN} {options}')}"]
        lines += [f"folder = {json.dumps(str(gtp_script.ROOT))}"]
    path.write_text("\n".join([*lines, ""]))
    return str(path)


SMALL = {"game": "SOS", "size": 3, "games": 4, "openings": "start", "jobs": 1}
WEAK, STRONG = ("weak", "--visits 2"), ("strong", "--visits 60")


def size_of(folder):
    """The bytes of all games in a folder."""
    path = folder / "games.jsonl"
    return path.stat().st_size if path.exists() else 0


def lines_of(folder):
    """All games in a folder."""
    return [from_line(line) for line in (folder / "games.jsonl").read_bytes().splitlines()]


# Plans.


def test_the_example_in_the_help_is_a_plan():
    found = plan.plan(tomllib.loads(plan.EXAMPLE))
    assert [entry.name for entry in found.entries] == ["hard", "other"]
    assert found.entries[0].command[-6:] == ("gtp", *PLAIN, "--level", "hard")
    assert found.entries[1].protocol == "nboard" and found.entries[1].command == ("other-engine", "--nboard")
    assert (found.games, found.jobs, found.claims) == (100, 2, sprt.Claims(0, 10))
    assert set(tomllib.loads(plan.EXAMPLE)) <= set(plan.KEYS)


def test_what_a_plan_leaves_out_is_usual():
    found = plan.plan({"engine": ENGINES[:2]})
    assert (found.variant.name, found.size, found.games, found.claims) == ("Othello", 8, 100, None)
    assert found.jobs is None and str(found.matches[0].clock) == "none"
    assert usual_jobs(found.entries) == len(os.sched_getaffinity(0))
    assert found.openings.what.startswith("random ") and found.openings.count is None


def test_engines_with_threads_leave_room_for_each_other():
    engines = [{"name": "a", "command": "level:5"}, {"name": "b", "command": "level:5,threads:64"}]
    assert usual_jobs(plan.plan({"engine": engines}).entries) == 1
    assert [entry.protocol for entry in plan.plan({"engine": engines}).entries] == ["gtp", "gtp"]


def test_openings_are_named_as_for_a_match(tmp_path):
    for text, plies in (("random", 8), ("random:3", 3), ("start", 0)):
        assert len(plan.plan({"engine": ENGINES[:2], "openings": text}).openings.at(0).moves) == plies
    (tmp_path / "lines.txt").write_text("f5d6c3d3c4\nf5f6e6f4g5\n")
    found = plan.plan({"engine": ENGINES[:2], "openings": "lines.txt", "plies": 4}, str(tmp_path)).openings
    assert found.count == 2 and [" ".join(found.at(index).moves) for index in (0, 1)] == [
        *("F5 D6 C3 D3", "F5 F6 E6 F4"),
    ]


@pytest.mark.parametrize(
    ("kind", "game", "expected"),
    [
        ("round robin", "Othello", "ab ac ad bc bd cd"),
        ("gauntlet", "Othello", "ab ac ad"),
        ("gauntlet", "Rolit", "ab ba ac ca ad da"),
    ],
)
def test_who_meets_whom(kind, game, expected):
    found = plan.plan({"engine": ENGINES, "kind": kind, "game": game})
    assert " ".join(match.a.name + match.b.name for match in found.matches) == expected
    assert len({match.id for match in found.matches}) == len(found.matches)


def test_games_come_in_whole_sets_of_seats():
    assert plan.plan({"engine": ENGINES, "games": 5}).games == 6
    assert plan.plan({"engine": ENGINES, "games": 5, "game": "Rolit"}).games == 8


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "chess"}, "game: unknown game 'chess'; there are Othello"),
        ({"game": 7}, "game: 7 is not text"),
        ({"size": 7}, "size: Othello is not played on a board of size 7"),
        ({"gamse": 10}, "gamse means nothing; did you mean game?"),
        ({"xyzzy": 10}, "xyzzy means nothing; there are game, size, kind"),
        ({"games": 0}, "games: 0 is not from 1"),
        ({"games": True}, "games: True is not a whole number"),
        ({"games": 1.5}, "games: 1.5 is not a whole number"),
        ({"jobs": 0}, "jobs: 0 is not from 1"),
        ({"kind": "knockout"}, "kind: there is no 'knockout'; there are round robin and gauntlet"),
        ({"clock": "soon"}, "clock: 'soon' is no clock"),
        ({"sprt": [5, 0]}, "sprt: elo0 must be less than elo1"),
        ({"sprt": [0, "x"]}, "has something else than numbers"),
        ({"openings": "nowhere.sgf"}, "openings: nowhere.sgf: No such file"),
        ({"margin": -1}, "margin: -1 is not from 0"),
        ({"game": "SOS", "solve": 8}, "solve: is for Othello"),
        ({"openings": "random:x"}, "openings: random:x: No such file"),
        ({"engine": ENGINES[:1]}, "engine: a tournament needs at least two"),
        ({"engine": [ENGINES[0], ENGINES[0]]}, "and a name for each"),
        ({"engine": [{"name": "a"}, ENGINES[1]]}, "engine 1: it needs a name and a command"),
        (
            {"engine": [ENGINES[0], {**ENGINES[1], "protocol": "uci"}]},
            "engine 2: protocol is auto, gtp, nboard",
        ),
        ({"engine": [ENGINES[0], {**ENGINES[1], "colour": "red"}]}, "engine 2: colour means nothing"),
        ({"engine": [ENGINES[0], {**ENGINES[1], "setup": [1]}]}, "engine 2: setup: 1 is no line"),
        ({"engine": [ENGINES[0], {**ENGINES[1], "setup": ["a\nb"]}]}, "engine 2: setup: 'a\\nb' is no line"),
        ({"engine": [ENGINES[0], {**ENGINES[1], "setup": [" "]}]}, "engine 2: setup: ' ' is no line"),
        ({"engine": [ENGINES[0], {**ENGINES[1], "name": "a\nb"}]}, "engine 2: name is a line of at most 80"),
        (
            {"engine": [ENGINES[0], {**ENGINES[1], "name": "a" * 81}]},
            "engine 2: name is a line of at most 80",
        ),
        ({"openings": "random", "plies": 3}, "openings: 'random' is no file whose games could be cut"),
        ({"openings": "start", "shuffle": True}, "openings: 'start' is no file"),
        (
            {"engine": [ENGINES[0], {**ENGINES[1], "command": 'a "b'}]},
            "engine 2: command: 'a \"b' is no command",
        ),
        ({"engine": ["a", "b"]}, "engine 1: write [[engine]] over its name"),
    ],
)
def test_a_plan_that_cannot_be(change, complaint):
    with pytest.raises(ValueError) as error:
        plan.plan({"engine": ENGINES[:2], **change})
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("games = = 3\n", "line 1"),
        ("games = 3\n", "at least two"),
        ("\udcff", "utf-8"),
        (None, "No such file"),
    ],
)
def test_a_bad_file_is_named_with_its_reason(text, complaint, tmp_path, capfd):
    path = tmp_path / "plan.toml"
    if text is not None:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main(["tournament", str(path), "--folder", str(tmp_path / "out")]) == 2
    out, err = capfd.readouterr()
    assert (
        out == "" and err.startswith("outflank: tournament: ") and complaint in err and err.count("\n") == 1
    )
    assert text is None or "plan.toml" in err
    assert not (tmp_path / "out").exists()


def test_help_has_the_example(capfd):
    assert main(["tournament", "--help"]) == 0
    out = capfd.readouterr().out
    assert plan.EXAMPLE in out and "tournament plan.toml --folder results" in out


# Play.


def test_a_round_robin_is_played_and_reported(tmp_path, capfd):
    path = written(tmp_path / "plan.toml", [WEAK, STRONG, ("middle", "--visits 8")], **SMALL)
    out = tmp_path / "out"
    assert main(["tournament", path, "--folder", str(out), "--anchor", "weak"]) == 0
    said, progress = capfd.readouterr()
    rows = lines_of(out)
    assert len(rows) == 12 and len({(row.match, row.number) for row in rows}) == 12
    assert len({row.match for row in rows}) == 3
    assert said.startswith("SOS 3: 12 games, 0 void") and "weak is 0" in said
    assert progress.splitlines()[-1].split() == ["tournament:", "12/12"]
    assert (out / "report.html").read_text().startswith("<!DOCTYPE html>")
    before = (out / "games.jsonl").read_bytes()
    assert main(["tournament", path, "--folder", str(out), "--anchor", "weak"]) == 0
    assert capfd.readouterr().out == said and (out / "games.jsonl").read_bytes() == before


def test_a_page_of_another_kind_stops_a_tournament_before_it_begins(tmp_path, capfd):
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **SMALL)
    out = tmp_path / "out"
    out.mkdir()
    (out / "report.html").write_text("<!doctype html>\n<title>mine</title>\n")
    assert main(["tournament", path, "--folder", str(out)]) == 2
    assert "report.html: there is a file of another kind" in capfd.readouterr().err
    assert os.listdir(out) == ["report.html"] and "mine" in (out / "report.html").read_text()


def test_a_killed_tournament_goes_on_where_it_was(tmp_path):
    """Killed twice in the middle with SIGKILL, its last line torn; then every game is there once."""
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **{**SMALL, "games": 28, "jobs": 2})
    out = tmp_path / "out"
    command = [*gtp_script.MODULE, "tournament", path, "--folder", str(out), "--quiet", "--json"]
    for least in (3, 14):
        process = subprocess.Popen(command, cwd=gtp_script.ROOT, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and process.poll() is None:
            if (out / "games.jsonl").exists() and (out / "games.jsonl").read_bytes().count(b"\n") >= least:
                break
            time.sleep(0.01)
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
    data = (out / "games.jsonl").read_bytes()
    (out / "games.jsonl").write_bytes(data[:-30])
    done = subprocess.run(command, cwd=gtp_script.ROOT, capture_output=True, text=True, check=True)
    rows = lines_of(out)
    assert sorted(row.number for row in rows) == list(range(28))
    assert data.rpartition(b"\n")[0].rpartition(b"\n")[0] in (out / "games.jsonl").read_bytes()
    (found,) = json.loads(done.stdout)
    assert found["games"] == 28
    weak = next(engine for engine in found["engines"] if engine["name"] == "weak")
    assert weak["wins"] == sum(row.rewards[row.seats.index("weak")] == 1 for row in rows)


def test_ctrl_c_ends_it_and_keeps_the_games(tmp_path):
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **{**SMALL, "games": 2000})
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*gtp_script.MODULE, "tournament", path, "--folder", str(out)],
        cwd=gtp_script.ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + 30
    while not size_of(out):
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.endswith("outflank: tournament: interrupted; the same command goes on from here\n")
    rows = lines_of(out)
    assert rows and len({row.number for row in rows}) == len(rows)
    with open(out / "games.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) == len(rows)
    assert (out / "report.html").exists()


def test_a_second_ctrl_c_is_no_traceback(tmp_path, monkeypatch, capfd):
    def interrupted(options, stop):
        raise KeyboardInterrupt

    monkeypatch.setattr(tournament, "run", interrupted)
    assert main(["tournament", "plan.toml", "--folder", str(tmp_path)]) == 130
    assert "interrupted; the same command goes on" in capfd.readouterr().err


def test_a_tournament_that_cannot_go_on_reports_what_there_is(tmp_path, monkeypatch, capfd):
    def broken(options, wanted, ledger, stop):
        ledger.add(one_game(wanted.matches[0], 0, 1))
        raise Broke("strong is gone")

    monkeypatch.setattr(tournament, "play_missing", broken)
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **SMALL)
    assert main(["tournament", path, "--folder", str(tmp_path / "out"), "--anchor", "strong"]) == 1
    out, err = capfd.readouterr()
    assert "1 game, 0 void" in out and "strong is gone; the same command goes on from here" in err
    assert (tmp_path / "out" / "report.html").exists()


def test_games_of_another_plan_do_not_count(tmp_path, capfd):
    out = tmp_path / "out"
    out.mkdir()
    others = [one_game(match, number, 1) for match in prepared().matches for number in range(4)]
    (out / "games.jsonl").write_bytes(b"".join(map(to_line, others)))
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **SMALL)
    assert main(["tournament", path, "--folder", str(out), "--quiet"]) == 0
    said, err = capfd.readouterr()
    assert said.startswith("SOS 3: 4 games") and "games of 1 matches in" in err
    rows = lines_of(out)
    assert rows[:4] == others and len(rows) == 8


def test_an_engine_that_does_not_start_is_named_before_the_first_game(tmp_path, capfd):
    path = tmp_path / "plan.toml"
    written(path, [WEAK, STRONG], **SMALL)
    path.write_text(path.read_text().replace("--visits 60", "--vistis 60"))
    assert main(["tournament", str(path), "--folder", str(tmp_path / "out")]) == 2
    out, err = capfd.readouterr()
    assert out == "" and "strong" in err and err.startswith("outflank: tournament: ")
    assert (tmp_path / "out" / "games.jsonl").read_bytes() == b""


@pytest.mark.parametrize("words", [["--jobs", "0"], ["--anchor", "nobody"]])
def test_wrong_use_is_code_2(words, tmp_path, capfd):
    path = written(tmp_path / "plan.toml", [WEAK, STRONG], **SMALL)
    assert main(["tournament", path, "--folder", str(tmp_path / "out"), *words]) == 2
    assert words[0] in capfd.readouterr().err


def prepared():
    """A plan of two engines that are never started."""
    return plan.plan({**SMALL, "engine": ENGINES[:2]})


class Playing:
    """Stands in for the playing of a match: A wins with that chance, by the game's number."""

    def __init__(self, winner):
        self.winner = winner
        self.calls = []

    def __call__(self, match, openings, games, ledger, jobs, watch, stop):
        there = {row.number for row in ledger.games(match.id)}
        rows = [number for number in range(games) if number not in there]
        self.calls.append((match.a.name + match.b.name, len(rows)))
        for number in rows:
            row = one_game(match, number, self.winner(match, number))
            ledger.add(row)
            if watch:
                watch(row)


def one_game(match, number, reward):
    """A game of a match with A's reward."""
    from made_up_games import games

    (row,) = games([match.a.name, match.b.name], 1, "SOS")
    seats = (match.a.name, match.b.name) if number % 2 == 0 else (match.b.name, match.a.name)
    rewards = (reward, 1 - reward) if number % 2 == 0 else (1 - reward, reward)
    return row._replace(match=match.id, number=number, opening=number // 2, seats=seats, rewards=rewards)


@pytest.fixture
def ledger(tmp_path):
    made = Ledger(str(tmp_path / "games.jsonl"))
    yield made
    made.close()


@pytest.fixture
def stop():
    made = PipeStop()
    yield made
    made.close()


def test_matches_take_turns(ledger, stop):
    wanted = plan.plan({"game": "SOS", "engine": ENGINES[:3], "games": 40, "openings": "start", "jobs": 1})
    played = Playing(lambda match, number: 0.5)
    tournament.play_all(wanted, ledger, played, None, stop)
    assert played.calls[:3] == [("ab", 20), ("ac", 20), ("bc", 20)]
    assert [sum(count for name, count in played.calls if name == pair) for pair in ("ab", "ac", "bc")] == [
        40
    ] * 3
    assert tournament.finished(wanted, ledger)


def test_machines_elsewhere_get_more_games_at_a_turn(ledger, stop):
    wanted = plan.plan({"game": "SOS", "engine": ENGINES[:3], "games": 300, "openings": "start"})
    played = Playing(lambda match, number: 0.5)
    tournament.play_all(wanted, ledger, played, None, stop)
    assert played.calls[:3] == [("ab", 200), ("ac", 200), ("bc", 200)] and len(played.calls) == 6


def test_a_test_ends_a_pairing_and_not_the_others(ledger, stop):
    keys = {
        "engine": ENGINES[:3],
        "games": 400,
        "openings": "start",
        "sprt": [0, 50],
        "game": "SOS",
        "jobs": 1,
    }
    wanted = plan.plan(keys)
    equal = (0, 1, 1, 0)
    played = Playing(lambda match, number: 1 if match.b.name == "b" else equal[number % 4])
    tournament.play_all(wanted, ledger, played, None, stop)
    counts = {match.a.name + match.b.name: len(ledger.games(match.id)) for match in wanted.matches}
    assert counts["ab"] < counts["ac"] == counts["bc"] == 400 or counts["ab"] < 100
    assert tournament.finished(wanted, ledger)
    calls = len(played.calls)
    tournament.play_all(wanted, ledger, played, None, stop)
    assert sum(count for _, count in played.calls[calls:]) == 0


def test_every_engine_is_tried_before_the_first_game():
    for count in (2, 3, 4):
        for kind in plan.KINDS:
            matches = plan.plan({"engine": ENGINES[:count], "kind": kind}).matches
            tried = tournament.openers(matches)
            assert {entry.name for match in tried for entry in (match.a, match.b)} == set("abcd"[:count])
    assert len(tournament.openers(plan.plan({"engine": ENGINES}).matches)) == 2


def test_a_tournament_that_is_to_stop_begins_no_further_match(ledger, stop):
    wanted = plan.plan({"game": "SOS", "engine": ENGINES[:3], "games": 40, "openings": "start"})
    played = Playing(lambda match, number: stop.ring() or 0.5)
    with pytest.raises(Stopped):
        tournament.play_all(wanted, ledger, played, None, stop)
    assert [name for name, _ in played.calls] == ["ab"] and not tournament.finished(wanted, ledger)


def test_progress_is_a_line_each_tenth(capfd):
    rows = [one_game(match, number, 0.5) for match in prepared().matches for number in range(20)]
    with live.watcher(rows[:3], 20, False) as watch:
        for row in rows[3:]:
            watch(row)
    assert [line.split()[1] for line in capfd.readouterr().err.splitlines()] == [
        f"{count}/20" for count in range(4, 21, 2)
    ]
    with live.watcher([], 20, True) as watch:
        watch(rows[0])
    assert capfd.readouterr() == ("", "")


def test_the_live_table_draws_the_standings(monkeypatch, capfd):
    pytest.importorskip("rich", reason="rich is not installed")
    monkeypatch.setattr(live, "PAUSE", 0.0)
    monkeypatch.setattr(live, "SHARE", 0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    rows = [one_game(match, number, 1) for match in prepared().matches for number in range(6)]
    with live.LiveTable(rows[:2], 6) as table:
        for row in rows[2:]:
            table(row)
    err = capfd.readouterr().err
    assert "2/6 games" in err and "6/6 games, 0 void" in err and err.rindex(" a ") < err.rindex(" b ")


def test_standings():
    rows = [one_game(match, number, 1) for match in prepared().matches for number in range(3)]
    rows.append(rows[0]._replace(number=3, rewards=(), end="void", void="x"))
    rows[1] = rows[1]._replace(end="time", fault=Fault("b", "late"))
    found = live.standings(rows, "4/4 games")
    assert found.title == "4/4 games, 1 void"
    assert [row[0] for row in found.rows] == ["a", "b"]
    assert [row[3:] for row in found.rows] == [("3", "0", "0", "1.000", "0"), ("0", "0", "3", "0.000", "1")]
    assert live.standings([], "0/4 games").rows == ()
