"""`outflank bench levels`: plays the levels against each other, and keeps the table of what came of it."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence

from outflank.engine import core
from outflank.engine.lab import ladder, standing
from outflank.engine.lab.ladder import Rung
from outflank.engine.lab.standing import Key, Step
from outflank.protocol import __version__
from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_jobs, add_json, add_seed
from outflank.protocol.console.errors import FAILED, Reading, UserError, Writing
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import games_counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.report.tables import signed, span

COMMAND = "outflank bench levels"
TABLE, GAMES = "levels.tsv", "games.jsonl"
STEPS = Columns(
    ("step", -26),
    ("first", 7),
    ("  95 %", -18),
    ("chance", 7),
    ("Elo", 8),
    ("  95 %", -18),
    ("games", 7),
    ("looks", 7),
    ("void", 6),
    ("  verdict", -11),
)


def add_options(parser: Parser) -> None:
    """Give the subcommand its options."""
    add = parser.add_argument
    add("--folder", metavar="DIR", help="Folder of the games; the same command goes on there [required].")
    add("--table", metavar="FILE", help=f"File of the table [default {TABLE} in the folder].")
    add(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="Rungs with these words in their names, as in --list; repeatable [default all].",
    )
    add("--list", action="store_true", help="Name the rungs and play none.")
    add("--report", action="store_true", help="Play nothing; report the games there are.")
    add_seed(parser, "Seed of openings and contestants")
    add_jobs(parser, 1)
    add_json(parser)


def bench_levels(options: argparse.Namespace) -> int:
    """Play the rungs asked for, a row each; 1 when a game is void or a step is not clear."""
    chosen = choose(options.only)
    if options.list:
        say("".join(f"{rung.name}\n" for rung in chosen))
        return 0
    if not options.folder:
        raise UserError("--folder says where the games are kept")
    try:
        os.makedirs(options.folder, exist_ok=True)
    except OSError as error:
        raise files.unusable(options.folder, error) from None
    ledger = Ledger(os.path.join(options.folder, GAMES))
    try:
        path = options.table or os.path.join(options.folder, TABLE)
        with Reading(path):
            table = Table(path, options.seed, ledger)
        return climb(chosen, options, ledger, table)
    finally:
        ledger.close()


def climb(chosen: Sequence[Rung], options: argparse.Namespace, ledger: Ledger, table: Table) -> int:
    """Play rung after rung; the table is written anew after each."""
    found = []
    if not options.json:
        say(STEPS.head())
    for rung in chosen:
        if options.report:
            row = ladder.step_of(rung, options.seed, ledger)
        else:
            row = ladder.climb(rung, options.seed, options.jobs, ledger, games_counter())
            table.update()
        if row is not None:
            found.append(row)
        if not options.json:
            say(line(rung, row))
    table.update()
    if options.json:
        say(as_json(found))
    return FAILED if any(row.void or not row.clear for row in found) else 0


class Table:
    """The file of a table. Rows that say what they said keep their date and commit. ValueError when there is
    a file of another kind."""

    def __init__(self, path: str, seed: int, ledger: Ledger) -> None:
        self._path, self._seed, self._ledger = path, seed, ledger
        self._date, self._commit = time.strftime("%Y-%m-%d", time.gmtime()), commit()
        self._old: dict[Key, Step] = {}
        if os.path.exists(path):
            data = files.read(os.fsencode(path), standing.LARGEST)
            self._old = {row.key: row for row in standing.read(data.decode("ascii"))}

    def update(self) -> None:
        """Write the rows of all rungs of which the ledger has enough games, and the rows that the file has of
        other rungs, unless the levels have changed since."""
        rows: list[Step] = []
        for rung in ladder.rungs():
            row = ladder.step_of(rung, self._seed, self._ledger)
            if row is not None:
                old = self._old.get(row.key, row)
                dated = row._replace(date=old.date, commit=old.commit)
                rows.append(
                    old
                    if old.date and standing.same(dated, old)
                    else row._replace(date=self._date, commit=self._commit)
                )
            elif (kept := self._old.get(ladder.key(rung))) and ladder.is_of(kept, rung, self._seed):
                rows.append(kept)
        rows.sort(key=ladder.place)
        self._old = {row.key: row for row in rows}
        head = {
            "command": f"{COMMAND} --folder DIR --seed {self._seed}",
            "version": __version__,
            "build": core.LEVEL,
            "rule": ladder.RULE,
        }
        text = standing.write(rows, head)
        with Writing():
            files.replace(os.fsencode(self._path), [text.encode("ascii")], standing.MARK.encode())


def choose(texts: Sequence[str]) -> list[Rung]:
    """The rungs whose names contain the words of one of these texts, in any case; all when there is none.
    ValueError when a text names none."""
    rungs: list[Rung] = ladder.rungs()
    for text in texts:
        if not any(is_called(rung, text) for rung in rungs):
            raise UserError(f"no rung is called {text!r}; `{COMMAND} --list` names them")
    return [rung for rung in rungs if not texts or any(is_called(rung, text) for text in texts)]


def is_called(rung: Rung, text: str) -> bool:
    """Tell whether words stand in a rung's name, in their order."""
    return f" {' '.join(text.lower().split())} " in f" {rung.name.lower()} "


def line(rung: Rung, row: Step | None) -> str:
    """A row of the report."""
    if row is None:
        return STEPS.row(rung.name, *("",) * 8, "  not measured")
    rated = row.elo == row.elo
    return STEPS.row(
        rung.name,
        f"{row.first:.3f}",
        f"  {row.low:.3f} to {row.high:.3f}",
        f"{row.chance:.3f}",
        signed(row.elo) if rated else "",
        f"  {span(row.elo_low, row.elo_high)}" if rated else "",
        *(row.games, row.looks, row.void),
        "  clear" if row.clear else "  NOT CLEAR",
    )


def commit() -> str:
    """The commit of the sources this runs from, marked where they were changed since; `-` without sources."""
    import subprocess

    try:
        changed = "+" if git("status", "--porcelain", "--untracked-files=no") else ""
        return git("rev-parse", "--short=8", "HEAD") + changed
    except (OSError, subprocess.CalledProcessError):
        return "-"


def git(*words: str) -> str:
    """The commit of the sources this runs from."""
    import subprocess

    folder = os.path.dirname(os.path.abspath(__file__))
    done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


LEVELS = Subcommand(
    arguments=(add_options,),
    run=bench_levels,
    examples="outflank bench levels --folder levels",
    failed="a game is void, or a step between two levels is not clear",
)
