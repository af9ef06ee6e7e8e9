"""Files of games that clients send, and texts of games that are sent to them. Nothing here opens a file."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from outflank.engine.errors import BadPosition
from outflank.engine.game import Game
from outflank.engine.games import OTHELLO
from outflank.engine.play.game_choice import GameChoice
from outflank.engine.variant import Variant
from outflank.protocol.formats.games.sgf_writer import notes_of
from outflank.protocol.formats.games.wthor_games import Archive
from outflank.protocol.formats.kinds import FORMATS, Source, refusal
from outflank.protocol.formats.position_texts import read_position
from outflank.protocol.formats.record import BadCollection, Broken, Record, Unwritable
from outflank.protocol.formats.results import result_text
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.table import Values
from outflank.protocol.sitting.sitting import MOST_PLIES

MOST_FILE = 5 * 2**20
"""Bytes of a file of games that a client may send."""
MOST_LISTED = 1000
POSITION = "position"
"""The kind of a file, and the format, that holds nothing but a position."""
ENDINGS = {row.name: row.ending or {"sgf-algebraic": "sgf"}.get(row.name, "txt") for row in FORMATS}
MIME = {"sgf": "application/x-go-sgf", "wthor": "application/octet-stream"}
TEXT_MIME = "text/plain"


class Sent(NamedTuple):
    """A file that a client has sent, of what kind it is, and the game that its reading is for where it holds
    a bare position."""

    source: Source
    kind: str
    choice: GameChoice


def read_sent(values: Values, choice: GameChoice) -> Sent:
    """The file in a request: `text`, or `data` in base64. Problem when there is neither, or nothing in it."""
    if ("text" in values) == ("data" in values):
        raise Problem("missing_field", "a file comes as text or as data", "text")
    if "text" in values:
        data = values["text"].encode("utf-8")
    else:
        try:
            data = base64.b64decode(values["data"], validate=True)
        except (binascii.Error, ValueError):
            raise Problem("bad_value", "data is not base64", "data") from None
    if len(data) > MOST_FILE:
        raise Problem(
            "bad_value", f"a file has at most {MOST_FILE} bytes", "data" if "data" in values else "text"
        )
    source = Source(data, values.get("name", ""))
    return Sent(source, _kind(source, choice), choice)


def _kind(source: Source, choice: GameChoice) -> str:
    """The kind of a file. Problem when it is of none that is known here."""
    if _position(source.data, choice) is not None:
        return POSITION
    try:
        return source.kind.name
    except BadCollection as error:
        raise Problem("unreadable_file", str(error)) from None


def _position(data: bytes, choice: GameChoice) -> Game | None:
    """The game that begins with the position in a file; None where it holds none."""
    text = data.strip()
    if not text or b"\n" in text or len(text) > 100_000:
        return None
    rules = choice.new_rules(0.5)
    try:
        start = read_position(choice.variant, choice.size, rules, text.decode("utf-8"))
    except (BadPosition, UnicodeDecodeError):
        return None
    # A bare transcript is read as a board with moves too, but is a game.
    usual = choice.variant is OTHELLO and len(text) < choice.size**2
    return None if usual else Game(rules, start)


def games_of(sent: Sent) -> Iterator[Record | Broken]:
    """The games of a file one after the other. Problem when they cannot be read at all."""
    if sent.kind == POSITION:
        game = _position(sent.source.data, sent.choice)
        if game is not None:
            yield Record("the position", sent.choice.variant, sent.choice.size, game)
        return
    try:
        yield from sent.source.games()
    except (BadCollection, MemoryError) as error:
        raise Problem("unreadable_file", str(error) or "no memory for it") from None


def game_at(sent: Sent, index: int) -> Record:
    """One game of a file. Problem when there is none of that number, or it cannot be read."""
    found = next(islice(games_of(sent), index, None), None)
    if found is None:
        raise Problem("no_such_game", f"the file has no game {index}", "index")
    if isinstance(found, Broken):
        raise Problem("unreadable_file", str(found), "index")
    if found.game.turns > MOST_PLIES:
        raise Problem("unreadable_file", f"a game has at most {MOST_PLIES} plies", "index")
    return found


def listed(index: int, found: Record | Broken) -> Values:
    """The line about a game of a file before it is chosen."""
    if isinstance(found, Broken):
        return {"index": index, "place": found.place, "broken": str(found)}
    return {
        "index": index,
        "place": found.place,
        "broken": None,
        "game": found.variant.name,
        "size": found.size,
        "names": list(found.labels),
        "plies": len(list(found.plies())),
        "result": result_text(found) or None,
        "date": found.facts.get("date") or None,
        "stopped": found.stopped or None,
    }


def choice_of(found: Record) -> GameChoice:
    """The game of a file as a sitting takes it."""
    komi = found.game.komi if found.variant.komi else None
    return GameChoice(found.variant, found.size, None if komi == found.variant.komi else komi)


def written(found: Record, name: str, values: bool = False) -> Values:
    """A game in a format: the name of a file for it, its kind, and its text, or its bytes in base64. Problem
    when the game has no place in it."""
    stem = f"outflank-{found.variant.name.lower().replace(' ', '-')}"
    if name == POSITION:
        text = f"{found.game.rules.position_text(found.game.position)}\n"
        return {"name": f"{stem}.txt", "mime": TEXT_MIME, "text": text}
    file = {"name": f"{stem}.{ENDINGS.get(name, name)}", "mime": MIME.get(name, TEXT_MIME)}
    row = next((row for row in FORMATS if row.name == name), None)
    if row is None or refusal(row.kind, found):
        raise Problem("unwritable", f"{found.variant.name} is not written as {name[:40]}", "format")
    record = found._replace(notes=notes_of(found.game)) if values else found
    try:
        if row.text is not None:
            return {**file, "text": row.text(record)}
        archive = Archive()
        archive.add(record)
        now = time.localtime()
        data = archive.games((now.tm_year, now.tm_mon, now.tm_mday))
    except Unwritable as error:
        raise Problem("unwritable", str(error), "format") from None
    return {**file, "data": base64.b64encode(data).decode("ascii")}


def formats_of(variant: Variant) -> list[str]:
    """The formats that a game is saved in."""
    return [*(row.name for row in FORMATS if row.kind in variant.records), POSITION]
