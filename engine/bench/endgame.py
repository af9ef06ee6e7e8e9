"""Speed of the exact endgame solver on the positions of the FFO test, whose scores are known."""

from __future__ import annotations

import time
from typing import NamedTuple

from outflank.engine import core, evaluation

MEMORY = 128
ROUNDS = 3
QUICK = 5.0
"""Seconds within which a position is solved once more, for the fastest of ROUNDS."""


class Endgame(NamedTuple):
    """A position and the mover's lead with best play."""

    text: str
    score: int


class Solved(NamedTuple):
    """The solution of a position, its cost, and whether the score is the known one."""

    number: int
    empty: int
    score: int
    right: bool
    nodes: int
    seconds: float


FFO = {
    20: Endgame("XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X", 6),
    21: Endgame("OOOOOOOOXOOXXX--XXOOXOO-XOXOOO--XOOOOX--XOOXOO--XOOOOO--XXXX---- O", 0),
    22: Endgame("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O", 2),
    23: Endgame("--O-------OOX---OOOXXXO-OOOOXOXXXXXOOXOXXXXXXOOXX-XXXXOX--XXXX-- X", 4),
    24: Endgame("--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0),
    25: Endgame("----X------XXXO--OOOXXXXXOOOOXXO-XXOOXXOOOXOXXXXOOOXX---X-XXXX-- O", 0),
    26: Endgame("-OOOOO----OXXO---OOOOXXO-OOOXOXX-OOXOOXX-XOXXOXX--O-XXXX--O----O X", 0),
    27: Endgame("--XO-O----OOOO--OOXOXXO-OOOOXXOOOOOXXOX-OXOXXXXX--XXXX----X-O-X- X", -2),
    28: Endgame("--O-------OOO--X-XOOOOXXXXXXOXOX-XXOXOOXXXOXOOXX-OOOOO-X---OOO-- X", 0),
    29: Endgame("-OXXXX----OXXO--XXOOXOOOXXXOOXOOXXOOXOOOXXXXOO-XX-XXO----------- X", 10),
    30: Endgame("-XXX----X-XOO---XXOXOO--XOXOXO--XOOXOXXXXOOXXOX---OOOOO--XXXXX-- X", 0),
    31: Endgame("-OOOOO----OOOO--OXXOOO---XXXOO--XXXXXXO-XXXOOO-OX-OOOO---OOOOO-- X", -2),
    32: Endgame("--XX----O-XXOX--OOXOO---OXOXOOO-OOXXOOOXOOXXXOOX--XXXXOX--X--X-X X", -4),
    33: Endgame("-XXXXXXX--XOOO----OXOOXX-OOXXOXX-OOOOOXX-X-XOOXX---O-X-X--OOOO-- X", -8),
    34: Endgame("-------------O-O-OOOOOOOOOOOOXOOOXXOOOXO-XXXOXOO--XXXOXO--OXXXXO X", -2),
    35: Endgame("--XXX-----XXXX-OOOXXOOOOOOOOOOXO-OOXXXXO-OOOXXXO---XOXX---X----- O", 0),
    36: Endgame("---X-O----XXXO-XXXXXXXXXXOOXXOOXXOXOOOXXXXOOOO-XX--OOOO--------- O", 0),
    37: Endgame("--OOOO--O-OOOO--OXXXOOO-OXXOXO--OOXXOXX-OOXXXX--O-XXX-----XX-O-- X", -20),
    38: Endgame("--OOOO----OOOO---XOXXOOXOOXOOOOX-OOOOOXXXOOXXXXX--X-X----------- X", 4),
    39: Endgame("O-OOOO--XOXXOX--XOOOXXX-XOOOXX--XOOXOX--XOXXX---X-XX------------ O", 64),
    40: Endgame("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38),
    41: Endgame("-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0),
    42: Endgame("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6),
    43: Endgame("--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12),
    44: Endgame("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14),
    45: Endgame("---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6),
    46: Endgame("---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8),
    47: Endgame("-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4),
    48: Endgame("-----X--X-XXX---XXXXOO--XOXOOXX-XOOXXX--XOOXX-----OOOX---XXXXXX- O", 28),
    49: Endgame("--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X", 16),
    50: Endgame("----X-----XXX----OOOXOOO-OOOXOOO-OXOXOXO-OOXXOOO--OOXO----O--O-- X", 10),
    51: Endgame("----O-X------X-----XXXO-OXXXXXOO-XXOOXOOXXOXXXOO--OOOO-O----OO-- O", 6),
    52: Endgame("---X-------OX--X--XOOXXXXXXOXXXXXXXOOXXXXXXOOOXX--XO---X-------- O", 0),
    53: Endgame("----OO-----OOO---XXXXOOO--XXOOXO-XXXXXOO--OOOXOO--X-OX-O-----X-- X", -2),
    54: Endgame("--OOO---XXOO----XXXXOOOOXXXXOX--XXXOXX--XXOOO------OOO-----O---- X", -2),
    55: Endgame("--------X-X------XXXXOOOOOXOXX--OOOXXXX-OOXXXX--O-OOOX-----OO--- O", 0),
    56: Endgame("--XXXXX---XXXX---OOOXX---OOXOX---OXXXXX-OOOOOXO----OXX---------- O", 2),
    57: Endgame("-------------------XXOOO--XXXOOO--XXOXOO-OOOXXXO--OXOO-O-OOOOO-- X", -10),
    58: Endgame("--XOOO----OOO----OOOXOO--OOOOXO--OXOXXX-OOXXXX----X-XX---------- X", 4),
    59: Endgame("-----------------------O--OOOOO---OOOOOXOOOOXXXX--XXOOXX--XX-O-X X", 64),
}


def solve(number: int, threads: int = 1, memory: float = MEMORY, rounds: int = ROUNDS) -> Solved:
    """The fastest of some solutions of a position of the test, each from nothing. Slow ones are solved once.
    ValueError without such a position here."""
    if number not in FFO:
        raise ValueError(f"no position {number}, only {min(FFO)} to {max(FFO)}")
    rules = core.load("othello.othello").Othello(8)
    position = rules.parse_position(FFO[number].text)
    endgame = core.load("solver.endgame").Endgame(memory, threads, evaluation.shipped(core.LEVEL))
    times: list[float] = []
    while len(times) < rounds and (not times or times[0] < QUICK):
        endgame.clear()
        began = time.monotonic()
        answer = endgame.solve(position)
        times.append(time.monotonic() - began)
    black, white = rules.discs(position)
    right = (answer.low, answer.high) == (FFO[number].score, FFO[number].score)
    return Solved(number, 64 - (black | white).bit_count(), answer.low, right, answer.nodes, min(times))
