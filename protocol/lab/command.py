"""`outflank lab`: matches between players of ours inside one process."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from outflank.engine.lab import sprt
from outflank.protocol.console import help_pages
from outflank.protocol.lab import report as lab, screen

EXAMPLES = """A and B are bots (random, greedy, positional ...) or options of the search:
  outflank lab match "visits=1000" random --games 100
  outflank lab match "seconds=0.1 priors=1" "seconds=0.1 priors=0" \\
      --game SOS --resume games.jsonl
  outflank lab match "seconds=0.1 endings=24" \\
      "alphabeta seconds=0.1 endings=24" --even 2
  outflank lab match "seconds=0.1 exploration=1.2" "seconds=0.1" \\
      --even 2 --sprt 0,20 --games 2000

With endings=N Othello is left to the solver from N empty squares on, where
there is time for it. The exit code is 1 when a game is void, and 130 after
Ctrl-C."""


def main(words: Sequence[str]) -> int:
    """`outflank lab`; the exit code."""
    parser = help_pages.new_parser("lab", "Play matches inside one process.")
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND", title="kinds")
    match = help_pages.add_kind(kinds, "match", "player A against player B from paired openings", EXAMPLES)
    match.add_argument("a", metavar="A", help="One player; see below.")
    match.add_argument(
        "b", metavar="B", help="The other player; with more than two seats, B has all but one."
    )
    lab.add_openings(match)
    match.add_argument(
        "--sprt",
        type=sprt_claims,
        metavar="ELO0,ELO1",
        help="End when one of two differences in Elo is clear, in games for two; ,ALPHA,BETA may follow "
        "[default no test].",
    )
    lab.add_common(match, 400)
    match.set_defaults(run=lab.run_match)
    screen.add_screen(kinds)
    return lab.run(parser.parse_args(list(words)), "lab")


def sprt_claims(text: str) -> sprt.Claims:
    """What `--sprt` tests."""
    try:
        return sprt.read_claims(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
