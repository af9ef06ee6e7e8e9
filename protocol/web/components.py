"""Parts that pages are put together from: panels, tables and dates in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

LONG = 40
"""Characters of a cell from which on its words may be broken into lines."""
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z")
"""A time as match files have it, in UTC."""


def panel(title: str, inside: str, kind: str = "") -> str:
    """A box with a title; `inside` is HTML."""
    return f'<div class="panel{kind}"><h3>{escape(title)}</h3>{inside}</div>'


def folded(title: str, inside: str) -> str:
    """A broad box that opens when asked to."""
    return f'<details class="panel broad"><summary>{escape(title)}</summary>{inside}</details>'


def note(words: str) -> str:
    """A remark below something; none for no words."""
    return f'<p class="faint">{escape(words)}</p>' if words else ""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    """A table whose first `left` columns hold words."""
    lines = [cells("th", heads, left), *(cells("td", row, left) for row in rows)]
    return wide("\n".join(lines))


def wide(rows: str) -> str:
    """A table of rows that are HTML; it scrolls where it is too broad."""
    return f'<div class="wide"><table>{rows}</table></div>'


def cells(tag: str, row: Sequence[str], left: int) -> str:
    """A row of a table."""
    made = []
    for column, cell in enumerate(row):
        kinds = ["text"] * (column < left) + ["long"] * (len(cell) > LONG)
        attribute = f' class="{" ".join(kinds)}"' if kinds else ""
        made.append(f"<{tag}{attribute}>{escape(cell)}</{tag}>")
    return "<tr>" + "".join(made) + "</tr>"


def listed(names: Sequence[str], most: int) -> str:
    """Names in a sentence: `A, B and C`, or `A, B, C and 4 more`."""
    if len(names) > most:
        return f"{', '.join(names[: most - 1])} and {len(names) - most + 1} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def date_words(stamp: str) -> str:
    """A time in words, `18 November 2026, 10:00 UTC`; a text that is not one stays as it is."""
    found = STAMP.fullmatch(stamp)
    return f"{_day(found)}, {found[4]} UTC" if found and _day(found) else stamp


def dates_words(first: str, last: str) -> str:
    """The time between two in words, which is short within a day."""
    begun, ended = STAMP.fullmatch(first), STAMP.fullmatch(last)
    if first == last or not begun or not ended:
        return date_words(first) if first == last else f"{date_words(first)} to {date_words(last)}"
    if first[:10] == last[:10] and _day(begun):
        span = begun[4] if begun[4] == ended[4] else f"{begun[4]} to {ended[4]}"
        return f"{_day(begun)}, {span} UTC"
    return f"{date_words(first).removesuffix(' UTC')} to {date_words(last)}"


def _day(found: re.Match[str]) -> str:
    """The day of a stamp; empty where no month has it."""
    month = int(found[2])
    return f"{int(found[3])} {MONTHS[month - 1]} {found[1]}" if 1 <= month <= 12 else ""
