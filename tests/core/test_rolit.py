"""Rolit: counts, recorded games, results, texts and playouts."""

import json

import pytest
from hypothesis import given, settings, strategies as st
from places import TESTS
from random_games import check_keys_and_texts, random_game

TRACES = [json.loads(line) for line in (TESTS / "traces" / "rolit.jsonl").open()]
SEATS = {2: "RG", 3: "RYG", 4: "RYGB"}
LEAVES = {
    2: (1, 3, 24, 114, 649, 3220, 22138, 118490, 915382),
    3: (1, 3, 20, 136, 630, 3956, 27778, 161368, 1163254),
    4: (1, 3, 20, 136, 1366, 7427, 44154, 343639, 2792637),
}
START = "." * 27 + "RY" + "." * 6 + "BG" + "." * 27


def full_board(**balls):
    """The text of a full board with a number of balls of each colour, the centre as at the start."""
    cells = list(START)
    for colour, count in balls.items():
        free = [square for square, cell in enumerate(cells) if cell == "."]
        for square in free[: count - cells.count(colour)]:
            cells[square] = colour
    assert "." not in cells
    return "".join(cells) + " R"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("depth", range(9))
def test_perft(load, players, depth):
    assert load("rolit.rolit").Rolit(players).new_position().perft(depth) == LEAVES[players][depth]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_recorded_games(load, players):
    rolit = load("rolit.rolit")
    traces = [trace for trace in TRACES if trace["players"] == players]
    assert len(traces) == 50
    for trace in traces:
        letters = SEATS[players]
        rules = rolit.Rolit(players, letters.index(trace["first"]))
        position = rules.new_position()
        seat = letters.index(trace["first"])
        for text, legal, flipped in zip(trace["moves"], trace["n_legal"], trace["flipped"], strict=True):
            assert not position.over
            assert position.mover == seat
            assert len(position.moves()) == legal
            before = rules.scores(position)[seat]
            position = position.play(rules.find_move(text))
            assert rules.scores(position)[seat] == before + 1 + flipped
            seat = (seat + 1) % players
        assert position.over
        assert position.moves() == []
        assert rules.position_text(position)[:64] == trace["final"]
        check_results(rules, position, trace["rankings"])


def check_results(rules, position, rows):
    letters = SEATS[rules.players]
    assert {letters[seat]: balls for seat, balls in enumerate(rules.scores(position))} == {
        row["player"]: row["balls"] for row in rows
    }
    rewards = {letters.index(row["player"]): row["reward"] for row in rows}
    if rules.players == 2:
        rewards = {player: {1.0: 1, 0.7: 0.5, 0.4: 0}[reward] for player, reward in rewards.items()}
    assert position.rewards() == pytest.approx([rewards[player] for player in range(rules.players)], abs=1e-6)


def test_red_begins_with_three_moves(load):
    rules = load("rolit.rolit").Rolit()
    assert [rules.move_text(move) for move in rules.new_position().moves()] == ["F4", "D6", "F6"]


def test_without_a_ball_contact_is_enough(load):
    rules = load("rolit.rolit").Rolit()
    position = rules.new_position().play(rules.find_move("f4"))
    assert rules.scores(position) == (3, 0, 1, 1)
    assert position.mover == 1
    assert " ".join(rules.move_text(move) for move in position.moves()) == (
        "C3 D3 E3 F3 G3 C4 G4 C5 F5 G5 C6 D6 E6 F6"
    )
    contact = position.play(rules.find_move("G5"))
    assert rules.scores(contact) == (3, 1, 1, 1)


def test_a_trap_must_be_taken(load):
    rules = load("rolit.rolit").Rolit()
    with pytest.raises(ValueError, match="not legal"):
        rules.new_position().play(rules.find_move("C3"))


def test_neutral_balls_are_trapped(load):
    rules = load("rolit.rolit").Rolit(2)
    position = rules.new_position().play(rules.find_move("F4"))
    assert rules.position_text(position).split()[0][24:32] == "...RRR.."
    assert rules.scores(position) == (3, 1)


def test_a_line_of_many_colours(load):
    rules = load("rolit.rolit").Rolit()
    cells = list(START)
    cells[24:31] = "RYGYBGB"
    after = rules.parse_position("".join(cells) + " R").play(rules.find_move("H4"))
    assert rules.position_text(after)[24:32] == "R" * 8
    assert after.mover == 1


@pytest.mark.parametrize(
    "balls, rewards",
    [
        ({"R": 30, "Y": 20, "G": 10, "B": 4}, (1, 0.4, 0.1, 0)),
        ({"R": 4, "Y": 10, "G": 20, "B": 30}, (0, 0.1, 0.4, 1)),
        ({"R": 16, "Y": 16, "G": 16, "B": 16}, (0.375,) * 4),
        ({"R": 10, "Y": 22, "G": 22, "B": 10}, (0.05, 0.7, 0.7, 0.05)),
        ({"R": 1, "Y": 21, "G": 21, "B": 21}, (0, 0.5, 0.5, 0.5)),
        ({"R": 14, "Y": 22, "G": 14, "B": 14}, (0.5 / 3, 1, 0.5 / 3, 0.5 / 3)),
        ({"R": 20, "Y": 20, "G": 23, "B": 1}, (0.25, 0.25, 1, 0)),
    ],
)
def test_ties_share_their_ranks(load, balls, rewards):
    rules = load("rolit.rolit").Rolit()
    position = rules.parse_position(full_board(**balls))
    assert rules.scores(position) == tuple(balls.values())
    assert position.rewards() == pytest.approx(rewards)


