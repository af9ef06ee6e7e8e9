"""Clocks and budgets."""

import math
import random

import pytest
from hypothesis import assume, example, given, strategies as st

from outflank.engine.play.clocks.budget import LAG, MINIMUM, Phase, budget, phase
from outflank.engine.play.clocks.clock import GREATEST_LAG, Clock
from outflank.engine.play.clocks.time_control import (
    NO_LIMIT,
    Left,
    Reading,
    TimeControl,
    absolute,
    byo_yomi,
    canadian,
    fischer,
    from_gtp,
    per_move,
)

NEED = LAG + MINIMUM
ROUNDING = 1e-6
EVEN = Phase(20)


def times(least=0.0, most=2000.0):
    return st.integers(math.ceil(least), int(most)) | st.floats(least, most)


def every_settings(least=0.0):
    """TimeControl of every system, in which a period has at least so much for each move."""
    caps = st.tuples(times(), times(), st.none() | times(), st.none() | times(least))
    return st.one_of(
        st.builds(absolute, times()),
        st.builds(
            lambda main, share, stones: canadian(main, share * stones, stones),
            times(),
            times(least, 60),
            st.integers(1, 25),
        ),
        st.builds(byo_yomi, times(), times(least, 60), st.integers(1, 9)),
        st.builds(per_move, times(least, 60)),
        caps.map(lambda row: fischer(*row[:2], None if row[2] is None else row[0] + row[2], row[3])),
    )


class Referee:
    """A clock counted the slow way: second by second of the rules, and it knows when it has fallen."""

    def __init__(self, settings):
        self.settings = settings
        self.main = settings.main
        self.period, self.stones, self.periods = settings.period, settings.stones, settings.periods
        self.fallen = False

    def move(self, seconds):
        if self.settings.most is not None and seconds > self.settings.most + ROUNDING:
            self.fallen = True
        used = min(seconds, self.main)
        self.main -= used
        over = seconds - used
        if over > 0 or (self.main == 0 and self.settings.periods):
            self.overtime(over)
        self.main += self.settings.increment
        if self.settings.limit is not None:
            self.main = min(self.main, self.settings.limit)

    def overtime(self, seconds):
        while seconds > self.period + ROUNDING and self.periods > 1:
            seconds -= self.period
            self.periods -= 1
        if seconds > self.period + ROUNDING or (self.settings.periods == 0 and seconds > ROUNDING):
            self.fallen = True
        self.period -= seconds
        self.stones -= 1
        if self.stones <= 0:
            self.period, self.stones = self.settings.period, self.settings.stones

    def tell(self, rounded):
        """What a peer says of it: time, and moves or periods."""
        if self.main > 0 or not self.settings.periods:
            return rounded(self.main), 0
        return rounded(self.period), self.periods if self.settings.periods > 1 else self.stones


# Values and conversions


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ((0, 1, 0), NO_LIMIT),
        ((300, 30, 0), NO_LIMIT),
        ((0, 0, 0), NO_LIMIT),
        ((0, 0, 5), NO_LIMIT),
        ((300, 0, 0), TimeControl(300, 0, 0, 0, 0, None, None)),
        ((300, 0, 5), TimeControl(300, 0, 0, 0, 0, None, None)),
        ((300, 30, 5), TimeControl(300, 30, 5, 1, 0, None, None)),
        ((0, 30, 5), TimeControl(0, 30, 5, 1, 0, None, None)),
        ((0, 15, 1), TimeControl(0, 15, 1, 1, 0, None, None)),
    ],
)
def test_what_time_settings_means(words, settings):
    assert from_gtp(*words) == settings


