"""Tests, ratings and figures of matches: against figures of other tools, closed forms and brute force."""

import math
import random
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st
from made_up_games import games

from outflank.engine.lab import elo, ratings, sprt
from outflank.engine.lab.ratings import Bout
from outflank.protocol.formats.game_record import Fault, Ply
from outflank.protocol.report import statistics, tables


def trinomial(wins, losses, draws):
    """How often a game brought 0, 1/2 and 1."""
    return {0.0: losses, 0.5: draws, 1.0: wins}


def pentanomial(*counts):
    """How often a pair brought 0, 1/2, 1, 3/2 and 2 points."""
    return {points / 4: count for points, count in enumerate(counts)}


# Sequential tests.


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        (trinomial(21404, 21184, 40708), 0.5, 2.5, -1.57),
        (trinomial(57433, 57030, 106593), 0, 2, -2.59),
        (pentanomial(223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        (pentanomial(871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
    ],
)
def test_the_figures_of_fastchess(counts, elo0, elo1, llr):
    """The logistic cases of fastchess's own unit tests of its SPRT, with what they expect to two digits."""
    assert sprt.likelihood_ratio(counts, sprt.Claims(elo0, elo1)) == pytest.approx(llr, abs=0.006)


def test_the_bounds_of_wald():
    """As fastchess and fishtest print them for errors of 5 %, and OpenBench for 10 % and 5 %."""
    assert sprt.bounds(sprt.Claims(0, 2)) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert sprt.bounds(sprt.Claims(0, 2, 0.05, 0.1)) == pytest.approx((-2.251, 2.890), abs=1e-3)


def test_elo_and_its_error_as_fastchess_has_them():
    """Pentanomial cases of fastchess's unit tests of Elo: 34 pairs of 0 points and so on, LOS in per cent."""
    for counts, value, error, los in (
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 100.00),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 5.05),
    ):
        pair = {0: (0, 0), 1: (0, 0.5), 2: (1, 0), 3: (0.5, 1), 4: (1, 1)}
        groups = [pair[points] for points, count in enumerate(counts) for _ in range(count)]
        found = elo.elo_of(elo.estimate(groups))
        assert found.value == pytest.approx(value, abs=0.006)
        assert (found.high - found.low) / 2 == pytest.approx(error, abs=0.006 + 0.005 * error)
        assert 100 * elo.superiority(elo.estimate(groups)) == pytest.approx(los, abs=0.006)


def test_a_fitted_distribution_is_the_likeliest_of_its_mean():
    """Against all distributions over three results on a fine grid that have the mean."""
    shares = [(0.0, 0.2), (0.5, 0.35), (1.0, 0.45)]
    for mean in (0.3, 0.5, 0.62, 0.8):
        found = sprt.fitted(shares, mean)
        assert sum(found) == pytest.approx(1)
        assert sum(value * chance for (value, _), chance in zip(shares, found, strict=True)) == pytest.approx(
            mean
        )
        best = max(
            sum(
                share * math.log(chance)
                for (_, share), chance in zip(shares, (1 - draw - win, draw, win), strict=True)
            )
            for draw in (step / 2000 for step in range(1, 2000))
            if (win := mean - draw / 2) > 0 and 1 - draw - win > 0
        )
        own = sum(share * math.log(chance) for (_, share), chance in zip(shares, found, strict=True))
        assert best - 1e-9 <= own <= best + 1e-4


@given(st.tuples(*[st.integers(0, 60)] * 5), st.integers(-200, 200), st.integers(1, 200))
def test_the_other_side_refutes_what_this_one_proves(counts, elo0, reach):
    mine = sprt.likelihood_ratio(pentanomial(*counts), sprt.Claims(elo0, elo0 + reach))
    theirs = sprt.likelihood_ratio(pentanomial(*counts[::-1]), sprt.Claims(-elo0 - reach, -elo0))
    assert math.isfinite(mine) and mine == pytest.approx(-theirs, rel=1e-6, abs=1e-6)


def test_a_test_uses_complete_groups_only():
    claims = sprt.Claims(0, 100)
    pairs = [(1, 1)] * 30 + [(1, 0)] * 10 + [(0.5, 1)] * 10
    found = sprt.tested(pairs, 2, claims)
    assert (found.accepted, found.groups) == ("elo1", 50) and found.llr > found.upper
    assert sprt.tested([*pairs, (0,), ()], 2, claims) == found
    turned = sprt.tested([tuple(1 - score for score in pair) for pair in pairs], 2, claims)
    assert turned.accepted == "elo0" and turned.llr < turned.lower
    assert sprt.tested([], 2, claims)._replace(lower=0, upper=0) == (0.0, 0, 0, "", 0)
    assert sprt.tested(pairs[28:32], 2, claims).accepted == ""


