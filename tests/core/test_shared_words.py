"""Words that several threads use at once are only touched by the helpers of bits.h that make it safe.

A plain access is a data race: a compiler may split, repeat or leave out a load or a store. `sanitize.py`
finds races by running; this finds them by reading, in every build.
"""

import ast

import pytest
from places import ROOT

CORE = ROOT / "engine" / "core"
TREE = {"stat", "child", "move", "low", "high", "backed", "flags", "full", "top", "rung", "halt", "done"}
CREW = {"halt", "closed", "idle", "open", "cutoff", "helpers", "rung"}
ROOMS = ("pool", "prove", "select", "expand", "simulate", "inspect", "leads", "roots", "search")
SEARCH = [f"search/{name}" for name in ROOMS]
ARMS = {"stat", "below", "seen", "tag", "filled", "made", "replaced", "tight"}
INFOSET = [f"infoset/{name}" for name in ("arms", "inspect", "select", "simulate", "search")]
WORDS = {
    **dict.fromkeys(SEARCH, TREE),
    **dict.fromkeys(INFOSET, ARMS),
    **dict.fromkeys(
        ("solver/split_point", "solver/null_window", "solver/root_search", "solver/endgame"), CREW
    ),
    "solver/alphabeta": {"rung"},
    "base/stop": {"rung"},
    "base/crew": {"rung", "halt", "done"},
}
"""Fields that more than one thread uses, by the module that uses them."""
ALONE = {
    "search/pool": {
        *("__cinit__", "hold_amaf", "clear"),  # before there are workers
        *("begin", "mark"),  # a collection: the workers have ended
        "bound",  # between searches
    },
    "infoset/arms": {"clear", "grow"},  # between searches and slices of them
    "infoset/select": {"select_move"},  # where there is one worker
    "infoset/simulate": {"back_up"},  # likewise
    "search/prove": {"prove_end", "set_static_value"},  # a node not inserted yet is its worker's own
    "search/expand": {"order_edges"},  # likewise
    "search/roots": {"revalidate", "keep_moves"},  # between searches
    "base/stop": {"__init__"},  # a bell that nobody has yet
    "base/crew": {"count_done"},  # where there is one worker
    "solver/split_point": {"offer"},  # a position that is not on offer yet
}
"""Functions during which nobody else uses the fields."""
LOCKED = {"search/pool": {"refill"}, "solver/split_point": {"take_move", "join"}}
"""Functions that hold the lock without which nobody writes the fields: they may read them as they are."""
HOMONYMS = {
    "split.move",
    "entry.move",
    "root.low",
    "root.high",
    "entry.low",
    "entry.high",
    "mtd.low",
    "mtd.high",
}
"""Fields of other structures with such a name."""


def plain_accesses(source, words, alone=(), locked=()):
    """(line, text) of every access to one of these fields that is not by its address, outside functions that
    may."""
    found = []

    def visit(node, function, use):
        if isinstance(node, ast.FunctionDef):
            function = node.name
        if isinstance(node, ast.Attribute) and node.attr in words and use != "addressed":
            writes = use == "written" or isinstance(node.ctx, ast.Store)
            may = function in alone or function in locked and not writes
            if not may and ast.unparse(node) not in HOMONYMS:
                found.append((node.lineno, ast.unparse(node)))
        for child in ast.iter_child_nodes(node):
            below = None
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "cython.address":
                below = "addressed"
            elif isinstance(node, ast.Subscript) and child is node.value:
                # Of an array it is an element that is used.
                below = "written" if isinstance(node.ctx, ast.Store) else use
            visit(child, function, below)

    visit(ast.parse(source), None, None)
    return found


@pytest.mark.parametrize("module", WORDS)
def test_shared_words_are_never_touched_plainly(module):
    source = (CORE / f"{module}.py").read_text("utf-8")
    found = plain_accesses(source, WORDS[module], ALONE.get(module, ()), LOCKED.get(module, ()))
    assert not found, f"use a helper of bits.h: {found}"


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("shared_set_flag(cython.address(self.halt), True)", True),
        ("shared_store16(cython.address(node.backed[i]), 1)", True),
        ("stat = cython.address(worker.edges[i].stat)", True),
        ("self.halt = True", False),
        ("node.backed[i] = 1", False),
        ("edges[i].move |= 1", False),
        ("x = f(cython.address(edges[edge.move]))", False),
        ("while not self.halt: pass", False),
    ],
)
def test_the_check_sees_plain_accesses(text, right):
    assert (plain_accesses(f"def f():\n    {text}", TREE) == []) is right
    assert plain_accesses(f"def f():\n    {text}", TREE, alone={"f"}) == []


def test_a_lock_lets_read_but_not_write():
    assert plain_accesses("def f():\n    x = split.cutoff", CREW, locked={"f"}) == []
    assert len(plain_accesses("def f():\n    split.cutoff = 1", CREW, locked={"f"})) == 1
