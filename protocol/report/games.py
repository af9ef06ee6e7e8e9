"""Games as the script of a report shows them: the values, the times and the board after each move."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.engine.errors import Refused
from outflank.engine.games import find_game
from outflank.engine.results.game_record import LOSSES, GameRecord
from outflank.protocol.formats.game_record import result_text
from outflank.protocol.report.records import replayed
from outflank.protocol.report.reviews import NOWHERE, Reviews
from outflank.protocol.web.boards import board_data, cell_of, cells_of, changes
from outflank.protocol.web.components import date_words


def games_data(games: Sequence[GameRecord], reviews: Reviews = NOWHERE) -> dict[str, object]:
    """The board and the games of one game on one board."""
    first = games[0]
    variant = find_game(first.game)
    known = variant is not None and first.size in variant.sizes
    board = board_data(variant, variant.rules(first.size), first.size) if variant and known else None
    return {"board": board, "games": [{**game_data(row), "review": reviews.data(row)} for row in games]}


def game_data(row: GameRecord) -> dict[str, object]:
    """One game. Its board is left out where its moves cannot be played again."""
    opening = f", {row.opening_name}" if row.opening_name else ""
    result = result_text(row)
    trouble = "void" if row.void else row.end if row.end in LOSSES else result
    ending = f"{row.end}, {result}" if result else row.end
    reason = row.void or (f"{row.fault.engine}: {row.fault.reason}" if row.fault else "")
    try:
        start, moves = board_moves(row)
    except (ValueError, Refused):
        start, moves = "", [(-1, "")] * len(row.plies)
    return {
        "label": f"{row.number}: {' - '.join(row.seats)}, {trouble}{opening}",
        "players": row.players,
        "seats": row.seats,
        "ending": ending + (f" ({reason})" if reason else "") + f"; {row.machine}, {date_words(row.began)}",
        "start": start,
        "plies": [
            (ply.player, ply.move, ply.book, round(ply.seconds, 5), rounded(ply.value), ply.unit, *move)
            for ply, move in zip(row.plies, moves, strict=True)
        ],
    }


def board_moves(row: GameRecord) -> tuple[str, list[tuple[int, str]]]:
    """The cells at the start, and of each move its cell and what it changes, as in `19X27X`. ValueError or
    Refused when the game cannot be played again."""
    variant = find_game(row.game)
    if variant is None:
        raise ValueError(f"{row.game!r} is not known here")
    rules = variant.rules(row.size)
    start = cells_of(rules.parse_position(row.start))
    moves = []
    for position, move, _ in replayed(row):
        if move not in position.moves():
            raise ValueError("an illegal move")
        changed = "".join(f"{cell}{sign}" for cell, sign in changes(position, position.play(move)))
        moves.append((cell_of(rules, move), changed))
    return start, moves


def rounded(value: float | None) -> float | None:
    """A value to as many digits as can be seen."""
    return None if value is None else round(value, 3)