def test_a_test_errs_as_seldom_as_it_promises():
    """120 tests of players who are equal, with 20 % of error: 80 Elo are accepted in not many more."""
    claims, chance = sprt.Claims(0, 80, 0.2, 0.2), 0.5
    dice, wrong = random.Random(3), 0
    for _ in range(120):
        groups, accepted = [], ""
        while not accepted and len(groups) < 2000:
            groups += [(dice.random() < chance, dice.random() < chance) for _ in range(8)]
            accepted = sprt.tested(groups, 2, claims).accepted
        wrong += accepted == "elo1"
    assert 0 < wrong < 0.3 * 120


@pytest.mark.parametrize(
    "text", ["", "5", "0,5,x", "5,0", "0,0", "0,5,0,0.1", "0,5,0.1,0.6", "0,nan", "1,2,.1,.1,.1"]
)
def test_claims_that_cannot_be_tested(text):
    with pytest.raises(ValueError, match="elo0|alpha"):
        sprt.read_claims(text)


def test_claims():
    assert sprt.read_claims("0,5") == (0, 5, 0.05, 0.05)
    assert sprt.read_claims("-3, 1.5, 0.1,0.2") == (-3, 1.5, 0.1, 0.2)


# Ratings.

CITED = {
    "Biometrika": {"Comm Statist": 730, "JASA": 498, "JRSS-B": 221},
    "Comm Statist": {"Biometrika": 33, "JASA": 68, "JRSS-B": 17},
    "JASA": {"Biometrika": 320, "Comm Statist": 813, "JRSS-B": 142},
    "JRSS-B": {"Biometrika": 284, "Comm Statist": 276, "JASA": 325},
}


def won(a, b, wins, draws, losses):
    """That many games, each a group."""
    scores = [1] * wins + [0.5] * draws + [0] * losses
    return [[Bout(a, b, score)] for score in scores]


def by_name(found):
    return {row.name: row for row in found.rows}


def test_the_example_of_the_textbooks():
    """Citations between journals of statistics (Agresti, Categorical Data Analysis), as the R package
    BradleyTerry2 fits them: estimates and standard errors on the scale of logarithms, Biometrika at 0."""
    groups = [bout for a in CITED for b in CITED[a] for bout in won(a, b, CITED[a][b], 0, 0)]
    found = ratings.rate(groups, "Biometrika", independent=True)
    rows = by_name(found)
    for name, strength, error in (
        ("Comm Statist", -2.94907, 0.10255),
        ("JASA", -0.47957, 0.06059),
        ("JRSS-B", 0.26895, 0.07083),
    ):
        row = rows[name]
        assert row.elo / ratings.SCALE == pytest.approx(strength, abs=1e-5)
        assert (row.high - row.elo) / elo.Z95 / ratings.SCALE == pytest.approx(error, abs=1e-5)
    assert rows["Biometrika"][1:4] == (0, 0, 0)
    assert [row.name for row in found.rows] == ["JRSS-B", "Biometrika", "JASA", "Comm Statist"]


def test_the_figures_of_ordo():
    """The three engines with 30 games each that a thread of a forum on computer chess rates with EloStat,
    BayesElo and Ordo: exact are +191, 0 and -191; Ordo gives 190.1, 0.0 and -190.1 with its own scale."""
    groups = won("A", "C", 24, 6, 0) + won("A", "B", 18, 9, 3) + won("B", "C", 18, 9, 3)
    found = ratings.rate(groups)
    assert [row.name for row in found.rows] == ["A", "B", "C"]
    assert [row.elo for row in found.rows] == pytest.approx([190.85, 0, -190.85], abs=0.01)
    assert [row.elo for row in found.rows] == pytest.approx([190.1, 0.0, -190.1], abs=1)
    assert (found.rows[0].points, found.rows[0].games, found.drawn) == (49.5, 60, False)


def test_ratings_against_the_slow_way():
    """Five players with uneven numbers of games: the same as from Zermelo's iteration, which is simple."""
    dice = random.Random(5)
    names = "abcde"
    groups = []
    for a, b in combinations(names, 2):
        groups += won(a, b, *(dice.randrange(1, 9) for _ in range(3)))
    worth = dict.fromkeys(names, 1.0)
    for _ in range(3000):
        for name in names:
            bouts = [bout for (bout,) in groups if name in (bout.a, bout.b)]
            points = sum(bout.score if bout.a == name else 1 - bout.score for bout in bouts)
            worth[name] = points / sum(1 / (worth[bout.a] + worth[bout.b]) for bout in bouts)
    mean = sum(map(math.log, worth.values())) / len(worth)
    for row in ratings.rate(groups).rows:
        assert row.elo == pytest.approx(ratings.SCALE * (math.log(worth[row.name]) - mean), abs=1e-6)


