"""Downloads of what tests need: where there is none to be had they are skipped, for a reason of skips.txt."""

import subprocess

import pytest

PATIENCE = 90
"""Seconds."""


def download(words, attempt, what, cwd=None):
    """Run a command that downloads something; `attempt` is who does what, as `npm install`."""
    tool, verb = attempt.split()
    try:
        done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"{tool} did not {verb} {what} within {PATIENCE} s")
    if done.returncode:
        pytest.skip(f"{tool} could not {verb} {what}: {done.stderr.strip().splitlines()[-1:]}")
