"""Records of SGF games: what the properties of a tree of nodes mean in the games that are played here.

Othello is GM[2]. Its points are read as `ed` with row a on top (Quarry), as `ed` with row a at the bottom
(programs made for Go), or as `e4`. The other games have no number in the standard: their records are GM[0]
with the game's name in GAME. There a move is the text that the game itself uses, in B or W, or in MOVE with
the player's name before it where the players are not black and white: `MOVE[red F4]`; names of such players
stand in PLAYER. A start that is not the usual one is the game's position text in POSITION.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from itertools import islice

from outflank.engine.game import Game
from outflank.engine.games import OTHELLO, find_game
from outflank.engine.variant import Variant
from outflank.protocol.formats.notation import find_player
from outflank.protocol.formats.record import NOTHING, Broken, Line, Note, Record
from outflank.protocol.formats.replay import BadGame, Told, play, played
from outflank.protocol.formats.results import read_sgf_result
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.formats.syntax.sgf import Node, Unreadable
from outflank.protocol.formats.syntax.squares import PASSES, Spelling, spellings
from outflank.protocol.formats.tags import BLACK_WHITE, FACTS, KOMI, NAMES, RATINGS, About, read_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

    Find = Callable[[str], int]

SETUP = {"AB": "X", "AW": "O", "AE": "-"}
MOVES = ("B", "W", "MOVE")
EMPTY = ("", "tt")
"""A pass as SGF has it, besides the words for one; `tt` is one on the boards of Go."""
MOST_MOVES = 4000
"""More plies than any of the games can last; as many positions fit into memory."""
LONGEST_LINE = 200
"""Moves of a variation that are read."""


def read_game(data: bytes) -> Record:
    """The main line of the first game in a file. Unreadable says why there is none."""
    root = next(sgf.games(sgf.decode(data)), None)
    if root is None:
        raise Unreadable("there is no SGF game in it")
    return read_tree(root, "game 1")


def read_tree(root: Node, place: str) -> Record:
    """The main line of the game that begins with a node, up to the first move that cannot be made. Unreadable
    says why there is none."""
    nodes = list(sgf.main_line(root))
    variant = _variant(root)
    size = _size(root, variant)
    about, komi = _about(root, variant), _komi(root, variant)
    if komi is not None:
        about = about._replace(facts={**about.facts, KOMI: f"{komi:g}"})
    rules = variant.rules(size, komi)
    told = list(_told(nodes, variant.players))
    result = read_sgf_result(root.first("RE") or "", variant.players)
    best: Record | Broken | None = None
    for start, find in _readings(nodes, variant, rules, size, told):
        found = played(place, (variant, size), Game(rules, start), told, find, about, result)
        if isinstance(found, Record) and not found.stopped:
            return _with_variations(found, nodes, find)
        if best is None or _turns(found) > _turns(best):
            best = found
    if not isinstance(best, Record):
        raise Unreadable(best.reason if best else "there is no way to read its board")
    return best


def _turns(found: Record | Broken) -> int:
    return found.game.turns if isinstance(found, Record) else 0


def _readings(
    nodes: Sequence[Node], variant: Variant, rules: Rules, size: int, told: Sequence[Told]
) -> Iterator[tuple[Position, Find]]:
    """Every way to read a game: where it starts, and how its moves are found. In Othello there is one for
    each spelling of squares; where the usual start is written out, a spelling that sees it goes first."""
    if not variant.sgf_number:
        yield _stated_start(nodes, rules), functools.partial(_find_move, rules)
        return
    quarry = nodes[0].first("GM") == "2" or nodes[0].first("GAME") is not None
    starts, failure = [], ""
    for spelling in spellings(size, quarry):
        try:
            starts.append((_othello_start(nodes, rules, size, spelling, told), spelling))
        except ValueError as error:
            failure = failure or str(error)
    if not starts:
        raise Unreadable(failure)
    usual = rules.new_position().key
    for start, spelling in sorted(starts, key=lambda row: row[0].key != usual):
        yield start, functools.partial(_find_square, rules, spelling)


def _variant(root: Node) -> Variant:
    name, number = root.first("GAME"), root.first("GM")
    variant = find_game(name) if name else OTHELLO
    if variant is None:
        raise Unreadable(f"{str(name)[:40]!r} is no game that is played here")
    if not name and number not in (None, "", "1", "2"):
        ggf = " (this may be GGF, which is not SGF)" if number == "Othello" else ""
        raise Unreadable(f"GM[{number[:20]}] is no game that is played here{ggf}")
    return variant


def _size(root: Node, variant: Variant) -> int:
    text = root.first("SZ")
    if text is None and variant.sgf_number and root.first("GM") == "1":
        text = "19"
    if text is None:
        return int(variant.sizes[0])
    for size in variant.sizes:
        if text in (str(size), f"{size}:{size}"):
            return int(size)
    raise Unreadable(f"{variant.name} is not played on a board of size {text[:20]}")


def _komi(root: Node, variant: Variant) -> float | None:
    text = root.first("KM")
    if not variant.komi or not text:
        return None
    try:
        komi = float(text)
    except ValueError:
        komi = 2.0
    if not -1 <= komi <= 1:
        raise Unreadable(f"a komi of {text[:20]!r}; it is a share of the board, from -1 to 1")
    return komi


def _about(root: Node, variant: Variant) -> About:
    """The facts that the root tells of the game."""
    rows = (*FACTS, *(NAMES + RATINGS if variant.players == BLACK_WHITE else ()))
    tags = {tag.sgf: told for tag in rows if tag.sgf and (told := root.first(tag.sgf))}
    about = read_tags("sgf", tags)
    names = [""] * len(variant.players)
    for value in root.properties.get("PLAYER", []):
        word, _, name = value.partition(" ")
        player = find_player(word, variant.players)
        if player is not None:
            names[player] = " ".join(name.split())
    comment = "\n".join(root.properties.get("C", []))
    facts = {**about.facts, **({"comment": comment} if comment else {})}
    return about._replace(names=tuple(names) if any(names) else about.names, facts=facts)


def _told(nodes: Sequence[Node], players: tuple[str, ...]) -> Iterator[Told]:
    """The turns of these nodes. Stones may be set up before the first one only."""
    number = 0
    for node in nodes:
        if number and any(name in node.properties for name in SETUP):
            raise Unreadable(f"after move {number}: stones are set up in the middle of the game")
        for name, values in node.properties.items():
            if name not in MOVES:
                continue
            number += 1
            if len(values) != 1:
                raise Unreadable(f"move {number}: {len(values)} moves at once")
            if number > MOST_MOVES:
                raise Unreadable(f"more than {MOST_MOVES} moves")
            try:
                player, text = _whose(name, values[0].strip(), players)
            except Unreadable as error:
                raise Unreadable(f"move {number}: {error}") from None
            # What is said in the first node is about the whole.
            yield Told(player, text, NOTHING if node is nodes[0] else _note(node))


def _whose(name: str, value: str, players: tuple[str, ...]) -> tuple[int, str]:
    """The player and the move of a property."""
    if name == "MOVE":
        name, _, value = value.partition(" ")
    player = find_player(name, players)
    if player is None or (len(name) == 1 and players != BLACK_WHITE):
        raise Unreadable(f"{name[:20]!r} is none of {', '.join(players)}")
    return player, value.strip()


def _note(node: Node) -> Note:
    """The notes that a node has on its move."""
    comment = "\n".join(node.properties.get("C", []))
    bad = node.first("BM")
    mistake = 1 if "DO" in node.properties else 0 if bad is None else 3 if bad == "2" else 2
    return Note(comment=comment, mistake=mistake) if comment or mistake else NOTHING


def _with_variations(record: Record, nodes: Sequence[Node], find: Find) -> Record:
    """A record with the variations that begin beside its moves, or behind the last of them."""
    turns = record.game.turns
    notes = [*(record.notes or (NOTHING,) * turns), NOTHING]
    turn = 0
    for node in nodes:
        turn += sum(name in MOVES for name in node.properties)
        lines = (_line(record, turn, child, find) for child in node.children[1:])
        if others := tuple(line for line in lines if line.moves):
            notes[turn] = notes[turn]._replace(others=notes[turn].others + others)
    told = () if all(note is NOTHING for note in notes[:turns]) else tuple(notes[:turns])
    return record._replace(notes=told, ahead=notes[turns].others)


def _line(record: Record, turn: int, child: Node, find: Find) -> Line:
    """The variation that begins with a node in place of a turn, up to its first illegal move."""
    game = record.game
    position = game.position
    if turn < game.turns:
        position, player = game.history[turn].before, game.history[turn].player
        while position.mover != player and not position.over:
            position = position.play(game.rules.pass_move)
    line = Game(game.rules, position)
    players = record.variant.players
    with contextlib.suppress(BadGame, Unreadable):
        play(line, players, _told([Node(), *islice(sgf.main_line(child), LONGEST_LINE)], players), find)
    moves = tuple(move for _, move, _ in line.plies())
    return Line(moves, "\n".join(child.properties.get("C", [])))


def _find_move(rules: Rules, text: str) -> int:
    """The move that a text names. ValueError when it names none."""
    if not text.isascii():
        raise ValueError(f"{text[:20]!r} is no move")
    return rules.pass_move if text.lower() in ("", "pass") else rules.find_move(text)


def _find_square(rules: Rules, spelling: Spelling, text: str) -> int:
    """The same of a square of Othello."""
    passes = text.lower() in EMPTY + PASSES
    return rules.pass_move if passes else rules.find_move(spelling.square(text))


def _stated_start(nodes: Sequence[Node], rules: Rules) -> Position:
    """The start of a game that is not Othello."""
    if any(name in node.properties for node in nodes for name in SETUP):
        raise Unreadable("stones are set up, which only Othello knows")
    text = nodes[0].first("POSITION")
    try:
        return rules.new_position() if text is None else rules.parse_position(text)
    except ValueError as error:
        raise Unreadable(f"POSITION: {error}") from None


def _othello_start(
    nodes: Sequence[Node], rules: Rules, size: int, spelling: Spelling, told: Sequence[Told]
) -> Position:
    """The usual start with the stones of AB, AW and AE laid over it. PL says who is to move; where it does
    not, it is who makes the first move after a set-up."""
    cells, side = rules.position_text(rules.new_position()).split()
    board = list(cells)
    changed, mover = False, None
    for node in nodes:
        for name, sign in SETUP.items():
            values = node.properties.get(name, [])
            if len(values) > size * size:
                raise ValueError(f"{len(values)} points in {name}")
            for column, row in (point for value in values for point in spelling.points(value.strip())):
                board[size * row + column] = sign
                changed = True
        mover = mover or node.first("PL")
        if any(name in node.properties for name in ("B", "W")):
            break
    if mover:
        player = find_player(mover, BLACK_WHITE)
        if player is None:
            raise ValueError(f"PL {mover[:20]!r} is neither black nor white")
        side = "XO"[player]
    elif changed and told:
        side = "XO"[told[0].player or 0]
    return rules.parse_position(f"{''.join(board)} {side}")


def before(record: Record, word: str) -> Game:
    """The turns up to before a move: its number (1 is the first, one beyond the last is the end) or its text
    (the first time it is made). Unreadable when the game lacks it."""
    game = record.game
    if word.isascii() and word.isdigit() and word.strip("0"):
        kept = game.turns if len(word) > 9 else min(int(word) - 1, game.turns)
    else:
        try:
            move = _find_move(game.rules, word)
        except ValueError as error:
            raise Unreadable(str(error)[:200]) from None
        found = [number for number, turn in enumerate(game.history) if move in turn.moves]
        if not found:
            raise Unreadable(f"{word[:20]!r} is never played")
        kept = found[0]
    cut = game.copy()
    if kept < game.turns:
        cut.undo(game.turns - kept)
    return cut
