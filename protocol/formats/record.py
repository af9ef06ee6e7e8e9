"""Record of a game from a file of any format: its turns, and what is told of them.

Formats make records of texts and texts of records. A record's game has been played by the rules, so all its
turns are legal. What a format has no place for is left out when it is written.
"""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from outflank.engine.core.game.position import Position
    from outflank.engine.game import Game
    from outflank.engine.variant import Variant


class Line(NamedTuple):
    """A variation: legal moves from some position on, and a comment on the first of them."""

    moves: tuple[int, ...]
    comment: str = ""


class Note(NamedTuple):
    """Notes of a turn; None, 0 or nothing where it is not told.

    `value` is what the move is worth to its mover, in `unit`: "discs" of a lead, or the "share" of a win. A
    `book` move was given by an opening. A `mistake` is doubtful (1), bad (2) or very bad (3). `others` are
    variations in place of this turn.
    """

    seconds: float | None = None
    value: float | None = None
    unit: str | None = None
    visits: int | None = None
    depth: int | None = None
    book: bool = False
    comment: str = ""
    mistake: int = 0
    others: tuple[Line, ...] = ()


NOTHING = Note()
"""A note that tells nothing."""


class Result(NamedTuple):
    """The result that a record states, as far as it does.

    `lead` is the first player's over the second, `winner` is told where a player lost otherwise than on the
    board, and how is `way`, a name of protocol/formats/results.py. `words` are the record's own.
    """

    lead: float | None = None
    winner: int | None = None
    way: str = ""
    scores: tuple[float, ...] = ()
    words: str = ""


class Record(NamedTuple):
    """One game.

    `place` says in words where in its file it stands. `game` has the turns as they are told, up to the first
    that cannot be made, and `stopped` says why that cannot; it is empty where the record was played to its
    end. `notes` are one for each turn, or none. `names` and `ratings` are one for each player, empty where
    they are not known, or none. `facts` are named by protocol/formats/tags.py. `ahead` are variations from
    the last position on.
    """

    place: str
    variant: Variant
    size: int
    game: Game
    notes: tuple[Note, ...] = ()
    names: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()
    facts: Mapping[str, str] = {}
    result: Result | None = None
    stopped: str = ""
    ahead: tuple[Line, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of who plays, in the order of the players, each on one line; the player's own name where
        it is not known."""
        players = self.variant.players
        told = [plain(name) for name in self.names] + [""] * len(players)
        return tuple(name or player for name, player in zip(told, players, strict=False))

    def plies(self) -> Iterator[tuple[Position, int, Note]]:
        """(position before it, move, what is told of it) from the start on, with the forced passes that turns
        imply and without passes that changed nothing. Of a turn of several decisions the first has the
        note."""
        for turn, at, position, move in self.game.steps():
            yield position, move, self.notes[turn] if self.notes and turn is not None and not at else NOTHING


class Broken(NamedTuple):
    """A game of which nothing can be read: where in its file it stands, and why."""

    place: str
    reason: str

    def __str__(self) -> str:
        return self.reason if self.reason.startswith("line ") else f"{self.place}: {self.reason}"


class BadCollection(ValueError):
    """Bytes that are not a file of games; the message says why."""


class Unwritable(ValueError):
    """A game has no place in a format; the message says why."""


def plain(text: str) -> str:
    """Text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
