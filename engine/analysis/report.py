"""The result of a search: an immutable snapshot of the root."""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from outflank.engine.core.search.inspect import Row as Found


class Expected(NamedTuple):
    """Expectation of players at the end, by how `ends` simulations ended: each one's share of first places,
    mean rank and mean score. `estimated` where not all of them were played to the end of the game."""

    ends: int
    wins: tuple[float, ...]
    ranks: tuple[float, ...]
    scores: tuple[float, ...]
    estimated: bool = False


class Row(NamedTuple):
    """One move at the root. `mean` is the mover's mean reward; `sure` the mover's proven reward and `margin`
    the proven margin, None where they are not known; `line` is the expected play, the move first; `lead` is
    the mover's expected margin, None without learned margins, and `level` that of the solver's estimate it is
    from (engine/analysis/endings.py), None where it is the search's; `twin` is the move that was searched in
    its place, of which it is the mirror image, None for any other: they share all they have. `expected` is
    what all players can expect after it, None where the game or this search does not tell."""

    move: int
    visits: int
    mean: float
    prior: float
    sure: float | None
    margin: int | None
    line: tuple[int, ...] = ()
    lead: float | None = None
    level: int | None = None
    twin: int | None = None
    expected: Expected | None = None


class Report(NamedTuple):
    """The moves at a root with the state of its search; `rows` are in order of preference. `visits` were made
    by this search in `seconds`, `kept` were known before; `settled` says that the outcome is proven, `bounds`
    are the margins of player 0 it lies between, `outcome` every player's reward; `bytes` of the tree's memory
    are in use, which was swept `collections` times.


    >>> from outflank.engine import Limits, Player
    >>> player = Player("SOS", size=4, limits=Limits(visits=100), seed=1)
    >>> report = player.analysis.assess(player.position, Limits(visits=100))
    >>> report.visits, len(report.rows), report.best == report.rows[0]
    (100, 32, True)
    """

    rows: tuple[Row, ...]
    visits: int
    kept: int
    seconds: float
    settled: bool
    bounds: tuple[int | None, int | None]
    outcome: tuple[float, ...] | None
    bytes: int
    collections: int

    @property
    def searched(self) -> int:
        """All visits of the root; those of a move and its mirror images count once."""
        return sum(row.visits for row in self.rows if row.twin is None)

    @property
    def best(self) -> Row:
        """The preferred row."""
        return self.rows[0]

    @property
    def expected(self) -> Expected | None:
        """The expectation of all players, the moves weighted as they were tried; None where no row tells."""
        return together([row.expected for row in self.rows if row.expected and row.twin is None])

    @property
    def line(self) -> tuple[int, ...]:
        """The expected play, the preferred move first."""
        return self.rows[0].line


def together(several: Sequence[Expected]) -> Expected | None:
    """The expectation over several moves, None of none."""
    ends = sum(one.ends for one in several)
    if not ends:
        return None

    def mean(field: str) -> tuple[float, ...]:
        columns = zip(*([one.ends * value for value in getattr(one, field)] for one in several), strict=True)
        return tuple(sum(column) / ends for column in columns)

    estimated = any(one.estimated for one in several)
    return Expected(ends, mean("wins"), mean("ranks"), mean("scores"), estimated)


def preferred(rows: Iterable[Found | Row]) -> tuple[Row, ...]:
    """Rows in order of preference: proven wins, then open moves, then proven losses. Of wins the largest
    margin comes first; of open moves the most visited, then the higher mean, then the one the game names
    first; of losses the smallest margin."""

    def rank(row: Row) -> tuple[float, ...]:
        if row.sure is not None and row.sure in (0.0, 1.0):
            sign = 1 if row.sure else -1
            return (sign, row.margin or 0, row.visits, row.mean)
        return (0, 0, row.visits, row.mean)

    return tuple(sorted((Row(*row) for row in rows), key=rank, reverse=True))


def when_settled(rows: Iterable[Found | Row]) -> tuple[Row, ...]:
    """Rows in order of proven results: the highest proven reward, then the highest proven margin."""
    return tuple(
        sorted(
            (Row(*row) for row in rows),
            key=lambda row: (-1 if row.sure is None else row.sure, row.margin or 0, row.visits),
            reverse=True,
        )
    )


def with_images(rows: Sequence[Row], twins: Mapping[int, tuple[int, dict[int, int]]]) -> tuple[Row, ...]:
    """Rows with those of mirror images of their moves (engine/analysis/symmetry.py: twins). Each image stands
    behind the move that was searched in its place."""
    there = {row.move for row in rows}
    found = []
    for row in rows:
        images = [
            (image, squares)
            for image, (move, squares) in sorted(twins.items())
            if move == row.move and image not in there
        ]
        shared = row._replace(prior=row.prior / (1 + len(images)))
        found.append(shared)
        for image, squares in images:
            line = tuple(squares.get(step, step) for step in row.line)
            found.append(shared._replace(move=image, line=line, twin=row.move))
    return tuple(found)


def drawn(rows: Sequence[Row], temperature: float, number: float) -> Row:
    """The row that a number in 0..1 draws with weight visits ** (1 / temperature). Rows with less than a
    tenth of the best one's visits are left out. A proven win is never given away, a proven loss never
    drawn."""
    if rows[0].sure == 1.0 or temperature <= 0:
        return rows[0]
    most = max(row.visits for row in rows)
    near = [row for row in rows if row.visits * 10 >= most > 0 and row.sure != 0.0] or [rows[0]]
    weights = [(row.visits / most) ** (1 / temperature) if most else 1.0 for row in near]
    mark = number * sum(weights)
    for row, weight in zip(near, weights, strict=True):
        mark -= weight
        if mark < 0:
            return row
    return near[0]


def with_leads(report: Report, leads: Mapping[int, tuple[float, int]]) -> Report:
    """A report with leads of the endgame solver, {move: (lead, level)} (Endings.leads), in its rows. No other
    row leads by more than the best of these."""
    if not leads:
        return report
    top = float(max(lead for lead, _ in leads.values()))

    def told(row: Row) -> Row:
        if row.move in leads:
            lead, level = leads[row.move]
            return row._replace(lead=float(lead), level=level)
        return row if row.lead is None else row._replace(lead=min(row.lead, top))

    return report._replace(rows=tuple(told(row) for row in report.rows))
