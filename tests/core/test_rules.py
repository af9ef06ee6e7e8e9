"""Promises of every game (engine/core/game/rules.py), checked on random games of each."""

import pytest
from hypothesis import given, settings, strategies as st
from random_games import random_game

from outflank.engine import core
from outflank.engine.deck import Deck
from outflank.engine.game import Game
from outflank.engine.games import GAMES

EACH = [(variant, size) for variant in GAMES for size in variant.sizes]
LONGEST = 130
"""Plies of a game that are looked at; PolyClash goes on for hundreds."""

each_game = pytest.mark.parametrize(
    ("variant", "size"), EACH, ids=lambda value: getattr(value, "name", value)
)
choices = st.lists(st.integers(0, 2**32), min_size=1, max_size=LONGEST)
quick = settings(max_examples=12, deadline=None)


@each_game
@quick
@given(picks=choices)
def test_random_games_keep_the_contract(load, variant, size, picks):
    rules = variant.rules(size, load=load)
    for position in random_game(rules, picks):
        moves = position.moves()
        assert position.over == (not moves)
        assert len(set(moves)) == len(moves)
        assert all(0 <= move < rules.actions for move in moves)
        assert 0 <= position.mover < rules.players == len(variant.players)
        assert all(0 <= reward <= 1 for reward in position.rewards())
        assert len(rules.scores(position)) == rules.players


