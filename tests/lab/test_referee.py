"""One game: chance from a deck, what seats see and are told, and players in this process beside others."""

import pytest
from fake_engines import fake

from outflank.engine import core
from outflank.engine.deck import Deck
from outflank.engine.games import find_game
from outflank.engine.lab.client import IN_PROCESS, EngineSpec, Trouble
from outflank.engine.lab.clock import Clock
from outflank.engine.lab.in_process import InProcess
from outflank.engine.lab.openings import Opening, at_random, usual
from outflank.engine.lab.referee import Referee
from outflank.engine.lab.schedule import Ledger
from outflank.engine.lab.stop import Stop, Stopped
from outflank.engine.lab.table import Table, play
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import CHANCE
from outflank.protocol.match.engines.clients import check_engines, new_client

OTHELLO = find_game("Othello")
RULES = OTHELLO.rules(6)


def player(text, name=None):
    return EngineSpec(name or text, (text,), IN_PROCESS)


def games(match, count, make=new_client, jobs=1):
    """Games of a match from the start."""
    return play(match, usual(match.variant.rules(match.size)), count, Ledger(), jobs, new_client=make)


def test_a_player_in_this_process_meets_an_engine_at_pipes():
    match = Match("Othello", 8, player("visits=20"), fake("B"), seed=3)
    check_engines(match)
    found = games(match, 2)
    assert [record.seats for record in found] == [("visits=20", "B"), ("B", "visits=20")]
    assert [record.end for record in found] == ["played"] * 2 and found[0].programs["B"] == "Fake 0.9"
    assert all(ply.seconds > 0 for record in found for ply in record.plies if ply.move != "pass")
    crashed = games(match._replace(b=fake("B", "kill@3")), 2)
    assert [(record.end, record.fault.engine) for record in crashed] == [("crash", "B")] * 2


def test_a_player_in_this_process_keeps_no_clock():
    match = Match("Othello", 6, player("random"), player("greedy"), Clock(main=5.0), seed=1)
    (record,) = games(match, 1)
    assert "plays by limits of its own" in record.void


class Loud(InProcess):
    """A player that writes down what it is told, and asks for trouble where it is said."""

    heard = []
    trouble = None
    listens = True

    def moved(self, turn):
        Loud.heard.append((self.spec.name, turn))
        if len(Loud.heard) == self.trouble:
            raise Trouble("does not listen")


def test_every_seat_is_told_of_every_turn_and_a_deaf_one_loses(monkeypatch):
    monkeypatch.setattr(Loud, "heard", [])
    opening = at_random(RULES, 2, 1)
    match = Match("Othello", 6, player("random"), player("greedy"), seed=1)
    (record,) = play(match, opening, 1, Ledger(), new_client=Loud)
    for name in ("random", "greedy"):
        turns = [turn for one, turn in Loud.heard if one == name]
        assert [(turn.player, turn.move) for turn in turns] == [ply[:2] for ply in record.plies]
        assert [turn.answer is None for turn in turns] == [
            ply.book or ply.move == "pass" for ply in record.plies
        ]
        assert [turn.forced for turn in turns] == [ply.move == "pass" for ply in record.plies]
    monkeypatch.setattr(Loud, "heard", [])
    monkeypatch.setattr(Trouble, "end", "time")
    monkeypatch.setattr(Loud, "trouble", 6)
    (record,) = play(match, opening, 1, Ledger(), new_client=Loud)
    assert (record.end, len(record.plies)) == ("time", 3) and "(told of move 3, " in record.fault.reason


class Dumb:
    """Makes the first legal move, or the last where a word goes on; keeps what it was shown."""

    shown = []

    def choose(self, position):
        Dumb.shown.append(position)
        return position.moves()[-1 if position.rules.unfinished(position) else 0]


def table_of(variant, make, seed=5):
    """A table for players that `make` makes in a game that need not be among those by name."""
    stop = Stop()
    match = Match(variant.name, variant.sizes[0], player("a"), player("b"), seed=seed)
    rules = variant.rules()
    seats = [InProcess(spec, stop, make) for spec in (match.a, *[match.b] * (len(variant.players) - 1))]
    return match, rules, seats, stop


def referee_of(variant, number, make, seed=5):
    match, rules, seats, stop = table_of(variant, make, seed)
    start = rules.position_text(rules.new_position())
    return Referee(match, rules, number, Opening("", start, ()), seats, stop, start, {}), match


@pytest.mark.parametrize("name", ["Acquire", "Acquire 3", "Acquire 6"])
def test_a_game_of_chance_is_dealt_alike_to_all_seatings(name, monkeypatch):
    from outflank.engine import games as rows

    variant = next(row for row in (*rows.GAMES, *rows.ACQUIRE) if row.name == name)
    monkeypatch.setattr(rows, "GAMES", tuple({row.name: row for row in (*rows.GAMES, variant)}.values()))
    players = len(variant.players)
    dealt, rules = {}, variant.rules()
    for number in (0, 1, players):
        monkeypatch.setattr(Dumb, "shown", [])
        referee, match = referee_of(variant, number, lambda *_: Dumb())
        record = referee.play("x")
        assert record.void == "" and len(record.rewards) == players
        events = [ply.move for ply in record.plies if ply.player == CHANCE]
        dealt[number] = events[: 6 * players]
        # What it was shown is what a seat knows, and the record is enough to play it again.
        assert {rules.eyes(position) for position in Dumb.shown} <= set(range(players))
        position = rules.new_position()
        for ply in record.plies:
            assert (ply.player == CHANCE) == bool(position.chances())
            assert ply.player in (CHANCE, position.mover)
            for move in rules.find_moves(position, ply.move):
                position = position.play(move)
        assert position.over and record.rewards == tuple(round(one, 6) for one in position.rewards())
    assert dealt[0] == dealt[1] != dealt[players]


def test_a_bell_that_is_rung_ends_a_game_at_once():
    match, stop = Match("Othello", 6, player("a"), player("b"), seed=1), Stop()

    class Ringer:
        def choose(self, position):
            stop.ring()
            return position.moves()[0]

    place = Table(match, usual(RULES), lambda spec, bell: InProcess(spec, bell, lambda *_: Ringer()), stop)
    with pytest.raises(Stopped):
        place.play(0)


def test_dice_are_dealt_by_the_seed():
    dice = core.load("testing.dice").Dice()
    assert {Deck(dice, seed).draw(dice.new_position()) for seed in range(40)} == {0, 1, 2}
