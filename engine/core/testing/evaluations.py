# cython: language_level=3, cdivision=True
"""Window on evaluators, heuristics and the evaluation cache: their answers as Python numbers."""

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


def margin(position: Position):
    """The lead of player 0 over player 1; None when the game has no margin."""
    return position.rules.margin(position.state) if position.rules.has_margin else None


def picks(heuristic: Heuristic, position: Position, count: cython.int, seed: uint64_t) -> dict:
    """The number of times that each move comes up when the heuristic picks `count` times."""
    moves: uint16_t[MOST_MOVES]
    rng: Rng
    n: cython.int = position.rules.moves(position.state, moves)
    made = dict.fromkeys([moves[i] for i in range(n)], 0)
    seed_rng(cython.address(rng), seed)
    for _ in range(count):
        made[moves[heuristic.pick(position.state, moves, n, cython.address(rng))]] += 1
    return made


def policy_playouts(heuristic: Heuristic, position: Position, count: cython.int, seed: uint64_t) -> tuple:
    """Each player's reward summed over `count` whole playouts by the heuristic's picks."""
    rng: Rng
    total: cython.double[MOST_PLAYERS]
    one: cython.float[MOST_PLAYERS]
    work: Position = position.copy()
    i: cython.int
    seed_rng(cython.address(rng), seed)
    for i in range(MOST_PLAYERS):
        total[i] = 0
    with cython.nogil:
        for _ in range(count):
            work.rules.copy(work.state, position.state)
            heuristic.playout(work.state, cython.address(rng))
            work.rules.rewards(work.state, one)
            for i in range(work.rules.players):
                total[i] += one[i]
    return tuple([total[i] for i in range(position.rules.players)])


def policy_playout(heuristic: Heuristic, position: Position, seed: uint64_t) -> Position:
    """The final position of one whole playout by the heuristic's picks."""
    rng: Rng
    end: Position = position.copy()
    seed_rng(cython.address(rng), seed)
    heuristic.playout(end.state, cython.address(rng))
    return end


def logged_playout(
    position: Position, seed: uint64_t, heuristic: Heuristic = None, plies: cython.int = UNCUT
) -> tuple:
    """The position after at most `plies` moves of a playout, random or by a heuristic, and those as
    (player, move)."""
    rng: Rng
    log: uint16_t[ROOM]
    made: cython.int
    end: Position = position.copy()
    seed_rng(cython.address(rng), seed)
    if heuristic is None:
        made = end.rules.partial_playout(end.state, cython.address(rng), plies, log, ROOM)
    else:
        made = heuristic.partial_playout(end.state, cython.address(rng), plies, log, ROOM)
    return end, [(log[i] >> MOVER_SHIFT, log[i] & (1 << MOVER_SHIFT) - 1) for i in range(made)]


def move_scores(tables: Patterns, p: uint64_t, o: uint64_t) -> dict:
    """The value of each move to the mover: {square: score}."""
    moves: uint16_t[64]
    scores: cython.int[64]
    n: cython.int = tables.score_moves(p, o, moves, scores)
    return {moves[i]: scores[i] for i in range(n)}


def store(cache: EvalCache, p: uint64_t, o: uint64_t, scores: list):
    """Store the scores of a position's moves in a cache."""
    given: cython.int[64]
    i: cython.int
    for i in range(len(scores)):
        given[i] = scores[i]
    cache.store(p, o, given, len(scores))


def probe(cache: EvalCache, p: uint64_t, o: uint64_t, n: cython.int):
    """The scores that a cache has of a position's `n` moves, or None."""
    found: cython.int[64]
    return [found[i] for i in range(n)] if cache.probe(p, o, found, n) else None
