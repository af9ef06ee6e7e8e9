"""PolyClash: the board against the published one, the rules against recorded games, texts, playouts."""

import hashlib
import itertools
import json
import random
import re

import pytest
from hypothesis import given, settings, strategies as st
from places import TESTS

from outflank.engine import core
from outflank.engine.evaluation import level_of

GRAPH = json.loads((TESTS / "positions" / "polyclash_graph.json").read_text())
TRACES = [json.loads(line) for line in (TESTS / "traces" / "polyclash.jsonl").read_text().splitlines()]
GAMES = {trace["id"]: trace for trace in TRACES}
COUNTS = json.loads((TESTS / "positions" / "polyclash_perft.json").read_text())
# Half of the counted positions come from games that are not among the traces, so nobody can reach them here.
PERFT = [row for row in COUNTS if row["trace"] in GAMES]
NEAR = [set(point["nbr"]) for point in GRAPH["points"]]
PASS = 302
EMPTY_BOARD = "." * 302
KO = (6, 61, 36, 65, 211, 60, 210)
"""The last play, black's, captures 60 and could be captured there at once."""


@pytest.fixture(scope="module")
def game(load):
    return load("polyclash.polyclash").PolyClash()


@pytest.fixture(scope="module")
def board(load):
    return load("polyclash.graph").board()


def stones_key(position):
    return window(position).stones_key(position)


def playout_moves(position, seed):
    return window(position).playout_moves(position, seed)


def window(position):
    return core.load("testing.stones", level_of(position.rules))


def cells(game, position):
    return game.position_text(position)[:302]


def play_all(position, moves):
    for move in moves:
        position = position.play(move)
    return position


def setup(game, black=(), white=(), rest=" B"):
    board = list(EMPTY_BOARD)
    for p in black:
        board[p] = "B"
    for p in white:
        board[p] = "W"
    return game.parse_position("".join(board) + rest)


def random_game(game, seed, plies):
    """A position some random legal plies from the start; passes are rare."""
    choice = random.Random(seed)
    position = game.new_position()
    for _ in range(plies):
        moves = position.moves()
        if not moves:
            break
        plays = moves[:-1] if choice.random() > 0.02 else []
        position = position.play(choice.choice(plays or moves))
    return position


# The board.


def test_neighbours(board):
    assert [set(near) for near in board.neighbours] == NEAR
    text = ";".join(f"{p}:{','.join(map(str, near))}" for p, near in enumerate(board.neighbours))
    digests = [hashlib.sha256(t.encode()).hexdigest() for t in (text, text + ";")]
    assert "a6935bd27e98d611d1d422aecf19d776acb685b9be1d30a89658fc6cab785335" in digests


def test_codes_and_names(board):
    assert [list(code) for code in board.codes] == [point["code"] for point in GRAPH["points"]]
    assert len(board.names) == 660
    assert board.names["0"] == 0
    assert board.names["36-6"] == board.names["6-36"] == 60
    assert [board.names[name] for name in ("4-6-36", "6-36-4", "36-4-6")] == [210] * 3
    assert "6-4-36" not in board.names
    assert board.names["57-58-59-55-56"] == 301


def test_coordinates(board):
    for here, point in zip(board.xyz, GRAPH["points"], strict=True):
        assert here == pytest.approx(point["xyz"], abs=1e-6)


def test_kites(board):
    def shape(kite):
        return kite[0], kite[2], frozenset((kite[1], kite[3]))

    small = {shape(kite) for kite in board.kites[:240]}
    large = {shape(kite) for kite in board.kites[240:]}
    assert small == {shape(kite) for kite in GRAPH["small_kites"]}
    assert large == {shape(kite) for kite in GRAPH["large_kites"]}
    total = GRAPH["total_area"]
    assert board.shares == pytest.approx(
        [GRAPH["polysmall_area"] / total] * 240 + [GRAPH["polylarge_area"] / total] * 60, abs=1e-12
    )


def test_rotations(board):
    """Each of the solid's 60 turns maps neighbours to neighbours and kites to kites."""
    turns = GRAPH["rotations"]
    kites = {frozenset(kite) for kite in board.kites}
    assert len({tuple(turn) for turn in turns}) == 60
    for turn in turns:
        assert all(
            {turn[q] for q in near} == set(board.neighbours[turn[p]])
            for p, near in enumerate(board.neighbours)
        )
        assert {frozenset(turn[p] for p in kite) for kite in board.kites} == kites


