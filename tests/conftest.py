"""Fixtures that every test file may use."""

import fcntl
import functools
import hashlib
import os
import signal
import subprocess
import sys
from itertools import product

import gtp_script
import pytest

from outflank.engine import core

pytest_plugins = ["cost", "skips", "ray_cluster"]

# A program under test that may not keep what it has compiled takes three times as long to start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Nor is what pytest makes of the test modules: they would be rewritten and compiled anew by each process.
sys.dont_write_bytecode = False

# A job in the background of a script ignores SIGINT, and so would every program it starts.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser):
    parser.addoption(
        "--thorough",
        action="store_true",
        help="try every case of the tables that a usual run takes a part of",
    )


@pytest.fixture(autouse=True)
def own_signals():
    """A session in this process makes signals its own, and what a later test starts would ignore SIGINT."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in before.items():
        if signal.getsignal(number) != handler:
            signal.signal(number, handler)


@pytest.fixture(autouse=True, scope="session")
def own_data(tmp_path_factory):
    """What the programs under test learn goes into a folder of the tests, and the user's own defaults are not
    theirs."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))
    os.environ["XDG_CONFIG_HOME"] = str(tmp_path_factory.mktemp("config"))
    # Training yields to everything else, and would never end beside the other tests.
    os.environ["OUTFLANK_NICE"] = "0"


SLOW = (
    "training",
    "growth",
    "ending",
    "own_program",
    "build",
    "lab_match",
    "screening",
    "match",
    "tournament",
    "check",
    "faults",
    "soak",
    "sanitize",
    "signatures",
    "endgame",
    "every_subcommand",
    "page",
    "analyze",
)
"""Rooms whose tests take long, which a quick run leaves out."""
DEAREST = (
    "bench_protocol",
    "check",
    "play_page",
    "training",
    "cluster",
    "endgame",
    "nboard",
    "session",
    "gtp",
    "match",
    "nboard_gui",
    "fuzz",
    "faults",
    "soak",
    "sanitize",
    "signatures",
    "every_subcommand",
    "search",
    "analyze",
    "sos",
    "techniques_on_trees",
    "othello",
    "pexpect",
    "ending",
    "house",
    "page",
    "gogui",
    "ringmaster",
    "lab_match",
    "build",
    "model",
    "bots",
    "dump",
    "fifth_game",
)
"""Files in the order of `--cost`, the dearest first, so that no process is left with a long one at the end.
The first one builds the stand-alone program, which the second does not need."""


def pytest_collection_modifyitems(items):
    """Mark the slow files, and let the dearest begin."""
    slow = {f"test_{room}" for room in SLOW}
    rank = {f"test_{room}": at for at, room in enumerate(DEAREST)}
    for item in items:
        if item.path.stem in slow or item.path.parent.name == "clients":
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: rank.get(item.path.stem, len(rank)))


@pytest.fixture(params=core.built(), scope="session")
def load(request):
    """Loads a compiled module of outflank.engine.core by name; the test runs once per CPU level of this
    machine."""
    return functools.partial(core.load, level=request.param)


@pytest.fixture(scope="session")
def program():
    """The command of the stand-alone program, built anew when anything it is made of has changed."""
    built = gtp_script.ROOT / "dist" / "outflank" / "outflank"
    folder = gtp_script.ROOT / "build" / "frozen"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = folder / "stamp"
    made_of = source_stamp()
    # The tests run in several processes, of which one builds for all.
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (built.exists() and stamp.exists() and stamp.read_text() == made_of):
            subprocess.run([sys.executable, gtp_script.ROOT / "dist" / "build.py", "onedir"], check=True)
            stamp.write_text(made_of)
    return [str(built)]


PATTERNS = (
    "*.py",
    "*.pxd",
    "*.h",
    "*.c",
    "*.spec",
    "*.patterns",
    "*.book",
    "*.tsv",
    "*.js",
    "*.css",
    "*.html",
)


def source_stamp():
    """A hash of all files that the program is made of."""
    digest = hashlib.sha256()
    paths = [gtp_script.ROOT / "pyproject.toml"]
    for folder, pattern in product(("engine", "protocol"), PATTERNS):
        paths += sorted((gtp_script.ROOT / folder).rglob(pattern))
    # Not what is built there: a second process would build anew what the first one runs.
    paths += [gtp_script.ROOT / "dist" / name for name in ("build.py", "outflank.spec")]
    for path in paths:
        digest.update(str(path.relative_to(gtp_script.ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@pytest.fixture(params=["module", "program"], scope="session")
def command(request):
    """The command that starts the engine: `python -m outflank.protocol`, then the stand-alone program."""
    return gtp_script.MODULE if request.param == "module" else request.getfixturevalue("program")


@pytest.fixture
def start(command):
    """Starts the engine with options at the other end of pipes; ends what still runs afterwards."""
    peers = []

    def run(*options, **streams):
        peers.append(gtp_script.Peer(command, options, **streams))
        return peers[-1]

    yield run
    for peer in peers:
        peer.kill()
