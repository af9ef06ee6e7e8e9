"""The shapes of what is sent: positions, thoughts, states and the other objects of results and events."""

from __future__ import annotations

from outflank.protocol.json_lines.messages.problems import CODES
from outflank.protocol.json_lines.messages.shapes import (
    Anything,
    Either,
    Flag,
    List,
    Named,
    Number,
    OrNull,
    Record,
    Shape,
    Text,
    Whole,
)
from outflank.protocol.sitting.seats import ENGINE, LONGEST_NAME, PERSON
from outflank.protocol.sitting.sitting import (
    AWAITS_ENGINE,
    AWAITS_PERSON,
    OVER,
    PAUSED,
    PLAYED,
    RESIGNED,
    RULE,
    TIME,
)

SHARE = Number(0, 1)
CELL = Whole(-1, 1000)
PLAYER = Whole(0, 5)
COUNT = Whole(0)
LINE = List(Text())
CHANGES = List(Anything())
"""Pairs of a cell and the sign that is on it now."""
SECONDS_A_MOVE = Number(0.001, 86400)
VISITS_A_MOVE = Whole(1, 2**31 - 1)
LEVEL = Text(40, 1)

SEAT = Named(
    "seat",
    Record(
        {
            "kind": Text(choices=(PERSON, ENGINE)),
            "level?": OrNull(LEVEL),
            "seconds?": OrNull(SECONDS_A_MOVE),
            "visits?": OrNull(VISITS_A_MOVE),
            "name?": Text(LONGEST_NAME),
        }
    ),
)
CLOCK = Named(
    "clock",
    Record(
        {
            "main": Number(0, 1_000_000),
            "increment?": Number(0, 100_000),
            "period?": Number(0, 100_000),
            "periods?": Whole(0, 1000),
            "stones?": Whole(2, 1000),
        }
    ),
)
LEGAL = Named(
    "legal",
    Record({"move": Text(), "cell": CELL, "changes?": CHANGES, "letter?": OrNull(Text())}, open=True),
)
MONEY = Whole(0)
CHAIN = Named(
    "chain",
    Record(
        {
            "name": Text(),
            "letter": Text(1, 1),
            "size": COUNT,
            "safe": Flag(),
            "price": MONEY,
            "majority": MONEY,
            "minority": MONEY,
            "bank": COUNT,
            "bonuses": List(MONEY),
        },
        open=True,
    ),
)
TABLE = Named(
    "table",
    Record(
        {
            "turn": PLAYER,
            "called": Flag(),
            "bag": COUNT,
            "out": List(Text()),
            "chains": List(CHAIN),
            "seats": List(
                Record({"cash": MONEY, "worth": MONEY, "shares": List(COUNT), "tiles": COUNT}, open=True)
            ),
            "merger": OrNull(
                Record({"survivor": Text(), "defunct": List(Text()), "now": OrNull(Text())}, open=True)
            ),
        },
        open=True,
    ),
)
POSITION = Named(
    "position",
    Record(
        {
            "text": Text(),
            "hash": Text(),
            "cells": Text(),
            "mover": PLAYER,
            "kind": Text(),
            "over": Flag(),
            "forced": Flag(),
            "legal": List(LEGAL),
            "counts": List(Number()),
            "scores": OrNull(List(Text())),
            "hand": OrNull(List(Text())),
            "holder?": OrNull(PLAYER),
            "say": OrNull(Text()),
            "table?": TABLE,
        },
        open=True,
    ),
)
EXPECTED = Named(
    "expected",
    Record(
        {
            "ends": Whole(1),
            "wins": List(SHARE),
            "ranks": List(Number(1, 6)),
            "scores": List(Number()),
            "estimated": Flag(),
        },
        open=True,
    ),
)
"""Expected result of each player: share of first places, mean rank and score."""
ROW = Named(
    "row",
    Record(
        {
            "move": Text(),
            "cell": CELL,
            "visits": COUNT,
            "winrate": SHARE,
            "prior": SHARE,
            "lcb": SHARE,
            "certain": OrNull(SHARE),
            "margin": OrNull(Number()),
            "lead": OrNull(Number()),
            "lead_error": OrNull(Number()),
            "twin": OrNull(Text()),
            "expected": OrNull(EXPECTED),
            "source": Text(choices=("search", "solver")),
            "pv": LINE,
        },
        open=True,
    ),
)
THOUGHTS: dict[str, Shape] = {
    "hash": Text(),
    "player": PLAYER,
    "visits": COUNT,
    "kept": COUNT,
    "seconds": Number(0),
    "winrate": SHARE,
    "lead": OrNull(Number()),
    "settled": Flag(),
    "expected": OrNull(EXPECTED),
    "moves": List(ROW),
    "ownership?": List(Anything()),
}
WORTH = Named(
    "worth",
    Record(
        {
            "discs": OrNull(Number()),
            "win": Number(),
            "exact": Flag(),
            "visits": COUNT,
            "expected?": OrNull(EXPECTED),
            "line": List(
                Record({"player": PLAYER, "move": Text(), "cell": CELL, "changes": CHANGES}, open=True)
            ),
        },
        open=True,
    ),
)
JUDGED = Named(
    "judged",
    Record(
        {
            "free": Flag(),
            "made": WORTH,
            "best": OrNull(WORTH),
            "lostDiscs": OrNull(Number()),
            "lostWin": Number(),
            "exact": Flag(),
            "degree": Whole(0, 3),
        },
        open=True,
    ),
)
TURN = Named(
    "turn",
    Record(
        {
            "ply": Whole(1),
            "player": PLAYER,
            "move": Text(),
            "cell": CELL,
            "forced": Flag(),
            "by": Text(choices=(PERSON, ENGINE, RULE)),
            "seconds": Number(0),
            "changes": CHANGES,
            "judged": OrNull(JUDGED),
        },
        open=True,
    ),
)
PLAYER_AT_TABLE = Named(
    "player",
    Record(
        {
            "name": Text(),
            "colour": Text(),
            "called": Text(),
            "seat": SEAT,
            "clock": OrNull(
                Record({"left": Number(0), "stones": COUNT, "periods": COUNT, "running": Flag()}, open=True)
            ),
        },
        open=True,
    ),
)
RESULT = Record(
    {
        "text": Text(),
        "end": Text(choices=(PLAYED, RESIGNED, TIME)),
        "scores": List(Number()),
        "rewards": List(SHARE),
        "winners": List(PLAYER),
    },
    open=True,
)
STATE: dict[str, Shape] = {
    "version": COUNT,
    "game": Text(),
    "size": COUNT,
    "rules": OrNull(Text()),
    "komi": OrNull(Number()),
    "title": Text(),
    "players": List(PLAYER_AT_TABLE),
    "start": Text(),
    "start_cells": Text(),
    "ply": COUNT,
    "plies": COUNT,
    "moves": List(TURN),
    "position": POSITION,
    "waiting": Text(choices=(AWAITS_PERSON, AWAITS_ENGINE, PAUSED, OVER)),
    "thinking": Flag(),
    "clock": OrNull(CLOCK),
    "result": OrNull(RESULT),
    "undo": Flag(),
    "redo": Flag(),
    "watch": Record({"on": Flag()}, open=True),
    "losses": Record({"on": Flag()}, open=True),
    "link": Text(),
}
EVENTS: dict[str, dict[str, Shape]] = {
    "state": STATE,
    "thoughts": {
        "version": COUNT,
        "ply": COUNT,
        "by": Text(choices=("analysis", "engine")),
        **THOUGHTS,
    },
    "loss": {"version": COUNT, "ply": Whole(1), "judged": JUDGED},
    "trouble": {"code": Text(choices=tuple(CODES)), "text": Text()},
    "welcome": {
        "version": Text(),
        "schema": Whole(1),
        "session": Text(),
        "fresh": Flag(),
        "limits": Record({}, open=True),
    },
}
"""What is sent without a request, by its type."""
ERROR: dict[str, Shape] = {
    "id": OrNull(Either("an id", Text(), Whole())),
    "code": Text(choices=tuple(CODES)),
    "text": Text(),
    "where?": Text(),
}
NAMED = (SEAT, CLOCK, LEGAL, CHAIN, TABLE, POSITION, EXPECTED, ROW, WORTH, JUDGED, TURN, PLAYER_AT_TABLE)
