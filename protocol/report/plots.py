"""The pictures of a report: ratings with their intervals, times of moves, scores over time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from outflank.engine.results.summary import Engine, Pairing
from outflank.protocol.report.tables import milliseconds, signed
from outflank.protocol.web.charts import (
    BOTTOM,
    COLOURS,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    Scale,
    dot,
    frame_of,
    line,
    polygon,
    rows_picture,
    scale,
    svg,
    text,
    ticks,
)

EDGE = 28
"""Where frames of rows begin and, from the right, end: half of the longest label of an axis."""
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The ticks of every score: all charts of scores have the same axis."""


def ratings_picture(rows: Sequence[tuple[str, float, float, float]], colours: Sequence[int]) -> str:
    """Differences in Elo with their intervals: (name, value, low, high), the best first, and the number of
    the colour of each. What goes beyond the frame, as the infinite does, ends there in an arrow."""
    finite = [value for row in rows for value in row[1:] if math.isfinite(value)]
    low, high = frame_of(min([0.0, *finite]), max([1.0, *finite]))
    place = scale(low, high, EDGE, WIDTH - EDGE)

    def at(value: float) -> float:
        return place(min(high, max(low, value)))

    def draw(number: int, y: float) -> list[str]:
        _, value, least, most = rows[number]
        colour = f"c{colours[number] % COLOURS}"
        made = [line(at(least), y, at(most), y, f"bar {colour}"), dot(at(value), y, 4.5, colour)]
        for end, beyond, way in ((low, least < low, 1), (high, most > high, -1)):
            if beyond:
                tip = place(end)
                back = tip + 9 * way
                made.append(polygon([(tip, y), (back, y - 5), (back, y + 5)], f"fill {colour}"))
        return [*made, text(WIDTH - EDGE - 4, y - 9, signed(value), "value", "end")]

    axis = [(place(value), f"{value:+g}".replace("+0", "0")) for value in ticks(low, high, 8)]
    names = [row[0] for row in rows]
    return rows_picture(names, "Ratings with 95 % intervals", axis, "Elo, with 95 % intervals", draw)


def pace_picture(engines: Sequence[Engine]) -> str:
    """Time for a move, on a scale in which every step is ten times the one before: a bar to the mean, a line
    on to what 99 of 100 moves needed at most, and a dot at the longest."""
    moved = [row for row in engines if row.pace.moves]
    if not moved:
        return ""
    times = [value for row in moved for value in (row.pace.mean, row.pace.longest) if value > 0] or [0.001]
    low = math.floor(math.log10(max(1e-6, min(times))))
    high = max(low + 1, math.ceil(math.log10(max(times))))
    place = scale(low, high, EDGE, WIDTH - EDGE)

    def at(seconds: float) -> float:
        return place(max(float(low), math.log10(max(1e-9, seconds))))

    def draw(number: int, y: float) -> list[str]:
        pace = moved[number].pace
        colour = f"c{engines.index(moved[number]) % COLOURS}"
        words = " / ".join(f"{milliseconds(value)}" for value in (pace.mean, pace.p99, pace.longest))
        size = f'x="{EDGE}" y="{y - 5:.1f}" width="{at(pace.mean) - EDGE:.1f}" height="10"'
        return [
            f'<rect {size} class="fill {colour}"/>',
            line(at(pace.mean), y, at(pace.p99), y, f"bar {colour}"),
            dot(at(pace.longest), y, 4, colour),
            text(WIDTH - EDGE - 4, y - 9, words + " ms", "value", "end"),
        ]

    axis = [(place(power), duration(power)) for power in range(low, high + 1)]
    title = "time for a move, logarithmic scale"
    return rows_picture([row.name for row in moved], "Time for a move", axis, title, draw)


def duration(power: int) -> str:
    """A power of ten of a second."""
    if power < -3:
        return f"{10.0 ** (power + 6):g} us"
    return f"{10.0 ** (power + 3):g} ms" if power < 0 else f"{10.0**power:g} s"


def course_picture(row: Pairing, games: int) -> str:
    """A's score as the games ended, with its interval, on the axes that all such charts of a report share:
    from 0 to 100 % and to this number of games."""
    across = scale(0, max(games, 1), LEFT, WIDTH - RIGHT)
    down = scale(0.0, 1.0, HEIGHT - BOTTOM, TOP)
    parts = [*score_axis(down), *games_axis(across, games)]

    def at(value: float) -> float:
        return down(min(1.0, max(0.0, value)))

    upper = [(across(end), at(each.high)) for end, each in row.course]
    lower = [(across(end), at(each.low)) for end, each in reversed(row.course)]
    middle = " ".join(f"{across(end):.1f},{at(each.mean):.1f}" for end, each in row.course)
    parts.append(polygon([*upper, *lower], "band c0"))
    parts.append(f'<polyline points="{middle}" class="line c0"/>')
    return svg(HEIGHT - BOTTOM + 40, f"Score of {row.a} against {row.b} as the games ended", parts)


def score_axis(down: Scale) -> list[str]:
    """The lines of a score, that of equals apart from the others."""
    made = []
    for value in SHARES:
        kind = "even" if value == 0.5 else "grid"
        made.append(line(LEFT, down(value), WIDTH - RIGHT, down(value), kind))
        made.append(text(LEFT - 6, down(value) + 4, f"{100 * value:.0f} %", "tick", "end"))
    return made


def games_axis(across: Scale, games: int) -> list[str]:
    """The numbers of games below a chart."""
    whole = [value for value in ticks(0, max(games, 1)) if value == int(value)]
    made = [text(across(end), HEIGHT - BOTTOM + 18, f"{end:.0f}", "tick", "middle") for end in whole]
    return [*made, text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 34, "games", "axis", "middle")]
