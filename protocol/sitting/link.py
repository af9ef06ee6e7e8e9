"""A sitting as one word that fits behind a `#` in an address, and back.

    game=Othello&size=8&seats=person,5@2s&clock=300/5&moves=D3.C5&ply=2

`seats` are `person` or a level, with `@2s` or `@1000v` for seconds or visits a move; `clock` is main time,
increment, seconds of a period, periods, and the moves of a period where they are more than one. What is as
usual is left out. Of a game with hidden hands the deck and the start are sealed (`seal`): a plain `deck=7`
deals by a seed, but none is written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from outflank.engine.errors import BadPosition, Refused
from outflank.engine.game import Game
from outflank.engine.play.clocks.time_control import NO_LIMIT, TimeControl
from outflank.engine.play.game_choice import choose_game
from outflank.protocol.sitting.clocks import time_control
from outflank.protocol.sitting.deal import deal, deck_text, read_deck, whole
from outflank.protocol.sitting.seal import MARK, BadSeal, Seal
from outflank.protocol.sitting.seats import ENGINE, LONGEST_NAME, PERSON, USUAL_LEVEL, Seat, usual_seats
from outflank.protocol.sitting.sitting import MOST_PLIES, RESIGNED, TIME, Ending, Sitting

SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~:/@")
LONGEST = 1 << 18
"""Characters of a link: a game of MOST_PLIES in the longest words has fewer."""
NAMES = ("game", "size", "komi", "seats", "names", "clock", "start", "deck", "moves", "ply", "end")
ENDS = (RESIGNED, TIME)
SEAT = re.compile(r"([A-Za-z0-9-]{1,40})(?:@(\d{1,6}(?:\.\d{1,3})?)s)?(?:@(\d{1,10})v)?", re.ASCII)


class BadLink(Refused):
    """The text holds no game."""


def write(sitting: Sitting, seal: Seal) -> str:
    """The link to a sitting, all its moves included."""
    choice, start = sitting.choice, sitting.full.start
    rules = start.rules
    parts = {"game": quoted(choice.variant.name)}
    if len(choice.variant.sizes) > 1:
        parts["size"] = str(choice.size)
    if choice.komi is not None:
        parts["komi"] = f"{choice.komi!r}"
    parts["seats"] = ",".join(_seat_text(seat) for seat in sitting.seats)
    if any(seat.name for seat in sitting.seats):
        parts["names"] = ",".join(quoted(seat.name) for seat in sitting.seats)
    if sitting.clocks.limited:
        parts["clock"] = _clock_text(sitting.clocks.control)
    text, deck = rules.position_text(start), sitting.full.deck
    # What was dealt follows from the deck.
    usual = Game(rules, None, deck).start
    if text != rules.position_text(usual):
        parts["start"] = quoted(text) if deck is None else seal.close(text)
    if deck is not None:
        parts["deck"] = seal.close(deck_text(deck, rules))
    if sitting.turns:
        parts["moves"] = ".".join(quoted(turn.text) for turn in sitting.turns)
    if not sitting.at_end:
        parts["ply"] = str(sitting.ply)
    if sitting.ending is not None:
        parts["end"] = f"{sitting.ending.kind}:{sitting.ending.player}"
    return "&".join(f"{name}={text}" for name, text in parts.items())


def read(text: str, seal: Seal) -> Sitting:
    """The sitting that a link leads to. Refused when there is none."""
    if len(text) > LONGEST:
        raise BadLink(f"a link has at most {LONGEST} characters")
    parts = dict(_part(piece) for piece in text.lstrip("#").split("&") if piece)
    komi = _number(parts["komi"], "komi") if "komi" in parts else None
    size = _count(parts["size"], "size") if "size" in parts else None
    choice = choose_game(unquoted(parts.get("game", "")), size, komi)
    players = len(choice.variant.players)
    rules = choice.new_rules(0.5)
    try:
        told = _turned_up(parts["start"], seal) if "start" in parts else ""
        start = whole(rules.parse_position(told)) if told else rules.new_position()
    except ValueError as error:
        raise BadPosition(str(error)) from None
    if "deck" in parts and rules.has_chance:
        game = Game(rules, start, read_deck(_turned_up(parts["deck"], seal), rules))
    else:
        game = deal(rules, start)
    moves = parts.get("moves", "")
    for word in moves.split(".")[:MOST_PLIES] if moves else ():
        game.play_word(game.position.mover, unquoted(word))
    sitting = Sitting(choice, _seats(parts, players), _clock(parts.get("clock", "")), game)
    if "end" in parts:
        sitting.ending = _ending(parts["end"], players)
    if "ply" in parts:
        sitting.go_to(_count(parts["ply"], "ply"))
    sitting.paused = sitting.paused or bool(sitting.turns)
    return sitting


def _turned_up(text: str, seal: Seal) -> str:
    """The text of a part that may be sealed."""
    try:
        return seal.open(text) if text.startswith(MARK) else unquoted(text)
    except BadSeal as error:
        raise BadLink(f"the cards of this game cannot be turned up here: {error}") from None


def quoted(text: str) -> str:
    """A text in which only letters, digits and a few signs are left as they are."""
    return "".join(chr(byte) if byte in SAFE else f"%{byte:02X}" for byte in text.encode("utf-8", "replace"))


def unquoted(text: str) -> str:
    """The text that was quoted. Refused where it is none."""
    pieces = text.encode("utf-8", "replace").split(b"%")
    try:
        rest = b"".join(bytes.fromhex(piece[:2].decode("ascii")) + piece[2:] for piece in pieces[1:])
        return (pieces[0] + rest).decode("utf-8")
    except (ValueError, UnicodeDecodeError):
        raise BadLink(f"{text[:20]!r} is no text of a link") from None


def _part(piece: str) -> tuple[str, str]:
    name, equals, text = piece.partition("=")
    if not equals or name not in NAMES:
        raise BadLink(f"{piece[:20]!r} is no part of a link; there are {', '.join(NAMES)}")
    return name, text


def _seat_text(seat: Seat) -> str:
    if seat.kind == PERSON:
        return PERSON
    seconds = "" if seat.seconds is None else f"@{seat.seconds:g}s"
    return f"{seat.level}{seconds}" + ("" if seat.visits is None else f"@{seat.visits}v")


def _seats(parts: dict[str, str], players: int) -> Sequence[Seat]:
    words = parts["seats"].split(",") if "seats" in parts else []
    seats = [_seat(word) for word in words] if words else list(usual_seats(players, USUAL_LEVEL))
    names = [unquoted(word)[:LONGEST_NAME] for word in parts["names"].split(",")] if "names" in parts else []
    return [seat._replace(name=name) for seat, name in zip(seats, names + [""] * len(seats), strict=False)]


def _seat(word: str) -> Seat:
    found = SEAT.fullmatch(word)
    if found is None:
        raise BadLink(f"{word[:20]!r} is no seat")
    level, seconds, visits = found.groups()
    if level == PERSON:
        return Seat()
    return Seat(ENGINE, level, float(seconds) if seconds else None, int(visits) if visits else None)


def _clock_text(control: TimeControl) -> str:
    stones = control.stones if control.stones > 1 else 0
    numbers = [control.main or 0, control.increment, control.period, control.periods, stones]
    while not numbers[-1]:
        numbers.pop()
    return "/".join(f"{number:g}" for number in numbers)


def _clock(text: str) -> TimeControl:
    if not text:
        return NO_LIMIT
    numbers = [_number(word, "clock") for word in text.split("/")]
    try:
        main, increment, period, periods, stones = [*numbers, 0.0, 0.0, 0.0, 0.0][:5]
        return time_control(main, increment, period, 0 if stones else int(periods), int(stones))
    except (ValueError, OverflowError) as error:
        raise BadLink(f"clock: {error}") from None


def _ending(text: str, players: int) -> Ending:
    kind, _, player = text.partition(":")
    if kind not in ENDS or _count(player, "end") >= players:
        raise BadLink(f"{text[:20]!r} is no end of a game")
    return Ending(kind, int(player))


def _number(text: str, name: str) -> float:
    try:
        value = float(text if text.isascii() and len(text) <= 24 else "")
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9:
        raise BadLink(f"{name}: {text[:20]!r} is no number")
    return value


def _count(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        raise BadLink(f"{name}: {text[:20]!r} is no count")
    return int(text)
