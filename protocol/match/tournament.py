"""`outflank tournament`: every two engines of a plan play, or the first one all others, and get ratings.

All that a tournament remembers is games.jsonl in its folder, a line for each game as soon as it is over.
Whatever kills it, the same command goes on from there. A match is what its plan says, so games that were
played by another plan stay in the file and do not count.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence

from outflank.engine.lab.client import Broke
from outflank.engine.lab.stop import Stopped
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.summary import pairing, summaries
from outflank.protocol.console import files
from outflank.protocol.console.arguments import Parser, add_anchor, add_cluster, add_jobs, add_output
from outflank.protocol.console.errors import Failed, Interrupted, UserError, Writing
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match import live, plan
from outflank.protocol.match.cluster import Play, playing
from outflank.protocol.match.command import AGAIN, Starting, stop_on_signals
from outflank.protocol.match.engines.clients import check_engines
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.match.engines.spec import usual_jobs
from outflank.protocol.match.plan import Plan
from outflank.protocol.match.store import make
from outflank.protocol.report.command import MARKS, report
from outflank.protocol.report.records import check_files, write_files

PAGE = "report.html"
ROUND = 10
"""Openings that two engines play before the next two have their turn."""
ROUND_AFAR = 100
"""And on a cluster, all of whose machines are to have something to do."""
NOTES = f"""
a plan:

{plan.EXAMPLE}
The folder gets games.jsonl, and at the end, also an early one, report.html,
games.csv, games.sgf and (Othello) games.ggf. The same command again goes on
where it was interrupted, however that was."""


def add_arguments(parser: Parser) -> None:
    """Add the plan, and what the command line says of it."""
    add = parser.add_argument
    add("plan", metavar="FILE.toml", help="Plan of the tournament; see below.")
    add("--folder", required=True, metavar="DIR", help="Folder for the games [required].")
    add_jobs(parser, None, "the plan's, or one a core")
    add_cluster(parser)
    add_anchor(parser)
    add_output(parser)


def main(options: argparse.Namespace) -> int:
    """Play a tournament, or what is missing of it; the exit code."""
    stop = PipeStop()
    try:
        with stop_on_signals(stop):
            return run(options, stop)
    except Broke as broke:
        raise Failed(f"{broke}; {AGAIN}") from None
    except (Stopped, KeyboardInterrupt):
        raise Interrupted(AGAIN) from None
    finally:
        stop.close()


def run(options: argparse.Namespace, stop: PipeStop) -> int:
    """Play what is missing, and report what there is then; the exit code. Broke or Stopped when something is
    missing still."""
    wanted = plan_of(options)
    make(options.folder)
    check_targets(options.folder, wanted)
    ledger = Ledger(os.path.join(options.folder, "games.jsonl"))
    early: Exception | None = None
    try:
        play_missing(options, wanted, ledger, stop)
    except (Broke, Stopped) as error:
        early = error
    finally:
        ledger.close()
    rows = rows_of(wanted, ledger)
    code = say_all(options, wanted, rows) if rows else 0
    if early is not None:
        raise early
    return code


def check_targets(folder: str, wanted: Plan) -> None:
    """UserError when a file that the tournament ends with cannot be written, said before it begins."""
    check_files(folder, wanted.variant)
    page = os.path.join(folder, PAGE)
    try:
        files.check(os.fsencode(page), MARKS[0])
    except OSError as error:
        raise files.unusable(page, error) from None


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan in the file, with what the options change."""
    wanted = plan.read(options.plan)
    if options.jobs is not None:
        wanted = wanted._replace(jobs=options.jobs)
    elif wanted.jobs is None and not options.cluster:
        wanted = wanted._replace(jobs=usual_jobs(wanted.entries))
    if options.anchor and options.anchor not in [entry.name for entry in wanted.entries]:
        raise UserError(f"--anchor: no engine is called {options.anchor!r}")
    return wanted


def say_all(options: argparse.Namespace, wanted: Plan, rows: Sequence[GameRecord]) -> int:
    """Write all files and say what they say; the exit code."""
    with Writing():
        write_files(options.folder, rows)
    page = os.path.join(options.folder, PAGE)
    anchor = options.anchor if any(options.anchor in row.seats for row in rows) else ""
    with Writing():
        return report(summaries(rows, wanted.claims, anchor), rows, page, None, options.json)


def play_missing(options: argparse.Namespace, wanted: Plan, ledger: Ledger, stop: PipeStop) -> None:
    """Play what is missing of the tournament."""
    others = ledger.matches - {match.id for match in wanted.matches}
    if others:
        where = f"{len(others)} matches in {options.folder}"
        warn(f"tournament: games of {where} are not of this plan, and left out")
    if not finished(wanted, ledger):
        with Starting():
            for match in openers(wanted.matches):
                check_engines(match, stop)
    total = wanted.games * len(wanted.matches)
    shown = live.watcher(rows_of(wanted, ledger), total, options.quiet)
    with Writing(), shown as watch, playing(options.cluster) as play:
        play_all(wanted, ledger, play, watch, stop)


def play_all(
    wanted: Plan, ledger: Ledger, play: Play, watch: Callable[[GameRecord], None] | None, stop: PipeStop
) -> None:
    """Play what is missing of all matches, some games of each in turn; no more of those that are decided.
    Stopped when `stop` is rung."""
    step = (ROUND_AFAR if wanted.jobs is None else max(ROUND, 2 * wanted.jobs)) * len(wanted.variant.players)
    for target in [*range(step, wanted.games, step), wanted.games]:
        for match in wanted.matches:
            if not decided(match, wanted, ledger):
                play(match, wanted.openings, target, ledger, wanted.jobs, watch, stop)
            if stop.rung:
                raise Stopped


def decided(match: Match, wanted: Plan, ledger: Ledger) -> bool:
    """Tell whether the test between a match's two engines has accepted a claim."""
    if wanted.claims is None:
        return False
    found = pairing(
        match.a.name, match.b.name, [row for row in rows_of(wanted, ledger) if not row.void], wanted.claims
    )
    return found is not None and found.test is not None and found.test.accepted != ""


def finished(wanted: Plan, ledger: Ledger) -> bool:
    """Tell whether there is nothing left to play."""
    return all(
        sum(row.number < wanted.games for row in ledger.games(match.id)) == wanted.games
        or decided(match, wanted, ledger)
        for match in wanted.matches
    )


def rows_of(wanted: Plan, ledger: Ledger) -> list[GameRecord]:
    """The games of the tournament so far, those of each match together."""
    return [row for match in wanted.matches for row in ledger.games(match.id) if row.number < wanted.games]


def openers(matches: Sequence[Match]) -> list[Match]:
    """Matches in which every engine plays, and few of them more than once."""
    seen: set[str] = set()
    chosen = []
    for new in (2, 1):
        for match in matches:
            names = {match.a.name, match.b.name}
            if len(names - seen) >= new:
                chosen.append(match)
                seen |= names
    return chosen


TOURNAMENT = Subcommand(
    "Play a round robin or a gauntlet between engines, and rate them.",
    arguments=(add_arguments,),
    run=main,
    examples="outflank tournament plan.toml --folder results",
    notes=NOTES,
    failed="a game is void, or an engine cannot be started any more",
)