def test_a_lone_stone_claims_its_kites(game):
    for p, point in enumerate(GRAPH["points"]):
        black, white, free = game.area(game.new_position().play(p))
        assert (black, white) == pytest.approx((point["single_stone_share"], 0), abs=1e-9)
        assert free == pytest.approx(1 - black, abs=1e-12)


# The rules.


def check_samples(game, position, sample):
    """Every verdict on every empty point. Without the history only suicide is illegal, so the position set up
    afresh tells the two kinds apart."""
    empty = {p for p, cell in enumerate(cells(game, position)) if cell == "."}
    legal = set(position.moves()) - {PASS}
    fresh = set(game.parse_position(game.position_text(position)).moves()) - {PASS}
    assert len(legal) == sample["n_legal"]
    assert empty - fresh == set(sample["suicide"])
    assert fresh - legal == set(sample["superko"])


def replay(game, trace):
    """Play a recorded game and hold every ply of it against the record."""
    illegal = {}
    for ply, p, _ in trace["illegal"]:
        illegal.setdefault(ply, []).append(p)
    samples = {sample["ply"]: sample for sample in trace["samples"]}
    scores = {ply: shares for ply, *shares in trace["scores"]}
    position = game.new_position()
    before = EMPTY_BOARD
    for ply, move in enumerate([*trace["moves"], None]):
        if ply in samples:
            check_samples(game, position, samples[ply])
        if ply in scores:
            assert game.area(position) == pytest.approx(scores[ply], abs=1e-9)
        if ply in illegal:
            assert not set(illegal[ply]) & set(position.moves())
        if move is None:
            break
        assert position.mover == ply % 2
        position = position.play(PASS if move == -1 else move)
        after = cells(game, position)
        expected = list(before)
        for p in trace["captures"].get(str(ply), []):
            expected[p] = "."
        if move != -1:
            expected[move] = "BW"[ply % 2]
        assert after == "".join(expected), (trace["id"], ply)
        before = after
    return position


def position_hash(board):
    """The hash PolyClash itself records: the exclusive or of a SHA-256 prefix for each stone."""
    names = {"B": "black", "W": "white"}
    total = 0
    for p, cell in enumerate(board):
        if cell != ".":
            digest = hashlib.sha256(f"zobrist_{names[cell]}_{p}".encode()).digest()
            total ^= int.from_bytes(digest[:8], "big")
    return total


def key_of_stones(game, board):
    """Our key of these stones, from the keys of boards with one stone each."""
    total = 0
    for p, cell in enumerate(board):
        if cell != ".":
            alone = EMPTY_BOARD[:p] + cell + EMPTY_BOARD[p + 1 :]
            total ^= stones_key(game.parse_position(f"{alone} B"))
    return total


def check_end(game, trace, position):
    assert cells(game, position) == trace["final"]
    assert game.area(position) == pytest.approx(trace["score"], abs=1e-9)
    assert game.scores(position) == pytest.approx(trace["final_score"], abs=1e-9)
    assert position.rewards() == {"black": (1, 0), "white": (0, 1)}[trace["winner"]]
    assert position_hash(trace["final"]) == int(trace["zobrist"], 16)
    assert stones_key(position) == key_of_stones(game, trace["final"])
    assert position.over == (trace["end"] == "two_passes")
    assert game.plies(position) == trace["n"]


def test_recorded_games(game):
    for trace in TRACES:
        check_end(game, trace, replay(game, trace))


def test_recorded_games_end_in_every_way():
    ends = {trace["end"] for trace in TRACES}
    assert ends == {"two_passes", "cap450", "stuck_no_legal_play"}
    assert (len(TRACES), len(PERFT)) == (100, 9)


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['trace']}-{row['after_plies']}")
def test_perft(game, row):
    recorded = GAMES[row["trace"]]["moves"][: row["after_plies"]]
    moves = [PASS if move == -1 else move for move in recorded]
    position = play_all(game.new_position(), moves)
    plays = position.moves()[:-1]
    below = [len(position.play(move).moves()) - 1 for move in plays]
    assert len(plays) == row["depth1_plays"]
    assert sum(below) == row["depth2_plays"]
    after_pass = len(position.play(PASS).moves())
    assert position.perft(1) == len(plays) + 1
    assert position.perft(2) == sum(below) + len(plays) + after_pass


