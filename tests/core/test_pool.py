"""The tree's memory."""

import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine import core

UNIT = 8


def test_a_node_is_one_small_block(load):
    node, edge = load("search.pool").layout()
    assert node <= 64
    assert edge <= 16


def test_room_for_all_moves_as_first_is_made_before_anything_else(load):
    arena = load("search.pool").Pool(1)
    window = load("testing.trees")
    arena.hold_amaf(True)
    wide = blocks_of(window, arena)
    arena.hold_amaf(True)
    with pytest.raises(ValueError, match="already"):
        arena.hold_amaf(False)
    arena.clear()
    arena.hold_amaf(False)
    assert (wide, blocks_of(window, arena)) == (2, 3)


def blocks_of(window, arena):
    """How many large blocks an arena has room for."""
    taken = 0
    while window.take_block(arena, 20_000):
        taken += 1
    return taken


@settings(max_examples=50, deadline=None)
@given(sizes=st.lists(st.integers(0, 320), min_size=1, max_size=60))
def test_blocks_do_not_overlap(sizes):
    pool = core.load("search.pool")
    node, edge = pool.layout()
    arena = pool.Pool(1)
    end = 1
    for size in sizes:
        index = core.load("testing.trees").take_block(arena, size)
        assert index == 0 or index >= end
        end = index + (node + size * edge) // UNIT if index else end
    assert end * UNIT <= arena.bytes


def test_a_full_pool_says_so_and_a_cleared_one_is_new(load):
    arena = load("search.pool").Pool(1)
    window = load("testing.trees")
    taken = 0
    while window.take_block(arena, 10):
        taken += 1
    assert arena.full
    assert window.take_block(arena, 10) == 0
    assert 0.99 < arena.fill <= 1
    assert taken > 10
    arena.clear()
    assert arena.fill < 0.001
    assert window.take_block(arena, 10) == 1


@pytest.mark.parametrize("megabytes", [0, -1, 0.001, 1 << 20])
def test_caps_that_cannot_be_are_refused(load, megabytes):
    with pytest.raises(ValueError, match="cannot be addressed"):
        load("search.pool").Pool(megabytes)
