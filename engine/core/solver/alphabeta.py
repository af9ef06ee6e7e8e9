# cython: language_level=3, cdivision=True
"""Plain alpha-beta search over the learned evaluation of Othello 8x8.

It is principal variation search (Marsland and Campbell, 1982) with a transposition table, iterative deepening
and exact short endings, and nothing else. The tree search is measured against it, and it plays the first
games from which the evaluation is learned. Scores are the mover's, in the units of
engine/core/othello/patterns."""

from collections import namedtuple

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import alphabeta`")


class Verdict(namedtuple("Verdict", ("move", "score", "depth", "nodes"))):
    """The best move, PASS without another, with its score after a search of `depth` plies. `nodes` positions
    were looked at."""

    __slots__ = ()


class AlphaBeta:
    """A search with a table of 2 to the power of `bits` positions. Endings with at most `solve_at` empty
    squares are solved, not judged."""

    def __cinit__(self, patterns: Patterns, bits: cython.int = 18, solve_at: cython.int = 8):
        if not 4 <= bits <= 28:
            raise ValueError(f"the table has 2^4 to 2^28 places, not 2^{bits}")
        if not 0 <= solve_at <= 10:
            raise ValueError(f"endings of 0 to 10 empty squares can be solved, not {solve_at}")
        self.patterns = patterns
        self.solve_at = solve_at
        self.mask = (cython.cast(uint64_t, 1) << bits) - 1
        self.entries = cython.cast(cython.pointer(Entry), calloc(self.mask + 1, cython.sizeof(Entry)))
        if self.entries == cython.NULL:
            raise MemoryError("no memory for the table of positions")

    def __dealloc__(self):
        free(self.entries)

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, (self.mask + 1) * cython.sizeof(Entry))

    def think(
        self,
        position: Position,
        depth: cython.int = DEEPEST,
        seconds: cython.double = 1e9,
        nodes: cython.ulonglong = 1 << 62,
        bell: Bell = None,
    ) -> Verdict:
        """The best move of a position that is not over, by a search to a depth or limit. Passes are not
        counted. The first ply is always searched."""
        if not isinstance(position.rules, Othello) or cython.cast(Othello, position.rules).size != 8:
            raise ValueError("only Othello 8x8 can be judged here")
        if position.over:
            raise ValueError("nothing to search: the game is over")
        discs: cython.pointer(Discs) = cython.cast(cython.pointer(Discs), position.state)
        board: Board = board_of(discs)
        if legal(board.p, board.o) == 0:
            found = self.think(position.play(PASS), depth, seconds, nodes, bell)
            return Verdict(PASS, -found.score, found.depth, found.nodes)
        self.bell = Bell() if bell is None else bell
        self.nodes = self.next_look = 0
        self.most_nodes = nodes
        self.end = seconds_now() + seconds
        self.halt = self.limited = False
        best: cython.int = NO_MOVE
        move: cython.int = NO_MOVE
        reached: cython.int = 0
        score: cython.int = 0
        value: cython.int
        level: cython.int
        for level in range(1, min(depth, 64 - popcount64(board.p | board.o)) + 1):
            with cython.nogil:
                value = self.search_moves(board, -HIGHEST, HIGHEST, level, best, cython.address(move))
            if self.halt:
                break
            best = move
            score = value
            reached = level
            # From now on there is a move to play.
            self.limited = True
            if self.must_stop():
                break
        return Verdict(best, score, reached, self.nodes)

    def search(self, board, alpha, beta, depth):
        """The score after `depth` plies, passes not counted: exact between `alpha` and `beta`, else a bound.
        It is of no meaning once the search is stopped."""
        best: cython.int = NO_MOVE
        low: cython.int
        score: cython.int
        p: uint64_t = board.p
        o: uint64_t = board.o
        empty: cython.int = 64 - popcount64(p | o)
        self.nodes += 1
        if empty <= self.solve_at and empty >= FEWEST:
            return self.solve_ending(board, alpha, beta, empty)
        if depth <= 1:
            self.patterns.best_move(p, o, cython.address(score))
            return score
        if self.must_stop():
            return alpha
        if legal(p, o) == 0:
            if legal(o, p) == 0:
                return self.patterns.judge(p, o)
            return -self.search(passed(board), -beta, -alpha, depth)
        key: uint64_t = scatter(p ^ scatter(o))
        entry: cython.pointer(Entry) = self.entries + (key & self.mask)
        low = alpha
        if entry.key == key:
            if entry.depth >= depth:
                if entry.low >= beta or entry.low == entry.high:
                    return entry.low
                if entry.high <= alpha:
                    return entry.high
                low = max(low, entry.low)
                beta = min(beta, entry.high)
            best = entry.move
        score = self.search_moves(board, low, beta, depth, best, cython.address(best))
        if self.halt:
            return alpha
        if entry.key != key or entry.depth != depth:
            entry.key = key
            entry.depth = depth
            entry.low = -HIGHEST
            entry.high = HIGHEST
        entry.move = best
        if score > low:
            entry.low = score
        if score < beta:
            entry.high = score
        return score

    def search_moves(self, board, alpha, beta, depth, first, best):
        """The score of a position with moves, and the best of them; `first` is tried before the others."""
        choices: Choice[64]
        one: Choice
        top: cython.int = -HIGHEST
        score: cython.int
        i: cython.int
        j: cython.int
        n: cython.int = self.list_choices(board, first, choices)
        for i in range(n):
            for j in range(i + 1, n):
                if choices[j].value > choices[i].value:
                    one = choices[i]
                    choices[i] = choices[j]
                    choices[j] = one
            then: Board = after(board, choices[i].square, flips(board.p, board.o, choices[i].square))
            if depth <= 1:
                score = -self.patterns.judge(then.p, then.o)
            elif i == 0:
                score = -self.search(then, -beta, -alpha, depth - 1)
            else:
                score = -self.search(then, -alpha - 1, -alpha, depth - 1)
                if alpha < score < beta:
                    score = -self.search(then, -beta, -score + 1, depth - 1)
            if self.halt:
                return alpha
            if score > top:
                top = score
                best[0] = choices[i].square
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return top

    def list_choices(self, board, first, out):
        """Write the moves with their ordering scores, `first` above all; returns their number."""
        moves: uint16_t[64]
        worth: cython.int[64]
        left: uint64_t = legal(board.p, board.o)
        n: cython.int = 0
        i: cython.int
        while left:
            moves[n] = lowest_bit(left)
            left &= left - 1
            n += 1
        self.patterns.judge_moves(board.p, board.o, moves, n, worth)
        for i in range(n):
            out[i].square = moves[i]
            out[i].value = HIGHEST if moves[i] == first else worth[i]
        return n

    def solve_ending(self, board, alpha, beta, empty):
        """The score of a short ending, exact between `alpha` and `beta`, else a bound."""
        floor: cython.int = lead_below(alpha)
        ceiling: cython.int = lead_below(beta - 1) + 1
        mtd: Mtd = begin_mtd(-MAX_SCORE, MAX_SCORE, floor, ceiling, floor + 1, 0, 0)
        while is_open(cython.address(mtd)):
            narrow(cython.address(mtd), solve_few(board, mtd.alpha, empty, cython.address(self.nodes)))
        proven: cython.bint = mtd.low >= ceiling or mtd.low == mtd.high
        return proven_score(mtd.low if proven else mtd.high)

    def must_stop(self):
        """Tell whether to give up, now and from now on."""
        if self.limited and not self.halt:
            late: cython.bint = False
            if self.nodes >= self.next_look:
                self.next_look = self.nodes + LOOK_EVERY
                late = seconds_now() >= self.end
            self.halt = late or shared_is_set(cython.address(self.bell.rung)) or self.nodes >= self.most_nodes
        return self.halt


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lead_below(score: cython.int) -> cython.int:
    """The greatest possible lead whose score is at most this."""
    if score >= OUTCOME_LEAD + UNIT:
        return min(64, (score - OUTCOME_LEAD) // UNIT)
    if score >= 0:
        return 0
    if score >= -OUTCOME_LEAD - UNIT:
        return -1
    # Rounded down.
    return max(-65, -((-score - OUTCOME_LEAD + UNIT - 1) // UNIT))
