"""A report as one HTML page: its own style, script and pictures in it, nothing asked of any network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import Any

from outflank.protocol import __version__
from outflank.protocol.console import files
from outflank.protocol.formats.game_record import LOSSES, Played
from outflank.protocol.report import plots
from outflank.protocol.report.page_parts import POLICY, SCRIPT, STYLE, in_script
from outflank.protocol.report.statistics import Pairing, Summary
from outflank.protocol.report.tables import Table, grid_cell, heading, percent, points, signed, span, tables

MOST_GRAPHS = 500
"""Games of each kind whose graphs are in the page: more would make it slow to load."""
MOST_COURSES = 6
"""Pairings whose scores over time are in sight from the start."""
SHORT = 40
MOST_HALF = 66
"""Characters of a table that has room beside another."""
GENERATOR = '<meta name="generator" content="Outflank '
"""What tells a page of ours from any other."""
END = "Outflank's report."
"""What pages of before that had been told say of themselves."""


def page(found: Sequence[Summary], rows: Sequence[Played]) -> str:
    """The page of these summaries and of the games they sum up."""
    title = page_title(found)
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'{GENERATOR}{__version__}">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="soft">{escape(when(rows))}</p>',
    ]
    for each in found:
        games = [
            row for row in rows if (row.game, row.size, row.players) == (each.game, each.size, each.seats)
        ]
        parts += section(each, games)
    return "\n".join([*parts, f"<script>{SCRIPT}</script>", "</body>", "</html>", ""])


def written_here(data: bytes) -> bool:
    """Whether bytes are such a page."""
    head, _, body = data.partition(b"<body>")
    marked = GENERATOR.encode() in head or f" {escape(END)}</p>".encode() in body[: files.HEAD]
    return data.lstrip().startswith(b"<!doctype html>") and marked


def page_title(found: Sequence[Summary]) -> str:
    """Who played, as far as it is short."""
    names = list(dict.fromkeys(engine.name for each in found for engine in each.engines))
    return " v ".join(names) if len(names) == 2 else f"{len(names)} engines"


def when(rows: Sequence[Played]) -> str:
    """The time in which the games began."""
    first, last = min(row.began for row in rows), max(row.began for row in rows)
    return f"Games begun {first}" + (f" to {last}" if last != first else "") + f". {END}"


def section(found: Summary, games: Sequence[Played]) -> list[str]:
    """One game on one board."""
    parts = [f"<section><h2>{escape(heading(found))}</h2>", *leads(found), '<div class="cards">']
    parts += first_pictures(found)
    courses = [card(course_title(row), plots.course_picture(row)) for row in found.pairings]
    if len(courses) <= MOST_COURSES:
        parts += courses
    if len(found.engines) > 2:
        parts.append(card("Results: points of the row's engine against the column's", heat(found), " broad"))
    parts.append(graphs(games))
    if len(courses) > MOST_COURSES:
        inside = '<div class="cards">' + "".join(courses) + "</div>"
        parts.append(folded(f"Scores over time of {len(courses)} pairings", inside))
    parts += [table_card(table) for table in tables(found) if table.title != "Results"]
    return [*parts, "</div></section>"]


def first_pictures(found: Summary) -> list[str]:
    """The ratings and the times, one under the other where there is little in them."""
    made = []
    if rated := ratings_rows(found):
        about = "Elo" if len(rated) > 1 else f"Elo of {found.pairings[0].a} over {found.pairings[0].b}"
        names = [row.name for row in found.engines]
        colours = [names.index(row[0]) if row[0] in names else 0 for row in rated]
        made.append(card(about + ", 95 % intervals", plots.ratings_picture(rated, colours)))
    if picture := plots.pace_picture(found.engines):
        about = '<p class="soft">Bar: mean; line: 99 of 100 moves; dot: longest.</p>'
        made.append(card("Time per move", picture + about))
    return made if len(found.engines) > 2 else ['<div class="stack">', *made, "</div>"]


def leads(found: Summary) -> list[str]:
    """What two engines' games prove, in a sentence."""
    if len(found.engines) != 2 or not found.pairings:
        return []
    row = found.pairings[0]
    words = (
        f"{row.a} scores {percent(row.score.mean)} against {row.b}: Elo {signed(row.elo.value)} "
        f"({span(row.elo.low, row.elo.high)}), the better one with likelihood {percent(row.superiority)}."
    )
    if row.test:
        state = f"accepts {row.test.accepted}" if row.test.accepted else "accepts neither claim yet"
        words += f" The test {state} (LLR {row.test.llr:.2f})."
    return [f'<p class="lead">{escape(words)}</p>']


def course_title(row: Pairing) -> str:
    """Whose score it is, over how many games."""
    return f"Score of {row.a} against {row.b}, {row.games} games"


