"""Games of a referee and of seats that know only what they are told (engine/telling.py,
engine/play/dealer.py)."""

import random

import pytest

from outflank.engine import telling
from outflank.engine.analysis.limits import Limits
from outflank.engine.errors import IllegalMove, Refused
from outflank.engine.play.player import Player

NAMES = [f"Acquire {players}{rules}" for players in (3, 4, 5, 6) for rules in ("", " house")]


def referee(name, seed):
    return Player(name, limits=Limits(visits=20), seed=seed, memory=8)


def seated(name, seat):
    player = Player(name, limits=Limits(visits=20), seed=3, memory=8)
    player.dealer.sit(seat)
    return player


def tell(player, events):
    """Tell a player of events as a referee does over GTP."""
    for event in events:
        if event.kind == "draw":
            player.dealer.happen(event.cards[0])
        elif event.kind == "hand":
            player.dealer.tell_hand(event.player, event.cards)
        else:
            player.dealer.show(event.player, event.cards)


def begin(judge, player, seat):
    tell(player, telling.opening(judge.game, seat))


def is_as_seen(judge, player, seat):
    """Whether a seat's position is what it can know of the true one."""
    rules = judge.rules
    expected = rules.seen(judge.position, seat)
    return player.position.observed(seat) == expected.observed(seat) and rules.hand(
        player.position, seat
    ) == rules.hand(judge.position, seat)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(4))
def test_seats_that_are_told_know_what_they_can(name, seed):
    """Whole games of random words: after every turn each seat's position is the true one as it sees it."""
    judge = referee(name, seed)
    seats = range(len(judge.players))
    players = [seated(name, seat) for seat in seats]
    for seat in seats:
        begin(judge, players[seat], seat)
        assert is_as_seen(judge, players[seat], seat)
    choices = random.Random(f"{name} {seed}")
    while not judge.position.over:
        mover = judge.position.mover
        words = [word for word in judge.game.legal_words() if word != "end"] or ["end"]
        word = choices.choice(words)
        assert sorted(players[mover].game.legal_words()) == sorted(judge.game.legal_words())
        judge.play(mover, word)
        for seat in seats:
            players[seat].play(mover, word)
            tell(players[seat], telling.after_turn(judge.rules, judge.game.history[-1], seat))
            assert is_as_seen(judge, players[seat], seat), (word, judge.position, players[seat].position)
    assert all(player.position.over for player in players)
    assert all(player.scores() == judge.scores() for player in players)


def test_a_seat_answers_for_itself_only():
    judge = referee("Acquire 3", 5)
    green = seated("Acquire 3", 2)
    with pytest.raises(Refused, match="draws or shows first"):
        green.genmove(2)
    begin(judge, green, 2)
    for _ in range(6):
        mover = judge.position.mover
        if mover == 2:
            word = green.genmove(2)
            judge.play(2, word)
        else:
            with pytest.raises(Refused, match="is not known"):
                green.genmove(mover)
            word = judge.genmove(mover)
            green.play(mover, word)
        tell(green, telling.after_turn(judge.rules, judge.game.history[-1], 2))
        assert is_as_seen(judge, green, 2)


def test_nothing_changes_where_it_is_told_wrongly():
    judge = referee("Acquire 3", 5)
    red = seated("Acquire 3", 0)
    begin(judge, red, 0)
    hand = red.rules.hand(red.position, 0)
    before = red.rules.position_text(red.position)
    wrong = [
        lambda: red.dealer.tell_hand(0, ["1A", *hand[1:]]),
        lambda: red.dealer.tell_hand(1, hand),
        lambda: red.dealer.happen("5C"),
        lambda: red.dealer.happen("?"),
        lambda: red.dealer.show(1, ["5C"]),
        lambda: red.dealer.sit(None) if red.game.turns else red.dealer.stack(["1A"]),
    ]
    for tell_it in wrong:
        with pytest.raises((Refused, IllegalMove)):
            tell_it()
        assert red.rules.position_text(red.position) == before


def test_undo_and_the_deck_give_the_same_draws_again():
    judge = referee("Acquire", 8)
    texts = []
    for _ in range(10):
        texts.append(judge.rules.position_text(judge.position))
        judge.genmove(judge.position.mover)
    words = judge.game.words()
    judge.undo(10)
    for text, word in zip(texts, words, strict=True):
        assert judge.rules.position_text(judge.position) == text
        judge.play(judge.position.mover, word)


def test_eyes_can_be_taken_in_a_game_but_not_given_back():
    judge = referee("Acquire", 8)
    for _ in range(6):
        judge.genmove(judge.position.mover)
    expected = judge.rules.seen(judge.position, 1).key
    judge.dealer.sit(1)
    assert judge.position.key == expected
    with pytest.raises(Refused, match="new game"):
        judge.dealer.sit(None)
    with pytest.raises(Refused, match="not known"):
        judge.dealer.cards()
    judge.undo(6)
    assert "?" in judge.rules.hand(judge.position, 0)
    judge.set_game("Acquire")
    assert judge.dealer.eyes is None and "?" not in judge.rules.hand(judge.position, 0)
