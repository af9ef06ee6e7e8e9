"""Which of the builds for CPU levels a test runs on, where that is not all of them."""

import pytest

from outflank.engine import core

best_level = pytest.mark.parametrize("load", core.built()[:1], indirect=True)
"""For a test of how good something is: what every level computes alike is weighed on the fastest one."""
