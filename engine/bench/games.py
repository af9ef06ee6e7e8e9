"""Speed: fixed positions, fixed seeds, CPU time of one core.

Every figure is the best of a few rounds. Othello is also measured against a C program of the same
algorithm over the same kernels, compiled here and run in turn with ours: only such ratios mean much on a
shared machine.
"""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

from outflank.engine import core, evaluation
from outflank.engine.core.othello import othello

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.variant import Variant

SEED = 20261118
ROUNDS = 3
JUDGED, JUDGED_PLIES = 20_000, 28
"""Positions whose moves are judged in one round, and how far in a random game they are."""
C_FLAGS = {"v3": ["-march=x86-64-v3"], "v2": ["-march=x86-64-v2"], "portable": []}
HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Work(NamedTuple):
    """The work of one round, about half a second of it."""

    wander: int
    perft: int
    playouts: int


SOME_WORK = Work(20, 2, 1_000)
"""The work on a board whose row does not say."""


def sizes_of(variant: Variant) -> list[int]:
    """The board sizes of a game that are measured."""
    return [size for size, board in variant.lab.boards.items() if board.work] or [variant.sizes[0]]


class Speed(NamedTuple):
    """The measured speed of one game, per second of one core."""

    moves: float
    nodes: float
    depth: int
    playouts: float
    playouts_together: float


class Ratio(NamedTuple):
    """Our speed and that of the C program, with the counts of both."""

    name: str
    ours: float
    c: float


def game_speed(variant: Variant, size: int) -> Speed:
    """The speed of one game from its start."""
    work = Work(*(variant.board(size).work or SOME_WORK))
    start = variant.rules(size).new_position()
    leaves = start.perft(work.perft)
    return Speed(
        moves=rate(lambda: start.wander(work.wander, SEED), start.wander(work.wander, SEED)),
        nodes=rate(lambda: start.perft(work.perft), leaves),
        depth=work.perft,
        playouts=rate(lambda: start.playouts(work.playouts, SEED, False), work.playouts),
        playouts_together=rate(lambda: start.playouts(work.playouts, SEED, True), work.playouts),
    )


def rate(job: Callable[[], object], amount: float) -> float:
    """Amount of work per CPU second, the best of ROUNDS."""
    return max(timed(job, amount) for _ in range(ROUNDS))


def timed(job: Callable[[], object], amount: float) -> float:
    """Amount of work per CPU second of one run."""
    start = time.process_time()
    job()
    return amount / (time.process_time() - start)


def othello_against_c(depth: int = 11, playouts: int = 1_000_000) -> list[Ratio]:
    """Rows of Othello perft, single playouts and interleaved ones against the C program. ValueError names the
    tool that is missing to compile it."""
    start = othello.Othello(8).new_position()
    leaves = start.perft(depth)
    jobs = (
        ("perft", 4, lambda: start.perft(depth), leaves),
        ("playouts, one at a time", 1, lambda: start.playouts(playouts, SEED, False), playouts),
        ("playouts, interleaved", 4, lambda: start.playouts(playouts, SEED, True), playouts),
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(folder)
        for name, lanes, job, amount in jobs:
            ours, c = [], []
            for _ in range(ROUNDS):
                ours.append(timed(job, amount))
                c.append(c_rate(program, depth, playouts, lanes, name == "perft", amount))
            rows.append(Ratio(name, max(ours), max(c)))
    return rows


def judgements() -> float:
    """Moves of Othello positions in the middle of the game that the learned evaluation judges in a second."""
    rules = othello.Othello(8)
    patterns = evaluation.shipped(core.LEVEL)
    start, boards = rules.new_position(), []
    for seed in range(JUDGED):
        position = start.after_playout(seed, JUDGED_PLIES)
        black, white = rules.discs(position)
        boards.append(struct.pack("=QQ", *((white, black) if position.mover else (black, white))))
    data = b"".join(boards)
    return rate(lambda: patterns.judge_all(data), patterns.judge_all(data))


def compile_c(folder: str) -> str:
    """The C program, compiled for the level in use."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    source = os.path.join(HERE, "data", "othello.c")
    if not compiler:
        raise ValueError("no C compiler here")
    if not os.path.exists(source):
        raise ValueError("the C source is not part of this build")
    program = os.path.join(folder, "othello")
    headers = [f"-I{os.path.join(HERE, 'core', folder)}" for folder in ("base", "othello")]
    command = [compiler, "-O3", *C_FLAGS[core.LEVEL], *headers, source, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"the C program does not compile: {done.stderr.strip()}")
    return program


def c_rate(program: str, depth: int, playouts: int, lanes: int, want_perft: bool, amount: int) -> float:
    """The C program's speed at one of its two jobs."""
    arguments = (depth, 1, lanes) if want_perft else (1, playouts, lanes)
    words = [program, *map(str, arguments)]
    leaves, perft_seconds, _, playout_seconds = subprocess.run(
        words, capture_output=True, text=True, check=True
    ).stdout.split()
    if want_perft and int(leaves) != amount:
        raise ValueError(f"the C program counts {leaves} leaves where we count {amount}")
    return amount / float(perft_seconds if want_perft else playout_seconds)
