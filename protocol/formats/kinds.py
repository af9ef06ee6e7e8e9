"""What games are written as: the formats by name, each with its kind of file and the text of a game in it.

A game that has no place in a format is Unwritable, with the reason. WTHOR is no text and has its own way.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence

from outflank.engine.games import OTHELLO
from outflank.protocol.formats import sgf, sgf_record as record, transcript, wthor
from outflank.protocol.formats.boards import usual_board
from outflank.protocol.formats.games import GGF, PGN, SGF, THEORY, TRANSCRIPT, WTHOR, Played
from outflank.protocol.formats.ggf import Ggf, write_ggf
from outflank.protocol.formats.transcript import BadTranscript
from outflank.protocol.formats.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor, Header, Record

WAYS = {"r": "R", "t": "T", "l": "F"}
"""How a game was lost, in GGF's letters and SGF's."""


class Unwritable(ValueError):
    """A game has no place in a format; the message says why."""


class Format(namedtuple("Format", ("name", "kind", "ending", "about", "text"))):
    """A format: its name, the kind of file it makes, the ending of a file's name that stands for it (empty
    for none), what it is, and the function from a game to its text, None where there is no text."""

    __slots__ = ()


def ggf_text(played: Played) -> str:
    """A game on a line, as archives have it."""
    start = played.start
    result = "?" if played.lead is None else f"{played.lead:+d}"
    tags = {"RE": result, **played.tags}
    return f"1 {write_ggf(Ggf(tags, start.size, start.cells, start.mover, played.plies))}\n"


def sgf_text(played: Played, algebraic: bool = False) -> str:
    """A game as a record of its own."""
    facts = {"PB": "PB", "PW": "PW", "DT": "DT", "PC": "PC", "RB": "BR", "RW": "WR"}
    told = {name: _plain(played.tags[tag]) for tag, name in facts.items() if played.tags.get(tag)}
    if date := sgf.date(told.pop("DT", "")):
        told["DT"] = date
    result = sgf_result(played)
    if result:
        told["RE"] = result
    return record.write(OTHELLO, played.start.size, played.game, algebraic=algebraic, facts=told)


def sgf_result(played: Played) -> str:
    """The result as SGF has it, where it is not what the moves lead to; else nothing."""
    said, way = played.said
    if said is None or (played.lead is not None and not way):
        return ""
    if not said:
        return "0"
    return f"{'B' if said > 0 else 'W'}+{WAYS.get(way, f'{abs(said):g}')}"


def plain_text(played: Played) -> str:
    """A transcript on a line."""
    return transcript.write_plain(played.start, _squares(played)) + "\n"


def nboard_text(played: Played) -> str:
    """A transcript as NBoard copies it, on a line."""
    return transcript.write_nboard(played.start, _squares(played)) + "\n"


def pgn_text(played: Played) -> str:
    """A game of PlayOK with an empty line behind it."""
    if not played.plies:
        raise Unwritable("a game without a move has no place in PlayOK's format")
    squares = played.start.size**2
    lead = played.lead
    said, _ = played.said
    if lead is None and said is not None and said == int(said) and (squares + said) % 2 == 0:
        lead = int(said)
    score = None if lead is None or abs(lead) > squares else ((squares + lead) // 2, (squares - lead) // 2)
    try:
        text = transcript.write_pgn(played.start, _squares(played), played.tags, score)
    except BadTranscript as error:
        raise Unwritable(str(error)) from None
    return text + "\n"


FORMATS = (
    Format("ggf", GGF, "ggf", "GGF, a game on a line", ggf_text),
    Format("sgf", SGF, "sgf", "SGF with squares like fe, passes left out", sgf_text),
    Format("sgf-algebraic", SGF, "", "SGF with squares like f5", lambda played: sgf_text(played, True)),
    Format("wthor", WTHOR, "wtb", "WTHOR, with .jou and .trn files beside it for the names", None),
    Format("transcript", TRANSCRIPT, "txt", "f5d6c3..., a game on a line", plain_text),
    Format("nboard", TRANSCRIPT, "", "F5D6C3... with PA for a pass, a game on a line", nboard_text),
    Format("playok", PGN, "pgn", "PGN as PlayOK writes it", pgn_text),
)


class Archive:
    """Games on their way into a WTHOR file and the two files of names beside it. All have one board size,
    that of the first."""

    def __init__(self) -> None:
        self._size = 0
        self._records: list[Record] = []
        self._years: set[str] = set()
        self._numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})

    def add(self, played: Played) -> None:
        """Take a game in; Unwritable when it has no place there."""
        start = played.start
        if start != usual_board(start.size) or start.size not in (8, 10):
            raise Unwritable("only a game from the usual start on 8x8 or 10x10 has a place in WTHOR")
        if self._size not in (0, start.size):
            raise Unwritable(f"a game on {start.size}x{start.size} among games on {self._size}x{self._size}")
        players, places = self._numbers
        moves = tuple(square for square in _squares(played) if square != "pass")
        score = _black_discs(played)
        theory = int(played.tags.get(THEORY, score))
        black, white = (_number(players, played.tags.get(tag, "")) for tag in ("PB", "PW"))
        place = _number(places, played.tags.get("PC", ""))
        found = Record(moves, score, theory, black, white, place)
        try:
            wthor.write_record(found, start.size)
        except BadWthor as error:
            raise Unwritable(str(error)) from None
        self._size = start.size
        self._records.append(found)
        self._years.add(_year(played.tags.get("DT", "")))

    def games(self, today: tuple[int, int, int]) -> bytes:
        """The .wtb file. It has the year of the games where that is one."""
        year = int(next(iter(self._years))) if len(self._years) == 1 else 0
        return wthor.write_games(Header(created=today, year=year, size=self._size), self._records)

    def names(self, today: tuple[int, int, int]) -> tuple[bytes, bytes] | None:
        """The .jou and the .trn file; None when no name is known."""
        players, places = (("???", *numbers) for numbers in self._numbers)
        if len(players) + len(places) == 2:
            return None
        return (
            wthor.write_names(players, PLAYER_LENGTH, today),
            wthor.write_names(places, TOURNAMENT_LENGTH, today),
        )

    def __len__(self) -> int:
        return len(self._records)


def _number(numbers: dict[str, int], name: str) -> int:
    """The number of a name, a new one for a new name, 0 for none."""
    plain = _plain(name)
    return numbers.setdefault(plain, len(numbers) + 1) if plain else 0


def _black_discs(played: Played) -> int:
    """Black's discs at the end: by the result that is given where the moves do not lead to the end, or it
    came about otherwise; else by the moves."""
    squares = played.start.size**2
    said, way = played.said
    lead = said if way or played.lead is None else played.lead
    if lead is None:
        raise Unwritable("a game without a result has no place in WTHOR")
    discs = (squares + lead) / 2
    if discs != int(discs) or not 0 <= discs <= squares:
        raise Unwritable(f"a result of {lead:+g} has no place in WTHOR")
    return int(discs)


def _year(date: str) -> str:
    """The year that a date begins with; 0 where it begins with none."""
    year = date[:4]
    whole = year.isascii() and year.isdigit() and len(year) == 4 and not date[4:5].isdigit()
    return year if whole else "0"


def _squares(played: Played) -> Sequence[str]:
    return [ply.square for ply in played.plies]


def _plain(text: str) -> str:
    """Text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
