"""Games of Othello in files of WTHOR, and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outflank.protocol.formats.record import BadCollection, Broken, Record, Result, Unwritable, plain
from outflank.protocol.formats.replay import Told, board_of, othello_record, square_text
from outflank.protocol.formats.results import lead_of
from outflank.protocol.formats.syntax import wthor
from outflank.protocol.formats.syntax.boards import usual_board
from outflank.protocol.formats.syntax.wthor import PLAYER_LENGTH, TOURNAMENT_LENGTH, BadWthor, Header
from outflank.protocol.formats.tags import THEORY, About

UNKNOWN = "???"
"""The name of number 0."""


def read(
    data: bytes, players: Sequence[str] = (), tournaments: Sequence[str] = ()
) -> Iterator[Record | Broken]:
    """The games of a .wtb file; the numbers in it stand for these names. BadCollection when it is not such a
    file."""
    try:
        header, records = wthor.read_games(data)
    except BadWthor as error:
        raise BadCollection(str(error)) from None
    return _read_games(header, records, players, tournaments)


def _read_games(
    header: Header, records: Iterator[bytes], players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[Record | Broken]:
    start = usual_board(header.size)
    for number, data in enumerate(records, 1):
        place = f"game {number}"
        try:
            found = wthor.read_record(data, header.size)
        except BadWthor as error:
            yield Broken(place, str(error))
            continue
        names = (_name(players, found.black), _name(players, found.white))
        facts = {
            "site": _name(tournaments, found.tournament),
            "date": str(header.year) if header.year else "",
            THEORY: str(found.theory),
        }
        about = About(names if any(names) else (), (), {fact: text for fact, text in facts.items() if text})
        result = Result(float(2 * found.score - header.size * header.size))
        yield othello_record(place, start, [Told(None, square) for square in found.moves], about, result)


def _name(names: Sequence[str], number: int) -> str:
    """The name of a number; empty for 0, for numbers without a name, and for names that are left open."""
    name = names[number] if 0 < number < len(names) else ""
    return name if name.strip("?") else ""


class Archive:
    """Games on their way into a WTHOR file and the two files of names beside it. All have one board size,
    that of the first."""

    def __init__(self) -> None:
        self._size = 0
        self._records: list[wthor.Record] = []
        self._years: set[str] = set()
        self._numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})

    def add(self, record: Record) -> None:
        """Take a game in; Unwritable when it has no place there."""
        size = record.size
        if board_of(record.game.start) != usual_board(size) or size not in (8, 10):
            raise Unwritable("only a game from the usual start on 8x8 or 10x10 has a place in WTHOR")
        if self._size not in (0, size):
            raise Unwritable(f"a game on {size}x{size} among games on {self._size}x{self._size}")
        players, places = self._numbers
        squares = [square_text(record.game.rules, move) for _, move, _ in record.plies()]
        score = _black_discs(record)
        theory = int(record.facts.get(THEORY, score))
        black, white = (_number(players, name) for name in record.names or ("", ""))
        place = _number(places, record.facts.get("site", ""))
        moves = tuple(square for square in squares if square != "pass")
        found = wthor.Record(moves, score, theory, black, white, place)
        try:
            wthor.write_record(found, size)
        except BadWthor as error:
            raise Unwritable(str(error)) from None
        self._size = size
        self._records.append(found)
        self._years.add(_year(record.facts.get("date", "")))

    def games(self, today: tuple[int, int, int]) -> bytes:
        """The .wtb file. It has the year of the games where that is one."""
        year = int(next(iter(self._years))) if len(self._years) == 1 else 0
        return wthor.write_games(Header(created=today, year=year, size=self._size), self._records)

    def names(self, today: tuple[int, int, int]) -> tuple[bytes, bytes] | None:
        """The .jou and the .trn file; None when no name is known."""
        players, places = ((UNKNOWN, *numbers) for numbers in self._numbers)
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
    one_line = plain(name)
    return numbers.setdefault(one_line, len(numbers) + 1) if one_line else 0


def _black_discs(record: Record) -> int:
    """Black's discs at the end: by the result that is stated where the moves do not lead to the end, or it
    came about otherwise; else by the moves."""
    squares = record.size**2
    lead = lead_of(record)
    said = record.result
    if said is not None and said.lead is not None and (said.way or lead is None):
        lead = said.lead
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
