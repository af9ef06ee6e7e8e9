"""Records as SGF: a tree of nodes, and its text. Properties: protocol/formats/games/sgf_reader.py.

Squares of Othello are written as `ed` with row a on top, as Quarry has them, and forced passes left out; or,
on request, as `e4` with all passes. A set-up start is written out.
"""

from __future__ import annotations

import functools

from outflank.protocol import __version__
from outflank.protocol.formats.games.sgf_reader import SETUP
from outflank.protocol.formats.notation import move_text, text_of
from outflank.protocol.formats.record import NOTHING, Line, Note, Record, plain
from outflank.protocol.formats.results import result_text
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.formats.syntax.sgf import Node
from outflank.protocol.formats.syntax.squares import COLUMNS, write_square
from outflank.protocol.formats.tags import BLACK_WHITE, write_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.engine.analysis.report import Row
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.game import Game

    Spell = Callable[[int], str | None]

BAD = {1: ("DO", ""), 2: ("BM", "1"), 3: ("BM", "2")}
"""Properties for doubtful and bad moves."""


def text(record: Record, algebraic: bool = False) -> str:
    """A record as SGF text, a line for each node."""
    return sgf.write(tree(record, algebraic))


def tree(record: Record, algebraic: bool = False) -> Node:
    """A record as a tree of nodes, of which it gives the root."""
    spell = _spelling(record, algebraic)
    last = root = _root(record, algebraic)
    for position, move, note in record.plies():
        variations = [_variation(record, position, line, spell) for line in note.others]
        node = _move_node(record, position, move, spell)
        if node is not None:
            node.properties.update(_remarks(note))
            last.children.append(node)
        last.children += filter(None, variations)
        last = node or last
    ahead = [_variation(record, record.game.position, line, spell) for line in record.ahead]
    last.children += filter(None, ahead)
    return root


def _root(record: Record, algebraic: bool) -> Node:
    """The first node: what is told of the whole game, and where it starts."""
    variant, game = record.variant, record.game
    properties = {"FF": ["4"], "GM": [str(variant.sgf_number)], "CA": ["UTF-8"]}
    properties["AP"] = [f"Outflank:{__version__}"]
    if not variant.sgf_number:
        properties["GAME"] = [variant.name]
    if len(variant.sizes) > 1:
        properties["SZ"] = [str(record.size)]
    if variant.komi:
        properties["KM"] = [str(game.komi)]
    properties.update(_facts(record))
    properties.update(_setup(record, algebraic) if variant.sgf_number else _start(record))
    if comment := _safe(record.facts.get("comment", "")):
        properties["C"] = [comment]
    return Node(properties)


def _facts(record: Record) -> dict[str, list[str]]:
    """The properties of who played, when, and how it ended."""
    tags = {name: plain(text) for name, text in write_tags("sgf", record).items()}
    tags["DT"] = sgf.date(tags.get("DT", ""))
    tags["RE"] = plain(result_text(record))
    found = {name: [text] for name, text in tags.items() if text}
    players = record.variant.players
    named = [f"{player} {plain(name)}" for player, name in zip(players, record.names, strict=False) if name]
    return found if players == BLACK_WHITE or not named else {**found, "PLAYER": named}


def _start(record: Record) -> dict[str, list[str]]:
    """The property that leads to the start of a game that is not Othello: none to the usual one."""
    rules = record.game.rules
    text = rules.position_text(record.game.start)
    return {} if text == rules.position_text(rules.new_position()) else {"POSITION": [text]}


def _setup(record: Record, algebraic: bool) -> dict[str, list[str]]:
    """The properties that lead to the start of a game of Othello: none to the usual one, but with algebraic
    squares, whose readers expect them."""
    rules, size = record.game.rules, record.size
    cells, side = rules.position_text(record.game.start).split()
    usual, first = rules.position_text(rules.new_position()).split()
    if (cells, side) == (usual, first) and not algebraic:
        return {}
    properties = {}
    for name, sign in SETUP.items():
        # An empty square is worth a word only where the usual start has a disc.
        places = [i for i, cell in enumerate(cells) if cell == sign and (sign != "-" or usual[i] != "-")]
        if places:
            properties[name] = [write_square(i % size, i // size, algebraic) for i in places]
    return {**properties, "PL": ["BW"["XO".index(side)]]}


def _spelling(record: Record, algebraic: bool) -> Spell:
    """Writer of moves; None for a pass that is left out."""
    rules = record.game.rules
    if not record.variant.sgf_number:
        return functools.partial(text_of, rules)

    def spell(move: int) -> str | None:
        if move == rules.pass_move:
            return "PA" if algebraic else None
        text = rules.move_text(move).lower()
        return write_square(COLUMNS.index(text[0]), int(text[1:]) - 1, algebraic)

    return spell


def _move_node(record: Record, position: Position, move: int, spell: Spell) -> Node | None:
    """The node of a move; None for one that is left out."""
    text = spell(move)
    if text is None:
        return None
    players = record.variant.players
    if players == BLACK_WHITE:
        return Node({"BW"[position.mover]: [text]})
    return Node({"MOVE": [f"{players[position.mover]} {text.upper()}"]})


def _remarks(note: Note) -> dict[str, list[str]]:
    """The properties for what is told of a move."""
    if note is NOTHING:
        return {}
    found = {"C": [comment]} if (comment := _safe(note.comment or words_of(note))) else {}
    if note.mistake:
        name, value = BAD[note.mistake]
        found[name] = [value]
    return found


def notes_of(game: Game) -> tuple[Note, ...]:
    """Notes that tell what a search found about the moves it chose: the value for the mover, from 0 to 1, the
    visits behind it, and the line that was expected, this move first."""
    found = (next((thought for thought in turn.thoughts if thought), None) for turn in game.history)
    return tuple(Note(comment=_found_words(game.rules, row)) if row else NOTHING for row in found)


def _found_words(rules: Rules, row: Row) -> str:
    line = " ".join(move_text(text_of(rules, move)) for move in row.line)
    certain = ", certain" if row.sure is not None else ""
    return f"value {row.mean:.4f}{certain}, visits {row.visits}, line {line}"


def words_of(note: Note) -> str:
    """The time, the value and the effort behind a move in words; empty where nothing is told."""
    if note.book:
        return "opening"
    told = [
        "" if note.seconds is None else f"{note.seconds:.3f} s",
        "" if note.value is None else f"value {note.value:.4g} {note.unit}",
        "" if note.visits is None else f"visits {note.visits}",
        "" if note.depth is None else f"depth {note.depth}",
    ]
    return ", ".join(filter(None, told))


def _variation(record: Record, position: Position, line: Line, spell: Spell) -> Node | None:
    """The first node of a variation; None where nothing of it is written."""
    top = last = Node()
    for move in line.moves:
        node = _move_node(record, position, move, spell)
        position = position.play(move)
        if node is not None:
            last.children.append(node)
            last = node
    if not top.children:
        return None
    if comment := _safe(line.comment):
        top.children[0].properties["C"] = [comment]
    return top.children[0]


def _safe(text: str) -> str:
    """A comment with its line breaks, without other control characters."""
    return "\n".join("".join(c if c.isprintable() else " " for c in line) for line in text.split("\n"))
