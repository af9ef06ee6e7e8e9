"""Hidden tiles of Acquire: what a seat sees, what it is told, and guesses at what it cannot know."""

from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine import core
from outflank.engine.games import ACQUIRE

BYSTANDER = -1
games = st.tuples(st.integers(3, 6), st.booleans(), st.integers(0, 2**32), st.integers(0, 450))


def rules_for(players, house, load=core.load):
    return load("acquire.acquire").Acquire(players, house)


def reached(rules, seed, plies):
    """A position in which a player decides, or the game is over, after about `plies` random moves."""
    position = rules.new_position().after_playout(seed, plies)
    while rules.kind(position) == "draw":
        position = position.after_playout(seed, 1)
    return position


def tiles_of(rules, position):
    """Every tile that is seen: those on the board, out of the game and in hands."""
    board = [f"{at % 12 + 1}{'ABCDEFGHI'[at // 12]}" for at, cell in enumerate(position.cells) if cell != "."]
    hands = [tile for seat in range(rules.players) for tile in rules.hand(position, seat)]
    return board + rules.out(position) + hands


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_guess_keeps_what_the_player_sees(game):
    players, house, seed, plies = game
    rules = rules_for(players, house)
    position = reached(rules, seed, plies)
    for player in range(players):
        guess = position.determinized(player, seed)
        for who in (player, BYSTANDER):
            assert guess.observed(who) == position.observed(who)
        assert rules.hand(guess, player) == rules.hand(position, player)
        tiles = tiles_of(rules, guess)
        assert len(tiles) == len(set(tiles)) == 108 - rules.bag(guess) and "?" not in tiles
        assert (guess.moves() != []) == (position.moves() != []), "whoever is to place can"


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_guess_depends_on_nothing_hidden(game):
    """Two worlds that look the same to a player, and the same seed: the same guess, tile by tile."""
    players, house, seed, plies = game
    rules = rules_for(players, house)
    position = reached(rules, seed, plies)
    for player in range(players):
        other = position.determinized(player, seed + 1)
        assert other.determinized(player, 5).key == position.determinized(player, 5).key
        assert rules.seen(other, player).key == rules.seen(position, player).key


@settings(max_examples=60, deadline=None)
@given(games)
def test_eyes_see_their_own_hand_alone(game):
    players, house, seed, plies = game
    rules = rules_for(players, house)
    position = reached(rules, seed, plies)
    for player in range(players):
        seen = rules.seen(position, player)
        assert seen.observed(player) == position.observed(player)
        assert rules.hand(seen, player) == rules.hand(position, player)
        for other in set(range(players)) - {player}:
            shown = rules.hand(seen, other)
            assert len(shown) == len(rules.hand(position, other))
            assert all(a in ("?", b) for a, b in zip(shown, rules.hand(position, other), strict=True))
        text = rules.position_text(seen)
        assert rules.position_text(rules.parse_position(text)) == text
        assert rules.parse_position(text).key == seen.key
        if seen.mover == player:
            assert seen.moves() == position.moves()


def test_a_guess_is_uniform(load):
    """Three unseen tiles, one in each other hand and one in the bag: six worlds, equally likely."""
    rules = rules_for(3, False, load)
    rows = [f"{c}{r}" for r in "CDEFGHI" for c in range(1, 13)]
    rest = [f"{c}{r}" for r in "AB" for c in range(1, 13)]
    out = [tile for tile in rest + rows if tile not in ("1A", "5E", "9E", "1I")]
    cash = "6000:0,0,0,0,0,0,0"
    text = f"{'.' * 108} {cash}:1A {cash}:5E {cash}:9E out={','.join(out)} place=red"
    position = rules.parse_position(text)
    count = Counter(
        (*rules.hand(guess, 1), *rules.hand(guess, 2))
        for guess in (position.determinized(0, seed) for seed in range(6000))
    )
    assert len(count) == 6 and all(860 < n < 1140 for n in count.values())


