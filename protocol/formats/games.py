"""The Othello games in the bytes of a file, played out by the rules: GGF, SGF, WTHOR, PlayOK's PGN, and
transcripts. Which of them it is the content tells.

A game that cannot be played is reported in its place among the others, and does not stop them: who reads on
has chosen to do without it. Forced passes that a record leaves out are filled in.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence

from outflank.engine.games import OTHELLO
from outflank.protocol.formats import sgf, sgf_record as record, transcript, wthor
from outflank.protocol.formats.boards import Board, usual_board
from outflank.protocol.formats.ggf import BadGgf, Ggf, Move, each_game, read_number
from outflank.protocol.formats.replay import BadGame, board_of, replay, square_text
from outflank.protocol.formats.transcript import BadTranscript, Transcript
from outflank.protocol.formats.wthor import BadWthor

GGF, SGF, WTHOR, PGN, TRANSCRIPT = "ggf", "sgf", "wthor", "pgn", "transcript"
FACTS = {"PB": "PB", "PW": "PW", "DT": "DT", "PC": "PC", "BR": "RB", "WR": "RW"}
"""SGF's properties that mean the same as a tag of GGF."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
UNKNOWN = "this is no file of games that is known here"
THEORY = "WTHOR theory"
"""The tag for WTHOR's score with best play. GGF has none for it, and no tag with a blank."""

_START = re.compile(r"\(\s*;")
_ROOT = re.compile(r"\(\s*;\s*(?:FF|GM|CA|AP|SZ)\s*\[")
_PIECE = re.compile(r"\[[^\]\\]*(?:\\.[^\]\\]*)*(?:\]|\\?\Z)|[()]", re.DOTALL)
_WHERE = re.compile(r"line (\d+)")
_KIND = re.compile(r"[;\s\]]GM\s*\[\s*(\w*)")
_SOME_MOVES = re.compile(
    r"^[ \t]*(?:[+-]?(?:\d{1,4}[ \t]*\.)?[ \t]*[a-k](?:10|[1-9])|[-*.@_xobw0]{6})",
    re.MULTILINE | re.IGNORECASE,
)
_LINE_ROOT = re.compile(rf"^[ \t]*{_ROOT.pattern}", re.MULTILINE)
_WON = re.compile(r"([BW])\+(\d{1,3})(?:\.0*)?", re.ASCII)


class BadCollection(ValueError):
    """The bytes are no file of games at all; the message says why."""


class Played(namedtuple("Played", ("place", "game", "plies", "tags"))):
    """A game, played out: its `place` in the file in words, the `game` with one turn for every move and every
    pass, these `plies` once more as the record has them with values and times, and `tags` by GGF's names."""

    __slots__ = ()

    @property
    def start(self) -> Board:
        """The board it begins with."""
        return board_of(self.game.rules, self.game.start)

    @property
    def lead(self) -> int | None:
        """By how many discs Black leads at the end, the empty squares counted for the winner; None while the
        game is not over."""
        if not self.game.position.over:
            return None
        black, white = self.game.rules.scores(self.game.position)
        return int(black - white)

    @property
    def said(self) -> tuple[float | None, str]:
        """Black's lead as the record has it, None where it has none, and how it came about: nothing usual,
        else r, t, l or s."""
        lead, _, way = self.tags.get("RE", "").partition(":")
        try:
            return read_number(lead.strip()), way.strip()[:1]
        except BadGgf:
            return None, ""

    def contradiction(self) -> str:
        """What is wrong with the stated result of a game played to its end; empty when nothing is. Whether
        empty squares count is not asked."""
        said, way = self.said
        if said is None or way or self.lead is None:
            return ""
        cells = board_of(self.game.rules, self.game.position).cells
        if said in (self.lead, cells.count("X") - cells.count("O")):
            return ""
        return f"its result is given as {said:+g}, but its moves lead to {self.lead:+d}"


class Broken(namedtuple("Broken", ("place", "reason", "before"), defaults=(None,))):
    """A game that cannot be had: its place in the file in words, and why. `before` is the game up to its
    first illegal move, as Played or Record; None where there is no move before that."""

    __slots__ = ()

    def __str__(self) -> str:
        return self.reason if self.reason.startswith("line ") else f"{self.place}: {self.reason}"


