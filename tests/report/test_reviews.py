"""The page of a report leads to the reviews of its games."""

import json
import os
import re
from html import unescape

import pytest
from made_up_games import games as made_up_games

from outflank.protocol import cli
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.report.reviews import Reviews, places_of


@pytest.fixture
def match(tmp_path):
    """A file with three games of a match."""
    path = tmp_path / "m" / "games.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(map(to_line, made_up_games(["Ann", "Bob"], 3, seed=4))))
    return path


def run(capfd, *words):
    code = cli.main([str(word) for word in words])
    return code, *capfd.readouterr()


def shown(page):
    """Reviews that a page names for its games."""
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1]
    (section,) = json.loads(data)["sections"]
    return [game["review"] for game in section["games"]]


def test_each_game_has_its_command(match, tmp_path, capfd):
    page = tmp_path / "report.html"
    assert run(capfd, "report", match, "--html", page)[0] == 0
    commands = [told["command"] for told in shown(page.read_text())]
    start = f"outflank analyze {match} --game"
    assert commands == [f"{start} {n} --format html -o game{n - 1}.html" for n in (1, 2, 3)]
    words = commands[1].split()[1:-1]
    assert run(capfd, *words, tmp_path / "two.html", "--visits", 20, "--exact", 0, "--quiet")[0] == 0
    assert "line 2" in unescape((tmp_path / "two.html").read_text())


def test_each_game_leads_to_its_page_in_a_folder(match, tmp_path, capfd):
    folder, page = tmp_path / "some reviews", tmp_path / "pages" / "report.html"
    page.parent.mkdir()
    quick = ("--visits", 10, "--exact", 0, "--quiet")
    assert run(capfd, "analyze", match, "--folder", folder, *quick)[0] == 0
    assert run(capfd, "report", match, "--html", page, "--reviews", folder)[0] == 0
    links = [told["link"] for told in shown(page.read_text())]
    assert links == [f"../some%20reviews/games/0001.html#{number}" for number in (1, 2, 3)]
    assert os.path.exists(tmp_path / "some reviews" / "games" / "0001.html")
    reviewed = [json.loads(line) for line in (folder / "reviews.jsonl").read_text().splitlines()]
    assert {row["tags"]["RO"] for row in reviewed} == {"0", "1", "2"}


def test_wrong_use(match, tmp_path, capfd):
    code, _, err = run(capfd, "report", match, "--reviews", tmp_path)
    assert code == 2 and "--reviews is for the page of --html" in err
    code, _, err = run(capfd, "report", match, "--html", tmp_path / "x.html", "--reviews", tmp_path)
    assert code == 2 and f"{tmp_path} is no folder of reviews" in err
    assert not (tmp_path / "x.html").exists()


def test_games_of_several_files_and_of_pipes(match, tmp_path):
    rows = made_up_games(["Ann", "Bob"], 3, seed=4)
    other = tmp_path / "other.jsonl"
    other.write_text("")
    found = Reviews(places_of([str(match), "/dev/fd/999999", str(other)], [1, 1, 1], rows), {})
    assert [bool(found.data(row)) for row in rows] == [True, False, True]
    assert f"{other} --game 1 " in found.data(rows[2])["command"]
