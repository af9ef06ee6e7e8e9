"""Figures of games, worked out by hand and by other ways."""

import math
from itertools import combinations

import pytest
from made_up_games import games

from outflank.engine.results import elo, outcomes, sprt, summary as statistics
from outflank.engine.results.game_record import Fault, Ply
from outflank.engine.results.match_summary import Running, names_of, summarize
from outflank.protocol.report import tables


def by_name(found):
    return {row.name: row for row in found.rows}


def test_a_match_for_two():
    rows = games(["A", "B"], 40, strengths={"A": 120})
    (found,) = statistics.summaries(rows, sprt.Claims(0, 200), "B")
    (pair,) = found.pairings
    a, b = found.engines
    first = [row.rewards[row.seats.index("A")] for row in rows]
    assert (found.games, found.void, found.plies) == (40, 0, sum(len(row.plies) for row in rows) / 40)
    assert (a.name, a.games, a.wins, a.draws, a.losses) == ("A", 40, *(first.count(x) for x in (1, 0.5, 0)))
    assert (b.wins, b.draws, b.losses) == (a.losses, a.draws, a.wins)
    groups = [first[number : number + 2] for number in range(0, 40, 2)]
    assert pair.score == elo.estimate(groups) == a.reward
    assert pair.pairs == elo.pentanomial(groups) and sum(pair.pairs) == 20
    assert pair.test == sprt.tested(groups, 2, sprt.Claims(0, 200))
    assert pair.course[-1] == (40, pair.score) and [end for end, _ in pair.course] == list(range(1, 41))
    assert by_name(found.ratings)["B"].elo == 0
    assert by_name(found.ratings)["A"].elo == pytest.approx(pair.elo.value)
    assert found.draw_rate == first.count(0.5) / 40


def test_seats_openings_machines_and_times():
    rows = games(["A", "B"], 8)
    (found,) = statistics.summaries(rows)
    black = [row.rewards[0] for row in rows if row.seats[0] == "A"]
    seat = found.by_seat[0]
    assert (seat.engine, seat.seat, seat.games, seat.reward) == ("A", "black", 4, sum(black) / 4)
    assert [(row.name, row.games) for row in found.by_opening] == [
        (f"XOT {number}", 2) for number in range(1, 5)
    ]
    assert all(len(row.moves.split()) == 4 and sum(row.rewards) == 1 for row in found.by_opening)
    assert [(row.name, row.games) for row in found.machines] == [("host-1", 4), ("host-2", 4)]
    took = sorted(
        ply.seconds for row in rows for ply in row.plies if not ply.book and row.seats[ply.player] == "A"
    )
    pace = found.engines[0].pace
    assert (pace.moves, pace.longest) == (len(took), took[-1])
    assert pace.mean == pytest.approx(sum(took) / len(took))
    assert pace.p99 == took[math.ceil(0.99 * len(took)) - 1]
    assert (found.overhead, found.worst_overhead) == (pytest.approx(0.0004), 0.0004)


def test_a_is_who_began_the_first_game_whichever_ended_first():
    rows = games(["A", "B"], 6)
    assert rows[1].seats == ("B", "A")
    (found,) = statistics.summaries([rows[1], rows[0], *rows[2:]])
    assert found.pairings[0][:2] == ("A", "B") and [row.name for row in found.engines] == ["A", "B"]


def test_the_overhead_is_that_of_a_move_and_not_of_a_game():
    long, short = games(["A", "B"], 2)
    short = short._replace(plies=short.plies[:1], overhead=1.0)
    expected = (0.0004 * len(long.plies) + 1) / (len(long.plies) + 1)
    found = statistics.summary([long, short])
    assert (found.overhead, found.worst_overhead) == (pytest.approx(expected), 1.0)


def test_games_that_repeat_another_one_are_counted():
    rows = games(["A", "B"], 6)
    assert statistics.summary(rows).repeats == 0
    again = [rows[0]._replace(number=6), rows[0]._replace(number=8, fault=Fault("A", "gone")), rows[1]]
    (found,) = statistics.summaries([*rows, *again, rows[2]._replace(match="another")])
    assert found.repeats == 2 and ", 2 repeats of another one," in tables.heading(found)
    assert statistics.summary([rows[0], rows[0]._replace(seats=("B", "A"))]).repeats == 0


def test_a_forced_pass_is_no_move_that_took_time():
    (row,) = games(["A", "B"], 1)
    asked = statistics.summary([row]).engines[0].pace
    passed = row._replace(plies=(*row.plies, Ply(0, "pass"), Ply(0, "pass")))
    assert statistics.summary([passed]).engines[0].pace == asked


