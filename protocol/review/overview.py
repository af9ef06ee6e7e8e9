"""The page of many reviews: accuracy by player and phase, the costliest moves, openings, and all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from outflank.engine.game import find_move
from outflank.engine.games import listed
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.review.figures import PHASES, Costly, Figures, Opening, Tally, sorted_players
from outflank.protocol.review.html import lost_text
from outflank.protocol.review.text import good_text, steps_text
from outflank.protocol.web.boards import board_data, cell_of, cells_of
from outflank.protocol.web.components import cells, folded, note, panel, table, wide
from outflank.protocol.web.page import mark, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.rules import Rules

KIND = "reviews"
MARK = mark(KIND)
"""The beginning of a page."""
STYLES = ("report/report.css", "review/overview.css")
SCRIPT = "review/overview.js"
MOST_ROWS = 40
"""Rows of a table that is in sight from the start."""
MOST_PLAYERS = 500
MOST_GAMES = 5000
"""Rows of the tables of players and games."""
SHOWN_DEPTH = 3
"""Plies of the openings' tree that are unfolded from the start."""

Link = Callable[[int, int | None], str]
Rows = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The heads of a table, and its rows."""


def page(found: Sequence[Figures], name: str, link: Link) -> str:
    """The page of these figures of the folder of that name; `link` gives the address of a game's review at a
    ply."""
    games = sum(each.games for each in found)
    title = f"{games} game{'s' * (games != 1)} reviewed"
    parts = [f"<header><h1>{escape(title)}</h1>{note(name)}</header>"]
    data = []
    for number, each in enumerate(found):
        parts += _section(each, number, link)
        data.append(_boards(each, link))
    body = "<main>" + "\n".join(parts) + "</main>"
    return render(KIND, title, body, {"sections": data}, STYLES, SCRIPT)


def _section(found: Figures, number: int, link: Link) -> list[str]:
    """One game on boards of one size; the number is that of its data."""
    board = found.variant.board_name(found.size) if found.variant.squares else found.game
    unit = "discs" if found.unit == "discs" else "percent of a win"
    said = f"{found.games} games. Losses are in {unit}; accurate moves lose at most {good_text(found.unit)}."
    parts = [f"<section><h2>{escape(board)}</h2>", note(said), '<div class="panels">']
    parts.append(panel("Phases", table(*_phases(found), 1)))
    parts.append(_folded_panel("Players", *_players(found), 1))
    if found.costliest:
        about = note("The mark is the move that was made, the arrow leads to the better one.")
        box = f'<div class="costly" data-section="{number}"></div>'
        parts.append(panel("Costliest moves", box + about, " broad"))
    if found.openings.next:
        parts.append(panel("Openings", _tree(found), " broad"))
    parts.append(_games(found, link))
    return [*parts, "</div></section>"]


def _phases(found: Figures) -> Rows:
    """The heads and rows of the table of phases."""
    steps = steps_text(found.unit)
    rows = [
        (name, *_words(found, tally), *map(str, tally.mistakes))
        for name, tally in zip(PHASES, found.phases, strict=True)
    ]
    return ("phase", "moves", "mean loss", "accurate", *steps), rows


def _words(found: Figures, tally: Tally) -> tuple[str, str, str]:
    """The number of moves, their mean loss, and the share of accurate ones."""
    return str(tally.moves), _loss(found, tally.mean), _percent(tally.accuracy)


def _players(found: Figures) -> Rows:
    """The heads and rows of the table of players."""
    heads = ("player", "games", "score", "mean loss", "accurate", *(f"in the {phase}" for phase in PHASES))
    rows = []
    for name, player in sorted_players(found)[:MOST_PLAYERS]:
        score = sum(player.rewards) / len(player.rewards) if player.rewards else None
        rows.append(
            (
                name,
                str(player.games),
                "" if score is None else _percent(score),
                _loss(found, player.whole.mean),
                _percent(player.whole.accuracy),
                *(_phase_cell(tally) for tally in player.phases),
            )
        )
    return heads, rows


def _phase_cell(tally: Tally) -> str:
    return _percent(tally.accuracy) if tally.moves else ""


def _folded_panel(title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    if len(rows) > MOST_ROWS:
        return folded(f"{title} ({len(rows)})", table(heads, rows, left))
    return panel(title, table(heads, rows, left))


def _tree(found: Figures) -> str:
    """The openings as a tree that folds."""
    fewest = max(2, found.games // 200)
    side = found.variant.players[0]
    about = (
        f"Games, the score of {side}, and the mean loss of the move. Openings of fewer than {fewest} games "
    )
    about += "are left out."
    return f'<div class="tree">{_branches(found, found.openings, fewest, 1)}</div>' + note(about)


def _branches(found: Figures, node: Opening, fewest: int, depth: int) -> str:
    kept = [(move, one) for move, one in node.next.items() if one.games >= fewest]
    parts = []
    for move, one in sorted(kept, key=lambda pair: -pair[1].games):
        score = _percent(sum(one.rewards) / len(one.rewards)) if one.rewards else ""
        words = "".join(
            f"<span>{escape(word)}</span>"
            for word in (move, str(one.games), score, _loss(found, one.loss / one.games))
        )
        behind = _branches(found, one, fewest, depth + 1)
        if behind:
            opened = " open" if depth < SHOWN_DEPTH else ""
            parts.append(f"<details{opened}><summary>{words}</summary>{behind}</details>")
        else:
            parts.append(f'<p class="leaf">{words}</p>')
    return "".join(parts)


def _games(found: Figures, link: Link) -> str:
    """The table of all games, each a click away."""
    heads = ("game", "players", "result", "date", "accurate", "worst loss")
    lines = [cells("th", heads, 3)]
    for row in found.rows[:MOST_GAMES]:
        made = cells(
            "td",
            (
                " \u2013 ".join(row["names"]),
                row["result"],
                row["date"],
                " / ".join(map(_percent, row["accuracy"])),
                _loss(found, row["worst"]),
            ),
            2,
        )
        address = link(row["number"], None)
        name = f'<a href="{escape(address)}">{row["number"]}</a>' if address else str(row["number"])
        lines.append(made.replace("<tr>", f'<tr><td class="text">{name}</td>', 1))
    more = f" The first {MOST_GAMES} of {found.games}." if len(found.rows) > MOST_GAMES else ""
    inside = wide("\n".join(lines)) + note(f"Accuracy in the order of the players.{more}")
    if len(lines) > MOST_ROWS:
        box = '<input type="search" class="find" placeholder="Find a player" aria-label="Find a player">'
        return f'<div class="panel broad list"><h3>Games ({found.games})</h3>{box}{inside}</div>'
    return panel("Games", inside, " broad list")


def _boards(found: Figures, link: Link) -> JsonObject:
    """The boards of the costliest moves as the page's script reads them."""
    rules = found.variant.rules(found.size)
    return {
        "board": board_data(found.variant, rules, found.size),
        "costly": [_costly_data(found, row, rules, link) for row in found.costliest],
    }


def _costly_data(found: Figures, row: Costly, rules: Rules, link: Link) -> JsonObject:
    ply = row.ply
    made, best = ply["made"]["move"], ply["best"]["move"]
    lost = lost_text(found.unit, round(row.loss, 1 if found.unit == "discs" else 3))
    who = dict(zip(found.variant.players, row.names, strict=True))[ply["player"]]
    return {
        "cells": cells_of(rules.parse_position(ply["position"])),
        "made": cell_of(rules, find_move(rules, made)),
        "better": cell_of(rules, find_move(rules, best)),
        "letter": best[-1] if not rules.signs else "",
        "words": f"{who}: {made} lost {lost}; {best} was better",
        "about": f"{listed(row.names, 'and')}, move {ply['ply']}",
        "link": link(row.number, ply["ply"]),
    }


def _loss(found: Figures, loss: float) -> str:
    return f"{loss:.2f}" if found.unit == "discs" else f"{100 * loss:.1f} %"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
