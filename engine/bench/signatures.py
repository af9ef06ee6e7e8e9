"""Signatures of what the engine computes, none of which a pure refactoring changes.

A signature is a name and a text: node counts, scores and digests. It follows from fixed seeds and from limits
in simulations and nodes, with one thread, and never from the clock, so that a run repeats it on any machine.
The one exception is rounding. On v3 the compiler chooses which multiplications and additions it fuses: some
rows are others than those of v2 and portable, which agree, and new code may be fused differently though it
means the same. Where v3 differs from an earlier run and portable does not, nothing has changed.

Trees are in engine/bench/trees.py, solvers and other answers in engine/bench/answers.py; here are counts of
moves, playouts, whole games, and the comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from outflank.engine import core
from outflank.engine.bench import answers as bench_answers, trees as bench_trees
from outflank.engine.bench.signature import SEED, Job, digest, places, reach
from outflank.engine.evaluators import new_heuristic
from outflank.engine.games import GAMES
from outflank.engine.lab.match import clients, new_match
from outflank.engine.lab.openings import named
from outflank.engine.lab.players import player_of
from outflank.engine.lab.stop import Stop
from outflank.engine.lab.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.results.game_record import GameRecord
    from outflank.engine.variant import Variant

PLAYOUTS = {True: 400, False: 20_000}
"""Random playouts from a position."""
PARTS = 10
"""Seeds that share them: sums of many results may be equal by chance."""
CUT, CUT_PLIES = 100, 12
"""Playouts that are broken off, and after how many plies."""
GAMES_PLAYED = {True: 5, False: 50}
SEPARATOR = " = "
BREAK = 8
"""Games that share a row: where something changed, the first row that differs tells about when."""


class Difference(NamedTuple):
    """A row that differs: its values, None where the row is missing."""

    name: str
    wanted: str | None
    found: str | None


def jobs(quick: bool = False, only: str = "") -> list[Job]:
    """The signatures whose names contain a text, in the order of their names."""
    every = [*rules_jobs(quick), *bench_trees.jobs(quick), *bench_answers.jobs(quick), *game_jobs(quick)]
    return sorted(job for job in every if only.lower() in job.name.lower())


def measure(chosen: Iterable[Job]) -> Iterator[tuple[str, str]]:
    """Take signatures one after the other: yields (name, value) rows."""
    for job in chosen:
        yield job.name, job.compute()


def rules_jobs(quick: bool) -> Iterator[Job]:
    """Counts of moves and playouts."""
    for variant in GAMES:
        for size in variant.sizes:
            name = f"{variant.name} {size}"
            middle = places(variant, size)["middle"]
            depths = variant.board(size).depths, variant.lab.middle_perft
            for place, plies, (few, many) in (("start", 0, depths[0]), ("middle", middle, depths[1])):
                depth = few if quick else many
                yield Job(
                    f"perft {name}: {place}, depth {depth}", partial(perft, variant, size, plies, depth)
                )
            count = PLAYOUTS[quick] // variant.lab.slow_playouts
            yield Job(f"playouts {name}: {count}", partial(playouts, variant, size, count))


def perft(variant: Variant, size: int, plies: int, depth: int) -> str:
    """The leaves of every depth below a position, and the texts of its moves and its board."""
    position = reach(variant.rules(size), plies)
    leaves = [position.perft(ply) for ply in range(1, depth + 1)]
    rules = position.rules
    shown = rules.position_text(position), rules.diagram(position), [*map(rules.move_text, position.moves())]
    return f"leaves={leaves[-1]} digest={digest((leaves, shown, rules.scores(position)))}"


def playouts(variant: Variant, size: int, count: int) -> str:
    """The results of random playouts from the start, and positions in the middle of playouts by the game's
    simple player."""
    rules = variant.rules(size)
    start = rules.new_position()
    apart, together = (
        [start.playouts(count // PARTS, SEED + part, way) for part in range(PARTS)] for way in (False, True)
    )
    heuristic = new_heuristic(variant, rules)
    ends = [
        heuristic.after_playout(start, SEED + seed, CUT_PLIES)
        if seed % 2
        else start.after_playout(SEED + seed, CUT_PLIES)
        for seed in range(CUT)
    ]
    texts = [(rules.position_text(end), end.key, end.rewards(), rules.scores(end)) for end in ends]
    return f"one by one={digest(apart)} together={digest(together)} cut={digest(texts)}"


def game_jobs(quick: bool) -> Iterator[Job]:
    """Whole games through the lab."""
    for variant in GAMES:
        total = GAMES_PLAYED[quick]
        for first in range(0, total, BREAK):
            last = min(first + BREAK, total)
            yield Job(f"games {variant.name}: {first + 1:02}-{last:02}", partial(games, variant, first, last))


def games(variant: Variant, first: int, last: int) -> str:
    """The moves and the results of some games of a match."""
    a, b = variant.lab.sides
    wanted = new_match(variant.name, None, a, b, SEED)
    rules = variant.rules()
    table = Table(wanted, named(wanted.openings, rules), clients(player_of), Stop())
    rows = [table.play(number) for number in range(first, last)]
    plies = sum(len(record.plies) for record in rows)
    told = [(record.number, record.own, *replayed(rules, record), record.void) for record in rows]
    void = "".join(f" void={record.void}" for record in rows if record.void)
    return f"plies={plies} digest={digest(told)}{void}"


def replayed(rules: Rules, record: GameRecord) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """The rewards of a game to their last digit, and its moves as its rules write them, passes too."""
    position = rules.new_position()
    made = []
    for word in record.moves:
        for move in rules.find_moves(position, word):
            position = position.play(move)
            made.append(rules.move_text(move))
    return () if record.void else position.rewards(), tuple(made)


def differences(wanted: Mapping[str, str], found: Mapping[str, str]) -> list[Difference]:
    """The rows that differ between {name: value} that is wanted and found."""
    names = sorted({*wanted, *found})
    rows = [Difference(name, wanted.get(name), found.get(name)) for name in names]
    return [row for row in rows if row.wanted != row.found]


def write(rows: Iterable[tuple[str, str]], quick: bool, only: str = "") -> str:
    """Rows as the text of a file: a heading, then one in a line."""
    head = f"# outflank signatures{SEPARATOR}{kind(quick)}, {core.LEVEL} build\n"
    part = f"# only{SEPARATOR}{only}\n" if only else ""
    return head + part + "".join(f"{name}{SEPARATOR}{value}\n" for name, value in rows)


def read(text: str) -> tuple[tuple[str, str], dict[str, str]]:
    """The head of such a text, as (kind of run, build), and its rows as {name: value}. ValueError when it is
    none."""
    first, *lines = text.splitlines() or [""]
    mark, _, about = first.partition(SEPARATOR)
    run, _, build = about.partition(", ")
    if mark != "# outflank signatures" or not build:
        raise ValueError("it does not begin with # outflank signatures")
    pairs = [line.partition(SEPARATOR) for line in lines if line and not line.startswith("#")]
    if bad := [name for name, mark, _ in pairs if not mark]:
        raise ValueError(f"{bad[0]!r} is not NAME{SEPARATOR}VALUE")
    return (run, build.removesuffix(" build")), {name: value for name, _, value in pairs}


def kind(quick: bool) -> str:
    """The kind of run, as the head of a file has it."""
    return "quick" if quick else "full"
