"""A game as an SGF record, and back.

Othello is GM[2]. Its points are read as `ed` with row a on top (Quarry), as `ed` with row a at the bottom
(programs made for Go), or as `e4`; written as the first, or on request as the last. The other games have no
number in the standard: their records are GM[0] with the game's name in GAME. There a move is the text that
the game itself uses, in B or W, or in MOVE with the player's name before it where the players are not black
and white: `MOVE[red F4]`. A start that is not the usual one is the game's position text in POSITION.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from outflank.engine.game import Game, IllegalMove
from outflank.engine.games import OTHELLO, find_game
from outflank.engine.variant import Variant
from outflank.protocol import __version__
from outflank.protocol.formats import sgf
from outflank.protocol.formats.notation import find_player, move_text, score_text
from outflank.protocol.formats.sgf import Node, Unreadable
from outflank.protocol.formats.squares import COLUMNS, Spelling, spellings, write_square

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Told = tuple[int, int, str]

BLACK_WHITE = ("black", "white")
SETUP = {"AB": "X", "AW": "O", "AE": "-"}
PASSES = ("", "tt", "pa", "ps", "pass", "--", "@@")
MOST_MOVES = 4000
"""More than any of the games can last; so many positions fit into memory."""


class Loaded:
    """What a record holds: which game, on which board, with which komi (None where none is said or none
    counts), and its turns under rules of their own."""

    __slots__ = ("variant", "size", "komi", "game")

    def __init__(self, variant: Variant, size: int, komi: float | None, game: Game) -> None:
        self.variant, self.size, self.komi, self.game = variant, size, komi, game


def read(data: bytes) -> Loaded:
    """The main line of the first game in a file. Unreadable says at which move, and why."""
    root = next(sgf.games(sgf.decode(data)), None)
    if root is None:
        raise Unreadable("there is no SGF game in it")
    return load(root)


def load(root: Node) -> Loaded:
    """The main line of the game that begins with a node. Unreadable says at which move, and why."""
    nodes = list(sgf.main_line(root))
    variant = _variant(root)
    size = _size(root, variant)
    komi = _komi(root, variant)
    rules = variant.rules(size, komi)
    told = list(_told(nodes, variant.players))
    try:
        if variant is OTHELLO:
            game = _othello_game(nodes, rules, size, told)
        else:
            start = _stated_start(nodes, rules)
            game = _replay(rules, variant.players, start, told, lambda text: _find_move(rules, text))
    except Stopped as stopped:
        if stopped.game is not None:
            stopped.loaded = Loaded(variant, size, komi, stopped.game)
        raise
    return Loaded(variant, size, komi, game)


def before(game: Game, word: str) -> Game:
    """The same turns up to before a move: its number (1 is the first, one beyond the last is the end) or
    its text (the first time it is made). Unreadable when there is no such move."""
    if word.isascii() and word.isdigit() and word.strip("0"):
        kept = game.turns if len(word) > 9 else min(int(word) - 1, game.turns)
    else:
        try:
            move = _find_move(game.rules, word)
        except ValueError as error:
            raise Unreadable(str(error)[:200]) from None
        made = [move for _, move in game.made]
        if move not in made:
            raise Unreadable(f"{word[:20]!r} is never played")
        kept = made.index(move)
    cut = game.copy()
    if kept < game.turns:
        cut.undo(game.turns - kept)
    return cut


def write(
    variant: Variant,
    size: int,
    game: Game,
    values: bool = False,
    algebraic: bool = False,
    date: str = "",
    facts: Mapping[str, str] | None = None,
) -> str:
    """A game as SGF text: on request with what the search found in comments, Othello with moves like `e4`
    (all passes written, which are left out otherwise), a date, and facts about the game by the names of their
    properties, which count more than what follows from its moves."""
    othello = variant is OTHELLO
    last = root = _root(variant, size, game, date)
    root.properties.update({name: [text] for name, text in (facts or {}).items()})
    root.properties.update(_setup(game, size, algebraic) if othello else _start_property(game))
    for position, move, thought in game.plies():
        text = _othello_text(game.rules, move, algebraic) if othello else text_of(game.rules, move)
        if text is None:
            continue
        node = _move_node(variant.players, position.mover, text)
        if values and thought is not None:
            node.properties["C"] = [comment(game.rules, thought)]
        last.children.append(node)
        last = node
    return sgf.write(root)


def comment(rules: Any, thought: Any) -> str:
    """What a search found about the move it chose: the value for him who made it, from 0 to 1, the visits
    behind it, and the line that was expected, this move first."""
    line = " ".join(move_text(text_of(rules, move)) for move in thought.line)
    certain = ", certain" if thought.sure is not None else ""
    return f"value {thought.mean:.4f}{certain}, visits {thought.visits}, line {line}"


def text_of(rules: Any, move: int) -> str:
    """A move as the game itself writes it."""
    return str(rules.move_text(move)) if move >= 0 else "pass"


def _root(variant: Variant, size: int, game: Game, date: str) -> Node:
    """The first node, but for the start."""
    root = Node({"FF": ["4"], "GM": [str(variant.sgf_number)], "CA": ["UTF-8"]})
    properties = root.properties
    properties["AP"] = [f"Outflank:{__version__}"]
    if not variant.sgf_number:
        properties["GAME"] = [variant.name]
    if len(variant.sizes) > 1:
        properties["SZ"] = [str(size)]
    if variant.komi:
        properties["KM"] = [str(game.komi)]
    if variant.players == BLACK_WHITE:
        ours = {player for (player, _), thought in zip(game.made, game.thoughts, strict=True) if thought}
        properties.update({name: ["Outflank"] for player, name in enumerate(("PB", "PW")) if player in ours})
    if date:
        properties["DT"] = [date]
    if game.position.over:
        properties["RE"] = [score_text(variant.players, game.rules.scores(game.position))]
    return root


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
    if text is None and variant is OTHELLO and root.first("GM") == "1":
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


def _told(nodes: Sequence[Node], players: tuple[str, ...]) -> Iterator[Told]:
    """(number, player, text) of every move. Stones may be set up before the first one only."""
    number = 0
    for node in nodes:
        if number and any(name in node.properties for name in SETUP):
            raise Unreadable(f"after move {number}: stones are set up in the middle of the game")
        for name, values in node.properties.items():
            if name not in ("B", "W", "MOVE"):
                continue
            number += 1
            if len(values) != 1:
                raise Unreadable(f"move {number}: {len(values)} moves at once")
            if number > MOST_MOVES:
                raise Unreadable(f"more than {MOST_MOVES} moves")
            yield number, *_whose(number, name, values[0].strip(), players)


def _whose(number: int, name: str, value: str, players: tuple[str, ...]) -> tuple[int, str]:
    """The player and the move of a property."""
    if name == "MOVE":
        name, _, value = value.partition(" ")
    player = find_player(name, players)
    if player is None or (len(name) == 1 and players != BLACK_WHITE):
        raise Unreadable(f"move {number}: {name[:20]!r} is none of {', '.join(players)}")
    return player, value.strip()


def _stated_start(nodes: Sequence[Node], rules: Any) -> Any:
    """The start of a game that is not Othello."""
    if any(name in node.properties for node in nodes for name in SETUP):
        raise Unreadable("stones are set up, which only Othello knows")
    text = nodes[0].first("POSITION")
    try:
        return rules.new_position() if text is None else rules.parse_position(text)
    except ValueError as error:
        raise Unreadable(f"POSITION: {error}") from None


def _start_property(game: Game) -> dict[str, list[str]]:
    text = game.rules.position_text(game.start)
    usual = game.rules.position_text(game.rules.new_position())
    return {} if text == usual else {"POSITION": [text]}


def _setup(game: Game, size: int, algebraic: bool) -> dict[str, list[str]]:
    """The properties that lead to the start of an Othello game: none to the usual one, but with algebraic
    squares, whose readers expect them."""
    rules = game.rules
    cells, side = rules.position_text(game.start).split()
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


def _othello_text(rules: Any, move: int, algebraic: bool) -> str | None:
    """A move in a record of Othello; None for a pass that is not written."""
    if move == rules.pass_move:
        return "PA" if algebraic else None
    text = rules.move_text(move).lower()
    return write_square(COLUMNS.index(text[0]), int(text[1:]) - 1, algebraic)


def _move_node(players: tuple[str, ...], player: int, text: str) -> Node:
    if players == BLACK_WHITE:
        return Node({"BW"[player]: [text]})
    return Node({"MOVE": [f"{players[player]} {text.upper()}"]})


def _find_move(rules: Any, text: str) -> int:
    """The move that a text names. ValueError when it names none."""
    if not text.isascii():
        raise ValueError(f"{text[:20]!r} is no move")
    return int(rules.pass_move if text.lower() in ("", "pass") else rules.find_move(text))


def _replay(
    rules: Any, players: tuple[str, ...], start: Any, told: Sequence[Told], find: Callable[[str], int]
) -> Game:
    """The game of these moves. Unreadable names the first that cannot be made."""
    game = Game(rules, start)
    for number, player, text in told:
        try:
            game.play(player, find(text))
        except IllegalMove:
            raise Stopped(number, f"{text[:20]!r} is not legal for {players[player]}", game) from None
        except ValueError as error:
            raise Stopped(number, str(error)[:200], game) from None
    return game


class Stopped(Unreadable):
    """A replay ends at a move, for a reason. `game` has the turns before that move, None where it did not
    begin, and `loaded` is what the record holds up to there."""

    loaded: Loaded | None = None

    def __init__(self, number: int, reason: str, game: Game | None = None) -> None:
        super().__init__(f"move {number}: {reason}")
        self.number, self.game = number, game


def _othello_game(nodes: Sequence[Node], rules: Any, size: int, told: Sequence[Told]) -> Game:
    """The game by the first spelling of its squares in which all of it is legal; where the usual start is
    written out, a spelling that sees it goes first. Unreadable tells how far the best one leads."""
    quarry = nodes[0].first("GM") == "2" or nodes[0].first("GAME") is not None
    starts = []
    failures = []
    for spelling in spellings(size, quarry):
        try:
            starts.append((_othello_start(nodes, rules, size, spelling, told), spelling))
        except ValueError as error:
            failures.append(Stopped(0, str(error)))
    usual = rules.new_position().key
    starts.sort(key=lambda row: row[0].key != usual)
    for start, spelling in starts:
        try:
            return _replay(rules, BLACK_WHITE, start, told, _reader(rules, spelling))
        except Stopped as error:
            failures.append(error)
    raise max(failures, key=lambda error: error.number)


def _reader(rules: Any, spelling: Spelling) -> Callable[[str], int]:
    def find(text: str) -> int:
        return int(rules.pass_move if text.lower() in PASSES else rules.find_move(spelling.square(text)))

    return find


def _othello_start(
    nodes: Sequence[Node], rules: Any, size: int, spelling: Spelling, told: Sequence[Told]
) -> Any:
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
        side = "XO"[told[0][1]]
    return rules.parse_position(f"{''.join(board)} {side}")
