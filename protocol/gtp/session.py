"""The Go Text Protocol, version 2: frames, and the commands to set up and play a game."""

from __future__ import annotations

from outflank.engine.errors import BadMove, BadSize, IllegalMove, NothingToUndo, Refused, UnknownGame
from outflank.engine.game import find_move
from outflank.engine.games import GAMES
from outflank.engine.names import advice, nearest
from outflank.engine.play.player import Player
from outflank.protocol import __version__
from outflank.protocol.console.outbox import plain
from outflank.protocol.formats.notation import Columns, find_player, hash_text, read_move, score_text
from outflank.protocol.gtp.picture import STONES, Live, obstacle
from outflank.protocol.session.commands import Table
from outflank.protocol.session.contract import Session
from outflank.protocol.session.reply import CommandError, Quit, Reply, cause
from outflank.protocol.session.words import integer, interrupts, number
from outflank.protocol.settings import Value

UNKNOWN = "unknown command"
"""The reply to a command that there is not."""
DRAW = "draw"
"""Stands in the place of a colour where chance moves: `play draw 5C`."""
BEGINNING = 64
"""Bytes of a line that its id is looked for in when memory for more is lacking."""
IGNORED = bytes(byte for byte in (*range(32), 127) if byte not in b"\t\n")

commands = Table(
    {
        BadSize: "",
        BadMove: "syntax error",
        IllegalMove: "illegal move",
        NothingToUndo: "cannot undo",
        Refused: "",
    }
)


class Gtp(Session):
    """A GTP session with one player, under a name."""

    def __init__(
        self, player: Player, live_gfx: bool = False, columns: str = "auto", name: str = "Outflank"
    ) -> None:
        self.player = player
        self.name = name
        self.live_gfx = live_gfx
        self.columns = Columns(columns)
        self.bell = player.bell
        self.arrived: float | None = None
        self.note = ""
        self._number = ""
        self._begun = False

    @property
    def settings(self) -> dict[str, Value]:
        """The options that `change` can set, by name, with the values that hold now."""
        own: dict[str, Value] = {"live_gfx": int(self.live_gfx), "columns": self.columns.wish}
        return {**self.player.values, **own}

    def change(self, name: str, value: Value) -> None:
        """Set one of the settings to a value it can take; None takes a limit away."""
        if name == "live_gfx":
            self.live_gfx = bool(value)
        elif name == "columns":
            self.columns.choose(str(value))
        else:
            self.player.change(name, value)

    def hurries(self, data: bytes) -> bool:
        """Only the comment `# interrupt` does; every other line waits for its turn."""
        return interrupts(data)

    def shortages(self) -> dict[str, str]:
        """The parts that the player has to do without."""
        return dict(self.player.analysis.shortages)

    def idle(self) -> None:
        """Get ready for the first search, then ponder, if that is wanted."""
        self.player.get_ready()
        self.player.ponder()

    def answer(self, data: bytes, cut: bool, arrived: float | None = None) -> Reply | None:
        """Carry out one line; None for a line without a command."""
        self._begun = False
        parsed = parse(data)
        if parsed is None:
            return None
        number, words = parsed
        if cut:
            return Reply(False, data=frame(False, number, "line too long"))
        if not words:
            return Reply(False, data=frame(False, number, "syntax error"))
        self.columns.hear(words[0])
        self._number, self.note, self.arrived = number, "", arrived
        reply = commands.run(self, words[0], words[1:])
        if reply.text == UNKNOWN:
            self.note = self._advice(words)
        # A reply that has begun has succeeded so far; its end cannot take that back.
        data = _rest(reply.text) if self._begun else frame(reply.good, number, reply.text)
        return reply.framed(data, self.note)

    def starved(self, data: bytes, fault: MemoryError) -> Reply:
        """Fail with the id of the line, or end the reply that has begun."""
        begun, parsed = self._begun, parse(data[:BEGINNING])
        if parsed is None and not begun:
            return Reply(False, fault=fault)
        number = parsed[0] if parsed else ""
        told = _rest("") if begun else frame(False, number, f"internal error: {cause(fault)}")
        return Reply(False, fault=fault, data=told)

    def say(self, line: str = "") -> None:
        """Send a line of a successful reply at once; what the command returns ends the reply. The first call
        opens it, with or without a line."""
        head = "" if self._begun else f"={self._number}\n"
        self._begun = True
        self.client.send((head + (f"{_clean(line)}\n" if line else "")).encode("utf-8", "backslashreplace"))

    def _advice(self, words: list[str]) -> str:
        """The command or move that an unknown command at a terminal may have meant; empty for no idea."""
        name = words[0]
        try:
            move = find_move(self.player.rules, read_move(name, self.columns.is_plain([name])))
        except BadMove:
            near = nearest(name, commands.commands)
            return f"did you mean {near}?" if near else ""
        mover = self.player.players[self.player.position.mover]
        return f"a move? play {mover} {name}" if move >= 0 else ""

    def find_player(self, word: str) -> int:
        """The index of the player that a colour word names in this game; black and white are the first and
        the second of two players, whatever they are called."""
        index = find_player(word, self.player.players)
        if index is None and len(self.player.players) == len(STONES):
            index = find_player(word, STONES)
        if index is None:
            raise CommandError("syntax error")
        return index


