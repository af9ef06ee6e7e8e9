"""The layout of every help page: 80 columns, a table for each group of arguments, examples, exit codes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import NamedTuple

from outflank.protocol.console.errors import EXIT_CODES, FAILED, INTERRUPTED, OK, WRONG_USE
from outflank.protocol.console.subcommand import Row, Subcommand

WIDTH = 80
COLUMN = 30
"""The widest column of names; the text of a longer name begins in the next line."""
OPTIONS = "options"


class Group(NamedTuple):
    """Arguments under a title: (name, text, whether it is required) each."""

    title: str
    rows: tuple[tuple[str, str, bool], ...]


def page(name: str, command: Subcommand, groups: Sequence[Group]) -> str:
    """The page of a subcommand of this name."""
    parts = [usage(name, command, groups), command.about + "\n"]
    if command.kinds:
        parts.append(table("kinds:", [(row.name, row.about) for row in command.kinds]))
    parts += [table(f"{group.title}:", [(row, about) for row, about, _ in group.rows]) for group in groups]
    if command.examples:
        parts.append(f"examples:\n{textwrap.indent(command.examples.strip(), '  ')}\n")
    if command.notes:
        parts.append(command.notes.strip() + "\n")
    if command.kinds:
        parts.append(f"`{name} KIND --help` shows the page of a kind.\n")
    else:
        parts.append(table("exit codes:", [(str(code), about) for code, about in codes_of(command)]))
    return "\n".join(parts)


def codes_of(command: Subcommand) -> list[tuple[int, str]]:
    """The exit codes that a page lists, with the subcommand's own words for a failure."""
    shown = (OK, FAILED, WRONG_USE, INTERRUPTED)
    own = {FAILED: command.failed} if command.failed else {}
    return [(code, own.get(code, about)) for code, about in EXIT_CODES if code in shown]


def usage(name: str, command: Subcommand, groups: Sequence[Group]) -> str:
    """The first lines of a page."""
    if command.usage:
        words = command.usage.split(" ")
    elif command.kinds:
        words = ["KIND", "[ARGUMENT ...]"]
    else:
        rows = [(group.title, *row) for group in groups for row in group.rows]
        words = [row for title, row, _, _ in rows if title == "arguments"]
        words += [row for title, row, _, required in rows if required and title != "arguments"]
        words.append("[OPTION ...]")
    begin = f"usage: {name} "
    return textwrap.fill(" ".join(words), WIDTH, initial_indent=begin, subsequent_indent=" " * 7) + "\n"


def table(title: str, rows: Sequence[tuple[str, str]]) -> str:
    """A title and its rows: the texts stand in one column, at least two blanks behind the names."""
    column = min(max(len(name) for name, _ in rows) + 4, COLUMN)
    lines = [title]
    for name, text in rows:
        fits = len(name) + 4 <= column
        if not fits:
            lines.append(f"  {name}")
        lines += textwrap.wrap(
            text,
            WIDTH,
            initial_indent=(f"  {name}" if fits else "").ljust(column),
            subsequent_indent=" " * column,
            break_on_hyphens=False,
        )
    return "\n".join([*lines, ""])


def kinds_text(rows: Sequence[Row]) -> str:
    """The names of a table of subcommands, in a line."""
    return ", ".join(row.name for row in rows)


def number(value: float) -> str:
    """A bound in few digits: a high one may be one less than a power of two."""
    if value > 10**9 and value != float("inf"):
        return f"2^{int(value).bit_length()} - 1"
    return f"{value:.7g}"
