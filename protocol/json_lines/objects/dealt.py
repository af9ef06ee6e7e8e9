"""Positions of games with hidden hands as objects of JSON: the table, one hand, and whole turns as words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outflank.protocol.formats.notation import hash_text, text_of
from outflank.protocol.sitting.deal import words
from outflank.protocol.web.boards import cell_of
from outflank.protocol.web.holdings import table_data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

BUY, NOTHING = "buy:", "-"


def dealt_data(position: Position, viewer: int | None) -> dict[str, object]:
    """A position as one player knows it, with the turns to choose from where that player is to move. Nobody's
    hand is told for None, but the whole position once the game is over."""
    rules: Any = position.rules
    over, mover, eyes = position.over, position.mover, rules.eyes(position)
    own = viewer if eyes is None else eyes
    known = position if over or eyes is not None else rules.seen(position, mover if own is None else own)
    told = not over and own is not None
    return {
        "text": rules.position_text(known) if over or told else "",
        "hash": hash_text(known),
        "cells": position.cells,
        "mover": mover,
        "kind": "over" if over else rules.kind(position),
        "over": over,
        "forced": False,
        "legal": [
            {"move": word, "cell": cell_of(rules, move)}
            for word, move in (words(position) if told and own == mover else ())
        ],
        "counts": list(position.counts),
        "scores": [f"${money}" for money in rules.scores(position)],
        "hand": rules.hand(position, own) if told else None,
        "holder": own if told else None,
        "say": rules.diagram(known).split("\n")[-1],
        "table": table_data(position),
    }


def line_words(position: Position, line: Sequence[int]) -> list[str]:
    """The moves of a line from a position as words: the decisions of a purchase are one. What follows may be
    of another world than the true one, so that only its texts are looked at."""
    rules = position.rules
    first, rest = [line[0]], list(line[1:])
    at = position.play(line[0])
    while rest and rules.unfinished(at) and rest[0] in at.moves():
        first.append(rest.pop(0))
        at = at.play(first[-1])
    return [rules.word(position, first), *_purchases([text_of(rules, move) for move in rest])]


def _purchases(texts: Sequence[str]) -> list[str]:
    """Texts of decisions with those of each purchase in one."""
    found: list[str] = []
    shares: list[str] | None = None
    for text in [*texts, ""]:
        if text.startswith(BUY):
            shares = [*(shares or []), *([] if text == BUY + NOTHING else [text.removeprefix(BUY)])]
            continue
        if shares is not None:
            found.append(BUY + (",".join(shares) or NOTHING))
            shares = None
        found += [text] if text else []
    return found
