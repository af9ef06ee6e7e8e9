# cython: language_level=3, cdivision=True
"""The forward model of a game: all that a search may ask of it.

Its state is a flat block of `state_size` bytes without pointers into itself, so that a worker copies it and
plays on its copy. Whole moves and whole playouts cross this seam; a virtual call costs about 2 ns and is
noise beside them.

Players are 0 to `players - 1` in the order of the first round. Moves are 0 to `actions - 1`; a forced pass is
a move like any other, so a position without moves is a finished game.

Where chance moves next, its outcomes are the moves; where something is hidden, a state still holds all of
it, and `observe` and `determinize` say what a player knows of it (Cowling et al., Information Set Monte Carlo
Tree Search, 2012). `search` looks at neither: it is for games without; `infoset` searches the others.
"""

import cython
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import forward_model`")


class ForwardModel:
    """Legal moves, their effect, results and keys. `start` to `rewards` must be given; the rest has a
    correct, plain default.

    `has_chance` and `has_hidden` say whether `chance` is ever true, and whether players ever know less than
    the state holds, `has_scores` whether `final_scores` tells any. `draw` is what player 0 gets for a draw
    where leads decide, and player 1 the rest of 1. In games that heed it, it may be set before the first
    search.
    """

    def __cinit__(self):
        self.draw = 0.5

    def start(self, state):
        """Fill a zeroed state with the position a game starts from."""

    def copy(self, target, state):
        """Make `target` equal to `state`. A game with a long history copies only what is in use."""
        memcpy(target, state, self.state_size)

    def mover(self, state):
        """The player to move; of no meaning when the game is over."""
        return 0

    def moves(self, state, out):
        """Write every legal move to `out` (room for MOST_MOVES) and return their number: 0 exactly when
        the game is over. The order is fixed for a given state."""
        return 0

    def play(self, state, move):
        """Make a legal move. The caller answers for its legality."""

    def over(self, state):
        """Tell whether the game has ended."""
        out: uint16_t[MOST_MOVES]
        return self.moves(state, out) == 0

    def rewards(self, state, out):
        """Each player's reward in 0..1 for the position taken as final."""

    def final_scores(self, state, out):
        """Write each player's score for the position taken as final, by which they are ranked. False, and
        nothing written, in games that expect none."""
        return False

    def key(self, state):
        """64 bits that differ when anything differs that the rest of the game depends on, the player to
        move included."""
        return 0

    def playout(self, state, rng):
        """Play uniformly random moves, and chance's by their probabilities, in place until the game is
        over."""
        self.partial_playout(state, rng, UNCUT, cython.NULL, 0)

    def playouts(self, state, count, rng, total):
        """Add the rewards of `count` random playouts from `state`, which stays as it is, to `total`. Returns
        the number played: `count`, or 0 without memory for a working copy."""
        return one_by_one(self, state, count, rng, total)

    def partial_playout(self, state, rng, plies, log, room):
        """Play at most `plies` moves of a playout in place. The first `room` moves are written to `log`, each
        with its player above MOVER_SHIFT; returns their number."""
        out: uint16_t[MOST_MOVES]
        n: cython.int = self.moves(state, out)
        made: cython.int = 0
        move: cython.int
        while n > 0 and plies > 0:
            move = out[draw_move(self, state, n, rng)]
            if made < room:
                log[made] = move | self.mover(state) << MOVER_SHIFT
                made += 1
            self.play(state, move)
            n = self.moves(state, out)
            plies -= 1
        return made

    def margin(self, state):
        """Player 0's lead over player 1, the position taken as final. Of meaning only where `has_margin`:
        there a larger margin is a better result for player 0, above 0 a win."""
        return 0

    def chance(self, state, out):
        """Tell whether chance moves next, not a player. If so, the probabilities of `moves` are written to
        `out` in their order, each above 0 and summing to 1; `mover` is then of no meaning."""
        return False

    def observe(self, state, player):
        """The key of a player's information set: 64 bits, equal for states that the player cannot tell apart.
        BYSTANDER in place of a player sees only what all can see. Equal for no two moments of one game.
        Nothing is hidden by default."""
        return self.key(state)

    def observer(self, state):
        """The player whose knowledge a search of this state begins with. It is the mover, or the one player
        whose knowledge the state holds."""
        return self.mover(state)

    def determinize(self, state, player, rng):
        """Replace all that the player does not know, at random by what the player knows. What the player
        observes stays the same, and the result depends on nothing else: the same generator makes the same of
        two states that the player cannot tell apart. Nothing is hidden by default."""

    def perft(self, state, depth):
        """The number of leaves `depth` plies below `state`; NO_MEMORY when there is none. A pass is a ply and
        a game that ends earlier counts as one leaf."""
        out: uint16_t[MOST_MOVES]
        n: cython.int = self.moves(state, out)
        leaves: uint64_t = 0
        i: cython.int
        if n == 0 or depth == 0:
            return 1
        if depth == 1:
            return n
        work: cython.p_void = malloc(self.state_size)
        if work == cython.NULL:
            return NO_MEMORY
        for i in range(n):
            self.copy(work, state)
            self.play(work, out[i])
            below_it: uint64_t = self.perft(work, depth - 1)
            leaves = NO_MEMORY if below_it == NO_MEMORY else leaves + below_it
            if leaves == NO_MEMORY:
                break
        free(work)
        return leaves


def one_by_one(model, state, count, rng, total):
    """`playouts`, one after the other."""
    work: cython.p_void = malloc(model.state_size)
    one: cython.float[MOST_PLAYERS]
    p: cython.int
    if work == cython.NULL:
        return 0
    for _ in range(count):
        model.copy(work, state)
        model.playout(work, rng)
        model.rewards(work, one)
        for p in range(model.players):
            total[p] += one[p]
    free(work)
    return count


def draw_move(model, state, n, rng):
    """The index of a move for a random playout: uniformly drawn, by its probability where chance moves."""
    probability: cython.float[MOST_MOVES]
    if not model.has_chance or not model.chance(state, probability):
        return below(rng, n)
    return draw_outcome(probability, n, rng)


def draw_outcome(probability, n, rng):
    """The index of one of the moves of chance, by their probabilities."""
    # 24 bits are what a float holds.
    left: cython.float = below(rng, 1 << 24) / cython.cast(cython.float, 1 << 24)
    i: cython.int
    for i in range(n - 1):
        left -= probability[i]
        if left < 0:
            return i
    return n - 1
