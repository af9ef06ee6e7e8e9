"""Evaluators and leaf solvers for searches, chosen by a game's row and the options.

Learned tables are chosen here and nowhere else. Evaluators of the program's own tables share one evaluation
cache for each CPU level, so that several trees take its memory once.
"""

from __future__ import annotations

from functools import partial

from outflank.engine import core
from outflank.engine.evaluation import level_of, shipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outflank.engine.core.game.evaluator import Evaluator, LeafSolver
    from outflank.engine.core.game.heuristic import Heuristic
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.othello.eval_cache import EvalCache
    from outflank.engine.core.othello.patterns import Patterns
    from outflank.engine.variant import Variant

_caches: dict[str, EvalCache] = {}
"""The caches of the program's own tables, by CPU level."""


def new_evaluator(
    variant: Variant,
    rules: Rules,
    options: Mapping[str, int | float | str],
    tables: Patterns | None = None,
    cache_bits: int | None = None,
) -> Evaluator:
    """The evaluator for rules of a game: pattern tables, these or the program's own, or playouts.

    The program's own tables have a cache of 2^`cache_bits` entries, of the usual size unless that is given.
    NotBuilt when they are missing or damaged."""
    load = partial(core.load, level=level_of(rules))
    evaluator: Evaluator
    if options["evaluation"] == "learned" and variant.is_learned(rules):
        module = load("othello.pattern_evaluator")
        level, cache = level_of(rules), None
        if tables is None:
            cache = _shared_cache(level, module.CACHE_BITS if cache_bits is None else cache_bits)
            tables = shipped(level)
        slope, temperature = options["value_slope"], options["prior_temperature"]
        evaluator = module.PatternEvaluator(rules, tables, slope, temperature, cache)
        return evaluator
    chosen = (options[name] for name in ("playouts", "policy", "cut", "static_weight"))
    evaluator = load("search.rollout").Playouts(new_heuristic(variant, rules), *chosen)
    return evaluator


def new_heuristic(variant: Variant, rules: Rules) -> Heuristic:
    """The heuristic of a game; one that knows nothing where its row names none."""
    load = partial(core.load, level=level_of(rules))
    build = variant.heuristic or (lambda load, rules: load("game.heuristic").Heuristic(rules))
    made: Heuristic = build(load, rules)
    return made


def new_leaf_solver(variant: Variant, rules: Rules) -> LeafSolver | None:
    """The solver of short endings for rules of a game, None where there is none."""
    made: LeafSolver | None = None
    if variant.leaf_solver is not None:
        made = variant.leaf_solver(partial(core.load, level=level_of(rules)), rules)
    return made


def clear_caches() -> None:
    """Empty the evaluation caches of the program's own tables. No search may be running."""
    for cache in _caches.values():
        cache.clear()


def _shared_cache(level: str, bits: int) -> EvalCache:
    if level not in _caches or _caches[level].bits != bits:
        _caches[level] = core.load("othello.eval_cache", level).EvalCache(bits)
    return _caches[level]