class Record(namedtuple("Record", ("place", "root", "loaded"))):
    """An SGF game of any game that is played here: its `place` in the file in words, its `root`, and what
    record.load makes of it."""

    __slots__ = ()


def kind_of(data: bytes, name: str = "") -> str:
    """Which kind of file the bytes are: GGF, SGF, WTHOR, PGN or TRANSCRIPT. The ending of its name counts
    only where the bytes do not tell. BadCollection when they are none."""
    if b"\0" in data[:16] and not data.startswith(UTF_16):
        if not (wthor.may_be(data) or name.lower().endswith(".wtb")):
            raise BadCollection(UNKNOWN)
        return WTHOR
    text = text_of(data)
    if not text.strip():
        raise BadCollection("there is nothing in it")
    if transcript.is_pgn(text):
        return PGN
    start = _START.search(text)
    if start:
        return _tree_kind(text, start.start(), name)
    if not _SOME_MOVES.search(text):
        raise BadCollection(UNKNOWN)
    return TRANSCRIPT


def games(
    data: bytes, name: str = "", players: Sequence[str] = (), tournaments: Sequence[str] = ()
) -> Iterator[Played | Broken]:
    """The games of a file one after the other, a bad one as Broken in its place. The name of the file helps
    where its bytes do not tell what it is; players and tournaments are what the numbers in a WTHOR file stand
    for. BadCollection when there can be no games in it."""
    kind = kind_of(data, name)
    if kind == WTHOR:
        try:
            header, records = wthor.read_games(data)
        except BadWthor as error:
            raise BadCollection(str(error)) from None
        return _wthor_games(header, records, players, tournaments)
    readers = {GGF: _ggf_games, SGF: _sgf_games, PGN: _transcripts, TRANSCRIPT: _transcripts}
    return readers[kind](text_of(data))


def text_of(data: bytes) -> str:
    """What the bytes say, with plain line feeds. BadCollection when they are no text."""
    try:
        return sgf.decode(data).replace("\r\n", "\n").replace("\r", "\n")
    except sgf.Unreadable as error:
        raise BadCollection(str(error)) from None


def _tree_kind(text: str, start: int, name: str) -> str:
    """Whether what begins with `(;` is GGF or SGF."""
    found = _KIND.search(text, start, start + 2000)
    if found and found[1]:
        return SGF if found[1].isdigit() else GGF
    ending = name.lower().rpartition(".")[2]
    if ending in (GGF, SGF):
        return ending
    return GGF if ";)" in text[start:] else SGF


def _played(place: str, start: Board, told: Iterable[Move], tags: dict[str, str]) -> Played | Broken:
    try:
        game, plies = replay(start, told)
    except BadGame as error:
        before = Played(place, error.game, error.plies, tags) if error.plies else None
        return Broken(place, str(error), before)
    return Played(place, game, plies, tags)


def _ggf_games(text: str) -> Iterator[Played | Broken]:
    line, before = 1, 0
    for offset, game in each_game(text):
        line += text.count("\n", before, offset)
        before = offset
        place = f"line {line}"
        if isinstance(game, BadGgf):
            yield Broken(place, str(game))
        else:
            yield _ggf_game(place, game)


def _ggf_game(place: str, game: Ggf) -> Played | Broken:
    name = game.tags.get("GM", "Othello").strip()
    if name.lower() not in ("othello", "reversi"):
        return Broken(place, f"a game of {name[:20]!r}")
    tags = {tag: "" if text == "null" else text for tag, text in game.tags.items()}
    return _played(place, Board(game.size, game.cells, game.mover), game.moves, tags)


def _sgf_games(text: str) -> Iterator[Played | Broken]:
    for found in sgf_records(text):
        yield found if isinstance(found, Broken) else _sgf_game(found)


def sgf_records(text: str) -> Iterator[Record | Broken]:
    """The SGF games of a text, of all games that are played here. Behind a broken one it goes on where the
    root of another begins a line, even inside of what the broken one would take for its own."""
    line, before, torn = 1, 0, 0
    found = _START.search(text)
    while found:
        start = found.start()
        line += text.count("\n", before, start)
        before = start
        stop = _next_root(text, start + 1, torn) if start < torn else len(text)
        end = _end_of_tree(text, start, stop)
        read = _sgf_record(text[start:end], line)
        yield read
        if isinstance(read, Broken):
            # Up to here every root ends the game before it, so that no part is searched again and again.
            torn = max(torn, end)
            end = _next_root(text, start + 1, end)
        found = _START.search(text, end)


