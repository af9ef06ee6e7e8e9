"""`outflank analyze --folder`: many games, each kept when it is done, and what is made of them."""

import csv
import json
import os
import re
import signal
import subprocess
import time

import gtp_script
import pytest
from record_texts import sgf_game
from reviews import reviewed, whole_game

from outflank.engine.games import GAMES, find_game
from outflank.protocol import cli
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.line_file import LineFile
from outflank.protocol.formats.kinds import games as read_games
from outflank.protocol.review import exports
from outflank.protocol.review.annotated import ggf_text, sgf_text
from outflank.protocol.review.figures import Figures, Tally, gather
from outflank.protocol.review.pieces import Shared
from outflank.protocol.review.portable import packed, read_review, unpacked
from outflank.protocol.review.text import game_object
from outflank.protocol.review.worths import Budget

LINES = (
    "f5d6c3d3c4f4f6",
    "f5d6c3d3c4f4c5",
    "f5d6c3d3c4b3",
    "f5f6e6f4g5",
    "f5f6e6f4e3",
    "f5d6c3d3c4f4f6",
)
OPEN_GAMES = [variant for variant in GAMES if not variant.rules().has_chance]
QUICK = ("--visits", 20, "--exact", 0, "--quiet")


def analyze(capfd, *words):
    code = cli.main(["analyze", *map(str, words)])
    return code, *capfd.readouterr()


def rows(folder, name="reviews.jsonl"):
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


