"""`outflank lab`: matches between players of ours inside one process."""

from __future__ import annotations

import argparse

from outflank.engine.lab.match import new_match, play_terms
from outflank.engine.lab.schedule import Store
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.match_summary import summarize
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.errors import FAILED, Reading, UserError, Writing
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import games_step
from outflank.protocol.console.subcommand import Row, Subcommand
from outflank.protocol.lab.options import add_common, add_openings, with_games
from outflank.protocol.match.options import add_sprt
from outflank.protocol.match.running import Decided, asked_for, watcher
from outflank.protocol.match.store import describe
from outflank.protocol.report.summary import as_text

CALLED = ("A", "B")


def add_match(parser: Parser) -> None:
    """Add the players of `outflank lab match`, what they play, and how many games."""
    parser.add_argument("a", metavar="A", help="One player; see below.")
    parser.add_argument(
        "b", metavar="B", help="The other player; with more than two seats, B has all but one."
    )
    add_openings(parser)
    add_sprt(parser)
    add_common(parser, 400)


def run_match(options: argparse.Namespace, ledger: Store[GameRecord]) -> int:
    """One match. Ctrl-C reports the games so far."""
    with Reading():
        wanted = new_match(options.game, options.size, options.a, options.b, options.seed, even=options.even)
    if options.sprt and wanted.players != 2:
        raise UserError(f"--sprt is for games for two, not for {wanted.game}")
    there = asked_for(ledger, wanted.id, options.games)
    try:
        with Writing():
            watch = watcher(there, games_step(len(there), options.games), options.sprt)
            play_terms(wanted, options.games, options.jobs, ledger, watch)
    except Decided:
        return report_match(wanted, ledger, options)
    except KeyboardInterrupt:
        report_match(wanted, ledger, options)
        raise
    return report_match(wanted, ledger, options)


def report_match(wanted: Match, ledger: Store[GameRecord], options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    games = asked_for(ledger, wanted.id, options.games)
    found = summarize(games, claims=options.sprt) if games else None
    if options.json:
        say(as_json({"match": describe(wanted), "summary": found}))
    else:
        say(f"{title(wanted)}\n" + (as_text(found, options.sprt, CALLED) if found else "no games\n"))
    return FAILED if found and found.void else 0


def title(match: Match) -> str:
    """The terms of the match."""
    a, b = (" ".join(spec.command) for spec in (match.a, match.b))
    return f"{match.game} {match.size}, A = {a}, B = {b}, openings {match.openings}"


MATCH = Subcommand(
    arguments=(add_match,),
    run=with_games(run_match),
    examples="""
outflank lab match "visits=1000" random --games 100
outflank lab match "seconds=0.1 priors=1" "seconds=0.1 priors=0" \\
    --game SOS --resume games.jsonl
outflank lab match "seconds=0.1 endings=24" \\
    "alphabeta seconds=0.1 endings=24" --even 2
outflank lab match "seconds=0.1 exploration=1.2" "seconds=0.1" \\
    --even 2 --sprt 0,20 --games 2000""",
    notes="""
A and B are bots (random, greedy, positional ...) or options of the search.
With endings=N Othello is left to the solver from N empty squares on, where
there is time for it. The ledger is a file for `outflank report`, too.""",
    failed="a game is void",
)
LAB = Subcommand(
    "Play matches inside one process.",
    kinds=(
        Row("match", "player A against player B from paired openings", "outflank.protocol.lab.command:MATCH"),
        Row(
            "screen",
            "several constants at once, the high value of each against the low one",
            "outflank.protocol.lab.screen:SCREEN",
        ),
    ),
)
