"""Table of how far the levels are apart: `outflank bench levels` writes it, `outflank levels` shows it.

Lines of `name value`, an empty one, a line of column names, and a row of tab-separated values for each match.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from outflank.engine import NotBuilt
from outflank.engine.evaluation import data_of
from outflank.engine.play.levels import BY_THUMB, NAMES, STEPS

SHIPPED = "data/levels.tsv"
"""The table that comes with the program."""
MARK = "outflank-levels 1"
LARGEST = 1 << 20
Key = tuple[str, str, str, float]
"""What a step is of: the game, both levels, the seconds of the clock."""


class BadTable(ValueError):
    """This is not a table of levels, or a damaged one."""


class Step(NamedTuple):
    """Finding of the games of a level against a lower one: under a clock of `seconds` or, with 0, without
    one. `first` is the upper one's share of first places with its 95 % interval, `chance` that of equals;
    `clear` says that the upper one is the better one with 95 % certainty over all the `looks` at the games.
    The Elo is that of games for two, else nan. `a` and `b` are both levels in full."""

    game: str
    above: str
    below: str
    clock: float
    games: int
    void: int
    looks: int
    clear: bool
    chance: float
    first: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    a: str
    b: str
    date: str = ""
    commit: str = ""

    @property
    def is_one(self) -> bool:
        """Tell whether it is a step of the ladder: a level against its neighbour in Othello, without a
        clock."""
        pair = self.game == "Othello" and self.above.isdigit() and self.below.isdigit()
        return pair and not self.clock and int(self.above) == int(self.below) + 1

    @property
    def key(self) -> Key:
        """The measured part of the table."""
        return self.game, self.above, self.below, self.clock


def write(steps: Iterable[Step], head: Mapping[str, object]) -> str:
    """The text of a table of these steps, with lines of a head."""
    lines = [MARK, *(f"{name} {value}" for name, value in head.items()), "", "\t".join(Step._fields)]
    return "\n".join([*lines, *("\t".join(map(_text, row)) for row in steps), ""])


def read(text: str) -> list[Step]:
    """The steps of a table. BadTable when it is none."""
    head, blank, body = text.partition("\n\n")
    names, *rows = body.splitlines() or [""]
    if not blank or head.split("\n")[0] != MARK or names.split("\t") != list(Step._fields):
        raise BadTable("not a table of levels")
    try:
        return [_step(row.split("\t")) for row in rows]
    except (ValueError, TypeError, KeyError):
        raise BadTable("a row of the table of levels is damaged") from None


def shipped() -> list[Step]:
    """The steps that come with the program. engine.NotBuilt when they are missing or damaged."""
    try:
        return read(data_of(SHIPPED).decode("ascii"))
    except (OSError, ValueError) as error:
        raise NotBuilt(f"the table of levels {SHIPPED} cannot be read: {error}") from None


def ladder(steps: Iterable[Step]) -> dict[str, tuple[Step | None, float | None]]:
    """{level: (the step to it or None, its Elo above level 1 or None)} of levels 1 to 30 in Othello. What is
    above a step that was not measured has no Elo."""
    known = {step.above: step for step in steps if step.is_one}
    found: dict[str, tuple[Step | None, float | None]] = {"1": (None, 0.0)}
    total: float | None = 0.0
    for number in range(2, STEPS + 1):
        step = known.get(str(number))
        total = None if step is None or total is None else total + step.elo
        found[str(number)] = (step, total)
    return found


def same(one: Step, other: Step) -> bool:
    """Tell whether two steps are written alike."""
    return list(map(_text, one)) == list(map(_text, other))


def told(step: Step | None, total: float | None) -> str:
    """The measure of a level, in words."""
    if step is None:
        return "not measured" if total is None else "Elo 0"
    doubt = "" if step.clear else ", not clear"
    rise = f"{step.elo:+.0f} ({step.elo_low:+.0f} to {step.elo_high:+.0f}) over {step.below}"
    return (f"Elo {total:.0f}, " if total is not None else "") + f"{rise}, {step.games} games{doubt}"


def markdown(steps: Iterable[Step], keys: Iterable[Key]) -> str:
    """The tables of a page: of all levels, and of the other matches that these keys of steps name."""
    known = {step.key: step for step in steps}
    lines = [
        "| level | simulations | temperature | Elo above level 1 | step (95 %) | games |",
        "|---|---|---|---|---|---|",
    ]
    for name, (step, total) in ladder(steps).items():
        level = NAMES[name]
        kind = "" if int(name) <= len(BY_THUMB) else f" learned; {level.bounds(False).visits:,} elsewhere"
        cells = [name, f"{level.limits.visits:,}{kind}", f"{level.options.get('temperature', 0):g}"]
        rated = "not measured" if total is None else f"{total:.0f}"
        cells += [rated, *(("", "") if name == "1" else _rise(step))]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "| game | level | against | clock | first places (95 %) | by chance | games |"]
    lines.append("|---|---|---|---|---|---|---|")
    for key in keys:
        step = known.get(key)
        if step is None or not step.is_one:
            game, above, below, seconds = key
            cells = [game, above, below, f"{seconds:g} s a game" if seconds else "none"]
            lines.append(f"| {' | '.join([*cells, *_share(step)])} |")
    return "\n".join(lines)


def _rise(step: Step | None) -> tuple[str, str]:
    if step is None:
        return "not measured", ""
    return f"{step.elo:+.0f} ({step.elo_low:+.0f} to {step.elo_high:+.0f}){_doubt(step)}", str(step.games)


def _share(step: Step | None) -> tuple[str, str, str]:
    if step is None:
        return "not measured", "", ""
    spread = f"{step.first:.3f} ({step.low:.3f} to {step.high:.3f}){_doubt(step)}"
    return spread, f"{step.chance:.3f}", str(step.games)


def _doubt(step: Step) -> str:
    return "" if step.clear else ", not clear"


def _step(cells: Sequence[str]) -> Step:
    game, above, below, clock, games, void, looks, clear, *rates, a, b, date, commit = cells
    chance, first, low, high, elo, elo_low, elo_high = map(float, rates)
    return Step(
        game,
        above,
        below,
        float(clock),
        int(games),
        int(void),
        int(looks),
        {"yes": True, "no": False}[clear],
        chance,
        first,
        low,
        high,
        elo,
        elo_low,
        elo_high,
        a,
        b,
        date,
        commit,
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
