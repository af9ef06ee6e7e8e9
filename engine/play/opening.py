"""Moves without a search: those of the learned book and of the program's repertoire."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.engine.analysis.request import SearchRequest
    from outflank.engine.book.book import Book, Line
    from outflank.engine.book.repertoire import Repertoire
    from outflank.engine.play.player import Player

LEAST_TRUST = 1000
"""Visits that the book needs behind a position at the least; a judgement."""
BOOK_SHARE = 0.1
"""The share of a move's time that may go into reading what others have added to the book; a judgement."""
GAME_BITS = 20
"""Bits of the count of turns: a game has fewer."""


class Opening:
    """The book and the repertoire of one player; either may be None. `repertoire()` gives the repertoire
    (engine/book/repertoire.py), which is read at its first use."""

    def __init__(
        self, player: Player, book: Book | None, repertoire: Callable[[], Repertoire] | None
    ) -> None:
        self._player = player
        self.book = book
        self._repertoire = repertoire

    @property
    def megabytes(self) -> float:
        """The part of the player's memory that the book takes."""
        return 0 if self.book is None else self.book.megabytes

    @property
    def repertoire(self) -> Callable[[], Repertoire] | None:
        """Gives the repertoire that moves are drawn from; None where a seed promises the same ones each
        time."""
        return None if self._player.settings.repeatable else self._repertoire

    def get_ready(self) -> None:
        """Have the repertoire at hand, where it is played from."""
        repertoire = self.repertoire
        if repertoire is not None and self._player.knows_books:
            repertoire()

    def line(self, request: SearchRequest, soft: float | None = None, watched: bool = False) -> Line | None:
        """The line that is played without a search of `soft` seconds (by the limits if None); None without
        one. It is the best one of the book where at least as many visits are behind the position as that
        would make, else one drawn from the repertoire, whose values the book corrects, unless a seed promises
        the same moves each time or the search is to be watched."""
        player, position, repertoire = self._player, request.position, self.repertoire
        if position is None or request.banned or not player.knows_books:
            return None
        visits = max(LEAST_TRUST, player.settings.visits_in(soft, player.report))
        seconds = player.settings.limits_in(soft).seconds
        known: Line | None = None
        learnt: tuple[Line, ...] = ()
        if self.book is not None:
            self.book.look(None if seconds is None else BOOK_SHARE * seconds)
            known = self.book.best(position, visits)
            learnt = self.book.lines(position)
        if known is not None or watched or repertoire is None:
            return known
        return player.analysis.with_memory(
            lambda: repertoire().choice(position, learnt, visits, self._number())
        )

    def _number(self) -> float:
        """A number in 0..1 that is fixed for the seed, the game and the turn."""
        player = self._player
        seed = player.search_session.seed + (player.games << GAME_BITS) + player.game.turns
        from outflank.engine.core.base import rng

        return rng.sample(seed & (1 << 64) - 1, 1 << 30, 1)[0] / (1 << 30)
