# cython: language_level=3, cdivision=True
"""Moves of Acquire as words: `5C`, `found:Tower`, `survive:Tower`, `give:S3T4`, `buy:Luxor`, `end`.

Here a word is one decision. The words of the wire that stand for several, `order:` and `buy:` with a list,
are taken apart and put together in `acquire`.
"""

import re

import cython

from .chains import NAMES, find_chain

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import words`")

_SPLIT = re.compile(r"(?:S([1-9][0-9]?))?(?:T([1-9][0-9]?))?", re.IGNORECASE)


def tile_text(tile: cython.int) -> str:
    """The column's number and the row's letter, as `5C`."""
    return f"{tile % WIDTH + 1}{'ABCDEFGHI'[tile // WIDTH]}"


def find_tile(text: str) -> int:
    """The tile that a text in any case names. ValueError when it names none."""
    row = "ABCDEFGHI".find(text[-1:].upper()) if text else -1
    number = text[:-1]
    if row < 0 or not (number.isascii() and number.isdigit()) or number[0] == "0" or len(number) > 2:
        raise ValueError(f"{text!r} is not a tile from 1A to 12I")
    if not 1 <= int(number) <= COLUMNS:
        raise ValueError(f"{text!r} is not a tile from 1A to 12I")
    return WIDTH * row + int(number) - 1


def is_tile(tile: cython.int) -> bool:
    """Whether a code stands for a tile."""
    return 0 <= tile < TILES and tile % WIDTH != WIDTH - 1


def move_text(move: cython.int) -> str:
    """The word of one decision. ValueError for a number that is none."""
    if is_tile(move):
        return tile_text(move)
    for first, verb in _CHAIN_MOVES:
        if first <= move < first + CHAINS:
            return f"{verb}:{NAMES[move - first]}"
    if move in _SINGLE:
        return _SINGLE[move]
    for first, verb in ((DRAW_MOVE, "draw"), (SHOW_MOVE, "show")):
        if is_tile(move - first):
            return f"{verb}:{tile_text(move - first)}"
    if move >= GIVE_MOVE and is_split((move - GIVE_MOVE) // GIVE_ROW, (move - GIVE_MOVE) % GIVE_ROW):
        return split_text((move - GIVE_MOVE) // GIVE_ROW, 2 * ((move - GIVE_MOVE) % GIVE_ROW))
    raise ValueError(f"{move} is not a move of Acquire")


def split_text(sold: cython.int, traded: cython.int) -> str:
    """`give:S3T4`: what is sold and what is traded of the shares of a defunct chain."""
    parts = [f"{letter}{number}" for letter, number in (("S", sold), ("T", traded)) if number]
    return "give:" + ("".join(parts) or "-")


def is_split(sold: cython.int, pairs: cython.int) -> bool:
    """Whether one may have as many shares as are sold and traded."""
    return sold + 2 * pairs <= SHARES


def find_move(text: str) -> int:
    """The decision that a word in any case stands for. ValueError when there is none."""
    verb, colon, rest = text.partition(":")
    verb = verb.lower()
    if not colon:
        return END_MOVE if verb == "end" else find_tile(text)
    for first, known in _CHAIN_MOVES:
        if verb == known:
            return NO_MORE if verb == "buy" and rest == "-" else first + find_chain(rest)
    if verb == "give":
        return find_split(rest)
    if verb == "draw":
        return DRAW_UNKNOWN if rest == "?" else DRAW_MOVE + find_tile(rest)
    if verb == "show":
        return SHOW_DONE if rest == "-" else SHOW_MOVE + find_tile(rest)
    raise ValueError(f"{text!r} is not a move of Acquire")


def find_split(text: str) -> int:
    """The decision of what follows `give:`."""
    found = _SPLIT.fullmatch(text)
    if text == "-":
        return GIVE_MOVE
    if not text or found is None:
        raise ValueError(f"{text!r} does not tell what is sold and traded, as S3T4 does")
    sold, traded = (int(number or 0) for number in found.groups())
    if traded % 2 or not is_split(sold, traded // 2):
        raise ValueError(f"{text!r} trades an odd number of shares, or names more than {SHARES}")
    return GIVE_MOVE + GIVE_ROW * sold + traded // 2


def shares_text(chains: list) -> str:
    """`buy:Luxor,Luxor,Tower`: a whole purchase."""
    return "buy:" + (",".join([NAMES[chain] for chain in sorted(chains)]) or "-")


def find_shares(text: str) -> list:
    """The chains of a whole purchase, in their order. ValueError when it is none."""
    names = text.partition(":")[2]
    return [] if names == "-" else sorted([find_chain(name) for name in names.split(",")])


_CHAIN_MOVES = (
    (FOUND_MOVE, "found"),
    (SURVIVE_MOVE, "survive"),
    (ORDER_MOVE, "order"),
    (BUY_MOVE, "buy"),
)
_SINGLE = {NO_MORE: "buy:-", END_MOVE: "end", DRAW_UNKNOWN: "draw:?", SHOW_DONE: "show:-"}