def test_start(game):
    start = game.new_position()
    assert (game.players, game.actions, game.pass_move, game.komi) == (2, 303, PASS, 0.025)
    assert start.moves() == list(range(303))
    assert start.mover == 0
    assert start.perft(2) == 303 + 302 * 302


def test_two_passes_in_a_row_end_the_game(game):
    once = game.new_position().play(PASS)
    assert not once.over
    broken = play_all(once, (5, PASS))
    assert not broken.over
    assert broken.mover == 1
    ended = broken.play(PASS)
    assert ended.over
    assert ended.moves() == []
    with pytest.raises(ValueError, match="not legal"):
        ended.play(PASS)


def test_suicide_of_one_and_of_many(game):
    alone = setup(game, white=NEAR[210])
    assert 210 not in alone.moves()
    ring = (NEAR[210] | NEAR[60]) - {210, 60}
    assert 60 in setup(game, white=ring).moves()
    assert 60 not in setup(game, black=[210], white=ring).moves()
    assert 60 in setup(game, black=[210], white=ring, rest=" W").moves()


def test_capture_comes_before_suicide(game):
    position = play_all(game.new_position(), KO)
    assert cells(game, position)[60] == "."
    assert cells(game, position)[210] == "B"


def test_superko_forbids_the_ko_and_nothing_more(game):
    position = play_all(game.new_position(), KO)
    assert 60 not in position.moves()
    elsewhere = play_all(position, (100, 200))
    assert 60 in elsewhere.moves()
    retaken = elsewhere.play(60)
    assert cells(game, retaken)[210] == "."
    assert 210 not in retaken.moves()


def test_a_pass_is_no_exchange_but_a_play_after_it_is(game):
    position = play_all(game.new_position(), KO)
    assert 60 in play_all(position, (PASS, 100)).moves()


def test_superko_ignores_the_side_to_move(game):
    """White's play on 100 leaves black's stone on 210 with black to move; after a pass and white's capture of
    it, black on 210 would leave the same stones with white to move."""
    position = play_all(game.new_position(), (*KO, 100, PASS, 60))
    assert cells(game, position)[210] == "."
    assert 210 not in position.moves()


def test_superko_sees_through_the_capture_of_a_chain_met_twice(game):
    """White builds 6, 60, 61 and takes 210 with the last of them; black on 210 touches that chain twice,
    takes all of it, and the stones are those of the start."""
    position = setup(game, black=[4, 36, 62, 63, 64, 210, 211, 212], white=[65], rest=" W")
    position = play_all(position, (6, PASS, 60, PASS, 61))
    assert cells(game, position)[210] == "."
    assert 210 not in position.moves()
    assert 210 in play_all(position, (100, 200)).moves()


def test_the_position_set_up_is_in_the_history(game):
    position = play_all(game.new_position(), KO[:6])
    fresh = game.parse_position(game.position_text(position)).play(KO[6])
    assert 60 not in fresh.moves()


def test_a_game_ends_after_2000_plies(game):
    choice = random.Random(7)
    position = game.new_position()
    while not position.over:
        moves = position.moves()
        position = position.play(choice.choice(moves[:-1] or moves))
    assert game.plies(position) == 2000
    assert position.moves() == []
    assert not game.position_text(position).endswith("pass pass")


# Scores.


def test_shares_of_kites(game):
    position = game.new_position().play(290)
    assert game.area(position) == pytest.approx((0.0311192, 0, 0.9688808), abs=1e-7)
    assert game.area(position.play(0)) == pytest.approx((0.0280072, 0.0135548, 0.9584380), abs=1e-7)
    assert game.scores(position.play(0)) == pytest.approx((0.0280072, 0.0385548), abs=1e-7)


