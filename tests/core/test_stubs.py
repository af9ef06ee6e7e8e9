"""The stubs beside the compiled modules: they say what the modules offer, no more and no less."""

import ast
import importlib
from pathlib import Path

import pytest

from outflank.engine import core

CORE = Path(core.__file__).parent
SOURCES = sorted(path for path in CORE.glob("[!_]*/*.py") if path.name != "__init__.py")
MACHINERY = {"__init__", "__iter__", "__next__", "__len__", "__repr__"}
"""Special methods that a stub may name."""


def stub_names(body):
    """{name: statement} of the definitions and annotated names of a stub."""
    found = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return found


def offered(thing):
    """The names that a compiled module or class has of its own, tuples' and exceptions' aside."""
    inherited = set(dir(thing.__base__)) if isinstance(thing, type) and thing.__base__ is tuple else set()
    return {name for name in vars(thing) if not name.startswith("_")} - inherited


def defined(module, name):
    """Whether a class or function of a module is its own, and not imported."""
    thing = getattr(module, name)
    own = getattr(thing, "__module__", None) == module.__name__
    return own and (isinstance(thing, type) or callable(thing))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stub_says_what_its_module_offers(source):
    module = core.load(f"{source.parent.name}.{source.stem}")
    tree = ast.parse(source.with_suffix(".pyi").read_text("utf-8"))
    stub = stub_names(tree.body)
    assert {name for name in stub if not hasattr(module, name)} == set()
    assert {name for name in offered(module) if defined(module, name)} - set(stub) == set()
    for name, node in stub.items():
        if isinstance(node, ast.ClassDef):
            compare_classes(getattr(module, name), node)


def compare_classes(kind, node):
    members = stub_names(node.body)
    assert {name for name in members if name not in MACHINERY and not hasattr(kind, name)} <= slots(kind)
    inherited = {name for base in kind.__mro__[1:] for name in vars(base)}
    assert {name for name in offered(kind) - inherited if not name.startswith("_")} - set(members) == set()
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    names = {base.__name__ for base in kind.__mro__[1:]}
    assert set(bases) - {"NamedTuple"} <= names


def slots(kind):
    return set(getattr(kind, "_fields", ())) | set(getattr(kind, "__slots__", ()))


def test_every_stub_has_its_module():
    stubs = {path.with_suffix("") for path in CORE.glob("*/*.pyi")}
    assert stubs == {path.with_suffix("") for path in SOURCES}


def test_modules_that_are_not_there_are_not_typed():
    with pytest.raises((ImportError, AttributeError)):
        importlib.import_module("outflank.engine.core.game").nothing  # noqa: B018
