"""Exact endgames: known scores, a slow solver, and that limits end a search without harm."""

import json
import random
import signal
import threading
import time
from itertools import pairwise

import pytest
from levels import best_level
from othello_samples import SCORES, made_up, random_positions, some
from places import ROOT, TESTS

from outflank.engine import core, evaluation

FFO = json.loads((TESTS / "positions" / "ffo.json").read_text())["positions"]
EASY = [row for row in FFO if row["empties"] <= 16]
LONGER = [row for row in FFO if row["n"] in (21, 29, 40)]
LEVELS = 6
"""Of selective searches (engine/core/solver/selectivity.pxd)."""
HARD = next(row for row in FFO if row["n"] == 55)


@pytest.fixture(scope="session")
def rules(load):
    return load("othello.othello").Othello(8)


@pytest.fixture(scope="session")
def endgame(load):
    return load("solver.endgame").Endgame(8)


@pytest.fixture(scope="session")
def patterns(load):
    """The learned evaluation that comes with the program."""
    return evaluation.shipped(load.keywords["level"])


@pytest.fixture(scope="session")
def learned(load, patterns):
    return load("solver.endgame").Endgame(8, 1, patterns)


@pytest.fixture(params=["plain", "learned"])
def either(request):
    """A solver without learned tables, or one with them."""
    return request.getfixturevalue("endgame" if request.param == "plain" else "learned")


def ffo_position(rules, row):
    return rules.parse_position(f"{row['board']} {row['side']}")


def final_lead(position):
    """The mover's lead, the position taken as final."""
    scores = position.rules.scores(position)
    return scores[position.mover] - scores[1 - position.mover]


def slow_score(position, low=-65, high=65):
    """Plain alpha-beta by the rules alone."""
    if position.over:
        return final_lead(position)
    for move in position.moves():
        low = max(low, -slow_score(position.play(move), -high, -low))
        if low >= high:
            break
    return low


def turned_board(rules, position, symmetry):
    """The position seen in one of the eight ways: bits 1, 2 and 4 mirror files, rows and a diagonal."""
    mapped = []
    for discs in rules.discs(position):
        bits = 0
        for square in range(64):
            column, row = square % 8, square // 8
            column, row = (7 - column if symmetry & 1 else column), (7 - row if symmetry & 2 else row)
            column, row = (row, column) if symmetry & 4 else (column, row)
            bits |= (discs >> square & 1) << 8 * row + column
        mapped.append(bits)
    return rules.place(*mapped, position.mover)


def check_line(rules, position, answer):
    """The line goes to the end of the game and to the score."""
    assert answer.line[:1] == (() if answer.move is None else (answer.move,))
    mover = position.mover
    for move in answer.line:
        position = position.play(move)
    assert position.over
    assert answer.low == answer.high == final_lead(position) * (1 if position.mover == mover else -1)


@pytest.mark.parametrize("row", EASY, ids=lambda row: f"ffo-{row['n']}")
def test_known_endgames(rules, either, row):
    position = ffo_position(rules, row)
    answer = either.solve(position)
    assert (answer.low, answer.high) == (row["score"], row["score"])
    assert rules.move_text(answer.move).lower() in row["best"]
    check_line(rules, position, answer)


@pytest.mark.parametrize(("threads", "with_tables"), [(2, False), (3, False), (2, True)])
def test_several_threads_find_the_same(load, rules, patterns, threads, with_tables):
    crew = load("solver.endgame").Endgame(16, threads, patterns if with_tables else None)
    for row in LONGER:
        position = ffo_position(rules, row)
        answer = crew.solve(position)
        assert (answer.low, answer.high) == (row["score"], row["score"])
        check_line(rules, position, answer)


@pytest.mark.parametrize("with_tables", [False, True])
def test_several_threads_stop(load, rules, patterns, with_tables):
    crew = load("solver.endgame").Endgame(16, 3, patterns if with_tables else None)
    for seconds in (0.02, 0.05, 0.1, 0.2):
        began = time.monotonic()
        answer = crew.solve(ffo_position(rules, HARD), seconds=seconds)
        assert time.monotonic() - began < seconds + 2
        assert answer.low <= HARD["score"] <= answer.high
        assert not answer.exact
    assert threading.active_count() == 1
    with pytest.raises(ValueError, match="threads"):
        load("solver.endgame").Endgame(16, 0)


def test_every_move_of_a_known_endgame_the_best_first(rules, endgame):
    for row in EASY[:6]:
        answers = list(endgame.scores(ffo_position(rules, row)))
        assert all(answer.exact for answer in answers)
        assert {rules.move_text(answer.move).lower(): answer.low for answer in answers} == row["moves"]
        leads = [answer.low for answer in answers]
        assert leads == sorted(leads, reverse=True)


