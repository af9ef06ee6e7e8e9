"""The information-set search: what its statistics mean, that it never peeks, that it finds what there is."""

import math
import threading
import time

import pytest
from patience import SOON
from searches import run_from

from outflank.engine import options as techniques

FOR_EVER = 1 << 62
VIEWS = [{"view": view} for view in ("public", "seat", "mover")]
WAYS = [*VIEWS, {"worlds": 6}, {"select": "puct"}, {"first_play": "parent", "expand_at": 2}]
"""Options that make different searches."""
CALL, FOLD = 1, 0
CHECK, BET = 0, 1


def new_search(load, rules, seed=1, memory=2, threads=1, **options):
    options = {**techniques.defaults("Othello"), **techniques.TEXTBOOK_UCT, **options}
    evaluator = load("search.rollout").Playouts(load("game.heuristic").Heuristic(rules))
    table = load("infoset.arms").ArmTable(memory)
    return load("infoset.search").InfosetSearch(evaluator, table, options, seed, threads)


def searched(load, position, visits, **options):
    return run_from(load, new_search(load, position.rules, **options), position, visits)


def best(search):
    return max(search.rows(), key=lambda row: (row[1], row[2]))[0]


def after(position, *moves):
    for move in moves:
        position = position.play(move)
    return position


@pytest.fixture
def dice(load):
    return load("testing.dice").Dice().new_position()


@pytest.fixture
def kuhn(load):
    return load("testing.kuhn").Kuhn().new_position()


JACK, QUEEN, KING = range(3)


def everything(search):
    """All that can be read of a search."""
    rows = search.rows()
    lines = [search.line(row[0]) for row in rows]
    return rows, lines, search.subtree(10, 1, 1000), search.nodes


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_visits_add_up(load, dice, options):
    position = after(dice, 1, 2)
    search = searched(load, position, 400, **options)
    rows = search.rows()
    assert [row[0] for row in rows] == position.moves()
    assert sum(row[1] for row in rows) == 400
    assert all(0 <= row[2] <= 1 for row in rows)
    assert (
        search.mover == 0 and not search.proven and search.bounds == (None, None) and search.outcome is None
    )
    assert search.leads(position) == {} and search.expected() == {}


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_the_same_seed_gives_the_same_tree(load, kuhn, options):
    position = after(kuhn, QUEEN, KING)
    again = [everything(searched(load, position, 300, seed=seed, **options)) for seed in (5, 5, 6)]
    assert again[0] == again[1]
    assert again[0] != again[2]


def test_ucb1_by_hand(load, dice):
    """A root with three moves: every visit goes where UCB1 says, recomputed here from the rows before it. All
    are available in all worlds, so the availability is the number of visits."""
    position = after(dice, 0, 2)
    search = new_search(load, position.rules)
    search.set_root(position)
    bell = load("base.stop").Bell()
    search.run(3, 1e9, bell)
    assert [row[1] for row in search.rows()] == [1, 1, 1], "every move once before any a second time"
    seen = [3 - i for i in range(3)]
    order = []
    for _ in range(200):
        before = search.rows()
        search.run(1, 1e9, bell)
        (taken,) = [i for i, row in enumerate(search.rows()) if row[1] != before[i][1]]
        order.append((taken, before))
    # The availability of a move counts from when it got its arm: 3, 2 or 1 by the order of the first three.
    for count, (taken, before) in enumerate(order):
        spans = [
            tuple(
                row[2] + 1.414 * math.sqrt(math.log(more + count + 1) / row[1])
                for more in (min(seen), max(seen))
            )
            for row in before
        ]
        assert spans[taken][1] >= max(low for low, _ in spans) - 1e-5


@pytest.mark.parametrize("options", [*VIEWS, {"worlds": 24}], ids=str)
def test_the_likeliest_roll_is_guessed(load, dice, options):
    for own in range(3):
        for other in range(3):
            assert best(searched(load, after(dice, own, other), 1500, **options)) == 0
            assert best(searched(load, after(dice, own, other, 1), 1500, **options)) == 0


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_kuhn_poker_where_best_play_is_certain(load, kuhn, options):
    """A king calls a bet, and a jack folds; a queen that is second does not bet into better hands' calls."""
    for own, answer in ((KING, CALL), (JACK, FOLD)):
        for other in {JACK, QUEEN, KING} - {own}:
            first = after(kuhn, own, other, CHECK, BET)
            second = after(kuhn, other, own, BET)
            assert best(searched(load, first, 600, **options)) == answer
            assert best(searched(load, second, 600, **options)) == answer


