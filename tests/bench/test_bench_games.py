"""`outflank bench games`: the C program it compares Othello with."""

import shutil

import pytest

from outflank.engine.bench import games as bench


@pytest.mark.skipif(not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="no C compiler here")
def test_othello_is_compared_with_c():
    """The program is compiled over the kernels' headers and counts the same leaves."""
    rows = bench.othello_against_c(5, 200)
    assert [row.name for row in rows] == ["perft", "playouts, one at a time", "playouts, interleaved"]
    assert all(row.ours > 0 and row.c > 0 for row in rows)