def test_some_moves_only(rules, endgame):
    position = ffo_position(rules, EASY[0])
    wanted = [rules.find_move(text) for text in ("a4", "h7")]
    assert [(answer.move, answer.low) for answer in endgame.scores(position, wanted)] == [
        (wanted[1], 6),
        (wanted[0], -22),
    ]
    with pytest.raises(ValueError, match="not all legal"):
        list(endgame.scores(position, [rules.find_move("d4")]))


def test_random_positions_with_ten_empty_squares(rules, endgame):
    assert len(SCORES) == 5000
    positions = random_positions(rules, 10)
    for score in SCORES:
        answer = endgame.solve(next(positions))
        assert (answer.low, answer.high) == (score, score)


@pytest.mark.parametrize("empty", range(1, 8))
def test_the_last_squares_against_a_slow_solver(rules, endgame, empty):
    passes = 0
    for position in some(rules, empty, 30 if empty > 5 else 200):
        answer = endgame.solve(position)
        assert answer.low == answer.high == slow_score(position)
        check_line(rules, position, answer)
        passes += rules.pass_move in answer.line
    assert passes or empty < 3


def test_all_symmetries_and_both_colours_score_the_same(rules, endgame):
    for position in some(rules, 12, 5):
        scores = set()
        for symmetry in range(8):
            seen = turned_board(rules, position, symmetry)
            black, white = rules.discs(seen)
            endgame.clear()
            scores.add(endgame.solve(seen).low)
            scores.add(endgame.solve(rules.place(white, black, 1 - seen.mover)).low)
        assert len(scores) == 1


def test_win_draw_or_loss_agrees_with_the_score(load, rules, endgame):
    quick = load("solver.endgame").Endgame(8)
    found = set()
    for position in some(rules, 12, 60):
        score = endgame.solve(position).low
        answer = quick.solve(position, -1, 1)
        found.add((score > 0) - (score < 0))
        if score > 0:
            assert answer.low > 0
            assert -slow_bound(endgame, position, answer.move) > 0
        elif score < 0:
            assert answer.high < 0
        else:
            assert answer.low == answer.high == 0
    assert found >= {-1, 1}


def slow_bound(endgame, position, move):
    return endgame.solve(position.play(move)).high


@pytest.mark.parametrize(
    ("text", "score", "line"),
    [
        ("X" * 63 + "- X", 64, ""),
        ("-" + "X" * 62 + "- O", -64, ""),
        ("-OX" + "-" * 61 + " X", 64, "A1"),
        ("-O" + "X" * 6 + "-" * 56 + " O", -64, "pass A1"),
        ("X" * 8 + "-" * 48 + "O" * 8 + " X", 0, ""),
        ("X" * 8 + "-" * 48 + "O" * 7 + "X O", -50, ""),
    ],
)
def test_wipe_outs_passes_and_finished_games(rules, either, text, score, line):
    position = rules.parse_position(text)
    answer = either.solve(position)
    assert (answer.low, answer.high) == (score, score)
    assert " ".join(rules.move_text(move) for move in answer.line) == line
    assert (answer.move is None) == position.over
    assert [found.low for found in either.scores(position)] == ([] if position.over else [score])


def test_only_othello_on_the_usual_board(load, rules, endgame):
    for other in (
        load("othello.othello").Othello(6),
        load("othello.othello10").Othello10(),
        load("sos.sos").Sos(4),
    ):
        with pytest.raises(ValueError, match="Othello 8x8"):
            endgame.solve(other.new_position())
    with pytest.raises(ValueError, match="nothing between"):
        endgame.solve(rules.new_position(), 2, 2)
    with pytest.raises(ValueError, match="no table"):
        load("solver.endgame").Endgame(0)


@pytest.mark.parametrize(("empty", "count"), [(10, 40), (13, 40), (14, 30), (15, 15), (16, 15), (17, 5)])
def test_learned_tables_change_no_score(rules, endgame, learned, empty, count):
    passes = 0
    for position in some(rules, empty, count):
        answer = learned.solve(position)
        assert answer.low == answer.high == endgame.solve(position).low
        check_line(rules, position, answer)
        passes += rules.pass_move in answer.line
    assert passes