@given(st.integers(1, 2**31 - 1), st.integers(1, 2**31 - 1), st.integers(1, 2**31 - 1))
def test_conversions_are_exact(main, period, number):
    assert from_gtp(main, period, number) == canadian(main, period, number)
    assert from_gtp(0, period, 1) == per_move(period) == byo_yomi(0, period, 1)
    assert Reading(from_gtp(main, period, number)).left(0) == Left(main, 0, 0)
    assert Reading(from_gtp(0, period, number)).left(0) == Left(period, number, 1)
    assert Reading(byo_yomi(0, period, number)).left(1) == Left(period, 1, number)
    assert Reading(fischer(main, period)).left(2) == Left(main, 0, 0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (absolute, (-1,)),
        (absolute, (math.inf,)),
        (absolute, (math.nan,)),
        (canadian, (300, 30, 0)),
        (canadian, (300, -30, 5)),
        (byo_yomi, (300, 30, 0)),
        (per_move, (-1,)),
        (fischer, (300, -1)),
        (fischer, (300, 5, 299)),
        (fischer, (300, 5, None, -1)),
    ],
)
def test_what_can_be_no_clock(make, words):
    with pytest.raises(ValueError, match="time|overtime"):
        make(*words)


@pytest.mark.parametrize(
    ("settings", "spent", "left"),
    [
        (absolute(10), [4], Left(6, 0, 0)),
        (absolute(10), [4, 7], Left(0, 0, 0)),
        (fischer(10, 2), [4], Left(8, 0, 0)),
        (fischer(10, 2), [11], Left(2, 0, 0)),
        (fischer(10, 5, 12), [1], Left(12, 0, 0)),
        (canadian(10, 60, 3), [4], Left(6, 0, 0)),
        (canadian(10, 60, 3), [10], Left(40, 2, 1)),
        (canadian(10, 60, 3), [15], Left(40, 2, 1)),
        (canadian(10, 60, 3), [35], Left(35, 2, 1)),
        (canadian(10, 60, 3), [35, 10], Left(20, 1, 1)),
        (canadian(10, 60, 3), [35, 20], Left(15, 1, 1)),
        (canadian(10, 60, 3), [35, 20, 30], Left(60, 3, 1)),
        (canadian(0, 60, 3), [5, 10], Left(45, 1, 1)),
        (canadian(0, 60, 3), [20], Left(40, 2, 1)),
        (canadian(0, 60, 3), [70], Left(0, 2, 1)),
        (canadian(0, 60, 3), [70, 1, 1], Left(60, 3, 1)),
        (per_move(15), [14], Left(15, 1, 1)),
        (per_move(15), [16], Left(15, 1, 1)),
        (byo_yomi(10, 30, 3), [9], Left(1, 0, 0)),
        (byo_yomi(10, 30, 3), [39], Left(30, 1, 3)),
        (byo_yomi(10, 30, 3), [41], Left(30, 1, 2)),
        (byo_yomi(10, 30, 3), [9, 1, 29], Left(30, 1, 3)),
        (byo_yomi(0, 30, 3), [30], Left(30, 1, 2)),
        (byo_yomi(0, 30, 3), [61], Left(30, 1, 1)),
        (byo_yomi(0, 30, 3), [1000], Left(30, 1, 1)),
        (byo_yomi(0, 1e-9, 2), [1e9], Left(1e-9, 1, 1)),
        (NO_LIMIT, [1e9], None),
    ],
)
def test_spent(settings, spent, left):
    reading = Reading(settings)
    for seconds in spent:
        reading = reading.spent(0, seconds)
    assert reading.left(0) == left


@given(every_settings(0.1), st.lists(st.floats(0.0, 90.0), max_size=40))
def test_a_reading_is_what_a_referee_counts(settings, thoughts):
    reading, referee = Reading(settings), Referee(settings)
    for seconds in thoughts:
        referee.move(seconds)
        if referee.fallen:
            return
        reading = reading.spent(0, seconds)
        left = reading.left(0)
        if left.stones:
            # Exactly at the end of a period it is the referee's mercy which one is running.
            assume(left.periods == referee.periods)
            assert (left.stones, referee.main) == (referee.stones, 0)
            # After main time a Canadian period is counted without what was saved.
            exact = left.stones == settings.stones or not settings.main
            assert left.seconds <= referee.period + 1e-5
            assert not exact or left.seconds == pytest.approx(referee.period, abs=1e-5)
        else:
            assert left.seconds == pytest.approx(referee.main, abs=1e-5)


BYO_YOMI, CANADIAN = byo_yomi(300, 30, 5), canadian(300, 60, 5)


