"""Findings of a search as values of JSON, as `outflank-analyze-json` and `outflank json` write them."""

from __future__ import annotations

from outflank.engine.analysis.discs import discs_of, error_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.engine.analysis.report import Expected, Report, Row
    from outflank.engine.variant import Variant

    Lead = tuple[float, float] | None

SURE_LCB = 1.96
"""Standard deviations from a mean to the bound it exceeds with 97.5 % certainty."""
DIGITS = 6
"""Decimals of shares and times."""


def lower_bound(row: Row) -> float:
    """The lower bound of a move's mean: that of rewards that vary as much as their mean allows."""
    spread = (row.mean * (1 - row.mean) / max(row.visits, 1)) ** 0.5
    bound = row.mean - SURE_LCB * spread if row.sure is None else row.sure
    return max(0.0, float(bound)) if row.visits else 0.0


def visits_of(report: Report) -> int:
    """All visits of a root."""
    return int(report.searched)


def mean_of(report: Report) -> float:
    """The mean reward of the player to move over all visits."""
    total = sum(row.visits * row.mean for row in report.rows if row.twin is None)
    return float(total / max(visits_of(report), 1))


def lead_of(variant: Variant, row: Row, empties: int) -> Lead:
    """The expected lead of a move and its standard error: in discs in Othello, elsewhere only the certain
    margin. None where there is none."""
    if row.visits == 0:
        return None
    if variant.unit == "discs":
        return discs_of(row, empties), error_of(row)
    return None if row.margin is None else (float(row.margin), 0.0)


def report_data(report: Report, rows: Sequence[dict[str, object]]) -> dict[str, object]:
    """A report with these rows of moves."""
    return {
        "visits": visits_of(report),
        "kept": report.kept,
        "seconds": round(report.seconds, DIGITS),
        "winrate": round(mean_of(report), DIGITS),
        "settled": report.settled,
        "expected": expected_data(report.expected),
        "moves": list(rows),
    }


def row_data(row: Row, lead: Lead, text: Callable[[int], str]) -> dict[str, object]:
    """Data of a move; `text` writes moves."""
    ahead, error = lead or (None, None)
    return {
        "move": text(row.move),
        "visits": row.visits,
        "winrate": round(row.mean, DIGITS),
        "prior": round(row.prior, DIGITS),
        "lcb": round(lower_bound(row), DIGITS),
        "certain": row.sure,
        "margin": row.margin,
        "lead": None if ahead is None else round(ahead, DIGITS),
        "lead_error": None if error is None else round(error, DIGITS),
        "twin": None if row.twin is None else text(row.twin),
        "expected": expected_data(row.expected),
        "pv": [text(move) for move in row.line],
    }


def expected_data(expected: Expected | None) -> dict[str, object] | None:
    """Data of what all players can expect at the end; None where that is not told."""
    if expected is None:
        return None
    return {
        "ends": expected.ends,
        "wins": [round(share, DIGITS) for share in expected.wins],
        "ranks": [round(rank, DIGITS) for rank in expected.ranks],
        "scores": [round(score, 1) for score in expected.scores],
        "estimated": expected.estimated,
    }


def owned_data(owned: Sequence[float]) -> list[float]:
    """The ownership of each cell."""
    return [round(share, DIGITS) for share in owned]