def test_a_game_for_four_by_hand():
    """A in one seat has three scores against the three B; first places and rewards are counted by seats."""
    rows = games(["A", "B"], 4, "Rolit")
    rewards = [(1.0, 0.4, 0.1, 0.0), (0.4, 0.0, 0.1, 1.0), (0.0, 0.25, 0.25, 1.0), (0.7, 0.1, 0.0, 0.7)]
    rows = [row._replace(rewards=reward) for row, reward in zip(rows, rewards, strict=True)]
    assert [row.seats.index("A") for row in rows] == [0, 1, 2, 3]
    (found,) = statistics.summaries(rows)
    a, b = found.engines
    assert (a.games, a.wins, a.draws, a.losses, b.games) == (4, 1, 1, 2, 12)
    assert a.reward.mean == pytest.approx((1 + 0 + 0.25 + 0.7) / 4)
    (pair,) = found.pairings
    scores = (1, 0, (1 + 0.5 + 0) / 3, (0.5 + 1 + 1) / 3)
    assert pair.score.mean == pytest.approx(sum(scores) / 4) and pair.score.groups == 1
    assert (pair.wins, pair.draws, pair.losses, pair.pairs) == (2, 1, 1, None)


def test_void_games_and_faults_are_kept_apart():
    rows = games(["A", "B"], 6)
    rows[1] = rows[1]._replace(rewards=(), scores=(), end="void", void="no such start")
    rows[2] = rows[2]._replace(end="time", fault=Fault("B", "0.4 s too late"))
    rows[3] = rows[3]._replace(end="crash", fault=Fault("B", "exit code 139"))
    rows[4] = rows[4]._replace(end="resigned", rewards=(0.0, 1.0))
    (found,) = statistics.summaries(rows)
    a, b = found.engines
    assert (found.games, found.void, a.games) == (5, 1, 5)
    assert (a.faults, b.faults) == ({}, {"time": 1, "crash": 1})
    assert {rows[4].seats[0]: 1, rows[4].seats[1]: 0} == {"A": a.resigned, "B": b.resigned}
    assert [(row.number, row.engine, row.end, row.reason) for row in found.faults] == [
        (1, "", "void", "no such start"),
        (2, "B", "time", "0.4 s too late"),
        (3, "B", "crash", "exit code 139"),
    ]
    assert found.pairings[0].pairs is not None and sum(found.pairings[0].pairs) == 2


def test_nothing_but_void_games():
    rows = [row._replace(rewards=(), end="void", void="x") for row in games(["A", "B"], 2)]
    (found,) = statistics.summaries(rows)
    assert (found.games, found.void, found.ratings, found.pairings) == (0, 2, None, ())
    assert found.engines[0].reward is None and found.draw_rate == 0


def test_an_engine_against_itself_proves_nothing():
    (found,) = statistics.summaries(games(["A"], 4))
    assert (found.pairings, found.ratings, found.engines[0].games) == ((), None, 8)


def test_games_of_different_kinds_are_not_mixed():
    rows = games(["A", "B"], 4) + games(["A", "B"], 4, "SOS", match="00000000000000bb")
    assert [(found.game, found.games) for found in statistics.summaries(rows)] == [("Othello", 4), ("SOS", 4)]
    with pytest.raises(ValueError, match="no engine is called 'C'"):
        statistics.summaries(rows, anchor="C")


def test_the_same_opening_of_two_matches_is_one_row_but_two_groups():
    rows = games(["A", "B"], 4, match="00000000000000aa") + games(["A", "B"], 4, match="00000000000000aa")
    moved = [row._replace(match="00000000000000bb") for row in rows[4:]]
    (found,) = statistics.summaries(rows[:4] + moved)
    assert found.pairings[0].score.groups == 4
    assert [row.games for row in found.by_opening] == [4, 4]


def test_a_round_robin_rates_all():
    names = ["A", "B", "C", "D"]
    strengths = dict(zip(names, (250, 80, -80, -250), strict=True))
    rows = []
    for number, (a, b) in enumerate(combinations(names, 2)):
        rows += games([a, b], 30, "SOS", strengths, f"{number:016x}", number)
    (found,) = statistics.summaries(rows)
    assert [row.name for row in found.ratings.rows] == names
    assert len(found.pairings) == 6 and all(pair.games == 30 for pair in found.pairings)
    assert all(row.games == 90 for row in found.ratings.rows)


def test_ranks_by_hand():
    row = games(["A", "B"], 1, "Rolit")[0]
    for rewards, ranks in (
        ((1.0, 0.4, 0.1, 0.0), (1, 2, 3, 4)),
        ((0.7, 0.7, 0.1, 0.0), (1.5, 1.5, 3, 4)),
        ((0.0, 1.0, 0.25, 0.25), (4, 1, 2.5, 2.5)),
        ((0.5, 0.5, 0.5, 0.5), (2.5,) * 4),
    ):
        ended = row._replace(rewards=rewards)
        assert tuple(outcomes.rank(ended, seat) for seat in range(4)) == ranks


