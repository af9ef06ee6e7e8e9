"""Openings that give nobody an advantage, in the eyes of an engine that judges them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from outflank.engine.lab.client import Client, EngineSpec, GameSetup, Request, Trouble, Turn
from outflank.engine.lab.clock import NO_CLOCK
from outflank.engine.lab.openings import Opening, Openings, listed
from outflank.engine.lab.stop import Stop
from outflank.engine.results.game_record import PASS
from outflank.engine.variant import Variant
from outflank.protocol.console.errors import UserError
from outflank.protocol.match.engines.clients import new_client
from outflank.protocol.match.store import Found

MOST_MISSES = 200
"""Openings in a row that are not balanced before the search for them is given up."""


class Bound(NamedTuple):
    """The limit of an opening's distance from equal, in discs or as a share of 1."""

    value: float
    unit: str

    def __str__(self) -> str:
        return f"{self.value:g} {self.unit}"


def read_bound(text: str) -> Bound:
    """A bound such as `0.05`, or `4d` for discs. ValueError when it is none."""
    unit = "discs" if text.endswith("d") else "share"
    try:
        value = float(text.removesuffix("d"))
    except ValueError:
        value = -1.0
    if not 0 < value <= (64 if unit == "discs" else 0.5):
        raise UserError(f"{text!r} is no bound for openings, such as 0.05 or 4d")
    return Bound(value, unit)


def balanced(
    base: Openings,
    needed: int,
    folder: str,
    judge: EngineSpec,
    bound: Bound,
    board: tuple[Variant, int],
    tell: Callable[[str], None],
    stop: Stop | None = None,
) -> Openings:
    """The openings of `base` that a judge finds balanced, in their order, as many as are needed or there are.
    Those found are kept in the folder. `tell` is told of each. ValueError when there are none or too few in a
    row, or when the judge does not judge."""
    if board[0].hidden:
        raise UserError(f"--balance is for games without chance: {board[0].name} is dealt anew by every seed")
    what = f"{base.what}\nbalanced {bound} by {' '.join(judge.kept or judge.command)}"
    kept = Found(folder, what)
    for _ in kept.rows[:needed]:
        tell("")
    if len(kept.rows) < needed:
        engine = new_client(judge, stop)
        try:
            _search(base, kept, needed, lambda opening: _fair(engine, opening, bound, board), tell)
        except Trouble as trouble:
            raise type(trouble)(f"the judge {trouble}") from None
        finally:
            engine.close()
    rows = [opening for _, opening in kept.rows]
    if not rows:
        raise UserError("none of the openings is balanced")
    return listed(what, rows)


def _search(
    base: Openings, kept: Found, needed: int, fair: Callable[[Opening], bool], tell: Callable[[str], None]
) -> None:
    """Go on after the last that was kept until there are enough, or there is none left."""
    index = kept.rows[-1][0] + 1 if kept.rows else 0
    misses = 0
    while len(kept.rows) < needed and (base.count is None or index < base.count):
        opening = base.at(index)
        if fair(opening):
            kept.add(index, opening)
            tell("")
            misses = 0
        else:
            misses += 1
            if misses == MOST_MISSES:
                raise UserError(f"{misses} openings in a row are not balanced")
        index += 1


def _fair(engine: Client, opening: Opening, bound: Bound, board: tuple[Variant, int]) -> bool:
    """Tell whether who is to move after it has no more and no less than his share. What the judge has nothing
    to choose in is not fair."""
    variant, size = board
    rules = variant.rules(size)
    position = rules.parse_position(opening.start)
    usual = rules.position_text(rules.new_position()) == opening.start
    names = tuple(engine.spec.name for _ in variant.players)
    engine.begin(GameSetup(variant, size, rules, position, usual, NO_CLOCK, names), position.mover)
    for text in opening.moves:
        move = rules.pass_move if text == PASS else rules.find_move(text)
        forced = position.moves() == [rules.pass_move]
        engine.moved(Turn(position.mover, text, (move,), forced))
        position = position.play(move)
    legal = position.moves()
    if len(legal) < 2:
        return False
    answer = engine.choose(Request(position.mover, None, engine.spec.patience, legal, position))
    if answer.value is None or answer.unit != bound.unit:
        raise UserError(f"the judge does not tell what its moves are worth in {bound.unit}")
    equal = sum(position.rewards()) / len(variant.players) if bound.unit == "share" else 0.0
    return abs(answer.value - equal) <= bound.value
