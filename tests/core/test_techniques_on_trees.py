"""Each technique of the search on a tree built by hand, or on one small enough to reckon out."""

import math
import random

import pytest

from outflank.engine import new_search as build, options as techniques
from outflank.engine.analysis.report import Row, drawn, preferred, when_settled
from outflank.engine.evaluators import new_evaluator
from outflank.engine.games import find_game

PLAIN = {**techniques.TEXTBOOK_UCT, "exploration": 1.0}


class Selection:
    """A tree that is asked which edge it takes at nodes made by hand."""

    def __init__(self, load, **options):
        rules = load("othello.othello").Othello(8)
        options = {**techniques.defaults("Othello"), **PLAIN, **options}
        evaluator = new_evaluator(find_game("Othello"), rules, options)
        self.load = load
        self.tree = load("search.tree").Tree(evaluator, load("search.pool").Pool(1), options)

    def choice_among(self, rows):
        return self.load("testing.trees").choice_among(self.tree, rows)

    def ban(self, bans):
        self.load("search.roots").ban(self.tree, bans)


def edge(visits, mean, prior=0.25, amaf=(0, 0.0), judged=None, sure=None):
    """A row for choice_among, from means instead of sums."""
    return (visits, visits * mean, prior, amaf[0], amaf[0] * amaf[1], judged, sure)


def formula(rows, score):
    """The number of the row with the highest score(visits, mean, prior, all visits)."""
    total = sum(row[0] for row in rows)
    scores = [score(row[0], row[1] / row[0], row[2], total) for row in rows]
    return scores.index(max(scores))


ROWS = [
    edge(50, 0.52, 0.1),
    edge(30, 0.50, 0.2),
    edge(12, 0.44, 0.3),
    edge(5, 0.38, 0.35),
    edge(3, 0.30, 0.05),
]


@pytest.mark.parametrize(("select", "factor"), [("ucb1", 1), ("ucb1-2ln", 2)])
@pytest.mark.parametrize("constant", [0.0, 0.1, 0.3, 0.5, 0.8, 1.2, 2.0, 4.0])
def test_ucb1_in_both_conventions(load, select, factor, constant):
    best = formula(ROWS, lambda n, q, p, total: q + constant * math.sqrt(factor * math.log(total) / n))
    assert Selection(load, select=select, exploration=constant).choice_among(ROWS) == best


def test_the_two_conventions_differ_by_a_factor_of_root_two(load):
    """C 1.4 under the root with 2 ln N is what the other convention calls 1.98."""
    for step in range(1, 60):
        constant = 0.05 * step
        a = Selection(load, select="ucb1-2ln", exploration=constant).choice_among(ROWS)
        b = Selection(load, select="ucb1", exploration=constant * math.sqrt(2)).choice_among(ROWS)
        assert a == b


def test_the_fast_way_chooses_what_the_long_one_does(load):
    """A width that leaves nothing out makes the search take the long way."""
    dice = random.Random(1)
    puct = {"select": "puct", "first_play": "parent", "priors": 1, "prove": "result", "first_play_loss": 0.2}
    chosen = set()
    for _ in range(200):
        fast, long = Selection(load, **puct), Selection(load, **puct, widening=1000.0)
        for _ in range(5):
            tried, length = dice.randrange(13), dice.randrange(1, 13)
            priors = sorted((dice.random() for _ in range(length)), reverse=True)
            visits = [dice.choice((1, 2, 7, 50, 9000)) if i < tried else 0 for i in range(length)]
            sure = dice.choice((None, None, None, 0.0, 1.0))
            rows = [
                edge(n, dice.random(), prior / sum(priors), sure=sure if i == dice.randrange(9) else None)
                for i, (n, prior) in enumerate(zip(visits, priors, strict=True))
            ]
            choice = fast.choice_among(rows)
            assert long.choice_among(rows) == choice
            chosen.add(choice)
    assert len(chosen) > 6