@pytest.mark.parametrize(
    ("reading", "words", "left"),
    [
        (Reading(absolute(300)), (200, 0), Left(200, 0, 0)),
        (Reading(absolute(300)), (400.5, 0), Left(400.5, 0, 0)),
        (Reading(absolute(300)), (0, 0), Left(0, 0, 0)),
        (Reading(absolute(300)), (20, 4), Left(20, 4, 1)),
        (Reading(CANADIAN), (60, 5), Left(60, 5, 1)),
        (Reading(CANADIAN), (12, 2), Left(12, 2, 1)),
        (Reading(CANADIAN), (0, 2), Left(0, 2, 1)),
        (Reading(BYO_YOMI), (30, 5), Left(30, 1, 5)),
        (Reading(BYO_YOMI), (12, 2), Left(12, 1, 2)),
        (Reading(per_move(15)), (15, 1), Left(15, 1, 1)),
        (Reading(per_move(15)), (7, 1), Left(7, 1, 1)),
        (Reading(per_move(15)), (12, 3), Left(12, 3, 1)),
        (Reading(fischer(300, 5)), (302.5, 0), Left(302.5, 0, 0)),
        # 0 and 0: the main time is over.
        (Reading(CANADIAN), (0, 0), Left(60, 5, 1)),
        (Reading(BYO_YOMI), (0, 0), Left(30, 1, 5)),
        (Reading(fischer(300, 5)), (0, 0), Left(0, 0, 0)),
        (Reading(CANADIAN).told(0, 12, 2), (0, 0), Left(12, 2, 1)),
        # Back in main time: some was added.
        (Reading(CANADIAN).told(0, 12, 2), (100, 0), Left(100, 0, 0)),
        # Without settings.
        (Reading(NO_LIMIT), (0, 0), None),
        (Reading(NO_LIMIT), (200, 0), Left(200, 0, 0)),
        (Reading(NO_LIMIT), (20, 4), Left(20, 4, 1)),
        # A whole number is rounded; the own count may know better, by less than one second.
        (Reading(absolute(300)).spent(0, 0.4), (300, 0), Left(299.6, 0, 0)),
        (Reading(absolute(300)).spent(0, 0.5), (300.25, 0), Left(300.25, 0, 0)),
        (Reading(absolute(300)).spent(0, 1), (300, 0), Left(300, 0, 0)),
        (Reading(absolute(300)).spent(0, 0.4), (299, 0), Left(299, 0, 0)),
        (Reading(CANADIAN).told(0, 10.5, 2).spent(0, 8.75), (2, 1), Left(1.75, 1, 1)),
        (Reading(CANADIAN).told(0, 10.5, 2).spent(0, 8.75), (2, 2), Left(2, 2, 1)),
    ],
)
def test_what_the_peer_tells_holds(reading, words, left):
    assert reading.told(0, *words).left(0) == left


def test_two_periods_are_byo_yomi_and_one_is_canadian():
    assert Reading(byo_yomi(0, 30, 2)).told(0, 10, 2).left(0) == Left(10, 1, 2)
    assert Reading(byo_yomi(0, 30, 1)).told(0, 10, 2).left(0) == Left(10, 2, 1)


def test_overtime_that_no_settings_announced_is_all_there_is():
    reading = Reading(NO_LIMIT).told(0, 20, 2).spent(0, 5)
    assert reading.left(0) == Left(15, 1, 1)
    assert reading.spent(0, 5).left(0) == Left(10, 0, 0)


def test_clocks_of_players_are_apart():
    start = Reading(canadian(100, 60, 5))
    reading = start.spent(3, 30).spent(0, 1).told(1, 9, 2).spent(3, 30)
    assert [reading.left(player) for player in range(5)] == [
        Left(99, 0, 0),
        Left(9, 2, 1),
        Left(100, 0, 0),
        Left(40, 0, 0),
        Left(100, 0, 0),
    ]
    assert start == Reading(canadian(100, 60, 5))


