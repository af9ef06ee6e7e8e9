"""A game between seats: its history, its clocks, its ends, and its links."""

import random

import pytest

from outflank.engine.errors import Refused
from outflank.engine.game import Game
from outflank.engine.games import GAMES
from outflank.engine.play.game_choice import choose_game
from outflank.protocol.sitting import link
from outflank.protocol.sitting.clocks import Clocks, flag_after, time_control
from outflank.protocol.sitting.deal import with_deck, words
from outflank.protocol.sitting.seal import BadSeal, Seal
from outflank.protocol.sitting.seats import Seat, check_seat, levels_of, usual_seats
from outflank.protocol.sitting.sitting import Sitting

SEAL = Seal(bytes(32))
NAMES = [variant.name for variant in GAMES]


def seated(game="Othello", size=None, seats=None, **more):
    choice = choose_game(game, size, None)
    persons = [Seat()] * len(choice.variant.players)
    return Sitting(choice, persons if seats is None else seats, **more)


def random_game(sitting, seed, plies):
    """Play random moves."""
    draws = random.Random(seed)
    while sitting.waiting == "person" and sitting.plies < plies:
        rules = sitting.position.rules
        if rules.has_chance:
            sitting.play(draws.choice(words(sitting.position))[0])
            continue
        move = draws.choice(sitting.position.moves())
        sitting.play("pass" if move == rules.pass_move else rules.move_text(move))
    return sitting


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_link_holds_the_whole_game(game, seed):
    sitting = random_game(seated(game), seed, 90)
    sitting.go_to(sitting.plies // 2)
    again = link.read(link.write(sitting, SEAL), SEAL)
    assert link.write(again, SEAL) == link.write(sitting, SEAL)
    assert again.position.key == sitting.position.key and again.plies == sitting.plies
    assert [turn.by for turn in again.turns if turn.forced] == [t.by for t in sitting.turns if t.forced]


@pytest.mark.parametrize("game", NAMES)
def test_changes_lead_from_each_position_to_the_next(game):
    sitting = random_game(seated(game), 5, 60)
    cells = list(sitting.full.start.cells)
    for turn, position in zip(sitting.turns, sitting.full.positions[1:], strict=True):
        for cell, sign in turn.changes:
            cells[cell] = sign
        assert "".join(cells) == position.cells


def test_forced_passes_are_made_and_told():
    for seed in range(60):
        sitting = random_game(seated("Othello", 6), seed, 60)
        forced = [turn for turn in sitting.turns if turn.forced]
        if forced:
            assert all(turn.text == "pass" and turn.cell == -1 for turn in forced)
            return
    raise AssertionError("no game with a pass")


@pytest.mark.parametrize(
    "text",
    [
        *("", "game=Chess", "game=Othello&size=7", "game=Othello&moves=A1", "game=Othello&seats=person"),
        *("game=Othello&seats=person,99", "game=Othello&seats=person,5@0s@", "nonsense", "game=Othello&x=1"),
        *("game=Othello&start=zz", "game=Othello&clock=a", "game=Othello&clock=0", "game=Othello&end=won:0"),
        *("game=Othello&end=time:7", "game=Othello&ply=5", "game=%ff", "game=Othello&komi=nan"),
        *("game=" + "x" * (1 << 19), "game=Othello&clock=1/2/3/4", "game=Othello&ply=-1"),
        *("game=Othello&clock=1/0/3/0/x", "game=Acquire&deck=~AAAA", "game=Acquire&deck=7x"),
    ],
)
def test_a_bad_link_is_refused(text):
    with pytest.raises(Refused):
        link.read(text, SEAL)


def test_a_link_keeps_seats_clock_and_end():
    choice = choose_game("Othello", 6, None)
    seats = [Seat(name="A, b&c"), Seat("engine", "7", 2.5, 1000)]
    sitting = Sitting(choice, seats, time_control(300, 0, 30, 5))
    sitting.resign(1)
    again = link.read(link.write(sitting, SEAL), SEAL)
    assert again.seats == seats and again.clocks.control == sitting.clocks.control
    assert again.ending == sitting.ending and again.waiting == "over"


def test_levels_are_those_that_play():
    for variant in GAMES:
        for name, _, about in levels_of(variant, variant.sizes[0]):
            assert about
            check_seat(Seat("engine", name), variant, variant.sizes[0])
    with pytest.raises(Refused, match="alphabeta does not play SOS"):
        check_seat(Seat("engine", "alphabeta"), choose_game("SOS", None, None).variant, 8)
    assert len(usual_seats(4)) == 4


def test_clocks():
    clocks = Clocks(time_control(10, 2))
    clocks.start(0, 100.0)
    assert clocks.left(0, 104.0).seconds == 6 and clocks.flag(104.0) == 6
    assert clocks.spend(104.0) == 4 and clocks.left(0, 200.0).seconds == 8
    clocks = Clocks(time_control(10, 0, 5, 3))
    clocks.start(1, 0.0)
    assert flag_after(clocks.control, clocks.reading.left(1)) == 25
    left = clocks.left(1, 17.0)
    assert (left.seconds, left.periods) == (3, 2) and clocks.flag(26.0) == 0
    for bad in (
        {"main": 0},
        {"main": 1, "increment": 1, "period": 1, "periods": 1},
        {"main": 1, "period": 5},
    ):
        with pytest.raises(ValueError):
            time_control(**bad)


def test_a_canadian_clock_keeps_what_a_move_has_saved():
    clocks = Clocks(time_control(10, period=30, stones=3))
    clocks.start(0, 0.0)
    assert clocks.flag(0.0) == 40 and clocks.left(0, 15.0)[:2] == (25, 3)
    clocks.spend(15.0)
    assert clocks.left(0, 99.0)[:2] == (25, 2)
    clocks.start(0, 20.0)
    clocks.spend(21.0)
    assert clocks.left(0, 99.0)[:2] == (24, 1)
    clocks.start(0, 30.0)
    assert clocks.flag(30.0) == 24
    clocks.spend(31.0)
    assert clocks.left(0, 99.0)[:2] == (30, 3)
    for bad in ({"main": 1, "stones": 2}, {"main": 1, "period": 5, "periods": 2, "stones": 2}):
        with pytest.raises(ValueError):
            time_control(**bad)


def test_a_seal_is_opened_by_its_key_alone():
    sealed = SEAL.close("123456")
    assert "123456" not in sealed and SEAL.open(sealed) == "123456" and SEAL.close("123456") == sealed
    long = "1A,2B," * 100
    assert SEAL.open(SEAL.close(long)) == long
    other = sealed[:-1] + ("A" if sealed[-1] != "A" else "B")
    for wrong in (other, "~", "~AAAA", "~\u00e9", sealed + "AAAA"):
        with pytest.raises(BadSeal):
            SEAL.open(wrong)
    with pytest.raises(BadSeal):
        Seal(bytes(range(32))).open(sealed)


def test_a_game_whose_draws_were_told_goes_on_with_a_deck():
    choice = choose_game("Acquire 3", None, None)
    sitting = random_game(seated("Acquire 3"), 4, 30)
    told = Game(sitting.full.rules)
    for event in sitting.full.opening:
        told.happen(event)
    for turn, word in zip(sitting.full.history, sitting.full.words(), strict=True):
        told.play_word(turn.player, word)
        for event in turn.events:
            told.happen(event)
    again = Sitting(choice, sitting.seats, game=with_deck(told))
    assert again.position.key == sitting.position.key and again.full.words() == sitting.full.words()
    assert random_game(again, 9, 300).waiting == "over"
    once = link.read(link.write(again, SEAL), SEAL)
    assert once.position.key == again.position.key
