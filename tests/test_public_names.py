"""The engine's public interface: every name is there, is documented, and its example runs."""

import doctest
import subprocess
import sys

import pytest

from outflank import engine


@pytest.mark.parametrize("name", ["", *engine.__all__])
def test_each_name_has_an_example_that_runs(name):
    thing = getattr(engine, name) if name else engine
    examples = doctest.DocTestParser().get_doctest(thing.__doc__, {}, name or "engine", None, None)
    assert examples.examples, f"{name} has no example"
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said = []
    assert runner.run(examples, out=said.append).failed == 0, "".join(said)


def test_a_name_is_loaded_when_it_is_asked_for():
    names = "[name for name in sys.modules if name.startswith('outflank')]"
    code = f"import sys; from outflank import engine; print({names})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['outflank', 'outflank.engine']"


def test_other_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        engine.Nothing  # noqa: B018
    with pytest.raises(ImportError):
        exec("from outflank.engine import Nothing")
