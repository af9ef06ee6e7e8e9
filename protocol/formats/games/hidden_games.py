"""Games with chance and hidden hands as lines of JSON and as scripts, and back.

A line of JSON holds the game, who played, the draws in their order and the words of the players:

    {"outflank": "game", "game": "Acquire 3", "names": ["", "", ""], "turns": [["draw", "5C"], ["red", "7B"]]}

A script says the same in lines for people; empty lines part games, and `#` begins a comment:

    game Acquire 3
    name red Alice
    draw 5C
    red 7B
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.engine.results.game_record import CHANCE
from outflank.protocol.formats.notation import find_player
from outflank.protocol.formats.record import Broken, Record, plain
from outflank.protocol.formats.replay import BadGame, Told, played
from outflank.protocol.formats.tags import About

MARK = '{"outflank": "game", '
"""Beginning of a line of our own."""
HEAD = "game "
"""Beginning of a script."""
DRAW, SHOW = "draw", "show"
MOST_TURNS = 10_000


def is_lines(text: str) -> bool:
    """Tell whether a text is such games as lines of JSON."""
    return text.lstrip().startswith('{"outflank"')


def is_script(text: str) -> bool:
    """Tell whether a text is a script of such a game."""
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            found = find_game(line.removeprefix(HEAD)) if line.startswith(HEAD) else None
            return found is not None and found.hidden
    return False


def read_lines(text: str) -> Iterator[Record | Broken]:
    """The games of a text of JSON, one a line."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            place = f"line {number}"
            try:
                found = json.loads(line)
            except (ValueError, RecursionError):
                yield Broken(place, "this is not JSON")
                continue
            yield _read_object(found, place)


def _read_object(found: object, place: str) -> Record | Broken:
    """The game of one line's object."""
    if not isinstance(found, dict) or found.get("outflank") != "game":
        return Broken(place, "this is not a game of this program")
    game, names, turns = found.get("game"), found.get("names", []), found.get("turns")
    facts = found.get("facts", {})
    if not (isinstance(game, str) and isinstance(names, list) and isinstance(turns, list)):
        return Broken(place, "game, names or turns are missing or of another kind")
    if not all(isinstance(name, str) for name in names) or not isinstance(facts, dict):
        return Broken(place, "a name is not a text, or facts are not an object")
    pairs = [turn for turn in turns if isinstance(turn, list) and len(turn) == 2]
    if len(pairs) < len(turns) or not all(isinstance(word, str) for pair in pairs for word in pair):
        return Broken(place, "a turn is not two words")
    told = [(str(who), str(word)) for who, word in pairs]
    return _record(game, tuple(names), told, {str(k): str(v) for k, v in facts.items()}, place)


def read_script(text: str) -> Iterator[Record | Broken]:
    """The games of a script, each placed by the line it begins in."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), 1)]
    heads = [at for at, (_, line) in enumerate(lines) if line.startswith(HEAD)]
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=True):
        number, head = lines[start]
        body = [line for _, line in lines[start + 1 : end] if line]
        yield _read_script(head.removeprefix(HEAD), body, number)


def _read_script(game: str, lines: list[str], number: int) -> Record | Broken:
    """The game of the lines below a head."""
    place = f"line {number}"
    variant = find_game(game)
    if variant is None:
        return Broken(place, f"{game[:40]!r} is not played here")
    names = [""] * len(variant.players)
    turns: list[tuple[str, str]] = []
    for line in lines:
        who, _, rest = line.partition(" ")
        if who == "name":
            seat, _, name = rest.partition(" ")
            player = find_player(seat, variant.players)
            if player is None:
                return Broken(place, f"no player is called {seat[:20]!r}")
            names[player] = name.strip()
        else:
            turns += [(who, word) for word in rest.split()]
    return _record(game, tuple(names) if any(names) else (), turns, {}, place)


def _record(
    game: str, names: tuple[str, ...], turns: list[tuple[str, str]], facts: dict[str, str], place: str
) -> Record | Broken:
    """The record of a game of these turns, as far as they can be made."""
    variant = find_game(game)
    if variant is None or not variant.hidden:
        return Broken(place, f"{game[:40]!r} is not a game with hidden hands that is played here")
    if len(names) not in (0, len(variant.players)) or len(turns) > MOST_TURNS:
        return Broken(place, "too many or too few names, or too many turns")
    try:
        told = [_told(who, word, variant.players) for who, word in turns]
    except BadGame as error:
        return Broken(place, str(error))
    rules = variant.rules()
    about = About(tuple(map(plain, names)), (), facts)
    return played(place, (variant, variant.sizes[0]), Game(rules), told, rules.find_move, about, None)


def _told(who: str, word: str, players: tuple[str, ...]) -> Told:
    """A turn by its two words."""
    if who in (DRAW, SHOW):
        return Told(CHANCE, f"{who}:{word}")
    player = find_player(who, players)
    if player is None:
        raise BadGame(f"no player is called {who[:20]!r}")
    return Told(player, word)


def line_text(record: Record) -> str:
    """A game as a line of JSON."""
    rest = {
        "game": record.variant.name,
        "names": list(record.names),
        "facts": dict(record.facts),
        "turns": [list(turn) for turn in _turns(record)],
    }
    return MARK + json.dumps(rest, ensure_ascii=False)[1:] + "\n"


def script_text(record: Record) -> str:
    """A game as a script, with an empty line behind it."""
    lines = [HEAD + record.variant.name]
    lines += [
        f"name {player} {plain(name)}"
        for player, name in zip(record.variant.players, record.names, strict=False)
        if name
    ]
    told = [f"{who} {word}" for who, word in _turns(record)]
    scores = record.game.rules.scores(record.game.position)
    if record.game.position.over:
        found = zip(record.variant.players, scores, strict=True)
        told.append("# " + ", ".join(f"{player} {score}" for player, score in found))
    return "\n".join([*lines, *told]) + "\n\n"


def _turns(record: Record) -> Iterator[tuple[str, str]]:
    """The player of each turn and its word, draws among them."""
    game = record.game
    yield from (_event(record, event) for event in game.opening)
    for turn, word in zip(game.history, game.words(), strict=True):
        yield record.variant.players[turn.player], word
        yield from (_event(record, event) for event in turn.events)


def _event(record: Record, event: int) -> tuple[str, str]:
    """A draw or a show as two words."""
    kind, _, card = record.game.rules.move_text(event).partition(":")
    return kind, card
