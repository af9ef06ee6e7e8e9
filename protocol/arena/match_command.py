"""`outflank match`: two engines play each other, and the folder says what came of it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from engine import elo
from engine.games import Variant, find_game
from protocol import files
from protocol.arena import openings as opened
from protocol.arena.balance import balanced, read_bound
from protocol.arena.clocks import MARGIN, read_clock
from protocol.arena.cluster import playing
from protocol.arena.contender import Entry, Unable
from protocol.arena.duel import Match
from protocol.arena.entries import PROTOCOLS, read_entry, read_line, usual_jobs
from protocol.arena.folder import make, settle
from protocol.arena.ledger import Ledger, read
from protocol.arena.match import Broke, rehearse
from protocol.arena.openings import Openings
from protocol.arena.peer import Stop, Stopped, Trouble
from protocol.arena.played import Played
from protocol.arena.progress import progress
from protocol.arena.records import write_files
from protocol.arena.statistics import outcomes, sittings
from protocol.arena.verdict import as_text, judge
from protocol.lab import as_json, say
from protocol.outbox import Disconnected, warn

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
GREATEST_SEED = 2**64 - 1
JUDGE = "visits:400,book:off"
SWITCH = 0.0005
"""Seconds for which one table may keep the others waiting."""
ABOUT = """Two engines play each other over GTP or NBoard. Game n begins with opening n // players, and A sits
in seat n % players, so each opening is played once with each order of the seats. The games go to
DIR/games.jsonl as they end, and at the end to games.csv, games.sgf and (Othello) games.ggf; the same
command goes on where it ended, however that was. Without engines the files are made anew and the result is
shown once more."""
EXAMPLES = """examples:
  outflank match level:5 level:6 --games 200 --openings random --folder five-six
  outflank match "new=./outflank gtp" "rhino=gtp-rhino" --games 90 --clock 60+1 --openings xot.txt --folder m
  outflank match "./edax -nboard" "./outflank nboard" --games 40 --clock 5:00 --openings random:12 --folder n
  outflank match --folder m

