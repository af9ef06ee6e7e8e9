"""Knowledge of a book, whichever way round a position lies, and what it learns from a game."""

import random

import pytest

from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.symmetry import cell_of, view, ways_of
from outflank.engine.book.book import Book, Known
from outflank.engine.book.learning import LEAST_EMPTY, BookLearning, place
from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.engine.play.player import Player

SIZES = (6, 8, 10)


def rules(size=8):
    return find_game("Othello").rules(size)


def played(size, plies, seed):
    """A game of some random turns, or to its end."""
    game, numbers = Game(rules(size)), random.Random(seed)
    while not game.position.over and game.turns < plies:
        game.play(game.position.mover, numbers.choice(game.position.moves()))
    return game


def mirrored(position, way):
    """The same position seen another way round."""
    cells, side = position.rules.position_text(position).split()
    return position.rules.parse_position("".join(cells[cell] for cell in way) + " " + side)


def known(mean=None, visits=0, margin=None, games=0, total=0):
    return Known(mean, visits, margin, games, total)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", range(5))
def test_a_position_has_one_key_from_every_side_and_in_both_colours(size, seed):
    position = played(size, 9 + seed, seed).position
    key = view(position)[0]
    assert {view(mirrored(position, way))[0] for _, way in ways_of(size * size)} == {key}
    cells, side = position.rules.position_text(position).split()
    other = cells.translate(str.maketrans("XO", "OX")) + (" X" if side == "O" else " O")
    assert view(position.rules.parse_position(other))[0] == key


@pytest.mark.parametrize("size", SIZES)
def test_a_move_is_found_again_from_every_side(size):
    position = played(size, 11, 3).position
    move = position.moves()[0]
    key, ways = view(position)
    book = Book()
    book.add(key, {cell_of(position, ways, move): known(0.6, 100)})
    played_on = {view(position.play(move))[0]}
    for _, way in ways_of(size * size):
        turned = mirrored(position, way)
        (line,) = book.lines(turned)
        assert {view(turned.play(line.move))[0]} == played_on


def test_the_first_move_is_four_moves():
    start = rules().new_position()
    key, ways = view(start)
    assert len(ways) == 4
    book = Book()
    book.add(key, {cell_of(start, ways, start.moves()[2]): known(0.5, 7)})
    assert sorted(line.move for line in book.lines(start)) == sorted(start.moves())
    assert len({place(start, move) for move in start.moves()}) == 1


def test_games_add_up_and_the_better_founded_value_stands():
    seen = known(0.6, 100, None, 1, 4).merged(known(0.4, 50, None, 2, -6))
    assert seen == known(0.6, 100, None, 3, -2)
    assert known(0.6, 100).merged(known(0.4, 100)).mean == 0.4
    assert known(0.6, 10**6).merged(known(1.0, 5, 12)).margin == 12
    assert known(None, 0, None, 1, 2).merged(known(0.5, 1)) == known(0.5, 1, None, 1, 2)
    assert known(1.0, 5, 12).merged(known(0.6, 10**6)).margin == 12


def test_what_is_unknown_is_no_line():
    position = played(8, 5, 1).position
    assert Book().lines(position) == () and Book().best(position, 10_000) is None
    over = rules().parse_position("X" * 64 + " O")
    book = Book()
    book.add(view(over)[0], {3: known(0.5, 9)})
    assert book.lines(over) == ()
    # A file may say anything: what is not a move of the position is left out.
    book.add(view(position)[0], {27: known(0.9, 10**9)})
    assert book.lines(position) == ()


def test_the_best_line_needs_enough_visits_behind_the_position_and_itself():
    position = played(8, 5, 1).position
    one, two, three = position.moves()[:3]
    key, ways = view(position)

    def book(*knowns):
        book = Book()
        moves = zip((one, two, three), knowns, strict=False)
        book.add(key, {cell_of(position, ways, move): known for move, known in moves})
        return book

    assert book(known(0.6, 5000), known(0.5, 4000)).best(position, 10_000) is None
    assert book(known(0.6, 5000), known(0.5, 6000)).best(position, 10_000).move == one
    # Hardly looked at, so its mean says little.
    assert book(known(0.9, 20), known(0.5, 9000), known(0.6, 9000)).best(position, 10_000).move == three
    # However often it was played: a lost move is lost.
    assert book(known(0.05, 22_000), known(0.48, 2000)).best(position, 10_000).move == two
    assert book(known(1.0, 1, 4), known(0.9, 20_000)).best(position, 10_000).move == one
    assert book(known(None, 0, None, 50, 600), known(0.5, 20_000)).best(position, 10_000).move == two