def test_moves_behind_an_untried_one_count_where_they_may_have_been_tried(load):
    """Without bans untried moves are the last ones, so that nobody looks behind the first of them."""
    rows = [edge(1000, 0.5, 0.6), edge(0, 0.0, 0.0002), edge(1000, 0.9, 0.0001)]
    usual = {"select": "puct", "first_play": "parent"}
    banned = Selection(load, **usual)
    assert banned.choice_among(rows) == 0
    banned.ban({(0, 19): 1})
    banned.ban({})
    assert banned.choice_among(rows) == 2
    assert Selection(load, **usual, noise=0.25).choice_among(rows) == 2


@pytest.mark.parametrize(
    "options",
    [
        {"select": "ucb1", "first_play": "first"},
        {"select": "ucb1-2ln", "first_play": "parent", "exploration": 0.4},
        {"select": "puct", "first_play": "parent", "first_play_loss": 0.2, "exploration": 0.3},
        {"select": "puct", "first_play": "parent", "bias": 0.5},
        {"select": "puct", "first_play": "parent", "rave": 300.0, "minimax": 0.4},
        {"select": "puct", "first_play": "parent", "prove": "score", "widening": 1.0},
    ],
    ids=str,
)
def test_with_bans_the_same_rule_chooses_among_the_permitted(load, options):
    """What is chosen is what would be if the banned moves were not there."""
    dice = random.Random(4)
    chosen = set()
    for _ in range(100):
        rows = [
            edge(
                dice.choice((0, 1, 2, 7, 50)),
                dice.random(),
                dice.random() / 8,
                (dice.choice((0, 9)), dice.random()),
                dice.random(),
                dice.choice((None,) * 9 + (0.0, 1.0)),
            )
            for _ in range(12)
        ]
        banned = dice.sample(range(12), 5)
        some = Selection(load, **options)
        some.ban({(0, move): 2 for move in banned})
        left = [i for i in range(12) if i not in banned]
        without = Selection(load, **options)
        # With a ban anywhere, edges may have been taken in any order.
        without.ban({(0, 19): 1})
        choice = some.choice_among(rows)
        assert choice == left[without.choice_among([rows[i] for i in left])]
        chosen.add(choice)
    assert len(chosen) > 6


def test_where_all_moves_are_banned_none_is(load):
    some = Selection(load, select="puct", first_play="parent")
    some.ban({(0, move): 2 for move in range(len(ROWS))})
    assert some.choice_among(ROWS) == Selection(load, select="puct", first_play="parent").choice_among(ROWS)


@pytest.mark.parametrize("constant", [0.0, 0.1, 0.3, 1.0, 3.0])
def test_puct(load, constant):
    expected = formula(ROWS, lambda n, q, p, total: q + constant * p * math.sqrt(total) / (1 + n))
    assert Selection(load, select="puct", exploration=constant).choice_among(ROWS) == expected


def test_an_untried_move_comes_first_or_waits(load):
    rows = [edge(10, 0.9), edge(0, 0.0), edge(10, 0.2), edge(0, 0.0)]
    assert Selection(load).choice_among(rows) == 1
    # The parent stands at 0.55: an untried move counts as that, less the loss.
    waits = {"first_play": "parent", "exploration": 0.0}
    assert Selection(load, **waits).choice_among(rows) == 0
    rows[0] = edge(10, 0.5)
    assert Selection(load, **waits, first_play_loss=-0.2).choice_among(rows) == 1
    assert Selection(load, **waits, first_play_loss=0.2).choice_among(rows) == 0


def test_progressive_bias_fades(load):
    few = [edge(4, 0.5, 0.1), edge(4, 0.45, 0.9)]
    many = [edge(400, 0.5, 0.1), edge(400, 0.45, 0.9)]
    assert Selection(load, exploration=0.0).choice_among(few) == 0
    assert Selection(load, exploration=0.0, bias=1.0).choice_among(few) == 1
    assert Selection(load, exploration=0.0, bias=1.0).choice_among(many) == 0


