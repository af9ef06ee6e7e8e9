"""Book learning from a game: its result, and a search's judgement of its positions.

The last positions come first, so that each is judged in the light of its outcome."""

from __future__ import annotations

from outflank.engine.analysis.symmetry import cell_of, view
from outflank.engine.book.book import Known, foremost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.book.book import Book
    from outflank.engine.core.game.position import Position
    from outflank.engine.game import Game

    Records = dict[str, dict[int, Known]]

LEAST_EMPTY = 16
"""Positions with fewer empty squares are solved faster than they are looked up."""
WORTH_KEEPING = 0.01
"""A move is kept with this share of the most visited one's visits."""


SECONDS = 0.5
"""Most seconds of a search for each position; a judgement."""


class BookLearning:
    """One game, and the book that it is meant for."""

    def __init__(self, game: Game, book: Book) -> None:
        self._game = game
        self._book = book
        passing = game.rules.pass_move
        self._plies = [
            (position, move)
            for position, move, _ in game.plies()
            if move != passing and position.empties >= LEAST_EMPTY
        ]

    def __len__(self) -> int:
        """The number of positions to look at."""
        return len(self._plies)

    def results(self) -> Records:
        """The result's record of each move, {key: {cell: Known}}; empty before the end."""
        game = self._game
        records: Records = {}
        if game.position.over:
            # Discs: whole numbers.
            black, white = map(int, game.rules.scores(game.position))
            for position, move in self._plies:
                margin = white - black if position.mover else black - white
                key, cell = place(position, move)
                records[key] = {cell: Known(None, 0, None, 1, margin)}
        return records

    def position(self, number: int) -> Position:
        """The position to look at as the `number`-th, from the last one back."""
        return self._plies[-1 - number][0]

    def record(self, number: int, report: Report) -> Records:
        """The record that a report of the `number`-th position makes, {key: {cell: Known}}. The move that was
        made has the value of its outcome in the book, unless the report has more behind its value."""
        position, move = self._plies[-1 - number]
        most = max(row.visits for row in report.rows)
        records: Records = {}
        for row in report.rows:
            if row.visits >= WORTH_KEEPING * most and row.visits:
                key, cell = place(position, row.move)
                mean = row.mean if row.sure is None else row.sure
                records.setdefault(key, {})[cell] = Known(mean, row.visits, row.margin, 0, 0)
        outcome = self._outcome(position, move)
        if outcome is not None:
            key, cell = place(position, move)
            moves = records.setdefault(key, {})
            moves[cell] = moves[cell].merged(outcome) if cell in moves else outcome
        return records

    def _outcome(self, position: Position, move: int) -> Known | None:
        """The book's value of the position that a move leads to, for the player of the move."""
        after = position.play(move)
        if after.moves() == [position.rules.pass_move]:
            after = after.play(position.rules.pass_move)
        found = self._book.lines(after)
        line = foremost(found)
        if line is None:
            return None
        best, lines = line.known, [line.known for line in found if line.known.mean is not None]
        visits = sum(known.visits for known in lines)
        # A proven best move proves the position only where every move is proven.
        certain = len(lines) == len(after.moves()) and all(known.margin is not None for known in lines)
        margin = best.margin if certain else None
        if after.mover == position.mover:
            return Known(best.value, visits, margin, 0, 0)
        return Known(1 - best.value, visits, None if margin is None else -margin, 0, 0)


def place(position: Position, move: int) -> tuple[str, int]:
    """(key, cell) under which a book knows a move."""
    key, ways = view(position)
    return key, cell_of(position, ways, move)
