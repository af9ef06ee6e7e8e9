"""Where things are: the project's folder and its tests."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
WITHOUT_SITE = {"PYTHONPATH": str(ROOT / "build" / "typing")}
"""The environment in which `python -S` finds the packages: the build links them there."""
