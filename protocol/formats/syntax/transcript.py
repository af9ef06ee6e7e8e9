"""Othello games as runs of moves, in every spelling in use; which one it is the text itself tells.

- plain: `f5d6c3`, in any case, with or without blanks, line breaks, move numbers and passes
- Edax: a start before it, `<cells> X; f4`; NBoardLocalGameServer's without the semicolon
- PGN of PlayOK: tags in brackets, then numbered moves, `--` for a pass
- Logistello's logbook: `+f5-d6+c3: +02 10`, the sign of who moves before each square

What is legal is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from outflank.engine.record import NamedTuple
from outflank.protocol import __version__
from outflank.protocol.formats.syntax.boards import (
    SIGNS,
    SIZES,
    BadBoard,
    Board,
    read_board,
    usual_board,
    write_board,
)
from outflank.protocol.formats.syntax.moves import (
    MOST_MOVES,
    BadMoves,
    read_moves,
    read_opening,
    size_of,
    split_moves,
)

PLAIN, LOGBOOK, PGN = "plain", "logbook", "pgn"
NAMES = ("Black", "White", "Site", "BlackElo", "WhiteElo")
"""PGN's tags that are read as they are; Date and Time are one."""
PER_LINE = 10
PROGRAM = "Outflank "
"""What the tag Generator begins with in the games of this program."""

_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]\s*')
_HEADS = re.compile(rf"^[ \t]*(?:{_TAG.pattern})+", re.MULTILINE)
_LOGGED = re.compile(r"[ \t]*([+-])[ \t]*([a-h][1-8])", re.IGNORECASE)
_WHOLE = re.compile(r"[+-]?\d{1,3}", re.ASCII)
_LOGBOOK = re.compile(r"\s*[+-]\s*[a-h][1-8]", re.IGNORECASE)
_SCORE = re.compile(r"(\d{1,3})\s*-\s*(\d{1,3})", re.ASCII)
_ENDING = re.compile(r"\s(?:\d{1,3}-\d{1,3}|\*)\s*$", re.ASCII)
_NUMBERED = re.compile(r"\s*(\d{1,4})\s*\.", re.ASCII)


class BadTranscript(ValueError):
    """The text is not a transcript; the message says at which line and move, and why."""


class Transcript(NamedTuple):
    """One game: the board it `start`s with; `moves`, squares as `f5` (columns a to j without a gap) and
    `pass` where it is written; `tags` by the names of PGN; the colour of every move, X or O, where they are
    told; and Black's lead where a result is."""

    start: Board
    moves: tuple[str, ...]
    tags: Mapping[str, str] = {}
    colours: tuple[str, ...] = ()
    spelling: str = PLAIN
    lead: int | None = None


def is_pgn(text: str) -> bool:
    """Tell whether a text begins with a tag of PGN."""
    return _TAG.match(text.lstrip()) is not None


def read_transcript(text: str, line: int = 1) -> Transcript:
    """The one game that a text is, which begins at a line of a file. BadTranscript says at which line and
    move it is none."""
    try:
        if is_pgn(text):
            return _read_pgn(text, line)
        if _LOGBOOK.match(text):
            return _read_logbook(text, line)
        return _read_plain(text, line)
    except BadMoves as error:
        raise BadTranscript(str(error)) from None
    except BadBoard as error:
        raise BadTranscript(f"line {line}: {error}") from None


def read_transcripts(text: str) -> Iterator[tuple[int, Transcript | BadTranscript]]:
    """The games of a text, each with the number of its line, or with what is wrong with it. PGN games begin
    with their tags. Other games have a line each; but a line that begins with a number above 1 goes on with
    the game before, and where no line but the first could begin a game all of them are one."""
    for line, piece in _split_pgn(text) if is_pgn(text) else _split_lines(text):
        try:
            yield line, read_transcript(piece, line)
        except BadTranscript as error:
            yield line, error


def _split_pgn(text: str) -> Iterator[tuple[int, str]]:
    starts = [found.start() for found in _HEADS.finditer(text)]
    line, before = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", before, start)
        before = start
        yield line, text[start:end]


def _split_lines(text: str) -> Iterator[tuple[int, str]]:
    rows = text.split("\n")
    lines = [(number, line) for number, line in enumerate(rows, 1) if line.strip()]
    whole = not any(_begins_game(line) for _, line in lines[1:])
    at = 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and (whole or _goes_on(lines[end][1])):
            end += 1
        first, last = lines[at][0], lines[end - 1][0]
        yield first, "\n".join(rows[first - 1 : last])
        at = end


def _goes_on(line: str) -> bool:
    number = _NUMBERED.match(line)
    return number is not None and int(number[1]) > 1


def _begins_game(line: str) -> bool:
    """Tell whether a line has a start of its own, or begins with a first move of the usual one."""
    if _LOGBOOK.match(line):
        return line.lstrip()[0] == "+"
    if not _goes_on(line):
        try:
            first = split_moves(line)[:1]
        except BadMoves:
            return True
        return bool(first) and first[0][1] in ("d3", "c4", "f5", "e6", "c2", "b3", "e4", "d5", "g6", "f7")
    return False


