"""Packages of npm for tests: those that package.json names, in a folder of the test's own."""

import shutil

import pytest
from downloads import download
from places import TESTS


def install(folder):
    """The folder `node_modules` with all packages; the test is skipped where npm cannot give them."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} on the path")
    shutil.copy(TESTS / "package.json", folder)
    words = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    download(words, "npm install", "the packages", cwd=folder)
    return folder / "node_modules"
