"""The figures of a summary as tables of text, for whatever shows them: a terminal, a file or a page."""

from __future__ import annotations

import math

from outflank.engine.games import find_game
from outflank.engine.results.game_record import LOSSES
from outflank.engine.results.ratings import Ratings
from outflank.engine.results.sprt import Test
from outflank.engine.results.summary import Summary
from outflank.protocol.console.tables import Table

FAULT_NAMES = {"time": "time", "illegal": "illegal move", "crash": "crash", "disconnect": "disconnect"}


PAIR_POINTS = ("A 0", "A 1/2", "A 1", "A 3/2", "A 2")
"""Points of the first engine in a pair of games, as heads of a table."""


def heading(found: Summary) -> str:
    """The line about what was played."""
    variant = find_game(found.game)
    what = found.game if variant and not variant.squares else f"{found.game} {found.size}"
    return f"{what}: {facts(found)}"


def facts(found: Summary) -> str:
    """The numbers of games and plies, and the runner's time."""
    counts = f"{counted(found.games, 'game')}, {found.void} void, {100 * found.draw_rate:.1f} % drawn"
    counts += f", {counted(found.repeats, 'repeat')} of another one" if found.repeats else ""
    plies = f"{found.plies:.1f} plies a game"
    runner = f"runner {1000 * found.overhead:.2f} ms a move (at most {1000 * found.worst_overhead:.2f})"
    return f"{counts}, {plies}, {runner}"


def tables(found: Summary) -> list[Table]:
    """All tables of a summary that have something in them."""
    made = [
        ratings_table(found),
        engines_table(found),
        pairings_table(found),
        pairs_table(found),
        grid_table(found),
        tests_table(found),
        seats_table(found),
        pace_table(found),
        faults_table(found),
        broken_table(found),
        openings_table(found),
        machines_table(found),
    ]
    return [table for table in made if table.rows]


def ratings_table(found: Summary) -> Table:
    """Ratings of three engines and more; between two the difference is in their pairing."""
    heads = ("engine", "Elo", "95 %", "games", "score", "better than next")
    rated = found.ratings
    if rated is None or len(rated.rows) < 3:
        return Table("Ratings", heads, ())
    rows = []
    for row, after in zip(rated.rows, (*rated.rows[1:], None), strict=True):
        likely = rated.better.get(row.name, {}).get(after.name if after else "")
        elo = ("", "not connected")
        if row.elo is not None and row.low is not None and row.high is not None:
            elo = signed(row.elo), span(row.low, row.high)
        chance = "" if likely is None else percent(likely)
        rows.append((row.name, *elo, str(row.games), percent(row.points / row.games), chance))
    return Table("Ratings", heads, tuple(rows), note=ratings_note(rated, len(found.seats)))


def ratings_note(rated: Ratings, seats: int) -> str:
    """The zero of the ratings."""
    notes = ["Bradley-Terry; " + (f"{rated.anchor} is 0" if rated.anchor else "their mean is 0")]
    if rated.drawn:
        notes.append("a draw is added to each two who met, as some never won or never lost")
    if seats > 2:
        notes.append("each game is taken apart into its pairs of engines, the higher placed having won")
    return "; ".join(notes)


def engines_table(found: Summary) -> Table:
    """The table of engines: games and results."""
    rows = [
        (
            row.name,
            row.program,
            str(row.games),
            str(row.wins),
            str(row.draws),
            str(row.losses),
            f"{row.reward.mean:.3f}" if row.reward else "",
            f"{row.reward.low:.3f} to {row.reward.high:.3f}" if row.reward else "",
        )
        for row in found.engines
    ]
    heads: tuple[str, ...] = ("engine", "program", "games", "won", "shared", "lost", "reward", "95 %")
    if len(found.seats) == 2:
        return Table("Engines", heads, tuple(rows), left=2)
    ranks = [f"{row.rank.mean:.2f}" if row.rank else "" for row in found.engines]
    note = f"a reward of {found.equal:.3f} is that of chance; a rank of 1 is the first place"
    both = zip(rows, ranks, strict=True)
    return Table("Engines", (*heads, "rank"), tuple((*row, rank) for row, rank in both), left=2, note=note)


def pairings_table(found: Summary) -> Table:
    """The table of pairings, and what they prove."""
    heads = ("A", "B", "games", "A won", "drawn", "lost", "score", "Elo", "95 %", "A better")
    rows = [
        (
            row.a,
            row.b,
            str(row.games),
            str(row.wins),
            str(row.draws),
            str(row.losses),
            f"{row.score.mean:.3f}",
            signed(row.elo.value),
            span(row.elo.low, row.elo.high),
            percent(row.superiority),
        )
        for row in found.pairings
    ]
    return Table("Pairings", heads, tuple(rows), left=2)