def test_dead_tiles_are_not_in_a_hand_that_was_looked_through(load):
    """Yellow's turn ended with an eye on its hand; green's did not while the tiles were dead."""
    rules = rules_for(3, True, load)
    board = "L" * 11 + "." + "." * 12 + "T" * 11 + "." + "." * 72
    cash = "6000:0,0,0,0,0,0,0"
    text = f"{board} {cash}:1I {cash}:2I,3I {cash}:4I,5I place=yellow"
    position = rules.parse_position(text).play(rules.find_move("2I"))
    position = position.play(rules.find_move("buy:-")).play(rules.find_move("draw:6I"))
    dead = {f"{column}B" for column in range(1, 12)}
    guesses = [position.determinized(0, seed) for seed in range(300)]
    assert not any(dead & set(rules.hand(guess, 1)) for guess in guesses)
    assert any(dead & set(rules.hand(guess, 2)) for guess in guesses)


@settings(max_examples=60, deadline=None)
@given(games)
def test_a_text_tells_all_that_guesses_rest_on(game):
    """A position and the one its text is read back to: the same guesses, for all players and all eyes."""
    players, house, seed, plies = game
    rules = rules_for(players, house)
    position = reached(rules, seed, max(plies, 150))
    if position.over:
        return
    for known in (position, *(rules.seen(position, player) for player in range(players))):
        again = rules.parse_position(rules.position_text(known))
        for player in range(players):
            for number in range(3):
                guess = known.determinized(player, number)
                assert again.determinized(player, number).key == guess.key
                assert "barred" not in rules.position_text(guess), "what is a guess tells nothing of hands"


def test_barred_tiles_are_told_in_the_text(load):
    rules = rules_for(3, True, load)
    board = "L" * 11 + "." + "." * 12 + "T" * 11 + "." + "." * 72
    cash = "6000:0,0,0,0,0,0,0"
    old = f"{board} {cash}:1I {cash}:2I,3I {cash}:4I,5I place=yellow"
    text = f"{old} barred=red:1B;green:1B,2B"
    position = rules.parse_position(text)
    assert rules.position_text(position) == text and rules.position_text(rules.parse_position(old)) == old
    hands = [rules.hand(position.determinized(1, seed), 2) for seed in range(200)]
    loose = [rules.hand(rules.parse_position(old).determinized(1, seed), 2) for seed in range(200)]
    assert not any({"1B", "2B"} & set(hand) for hand in hands)
    assert any({"1B", "2B"} & set(hand) for hand in loose), "a text of before bars nothing"
    for wrong, said in (
        ("barred=red:1C", "1C is not dead"),
        ("barred=red:1A", "1A is not dead"),
        ("barred=red", "'' is not a tile"),
        ("barred=gold:1B", "'gold' is none of red, yellow, green"),
        ("barred=red:1B barred=red:2B", "comes twice"),
    ):
        with pytest.raises(ValueError, match=said):
            rules.parse_position(f"{old} {wrong}")
    held = old.replace("2I,3I", "2I,3B")
    with pytest.raises(ValueError, match="3B is in the hand it is barred from"):
        rules.parse_position(f"{held} barred=yellow:3B")


def test_keys_tell_what_can_be_told_apart(load):
    rules = rules_for(3, False, load)
    cash = "6000:0,0,0,0,0,0,0"
    first = rules.parse_position(f"{'.' * 108} {cash}:1A {cash}:5E {cash}:9E place=red")
    other = rules.parse_position(f"{'.' * 108} {cash}:1A {cash}:5E {cash}:8E place=red")
    assert first.key != other.key and first.observed(2) != other.observed(2)
    assert all(first.observed(who) == other.observed(who) for who in (BYSTANDER, 0, 1))
    richer = rules.parse_position(f"{'.' * 108} {cash}:1A {cash}:5E 6100:0,0,0,0,0,0,0:9E place=red")
    assert all(first.observed(who) != richer.observed(who) for who in (BYSTANDER, 0, 1, 2))


@pytest.mark.parametrize("variant", ACQUIRE, ids=lambda variant: variant.name)
def test_no_two_moments_of_a_game_look_the_same(load, variant):
    rules = variant.rules(load=load)
    for seed in range(20):
        position, seen = rules.new_position(), set()
        while not position.over:
            if rules.kind(position) != "draw":
                assert position.observed(BYSTANDER) not in seen
                seen.add(position.observed(BYSTANDER))
            position = position.after_playout(seed, 1)