@given(every_settings(), st.lists(st.tuples(st.integers(0, 3), times(0, 100)), max_size=20))
def test_a_player_s_budget_depends_on_his_own_clock(settings, moves):
    together, alone = Reading(settings), [Reading(settings) for _ in range(4)]
    for player, seconds in moves:
        together = together.spent(player, seconds)
        alone[player] = alone[player].spent(0, seconds)
    for player in range(4):
        assert budget(together, player, EVEN) == budget(alone[player], 0, EVEN)


# Budgets


@pytest.mark.parametrize(
    ("settings", "told", "soft", "hard"),
    [
        (NO_LIMIT, None, None, None),
        # 300 s less 20 times lag and minimum leave 297.6 s, 14.88 s a move.
        (absolute(300), None, MINIMUM + 14.88 * 0.85 / 0.75, MINIMUM + 2.5 * 14.88 * 0.85 / 0.75),
        (absolute(300), (2, 0), MINIMUM, MINIMUM),
        # Half an even share of what is left, where it is too little for all of 20 moves.
        (absolute(300), (0.5, 0), 0.0125, 0.0125),
        (absolute(300), (0.01, 0), 0.00025, 0.00025),
        (fischer(300, 0.1), (0.05, 0), MINIMUM, MINIMUM),
        (absolute(300), (0, 0), 0, 0),
        (per_move(15), None, 0.85 * 14.9, 14.9),
        (per_move(0.05), None, MINIMUM, MINIMUM),
        (per_move(0.01), None, 0.005, 0.005),
        (canadian(0, 60, 5), None, 0.85 * 11.9, 11.9),
        (canadian(0, 60, 5), (20, 1), 0.85 * 19.9, 19.9),
        (canadian(0, 60, 5), (0, 3), 0, 0),
        (canadian(1, 60, 5), None, 0.85 * 11.9, 11.9),
        (byo_yomi(0, 30, 1), None, 0.85 * 29.9, 29.9),
        (byo_yomi(0, 30, 2), None, 0.85 * 29.9, 29.9),
        (byo_yomi(0, 30, 3), None, 0.85 * 29.9, 59.9),
        (byo_yomi(0, 30, 9), (10, 9), 0.85 * 9.9, 39.9),
        (byo_yomi(0, 30, 9), (10, 2), 0.85 * 9.9, 9.9),
        (fischer(300, 10), None, 8.9 + 14.994 * 0.85 / 0.75, 8.9 + 2.5 * 14.994 * 0.85 / 0.75),
        (fischer(0, 10), None, 0, 0),
        (fischer(5, 10), None, 4.9, 4.9),
        (fischer(300, 10, None, 12), None, 11.9, 11.9),
    ],
)
def test_budgets(settings, told, soft, hard):
    reading = Reading(settings)
    got = budget(reading.told(0, *told) if told else reading, 0, EVEN)
    assert got == ((None, None) if hard is None else (pytest.approx(soft), pytest.approx(hard)))


@pytest.mark.parametrize(
    ("settings", "told", "delay", "soft", "hard"),
    [
        # No time is left beyond the delay, and none is owed.
        (absolute(300), (0.01, 0), 0.05, 0.0, 0.0),
        # Four delays, or half an even share, 0.5 s and 0.9 of an increment, if that is less: 0.7 s.
        (fischer(10, 1), None, 0.2, 0.2 + 9.28 / 20 * 0.85 / 0.75, 0.2 + 2.5 * 9.28 / 20 * 0.85 / 0.75),
        (fischer(10, 1), None, 0.05, 0.7 + 9.78 / 20 * 0.85 / 0.75, 0.7 + 2.5 * 9.78 / 20 * 0.85 / 0.75),
        # 0.05 s and what 19 moves will earn, 0.9 of 0.01 s each, for 20 moves; half of a share.
        (fischer(300, 0.01), (0.05, 0), 0.0, 0.5 * 0.221 / 20, 0.5 * 0.221 / 20),
        (canadian(0, 10, 10), None, 0.2, 0.85 * 0.5, 0.5),
        (byo_yomi(0, 1, 3), None, 0.1, 0.85 * 0.6, 1.6),
    ],
)
def test_budgets_where_the_scheduler_delays_a_move(settings, told, delay, soft, hard):
    reading = Reading(settings)
    got = budget(reading.told(0, *told) if told else reading, 0, EVEN, LAG, delay)
    assert got == (pytest.approx(soft), pytest.approx(hard))