@pytest.mark.parametrize("options", WAYS, ids=str)
def test_it_never_peeks(load, kuhn, dice, options):
    """Two worlds that differ only in what the seat may not know, and the same seed: identical searches."""
    pairs = [(after(dice, own, one), after(dice, own, 2)) for own in range(3) for one in range(2)]
    pairs += [(after(dice, 0, 1, 2), after(dice, 2, 1, 2))]
    pairs += [
        (after(kuhn, QUEEN, JACK, *acts), after(kuhn, QUEEN, KING, *acts)) for acts in ((), (CHECK, BET))
    ]
    pairs += [(after(kuhn, JACK, QUEEN, act), after(kuhn, KING, QUEEN, act)) for act in (CHECK, BET)]
    for one, other in pairs:
        assert one.key != other.key
        assert one.observed(one.mover) == other.observed(one.mover)
        assert everything(searched(load, one, 300, **options)) == everything(
            searched(load, other, 300, **options)
        )


def test_a_cheat_is_found_out(load, kuhn):
    """Who is told the other's card searches differently, and wins more: what the tests above would see."""
    honest, cheat = kuhn.rules, load("testing.kuhn").Kuhn(True)
    peeked = [
        everything(searched(load, cheat.adopt(after(kuhn, QUEEN, other, CHECK, BET)), 300))
        for other in (JACK, KING)
    ]
    assert peeked[0] != peeked[1]
    takings = {True: 0.0, False: 0.0}
    bell = load("base.stop").Bell()
    for number in range(6 * 2 * 4):
        own, other = [(a, b) for a in range(3) for b in range(3) if a != b][number % 6]
        for cheats in takings:
            seat = number // 6 % 2
            position = after(kuhn, own, other)
            sitters = [
                new_search(load, cheat if cheats and player == seat else honest, seed=number)
                for player in (0, 1)
            ]
            while not position.over:
                sitter = sitters[position.mover]
                sitter.set_root(sitter.rules.adopt(position))
                sitter.run(200, 1e9, bell)
                position = position.play(best(sitter))
            takings[cheats] += position.rewards()[seat] / 48
    assert takings[False] == pytest.approx(0.5, abs=0.06)
    assert takings[True] > takings[False] + 0.02


def test_what_is_known_of_a_position_goes_on(load, kuhn):
    position = after(kuhn, QUEEN, KING)
    search = searched(load, position, 500)
    later = after(position, CHECK, BET)
    kept = search.set_root(later)
    assert kept == sum(row[1] for row in search.rows()) > 20
    assert search.known(later) and search.set_root(position) == 500, "as after undo"


def test_what_rests_on_other_knowledge_does_not(load, kuhn):
    position = after(kuhn, QUEEN, KING)
    search = searched(load, position, 500)
    assert search.set_root(after(position, CHECK)) == 0, "the other seat's knowledge"
    other = after(kuhn, JACK, KING)
    assert search.known(other) == 0
    assert search.set_root(other) == 0, "the same public position with another card"
    assert search.set_root(position) == 0, "nor does that of before come back"


def test_reading_from_another_node(load, kuhn):
    position = after(kuhn, QUEEN, KING)
    search = searched(load, position, 500)
    later = after(position, CHECK, BET)
    known = search.known(later)
    rows = search.rows_at(known)
    earlier = search.start_from([known])
    assert [(row[0], row[1]) for row in search.rows()] == [(row[0], row[1]) for row in rows]
    search.start_from(earlier)
    assert sum(row[1] for row in search.rows()) == 500


def test_lines_and_listings_follow_the_most_visited(load, kuhn):
    search = searched(load, after(kuhn, KING, QUEEN), 800)
    listed = search.subtree(8, 1, 1000)
    visits = {path: count for path, _, count, _, _ in listed}
    assert sum(count for path, count in visits.items() if len(path) == 1) == 800
    line = tuple(search.line(BET))
    assert line[0] == BET and line in visits
    replies = {path: count for path, count in visits.items() if len(path) == 2 and path[0] == BET}
    assert line[1] == max(replies, key=replies.get)[1]
    assert {mover for path, mover, *_ in listed if len(path) == 2} == {1}
    assert search.subtree(1, 1, 1000) == [row for row in listed if len(row[0]) == 1]


