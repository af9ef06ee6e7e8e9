# cython: language_level=3, cdivision=True
"""PolyClash: Go on the 302 points of a snub dodecahedron, scored by the area its stones stand on.

Suicide is illegal, and so is a play that repeats the stones left by any earlier play of the game, whoever is
to move (positional superko; passes leave nothing, and the empty start does not count). A pass is always legal
and two in a row end the game. So do MOST_PLIES plies: the game is then over and scored as it stands.

Every kite of the board belongs to the stones on its four corners in equal parts, and to nobody without any.
Black wins with a larger share than white's share and komi.
"""

import cython
from cython.cimports.libc.string import memcpy

from .graph import board

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.polyclash import polyclash`")

CELLS = ".BW"
"""The signs of an empty point, a black and a white stone in position texts."""
MAP_COLUMN = 5
"""Characters a point takes in a diagram."""


class PolyClash(Rules):
    """The game for two: player 0 is black and begins, player 1 is white and is given komi."""

    def __init__(self, komi: cython.double = 0.025):
        self.komi = komi
        self.players = 2
        self.actions = PASS + 1
        self.pass_move = PASS
        self.signs = CELLS[1:]
        self.state_size = cython.sizeof(Stones)
        self.board = board()
        self.graph = cython.address(self.board.graph)
        area = [0.0] * POINTS
        for kite, part in zip(self.board.kites, self.board.shares, strict=True):
            for p in kite:
                area[p] += part
        for p in range(POINTS):
            # Around an average point it is 4 / POINTS: each kite has four corners.
            self.share[p] = area[p] * POINTS / 4
            self.keys.stone[BLACK][p] = scatter(2 * p + 1)
            self.keys.stone[WHITE][p] = scatter(2 * p + 2)
        for black in range(5):
            for white in range(5 - black):
                stones = max(black + white, 1)
                self.split[black + 5 * white] = 12 * black // stones | 12 * white // stones << 16

    def start(self, state):
        clear(cython.cast(cython.pointer(Stones), state), self.graph)

    def copy(self, target, state):
        """Copies the part of the history that is in use."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        used: cython.size_t = cython.cast(cython.size_t, cython.address(s.history[s.recorded]))
        memcpy(target, state, used - cython.cast(cython.size_t, state))

    def mover(self, state):
        return cython.cast(cython.pointer(Stones), state).side

    def moves(self, state, out):
        """Plays by ascending point, then the pass."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        n: cython.int = 0
        p: cython.int
        if ended(s):
            return 0
        for p in range(POINTS):
            if s.colour[p] == EMPTY and allowed(s, self.graph, cython.address(self.keys), p):
                out[n] = p
                n += 1
        out[n] = PASS
        return n + 1

    def play(self, state, move):
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        if move == PASS:
            skip(s)
        else:
            put(s, self.graph, cython.address(self.keys), move)
            record(s)

    def over(self, state):
        return ended(cython.cast(cython.pointer(Stones), state))

    def rewards(self, state, out):
        """1 to the winner, 0 to the loser; a half each when the shares are equal to within 1e-9."""
        lead: cython.double = self.lead(cython.cast(cython.pointer(Stones), state))
        out[0] = 1 if lead > 1e-9 else (0 if lead < -1e-9 else 0.5)
        out[1] = 1 - out[0]

    def key(self, state):
        """The key of stones, side, passes and ply. Two orders of the same plays share a key, though the
        superko may forbid other plays later."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        return scatter(s.key ^ scatter(8 * s.plies + 2 * s.passes + s.side + 1))

    def playout(self, state, rng):
        """Draw plays evenly that are not suicide, retake no ko and fill no own eye. A pass comes when there
        is none. Longer repetitions are not looked for."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), state)
        run(s, self.graph, rng)
        seal(s, cython.address(self.keys))

    def lead(self, s):
        """Black's share less white's and the komi."""
        t: Tally = self.tally(s)
        small: cython.double = self.graph.small * (t.black_small - t.white_small)
        large: cython.double = self.graph.large * (t.black_large - t.white_large)
        return (small + large) / 12 - self.komi

    def tally(self, s):
        """The area of the stones."""
        digit: uint16_t[POINTS]
        total: cython.int = 0
        small: cython.int = 0
        i: cython.int
        corner: cython.pointer(cython.const[int16_t])
        for i in range(POINTS):
            digit[i] = s.colour[i] + 3 * (s.colour[i] >> 1)
        for i in range(KITES):
            if i == SMALL_KITES:
                small = total
                total = 0
            corner = self.graph.corner[i]
            total += self.split[digit[corner[0]] + digit[corner[1]] + digit[corner[2]] + digit[corner[3]]]
        return Tally(small & 0xFFFF, small >> 16, total & 0xFFFF, total >> 16)

    def partial_playout(self, state, rng, plies, log, room):
        """Without a look at longer repetitions, like `playout`; the history knows nothing of these plies."""
        return self.play_on(cython.cast(cython.pointer(Stones), state), rng, False, plies, log, room)

    def play_on(self, s, rng, policy, plies, log, room):
        """At most `plies` plies at random or by the policy of captures; returns how many were logged."""
        made: cython.int = hunt(s, self.graph, rng, policy, plies, log, room)
        seal(s, cython.address(self.keys))
        if not ended(s):
            seal_chains(s, cython.address(self.keys))
        return made

    # What people see.

    def area(self, position: Position) -> tuple:
        """The shares of the surface that are black's, white's and neither's."""
        t: Tally = self.tally(cython.cast(cython.pointer(Stones), self.view(position)))
        small: cython.double = self.graph.small / 12
        large: cython.double = self.graph.large / 12
        free_small: cython.int = 12 * SMALL_KITES - t.black_small - t.white_small
        free_large: cython.int = 12 * (KITES - SMALL_KITES) - t.black_large - t.white_large
        return (
            small * t.black_small + large * t.black_large,
            small * t.white_small + large * t.white_large,
            small * free_small + large * free_large,
        )

    def scores(self, position: Position) -> tuple:
        black, white, _ = self.area(position)
        return black, white + self.komi

    def plies(self, position: Position) -> int:
        """The number of plies, passes among them, since the start or the setting up."""
        return cython.cast(cython.pointer(Stones), self.view(position)).plies

    def move_text(self, move: cython.int) -> str:
        return "pass" if move == PASS else str(move)

    def find_move(self, text: str) -> int:
        """A point's number or its code, the vertices joined by `-`; `pass`."""
        if text.lower() == "pass":
            return PASS
        if text in self.board.names:
            return self.board.names[text]
        if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) < POINTS:
            return int(text)
        raise ValueError(f"{text!r} is neither a point, 0 to {POINTS - 1} or a code such as 6-36, nor a pass")

    def cells_text(self, position: Position) -> str:
        """Every point: `B`, `W` or `.`."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), self.view(position))
        return "".join([CELLS[s.colour[p]] for p in range(POINTS)])

    def cell_of(self, move: cython.int) -> int:
        return -1 if move == PASS else move

    def diagram(self, position: Position) -> str:
        """A map of the sphere, north on top, with the cell and the number of every point; then the shares."""
        cells = self.cells_text(position)
        rows = []
        for band in self.board.chart():
            row = ""
            for column, p in band:
                row = row.ljust(MAP_COLUMN * column) + cells[p] + str(p)
            rows.append(row)
        black, white, free = self.area(position)
        turn = "game over" if position.over else ("white to move" if position.mover else "black to move")
        shares = f"black {black:.4f}, white {white:.4f} + {self.komi:g}, unclaimed {free:.4f}"
        return "\n".join([*rows, f"  . empty, B black, W white; {shares}; {turn}"])

    def position_text(self, position: Position) -> str:
        """The cells by point, the side to move, and `pass` for each of the last moves that was one."""
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), self.view(position))
        return " ".join([self.cells_text(position), CELLS[s.side + 1], *["pass"] * s.passes])

    def parse_position(self, text: str) -> Position:
        """The position of a position_text. The superko knows of this position and of none before it."""
        cells, side, passes = read_text(text)
        position: Position = self.new_position()
        s: cython.pointer(Stones) = cython.cast(cython.pointer(Stones), self.view(position))
        p: cython.int
        for p in range(POINTS):
            if cells[p] != ".":
                set_up(s, self.graph, cython.address(self.keys), p, CELLS.index(cells[p]))
        for p in range(POINTS):
            if s.colour[p] != EMPTY and s.liberties[s.chain[p]] == 0:
                raise ValueError(f"the stone on point {p} has no liberty")
        s.side = CELLS.index(side) - 1
        s.passes = passes
        record(s)
        return position


def read_text(text: str) -> tuple:
    """The cells, the side to move and the number of passes in a position text."""
    cells, *words = text.split() or [""]
    if len(cells) != POINTS:
        raise ValueError(f"a PolyClash position has {POINTS} cells, not {len(cells)}")
    strange = sorted(set(cells) - set(CELLS))
    if strange:
        raise ValueError(f"{strange[0]!r} is none of the cells {CELLS}")
    if not words or words[0] not in ("B", "W"):
        raise ValueError("after the cells comes the side to move, B or W")
    if words[1:] not in ([], ["pass"], ["pass", "pass"]):
        raise ValueError(f"{' '.join(words[1:])!r} after the side to move is not one pass or two")
    return cells, words[0], len(words) - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def allowed(
    s: cython.pointer(cython.const[Stones]),
    graph: cython.pointer(cython.const[Graph]),
    keys: cython.pointer(cython.const[Keys]),
    p: cython.int,
) -> cython.bint:
    """Tell whether a stone of the mover on the empty point p is neither suicide nor a repetition. A chain
    with more pseudo-liberties than p has lines keeps one in any case."""
    colour: cython.int = s.side + 1
    near: cython.pointer(cython.const[int16_t]) = graph.spot[p].near
    alive: cython.bint = s.around[p] >= OPEN
    after: uint64_t = s.key ^ keys.stone[colour][p]
    left: uint64_t
    i: cython.int
    j: cython.int
    chain: cython.int
    first: cython.bint
    for i in range(MOST_NEAR):
        chain = s.chain[near[i]]
        if chain == POINTS:
            continue
        if s.liberties[chain] & 0xFFFF > MOST_NEAR:
            alive |= s.colour[chain] == colour
            continue
        first = True
        left = s.liberties[chain]
        for j in range(MOST_NEAR):
            if s.chain[near[j]] == chain:
                left -= s.open[p]
                first &= j >= i
        if s.colour[chain] == colour:
            alive |= left != 0
        elif left == 0 and first:
            alive = True
            after ^= s.chain_key[chain]
    return alive and not recorded(s, after)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def record(s: cython.pointer(Stones)) -> cython.void:
    """Enter the stones into the history."""
    one: uint64_t = 1
    s.seen[s.key >> 6 & (SEEN_WORDS - 1)] |= one << (s.key & 63)
    s.history[s.recorded] = s.key
    s.recorded += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def recorded(s: cython.pointer(cython.const[Stones]), key: uint64_t) -> cython.bint:
    """Tell whether an earlier play left these stones. The bits of `seen` spare most searches in the
    history."""
    one: uint64_t = 1
    i: cython.int
    if not s.seen[key >> 6 & (SEEN_WORDS - 1)] & one << (key & 63):
        return False
    for i in range(s.recorded):
        if s.history[i] == key:
            break
    else:
        return False
    return True
