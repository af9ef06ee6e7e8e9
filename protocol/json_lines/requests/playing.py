"""Requests of a game between persons and engines: beginning, moves, history, seats and what engines tell."""

from __future__ import annotations

from outflank.engine.play.clocks.time_control import NO_LIMIT, TimeControl
from outflank.protocol.json_lines.messages.bodies import CLOCK, PLAYER, SEAT, VISITS_A_MOVE
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import Flag, List, OrNull, Text, Whole
from outflank.protocol.json_lines.objects.places import MOVE, PLACE_FIELDS, read_place
from outflank.protocol.json_lines.requests.searches import EVERY
from outflank.protocol.json_lines.session import JsonSession
from outflank.protocol.json_lines.table import Values, requests
from outflank.protocol.sitting import link as links
from outflank.protocol.sitting.clocks import time_control
from outflank.protocol.sitting.engines import BEST
from outflank.protocol.sitting.seats import ENGINE, USUAL_LEVEL, Seat, usual_seats
from outflank.protocol.sitting.sitting import MOST_PLIES, Sitting

PLIES = Whole(1, MOST_PLIES)


def sit(session: JsonSession, sitting: Sitting) -> None:
    """Sit at another game."""
    sitting.version += session.sitting.version
    session.sitting = sitting
    session.thinking.expect()


@requests.request("new", {**PLACE_FIELDS, "seats?": List(SEAT, 6, 1), "clock?": OrNull(CLOCK)}, {})
def new(session: JsonSession, values: Values) -> Values:
    """Begin a game, from its start or after some moves. Where no seats are named a person sits against
    engines of level 5."""
    place = read_place(values, session.choice, sits=True)
    players = len(place.choice.variant.players)
    seats = [read_seat(row) for row in values["seats"]] if "seats" in values else usual_seats(players)
    sit(session, Sitting(place.choice, seats, read_control(values.get("clock")), place.game))
    return {}


def read_seat(row: Values) -> Seat:
    """A seat as it is named: an engine without level is everything that its limits allow, or level 5."""
    if row["kind"] != ENGINE:
        return Seat(name=row.get("name", ""))
    limits = row.get("seconds"), row.get("visits")
    level = row.get("level") or (USUAL_LEVEL if limits == (None, None) else BEST)
    return Seat(ENGINE, str(level).lower(), *limits, row.get("name", ""))


def read_control(row: Values | None) -> TimeControl:
    """The time system of an object; no limit for none."""
    if row is None:
        return NO_LIMIT
    try:
        return time_control(**row)
    except ValueError as error:
        raise Problem("bad_value", str(error), "clock") from None


@requests.request("state", {}, {})
def state(session: JsonSession, values: Values) -> Values:
    """Have the state sent."""
    session.tell_state()
    return {}


@requests.request("play", {"move": MOVE, "ply?": Whole(0, MOST_PLIES)}, {})
def play(session: JsonSession, values: Values) -> Values:
    """Make a move for who is to move, a pass among them; `ply` is the moment that it is meant for."""
    session.sitting.play(values["move"], values.get("ply"))
    return {}


@requests.request("pass", {"ply?": Whole(0, MOST_PLIES)}, {})
def give_pass(session: JsonSession, values: Values) -> Values:
    """Pass, where that is a choice."""
    session.sitting.play("pass", values.get("ply"))
    return {}


@requests.request("undo", {"turns?": PLIES}, {})
def undo(session: JsonSession, values: Values) -> Values:
    """Go back `turns` plies, or to where a person had a choice last. Nothing is lost before another move is
    made."""
    session.sitting.undo(values.get("turns"))
    return {}


@requests.request("redo", {"turns?": PLIES}, {})
def redo(session: JsonSession, values: Values) -> Values:
    """Go forward again `turns` plies, or to where a person has a choice next."""
    session.sitting.redo(values.get("turns"))
    return {}


@requests.request("goto", {"ply": Whole(0, MOST_PLIES)}, {})
def go_to(session: JsonSession, values: Values) -> Values:
    """Look at the game after `ply` plies."""
    session.sitting.go_to(values["ply"])
    return {}


@requests.request("go", {}, {})
def go(session: JsonSession, values: Values) -> Values:
    """Have the engine whose turn it is move, though the game was gone back in. Later moves are given up."""
    session.sitting.go_on()
    return {}


@requests.request("stop", {}, {"stopped": Flag()})
def stop(session: JsonSession, values: Values) -> Values:
    """Have the engine that thinks about its move make the best one it has found."""
    return {"stopped": session.thinking.stop()}


@requests.request("resign", {"player?": PLAYER}, {})
def resign(session: JsonSession, values: Values) -> Values:
    """End the game: a player gives up, who is to move if none is named."""
    sitting = session.sitting
    player = values.get("player", sitting.position.mover)
    if player >= len(sitting.seats):
        raise Problem("bad_value", f"there is no player {player}", "player")
    sitting.resign(player)
    return {}


@requests.request("seat", {"player": PLAYER, "seat": SEAT}, {})
def seat(session: JsonSession, values: Values) -> Values:
    """Change who plays a seat: a person, or an engine of a level."""
    player = values["player"]
    if player >= len(session.sitting.seats):
        raise Problem("bad_value", f"there is no player {player}", "player")
    session.sitting.take_seat(player, read_seat(values["seat"]))
    return {}


@requests.request(
    "watch",
    {
        "on": Flag(),
        "every?": EVERY,
        "most?": Whole(1, 1000),
        "ownership?": Flag(),
        "visits?": OrNull(VISITS_A_MOVE),
        "engine?": Flag(),
    },
    {},
)
def watch(session: JsonSession, values: Values) -> Values:
    """Have the position that is looked at analysed, whatever it becomes, and the engine's own thoughts told,
    until that is taken back."""
    wishes = session.thinking.watch
    for name, value in values.items():
        setattr(wishes, name, value)
    session.thinking.expect()
    session.thinking.changed()
    session.tell_state()
    return {}


@requests.request("losses", {"on": Flag()}, {})
def losses(session: JsonSession, values: Values) -> Values:
    """Have what moves have lost worked out while nothing else is to do, until that is taken back."""
    session.thinking.losses = values["on"]
    session.thinking.changed()
    session.tell_state()
    return {}


@requests.request("link", {"link": Text(links.LONGEST, 1)}, {})
def link(session: JsonSession, values: Values) -> Values:
    """Go on with what a link holds: the whole game with its seats, as `state` tells it."""
    sit(session, links.read(values["link"], session.seal))
    return {}
