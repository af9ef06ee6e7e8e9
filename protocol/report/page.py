"""A report as one HTML page: its own style, scripts and pictures in it, nothing asked of any network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from outflank.engine.games import find_game
from outflank.engine.results.game_record import GameRecord
from outflank.engine.results.summary import Pairing, Summary
from outflank.protocol.console import files
from outflank.protocol.console.tables import Table
from outflank.protocol.report import plots
from outflank.protocol.report.games import games_data
from outflank.protocol.report.reviews import NOWHERE, Reviews
from outflank.protocol.report.tables import facts, grid_cell, percent, points, signed, span, tables
from outflank.protocol.web.components import cells, dates_words, folded, listed, note, panel, table, wide
from outflank.protocol.web.page import mark, render

KIND = "report"
MARK = mark(KIND)
"""The beginning of a page."""
STYLES = ("report/report.css",)
SCRIPT = "report/report.js"
MOST_GRAPHS = 500
"""Games of each kind whose graphs are in the page: more would make it slow to load."""
MOST_COURSES = 6
"""Pairings whose scores over time are in sight from the start."""
MOST_NAMES = 4
"""Engines that the title names."""
MOST_ROWS = 40
"""Rows of a table that is in sight from the start."""
MOST_HALF = 66
"""Characters of a table that has room beside another."""
OLD_START = "<!doctype html>"
OLD_GENERATOR = '<meta name="generator" content="Outflank '
OLD_END = "Outflank&#x27;s report."
"""What tells pages of earlier versions from others: the one of these, or the other."""
BESIDE_PICTURE = ("Ratings", "Time per move")
"""Tables that stand below the picture of the same figures."""


def page(found: Sequence[Summary], rows: Sequence[GameRecord], reviews: Reviews = NOWHERE) -> str:
    """The page of these summaries and of the games they sum up, with where these are reviewed."""
    title = page_title(found)
    began = sorted(row.began for row in rows)
    parts = [
        f"<header><h1>{escape(title)}</h1>{note('Games begun ' + dates_words(began[0], began[-1]))}</header>"
    ]
    data = []
    for number, each in enumerate(found):
        games = [
            row for row in rows if (row.game, row.size, row.players) == (each.game, each.size, each.seats)
        ]
        parts += section(each, games, number)
        data.append(games_data(games[:MOST_GRAPHS], reviews))
    body = "<main>" + "\n".join(parts) + "</main>"
    return render(KIND, title, body, {"sections": data}, STYLES, SCRIPT)


def written_here(data: bytes) -> bool:
    """Tell whether bytes are such a page, of this version or an earlier one."""
    if data.startswith(MARK.encode()):
        return True
    head, _, body = data.partition(b"<body>")
    marked = OLD_GENERATOR.encode() in head or f" {OLD_END}</p>".encode() in body[: files.HEAD]
    return data.lstrip().startswith(OLD_START.encode()) and marked


def page_title(found: Sequence[Summary]) -> str:
    """The line about who played what."""
    names = list(dict.fromkeys(engine.name for each in found for engine in each.engines))
    who = " v ".join(names) if len(names) == 2 else listed(names, MOST_NAMES)
    return f"{who}: {listed([board_name(each) for each in found], MOST_NAMES)}"


def board_name(found: Summary) -> str:
    """A game on its board."""
    variant = find_game(found.game)
    plain = variant is not None and not variant.squares
    return found.game if plain else f"{found.game} {found.size}x{found.size}"


def section(found: Summary, games: Sequence[GameRecord], number: int) -> list[str]:
    """One game on one board; the number is that of its data."""
    made = {table.title: table for table in tables(found)}
    parts = [f"<section><h2>{escape(board_name(found))}</h2>", note(facts(found)), *leads(found)]
    parts.append('<div class="panels">')
    parts += ratings(found, made)
    if len(found.engines) > 2:
        parts.append(panel("Results: points of the row's engine against the column's", heat(found)))
    parts += [table_panel(made[title]) for title in ("Pairings", "Pairs of games", "Test") if title in made]
    parts += courses(found)
    if picture := plots.pace_picture(found.engines):
        about = note("Bar: mean; line: 99 of 100 moves; dot: longest.")
        parts.append(panel("Time per move", picture + about + html_table(made["Time per move"])))
    parts.append(graphs(games, number))
    shown = (*BESIDE_PICTURE, "Results", "Pairings", "Pairs of games", "Test")
    parts += [table_panel(each) for each in made.values() if each.title not in shown]
    return [*parts, "</div></section>"]


def ratings(found: Summary, made: dict[str, Table]) -> list[str]:
    """The picture of the ratings, and their table where there is one."""
    rated = ratings_rows(found)
    if not rated:
        return []
    names = [row.name for row in found.engines]
    colours = [names.index(row[0]) if row[0] in names else 0 for row in rated]
    inside = plots.ratings_picture(rated, colours)
    if "Ratings" in made:
        inside += html_table(made["Ratings"])
    title = "Ratings" if len(rated) > 1 else f"Elo of {found.pairings[0].a} over {found.pairings[0].b}"
    return [panel(title, inside)]


def courses(found: Summary) -> list[str]:
    """Scores over time, on the same axes; folded where there are many."""
    most = max((row.games for row in found.pairings), default=0)
    made = [panel(course_title(row), plots.course_picture(row, most)) for row in found.pairings]
    if len(made) <= MOST_COURSES:
        return made
    return [folded(f"Scores over time of {len(made)} pairings", f'<div class="panels">{"".join(made)}</div>')]


def leads(found: Summary) -> list[str]:
    """The proof of two engines' games, in a sentence."""
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
    """The caption of a score: whose it is, over how many games."""
    return f"Score of {row.a} against {row.b}, {row.games} games"