def _read_plain(text: str, line: int) -> Transcript:
    cells, semicolon, rest = text.partition(";")
    if semicolon:
        board = read_board(cells)
        start = board._replace(mover=board.mover or "X")
        return Transcript(start, read_moves(rest, start.size, line + cells.count("\n")))
    if _holds_board(text):
        return Transcript(*read_opening(text, line))
    size = size_of([move for _, move in split_moves(text, line)])
    moves = read_moves(text, size, line)
    if not moves:
        raise BadTranscript(f"line {line}: no moves")
    return Transcript(usual_board(size), moves)


def _holds_board(text: str) -> bool:
    lengths = [size * size for size in SIZES]
    words = [word for word in text.split() if len(word) in lengths]
    return any(all(sign in SIGNS for sign in word) for word in words)


def _read_logbook(text: str, line: int) -> Transcript:
    moves: list[str] = []
    colours: list[str] = []
    at = len(text) - len(text.lstrip())
    while found := _LOGGED.match(text, at):
        colours.append("X" if found[1] == "+" else "O")
        moves.append(found[2].lower())
        at = found.end()
        if len(moves) > MOST_MOVES:
            raise BadTranscript(f"line {line}: more than {MOST_MOVES} moves")
    between, _, end = text[at:].partition(":")
    numbers = end.split()
    if between.strip() or len(numbers) > 2 or not all(_WHOLE.fullmatch(word) for word in numbers):
        raise BadTranscript(f"line {line}, move {len(moves) + 1}: {text[at:].strip()[:20]!r} is no move")
    lead = int(numbers[0]) if numbers else None
    return Transcript(usual_board(8), tuple(moves), {}, tuple(colours), LOGBOOK, lead)


def _read_pgn(text: str, line: int) -> Transcript:
    told: dict[str, str] = {}
    at = len(text) - len(text.lstrip())
    while found := _TAG.match(text, at):
        told[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        at = found.end()
    tags = {name: value for name, value in told.items() if name in NAMES and value}
    if date := " ".join(told[name] for name in ("Date", "Time") if told.get(name)):
        tags["Date"] = date
    score = _SCORE.fullmatch(told.get("Result", "").strip())
    lead = int(score[1]) - int(score[2]) if score else None
    body = _ENDING.sub("", " " + text[at:])
    first = line + text.count("\n", 0, at)
    size = size_of([move for _, move in split_moves(body, first)])
    return Transcript(usual_board(size), read_moves(body, size, first), tags, (), PGN, lead)


def write_plain(start: Board, moves: Sequence[str]) -> str:
    """The squares without passes or blanks. A start that they do not tell stands before them as Edax has
    it."""
    return _with_start(start, moves, "".join(move for move in moves if move != "pass"))


def write_nboard(start: Board, moves: Sequence[str]) -> str:
    """As NBoard copies moves, in capitals and with PA for a pass. A start that they do not tell stands before
    them as Edax has it."""
    return _with_start(start, moves, "".join("PA" if move == "pass" else move.upper() for move in moves))


def _with_start(start: Board, moves: Sequence[str], text: str) -> str:
    told = bool(moves) and start == usual_board(size_of(moves))
    return text if told else f"{write_board(start)};{text}"


def write_pgn(
    start: Board, moves: Sequence[str], tags: Mapping[str, str], score: tuple[int, int] | None
) -> str:
    """A game as PlayOK writes it, with this program's name in a tag of its own. The tag Date may have the
    time behind it. The result are the discs of both sides, or `*` while there is none. BadTranscript when it
    does not begin as usual, which this format cannot say."""
    if start != usual_board(size_of(moves)):
        raise BadTranscript("only a game from the usual start has a place in PlayOK's format")
    date, _, time = tags.get("Date", "").partition(" ")
    told = {
        "Site": tags.get("Site", ""),
        "Date": date,
        "Time": time.strip(),
        **{name: tags.get(name, "") for name in ("Black", "White", "BlackElo", "WhiteElo")},
        "Result": "*" if score is None else f"{score[0]}-{score[1]}",
        "Generator": f"{PROGRAM}{__version__}",
    }
    head = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in told.items())
    words = ["--" if move == "pass" else move for move in moves]
    turns = [f"{at // 2 + 1}. {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]
    rows = [" ".join(turns[at : at + PER_LINE]) for at in range(0, len(turns), PER_LINE)]
    return "\n".join([head, *rows, ""])


def written_here(data: bytes) -> bool:
    """Tell whether bytes are games in PlayOK's format that this program has written, and no others."""
    text = data.decode("utf-8", "replace")
    heads = [dict(_TAG.findall(found[0])) for found in _HEADS.finditer(text)]
    ours = all(head.get("Generator", "").startswith(PROGRAM) for head in heads)
    return bool(heads) and ours and is_pgn(text)


def _quoted(text: str) -> str:
    plain = "".join(letter if letter >= " " else " " for letter in text)
    return plain.replace("\\", "\\\\").replace('"', '\\"')
