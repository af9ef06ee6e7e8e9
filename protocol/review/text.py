"""Reviews as tables for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from outflank.protocol import __version__
from outflank.protocol.console import files
from outflank.protocol.formats.games.ggf_games import tags
from outflank.protocol.formats.notation import move_text, score_text, text_of
from outflank.protocol.formats.results import ended, result_text, rewards
from outflank.protocol.formats.thoughts import expected_data
from outflank.protocol.review.worths import GOOD, STEPS, Judged, Review, Summary, Worth

MARK = "Review of "
"""What a table begins with."""
HEADS = ("ply", "player", "move", "worth", "best", "worth", "loss")
"""What stands in its third line."""
MOVE_HEADS = f"  {'move':<6}{'worth':>14}  {'visits':>9}  line"
"""The third line of one of a position without plies."""
JSON_MARK = '{"review": 1, "program": "Outflank '
"""What an object begins with."""
LONGEST_LINE = 10
"""Most moves of a line in a table."""


def move_of(review: Review, move: int) -> str:
    """A move as it is shown."""
    return move_text(text_of(review.record.game.rules, move))


def line_of(review: Review, line: Sequence[int]) -> list[str]:
    """A line as it is shown."""
    return [move_of(review, move) for move in line]


def title(review: Review) -> str:
    """The heading: who played what, and how it ended."""
    return f"{' - '.join(review.record.labels)}, {about(review)}"


def about(review: Review) -> str:
    """The heading: what was played, and how it ended."""
    record = review.record
    board = f" {record.size}x{record.size}" if len(record.variant.sizes) > 1 else ""
    return f"{record.variant.name}{board}, {review.plies} plies, {result_text(record) or 'unfinished'}"


def gap(review: Review) -> str:
    """The note on a review that was broken off, or whose record has an illegal move; empty for a whole
    one."""
    told = []
    if review.record.stopped:
        plies = "1 ply" if review.plies == 1 else f"{review.plies} plies"
        told.append(f"the record can be followed for {plies} ({review.record.stopped})")
    if review.partial:
        first = review.plies - len(review.judged) + 1
        looked = f"only plies {first} to {review.plies} were" if review.judged else "no ply was"
        told.append(f"partial: {looked} looked at")
    return "; ".join(told)


def table(review: Review) -> str:
    """One game: a row for each ply, and what each player's come to. One position: a row for each move."""
    lines = [f"{MARK}{review.record.place}: {title(review)}", ""]
    if review.moves:
        return "\n".join([*lines, *move_lines(review), "", ""])
    width = 1 + max(map(len, (HEADS[1], *review.record.variant.players)))
    lines.append(_heads(width))
    for row in review.judged:
        lines.append(_row(review, row, width).rstrip())
    if gap(review):
        lines.append(gap(review))
    lines += ["", *summary_lines(review), "", ""]
    return "\n".join(lines)


def move_lines(review: Review) -> list[str]:
    """The moves of a position as a table, the best one first."""
    lines = [MOVE_HEADS]
    for worth in review.moves:
        value = f"{worth_text(worth):>14}  {worth.visits or '':>9}"
        lines.append(f"  {move_of(review, worth.move):<6}{value}  {_line_text(review, worth)}".rstrip())
    return lines


def written_here(data: bytes) -> bool:
    """Tell whether bytes begin with a table of a review, whose heads nobody else writes."""
    lines = data[: files.HEAD].decode("utf-8", "replace").lstrip().split("\n")
    third = tuple("".join(lines[2:3]).split())
    return lines[0].startswith(MARK) and third in (HEADS, tuple(MOVE_HEADS.split()))


def _heads(width: int) -> str:
    ply, player, move, worth, best, better, loss = HEADS
    return f"{ply:>4}  {player:<{width}}{move:<6}{worth:>14}  {best:<6}{better:>14}  {loss:>14}"


def _row(review: Review, row: Judged, width: int) -> str:
    start = (
        f"{row.number:>4}  {review.record.variant.players[row.player]:<{width}}"
        f"{move_of(review, row.made.move):<6}{worth_text(row.made):>14}"
    )
    if not row.free:
        return f"{start}  (no choice)"
    if row.best.move == row.made.move:
        return f"{start}  {'best':<6}{'':>14}  {'':>14}  {_line_text(review, row.best)}"
    lost = loss_text(row)
    better = f"{move_of(review, row.best.move):<6}{worth_text(row.best):>14}"
    return f"{start}  {better}  {lost:>14}  {_line_text(review, row.best)}"


def _line_text(review: Review, worth: Worth) -> str:
    return " ".join(line_of(review, worth.line[:LONGEST_LINE]))


