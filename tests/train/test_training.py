"""Learning an evaluation: games, fits, matches, and a whole training that is killed on its way."""

import contextlib
import json
import os
import random
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import time
import tracemalloc
import zlib

import numpy as np
import pytest
from places import ROOT

from outflank.engine import evaluation
from outflank.engine.core.othello import othello, patterns
from outflank.engine.core.solver import alphabeta, endgame
from outflank.engine.installation import advice
from outflank.engine.train import (
    evaluation_match as contest,
    export,
    features as columns,
    fit,
    initial_tables as rulebook,
    relabel as again,
    samples,
    selfplay,
    slopes,
    targets as returns,
)
from outflank.protocol import cli
from outflank.protocol.console.arguments import parsed
from outflank.protocol.console.errors import Failed
from outflank.protocol.train import (
    crew as train_crew,
    folder as train_folder,
    training,
)
from outflank.protocol.train.command import OTHELLO

FIRST = export.first_file()
PLAN = selfplay.Plan(seed=3, generation=0, games=12, depth=2, solve_at=10, guess_at=0, beside=0)
CHUNK = selfplay.play_chunk(FIRST, PLAN, 0)
PLAYED = shlex.split("--seed 5 --games 30 --chunk 5 --generations 2 --depth 2 --solve-at 9 --jobs 2")
SMALL = [*PLAYED, *shlex.split("--iterations 1 --match-games 4 --timed-games 2 --move-time 0.001")]


def read(words):
    """The options of `outflank train othello`."""
    return parsed(OTHELLO, ["train", "othello"], words)


def position_of(sample):
    """The position of a sample, black to move."""
    return othello.Othello(8).place(int(sample["p"]), int(sample["o"]), 0)


def random_boards(count, seed, plies):
    """Positions of random games after some plies, where the mover has a move, as samples of a game each."""
    rules, rng = othello.Othello(8), random.Random(seed)
    out = np.zeros(count, samples.SAMPLE)
    for i in range(count):
        while True:
            position = selfplay.random_position(rules, rng, rng.choice(plies))
            if position.moves() != [rules.pass_move]:
                break
        out[i]["p"], out[i]["o"] = selfplay.mover_first(rules, position)
        out[i]["game"] = i
    return out


def images(p, o):
    """A board as the eight symmetries show it."""
    for turn in range(8):
        image = [0, 0]
        for square in range(64):
            x, y = square % 8, square // 8
            if turn & 4:
                x, y = y, x
            at = (7 - x if turn & 1 else x) + 8 * (7 - y if turn & 2 else y)
            image[0] |= (p >> square & 1) << at
            image[1] |= (o >> square & 1) << at
        yield tuple(image)


# The first evaluation.


def corner(squares):
    return rulebook.corner_worth({**dict.fromkeys(patterns.SHAPES[0].split(), 0), **squares})


def test_the_rules_of_thumb():
    assert corner({}) == 0
    assert corner({"a1": 1}) == 8 and corner({"a1": 2}) == -8
    assert corner({"b2": 1}) == -4 and corner({"b2": 2}) == 4
    assert corner({"b1": 1}) == -2 and corner({"a2": 2}) == 2
    assert corner({"a1": 2, "b2": 1, "b1": 1}) == -8
    assert corner({"c3": 1}) == 0


def test_the_first_evaluation_counts_moves_and_corners():
    judge = evaluation.read(FIRST)
    rules = othello.Othello(8)
    start = rules.discs(rules.new_position())
    assert judge.score(*start) == 0
    sample = next(row for row in CHUNK if 30 < row["ply"] < 40)
    p, o = int(sample["p"]), int(sample["o"])
    own, other = (
        len([m for m in rules.place(*pair, 0).moves() if m != rules.pass_move]) for pair in ((p, o), (o, p))
    )
    corners = 0
    for a1, b2, b1, a2 in ((0, 9, 1, 8), (7, 14, 6, 15), (56, 49, 57, 48), (63, 54, 62, 55)):
        held = [1 if p >> square & 1 else 2 if o >> square & 1 else 0 for square in (a1, b2, b1, a2)]
        corners += corner(dict(zip(("a1", "b2", "b1", "a2"), held, strict=True)))
    expected = rulebook.to_units(0.4 * own) - rulebook.to_units(0.4 * other) + 64 * corners
    assert judge.score(p, o) == expected


# Self-play.


def test_a_chunk_depends_on_nothing_but_its_plan():
    again = selfplay.play_chunk(FIRST, PLAN, 0)
    assert again.tobytes() == CHUNK.tobytes()
    assert selfplay.play_chunk(FIRST, PLAN, 1).tobytes() != CHUNK.tobytes()
    assert selfplay.play_chunk(FIRST, PLAN._replace(seed=4), 0).tobytes() != CHUNK.tobytes()


