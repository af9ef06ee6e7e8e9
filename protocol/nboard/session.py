"""The NBoard protocol, versions 1 and 2: one engine as opponent and analyst at once.

What a line asks for begins while no line waits, and ends when one does: `hint`, `go`, `learn` and `analyze`
only note what is wanted, and `idle` works on it. So a line never has to wait, a `ping` finds nothing running,
and what was cut short by a line that means nothing goes on. Unknown lines are ignored, and so is a known one
that says nothing that can be done; the peer shows a dialog for every malformed line, so none is ever sent.
A legal move is never lost to its annotation, nor a game to its clock: what cannot be read is left out.
"""

from __future__ import annotations

import time

from outflank.engine.analysis.plan import MOST_LIKELY
from outflank.engine.errors import Refused
from outflank.engine.play.player import Player
from outflank.protocol.formats.replay import BadGame, find_square, play_othello, told_of
from outflank.protocol.formats.syntax.boards import Board
from outflank.protocol.formats.syntax.ggf import BadGgf, Ggf, read_ggf, read_move
from outflank.protocol.formats.syntax.squares import BadSquare
from outflank.protocol.nboard.book_file import BookFile
from outflank.protocol.nboard.clock import BadTime, Clocks
from outflank.protocol.nboard.hints import VERSION
from outflank.protocol.nboard.tasks import Worker
from outflank.protocol.session.contract import Session
from outflank.protocol.session.reply import Reply, guard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

GREATEST_COUNT = 2**31 - 1


class BadCount(ValueError):
    """A word that is not a whole number from 0 on."""


REFUSALS: dict[type[Exception], str] = dict.fromkeys(
    (Refused, BadGgf, BadGame, BadTime, BadCount, BadSquare), ""
)
"""What a line may be wrong in; any other exception is an internal error."""


class NBoard(Session):
    """A session with one Othello player, who learns into a book if he has one, under a name of one word."""

    def __init__(self, player: Player, book: BookFile | None = None, name: str = "Outflank") -> None:
        self.player = player
        self.name = name
        self.bell = player.bell
        self._arrived: float | None = None
        self.clocks = Clocks()
        self.worker = Worker(player, self.clocks, book, self.send)
        self._left_out: list[str] = []

    def hurries(self, data: bytes) -> bool:
        """No line has to: nothing runs while a line waits."""
        return False

    def answer(self, data: bytes, cut: bool, arrived: float | None = None) -> Reply | None:
        """Carry out one line; None where the protocol has no answer to it."""
        # Only blanks of ASCII part words: a name may hold any other byte.
        words = [word.decode("latin-1") for word in data.split()]
        if not words or cut:
            return None
        if words == ["quit"]:
            return Reply(True, code=0)
        run = COMMANDS.get(words[0])
        if run is None and self.worker.lines.version == 1 and (len(words) == 1 or "/" in words[0]):
            # In version 1 a move is a line of its own.
            run, words = _move, ["move", *words]
        if run is None or len(words) > 1 + MOST_WORDS.get(words[0], len(words)):
            return None
        self._left_out, self._arrived = [], arrived
        outcome = guard(lambda: run(self, words[1:]), REFUSALS)
        if not outcome.good:
            # The protocol has no form for an error, and a line that cannot be done changes nothing.
            note = "" if outcome.fault else f"{words[0]}: {outcome.text}"
            return outcome.framed(b"", note)
        note = f"{words[0]}: left out: {_some(self._left_out)}" if self._left_out else ""
        said = f"{outcome.text}\n".encode("ascii") if outcome.text else b""
        return outcome.framed(said, note) if said or note else None

    def shortages(self) -> dict[str, str]:
        """The parts that the player has to do without."""
        return dict(self.player.analysis.shortages)

    def idle(self) -> None:
        """Work on what is wanted until the bell rings, else get ready for the first search."""
        self.worker.work()
        self.player.get_ready()

    def ask(self, kind: str, moves: int = 1) -> None:
        """Note what is to be done when no line waits."""
        self.worker.ask(kind, moves, time.monotonic() if self._arrived is None else self._arrived)

    def send(self, text: str) -> None:
        """Send a line."""
        self.client.send(text.encode("ascii", "replace") + b"\n")

    def set_game(self, record: Ggf) -> None:
        """Play the game of a record. What the tree knows stays, as it is found by position; the clocks are
        those of the record that can be read, less what its moves took."""
        player = self.player
        if record.size not in player.variant.sizes:
            raise BadGgf(f"a board of size {record.size}")
        start = Board(record.size, record.cells, record.mover)
        game = play_othello(start, map(told_of, record.moves))
        clocks = Clocks.of(record, self._left_out)
        if record.size != player.size:
            player.set_size(record.size)
        player.adopt(game.with_rules(player.rules))
        player.warmup.expect(certainly=True)
        self.worker.drop()
        self.worker.title = " ".join(record.tags.get(tag, "") for tag in ("DT", "PB", "PW"))
        self.clocks.begin(clocks, record.moves)

    def read_game(self, text: str) -> Ggf:
        """The game of a text, without the annotations that cannot be read."""
        return read_ggf(text, self._left_out)[0]

    def play(self, text: str) -> None:
        """Make a move for who is to make one."""
        mover = self.player.position.mover
        move = read_move(text, "XO"[mover], self._left_out)
        self.player.play(mover, self.player.text_of(find_square(self.player.rules, move.square)))
        self.worker.drop()
        self.clocks.made(mover, move.seconds)


