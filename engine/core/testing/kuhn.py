# cython: language_level=3, cdivision=True
"""Kuhn poker: the smallest game with bluffing, whose best play is known (Kuhn, A Simplified Two-Person Poker,
1950).

Both players lay one chip and are dealt one of three cards. The first checks or bets a chip, the second may
answer a check with a check or a bet, and whoever faces a bet folds or calls. The higher card takes the pot.
Some of best play is certain: a king that faces a bet calls, a jack folds.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import kuhn`")


class Kuhn(Rules):
    """The rules: plies 0 and 1 deal, the next two or three are the players'. A reward of 0 is two chips lost,
    1 two won. With `open` the players see each other's cards: what a cheat would be told."""

    def __init__(self, open: cython.bint = False):
        self.open = open

    def __cinit__(self, open=False):
        self.players = 2
        self.actions = 3
        self.pass_move = -1
        self.state_size = cython.sizeof(Deal)
        self.has_chance = True
        self.has_hidden = True

    def mover(self, state):
        return cython.cast(cython.pointer(Deal), state).plies & 1

    def moves(self, state, out):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        cards: uint8_t[3]
        n: cython.int = 2
        i: cython.int
        if deal.plies < 2:
            n = self.left(deal, deal.plies, cards)
            for i in range(n):
                out[i] = cards[i] - 1
            return n
        if deal.plies == 5 or (deal.plies == 4 and not (deal.action[0] == CHECK and deal.action[1] == BET)):
            return 0
        out[0] = CHECK
        out[1] = BET
        return 2

    def left(self, deal, player, cards):
        """List the cards that a player may have been dealt, given the other's; returns their number."""
        n: cython.int = 0
        card: cython.int
        for card in range(1, 4):
            if card != deal.card[1 - player]:
                cards[n] = card
                n += 1
        return n

    def play(self, state, move):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        if deal.plies < 2:
            deal.card[deal.plies] = move + 1
        else:
            deal.action[deal.plies - 2] = move
        deal.plies += 1

    def chance(self, state, out):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        i: cython.int
        n: cython.int = 3 - deal.plies
        if deal.plies >= 2:
            return False
        for i in range(n):
            out[i] = cython.cast(cython.float, 1) / n
        return True

    def rewards(self, state, out):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        first: cython.float = 1 if deal.card[0] > deal.card[1] else -1
        bet: cython.bint = deal.action[0] == BET or deal.action[1] == BET
        answer: cython.int = deal.action[1] if deal.action[0] == BET else deal.action[2]
        if bet and answer == BET:
            first *= 2
        elif bet:
            # Who folds loses his one chip, whatever the cards.
            first = 1 if deal.action[0] == BET else -1
        out[0] = (first + 2) / 4
        out[1] = 1 - out[0]

    def key(self, state):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        return known(deal, deal.card[0], deal.card[1])

    def observe(self, state, player):
        """His own card, whether the other has one, and what was done."""
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        first: cython.int = deal.card[0] if player == 0 or self.open else 4 * (deal.card[0] != 0)
        second: cython.int = deal.card[1] if player == 1 or self.open else 4 * (deal.card[1] != 0)
        return known(deal, first, second)

    def determinize(self, state, player, rng):
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), state)
        cards: uint8_t[3]
        n: cython.int
        if deal.card[1 - player] and not self.open:
            n = self.left(deal, 1 - player, cards)
            deal.card[1 - player] = cards[below(rng, n)]

    def move_text(self, move: cython.int) -> str:
        return ("check", "bet", "-")[move]

    def position_text(self, position: Position) -> str:
        deal: cython.pointer(Deal) = cython.cast(cython.pointer(Deal), self.view(position))
        return f"{deal.card[0]}{deal.card[1]} {''.join([str(deal.action[i]) for i in range(deal.plies - 2)])}"


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def known(deal: cython.pointer(cython.const[Deal]), first: uint64_t, second: uint64_t) -> uint64_t:
    """A key of what a player knows of the deal."""
    done: uint64_t = deal.plies + 8 * deal.action[0] + 16 * deal.action[1] + 32 * deal.action[2]
    return scatter(done + 64 * first + 512 * second + 1)
