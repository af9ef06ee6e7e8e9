"""Reviews as one HTML page that needs nothing else: the data that protocol/review/script shows."""

from __future__ import annotations

import html
import json
import math
import re
from collections.abc import Sequence
from typing import Any

from outflank.engine.analysis.ownership import OWNERS
from outflank.protocol.gtp.picture import COLUMNS
from outflank.protocol.report.page_parts import POLICY, in_script
from outflank.protocol.review import page as review_page
from outflank.protocol.review.review import STEPS, Judged, Review, Worth
from outflank.protocol.review.script import SCRIPT
from outflank.protocol.review.text import gap, good_text, line_of, move_of, steps_text, title

MARK = "<!DOCTYPE html>\n<!-- Outflank review -->"
"""What a page begins with."""
PLACE = re.compile(r"\{([a-z]+)\}")
"""A place in the page's frame that is filled in."""
LONGEST_LINE = 12
"""Most moves of a line that can be stepped through, on a board of some hundred cells."""
MOST_CELLS = 3600
"""Most cells of all positions of such a line on larger boards."""

Position = Any


def page(reviews: Sequence[Review], source: str, broken: Sequence[str]) -> str:
    """All games as one page."""
    data = {"source": source, "broken": list(broken), "games": [game_data(review) for review in reviews]}
    parts = {
        "policy": POLICY,
        "title": html.escape(f"Review of {source}"),
        "style": review_page.STYLE,
        "data": in_script(json.dumps(data, allow_nan=False, separators=(",", ":"))),
        "script": SCRIPT,
    }
    # In one pass: a name may look like one of the places.
    return f"{MARK}\n{PLACE.sub(lambda place: parts[place[1]], review_page.PAGE)}"


def game_data(review: Review) -> dict[str, Any]:
    """One game as the page's script reads it."""
    found = review.found
    rules = found.game.rules
    plies = list(found.game.plies())
    judged = {row.number: row for row in review.judged}
    rows = []
    for number, (position, move, _) in enumerate(plies, 1):
        row = {
            "player": position.mover,
            "move": move_of(review, move),
            "cell": cell_of(review, move),
            "changes": changes(rules, position, position.play(move)),
        }
        if number in judged:
            row["judged"] = judged_data(review, judged[number])
        rows.append(row)
    return {
        "title": title(review),
        "place": found.place,
        "note": gap(review),
        "unit": review.unit,
        "players": [
            {"name": name, "side": side, "colour": colour}
            for name, side, colour in zip(found.names, found.variant.players, colours(review), strict=True)
        ],
        "board": board(review),
        "signs": signs(review),
        "start": cells_of(rules, found.game.start),
        "plies": rows,
        "steps": steps_text(review.unit),
        "good": good_text(review.unit),
        "summaries": [summary._asdict() for summary in review.summaries()],
    }


def judged_data(review: Review, row: Judged) -> dict[str, Any]:
    """What a ply was worth."""
    return {
        "free": row.free,
        "made": worth_data(review, row, row.made),
        "best": worth_data(review, row, row.best) if row.best.move != row.made.move else None,
        "lostDiscs": row.lost_discs,
        "lostWin": row.lost_win,
        "exact": row.exact,
        "degree": degree(review, row),
    }


def degree(review: Review, row: Judged) -> int:
    """How bad a mistake was, from 0 for none to 3."""
    lost = row.lost_win if row.lost_discs is None else row.lost_discs
    return sum(lost > step for step in STEPS[review.unit]) if row.free else 0


def worth_data(review: Review, row: Judged, worth: Worth) -> dict[str, Any]:
    """What a move is worth, with what each move of its line changes on the board."""
    rules = review.found.game.rules
    cells = len(cells_of(rules, row.position))
    most = LONGEST_LINE if cells * LONGEST_LINE <= MOST_CELLS else MOST_CELLS // cells
    line = worth.line[:most]
    steps = []
    position = rules.adopt(row.position)
    for move, text in zip(line, line_of(review, line), strict=True):
        after = position.play(move)
        steps.append(
            {
                "move": text,
                "cell": cell_of(review, move),
                "player": position.mover,
                "changes": changes(rules, position, after),
            }
        )
        position = after
    return {"discs": worth.discs, "win": worth.win, "exact": worth.exact, "line": steps}


def cells_of(rules: Any, position: Position) -> str:
    """What is on each cell."""
    return str(rules.position_text(position).split()[0])


def changes(rules: Any, before: Position, after: Position) -> list[list[Any]]:
    """The cells that differ, with what is on them afterwards."""
    pairs = zip(cells_of(rules, before), cells_of(rules, after), strict=True)
    return [[cell, new] for cell, (old, new) in enumerate(pairs) if old != new]


def cell_of(review: Review, move: int) -> int:
    """The cell that a move goes to, -1 for a pass."""
    found = review.found
    if move < 0 or move == found.game.rules.pass_move:
        return -1
    if not has_grid(review):
        return move
    text = move_of(review, move)
    square = text[:-1] if text[-1].isalpha() else text
    return COLUMNS.index(square[0]) + found.size * (int(square[1:]) - 1)


def has_grid(review: Review) -> bool:
    """Whether the game is played on squares."""
    return str(review.found.variant.name) != "PolyClash"


def colours(review: Review) -> list[str]:
    """A colour for each player."""
    return list(review.found.variant.players)


def signs(review: Review) -> dict[str, str]:
    """The colour of the disc that each sign on a cell stands for; other signs are letters."""
    owners = OWNERS.get(review.found.variant.name, "")
    return dict(zip(owners, colours(review), strict=True)) if owners else {}


def board(review: Review) -> dict[str, Any]:
    """How the board is drawn: squares, or points with the lines between them."""
    found = review.found
    if has_grid(review):
        return {"size": found.size, "columns": COLUMNS[: found.size], "felt": found.variant.name != "SOS"}
    rules = found.game.rules
    points = [_flat(*place) for place in rules.board.xyz]
    lines = [
        [p, q]
        for p, near in enumerate(rules.board.neighbours)
        for q in near
        if p < q and points[p][2] == points[q][2]
    ]
    return {"points": [[round(x, 4), round(y, 4)] for x, y, _ in points], "lines": lines}


def _flat(x: float, y: float, z: float) -> tuple[float, float, bool]:
    """Where a point of a sphere is drawn: the half around the north pole as a disc of radius 1 around 0, the
    other half, seen from its own side, as one to the right of it; areas stay as they are. And whether it is
    in the other half."""
    length = math.sqrt(x * x + y * y + z * z)
    south = z < 0
    radius = math.sqrt(max(0.0, 1 - abs(z) / length))
    around = math.hypot(x, y) or 1.0
    across = -x if south else x
    return across / around * radius + 2.15 * south, -y / around * radius, south
