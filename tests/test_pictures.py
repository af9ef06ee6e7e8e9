"""The pictures of the pages, and the command that takes them anew."""

import os
import re
import subprocess
import sys

import gtp_script
import pytest

PLACES = (".github", "engine", "protocol", "dist", "tests")
MOST = 1_500_000
"""Bytes of all pictures together."""
TAKEN = re.compile(r"!\[[^]]+\]\(([^)\s]+)\)")


def pictures(*names, **environment):
    """The exit code of the command, its output and its errors."""
    command = [sys.executable, gtp_script.ROOT / "tests" / "pictures.py", *names]
    done = subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )
    return done.returncode, done.stdout, done.stderr


def pictures_of_pages():
    """The pictures of all pages."""
    return [path for top in PLACES for path in (gtp_script.ROOT / top).glob("**/images/*")]


def taken():
    """When each picture was written."""
    return {path: path.stat().st_mtime_ns for path in pictures_of_pages()}


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


def test_the_pictures_are_small():
    sizes = [path.stat().st_size for path in pictures_of_pages()]
    assert len(sizes) > 5 and sum(sizes) < MOST


def test_every_picture_is_shown_and_taken_by_the_command():
    pages = [gtp_script.ROOT / "README.md"]
    pages += [page for top in PLACES for page in (gtp_script.ROOT / top).rglob("*.md")]
    shown = {
        (page.parent / link).resolve() for page in pages for link in TAKEN.findall(page.read_text("utf-8"))
    }
    assert shown == set(pictures_of_pages())
    told = " ".join(pictures("--help")[1].split())
    names = re.search(r" NAME of (.*) \(all\)", told)
    assert names and {path.stem for path in shown} == set(names[1].split(", "))
