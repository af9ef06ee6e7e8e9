# cython: language_level=3, cdivision=True
"""What the moves on a board of SOS would score, kept up to date from move to move, and the choice of a player
who takes what there is.

Places, letters and gains are those of sos.pxd's state: two empty cells lie around and between the rows.
"""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.sos import gains`")


def survey(chances, board, place, down, left):
    """Work out the chances of a board whose `left` empty cells are already in `cells`."""
    i: cython.int
    at: cython.int
    letter: cython.int
    chances.board = board
    chances.place = place
    for i in range(3):
        chances.line[i] = i - 1 - down
        chances.line[5 + i] = down + i - 1
    chances.line[3] = -1
    chances.line[4] = 1
    chances.left = left
    chances.opened = 0
    memset(chances.spot, 0, BOARD_BYTES)
    memset(chances.gain, 0, 2 * BOARD_BYTES)
    for i in range(chances.left):
        at = place[chances.cells[i]]
        chances.spot[at] = i + 1
        chances.gain[0][at] = gain_of_s(board + at, down)
        chances.gain[1][at] = gain_of_o(board + at, down)
        for letter in range(2):
            if chances.gain[letter][at]:
                chances.open[chances.opened] = 2 * chances.cells[i] + letter
                chances.opened += 1


def spend(chances, at, letter):
    """Bring the chances up to date after a letter was written at the place `at`."""
    i: cython.int
    near: cython.int
    far: cython.int
    hole: cython.int = chances.spot[at] - 1
    chances.left -= 1
    chances.cells[hole] = chances.cells[chances.left]
    chances.spot[chances.place[chances.cells[hole]]] = hole + 1
    chances.spot[at] = 0
    for i in range(LINES):
        near = at + chances.line[i]
        far = near + chances.line[i]
        if letter:
            if chances.board[near] == LETTER_S:
                improve(chances, 2 * at - near, 0)
        elif chances.board[far] == LETTER_S:
            improve(chances, near, 1)
        elif chances.board[near] == LETTER_O:
            improve(chances, far, 0)


def choose(chances, rng):
    """A move that scores most, or when none scores a random one: one that opens no triple if MOST_TRIES
    tries find it. There must be an empty cell."""
    best: cython.int = 0
    ties: cython.int = 0
    gain: cython.int
    move: cython.int = 0
    i: cython.int = 0
    while i < chances.opened:
        move = chances.open[i]
        if chances.spot[chances.place[move >> 1]] == 0:
            chances.opened -= 1
            chances.open[i] = chances.open[chances.opened]
            continue
        gain = chances.gain[move & 1][chances.place[move >> 1]]
        ties = 1 if gain > best else ties + (gain == best)
        best = max(best, gain)
        i += 1
    if best:
        ties = below(rng, ties)
        for i in range(chances.opened):
            move = chances.open[i]
            ties -= chances.gain[move & 1][chances.place[move >> 1]] == best
            if ties < 0:
                return move
    for _ in range(MOST_TRIES):
        move = below(rng, 2 * chances.left)
        move = 2 * chances.cells[move >> 1] | (move & 1)
        if opens(chances, chances.place[move >> 1], move & 1) == 0:
            break
    return move


def opens(chances, at, letter):
    """How many triples a letter at the place `at` leaves one letter short."""
    count: cython.int = 0
    i: cython.int
    near: cython.int
    far: cython.int
    for i in range(LINES):
        near = at + chances.line[i]
        far = near + chances.line[i]
        if letter:
            count += chances.board[near] == LETTER_S and chances.spot[2 * at - near] != 0
        elif chances.board[far] == LETTER_S:
            count += chances.spot[near] != 0
        else:
            count += chances.board[near] == LETTER_O and chances.spot[far] != 0
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def improve(chances: cython.pointer(Chances), at: cython.int, letter: cython.int) -> cython.void:
    """Let a letter at the place `at`, if that is an empty cell, score one more."""
    if chances.spot[at] == 0:
        return
    if chances.gain[letter][at] == 0:
        chances.open[chances.opened] = 2 * chances.cells[chances.spot[at] - 1] + letter
        chances.opened += 1
    chances.gain[letter][at] += 1
