"""Growth of a book: which position is next, what is carried back, and the command from nothing to a file."""

import os
import random
import shlex
import signal
import subprocess
import time

import gtp_script
import pytest

from outflank.engine.analysis.symmetry import view
from outflank.engine.book.book import Known
from outflank.engine.book.repertoire import MARK, Repertoire
from outflank.engine.games import find_game
from outflank.engine.train import book_growth as growth
from outflank.engine.train.book_growth import (
    LIKELY,
    LOSS,
    PLY,
    Growth,
    Terms,
    behind,
    look,
    position_of,
    step,
)
from outflank.protocol import cli

RULES = find_game("Othello").rules()
SMALL = shlex.split("--positions 14 --visits 120 --seed 3")


def known(mean, visits=100):
    return Known(mean, visits, None, 0, 0)


def made_up(key, seed):
    """Any values for all moves of a position, the same each time."""
    numbers = random.Random(f"{key}{seed}")
    position = position_of(RULES, key)
    ways = view(position)[1]
    cells = {growth.cell_of(position, ways, move) for move in position.moves()}
    return {cell: known(round(numbers.random(), 4)) for cell in sorted(cells)}


def grown(count, seed):
    book = Growth()
    for _ in range(count):
        key = book.wanted()
        book.add(key, made_up(key, seed))
    return book


def test_the_start_comes_first_and_what_follows_it_next():
    book = Growth()
    start = RULES.new_position()
    assert book.wanted() == book.root == view(start)[0]
    assert book.wanted({book.root}) is None
    book.add(book.root, {19: known(0.5)})
    assert book.wanted() == view(start.play(start.moves()[0]))[0]
    assert len(book) == 1 and book.ahead({book.root}) == 1 and book.ahead({"other"}) == 2


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_worth_what_its_best_move_leads_to(seed):
    book = grown(80, seed)
    records = book.records()
    for key, moves in records.items():
        for cell, row in moves.items():
            after, again = step(RULES, key, cell)
            if after in records:
                best = max(known.mean for known in records[after].values())
                assert row.mean == (best if again else 1 - best)
                assert row.visits == sum(known.visits for known in records[after].values())
            else:
                assert row == made_up(key, seed)[cell]


@pytest.mark.parametrize("seed", range(3))
def test_the_next_position_is_the_likeliest(seed):
    book = grown(60, seed)
    records = book.records()
    price = {}

    def walk(key, cost):
        """Every line of the book, each for itself."""
        if key not in records:
            price[key] = min(cost, price.get(key, cost))
            return
        best = max(row.mean for row in records[key].values())
        for cell, row in records[key].items():
            walk(step(RULES, key, cell).key, cost + PLY + (best - row.mean) / LOSS)

    walk(book.root, 0.0)
    wanted = book.wanted()
    assert price[wanted] == pytest.approx(min(price.values()))
    second = book.wanted({wanted})
    assert second != wanted and price[second] == pytest.approx(sorted(price.values())[1])


def test_a_forced_pass_belongs_to_the_move():
    wide = RULES.parse_position("-OX-----" + "-" * 48 + "XO------" + " X")
    after, again = behind(wide, wide.moves()[0])
    assert again and after.mover == wide.mover and after.moves() == [wide.moves()[1]]
    key, back = step(RULES, view(wide)[0], growth.cell_of(wide, view(wide)[1], wide.moves()[0]))
    assert back and key == view(after)[0]


def test_the_end_of_the_game_is_worth_its_result():
    last = RULES.parse_position("-OX-----" + "-" * 56 + " X")
    found = look(view(last)[0], Terms(50, None, 1))
    assert list(found.values()) == [known(1.0, 1)]
    assert step(RULES, view(last)[0], next(iter(found))).key is None


def test_a_look_is_the_same_each_time_and_judges_each_likely_move():
    start = RULES.new_position()
    after = start.play(start.moves()[0])
    key = view(after)[0]
    found = look(key, Terms(400, None, 1))
    assert found == look(key, Terms(400, None, 1)) != look(key, Terms(500, None, 1))
    assert 1 <= len(found) <= 3 and all(row.visits == 400 for row in found.values())
    assert len(look(view(start)[0], Terms(400, None, 1))) == 1
    timed = look(key, Terms(None, 0.02, 1))
    assert all(row.visits > 0 and 0 <= row.mean <= 1 for row in timed.values())