def test_bans_and_named_moves(load, dice):
    position = after(dice, 1, 2)
    search = new_search(load, position.rules)
    search.set_root(position)
    search.ban({(0, 0): 1, (1, 1): 2})
    search.run(200, 1e9, load("base.stop").Bell())
    visits = {row[0]: row[1] for row in search.rows()}
    assert visits[0] == 0 and visits[1] + visits[2] == 200
    assert all(path[1] != 1 for path, *_ in search.subtree(2, 1, 100) if len(path) == 2)
    search.ban({(0, move): 1 for move in range(3)})
    assert search.run(30, 1e9, load("base.stop").Bell()) == 30, "where all are banned the bans are off"
    search.ban({})
    search.forget()
    assert search.set_root(position, [2]) == 0
    search.run(50, 1e9, load("base.stop").Bell())
    assert [row[:2] for row in search.rows()] == [(2, 50)]
    for wrong in ({(9, 0): 1}, {(0, 3): 1}, {(0, 0): 0}):
        with pytest.raises(ValueError, match="a ban"):
            search.ban(wrong)


def test_what_it_cannot_search(load, dice, kuhn):
    search = new_search(load, dice.rules)
    bell = load("base.stop").Bell()
    assert search.rows() == search.subtree(3, 1, 10) == search.line(0) == []
    with pytest.raises(ValueError, match="no position"):
        search.run(1, 1.0, bell)
    with pytest.raises(ValueError, match="other rules"):
        search.set_root(kuhn)
    with pytest.raises(ValueError, match="over"):
        search.set_root(after(dice, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="chance"):
        search.set_root(after(dice, 0))
    for threads in (0, 1000):
        with pytest.raises(ValueError, match="threads"):
            new_search(load, dice.rules, threads=threads)
    with pytest.raises(ValueError, match="addressed"):
        load("infoset.arms").ArmTable(0.01)


def test_limits(load, kuhn):
    position = after(kuhn, QUEEN, KING)
    search = new_search(load, position.rules)
    search.set_root(position)
    bell = load("base.stop").Bell()
    assert search.run(7, 1e9, bell) == 7
    nodes = search.nodes
    search.run(FOR_EVER, 1e9, bell, nodes=3)
    assert search.nodes >= nodes + 3
    began = time.monotonic()
    search.run(FOR_EVER, 0.05, bell)
    assert 0.04 < time.monotonic() - began < SOON
    threading.Timer(0.05, bell.ring).start()
    search.run(FOR_EVER, 60, bell)
    assert bell.rung
    assert search.run(FOR_EVER, 60, bell) >= 1, "at least one, also with a bell that has rung"


@pytest.mark.parametrize("options", [{}, {"parallel": "root"}, {"worlds": 5}], ids=str)
def test_several_workers_share_the_work(load, dice, options):
    search = new_search(load, dice.rules, threads=3, **options)
    search.set_root(after(dice, 1, 2))
    done = search.run(20_000, 1e9, load("base.stop").Bell())
    rows = search.rows()
    assert done >= 20_000 and sum(row[1] for row in rows) == done
    assert best(search) == 0


def test_the_memory_it_may_take_is_never_exceeded(load):
    """A game with more nodes than there is room for: arms give way, and the search goes on."""
    position = load("sos.sos").Sos(6).new_position()
    search = new_search(load, position.rules, memory=0.25)
    bell = load("base.stop").Bell()
    search.set_root(position)
    assert search.pool.used_bytes < search.pool.bytes <= 0.25 * (1 << 20)
    search.run(30_000, 1e9, bell)
    assert search.pool.crowded and search.pool.used_bytes == search.pool.bytes <= 0.25 * (1 << 20)
    assert search.pool.collections >= 1 and search.nodes > 10_000 and search.pool.fill > 0.9
    assert sum(row[1] for row in search.rows()) == 30_000, "what is visited often stays"
    assert not search.pool.bound(0.1), "it has grown beyond"
    search.forget()
    assert search.nodes > 10_000 and search.pool.used_bytes < search.pool.bytes
    assert search.pool.bound(0.125) and search.pool.bytes == 0.125 * (1 << 20)
    search.set_root(position)
    search.run(20_000, 1e9, bell)
    assert search.pool.used_bytes <= 0.125 * (1 << 20)


def test_growing_loses_nothing(load):
    position = load("sos.sos").Sos(6).new_position()
    search = new_search(load, position.rules, memory=8, view="seat")
    search.set_root(position)
    bell = load("base.stop").Bell()
    search.run(500, 1e9, bell)
    before = search.subtree(20, 1, 10_000)
    small = search.pool.used_bytes
    while search.pool.used_bytes < 8 * small:
        rows = {row[0]: row[1] for row in search.rows()}
        search.run(500, 1e9, bell)
        assert all(row[1] >= rows[row[0]] for row in search.rows())
    visits = {path: count for path, _, count, _, _ in search.subtree(20, 1, 1_000_000)}
    kept = [visits.get(path, 0) >= count for path, _, count, _, _ in before]
    assert len(before) > 400 and sum(kept) > 0.99 * len(kept), (
        "a full group may cost an arm before each doubling"
    )
    assert not search.pool.crowded