def worth_text(worth: Worth) -> str:
    """A worth in discs, `=` after exact ones, and in percent."""
    percent = f"{100 * worth.win:.1f}%"
    if worth.discs is None:
        return percent + ("=" if worth.exact else " ")
    return f"{round(worth.discs, 1) + 0.0:+.1f}{'=' if worth.exact else ' '}{percent:>7}"


def loss_text(row: Judged) -> str:
    """The loss of a move, in the same way."""
    percent = f"{100 * row.lost_win:.1f}%"
    if row.lost_discs is None:
        return percent
    return f"{row.lost_discs:.1f}{'=' if row.exact else ' '}{percent:>7}"


def steps_text(unit: str) -> list[str]:
    """The three degrees of mistakes."""
    return [f">{step:g}" if unit == "discs" else f">{100 * step:g}%" for step in STEPS[unit]]


def good_text(unit: str) -> str:
    """The note on what counts as accurate."""
    return f"{GOOD[unit]:g} disc" if unit == "discs" else f"{100 * GOOD[unit]:g}% of a win"


def summary_lines(review: Review) -> list[str]:
    """The table of each player's plies."""
    unit = review.unit
    width = max(8, *(len(summary.name) for summary in review.summaries()))
    steps = "".join(f"{step:>6}" for step in steps_text(unit))
    discs = f"{'discs':>7}" if unit == "discs" else ""
    lines = [f"{'mean loss':<{width}}{'moves':>7}{discs}{'wins':>8}{steps}{'accurate':>10}"]
    for summary in review.summaries():
        lines.append(_summary_row(summary, width))
    return [*lines, summary_note(unit)]


def summary_note(unit: str) -> str:
    """The note on the last column of the table of summaries."""
    return f"accurate: moves that lose at most {good_text(unit)}, of those where there was a choice"


def _summary_row(summary: Summary, width: int) -> str:
    discs = "" if summary.discs is None else f"{summary.discs:>7.2f}"
    counts = "".join(f"{count:>6}" for count in summary.mistakes)
    return (
        f"{summary.name:<{width}}{summary.moves:>7}{discs}{100 * summary.win:>7.2f}%{counts}"
        f"{100 * summary.accuracy:>9.0f}%"
    )


def as_json(reviews: Sequence[Review], source: str, broken: Sequence[str]) -> str:
    """All games as one object."""
    whole = {
        "review": 1,
        "program": f"Outflank {__version__}",
        "source": source,
        "games": [game_object(review) for review in reviews],
        "unreadable": list(broken),
    }
    return json.dumps(whole, allow_nan=False) + "\n"


def game_object(review: Review) -> dict[str, object]:
    """One game in what JSON has."""
    record = review.record
    seconds = [note.seconds for _, _, note in record.plies()]
    return {
        "place": record.place,
        "game": record.variant.name,
        "size": record.size,
        "komi": record.game.komi if record.variant.komi else None,
        "players": list(record.variant.players),
        "names": list(record.labels),
        "tags": tags(record),
        "start": record.game.rules.position_text(record.game.start),
        "over": record.game.position.over,
        "ended": ended(record) or None,
        "score": score_text(record.variant.players, record.game.rules.scores(record.game.position)),
        "rewards": list(rewards(record)) or None,
        "stopped": record.stopped or None,
        "unit": review.unit,
        "plies": review.plies,
        "partial": review.partial,
        "moves": [{**ply_object(review, row), "seconds": seconds[row.number - 1]} for row in review.judged],
        "summaries": [summary._asdict() for summary in review.summaries()],
        "best_moves": [worth_object(review, worth) for worth in review.moves],
    }


def ply_object(review: Review, row: Judged) -> dict[str, object]:
    """One ply in what JSON has."""
    return {
        "ply": row.number,
        "player": review.record.variant.players[row.player],
        "position": review.record.game.rules.position_text(row.position),
        "choice": row.free,
        "made": worth_object(review, row.made),
        "best": worth_object(review, row.best),
        "lost_discs": _rounded(row.lost_discs, 2),
        "lost_win": _rounded(row.lost_win, 4),
        "exact": row.exact,
    }


def worth_object(review: Review, worth: Worth) -> dict[str, object]:
    """The worth of a move in values of JSON."""
    return {
        "move": move_of(review, worth.move),
        "win": _rounded(worth.win, 4),
        "discs": _rounded(worth.discs, 2),
        "exact": worth.exact,
        "visits": worth.visits,
        "expected": expected_data(worth.expected),
        "line": line_of(review, worth.line),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits) + 0.0
