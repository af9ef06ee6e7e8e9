"""Othello positions, made-up evaluations and a file of WTHOR that several tests share."""

import functools
import random
from array import array

from places import TESTS

from outflank.engine import core

CHECK = (
    bytes.fromhex("14010405 01000000 0000 bc07 00000000")
    + bytes.fromhex("4600 bd01 2c01 1f27")
    + bytes([56, 46, 35, 24]).ljust(60, b"\0")
)


SCORES = [int(word) for word in (TESTS / "positions" / "othello_10_empty.txt").read_text().split()]
"""The mover's scores of `random_positions(10)`, found by a plain alpha-beta search over a board of characters
that shares nothing with this project."""


def random_positions(rules, empty, seed=20261118):
    """Positions of random games with a number of empty squares, for ever; games that end before are left
    out."""
    rng = random.Random(seed)
    while True:
        position = rules.new_position()
        left = 60
        while left > empty and (moves := position.moves()):
            move = moves[int(rng.random() * len(moves))]
            position = position.play(move)
            left -= move != rules.pass_move
        if left == empty and not position.over:
            yield position


def some(rules, empty, count):
    positions = random_positions(rules, empty)
    return [next(positions) for _ in range(count)]


SLOPE = 0.1


@functools.cache
def numbers(phases):
    """Tables of random numbers that are equal for mirror images."""
    rng = random.Random(1)
    classes = array("I", core.load("othello.packed_tables").code_classes())
    tables = array("h")
    for _ in range(phases):
        number = [rng.randrange(-90, 90) for _ in range(max(classes) + 1)]
        tables.extend(number[one] for one in classes)
    return tables


def made_up(load, phases=3):
    """An evaluation by random numbers, the phase of each number of discs, and the numbers."""
    tables = numbers(phases)
    phase = bytes(min(phases - 1, discs * phases // 65) for discs in range(65))
    return load("othello.patterns").Patterns(phase, [SLOPE] * 65, tables.tobytes()), phase, tables
