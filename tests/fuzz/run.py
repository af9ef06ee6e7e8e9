"""Fuzzers of GTP, NBoard and all readers of files: for developers, and a step of CI.

    python tests/fuzz/run.py --seconds 60
    python tests/fuzz/run.py --hours 8 --keep

Each run has a seed of its own, which it prints; `--seed` repeats one. First the corpus is tried: what was
found before, dialogues of GTP and files for readers; `--keep` adds to it. The exit code is 1
if anything is found.
"""

import argparse
import collections
import hashlib
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from unittest import mock

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
SHOWN = 10
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import gtp_talk  # noqa: E402
import nboard_talk  # noqa: E402
import readers  # noqa: E402

from outflank.protocol.formats import ledger  # noqa: E402
from outflank.protocol.nboard import book_file  # noqa: E402


def replay(path, folder):
    """What is wrong now with a row of the corpus: `gtp-...` is a game's name and lines, others are files."""
    kind = path.name.partition("-")[0]
    if kind != "gtp":
        return readers.wrong_with(kind, path)
    game, *lines = path.read_bytes().split(b"\n")
    fuzzer = gtp_talk.Fuzzer(0, folder, game.decode())
    for line in lines:
        fuzzer.step(line)
    return "; ".join(fuzzer.faults)


def keep(kind, data, suffix=""):
    """Add to the corpus."""
    name = f"{kind}-{hashlib.sha256(data).hexdigest()[:12]}{suffix}"
    (CORPUS / name).write_bytes(data)


class Run:
    """One run: what was done, and what was found."""

    def __init__(self, seed, folder, kept):
        self._seed = seed
        self._folder = folder
        self._kept = kept
        self._seeds = {}
        self.counts = collections.Counter()
        self.found = []

    def gtp(self, number):
        chance = random.Random(f"{self._seed} game {number}")
        game = chance.choice([variant.name for variant in gtp_talk.GAMES])
        fuzzer = gtp_talk.Fuzzer(f"{self._seed} gtp {number}", self._folder, game)
        self.counts["lines of GTP"] += fuzzer.run()
        for fault in fuzzer.faults:
            self.found.append(f"gtp {number} ({game}): {fault}")
            if self._kept:
                keep("gtp", b"\n".join([game.encode(), *fuzzer.said]))

    def reader(self, number):
        name, path, wrong = readers.mutant(f"{self._seed} file {number}", self._folder, self._seeds)
        self.counts["files"] += 1
        if wrong:
            self.found.append(f"file {number} for {name}: {wrong}")
            if self._kept:
                keep(name, path.read_bytes(), path.suffix)

    def nboard(self, number):
        sent, _, faults = nboard_talk.session(f"{self._seed} nboard {number}")
        self.counts["lines of NBoard"] += sent
        self.found += [f"nboard {number}: {fault}" for fault in faults]

    def go_on(self, seconds):
        """Take turns, so that each kind has its share of the time."""
        spent, number = dict.fromkeys((self.gtp, self.reader, self.nboard), 0.0), collections.Counter()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            work = min(spent, key=spent.get)
            began = time.monotonic()
            work(number[work])
            number[work] += 1
            spent[work] += time.monotonic() - began


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hours", type=float, default=0.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--keep", action="store_true", help="add what is found to the corpus")
    options = parser.parse_args(words)
    print(f"seed {options.seed}", flush=True)
    # What is left out of a file is told on stderr, which would be all that one sees of a run.
    silent = [mock.patch.object(module, "warn", lambda text: None) for module in (book_file, ledger)]
    with tempfile.TemporaryDirectory() as folder, silent[0], silent[1]:
        run = Run(options.seed, Path(folder), options.keep)
        for path in sorted(CORPUS.iterdir()):
            run.counts["rows of the corpus"] += 1
            if wrong := replay(path, Path(folder)):
                run.found.append(f"{path.name}: {wrong}")
        run.go_on(3600 * options.hours or options.seconds)
    for fault in run.found[:SHOWN]:
        print(fault)
    print(
        ", ".join(f"{count} {kind}" for kind, count in run.counts.items()) + f"; {len(run.found)} violations"
    )
    return 1 if run.found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
