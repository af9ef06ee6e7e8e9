"""The plain alpha-beta search: against minimax by the definition, on endings, and what limits it."""

import random
import time

import pytest
from othello_samples import made_up

from outflank.engine.games import OTHELLO


def minimax(known, position, depth):
    """The mover's score after a number of plies; a pass is none."""
    rules = position.rules
    if position.over or depth == 0:
        black, white = rules.discs(position)
        return known.score(white, black) if position.mover else known.score(black, white)
    return max(
        -minimax(known, position.play(move), depth - (move != rules.pass_move)) for move in position.moves()
    )


def somewhere(rules, rng, plies):
    """A position that is not over, after some random plies."""
    while True:
        position = rules.new_position()
        for _ in range(plies):
            if not position.over:
                position = position.play(rng.choice(position.moves()))
        if not position.over and position.moves() != [rules.pass_move]:
            return position


def test_the_score_is_that_of_minimax(load):
    known, _, _ = made_up(load)
    rules = OTHELLO.rules(8, load=load)
    rng = random.Random(1)
    for _ in range(25):
        position = somewhere(rules, rng, rng.randrange(4, 52))
        found = load("solver.alphabeta").AlphaBeta(known, 12, 0).think(position, 3)
        depth = min(3, found.depth)
        assert found.score == minimax(known, position, depth)
        assert -minimax(known, position.play(found.move), depth - 1) == found.score


def test_endings_are_exact(load):
    """The score of a certain lead has OUTCOME_LEAD on top."""
    known, _, _ = made_up(load)
    rules = OTHELLO.rules(8, load=load)
    endgame = load("solver.endgame").Endgame(1)
    rng = random.Random(2)
    for _ in range(25):
        position = somewhere(rules, rng, rng.randrange(49, 54))
        lead = endgame.solve(position).low
        for solve_at in (0, 8):
            found = load("solver.alphabeta").AlphaBeta(known, 12, solve_at).think(position)
            assert found.score == 64 * lead + 64 * 64 * ((lead > 0) - (lead < 0))
            move_lead = -endgame.solve(position.play(found.move)).low
            assert position.play(found.move).over or move_lead == lead


def test_limits_are_kept(load):
    known, _, _ = made_up(load)
    search = load("solver.alphabeta").AlphaBeta(known, 14)
    position = OTHELLO.rules(8, load=load).new_position().play(19)
    assert search.think(position, 4).depth == 4
    search.clear()
    few = search.think(position, nodes=3000)
    assert few.nodes < 6000 and few.move in position.moves()
    began = time.process_time()
    assert search.think(position, seconds=0.05).move in position.moves()
    assert time.process_time() - began < 0.5
    bell = load("base.stop").Bell()
    bell.ring()
    assert search.think(position, bell=bell).move in position.moves()


def test_what_it_cannot_play_is_refused(load):
    known, _, _ = made_up(load)
    search = load("solver.alphabeta").AlphaBeta(known, 10)
    with pytest.raises(ValueError, match="8x8"):
        search.think(OTHELLO.rules(6, load=load).new_position())
    rules = OTHELLO.rules(8, load=load)
    with pytest.raises(ValueError, match="over"):
        search.think(rules.parse_position("X" * 64 + " X"))
    for bits, solve_at in ((3, 8), (29, 8), (14, 13)):
        with pytest.raises(ValueError):
            load("solver.alphabeta").AlphaBeta(known, bits, solve_at)


def test_a_pass_is_its_only_move(load):
    known, _, _ = made_up(load)
    rules = OTHELLO.rules(8, load=load)
    rng = random.Random(3)
    found = 0
    while found < 3:
        position = rules.new_position()
        while not position.over and position.moves() != [rules.pass_move]:
            position = position.play(rng.choice(position.moves()))
        if not position.over:
            found += 1
            assert load("solver.alphabeta").AlphaBeta(known, 10).think(position, 3).move == rules.pass_move
