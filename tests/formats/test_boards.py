"""Boards, openings and problems as text: every spelling, there and back, and what is none."""

import json

import pytest
from hypothesis import given, strategies as st
from places import TESTS
from random_games import STARTS, USUAL, games, squares

from outflank.protocol.formats.syntax import boards, moves as openings
from outflank.protocol.formats.syntax.boards import EDAX, NBOARD, RHINO, BadBoard, Board
from outflank.protocol.formats.syntax.ggf import usual_cells
from outflank.protocol.formats.syntax.moves import BadMoves, Opening, Problem

BLACK = Board(8, USUAL, "X")
WHITE = Board(8, USUAL, "O")
UNTOLD = Board(8, USUAL, None)
STARRED = USUAL.replace("X", "*")
FFO = json.loads((TESTS / "positions" / "ffo.json").read_text())["positions"]
FFO_43 = next(row["board"] for row in FFO if row["n"] == 43)


def rows(text):
    return "\n".join(text[at : at + 8] for at in range(0, 64, 8))


@pytest.mark.parametrize(
    ("text", "board"),
    [
        (f"{USUAL} X", BLACK),
        (f"{USUAL}X", BLACK),
        (f"{USUAL} O", WHITE),
        (USUAL, UNTOLD),
        (f"{STARRED} *", BLACK),
        (f"{STARRED} O", WHITE),
        (f"{rows(STARRED)}\n*\n", BLACK),
        (" ".join(f"{USUAL} x"), BLACK),
        (USUAL.lower() + " o", WHITE),
        (USUAL.replace("-", "."), UNTOLD),
        (USUAL.replace("X", "b").replace("O", "w") + " b", BLACK),
        (USUAL.replace("X", "B").replace("O", "W") + " W", WHITE),
        (USUAL.replace("X", "@").replace("O", "0").replace("-", "_"), UNTOLD),
        (USUAL.replace("X", "@").replace("O", "0").replace("-", "_") + " white", WHITE),
        (f"{USUAL} Black", BLACK),
        (usual_cells(6) + " X", Board(6, usual_cells(6), "X")),
        (usual_cells(10) + " O", Board(10, usual_cells(10), "O")),
    ],
)
def test_boards(text, board):
    assert boards.read_board(text) == board
    assert boards.read_board(text, board.size) == board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not 0 signs"),
        ("X", "not 1 signs"),
        (USUAL[1:], "not 63 signs"),
        (f"{USUAL[1:]} X", "not 64 signs"),
        (f"{USUAL} XX", "not 66 signs"),
        (f"{USUAL}X white", "not 65 signs"),
        (f"{USUAL} -", "'-' is not a side to move"),
        (f"{USUAL[:-1]}? X", "'\\?' is neither"),
        ("nonsense", "'n' is neither"),
        ("black", "not 0 signs"),
    ],
)
def test_no_boards(text, reason):
    with pytest.raises(BadBoard, match=reason):
        boards.read_board(text)


def test_a_board_of_another_size_is_none_where_one_is_asked_for():
    with pytest.raises(BadBoard, match="64 cells"):
        boards.read_board(usual_cells(6) + " X", 8)


@pytest.mark.parametrize(
    ("letters", "text"),
    [
        (EDAX, f"{USUAL} O"),
        (NBOARD, f"{STARRED} O"),
        (RHINO, USUAL.replace("X", "@").replace("O", "0").replace("-", "_") + " white"),
    ],
)
def test_how_boards_are_written(letters, text):
    assert boards.write_board(WHITE, letters) == text
    assert boards.write_board(UNTOLD, letters) == text.split()[0]


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        (f"{STARRED} * f5d6", Opening(BLACK, ("f5", "d6"))),
        (f"{STARRED} * F5 D6", Opening(BLACK, ("f5", "d6"))),
        (f"{STARRED} f5d6 *", Opening(BLACK, ("f5", "d6"))),
        (f"* {STARRED} f5d6", Opening(BLACK, ("f5", "d6"))),
        (f"{STARRED} O", Opening(WHITE, ())),
        (f"{STARRED} f4", Opening(BLACK, ("f4",))),
        (f"{usual_cells(10)} X g6k10", Opening(Board(10, usual_cells(10), "X"), ("g6", "j10"))),
    ],
)
def test_openings(text, opening):
    assert openings.read_opening(text) == opening


@pytest.mark.parametrize("text", ["", "f5d6", f"{STARRED} * O", f"{STARRED} {STARRED} *", f"{STARRED}* f5"])
def test_no_openings(text):
    with pytest.raises(BadBoard):
        openings.read_opening(text)


def test_an_opening_with_a_wrong_move_names_line_and_move():
    with pytest.raises(BadMoves, match="line 7, move 2: 'a9' is no square"):
        openings.read_opening(f"{STARRED} * f5a9", 7)


@pytest.mark.parametrize(
    ("text", "size", "moves"),
    [
        ("f5d6C3", 8, ("f5", "d6", "c3")),
        ("1. f5 d6 2.c3 --", 8, ("f5", "d6", "c3", "pass")),
        ("f5 pa PS Pass @@ d6", 8, ("f5", "pass", "pass", "pass", "pass", "d6")),
        ("f5PAD6", 8, ("f5", "pass", "d6")),
        ("a10b1", 10, ("a10", "b1")),
        ("i5j6", 10, ("i5", "j6")),
        ("j5k6h1", 10, ("i5", "j6", "h1")),
        ("a110.b2", 10, ("a1", "b2")),
        ("", 8, ()),
    ],
)
def test_moves(text, size, moves):
    assert openings.read_moves(text, size) == moves


