"""Requests about files of games: they are sent and received as text, and stay with the client."""

from __future__ import annotations

import time
from itertools import islice

from outflank.protocol.formats.position_texts import read_position
from outflank.protocol.formats.record import Record as GameRecord, Result
from outflank.protocol.json_lines.jobs.worker import Tell
from outflank.protocol.json_lines.messages.bodies import COUNT
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import Flag, List, OrNull, Record, Text, Whole
from outflank.protocol.json_lines.objects.game_files import (
    MOST_FILE,
    MOST_LISTED,
    POSITION,
    Sent,
    choice_of,
    formats_of,
    game_at,
    games_of,
    listed,
    read_sent,
    written,
)
from outflank.protocol.json_lines.objects.places import LONGEST_TEXT
from outflank.protocol.json_lines.requests.playing import sit
from outflank.protocol.json_lines.session import JsonSession
from outflank.protocol.json_lines.table import CANCELLED, Task, Values, requests
from outflank.protocol.sitting.deal import deal, whole, with_deck
from outflank.protocol.sitting.seats import LONGEST_NAME, Seat
from outflank.protocol.sitting.sitting import RESIGNED, Sitting

INDEX = Whole(0, 10_000_000)
FILE_FIELDS = {"text?": Text(MOST_FILE), "data?": Text(2 * MOST_FILE), "name?": Text(200)}
FORMAT = Text(40, 1)
WRITTEN = {"name": Text(), "mime": Text(), "text?": Text(), "data?": Text()}
LISTED = Record(
    {
        "index": COUNT,
        "place": Text(),
        "broken": OrNull(Text()),
        "game?": Text(),
        "size?": COUNT,
        "names?": List(Text()),
        "plies?": COUNT,
        "result?": OrNull(Text()),
        "date?": OrNull(Text()),
        "stopped?": OrNull(Text()),
    },
    open=True,
)


@requests.request(
    "open",
    {**FILE_FIELDS, "index?": INDEX},
    {"kind": Text(), "games": List(LISTED), "more": Flag(), "loaded": Flag(), **CANCELLED},
)
def open_file(session: JsonSession, values: Values) -> Task:
    """The games in a file. The one of an index, or the only one, is sat at, between persons and at its last
    move; `load` takes another of the same file."""
    choice = session.sitting.choice

    def work(tell: Tell) -> tuple[Sent, list[Values], bool, GameRecord | None]:
        sent = read_sent(values, choice)
        rows = []
        found = games_of(sent)
        for index, game in enumerate(islice(found, MOST_LISTED)):
            rows.append(listed(index, game))
            if session.engines.rung:
                break
        more = len(rows) == MOST_LISTED and next(found, None) is not None
        if not rows:
            raise Problem("unreadable_file", "there is no game in it")
        if len(rows) == 1 and rows[0]["broken"]:
            raise Problem("unreadable_file", rows[0]["broken"])
        chosen = values.get("index", 0 if len(rows) == 1 else None)
        return sent, rows, more, None if chosen is None else game_at(sent, chosen)

    def done(outcome: tuple[Sent, list[Values], bool, GameRecord | None]) -> Values:
        sent, rows, more, found = outcome
        session.opened = sent
        if found is not None:
            _sit_at(session, found)
        return {"kind": sent.kind, "games": rows, "more": more, "loaded": found is not None}

    return Task(work, done)


@requests.request("load", {"index": INDEX}, {**CANCELLED})
def load(session: JsonSession, values: Values) -> Task:
    """Sit at another game of the file that was opened last."""
    sent = session.opened
    if sent is None:
        raise Problem("no_such_game", "no file has been opened")

    def work(tell: Tell) -> GameRecord:
        return game_at(sent, values["index"])

    def done(found: GameRecord) -> Values:
        _sit_at(session, found)
        return {}

    return Task(work, done)


def _sit_at(session: JsonSession, found: GameRecord) -> None:
    """Sit at a game of a file, between persons of the names that it tells."""
    names = [*found.names, *[""] * len(found.variant.players)]
    seats = [Seat(name=name[:LONGEST_NAME]) for name in names[: len(found.variant.players)]]
    sit(session, Sitting(choice_of(found), seats, game=with_deck(found.game)))


@requests.request("position", {"text": Text(LONGEST_TEXT, 1)}, {})
def position(session: JsonSession, values: Values) -> Values:
    """Go on from the position that a text describes, with the same seats and clock: in Othello in any
    program's spelling."""
    sitting = session.sitting
    choice, rules = sitting.choice, sitting.full.rules
    start = whole(read_position(choice.variant, choice.size, rules, values["text"]))
    sit(session, Sitting(choice, sitting.seats, sitting.clocks.control, deal(rules, start)))
    return {}


@requests.request("save", {"format": FORMAT, "values?": Flag()}, WRITTEN)
def save(session: JsonSession, values: Values) -> Values:
    """The session's game in a format; SGF on request with what the engine thought about its moves. A game
    with hidden hands is written once it is over, and before that as the position that may be seen."""
    sitting = session.sitting
    record = _record(sitting)
    if record.variant.hidden and not sitting.is_over:
        if values["format"] != POSITION or sitting.viewer is None:
            raise Problem("unwritable", "the cards of a game that goes on are not written", "format")
        record = record._replace(game=sitting.game.seen_by(sitting.viewer))
    return written(record, values["format"], values.get("values", False))


def _record(sitting: Sitting) -> GameRecord:
    """The game of a sitting as the writers of formats take it: a position as far as it is looked at, a game
    as a whole."""
    names = tuple(seat.name or (f"Outflank {seat.level}" if seat.level else "") for seat in sitting.seats)
    ending, result = sitting.ending, None
    if ending is not None and len(sitting.seats) == 2:
        way = "resigned" if ending.kind == RESIGNED else "time"
        result = Result(winner=1 - ending.player, way=way)
    choice, facts = sitting.choice, {"date": time.strftime("%Y-%m-%d")}
    return GameRecord(
        "the game", choice.variant, choice.size, sitting.full, names=names, facts=facts, result=result
    )


@requests.request("convert", {**FILE_FIELDS, "index?": INDEX, "to": FORMAT}, {**WRITTEN, **CANCELLED})
def convert(session: JsonSession, values: Values) -> Task:
    """A game of a file in another format."""
    choice = session.sitting.choice

    def work(tell: Tell) -> Values:
        found = game_at(read_sent(values, choice), values.get("index", 0))
        if values["to"] not in formats_of(found.variant):
            raise Problem("unwritable", f"{found.variant.name} is not written as {values['to'][:40]}", "to")
        return written(found, values["to"])

    return Task(work)
