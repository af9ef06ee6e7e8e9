# cython: language_level=3, cdivision=True
"""Window on evaluators: what they say of a position, as Python numbers."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.testing import evaluations`")


def priors(evaluator: Evaluator, position: Position):
    """The priors of the position's moves in their order; None when the evaluator has none."""
    moves: uint16_t[MOST_MOVES]
    out: cython.float[MOST_MOVES]
    scratch: Scratch = evaluator.new_scratch(0)
    n: cython.int = position.rules.moves(position.state, moves)
    known = n and evaluator.priors(position.state, moves, n, scratch, out)
    return [out[i] for i in range(n)] if known else None


def judgement(evaluator: Evaluator, position: Position):
    """Each player's expected reward by the static value; None when the evaluator has none."""
    out: cython.float[MOST_PLAYERS]
    scratch: Scratch = evaluator.new_scratch(0)
    known = evaluator.judge(position.state, scratch, out)
    return tuple([out[i] for i in range(position.rules.players)]) if known else None


def lead(evaluator: Evaluator, position: Position):
    """The mover's expected lead and the slope of its odds; None when the evaluator has none."""
    out: cython.float[2]
    scratch: Scratch = evaluator.new_scratch(0)
    known = evaluator.lead(position.state, scratch, out)
    return (out[0], out[1]) if known else None
