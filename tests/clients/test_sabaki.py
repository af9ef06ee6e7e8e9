"""Sabaki's client library under node: attaching, positions in one burst, games, analysis."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from downloads import download

pytestmark = pytest.mark.clients
PACKAGE = "@sabaki/gtp@3.0.0"
DRIVER = Path(__file__).with_name("sabaki.cjs")


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """The folder that the library is installed in."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} on the path")
    folder = tmp_path_factory.mktemp("sabaki")
    words = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder, PACKAGE]
    download(words, "npm install", PACKAGE)
    return folder / "node_modules"


@pytest.mark.parametrize("scenario", ["attach", "sync", "game", "analyze", "genmove_analyze", "stop"])
def test_sabaki(program, library, scenario):
    limits = ["--visits", "400", "--seed", "1"] if scenario == "game" else ["--seconds", "0.8"]
    done = subprocess.run(
        ["node", DRIVER, scenario, *program, *limits],
        env={**os.environ, "NODE_PATH": str(library)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_a_failing_scenario_is_seen(library):
    """The driver would be worth nothing if it took everything: this engine answers nothing but errors."""
    fake = ["sh", "-c", "while read line; do printf '? no\\n\\n'; done"]
    done = subprocess.run(
        ["node", DRIVER, "attach", *fake],
        env={**os.environ, "NODE_PATH": str(library)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1 and "is answered by no" in done.stderr
