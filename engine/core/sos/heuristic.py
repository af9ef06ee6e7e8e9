# cython: language_level=3, cdivision=True
"""Heuristic of SOS: take what scores most, open nothing to the opponent while that can be helped.

Greedy with a look at what is left open, as children play it. It knows nothing of parity, of chains of cells
that score one after the other, or of when to give a triple away.
"""

import cython
from cython.cimports.libc.math import sqrtf

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.sos import heuristic`")


class SosHeuristic(Heuristic):
    """Rules of thumb by what moves score and open."""

    def __init__(self, rules: Sos):
        Heuristic.__init__(self, rules)
        self.sos = rules

    def pick(self, state, moves, n, rng):
        """One of the moves that score most. When none scores, a random move, drawn again up to MOST_TRIES - 1
        times while it opens a triple to the opponent."""
        gains: Gains
        move: cython.int
        i: cython.int
        self.find_gains(cython.cast(cython.pointer(SosState), state), cython.address(gains))
        move = choose(cython.address(gains), rng)
        for i in range(n - 1):
            if moves[i] == move:
                return i
        return n - 1

    def playout(self, state, rng):
        self.partial_playout(state, rng, MOST_CELLS, cython.NULL, 0)

    def partial_playout(self, state, rng, plies, log, room):
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        gains: Gains
        made: cython.int = 0
        move: cython.int
        at: cython.int
        gain: cython.int
        self.find_gains(s, cython.address(gains))
        while gains.left > 0 and plies > 0:
            move = choose(cython.address(gains), rng)
            if made < room:
                log[made] = move | s.mover << MOVER_SHIFT
                made += 1
            at = self.sos.place[move >> 1]
            gain = gains.gain[move & 1][at]
            self.sos.write(s, move)
            update(cython.address(gains), at, move & 1)
            s.points[s.mover] += gain
            s.mover ^= gain == 0
            plies -= 1
        return made

    def priors(self, state, moves, n, scratch, out):
        """Priors by points, and by triples opened. Moves that score have at least 0.8 of the whole, by their
        points; of the rest a move that opens a triple to the opponent has a tenth of one that opens none, or
        less for several."""
        gains: Gains
        points: cython.float = 0
        rest: cython.float = 0
        at: cython.int
        gain: cython.int
        i: cython.int
        self.find_gains(cython.cast(cython.pointer(SosState), state), cython.address(gains))
        for i in range(n):
            at = self.sos.place[moves[i] >> 1]
            gain = gains.gain[moves[i] & 1][at]
            points += gain
            out[i] = 1.0 / (1 + 9 * opens(cython.address(gains), at, moves[i] & 1))
            rest += 0 if gain else out[i]
        for i in range(n):
            gain = gains.gain[moves[i] & 1][self.sos.place[moves[i] >> 1]]
            if gain:
                out[i] = max(4 * rest, 4 * points) * gain / points
        normalise(out, n)
        return True

    def judge(self, state, scratch, value):
        """The logistic function of the lead in points over the change that the empty cells may still bring.
        That is 0.3 and 0.6 times the root of their number; an ended game has its rewards.

        The best gain of each cell counts as the mover's."""
        s: cython.pointer(SosState) = cython.cast(cython.pointer(SosState), state)
        gains: Gains
        lead: cython.float = self.sos.margin(state)
        ready: cython.int = 0
        i: cython.int
        if self.sos.over(state):
            self.sos.rewards(state, value)
            return True
        self.find_gains(s, cython.address(gains))
        for i in range(self.sos.cells):
            ready += max(gains.gain[0][self.sos.place[i]], gains.gain[1][self.sos.place[i]])
        lead += -ready if s.mover else ready
        value[0] = logistic(lead / (0.3 + 0.6 * sqrtf(gains.left)))
        value[1] = 1 - value[0]
        return True

    def find_gains(self, state, gains):
        """Work out the gains of all moves in a state; they hold on to its board."""
        left: cython.int = self.sos.free_cells(state, gains.cells)
        tabulate(gains, state.board, self.sos.place, self.sos.down, left)
