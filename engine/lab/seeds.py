"""Seeds of the parts of a match, from one: its games can be played in any order."""

from __future__ import annotations

OPENINGS, CLIENTS, ORDER, DEAL = range(4)
"""The parts of a match that its seed is spent on: random openings, players of this program, the order of
openings from a file, and the outcomes of chance."""
LARGEST = (1 << 32) - 1


def derive(seed: int, *path: int) -> int:
    """A seed for the part of a match that a path of numbers leads to; different parts get unrelated ones."""
    for number in path:
        seed = mixed(mixed(seed) ^ number)
    return seed


def mixed(seed: int) -> int:
    """Another seed that follows from this one and shows no likeness to it."""
    high, low = words(seed, 2)
    return high << 32 | low


def words(seed: int, count: int) -> list[int]:
    """`count` random numbers below LARGEST that follow from the seed."""
    from outflank.engine.core.base import rng

    return rng.sample(seed, LARGEST, count)


def hashed(text: str) -> str:
    """16 hexadecimal digits that are others for another text."""
    data = text.encode("utf-8")
    numbers = (int.from_bytes(data[at : at + 7], "big") for at in range(0, len(data), 7))
    return f"{derive(len(data), *numbers):016x}"