def test_rewards_count_komi(load):
    rules = load("polyclash.polyclash").PolyClash
    assert rules().new_position().rewards() == (0, 1)
    assert rules(komi=0).new_position().rewards() == (0.5, 0.5)
    assert rules(0.01).new_position().play(0).rewards() == (1, 0)
    share = rules().area(rules().new_position().play(0))[0]
    assert rules(share).new_position().play(0).rewards() == (0.5, 0.5)


# Keys.


def test_keys_differ_by_side_pass_and_ply(game):
    played = game.new_position().play(5)
    texts = [EMPTY_BOARD + end for end in (" B", " W", " B pass", " W pass", " B pass pass")]
    keys = [game.parse_position(text).key for text in texts]
    keys += [played.key, game.parse_position(game.position_text(played)).key]
    retaken = play_all(game.new_position(), (*KO, 100, 200, 60, 150, 160, 210))
    keys += [retaken.key, game.parse_position(game.position_text(retaken)).key]
    assert len(set(keys)) == len(keys)


def test_keys_agree_where_orders_meet(game):
    keys = {play_all(game.new_position(), (a, 1, b, 3)).key for a, b in itertools.permutations((0, 2))}
    assert len(keys) == 1


# Texts.


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 450))
def test_texts_round_trip(game, seed, plies):
    position = random_game(game, seed, plies)
    text = game.position_text(position)
    again = game.parse_position(text)
    assert game.position_text(again) == text
    assert stones_key(again) == stones_key(position)
    assert (again.mover, again.over) == (position.mover, position.over)
    assert set(position.moves()) <= set(again.moves())
    assert [game.find_move(game.move_text(move)) for move in position.moves()] == position.moves()
    check_diagram(game, position)


def check_diagram(game, position):
    lines = game.diagram(position).split("\n")
    assert all(line.strip() and len(line) <= 100 for line in lines)
    shown = re.findall(r"([.BW])(\d+)(?: |$)", "\n".join(lines[:-1]), re.MULTILINE)
    assert sorted((int(p), cell) for cell, p in shown) == list(enumerate(cells(game, position)))


def test_diagram_says_how_it_stands(game):
    assert "black to move" in game.diagram(game.new_position())
    position = game.new_position().play(290)
    assert "black 0.0311, white 0.0000 + 0.025, unclaimed 0.9689; white to move" in game.diagram(position)
    assert "game over" in game.diagram(play_all(position, (PASS, PASS)))


def test_find_move(game):
    assert game.find_move("0") == 0
    assert game.find_move("301") == 301
    assert game.find_move("6-36") == game.find_move("36-6") == 60
    assert game.find_move("6-36-4") == 210
    assert {game.find_move(word) for word in ("pass", "PASS", "Pass")} == {PASS}
    assert game.move_text(PASS) == "pass"


@pytest.mark.parametrize(
    "text", ["302", "-1", "", "6-7-8", "6-4-36", "0-2", "D3", "1.0", " 5", "\u0663", "0005", "+5"]
)
def test_no_move(game, text):
    with pytest.raises(ValueError, match="neither a point"):
        game.find_move(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "302 cells, not 0"),
        ("." * 301 + " B", "302 cells, not 301"),
        ("." * 301 + "X B", "'X' is none of the cells"),
        (EMPTY_BOARD, "side to move"),
        (EMPTY_BOARD + " X", "side to move"),
        (EMPTY_BOARD + " B B", "not one pass or two"),
        (EMPTY_BOARD + " B pass pass pass", "not one pass or two"),
        ("B" * 302 + " W", "no liberty"),
    ],
)
def test_no_position(game, text, message):
    with pytest.raises(ValueError, match=message):
        game.parse_position(text)


def test_a_chain_without_liberties_is_no_position(game):
    assert setup(game, black=[210], white=[60, 61]).mover == 0
    with pytest.raises(ValueError, match="point 210 has no liberty"):
        setup(game, black=[210], white=NEAR[210])


# Playouts, held against rules written out plainly.


