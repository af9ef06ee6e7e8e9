"""Reviews as one HTML page that needs nothing else: what the scripts in protocol/review/assets show."""

from __future__ import annotations

import os
from collections.abc import Sequence

from outflank.protocol.formats.results import result_text
from outflank.protocol.formats.thoughts import expected_data
from outflank.protocol.review.annotated import degree
from outflank.protocol.review.text import line_of, move_of
from outflank.protocol.review.worths import GOOD, STEPS, Judged, Review, Worth
from outflank.protocol.web.boards import board_data, cell_of, cells_of, changes, colours, scores
from outflank.protocol.web.files import asset
from outflank.protocol.web.holdings import table_changes, table_data
from outflank.protocol.web.page import mark, render

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

KIND = "review"
MARK = mark(KIND)
"""The beginning of a page."""
STYLES = ("review/review.css",)
SCRIPT = "review/review.js"
LONGEST_LINE = 12
"""Most moves of a line that can be stepped through, on a board of some hundred cells."""
MOST_CELLS = 3600
"""Most cells of all positions of such a line on larger boards."""


def page(reviews: Sequence[Review], source: str, broken: Sequence[str]) -> str:
    """All games as one page."""
    name = os.path.basename(source)
    data = {"source": name, "broken": list(broken), "games": [game_data(review) for review in reviews]}
    title = f"{heading(reviews[0])}: review" if len(reviews) == 1 else f"Review of {name}"
    return render(KIND, title, asset("review/review.html"), data, STYLES, SCRIPT)


def heading(review: Review) -> str:
    """The line about the players: the title of a game."""
    return " \u2013 ".join(
        name[:1].upper() + name[1:] if name == side else name
        for name, side in zip(review.record.labels, review.record.variant.players, strict=True)
    )


def game_data(review: Review) -> dict[str, object]:
    """One game as the page's scripts read it."""
    record = review.record
    plies = list(record.plies())
    judged = {row.number: row for row in review.judged}
    rows = []
    for number, (position, move, _) in enumerate(plies, 1):
        row = step_data(review, position, move, position.play(move))
        if number in judged:
            row["judged"] = judged_data(review, judged[number])
        rows.append(row)
    tables = tables_data(review, [position for position, _, _ in plies])
    for row, table in zip(rows, tables[1:], strict=False):
        row["table"] = table
    return {
        "about": about_data(review),
        "place": record.place,
        "gap": gap_data(review),
        "unit": review.unit,
        "players": [
            {"name": name, "side": side, "colour": colour}
            for name, side, colour in zip(
                record.labels, record.variant.players, colours(record.variant), strict=True
            )
        ],
        "board": board_data(record.variant, record.game.rules, record.size),
        "start": cells_of(record.game.start),
        "scores": scores(record.variant, record.game.start),
        "table": tables[0] if tables else None,
        "plies": rows,
        "best": [worth_data(review, record.game.position, worth) for worth in review.moves],
        "steps": list(STEPS[review.unit]),
        "good": GOOD[review.unit],
        "summaries": [summary._asdict() for summary in review.summaries()],
    }


def about_data(review: Review) -> dict[str, object]:
    """The game that is played, on a board of a size where there are several, and how it ended."""
    record = review.record
    return {
        "game": record.variant.name,
        "size": record.size if len(record.variant.sizes) > 1 else None,
        "plies": review.plies,
        "result": result_text(record) or None,
    }


def gap_data(review: Review) -> dict[str, object]:
    """The reason why a record cannot be followed farther, and from which ply on a review that was broken off
    has judged: None where it is whole, 0 where it has judged none."""
    first = review.plies - len(review.judged) + 1 if review.judged else 0
    return {"stopped": review.record.stopped or None, "first": first if review.partial else None}


def tables_data(review: Review, before: Sequence[Position]) -> list[dict[str, object]]:
    """The table at the start of a game of Acquire, and what changes on it with each ply and the draws that
    follow; nothing for other games."""
    game = review.record.game
    if not review.record.variant.hidden:
        return []
    tables = [table_data(position) for position in (*before, game.position)]
    return [tables[0], *map(table_changes, tables, tables[1:])]


def lost_text(unit: str, lost: float) -> str:
    """A loss in words."""
    return f"{lost:g} discs" if unit == "discs" else f"{100 * lost:g} % of a win"


def step_data(review: Review, position: Position, move: int, after: Position) -> dict[str, object]:
    """A move with what it changes on the board."""
    record = review.record
    step: dict[str, object] = {
        "player": position.mover,
        "move": move_of(review, move),
        "cell": cell_of(record.game.rules, move),
        "changes": changes(position, after),
    }
    if (told := scores(record.variant, after)) is not None:
        step["scores"] = told
    return step


def judged_data(review: Review, row: Judged) -> dict[str, object]:
    """The worth of a ply."""
    return {
        "free": row.free,
        "made": worth_data(review, row.position, row.made),
        "best": worth_data(review, row.position, row.best) if row.best.move != row.made.move else None,
        "lostDiscs": row.lost_discs,
        "lostWin": row.lost_win,
        "exact": row.exact,
        "degree": degree(review, row),
    }


def worth_data(review: Review, position: Position, worth: Worth) -> dict[str, object]:
    """The worth of a move, with what each move of its line changes on the board. In a game for two it is the
    first player's lead and chance, whoever moves, so that all numbers of a page are of one side."""
    cells = len(cells_of(position))
    most = LONGEST_LINE if cells * LONGEST_LINE <= MOST_CELLS else MOST_CELLS // cells
    turned = position.mover == 1 and len(review.record.variant.players) == 2
    discs = -worth.discs if turned and worth.discs is not None else worth.discs
    steps = []
    at = review.record.game.rules.adopt(position)
    for move, text in zip(worth.line[:most], line_of(review, worth.line[:most]), strict=True):
        # With hidden hands a line is played in worlds that need not be the true one.
        if move not in at.moves():
            break
        after = at.play(move)
        steps.append({**step_data(review, at, move, after), "move": text})
        at = after
    return {
        "discs": discs,
        "win": 1 - worth.win if turned else worth.win,
        "exact": worth.exact,
        "visits": worth.visits,
        "expected": expected_data(worth.expected),
        "line": steps,
    }
