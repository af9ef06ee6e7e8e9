"""Othello against published counts, recorded games and the FFO endgame positions."""

import json

import pytest
from places import TESTS

from outflank.engine import core

FFO = json.loads((TESTS / "positions" / "ffo.json").read_text())["positions"]
TRACES = [json.loads(line) for line in (TESTS / "traces" / "othello.jsonl").read_text().splitlines()]

# Leaves by depth where every convention agrees.
SHARED = {
    8: [4, 12, 56, 244, 1396, 8200, 55092, 390216],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716],
    4: [4, 12, 44, 128],
    10: [4, 12, 56, 244, 1396, 8200, 55180, 392268, 3045812],
}
# (size, depth): a pass is a ply and a finished game a leaf; a pass is a ply, finished games count nothing;
# a pass costs no depth, a finished game is a leaf; neither.
CONVENTIONS = ((False, True), (False, False), (True, True), (True, False))
COUNTS = {
    (8, 9): (3005288, 3005288, 3005320, 3005320),
    (8, 10): (24571284, 24571056, 24571420, 24571192),
    (8, 11): (212258800, 212258216, 212260880, 212260296),
    (6, 9): (2114912, 2114912, 2115128, 2115128),
    (6, 10): (14976792, 14976684, 14978604, 14978496),
    (6, 11): (108820292, 108820072, 108843700, 108843480),
}
DEEPEST = 11
PERFECT_GAME = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2"
    "h1g2b8a8g7h8h7h6"
)


def othello(load, size):
    return load("othello.othello10").Othello10() if size == 10 else load("othello.othello").Othello(size)


def final_position(rules, moves):
    position = rules.new_position()
    for text in moves:
        position = position.play(rules.find_move(text))
    return position


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_perft_where_all_conventions_agree(load, size):
    rules = othello(load, size)
    start = rules.new_position()
    for depth, leaves in enumerate(SHARED[size], 1):
        assert start.perft(depth) == leaves
        for free_passes, finished in CONVENTIONS:
            assert rules.count_leaves(start, depth, free_passes, finished) == leaves


@pytest.mark.parametrize(("size", "depth"), COUNTS)
def test_perft_in_each_convention(load, size, depth):
    """The deepest ones take seconds: there the levels not in use count in the one convention that has passes
    and finished games in it."""
    rules = othello(load, size)
    start = rules.new_position()
    whole = depth < DEEPEST or load.keywords["level"] == core.LEVEL
    for convention, leaves in zip(CONVENTIONS, COUNTS[size, depth], strict=True):
        if whole or convention == (True, True):
            assert rules.count_leaves(start, depth, *convention) == leaves


def test_the_plain_perft_of_the_contract_agrees(load):
    """The generic walk over moves() and play() counts what the bulk counter does."""
    for size, depth in ((8, 6), (6, 6), (10, 5)):
        rules = othello(load, size)

        def walk(position, plies):
            moves = position.moves()
            return sum(walk(position.play(move), plies - 1) for move in moves) if plies and moves else 1

        assert walk(rules.new_position(), min(depth, 5)) == SHARED[size][min(depth, 5) - 1]


WHOLE_4X4 = {
    (False, True): [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564],
    (True, True): [4, 12, 44, 128, 436, 1296, 3788, 9768, 22184, 41636, 60060, 60060, 60060],
}


@pytest.mark.parametrize(("free_passes", "finished"), WHOLE_4X4)
def test_all_games_on_4x4(load, free_passes, finished):
    rules = othello(load, 4)
    counts = [
        rules.count_leaves(rules.new_position(), depth, free_passes, finished) for depth in range(1, 14)
    ]
    assert counts == WHOLE_4X4[free_passes, finished]
    assert rules.count_leaves(rules.new_position(), 13, True, False) == 0


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_recorded_games(load, size):
    rules = othello(load, size)
    games = [trace for trace in TRACES if trace["n"] == size]
    assert len(games) >= 20
    for trace in games:
        replay(rules, trace)


SKIPPING_I = str.maketrans("ij", "jk")
"""The recorded games letter their columns without a gap."""