def test_two_players_have_the_pentanomial_error():
    pairs = [(0, 0)] * 2 + [(0, 0.5)] * 3 + [(1, 0)] * 40 + [(0.5, 1)] * 9 + [(1, 1)] * 6
    row = by_name(ratings.rate([[Bout("a", "b", score) for score in pair] for pair in pairs], "b"))["a"]
    found = elo.estimate(pairs)
    assert row.elo == pytest.approx(elo.elo(found.mean))
    slope = ratings.SCALE / (found.mean * (1 - found.mean))
    assert (row.high - row.low) / 2 == pytest.approx(elo.Z95 * found.error * slope)


def test_errors_hold_what_resampling_shows():
    """The errors of four players' ratings against the spread over 200 samples of the pairs."""
    dice = random.Random(11)
    strengths = {"a": 120, "b": 40, "c": 0, "d": -160}
    groups = []
    for a, b in combinations(strengths, 2):
        for _ in range(60):
            edge = dice.choice((-150, 150))
            chances = [sprt.expected(strengths[a] - strengths[b] + side) for side in (edge, -edge)]
            groups.append([Bout(a, b, float(dice.random() < chance)) for chance in chances])
    found = by_name(ratings.rate(groups))
    samples = [by_name(ratings.rate(dice.choices(groups, k=len(groups)))) for _ in range(200)]
    alone = by_name(ratings.rate(groups, independent=True))
    for name, row in found.items():
        values = [sample[name].elo for sample in samples]
        middle = sum(values) / len(values)
        spread = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
        error = (row.high - row.low) / 2 / elo.Z95
        assert error == pytest.approx(spread, rel=0.2)
        assert error < (alone[name].high - alone[name].low) / 2 / elo.Z95


def test_a_hundred_games_that_were_all_drawn_are_no_certainty():
    row = by_name(ratings.rate(won("a", "b", 0, 100, 0)))["a"]
    assert row.elo == pytest.approx(0, abs=1e-9)
    assert row.high == pytest.approx(elo.Z95 * ratings.SCALE / math.sqrt(100))
    found = ratings.rate(won("a", "b", 0, 100, 0))
    assert found.better["a"]["b"] == pytest.approx(0.5)


def test_who_never_lost_is_rated_with_a_draw_more():
    found = ratings.rate(won("a", "b", 4, 0, 0) + won("b", "c", 1, 1, 1))
    assert found.drawn and [row.name for row in found.rows] == ["a", "b", "c"]
    assert all(math.isfinite(value) for row in found.rows for value in row[1:4])
    alone = by_name(ratings.rate(won("a", "b", 4, 0, 0), "b"))
    assert alone["a"].elo == pytest.approx(elo.elo(4.5 / 5))


def test_who_met_nobody_of_the_others_has_no_rating():
    groups = won("a", "b", 2, 0, 1) + won("b", "c", 2, 0, 1) + won("x", "y", 1, 0, 1)
    found = by_name(ratings.rate(groups))
    assert found["x"][1:] == (None, None, None, 2, 1) and found["a"].elo is not None
    other = by_name(ratings.rate(groups, "x", 1000))
    assert other["x"].elo == other["y"].elo == pytest.approx(1000) and other["a"].elo is None


def test_ratings_that_cannot_be():
    for groups in ([], [[]]):
        with pytest.raises(ValueError, match="at least one game"):
            ratings.rate(groups)
    with pytest.raises(ValueError, match="'z', whose rating is fixed, has not played"):
        ratings.rate(won("a", "b", 1, 0, 0), "z")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.sampled_from("wxyz"), st.sampled_from((0, 0.5, 1))), min_size=1
    )
)
def test_ratings_of_any_games(rows):
    """Of those who are connected the ratings have mean 0; more points against the same never rate lower; and
    the likelihoods to be better than each other add up to 1."""
    groups = [[Bout(*row)] for row in rows]
    found = ratings.rate(groups)
    rated = [row for row in found.rows if row.elo is not None]
    assert sum(row.elo for row in rated) == pytest.approx(0, abs=1e-6)
    assert {row.name for row in found.rows} == {name for row in rows for name in row[:2]}
    for a, b in combinations([row.name for row in rated], 2):
        assert found.better[a][b] + found.better[b][a] == pytest.approx(1)
        assert found.better[a][b] >= 0.5 - 1e-9


# Figures of games.


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
    rewards = [(1.0, 0.4, 0.1, 0.0), (0.4, 1.0, 0.1, 0.0), (0.0, 0.25, 0.25, 1.0), (0.7, 0.7, 0.1, 0.0)]
    rows = [row._replace(rewards=reward) for row, reward in zip(rows, rewards, strict=True)]
    assert [row.seats.index("A") for row in rows] == [0, 3, 2, 1]
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
    rows[1] = rows[1]._replace(rewards=(), scores=(), result="", end="void", void="no such start")
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
