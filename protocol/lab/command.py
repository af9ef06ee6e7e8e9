"""`outflank lab`: matches between players of ours inside one process."""

from __future__ import annotations

import argparse

from outflank.engine.results import sprt
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.subcommand import Row, Subcommand
from outflank.protocol.lab import report


def add_match(parser: Parser) -> None:
    """Add the players of `outflank lab match`, what they play, and how many games."""
    parser.add_argument("a", metavar="A", help="One player; see below.")
    parser.add_argument(
        "b", metavar="B", help="The other player; with more than two seats, B has all but one."
    )
    report.add_openings(parser)
    parser.add_argument(
        "--sprt",
        type=sprt_claims,
        metavar="ELO0,ELO1",
        help="End when one of two differences in Elo is clear, in games for two; ,ALPHA,BETA may follow "
        "[default no test].",
    )
    report.add_common(parser, 400)


def sprt_claims(text: str) -> sprt.Claims:
    """What `--sprt` tests."""
    try:
        return sprt.read_claims(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


MATCH = Subcommand(
    "Player A against player B from paired openings.",
    arguments=(add_match,),
    run=report.with_ledger(report.run_match),
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
there is time for it.""",
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
