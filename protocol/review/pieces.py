"""Pieces of the review of many games, each done by one process or machine.

A position that several games share is judged once, by itself, for all moves that were made in it; the others
are judged game by game from the end back. Games with the same moves are reviewed once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from outflank.engine.game import Game, find_move
from outflank.engine.games import require_game
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.formats.notation import text_of
from outflank.protocol.formats.record import Record
from outflank.protocol.review.portable import Portable, digest, read_judged, unpacked
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.text import game_object, ply_object
from outflank.protocol.review.worths import Budget, Review

MOST_SHARED = 30
"""Plies from the start on that games may share. Later ones are seldom shared, and each position that is
looked at takes memory."""
TOGETHER = 16
"""Positions of a piece. They are neighbours, and are judged with one tree, the last one first."""

Place = tuple[str, int, float, str]
"""A position as a text, with the game, the size of its board and the komi."""
Judgements = dict[str, JsonObject]
"""By move, a ply of a position as JSON has it (protocol/review/text.py: ply_object)."""


class Positions(NamedTuple):
    """A piece of work: neighbouring positions, each with the moves that were made in it."""

    key: str
    game: str
    size: int
    komi: float
    rows: tuple[tuple[str, tuple[str, ...]], ...]


class Ply(NamedTuple):
    """A ply that a game shares with others: its number from 1 on, the position before it, and the move."""

    number: int
    place: Place
    move: str


class Shared:
    """The positions that several games of different moves share, with the moves that were made in them."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()
        self._moves: dict[Place, dict[str, None]] = {}
        self._places: dict[Place, Place] = {}

    def count(self, record: Record) -> None:
        """Take a game into account."""
        self._counts.update({ident for ident, _ in _plies(record)})

    def collect(self, record: Record) -> tuple[Ply, ...]:
        """Take its moves in, after all games were counted; those that it shares."""
        found = []
        for ident, ply in _plies(record):
            if self._counts[ident] > 1:
                # The same text is kept once.
                place = self._places.setdefault(ply.place, ply.place)
                self._moves.setdefault(place, {})[ply.move] = None
                found.append(ply._replace(place=place))
        return tuple(found)

    def pieces(self) -> Iterator[Positions]:
        """The work, neighbours together; the same for the same games."""
        rows = list(self._moves.items())
        at = 0
        while at < len(rows):
            game, size, komi, _ = rows[at][0]
            end = at + 1
            while end < min(at + TOGETHER, len(rows)) and rows[end][0][:3] == (game, size, komi):
                end += 1
            told = tuple((place[3], tuple(sorted(moves))) for place, moves in rows[at:end])
            yield Positions(digest(repr((game, size, komi, told))), game, size, komi, told)
            at = end


def _plies(record: Record) -> Iterator[tuple[int, Ply]]:
    """The first plies of a game, each with a number of its position for counting."""
    rules = record.game.rules
    board = record.variant.name, record.size, record.game.komi
    for number, (position, move, _) in enumerate(islice(record.plies(), MOST_SHARED), 1):
        place = *board, rules.position_text(position)
        yield hash((board, position.key)), Ply(number, place, text_of(rules, move))


def judge_positions(piece: Positions, budget: Budget, threads: int) -> bytes:
    """The line of JSON that says what the moves of these positions are worth."""
    variant = require_game(piece.game)
    rules = variant.rules(piece.size, piece.komi if variant.komi else None)
    record = Record("", variant, piece.size, Game(rules))
    review, reviewer = Review(record, (), 0), Reviewer(record, budget, threads)
    rows = []
    for text, moves in reversed(piece.rows):
        position = rules.parse_position(text)
        judged = reviewer.judge_moves(position, [find_move(rules, move) for move in moves])
        rows.append([text, {move: ply_object(review, row) for move, row in zip(moves, judged, strict=True)}])
    told = {"positions": piece.key, "game": [piece.game, piece.size, piece.komi], "rows": rows}
    return json.dumps(told, allow_nan=False).encode() + b"\n"


def review_games(
    games: Sequence[tuple[str, str, Portable]],
    given: Mapping[int, JsonObject],
    budget: Budget,
    threads: int,
) -> list[bytes]:
    """A line of JSON for each of some games with the same moves, which are reviewed once. Each has its key
    and its file; `given` are the plies by number that are judged already."""
    records = [unpacked(told) for _, _, told in games]
    first = records[0]
    positions = {number: row[0] for number, row in enumerate(first.plies(), 1)}
    known = {number: read_judged(told, positions[number], number) for number, told in given.items()}
    reviewer = Reviewer(first, budget, threads)
    judged = tuple(reversed(list(reviewer.run(known))))
    moves = () if judged else reviewer.moves()
    lines = []
    for (key, source, _), record in zip(games, records, strict=True):
        told = game_object(Review(record, judged, len(judged), moves))
        lines.append(json.dumps({"review": key, "source": source, **told}, allow_nan=False).encode() + b"\n")
    return lines


def given_plies(plies: Sequence[Ply], known: Mapping[Place, Judgements]) -> dict[int, JsonObject]:
    """The plies of a game, by number, that are judged already with the positions that games share."""
    rows = ((ply.number, known.get(ply.place, {}).get(ply.move)) for ply in plies)
    return {number: told for number, told in rows if told is not None}


def read_positions(row: Mapping[str, Json]) -> dict[Place, Judgements]:
    """The judgements that an object of JSON tells (`judge_positions`)."""
    game, size, komi = row["game"]
    return {(game, size, komi, text): told for text, told in row["rows"]}
