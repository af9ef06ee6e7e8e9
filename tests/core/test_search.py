"""The tree search: what its statistics mean, that it is reproducible, that it finds what is to be found."""

import math
import random
import threading
import time

import pytest
from searches import run_from

from outflank.engine import core, options as techniques
from outflank.engine.evaluators import new_leaf_solver
from outflank.engine.games import GAMES, find_game

OPEN = [variant for variant in GAMES if not variant.hidden]
"""The games that the tree search is for."""
FOR_EVER = 1 << 62


def new_search(load, rules, seed=1, memory=16, threads=1, evaluator=None, **options):
    solver = new_leaf_solver(find_game("Othello"), rules) if options.get("solve_at") else None
    options = {**techniques.defaults("Othello"), **techniques.TEXTBOOK_UCT, **options}
    evaluator = evaluator or load("search.rollout").Playouts(load("game.heuristic").Heuristic(rules))
    pool = load("search.pool").Pool(memory)
    return load("search.search").Search(evaluator, pool, options, seed, threads, solver)


def searched(load, position, visits, **options):
    return run_from(load, new_search(load, position.rules, **options), position, visits)


def best(search):
    return max(search.rows(), key=lambda row: (row[1], row[2]))[:3]


def test_parameters_are_the_options_typed(load):
    chosen = {
        "select": "puct",
        "exploration": 0.5,
        "first_play": "parent",
        "prove": "score",
        "transpositions": 1,
    }
    params = new_search(
        load, load("othello.othello").Othello(8), **chosen, rave=100.0, solve_at=8
    ).tree.params
    assert (params.exploration, params.transpositions, params.try_all_first) == (0.5, True, False)
    assert params.amaf and not params.by_prior_alone and params.solve_at == 8
    plain = new_search(load, load("othello.othello").Othello(8), **{**chosen, "prove": "off"}, solve_at=8)
    assert plain.tree.params.by_prior_alone and plain.tree.params.solve_at == 0
    with pytest.raises(KeyError):
        load("search.params").SearchParams({})


@pytest.mark.parametrize("variant", OPEN, ids=lambda variant: variant.name)
def test_visits_add_up(load, variant):
    position = variant.rules(load=load).new_position()
    search = searched(load, position, 400)
    rows = search.rows()
    assert [row[0] for row in rows] == position.moves()
    assert sum(row[1] for row in rows) == 400
    assert all(0 <= row[2] <= 1 for row in rows)


@pytest.mark.parametrize("variant", OPEN, ids=lambda variant: variant.name)
def test_the_same_seed_gives_the_same_tree(load, variant):
    position = variant.rules(load=load).new_position()
    again = [searched(load, position, 300, seed=seed).rows() for seed in (5, 5, 6)]
    assert again[0] == again[1]
    assert again[0] != again[2]


def test_ucb1_by_hand(load):
    """A root with two moves: every visit goes where UCB1 says, recomputed here from the rows before it."""
    rules = load("othello.othello").Othello(6)
    position = rules.new_position()
    search = new_search(load, rules)
    search.set_root(position)
    bell = load("base.stop").Bell()
    for _ in range(200):
        before = search.rows()
        search.run(1, 1e9, bell)
        after = search.rows()
        (taken,) = [i for i in range(len(after)) if after[i][1] != before[i][1]]
        parent = sum(row[1] for row in before)
        scores = [
            mean + 1.414 * math.sqrt(math.log(parent) / visits) if visits else math.inf
            for _, visits, mean, *_ in before
        ]
        assert scores[taken] == pytest.approx(max(scores), rel=1e-5)


def test_values_are_the_movers_own(load):
    """White to move can wipe Black out: the winning move has White's mean, near 1."""
    rules = load("othello.othello").Othello(8)
    position = rules.parse_position("-XXXO" + "-" * 58 + "O O")
    row = best(searched(load, position, 500))
    assert rules.move_text(row[0]) == "A1"
    assert row[2] > 0.99


def test_a_scorer_moves_again(load):
    """SOS near its end, against the exhaustive solver: the move found wins or draws if any does."""
    rules = load("sos.sos").Sos(4)
    solver = load("sos.solver")
    for seed in range(12):
        position = rules.new_position()
        numbers = load("base.rng").sample(seed, 1 << 30, 20)
        for number in numbers[:9]:
            moves = position.moves()
            position = position.play(moves[number % len(moves)])
        scores = rules.scores(position)
        ahead = scores[position.mover] - scores[1 - position.mover]
        outcomes = {move: sign(ahead + value) for move, value in solver.Solution(position).moves().items()}
        assert outcomes[best(searched(load, position, 30_000))[0]] == max(outcomes.values())


def sign(number):
    return (number > 0) - (number < 0)


