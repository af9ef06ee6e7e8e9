"""Accuracy of short searches: moves and expected discs in positions of Othello 8x8 with known scores.

Every position is new to the player. The tree of one does not help with the next.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from outflank.engine.analysis.discs import discs_of
from outflank.engine.game import find_move
from outflank.engine.games import OTHELLO
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.limits import Limits
    from outflank.engine.core.game.position import Position
    from outflank.engine.technique import Value

SEED = 1
LEAD_SHARE = 0.2
"""The part of a move's time that its value may take where the move was found without one."""


class Question(NamedTuple):
    """A position, and by legal move the mover's final lead with best play after it."""

    position: Position
    scores: Mapping[int, int]

    @property
    def best(self) -> int:
        """The mover's final lead with best play."""
        return max(self.scores.values())


class Answer(NamedTuple):
    """The player's answer in a position with `empty` empty squares and a final lead of `best` discs. It has
    the text of the move, the discs that it loses, the discs expected, None where there was no choice and no
    search, and whether they were proven."""

    empty: int
    move: str
    best: int
    loss: int
    told: float | None
    exact: bool
    seconds: float

    @property
    def error(self) -> float | None:
        """The distance of the expected discs from the final lead."""
        return None if self.told is None else abs(self.told - self.best)


class Accuracy(NamedTuple):
    """Answers together: shares, means and times. They are the share of best moves, the mean of the discs
    lost, the mean error of the expected discs (None where none were told), the number of proven ones, and the
    mean time."""

    positions: int
    best: float
    loss: float
    error: float | None
    exact: int
    seconds: float


def question(text: str, scores: Iterable[tuple[str, int]]) -> Question:
    """The question about the position of a text, with the scores of moves as (name, discs) pairs. ValueError
    when it is not a position to think about, or these are not the scores of its legal moves."""
    rules = OTHELLO.rules(8)
    position = rules.parse_position(text)
    legal = position.moves()
    if not legal:
        raise ValueError("the game is over")
    known: dict[int, int] = {}
    for name, score in scores:
        move = find_move(rules, name)
        if move not in legal:
            raise ValueError(f"{rules.move_text(move)} is not legal")
        if move in known:
            raise ValueError(f"{rules.move_text(move)} has two scores")
        if abs(score) > 64:
            raise ValueError(f"{score:+d} is no score")
        known[move] = score
    missing = [rules.move_text(move) for move in legal if move not in known]
    if missing:
        raise ValueError(f"there is no score for {', '.join(missing)}")
    return Question(position, known)


def answers(
    questions: Iterable[Question],
    limits: Limits,
    threads: int = 1,
    options: Mapping[str, Value] | None = None,
) -> Iterator[Answer]:
    """The answer of a player at the best level to each question, within these limits. Refused, before the
    first answer, when the options of the search are none."""
    player = Player(limits=limits, options=options, seed=SEED, threads=threads)
    return (answer(player, asked) for asked in questions)


def answer(player: Player, asked: Question) -> Answer:
    """A player's answer to a question, without any tree of before."""
    position = asked.position
    player.forget()
    player.set_position(position.rules.position_text(position))
    request = player.request(position.mover)
    player.analysis.prepare(request)
    began = time.monotonic()
    text = player.consider(request, began)
    seconds = time.monotonic() - began
    move, empty = find_move(player.rules, text), position.empties
    found = player.report
    row = next((row for row in found.rows if row.move == move), None) if found else None
    if found is not None and row is not None:
        report = player.analysis.in_discs(found._replace(rows=(row,)), position, 1, LEAD_SHARE * seconds)
        row = report.best
    return Answer(
        empty,
        text,
        asked.best,
        asked.best - asked.scores[move],
        None if row is None else discs_of(row, empty),
        row is not None and row.margin is not None,
        seconds,
    )


def summary(rows: Sequence[Answer]) -> Accuracy:
    """The summary of answers. ValueError without any."""
    if not rows:
        raise ValueError("there is no answer to sum up")
    count = len(rows)
    errors = [row.error for row in rows if row.error is not None]
    return Accuracy(
        count,
        sum(row.loss == 0 for row in rows) / count,
        sum(row.loss for row in rows) / count,
        sum(errors) / len(errors) if errors else None,
        sum(row.exact for row in rows),
        sum(row.seconds for row in rows) / count,
    )
