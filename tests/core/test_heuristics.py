"""The heuristics of the games: picks, priors, static values, margins, and playouts made of them."""

import json
import math

import pytest
from places import TESTS

from outflank.engine import core
from outflank.engine.evaluators import new_heuristic
from outflank.engine.games import GAMES, find_game

EACH = [(variant, size) for variant in GAMES if not variant.hidden for size in variant.sizes[:3]]
"""Acquire's heuristic has tests of its own: it is asked where players decide, not where chance moves."""
TRACES = TESTS / "traces"
LONGEST = {"PolyClash": 420}
"""Plies of a game, where they are more than 100."""

NAMES = {
    "Othello": "Othello",
    "Othello10": "Othello",
    "Rolit": "Rolit",
    "Sos": "SOS",
    "PolyClash": "PolyClash",
}
"""The game's name by the class of its rules."""

each_game = pytest.mark.parametrize(
    ("variant", "size"), EACH, ids=lambda value: getattr(value, "name", value)
)
othello_sizes = pytest.mark.parametrize("size", [6, 8, 10])


def heuristic_of(rules):
    return new_heuristic(find_game(NAMES[type(rules).__name__]), rules)


def priors_of(load, position):
    return load("testing.evaluations").priors(heuristic_of(position.rules), position)


def value_of(load, position):
    return load("testing.evaluations").judgement(heuristic_of(position.rules), position)


def picks_of(load, position, count, seed):
    return load("testing.evaluations").picks(heuristic_of(position.rules), position, count, seed)


def policy_line(load, start, seed):
    """The moves of one playout by the heuristic's picks."""
    found = load("testing.evaluations").logged_playout(start, seed, heuristic_of(start.rules))
    return [move for _, move in found[1]]