@pytest.mark.parametrize(
    ("widening", "power", "visits", "width"),
    [(1, 0.5, 16, 4), (2, 0.5, 4, 4), (0.1, 0.5, 9, 1), (1, 0.5, 0, 1)],
)
def test_progressive_widening_looks_at_the_first_moves(load, widening, power, visits, width):
    """The best of all comes last, so the choice tells how far the search looks; at least at one move."""
    rows = [edge(visits if i == 0 else 0, 0.0) for i in range(9)]
    options = {"exploration": 0.0, "first_play": "parent", "widening": widening, "widening_power": power}
    for last in range(9):
        trial = list(rows)
        if last:
            trial[last] = edge(0, 0.0, amaf=(100, 1.0))
        expected = last if last < width else 0
        assert Selection(load, **options, rave_weight=0.9).choice_among(trial) == expected


def test_rave_fades_with_visits(load):
    young = [edge(5, 0.5, amaf=(50, 0.3)), edge(5, 0.4, amaf=(50, 0.9))]
    old = [edge(50_000, 0.5, amaf=(50, 0.3)), edge(50_000, 0.4, amaf=(50, 0.9))]
    still = {"exploration": 0.0}
    assert Selection(load, **still).choice_among(young) == 0
    assert Selection(load, **still, rave=1000.0).choice_among(young) == 1
    assert Selection(load, **still, rave=1000.0).choice_among(old) == 0
    assert Selection(load, **still, rave_weight=0.5).choice_among(old) == 1


def test_rave_by_the_formula(load):
    """weight = sqrt(k / (3 n + k)), on the edge of a change of mind."""
    k, n = 300.0, 40
    weight = math.sqrt(k / (3 * n + k))
    level = 0.5 + weight * (0.8 - 0.5)
    for other, expected in ((level - 0.01, 0), (level + 0.01, 1)):
        rows = [edge(n, 0.5, amaf=(100, 0.8)), edge(n, other, amaf=(0, 0.0))]
        assert Selection(load, exploration=0.0, rave=k).choice_among(rows) == expected


def test_implicit_minimax_mixes_static_values(load):
    rows = [edge(10, 0.5, judged=0.2), edge(10, 0.45, judged=0.9)]
    assert Selection(load, exploration=0.0).choice_among(rows) == 0
    assert Selection(load, exploration=0.0, minimax=0.4).choice_among(rows) == 1


def test_certain_losses_are_left_alone(load):
    options = {"prove": "result", "exploration": 2.0}
    lost = [edge(3, 0.9, sure=0.0), edge(40, 0.1), edge(1, 0.0, sure=0.0)]
    assert Selection(load, **options).choice_among(lost) == 1
    all_certain = [edge(3, 0.9, sure=0.0), edge(40, 0.1, sure=0.4), edge(1, 0.0, sure=0.1)]
    assert Selection(load, **options).choice_among(all_certain) == 1
    # A certain draw is worth what it is, however seldom it was looked at.
    draw = [edge(1, 1.0, sure=0.5), edge(1000, 0.6)]
    assert Selection(load, **options).choice_among(draw) == 1
    # For the exact margin every move that is not certain yet must be looked at.
    win = [edge(5, 1.0, sure=1.0), edge(40, 0.1)]
    assert Selection(load, **options).choice_among(win) == 0
    assert Selection(load, **{**options, "prove": "score"}).choice_among(win) == 1


def test_widening_never_hides_the_only_good_move(load):
    rows = [edge(3, 0.9, sure=0.0), edge(40, 0.1, sure=0.0), edge(0, 0.0)]
    assert Selection(load, prove="result", widening=0.1).choice_among(rows) == 2


def new_search(load, game, size=None, threads=1, memory=16, **options):
    variant = find_game(game)
    rules = variant.rules(size, load=load)
    options = {**techniques.defaults(game), **options}
    return build.new_search(variant, rules, options, memory, 1, threads)


def searched(load, game, visits, text=None, size=None, **options):
    search = new_search(load, game, size, **options)
    rules = search.rules
    search.set_root(rules.parse_position(text) if text else rules.new_position())
    search.run(visits, 60.0, load("base.stop").Bell())
    return search


