"""Facts about a game as a whole: one row each, with its name in every format."""

from __future__ import annotations

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outflank.protocol.formats.record import Record


class Tag(NamedTuple):
    """A fact by its name in a record, and its names in GGF, SGF and PlayOK's PGN, empty where the format has
    no place for it."""

    name: str
    ggf: str = ""
    sgf: str = ""
    pgn: str = ""


NAMES = (Tag("black", "PB", "PB", "Black"), Tag("white", "PW", "PW", "White"))
"""Who plays, in games between black and white."""
RATINGS = (Tag("black", "RB", "BR", "BlackElo"), Tag("white", "RW", "WR", "WhiteElo"))
FACTS = (
    Tag("date", "DT", "DT", "Date"),
    Tag("site", "PC", "PC", "Site"),
    Tag("event", sgf="EV"),
    Tag("round", sgf="RO"),
    Tag("opening", sgf="ON"),
    Tag("about", sgf="GC"),
    Tag("comment", ggf="CO"),
)
"""All else but the result. SGF has the comment in its root (protocol/formats/games/sgf_writer.py). Tags that
GGF alone knows, as of its clocks, keep their names."""
THEORY = "theory"
"""WTHOR's score of the first player with best play of both."""
KOMI = "komi"
"""The komi that a game was played with; where it is not told, it is the usual one."""

BLACK_WHITE = tuple(tag.name for tag in NAMES)


class About(NamedTuple):
    """The fields of a record that tags are about."""

    names: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()
    facts: Mapping[str, str] = {}


def read_tags(kind: str, tags: Mapping[str, str]) -> About:
    """The facts that tags of a kind of file tell about a game between black and white. Tags that have no row
    keep their names."""
    rest = dict(tags)
    names, ratings = (tuple(rest.pop(getattr(tag, kind), "") for tag in rows) for rows in (NAMES, RATINGS))
    words = {_tag_of(tag, kind): tag.name for tag in FACTS}
    facts = {words.get(tag, tag): text for tag, text in rest.items()}
    return About(names if any(names) else (), ratings if any(ratings) else (), facts)


def _tag_of(tag: Tag, kind: str) -> str:
    """The name of a fact in a kind of file. What GGF has no tag for has SGF's name there, which its readers
    leave alone."""
    found: str = getattr(tag, kind)
    return tag.sgf if kind == "ggf" and not found else found


def write_tags(kind: str, record: Record) -> dict[str, str]:
    """The tags of a kind of file for what a record tells; only those that have a place there."""
    black_white = record.variant.players == BLACK_WHITE
    pairs = [
        *(zip(NAMES, record.names, strict=False) if black_white else ()),
        *((tag, record.facts.get(tag.name, "")) for tag in FACTS),
        *(zip(RATINGS, record.ratings, strict=False) if black_white else ()),
    ]
    return {name: text for tag, text in pairs if text and (name := _tag_of(tag, kind))}


def other_facts(record: Record) -> dict[str, str]:
    """The facts that have no row, as tags that GGF alone knows."""
    rows = {tag.name for tag in FACTS}
    return {name: text for name, text in record.facts.items() if name not in rows}
