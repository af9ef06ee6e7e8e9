"""The list of skips that CI allows, and that one which is not on it fails a run."""

import os
import subprocess
import sys

import pytest
import skips
from places import TESTS

TEXT = (TESTS / "skips.txt").read_text()


@pytest.mark.parametrize(
    ("reason", "without", "allowed"),
    [
        ("there is no zsh", (), True),
        ("there is no zsh at all", (), False),
        ("there is no Chromium", (), False),
        ("there is no Chromium", ("quarry", "chromium"), True),
        ("no quarry, xdotool (Debian packages quarry, xdotool)", ("xdotool",), True),
        ("npm could not install the packages: ['npm error']", (), True),
        ("needs Ray, the extra `cluster`", ("ray",), True),
        ("too slow today", ("ray", "npm", "quarry"), False),
    ],
)
def test_a_skip_is_on_the_list(reason, without, allowed):
    assert (skips.unexpected({reason}, skips.allowed(TEXT, without)) == []) is allowed


@pytest.mark.parametrize(("ci", "code"), [("true", 1), ("false", 0)])
def test_a_skip_that_is_not_on_the_list_fails_a_run_in_ci(ci, code, tmp_path):
    (tmp_path / "test_one.py").write_text("import pytest\n\ndef test():\n    pytest.skip('too slow today')\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "skips", "-c", os.devnull, "test_one.py"]
    more = {**os.environ, "CI": ci, "PYTHONPATH": str(TESTS / "helpers")}
    done = subprocess.run(command, cwd=tmp_path, env=more, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    assert ("not on the list in tests/skips.txt: too slow today" in done.stdout) == bool(code)
