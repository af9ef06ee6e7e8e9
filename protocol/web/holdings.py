"""The table of Acquire as the scripts of pages read it: chains, prices, shares and money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from outflank.protocol.console.json_types import Json, JsonObject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

SAFE_SIZE = 11
"""Tiles from which on a chain is safe in every rule set."""


def table_data(position: Position) -> dict[str, object]:
    """Everything that lies open: the chains with their prices and bonuses, and what each player has."""
    rules: Any = position.rules
    fields = dict(
        word.partition("=")[::2] for word in rules.position_text(position).split()[rules.players + 1 :]
    )
    return {
        "turn": rules.turn(position),
        "called": bool(fields.get("called")),
        "bag": rules.bag(position),
        "out": rules.out(position),
        "chains": [chain_data(position, chain) for chain in range(len(rules.bank(position)))],
        "seats": [
            {
                "cash": int(cash),
                "worth": int(worth),
                "shares": list(rules.shares(position, seat)),
                "tiles": len(rules.hand(position, seat)),
            }
            for seat, (cash, worth) in enumerate(
                zip(rules.counts(position), rules.scores(position), strict=True)
            )
        ],
        "merger": merger_data(fields),
    }


def chain_data(position: Position, chain: int) -> dict[str, object]:
    """A chain: its tiles, the price of a share, both bonuses, what the bank has, and what each player would
    get of the bonuses now."""
    from outflank.engine.core.acquire import chains

    rules: Any = position.rules
    name, letter = chains.NAMES[chain], chains.LETTERS[chain]
    size = position.cells.count(letter)
    majority, minority = chains.bonuses(chain, size)
    return {
        "name": name,
        "letter": letter,
        "size": size,
        "safe": size >= SAFE_SIZE,
        "price": chains.price(chain, size),
        "majority": majority,
        "minority": minority,
        "bank": rules.bank(position)[chain],
        "bonuses": list(rules.bonuses(position, chain)),
    }


def merger_data(fields: dict[str, str]) -> dict[str, object] | None:
    """The merger that is under way, by the fields of a position text: the chain that survives, and those that
    disappear, with the one whose shares are dealt with."""
    if "queue" not in fields:
        return None
    queue, at = fields["queue"].split(","), int(fields["at"])
    return {"survivor": fields["survivor"], "defunct": queue, "now": queue[at] if at < len(queue) else None}


def table_changes(before: Mapping[str, Json], after: Mapping[str, Json]) -> dict[str, object]:
    """The parts of a table that differ from one before: chains and seats with their numbers."""
    found: JsonObject = {key: after[key] for key in ("bag", "out") if after[key] != before[key]}
    for key in ("chains", "seats"):
        pairs = enumerate(zip(before[key], after[key], strict=True))
        if rows := [[number, new] for number, (old, new) in pairs if old != new]:
            found[key] = rows
    return found