def test_mean_ranks_of_a_game_for_four():
    rows = games(["A", "B"], 8, "Rolit", {"A": 300})
    (found,) = statistics.summaries(rows)
    a, b = found.engines
    ranks = [outcomes.rank(row, row.seats.index("A")) for row in rows]
    assert a.rank.mean == pytest.approx(sum(ranks) / 8) and 1 <= a.rank.low <= a.rank.mean <= a.rank.high <= 4
    assert a.rank.mean + 3 * b.rank.mean == pytest.approx(1 + 2 + 3 + 4)
    halves = [
        (ranks[number] - a.rank.mean, *(rank - a.rank.mean for rank in ranks[number + 1 : number + 4]))
        for number in (0, 4)
    ]
    assert a.rank.error == pytest.approx(math.hypot(*map(sum, halves)) / 8)
    assert found.equal == pytest.approx(sum(map(sum, (row.rewards for row in rows))) / 32)
    assert statistics.summary(games(["A", "B"], 2)).engines[0].rank is None


# One match, as its first engine sees it.


def with_rewards(count, game, *rewards):
    """Games of a match for two or more in which A's rivals got these rewards in the order of the seats."""
    rows = games(["A", "B"], count, game)
    return [row._replace(rewards=reward) for row, reward in zip(rows, rewards, strict=True)]


def test_a_match_by_hand():
    rows = with_rewards(5, "Othello", (1.0, 0.0), (0.0, 1.0), (0.5, 0.5), (1.0, 0.0), ())
    rows[4] = rows[4]._replace(end="void", void="A failed", scores=())
    found = summarize(rows, claims=sprt.Claims(0, 100))
    assert found.names == ("A", "B") == names_of(rows[1])
    assert (found.games, found.void, found.wins, found.draws, found.losses) == (4, 1, 2, 1, 1)
    assert found.first.mean == found.score.mean == 0.625 and (found.chance, found.equal) == (0.5, 0.5)
    assert found.first.error == pytest.approx(math.hypot(0.75, 0.75) / 4)
    assert found.pairs == (0, 1, 0, 0, 1) and found.rank is None
    assert found.test == sprt.tested([(1, 1), (0.5, 0)], 2, sprt.Claims(0, 100))
    assert [(row.number, row.engine, row.reason) for row in found.troubles] == [(4, "", "A failed")]
    other = summarize(rows, ("B", "A"))
    assert other.score.mean == 0.375 and other.pairs == found.pairs[::-1] and other.test is None


def test_a_match_of_void_games_has_no_scores():
    rows = [row._replace(rewards=(), scores=(), end="void", void="x") for row in games(["A", "B"], 2)]
    found = summarize(rows, claims=sprt.Claims(0, 100))
    assert (found.games, found.void, found.first, found.score) == (0, 2, None, None)
    assert found.elo is found.pairs is found.better is None and found.plies == 0


def test_a_shared_first_place_is_shared():
    rows = with_rewards(3, "Rolit 3", (0.7, 0.7, 0.1), (0.5, 0.5, 0.5), (0.25, 0.25, 1.0))
    assert [row.own for row in rows] == [0, 1, 2]
    rows[2] = rows[2]._replace(rewards=(1.0, 0.25, 0.25))
    found = summarize(rows)
    assert (found.wins, found.draws, found.losses) == (0, 2, 1)
    assert found.first.mean == pytest.approx((1 / 2 + 1 / 3 + 0) / 3) and found.chance == 1 / 3
    assert found.score.mean == pytest.approx((0.7 + 0.5 + 0.25) / 3)
    assert found.rank.mean == pytest.approx((1.5 + 2 + 2.5) / 3)
    assert found.elo is None and found.pairs is None


@pytest.mark.parametrize("game", ["Othello", "Rolit"])
def test_a_running_match_says_what_its_end_says(game):
    rows = games(["A", "B"], 40, game, {"A": 300}, faults=0.2)
    running = Running(sprt.Claims(0, 20))
    for number, row in enumerate(rows, 1):
        running.add(row)
        if number % 10 == 0:
            found = summarize(rows[:number], claims=sprt.Claims(0, 20))
            text = f"{found.wins}-{found.draws}-{found.losses}"
            assert str(running) == (f"{text}  Elo {found.elo.value:+.0f}" if found.elo else text)
            assert running.accepted == (found.test.accepted if found.test else "")