def test_the_phase_weighs_the_soft_limit():
    reading = Reading(absolute(300))
    soft = [budget(reading, 0, Phase(20, weight))[0] - MINIMUM for weight in (0.5, 1.0, 1.3)]
    assert soft == [pytest.approx(soft[1] * weight) for weight in (0.5, 1.0, 1.3)]
    assert budget(reading, 0, Phase(20, 0.5))[1] == budget(reading, 0, Phase(20, 1.3))[1]
    # However heavy, the hard limit holds.
    assert budget(reading, 0, Phase(4, 1.3)) == (pytest.approx(59.924), pytest.approx(59.924))


@pytest.mark.parametrize(
    ("words", "moves", "weight"),
    [
        ((0, 60, 2, 20), 20, 0.5),
        ((5, 55, 2, 20), 17.5, 0.5),
        ((6, 54, 2, 20), 17, 1.0),
        ((15, 45, 2, 20), 12.5, 1.0),
        ((16, 44, 2, 20), 12, 1.3),
        ((33, 27, 2, 20), 4, 1.3),
        ((34, 26, 2, 20), 4, 1.0),
        ((60, 0, 2, 20), 4, 1.0),
        ((1, 0), 4, 1.0),
        ((19, 181), 90.5, 0.5),
        ((0, 0), 4, 0.5),
        ((0, 60, 4), 15, 0.5),
        ((100, 200), 100, 1.3),
    ],
)
def test_phases(words, moves, weight):
    assert phase(*words) == (moves, weight)


@given(
    every_settings(),
    st.lists(st.tuples(st.floats(0, 1), st.floats(1, 100), st.floats(0.1, 3)), max_size=60),
    st.floats(0, 3),
)
@example(canadian(0, 0.05, 5), [(1.0, 20.0, 1.0)] * 20, LAG)
@example(byo_yomi(0, 1, 4), [(1.0, 20.0, 1.0)] * 20, LAG)
@example(fischer(0.05, 0.01), [(1.0, 4.0, 1.0)] * 20, LAG)
def test_no_time_is_lost_within_the_budget(settings, moves, lag):
    reading, referee = Reading(settings), Referee(settings)
    for share, ahead, weight in moves:
        soft, hard = budget(reading, 0, Phase(ahead, weight), lag)
        assert 0 <= soft <= hard
        seconds = share * hard
        referee.move(seconds)
        assert not referee.fallen
        reading = reading.spent(0, seconds + lag)


@given(
    every_settings(1.1),
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=60),
    st.floats(0, 1),
    st.sampled_from([None, float, math.floor]),
)
@example(absolute(60), [(1.0, 1.0)] * 60, 0.9, None)
@example(fischer(60, 0.3), [(1.0, 1.0)] * 60, 0.9, None)
@example(canadian(2, 4, 2), [(1.0, 0.0)] * 3, 0.5, None)
@example(canadian(60, 11, 10), [(1.0, 1.0)] * 60, 1.0, None)
@example(byo_yomi(1, 1.1, 9), [(1.0, 1.0)] * 60, 1.0, float)
def test_no_time_is_lost_by_lag(settings, moves, lag, told):
    """Every move overruns its budget by up to the lag; the player has the lag and the minimum for each."""
    need = lag + MINIMUM
    # The phase below tells of four moves at least.
    rich = settings.main >= need * max(4, len(moves))
    earns = settings.periods or (settings.main >= need and 0.9 * settings.increment >= need)
    assume(rich or earns)
    reading, referee = Reading(settings), Referee(settings)
    for number, (share, overrun) in enumerate(moves):
        _, hard = budget(reading, 0, Phase(max(4, len(moves) - number)), lag)
        assert told is math.floor or hard >= MINIMUM - ROUNDING
        seconds = share * hard
        referee.move(seconds + overrun * lag)
        assert not referee.fallen
        reading = reading.spent(0, seconds + lag)
        if told is not None:
            reading = reading.told(0, *referee.tell(told))


