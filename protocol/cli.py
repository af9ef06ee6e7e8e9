"""The command line: the table of subcommands, and the way from words to a handler and its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from outflank.engine.names import nearest
from outflank.protocol import __version__
from outflank.protocol.console.errors import OK, UserError
from outflank.protocol.console.ladder import climb
from outflank.protocol.console.subcommand import Row, Subcommand, take_kind, walk

SESSIONS = ("", "gtp", "nboard", "json")
"""Subcommands that serve a client. They read their options without argparse, so that a start is short."""
SUBCOMMANDS = (
    Row("gtp", "serve a GTP client", "outflank.protocol.config.pages:GTP"),
    Row("nboard", "serve an NBoard client (Othello)", "outflank.protocol.config.pages:NBOARD"),
    Row(
        "json", "serve a script: requests and answers as lines of JSON", "outflank.protocol.config.pages:JSON"
    ),
    Row("play", "play in the browser, or in the terminal", "outflank.protocol.play.command:PLAY"),
    Row("levels", "list the levels of play", "outflank.protocol.levels:LEVELS"),
    Row(
        "config",
        "show the defaults as a file, or check a file of options",
        "outflank.protocol.config.command:CONFIG",
    ),
    Row(
        "match",
        "play two engines against each other, over GTP or NBoard",
        "outflank.protocol.match.command:MATCH",
    ),
    Row(
        "tournament",
        "play a round robin or a gauntlet between engines",
        "outflank.protocol.match.tournament:TOURNAMENT",
    ),
    Row("report", "rate engines by the games of finished matches", "outflank.protocol.report.command:REPORT"),
    Row(
        "analyze",
        "review games: the value of each move, better moves",
        "outflank.protocol.review.command:ANALYZE",
    ),
    Row(
        "convert",
        "convert files of games between formats",
        "outflank.protocol.formats.convert:CONVERT",
    ),
    Row("check", "test whether an engine keeps to GTP or NBoard", "outflank.protocol.check.command:CHECK"),
    Row("lab", "play matches between players of this program", "outflank.protocol.lab.command:LAB"),
    Row("bench", "measure speed, latency and strength", "outflank.protocol.bench.command:BENCH"),
    Row(
        "train",
        "train the evaluation of Othello, or grow its opening book",
        "outflank.protocol.train.command:TRAIN",
    ),
    Row(
        "completion",
        "print a script that completes words in bash or zsh",
        "outflank.protocol.completion:COMPLETION",
    ),
    Row("man", "print the manual page", "outflank.protocol.manual:MAN"),
)
HELP = ("-h", "--help")
VERSION = ("-V", "--version")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these words, by default those of its command line, and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    asked = words[: words.index("--")] if "--" in words else words
    if any(word in HELP for word in asked):
        return climb([], lambda: show_page(asked))
    if any(word in VERSION for word in asked):
        return climb([], lambda: _write(f"Outflank {__version__}\n"))
    name = words[0] if words and not words[0].startswith("-") else ""
    if name in SESSIONS:
        return climb([], lambda: _serve(name, words[1:] if name else words))
    from outflank.protocol.console.signals import ENDING

    _occupy()
    names: list[str] = []
    return ENDING.watched(lambda: climb(names, lambda: _run(words, names)))


def _serve(name: str, words: list[str]) -> int:
    """Serve a client; the exit code."""
    # What is not built is told as the errors of the work are.
    from outflank.protocol import serve

    return serve.serve(name, words)


def _run(words: list[str], names: list[str]) -> int:
    """Run a subcommand that is not a session; its whole name goes to `names`. The exit code."""
    from outflank.protocol.console.arguments import parsed

    command = find(words, names)
    if command.kinds or command.run is None:
        raise UserError(f"say which kind: {known(command.kinds)}")
    return command.run(parsed(command, names, words))


def find(words: list[str], names: list[str]) -> Subcommand:
    """The subcommand that the first words name, which move to `names`; without its kind where none follows.
    UserError when there is none of such a name."""
    rows: Sequence[Row] = SUBCOMMANDS
    while True:
        name = take_kind(words, rows)
        row = next((row for row in rows if row.name == name), None)
        if row is None:
            near = nearest(name, [row.name for row in rows])
            guess = f"did you mean {near}?" if near else f"there are: {known(rows)}"
            raise UserError(f"unknown {'kind' if names else 'subcommand'} {name}; {guess}")
        names.append(name)
        command = row.load()
        if not (command.kinds and words):
            return command
        rows = command.kinds


def known(rows: Sequence[Row]) -> str:
    """The names of a table of subcommands, in a line."""
    return ", ".join(row.name for row in rows)


def show_page(words: Sequence[str]) -> int:
    """Print the page of the subcommand that the words name, or the front page."""
    from outflank.protocol.config.pages import front
    from outflank.protocol.console.arguments import Parser

    names: list[str] = []
    rest = []
    for word in words:
        if word.startswith("-"):
            break
        rest.append(word)
    if not rest:
        return _write(front(SUBCOMMANDS))
    command = find(rest, names)
    return _write(Parser(" ".join(["outflank", *names]), command).format_help())


def late_modules() -> list[str]:
    """The modules that declare subcommands and kinds: nothing imports them before they are called."""
    found = {row.module for _, row, _ in walk(SUBCOMMANDS)}
    return sorted({*found, "outflank.protocol.serve"})


def _occupy() -> None:
    """Let no file of ours take the place of stdin, stdout or stderr where they are closed; they stay useless.
    The log, the only file of the protocols, looks at that itself."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)


def _write(text: str) -> int:
    from outflank.protocol.console.output import write

    write(text.encode("utf-8"))
    return OK
