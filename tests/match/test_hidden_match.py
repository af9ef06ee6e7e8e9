"""Matches of games with hidden hands: every engine is told what its seat may know, and no more."""

import re
import sys

import pytest

from outflank.protocol.cli import main
from outflank.protocol.formats import kinds

OURS = f"{sys.executable} -P -m outflank.protocol gtp --quiet --level 1 --seed 3"


@pytest.mark.parametrize("game", ["Acquire 3", "Acquire 4 house"])
def test_engines_at_pipes_know_their_own_hand_alone(tmp_path, capfdbinary, game):
    """Engines are sent the tiles of their own seat, and those that all can see."""
    log = tmp_path / "one.log"
    folder = tmp_path / "match"
    words = ["match", f"one={OURS} --log {log}", f"two={OURS}", "--game", game, "--games", "3"]
    assert main([*words, "--folder", str(folder), "--jobs", "1", "--seed", "5"]) == 0
    games = list(kinds.games((folder / "games.jsonl").read_bytes()))
    assert len(games) == 3 and all(record.game.position.over and not record.stopped for record in games)
    sent = re.findall(r"(?<=> )(?:outflank-(?:seat|hand)|play draw|outflank-show) .*", log.read_text())
    # An engine is tried once before the first game.
    starts = [at for at, line in enumerate(sent) if line.startswith("outflank-seat")]
    parts = [sent[start:end] for start, end in zip(starts, [*starts[1:], len(sent)], strict=True)][-3:]
    for number, (record, part) in enumerate(zip(games, parts, strict=True)):
        seat = record.variant.players[number % len(record.variant.players)]
        assert part[0] == f"outflank-seat {seat}"
        assert [line.split()[1] for line in part if line.startswith("outflank-hand")] == [seat]
        told = {card for line in part for card in line.split()[1:] if re.fullmatch(r"\d+[A-I]", card)}
        own = record.variant.players.index(seat)
        drawn = own_cards(record, own)
        shown = {card for line in part if "show" in line for card in line.split()[2:]}
        laid = {word for _, word in laid_first(record)}
        assert told == drawn | shown | laid


def laid_first(record):
    """The tiles that everybody lays before the deal, by the published rules."""
    rules = record.game.rules
    position = rules.new_position()
    found = []
    for event in record.game.opening:
        if "lay" not in rules.position_text(position):
            break
        found.append((position.mover, rules.card_text(event)))
        position = position.play(event)
    return found


def own_cards(record, seat):
    """The tiles that a seat draws into its hand in a whole game."""
    rules = record.game.rules
    position, found = rules.new_position(), set()
    laid = len(laid_first(record))
    for number, event in enumerate(record.game.opening):
        if position.mover == seat and number >= laid:
            found.add(rules.card_text(event))
        position = position.play(event)
    for turn in record.game.history:
        for move in turn.moves:
            position = position.play(move)
        for event in turn.events:
            if position.mover == seat:
                found.add(rules.card_text(event))
            position = position.play(event)
    return found
