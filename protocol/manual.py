"""`outflank man`: the manual page, made from the table of subcommands."""

from __future__ import annotations

import argparse
import re

from outflank.protocol import __version__, cli
from outflank.protocol.console.arguments import Parser, groups_of
from outflank.protocol.console.errors import EXIT_CODES
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Subcommand, walk

ABOUT = """\
plays Othello, Rolit, SOS, PolyClash and Acquire: in the browser, and with clients of GTP, NBoard and JSON
lines on stdin and stdout. It plays engines against each other, reviews and converts games, and measures and
trains itself. Without a subcommand it serves one client and detects the protocol from the first line: NBoard
if it begins with nboard or ping, JSON if it begins with a brace, otherwise GTP."""
FILES = (
    ("$XDG_CONFIG_HOME/outflank/config.toml", "The user's own defaults; `outflank config` shows them."),
    ("$XDG_DATA_HOME/outflank/", "The book that NBoard's `learn` writes."),
)
ENVIRONMENT = (
    ("OUTFLANK_CPU", "The CPU level of the compiled modules: v2, v3 or portable [default the best one]."),
    (
        "OUTFLANK_LINK_KEY",
        "64 hexadecimal digits that seal the cards in links of JSON lines [default others in each process].",
    ),
)


def manual() -> str:
    """The page in the language of man."""
    lines = [f'.TH OUTFLANK 1 "" "Outflank {__version__}" "User Commands"', ".SH NAME"]
    lines += [
        "outflank \\- game engine for GTP and NBoard",
        ".SH SYNOPSIS",
        ".B outflank",
        "[\\fIOPTION\\fR ...]",
    ]
    lines += [".br", ".B outflank", "\\fISUBCOMMAND\\fR [\\fIARGUMENT\\fR ...]", ".SH DESCRIPTION"]
    lines += [".B outflank", *ABOUT.splitlines(), ".SH SUBCOMMANDS"]
    for row in cli.SUBCOMMANDS:
        lines += entry(row.name, row.about)
    for name, _, command in walk(cli.SUBCOMMANDS):
        lines += section(name, command)
    lines.append(".SH EXIT STATUS")
    for code, about in EXIT_CODES:
        lines += entry(str(code), about)
    for title, rows in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        lines.append(f".SH {title}")
        for name, about in rows:
            lines += entry(name, about)
    return "\n".join(lines) + "\n"


def section(name: str, command: Subcommand) -> list[str]:
    """The section of a subcommand or kind."""
    lines = [f'.SH "{name.upper()}"', *map(plain, command.about.splitlines())]
    for row in command.kinds:
        lines += entry(row.name, row.about)
    for group in groups_of(Parser(name, command)):
        lines.append(f'.SS "{plain(group.title)}"')
        for argument, about, _ in group.rows:
            lines += entry(argument, about)
    if command.examples:
        lines += ['.SS "examples"', ".nf", *map(plain, command.examples.strip().splitlines()), ".fi"]
    if command.notes:
        lines += [".PP", ".nf", *map(plain, command.notes.strip().splitlines()), ".fi"]
    if command.failed:
        lines += [".PP", plain(f"The exit code is 1 when {command.failed}.")]
    return lines


def entry(name: str, about: str) -> list[str]:
    """A row of a table: a name, and its text below."""
    return [".TP", f"\\fB{plain(name)}\\fR", plain(about)]


def plain(text: str) -> str:
    """Text that man takes for nothing but text."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)


def run(_: argparse.Namespace) -> int:
    """Print the manual page."""
    say(manual())
    return 0


MAN = Subcommand(
    "Print the manual page, of all subcommands and their options.",
    run=run,
    examples="outflank man > ~/.local/share/man/man1/outflank.1\noutflank man | man -l -",
)