def test_each_of_four_players_plays_for_himself(load):
    """Rolit, near the end: Yellow's last move must be the one best for Yellow, not for the player after."""
    rules = load("rolit.rolit").Rolit(4)
    position = rules.new_position()
    while len(position.moves()) > 0 and rules.position_text(position).count(".") > 2:
        position = position.play(position.moves()[0])
    replies = {}
    for move in position.moves():
        after = position.play(move)
        last = [after.play(reply) for reply in after.moves()]
        rewards = [end.rewards() for end in last]
        replies[move] = max(rewards, key=lambda row: row[after.mover])[position.mover]
    row = best(searched(load, position, 3000))
    assert replies[row[0]] == max(replies.values())


def test_forced_passes_stand_in_the_tree(load):
    rules = load("othello.othello").Othello(8)
    position = rules.parse_position("OX" + "-" * 62 + " X")
    assert [row[0] for row in searched(load, position, 50).rows()] == [rules.pass_move]


def test_a_full_pool_does_not_stop_the_search(load):
    position = load("othello.othello").Othello(8).new_position()
    search = searched(load, position, 60_000, memory=0.1)
    assert search.pool.collections > 10
    assert search.pool.used_bytes <= search.pool.bytes <= 0.1 * (1 << 20)
    assert sum(row[1] for row in search.rows()) == 60_000


def test_the_tree_is_kept_for_the_next_position(load):
    rules = load("othello.othello").Othello(8)
    position = rules.new_position()
    search = searched(load, position, 2000)
    move, visits, _ = best(search)
    after = position.play(move)
    kept = search.set_root(after)
    assert visits - 1 == kept
    deeper = after.play(best(search)[0])
    assert search.set_root(deeper) > 0
    assert search.set_root(position) == 2000, "stepping back finds everything again"


def test_a_replayed_line_finds_its_statistics(load):
    rules = load("othello.othello").Othello(8)
    search = searched(load, rules.new_position(), 3000)
    line = search.line(best(search)[0], 3)
    assert len(line) == 3
    kept = []
    for _ in range(2):
        position = rules.new_position()
        found = []
        for move in line:
            position = position.play(move)
            found.append(search.set_root(position))
        kept.append(found)
        search.set_root(rules.parse_position("OX" + "-" * 62 + " O"))
    assert kept[0] == kept[1]
    assert kept[0][0] > kept[0][1] > kept[0][2] > 0


def test_an_unknown_position_starts_anew(load):
    rules = load("othello.othello").Othello(8)
    search = searched(load, rules.new_position(), 500)
    assert search.set_root(rules.parse_position("OX" + "-" * 62 + " O")) == 0


def test_of_several_nodes_of_a_position_the_most_visited_is_found(load):
    """SOS: two letters written in either order lead to one position, and here to two nodes."""
    start = load("sos.sos").Sos(3).new_position()
    search = searched(load, start, 30_000)
    both = {}
    for first in start.moves():
        search.set_root(start.play(first))
        both.update({(first, second): visits for second, visits, *_ in search.rows()})
    twice = [(a, b) for a, b in both if (b, a) in both and a < b and both[a, b] > 1 and both[b, a] > 1]
    assert len(twice) > 50
    for a, b in twice:
        kept = search.set_root(start.play(a).play(b))
        assert kept >= max(both[a, b], both[b, a]) - 1


def test_a_pause_ends_a_search_in_a_full_pool(load):
    position = load("othello.othello").Othello(8).new_position()
    search = searched(load, position, 20_000, memory=0.1)
    start = time.monotonic()
    search.run(FOR_EVER, 60, load("base.stop").Bell(), lambda: search.pool.full)
    assert time.monotonic() - start < 30


@pytest.mark.parametrize("threads", [2, 4])
def test_own_trees_find_room_in_a_full_pool(load, threads):
    rules = load("othello.othello").Othello(8)
    search = new_search(load, rules, memory=0.15, threads=threads, parallel="root")
    bell = load("base.stop").Bell()
    position = rules.new_position()
    while not position.over:
        search.set_root(position)
        assert search.run(3000, 60, bell) > 0
        move = best(search)[0]
        assert move in position.moves()
        position = position.play(move)
    assert search.pool.collections > 0


def test_a_collection_broken_off_is_finished_later(load):
    """Time runs out in the midst of it, again and again, and the same search goes on."""
    position = load("othello.othello").Othello(8).new_position()
    search = new_search(load, position.rules, memory=3, expand_at=1)
    search.set_root(position)
    bell = load("base.stop").Bell()
    done = broken = 0
    while broken < 50 and done < 5_000_000:
        done += search.run(FOR_EVER, 0.0005, bell)
        broken += search.pool.collecting
        assert sum(row[1] for row in search.rows()) == done
    assert broken == 50
    assert search.run(100, 60, load("base.stop").Bell()) == 100
    assert search.line(best(search)[0])


def test_few_visits_are_counted_one_by_one(load):
    position = load("othello.othello").Othello(8).new_position()
    search = new_search(load, position.rules, threads=4)
    search.set_root(position)
    assert 50 <= search.run(50, 60, load("base.stop").Bell()) <= 53


