"""Fixtures that every test file may use."""

import functools

import pytest
import transcript

from engine import core


@pytest.fixture(params=core.built(), scope="session")
def load(request):
    """Loads a compiled module of engine.core by name; the test runs once per CPU level of this machine."""
    return functools.partial(core.load, level=request.param)


@pytest.fixture
def start():
    """Starts `python -m protocol` with options at the other end of pipes; ends what still runs afterwards."""
    peers = []

    def run(*options, **streams):
        peers.append(transcript.Peer(transcript.MODULE, options, **streams))
        return peers[-1]

    yield run
    for peer in peers:
        peer.kill()
