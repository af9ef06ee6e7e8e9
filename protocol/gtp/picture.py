"""A position and what a search found of it, as GoGui draws them: squares with marks, labels and moves.

GoGui names squares as GTP does and prints boards with the highest row first. Its stones are black and white;
what other games have on their squares is shown by colours and letters.
"""

from __future__ import annotations

import math

from outflank.engine.analysis.watching import Watch
from outflank.protocol.console.outbox import show
from outflank.protocol.formats.notation import move_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from outflank.engine.analysis.report import Report, Row
    from outflank.engine.core.game.position import Position
    from outflank.engine.play.player import Player

LIVE_EVERY = 1.0
"""Seconds between two drawings of a running search."""
COLUMNS = "ABCDEFGHJKLMNOPQRST"
COLOURS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
EMPTY = ".-"
STONES = ("black", "white")
BLUES = ("#c6d9f5", "#8db4ea", "#5590dd", "#2468bd")
ORANGES = ("#f8dcc4", "#f0b98a", "#e69450", "#c86a1c")
"""Backgrounds for values, the faintest first."""


def has_grid(player: Player) -> bool:
    """Tell whether the game is played on squares that GoGui has names for."""
    return bool(player.variant.squares and player.size <= len(COLUMNS))


def cells_of(player: Player) -> str:
    """The contents of each cell, row 1 first."""
    return str(player.position.cells)


def square(cell: int, size: int) -> str:
    """The name of a cell."""
    return f"{COLUMNS[cell % size]}{cell // size + 1}"


def board(cells: Sequence[str], size: int) -> str:
    """A text for each cell, as GoGui reads boards."""
    rows = [" ".join(cells[size * row : size * row + size]) for row in range(size)]
    return "\n".join(reversed(rows))


def obstacle(player: Player) -> str:
    """Why GoGui cannot play the game by clicks on squares of two colours; empty where it can."""
    name = player.variant.name
    if not has_grid(player):
        return f"{name} is not played on squares"
    if len(player.players) != len(STONES):
        return f"{name} has {len(player.players)} players, and GoGui two colours"
    return "" if player.rules.signs else f"a move of {name} is a square and a letter"


def discs(player: Player) -> dict[str, str]:
    """The signs on cells that are shown as a black (X) and a white (O) disc, none in other games."""
    if obstacle(player):
        return {}
    return dict(zip(player.rules.signs, "XO", strict=True))


def contents(player: Player) -> list[str]:
    """Drawing commands for what lies on the board beside black and white discs: colours where it belongs to
    players, else letters."""
    shown = discs(player)
    if "".join(shown) == "XO":
        return []
    cells, size = cells_of(player), player.size
    colours = COLOURS if player.rules.signs else {}
    found = []
    for letter, colour in colours.items():
        squares = [square(cell, size) for cell, sign in enumerate(cells) if sign == letter]
        if squares and letter not in shown:
            found.append(f"COLOR {colour} " + " ".join(squares))
    others = [sign if sign not in {*EMPTY, *shown, *colours} else "" for sign in cells]
    labels = [f"{square(cell, size)} {sign}" for cell, sign in enumerate(others) if sign]
    return [*found, *(["LABEL " + " ".join(labels)] if labels else [])]


def target(player: Player, move: int) -> tuple[str, str] | None:
    """The square a move goes to and what it writes there beside the player's own disc; None for a pass and
    where there are no squares."""
    if move == player.rules.pass_move or not has_grid(player):
        return None
    text, cell = move_text(player.text_of(move)), player.rules.cell_of(move)
    place = square(cell, player.size)
    return (place, text.removeprefix(place)) if cell >= 0 else None


def leaders(player: Player, report: Report) -> dict[str, tuple[Row, str]]:
    """The preferred one of the moves to each square that were tried, with what it writes there."""
    found: dict[str, tuple[Row, str]] = {}
    for row in report.rows:
        place = target(player, row.move)
        if place and row.visits:
            found.setdefault(place[0], (row, place[1]))
    return found


def value_of(row: Row) -> float:
    """The mover's reward for a move: the certain one where it is known, else the mean."""
    return float(row.mean if row.sure is None else row.sure)


def variation(player: Player, position: Position, line: Sequence[int]) -> str:
    """The drawing command for moves from a position on, empty where they cannot be shown as stones."""
    if len(player.players) != len(STONES) or not has_grid(player):
        return ""
    words = ["VAR"]
    now = position
    for move in line:
        place = target(player, move)
        words += ["bw"[now.mover], place[0] if place else "PASS"]
        now = now.play(move)
    return " ".join(words)


def labels(player: Player, report: Report, text_of: Callable[[Row], str]) -> str:
    """The drawing command for a text on each square that was tried, empty where there is none. GoGui writes
    the numbers of the expected line as labels too: its squares keep those."""
    line = variation(player, player.position, report.line).split()[2::2]
    told = {
        place: sign + text_of(row)
        for place, (row, sign) in leaders(player, report).items()
        if place not in line
    }
    return " ".join(["LABEL", *(f"{place} {text}" for place, text in told.items())]) if told else ""


def shades(values: Mapping[str, float]) -> list[str]:
    """Drawing commands for numbers, good for Black above 0, on squares: the background is the darker blue the
    better for Black and the darker orange the better for White,
    in steps up to the greatest number."""
    greatest = max(map(abs, values.values()), default=0.0)
    squares: dict[str, list[str]] = {}
    for place, value in values.items():
        step = math.ceil(abs(value) / greatest * len(BLUES)) if greatest else 0
        if step:
            squares.setdefault((BLUES if value > 0 else ORANGES)[step - 1], []).append(place)
    return [f"COLOR {colour} " + " ".join(places) for colour, places in squares.items()]


def short(number: int) -> str:
    """A count in at most four characters, as a square has room for."""
    for unit in ("", "k", "M", "G"):
        if number < 1000:
            return f"{number}{unit}"
        number = round(number / 1000)
    return "many"


def summary(player: Player, report: Report) -> str:
    """The drawing command for a line of text about a search."""
    line = " ".join(move_text(player.text_of(move)) for move in report.line)
    return f"TEXT {report.searched} visits, value {value_of(report.best):.3f}: {line}"


class Live:
    """Draws a running search on stderr, where GoGui reads it. `player` and `position`: whose search, and of
    what."""

    def __init__(self, player: Player, position: Position) -> None:
        self._player = player
        self._position = position
        self._drawn = False

    @property
    def watch(self) -> Watch:
        """The watcher to be told of the search."""
        return Watch(LIVE_EVERY, self.tell)

    def tell(self, report: Report) -> None:
        """Draw the line that a report expects, in place of what was drawn before."""
        lines = [
            variation(self._player, self._position, report.line),
            summary(self._player, report),
        ]
        self._drawn = True
        # One block up to an empty line: GoGui clears the board at each message.
        show("".join(f"{line}\n" for line in ("gogui-gfx:", *filter(None, lines), "")))

    def clear(self) -> None:
        """Take away what was drawn."""
        if self._drawn:
            show("gogui-gfx: CLEAR\n")