def count(word: str) -> int:
    """A whole number from 0 on. BadCount when it is none."""
    if not (word.isascii() and word.isdigit() and len(word) <= 10 and int(word) <= GREATEST_COUNT):
        raise BadCount(f"{word[:20]!r} is no number")
    return int(word)


def _some(reasons: list[str]) -> str:
    """The first of some reasons, and how many there are."""
    return reasons[0] if len(reasons) == 1 else f"{reasons[0]}, and {len(reasons) - 1} more"


def _begin(nboard: NBoard, words: list[str]) -> str:
    nboard.worker.lines.version = count(words[0]) if words else 1
    # Version 2 has a line of what the engine does, which says that it is loading until it is told otherwise.
    status = "\nstatus" if nboard.worker.lines.version >= VERSION else ""
    return f"set myname {nboard.name}{status}"


def _set(nboard: NBoard, words: list[str]) -> str:
    name, rest = (words[0], words[1:]) if words else ("", [])
    if name == "game":
        nboard.set_game(nboard.read_game(" ".join(rest)))
    elif name == "depth" and len(rest) == 1:
        nboard.worker.set_depth(count(rest[0]))
    elif name == "contempt" and len(rest) == 1:
        sign = -1 if rest[0].startswith("-") else 1
        worth = sign * count(rest[0].removeprefix("-"))
        nboard.player.change("contempt", min(max(worth, -100), 100))
    elif name == "solve_empties" and len(rest) == 1:
        nboard.player.change("solve_empties", min(count(rest[0]), MOST_LIKELY))
    elif name == "time":
        nboard.clocks.tell(rest)
    return ""


def _move(nboard: NBoard, words: list[str]) -> str:
    # Blanks may be part of an annotation, as in `F5/1/5 s`.
    nboard.play(" ".join(words))
    return ""


def _ping(nboard: NBoard, words: list[str]) -> str:
    number = count(words[0]) if words else None
    if number is None:
        return ""
    nboard.worker.drop()
    return f"pong {number}"


def _hint(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("hint", max(1, count(words[0])) if words else 1)
    return ""


def _go(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("go")
    return ""


def _learn(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("learn")
    return ""


def _clear(nboard: NBoard, words: list[str]) -> str:
    nboard.player.forget()
    return ""


def _analyze(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("analyze")
    return ""


COMMANDS: dict[str, Callable[[NBoard, list[str]], str]] = {
    "nboard": _begin,
    "set": _set,
    "move": _move,
    "ping": _ping,
    "hint": _hint,
    "go": _go,
    "learn": _learn,
    "analyze": _analyze,
    "clear": _clear,
}
MOST_WORDS = {"nboard": 1, "ping": 1, "hint": 1, "go": 0, "learn": 0, "analyze": 0, "clear": 0}
"""How many words may follow those of them that take no other number."""
