"""SOS: counts, exact values, recorded games, texts and playouts."""

import json

import pytest
from hypothesis import given, settings, strategies as st
from places import TESTS
from random_games import check_keys_and_texts, random_game

from outflank.engine import core

TRACES = [json.loads(line) for line in (TESTS / "traces" / "sos.jsonl").open()]

# size, depth: leaves, player 0 to move, points of player 0, of player 1, with SOS, largest gain of one move
COUNTS = {
    (3, 1): (18, 0, 0, 0, 0, 0),
    (3, 2): (288, 288, 0, 0, 0, 0),
    (3, 3): (4032, 48, 48, 0, 48, 1),
    (3, 4): (48384, 46080, 576, 1728, 2304, 1),
    (3, 5): (483840, 53712, 38592, 19008, 55440, 2),
    (3, 6): (3870720, 3128256, 376992, 544608, 819360, 2),
    (3, 7): (23224320, 6332544, 5332032, 4344768, 7650720, 3),
    (3, 8): (92897280, 60994944, 29428416, 32503104, 42215040, 3),
    (3, 9): (185794560, 74415744, 95220864, 90573696, 106686720, 4),
    (4, 1): (32, 0, 0, 0, 0, 0),
    (4, 2): (960, 960, 0, 0, 0, 0),
    (4, 3): (26880, 144, 144, 0, 144, 1),
    (4, 4): (698880, 683904, 3744, 11232, 14976, 1),
    (4, 5): (16773120, 883008, 622080, 276480, 889920, 2),
}
QUICK_COUNTS = [key for key, row in COUNTS.items() if row[0] < 30_000_000]
LONG_COUNTS = [key for key in COUNTS if key not in QUICK_COUNTS]

# rows, columns: points of player 0 minus those of player 1 with best play from the empty board
VALUES = {
    **{(1, n): 0 for n in (3, 4, 5, 6, 8, 10, 12, 14)},
    **{(1, n): 1 for n in (7, 9, 11, 13, 15)},
    (1, 16): -1,
    (2, 3): 0,
    (2, 4): 0,
    (2, 5): 0,
    (2, 6): 0,
    (2, 7): -1,
    (2, 8): -1,
    (3, 3): 0,
    (3, 4): 0,
    (3, 5): 0,
    (4, 4): 0,
}
QUICK_VALUES = [shape for shape in VALUES if shape[0] * shape[1] <= 12]
LONG_VALUES = [shape for shape in VALUES if shape not in QUICK_VALUES]


def board(module, rows, columns):
    return module.Sos(columns, rows).new_position()


def check_counts(sos, census, size, depth):
    got = census(sos.Sos(size).new_position(), depth)
    columns = (got["leaves"], got["first_to_move"], *got["points"], got["with_sos"], got["best"])
    assert columns == COUNTS[size, depth]
    return got


@pytest.mark.parametrize("size, depth", QUICK_COUNTS)
def test_counts(load, size, depth):
    got = check_counts(load("sos.sos"), load("testing.sos_census").census, size, depth)
    assert (*got["won"], got["drawn"]) == (0, 0, 0)


@pytest.mark.parametrize("size, depth", LONG_COUNTS)
def test_long_counts(size, depth):
    got = check_counts(core.load("sos.sos"), core.load("testing.sos_census").census, size, depth)
    results = (*got["won"], got["drawn"])
    assert results == ((52710912, 44937792, 88145856) if depth == 9 else (0, 0, 0))


def test_counts_end_with_the_board(load):
    position = load("sos.sos").Sos(3).parse_position("SOSOO.SSO W 0-3")
    census = load("testing.sos_census").census
    assert census(position, 0)["leaves"] == 1
    assert census(position, 1) == census(position, 7)
    assert census(position, 7)["leaves"] == 2
    with pytest.raises(ValueError, match="-1 plies"):
        census(position, -1)


@pytest.mark.parametrize("size, depth, leaves", [(3, 3, 4032), (3, 5, 483840), (8, 3, 128 * 126 * 124)])
def test_perft(load, size, depth, leaves):
    assert load("sos.sos").Sos(size).new_position().perft(depth) == leaves


@pytest.mark.parametrize("rows, columns", QUICK_VALUES)
def test_values(load, rows, columns):
    sos, solve = load("sos.sos"), load("sos.solver").solve
    assert solve(board(sos, rows, columns)) == VALUES[rows, columns]
    assert solve(board(sos, columns, rows)) == VALUES[rows, columns]


