"""Charts in a page as SVG: scales, round ticks, frames, and a row for each name.

They are drawn here and not by a plotting library: bars, dots and lines are all there is. So a page needs
nothing installed, a picture is a few kB of text that takes its colours from the page (light or dark), and its
words can be searched, selected and read aloud.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

WIDTH = 480
LEFT, RIGHT, TOP = 54, 16, 16
ROW = 34
HEIGHT = 240
BOTTOM = 34
COLOURS = 8
"""Kinds of lines that the palette has colours for."""
LONGEST_NAME = 50
NICE = (1, 2, 2.5, 5, 10)

Scale = Callable[[float], float]


def tick_step(low: float, high: float, most: int = 6) -> float:
    """A round distance between ticks, of which at most `most` lie between two numbers."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(nice * power for nice in NICE if nice * power >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between two others, at most `most`."""
    if not high > low:
        return [low]
    step = tick_step(low, high, most)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def frame_of(low: float, high: float, most: int = 6) -> tuple[float, float]:
    """The ticks at or beyond two numbers: a frame that all between them stays in."""
    step = tick_step(low, high, most) if high > low else 1.0
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def scale(low: float, high: float, start: float, end: float) -> Scale:
    """A scale that puts values from `low` to `high` between two places."""
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


def dot(x: float, y: float, radius: float, kind: str) -> str:
    """A filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" class="dot {kind}"/>'


def polygon(points: Sequence[tuple[float, float]], kind: str) -> str:
    """A filled shape."""
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{places}" class="{kind}"/>'


def rows_picture(
    names: Sequence[str],
    about: str,
    axis: Sequence[tuple[float, str]],
    axis_title: str,
    draw: Callable[[int, float], list[str]],
) -> str:
    """A picture with a row for each name, which stands over it. `axis` has places and their labels from the
    left to the right edge of the frame, `draw` gives what is drawn in a row of that number and height."""
    height = TOP + ROW * len(names)
    left, right = axis[0][0], axis[-1][0]
    parts = [
        f'<rect x="{left:.1f}" y="{TOP}" width="{right - left:.1f}" height="{height - TOP}" class="frame"/>'
    ]
    parts += [line(x, TOP, x, height, "grid") for x, _ in axis]
    parts += [text(x, height + 16, label, "tick", "middle") for x, label in axis]
    parts.append(text((left + right) / 2, height + 32, axis_title, "axis", "middle"))
    for number, name in enumerate(names):
        middle = TOP + ROW * number + 23
        parts += [text(left + 4, middle - 9, shortened(name, LONGEST_NAME), "name"), *draw(number, middle)]
    return svg(height + BOTTOM + 6, about, parts)


def shortened(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else name[: most - 3] + "..."
