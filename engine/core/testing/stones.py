# cython: language_level=3, cdivision=True
"""Window on the stones of PolyClash: keys of the superko, and playouts move by move."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import stones`")


def stones_key(position: Position) -> int:
    """The key of the stones alone, by which the superko knows a position again."""
    return cython.cast(cython.pointer(Stones), position.state).key


def playout_moves(position: Position, seed: uint64_t) -> list:
    """The moves of `position.playout(seed)`."""
    game: PolyClash = position.rules
    end: Position = position.copy()
    rng: Rng
    moves = []
    seed_rng(cython.address(rng), seed)
    while not end.over:
        moves.append(step(cython.cast(cython.pointer(Stones), end.state), game.graph, cython.address(rng)))
    return moves