def test_a_certain_draw_is_worth_what_a_draw_is_worth():
    position = played(8, 5, 1).position
    one, two = position.moves()[:2]
    key, ways = view(position)
    book = Book()
    book.add(
        key,
        {cell_of(position, ways, one): known(0.5, 1, 0), cell_of(position, ways, two): known(0.7, 20_000)},
    )
    assert book.best(position, 10_000).move == two
    for draw in (0.0, 1.0):
        other = rules()
        other.draw = draw
        best = book.best(other.adopt(position), 10_000).move
        assert best == (one if (draw == 1.0) == (position.mover == 0) else two)


def test_a_lesson_says_how_a_game_ended_for_each_move():
    game = played(8, 99, 4)
    records = BookLearning(game, Book()).results()
    black, white = game.rules.scores(game.position)
    count = 0
    for position, move, _ in game.plies():
        key, cell = place(position, move) if move != game.rules.pass_move else (None, None)
        if key in records:
            margin = white - black if position.mover else black - white
            assert records[key] == {cell: known(games=1, total=margin)}
            count += 1
    assert count == len(BookLearning(game, Book())) == 60 - LEAST_EMPTY + 1
    assert BookLearning(played(8, 10, 4), Book()).results() == {}


def test_a_lesson_carries_outcomes_back_to_the_first_move():
    player = Player(seed=1, limits=Limits(visits=200))
    for text in ("F5", "D6", "C4"):
        player.play(player.position.mover, text)
    book = Book()
    learning = BookLearning(player.game, book)
    assert len(learning) == 3
    # The position behind the last move is known to be won for White.
    after = player.position
    key, ways = view(after)
    book.add(key, {cell_of(after, ways, after.moves()[0]): known(1.0, 50_000, 20)})
    for number in range(3):
        for key, moves in learning.record(
            number, player.analysis.assess(learning.position(number), Limits(visits=200))
        ).items():
            book.add(key, moves)
    third, second, first = (learning.position(number) for number in range(3))
    worst = {line.move: line.known for line in book.lines(third)}[player.game.made[2][1]]
    # A better move than that one may be there for White, so it counts as the result that is certain.
    assert (worst.mean, worst.margin) == (0.0, None)
    best = book.lines(third)[0].known
    expected = {line.move: line.known for line in book.lines(second)}[player.game.made[1][1]]
    assert expected.mean == pytest.approx(1 - best.mean) and expected.visits >= 50_000
    assert len(book.lines(first)) == 4


def test_a_player_follows_the_book_where_it_knows_enough():
    book = Book()
    player = Player(seed=1, limits=Limits(visits=50), book=book)
    player.play(0, "F5")
    key, ways = view(player.position)
    book.add(key, {cell_of(player.position, ways, player.rules.find_move("F4")): known(0.9, 20_000)})
    assert player.genmove(1) == "F4" and player.report is None
    # Elsewhere he thinks, and so does whoever asks anew or leaves the move out.
    assert player.genmove(0) and player.report.visits == 50
    player.clear()
    player.play(0, "F5")
    assert player.books.line(player.request(1, [(1, ["F4"], False, 1)])) is None
    player.search_move(1)
    # The longer he may think, the more must be behind the book's move.
    request = player.request(1)
    assert player.books.line(request, 0.1).move == player.rules.find_move("F4")
    assert player.books.line(request, 1000.0) is not None
    player.change("visits", 20_001)
    assert player.books.line(request) is None
    player.change("visits", None)
    assert player.books.line(request, 1000.0) is None and player.books.line(request, 0.001) is not None
    player.set_game("Rolit 2")
    assert player.books.line(player.request(0)) is None