def test_samples_are_positions_of_games_with_one_end_each():
    assert len(CHUNK) > 12 * 10 and set(CHUNK["game"]) == set(range(12))
    for game in range(12):
        rows = CHUNK[CHUNK["game"] == game]
        position = position_of(rows[0])
        for row in rows:
            while position.moves() == [64]:
                position = position.play(64)
            own = position.mover == 0
            black, white = position.rules.discs(position)
            assert (int(row["p"]), int(row["o"])) == ((black, white) if own else (white, black))
            assert row["label"] == rows[0]["label"] * (1 if own else -1)
            assert row["ply"] == (black | white).bit_count() - 4
            position = position.play(int(row["move"]))
        while not position.over:
            position = position.play(position.moves()[0])
        assert selfplay.black_lead(position.rules, position) == rows[0]["label"]


def test_exact_samples_are_exact_and_the_others_searched():
    solver = endgame.Endgame(1)
    exact = CHUNK[CHUNK["depth"] == samples.SOLVED]
    assert (64 - samples.discs(exact)).max() == PLAN.solve_at
    for row in exact[:: len(exact) // 25]:
        assert solver.solve(position_of(row)).low == row["label"]
        assert row["score"] == evaluation.UNIT * int(row["label"])
    searched = CHUNK[CHUNK["depth"] != samples.SOLVED]
    assert set(searched["depth"]) == {PLAN.depth}
    assert (64 - samples.discs(searched)).min() == PLAN.solve_at + 1
    assert abs(searched["score"]).max() <= 64 * evaluation.UNIT


def test_the_random_part_is_long_and_short():
    plies = [min(CHUNK[CHUNK["game"] == game]["ply"]) for game in range(12)]
    assert min(plies) >= 8 and len(set(plies)) > 4
    table, rng = selfplay.Table(evaluation.read(FIRST), PLAN), random.Random(1)
    openings = [table._opening(rng) for _ in range(400)]
    lengths = [sum(map(int.bit_count, position.rules.discs(position))) - 4 for position in openings]
    assert min(lengths) == 8 and max(lengths) >= 57
    assert 0.7 < sum(length <= 20 for length in lengths) / 400 < 0.9
    early = [position for position, length in zip(openings, lengths, strict=True) if length <= 20]
    assert 0.7 < sum(map(table._is_even, early)) / len(early) < 1


def test_what_is_guessed_before_the_exact_end_is_hardly_wrong():
    chunk = selfplay.play_chunk(
        evaluation.shipped_data(), PLAN._replace(games=6, solve_at=16, guess_at=18), 0
    )
    guessed = chunk[chunk["depth"] == samples.GUESSED]
    assert set(64 - samples.discs(guessed)) == {17, 18}
    assert (64 - samples.discs(chunk[chunk["depth"] == PLAN.depth])).min() == 19
    wrong = guessed["score"] - evaluation.UNIT * guessed["label"].astype(int)
    assert np.abs(wrong).mean() < 2 * evaluation.UNIT


def test_positions_beside_a_game_follow_from_its_own():
    chunk = selfplay.play_chunk(FIRST, PLAN._replace(games=4, beside=2), 0)
    beside = samples.beside(chunk)
    played, others = chunk[~beside], chunk[beside]
    searched = played[played["depth"] == PLAN.depth]
    assert len(searched) < len(others) <= 2 * len(searched)
    assert len(set(others["game"])) == len(others)
    assert set(others["depth"]) == {PLAN.depth}
    assert (others["label"] == np.rint(others["score"] / evaluation.UNIT)).all()
    assert (returns.returns(chunk, 0.3, 0.6)[beside] == others["score"] / evaluation.UNIT).all()
    for row in others:
        own = searched[searched["game"] == row["game"] % samples.BESIDE]
        roots = [position_of(one) for one in own if one["ply"] + 1 == row["ply"]]
        after = [
            position.play(move).rules.discs(position.play(move))[::-1]
            for position, one in zip(roots, own[own["ply"] + 1 == row["ply"]], strict=True)
            for move in position.moves()
            if move != one["move"]
        ]
        assert (int(row["p"]), int(row["o"])) in after


def test_after_estimates_all_is_exact():
    chunk = selfplay.play_chunk(evaluation.shipped_data(), PLAN._replace(games=4, guess_at=17), 0)
    depths = {int(row["depth"]): set() for row in chunk}
    for row in chunk:
        depths[int(row["depth"])].add(64 - (int(row["p"]) | int(row["o"])).bit_count())
    assert depths[samples.GUESSED] == {16, 17}
    assert max(depths[samples.SOLVED]) == 15 and min(depths[PLAN.depth]) == 18


# What positions ought to be worth.


def worth_by_the_rule(rows, mix):
    """The same for the rows of one game, move by move from its end, with the moves played on a board."""
    found = [float(rows[-1]["label"])]
    for row, after in zip(rows[-2::-1], rows[:0:-1], strict=True):
        position = position_of(row).play(int(row["move"]))
        same = position.moves() == [64]
        assert (int(after["p"]), int(after["o"])) == position.rules.discs(position)[:: 1 if same else -1]
        later = found[-1] if same else -found[-1]
        found.append(mix * int(row["score"]) / evaluation.UNIT + (1 - mix) * later)
    return found[::-1]


@pytest.mark.parametrize("mix", [0.0, 0.2, 1.0])
def test_a_position_is_worth_a_share_of_its_score_and_of_what_follows(mix):
    assert len(returns.returns(CHUNK[:0], mix, 0.6)) == 0
    worth = returns.returns(CHUNK, mix, 0.6)
    for game in range(12):
        mine = CHUNK["game"] == game
        assert worth[mine].tolist() == pytest.approx(worth_by_the_rule(CHUNK[mine], mix), abs=1e-4)
    if mix == 0:
        assert (worth == CHUNK["label"]).all()


def test_a_second_look_has_a_share_of_its_own():
    some = CHUNK[CHUNK["game"] == 0].copy()
    some["depth"][1::2] = samples.AGAIN
    shares = np.where(some["depth"] == samples.AGAIN, 0.75, 0.25)
    worth, sign = returns.returns(some, 0.25, 0.75), returns.changes(some)
    wanted = shares * some["score"] / evaluation.UNIT
    wanted[:-1] += (1 - shares[:-1]) * sign[:-1] * worth[1:]
    wanted[-1] += (1 - shares[-1]) * some["label"][-1]
    assert worth[:-1] == pytest.approx(wanted[:-1], abs=1e-4)


# Looking again.


def test_a_second_look_changes_scores_of_searches_and_nothing_else():
    plan = selfplay.Plan(seed=4, generation=0, games=2, depth=2, solve_at=16, guess_at=18, beside=1)
    chunk = selfplay.play_chunk(FIRST, plan, 0)
    data = evaluation.shipped_data()
    found = again.look_again(data, chunk, 50)
    assert (found == again.look_again(data, chunk, 50)).all()
    looked = found["depth"] == samples.AGAIN
    searched = chunk["depth"] == plan.depth
    even = np.abs(chunk["score"]) <= again.DECIDED * evaluation.UNIT
    assert not (looked & ~(searched & even)).any()
    assert looked.sum() > 0.9 * (searched & even).sum() > 20
    assert (found[~looked] == chunk[~looked]).all()
    for name in ("p", "o", "game", "move", "ply"):
        assert (found[name] == chunk[name]).all()
    beside = samples.beside(chunk)
    assert (found["label"][~beside] == chunk["label"][~beside]).all()
    worth = np.rint(found["score"][looked & beside] / evaluation.UNIT)
    assert (found["label"][looked & beside] == worth).all() and len(worth)


def test_a_second_look_sees_what_a_deeper_search_sees():
    """The tree's scores are nearer to those of eight plies than those of two plies are."""
    data = evaluation.shipped_data()
    boards = random_boards(60, 9, range(16, 30))
    judge = again.Judge(data, 400)
    search = alphabeta.AlphaBeta(selfplay.new_judge(data), 16, 8)
    misses = []
    for row in boards:
        deep, flat = (search.think(position_of(row), depth).score for depth in (8, 2))
        if abs(deep) < 10 * evaluation.UNIT:
            misses.append((abs(judge.score(int(row["p"]), int(row["o"])) - deep), abs(flat - deep)))
    tree, plies = np.mean(misses, axis=0)
    assert len(misses) > 20 and tree < plies


def test_what_is_certain_has_no_chance():
    sample = np.zeros(1, samples.SAMPLE)
    sample["p"], sample["o"] = (1 << 50) - 1, 1 << 50
    assert again.Judge(evaluation.shipped_data(), 30).score(int(sample["p"][0]), int(sample["o"][0])) is None


def test_some_players_had_to_pass():
    """Without passes the test above would not see them."""
    assert (returns.changes(CHUNK)[:-1][CHUNK["game"][1:] == CHUNK["game"][:-1]] > 0).any()


@pytest.mark.parametrize(
    ("score", "expected"),
    [
        (0, 0),
        (100, 100),
        (-100, -100),
        (evaluation.OUTCOME_LEAD + 2 * 64, 2 * 64),
        (-evaluation.OUTCOME_LEAD - 14 * 64, -14 * 64),
        (evaluation.OUTCOME_LEAD + 64 * 64, 64 * 64),
        (evaluation.OUTCOME_LEAD, 64 * 64),
        (evaluation.OUTCOME_LEAD + 65, 64 * 64),
        (-evaluation.OUTCOME_LEAD - 65, -64 * 64),
    ],
)
def test_scores_are_kept_without_what_a_certain_end_has_on_top(score, expected):
    assert selfplay.plain(score) == expected


def test_repeated_positions_are_counted():
    assert samples.repeated(CHUNK[:0]) == 0
    assert samples.repeated(CHUNK[:5]) == 0
    assert samples.repeated(np.concatenate([CHUNK[:5]] * 2)) == 0.5


# Fits.


def test_each_number_of_discs_has_a_phase():
    assert [fit.phase_of(discs) for discs in (4, 13, 14, 15, 16, 62, 63, 64)] == [0, 0, 1, 1, 2, 25, 25, 25]
    assert sorted(d for phase in range(fit.PHASES) for d in fit.discs_of(phase)) == list(range(4, 65))


def test_columns_add_up_to_the_score_of_a_position():
    judge = evaluation.read(FIRST)
    _, first = np.unique(columns.layout().class_of, return_index=True)
    numbers = np.array(rulebook.tables(), np.float32)[first]
    found = columns.scores(numbers, columns.columns(samples.boards(CHUNK)))
    assert found.tolist() == [judge.score(int(row["p"]), int(row["o"])) for row in CHUNK]


def test_sums_are_scores_the_other_way_round():
    rows = columns.columns(samples.boards(CHUNK[:50]))
    rng = np.random.default_rng(1)
    numbers, values = rng.normal(size=columns.layout().count), rng.normal(size=50)
    there = float(columns.scores(numbers.astype(np.float32), rows) @ values)
    assert there == pytest.approx(float(columns.sums(values, rows) @ numbers), rel=1e-4)


def test_a_fit_finds_the_tables_that_the_scores_come_from():
    some = random_boards(3000, 2, range(40, 44))
    truth = np.zeros(columns.layout().count, np.float32)
    diagonal = patterns.SHAPES.index("e1 f2 g3 h4")
    row = sum(len(patterns.instances(shape)) for shape in patterns.SHAPES[:diagonal])
    first, last = columns.layout().bounds[row]
    assert last - first == 45
    truth[first:last] = np.random.default_rng(3).normal(0, 3, 45)
    first, last = columns.layout().bounds[-2]
    truth[first:last] = np.arange(last - first) * 0.5
    expected = columns.scores(truth, columns.columns(samples.boards(some)))
    some["score"] = np.clip(expected * evaluation.UNIT, -4096, 4096)
    some["label"] = np.clip(np.rint(expected), -64, 64)
    wanted = returns.returns(some, 0, 0)
    phases = list(fit.fit(some, wanted, np.ones(len(some), np.float32), fit.Choices(spread=1.0)))
    assert [phase.number for phase in phases] == list(range(fit.PHASES - 1, -1, -1))
    assert sum(phase.error.positions for phase in phases) == np.count_nonzero(samples.held_out(some))
    seen = [phase for phase in phases if phase.error.positions]
    assert [phase.discs for phase in seen] == [range(46, 48), range(44, 46)]
    assert all(phase.error.root_mean_square < np.std(expected) / 3 for phase in seen)


def test_weights_of_nothing_are_no_data():
    """Samples without weight leave the tables as they were: at nothing, or at what they begin with."""
    some = random_boards(300, 4, range(20, 50))
    wanted, weights, choices = np.full(300, 20.0), np.zeros(300, np.float32), fit.Choices(iterations=2)
    for phase in fit.fit(some, wanted, weights, choices):
        assert not phase.numbers.any()
    begun = export.numbers_of(evaluation.shipped_data())
    for phase in fit.fit(some, wanted, weights, choices, begun):
        assert (phase.numbers == begun[phase.discs[0]]).all()


def test_slopes_are_those_that_results_come_from():
    rng = np.random.default_rng(1)
    leads = rng.normal(0, 8, 20000)
    wins = rng.random(20000) < 1 / (1 + np.exp(-0.3 * leads))
    assert slopes.slope(leads, wins.astype(float)) == pytest.approx(0.3, rel=0.05)
    assert slopes.slope(leads, np.full(20000, 0.5)) == pytest.approx(slopes.NARROWEST, rel=0.01)


def test_slopes_are_smooth_and_everywhere():
    found, sizes = np.zeros(65), np.zeros(65)
    assert (slopes.smooth(found, sizes) > 0).all()
    found[20], sizes[20], found[40], sizes[40] = 0.1, 500, 0.3, 500
    smooth = slopes.smooth(found, sizes)
    assert smooth[0] == pytest.approx(0.1) and smooth[64] == pytest.approx(0.3)
    assert 0.1 < smooth[30] < 0.3 and (np.diff(smooth) >= -1e-12).all()


def test_tables_come_back_from_their_file_and_know_no_direction():
    rng = np.random.default_rng(2)
    phases = bytes([0] * 40 + [1] * 25)
    sets = rng.normal(0, 100, (2, columns.layout().count))
    judge = evaluation.read(export.file_of(phases, [0.2] * 65, sets))
    rounded = np.empty_like(sets, np.float32)
    rounded[1] = np.rint(sets[1] / 4) * 4
    rounded[0] = rounded[1] + np.rint((sets[0] - rounded[1]) / 4) * 4
    some = CHUNK[::6]
    rows = columns.columns(samples.boards(some))
    for i, row in enumerate(some):
        p, o = int(row["p"]), int(row["o"])
        phase = phases[(p | o).bit_count()]
        assert judge.score(p, o) == columns.scores(rounded[phase], rows[:, i : i + 1])[0]
        assert len({judge.score(*image) for image in images(p, o)}) == 1
    back = export.numbers_of(export.file_of(phases, [0.2] * 65, sets))
    assert (back * evaluation.UNIT == rounded[list(phases)]).all()


# Matches.


def test_an_evaluation_is_its_own_equal():
    groups = contest.play_pairs(FIRST, FIRST, contest.Terms(seed=2, depth=2), range(6))
    assert [sum(group) for group in groups] == [1.0] * 6


def test_a_better_evaluation_wins():
    blind = export.file_of(bytes(65), [0.1] * 65, np.zeros((1, columns.layout().count)))
    groups = contest.play_pairs(FIRST, blind, contest.Terms(seed=2, depth=1), range(15))
    assert sum(map(sum, groups)) > 20
    timed = contest.play_pairs(FIRST, blind, contest.Terms(seed=2, seconds=0.0005), range(2))
    assert all(0 <= result <= 1 for group in timed for result in group)


# Whole trainings.


QUICKLY = """
from outflank.engine import evaluation
from outflank.protocol.cli import main

evaluation.EFFORT = 1
raise SystemExit(main())
"""


def command(folder, *more):
    return [
        sys.executable,
        "-c",
        QUICKLY,
        "train",
        "othello",
        "--folder",
        str(folder),
        *SMALL,
        *more,
    ]


@pytest.fixture(autouse=True)
def soon_compressed(monkeypatch):
    """Tables of trainings in this process need not be as small as those that are shipped."""
    monkeypatch.setattr(evaluation, "EFFORT", 1)


def train(folder, *more):
    done = subprocess.run(command(folder, *more), cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


@contextlib.contextmanager
def started(folder, *more):
    """A training that goes on in a process of its own, and no longer than the test."""
    run = subprocess.Popen(command(folder, *more), cwd=ROOT, stderr=subprocess.PIPE)
    try:
        yield run
    finally:
        run.kill()
        run.communicate()


def content(folder, *names):
    """What the files of a folder with such names hold."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for name in names
        for path in sorted(folder.rglob(name))
    }


def children(pid):
    """The processes that a process has begun."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in listed.stdout.split()]


def alive(pid):
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return state.stdout.strip()[:1] not in ("", "Z")


def wait_for(condition):
    """Those who work yield to everything else, so on a busy machine they take their time."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a training that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    code, told = train(folder)
    assert code == 0, told
    return folder


def test_a_training_leaves_tables_cards_and_results(whole):
    names = {path.name for path in whole.iterdir()}
    assert {f"evaluation-0{n}.{kind}" for n in (1, 2) for kind in ("patterns", "json", "md")} <= names
    assert {"match-01.json", "match-02.json", "evaluation-00.patterns", "training.json"} <= names
    assert len(content(whole, "chunk-*.npy")) == 12
    evaluation.read((whole / "evaluation-02.patterns").read_bytes())
    text = (whole / "evaluation-02.md").read_text()
    assert "--seed 5" in text and "| evaluation 1 | 30 |" in text and "| 62-64 |" in text


def test_a_training_that_is_killed_goes_on_to_the_same_end(whole, tmp_path):
    with started(tmp_path) as run:
        wait_for(lambda: content(tmp_path, "chunk-*.npy"))
        helpers = children(run.pid)
        assert helpers
    wait_for(lambda: not any(map(alive, helpers)))
    there = content(tmp_path, "chunk-*.npy")
    assert 0 < len(there) < 12
    (tmp_path / "generation-00" / ".outflank-0123abcd.part").write_bytes(b"half")
    code, told = train(tmp_path)
    assert code == 0, told
    assert not content(tmp_path, "*.part")
    names = ("chunk-*.npy", "evaluation-*.patterns")
    assert content(tmp_path, *names) == content(whole, *names)
    assert there.items() <= content(tmp_path, "chunk-*.npy").items()


def test_every_other_generation_may_look_again(whole, tmp_path):
    words = ["--again", "20", "--generations", "3", "--gain", "-1000"]
    code, told = train(tmp_path, *words)
    assert code == 0, told
    first, second, third = (
        np.concatenate([np.load(path) for path in paths])
        for paths in map(sorted, ((tmp_path / f"generation-0{number}").glob("*.npy") for number in range(3)))
    )
    assert (first[["p", "o", "game", "move"]] == second[["p", "o", "game", "move"]]).all()
    assert (second["depth"] == samples.AGAIN).any() and not (first["depth"] == samples.AGAIN).any()
    assert not (third["depth"] == samples.AGAIN).any() and (third["p"][:99] != first["p"][:99]).any()
    assert content(tmp_path / "generation-00", "*.npy") == content(whole / "generation-00", "*.npy")
    text = (tmp_path / "evaluation-03.md").read_text()
    share = f"{(second['depth'] == samples.AGAIN).mean():.0%}"
    assert "| evaluation 0, looked at again by 1 | 30 |" in text and f" for {share} 20 visits |" in text
    assert "| evaluation 0 |" not in text and "again 20" in text
    tables = content(tmp_path, "*.patterns")
    assert len(set(tables.values())) == 4


def test_games_that_there_was_no_time_to_look_at_again_still_count(tmp_path):
    folder = train_folder.Folder(str(tmp_path))
    for number in range(3):
        chunk = CHUNK.copy()
        chunk["game"] += 100 * number
        folder.add_chunk(0, number, chunk)
        if number < 2:
            chunk["depth"] = samples.AGAIN
            folder.add_chunk(1, number, chunk)
    folder.end_at(0, 3, "by hand")
    folder.end_at(1, 2, "by hand", 20)
    words = read(["--folder", "x", *PLAYED])
    under_way = training.Training(folder, None, None, words, "")
    both, wanted, weights = under_way._samples(2)
    assert len(both) == len(wanted) == len(weights) == 3 * len(CHUNK)
    assert sorted(set(both["game"] // 100 % 100)) == [0, 1, 2]
    assert (both["depth"] == samples.AGAIN).sum() == 2 * len(CHUNK)
    assert len(under_way._samples(1)[0]) == 3 * len(CHUNK)
    folder.close()


def test_a_training_that_is_interrupted_ends_at_once(tmp_path):
    with started(tmp_path, "--games", "100000") as run:
        wait_for(lambda: content(tmp_path, "chunk-*.npy"))
        helpers = children(run.pid)
        run.send_signal(signal.SIGINT)
        assert run.wait(timeout=60) == 130
        assert b"Traceback" not in run.stderr.read()
    wait_for(lambda: not any(map(alive, helpers)))


def test_no_more_time_ends_a_generation_with_what_it_has(tmp_path):
    code, told = train(tmp_path, "--games", "100000", "--hours", "0.0002")
    assert code == 0 and "no more time" in told
    chunks = content(tmp_path, "chunk-*.npy")
    assert 0 < len(chunks) < 10000
    assert train_folder.Folder(str(tmp_path)).end(0) == len(chunks)
    assert content(tmp_path, "evaluation-01.md") and not content(tmp_path, "evaluation-02*")


def test_another_training_does_not_go_on_in_its_place(whole, capfd):
    words = ["train", "othello", "--folder", str(whole), *PLAYED]
    assert cli.main([*words, "--seed", "6", "--solve-at", "10"]) == 2
    assert "which differs in seed, solve_at" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["evaluation-01.md", "match-01.json", "generation-00"])
def test_a_training_does_not_begin_among_files_that_it_would_replace(name, tmp_path, capfd):
    (tmp_path / name).write_text("# mine\n")
    assert cli.main(["train", "othello", "--folder", str(tmp_path), *PLAYED]) == 2
    assert f"{tmp_path} has {name}, but no training.json" in capfd.readouterr().err
    assert set(os.listdir(tmp_path)) == {name, "lock"}
    assert (tmp_path / name).read_text() == "# mine\n"


def test_a_training_may_begin_with_tables(tmp_path, capfd):
    words = ["train", "othello", *SMALL, "--jobs", "1", "--games", "10", "--generations", "1"]
    assert cli.main([*words, "--folder", str(tmp_path / "shipped"), "--begin", "shipped"]) == 0
    first = tmp_path / "shipped" / "evaluation-00.patterns"
    assert first.read_bytes() == evaluation.shipped_data()
    fitted = tmp_path / "shipped" / "evaluation-01.patterns"
    assert fitted.read_bytes() != first.read_bytes()
    groups = contest.play_pairs(fitted.read_bytes(), FIRST, contest.Terms(seed=2, depth=1), range(10))
    assert sum(map(sum, groups)) > 15
    assert cli.main([*words, "--folder", str(tmp_path / "file"), "--begin", str(fitted)]) == 0
    assert (tmp_path / "file" / "evaluation-00.patterns").read_bytes() == fitted.read_bytes()
    capfd.readouterr()
    folder = str(tmp_path / "refused")
    for name, reason in (
        ("training.json", "not a file"),
        ("nothing", "No such file"),
        (".", "not a regular"),
    ):
        path = str(tmp_path / "shipped" / name)
        assert cli.main([*words, "--folder", folder, "--begin", path]) == 2
        assert f"{path}: {reason}" in capfd.readouterr().err
    assert cli.main([*words, "--folder", folder, "--begin", str(first)]) == 0


def test_a_training_may_begin_with_other_phases(tmp_path):
    """The first tables of a training from nothing have a single phase."""
    (tmp_path / "first").write_bytes(FIRST)
    words = ["train", "othello", *SMALL, "--jobs", "1", "--games", "10", "--generations", "1"]
    assert cli.main([*words, "--folder", str(tmp_path / "new"), "--begin", str(tmp_path / "first")]) == 0
    assert (tmp_path / "new" / "evaluation-01.patterns").exists()


def test_a_training_ends_when_too_little_is_gained(tmp_path, capfd):
    words = ["train", "othello", *SMALL, "--jobs", "1", "--games", "10", "--generations", "3"]
    assert cli.main([*words, "--folder", str(tmp_path), "--gain", "100000"]) == 0
    assert "less than 100000 Elo" in capfd.readouterr().err
    assert content(tmp_path, "evaluation-02.md") and not content(tmp_path, "evaluation-03*")


def test_what_was_looked_at_beside_games_counts_as_much_as_is_said(tmp_path):
    """With no weight it is as if it were not there."""
    words = ["train", "othello", *SMALL, "--jobs", "1", "--games", "10", "--generations", "1"]
    for weight in ("0", "0.2"):
        folder = tmp_path / weight
        assert cli.main([*words, "--folder", str(folder), "--beside-weight", weight]) == 0
    tables = [(tmp_path / weight / "evaluation-01.patterns").read_bytes() for weight in ("0", "0.2")]
    assert tables[0] != tables[1]
    played = train_folder.Folder(str(tmp_path / "0")).samples(0)
    played = played[~samples.beside(played)]
    wanted, weights = returns.returns(played, 0.3, 0.6), np.ones(len(played), np.float32)
    alone = list(fit.fit(played, wanted, weights, fit.Choices(iterations=1)))
    sets = np.array([phase.numbers for phase in alone[::-1]]) * evaluation.UNIT
    judge, other = (
        evaluation.read(data) for data in (tables[0], export.file_of(fit.PHASE_OF, [0.1] * 65, sets))
    )
    assert all(judge.score(*pair) == other.score(*pair) for pair in samples.boards(played[:200]).tolist())


def test_a_folder_from_before_is_not_gone_on_with_in_another_way(tmp_path, capfd):
    terms = training.terms_of(read(["--folder", "x", *PLAYED]))
    folder = train_folder.Folder(str(tmp_path))
    folder.settle({name: terms[name] for name in ("game", "seed", "depth", "solve_at", "chunk", "mix")})
    folder.close()
    assert cli.main(["train", "othello", "--folder", str(tmp_path), *PLAYED]) == 2
    assert "differs in guess_at, beside, beside_weight" in capfd.readouterr().err


def test_a_training_from_before_is_brought_to_its_end(whole, tmp_path):
    """One whose fit says nothing of what is new, and whose card is missing."""
    folder = tmp_path / "old"
    shutil.copytree(whole, folder)
    for name in ("training.json", "evaluation-02.json"):
        row = json.loads((folder / name).read_text())
        assert row.pop("again_mix") == 0.6
        row.pop("again", None)
        (folder / name).write_text(json.dumps(row))
    (folder / "evaluation-02.md").unlink()
    code, told = train(folder)
    assert code == 0, told
    assert (folder / "evaluation-02.md").read_text() == (whole / "evaluation-02.md").read_text()


def test_a_folder_serves_one_training_at_a_time(tmp_path, capfd):
    folder = train_folder.Folder(str(tmp_path))
    assert cli.main(["train", "othello", "--folder", str(tmp_path)]) == 2
    assert "in use by another run" in capfd.readouterr().err
    folder.close()
    (tmp_path / "file").write_bytes(b"")
    assert cli.main(["train", "othello", "--folder", str(tmp_path / "file")]) == 2


def test_only_what_is_its_own_is_cleaned_up(tmp_path):
    for folder in (".", "generation-03", "results"):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / ".outflank-0a1b2c3d.part").write_bytes(b"half")
    train_folder.Folder(str(tmp_path)).close()
    assert [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.part")] == [
        "results/.outflank-0a1b2c3d.part"
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["--depth", "13"],
        ["--solve-at", "25"],
        ["--depth", "0"],
        ["--guess-at", "15"],
        ["--gain", "nan"],
        ["--again", "5"],
    ],
)
def test_what_would_never_end_is_refused(words, tmp_path, capfd):
    assert cli.main(["train", "othello", "--folder", str(tmp_path / "new"), *words]) == 2
    assert words[0] in capfd.readouterr().err
    assert not (tmp_path / "new").exists()


def test_a_damaged_chunk_is_named(tmp_path):
    folder = train_folder.Folder(str(tmp_path))
    folder.add_chunk(0, 0, CHUNK)
    folder.end_at(0, 1, "by hand")
    assert folder.command(0) == "by hand" and folder.command(1) == ""
    assert folder.samples(0).tobytes() == CHUNK.tobytes()
    path = tmp_path / "generation-00" / "chunk-00000.npy"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(ValueError, match=r"chunk-00000\.npy"):
        folder.samples(0)
    np.save(path, np.zeros(4))
    with pytest.raises(ValueError, match=r"chunk-00000\.npy: it holds no samples"):
        folder.samples(0)
    (tmp_path / "match-01.json").write_bytes(b"{")
    with pytest.raises(ValueError, match=r"match-01\.json"):
        folder.row("match-01.json")


def huge(data):
    """A chunk without a checksum whose head asks for some terabytes."""
    head, _, rest = data.partition(b"'shape': (")
    count, _, _ = rest.partition(b",")
    new = head + b"'shape': (" + b"9" * 12 + rest[len(count) :]
    return new[: -samples.ENDING_LENGTH].replace(b" " * (12 - len(count)) + b"\n", b"\n", 1)


def flipped(at):
    return lambda data: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


DAMAGES = [
    ("generation-01/chunk-00002.npy", flipped(1000), "the samples are damaged"),
    ("generation-01/chunk-00002.npy", flipped(-3), "the samples are damaged"),
    ("generation-01/chunk-00002.npy", huge, "not as long as the head says"),
    (
        "generation-01/chunk-00002.npy",
        lambda data: data[:300],
        "the samples are not as long as the head says",
    ),
    ("generation-01/chunk-00002.npy", lambda data: b"", "it holds no samples"),
    ("generation-01/end.json", lambda data: b"[" * 10**6, "it nests too deeply"),
    (
        "generation-01/end.json",
        lambda data: data.replace(b'"again": 0', b'"again": null'),
        "it says no again",
    ),
    ("evaluation-00.patterns", flipped(-9), "the tables are damaged"),
    ("evaluation-01.patterns", flipped(-9), "the tables are damaged"),
    ("evaluation-01.json", lambda data: data.replace(b'"rms"', b'"sum"'), "it says no rms"),
    ("match-01.json", lambda data: b"{}", "it says no depth"),
    ("match-01.json", lambda data: data.replace(b'"elo": [', b'"elo": [1,'), "it says no elo"),
    ("training.json", lambda data: b"\xff{}", "can't decode"),
]


@pytest.mark.parametrize(("name", "change", "reason"), DAMAGES)
def test_what_is_damaged_is_named_in_one_line(name, change, reason, whole, tmp_path, capfd):
    folder = tmp_path / "damaged"
    shutil.copytree(whole, folder)
    for made in ("evaluation-02.patterns", "evaluation-02.md", "match-02.json"):
        (folder / made).unlink()
    if name == "evaluation-01.json":
        (folder / "evaluation-01.md").unlink()
    data = change((folder / name).read_bytes())
    (folder / name).write_bytes(data)
    tracemalloc.start()
    assert cli.main(["train", "othello", "--folder", str(folder), *SMALL]) == 2
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    errors = [line for line in capfd.readouterr().err.splitlines() if line.startswith("outflank: ")]
    assert (
        len(errors) == 1 and f"outflank: train othello: {folder / name}" in errors[0] and reason in errors[0]
    )
    assert (folder / name).read_bytes() == data and peak < 1 << 29


def test_a_chunk_has_a_checksum_and_one_from_before_needs_none(tmp_path):
    folder = train_folder.Folder(str(tmp_path))
    folder.add_chunk(0, 0, CHUNK)
    folder.close()
    path = tmp_path / "generation-00" / "chunk-00000.npy"
    data = path.read_bytes()
    assert (np.load(path) == CHUNK).all(), "versions from before read it too"
    np.save(path, CHUNK)
    assert data == path.read_bytes() + b"crc32 %08x\n" % zlib.crc32(path.read_bytes())
    again = folder.chunk(0, 0)
    assert (again == CHUNK).all() and again.flags.writeable
    np.save(path, CHUNK[:0])
    assert len(folder.chunk(0, 0)) == 0


@pytest.mark.parametrize(
    "text",
    ["{}", '{"chunks": "2"}', '{"chunks": true}', '{"chunks": -1}', '{"chunks": 1.5}', '{"chunks": null}'],
)
def test_a_damaged_end_of_a_generation_is_named(tmp_path, text):
    folder = train_folder.Folder(str(tmp_path))
    folder.add_chunk(0, 0, CHUNK)
    folder.end_at(0, 2, "a command")
    assert folder.end(0) == 2
    (tmp_path / "generation-00" / "end.json").write_text(text)
    with pytest.raises(ValueError, match=r"end\.json is damaged: .*chunks"):
        folder.end(0)
    folder.close()


def test_a_folder_without_numpy_is_not_begun(tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(sys.modules, "numpy", None)
    folder = tmp_path / "new"
    assert cli.main(["train", "othello", "--folder", str(folder)]) == 2
    assert advice("training") in capfd.readouterr().err
    assert not folder.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["othello"],
        ["sos", "--folder", "x"],
        ["othello", "--folder", "x", "--games", "0"],
        ["othello", "--folder", "x", "--mix", "1.5"],
        ["othello", "--folder", "x", "--hours", "nan"],
        ["othello", "--folder", "x", "--spread", "0"],
    ],
)
def test_wrong_words_are_refused(words, capfd):
    assert cli.main(["train", *words]) == 2
    assert capfd.readouterr().err.startswith("outflank: train")


def test_a_crew_tells_of_the_end_of_one_of_its_own():
    with train_crew.Crew(1) as crew, pytest.raises(Failed, match="died"):
        list(crew.run(os._exit, [(0, (3,))]))


def test_a_crew_leaves_the_environment_as_it_was():
    """Whatever this process begins later may need the folder it is started in."""
    before = dict(os.environ)
    with train_crew.Crew(1):
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ == before


def test_a_signal_waits_until_a_process_has_begun():
    came = []
    before = signal.signal(signal.SIGTERM, lambda *_: came.append("handled"))
    try:
        with train_crew.undisturbed():
            signal.raise_signal(signal.SIGTERM)
            came.append("begun")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert came == ["begun", "handled"]


def test_without_ray_the_extra_is_named(tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(sys.modules, "ray", None)
    words = ["train", "othello", "--folder", str(tmp_path), *SMALL, "--cluster", "local"]
    assert cli.main(words) == 2
    assert advice("cluster") in capfd.readouterr().err


@pytest.mark.cluster
def test_a_cluster_plays_the_same_games(ray_cluster, tmp_path):
    few = ["--games", "20", "--generations", "1"]
    for folder, more in (("here", []), ("there", ["--cluster", ray_cluster.address])):
        assert cli.main(["train", "othello", "--folder", str(tmp_path / folder), *SMALL, *few, *more]) == 0
    chunks = content(tmp_path / "there", "chunk-*.npy")
    assert len(chunks) > 1 and chunks == content(tmp_path / "here", "chunk-*.npy")


def test_the_dtype_of_samples_stays():
    """Files that were written are to be read by every version."""
    assert samples.SAMPLE.itemsize == struct.calcsize("<QQIhbBBB")
    assert samples.SAMPLE.names == ("p", "o", "game", "score", "label", "depth", "move", "ply")