@pytest.fixture
def games(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("\n".join(LINES) + "\n")
    return path


def test_every_game_is_kept_once_and_a_second_run_has_nothing_to_do(games, tmp_path, capfd):
    folder = tmp_path / "out"
    code, out, err = analyze(capfd, games, "--folder", folder, *QUICK)
    assert (code, out) == (0, "") and err == f"outflank: analyze: 6 games: {folder}/index.html\n"
    found = rows(folder)
    assert sorted(row["place"] for row in found) == [f"line {number}" for number in range(1, 7)]
    assert len({row["review"] for row in found}) == 6
    assert all(row["plies"] == len(row["moves"]) and row["source"] == str(games) for row in found)
    before = (folder / "reviews.jsonl").read_bytes(), (folder / "positions.jsonl").read_bytes()
    assert analyze(capfd, games, "--folder", folder, *QUICK) == (0, "", "")
    assert before == ((folder / "reviews.jsonl").read_bytes(), (folder / "positions.jsonl").read_bytes())


@pytest.mark.cluster
def test_a_cluster_reviews_the_same(ray_cluster, games, tmp_path, capfd):
    found = {}
    for name, more in (("here", []), ("there", ["--cluster", ray_cluster.address])):
        folder = tmp_path / name
        code, _, err = analyze(capfd, games, "--folder", folder, *QUICK, *more)
        assert code == 0, err
        kept = {row.pop("review"): row for row in rows(folder)}
        found[name] = kept, (folder / "moves.csv").read_text(), (folder / "games.ggf").read_text()
    assert len(found["here"][0]) == 6 and found["here"] == found["there"]
    again = analyze(capfd, games, "--folder", tmp_path / "there", *QUICK, "--cluster", ray_cluster.address)
    assert again == (0, "", "")


def test_a_position_that_games_share_is_judged_once(games, tmp_path, capfd):
    folder = tmp_path / "out"
    analyze(capfd, games, "--folder", folder, *QUICK)
    judged = [(text, set(told)) for row in rows(folder, "positions.jsonl") for text, told in row["rows"]]
    texts = [text for text, _ in judged]
    assert len(texts) == len(set(texts)) == 10
    # After F5 two games go on with F6, the others with D6.
    assert dict(judged)[next(text for text in texts if text.count("-") == 59)] == {"D6", "F6"}
    by_place = {row["place"]: row for row in rows(folder)}
    first, second, *_, again = (by_place[f"line {number}"]["moves"] for number in range(1, 7))
    assert first[:5] == second[:5] and first == again


def test_the_products(games, tmp_path, capfd):
    folder = tmp_path / "out"
    analyze(capfd, games, "--folder", folder, *QUICK)
    plies = sum(len(line) // 2 for line in LINES)
    with open(folder / "moves.csv", newline="") as file:
        table = list(csv.DictReader(file))
    assert len(table) == plies and table[0]["place"] == "line 1" and table[0]["move"] == "F5"
    for name in ("games.sgf", "games.ggf"):
        found = list(read_games((folder / name).read_bytes(), name))
        assert [game.game.turns for game in found] == [len(line) // 2 for line in LINES]
        assert all("accurate" in game.facts["comment"] for game in found)
    (summary,) = json.loads((folder / "summary.json").read_text())["games"]
    assert (summary["games"], summary["players"]["black"]["games"]) == (6, 6)
    (root,) = summary["openings"]["next"]
    assert (root["move"], root["games"]) == ("F5", 6)
    assert [(node["move"], node["games"]) for node in root["next"]] == [("D6", 4), ("F6", 2)]
    page = (folder / "index.html").read_text()
    links = set(re.findall(r'href="(games/[^"]+)"', page))
    assert links == {f"games/0001.html#{number}" for number in range(1, 7)}
    assert (
        (folder / "games" / "0001.html").read_text().startswith("<!DOCTYPE html>\n<!-- Outflank review -->")
    )
    assert exports.link_of(21, 7) == "games/0002.html#1:7" and exports.link_of(5001) == ""


def test_games_of_every_kind_together(tmp_path, capfd):
    files = [gtp_script.ROOT / "tests" / "records" / f"{name}.sgf" for name in ("sos", "rolit", "polyclash")]
    folder = tmp_path / "out"
    code, _, _ = analyze(capfd, *files, "--folder", folder, *QUICK)
    assert code == 0
    found = rows(folder)
    assert {row["game"] for row in found} == {"SOS", "Rolit", "PolyClash"}
    assert not (folder / "games.ggf").exists()
    page = (folder / "index.html").read_text()
    assert all(f"<h2>{name}" in page for name in ("SOS", "Rolit", "PolyClash"))
    for row in found:
        assert [judged.made.move for judged in read_review(row).judged]


COMMAND = "import sys; from outflank.protocol.cli import main; sys.exit(main(['analyze', *sys.argv[1:]]))"


def test_a_killed_run_goes_on_and_every_game_is_there_once(tmp_path, start_games=60):
    path, folder = tmp_path / "games.txt", tmp_path / "out"
    moves = find_game("Othello").rules().new_position()
    lines = []
    for number in range(start_games):
        position, line = moves, ""
        for ply in range(12):
            legal = position.moves()
            move = legal[(number * 7919 + ply * (number + 3)) % len(legal)]
            line += position.rules.move_text(move).lower()
            position = position.play(move)
        lines.append(line)
    path.write_text("\n".join(lines) + "\n")
    words = [str(path), "--folder", str(folder), "--jobs", "2", "--visits", "40", "--exact", "0", "--quiet"]
    command = [*gtp_script.MODULE[:1], "-c", COMMAND, *words]
    environment = {**os.environ, "OUTFLANK_NICE": "0"}
    process = subprocess.Popen(command, cwd=gtp_script.ROOT, env=environment, stderr=subprocess.DEVNULL)
    try:
        reviews = folder / "reviews.jsonl"
        end = time.monotonic() + 100
        while not (reviews.exists() and reviews.read_bytes().count(b"\n") >= 5):
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    finally:
        process.kill()
        process.wait()
    with open(reviews, "ab") as file:
        # What a kill in the middle of a write leaves.
        file.write(b'{"review": "half')
    before = reviews.read_bytes().count(b"\n")
    assert 5 <= before < start_games
    done = subprocess.run(
        command, cwd=gtp_script.ROOT, env=environment, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0 and b"was not written to its end" in done.stderr
    found = rows(folder)
    assert sorted(int(row["place"].split()[1]) for row in found) == list(range(1, start_games + 1))
    assert len({row["review"] for row in found}) == start_games


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.txt", "b.txt"], "name a --folder"),
        ([], "name one file"),
        (["a.txt", "--jobs", "2"], "--jobs is for many games"),
        (["a.txt", "--cluster", "local"], "--cluster is for many games"),
        (["a.txt", "--folder", "out", "--json"], "--format is not for a folder"),
        (["a.txt", "--folder", "out", "-o", "x"], "--out is not for a folder"),
        (["a.txt", "--folder", "out", "--game", "1"], "--game is not for a folder"),
        (["a.txt", "--folder", "out", "--jobs", "2", "--cluster", "local"], "--jobs is for this machine"),
        (["--folder", "nowhere"], "nowhere holds no reviews"),
        (["none.txt", "--folder", "out"], "No such file"),
        (["letter.txt", "--folder", "out"], "no file of games"),
    ],
)
def test_wrong_use_changes_nothing(words, said, tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("f5\n")
    (tmp_path / "letter.txt").write_text("Dear Sir\n")
    code, out, err = analyze(capfd, *words)
    assert (code, out, said in err) == (2, "", True)
    assert sorted(os.listdir(tmp_path)) == ["a.txt", "letter.txt"]


def test_a_folder_has_reviews_by_one_budget(games, tmp_path, capfd):
    folder = tmp_path / "out"
    analyze(capfd, games, "--folder", folder, *QUICK)
    code, _, err = analyze(capfd, games, "--folder", folder, "--visits", 30, "--exact", 0)
    assert code == 2 and f"{folder} holds reviews by other limits: visits" in err
    (folder / "index.html").unlink()
    assert analyze(capfd, "--folder", folder)[0] == 0
    assert (folder / "index.html").exists()


@pytest.mark.parametrize(
    "name", ["reviews.jsonl", "positions.jsonl", "analysis.json", "index.html", "games.ggf"]
)
def test_files_of_others_are_not_touched(name, games, tmp_path, capfd):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / name).write_text("mine\n")
    code, _, err = analyze(capfd, games, "--folder", folder, *QUICK)
    assert code in (1, 2) and name in err and "Traceback" not in err
    assert (folder / name).read_text() == "mine\n"


def test_bad_games_are_named_and_the_others_reviewed(tmp_path, capfd):
    path, folder = tmp_path / "games.txt", tmp_path / "out"
    path.write_text("f5d6\nf5a1\na1\n")
    code, _, err = analyze(capfd, path, "--folder", folder, *QUICK)
    assert code == 1 and "line 3: move 1: 'a1'" in err
    assert "line 2: move 2: 'a1' is not legal for white; reviewed up to there" in err
    assert sorted((row["place"], row["plies"]) for row in rows(folder)) == [("line 1", 2), ("line 2", 1)]


def test_two_runs_do_not_share_a_folder(tmp_path):
    path = str(tmp_path / "x.jsonl")
    first = LineFile(path, b"{")
    with pytest.raises(UserError, match="is in use by another run"):
        LineFile(path, b"{")
    first.add(b"{1}\n")
    first.add(b"{2}\n")
    assert list(first.lines()) == [b"{1}", b"{2}"] and first.line(4, 3) == b"{2}"
    first.close()
    LineFile(path, b"{").close()


def test_a_review_is_the_same_out_of_its_line():
    review = whole_game()
    again = read_review(json.loads(json.dumps(game_object(review))))
    assert [row[:4] for row in again.judged] != [] and again.plies == review.plies
    line = game_object(again)
    assert game_object(read_review(line)) == line
    # Values are rounded in JSON, and once more in the texts.
    numbers = re.compile(r"[0-9.]+")
    for text in (sgf_text, ggf_text):
        assert numbers.sub("0", text(again)) == numbers.sub("0", text(review))


@pytest.mark.parametrize("variant", OPEN_GAMES, ids=lambda variant: variant.name)
def test_records_travel_as_plain_values(variant):
    from reviews import random_record

    record = random_record(variant, 3, 12)
    told = packed(record)
    again = unpacked(told)
    assert again.game.made == record.game.made
    rules = record.game.rules
    assert rules.position_text(again.game.position) == rules.position_text(record.game.position)
    assert packed(again) == told and told.content == packed(again).content


def test_names_and_order_tell_games_apart():
    one, other = (packed(sgf_game(f"(;GM[2]PB[{name}];B[fe])")) for name in ("Ann", "Bob"))
    assert one.content == other.content and one.key != other.key


def test_shared_positions():
    shared = Shared()
    records = [sgf_game(f"(;GM[2];B[fe];W[df]{rest})") for rest in (";B[cc]", ";B[cd]", "")]
    for record in records:
        shared.count(record)
    plies = [shared.collect(record) for record in records]
    assert [[ply.move for ply in row] for row in plies] == [
        ["F5", "D6", "C3"],
        ["F5", "D6", "C4"],
        ["F5", "D6"],
    ]
    (piece,) = shared.pieces()
    assert [moves for _, moves in piece.rows] == [("F5",), ("D6",), ("C3", "C4")]


def row(number, losses, reward, **more):
    """The line of a game whose plies lose so much, with 60 empty squares before the first."""
    moves = [
        {
            "ply": ply,
            "player": ("black", "white")[ply % 2 - 1],
            "position": "X" * (ply + 3) + "-" * (61 - ply) + " X",
            "choice": True,
            "made": {"move": "F5"},
            "best": {"move": "D6"},
            "lost_discs": loss,
            "lost_win": 0.0,
        }
        for ply, loss in enumerate(losses, 1)
    ]
    start = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    return {
        "review": f"{number}", "source": "a", "place": f"line {number}", "game": "Othello", "size": 8,
        "players": ["black", "white"], "names": ["Ann", "Bob"], "start": start, "moves": moves, "over": True,
        "ended": None, "score": "B+2", "tags": {}, "rewards": [reward, 1 - reward], **more,
    }  # fmt: skip


def test_figures():
    (found,) = gather(enumerate([row(1, [0.5] * 59 + [7.0], 1.0), row(2, [3.0] * 2, 0.0)], 1))
    assert [tally.moves for tally in found.phases] == [22, 20, 20]
    assert (found.phases[2].accuracy, found.phases[2].mistakes) == (0.95, [1, 1, 0])
    ann, bob = found.players["Ann"], found.players["Bob"]
    assert (ann.whole.moves, bob.whole.moves, ann.rewards) == (31, 31, [1.0, 0.0])
    assert bob.whole.mistakes == [2, 1, 0]
    assert [(costly.loss, costly.number) for costly in found.costliest] == [(7.0, 1), (3.0, 2), (3.0, 2)]
    assert found.openings.games == 2 and found.openings.next["F5"].rewards == [1.0, 0.0]
    assert found.openings.next["F5"].loss == 3.5
    json.dumps(found.data())


def test_the_costliest_moves_are_few():
    figures = Figures("Othello", 8)
    for number in range(1, 31):
        figures.add(number, row(number, [float(number)], 1.0))
    assert [costly.loss for costly in figures.costliest] == [float(loss) for loss in range(30, 18, -1)]
    assert Tally().accuracy == 1.0 and Tally().mean == 0.0


def test_moves_of_one_position_are_judged_alike():
    position = find_game("Othello").rules().new_position()
    from outflank.protocol.review.review import Reviewer

    reviewer = Reviewer(whole_game().record, Budget(None, 200, 0))
    judged = reviewer.judge_moves(position, position.moves())
    assert [row.made.move for row in judged] == position.moves()
    assert all(row.lost_discs < 3 for row in judged)
    assert reviewed(whole_game().record).judged