@pytest.mark.parametrize("rows, columns", LONG_VALUES)
def test_long_values(rows, columns):
    solution = core.load("sos.solver").Solution(board(core.load("sos.sos"), rows, columns))
    assert solution.value == VALUES[rows, columns]
    if (rows, columns) == (4, 4):
        losing = {2 * cell for cell in range(16) if cell not in (5, 6, 9, 10)}
        assert solution.moves() == {move: -(move in losing) for move in range(32)}


def test_root_moves(load):
    sos, solver = load("sos.sos"), load("sos.solver")
    assert solver.Solution(board(sos, 3, 3)).moves() == dict.fromkeys(range(18), 0)
    losing = {2 * cell for cell in (0, 3, 4, 7, 8, 11)}
    assert solver.Solution(board(sos, 3, 4)).moves() == {move: -(move in losing) for move in range(24)}


def negamax(position):
    """The value of a position by its definition."""
    values = [0] if position.over else []
    for move in position.moves():
        after = position.play(move)
        gain = sum(after.rules.scores(after)) - sum(position.rules.scores(position))
        values.append(gain + negamax(after) if gain else -negamax(after))
    return max(values)


@pytest.mark.parametrize("size, height", [(3, 3), (5, 2), (8, 8), (10, 10)])
def test_solution_is_negamax(load, size, height):
    sos, solver = load("sos.sos"), load("sos.solver")
    rules = sos.Sos(size, height)
    for seed in range(6):
        text, side, _ = rules.position_text(rules.new_position().playout(seed)).split()
        text = "".join("." if i * 7 % rules.cells in (0, 3, 5) else cell for i, cell in enumerate(text))
        position = parse_any(rules, text, side)
        solution = solver.Solution(position)
        assert solution.value == negamax(position) == max(solution.moves().values())
        assert sorted(solution.moves()) == position.moves()


def parse_any(rules, cells, side):
    """The position with these letters, all points given to black."""
    for points in range(400):
        try:
            return rules.parse_position(f"{cells} {side} {points}-0")
        except ValueError:
            continue
    raise AssertionError(f"no number of points fits {cells}")


def test_solver_limits(load):
    sos, solver = load("sos.sos"), load("sos.solver")
    with pytest.raises(ValueError, match="17 empty cells"):
        solver.solve(board(sos, 1, 17))
    rolit = load("rolit.rolit").Rolit().new_position()
    with pytest.raises(ValueError, match="only SOS"):
        solver.solve(rolit)
    with pytest.raises(ValueError, match="only SOS"):
        load("testing.sos_census").census(rolit, 1)


def test_recorded_games(load):
    sos = load("sos.sos")
    assert len(TRACES) == 150
    for trace in TRACES:
        rules = sos.Sos(trace["n"])
        position = rules.new_position()
        points = [0, 0]
        for move, player, gain in zip(trace["moves"], trace["player"], trace["points"], strict=True):
            row, column, letter = move.split(",")
            number = 2 * (trace["n"] * int(row) + int(column)) + "SO".index(letter)
            assert position.mover == player
            assert not position.over
            position = position.play(number)
            points[player] += gain
            assert rules.scores(position) == tuple(points)
        assert position.over
        assert position.moves() == []
        assert rules.position_text(position).split()[0] == trace["final"]
        assert rules.scores(position) == tuple(trace["scores"])
        assert position.rewards() == {0: (1, 0), 1: (0, 1), "draw": (0.5, 0.5)}[trace["status"]]


def test_every_cell_takes_both_letters(load):
    rules = load("sos.sos").Sos(10)
    position = rules.new_position()
    assert position.moves() == list(range(200))
    assert position.play(2 * 99 + 1).moves() == list(range(198))
    with pytest.raises(ValueError, match="not legal"):
        position.play(2 * 99 + 1).play(2 * 99)


def test_lines_do_not_wrap(load):
    rules = load("sos.sos").Sos(3)
    # C1, A2 and B2 follow each other in reading order, as do C2, A3 and B3, and are no lines.
    position = rules.parse_position("..SO.SO.. B 0-0")
    assert rules.scores(position.play(rules.find_move("B2S"))) == (0, 0)
    assert rules.scores(position.play(rules.find_move("B3S"))) == (0, 0)
    wide = load("sos.sos").Sos(4, 3)
    assert wide.scores(wide.parse_position(".SO.S.....OS B 0-0").play(wide.find_move("D1S"))) == (1, 0)


