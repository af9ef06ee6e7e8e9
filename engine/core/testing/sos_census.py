# cython: language_level=3, cdivision=True
"""Census of SOS: counts over all lines of play to a depth, for comparison with an independent program."""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import sos_census`")


def census(position: Position, depth: cython.int) -> dict:
    """Counts over all lines of `depth` plies, or to the full board if that is nearer: `leaves`, leaves with
    player 0 to move, the points of both players summed, leaves with any SOS made, the largest gain of one
    move, and of the leaves with a full board those won by either player and those drawn."""
    if not isinstance(position.rules, Sos):
        raise ValueError("only SOS positions are counted here")
    if depth < 0:
        raise ValueError(f"no lines of {depth} plies")
    rules: Sos = position.rules
    work: Position = position.copy()
    s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), work.state)
    cells: uint8_t[MOST_CELLS]
    n: cython.int = rules.free_cells(s, cells)
    tally: Tally
    memset(cython.address(tally), 0, cython.sizeof(Tally))
    with cython.nogil:
        walk(rules, s, cells, n, min(depth, n), 0, cython.address(tally))
    return {
        "leaves": tally.leaves,
        "first_to_move": tally.first_to_move,
        "points": (tally.points[0], tally.points[1]),
        "with_sos": tally.with_sos,
        "best": tally.best,
        "won": (tally.won[0], tally.won[1]),
        "drawn": tally.drawn,
    }


def walk(rules, s, cells, n, depth, best, tally):
    """Count the leaves `depth` plies below `s`, whose `n` empty cells are `cells`; `best` is the largest gain
    on the way here. Board, points, mover and cells are as before when it returns; keys are not kept."""
    if depth == 0:
        tally.best = max(tally.best, best)
        count_leaf(s.points[0], s.points[1], s.mover, n == 0, tally)
        return
    if depth == 1:
        count_last(rules, s, cells, n, best, tally)
        return
    mover: cython.int = s.mover
    at: cython.pointer(uint8_t)
    cell: uint8_t
    gain: cython.int
    letter: cython.int
    i: cython.int
    for i in range(n):
        cell = cells[i]
        cells[i] = cells[n - 1]
        at = s.board + rules.place[cell]
        for letter in range(LETTER_S, LETTER_O + 1):
            gain = gain_of_s(at, rules.down) if letter == LETTER_S else gain_of_o(at, rules.down)
            at[0] = letter
            s.points[mover] += gain
            s.mover = mover ^ (gain == 0)
            walk(rules, s, cells, n - 1, depth - 1, max(best, gain), tally)
            s.points[mover] -= gain
            at[0] = 0
        cells[i] = cell
    s.mover = mover


def count_last(rules, s, cells, n, best, tally):
    """The last ply of `walk`, without making the moves."""
    at: cython.pointer(uint8_t)
    points: cython.int[2]
    gain: cython.int
    letter: cython.int
    i: cython.int
    for i in range(n):
        at = s.board + rules.place[cells[i]]
        for letter in range(LETTER_S, LETTER_O + 1):
            gain = gain_of_s(at, rules.down) if letter == LETTER_S else gain_of_o(at, rules.down)
            points[0] = s.points[0]
            points[1] = s.points[1]
            points[s.mover] += gain
            best = max(best, gain)
            count_leaf(points[0], points[1], s.mover ^ (gain == 0), n == 1, tally)
    tally.best = max(tally.best, best)


def count_leaf(first, second, mover, full, tally):
    """Add one leaf with these points; `full` says that its game has ended."""
    tally.leaves += 1
    tally.first_to_move += mover == 0
    tally.points[0] += first
    tally.points[1] += second
    tally.with_sos += first + second > 0
    if full:
        tally.won[0] += first > second
        tally.won[1] += first < second
        tally.drawn += first == second
