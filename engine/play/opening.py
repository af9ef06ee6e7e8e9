"""The moves of a player that need no search: those of the learnt book and of the program's repertoire."""

from outflank.engine import core

LEAST_TRUST = 1000
"""Visits that the book needs behind a position at the least; a judgement."""
BOOK_SHARE = 0.1
"""The share of a move's time that may go into reading what others have added to the book; a judgement."""
GAME_BITS = 20
"""A game has fewer turns than can be counted with so many."""


class Opening:
    """The book and the repertoire of one player; either may be None. `repertoire()` gives the repertoire
    (engine/book/repertoire.py), which is read at its first use."""

    def __init__(self, player, book, repertoire):
        self._player = player
        self.book = book
        self._repertoire = repertoire

    @property
    def megabytes(self):
        """What the book takes of the player's memory."""
        return 0 if self.book is None else self.book.megabytes

    @property
    def draws(self):
        """Whether moves are drawn from the repertoire: not where a seed promises the same ones each time."""
        return self._repertoire is not None and not self._player.settings.repeatable

    def get_ready(self):
        """Have the repertoire at hand, where it is played from."""
        if self.draws and self._player.knows_books:
            self._repertoire()

    def line(self, request, soft=None, watched=False):
        """The line that is played without a search of so many seconds (by the limits if None); None when
        there is none. It is the best one of the book where at least as many visits are behind the position as
        that would make, else one drawn from the repertoire, whose values the book corrects, unless a seed
        promises the same moves each time or the search is to be watched."""
        player = self._player
        if request.banned or not player.knows_books:
            return None
        visits = max(LEAST_TRUST, player.settings.visits_in(soft, player.report))
        seconds = player.settings.limits_in(soft).seconds
        known, learnt = None, ()
        if self.book is not None:
            self.book.look(None if seconds is None else BOOK_SHARE * seconds)
            known = self.book.best(request.position, visits)
        if known is not None or watched or not self.draws:
            return known
        if self.book is not None:
            learnt = self.book.lines(request.position)
        return player.analysis.with_memory(
            lambda: self._repertoire().choice(request.position, learnt, visits, self._number())
        )

    def _number(self):
        """A number in 0..1 that is fixed for the seed, the game and the turn."""
        player = self._player
        seed = player.search_session.seed + (player.games << GAME_BITS) + player.game.turns
        return core.load("base.rng").sample(seed & (1 << 64) - 1, 1 << 30, 1)[0] / (1 << 30)
