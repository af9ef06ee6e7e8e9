"""Games with chance and hidden hands as JSON lines and scripts (protocol/formats/games/hidden_games.py)."""

import json
import random

import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine.deck import Deck
from outflank.engine.game import Game
from outflank.engine.games import require_game
from outflank.protocol.formats import kinds
from outflank.protocol.formats.games import hidden_games
from outflank.protocol.formats.record import Broken, Record

NAMES = ["Acquire", "Acquire 3 house", "Acquire 6"]


def record(name, seed, turns=10_000):
    """The record of a game of random words."""
    variant = require_game(name)
    rules = variant.rules()
    game, choices = Game(rules, deck=Deck(rules, seed)), random.Random(seed)
    while not game.position.over and game.turns < turns:
        words = [word for word in game.legal_words() if word != "end"] or ["end"]
        game.play_word(game.position.mover, choices.choice(words))
    names = tuple(f"Player {seat}" for seat in range(len(variant.players)))
    return Record("here", variant, variant.sizes[0], game, names=names)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", [hidden_games.line_text, hidden_games.script_text])
def test_what_is_written_is_read(name, text):
    games = [record(name, 1), record(name, 2, 30), record(name, 3, 1)]
    found = list(kinds.games("".join(text(game) for game in games).encode()))
    assert [again.stopped for again in found] == ["", "", ""]
    for game, again in zip(games, found, strict=True):
        assert again.variant.name == name and again.names == game.names
        assert again.game.words() == game.game.words()
        assert again.game.position.key == game.game.position.key
        assert text(again) == text(game)


def test_a_game_is_followed_up_to_its_first_illegal_turn():
    lines = hidden_games.script_text(record("Acquire 3", 4, 20)).split("\n")
    at = next(n for n, line in enumerate(lines) if line.endswith("buy:-"))
    (found,) = kinds.games("\n".join([*lines[:at], "green end", *lines[at:]]).encode())
    assert found.stopped.endswith("'end' is not legal") and 0 < found.game.turns < 20


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"outflank": "game"}', "missing or of another kind"),
        ('{"outflank": "game", "game": 3, "turns": []}', "missing or of another kind"),
        ('{"outflank": "game", "game": "Chess", "turns": []}', "not a game with hidden hands"),
        ('{"outflank": "game", "game": "Othello", "turns": []}', "not a game with hidden hands"),
        ('{"outflank": "game", "game": "Acquire", "turns": [["red"]]}', "not two words"),
        ('{"outflank": "game", "game": "Acquire", "turns": [["red", 5]]}', "not two words"),
        ('{"outflank": "game", "game": "Acquire", "turns": [["gold", "5C"]]}', "no player is called 'gold'"),
        ('{"outflank": "game", "game": "Acquire", "names": ["A"], "turns": []}', "too few names"),
        ('{"outflank": "game", "game": "Acquire", "turns": [["draw", "5C"], ["draw", "5C"]]}', "not legal"),
        ('{"outflank": "game", "game"', "not JSON"),
        ("game Acquire 3\nname gold Ann\n", "no player is called 'gold'"),
        ("game Acquire 3\ndraw 13Z\n", "13Z"),
    ],
)
def test_what_is_no_game_says_why(text, why):
    (found,) = kinds.games(text.encode())
    assert isinstance(found, Broken) and why in str(found)


WHOLE = hidden_games.line_text(record("Acquire 3", 5, 40))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_harmed_lines_are_broken_or_played_as_far_as_they_go(data):
    turns = json.loads(WHOLE)["turns"]
    at = data.draw(st.integers(0, len(turns) - 1))
    harm = data.draw(st.sampled_from(["drop", "twice", "swap"]))
    if harm == "drop":
        del turns[at]
    elif harm == "twice":
        turns.insert(at, turns[at])
    else:
        other = data.draw(st.integers(0, len(turns) - 1))
        turns[at], turns[other] = turns[other], turns[at]
    text = json.dumps({**json.loads(WHOLE), "turns": turns})
    (found,) = kinds.games(text.encode())
    if isinstance(found, Record):
        assert list(found.game.words()) == [word for who, word in turns if who != "draw"][: found.game.turns]