def _next_root(text: str, at: int, end: int) -> int:
    """Where between two offsets the first root begins a line; the second of them where none does."""
    found = _LINE_ROOT.search(text, at, end)
    return found.start() if found else end


def _sgf_record(piece: str, line: int) -> Record | Broken:
    place = f"line {line}"
    try:
        root = next(sgf.games(piece))
        return Record(place, root, record.load(root))
    except record.Stopped as error:
        before = Record(place, root, error.loaded) if error.loaded and error.loaded.game.turns else None
        return Broken(place, _moved(str(error), line), before)
    except sgf.Unreadable as error:
        return Broken(place, _moved(str(error), line))


def _moved(reason: str, line: int) -> str:
    """What is wrong with a piece of a file that begins at some line, in numbers of the file's lines."""
    found = _WHERE.match(reason)
    return f"line {line - 1 + int(found[1])}{reason[found.end() :]}" if found else reason


def _end_of_tree(text: str, start: int, stop: int) -> int:
    """Where the tree ends that begins at an offset: behind its last parenthesis, or before the root of
    another one where that is missing."""
    depth = 0
    for piece in _PIECE.finditer(text, start, stop):
        if piece[0] == "(":
            if depth and _ROOT.match(text, piece.start()):
                return piece.start()
            depth += 1
        elif piece[0] == ")":
            depth -= 1
            if depth <= 0:
                return piece.end()
    return stop


def sgf_tags(found: Record) -> dict[str, str]:
    """What a record tells about a game, by GGF's names of tags; a result only if it is in discs."""
    tags = {tag: told for name, tag in FACTS.items() if (told := found.root.first(name))}
    told = found.root.first("RE") or ""
    won = _WON.fullmatch(told)
    if won:
        tags["RE"] = f"{int(won[2]) * (1 if won[1] == 'B' else -1):+d}"
    elif told in ("0", "Draw"):
        tags["RE"] = "+0"
    return tags


def _sgf_game(found: Record) -> Played | Broken:
    place, loaded = found.place, found.loaded
    if loaded.variant is not OTHELLO:
        return Broken(place, f"a game of {loaded.variant.name}")
    tags = sgf_tags(found)
    rules = loaded.game.rules
    told = [Move("XO"[position.mover], square_text(rules, move)) for position, move, _ in loaded.game.plies()]
    return _played(place, board_of(rules, loaded.game.start), told, tags)


def _transcripts(text: str) -> Iterator[Played | Broken]:
    for line, found in transcript.read_transcripts(text):
        place = f"line {line}"
        if isinstance(found, BadTranscript):
            yield Broken(place, str(found))
        else:
            yield _played(place, found.start, _told(found), dict(found.tags))


def _told(found: Transcript) -> Iterator[Move]:
    for at, square in enumerate(found.moves):
        yield Move(found.colours[at] if found.colours else None, square)


def _wthor_games(
    header: wthor.Header, records: Iterator[bytes], players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[Played | Broken]:
    start = usual_board(header.size)
    for number, data in enumerate(records, 1):
        place = f"game {number}"
        try:
            found = wthor.read_record(data, header.size)
        except BadWthor as error:
            yield Broken(place, str(error))
            continue
        names = {
            "PB": _name(players, found.black),
            "PW": _name(players, found.white),
            "PC": _name(tournaments, found.tournament),
            "DT": str(header.year) if header.year else "",
        }
        tags = {tag: text for tag, text in names.items() if text}
        tags["RE"] = f"{2 * found.score - header.size * header.size:+d}"
        tags[THEORY] = str(found.theory)
        yield _played(place, start, [Move(None, square) for square in found.moves], tags)


def _name(names: Sequence[str], number: int) -> str:
    """The name of a number; 0 is nobody that is known, nor are names that are left open."""
    name = names[number] if 0 < number < len(names) else ""
    return name if name.strip("?") else ""