A and B are commands, NAME=COMMAND, or options of this program such as level:5,threads:2.
Clocks: none, visits=N, move=S, seconds or M:S for a game, and S+S with an increment.
The exit code is 0, 1 when a game is void or an engine cannot be started any more, 2 when the match cannot be
played like this, and 130 after Ctrl-C."""


def main(words: Sequence[str]) -> int:
    """`outflank match`; the exit code."""
    parser = new_parser()
    options = parser.parse_args(list(words))
    if options.b is None and options.a is not None:
        parser.error("a match needs two engines")
    if options.a is None:
        check_alone(parser, options)
    ledger = None
    stop = Stop()
    try:
        with ringing(stop):
            path = os.path.join(options.folder, "games.jsonl")
            if not options.b and not os.path.exists(path):
                raise ValueError(f"there is no match in {options.folder}")
            if not options.b:
                return show_again(options, path)
            make(options.folder)
            ledger = Ledger(path)
            return run(options, ledger, stop)
    except (ValueError, OSError, Unable, Trouble) as error:
        warn(f"match: {files.reason(error)}")
        return WRONG_USE
    except Disconnected:
        return FAILED
    except (Stopped, KeyboardInterrupt):
        warn("match: interrupted; the same command goes on from here")
        return INTERRUPTED
    finally:
        if ledger is not None:
            ledger.close()
        stop.close()


def new_parser() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(
        prog="outflank match",
        description=ABOUT,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("a", metavar="A", nargs="?")
    add("b", metavar="B", nargs="?", help="in games for more than two, B has all seats but one")
    add("--folder", required=True, metavar="DIR", help="where the games go, and where they are taken up")
    add("--games", type=number(1), default=100, metavar="N", help="how many there are to be (%(default)s)")
    add("--game", default="Othello", help="a name that list_games gives (%(default)s)")
    add("--size", type=int, help="size of the board (the usual one)")
    add("--clock", default="none", help="see below (%(default)s: engines as their commands set them up)")
    add(
        "--margin",
        type=seconds,
        default=MARGIN,
        metavar="S",
        help="seconds a flag must be down (%(default)s)",
    )
    add(
        "--patience",
        type=seconds,
        default=600.0,
        metavar="S",
        help="for a move without a clock (%(default)s)",
    )
    add("--openings", default="start", metavar="WHAT", help="start, random, random:PLIES, or a file of games")
    add("--plies", type=number(0), metavar="N", help="cut the games of a file after so many moves")
    add(
        "--shuffle",
        action="store_true",
        help="take the games of a file in an order that follows from the seed",
    )
    add("--balance", metavar="X", help="only openings worth 0.5 +- X to who moves, or 0 +- X discs with 4d")
    add("--judge", metavar="CMD", help=f"the engine that says so ({JUDGE})")
    add(
        "--solve",
        type=number(0),
        default=0,
        metavar="N",
        help="solve Othello with so many squares empty (0: no)",
    )
    add("--seed", type=number(0, GREATEST_SEED), default=1, help="of random openings (%(default)s)")
    add("--jobs", type=number(1), metavar="N", help="games at a time (cores, divided by an engine's threads)")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: ray://HOST:PORT, HOST:PORT, auto, or local for this machine",
    )
    add("--values", action="store_true", help="ask GTP engines what they think of their moves")
    add_engines(parser)
    add("--quiet", action="store_true", help="no progress")
    add("--json", action="store_true", help="the result as JSON")
    return parser


def check_alone(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """Without engines there is a folder to look into, and nothing else to say."""
    for name, value in vars(options).items():
        if name not in ("folder", "json", "quiet") and value != parser.get_default(name):
            parser.error(f"--{name.replace('_', '-')} means nothing without engines")


def add_engines(parser: argparse.ArgumentParser) -> None:
    """What can be said of either engine."""
    add = parser.add_argument
    for side in "ab":
        add(
            f"--protocol-{side}",
            choices=PROTOCOLS,
            default="auto",
            help="(auto: nboard if the command says so)",
        )
        add(f"--dir-{side}", default="", metavar="DIR", help="start the engine there")
        add(
            f"--setup-{side}",
            action="append",
            default=[],
            metavar="LINE",
            help="send it this first; repeatable",
        )


def number(low: int, high: int = 10**9) -> Callable[[str], int]:
    """Reads a whole number between these bounds."""

    def read(text: str) -> int:
        value = int(text) if text.isascii() and text.isdigit() and len(text) < 30 else -1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {low} to {high}")
        return value

    return read


def seconds(text: str) -> float:
    """Reads a time."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is no time in seconds")
    return value


@contextmanager
def ringing(stop: Stop) -> Iterator[None]:
    """Ctrl-C and SIGTERM ring it; the second one also ends what does not listen to it."""

    def ring(*_: object) -> None:
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


def run(options: argparse.Namespace, ledger: Ledger, stop: Stop) -> int:
    """Play the match, and say what came of it."""
    match, openings = prepare(options, stop)
    rehearse(match, stop)
    settle(options.folder, match)
    if ledger.matches - {match.id}:
        raise ValueError(f"{options.folder} holds games of another match")
    there = [played for played in ledger.games(match.id) if played.number < options.games]
    jobs, failure = jobs_of(options, match), None
    with progress(f"{match.a.name} v {match.b.name}", len(there), options.games, options.quiet) as tell:
        try:
            with playing(options.cluster) as play:
                play(match, openings, options.games, ledger, jobs, watcher(there, match.a.name, tell), stop)
        except Broke as broke:
            failure = broke
    games = [played for played in ledger.games(match.id) if played.number < options.games]
    code = report(options, games, (match.a.name, match.b.name)) if games else 0
    if failure is not None:
        warn(f"match: {failure}; {len(games)} of {options.games} games were played")
        return FAILED
    if stop.rung:
        raise Stopped
    return code


