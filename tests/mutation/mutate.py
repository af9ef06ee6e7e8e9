"""Changes modules in small ways and sees whether their tests find out, by command.

    python tests/mutation/mutate.py
    python tests/mutation/mutate.py --only clock ggf --sample 60 --seed 1

Each module is mutated by the operators of Cosmic Ray (the extra `mutation`): limits off by one, conditions
turned round, loops left out, handlers that catch nothing. Each mutant meets the module's own tests in a fork
of a process that has all else loaded. Those that survive are printed; those in equivalent.txt behave as the
module does, for the reason that stands there, and are not counted. The exit code is 1 if less than 97 % are
killed.

Cosmic Ray itself would change the sources where they stand and start Python anew for each mutant; mutmut
takes a module's name from its path, which here is another one (`package-dir` in pyproject.toml).
"""

import argparse
import json
import os
import sys
import time
from functools import partial
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]

from places import TESTS  # noqa: E402

from outflank.engine.record import NamedTuple  # noqa: E402

WANTED = 0.97
EQUIVALENT = HERE / "equivalent.txt"


class Target(NamedTuple):
    """Modules, below `outflank`, and where their own tests are."""

    modules: tuple
    tests: tuple


RESULTS = tuple(f"results/test_{name}.py" for name in ("elo", "ratings", "sprt", "summary"))
TARGETS = {
    "inbox": Target(("protocol.session.inbox",), ("session/test_inbox.py",)),
    "clock": Target(
        tuple(f"engine.play.clocks.{name}" for name in ("time_control", "budget", "clock")),
        ("play/test_clock.py",),
    ),
    "limits": Target(("engine.analysis.limits",), ("analysis/test_limits.py",)),
    "ggf": Target(
        ("protocol.formats.syntax.ggf", "protocol.formats.syntax.ggf_writer"), ("formats/test_ggf.py",)
    ),
    "sgf": Target(("protocol.formats.syntax.sgf",), ("formats/test_sgf.py",)),
    "wthor": Target(("protocol.formats.syntax.wthor",), ("formats/test_wthor.py",)),
    "transcript": Target(("protocol.formats.syntax.transcript",), ("formats/test_transcript.py",)),
    "ledger": Target(("protocol.formats.ledger",), ("formats/test_ledger.py",)),
    "statistics": Target(
        tuple(
            f"engine.results.{name}"
            for name in ("elo", "ratings", "sprt", "outcomes", "summary", "match_summary")
        ),
        RESULTS,
    ),
    "gtp": Target(("protocol.gtp.session",), ("gtp/test_gtp.py",)),
}
"""Modules that are mutated: small ones on which all else rests."""


class Known(NamedTuple):
    """A mutant that behaves as its module does: where, and the changed line."""

    module: str
    before: str
    after: str


def equivalents():
    """The mutants that are named in equivalent.txt."""
    found, module, before = set(), "", ""
    for line in EQUIVALENT.read_text("utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark == "in":
            module = text
        elif mark == "-":
            before = text.strip()
        elif mark == "+":
            found.add(Known(module, before, text.strip()))
    return found


def mutate(module, words, sample, seed, known):
    """Run the tests against mutants of a module; the counts by outcome, and rows of those that survive."""
    import mutants
    from server import GRACE, LEAST, Server

    server = Server(f"outflank.{module}", [*words, "-k", "not program"])
    there = list(mutants.all_of(server.original, sample, seed))
    baseline = server.baseline()
    limit = GRACE * baseline + LEAST
    print(f"{module}: {len(there)} mutants, {baseline:.2f} s of tests", flush=True)
    counts = dict.fromkeys(("killed", "hung", "survived", "equivalent"), 0)
    survivors = []
    for mutant in sorted(there):
        if Known(module, mutant.before, mutant.after) in known:
            counts["equivalent"] += 1
            continue
        outcome = server.outcome(mutant.source, limit)
        counts[outcome] += 1
        if outcome == "survived":
            survivors.append((module, mutant.line, mutant.before, mutant.after))
            print(f"in {module} {mutant.line}\n- {mutant.before}\n+ {mutant.after}", flush=True)
    return counts, survivors


def in_fork(work):
    """The result of a function in a process of its own, so that the next module finds nothing loaded."""
    ear, mouth = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            os.close(ear)
            with open(mouth, "w") as pipe:
                json.dump(work(), pipe)
            code = 0
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            os._exit(code)
    os.close(mouth)
    with open(ear) as pipe:
        text = pipe.read()
    os.waitpid(pid, 0)
    if not text:
        raise SystemExit(2)
    return json.loads(text)


def row(name, counts, seconds):
    killed = counts["killed"] + counts["hung"]
    counted = killed + counts["survived"]
    return (
        f"{name}: {killed} of {counted} mutants killed, {killed / max(1, counted):.1%}"
        f" ({counts['hung']} of them hung), {counts['equivalent']} equivalent, {seconds:.0f} s"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--only", nargs="+", choices=TARGETS, default=list(TARGETS), help="mutate these alone"
    )
    parser.add_argument("--sample", type=int, default=0, help="mutants of a module [default all]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample [default 1]")
    options = parser.parse_args()
    try:
        import cosmic_ray  # noqa: F401
    except ImportError:
        print("mutation needs the extra: pip install -e '.[mutation]'", file=sys.stderr)
        return 2
    known, total, whole = equivalents(), {}, time.monotonic()
    for name in options.only:
        target, sums, began = TARGETS[name], {}, time.monotonic()
        words = [str(TESTS / path) for path in target.tests]
        for module in target.modules:
            counts, _ = in_fork(partial(mutate, module, words, options.sample, options.seed, known))
            sums = {key: sums.get(key, 0) + count for key, count in counts.items()}
        total = {key: total.get(key, 0) + count for key, count in sums.items()}
        print(row(name, sums, time.monotonic() - began), flush=True)
    print(row("all", total, time.monotonic() - whole))
    killed = total["killed"] + total["hung"]
    return 0 if killed >= WANTED * (killed + total["survived"]) else 1


if __name__ == "__main__":
    sys.exit(main())
