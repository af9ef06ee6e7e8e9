# cython: language_level=3, cdivision=True
"""Gains of moves in SOS, kept up to date from move to move, and greedy choice by them.

Places, letters and gains are those of sos.pxd's state: two empty cells lie around and between the rows.
"""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.sos import gains`")


def tabulate(gains, board, place, down, left):
    """Work out the gains of a board whose `left` empty cells are already in `cells`."""
    i: cython.int
    at: cython.int
    letter: cython.int
    gains.board = board
    gains.place = place
    for i in range(3):
        gains.line[i] = i - 1 - down
        gains.line[5 + i] = down + i - 1
    gains.line[3] = -1
    gains.line[4] = 1
    gains.left = left
    gains.opened = 0
    memset(gains.spot, 0, BOARD_BYTES)
    memset(gains.gain, 0, 2 * BOARD_BYTES)
    for i in range(gains.left):
        at = place[gains.cells[i]]
        gains.spot[at] = i + 1
        gains.gain[0][at] = gain_of_s(board + at, down)
        gains.gain[1][at] = gain_of_o(board + at, down)
        for letter in range(2):
            if gains.gain[letter][at]:
                gains.open[gains.opened] = 2 * gains.cells[i] + letter
                gains.opened += 1


def update(gains, at, letter):
    """Bring the gains up to date after a letter was written at the place `at`."""
    i: cython.int
    near: cython.int
    far: cython.int
    hole: cython.int = gains.spot[at] - 1
    gains.left -= 1
    gains.cells[hole] = gains.cells[gains.left]
    gains.spot[gains.place[gains.cells[hole]]] = hole + 1
    gains.spot[at] = 0
    for i in range(LINES):
        near = at + gains.line[i]
        far = near + gains.line[i]
        if letter:
            if gains.board[near] == LETTER_S:
                improve(gains, 2 * at - near, 0)
        elif gains.board[far] == LETTER_S:
            improve(gains, near, 1)
        elif gains.board[near] == LETTER_O:
            improve(gains, far, 0)


def choose(gains, rng):
    """A move that scores most, or when none scores a random one that opens no triple, if one is found.
    MOST_TRIES tries are made. There must be an empty cell."""
    best: cython.int = 0
    ties: cython.int = 0
    gain: cython.int
    move: cython.int = 0
    i: cython.int = 0
    while i < gains.opened:
        move = gains.open[i]
        if gains.spot[gains.place[move >> 1]] == 0:
            gains.opened -= 1
            gains.open[i] = gains.open[gains.opened]
            continue
        gain = gains.gain[move & 1][gains.place[move >> 1]]
        ties = 1 if gain > best else ties + (gain == best)
        best = max(best, gain)
        i += 1
    if best:
        ties = below(rng, ties)
        for i in range(gains.opened):
            move = gains.open[i]
            ties -= gains.gain[move & 1][gains.place[move >> 1]] == best
            if ties < 0:
                return move
    for _ in range(MOST_TRIES):
        move = below(rng, 2 * gains.left)
        move = 2 * gains.cells[move >> 1] | (move & 1)
        if opens(gains, gains.place[move >> 1], move & 1) == 0:
            break
    return move


def opens(gains, at, letter):
    """The number of triples that a letter at the place `at` leaves one letter short."""
    count: cython.int = 0
    i: cython.int
    near: cython.int
    far: cython.int
    for i in range(LINES):
        near = at + gains.line[i]
        far = near + gains.line[i]
        if letter:
            count += gains.board[near] == LETTER_S and gains.spot[2 * at - near] != 0
        elif gains.board[far] == LETTER_S:
            count += gains.spot[near] != 0
        else:
            count += gains.board[near] == LETTER_O and gains.spot[far] != 0
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def improve(gains: cython.pointer(Gains), at: cython.int, letter: cython.int) -> cython.void:
    """Let a letter at the place `at`, if that is an empty cell, score one more."""
    if gains.spot[at] == 0:
        return
    if gains.gain[letter][at] == 0:
        gains.open[gains.opened] = 2 * gains.cells[gains.spot[at] - 1] + letter
        gains.opened += 1
    gains.gain[letter][at] += 1
