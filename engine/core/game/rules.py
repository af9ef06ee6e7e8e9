# cython: language_level=3, cdivision=True
"""What a search may ask of a game, and the position it asks about.

A game is one class derived from `Rules`. Its state is a flat block of `state_size` bytes without pointers
into itself, so that a worker copies it and plays on its copy. Whole moves and whole playouts cross this
seam; a virtual call costs about 2 ns and is noise beside them.

Players are 0 to `players - 1` in the order of the first round. Moves are 0 to `actions - 1`; a forced pass is
a move like any other, so a position without moves is a finished game.

Where chance moves next, its outcomes are the moves; where something is hidden, a state still holds all of
it, and `observe` and `determinize` say what a player knows of it (Cowling et al., Information Set Monte Carlo
Tree Search, 2012). The tree search of today looks at neither: it is for games without.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.libc.string import memcpy

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import rules`")


class Rules:
    """The contract. `start` to `rewards` must be given; the rest has a correct, plain default.

    `has_chance` and `has_hidden` say whether `chance` is ever true, and whether players ever know less than
    the state holds. `draw` is what player 0 gets for a draw where leads decide, and player 1 the rest of 1.
    In games that heed it, it may be set before the first search. `signs` are the letters of the
    players in `cells_text`; empty where cells belong to nobody.

    >>> from outflank.engine import find_game
    >>> rules = find_game("Othello").rules()
    >>> rules.players, rules.move_text(rules.new_position().moves()[0])
    (2, 'D3')
    """

    def __cinit__(self):
        self.draw = 0.5
        self.signs = ""

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
        """Whether the game has ended."""
        out: uint16_t[MOST_MOVES]
        return self.moves(state, out) == 0

    def rewards(self, state, out):
        """Each player's reward in 0..1 for the position taken as final."""

    def key(self, state):
        """64 bits that differ when anything differs that the rest of the game depends on, the player to
        move included."""
        return 0

    def playout(self, state, rng):
        """Play uniformly random moves, and chance's by their probabilities, in place until the game is
        over."""
        self.partial_playout(state, rng, UNCUT, cython.NULL, 0)

    def playouts(self, state, count, rng, total):
        """Add the rewards of `count` random playouts from `state`, which stays as it is, to `total`.
        Returns the number played: `count`, or 0 when there is no memory for a working copy."""
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
        """By how much player 0 is ahead of player 1, the position taken as final. Of meaning only where
        `has_margin`: there a larger margin is a better result for player 0, above 0 a win."""
        return 0

    def chance(self, state, out):
        """Whether chance moves next, not a player. If so, the probabilities of `moves` are written to `out`
        in their order, each above 0 and summing to 1; `mover` is then of no meaning."""
        return False

    def observe(self, state, player):
        """64 bits that are equal for two states exactly where the player cannot tell them apart: the key of
        his information set. Nothing is hidden by default."""
        return self.key(state)

    def determinize(self, state, player, rng):
        """Put in place of what the player does not know something that he might find, with the probability
        that it has as far as he knows. What he observes stays the same. Nothing is hidden by default."""

    def perft(self, state, depth):
        """Number of leaves `depth` plies below `state`; a pass is a ply and a game that ends earlier
        counts as one leaf. NO_MEMORY when there is none."""
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

    # What people see. None of this is used by the search.

    def view(self, position):
        """The state of a position of this game; ValueError for one of another."""
        other: Rules = position.rules
        if other is not self and (type(other) is not type(self) or other.players != self.players):
            raise ValueError("a position of another game")
        return position.state

    def new_position(self):
        """The position a game starts from."""
        position: Position = Position(self)
        self.start(position.state)
        return position

    def adopt(self, position: Position):
        """The same position under these rules, which must be of the same game and size."""
        other = position.rules
        same = type(other) is type(self) and other.players == self.players
        if not same or other.position_text(other.new_position()) != self.position_text(self.new_position()):
            raise ValueError("a position of another game")
        own: Position = Position(self)
        self.copy(own.state, position.state)
        return own

    def move_text(self, move: cython.int) -> str:
        """The move as it is written on the wire."""
        raise NotImplementedError

    def find_move(self, text: str) -> int:
        """The move a text names, legal or not. ValueError when it names none."""
        raise NotImplementedError

    def diagram(self, position: Position) -> str:
        """The board as lines of text, none of them empty."""
        raise NotImplementedError

    def position_text(self, position: Position) -> str:
        """One line that `parse_position` reads back."""
        raise NotImplementedError

    def parse_position(self, text: str):
        """The position a line describes. ValueError says what is wrong with it."""
        raise NotImplementedError

    def cells_text(self, position: Position) -> str:
        """What lies on each cell of the board, in the order of the position text: a letter of `signs` on one
        of a player's, `.` or `-` on an empty one. Nothing where the game has no board."""
        return ""

    def owners(self, position: Position) -> tuple:
        """The player that each cell belongs to, -1 for none."""
        return tuple([self.signs.find(sign) for sign in self.cells_text(position)])

    def empties(self, position: Position) -> int:
        """The number of empty cells."""
        cells = self.cells_text(position)
        return cells.count(".") + cells.count("-")

    def counts(self, position: Position) -> tuple:
        """What each player has made so far: discs, balls or points, without what only the end brings."""
        return self.scores(position)

    def cell_of(self, move: cython.int) -> int:
        """The cell that a move goes to, -1 where it goes to none, as a pass."""
        return -1

    def has_choice(self, position: Position, player: cython.int) -> bool:
        """Whether the player would have a move other than a forced pass if it were his turn on this board."""
        return not position.over

    def scores(self, position: Position) -> tuple:
        """Each player's score by the rules of the game, the position taken as final."""
        raise NotImplementedError


class Position:
    """A state with its rules: a value. `play` gives a new position and leaves this one as it was.

    >>> from outflank.engine import find_game
    >>> position = find_game("SOS").rules(3).new_position()
    >>> position
    <Position of Sos: ......... B 0-0>
    >>> position.play(0).mover, position.mover
    (1, 0)
    """

    def __cinit__(self, rules: Rules):
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
        """Whether the game has ended."""
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
        """What each player has made so far."""
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
        """Each player's reward summed over `count` random playouts: the way the game does many at a time, or
        strictly one after the other."""
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
        """The key of what a player knows (see Rules.observe)."""
        if not 0 <= player < self.rules.players:
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


def one_by_one(rules, state, count, rng, total):
    """`playouts`, one after the other."""
    work: cython.p_void = malloc(rules.state_size)
    one: cython.float[MOST_PLAYERS]
    p: cython.int
    if work == cython.NULL:
        return 0
    for _ in range(count):
        rules.copy(work, state)
        rules.playout(work, rng)
        rules.rewards(work, one)
        for p in range(rules.players):
            total[p] += one[p]
    free(work)
    return count


def draw_move(rules, state, n, rng):
    """The index of a move for a random playout: uniformly drawn, by its probability where chance moves."""
    probability: cython.float[MOST_MOVES]
    left: cython.float
    i: cython.int
    if not rules.has_chance or not rules.chance(state, probability):
        return below(rng, n)
    # 24 bits are what a float holds.
    left = below(rng, 1 << 24) / cython.cast(cython.float, 1 << 24)
    for i in range(n - 1):
        left -= probability[i]
        if left < 0:
            return i
    return n - 1
