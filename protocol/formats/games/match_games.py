"""The games of a match's ledger, of any game, as records."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from outflank.engine.game import Game, find_move
from outflank.engine.games import find_game
from outflank.engine.results.game_record import GameRecord, Ply
from outflank.protocol.formats.game_record import from_line, result_text
from outflank.protocol.formats.record import Broken, Note, Record, Result
from outflank.protocol.formats.replay import Told, played
from outflank.protocol.formats.results import way_of_end
from outflank.protocol.formats.tags import About

EVENT = "match "
"""Beginning of the event of a game of a match; its name follows."""


def read(data: bytes) -> Iterator[Record | Broken]:
    """The games of a file, each placed by its line."""
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            place = f"line {number}"
            try:
                yield record_of(from_line(line), place)
            except ValueError as error:
                yield Broken(place, str(error))


def record_of(game: GameRecord, place: str) -> Record | Broken:
    """The record of a game of a match, as far as its moves can be made; Broken where the first cannot.
    ValueError where it is of a game or a board that is not known here."""
    variant = find_game(game.game)
    if variant is None or game.size not in variant.sizes:
        raise ValueError(f"{game.game[:20]!r} on a board of {game.size} is not played here")
    rules = variant.rules(game.size)
    start = rules.parse_position(game.start)
    told = [Told(ply.player, ply.move, note_of(ply)) for ply in game.plies]
    find = functools.partial(find_move, rules)
    return played(place, (variant, game.size), Game(rules, start), told, find, _about(game), result_of(game))


def note_of(ply: Ply) -> Note:
    """The notes of a ply."""
    seconds = None if ply.book else ply.seconds
    return Note(seconds, ply.value, ply.unit, ply.visits, ply.depth, ply.book)


def result_of(game: GameRecord) -> Result:
    """The result of a game, however it came about."""
    if game.void:
        return Result(words="Void")
    if not (way := way_of_end(game.end)):
        return Result(scores=game.scores, words=result_text(game))
    winner = 1 - game.loser if game.loser is not None and len(game.players) == 2 else None
    return Result(winner=winner, way=way, words=result_text(game))


def _about(game: GameRecord) -> About:
    seats = ", ".join(
        f"{player} {name} ({game.programs[name]})"
        for player, name in zip(game.players, game.seats, strict=True)
    )
    fault = f"; {game.fault.engine}: {game.fault.reason}" if game.fault else ""
    facts = {
        "date": game.began,
        "site": game.machine,
        "event": f"{EVENT}{game.match}",
        "round": str(game.number),
        "opening": game.opening_name,
        "about": f"{seats}; {game.end}{fault}{game.void and '; ' + game.void}",
    }
    return About(game.seats, (), {name: text for name, text in facts.items() if text})