@given(
    every_settings(0.01),
    times(),
    times(),
    st.integers(0, 9),
    st.floats(1, 100),
    st.floats(0.1, 3),
    times(0, 3),
)
def test_more_time_never_gives_a_shorter_budget(settings, one, other, number, moves, weight, lag):
    now = Phase(moves, weight)
    less, more = (
        budget(Reading(settings).told(0, seconds + 0.001, number), 0, now, lag)
        for seconds in sorted((one, other))
    )
    assert less[0] <= more[0] + ROUNDING
    assert less[1] <= more[1] + ROUNDING


@given(times(0, 60), times(2, 2000), st.integers(1, 80), st.floats(0, 2))
def test_lag_is_taken_off_once_for_each_move(increment, main, moves, lag):
    now = Phase(moves)
    with_lag = main + moves * (lag + MINIMUM)
    expected = budget(Reading(absolute(with_lag - moves * lag)), 0, now, 0)
    assert budget(Reading(absolute(with_lag)), 0, now, lag) == pytest.approx(expected)
    slot = canadian(0, main, moves)
    expected = budget(Reading(slot), 0, now, 0)
    assert budget(Reading(slot).told(0, main + moves * lag, moves), 0, now, lag) == pytest.approx(expected)
    expected = budget(Reading(fischer(1e4, increment + MINIMUM / 0.9)), 0, now, 0)
    slower = fischer(1e4 + lag, increment + MINIMUM / 0.9 + lag / 0.9)
    assert budget(Reading(slower), 0, now, lag) == pytest.approx(expected)


@pytest.mark.parametrize("plies", [60, 150, 300])
@pytest.mark.parametrize("main", [0.2, 1.0])
def test_a_clock_that_is_too_short_for_the_lag_lasts_to_the_end(main, plies):
    """Every reply costs a third of an even share beyond thought, much less than the lag that is kept back."""
    left = main
    for ply in range(0, plies, 2):
        _, hard = budget(Reading(absolute(main)).told(0, left, 0), 0, phase(ply, plies - ply, 2, 10))
        left -= hard + main / plies * 2 / 3
        assert left > 0