def parse(data: bytes) -> tuple[str, list[str]] | None:
    """A line as its id, empty if it has none, and its words; None when nothing but blanks and comment is
    left of it. A line may consist of an id alone."""
    text = data.translate(None, IGNORED).decode("utf-8", "surrogateescape")
    words = [word for word in text.replace("\t", " ").partition("#")[0].split(" ") if word]
    if not words:
        return None
    return (words[0], words[1:]) if _is_id(words[0]) else ("", words)


def frame(good: bool, number: str, text: str) -> bytes:
    """A whole reply. The text keeps its lines, except empty ones, which would end it early; a failure is
    put on one line."""
    lines = [_clean(line) for line in text.split("\n")]
    body = ("\n" if good else " ").join(line for line in lines if line)
    head = ("=" if good else "?") + number
    return f"{head} {body}".rstrip(" ").encode("utf-8", "backslashreplace") + b"\n\n"


def _rest(text: str) -> bytes:
    """The end of a reply of which lines have been sent."""
    return (f"{_clean(text)}\n\n" if text else "\n").encode("utf-8", "backslashreplace")


def _is_id(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 10 and int(word) < 2**31


def _clean(line: str) -> str:
    # What a file says may be in it, and who reads it may be at a terminal.
    return plain("".join(letter for letter in line if letter >= " " and letter != "\x7f").rstrip())


@commands.command("protocol_version")
def protocol_version(gtp: Gtp, words: list[str]) -> str:
    """The version of GTP spoken here: 2."""
    return "2"


@commands.command("name")
def name(gtp: Gtp, words: list[str]) -> str:
    """The name of this program, or the one that --name gives it."""
    return gtp.name


@commands.command("version")
def version(gtp: Gtp, words: list[str]) -> str:
    """The version of this program."""
    return __version__


@commands.command("known_command", "[COMMAND...]")
def known_command(gtp: Gtp, words: list[str]) -> str:
    """Tell whether a command exists: true or false."""
    return "true" if " ".join(words) in listed(gtp) else "false"


@commands.command("list_commands")
def list_commands(gtp: Gtp, words: list[str]) -> str:
    """All commands, one on a line."""
    return "\n".join(listed(gtp))


def listed(gtp: Gtp) -> list[str]:
    """The names of the commands, without those by which GoGui would offer a board on which no click is a
    move."""
    hidden = bool(obstacle(gtp.player))
    return [name for name in commands.commands if not (hidden and name.startswith("gogui-rules_"))]


@commands.command("help", "[COMMAND]")
def show_help(gtp: Gtp, words: list[str]) -> str:
    """Explain a command, or all of them."""
    if not words:
        return "\n".join(f"{row.line}: {row.about}" for row in commands.commands.values())
    row = commands.commands.get(words[0])
    if row is None:
        raise CommandError(UNKNOWN)
    return f"{row.line}: {row.about}"


@commands.command("quit")
def leave(gtp: Gtp, words: list[str]) -> str:
    """End the session."""
    raise Quit


@commands.command("list_games")
def list_games(gtp: Gtp, words: list[str]) -> str:
    """The games that set_game takes, one on a line."""
    return "\n".join(variant.name for variant in GAMES)


@commands.command("set_game", "NAME...")
def set_game(gtp: Gtp, words: list[str]) -> str:
    """Change to another game, at its usual size and with an empty history."""
    name = " ".join(words)
    try:
        gtp.player.set_game(name)
    except UnknownGame:
        told = advice(name, [variant.name for variant in GAMES])
        raise CommandError(f"unsupported game; {told}") from None
    return ""


@commands.command("boardsize", "SIZE")
def boardsize(gtp: Gtp, words: list[str]) -> str:
    """Change the size of the board and start the game anew."""
    gtp.player.set_size(integer(words[0]))
    return ""


@commands.command("clear_board")
def clear_board(gtp: Gtp, words: list[str]) -> str:
    """Start the game anew."""
    gtp.player.clear()
    return ""


@commands.command("komi", "KOMI")
def komi(gtp: Gtp, words: list[str]) -> str:
    """Set what the second player gets on top, in games that know such a thing."""
    gtp.player.set_komi(number(words[0]))
    return ""


@commands.command("play", "COLOUR MOVE")
def play(gtp: Gtp, words: list[str]) -> str:
    """Make a move, or pass. The forced pass of another player need not be sent. `draw` in place of a colour
    tells what is drawn: a card, `?` for one that is not seen, `none` from an empty bag."""
    if words[0].lower() == DRAW and gtp.player.variant.hidden:
        gtp.player.dealer.happen(words[1])
        return ""
    plain = gtp.columns.is_plain(words[1:])
    gtp.player.play(gtp.find_player(words[0]), read_move(words[1], plain))
    gtp.columns.plain = plain
    return ""


@commands.command("genmove", "COLOUR")
def genmove(gtp: Gtp, words: list[str]) -> str:
    """Choose a move, make it and say it; or say `resign`, where the options allow that, and make none."""
    player = gtp.find_player(words[0])
    if not gtp.live_gfx:
        return gtp.columns.write(gtp.player.genmove(player, gtp.arrived))
    request = gtp.player.request(player)
    # Without a choice of moves nothing is searched or drawn.
    live = Live(gtp.player, request.position or gtp.player.position)
    try:
        return gtp.columns.write(gtp.player.move(request, gtp.arrived, live.watch))
    finally:
        live.clear()


@commands.command("reg_genmove", "COLOUR")
def reg_genmove(gtp: Gtp, words: list[str]) -> str:
    """Choose a move and say it without making it."""
    return gtp.columns.write(gtp.player.search_move(gtp.find_player(words[0])))


@commands.command("undo")
def undo(gtp: Gtp, words: list[str]) -> str:
    """Take back the last move or pass that play or genmove made."""
    gtp.player.undo()
    return ""


@commands.command("showboard")
def showboard(gtp: Gtp, words: list[str]) -> str:
    """A picture of the board, and the position's hash, by which two programs can compare theirs."""
    # A client that takes everything after the first blank of a reply needs text on the first line.
    board = gtp.columns.write_heads(gtp.player.diagram())
    return f"{gtp.player.variant.name}\n{board}\nhash {hash_text(gtp.player.position)}"


@commands.command("final_score")
def final_score(gtp: Gtp, words: list[str]) -> str:
    """The result of a finished game."""
    scores = gtp.player.scores()
    if scores is None:
        raise CommandError("cannot score")
    return score_text(gtp.player.players, scores)