def ratings_rows(found: Summary) -> list[tuple[str, float, float, float]]:
    """The caption of the picture of ratings: everybody's, or the difference between two."""
    if found.ratings is not None and len(found.ratings.rows) > 2:
        return [
            (row.name, row.elo, row.low, row.high)
            for row in found.ratings.rows
            if row.elo is not None and row.low is not None and row.high is not None
        ]
    return [(f"{row.a} over {row.b}", *row.elo) for row in found.pairings]


def html_table(found: Table) -> str:
    """A table with its note."""
    return table(found.heads, found.rows, found.left) + note(found.note)


def table_panel(found: Table) -> str:
    """A table in its box; one with many rows is folded."""
    if len(found.rows) > MOST_ROWS:
        return folded(f"{found.title} ({len(found.rows)})", html_table(found))
    return panel(found.title, html_table(found), " broad" if found.long or broad(found) else "")


def broad(found: Table) -> bool:
    """Tell whether a table needs more than half of a wide window."""
    columns = zip(found.heads, *found.rows, strict=True)
    return sum(max(map(len, column)) + 2 for column in columns) > MOST_HALF


def heat(found: Summary) -> str:
    """Points of everybody against everybody: green for more than half, red for less."""
    names = [row.name for row in found.engines]
    lines = [cells("th", ("", *names), 1)]
    for a in names:
        made = [f'<td class="text">{escape(a)}</td>']
        for b in names:
            cell = grid_cell(found, a, b)
            share = cell[0] / cell[1] - 0.5 if cell else 0.0
            colour = "won" if share > 0 else "lost"
            mix = f"color-mix(in srgb, var(--{colour}) {100 * abs(share):.0f}%, transparent)"
            made.append(f'<td style="background: {mix}">{points(cell)}</td>')
        lines.append("<tr>" + "".join(made) + "</tr>")
    return wide("\n".join(lines)) + note("Green: more than half of the points; red: less.")


def graphs(games: Sequence[GameRecord], number: int) -> str:
    """The board, the values and the times of a game that the reader chooses."""
    inside = (
        f'<div class="games" data-section="{number}"><div class="choose">'
        '<button type="button" class="before">Previous</button>'
        '<select aria-label="Game"></select><button type="button" class="after">Next</button></div>'
        '<p class="keys"></p><div class="view"><div class="board"></div>'
        '<div class="chart" tabindex="0"></div>'
        '<div class="words"><p class="said"></p><p class="ending faint"></p><p class="review faint"></p>'
        '<p class="moves"></p></div></div>'
        "<noscript><p>Single games need the script in this page.</p></noscript></div>"
    )
    about = "Point at the chart, choose a move or press Left and Right to see the board after it. "
    about += "In games for two all values are the first player's."
    more = f" The first {MOST_GRAPHS} of {len(games)} games." if len(games) > MOST_GRAPHS else ""
    return panel("Games: board, values and times", inside + note(about + more), " broad")
