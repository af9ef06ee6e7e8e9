# cython: language_level=3
"""A position as a value: a state of a game with the rules it belongs to."""

import cython
from cython.cimports.libc.stdlib import calloc, free

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import position`")


class Position:
    """A state with its rules: a value. `play` gives a new position and leaves this one as it was.

    >>> from outflank.engine import find_game
    >>> position = find_game("SOS").rules(3).new_position()
    >>> position
    <Position of Sos: ......... B 0-0>
    >>> position.play(0).mover, position.mover
    (1, 0)
    """

    def __cinit__(self, rules: ForwardModel):
        self.rules = rules
        # A line of the cache on both sides: workers must not slow each other down by writing beside the
        # other's state.
        self.block = cython.cast(cython.p_char, calloc(1, rules.state_size + 2 * CACHE_LINE))
        if self.block == cython.NULL:
            raise MemoryError(f"no {rules.state_size} bytes for a position")
        self.state = self.block + CACHE_LINE

    def __dealloc__(self):
        free(self.block)

    def __repr__(self) -> str:
        """The game's name and the text that `parse_position` reads back."""
        return f"<Position of {type(self.rules).__name__}: {self.rules.position_text(self)}>"

    def copy(self):
        """An equal position that shares nothing with this one."""
        other: Position = Position(self.rules)
        self.rules.copy(other.state, self.state)
        return other

    @property
    def mover(self) -> int:
        """The player to move; of no meaning when the game is over."""
        return self.rules.mover(self.state)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.rules.over(self.state))

    @property
    def key(self) -> int:
        """64 bits that tell this position from others (see Rules.key)."""
        return self.rules.key(self.state)

    @property
    def cells(self) -> str:
        """A sign for each cell, a letter of the rules' `signs` on one of a player's."""
        return self.rules.cells_text(self)

    @property
    def owners(self) -> tuple:
        """The player that each cell belongs to, -1 for none."""
        return self.rules.owners(self)

    @property
    def empties(self) -> int:
        """The number of empty cells."""
        return self.rules.empties(self)

    @property
    def counts(self) -> tuple:
        """Each player's discs, balls or points so far."""
        return self.rules.counts(self)

    def moves(self) -> list:
        """Every legal move, in the game's own fixed order; none exactly when the game is over."""
        out: uint16_t[MOST_MOVES]
        n: cython.int = self.rules.moves(self.state, out)
        return [out[i] for i in range(n)]

    def play(self, move: cython.int):
        """The position after a legal move; ValueError when it is not one."""
        if move not in self.moves():
            raise ValueError(f"move {move} is not legal here")
        after: Position = self.copy()
        self.rules.play(after.state, move)
        return after

    def rewards(self) -> tuple:
        """Each player's reward in 0..1, the position taken as final."""
        out: cython.float[MOST_PLAYERS]
        self.rules.rewards(self.state, out)
        return tuple([out[i] for i in range(self.rules.players)])

    def playout(self, seed: uint64_t):
        """The final position of one random playout."""
        rng: Rng
        end: Position = self.copy()
        seed_rng(cython.address(rng), seed)
        self.rules.playout(end.state, cython.address(rng))
        return end

    def after_playout(self, seed: uint64_t, plies: cython.int) -> Position:
        """The position after at most `plies` moves of one random playout."""
        rng: Rng
        end: Position = self.copy()
        seed_rng(cython.address(rng), seed)
        with cython.nogil:
            self.rules.partial_playout(end.state, cython.address(rng), plies, cython.NULL, 0)
        return end

    def playouts(self, count: cython.int, seed: uint64_t, together: cython.bint = True) -> tuple:
        """Each player's reward summed over `count` random playouts. They are played many at a time where the
        game does that, or strictly one after the other."""
        rng: Rng
        total: cython.double[MOST_PLAYERS]
        i: cython.int
        played: cython.int
        if count < 0:
            raise ValueError(f"{count} playouts cannot be played")
        for i in range(MOST_PLAYERS):
            total[i] = 0
        seed_rng(cython.address(rng), seed)
        with cython.nogil:
            if together:
                played = self.rules.playouts(self.state, count, cython.address(rng), total)
            else:
                played = one_by_one(self.rules, self.state, count, cython.address(rng), total)
        if played < count:
            raise MemoryError("no memory for a playout")
        return tuple([total[i] for i in range(self.rules.players)])

    def chances(self) -> dict:
        """The probability of each move where chance moves next; empty where a player does."""
        out: cython.float[MOST_MOVES]
        moves = self.moves()
        if not moves or not self.rules.chance(self.state, out):
            return {}
        return {moves[i]: out[i] for i in range(len(moves))}

    def observed(self, player: cython.int) -> int:
        """The key of a player's knowledge, or of BYSTANDER's, -1 (see ForwardModel.observe)."""
        if not BYSTANDER <= player < self.rules.players:
            raise ValueError(f"there is no player {player}")
        return self.rules.observe(self.state, player)

    def determinized(self, player: cython.int, seed: uint64_t) -> Position:
        """A position that this one might be, as far as a player knows (see Rules.determinize)."""
        rng: Rng
        if not 0 <= player < self.rules.players:
            raise ValueError(f"there is no player {player}")
        other: Position = self.copy()
        seed_rng(cython.address(rng), seed)
        self.rules.determinize(other.state, player, cython.address(rng))
        return other

    def wander(self, count: cython.int, seed: uint64_t) -> int:
        """Play `count` random games by `moves` and `play` alone, as a search descends; the moves made."""
        rng: Rng
        out: uint16_t[MOST_MOVES]
        work: Position = self.copy()
        made: cython.longlong = 0
        n: cython.int
        seed_rng(cython.address(rng), seed)
        with cython.nogil:
            for _ in range(count):
                self.rules.copy(work.state, self.state)
                n = self.rules.moves(work.state, out)
                while n > 0:
                    self.rules.play(work.state, out[below(cython.address(rng), n)])
                    n = self.rules.moves(work.state, out)
                    made += 1
        return made

    def perft(self, depth: cython.int) -> int:
        """Leaves `depth` plies below (see Rules.perft)."""
        leaves: uint64_t
        if depth < 0:
            raise ValueError(f"there is nothing {depth} plies below")
        with cython.nogil:
            leaves = self.rules.perft(self.state, depth)
        if leaves == NO_MEMORY:
            raise MemoryError("no memory for the positions of a perft")
        return leaves
