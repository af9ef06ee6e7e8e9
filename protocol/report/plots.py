"""The pictures of a report, as SVG that goes into a page.

They are drawn here and not by a plotting library: bars, dots and lines are all there is. So a report needs
nothing installed, a picture is a few kB of text that takes its colours from the page (light or dark), and its
words can be searched, selected and read aloud.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from outflank.protocol.report.statistics import Engine, Pairing
from outflank.protocol.report.tables import milliseconds, signed

WIDTH = 480
LEFT, RIGHT, TOP = 50, 14, 10
ROW = 34
HEIGHT = 240
BOTTOM = 34
COLOURS = 8
"""Kinds of lines that the page has colours for."""
NICE = (1, 2, 2.5, 5, 10)


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two others, at most so many."""
    if not high > low:
        return [low]
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(nice * power for nice in NICE if nice * power >= rough * (1 - 1e-9))
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """Where values from `low` to `high` are between two places."""
    reach = (high - low) or 1.0
    return lambda value: start + (end - start) * (value - low) / reach


def svg(height: float, about: str, parts: Sequence[str]) -> str:
    """A picture of these parts; `about` is read to those who do not see it."""
    head = f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(about)}">'
    return "\n".join([head, *parts, "</svg>"])


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def rows_picture(
    names: Sequence[str],
    about: str,
    axis: Sequence[tuple[float, str]],
    draw: Callable[[int, float], list[str]],
) -> str:
    """A picture with a row for each name, which stands over it. `axis` has places and their labels, `draw`
    gives what is drawn in a row of that number and height."""
    height = TOP + ROW * len(names)
    parts = [line(x, TOP, x, height, "grid") for x, _ in axis]
    parts += [text(x, height + 16, label, "tick", "middle") for x, label in axis]
    for number, name in enumerate(names):
        middle = TOP + ROW * number + 23
        parts += [text(LEFT / 4, middle - 9, shortened(name, 50), "name"), *draw(number, middle)]
    return svg(height + BOTTOM - 8, about, parts)


def shortened(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else name[: most - 3] + "..."


def ratings_picture(rows: Sequence[tuple[str, float, float, float]], colours: Sequence[int]) -> str:
    """Differences in Elo with their intervals: (name, value, low, high), the best first, and the number of
    the colour of each. What is infinite goes to the edge."""
    finite = [value for row in rows for value in row[1:] if math.isfinite(value)]
    low, high = min([0.0, *finite]), max([0.0, *finite])
    edge = 0.06 * (high - low) or 1.0
    place = scale(low - edge, high + edge, LEFT / 2, WIDTH - RIGHT)

    def at(value: float) -> float:
        return place(min(high + edge, max(low - edge, value)))

    def draw(number: int, y: float) -> list[str]:
        _, value, least, most = rows[number]
        colour = f"c{colours[number] % COLOURS}"
        where = at(value)
        label = text(WIDTH - RIGHT, y - 9, signed(value), "value", "end")
        bar = line(at(least), y, at(most), y, f"bar {colour}")
        return [bar, f'<circle cx="{where:.1f}" cy="{y:.1f}" r="4.5" class="dot {colour}"/>', label]

    axis = [(place(value), f"{value:+g}".replace("+0", "0")) for value in ticks(low - edge, high + edge)]
    return rows_picture([row[0] for row in rows], "Ratings with 95 % intervals", axis, draw)


def pace_picture(engines: Sequence[Engine]) -> str:
    """Time for a move, on a scale in which every step is ten times the one before: a bar to the mean, a line
    on to what 99 of 100 moves needed at most, and a dot at the longest."""
    moved = [row for row in engines if row.pace.moves]
    if not moved:
        return ""
    times = [value for row in moved for value in (row.pace.mean, row.pace.longest) if value > 0] or [0.001]
    low = math.floor(math.log10(max(1e-6, min(times))))
    high = max(low + 1, math.ceil(math.log10(max(times))))
    place = scale(low, high, LEFT / 2, WIDTH - RIGHT - 16)

    def at(seconds: float) -> float:
        return place(max(float(low), math.log10(max(1e-9, seconds))))

    def draw(number: int, y: float) -> list[str]:
        pace = moved[number].pace
        colour = f"c{engines.index(moved[number]) % COLOURS}"
        words = " / ".join(f"{milliseconds(value)}" for value in (pace.mean, pace.p99, pace.longest))
        left = LEFT / 2
        size = f'x="{left}" y="{y - 5:.1f}" width="{at(pace.mean) - left:.1f}" height="10"'
        end = f'<circle cx="{at(pace.longest):.1f}" cy="{y:.1f}" r="4" class="dot {colour}"/>'
        return [
            f'<rect {size} class="fill {colour}"/>',
            line(at(pace.mean), y, at(pace.p99), y, f"bar {colour}"),
            end,
            text(WIDTH - RIGHT, y - 9, words + " ms", "value", "end"),
        ]

    axis = [(place(power), duration(power)) for power in range(low, high + 1)]
    return rows_picture([row.name for row in moved], "Time for a move", axis, draw)


def duration(power: int) -> str:
    """A power of ten of a second."""
    if power < -3:
        return f"{10.0 ** (power + 6):g} us"
    return f"{10.0 ** (power + 3):g} ms" if power < 0 else f"{10.0**power:g} s"


def course_picture(row: Pairing) -> str:
    """A's score as the games ended, with its interval."""
    ends = [end for end, _ in row.course]
    across = scale(0, max(ends), LEFT, WIDTH - RIGHT)
    found = [estimate for _, estimate in row.course]
    low = max(0.0, math.floor(10 * min([0.5, *(each.mean for each in found), found[-1].low]) - 0.5) / 10)
    high = min(1.0, math.ceil(10 * max([0.5, *(each.mean for each in found), found[-1].high]) + 0.5) / 10)
    down = scale(low, high, HEIGHT - BOTTOM, TOP)

    def at(value: float) -> float:
        return down(min(high, max(low, value)))

    parts = [
        piece
        for value in ticks(low, high)
        for piece in (
            line(
                LEFT, down(value), WIDTH - RIGHT, down(value), "even" if abs(value - 0.5) < 1e-9 else "grid"
            ),
            text(LEFT - 6, down(value) + 4, f"{100 * value:.0f}%", "tick", "end"),
        )
    ]
    whole = [value for value in ticks(0, max(ends)) if value == int(value)]
    parts += [text(across(end), HEIGHT - BOTTOM + 18, f"{end:.0f}", "tick", "middle") for end in whole]
    upper = [f"{across(end):.1f},{at(each.high):.1f}" for end, each in row.course]
    lower = [f"{across(end):.1f},{at(each.low):.1f}" for end, each in reversed(row.course)]
    middle = [f"{across(end):.1f},{at(each.mean):.1f}" for end, each in row.course]
    parts.append(f'<polygon points="{" ".join(upper + lower)}" class="band c0"/>')
    parts.append(f'<polyline points="{" ".join(middle)}" class="line c0"/>')
    return svg(HEIGHT - BOTTOM + 26, f"Score of {row.a} against {row.b} as the games ended", parts)