def test_every_cpu_level_estimates_alike(load, rules, learned, monkeypatch):
    best = core.load("solver.endgame", core.built()[0])
    for module in (load("solver.endgame"), best):
        # A search that is continued in a thread after a while begins again with a filled table.
        monkeypatch.setattr(module, "SLICE", 1e6)
    other = best.Endgame(8, 1, evaluation.shipped(core.built()[0]))
    best_rules = core.load("othello.othello", core.built()[0]).Othello(8)
    for empty in (17, 18):
        for mine, theirs in zip(some(rules, empty, 3), some(best_rules, empty, 3), strict=True):
            for solver in (learned, other):
                solver.clear()
            for level in range(LEVELS):
                for window in ((-64, 64), (-1, 1)):
                    found, same = (
                        solver.estimate(position, [level], None, *window)
                        for solver, position in ((learned, mine), (other, theirs))
                    )
                    assert (found.likely, found.move, found.nodes) == (same.likely, same.move, same.nodes)
                    assert found.nodes


@best_level
def test_the_likely_lead_is_near_the_true_one(rules, learned):
    errors, losses = [], []
    for position in some(rules, 17, 20):
        found = learned.estimate(position, range(4))
        assert not found.exact and (found.low, found.high) == (-64, 64)
        exact = {answer.move: answer.low for answer in learned.scores(position)}
        errors.append(abs(found.likely - max(exact.values())))
        losses.append(max(exact.values()) - exact[found.move])
    assert sum(errors) / len(errors) < 2
    assert sum(losses) / len(losses) < 1
    assert learned.estimate(some(rules, 12, 1)[0], [0]).likely is None
    assert learned.estimate(some(rules, 24, 1)[0], [0], nodes=100).likely is None


@best_level
def test_a_higher_level_of_estimates_is_surer_and_longer(rules, learned):
    errors, nodes = [0] * LEVELS, [0] * LEVELS
    for position in some(rules, 19, 20):
        score = learned.solve(position).low
        for level in range(LEVELS):
            learned.clear()
            found = learned.estimate(position, [level])
            errors[level] += abs(found.likely - score)
            nodes[level] += found.nodes
    assert errors[0] > errors[2] > errors[-1]
    assert all(low < high for low, high in pairwise(nodes))


def test_an_estimate_cut_short_is_that_of_the_level_before(rules, learned):
    """Nothing is worse for a level that was begun, and the move to try first is the one of the answer where
    no search came further than that."""
    kept = 0
    for position in some(rules, 20, 5):
        learned.clear()
        first = learned.estimate(position, [0])
        learned.clear()
        found = learned.estimate(position, range(LEVELS), nodes=first.nodes + 40)
        assert found.likely == first.likely
        kept += found.move == first.move
        learned.clear()
        for move in position.moves():
            assert learned.estimate(position, [5], move, nodes=1).move == move
    assert kept >= 4


@best_level
def test_who_is_likely_to_win_is_asked_in_a_window(rules, learned):
    """The answer stays between its bounds, a move that is as good as the best one stays where it is first,
    and one that is worse does not."""
    kept = replaced = 0
    for position in some(rules, 17, 12):
        exact = {answer.move: answer.low for answer in learned.scores(position)}
        top = LEVELS - 1
        best = outcome(max(exact.values()))
        learned.clear()
        found = learned.estimate(position, range(LEVELS), None, -1, 1)
        assert (found.likely, found.level) == (best, top) and outcome(exact[found.move]) == best
        for move, lead in exact.items():
            learned.clear()
            move_found = learned.estimate(position, [top], move, -1, 1).move
            assert (move_found == move) == (outcome(lead) == best)
            kept += move_found == move
            replaced += move_found != move
    assert kept and replaced


def test_nothing_is_likely_without_learned_tables(rules, endgame):
    with pytest.raises(ValueError, match="without a judge"):
        endgame.estimate(some(rules, 17, 1)[0], [0])


def outcome(lead):
    return (lead > 0) - (lead < 0)


def test_what_is_likely_of_a_finished_game_is_its_result(rules, learned):
    full = rules.place((1 << 40) - 1, ((1 << 64) - 1) ^ ((1 << 40) - 1), 0)
    found = learned.estimate(full, range(LEVELS))
    assert (found.likely, found.move, found.level) == (16, None, LEVELS - 1)
    assert learned.estimate(full, [LEVELS - 1], None, -1, 1).likely == 1


def test_learned_tables_change_no_score_where_a_side_has_few_discs(rules, endgame, learned):
    rng = random.Random(1)
    found = wipe_outs = passes = 0
    while found < 30:
        squares = rng.sample(range(64), 50)
        number = rng.choice((1, 2, 4))
        few, many = (sum([1 << square for square in part]) for part in (squares[:number], squares[number:]))
        discs = (few, many) if rng.random() < 0.5 else (many, few)
        position = rules.place(*discs, rng.randrange(2))
        if position.over:
            continue
        answer = learned.solve(position)
        assert answer.low == answer.high == endgame.solve(position).low
        check_line(rules, position, answer)
        wipe_outs += abs(answer.low) == 64
        passes += answer.move == rules.pass_move
        found += 1
    assert wipe_outs
    assert passes