def test_moves_that_lose_much_are_not_played():
    book = Growth([(view(RULES.new_position())[0], {19: known(0.5)})])
    key = book.wanted()
    moves = made_up(key, 1)
    cells = list(moves)
    book.add(key, dict(zip(cells, (known(0.5), known(0.45), known(0.43)), strict=True)))
    assert list(book.playable()[key]) == cells[:2] and LIKELY > growth.KEPT
    assert book.records()[book.root][19].mean == 0.5
    assert len(book.best_line()) == 2


def grow(path, *words):
    return cli.main(["train", "book", "--out", str(path), *SMALL, *words])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    path = tmp_path_factory.mktemp("grown") / "small.book"
    assert grow(path) == 0
    return path


def test_a_book_from_nothing(whole):
    book = Repertoire(whole.read_bytes())
    assert len(book) == 14 and book.lines(RULES.new_position())
    text = (whole.parent / "small.book.md").read_text("ascii")
    assert "14 positions, 120 visits" in text and "| 0 | 1 | 1 |" in text
    assert sorted(os.listdir(whole.parent))[:3] == ["small.book", "small.book.md", "small.book.searched"]
    # The same command has nothing left to do.
    before = (whole.parent / "small.book.searched").read_bytes()
    assert grow(whole) == 0 and (whole.parent / "small.book.searched").read_bytes() == before


def test_a_training_that_is_killed_goes_on_to_the_same_end(whole, tmp_path):
    path = tmp_path / "small.book"
    words = [*gtp_script.MODULE, "train", "book", "--out", str(path), *SMALL]
    process = subprocess.Popen(words, cwd=gtp_script.ROOT, stderr=subprocess.DEVNULL)
    searched = tmp_path / "small.book.searched"
    end = time.monotonic() + 30
    while not (searched.exists() and searched.read_bytes().count(b"\n") >= 5) and time.monotonic() < end:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    assert searched.read_bytes().count(b"\n") >= 5
    # What it was writing may be cut short.
    with open(searched, "ab") as file:
        file.write(b"-----")
    assert grow(path) == 0
    assert path.read_bytes() == whole.read_bytes()


def test_several_processes_look_at_no_position_twice(tmp_path):
    path = tmp_path / "small.book"
    assert grow(path, "--jobs", "2") == 0
    lines = (tmp_path / "small.book.searched").read_bytes().splitlines()
    keys = [line.split(b" ")[0] for line in lines[2:]]
    assert len(Repertoire(path.read_bytes())) == len(keys) == len(set(keys)) == 14


def test_other_terms_do_not_go_on_in_its_place(whole, capfd):
    assert grow(whole, "--visits", "130") == 2
    assert "was searched with other options or tables" in capfd.readouterr().err


def test_files_that_are_none_of_ours_are_left_alone(tmp_path, capfd):
    path = tmp_path / "diary"
    path.write_bytes(b"Dear diary")
    assert grow(path) == 2
    assert path.read_bytes() == b"Dear diary"
    assert "of another kind" in capfd.readouterr().err
    (tmp_path / "card.md").write_bytes(b"# My shopping list\n")
    assert grow(tmp_path / "card") == 2
    said = f"{tmp_path}/card.md: there is a file of another kind; --force overwrites it"
    assert said in capfd.readouterr().err and sorted(os.listdir(tmp_path)) == ["card.md", "diary"]
    assert grow(tmp_path / "no" / "book") == 2 and not (tmp_path / "no").exists()
    assert f"{tmp_path}/no/book: No such file" in capfd.readouterr().err
    (tmp_path / "notes.searched").write_bytes(b"Dear diary")
    assert grow(tmp_path / "notes") == 2
    assert "no book" in capfd.readouterr().err and MARK not in (tmp_path / "notes.searched").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--out", "x", "--positions", "0"],
        ["--out", "x", "--visits", "-1"],
        ["--out", "x", "--seconds", "nan"],
        ["--out", "x", "--seconds", "1", "--visits", "1"],
        ["--out", "x", "--seed", "4294967296"],
        ["--out", "x", "--jobs", "none"],
    ],
)
def test_wrong_words_are_refused(words, capfd):
    assert cli.main(["train", "book", *words]) == 2
    assert capfd.readouterr().err.startswith("outflank: train book: ")