@pytest.mark.parametrize(
    "red, green, rewards",
    [
        (40, 22, (1, 0)),
        (22, 40, (0, 1)),
        (31, 31, (0.5, 0.5)),
    ],
)
def test_two_players(load, red, green, rewards):
    rules = load("rolit.rolit").Rolit(2)
    position = rules.parse_position(full_board(R=red, G=green))
    assert rules.scores(position) == (red, green)
    assert position.rewards() == rewards


def test_move_texts(load):
    rules = load("rolit.rolit").Rolit()
    assert rules.find_move("D3") == rules.find_move("d3") == 19
    assert [rules.move_text(move) for move in (0, 7, 8, 63)] == ["A1", "H1", "A2", "H8"]
    assert all(rules.find_move(rules.move_text(move)) == move for move in range(64))
    for text in ("", "D", "3", "I3", "J3", "A9", "A0", "A01", "pass", "D3 ", "3D"):
        with pytest.raises(ValueError):
            rules.find_move(text)
    for move in (-1, 64):
        with pytest.raises(ValueError, match="is not one of"):
            rules.move_text(move)


def test_diagram(load):
    rules = load("rolit.rolit").Rolit(3, 2)
    assert rules.diagram(rules.new_position()).splitlines() == [
        "  A B C D E F G H",
        "1 . . . . . . . .",
        "2 . . . . . . . .",
        "3 . . . . . . . .",
        "4 . . . R Y . . .",
        "5 . . . b G . . .",
        "6 . . . . . . . .",
        "7 . . . . . . . .",
        "8 . . . . . . . .",
        "red 1, yellow 1, green 1, green to move",
    ]
    assert "the board is full" in rules.diagram(rules.new_position().playout(1))


@pytest.mark.parametrize(
    "players, text, complaint",
    [
        (4, START, "is not squares and side to move"),
        (4, START + " R 1", "is not squares and side to move"),
        (4, START[1:] + " R", "is not 64 squares"),
        (4, "X" + START[1:] + " R", "is not 64 squares"),
        (4, START + " X", "none of R, Y, G, B"),
        (2, START + " Y", "none of R, G"),
        (3, START + " B", "none of R, Y, G"),
        (4, "." * 64 + " R", "D4 is empty"),
        (4, START.replace("G", ".") + " R", "E5 is empty"),
        (2, "Y" + START[1:] + " R", "neutral ball Y on A1"),
        (3, START.replace("R", "B") + " R", "neutral ball B on D4"),
    ],
)
def test_bad_positions(load, players, text, complaint):
    with pytest.raises(ValueError, match=complaint):
        load("rolit.rolit").Rolit(players).parse_position(text)


def test_positions_in_any_case(load):
    rules = load("rolit.rolit").Rolit(2, 1)
    position = rules.parse_position(f"{START} g".lower())
    assert rules.position_text(position) == START + " G"
    assert position.key == rules.new_position().key


@pytest.mark.parametrize("players, first", [(1, 0), (5, 0), (2, 2), (4, -1), (3, 3)])
def test_bad_tables(load, players, first):
    with pytest.raises(ValueError):
        load("rolit.rolit").Rolit(players, first)


def test_keys_tell_the_mover(load):
    rolit = load("rolit.rolit")
    assert len({rolit.Rolit(4, first).new_position().key for first in range(4)}) == 4


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(2, 4),
    games=st.lists(st.lists(st.integers(0, 10**6), max_size=60), min_size=2, max_size=6),
)
def test_keys_and_texts_agree(load, players, games):
    rules = load("rolit.rolit").Rolit(players)
    positions = [position for picks in games for position in random_game(rules, picks)]
    check_keys_and_texts(rules, positions)


@settings(max_examples=40, deadline=None)
@given(
    players=st.integers(2, 4),
    picks=st.lists(st.integers(0, 10**6), max_size=60),
    seed=st.integers(0, 2**64 - 1),
)
def test_playouts_fill_the_board(load, players, picks, seed):
    rules = load("rolit.rolit").Rolit(players)
    position = random_game(rules, picks)[-1]
    before = rules.position_text(position)
    plies = before.count(".")
    end = position.playout(seed)
    text = rules.position_text(end)
    assert end.over
    assert "." not in text
    assert end.mover == (position.mover + plies) % players
    assert rules.position_text(position.playout(seed)) == text
    assert rules.position_text(position) == before


@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_playouts_are_single_ones(load, players):
    """Boards played side by side give every player what playouts one by one give."""
    position = load("rolit.rolit").Rolit(players, players - 1).new_position()
    single = [position.playout(seed).rewards() for seed in range(3000)]
    count = 30_001
    many = position.playouts(count, 7)
    assert sum(many) == pytest.approx(count * (1 if players == 2 else 1.5), rel=1e-6)
    for player in range(players):
        mean = sum(rewards[player] for rewards in single) / len(single)
        assert abs(many[player] / count - mean) < 0.04


@pytest.mark.parametrize("count", [0, 1, 3, 4, 5])
def test_number_of_playouts(load, count):
    position = load("rolit.rolit").Rolit(2).new_position()
    assert sum(position.playouts(count, 3)) == count