def show_again(options: argparse.Namespace, path: str) -> int:
    """Say what came of the match in a folder, or has come of it so far."""
    games = sorted(read([path]), key=lambda played: played.number)
    matches = {played.match for played in games}
    if len(matches) != 1:
        raise ValueError(f"{options.folder} holds the games of {len(matches)} matches")
    first = games[0].seats[games[0].number % len(games[0].seats)]
    return report(options, games, (first, next(name for name in games[0].seats if name != first)))


def report(options: argparse.Namespace, games: Sequence[Played], names: tuple[str, str]) -> int:
    """Write the files for other programs, and say what the games came to; the exit code."""
    write_files(options.folder, games)
    verdict = judge(games, names)
    say(as_json(verdict) if options.json else as_text(verdict, games))
    return FAILED if verdict.void else 0


def watcher(games: list[Played], name: str, tell: Callable[[str], None]) -> Callable[[Played], None]:
    """Tells after each game how the engine of that name stands."""
    groups: dict[int, list[float]] = {}
    ranks = [0, 0, 0]

    def count(played: Played) -> None:
        if not played.void:
            ranks[:] = map(sum, zip(ranks, outcomes(sittings(name, [played])), strict=True))
            groups.setdefault(played.opening, []).append(played.rewards[played.seats.index(name)])

    def watch(played: Played) -> None:
        count(played)
        text = "-".join(map(str, ranks))
        two = len(played.players) == 2 and groups
        tell(f"{text}  Elo {elo.elo_of(elo.estimate([*groups.values()])).value:+.0f}" if two else text)

    for played in games:
        count(played)
    return watch


def prepare(options: argparse.Namespace, stop: Stop) -> tuple[Match, Openings]:
    """The match that the options describe, and its openings. ValueError when there is none."""
    variant = find_game(options.game)
    if variant is None:
        raise ValueError(f"unknown game {options.game!r}")
    size = variant.sizes[0] if options.size is None else options.size
    if size not in variant.sizes:
        raise ValueError(f"{variant.name} is not played on a board of size {size}")
    if options.solve and (variant.name != "Othello" or size != 8):
        raise ValueError("--solve is for Othello on the usual board")
    entries = [entry_of(options, side) for side in "ab"]
    if entries[0].name == entries[1].name:
        raise ValueError(f"both engines are called {entries[0].name}; say NAME=COMMAND")
    openings = openings_of(options, variant, size, stop)
    what = openings.what
    clock = read_clock(options.clock)
    match = Match(variant.name, size, entries[0], entries[1], clock, what, options.margin, options.solve)
    return match, openings


def entry_of(options: argparse.Namespace, side: str) -> Entry:
    """One of the engines."""
    values = vars(options)
    entry = read_entry(values[side], side.upper(), values[f"protocol_{side}"], values[f"dir_{side}"])
    setup = tuple(map(read_line, values[f"setup_{side}"]))
    return entry._replace(setup=setup, values=options.values, patience=options.patience)


def jobs_of(options: argparse.Namespace, match: Match) -> int | None:
    """How many games are played at a time; None leaves it to a cluster."""
    said: int | None = options.jobs
    return usual_jobs((match.a, match.b)) if said is None and not options.cluster else said


def openings_of(options: argparse.Namespace, variant: Variant, size: int, stop: Stop) -> Openings:
    """The openings that the options name."""
    rules = variant.rules(size)
    found = opened.find(options.openings, variant, rules, options.seed, options.plies, options.shuffle)
    if options.balance is None and options.judge is not None:
        raise ValueError("--judge is for --balance")
    if options.balance is None:
        return found
    judge_entry = read_entry(options.judge or JUDGE, "judge")._replace(values=True)
    needed = -(-options.games // len(variant.players))
    bound = read_bound(options.balance)
    with progress("openings", 0, needed, options.quiet) as tell:
        return balanced(found, needed, options.folder, judge_entry, bound, (variant, size), tell, stop)