def on_the_way(load, variant, size, seeds=2):
    """Positions of random games: every tenth of each."""
    start = variant.rules(size, load=load).new_position()
    longest = LONGEST.get(variant.name, 100)
    for seed in range(seeds):
        for plies in range(0, longest, longest // 10):
            position = start.after_playout(seed, plies)
            if not position.over:
                yield position


@each_game
def test_priors_are_positive_and_sum_to_one(load, variant, size):
    for position in on_the_way(load, variant, size):
        priors = priors_of(load, position)
        assert len(priors) == len(position.moves())
        assert min(priors) > 0
        assert sum(priors) == pytest.approx(1, abs=1e-4)


@each_game
def test_picks_are_seeded(load, variant, size):
    for position in on_the_way(load, variant, size, seeds=1):
        made = picks_of(load, position, 40, 3)
        assert list(made) == position.moves()
        assert sum(made.values()) == 40
        assert made == picks_of(load, position, 40, 3)


@each_game
def test_values_are_rewards(load, variant, size):
    for position in on_the_way(load, variant, size):
        value = value_of(load, position)
        assert len(value) == len(variant.players)
        assert all(0 <= reward <= 1 for reward in value)
        assert sum(value) == pytest.approx(sum(position.rewards()), abs=1e-4)


@each_game
def test_finished_games(load, variant, size):
    """They have the value of their rewards, and a margin of the same sign."""
    start = variant.rules(size, load=load).new_position()
    for seed in range(40):
        end = load("testing.evaluations").policy_playout(heuristic_of(start.rules), start, seed)
        assert end.over
        assert value_of(load, end) == end.rewards()
        margin = load("testing.evaluations").margin(end)
        assert (margin is None) == (variant.name in ("PolyClash", "Rolit", "Rolit 3"))
        if margin is not None:
            first, second = end.rules.scores(end)
            assert margin == first - second
            assert end.rewards()[0] == (0.5 if margin == 0 else margin > 0)


def test_the_margin_counts_empty_squares_for_the_winner(load):
    position = load("othello.othello").Othello(8).parse_position("-XX" + "-" * 61 + "O")
    assert load("testing.evaluations").margin(position) == 64
    wide = load("othello.othello10").Othello10().parse_position("-OO" + "-" * 97 + "O")
    assert load("testing.evaluations").margin(wide) == -100


@each_game
def test_policy_playouts_are_seeded(load, variant, size):
    start = variant.rules(size, load=load).new_position()
    before = start.rules.position_text(start), start.key
    totals = [
        load("testing.evaluations").policy_playouts(heuristic_of(start.rules), start, 30, seed)
        for seed in (5, 5, 6)
    ]
    assert totals[0] == totals[1]
    ends = {
        start.rules.position_text(
            load("testing.evaluations").policy_playout(heuristic_of(start.rules), start, seed)
        )
        for seed in range(9)
    }
    assert len(ends) > 5
    assert (start.rules.position_text(start), start.key) == before


def test_all_levels_pick_alike():
    for variant, size in EACH:
        totals = set()
        for level in core.built():
            start = variant.rules(size, load=lambda name, level=level: core.load(name, level)).new_position()
            totals.add(
                core.load("testing.evaluations", level).policy_playouts(
                    heuristic_of(start.rules), start, 20, 9
                )
            )
        assert len(totals) == 1


@each_game
@pytest.mark.parametrize("policy", [True, False])
def test_traces_tell_the_playout(load, variant, size, policy):
    """The log of a whole playout leads, move by legal move, to its end; a cut one stops where it says."""
    playout = load("testing.evaluations").logged_playout
    start = variant.rules(size, load=load).new_position()
    heuristic = heuristic_of(start.rules) if policy else None
    end, line = playout(start, 4, heuristic)
    positions = [start]
    for player, move in line:
        assert positions[-1].mover == player
        positions.append(positions[-1].play(move))
    assert positions[-1].over
    text = start.rules.position_text
    assert text(positions[-1]) == text(end)
    for plies in (0, 1, 5, len(line) // 2, len(line)):
        cut = heuristic.after_playout(start, 4, plies) if policy else start.after_playout(4, plies)
        assert text(cut) == text(positions[plies])
        assert playout(start, 4, heuristic, plies)[1] == line[:plies]
    if policy:
        assert text(load("testing.evaluations").policy_playout(heuristic, start, 4)) == text(end)


# Othello


@othello_sizes
def test_othello_draws_by_the_formula(load, size):
    """Ten times the corner term, twice the mobility, the stability term, at least 0.01: computed anew."""
    start = find_game("Othello").rules(size, load=load).new_position()
    for seed, plies in ((1, 9), (2, 21), (3, 26)):
        position = start.after_playout(seed, plies)
        moves = position.moves()
        weights = [weight_by_hand(position, move, size) for move in moves]
        made = picks_of(load, position, 4000, 8)
        for move, weight in zip(moves, weights, strict=True):
            share = weight / sum(weights)
            assert abs(made[move] - 4000 * share) < 5 * math.sqrt(4000 * share * (1 - share)) + 5


def weight_by_hand(position, move, size):
    rules = position.rules
    if move == rules.pass_move:
        return 1
    across, down = (
        min(at, size - 1 - at)
        for at in (move % rules.stride - rules.first, move // rules.stride - rules.first)
    )
    corner = {(0, 0): 1, (0, 1): -0.5, (1, 0): -0.5, (1, 1): -0.5}.get((across, down), 0)
    stability = -0.2 if (across, down) in ((0, 1), (1, 0)) else 0.3 if across == 0 or down == 0 else 0
    after = position.play(move)
    black, white = rules.discs(after)
    mine, theirs = (
        len([m for m in rules.place(black, white, player).moves() if m != rules.pass_move])
        for player in (position.mover, 1 - position.mover)
    )
    mobility = (mine - theirs) / (mine + theirs) if mine + theirs else 0
    return max(0.01, 10 * corner + 2 * mobility + stability)


@pytest.mark.parametrize("size", [6, 8, 10])
def test_kinds_of_squares(load, size):
    kinds = load("othello.square_kinds").KINDS
    kind_of = load("othello.square_kinds").kind_of
    board = [[kinds[kind_of(column, row, size)] for column in range(size)] for row in range(size)]
    assert board[0][:3] == ["corner", "C", "edge"]
    assert board[1][:3] == ["C", "X", "inner"]
    for row in range(size):
        assert board[row] == board[row][::-1] == board[size - 1 - row]
    assert sum(row.count("corner") for row in board) == sum(row.count("X") for row in board) == 4


def test_othello_prefers_the_corner_and_shuns_the_squares_beside_it(load):
    """Black may take a1, or g2 beside h1."""
    rules = load("othello.othello").Othello(8)
    rows = ["-OX-----", "--------", "-----O--", "---XO---", "---X----", *["--------"] * 3]
    position = rules.parse_position("".join(rows) + "X")
    moves = position.moves()
    corner, beside = rules.find_move("A1"), rules.find_move("G2")
    made = picks_of(load, position, 500, 1)
    priors = dict(zip(moves, priors_of(load, position), strict=True))
    assert max(made, key=made.get) == max(priors, key=priors.get) == corner
    assert min(priors, key=priors.get) == beside
    assert made[beside] < 5


def test_a_corner_is_worth_something(load):
    rules = load("othello.othello").Othello(8)
    with_corner = rules.parse_position("X" + "-" * 26 + "OX" + "-" * 6 + "XO" + "-" * 27 + "O")
    without = rules.parse_position("-" * 18 + "X" + "-" * 8 + "OX" + "-" * 6 + "XO" + "-" * 27 + "O")
    assert value_of(load, with_corner)[0] > value_of(load, without)[0]


# SOS


def gains(position):
    """By brute force: what each move scores, and whether it leaves the opponent something new to score."""
    scores = position.rules.scores
    before = sum(scores(position))
    return {move: sum(scores(position.play(move))) - before for move in position.moves()}


@pytest.mark.parametrize("size", [3, 5, 8])
def test_sos_takes_what_scores_most(load, size):
    start = load("sos.sos").Sos(size).new_position()
    for seed in range(3):
        position = start
        for move in policy_line(load, start, seed):
            found = gains(position)
            assert found[move] == max(found.values())
            position = position.play(move)
        for plies in range(3, size * size, 5):
            position = start.after_playout(seed, plies)
            found = gains(position)
            best = {move for move in found if found[move] == max(found.values())}
            made = picks_of(load, position, 100, seed)
            assert {move for move in made if made[move]} <= best
            assert max(found.values()) == 0 or len(best) > 8 or best == {move for move in made if made[move]}


def test_sos_opens_nothing_it_need_not(load):
    """Where one in three moves opens a triple, four tries leave one in eighty."""
    position = load("sos.sos").Sos(5).parse_position("S" + "." * 24 + " B 0-0")
    opening = {move for move in position.moves() if max(gains(position.play(move)).values()) > 0}
    assert len(opening) == 6
    made = picks_of(load, position, 2000, 5)
    assert sum(made[move] for move in opening) < 10


def test_sos_priors_put_scores_first_and_gifts_last(load):
    rules = load("sos.sos").Sos(5)
    position = rules.parse_position("S.S" + "." * 19 + "S.. W 0-0")
    priors = dict(zip(position.moves(), priors_of(load, position), strict=True))
    scoring = priors[rules.find_move("B1O")]
    neutral = priors[rules.find_move("E3O")]
    gift = priors[rules.find_move("B2O")]
    assert scoring == max(priors.values()) >= 4 * neutral
    assert neutral > 4 * gift


# Rolit


def test_rolit_draws_by_kind(load):
    squares = load("othello.square_kinds")
    start = load("rolit.rolit").Rolit(2).new_position()
    weights = {"corner": 16, "edge": 4, "inner": 4, "C": 2, "X": 1}
    seen = set()
    for seed in range(6):
        position = start.after_playout(seed, 30)
        moves = position.moves()
        kinds = [squares.KINDS[squares.kind_of(move % 8, move // 8, 8)] for move in moves]
        seen |= set(kinds)
        total = sum(weights[kind] for kind in kinds)
        made = picks_of(load, position, 4000, 8)
        for move, kind in zip(moves, kinds, strict=True):
            share = weights[kind] / total
            assert abs(made[move] - 4000 * share) < 5 * math.sqrt(4000 * share * (1 - share)) + 5
    assert seen == set(weights)


def test_rolit_priors_want_the_corner(load):
    rules = load("rolit.rolit").Rolit(4)
    offered = 0
    for seed in range(8):
        position = rules.new_position().after_playout(seed, 40)
        moves = position.moves()
        priors = priors_of(load, position)
        if {0, 7, 56, 63} & set(moves):
            offered += 1
            assert moves[priors.index(max(priors))] in (0, 7, 56, 63)
    assert offered > 2


def test_rolit_values_follow_the_balls(load):
    """Near the end, who has most balls by far expects the first rank's reward, who has none the last's."""
    position = load("rolit.rolit").Rolit(4).parse_position("R" * 40 + "YYYYYYYYYYYYGGGGGG......" + " R")
    value = value_of(load, position)
    assert value[0] > 0.9 > value[1] > value[2] > value[3]


# PolyClash


def board(load, black, white, side="B"):
    rules = load("polyclash.polyclash").PolyClash()
    cells = ["B" if p in black else "W" if p in white else "." for p in range(302)]
    return rules.parse_position("".join(cells) + " " + side)


def test_polyclash_captures_four_times_in_five(load):
    """Point 210 has three neighbours; the white stone there has its last liberty on 65."""
    position = board(load, {60, 61}, {210})
    made = picks_of(load, position, 2000, 3)
    assert 1540 < made[65] < 1700
    assert max(count for move, count in made.items() if move != 65) < 20


def test_polyclash_playouts_capture(load):
    start = load("polyclash.polyclash").PolyClash().new_position()
    line = policy_line(load, start, 3)
    position = start
    could = did = 0
    for ply, move in enumerate(line[:330]):
        if ply > 60:
            foe = "WB"[position.mover]
            text = position.rules.position_text
            stones = text(position).split()[0].count(foe)
            captures = {m for m in position.moves() if text(position.play(m)).split()[0].count(foe) < stones}
            could += bool(captures)
            did += move in captures
        position = position.play(move)
    assert could > 30
    assert 0.6 < did / could < 0.97


def test_polyclash_keeps_its_eyes(load):
    """The whole board is black but for two eyes: Black passes, and only White would play there."""
    position = board(load, set(range(302)) - {0, 30}, set())
    made = picks_of(load, position, 50, 1)
    assert made[302] == 50
    priors = priors_of(load, position)
    assert position.moves() == [0, 30, 302]
    assert priors[2] > 0.9


def test_polyclash_priors(load):
    """Captures and saves first, self-atari and passes last."""
    for side in "BW":
        position = board(load, {60, 61}, {210}, side)
        priors = dict(zip(position.moves(), priors_of(load, position), strict=True))
        assert max(priors, key=priors.get) == 65
        assert priors[302] == min(priors.values())
    bad = board(load, set(), {60, 61})
    priors = dict(zip(bad.moves(), priors_of(load, bad), strict=True))
    assert sorted(priors, key=priors.get)[:2] == [302, 210]


# Values against results


def recorded():
    """(game, size or players, moves as the record has them)."""
    for name in ("othello", "rolit", "sos", "polyclash"):
        rows = [json.loads(line) for line in (TRACES / f"{name}.jsonl").read_text().splitlines()]
        for row in rows[:: 4 if name == "polyclash" else 2]:
            yield name, row


def replayed(load, name, row):
    """The rules and move numbers of a recorded game; None for a game not played here."""
    if name == "othello":
        if row["n"] not in (6, 8):
            return None
        rules = find_game("Othello").rules(row["n"], load=load)
        return rules, [rules.find_move(text) for text in row["moves"]]
    if name == "rolit":
        rules = load("rolit.rolit").Rolit(
            row["players"], {2: "RG", 3: "RYG", 4: "RYGB"}[row["players"]].index(row["first"])
        )
        return rules, [rules.find_move(text) for text in row["moves"]]
    if name == "sos":
        cells = [text.split(",") for text in row["moves"]]
        size = row["n"]
        return load("sos.sos").Sos(size), [
            2 * (size * int(r) + int(c)) + (letter == "O") for r, c, letter in cells
        ]
    return load("polyclash.polyclash").PolyClash(), [302 if point < 0 else point for point in row["moves"]]


def test_values_foretell_results(load):
    """In the last three tenths of recorded games, random ones for the most part."""
    pairs = {}
    for name, row in recorded():
        game = replayed(load, name, row)
        if game is None:
            continue
        rules, moves = game
        position = rules.new_position()
        values = []
        for ply, move in enumerate(moves):
            if ply >= 0.7 * len(moves) and ply % (20 if name == "polyclash" else 3) == 0:
                values.append(value_of(load, position)[0])
            position = position.play(move)
        pairs.setdefault(name, []).extend((value, position.rewards()[0]) for value in values)
    assert {name: correlation(rows) > 0.3 for name, rows in pairs.items()} == dict.fromkeys(pairs, True)
    assert len(pairs) == 4


def correlation(rows):
    n = len(rows)
    assert n > 80
    mean_x = sum(x for x, _ in rows) / n
    mean_y = sum(y for _, y in rows) / n
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in rows)
    return covariance / math.sqrt(
        sum((x - mean_x) ** 2 for x, _ in rows) * sum((y - mean_y) ** 2 for _, y in rows)
    )