@each_game
@quick
@given(picks=choices)
def test_texts_are_read_back(load, variant, size, picks):
    rules = variant.rules(size, load=load)
    positions = random_game(rules, picks)
    for position in positions[:: max(1, len(positions) // 6)]:
        for move in position.moves():
            text = rules.move_text(move)
            assert (
                rules.find_move(text)
                == rules.find_move(text.lower())
                == rules.find_move(text.upper())
                == move
            )
        diagram = rules.diagram(position)
        assert all(line.strip() for line in diagram.splitlines())
        assert diagram.isascii()
        text = rules.position_text(position)
        assert rules.position_text(rules.parse_position(text)) == text


@each_game
@quick
@given(picks=choices, back=st.integers(1, LONGEST))
def test_undo_equals_replay(load, variant, size, picks, back):
    """Taking moves back and playing them again gives the positions of the first time, key and all."""
    rules = variant.rules(size, load=load)
    game = Game(rules, deck=Deck(rules, 3))
    seen = [snapshot(game.position)]
    moves = []
    for pick in picks:
        legal = game.legal_words()
        if not legal:
            break
        moves.append((game.position.mover, legal[pick % len(legal)]))
        game.play_word(*moves[-1])
        seen.append(snapshot(game.position))
    back = min(back, len(moves))
    for ply in range(len(moves), len(moves) - back, -1):
        assert snapshot(game.position) == seen[ply]
        game.undo()
    assert snapshot(game.position) == seen[len(moves) - back]
    for ply in range(len(moves) - back, len(moves)):
        game.play_word(*moves[ply])
        assert snapshot(game.position) == seen[ply + 1]


def snapshot(position):
    return position.rules.position_text(position), position.mover, position.key, tuple(position.moves())


@each_game
@quick
@given(one=choices, two=choices)
def test_keys_differ_exactly_when_states_do(load, variant, size, one, two):
    """PolyClash counts the ply as part of the state: a position may come again there, a node may not."""
    rules = variant.rules(size, load=load)
    states = {}
    for picks in (one, two, one[::-1]):
        for ply, position in enumerate(random_game(rules, picks)):
            state = (rules.position_text(position), ply if variant.name == "PolyClash" else 0)
            states.setdefault(state, set()).add(position.key)
    assert all(len(keys) == 1 for keys in states.values())
    assert len(set.union(*states.values())) == len(states)


@each_game
def test_playouts_end_the_game(load, variant, size):
    rules = variant.rules(size, load=load)
    start = rules.new_position()
    before = snapshot(start)
    for seed in range(20):
        end = start.playout(seed)
        assert end.over
        assert end.moves() == []
    assert snapshot(start) == before


@each_game
@pytest.mark.parametrize("together", [True, False])
def test_playouts_are_seeded_and_add_up(load, variant, size, together):
    start = variant.rules(size, load=load).new_position()
    for count in (0, 1, 3, 4, 5, 9, 40):
        total = start.playouts(count, 7, together)
        assert total == start.playouts(count, 7, together)
        if len(variant.players) == 2:
            assert sum(total) == pytest.approx(count)
    assert start.playouts(40, 1, together) != start.playouts(40, 2, together) or size <= 3


@each_game
def test_playouts_many_at_a_time_are_as_random_as_one(load, variant, size):
    """Both ways estimate the same rewards: within five standard errors."""
    count = 300 if variant.name == "PolyClash" else 4000
    start = variant.rules(size, load=load).new_position()
    for one, many in zip(start.playouts(count, 3, False), start.playouts(count, 4, True), strict=True):
        assert abs(one - many) / count < 5 * (0.5 / count) ** 0.5


@each_game
def test_wandering_makes_whole_games(load, variant, size):
    start = variant.rules(size, load=load).new_position()
    count = 2 if variant.name == "PolyClash" else 50
    assert start.wander(count, 5) == start.wander(count, 5) > 4 * count


@each_game
def test_illegal_moves_are_refused(load, variant, size):
    rules = variant.rules(size, load=load)
    start = rules.new_position()
    illegal = sorted(set(range(-1, rules.actions + 3)) - set(start.moves()))
    for move in illegal:
        with pytest.raises(ValueError, match="not legal"):
            start.play(move)


def test_all_levels_agree():
    """The same seed makes the same playouts, whatever the CPU level."""
    for variant, size in EACH:
        results = {
            variant.rules(size, load=lambda name, level=level: core.load(name, level))
            .new_position()
            .playouts(25, 11)
            for level in core.built()
        }
        assert len(results) == 1


def test_positions_of_another_game_are_refused(load):
    games = [variant.rules(size, load=load) for variant, size in EACH]
    for rules in games:
        for other in games:
            if type(other) is not type(rules):
                position = other.new_position()
                for verb in (rules.scores, rules.diagram, rules.position_text, rules.adopt):
                    with pytest.raises(ValueError, match="another game"):
                        verb(position)


def test_what_cannot_be_counted_is_refused(load):
    start = load("othello.othello").Othello(8).new_position()
    for wrong in (lambda: start.perft(-1), lambda: start.playouts(-1, 1)):
        with pytest.raises(ValueError, match="-1"):
            wrong()


def test_rules_are_not_mixed(load):
    othello = load("othello.othello").Othello(8)
    rolit = load("rolit.rolit").Rolit(4)
    pairs = [
        (rolit, othello),
        (load("othello.othello").Othello(6), othello),
        (load("rolit.rolit").Rolit(2), rolit),
    ]
    for rules, other in pairs:
        with pytest.raises(ValueError, match="another game"):
            rules.adopt(other.new_position())


# Chance and hidden state.


@pytest.mark.parametrize(("variant", "size"), [row for row in EACH if not row[0].hidden])
def test_nothing_is_hidden_or_left_to_chance_by_default(load, variant, size):
    position = variant.rules(size, load=load).new_position()
    assert not position.rules.has_chance and not position.rules.has_hidden
    assert position.chances() == {}
    for player in range(position.rules.players):
        assert position.observed(player) == position.key == position.determinized(player, 7).key
    with pytest.raises(ValueError, match="no player"):
        position.observed(position.rules.players)
    with pytest.raises(ValueError, match="no player"):
        position.determinized(-1, 7)


@pytest.fixture
def dice(load):
    return load("testing.dice").Dice().new_position()


def test_chance_moves_by_its_probabilities(dice):
    assert dice.chances() == {0: 0.5, 1: 0.25, 2: 0.25}
    assert dice.play(2).play(0).chances() == {}
    first = [str(dice.after_playout(seed, 1).observed(0)) for seed in range(4000)]
    seen = sorted(first.count(key) / 4000 for key in set(first))
    assert seen == pytest.approx([0.25, 0.25, 0.5], abs=0.03)
    rewards = dice.playouts(20_000, 3, together=False)
    assert sum(rewards) == 20_000 and rewards[0] / 20_000 == pytest.approx(0.5, abs=0.02)


def test_who_cannot_tell_states_apart_observes_the_same(dice):
    after = {(a, b): dice.play(a).play(b) for a in range(3) for b in range(3)}
    for player in (0, 1):
        keys = {rolls: position.observed(player) for rolls, position in after.items()}
        for one in after:
            for other in after:
                assert (keys[one] == keys[other]) == (one[player] == other[player])
    assert len({position.key for position in after.values()}) == 9
    seen = {position.observed(-1) for position in after.values()}
    assert len(seen) == 1 and seen != {dice.play(0).observed(-1)}, "a bystander sees that both have rolled"


def test_a_determinization_keeps_what_the_player_knows(dice):
    position = dice.play(2).play(1)
    for player in (0, 1):
        found = [position.determinized(player, seed) for seed in range(2000)]
        assert {other.observed(player) for other in found} == {position.observed(player)}
        keys = [other.key for other in found]
        shares = sorted(keys.count(key) / len(keys) for key in set(keys))
        assert shares == pytest.approx([0.25, 0.25, 0.5], abs=0.04)
    assert dice.determinized(0, 1).key == dice.key, "nobody has rolled yet"


def test_a_position_tells_what_it_is(load):
    rules = load("sos.sos").Sos(3)
    assert repr(rules.parse_position("SOS...... W 1-0")) == "<Position of Sos: SOS...... W 1-0>"
