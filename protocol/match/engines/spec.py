"""Engines as people name them on a command line.

./engine --gtp                  a command, without a shell
NAME=./engine --gtp             the same under a name
level:5,threads:2               this program with these options
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from outflank.protocol import settings
from outflank.protocol.console.own_program import PLAIN, own_program, usable_cores
from outflank.protocol.match.engines.client import Entry

PROTOCOLS = ("auto", "gtp", "nboard")
NAME = re.compile(r"([A-Za-z0-9_.-]{1,40})=(.*)", re.DOTALL)
OWN_NAME = re.compile(r"[A-Za-z0-9_.:,-]{1,80}")
"""Options of this program that can be its name as they are."""


def read_entry(text: str, usual_name: str, protocol: str = "auto", folder: str = "") -> Entry:
    """The engine that a text names. ValueError when it names none."""
    named = NAME.fullmatch(text)
    command = named[2] if named else text
    words = own_command(command)
    if words:
        # Where this program lies may sound like the other protocol.
        protocol = "gtp" if protocol == "auto" else protocol
        usual_name = command if OWN_NAME.fullmatch(command) else usual_name
    else:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{command!r} is no command: {error}") from None
    if not words:
        raise ValueError(f"{text!r} names no engine")
    if protocol == "auto":
        protocol = "nboard" if any("nboard" in word.lower() for word in words[1:]) else "gtp"
    return Entry(named[1] if named else usual_name, tuple(words), protocol, folder)


def read_line(line: object) -> str:
    """A line to send. ValueError when it is none."""
    if not (isinstance(line, str) and line.strip() and line.isprintable()):
        raise ValueError(f"{line!r} is no line to send to an engine")
    return line


def own_command(text: str) -> list[str]:
    """The command of this program with options like `level:5,threads:2`; none where the text is no such
    list."""
    pairs = [word.partition(":") for word in text.split(",")]
    rows = [settings.NAMES.get(name) if colon else None for name, colon, _ in pairs]
    if not all(row is not None and row.kind is not bool for row in rows):
        return []
    options = [word for name, _, value in pairs for word in (f"--{name}", value)]
    try:
        settings.read_words(options)
    except settings.BadSetting as error:
        raise ValueError(str(error)) from None
    return [*own_program(), "gtp", *PLAIN, *options]


def threads_of(entry: Entry) -> int:
    """How many threads an engine's command says that it thinks with; 1 where it does not say."""
    for word, value in zip(entry.command, (*entry.command[1:], ""), strict=True):
        name, equals, rest = word.partition("=")
        count = rest if equals else value
        if name.lstrip("-") in ("threads", "n-tasks") and re.fullmatch("[0-9]{1,4}", count):
            return max(1, int(count))
    return 1


def usual_jobs(entries: Sequence[Entry]) -> int:
    """A game for each core, or for as many as one engine has threads: while it thinks the others wait."""
    return max(1, usable_cores() // max(map(threads_of, entries)))