def pairs_table(found: Summary) -> Table:
    """The scores of A in the pairs of games: the unit of all error bars in games for two."""
    rows = [(row.a, row.b, str(sum(row.pairs)), *map(str, row.pairs)) for row in found.pairings if row.pairs]
    heads = ("A", "B", "pairs", *PAIR_POINTS)
    note = (
        "two games of one opening with colours swapped are a pair; the columns count those that brought A 0, "
    )
    return Table("Pairs of games", heads, tuple(rows), left=2, note=note + "1/2, 1, 3/2 and 2 points")


def grid_table(found: Summary) -> Table:
    """Everybody's points against everybody, from three engines on."""
    names = [row.name for row in found.engines]
    if len(names) < 3:
        return Table("Results", (), ())
    rows = tuple((a, *(points(grid_cell(found, a, b)) for b in names)) for a in names)
    return Table("Results", ("points of / against", *names), rows)


def grid_cell(found: Summary, a: str, b: str) -> tuple[float, int] | None:
    """A's points against B and their games, None where they did not meet."""
    for row in found.pairings:
        if {row.a, row.b} == {a, b} and a != b:
            share = row.score.mean if row.a == a else 1 - row.score.mean
            return share * row.games, row.games
    return None


def points(cell: tuple[float, int] | None) -> str:
    """Points of games: `12.5/20`."""
    return "" if cell is None else f"{cell[0]:.4g}/{cell[1]}"


def tests_table(found: Summary) -> Table:
    """The standing of the pairings' tests, where there are some."""
    rows = [(row.a, row.b, *test_cells(row.test)) for row in found.pairings if row.test]
    return Table("Test", ("A", "B", "groups", "LLR", "ends at", "accepted"), tuple(rows), left=2)


def test_cells(test: Test) -> tuple[str, ...]:
    """The standing of a test."""
    ends = f"{test.lower:.2f} or {test.upper:.2f}"
    return str(test.groups), f"{test.llr:.2f}", ends, test.accepted or "neither yet"


def seats_table(found: Summary) -> Table:
    """The table of rewards by seat."""
    rows = [
        (
            row.engine,
            row.seat,
            str(row.games),
            str(row.wins),
            str(row.draws),
            str(row.losses),
            f"{row.reward:.3f}",
        )
        for row in found.by_seat
    ]
    return Table("Seats", ("engine", "seat", "games", "won", "shared", "lost", "reward"), tuple(rows), left=2)


def pace_table(found: Summary) -> Table:
    """The table of times of moves."""
    rows = [
        (
            row.name,
            str(row.pace.moves),
            milliseconds(row.pace.mean),
            milliseconds(row.pace.p99),
            milliseconds(row.pace.longest),
            f"{row.pace.total:.1f}",
        )
        for row in found.engines
    ]
    heads = ("engine", "moves", "mean ms", "99 % ms", "longest ms", "all s")
    return Table("Time per move", heads, tuple(rows))


def faults_table(found: Summary) -> Table:
    """Games lost by a fault, where there are some."""
    rows = [
        (row.name, *(str(row.faults.get(end, 0)) for end in LOSSES), str(row.resigned))
        for row in found.engines
        if row.faults or row.resigned
    ]
    return Table("Games lost by", ("engine", *(FAULT_NAMES[end] for end in LOSSES), "resigning"), tuple(rows))


def broken_table(found: Summary) -> Table:
    """Each game that is void or was lost by a fault."""
    rows = [(f"{row.match[:8]} {row.number}", row.engine, row.end, row.reason) for row in found.faults]
    return Table("Faults", ("game", "engine", "end", "reason"), tuple(rows), left=4, long=True)


def openings_table(found: Summary) -> Table:
    """The table of openings."""
    first = f"{found.engines[0].name}"
    rows = [
        (
            row.name,
            row.moves,
            str(row.games),
            *(f"{reward:.2f}" for reward in row.rewards),
            "" if row.first is None else f"{row.first:.2f}",
        )
        for row in found.by_opening
    ]
    heads = ("opening", "moves", "games", *found.seats, first)
    return Table("Openings, mean rewards", heads, tuple(rows), left=2, long=True)


def machines_table(found: Summary) -> Table:
    """The table of machines."""
    rows = [
        (row.name, "; ".join(row.programs), str(row.games), str(row.void), f"{row.seconds:.1f}")
        for row in found.machines
    ]
    heads = ("machine", "programs", "games", "void", "seconds")
    return Table("Machines", heads, tuple(rows), left=2)


def counted(number: int, noun: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number} {noun}" + "s" * (number != 1)


def signed(elo: float) -> str:
    """A difference in Elo."""
    return f"{round(elo):+d}" if math.isfinite(elo) else f"{elo:+f}"


def span(low: float, high: float) -> str:
    """An interval in Elo."""
    return f"{signed(low)} to {signed(high)}"


def percent(share: float) -> str:
    """A share of 1."""
    return f"{100 * share:.1f} %"


def milliseconds(seconds: float) -> str:
    """Milliseconds with about three digits."""
    value = 1000 * seconds
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3
    return f"{value:.{digits}f}"