@pytest.mark.parametrize(
    "options",
    [
        {"select": "puct"},
        {"select": "ucb1-2ln"},
        {"expand_at": 1},
        {"expand_at": 8},
        {"bias": 1.0},
        {"widening": 2.0},
        {"rave": 300.0},
        {"rave_weight": 0.5},
        {"minimax": 0.3},
        {"transpositions": 1},
        {"playouts": 4},
        {"policy": 1},
        {"policy": 1, "playouts": 2},
        {"cut": 10},
        {"cut": 10, "policy": 1, "playouts": 3},
        {"static_weight": 0.5},
        {"static_weight": 1.0},
        {"noise": 0.25},
        {"prove": "score"},
        {"threads": 2},
        {"threads": 2, "parallel": "root"},
        {"threads": 3, "virtual_loss": 3, "rave": 300.0, "transpositions": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("game", ["Othello", "Rolit 3", "SOS", "PolyClash"])
def test_every_option_searches_every_game(load, game, options):
    search = searched(load, game, 300, **options)
    rows = search.rows()
    visits = sum(row[1] for row in rows)
    assert 300 <= visits <= 300 + 64
    assert all(0 <= row[2] <= 1.001 for row in rows)
    assert sum(row[3] for row in rows) == pytest.approx(1, abs=0.02)


def test_expand_at_decides_how_much_memory_a_search_takes(load):
    used = [searched(load, "Othello", 4000, expand_at=n).nodes for n in (1, 2, 8)]
    assert 4001 >= used[0] > used[1] > used[2] > 10


def test_shared_positions_take_fewer_nodes(load):
    """SOS: the order in which letters are written hardly matters, so most positions come again."""
    plain = {"select": "ucb1", "prove": "off"}
    apart = searched(load, "SOS", 30_000, size=3, transpositions=0, **plain).nodes
    shared = searched(load, "SOS", 30_000, size=3, transpositions=1, **plain).nodes
    assert shared < 0.6 * apart


def test_priors_put_scoring_moves_first(load):
    """SOS: after 100 simulations, moves that score have been looked at far more often."""
    text = "S.S.....SO......S.......O.S....." + "." * 32 + " B 1-0"
    counts = {}
    for priors in (0, 1):
        search = searched(load, "SOS", 100, text, priors=priors, select="puct")
        position = search.rules.parse_position(text)
        scoring = {m for m in position.moves() if position.play(m).mover == position.mover}
        assert scoring
        counts[priors] = sum(row[1] for row in search.rows() if row[0] in scoring) / len(scoring)
    assert counts[1] >= 2 * max(counts[0], 1)


def test_a_nodes_limit(load):
    search = new_search(load, "Othello")
    search.set_root(search.rules.new_position())
    search.run(1 << 40, 60.0, load("base.stop").Bell(), None, 0.01, 500)
    assert 495 <= search.nodes <= 505


ENDS = {
    "Othello": (8, 9),
    "SOS": (4, 6),
}


@pytest.mark.parametrize("game", ENDS)
@pytest.mark.parametrize("seed", range(6))
def test_exact_scores_are_proven_through_the_Selection(load, game, seed):
    """Against a plain minimax over margins: passes, extra turns and all."""
    size, empty = ENDS[game]
    rules = find_game(game).rules(size, load=load)
    position = rules.new_position()
    numbers = iter(load("base.rng").sample(seed, 1 << 30, 200))
    while sum(cell in "-." for cell in rules.position_text(position).split()[0]) > empty:
        moves = position.moves()
        if not moves:
            return
        position = position.play(moves[next(numbers) % len(moves)])
    if position.over:
        return
    search = new_search(load, game, size, memory=64, prove="score", transpositions=1)
    search.set_root(search.rules.adopt(position))
    search.run(3_000_000, 60.0, load("base.stop").Bell())
    assert search.proven
    margin = exact(rules, position, {})
    assert search.bounds == (margin, margin)
    for move, _, _, _, sure, own in search.rows():
        value = exact(rules, position.play(move), {})
        assert own is None or own == (value if position.mover == 0 else -value)
        assert sure is None or sure in (0.0, 1.0) or value == 0


def exact(rules, position, known):
    """The margin of player 0 with best play."""
    key = position.key
    if key not in known:
        moves = position.moves()
        if not moves:
            black, white = rules.scores(position)
            known[key] = black - white
        else:
            known[key] = (min if position.mover else max)(
                exact(rules, position.play(m), known) for m in moves
            )
    return known[key]


@pytest.mark.parametrize("seed", range(4))
def test_certain_rewards_of_several_players(load, seed):
    """Rolit for three: when the root is settled, its best move gives the mover what max^n says."""
    rules = find_game("Rolit 3").rules(load=load)
    position = rules.new_position()
    numbers = iter(load("base.rng").sample(seed, 1 << 30, 200))
    while rules.position_text(position).count(".") > 5:
        moves = position.moves()
        position = position.play(moves[next(numbers) % len(moves)])
    search = new_search(load, "Rolit 3", prove="result")
    search.set_root(search.rules.adopt(position))
    search.run(2_000_000, 60.0, load("base.stop").Bell())
    assert search.proven
    row = when_settled(search.rows())[0]
    assert row.sure == pytest.approx(best_for_mover(rules, position), abs=0.001)


def best_for_mover(rules, position):
    return max_n(rules, position)[position.mover]


def max_n(rules, position):
    moves = position.moves()
    if not moves:
        return position.rewards()
    outcomes = [max_n(rules, position.play(move)) for move in moves]
    return max(outcomes, key=lambda rewards: round(rewards[position.mover], 4))


def test_workers_lose_no_visit(load):
    """After a stress of four workers: every node's visits are those of its edges, nothing is lost."""
    search = searched(load, "Othello", 60_000, threads=4)
    checked = load("testing.trees").check(search)
    assert checked["nodes"] > 1000
    assert checked["wrong"] == 0
    assert sum(row[1] for row in search.rows()) == search.made


@pytest.mark.parametrize("options", [{}, {"rave": 300.0}, {"minimax": 0.3}], ids=str)
def test_interruptions_change_nothing(load, options):
    """A worker who is asked every moment whether it is enough grows the tree of one who is never asked: what
    is deferred above its checkpoint is flushed before anybody looks, and it goes on from there."""
    trees = []
    for slice in (0.0, 100.0):
        search = new_search(load, "Othello", **options)
        search.set_root(search.rules.new_position())
        asked = []

        def pause(search=search, asked=asked):
            asked.append(sum(row[1] for row in search.rows()) - search.made)
            return False

        search.run(6000, 60.0, load("base.stop").Bell(), pause, slice)
        trees.append((search.subtree(6, 3, 10_000), search.nodes))
        assert load("testing.trees").check(search)["wrong"] == 0
        assert not any(asked) and (len(asked) > 50) == (slice == 0.0)
    assert trees[0] == trees[1]
    assert len(trees[0][0]) > 150


def test_checkpoints_inside_checkpoints_lose_no_visit(load):
    """Behind as many visits there are checkpoints of all ranks (engine/core/search/simulate.pxd), one inside
    the other, and whatever ends them, proven results below among others, all that was deferred is flushed."""
    for slice in (0.001, 100.0):
        search = new_search(load, "Othello", size=6, prove="result")
        search.set_root(search.rules.new_position().play(search.rules.new_position().moves()[0]))
        search.run(100_000, 60.0, load("base.stop").Bell(), lambda: False, slice)
        assert load("testing.trees").check(search)["wrong"] == 0
        assert sum(row[1] for row in search.rows()) == search.made == 100_000
        assert max(row[1] for row in search.rows()) > 40_000


def test_workers_at_checkpoints_lose_no_visit(load):
    """Virtual losses for checkpoints are taken back when a slice ends, and taken anew."""
    search = new_search(load, "Othello", size=6, prove="result", virtual_loss=3, threads=4)
    search.set_root(search.rules.new_position().play(search.rules.new_position().moves()[0]))
    search.run(100_000, 60.0, load("base.stop").Bell(), lambda: False, 0.001)
    checked = load("testing.trees").check(search)
    assert checked["nodes"] > 1000 and checked["wrong"] == 0
    assert sum(row[1] for row in search.rows()) == search.made >= 100_000
    assert max(row[1] for row in search.rows()) > 40_000


MIDDLE = "---XO-O--X--XO-X--X-OOX---OOOXX---OOX----O-XO---O----O---------- X"


def test_many_workers_read_each_others_cache_entries(load):
    """Learned priors are made from a cache that all workers write and none locks: every one is what is
    reckoned afresh, and edges of equal priors stand in the order of the moves."""
    chosen = {"evaluation": "learned", "solve_at": 0}
    search_options = {**techniques.defaults("Othello"), **chosen}
    search = new_search(load, "Othello", threads=4, **chosen)
    fresh = find_game("Othello").rules(load=load)
    evaluator = new_evaluator(find_game("Othello"), fresh, search_options)
    start = search.rules.parse_position(MIDDLE)
    search.set_root(start)
    search.run(40_000, 60.0, load("base.stop").Bell())
    seen = 0
    for first in start.moves():
        for second in start.play(first).moves():
            position = start.play(first).play(second)
            index = search.known(position)
            if not index:
                continue
            seen += 1
            again = fresh.parse_position(position.rules.position_text(position))
            expected = load("testing.evaluations").priors(evaluator, again)
            ranked = sorted(zip(again.moves(), expected, strict=True), key=lambda pair: -pair[1])
            rows = search.rows_at(index)
            assert [row[0] for row in rows] == [move for move, _ in ranked]
            assert [row[3] for row in rows] == pytest.approx([prior for _, prior in ranked], abs=1e-4)
    assert seen > 15


def row(move, visits, mean, sure=None, margin=None):
    return Row(move, visits, mean, 0.1, sure, margin)


def test_the_final_choice():
    """The most visited, then the higher mean, then the game's order; certain results before and after."""
    assert preferred([row(1, 10, 0.4), row(2, 10, 0.5), row(3, 9, 0.9)])[0].move == 2
    assert preferred([row(1, 10, 0.5), row(2, 10, 0.5)])[0].move == 1
    assert preferred([row(1, 99, 0.9), row(2, 1, 1.0, sure=1.0)])[0].move == 2
    assert preferred([row(1, 99, 0.9, sure=0.0), row(2, 1, 0.1)])[0].move == 2
    assert preferred([row(1, 5, 1.0, 1.0, 4), row(2, 5, 1.0, 1.0, 20)])[0].move == 2
    assert when_settled([row(1, 50, 0.5), row(2, 3, 0.5, 0.5, 0), row(3, 2, 0.0, 0.0, -8)])[0].move == 2


def test_temperature_draws_among_good_moves():
    rows = preferred([row(1, 100, 0.5), row(2, 50, 0.5), row(3, 9, 0.5)])
    assert drawn(rows, 0.0, 0.99).move == 1
    moves = [drawn(rows, 1.0, number / 1000).move for number in range(1000)]
    assert moves.count(1) == pytest.approx(667, abs=2)
    assert moves.count(2) == pytest.approx(333, abs=2)
    assert moves.count(3) == 0, "a move hardly looked at is no human mistake but a blunder"
    cold = [drawn(rows, 0.25, number / 1000).move for number in range(1000)]
    assert cold.count(1) > 920
    won = preferred([row(1, 100, 0.9), row(2, 80, 1.0, sure=1.0)])
    assert all(drawn(won, 5.0, number / 50).move == 2 for number in range(50))
    lost = preferred([row(1, 100, 0.4), row(2, 99, 0.0, sure=0.0)])
    assert all(drawn(lost, 5.0, number / 50).move == 1 for number in range(50))
