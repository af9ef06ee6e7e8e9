"""The book that comes with the program: its file, what it lets be played, and when it is left alone."""

import math
import random
from collections import Counter

import gtp_script
import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine import NotBuilt
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.symmetry import cell_of, view, ways_of
from outflank.engine.analysis.watching import Watch
from outflank.engine.book import repertoire
from outflank.engine.book.book import Book, Known, Line
from outflank.engine.book.repertoire import MARGIN, SCALE, BadBook, Repertoire, drawn, shipped, write
from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.engine.play.player import Player
from outflank.protocol import serve
from outflank.protocol.settings import read_words

LOADS_AT_ONCE = 300_000
"""Bytes of a file that is read and checked within some milliseconds."""


def rules(size=8):
    return find_game("Othello").rules(size)


def played(plies, seed, size=8):
    """A position after some random moves."""
    game, numbers = Game(rules(size)), random.Random(seed)
    for _ in range(plies):
        game.play(game.position.mover, numbers.choice(game.position.moves()))
    return game.position


def known(mean, visits=100_000):
    return Known(mean, visits, None, 0, 0)


def book_of(position, values, visits=100_000):
    """A repertoire of one position, whose first moves have these values."""
    key, ways = view(position)
    moves = zip(position.moves(), values, strict=False)
    return Repertoire(
        write({key: {cell_of(position, ways, move): known(mean, visits) for move, mean in moves}})
    )


KEYS = st.text("XO-", min_size=64, max_size=64)
MOVES = st.dictionaries(
    st.integers(0, 63), st.builds(known, st.floats(0, 1), st.integers(1, 1 << 50)), min_size=1, max_size=9
)


@given(st.dictionaries(KEYS, MOVES, max_size=12), KEYS)
def test_what_is_written_reads_back(records, other):
    book = Repertoire(write(records))
    assert len(book) == len(records)
    for key, moves in records.items():
        back = book.moves(key)
        means = [row.mean for row in back.values()]
        assert back.keys() == moves.keys() and means == sorted(means, reverse=True)
        for cell, row in back.items():
            assert abs(row.mean - moves[cell].mean) <= 0.5 / repertoire.MOST
            assert row.visits <= moves[cell].visits < 2 * row.visits
    assert (book.moves(other) != {}) == (other in records)
    assert book.moves(other[:36]) == {}


SMALL = write({view(played(plies, 1))[0]: {19: known(0.5), 20: known(0.4)} for plies in range(6)})


@given(st.integers(0, len(SMALL) - 1), st.integers(1, 255))
def test_every_changed_byte_is_noticed(place, change):
    data = bytearray(SMALL)
    data[place] ^= change
    with pytest.raises(BadBook):
        Repertoire(bytes(data))


@given(st.integers(0, len(SMALL) - 1), st.binary(max_size=40))
def test_parts_and_other_files_are_refused(size, tail):
    for data in (SMALL[:size], SMALL + b"\0", tail, repertoire.MARK + tail):
        with pytest.raises(BadBook):
            Repertoire(data)


def test_a_missing_or_damaged_book_is_said_in_one_line(monkeypatch):
    def missing(name):
        raise FileNotFoundError(2, "No such file or directory")

    for reader, why in ((missing, "No such file"), (lambda name: SMALL[:-1], "damaged")):
        monkeypatch.setattr(repertoire, "data_of", reader)
        shipped.cache_clear()
        with pytest.raises(NotBuilt, match=f"othello.book cannot be read: .*{why}"):
            shipped()
    shipped.cache_clear()


def test_what_ships_is_small_and_every_move_of_it_can_be_made():
    data = repertoire.data_of(repertoire.SHIPPED)
    book = shipped()
    assert len(data) <= LOADS_AT_ONCE and len(book) > 100
    places = Counter()
    for place in range(len(book)):
        mover, other = repertoire.POSITION.unpack(book._position(place))
        key = "".join("-XO"[(mover >> cell & 1) + 2 * (other >> cell & 1)] for cell in range(63, -1, -1))
        position = rules().parse_position(f"{key} X")
        assert view(position)[0] == key
        moves = book.moves(key)
        legal = {rules().squares()[cell] for cell in moves}
        assert moves and legal <= set(position.moves())
        places[60 - key.count("-")] += 1
    assert places[0] == places[1] == 1 and max(places) >= 8


