"""Fixtures that every test file may use."""

import functools
import hashlib
import os
import signal
import subprocess
import sys
from itertools import product

import pytest
import transcript

from engine import core

# A job in the background of a script ignores SIGINT, and so would every program it starts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory):
    """What the programs under test learn goes into a folder of the tests."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(params=core.built(), scope="session")
def load(request):
    """Loads a compiled module of engine.core by name; the test runs once per CPU level of this machine."""
    return functools.partial(core.load, level=request.param)


@pytest.fixture(scope="session")
def program():
    """The command of the stand-alone program, built anew when anything it is made of has changed."""
    built = transcript.ROOT / "dist" / "outflank" / "outflank"
    stamp = transcript.ROOT / "build" / "frozen" / "stamp"
    made_of = source_stamp()
    if not (built.exists() and stamp.exists() and stamp.read_text() == made_of):
        subprocess.run([sys.executable, transcript.ROOT / "dist" / "build.py", "onedir"], check=True)
        stamp.write_text(made_of)
    return [str(built)]


PATTERNS = ("*.py", "*.pxd", "*.h", "*.c", "*.spec", "*.patterns", "*.book")


def source_stamp():
    """A hash of all files that the program is made of."""
    digest = hashlib.sha256()
    paths = [transcript.ROOT / "pyproject.toml"]
    for folder, pattern in product(("engine", "protocol", "dist"), PATTERNS):
        paths += sorted((transcript.ROOT / folder).rglob(pattern))
    for path in paths:
        digest.update(str(path.relative_to(transcript.ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@pytest.fixture(params=["module", "program"], scope="session")
def command(request):
    """The command that starts the engine: `python -m protocol`, then the stand-alone program."""
    return transcript.MODULE if request.param == "module" else request.getfixturevalue("program")


@pytest.fixture
def start(command):
    """Starts the engine with options at the other end of pipes; ends what still runs afterwards."""
    peers = []

    def run(*options, **streams):
        peers.append(transcript.Peer(command, options, **streams))
        return peers[-1]

    yield run
    for peer in peers:
        peer.kill()