class PlainBoard:
    """Chains by flood fill over the published graph."""

    def __init__(self, cells):
        self.cells = list(cells)
        self.retake = None

    def chain(self, p):
        """The points of p's chain and its liberties."""
        chain, liberties, todo = {p}, set(), [p]
        while todo:
            for q in NEAR[todo.pop()]:
                if self.cells[q] == ".":
                    liberties.add(q)
                elif self.cells[q] == self.cells[p] and q not in chain:
                    chain.add(q)
                    todo.append(q)
        return chain, liberties

    def put(self, p, colour):
        """Play; the set of captured points, or None for suicide, which changes nothing."""
        self.cells[p] = colour
        taken = set()
        for q in NEAR[p]:
            if self.cells[q] not in (".", colour) and not self.chain(q)[1]:
                taken |= self.chain(q)[0]
        if not taken and not self.chain(p)[1]:
            self.cells[p] = "."
            return None
        for q in taken:
            self.cells[q] = "."
        return taken

    def wanted(self, p, colour):
        """Whether a playout may play on p."""
        if self.cells[p] != "." or p == self.retake or self.is_eye(p, colour):
            return False
        before, taken = self.cells.copy(), self.put(p, colour)
        self.cells = before
        return taken is not None

    def is_eye(self, p, colour):
        if any(self.cells[q] != colour for q in NEAR[p]):
            return False
        hostile = sum(self.cells[q] not in (".", colour) for q in ACROSS[p])
        return hostile < (1 if len(NEAR[p]) == 3 else 2)

    def play(self, p, colour):
        taken = self.put(p, colour)
        assert taken is not None
        alone = self.chain(p)
        self.retake = min(taken) if len(taken) == 1 and alone == ({p}, taken) else None


def corners_across():
    across = [[] for _ in range(302)]
    for kite in GRAPH["small_kites"] + GRAPH["large_kites"]:
        for i in range(4):
            across[kite[i]].append(kite[(i + 2) % 4])
    return across


ACROSS = corners_across()


@pytest.mark.parametrize("seed", range(12))
def test_playout_plays_by_the_rules(game, seed):
    start = game.parse_position(game.position_text(random_game(game, seed, 20 * seed)))
    plain = PlainBoard(cells(game, start))
    moves = playout_moves(start, seed)
    for ply, move in enumerate(moves, start.mover):
        colour = "BW"[ply % 2]
        if move == PASS:
            assert not any(plain.wanted(p, colour) for p in range(302))
            plain.retake = None
        else:
            assert plain.wanted(move, colour), (ply, move)
            plain.play(move, colour)
    end = start.playout(seed)
    assert end.over
    assert moves[-2:] == [PASS, PASS]
    assert PASS not in [a for a, b in itertools.pairwise(moves) if a == b][:-1]
    assert cells(game, end) == "".join(plain.cells)
    assert game.plies(end) == len(moves)
    again = game.parse_position(game.position_text(end))
    assert stones_key(end) == stones_key(again)
    assert game.area(end) == game.area(again)


def test_a_playout_may_not_retake_a_ko_at_once(game):
    position = play_all(game.new_position(), KO)
    assert 60 not in {playout_moves(position, seed)[0] for seed in range(3000)}
    assert 60 in {playout_moves(position.play(PASS), seed)[0] for seed in range(3000)}, "a false eye"
    later = play_all(position, (PASS, PASS))
    assert later.playout(1).key == later.key


def test_first_moves_of_playouts_are_equally_likely(game):
    """100 playouts for each point that may be chosen: a standard deviation of 10."""
    near_end = setup(game, black=[p for p in range(302) if p % 4], rest=" W")
    wanted = {p for p in near_end.moves() if p != PASS}
    first = [playout_moves(near_end, seed)[0] for seed in range(100 * len(wanted))]
    counts = {p: first.count(p) for p in wanted}
    assert set(first) == wanted
    assert all(50 <= n <= 150 for n in counts.values()), counts


def test_playouts_are_fair_and_repeatable(game):
    black, white = game.new_position().playouts(2000, 5)
    assert black + white == 2000
    assert 0.40 < black / 2000 < 0.53, "45.6 % in a million plies of an independent program"
    assert game.new_position().playouts(2000, 5) == (black, white)


def test_a_playout_leaves_its_position_alone(game):
    position = random_game(game, 3, 150)
    text, key = game.position_text(position), position.key
    position.playout(1)
    position.playouts(10, 1)
    assert (game.position_text(position), position.key) == (text, key)
