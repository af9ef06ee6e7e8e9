"""Kinds of files of games: how each is detected, read and written.

A new kind is a module that reads and writes records, a row in each of the two tables here, and its name in
the rows of the games that have it (`records` in engine/games.py).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator

from outflank.engine.games import GAMES, listed
from outflank.engine.record import NamedTuple
from outflank.protocol.console import files
from outflank.protocol.formats.games import (
    ggf_games,
    hidden_games,
    match_games,
    sgf_games,
    sgf_writer,
    transcript_games,
    wthor_games,
)
from outflank.protocol.formats.record import BadCollection, Broken, Record
from outflank.protocol.formats.syntax import sgf, transcript, wthor

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
TREE_HEAD = 2000
"""Letters within which a game that begins with `(;` tells what it is."""

_START = re.compile(r"\(\s*;")
_KIND = re.compile(r"[;\s\]]GM\s*\[\s*(\w*)")
_SOME_MOVES = re.compile(
    r"^[ \t]*(?:[+-]?(?:\d{1,4}[ \t]*\.)?[ \t]*[a-k](?:10|[1-9])|[-*.@_xobw0]{6})",
    re.MULTILINE | re.IGNORECASE,
)


class Names(NamedTuple):
    """The names that the numbers in a WTHOR file stand for."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()


NAMELESS = Names()


class Source:
    """The bytes of a file, which are decoded once and looked at once for what they are. The name of the file
    counts where the bytes do not tell."""

    def __init__(self, data: bytes, name: str = "") -> None:
        self.data = data
        self.name = name.lower()

    @functools.cached_property
    def text(self) -> str:
        """The text of the bytes, with plain line feeds. BadCollection when they are not a text."""
        try:
            return sgf.decode(self.data).replace("\r\n", "\n").replace("\r", "\n")
        except sgf.Unreadable as error:
            raise BadCollection(str(error)) from None

    @functools.cached_property
    def binary(self) -> bool:
        """Tell whether the bytes are not a text."""
        return b"\0" in self.data[:16] and not self.data.startswith(UTF_16)

    @functools.cached_property
    def tree(self) -> str:
        """Of a text in which a game begins with `(;`, the kind of that game: `ggf` or `sgf`; else empty."""
        found = _START.search(self.text)
        if not found:
            return ""
        start = found.start()
        number = _KIND.search(self.text, start, start + TREE_HEAD)
        if number and number[1]:
            return "sgf" if number[1].isdigit() else "ggf"
        ending = self.name.rpartition(".")[2]
        if ending in ("ggf", "sgf"):
            return ending
        return "ggf" if ";)" in self.text[start:] else "sgf"

    @functools.cached_property
    def kind(self) -> Kind:
        """The kind of file. BadCollection when it is none."""
        if not self.binary and not self.text.strip():
            raise BadCollection("there is nothing in it")
        for kind in KINDS:
            if kind.fits(self):
                return kind
        raise BadCollection("this is no file of games that is known here")

    def games(self, names: Names = NAMELESS) -> Iterator[Record | Broken]:
        """The games one after the other, a bad one as Broken in its place. BadCollection when there can be
        none."""
        return self.kind.read(self, names)


class Kind(NamedTuple):
    """A kind of file: its name, which a game has among its `records`, how people call it, whether a source is
    one, and its games."""

    name: str
    title: str
    fits: Callable[[Source], bool]
    read: Callable[[Source, Names], Iterator[Record | Broken]]


def _is_wthor(source: Source) -> bool:
    return source.binary and (wthor.may_be(source.data) or source.name.endswith(".wtb"))


def _is_match(source: Source) -> bool:
    return not source.binary and source.data.lstrip().startswith(b'{"')


def _is_tree(name: str) -> Callable[[Source], bool]:
    """A test for sources that are trees of a syntax."""
    return lambda source: not source.binary and source.tree == name


def _is_text(fits: Callable[[str], object]) -> Callable[[Source], bool]:
    """A test for sources whose text fits."""
    return lambda source: not source.binary and bool(fits(source.text))


KINDS = (
    Kind("wthor", "WTHOR", _is_wthor, lambda source, names: wthor_games.read(source.data, *names)),
    Kind(
        "game",
        "JSON lines",
        _is_text(hidden_games.is_lines),
        lambda source, names: hidden_games.read_lines(source.text),
    ),
    Kind(
        "script",
        "a script",
        _is_text(hidden_games.is_script),
        lambda source, names: hidden_games.read_script(source.text),
    ),
    Kind("match", "a match's ledger", _is_match, lambda source, names: match_games.read(source.data)),
    Kind(
        "pgn",
        "PlayOK's PGN",
        _is_text(transcript.is_pgn),
        lambda source, names: transcript_games.read(source.text),
    ),
    Kind("ggf", "GGF", _is_tree("ggf"), lambda source, names: ggf_games.read(source.text)),
    Kind("sgf", "SGF", _is_tree("sgf"), lambda source, names: sgf_games.read(source.text)),
    Kind(
        "transcript",
        "a transcript",
        _is_text(_SOME_MOVES.search),
        lambda source, names: transcript_games.read(source.text),
    ),
)
"""In the order in which they are looked for: the first that fits is taken."""


class Format(NamedTuple):
    """A format of written games: a name, the kind of file, the ending of a file's name that stands for it
    (empty for none), what it is, the function from a record to its text, None for files that are not text,
    and how a file of our own is known, which may be replaced."""

    name: str
    kind: str
    ending: str
    about: str
    text: Callable[[Record], str] | None
    mark: files.Mark = files.no_mark


FORMATS = (
    Format("ggf", "ggf", "ggf", "GGF, a game on a line", ggf_games.text),
    Format(
        "sgf", "sgf", "sgf", "SGF with squares like fe, passes left out", sgf_writer.text, sgf.written_here
    ),
    Format(
        "sgf-algebraic",
        "sgf",
        "",
        "SGF with squares like f5",
        functools.partial(sgf_writer.text, algebraic=True),
        sgf.written_here,
    ),
    Format("wthor", "wthor", "wtb", "WTHOR, with .jou and .trn files beside it for the names", None),
    Format("transcript", "transcript", "txt", "f5d6c3..., a game on a line", transcript_games.plain_text),
    Format(
        "nboard",
        "transcript",
        "",
        "F5D6C3... with PA for a pass, a game on a line",
        transcript_games.nboard_text,
    ),
    Format(
        "game",
        "game",
        "jsonl",
        "JSON, a game with its draws on a line",
        hidden_games.line_text,
        hidden_games.MARK.encode(),
    ),
    Format("script", "script", "", "lines for people, a turn or a draw each", hidden_games.script_text),
    Format(
        "playok", "pgn", "pgn", "PGN as PlayOK writes it", transcript_games.pgn_text, transcript.written_here
    ),
)


def refusal(kind: str, record: Record) -> str:
    """Why a game has no place in a kind of file; empty where it has."""
    if kind in record.variant.records:
        return ""
    title = next(row.title for row in KINDS if row.name == kind)
    games = listed([variant.name for variant in GAMES if kind in variant.records], "and")
    return f"{title} is for {games}, and this is a game of {record.variant.name}"


def games(data: bytes, name: str = "", names: Names = NAMELESS) -> Iterator[Record | Broken]:
    """The games of a file one after the other, a bad one as Broken in its place. The name of the file counts
    where the bytes do not tell what it is. BadCollection when there can be no games in it."""
    return Source(data, name).games(names)