@pytest.mark.parametrize(
    ("text", "size", "reason"),
    [
        ("f5\nd6 zz", 8, "line 2, move 3: 'zz' is no move"),
        ("f5 d6\n\ni1", 8, "line 3, move 3: 'i1' is no square"),
        ("f5 f9", 8, "line 1, move 2"),
        ("g1", 6, "line 1, move 1"),
        ("f5 12", 8, "line 1, move 2: '12' is no move"),
        ("f5+", 8, "'\\+' is no move"),
        ("a1" * 500, 8, "more than 400 moves"),
    ],
)
def test_no_moves(text, size, reason):
    with pytest.raises(BadMoves, match=reason):
        openings.read_moves(text, size)


def test_problems():
    head = f"{USUAL} X"
    assert openings.read_problem(f"{head}; F5:+0; D3:-2;") == Problem(BLACK, ((("f5",), 0), (("d3",), -2)))
    assert openings.read_problem(f"{head};F5/C4:-12") == Problem(BLACK, ((("f5", "c4"), -12),))
    assert openings.read_problem(f"{head}; +38;") == Problem(BLACK, (), 38)
    assert openings.read_problem(f"{head}; --:-127; % a note") == Problem(BLACK, ((("pass",), -127),))
    assert openings.read_problem(head) == Problem(BLACK)
    assert [openings.read_problem(text) for text in ("", "  ", "% only words")] == [None] * 3
    assert [openings.read_problem(f"{head}{tail}").best for tail in ("", "; +38", "; F5:+2; C4:-2")] == [
        None,
        38,
        2,
    ]


def test_ffo_problems_as_their_files_have_them():
    text = f"% FFO 40-59\n\n{FFO_43} O; G3/C7:-12;\n"
    ((number, problem),) = openings.read_problems(text)
    assert number == 3 and problem.board.mover == "O" and problem.best == -12
    assert problem.choices == ((("g3", "c7"), -12),)


def test_all_ffo_problems_there_and_back():
    for row in FFO:
        choices = tuple(((square,), score) for square, score in row["moves"].items())
        problem = Problem(Board(8, row["board"], row["side"]), choices)
        line = openings.write_problem(problem)
        assert line.startswith(f"{row['board']} {row['side']}; {row['best'][0].upper()}:{row['score']:+d};")
        assert openings.read_problem(line) == problem
        assert problem.best == row["score"]


@pytest.mark.parametrize(
    "tail",
    ["; F5", "; F5:", "; F5:x", "; :3; +1; +2", "; +1; +2", "; I9:+2", "; F5C4:+2", "; F5:+2000", "; F5:2.5"],
)
def test_no_problems(tail):
    with pytest.raises(BadBoard, match="line 2: "):
        list(openings.read_problems(f"\n{USUAL} X{tail}"))


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        (USUAL, Opening(BLACK, ())),
        (f"{STARRED} O", Opening(WHITE, ())),
        (f"{USUAL} O; F4:+0;", Opening(WHITE, ())),
        (f"{USUAL} O; +3;", Opening(WHITE, ())),
        (f"{USUAL} X;", Opening(BLACK, ())),
        (f"{USUAL} X; f5d6", Opening(BLACK, ("f5", "d6"))),
        (f"{STARRED} * f5d6", Opening(BLACK, ("f5", "d6"))),
    ],
)
def test_any_text_with_a_board(text, opening):
    assert openings.read_any(text, 8) == opening


@pytest.mark.parametrize(
    "text", ["", "--- X", f"{usual_cells(6)} X", f"{usual_cells(6)} X; F5:+1", f"{USUAL} X; f5:x"]
)
def test_texts_without_a_board_of_that_size(text):
    with pytest.raises(BadBoard):
        openings.read_any(text, 8)


@given(STARTS, st.booleans(), st.sampled_from((EDAX, NBOARD, RHINO)))
def test_boards_there_and_back(board, told, letters):
    wanted = board if told else board._replace(mover=None)
    assert boards.read_board(boards.write_board(wanted, letters)) == wanted


@given(games())
def test_openings_there_and_back(game):
    start, plies = game
    opening = Opening(start, squares(plies))
    assert openings.read_opening(openings.write_opening(opening)) == opening


PROBLEM_SQUARES = st.sampled_from(["pass", *(f"{column}{row}" for column in "abcdef" for row in range(1, 7))])
CHOICES = st.lists(
    st.tuples(st.lists(PROBLEM_SQUARES, min_size=1, max_size=3).map(tuple), st.integers(-100, 100))
)


@given(st.builds(Problem, STARTS, CHOICES.map(tuple), st.none() | st.integers(-100, 100)))
def test_problems_there_and_back(problem):
    assert openings.read_problem(openings.write_problem(problem)) == problem


TEXTS = st.text(max_size=80) | st.text("-XO*@0_. ;:/+f5pas1\n%", max_size=140)


@given(TEXTS | TEXTS.map(lambda text: f"{USUAL} X{text}"))
def test_any_text_is_something_or_says_why_not(text):
    for read in (
        boards.read_board,
        openings.read_opening,
        openings.read_problem,
        lambda text: list(openings.read_problems(text)),
        lambda text: openings.read_moves(text, 8),
        lambda text: openings.read_any(text, 8),
    ):
        try:
            read(text)
        except (BadBoard, BadMoves) as error:
            assert str(error)