@pytest.mark.parametrize("solved", [0, 20])
def test_two_thousand_moves_of_one_minute_games(solved):
    """Each move ends somewhere between half its soft limit and its hard one and overruns by up to the lag. If
    the end is solved, most of the time is used in the first half."""
    dice = random.Random(20)
    plies = 60
    for _ in range(2000 // (plies // 2) + 1):
        clock, left = Clock(), 60.0
        clock.set_clock(from_gtp(60, 0, 0))
        now = 1000.0
        told = dice.random() < 0.5
        for ply in range(0, plies, 2):
            if told:
                clock.time_left(0, int(left), 0)
            soft, hard = clock.budget(0, phase(ply, plies - ply, 2, solved))
            seconds = hard if dice.random() < 0.1 else dice.uniform(0.5, 1) * soft
            clock.stop(0, now, now + seconds)
            left -= seconds + dice.uniform(0, LAG)
            assert left > 0
            now += seconds + 3
            if ply == 28 and solved:
                assert left <= 0.4 * 60
        assert clock.lag == LAG


# The clock a player keeps


def test_a_clock_is_charged_with_thought_and_lag_once():
    clock = Clock(lag=0.25)
    clock.set_clock(absolute(60))
    for number in range(8):
        clock.stop(0, 10.0 * number, 10.0 * number + 3)
    assert clock.reading == Reading(absolute(60), (Left(60 - 8 * 3.25, 0, 0),))


def test_each_time_settings_is_a_new_clock():
    clock = Clock()
    assert clock.budget(0, EVEN) == (None, None)
    clock.set_clock(absolute(10))
    clock.stop(1, 0.0, 5.0)
    clock.set_clock(absolute(100))
    assert clock.reading.left(1) == Left(100, 0, 0)
    clock.stop(1, 6.0, 7.0)
    clock.restart()
    assert clock.reading == Reading(absolute(100))
    clock.set_clock(NO_LIMIT)
    assert clock.budget(1, EVEN) == (None, None)


def test_what_waited_behind_a_move_counts_from_its_end():
    """A script is piped in whole: all its lines arrive at once."""
    clock = Clock()
    clock.set_clock(absolute(60))
    assert clock.start(5.0) == 5.0
    clock.stop(0, 5.0, 8.0)
    assert clock.start(5.0) == 8.0
    clock.stop(1, 5.0, 10.0)
    assert clock.start(11.0) == 11.0
    assert clock.reading.left(1).seconds == pytest.approx(58 - LAG)


def play_along(clock, start, rounded, lag, moves, thought=2.3, increment=0.0):
    """Moves before each of which, and after the last, the peer tells the main time. Returns the time left."""
    left, now = start, clock.start(0.0)
    for _ in range(moves):
        clock.time_left(0, rounded(left), 0)
        clock.stop(0, now, now + thought)
        left += increment - thought - lag
        now += 100
    clock.time_left(0, rounded(left), 0)
    return left


@pytest.mark.parametrize("rounded", [int, round, math.ceil, float])
@given(lag=st.floats(0, LAG), start=st.floats(200, 300), thought=st.floats(0, 4), moves=st.integers(0, 40))
def test_rounding_is_no_lag(rounded, lag, start, thought, moves):
    clock = Clock()
    clock.set_clock(absolute(300))
    play_along(clock, start, rounded, lag, moves, thought)
    assert pytest.approx(LAG) == clock.lag


@pytest.mark.parametrize("rounded", [int, round, math.ceil, float])
@pytest.mark.parametrize("settings", [absolute(300), fischer(300, 2)])
@given(lag=st.floats(0.4, 1.9), start=st.floats(200, 300), thought=st.floats(0, 4))
def test_lag_is_measured_and_never_overrated(rounded, settings, lag, start, thought):
    clock = Clock()
    clock.set_clock(settings)
    play_along(clock, start, rounded, lag, 20, thought, settings.increment)
    assert lag - 0.1 - 1e-9 <= clock.lag <= lag + ROUNDING + 1e-9


def test_a_measured_lag_goes_up_only():
    clock = Clock()
    clock.set_clock(absolute(300))
    left = play_along(clock, 300.5, float, 0.5, 2)
    assert clock.lag == pytest.approx(0.5)
    play_along(clock, left, float, 0.0, 10)
    clock.restart()
    clock.set_clock(absolute(500))
    assert clock.lag == pytest.approx(0.5)


def test_one_move_proves_no_lag():
    clock = Clock()
    clock.set_clock(absolute(300))
    play_along(clock, 300.5, float, 0.8, 1)
    assert clock.lag == LAG


def test_what_is_no_lag():
    """A move the user made for the player, time that was added, a capped clock, overtime, a new game."""
    clock = Clock()
    clock.set_clock(fischer(300, 2, 400))
    left = play_along(clock, 200.5, float, 0.05, 3, increment=2)
    for change in (-30, 50):
        start = clock.start(0.0)
        clock.stop(0, start, start + 3)
        left = play_along(clock, left + change, float, 0.05, 3, increment=2)
    for _ in range(5):
        start = clock.start(0.0)
        clock.time_left(0, 400, 0)
        clock.stop(0, start, start + 0.5)
    clock.set_clock(canadian(0, 300, 10))
    for stones in range(10, 1, -1):
        start = clock.start(0.0)
        clock.time_left(0, 2.5 * stones, stones)
        clock.stop(0, start, start + 1)
    clock.set_clock(absolute(300))
    left = play_along(clock, 250.5, float, 0.05, 3)
    start = clock.start(0.0)
    clock.stop(0, start, start + 1)
    clock.restart()
    play_along(clock, left - 3, float, 0.05, 3)
    assert clock.lag == LAG


def test_lag_is_measured_after_time_was_added():
    clock = Clock()
    clock.set_clock(absolute(300))
    left = play_along(clock, 100.5, float, 0.05, 3)
    start = clock.start(0.0)
    clock.stop(0, start, start + 1)
    play_along(clock, left + 50, float, 0.8, 3)
    assert clock.lag == pytest.approx(0.8)


def test_lag_is_bounded_but_a_given_one_stays():
    clock = Clock(lag=5.0)
    clock.set_clock(absolute(300))
    play_along(clock, 300.5, float, 1.9, 10)
    assert clock.lag == 5.0
    clock = Clock()
    clock.set_clock(absolute(300))
    play_along(clock, 300.5, float, 2.4, 10)
    assert clock.lag == GREATEST_LAG


ROOMY = {
    "absolute": absolute(10),
    "fischer": fischer(10, 0.1),
    "canadian": canadian(0, 10, 10),
    "byo-yomi": byo_yomi(0, 1, 3),
    "per move": per_move(1),
}


@pytest.mark.parametrize("settings", ROOMY.values(), ids=ROOMY)
def test_a_single_pause_takes_no_time_from_later_moves(settings):
    """The program was stopped for a while, or the machine asleep."""
    watch, now = Clock(), phase(20, 40)
    watch.set_clock(settings)
    before = watch.budget(0, now)
    watch.note_delay(0.6)
    assert watch.budget(0, now) == before
    watch.note_delay(0.6)
    assert watch.budget(0, now)[0] >= 0.3 * before[0] > 0
    for _ in range(8):
        watch.note_delay(0.0)
    assert watch.budget(0, now) == before


@pytest.mark.parametrize("settings", ROOMY.values(), ids=ROOMY)
def test_moves_too_short_to_tell_let_a_delay_fade(settings):
    watch, now = Clock(), phase(20, 40)
    watch.set_clock(settings)
    before = watch.budget(0, now)
    for _ in range(8):
        watch.note_delay(0.1)
    for _ in range(30):
        watch.note_delay(None)
    assert watch.delay < 0.02 and watch.budget(0, now)[0] >= 0.8 * before[0]


def test_a_clock_runs_once_it_is_set():
    clock = Clock()
    assert clock.runs is False
    clock.set_clock(absolute(10))
    assert clock.runs is True


def test_the_delay_is_the_second_longest_of_the_last_eight():
    clock = Clock()
    for hundredths in range(1, 11):
        clock.note_delay(hundredths / 100)
        assert clock.delay == pytest.approx((hundredths - 1) / 100)
    for _ in range(6):
        clock.note_delay(0.0)
    assert clock.delay == pytest.approx(0.09)
    clock.note_delay(0.0)
    assert clock.delay == 0.0
    # A clock that was set back does not count as a delay, nor does one that is not seen outlast the others.
    for _ in range(8):
        clock.note_delay(-0.5)
    assert clock.delay == 0.0
    clock.note_delay(0.08)
    clock.note_delay(0.06)
    assert clock.delay == 0.06
    for _ in range(7):
        clock.note_delay(None)
    assert clock.delay == pytest.approx(0.03)


def test_a_move_that_ends_before_it_begins_costs_its_lag():
    """As where the lines of a script have waited behind a longer move."""
    clock = Clock(lag=0.25)
    clock.set_clock(absolute(60))
    clock.stop(0, 5.0, 8.0)
    clock.stop(1, 3.0, 7.0)
    assert clock.reading.left(1) == Left(59.75, 0, 0)


@pytest.mark.parametrize(("excess", "lag"), [(-1.5, 1.0), (-1.0, 1.0), (-0.5, 0.375), (5.0, 1.0), (4.5, 2.0)])
def test_only_what_may_be_lag_is_measured(excess, lag):
    """Two moves by which the client's clock runs this much faster, and two more by which it runs 2 s."""
    clock = Clock()
    clock.set_clock(absolute(300))
    now, told = 0.0, 200.25
    for faster in (excess, 2.0):
        clock.time_left(0, told, 0)
        for _ in range(2):
            clock.stop(0, now, now + 3)
            now += 10
        told -= 6 + faster
    clock.time_left(0, told, 0)
    # Times with a part of a second are not rounded. 5 s are more than two moves may have, and a second.
    assert clock.lag == pytest.approx(lag)
