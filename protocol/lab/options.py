"""Options that matches inside one process have in common, and the ledger that they name."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeVar

from outflank.engine.lab.schedule import Ledger as InMemory, Numbered, Store
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console.arguments import Parser, add_board, add_jobs, add_json, add_seed, number, whole
from outflank.protocol.console.errors import Interrupted
from outflank.protocol.formats.ledger import GAMES, LineLedger, Lines
from outflank.protocol.match.running import warn_of_threads

G = TypeVar("G", bound=Numbered)


def add_openings(parser: Parser) -> None:
    """Add the options of what is played, and from where."""
    add_board(parser)
    parser.add_argument(
        "--even",
        type=number(0),
        metavar="DISCS",
        help="Greatest lead after the opening in discs (Othello 8x8), so that fewer pairs are decided by it "
        "[default any].",
    )


def add_common(parser: Parser, games: int | None, jobs: int = 2) -> None:
    """Add the options that every kind of match has."""
    usual = "%(default)s" if games else "each trial's own number"
    parser.add_argument(
        "--games",
        type=whole(1),
        default=games,
        metavar="N",
        help=f"Games of each match [1 or more; default {usual}].",
    )
    add_seed(parser, "Seed of openings and players")
    add_jobs(parser, jobs)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="Ledger to which games are added, and which the same command takes up [default none].",
    )
    add_json(parser)


def with_games(
    play: Callable[[argparse.Namespace, Store[GameRecord]], int],
) -> Callable[[argparse.Namespace], int]:
    """A handler that gives `play` the ledger of games that the options name."""
    return with_ledger(play, GAMES)


def with_ledger(
    play: Callable[[argparse.Namespace, Store[G]], int], lines: Lines[G]
) -> Callable[[argparse.Namespace], int]:
    """A handler that gives `play` the ledger that the options name, in memory where they name none; whatever
    ends it early, the games in it stay."""

    def run(options: argparse.Namespace) -> int:
        file = LineLedger(options.resume, lines) if options.resume else None
        ledger: Store[G] = InMemory() if file is None else file
        try:
            code = play(options, ledger)
        except KeyboardInterrupt:
            kept = "the same command goes on from here" if file else "nothing was kept (see --resume)"
            raise Interrupted(kept) from None
        finally:
            if file is not None:
                file.close()
        warn_of_threads()
        return code

    return run
