"""`outflank match`: two engines play each other, and the folder says what came of it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from outflank.engine.games import find_game, solved_boards, unknown_game
from outflank.engine.lab.client import Broke, EngineSpec, Trouble, Unable
from outflank.engine.lab.openings import Openings
from outflank.engine.lab.stop import Stopped
from outflank.engine.lab.terms import Match, seed_for
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.match_summary import summarize
from outflank.engine.variant import Variant
from outflank.protocol.console.errors import FAILED, Failed, Interrupted, UserError, Writing
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import progress
from outflank.protocol.console.signals import ENDING
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.formats.ledger import Ledger, read
from outflank.protocol.match import openings as opened
from outflank.protocol.match.balance import balanced, read_bound
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.cluster import playing
from outflank.protocol.match.engines.clients import check_engines
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.match.engines.spec import read_line, read_spec, usual_jobs
from outflank.protocol.match.options import ABOUT, EXAMPLES, JUDGE, NOTES, add_arguments, check
from outflank.protocol.match.running import Decided, asked_for, warn_of_threads, watcher
from outflank.protocol.match.store import claim, make
from outflank.protocol.report.records import check_files, write_files
from outflank.protocol.report.summary import as_text

AGAIN = "the same command goes on from here"
SWITCH = 0.0005
"""Seconds for which one table may keep the others waiting."""


def main(options: argparse.Namespace) -> int:
    """Play a match, or show the one in a folder; the exit code."""
    path = os.path.join(options.folder, "games.jsonl")
    if options.a is None:
        if not os.path.exists(path):
            raise UserError(f"there is no match in {options.folder}")
        return show_again(options, path)
    stop = PipeStop()
    try:
        with stop_on_signals(stop):
            make(options.folder)
            ledger = Ledger(path)
            with closing(ledger):
                return run(options, ledger, stop)
    except (Stopped, KeyboardInterrupt):
        raise Interrupted(AGAIN) from None
    finally:
        stop.close()


class Starting:
    """A `with` block that starts engines: one that does not start, or not play, is the user's to change."""

    def __enter__(self) -> None:
        """Nothing is prepared."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Unable | Trouble):
            raise UserError(str(error)) from None


@contextmanager
def stop_on_signals(stop: PipeStop) -> Iterator[None]:
    """Ctrl-C and SIGTERM ring it; the second one also ends what does not listen to it."""

    def ring(number: int, _: object) -> None:
        ENDING.note(number)
        if stop.rung:
            raise KeyboardInterrupt
        stop.ring()

    before = {name: signal.signal(name, ring) for name in (signal.SIGINT, signal.SIGTERM)}
    pace = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        yield
    finally:
        sys.setswitchinterval(pace)
        for name, handler in before.items():
            signal.signal(name, handler)


def run(options: argparse.Namespace, ledger: Ledger, stop: PipeStop) -> int:
    """Play the match, and say what came of it."""
    with Starting():
        match, openings = prepare(options, stop)
        check_files(options.folder, match.variant)
        check_engines(match, stop)
    claim(options.folder, match)
    if ledger.matches - {match.id}:
        raise UserError(f"{options.folder} holds games of another match")
    there = asked_for(ledger, match.id, options.games)
    jobs, failure = jobs_of(options, match), None
    with progress(f"{match.a.name} v {match.b.name}", len(there), options.games, options.quiet) as tell:
        try:
            with Writing(), playing(options.cluster) as play:
                watch = watcher(there, tell, options.sprt)
                play(match, openings, options.games, ledger, jobs, watch, stop)
        except Decided:
            return report(options, asked_for(ledger, match.id, options.games))
        except Broke as broke:
            failure = broke
    warn_of_threads()
    games = asked_for(ledger, match.id, options.games)
    code = report(options, games) if games else 0
    if failure is not None:
        raise Failed(f"{failure}; {len(games)} of {options.games} games were played")
    if stop.rung:
        raise Stopped
    return code


def show_again(options: argparse.Namespace, path: str) -> int:
    """Say what came of the match in a folder, or has come of it so far."""
    games = sorted(read([path]), key=lambda played: played.number)
    matches = {played.match for played in games}
    if len(matches) != 1:
        raise UserError(f"{options.folder} holds the games of {len(matches)} matches")
    variant = find_game(games[0].game)
    if variant is not None:
        check_files(options.folder, variant)
    return report(options, games)


def report(options: argparse.Namespace, games: Sequence[GameRecord]) -> int:
    """Write the files for other programs, and say what the games came to; the exit code."""
    with Writing():
        write_files(options.folder, games)
    found = summarize(games, claims=options.sprt)
    say(as_json(found) if options.json else as_text(found, options.sprt))
    return FAILED if found.void else 0


def prepare(options: argparse.Namespace, stop: PipeStop) -> tuple[Match, Openings]:
    """The match that the options describe, and its openings. ValueError when there is none."""
    variant = find_game(options.game)
    if variant is None:
        raise UserError(unknown_game(options.game))
    size = variant.sizes[0] if options.size is None else options.size
    if size not in variant.sizes:
        raise UserError(f"{variant.name} is not played on a board of size {size}")
    if options.solve and size not in variant.endgame:
        raise UserError(f"--solve is for {solved_boards()} only")
    if options.sprt and len(variant.players) != 2:
        raise UserError(f"--sprt is for games for two, not for {variant.name}")
    a, b = (entry_of(options, side) for side in "ab")
    if a.name == b.name:
        raise UserError(f"both engines are called {a.name}; say NAME=COMMAND")
    openings = openings_of(options, variant, size, stop)
    seed = seed_for(variant.rules(size), (a, b), options.seed)
    how = openings.what, options.margin, options.solve, seed
    return Match(variant.name, size, a, b, read_clock(options.clock), *how), openings


def entry_of(options: argparse.Namespace, side: str) -> EngineSpec:
    """One of the engines."""
    values = vars(options)
    entry = read_spec(values[side], side.upper(), values[f"protocol_{side}"], values[f"dir_{side}"])
    setup = tuple(map(read_line, values[f"setup_{side}"]))
    return entry._replace(setup=setup, values=options.values, patience=options.patience)


def jobs_of(options: argparse.Namespace, match: Match) -> int | None:
    """The number of games played at a time; None leaves it to a cluster."""
    said: int | None = options.jobs
    return usual_jobs((match.a, match.b)) if said is None and not options.cluster else said


def openings_of(options: argparse.Namespace, variant: Variant, size: int, stop: PipeStop) -> Openings:
    """The openings that the options name."""
    rules = variant.rules(size)
    found = opened.find(options.openings, variant, rules, options.seed, options.plies, options.shuffle)
    if options.balance is None and options.judge is not None:
        raise UserError("--judge is for --balance")
    if options.balance is None:
        return found
    judge_entry = read_spec(options.judge or JUDGE, "judge")._replace(values=True)
    needed = -(-options.games // len(variant.players))
    bound = read_bound(options.balance)
    with progress("openings", 0, needed, options.quiet) as tell:
        return balanced(found, needed, options.folder, judge_entry, bound, (variant, size), tell, stop)


MATCH = Subcommand(
    ABOUT,
    arguments=(add_arguments,),
    run=main,
    check=check,
    examples=EXAMPLES,
    notes=NOTES,
    failed="a game is void, or an engine cannot be started any more",
)
