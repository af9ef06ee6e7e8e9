"""Random games of Acquire: tiles, shares and money are conserved, and texts are read back."""

import os
import random

import pytest

from outflank.engine.games import ACQUIRE

GAMES = int(os.environ.get("OUTFLANK_ACQUIRE_GAMES", "300"))
"""Games for each number of players and set of rules; 10,000 of each were played once."""
ROWS = [row for variant in ACQUIRE for row in (variant, variant.under("house"))]
each_row = pytest.mark.parametrize("variant", ROWS, ids=lambda variant: variant.name)


@each_row
def test_random_games_conserve_tiles_shares_and_cash(load, variant):
    made, stalemates, fault = load("testing.acquire_audit").audit(variant.rules(load=load), GAMES, 20261120)
    assert fault == ""
    assert 300 * GAMES < made < 700 * GAMES and stalemates < GAMES // 20


@each_row
def test_moves_are_listed_in_order(load, variant):
    rules = variant.rules(load=load)
    for seed in range(5):
        position, drawing = rules.new_position(), random.Random(seed)
        while moves := position.moves():
            assert moves == sorted(set(moves))
            position = position.play(drawing.choice(moves))
        assert position.over and position.counts == rules.scores(position)


@each_row
def test_texts_of_random_games_are_read_back(load, variant):
    rules = variant.rules(load=load)
    kinds = set()
    for seed in range(6):
        position, number = rules.new_position(), 0
        while not position.over:
            number += 1
            position = position.after_playout(1000 * seed + number, 1 + number % 3)
            text = rules.position_text(position)
            again = rules.parse_position(text)
            assert rules.position_text(again) == text and again.key == position.key
            assert again.moves() == position.moves()
            kinds.add(rules.kind(position))
            assert all(line.strip() for line in rules.diagram(position).splitlines())
    assert {"draw", "place", "found", "dispose", "buy", "over"} <= kinds


def test_playouts_are_those_of_moves(load):
    """Random playouts draw moves without listing them: every listed move comes up, none other."""
    rules = ACQUIRE[0].rules(load=load)
    for seed in range(60):
        position = rules.new_position().after_playout(seed, 9 * seed)
        if position.over or rules.kind(position) == "draw":
            continue
        legal = {position.play(move).key for move in position.moves()}
        found = [position.after_playout(1000 * seed + number, 1).key for number in range(40 * len(legal))]
        assert set(found) == legal
        counts = [found.count(key) for key in legal]
        assert min(counts) > 12 and max(counts) < 80, "uniformly"
