"""GGF as programs write it, and as ours does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.ggf import BadGgf, Ggf, Move, move_text, read_clock, read_ggf, read_move, write_ggf

USUAL = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
BOARD = "8 ---------------------------O*------*O--------------------------- *"
NBOARD = (
    "(;GM[Othello]PC[NBoard]DT[2026-11-18 06:55:29 GMT]PB[human]PW[E]RE[?]TI[5:00]TY[8]"
    f"BO[{BOARD}]B[F5//16.722]W[F6/-2.67/0.21];)"
)
GGS = (
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[ann]PW[bot]RB[2012.3]RW[2100]TI[15:00//02:00]"
    "TY[8]RE[+2.000] BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n"
    " B[f5//1.50] W[d6/0.31/0.80] B[pass] W[PA/2] KM[3.5] XX[unknown];)\n"
)


def test_what_nboard_writes():
    (game,) = read_ggf(NBOARD)
    assert (game.size, game.cells, game.mover) == (8, USUAL, "X")
    assert game.moves == (Move("X", "f5", None, 16.722), Move("O", "f6", -2.67, 0.21))
    assert game.tags["PB"] == "human" and game.clock("X") == (300.0, 0.0, 120.0)
    assert write_ggf(game) == NBOARD.replace("16.722", "16.722").replace("0.21]", "0.210]")


def test_what_ggs_writes():
    (game,) = read_ggf(GGS)
    assert game.cells == USUAL and game.tags["XX"] == "unknown"
    assert [move.square for move in game.moves] == ["f5", "d6", "pass", "pass"]
    assert game.clock("O") == (900.0, 0.0, 120.0)
    assert "XX" not in write_ggf(game) and "KM[3.5]" in write_ggf(game)


def test_collections_and_synchro_games():
    assert len(read_ggf("2 " + NBOARD + NBOARD + "\n1 " + GGS[2:])) == 3


def test_clocks_of_either_colour_and_none():
    (game,) = read_ggf(f"(;GM[Othello]TB[1:00]TW[0:30/5]TY[8]BO[{BOARD}];)")
    assert game.clock("X")[:2] == (60.0, 0.0) and game.clock("O")[:2] == (30.0, 5.0)
    assert read_ggf(f"(;GM[Othello]TI[]BO[{BOARD}];)")[0].clock("X") is None


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("5:00", (300, 0, 120)),
        ("15:00//02:00", (900, 0, 120)),
        ("30:00/0:05/2:00", (1800, 5, 120)),
        ("1:00:00", (3600, 0, 120)),
        ("1.12:01:23", (129683, 0, 120)),
        ("23", (23, 0, 120)),
        ("0.005//0", (0.005, 0, 0)),
        ("1:05,5", (65.5, 0, 120)),
    ],
)
def test_clocks(text, clock):
    assert read_clock(text) == pytest.approx(clock)


@pytest.mark.parametrize("text", ["x", "1:2:3:4", "-5", "5:00/1/2/3", "::", "1.x:00:00", "nan", "1e999"])
def test_no_clocks(text):
    with pytest.raises(BadGgf):
        read_clock(text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("F5", Move("X", "f5")),
        ("d3//0.01", Move("X", "d3", None, 0.01)),
        ("F6/-2,67/0.21", Move("X", "f6", -2.67, 0.21)),
        ("PA//3.107", Move("X", "pass", None, 3.107)),
        ("--", Move("X", "pass")),
        ("pass", Move("X", "pass")),
        ("j10/1.5", Move("X", "j10", 1.5)),
    ],
)
def test_moves(text, move):
    assert read_move(text, "X") == move


@pytest.mark.parametrize("text", ["", "5F", "z9", "f5/x", "f5/1/2/3", "f5//inf", "f5/1_0", "fünf"])
def test_no_moves(text):
    with pytest.raises(BadGgf):
        read_move(text, "X")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nothing",
        "(;",
        "(;GM",
        "(;GM[Othello",
        "(;GM[Othello];",
        "(;[x];)",
        "(;BO[];)",
        "(;BO[8];)",
        "(;BO[99 -];)",
        f"(;BO[{BOARD[:-1]}-];)",
        f"(;BO[{BOARD[:-1]}?];)",
        "(;TY[7];)",
        f"(;BO[{BOARD}]B[??];)",
    ],
)
def test_what_is_no_game_says_why(text):
    with pytest.raises(BadGgf, match="."):
        read_ggf(text)


def test_without_a_board_the_type_tells():
    assert read_ggf("(;GM[Othello]TY[6];)")[0].size == 6
    assert read_ggf("(;GM[Othello];)")[0].cells == USUAL


MOVES = st.builds(
    Move,
    st.sampled_from("XO"),
    st.sampled_from(["pass", *(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9))]),
    st.none() | st.integers(-6400, 6400).map(lambda cents: cents / 100),
    st.none() | st.integers(0, 10**6).map(lambda millis: millis / 1000),
)
GAMES = st.builds(
    lambda cells, mover, moves, name: Ggf(
        {"GM": "Othello", "TY": "8", "PB": name}, 8, cells, mover, tuple(moves)
    ),
    st.text("XO-", min_size=64, max_size=64),
    st.sampled_from("XO"),
    st.lists(MOVES, max_size=20),
    st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters="]"), max_size=10),
)


@given(GAMES)
def test_what_is_written_reads_back(game):
    assert read_ggf(write_ggf(game)) == [game]
    assert all(read_move(move_text(move), move.colour) == move for move in game.moves)


@given(st.text(max_size=80) | st.text("(;)[]BOGMTYWF58*-/ \n", max_size=80))
def test_any_text_is_a_game_or_says_why_not(text):
    try:
        read_ggf(text)
    except BadGgf as error:
        assert str(error)
