"""Parts of a signature: digests of values and trees, and the fixed positions they are taken at.

A digest is a hash of what Python prints of a value, so two equal ones mean equal to the last bit, floats too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import NamedTuple

from outflank.engine import core
from outflank.engine.deck import Deck
from outflank.engine.lab.openings import after, opening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.new_search import AnySearch
    from outflank.engine.variant import Variant

SEED = 20261120
"""The seed of every search, game and position here."""
DIGITS = 12
"""Hexadecimal digits of a digest."""
DEEPEST, LEAST, MOST = 200, 1, 3000
"""The part of a tree that is listed besides its bytes: the depth, the visits of a node, and the number of
nodes."""


class Job(NamedTuple):
    """A signature to be taken: its name, and a function that returns its value as text."""

    name: str
    compute: Callable[[], str]


def digest(value: object) -> str:
    """The hash of a value, as text."""
    data = value if isinstance(value, bytes) else repr(value).encode()
    return hashlib.sha256(data).hexdigest()[:DIGITS]


def places(variant: Variant, size: int) -> dict[str, int]:
    """The fixed positions of a game, {name: plies from the start}."""
    cells, board = variant.cells(size), variant.board(size)
    middle = cells // 3 if board.middle is None else board.middle
    return {"start": 0, "middle": middle, "late": 2 * cells // 3 if board.late is None else board.late}


def reach(rules: Rules, plies: int, seed: int = SEED) -> Position:
    """The position after `plies` random plies, with the draws that are due then made."""
    return decided(after(rules, opening(rules, plies, seed) if plies else []), seed)


def decided(position: Position, seed: int = SEED) -> Position:
    """The next position in which a player decides, by the deck of a seed."""
    deck = Deck(position.rules, seed)
    while not position.over and position.chances():
        position = position.play(deck.draw(position))
    return position


def tree_text(search: AnySearch) -> str:
    """The signature of a whole tree: its nodes, a digest of its listing, and one of its bytes.

    The listing is independent of the layout of a node in memory; the bytes hold every number of every node,
    but change with the layout. Where something is hidden no tree is kept in bytes.
    """
    listing = search.subtree(DEEPEST, LEAST, MOST)
    if search.rules.has_chance or search.rules.has_hidden:
        return f"nodes={search.nodes} listing={digest(listing)}"
    dump = core.load("search.dump").Dump(search)
    hashed = hashlib.sha256()
    for piece in dump:
        hashed.update(piece)
    return f"nodes={dump.nodes} listing={digest(listing)} tree={hashed.hexdigest()[:DIGITS]}"


def report_text(report: Report) -> str:
    """The signature of a search's report, without all that depends on the time of day or on memory."""
    # What players can expect stands last. It is told beside a search, which does not rest on it.
    rows = [tuple(row[:-1]) for row in report.rows]
    known = rows, report.settled, report.bounds, report.outcome, report.kept
    return f"visits={report.visits} report={digest(known)}"
