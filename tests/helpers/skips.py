"""A pytest plugin that fails a run in CI if a test is skipped for a reason that `tests/skips.txt` lacks.

`.ci/run` names in OUTFLANK_WITHOUT what the machine could not be given; tests of that may be skipped, then.
"""

import os
import re

from places import TESTS

ALWAYS = "always"
found = set()
"""The reasons of all skips."""


def allowed(text, without):
    """The patterns of the reasons that hold on a machine without these parts."""
    rows = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    return [pattern for name, pattern in rows if name in (ALWAYS, *without)]


def unexpected(reasons, patterns):
    """The reasons that no pattern matches as a whole."""
    return sorted(one for one in reasons if not any(re.fullmatch(pattern, one) for pattern in patterns))


def pytest_runtest_logreport(report):
    if report.skipped and isinstance(report.longrepr, tuple):
        found.add(report.longrepr[2].removeprefix("Skipped: "))


def pytest_sessionfinish(session, exitstatus):
    if os.environ.get("CI") != "true" or hasattr(session.config, "workeroutput"):
        return
    patterns = allowed((TESTS / "skips.txt").read_text(), os.environ.get("OUTFLANK_WITHOUT", "").split())
    wrong = unexpected(found, patterns)
    for reason in wrong:
        session.config.get_terminal_writer().line(
            f"\nskipped, and not on the list in tests/skips.txt: {reason}"
        )
    if wrong and not exitstatus:
        session.exitstatus = 1