def replay(rules, trace):
    position = rules.new_position()
    for text, mobility in zip(trace["moves"], trace["mobility"], strict=True):
        moves = position.moves()
        passes = moves == [rules.pass_move]
        assert (0 if passes else len(moves)) == mobility
        position = position.play(rules.find_move(text.translate(SKIPPING_I)))
    assert position.over
    board = rules.position_text(position).split()[0]
    assert board == trace["final"].replace(".", "-")
    assert (board.count("X"), board.count("O")) == (trace["black"], trace["white"])
    black, white = rules.scores(position)
    assert black - white == trace["diff_empties_to_winner"]
    win = (trace["diff"] > 0) + 0.5 * (trace["diff"] == 0)
    assert position.rewards() == (win, 1 - win)


def test_a_perfect_game_is_a_draw(load):
    rules = othello(load, 8)
    squares = [PERFECT_GAME[i : i + 2] for i in range(0, len(PERFECT_GAME), 2)]
    position = final_position(rules, squares)
    assert position.over
    assert rules.scores(position) == (32, 32)


def test_first_moves(load):
    for size, expected in ((8, "D3 C4 F5 E6"), (6, "C2 B3 E4 D5"), (10, "E4 D5 G6 F7")):
        rules = othello(load, size)
        assert [rules.move_text(move) for move in rules.new_position().moves()] == expected.split()


@pytest.mark.parametrize("row", FFO, ids=lambda row: f"ffo{row['n']}")
def test_ffo_positions_load_with_their_moves(load, row):
    rules = othello(load, 8)
    position = rules.parse_position(f"{row['board']} {row['side']}")
    assert {rules.move_text(move).lower() for move in position.moves()} == set(row["moves"])
    assert rules.position_text(position) == f"{row['board']} {row['side']}"
    assert row["board"].count("-") == row["empties"]


def test_a_side_without_a_move_must_pass(load):
    rules = othello(load, 8)
    position = rules.parse_position("OX" + "-" * 62 + " O")
    assert position.moves() == [rules.find_move("C1")]
    stuck = rules.parse_position("OX" + "-" * 62 + " X")
    assert stuck.moves() == [rules.pass_move]
    assert stuck.play(rules.pass_move).mover == 1
    assert not rules.has_choice(stuck, 0)
    assert rules.has_choice(stuck, 1)


def test_a_player_without_discs_has_lost_everything(load):
    rules = othello(load, 8)
    position = rules.parse_position("X" * 9 + "-" * 55 + " O")
    assert position.over
    assert rules.scores(position) == (64, 0)
    assert position.rewards() == (1.0, 0.0)


def test_empties_are_shared_in_a_draw(load):
    rules = othello(load, 8)
    position = rules.parse_position("XO" + "-" * 60 + "OX X")
    assert rules.scores(position) == (32, 32)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("X" * 63 + " O", "64 cells"),
        ("X" * 64, "64 cells"),
        ("X" * 64 + " -", "side to move"),
        ("X" * 63 + "? O", "neither a disc"),
        ("", "64 cells"),
    ],
)
def test_position_texts_that_are_refused(load, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        othello(load, 8).parse_position(text)


@pytest.mark.parametrize("text", ["", "i3", "a9", "a0", "aa", "3d", "d3x", "d03", "d\u0663", "k1"])
def test_texts_that_name_no_move(load, text):
    with pytest.raises(ValueError, match="square|board"):
        othello(load, 8).find_move(text)


def test_columns_of_the_large_board_skip_i(load):
    rules = othello(load, 10)
    assert rules.find_move("J10") == 98
    assert rules.move_text(99) == "K10"
    with pytest.raises(ValueError, match="square"):
        rules.find_move("I5")


def test_board_pictures(load):
    rules = othello(load, 6)
    assert rules.diagram(rules.new_position()).splitlines() == [
        "   A B C D E F",
        " 1 . . . . . .",
        " 2 . . + . . .",
        " 3 . + O X . .",
        " 4 . . X O + .",
        " 5 . . . + . .",
        " 6 . . . . . .",
        "   X black 2, O white 2, black to move",
    ]