@pytest.mark.parametrize("seed", range(4))
def test_a_position_is_known_from_every_side(seed):
    position = played(9, seed)
    book = book_of(position, [0.6, 0.59])
    best = {view(position.play(line.move))[0] for line in book.lines(position)}
    cells, side = position.rules.position_text(position).split()
    for _, way in ways_of(64):
        turned = position.rules.parse_position("".join(cells[cell] for cell in way) + " " + side)
        assert {view(turned.play(line.move))[0] for line in book.lines(turned)} == best
    other = cells.translate(str.maketrans("XO", "OX")) + (" X" if side == "O" else " O")
    assert len(book.lines(position.rules.parse_position(other))) == len(best)


def test_the_first_move_is_any_of_four():
    position = rules().new_position()
    key, ways = view(position)
    book = Repertoire(write({key: {cell_of(position, ways, position.moves()[0]): known(0.53)}}))
    found = Counter(book.choice(position, (), 1, (at + 0.5) / 400).move for at in range(400))
    assert found == dict.fromkeys(position.moves(), 100)


def test_moves_are_drawn_by_what_they_lose():
    lines = [Line(move, known(0.6 - loss)) for move, loss in enumerate((0.0, 0.005, 0.0099, 0.0101, 0.3))]
    count = 20_000
    found = Counter(drawn(lines, (at + 0.5) / count).move for at in range(count))
    weights = [math.exp(-loss / SCALE) for loss in (0.0, 0.005, 0.0099)]
    assert sorted(found) == [0, 1, 2] and MARGIN == 0.01
    for move, weight in enumerate(weights):
        assert found[move] == pytest.approx(count * weight / sum(weights), abs=2)
    assert drawn(lines, 0.0).move == 0 and drawn(lines, 1.0).move == 2


def test_learnt_values_stand_for_the_books():
    position = played(9, 1)
    one, two, three = position.moves()[:3]
    book = book_of(position, [0.6, 0.5])

    def choice(*lines):
        return book.choice(position, lines, 1000, 0.9).move

    assert choice() == one
    assert choice(Line(one, known(0.2, 5000))) == two
    assert choice(Line(three, known(0.9, 5000))) == three
    assert choice(Line(one, Known(0.0, 1, -4, 0, 0))) == two
    # Hardly looked at, or never.
    assert choice(Line(one, known(0.2, 900))) == one
    assert choice(Line(one, Known(None, 0, None, 3, -60))) == one


def test_who_has_much_time_judges_for_himself():
    position = played(9, 1)
    book = book_of(position, [0.6, 0.5], visits=1 << 16)
    assert book.choice(position, (), 2 << 16, 0.5).move == position.moves()[0]
    assert book.choice(position, (), (2 << 16) + 1, 0.5) is None
    assert book.choice(played(9, 2), (), 1, 0.5) is None


def player_with(shelf, **others):
    return Player(**{"limits": Limits(visits=50), "repertoire": lambda: shelf, **others})


def test_a_player_follows_it_and_varies_from_game_to_game():
    start = rules().new_position()
    f5 = start.play(rules().find_move("F5"))
    player = player_with(book_of(f5, [0.6, 0.595, 0.59]))
    found = Counter()
    # The games are enough that the least likely of the moves is in one, but for one test in millions.
    for _ in range(300):
        player.clear()
        player.play(0, "F5")
        request = player.request(1)
        move = player.books.line(request).move
        assert all(player.books.line(request).move == move for _ in range(3))
        assert player.genmove(1) == player.text_of(move)
        found[move] += 1
    assert len(found) == 3 and player.report is None
    # Elsewhere he thinks.
    assert player.genmove(0) and player.report.visits == 50