def test_tables_of_nonsense_change_no_score(load, rules, endgame):
    """The order of moves and the guess are as bad as can be; what is proven is not."""
    tables, _, _ = made_up(load)
    misled = load("solver.endgame").Endgame(8, 1, tables)
    for empty, count in ((13, 10), (16, 5)):
        for position in some(rules, empty, count):
            answer = misled.solve(position)
            assert answer.low == answer.high == endgame.solve(position).low
            check_line(rules, position, answer)


def test_a_surer_level_has_a_wider_margin_and_a_smaller_error(load):
    table = load("solver.selectivity").TABLE
    assert len(table) == LEVELS
    for below, above in pairwise(table):
        assert below.margin < above.margin
        assert below.percent < above.percent < 100
        assert below.error > above.error > 0


def test_the_readme_has_the_table_of_levels(load):
    text = (ROOT / "engine" / "core" / "solver" / "README.md").read_text("utf-8")
    for level, row in enumerate(load("solver.selectivity").TABLE):
        assert f"| {level} | {row.margin} | {row.percent} | {row.error} |" in text


def test_any_judge_will_do(load, rules, endgame):
    """The solver asks it for numbers, and knows nothing of tables."""
    misled = load("solver.endgame").Endgame(8, 1, load("othello.judge").Judge())
    for position in some(rules, 16, 5):
        answer = misled.solve(position)
        assert answer.low == answer.high == endgame.solve(position).low
        check_line(rules, position, answer)
        assert misled.estimate(position, (0,)).likely is not None or not position.moves()


def test_learned_tables_save_work(rules, endgame, learned):
    rows = [row for row in FFO if row["n"] in range(22, 26)]
    nodes = {endgame: 0, learned: 0}
    for solver in nodes:
        solver.clear()
        for row in rows:
            answer = solver.solve(ffo_position(rules, row))
            assert answer.low == answer.high == row["score"]
            nodes[solver] += answer.nodes
    assert nodes[learned] < 0.8 * nodes[endgame]


def test_the_bell_stops_it_at_once(load, rules, endgame):
    bell = load("base.stop").Bell()
    rung = []

    def ring():
        rung.append(time.process_time())
        bell.ring()

    timer = threading.Timer(0.15, ring)
    timer.start()
    answer = endgame.solve(ffo_position(rules, HARD), bell=bell)
    late = time.process_time() - rung[0]
    timer.join()
    assert not answer.exact
    assert answer.low <= HARD["score"] <= answer.high
    assert answer.move in ffo_position(rules, HARD).moves()
    assert late < 0.1
    # It is looked at in every 64th position of the larger ones, below each of which some hundred lie.
    assert endgame.solve(ffo_position(rules, HARD), bell=bell).nodes < 40_000


def test_limits_stop_it(rules, endgame):
    position = ffo_position(rules, HARD)
    began, worked = time.monotonic(), time.process_time()
    answer = endgame.solve(position, seconds=0.05)
    assert time.monotonic() - began > 0.04 and time.process_time() - worked < 0.2
    assert answer.low <= HARD["score"] <= answer.high
    assert not answer.exact
    assert endgame.solve(position, nodes=200_000).nodes < 400_000
    worked = time.process_time()
    assert not endgame.solve(position, seconds=0).exact
    assert time.process_time() - worked < 0.05


@pytest.mark.parametrize("with_tables", [False, True])
def test_what_was_interrupted_goes_on_and_ends_the_same(load, rules, patterns, with_tables):
    row = next(row for row in FFO if row["n"] == 19)
    position = ffo_position(rules, row)
    fresh = load("solver.endgame").Endgame(8)
    whole = fresh.solve(position)
    again = load("solver.endgame").Endgame(8, 1, patterns if with_tables else None)
    parts = []
    while not parts or not parts[-1].exact:
        parts.append(again.solve(position, nodes=20_000))
        assert parts[-1].low <= row["score"] <= parts[-1].high
        assert len(parts) < 100
        best = fresh.solve(position.play(parts[-1].move))
        assert parts[-1].low == -64 or -best.low >= parts[-1].low
    assert len(parts) > 1
    assert (parts[-1].low, parts[-1].high) == (whole.low, whole.high)
    assert fresh.solve(position).nodes < whole.nodes / 2


def test_a_signal_reaches_its_handler_during_a_search(rules, endgame):
    seen = []

    class Enough(Exception):
        pass

    def handler(number, frame):
        seen.append(time.process_time())
        raise Enough

    former = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Enough):
            endgame.solve(ffo_position(rules, HARD))
        assert time.process_time() - seen[0] < 0.1
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, former)
    assert endgame.solve(ffo_position(rules, EASY[0])).low == EASY[0]["score"]