def test_a_finished_game_is_not_searched(load):
    rules = load("othello.othello").Othello(8)
    search = new_search(load, rules)
    with pytest.raises(ValueError, match="nothing to search"):
        search.set_root(rules.parse_position("X" * 64 + " O"))
    with pytest.raises(ValueError, match="no position"):
        search.run(1, 1, load("base.stop").Bell())


def test_positions_of_other_rules_are_refused(load):
    search = new_search(load, load("othello.othello").Othello(8))
    with pytest.raises(ValueError, match="other rules"):
        search.set_root(load("rolit.rolit").Rolit(4).new_position())


def test_the_bell_ends_a_search_from_another_thread(load):
    position = load("othello.othello").Othello(8).new_position()
    search = new_search(load, position.rules)
    search.set_root(position)
    bell = load("base.stop").Bell()
    threading.Timer(0.05, bell.ring).start()
    start = time.monotonic()
    assert search.run(FOR_EVER, 60, bell) > 0
    assert time.monotonic() - start < 30


def test_time_ends_a_search(load):
    position = load("othello.othello").Othello(8).new_position()
    search = new_search(load, position.rules)
    search.set_root(position)
    start = time.monotonic()
    search.run(FOR_EVER, 0.05, load("base.stop").Bell())
    assert 0.04 < time.monotonic() - start < 30


def test_a_leaf_of_many_playouts(load):
    position = load("othello.othello").Othello(8).new_position()
    playouts = load("search.rollout").Playouts
    ignorant = load("game.heuristic").Heuristic(position.rules)
    rows = searched(load, position, 300, evaluator=playouts(ignorant, 4)).rows()
    assert sum(row[1] for row in rows) == 300
    for wrong in ({"samples": 0}, {"cut": -1}, {"static_weight": 2}):
        with pytest.raises(ValueError, match="needs|cannot|lies"):
            playouts(ignorant, **wrong)


@pytest.mark.parametrize("name", ["Othello", "SOS"])
def test_a_thousand_visits_beat_a_random_player(load, name):
    """Everything is seeded, so this is one number and not a chance. The strength is proven on the level in
    use; the others play enough to show that they can do the same."""
    rules = find_game(name).rules(load=load)
    games = 100 if load.keywords["level"] == core.LEVEL else 25
    won = sum(game_against_random(load, rules, seed, seat=seed % 2) == 1 for seed in range(games))
    assert won >= 0.95 * games


def game_against_random(load, rules, seed, seat):
    """The reward of the searching player's seat."""
    numbers = iter(load("base.rng").sample(seed, 1 << 30, 200))
    search = new_search(load, rules, seed=seed, memory=4)
    bell = load("base.stop").Bell()
    position = rules.new_position()
    while not position.over:
        moves = position.moves()
        move = moves[next(numbers) % len(moves)]
        if position.mover == seat and len(moves) > 1:
            search.set_root(position)
            search.run(1000, 1e9, bell)
            move = best(search)[0]
        position = position.play(move)
    return position.rewards()[seat]


@pytest.mark.parametrize("prove", ["result", "score"])
def test_new_nodes_near_the_end_are_solved_at_once(load, prove):
    """With the right option a handful of visits settles what many do not, and says the same as the solver."""
    rules = load("othello.othello").Othello(8)
    endgame = load("solver.endgame").Endgame(1)
    numbers = random.Random(5)
    settled = 0
    for _ in range(20):
        position = rules.new_position()
        while not position.over and rules.position_text(position).count("-") > 9:
            position = position.play(numbers.choice(position.moves()))
        if position.over:
            continue
        margin = endgame.solve(position).low * (-1 if position.mover else 1)
        solving, plain = (
            new_search(load, rules, prove=prove, solve_at=empty, expand_at=1) for empty in (9, 0)
        )
        for one in (solving, plain):
            one.set_root(position)
            one.run(40, 10.0, load("base.stop").Bell())
        low, high = solving.bounds
        assert solving.proven
        if prove == "score":
            assert (low, high) == (margin, margin)
        else:
            assert solving.outcome[0] == pytest.approx((margin > 0) + 0.5 * (margin == 0), abs=1e-4)
        settled += plain.proven
    assert settled < 10


def test_nothing_is_solved_where_nothing_is_proven_or_the_board_is_another(load):
    othello = load("othello.othello")
    for rules, prove in ((othello.Othello(8), "off"), (othello.Othello(6), "result")):
        numbers = random.Random(3)
        position = rules.new_position()
        while rules.position_text(position).count("-") > 9:
            position = position.play(numbers.choice(position.moves()))
        one = new_search(load, rules, prove=prove, solve_at=9, expand_at=1)
        one.set_root(position)
        one.run(10, 10.0, load("base.stop").Bell())
        assert not one.proven
