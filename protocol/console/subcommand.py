"""The declaration of a subcommand: its page, its arguments and its handler.

A table of rows has a name and one line for each; the rest is declared in the module that a row names, which
is imported when the subcommand is called. What has kinds, as `match` and `screen` in `outflank lab`, has such
a table of its own. The parser, the pages, the shell completion and the manual are made from these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    Arguments = Callable[[Any], None]
    """Adds arguments to a parser of arguments.py, which imports this module."""
    Handler = Callable[[argparse.Namespace], int]


class Row(NamedTuple):
    """A subcommand in a table: its name, one line about it, and where the rest is declared, `module:NAME`."""

    name: str
    about: str
    where: str

    @property
    def module(self) -> str:
        """The module that declares the rest."""
        return self.where.partition(":")[0]

    def load(self) -> Subcommand:
        """The rest of the declaration."""
        module, _, name = self.where.partition(":")
        found: Subcommand = getattr(__import__(module, fromlist=[name]), name)
        return found if found.about else found._replace(about=f"{self.about[0].upper()}{self.about[1:]}.")


class Subcommand(NamedTuple):
    """The rest of a declaration. `about` stands on top of the page where that is more than the line of the
    row; each of `arguments` adds some to the parser; `check` refuses what argparse cannot; `run` does the
    work and returns the exit code. `examples` are command lines, `notes` the last paragraphs of the page, and
    `failed` says what exit code 1 means. Kinds stand instead of a handler; `usage` replaces the made one."""

    about: str = ""
    arguments: Sequence[Arguments] = ()
    run: Handler | None = None
    check: Callable[[Any, argparse.Namespace], None] | None = None
    kinds: Sequence[Row] = ()
    examples: str = ""
    notes: str = ""
    failed: str = ""
    usage: str = ""


def walk(rows: Sequence[Row], above: str = "outflank") -> Iterator[tuple[str, Row, Subcommand]]:
    """Every subcommand below these rows with its whole name, each before its kinds."""
    for row in rows:
        name = f"{above} {row.name}"
        command = row.load()
        yield name, row, command
        yield from walk(command.kinds, name)


def take_kind(words: list[str], kinds: Sequence[Row]) -> str:
    """Take the name of a kind from the words: the first word, or behind options the first that is one."""
    place = 0
    if words[0].startswith("-"):
        names = {row.name for row in kinds}
        place = next((at for at, word in enumerate(words) if word in names), 0)
    return words.pop(place)
