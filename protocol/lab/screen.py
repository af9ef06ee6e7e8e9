"""`outflank lab screen`: several constants of the search varied in one match (engine/lab/screening.py)."""

from __future__ import annotations

import argparse
from typing import Any

from outflank.engine.lab import screening
from outflank.engine.lab.referee import Match, Played
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.errors import FAILED, Reading, UserError
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import games_counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.lab import report as lab
from outflank.protocol.lab.ledger import read_played


def add_screen(parser: Parser) -> None:
    """The arguments of `outflank lab screen`."""
    parser.add_argument("base", metavar="BASE", help="Options that both sides have; see below.")
    parser.add_argument(
        "constants", metavar="NAME=LOW,HIGH", nargs="+", help="Constant to vary, and its two values."
    )
    lab.add_openings(parser)
    lab.add_common(parser, 400)


def read_game(row: dict[str, Any]) -> tuple[screening.Screen, Played]:
    """What one line of a ledger of screens says."""
    screen = row.pop("match")
    if not isinstance(screen, dict) or set(screen) != set(screening.Screen._fields):
        raise UserError("no game of a screen")
    constants = tuple(screening.Constant(*words) for words in screen["constants"])
    match = Match(*screen["match"])
    return screening.Screen(match, constants), read_played(row, match)


def run_screen(options: argparse.Namespace, ledger: Any) -> int:
    """One screen. Ctrl-C reports the games so far."""
    spec = (options.game, options.size, options.base, options.constants)
    with Reading():
        wanted = screening.new_screen(*spec, options.seed, options.even)
    try:
        screening.play(wanted, options.games, options.jobs, ledger, games_counter())
    except KeyboardInterrupt:
        report(wanted, ledger, options)
        raise
    return report(wanted, ledger, options)


def report(wanted: screening.Screen, ledger: Any, options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    rows = lab.asked_rows(wanted, ledger, options)
    found = screening.effects(wanted, rows)
    reasons = lab.void_reasons(rows)
    games = len(rows) - len(reasons)
    if options.json:
        say(as_json({"screen": wanted, "games": games, "effects": found, "void": reasons}))
        return FAILED if reasons else 0
    match = wanted.match
    head = f"{match.game} {match.size}, both sides {match.a}, {lab.openings(match)}"
    lines = [f"{head}; {games} games"]
    lines += [f"{'constant':<22} {'low':>8} {'high':>8}{'score':>8}{'Elo':>7}  95 %, high against low"]
    lines += map(effect_line, found)
    say("\n".join([*lines, *lab.void_lines(reasons), ""]))
    return FAILED if reasons else 0


def effect_line(effect: screening.Effect) -> str:
    """A row of the report."""
    constant, elo = effect.constant, effect.elo
    spread = f"{lab.signed(elo.low)} to {lab.signed(elo.high)}"
    return (
        f"{constant.name:<22} {constant.low:>8} {constant.high:>8}"
        f"{effect.score.mean:>8.3f}{lab.signed(elo.value):>7}  {spread}"
    )


SCREEN = Subcommand(
    "Several constants at once, the high value of each against the low one.",
    arguments=(add_screen,),
    run=lab.with_ledger(run_screen, read_game),
    examples="""
outflank lab screen "seconds=0.1 endings=24" exploration=0.8,1.25 \\
    prior_temperature=4.5,8 --even 2""",
    notes="""
BASE is what both sides have, each constant an option or a limit with two
values. In each pair of games one side has one value of each constant, drawn at
random, and its opponent the other.""",
    failed="a game is void",
)
