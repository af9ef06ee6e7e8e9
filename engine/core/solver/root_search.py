# cython: language_level=3, cdivision=True
"""Search at the root of an Othello endgame: a guessed score, proven bounds, a line of best moves.

Selective searches, each surer than the one before, guess the score by principal variation search and bring
the moves in order. Then null windows from the guess on prove the score (MTD(f), engine/core/solver/mtd.pxd).
All of it goes through one transposition table, so that a search that was stopped, or one of a position of the
line, goes on where the last one ended."""

import cython
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import root_search`")

FEW_MOVES = (2, 3)
"""Without learned evaluation the score is guessed by searching the best two, then three moves of each
position: a judgement. The guesses also find moves to try first."""


class Stopped(Exception):
    """A limit was reached or the bell rang."""


class Root:
    """A position whose moves are compared, with the bounds, line and guess found so far. The best of `moves`,
    the likeliest first, leads by `low` to `high`, and `line` begins with one that reaches `low`. As many
    searches as are `done` led to the `guess`."""

    def __init__(self, p: uint64_t, o: uint64_t, moves: list, high: cython.int = MAX_SCORE):
        self.board.p = p
        self.board.o = o
        self.moves = moves
        self.low = -MAX_SCORE if moves else final_score(p, o)
        self.high = high if moves else self.low
        self.line = moves[:1]
        self.guess = 0 if moves else self.low
        self.done = 0

    def lead(self, move: cython.int, proven: cython.bint):
        """Let a move be the first one to be tried. It is the line's too, if that has no better reason for its
        own."""
        self.moves.remove(move)
        self.moves.insert(0, move)
        if proven or self.low == -MAX_SCORE:
            self.line = [move]


class RootSearch:
    """A transposition table and the workers that fill it, one for each thread."""

    def __init__(self, memory_mb: cython.double, threads: cython.int, judge: Judge = None):
        worker: Worker
        self.table = TranspositionTable(memory_mb)
        self.workers = [Worker() for _ in range(threads)]
        self.main = self.workers[0]
        for worker in self.workers:
            worker.slots = self.table.slots
            worker.mask = self.table.mask
            worker.judge = judge
            worker.crew = cython.address(self.crew)

    def clear(self):
        """Forget everything that was found."""
        worker: Worker
        self.table.clear()
        for worker in self.workers:
            memset(worker.recent, 0, cython.sizeof(worker.recent))

    @property
    def nodes(self) -> int:
        """The positions that were visited since `begin`."""
        worker: Worker
        count: uint64_t = 0
        for worker in self.workers:
            count += worker.nodes
        return count

    def begin(self, bell: Bell, most_nodes: uint64_t):
        """Begin a question that ends when the bell rings or a worker has visited this number of nodes."""
        worker: Worker
        self.table.begin_question()
        for worker in self.workers:
            worker.nodes = 0
            worker.most_nodes = most_nodes
            worker.age = self.table.age
            worker.bell = cython.address(bell.rung)

    def open_until(self, end: cython.double):
        """Let the workers search up to a moment."""
        worker: Worker
        shared_store32(cython.address(self.crew.halt), 0)
        shared_store32(cython.address(self.crew.closed), 0)
        for worker in self.workers:
            worker.end = end

    def close(self):
        """End the work of all threads."""
        shared_store32(cython.address(self.crew.halt), 1)
        shared_store32(cython.address(self.crew.closed), 1)

    @property
    def halted(self) -> bool:
        """Tell whether the search was stopped before its end."""
        return shared_load32(cython.address(self.crew.halt)) != 0

    @property
    def worn(self) -> bool:
        """Tell whether a worker has visited all the nodes that it may."""
        worker: Worker
        worn: cython.bint = False
        for worker in self.workers:
            worn = worn or worker.nodes >= worker.most_nodes
        return worn

    def help_out(self, worker: Worker):
        """Help the main worker until the search is closed."""
        with cython.nogil:
            help_others(worker)

    def close_in(self, root: Root, low: cython.int, high: cython.int, levels, proven: cython.bint):
        """Guess the score of a root. Then, if it is to be proven, prove bounds until they meet or one of them
        is beyond `low` or `high`, and find a line of best moves if they meet. Less without the time."""
        try:
            self.guess(root, low, high, levels)
            if not proven:
                return
            self.prove(root, low, high)
            if root.low == root.high:
                self.follow(root)
        except Stopped:
            return

    def guess(self, root: Root, low: cython.int, high: cython.int, levels):
        """Find the likely score of a root, between `low` and `high`, by searches of these levels. Searches
        done before are left out; the moves come in a better order."""
        if root.moves and popcount64(empties(root.board)) >= GUESS_FROM:
            learned: cython.bint = self.main.judge is not None
            searches = [LEAST_LEVEL + level for level in levels] if learned else FEW_MOVES
            for selectivity in searches[root.done :]:
                self.set_selectivity(selectivity)
                root.guess = self.compare(root, low, high)
                root.done += 1
        self.set_selectivity(EXACT)

    def set_selectivity(self, selectivity: cython.int):
        worker: Worker
        for worker in self.workers:
            worker.selectivity = selectivity

    def compare(self, root: Root, low: cython.int, high: cython.int) -> cython.int:
        """The score of a root by a search of the present selectivity, and its best move to the front."""
        best: cython.int = -MAX_SCORE - 1
        floor: cython.int
        score: cython.int
        for move in list(root.moves):
            board: Board = board_after(root.board, move)
            floor = max(low, best)
            # Others than the first have to show that they are better.
            score = floor + 1 if best < -MAX_SCORE else -score_of(self, board, -floor - 1, -floor)
            if best < -MAX_SCORE or floor < score < high:
                score = -score_of(self, board, -high, -max(floor, score - 1))
            # A score not above it may be a bound that is worth nothing.
            if best < -MAX_SCORE or score > floor:
                root.lead(move, False)
            best = max(best, score)
            if best >= high:
                break
        return best

    def prove(self, root: Root, low: cython.int, high: cython.int):
        """Prove bounds of a root by null windows, which begin at a guess and go on in growing steps."""
        # A good guess deserves a small first step.
        step: cython.int = 0 if self.main.judge is None else -1
        mtd: Mtd = begin_mtd(root.low, root.high, low, high, root.guess, step, DOUBLING)
        while is_open(cython.address(mtd)):
            narrow(cython.address(mtd), self.test(root, mtd.alpha))
            root.low = mtd.low
            root.high = mtd.high

    def test(self, root: Root, alpha: cython.int) -> cython.int:
        """The score of a null window at a root. A move above alpha takes the lead, or the best one while
        nothing is proven of any."""
        best: cython.int = -MAX_SCORE - 1
        leader: cython.int = PASS
        score: cython.int
        for move in root.moves:
            score = -score_of(self, board_after(root.board, move), -alpha - 1, -alpha)
            if score > best:
                best = score
                leader = move
            if score > alpha:
                break
        if best > alpha or root.low == -MAX_SCORE:
            root.lead(leader, best > alpha)
        return best

    def follow(self, root: Root):
        """Find best moves of both sides from a root whose score is known to the end of the game."""
        board: Board = root.board
        score: cython.int = root.low
        moves = root.line[:1]
        line = []
        root.line = line
        while moves:
            known = known_move(self, board)
            if line and known in moves:
                moves.remove(known)
                moves.insert(0, known)
            for move in moves:
                then: Board = board_after(board, move)
                if not line or -score_of(self, then, -score, 1 - score) >= score:
                    break
            line.append(move)
            board = then
            score = -score
            moves = self.ordered_moves(board.p, board.o)

    def ordered_moves(self, p: uint64_t, o: uint64_t) -> list:
        """The legal moves, PASS without another, the likeliest first; none when the game is over."""
        listed: Move[MOST_LISTED]
        board: Board
        board.p = p
        board.o = o
        moves: uint64_t = legal(p, o)
        if moves == 0:
            return [PASS] if legal(o, p) else []
        n: cython.int = list_moves(board, moves, listed)
        order_moves(self.main, board, -MAX_SCORE, popcount64(empties(board)), listed, n)
        scored = [(-listed[i].score, listed[i].square) for i in range(n)]
        return [square for _, square in sorted(scored)]


@cython.cfunc
def known_move(search: RootSearch, board: Board) -> cython.int:
    """The move of a position that the table has."""
    entry: Entry
    bucket: Bucket = bucket_of(search.table.slots, search.table.mask, board)
    return entry.move if probe(cython.address(bucket), cython.address(entry)) else NO_MOVE


@cython.cfunc
def score_of(search: RootSearch, board: Board, alpha: cython.int, beta: cython.int) -> cython.int:
    """The score of a position, exact where it lies between `alpha` and `beta`. Stopped when the time is
    over."""
    score: cython.int
    empty: cython.int = popcount64(empties(board))
    with cython.nogil:
        if beta - alpha == 1:
            score = null_window(search.main, board, legal(board.p, board.o), alpha, empty)
        else:
            score = pvs(search.main, board, alpha, beta, empty)
    if shared_load32(cython.address(search.crew.halt)):
        raise Stopped
    return score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def board_after(board: Board, move: cython.int) -> Board:
    """The board after a move or a pass."""
    if move == PASS:
        return passed(board)
    return after(board, move, flips(board.p, board.o, move))
