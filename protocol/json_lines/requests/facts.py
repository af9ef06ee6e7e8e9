"""Requests about what there is: this program, its games, levels, options and boards, and single positions."""

from __future__ import annotations

from outflank.engine import options as techniques
from outflank.engine.games import GAMES
from outflank.engine.names import advice
from outflank.engine.variant import Variant
from outflank.protocol import __version__, settings
from outflank.protocol.json_lines.jobs.desk import MOST_WAITING
from outflank.protocol.json_lines.messages.bodies import COUNT, POSITION
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import (
    Anything,
    Either,
    Flag,
    List,
    Number,
    OrNull,
    Record,
    Text,
    Whole,
)
from outflank.protocol.json_lines.objects.game_files import MOST_FILE, formats_of
from outflank.protocol.json_lines.objects.places import LONGEST_TEXT, PLACE_FIELDS, read_choice, read_place
from outflank.protocol.json_lines.objects.telling import position_data
from outflank.protocol.json_lines.session import JsonSession
from outflank.protocol.json_lines.table import CANCELLED, Task, Values, requests
from outflank.protocol.session.inbox import LONGEST
from outflank.protocol.session.reply import Quit
from outflank.protocol.sitting.seats import levels_of
from outflank.protocol.sitting.sitting import MOST_PLIES
from outflank.protocol.web.boards import board_data, colours

SCHEMA = 1
"""The version of the schema. New fields in what is sent leave it as it is."""
LIMITS = {
    "line": LONGEST,
    "file": MOST_FILE,
    "waiting": MOST_WAITING,
    "plies": MOST_PLIES,
    "text": LONGEST_TEXT,
}
VALUE = Either("a text, a number or null", Text(200), Number(), OrNull(Flag()))
GAME = Record(
    {
        "name": Text(),
        "title": Text(),
        "players": List(Text()),
        "colours": List(Text()),
        "sizes": List(COUNT),
        "rules": List(Text()),
        "komi": OrNull(Number()),
        "unit": Text(),
        "squares": Flag(),
        "formats": List(Text()),
        "bots": List(Text()),
        "hidden": Flag(),
        "chance": Flag(),
        "letters": List(Text()),
    },
    open=True,
)
OPTION = Record(
    {
        "name": Text(),
        "kind": Text(choices=("flag", "int", "float", "word")),
        "default": Anything(),
        "low": OrNull(Number()),
        "high": OrNull(Number()),
        "choices": List(Text()),
        "about": Text(),
        "value": Anything(),
    },
    open=True,
)


@requests.request(
    "hello",
    {},
    {"version": Text(), "schema": Whole(1), "requests": List(Text()), "limits": Record({}, open=True)},
)
def hello(session: JsonSession, values: Values) -> Values:
    """The version of this program and of the schema, the names of the requests, and what bounds them."""
    return {"version": __version__, "schema": SCHEMA, "requests": list(requests.rows), "limits": LIMITS}


@requests.request("games", {}, {"games": List(GAME)})
def games(session: JsonSession, values: Values) -> Values:
    """The games that are played here, with their players, sizes, formats and bots."""
    return {"games": [_game(variant) for variant in GAMES]}


def _game(variant: Variant) -> Values:
    rules = variant.rules()
    letters = (
        sorted({text[-1] for text in map(rules.move_text, rules.new_position().moves())})
        if (variant.squares and not rules.signs)
        else []
    )
    return {
        "name": variant.name,
        "title": variant.name,
        "players": list(variant.players),
        "colours": list(colours(variant)),
        "sizes": list(variant.sizes),
        "rules": list(variant.rule_names) if variant.rule_sets else [],
        "komi": variant.komi or None,
        "unit": variant.unit,
        "squares": variant.squares,
        "formats": formats_of(variant),
        "bots": list(variant.bots),
        "hidden": bool(rules.has_hidden),
        "chance": bool(rules.has_chance),
        "letters": letters,
    }


@requests.request(
    "levels",
    {"game?": Text(40), "size?": Whole(1, 1000)},
    {"levels": List(Record({"name": Text(), "kind": Text(), "about": Text()}, open=True))},
)
def levels(session: JsonSession, values: Values) -> Values:
    """The levels and bots that play a game."""
    choice = read_choice(values, session.choice)
    rows = levels_of(choice.variant, choice.size)
    return {"levels": [{"name": name, "kind": kind, "about": about} for name, kind, about in rows]}


@requests.request("options", {}, {"options": List(OPTION)})
def options(session: JsonSession, values: Values) -> Values:
    """The options that `set` changes, with the values that hold now."""
    held = session.engines.main.values
    return {"options": [_option(row, held[row.name]) for row in settings.NAMES.values() if row.name in held]}


def _option(row: settings.Option, value: settings.Value) -> Values:
    technique = techniques.NAMES.get(row.name)
    told = row if technique is None else technique
    choices = list(row.choices) if technique is None else list(technique.words)
    kinds = {bool: "flag", int: "int", float: "float", str: "word"}
    kind = kinds[row.kind] if technique is None else "word" if choices else kinds[type(technique.default)]
    numeric = kind in ("int", "float")
    return {
        "name": row.name,
        "kind": kind,
        "default": told.default,
        "low": told.low if numeric else None,
        "high": told.high if numeric else None,
        "choices": choices,
        "about": row.about,
        "value": value,
    }


@requests.request(
    "set", {"name": Text(40), "value": VALUE}, {"name": Text(), "value": Anything(), **CANCELLED}
)
def change(session: JsonSession, values: Values) -> Task:
    """Change an option of the program; null takes a limit away."""
    name, given = values["name"], values["value"]
    held = session.engines.main.values
    if name not in held:
        raise Problem("bad_value", f"there is no option {ascii(name)}; {advice(name, held)}", "name")
    value: settings.Value = None
    if given is not None or name not in settings.CLEARABLE:
        try:
            value = settings.checked(settings.NAMES[name], _word(given))
        except settings.BadSetting as error:
            raise Problem("bad_value", str(error).removeprefix("--"), "value") from None

    def work(tell: object) -> Values:
        session.engines.change(name, value)
        return {"name": name, "value": session.engines.main.values[name]}

    return Task(work)


def _word(value: object) -> str:
    """A value as a command line would have it."""
    if isinstance(value, bool):
        return str(int(value))
    return "" if value is None else str(value)


@requests.request("board", {"game?": Text(40), "size?": Whole(1, 1000)}, {"board": Record({}, open=True)})
def board(session: JsonSession, values: Values) -> Values:
    """The board of a game, and how it is drawn."""
    choice = read_choice(values, session.choice)
    return {"board": board_data(choice.variant, choice.new_rules(0.5), choice.size)}


@requests.request("describe", PLACE_FIELDS, {"game": Text(), "size": COUNT, "position": POSITION})
def describe(session: JsonSession, values: Values) -> Values:
    """A position: its text, its cells, and every move that can be made."""
    place = read_place(values, session.choice)
    variant = place.choice.variant
    position = place.game.position
    told = position_data(variant, position, position.mover)
    return {"game": variant.name, "size": place.choice.size, "position": told}


@requests.request("quit", {}, {})
def leave(session: JsonSession, values: Values) -> Values:
    """End the program; what still runs is given up."""
    raise Quit