def test_a_hand_is_told(load):
    rules = rules_for(3, True, load)
    position = rules.seen(rules.new_position(), 1)
    assert (
        rules.kind(position) == "place" and rules.hand(position, 1) == ["?"] * 6 and rules.eyes(position) == 1
    )
    assert rules.parse_position(rules.position_text(position)).key == position.key
    tiles = ["5C", "1A", "12I", "7D", "2B", "9H"]
    told = rules.reveal(position, 1, tiles)
    assert rules.hand(told, 1) == tiles and rules.hand(position, 1) == ["?"] * 6
    assert "5C" not in [rules.move_text(move) for move in told.moves()], "red cannot hold it"
    for wrong, why in (
        (tiles[:5], "6 different"),
        ([*tiles[:5], "1A"], "6 different"),
        ([*tiles[:5], "1J"], "1J"),
    ):
        with pytest.raises(ValueError, match=why):
            rules.reveal(position, 1, wrong)
    with pytest.raises(ValueError, match="the hand holds"):
        rules.reveal(told, 1, [*tiles[:5], "9I"])
    with pytest.raises(ValueError, match="eyes of another"):
        rules.seen(told, 0)


def test_draws_of_others_have_one_outcome(load):
    rules = rules_for(3, True, load)
    position = rules.seen(rules.new_position(), 1)
    position = position.play(rules.find_move("5E")).play(rules.find_move("buy:-"))
    assert position.chances() == {rules.find_move("draw:?"): 1.0}
    position = rules.reveal(position.play(rules.find_move("draw:?")), 1, ["1A", "1B", "1C", "1D", "1E", "1F"])
    position = position.play(rules.find_move("1A")).play(rules.find_move("buy:-"))
    chances = position.chances()
    assert len(chances) == 108 - 7 and sum(chances.values()) == pytest.approx(1)
    assert rules.find_move("1B") not in chances and rules.hand(position, 0) == ["?"] * 6


def test_what_may_have_to_be_shown_is_chances_move(load):
    """Dead tiles, in ascending order, as likely as unknown slots may hold them; or none."""
    rules = rules_for(3, True, load)
    board = "L" * 11 + "." + "." * 12 + "T" * 11 + "." + "." * 72
    cash = "6000:0,0,0,0,0,0,0"
    hands = f"{cash}:1I {cash}:?,?,?,?,?,? {cash}:?,?,?,?,?,?"
    position = rules.parse_position(f"{board} {hands} eyes=red buy=yellow")
    position = position.play(rules.find_move("buy:-"))
    assert rules.kind(position) == "show"
    chances = {rules.move_text(move): chance for move, chance in position.chances().items()}
    assert list(chances) == [*[f"show:{column}B" for column in range(1, 12)], "show:-"]
    unseen = 108 - 22 - 1
    assert chances["show:1B"] == pytest.approx(6 / unseen) and sum(chances.values()) == pytest.approx(1)
    shown = position.play(rules.find_move("show:3B"))
    assert "show:2B" not in [rules.move_text(move) for move in shown.moves()]
    thrown = shown.play(rules.find_move("show:-"))
    assert rules.out(thrown) == ["3B"] and rules.kind(thrown) == "draw"
    after = position.play(rules.find_move("show:-"))
    assert "show=green stage=exchange" in rules.position_text(after), "green's six may all be dead"
    assert rules.kind(after.play(rules.find_move("show:-"))) == "place"


def test_a_whole_hand_may_have_to_be_shown(load):
    """All seven chains stand, and nearly all unseen tiles would found an eighth."""
    seven = "LL.TT.AA.WW." + "." * 12 + "FF.II.CC...." + "." * 12
    board = seven + "o.o.o.o.o.o." + "." * 12 + "o.o.o.o.o.o." + "." * 24
    cash = "6000:0,0,0,0,0,0,0"
    for house in (True, False):
        rules = rules_for(3, house, load)
        text = f"{board} {cash}:1B {cash}:?,? {cash}:? eyes=red buy=red"
        position = rules.parse_position(text).play(rules.find_move("buy:-")).play(rules.find_move("draw:2B"))
        assert rules.kind(position) == "show" and position.mover == 1
        chances = {rules.move_text(move): chance for move, chance in position.chances().items()}
        assert sum(chances.values()) == pytest.approx(1) and "show:5F" in chances and "show:9H" in chances
        assert rules.kind(position.play(rules.find_move("show:-"))) == "place"
        position = position.play(rules.find_move("show:5F"))
        assert rules.find_move("show:-") not in position.moves(), "all of it or nothing"
        position = position.play(rules.find_move("show:2E"))
        assert rules.kind(position) == ("draw" if house else "buy")
        assert sorted(rules.out(position)) == (["2E", "5F"] if house else [])
