"""Positions that were played, with what came of them."""

import numpy as np

SAMPLE = np.dtype(
    [
        ("p", "<u8"),
        ("o", "<u8"),
        ("game", "<u4"),
        ("score", "<i2"),
        ("label", "i1"),
        ("depth", "u1"),
        ("move", "u1"),
        ("ply", "u1"),
    ]
)
"""A position: the mover's discs and the opponent's; the game it comes from; the mover's score in the units of
engine.evaluation and without OUTCOME_LEAD; his final lead, empty squares to the winner; how deep the search
was that said the score and chose the move, or SOLVED or GUESSED; the move, and the discs that had been placed
before."""
SOLVED = 255
"""The depth of an exact score."""
GUESSED = 254
"""The depth of a score by the solver's estimate, which is likely exact."""
AGAIN = 253
"""The depth of a score by the tree search of a later evaluation."""
BESIDE = 1 << 25
"""Positions beside a game, of which only the score is known, are games of their own, with its number and so
much more each; their label is the score in whole discs."""
HELD_OUT = 32
"""One game in so many is kept apart to see what an evaluation is worth."""


def discs(samples):
    """The number of discs on each board."""
    return np.bitwise_count(samples["p"] | samples["o"])


def held_out(samples):
    """Which samples are of games that are kept apart."""
    return samples["game"] % HELD_OUT == 0


def beside(samples):
    """Which samples were not played on."""
    return samples["game"] >= BESIDE


def boards(samples):
    """The positions as pairs of 64-bit sets, which is what engine.core.patterns reads."""
    pairs = np.empty((len(samples), 2), np.uint64)
    pairs[:, 0] = samples["p"]
    pairs[:, 1] = samples["o"]
    return pairs


def repeated(samples):
    """The share of positions that came before among these, as they are and not as images of each other."""
    if not len(samples):
        return 0.0
    pairs = boards(samples)
    mixed = pairs[:, 0] * np.uint64(0x9E3779B97F4A7C15) ^ pairs[:, 1] * np.uint64(0xC2B2AE3D27D4EB4F)
    return 1 - len(np.unique(mixed)) / len(samples)
