"""Packages of npm for tests: those that package.json names, in a folder of the test's own."""

import os
import shutil
import subprocess

import pytest
from places import TESTS


def install(folder):
    """The folder `node_modules` with all packages; the test is skipped where npm cannot give them."""
    missing = [name for name in ("node", "npm") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"no {' and no '.join(missing)} on the path")
    shutil.copy(TESTS / "package.json", folder)
    words = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"]
    try:
        done = subprocess.run(
            words, cwd=folder, env=os.environ, capture_output=True, text=True, timeout=90, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("npm did not install the packages within 90 s")
    if done.returncode:
        pytest.skip(f"npm could not install the packages: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "node_modules"
