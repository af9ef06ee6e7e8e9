# cython: language_level=3, cdivision=True
"""A cheat at Acquire: rules under which a search sees every hand, and the bag if told.

For the lab, and for tests of the search's honesty: whoever searches under these rules must do better than
who knows one hand, or a test that compares them could not fail.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import acquire_cheat`")


class SeeingAcquire(Acquire):
    """The game as a cheat knows it: all hands, and the draws to come once `see_deck` was told them."""

    def see_deck(self, order: list):
        """Take the draws (`Rules.find_card`) in the order in which the deck deals them for those that will
        come."""
        i: cython.int
        if len(order) > FRAMED:
            raise ValueError("more cards than there are")
        self.count = len(order)
        for i in range(self.count):
            self.cards[i] = order[i] - DRAW_MOVE

    def adopt(self, position: Position):
        """The same position under these rules. The other's must be of Acquire, by the same rule set."""
        other: Acquire = position.rules
        if other.players != self.players or other.house != self.house:
            raise ValueError("a position of another game")
        own: Position = Position(self)
        self.copy(own.state, position.state)
        return own

    def next_card(self, t):
        """The tile that is drawn next, -1 where that is not known."""
        i: cython.int
        for i in range(self.count):
            if in_set(t.pool, self.cards[i]):
                return self.cards[i]
        return -1

    def moves(self, state, out):
        """Of a draw the one that will come."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), state)
        if t.kind == DRAWS and self.next_card(t) >= 0:
            out[0] = DRAW_MOVE + self.next_card(t)
            return 1
        return list_moves(t, out)

    def chance(self, state, out):
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), state)
        if t.kind == DRAWS and self.next_card(t) >= 0:
            out[0] = 1
            return True
        return Acquire.chance(self, state, out)

    def determinize(self, state, player, rng):
        """Nothing is drawn anew: the state is the true one."""


class SeeingHeuristic(AcquireHeuristic):
    """Playouts by the easy bot in which the true draws come."""

    def __init__(self, rules: SeeingAcquire):
        AcquireHeuristic.__init__(self, rules)
        self.seeing = rules

    def playout(self, state, rng):
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), state)
        card: cython.int
        while t.kind != OVER:
            card = self.seeing.next_card(t) if t.kind == DRAWS else -1
            advance(t, DRAW_MOVE + card if card >= 0 else easy_move(t, rng))
