"""`outflank play`: a game in the browser, or in the terminal."""

from __future__ import annotations

import argparse
import os

from outflank.engine.play.game_choice import GameChoice, choose_game
from outflank.protocol.console.arguments import Parser, add_threads, whole
from outflank.protocol.console.errors import OK, Failed, Reading, UserError, reason
from outflank.protocol.console.outbox import warn
from outflank.protocol.console.output import write
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.sitting.seats import ENGINE, USUAL_LEVEL, Seat, check_seat

MEMORY = 128
"""MB of an engine: several sessions may be open."""


def add_arguments(parser: Parser) -> None:
    """Add the game, the opponent, and where it is played."""
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", default="Othello", help="Game to begin with [default Othello].")
    add("--size", metavar="N", type=whole(1, 1000), help="Size of the board [default the usual].")
    add(
        "--level",
        metavar="NAME",
        default=USUAL_LEVEL,
        help=f"Opponent: a name from `outflank levels` or a bot [default {USUAL_LEVEL}].",
    )
    add("--terminal", action="store_true", help="Play in this terminal, without a browser.")
    add(
        "--no-browser",
        action="store_true",
        help="Only print the page's address, and serve until Ctrl-C or SIGTERM.",
    )
    add(
        "--port",
        metavar="N",
        type=whole(1, 65535),
        help="Port of the loopback [1 to 65535; default the last one, or any].",
    )
    add_threads(parser)
    add(
        "--memory",
        metavar="MB",
        type=whole(1, 32000),
        default=MEMORY,
        help=f"Memory of each session's engine [1 to 32000; default {MEMORY}].",
    )


def run(options: argparse.Namespace) -> int:
    """Play as the options say; the exit code."""
    with Reading():
        choice = choose_game(options.game, options.size, None)
        seat = Seat(ENGINE, options.level.lower())
        check_seat(seat, choice.variant, choice.size)
    if options.terminal:
        if options.no_browser or options.port is not None:
            raise UserError("--terminal needs no address: leave out --port and --no-browser")
        from outflank.protocol.play.terminal import play

        return play(choice, seat, options.threads, options.memory)
    return serve(options, choice)


def serve(options: argparse.Namespace, choice: GameChoice) -> int:
    """Serve the page until it is closed; the exit code."""
    from outflank.protocol.play.address import link_key, listen
    from outflank.protocol.play.server import Server

    path = kept_path()
    try:
        ear, address = listen(options.port, path)
    except OSError as error:
        raise Failed(f"cannot listen on port {options.port}: {reason(error)}") from None
    words = ["--threads", str(options.threads), "--memory", str(options.memory)]
    players = len(choice.variant.players)
    seats = [{"kind": "person"}, *[{"kind": ENGINE, "level": options.level.lower()}] * (players - 1)]
    first = {"game": choice.variant.name, "size": choice.size, "seats": seats}
    key = link_key(os.path.join(os.path.dirname(path), "play-key") if path else "")
    server = Server(ear, address, words, first, waits=options.no_browser, key=key)
    try:
        write(f"{address.page}\n".encode("ascii"))
        if not options.no_browser:
            _open(address.page)
        server.run()
    finally:
        server.close()
    return OK


def _open(page: str) -> None:
    """Open the page in the user's browser."""
    import webbrowser

    try:
        opened = webbrowser.open(page)
    except (OSError, webbrowser.Error):
        opened = False
    warn(
        "the game is in your browser; Ctrl-C ends it"
        if opened
        else "no browser here: open the address in one"
    )


def kept_path() -> str:
    """The file that keeps the address for the next start: with the data of the user's other programs; empty
    where he has no folder."""
    from outflank.protocol.nboard.book_file import usual_path

    book = usual_path()
    return os.path.join(os.path.dirname(book), "play-address") if os.path.isabs(book) else ""


PLAY = Subcommand(
    "Play a game in the browser against the engine, or other people at the same page.\n"
    "The server listens on this machine alone, and ends when the page is closed.",
    arguments=(add_arguments,),
    run=run,
    examples="outflank play\noutflank play SOS --size 6 --level 8\noutflank play PolyClash --terminal",
    notes="The address has a secret in it: who knows it can play. It is kept for a day, so\n"
    "that a page which was left open finds the server again.",
    failed="no port can be had",
)
