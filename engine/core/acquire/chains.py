# cython: language_level=3, cdivision=True
"""The seven hotel chains of Acquire: their names, and the card of prices and bonuses."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import chains`")

NAMES = ("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental")
LETTERS = "LTAWFIC"
"""The first letters of the names, by which cells and lists are written."""


def price(chain: cython.int, size: cython.int) -> int:
    """The price of a share of a chain of `size` tiles."""
    if not 0 <= chain < CHAINS or not 0 <= size <= 108:
        raise ValueError(f"chain {chain} with {size} tiles is not in the table")
    return 100 * price_of(chain, size)


def bonuses(chain: cython.int, size: cython.int) -> tuple:
    """The majority and the minority bonus of a chain of `size` tiles."""
    each = price(chain, size)
    return MAJORITY * each, MINORITY * each


def alphabetical() -> tuple:
    """The numbers of the chains in the order of their names."""
    return tuple([BY_NAME[i] for i in range(CHAINS)])


def find_chain(name: str) -> int:
    """The number of the chain of that name, in any case. ValueError when there is none."""
    for chain in range(CHAINS):
        if NAMES[chain].lower() == name.lower():
            return chain
    raise ValueError(f"{name!r} is none of {', '.join(NAMES)}")