def ratings_rows(found: Summary) -> list[tuple[str, float, float, float]]:
    """What the picture of ratings shows: everybody's, or the difference between two."""
    if found.ratings is not None and len(found.ratings.rows) > 2:
        return [(row.name, row.elo, row.low, row.high) for row in found.ratings.rows if row.elo is not None]
    return [(f"{row.a} over {row.b}", *row.elo) for row in found.pairings]


def card(title: str, inside: str, kind: str = "") -> str:
    """A box with a title; `inside` is HTML."""
    return f'<div class="card{kind}"><h3>{escape(title)}</h3>{inside}</div>'


def folded(title: str, inside: str) -> str:
    """A broad box that opens when asked to."""
    return f'<details class="card broad"><summary>{escape(title)}</summary>{inside}</details>'


def table_card(table: Table) -> str:
    """A table in its box; one with many rows is folded."""
    note = f'<p class="soft">{escape(table.note)}</p>' if table.note else ""
    inside = html_table(table) + note
    if len(table.rows) > SHORT:
        return folded(f"{table.title} ({len(table.rows)})", inside)
    return card(table.title, inside, " broad" if table.long or broad(table) else "")


def broad(table: Table) -> bool:
    """Whether a table needs more than half of a wide window."""
    widths = [
        max(len(row[column]) for row in (table.heads, *table.rows)) for column in range(len(table.heads))
    ]
    return sum(widths) + 2 * len(widths) > MOST_HALF


def html_table(table: Table) -> str:
    """A table alone."""
    lines = [cells("th", table.heads, table.left), *(cells("td", row, table.left) for row in table.rows)]
    return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"


def cells(tag: str, row: Sequence[str], left: int) -> str:
    """A row of a table; words beyond a good length may be broken into lines."""
    made = []
    for column, cell in enumerate(row):
        kinds = ["word"] * (column < left) + ["long"] * (len(cell) > SHORT)
        attribute = f' class="{" ".join(kinds)}"' if kinds else ""
        made.append(f"<{tag}{attribute}>{escape(cell)}</{tag}>")
    return "<tr>" + "".join(made) + "</tr>"


def heat(found: Summary) -> str:
    """Points of everybody against everybody, the greener the more of them."""
    names = [row.name for row in found.engines]
    lines = [cells("th", ("", *names), 1)]
    for a in names:
        made = [f'<td class="word">{escape(a)}</td>']
        for b in names:
            cell = grid_cell(found, a, b)
            share = cell[0] / cell[1] - 0.5 if cell else 0.0
            hue = "46,139,87" if share > 0 else "200,60,60"
            made.append(f'<td style="background:rgba({hue},{abs(share):.2f})">{points(cell)}</td>')
        lines.append("<tr>" + "".join(made) + "</tr>")
    return '<div class="wide"><table>' + "\n".join(lines) + "</table></div>"


def graphs(games: Sequence[Played]) -> str:
    """Values and times of a game that the reader chooses."""
    shown = [game_data(row) for row in games[:MOST_GRAPHS]]
    data = json.dumps(shown, separators=(",", ":"), allow_nan=False)
    rest = len(games) - len(shown)
    more = f'<p class="soft">The first {len(shown)} of {len(games)} games.</p>' if rest else ""
    inside = (
        '<div class="games"><div class="choose"><button type="button" class="before">Previous</button>'
        '<select aria-label="Game"></select><button type="button" class="after">Next</button></div>'
        '<p class="keys"></p>'
        f'<div class="view"><svg viewBox="0 0 {plots.WIDTH} 288" tabindex="0" role="img" '
        'aria-label="Values and times"></svg>'
        '<div><p class="said">&nbsp;</p><p class="ending soft"></p><p class="moves"></p></div></div>'
        "<noscript><p>The graphs of single games need the script in this page.</p></noscript>"
        f'<script type="application/json">{in_script(data)}</script></div>'
    )
    about = '<p class="soft">Above: what the engines thought, in games for two from the first player\'s side '
    about += "(discs on the left, chance to win on the right). Below: time for each move.</p>"
    return card("Games: values and times", inside + about + more, " broad")


def game_data(row: Played) -> dict[str, Any]:
    """What the page's script is told of a game."""
    opening = f", {row.opening_name}" if row.opening_name else ""
    trouble = "void" if row.void else row.end if row.end in LOSSES else row.result
    ending = f"{row.end}, {row.result}" if row.result else row.end
    reason = row.void or (f"{row.fault.engine}: {row.fault.reason}" if row.fault else "")
    return {
        "label": f"{row.number}: {' - '.join(row.seats)}, {trouble}{opening}",
        "players": row.players,
        "seats": row.seats,
        "ending": ending + (f" ({reason})" if reason else "") + f"; {row.machine}, {row.began}",
        "plies": [
            (ply.player, ply.move, ply.book, round(ply.seconds, 5), rounded(ply.value), ply.unit)
            for ply in row.plies
        ],
    }


def rounded(value: float | None) -> float | None:
    """A value to as many digits as can be seen."""
    return None if value is None else round(value, 3)
