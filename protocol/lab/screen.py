"""`outflank lab screen`: several constants of the search varied in one match (engine/lab/screening.py)."""

from __future__ import annotations

import argparse

from outflank.engine.lab import screening
from outflank.engine.lab.schedule import Store
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.summary import fault_row
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.errors import FAILED, Reading
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns
from outflank.protocol.lab.options import add_common, add_openings, with_games
from outflank.protocol.match.running import asked_for, play_and_report
from outflank.protocol.report.summary import trouble_lines
from outflank.protocol.report.tables import signed, span

TABLE = Columns(
    ("constant", -22), ("low", 9), ("high", 9), ("score", 8), ("Elo", 7), ("  95 %, high against low", -26)
)


def add_screen(parser: Parser) -> None:
    """The arguments of `outflank lab screen`."""
    parser.add_argument("base", metavar="BASE", help="Options that both sides have; see below.")
    parser.add_argument(
        "constants", metavar="NAME=LOW,HIGH", nargs="+", help="Constant to vary, and its two values."
    )
    add_openings(parser)
    add_common(parser, 400)


def run_screen(options: argparse.Namespace, ledger: Store[GameRecord]) -> int:
    """One screen. Ctrl-C reports the games so far."""
    spec = (options.game, options.size, options.base, options.constants)
    with Reading():
        wanted = screening.new_screen(*spec, options.seed, options.even)
    there = asked_for(ledger, wanted.id, options.games)
    return play_and_report(
        len(there),
        options.games,
        lambda watch: screening.play(wanted, options.games, options.jobs, ledger, watch),
        lambda: report(wanted, ledger, options),
    )


def report(wanted: screening.Screen, ledger: Store[GameRecord], options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    rows = asked_for(ledger, wanted.id, options.games)
    found = screening.effects(wanted, rows)
    void = [fault_row(record) for record in rows if record.void]
    games = len(rows) - len(void)
    if options.json:
        say(as_json({"screen": wanted, "games": games, "effects": found, "void": void}))
        return FAILED if void else 0
    match = wanted.match
    head = f"{match.game} {match.size}, both sides {wanted.base}, openings {match.openings}; {games} games\n"
    lines = [head, TABLE.head(), *map(effect_line, found), *(f"{line}\n" for line in trouble_lines(void))]
    say("".join(lines))
    return FAILED if void else 0


def effect_line(effect: screening.Effect) -> str:
    """A row of the report."""
    constant, elo = effect.constant, effect.elo
    spread = f"  {span(elo.low, elo.high)}"
    score = f"{effect.score.mean:.3f}"
    return TABLE.row(constant.name, constant.low, constant.high, score, signed(elo.value), spread)


SCREEN = Subcommand(
    arguments=(add_screen,),
    run=with_games(run_screen),
    examples="""
outflank lab screen "seconds=0.1 endings=24" exploration=0.8,1.25 \\
    prior_temperature=4.5,8 --even 2""",
    notes="""
BASE is what both sides have, each constant an option or a limit with two
values. In each pair of games one side has one value of each constant, drawn at
random, and its opponent the other.""",
    failed="a game is void",
)
