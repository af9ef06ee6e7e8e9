"""Matches between two evaluations: alpha-beta against alpha-beta, each opening played with both colours."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from outflank.engine.core.othello import othello
from outflank.engine.core.solver import alphabeta
from outflank.engine.train import selfplay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

OPENING_PLIES = 10
TABLE_BITS = 18
SHORT_ENDING = 10


class Terms(NamedTuple):
    """The terms of a match: its openings and the limits of a move. A move has a number of plies or, where
    `seconds` are given, as many as there is time for."""

    seed: int = 1
    depth: int = 4
    seconds: float = 0.0


def play_pairs(
    first: bytes, second: bytes, terms: Terms, numbers: Iterable[int]
) -> list[tuple[float, float]]:
    """The results of some pairs of games, for the first of two files of evaluations."""
    rules = othello.Othello(8)
    players = [
        alphabeta.AlphaBeta(selfplay.new_judge(data), TABLE_BITS, SHORT_ENDING) for data in (first, second)
    ]
    groups = []
    for number in numbers:
        rng = random.Random(f"match/{terms.seed}/{number}")
        start = selfplay.random_position(rules, rng, OPENING_PLIES)
        as_black = play(rules, start, players, terms)
        groups.append((as_black, 1 - play(rules, start, players[::-1], terms)))
    return groups


def play(
    rules: othello.Othello, position: Position, players: Sequence[alphabeta.AlphaBeta], terms: Terms
) -> float:
    """Black's result of a game between (black, white): 1, 0 or 1/2 for a draw."""
    for player in players:
        player.clear()
    while not position.over:
        player = players[position.mover]
        if terms.seconds:
            verdict = player.think(position, seconds=terms.seconds)
        else:
            verdict = player.think(position, terms.depth)
        position = position.play(verdict.move)
    lead = selfplay.black_lead(rules, position)
    return 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
