"""Builds a search: evaluator, leaf solver and memory for the rules of a game and the options chosen."""

from __future__ import annotations

from functools import partial

from outflank.engine import core
from outflank.engine.evaluation import level_of
from outflank.engine.evaluators import new_evaluator, new_leaf_solver

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from outflank.engine.core.game.rules import Rules
    from outflank.engine.core.infoset.search import InfosetSearch
    from outflank.engine.core.othello.patterns import Patterns
    from outflank.engine.core.search.search import Search
    from outflank.engine.technique import Options
    from outflank.engine.variant import Variant

    AnySearch: TypeAlias = Search | InfosetSearch
    """Both have the same face."""


def new_search(
    variant: Variant,
    rules: Rules,
    options: Options,
    memory: float,
    seed: int = 1,
    threads: int = 1,
    tables: Patterns | None = None,
    cache_bits: int | None = None,
) -> AnySearch:
    """A search without a root, in `memory` megabytes. Where chance moves or something is hidden it is one of
    what a seat knows. `options` are all of engine/options.py; `tables` and `cache_bits` are those of
    engine/evaluators.py. MemoryError without room for its tree, NotBuilt when the program's own tables are
    asked for and missing."""
    load = partial(core.load, level=level_of(rules))
    evaluator = new_evaluator(variant, rules, options, tables, cache_bits)
    if rules.has_chance or rules.has_hidden:
        table = load("infoset.arms").ArmTable(memory)
        hidden: InfosetSearch = load("infoset.search").InfosetSearch(evaluator, table, options, seed, threads)
        return hidden
    pool = load("search.pool").Pool(memory)
    solver = new_leaf_solver(variant, rules)
    search: Search = load("search.search").Search(evaluator, pool, options, seed, threads, solver)
    return search