def test_centre_s_can_make_eight(load):
    rules = load("sos.sos").Sos(5)
    position = rules.parse_position("S.S.S.OOO.SO.OS.OOO.S.S.S W 0-4")
    after = position.play(rules.find_move("C3S"))
    assert rules.scores(after) == (0, 12)
    assert after.mover == 1


def test_move_texts(load):
    rules = load("sos.sos").Sos(10)
    for text in ("A1S", "c4o", "J10s"):
        assert rules.move_text(rules.find_move(text)) == text.upper()
    assert rules.find_move("C4O") == 2 * 32 + 1
    assert all(rules.find_move(rules.move_text(move)) == move for move in range(200))
    wrong = ["S", "O", "A1", "A1X", "AS", "I1S", "L1S", "A0S", "A11S", "A01S", "A100S", "1AS", "A-1S"]
    for text in ["", "A1S ", "pass", *wrong]:
        with pytest.raises(ValueError):
            rules.find_move(text)
    for move in (-1, 200):
        with pytest.raises(ValueError, match="is not one of"):
            rules.move_text(move)


def test_diagram(load):
    rules = load("sos.sos").Sos(4, 3)
    position = rules.parse_position("SOS..O...... W 1-0")
    assert rules.diagram(position).splitlines() == [
        "   A B C D",
        " 1 S O S .",
        " 2 . O . .",
        " 3 . . . .",
        "black 1, white 0, white to move",
    ]
    assert "the board is full" in rules.diagram(position.playout(1))


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("......... B", "is not cells, side to move and points"),
        ("........ B 0-0", "is not 9 cells"),
        ("......... . B 0-0", "is not cells, side to move and points"),
        ("....X.... B 0-0", "is not 9 cells"),
        ("......... R 0-0", "neither B nor W"),
        ("......... B 0", "are not two numbers"),
        ("......... B 0-0-0", "are not two numbers"),
        ("......... B -1-1", "are not two numbers"),
        ("......... B 1--1", "are not two numbers"),
        ("......... B 1-0", "do not add up to the 0 SOS"),
        ("SOS...... B 0-0", "do not add up to the 1 SOS"),
        ("SOS...... B 65536-65537", "do not add up to the 1 SOS"),
    ],
)
def test_bad_positions(load, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        load("sos.sos").Sos(3).parse_position(text)


def test_positions_in_any_case(load):
    rules = load("sos.sos").Sos(3)
    assert rules.position_text(rules.parse_position("sos....o. w 0-1")) == "SOS....O. W 0-1"


@pytest.mark.parametrize("size, height", [(0, None), (11, None), (26, 1), (1, 26), (-3, None), (3, -3)])
def test_bad_boards(load, size, height):
    with pytest.raises(ValueError, match="SOS is played on"):
        load("sos.sos").Sos(size, height)


@settings(max_examples=40, deadline=None)
@given(games=st.lists(st.lists(st.integers(0, 10**6), max_size=9), min_size=2, max_size=8))
def test_keys_and_texts_agree(load, games):
    rules = load("sos.sos").Sos(3)
    positions = [position for picks in games for position in random_game(rules, picks)]
    check_keys_and_texts(rules, positions)


def test_keys_tell_mover_and_points(load):
    rules = load("sos.sos").Sos(3)
    texts = [f"SOS...SOS {side} {points}" for side in "BW" for points in ("2-0", "1-1", "0-2")]
    assert len({rules.parse_position(text).key for text in texts}) == 6


@settings(max_examples=40, deadline=None)
@given(
    shape=st.sampled_from([(3, 3), (8, 8), (10, 10), (25, 4), (4, 25), (1, 16)]),
    picks=st.lists(st.integers(0, 10**6), max_size=100),
    seed=st.integers(0, 2**64 - 1),
)
def test_playouts_fill_the_board(load, shape, picks, seed):
    rules = load("sos.sos").Sos(*shape)
    position = random_game(rules, picks)[-1]
    before = rules.position_text(position).split()[0]
    end = position.playout(seed)
    text = rules.position_text(end)
    assert end.over
    assert "." not in text
    assert all(old in (".", new) for old, new in zip(before, text, strict=False))
    # parse_position counts the triples on the board by itself.
    assert rules.parse_position(text).key == end.key
    assert rules.position_text(position.playout(seed)) == text


def test_playouts_are_uniform(load):
    """Over all 185,794,560 games on 3x3 the first player's mean reward is 0.5209."""
    count = 100_000
    first, second = load("sos.sos").Sos(3).new_position().playouts(count, 1)
    assert first + second == count
    assert abs(first / count - (52710912 + 88145856 / 2) / 185794560) < 0.006
