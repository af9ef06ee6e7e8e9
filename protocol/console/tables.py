"""Tables: as plain text, drawn by the library rich where it is installed, or line by line as rows come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from outflank.protocol.console.outbox import plain as plain_text

LONGEST = 200
"""Characters of a cell: names may come from files, and be of any length."""


class Table(NamedTuple):
    """A table. `left` says how many columns hold words, which stand on the left; the others hold numbers.
    `long` tables have a row for each of many things, and may be cut short."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    left: int = 1
    note: str = ""
    long: bool = False


class Columns:
    """A table whose rows come one by one: each column has a title and a width, which is negative where its
    words stand on the left."""

    def __init__(self, *columns: tuple[str, int]) -> None:
        self._titles = tuple(title for title, _ in columns)
        self._widths = tuple(width for _, width in columns)

    def head(self) -> str:
        """The line of titles."""
        return self.row(*self._titles)

    def row(self, *cells: object) -> str:
        """A line of the table; the last cells may be left out."""
        pairs = zip(map(str, cells), self._widths, strict=False)
        parts = (cell.ljust(-width) if width < 0 else cell.rjust(width) for cell, width in pairs)
        return "".join(parts).rstrip() + "\n"


def has_rich() -> bool:
    """Tell whether rich can draw tables here."""
    try:
        import rich.table  # noqa: F401
    except ImportError:
        return False
    return True


def plain(tables: Sequence[Table], most: int) -> str:
    """The tables as text; of a long one the first `most` rows."""
    return "\n".join(as_text(table, most) for table in tables)


def drawn(tables: Sequence[Table], most: int, width: int | None = None) -> str:
    """The same with lines and bold words, as wide as the terminal unless another width is given."""
    from rich.color import ColorSystem
    from rich.console import Console, Group

    console = Console(width=width, force_terminal=True)
    pieces = console.render(Group(*(as_rich(table, most) for table in tables)))
    return "".join(
        piece.style.render(piece.text, color_system=ColorSystem.STANDARD) if piece.style else piece.text
        for piece in pieces
    )


def as_text(table: Table, most: int) -> str:
    """One table."""
    shown = table.rows[:most] if table.long else table.rows
    grid = [tuple(plain_text(cell, LONGEST) for cell in row) for row in (table.heads, *shown)]
    widths = [max(len(row[column]) for row in grid) for column in range(len(table.heads))]
    lines = [plain_text(table.title)]
    for row in grid:
        cells = [
            cell.ljust(width) if column < table.left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join([*lines, *(f"  {plain_text(note)}" for note in notes(table, len(shown))), ""])


def notes(table: Table, shown: int) -> list[str]:
    """The line under a table of which only some rows are shown."""
    rest = len(table.rows) - shown
    more = [f"and {rest} more: see --html, --json or --csv"] if rest else []
    return [*more, *([f"({table.note})"] if table.note else [])]


def as_rich(table: Table, most: int) -> Any:
    """One table for rich."""
    from rich import box
    from rich.table import Table as Drawn
    from rich.text import Text

    shown = table.rows[:most] if table.long else table.rows
    under = "\n".join(notes(table, len(shown)))
    made = Drawn(
        title=Text(plain_text(table.title), "bold"),
        caption=Text(plain_text(under, kept="\n"), "dim") if under else None,
        title_justify="left",
        caption_justify="left",
        box=box.SIMPLE_HEAD,
    )
    for column, head in enumerate(table.heads):
        made.add_column(Text(plain_text(head, LONGEST)), justify="left" if column < table.left else "right")
    for row in shown:
        made.add_row(*(Text(plain_text(cell, LONGEST)) for cell in row))
    return made
