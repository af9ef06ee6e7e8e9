# cython: language_level=3, cdivision=True
"""A position of Acquire as people see it: the board, the chains, and what is known of every player."""

import cython

from .chains import LETTERS, NAMES
from .words import tile_text

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import diagram`")

SEAT_NAMES = ("red", "yellow", "green", "blue", "white", "black")
_SIGNS = {0: ".", 128: "o", **{1 << chain: letter for chain, letter in enumerate(LETTERS)}}


def cells_of(position: Position) -> str:
    """The 108 cells row by row: `.`, `o` for a lone tile, or the first letter of a chain."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    row: cython.int
    column: cython.int
    signs = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            signs.append(_SIGNS[t.cells[FRAME + WIDTH * row + column]])
    return "".join(signs)


def diagram_of(position: Position) -> str:
    """The board with its coordinates, the chains on it, and a line for each player."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    cells = cells_of(position)
    lines = ["   " + " ".join([f"{column + 1:2}" for column in range(COLUMNS)])]
    for row in range(ROWS):
        signs = cells[COLUMNS * row : COLUMNS * row + COLUMNS]
        lines.append("ABCDEFGHI"[row] + "  " + " ".join([f" {sign}" for sign in signs]))
    lines += [chain_line(position, chain) for chain in range(CHAINS) if t.size[chain]]
    lines += [player_line(position, seat) for seat in range(t.players)]
    gone = [tile_text(tile) for tile in range(TILES) if in_set(t.out, tile)]
    lines.append(f"{t.bag} tiles in the bag" + (f", {' '.join(gone)} out of the game" if gone else ""))
    lines.append(due(position))
    return "\n".join(lines)


def chain_line(position: Position, chain: cython.int) -> str:
    """A chain on the board: its size, its price, and what the bank has of it."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    size: cython.int = t.size[chain]
    safe = ", safe" if t.safe >> chain & 1 else ""
    tiles = f"{size} tiles{safe}"
    return f"{NAMES[chain]}: {tiles}, {100 * price_of(chain, size)} a share, {t.bank[chain]} in the bank"


def player_line(position: Position, seat: cython.int) -> str:
    """A player's cash, shares and hand."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    held = [(t.shares[seat][chain], NAMES[chain]) for chain in range(CHAINS)]
    shares = "".join([f", {n} {name}" for n, name in held if n])
    hand = [t.hands[seat][slot] for slot in range(t.held[seat])]
    tiles = " ".join(["?" if tile == UNKNOWN else tile_text(tile) for tile in hand])
    return f"{SEAT_NAMES[seat]}: {100 * t.cash[seat]}{shares}; {tiles or 'no tiles'}"


def due(position: Position) -> str:
    """What is due, and of whom."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    who = SEAT_NAMES[t.mover]
    called = "; the end is called" if t.called and t.kind != OVER else ""
    if t.kind == OVER:
        return "the game is over"
    if t.kind == DISPOSES:
        return (
            f"{who} to dispose of shares of {NAMES[t.queue[t.at]]}, merged into {NAMES[t.survivor]}{called}"
        )
    if t.kind == BUYS and t.picks:
        return f"{who} to buy, {t.picks} bought{called}"
    return f"{who} {_WORDS[t.kind]}{called}"


_WORDS = (
    "",
    "draws",
    "shows tiles",
    "to place a tile",
    "to found a chain",
    "to choose the survivor",
    "to order equal chains",
    "",
    "to buy",
)
"""By kind (table.pxd)."""
