"""Shared parts of the tests of clients: the stand-alone program at the other end of pipes."""

import pytest
from controllers import Engine


def pytest_configure(config):
    config.addinivalue_line("markers", "clients: drives a real client, which must be installed")


@pytest.fixture
def engine(program):
    """Starts the stand-alone program with options; ends what still runs afterwards."""
    engines = []

    def run(*options):
        engines.append(Engine(program, options))
        return engines[-1]

    yield run
    for engine in engines:
        engine.kill()


@pytest.fixture
def plain_path(program, tmp_path):
    """The stand-alone program by a path without blanks, at which such clients cut a command."""
    link = tmp_path / "outflank"
    link.symlink_to(program[0])
    return str(link)
