"""Recommended numbers of threads, and how they are told."""

import re

import pytest

from outflank.protocol import cli
from outflank.protocol.bench import threads as bench_threads


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["bench", *words])


@pytest.mark.parametrize(
    ("paces", "count"),
    [
        ({1: 100.0}, 1),
        ({1: 100.0, 2: 190.0}, 2),
        ({1: 100.0, 2: 104.0}, 1),
        ({1: 100.0, 2: 200.0, 3: 270.0, 4: 280.0}, 3),
        ({1: 100.0, 2: 180.0, 3: 120.0, 4: 90.0}, 2),
    ],
)
def test_the_fewest_threads_that_are_as_fast_are_recommended(paces, count):
    assert bench_threads.recommended(paces) == count


def test_numbers_of_threads_to_try():
    assert [bench_threads.counts_to_try(most) for most in (1, 2, 5)] == [[1], [1, 2], [1, 2, 3, 4, 5]]
    assert bench_threads.counts_to_try(64) == [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]


def test_threads_are_measured_and_recommended(capfd):
    assert main(["threads", "--seconds", "0.05", "--most", "2", "--game", "sos"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("SOS as it is played, ") and lines[1].split() == ["threads", "sims/s", "gain"]
    assert [line.split()[0] for line in lines[2:4]] == ["1", "2"]
    assert re.fullmatch("Recommended: --threads [12]", lines[4]) and len(lines) == 5
