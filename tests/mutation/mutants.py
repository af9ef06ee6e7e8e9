"""Mutants of a module: its source with one small fault each, by the operators of Cosmic Ray."""

import ast
import random

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.operators import (
    binary_operator_replacement,
    boolean_replacer,
    break_continue,
    comparison_operator_replacement,
    exception_replacer,
    number_replacer,
    remove_decorator,
    unary_operator_replacement,
    zero_iteration_for_loop,
)

from outflank.engine.record import NamedTuple

SIGNS = """
Add_Sub Sub_Add Mul_FloorDiv Div_Mul FloorDiv_Mul Mod_FloorDiv Pow_Mul LShift_RShift RShift_LShift
BitOr_BitAnd BitAnd_BitOr BitXor_BitAnd
Eq_NotEq NotEq_Eq Lt_LtE LtE_Lt Gt_GtE GtE_Gt Lt_GtE LtE_Gt Gt_LtE GtE_Lt Is_IsNot
IsNot_Is USub_UAdd Delete_USub Delete_Not Delete_Invert
"""
PAIRS = SIGNS.split()
"""Of the operators that put one sign in place of another those that stay nearest: a limit that is off by one,
a test turned round, plus for minus. All 180 pairs would mostly raise the same TypeError again and again."""
FAMILIES = (binary_operator_replacement, comparison_operator_replacement, unary_operator_replacement)
OPERATORS = [
    operator()
    for family in FAMILIES
    for operator in family.operators()
    if any(operator.__name__.endswith(f"_{pair}") for pair in PAIRS)
] + [
    boolean_replacer.AddNot(),
    boolean_replacer.ReplaceTrueWithFalse(),
    boolean_replacer.ReplaceFalseWithTrue(),
    boolean_replacer.ReplaceAndWithOr(),
    boolean_replacer.ReplaceOrWithAnd(),
    break_continue.ReplaceBreakWithContinue(),
    break_continue.ReplaceContinueWithBreak(),
    exception_replacer.ExceptionReplacer(),
    number_replacer.NumberReplacer(),
    remove_decorator.RemoveDecorator(),
    zero_iteration_for_loop.ZeroIterationForLoop(),
]


class Mutant(NamedTuple):
    """A mutant: its line, that line before and after (stripped), and the whole source."""

    line: int
    before: str
    after: str
    source: str


def unread(source):
    """The lines of a module that are left out: what stands below `if TYPE_CHECKING` and does not run, and
    module-level names of plain numbers. These are settings, whose reason stands beside them; a test could
    only repeat them."""
    lines, tree = set(), ast.parse(source)
    plain = (ast.Constant, ast.Tuple, ast.Load, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    for node in tree.body:
        if isinstance(node, ast.Assign) and all(isinstance(part, plain) for part in ast.walk(node.value)):
            lines |= {*range(node.lineno, node.end_lineno + 1)}
    for node in ast.walk(tree):
        flag = isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TYPE_CHECKING"
        if flag or isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            lines |= {*range(node.lineno, node.end_lineno + 1)}
    return lines


def annotated(source):
    """(first, last) positions of annotations, which do not run either."""
    for node in ast.walk(ast.parse(source)):
        for found in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if found is not None:
                yield (found.lineno, found.col_offset), (found.end_lineno, found.end_col_offset)


def all_of(source, sample=0, seed=1):
    """The mutants of a source that can be compiled, each different from it and from the others; with
    `sample`, about that many of them by chance."""
    left_out, annotations = unread(source), list(annotated(source))
    nodes = list(ast_nodes(parso.parse(source)))
    spots = [
        (operator, at, index)
        for operator in OPERATORS
        for at, node in enumerate(nodes)
        for index, (start, _) in enumerate(operator.mutation_positions(node))
        if start[0] not in left_out and not any(first <= start < last for first, last in annotations)
    ]
    if 0 < sample < len(spots):
        spots = random.Random(seed).sample(spots, sample)
    lines, seen = source.split("\n"), {source}
    for operator, at, index in spots:
        text = changed(source, operator, at, index)
        if text not in seen and compiles(text):
            seen.add(text)
            after = text.split("\n")
            row = next(row for row, (old, new) in enumerate(zip(lines, after, strict=False)) if old != new)
            yield Mutant(row + 1, lines[row].strip(), after[row].strip(), text)


def changed(source, operator, at, index):
    """The source in which the operator has changed a node in one of its ways."""
    tree = parso.parse(source)
    node = list(ast_nodes(tree))[at]
    siblings = node.parent.children if node.parent else []
    new = operator.mutate(node, index)
    place = next((place for place, one in enumerate(siblings) if one is node), None)
    if place is not None:
        siblings[place : place + 1] = [] if new is None else [new]
    return tree.get_code()


def compiles(source):
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True
