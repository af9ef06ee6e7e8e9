"""Faults of the system: calls that write, open, rename or begin a thread fail, and nothing is half done."""

import re
import subprocess
import sys

import loop
import pytest
from places import TESTS
from scenes import SCENES

LONGEST = 12.0
"""Seconds for a scene, which only a match between processes takes longer for."""
SHORT = 1.5
"""The same for faults of memory, of which there are thousands: the first of them here, all by command."""


def run(*words):
    command = [sys.executable, TESTS / "faults" / "loop.py", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == loop.NO_FAULTS:
        pytest.skip(f"faults cannot be made here: {done.stderr.strip()[-200:]}")
    return done


@pytest.mark.parametrize("name", SCENES)
def test_no_fault_of_the_system_leaves_anything_half_done(name):
    kinds = [kind for kind in SCENES[name].kinds if kind != "allocation"]
    done = run("--only", name, "--seconds", str(LONGEST), "--kinds", *kinds)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.search(r": (\d+) faults", done.stdout)[1]) > 1, done.stdout


def test_no_want_of_memory_leaves_anything_half_done():
    done = run("--seconds", str(SHORT), "--kinds", "allocation")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_fault_that_does_harm_is_found(tmp_path):
    """A file that is written in place, as no file of ours is."""
    (tmp_path / "plant.py").write_text(
        "import os, sys\n"
        f"sys.path[:0] = [{str(TESTS / 'faults')!r}, {str(TESTS / 'helpers')!r}]\n"
        "from outflank.protocol.console import files\n"
        "def replace(path, pieces, mark):\n"
        "    with open(path, 'wb') as file:\n"
        "        file.writelines(pieces)\n"
        "files.replace = replace\n"
        "import loop\n"
        "loop.__file__ = __file__\n"
        "raise SystemExit(loop.main(sys.argv[1:]))\n"
    )
    command = [sys.executable, tmp_path / "plant.py", "--only", "Replace", "--kinds", "write"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == loop.NO_FAULTS:
        pytest.skip(f"faults cannot be made here: {done.stderr.strip()[-200:]}")
    assert done.returncode == 1 and "Replace: write 1 alone" in done.stdout, done.stdout + done.stderr
