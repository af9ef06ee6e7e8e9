# cython: language_level=3, cdivision=True
"""Guessing dice: the smallest game with chance and hidden state, for tests of both seams of `Rules`.

Each of two players rolls a loaded die that shows 1 half of the time, 2 and 3 a quarter each, and sees only
his own roll. Then each names the other's. Who is right wins, unless both are or neither is.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import dice`")


class Dice(Rules):
    """The rules: plies 0 and 1 are chance's, 2 and 3 the players'. Moves are 0 to 2 for the sides 1 to 3."""

    def __cinit__(self):
        self.players = 2
        self.actions = 3
        self.pass_move = -1
        self.state_size = cython.sizeof(Rolls)
        self.has_chance = True
        self.has_hidden = True

    def mover(self, state):
        return cython.cast(cython.pointer(Rolls), state).ply & 1

    def moves(self, state, out):
        side: cython.int
        if cython.cast(cython.pointer(Rolls), state).ply >= 4:
            return 0
        for side in range(3):
            out[side] = side
        return 3

    def play(self, state, move):
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), state)
        if rolls.ply < 2:
            rolls.hidden[rolls.ply] = move + 1
        else:
            rolls.guess[rolls.ply & 1] = move + 1
        rolls.ply += 1

    def chance(self, state, out):
        if cython.cast(cython.pointer(Rolls), state).ply >= 2:
            return False
        out[0] = 0.5
        out[1] = 0.25
        out[2] = 0.25
        return True

    def rewards(self, state, out):
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), state)
        first: cython.int = rolls.guess[0] == rolls.hidden[1]
        second: cython.int = rolls.guess[1] == rolls.hidden[0]
        out[0] = 0.5 * (1 + first - second)
        out[1] = 1 - out[0]

    def key(self, state):
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), state)
        return known(rolls, rolls.hidden[0], rolls.hidden[1])

    def observe(self, state, player):
        """His own roll, whether the other has rolled, and what was said."""
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), state)
        first: cython.int = rolls.hidden[0] if player == 0 else 4 * (rolls.hidden[0] != 0)
        second: cython.int = rolls.hidden[1] if player == 1 else 4 * (rolls.hidden[1] != 0)
        return known(rolls, first, second)

    def determinize(self, state, player, rng):
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), state)
        quarter: cython.int = below(rng, 4)
        if rolls.hidden[1 - player]:
            rolls.hidden[1 - player] = 1 if quarter < 2 else quarter

    def move_text(self, move: cython.int) -> str:
        return str(move + 1)

    def position_text(self, position: Position) -> str:
        rolls: cython.pointer(Rolls) = cython.cast(cython.pointer(Rolls), self.view(position))
        return f"{rolls.hidden[0]}{rolls.hidden[1]} {rolls.guess[0]}{rolls.guess[1]}"


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def known(rolls: cython.pointer(cython.const[Rolls]), first: uint64_t, second: uint64_t) -> uint64_t:
    """A key of what a player knows of the dice, the ply and what was said."""
    said: uint64_t = rolls.ply + 8 * rolls.guess[0] + 64 * rolls.guess[1]
    return scatter(said + 512 * first + 4096 * second + 1)
