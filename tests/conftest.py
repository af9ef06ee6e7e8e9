"""Fixtures that every test file may use."""

import functools

import pytest

from engine import core


@pytest.fixture(params=core.built(), scope="session")
def load(request):
    """Loads a compiled module of engine.core by name; the test runs once per CPU level of this machine."""
    return functools.partial(core.load, level=request.param)