def test_it_is_left_alone_where_it_says_nothing():
    start = rules().new_position()
    book = book_of(start.play(rules().find_move("F5")), [0.6])
    player = player_with(book)
    player.play(0, "F5")
    assert player.books.line(player.request(1)) is not None
    assert player.books.line(player.request(1, [(1, ["F4"], False, 1)])) is None
    # Who watches wants to see a search.
    reports = []
    player.move(player.request(1), watch=Watch(0.0, reports.append))
    assert reports and player.report.visits == 50
    player.undo()
    player.search_move(1)
    assert player.report is None or player.report.visits == 50
    for name, value in (("level", "5"), ("seed", 7)):
        player.change(name, value)
        assert player.books.line(player.request(1)) is None
        player.change(name, {"level": "master", "seed": None}[name])
    assert player.books.line(player.request(1)) is not None
    player.set_game("Rolit 2")
    assert player.books.line(player.request(0)) is None
    player.set_game("Othello", 6)
    assert player.books.line(player.request(0)) is None
    other = player_with(book, seed=1)
    other.play(0, "F5")
    assert other.books.line(other.request(1)) is None


def test_nothing_is_loaded_before_a_move_is_asked_for():
    def gives():
        raise AssertionError

    player = Player(repertoire=gives)
    player.play(0, "F5")
    player.clear()
    with pytest.raises(AssertionError):
        player.genmove(0)


def test_the_users_own_book_comes_first():
    position = rules().new_position().play(rules().find_move("F5"))
    first, second = position.moves()[:2]
    key, ways = view(position)
    own = Book()
    own.add(key, {cell_of(position, ways, second): known(0.4, 2000)})
    player = player_with(book_of(position, [0.6]), book=own)
    player.play(0, "F5")
    assert player.books.line(player.request(1)).move == second
    # Too little is behind it to be played, but enough to be heard.
    player.change("visits", 10_000)
    assert player.books.line(player.request(1)).move == first
    own.add(key, {cell_of(position, ways, second): known(0.9, 3000)})
    assert player.books.line(player.request(1)).move == second


@pytest.mark.parametrize(
    ("words", "plays"),
    [
        ([], True),
        (["--book", "off"], False),
        (["--book", "OFF"], False),
        (["--book", "{file}"], True),
        (["--seed", "1"], False),
        (["--seed", "1", "--book", "{file}"], False),
        (["--level", "hard"], False),
        (["--size", "6"], False),
    ],
)
def test_options_turn_it_off(words, plays, tmp_path):
    values = read_words([word.format(file=tmp_path / "own.book") for word in words])
    player = serve.new_player(values, serve.new_book(values))
    assert (player.books.line(player.request(0)) is not None) == plays


def test_a_session_answers_from_it_without_a_search():
    asked = b"genmove b\ngenmove w\noutflank-pv\nundo\ngenmove w\n"
    frames = gtp_script.frames_of(gtp_script.speak_here(asked, []))
    assert frames[0].decode()[2:] in ("D3", "C4", "F5", "E6")
    assert frames[2] == b"? nothing has been searched yet" and frames[4] == frames[1]
    searched = gtp_script.frames_of(gtp_script.speak_here(asked, ["--book", "off", "--visits", "40"]))
    assert searched[2].startswith(b"= ")


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 1 << 40))
def test_whatever_is_drawn_is_a_move(seed):
    player, numbers = Player(limits=Limits(visits=20), repertoire=shipped), random.Random(seed)
    while (line := player.books.line(player.request(player.position.mover))) is not None:
        assert line.move in player.position.moves()
        text = player.genmove(player.position.mover)
        assert text == player.text_of(line.move)
        if numbers.random() < 0.2 and not player.position.over:
            player.play(player.position.mover, player.text_of(numbers.choice(player.position.moves())))
    assert player.game.turns > 1
