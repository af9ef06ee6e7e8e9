"""The command that takes the README's pictures anew."""

import os
import subprocess
import sys

import gtp_script
import pytest


def pictures(*names, **environment):
    """The exit code of the command, its output and its errors."""
    command = [sys.executable, gtp_script.ROOT / "tests" / "pictures.py", *names]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def taken():
    """When each picture was written."""
    folder = gtp_script.ROOT / ".github" / "pictures"
    return {path: path.stat().st_mtime_ns for path in folder.glob("*")}


@pytest.mark.parametrize(
    ("name", "programs", "packages"),
    [
        ("quarry", {"Xvfb", "xdotool", "import", "convert"}, {"imagemagick", "xdotool", "xvfb"}),
        ("review", {"chromium", "convert"}, {"chromium", "imagemagick"}),
    ],
)
def test_what_is_missing_is_told_in_one_line(tmp_path, name, programs, packages):
    before = taken()
    code, out, err = pictures(name, PATH=str(tmp_path))
    assert (code, out) == (2, "")
    told, _, rest = err.partition(" (Debian packages ")
    assert told.startswith("pictures: no ") and rest.endswith(")\n") and err.count("\n") == 1
    # Debian's Quarry is found without a path.
    assert set(told.removeprefix("pictures: no ").split(", ")) - {"quarry"} == programs
    assert set(rest[:-2].split(", ")) - {"quarry"} == packages
    assert taken() == before


def test_an_unknown_picture_is_refused():
    code, out, err = pictures("kibitz")
    assert (code, out) == (2, "") and err.endswith("error: no picture is called kibitz\n")
