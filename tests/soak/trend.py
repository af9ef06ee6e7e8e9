"""Trends of what a program holds: growth that goes on after the warm-up is a leak."""

from statistics import median

from outflank.engine.record import NamedTuple

WARM_UP = 1 / 3
"""Share of the samples in which a program may grow: each game has been played, each pool filled by then."""
MOST_POINTS = 400
"""Samples that a slope is taken from: of more, every n-th."""
ALLOWED_KB = 1536
"""Growth of memory after the warm-up that is none: heaps and stacks breathe by about a megabyte."""
SHORT = 1800.0
SHORT_KB = 16384
"""Seconds of a run that is too short to be warm at a third of its time, and the growth allowed there."""


class Sample(NamedTuple):
    """Resources of a program after a number of answers, with the time."""

    seconds: float
    answers: int
    rss: int
    descriptors: int
    threads: int


def slope(points):
    """The median of the slopes of all pairs of points (Theil 1950, Sen 1968), which outliers do not move."""
    step = max(1, len(points) // MOST_POINTS)
    thin = points[::step]
    slopes = [
        (b[1] - a[1]) / (b[0] - a[0]) for at, a in enumerate(thin) for b in thin[at + 1 :] if b[0] > a[0]
    ]
    return median(slopes) if slopes else 0.0


def figures(samples):
    """The trends of a program's samples, for a report."""
    if len(samples) < 6:
        return {"samples": len(samples)}
    warm = samples[int(len(samples) * WARM_UP) :]
    hours = (warm[-1].seconds - warm[0].seconds) / 3600
    growing = slope([(one.seconds / 3600, one.rss) for one in warm])
    answers = warm[-1].answers - warm[0].answers
    found = {
        "samples": len(samples),
        "rss_first_kb": samples[0].rss,
        "rss_warm_kb": warm[0].rss,
        "rss_last_kb": warm[-1].rss,
        "rss_highest_kb": max(one.rss for one in samples),
        "rss_slope_kb_per_hour": round(growing, 1),
        "rss_growth_kb": round(growing * hours, 1),
        "rss_growth_kb_per_1000_answers": round(1000 * growing * hours / answers, 2) if answers else 0.0,
    }
    for name in ("descriptors", "threads"):
        values = [getattr(one, name) for one in samples]
        third = len(values) // 3
        found[f"{name}_warm"] = max(values[: len(values) - len(warm)] or values[:1])
        found[f"{name}_last"] = round(median(values[-third:]))
        found[f"{name}_highest"] = max(values)
    return found


def allowed(seconds):
    """The growth of memory in kB that a run of some seconds may show."""
    return SHORT_KB if seconds < SHORT else ALLOWED_KB


def leaks(found, allowed_kb):
    """The leaks that these figures show, in words."""
    if "rss_growth_kb" not in found:
        return []
    wrong = []
    if found["rss_growth_kb"] > allowed_kb:
        wrong.append(f"its memory grows by {found['rss_slope_kb_per_hour']} kB an hour after the warm-up")
    for name in ("descriptors", "threads"):
        if found[f"{name}_last"] > found[f"{name}_warm"]:
            wrong.append(f"its {name} grow from {found[f'{name}_warm']} to {found[f'{name}_last']}")
    return wrong
