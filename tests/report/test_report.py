"""Reports: tables of text, data, and a page that is looked at in a real browser where there is one."""

import csv
import json
import re
import sys

import pytest
from made_up_games import games, league as made_up_league

from outflank.engine.results import sprt, summary as statistics
from outflank.engine.results.match_summary import summarize
from outflank.protocol.cli import main
from outflank.protocol.console import tables as screen
from outflank.protocol.formats import ledger
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.report import (
    command as report,
    records,
    summary as lines,
    tables,
)


def write(path, rows):
    """A file of games."""
    path.write_bytes(b"".join(map(to_line, rows)))
    return str(path)


@pytest.fixture(scope="module")
def league():
    return made_up_league()


def test_a_report_of_two_engines(tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", games(["A", "B"], 40, strengths={"A": 150}))
    assert main(["report", path, "--sprt", "0,400"]) == 0
    out, err = capfd.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("Othello 8: 40 games, 0 void, ") and err == ""
    titles = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert titles == [
        *("Engines", "Pairings", "Pairs of games", "Test", "Seats"),
        *("Time per move", "Openings, mean rewards", "Machines"),
    ]
    claims = sprt.Claims(0, 400)
    found = statistics.summaries(ledger.read([path]), claims)[0].pairings[0]
    row = lines[lines.index("Pairings") + 2].split()
    assert row[:6] == ["A", "B", "40", *map(str, (found.wins, found.draws, found.losses))]
    assert row[6:8] == [f"{found.score.mean:.3f}", f"{round(found.elo.value):+d}"]
    assert lines[lines.index("Test") + 2].split()[:4] == ["A", "B", "20", f"{found.test.llr:.2f}"]


def test_a_report_of_a_league_names_faults_and_ratings(league, tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", league)
    assert main(["report", path, "--anchor", "rhino"]) == 1
    out = capfd.readouterr().out
    (found,) = statistics.summaries(league, anchor="rhino")
    assert found.void and f"{found.void} void" in out.splitlines()[0]
    assert "(Bradley-Terry; rhino is 0)" in out
    for title in ("Ratings", "Results", "Games lost by", "Faults"):
        assert f"\n{title}\n" in out
    assert re.search(r"rhino +\+0 +\+0 to \+0", out)
    for row in found.faults[: report.MOST_ROWS]:
        assert re.search(rf"{row.match[:8]} {row.number} .*{row.end}", out)


def test_a_long_table_is_cut_short_and_says_so():
    table = screen.Table(
        "T", ("a", "b"), tuple((str(number), "x") for number in range(9)), note="n", long=True
    )
    assert (
        screen.as_text(table, 3)
        == "T\n  a  b\n  0  x\n  1  x\n  2  x\n  and 6 more: see --html, --json or --csv\n  (n)\n"
    )
    assert screen.as_text(table._replace(long=False), 3).count("\n") == 12


def test_a_report_in_json(league, tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", league)
    assert main(["report", path, "--json", "--sprt", "0,10"]) == 1
    (found,) = json.loads(capfd.readouterr().out)
    assert found["games"] + found["void"] == 72 and len(found["pairings"]) == 6
    assert set(found["pairings"][0]["test"]) == {"llr", "lower", "upper", "accepted", "groups"}
    assert found["ratings"]["rows"][0]["elo"] > found["ratings"]["rows"][-1]["elo"]


def test_a_report_in_csv(league, tmp_path, capfd):
    path, out = write(tmp_path / "games.jsonl", league), tmp_path / "games.csv"
    assert main(["report", path, "--csv", str(out)]) == 1
    with open(out, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 72
    for row, played in zip(rows, league, strict=True):
        assert (row["match"], row["number"], row["end"]) == (played.match, str(played.number), played.end)
        assert (row["reason"], row["seats"]) == (
            played.fault.reason if played.fault else played.void,
            " ".join(played.seats),
        )
        assert [float(value) for value in row["rewards"].split()] == list(played.rewards)
    assert tuple(rows[0]) == records.COLUMNS


def test_files_of_several_runs_are_one_report(tmp_path, capfd):
    rows = games(["A", "B"], 8)
    first, second = write(tmp_path / "1.jsonl", rows[:5]), write(tmp_path / "2.jsonl", rows[5:])
    assert main(["report", first, second]) == 0
    assert "8 games" in capfd.readouterr().out
    assert main(["report", first, first]) == 2
    assert "1.jsonl, line 1: game 0 of match 00000000000000aa is there twice" in capfd.readouterr().err


def test_a_torn_last_line_is_told_and_left_out(tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    write(path, games(["A", "B"], 4))
    path.write_bytes(path.read_bytes()[:-20])
    assert main(["report", str(path)]) == 0
    out, err = capfd.readouterr()
    assert "3 games" in out and "was not written to its end" in err


@pytest.mark.parametrize(
    ("data", "words", "complaint"),
    [
        (b"", [], "there is no game in "),
        (b"{}\n", [], "games.jsonl, line 1: "),
        (b"nonsense\n", [], "games.jsonl, line 1: "),
        (None, [], "No such file"),
        (b"good", ["--sprt", "5,1"], "elo0 must be less than elo1"),
        (b"good", ["--sprt", "0,1e9"], "elo0 and elo1 lie between -2000 and 2000"),
        (b"good", ["--anchor", "Z"], "no engine is called 'Z'"),
        (b"good", ["--html", "games.jsonl"], "this is the file that is read"),
        (b"good", ["--csv", "games.jsonl", "--force"], "this is the file that is read"),
        (b"good", ["--csv", "no/games.csv"], "no/games.csv: No such file"),
    ],
)
def test_wrong_use_is_one_line_and_code_2(data, words, complaint, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        (tmp_path / "games.jsonl").write_bytes(data)
    if data == b"good":
        write(tmp_path / "games.jsonl", games(["A", "B"], 2))
    before = sorted(tmp_path.iterdir())
    assert main(["report", "games.jsonl", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("outflank: report: ") and complaint in err and err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


FOREIGN = {
    "--csv": ["match", "match the colours\n", "matchless,1\n", "match,number,opening\n1,2,3\n"],
    "--html": ["<!doctype html>\n<title>mine</title>\n", "<!DOCTYPE html>\n<!-- Outflank review -->\n"],
}


@pytest.mark.parametrize(
    ("option", "text"), [(name, text) for name, rows in FOREIGN.items() for text in rows]
)
def test_only_a_page_and_a_table_of_our_own_are_replaced(option, text, tmp_path, capfd, monkeypatch):
    path, target = write(tmp_path / "games.jsonl", games(["A", "B"], 2)), tmp_path / "out"
    for _ in range(2):
        assert main(["report", path, option, str(target)]) == 0
    first = target.read_bytes()
    target.write_text(text)
    capfd.readouterr()
    with monkeypatch.context() as patch:
        # It is said before the work.
        patch.setattr(report, "summaries", lambda *words: 1 / 0)
        assert main(["report", path, option, str(target)]) == 2
    said = (
        f"outflank: report: cannot write {target}: there is a file of another kind; --force overwrites it\n"
    )
    assert capfd.readouterr() == ("", said) and target.read_text() == text
    assert main(["report", path, option, str(target), "--force"]) == 0
    assert target.read_bytes() == first


STEERING = "\x1b[2J\x9b\u202e"


def test_names_from_a_file_do_not_steer_the_terminal(tmp_path, capfd):
    rows = games([f"a{STEERING}", "b" * 5000], 24, faults=0.3)
    path = write(tmp_path / "games.jsonl", rows)
    main(["report", path])
    out, _ = capfd.readouterr()
    assert "a\\x1b[2J\\x9b\\u202e" in out and all(map(str.isprintable, out.split("\n")))
    assert "b" * 300 not in out and "bbb...bbb" in out
    text = lines.as_text(summarize(rows))
    assert all(map(str.isprintable, text.split("\n"))) and "b" * 300 not in text


def test_a_drawn_table_keeps_its_colours_and_no_other_escapes():
    pytest.importorskip("rich", reason="rich is not installed")
    table = screen.Table(f"T{STEERING}", (f"h{STEERING}", "b"), ((f"x{STEERING}", "1"),), note=f"n{STEERING}")
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", screen.drawn([table], 5, width=200))
    assert all(map(str.isprintable, drawn.split("\n"))) and drawn.count("\\x1b[2J\\x9b\\u202e") == 4


def test_no_cell_of_a_table_is_a_formula(tmp_path):
    names = ["=1+1", "+A1", "-2", "@x", "\tq", "ok"]
    rows = [
        row._replace(seats=(name, "b"), opening_name=name)
        for name, row in zip(names, games(["a", "b"], 6), strict=True)
    ]
    rows[0] = rows[0]._replace(scores=(-0.5, 3.0), void="", seconds=1.5)
    found = list(csv.DictReader("".join(records.to_csv(rows)).splitlines(keepends=True)))
    wanted = ["'=1+1", "'+A1", "'-2", "'@x", "'\tq", "ok"]
    assert [row["opening_name"] for row in found] == wanted
    assert [row["seats"] for row in found] == [f"{name} b" for name in wanted]
    assert (found[0]["scores"], found[0]["seconds"], found[0]["number"]) == ("-0.5 3", "1.5", "0")
    assert records.cell(-0.5) == -0.5


def test_help_has_an_example(capfd):
    assert main(["report", "--help"]) == 0
    assert "outflank report games.jsonl --sprt 0,5" in capfd.readouterr().out


def test_rich_draws_the_same_words(league):
    pytest.importorskip("rich", reason="rich is not installed")
    (found,) = statistics.summaries(league)
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", screen.drawn(tables.tables(found), 5, width=200))
    for table in tables.tables(found):
        assert table.title in drawn
        for row in table.rows[:5]:
            assert all(cell in drawn for cell in row if len(cell) < 30)


def test_without_rich_the_report_is_plain(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.table", None)
    assert not screen.has_rich()
