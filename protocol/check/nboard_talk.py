"""A dialogue with an engine in NBoard's protocol, from the GUI's end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress

from outflank.engine.games import OTHELLO
from outflank.protocol.check.nboard_grammar import Said, first_move, read_line
from outflank.protocol.check.othello_games import text_of
from outflank.protocol.check.recorded_process import QUIET, Fault, Wire, need
from outflank.protocol.formats.replay import square_text
from outflank.protocol.formats.syntax.ggf import Ggf, Move
from outflank.protocol.formats.syntax.ggf_writer import write_ggf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.protocol.check.othello_games import Plies

DEPTH = 6
"""The depth of searches that are to be short."""
DATE = "2026-11-18 06:55:29 GMT"


class NBoard:
    """A dialogue in NBoard's protocol. Every verb raises Fault at a line that the GUI cannot read."""

    def __init__(self, command: Sequence[str], patience: float, hello: str = "nboard 2\n") -> None:
        self.wire = Wire(command, patience)
        self.name = ""
        self.noise: list[str] = []
        """Lines that begin with no word of the protocol."""
        self.number = 0
        with suppress(Fault):
            # Who next waits for an answer hears of it when the program has gone.
            if hello:
                self.wire.send(hello)

    def learn(self) -> None:
        """Hear its name, where it tells it."""
        self.ping()

    def ask(self, *lines: str) -> None:
        """Send lines in one piece."""
        self.wire.send("".join(line + "\n" for line in lines))

    def hear(self, seconds: float | None = None) -> Said:
        """Its next line."""
        return self._read(self.wire.line(seconds))

    def _read(self, text: str) -> Said:
        said = read_line(text)
        need(not said.wrong, f"the GUI cannot read {text[:60]!r}: {said.wrong}")
        if said.word == "set":
            self.name = said.rest.split()[1]
        elif not said.word and text.strip():
            self.noise.append(text)
        return said

    def quiet(self, seconds: float = QUIET) -> list[Said]:
        """The lines that come within some seconds, but for noise and status lines."""
        return weighty([self._read(line) for line in self.wire.quiet(seconds)])

    def idle(self, seconds: float = QUIET) -> list[Said]:
        """The same, and what comes before the next pong: whoever is slow to say it says it there."""
        return self.quiet(seconds) + weighty(self.ping())

    def ping(self, *before: str) -> list[Said]:
        """Send lines and a ping in one piece, and hear all up to its pong."""
        self.number += 1
        self.ask(*before, f"ping {self.number}")
        return self.until_pong(self.number)

    def until_pong(self, number: int) -> list[Said]:
        """All that comes before a pong, which must be the next one."""
        heard: list[Said] = []
        stop = time.monotonic() + self.wire.patience
        while True:
            said = self.hear(max(0.0, stop - time.monotonic()) if not self.wire.first else None)
            if said.word == "pong":
                need(int(said.rest) == number, f"pong {said.rest} comes where pong {number} is due")
                return heard
            heard.append(said)

    def until(self, word: str, seconds: float) -> list[Said]:
        """All up to the next line that begins with a word."""
        stop = time.monotonic() + seconds
        heard: list[Said] = []
        while not heard or heard[-1].word != word:
            heard.append(self.hear(max(0.0, stop - time.monotonic())))
        return heard

    def go(self, position: Position, *before: str) -> int:
        """The move that it decides on, which must be legal. Other lines may come before it."""
        self.ping(*before)
        self.ask("go")
        said = self.until("===", self.wire.thinking)[-1]
        text = first_move(said.rest)
        legal = {text_of(position, move): move for move in position.moves()}
        need(text in legal, f"it plays {text}, which is not legal; legal are {' '.join(legal)}")
        return int(legal[text])

    def close(self) -> None:
        """Leave nothing of it behind."""
        self.wire.close("quit\n")


def weighty(heard: Sequence[Said]) -> list[Said]:
    """The lines heard, but for noise and status lines."""
    return [said for said in heard if said.word not in ("", "status", "set")]


def game_line(plies: Plies, start: Position | None = None, clock: str = "5:00", times: str = "") -> str:
    """`set game` as the GUI sends it. `times` is what follows each move."""
    rules = OTHELLO.rules(8)
    begin = start or (plies[0][0] if plies else rules.new_position())
    cells, side = begin.rules.position_text(begin).split()
    moves = tuple(Move("XO"[position.mover], square_text(position.rules, move)) for position, move in plies)
    tags = {"PC": "NBoard", "DT": DATE, "PB": "human", "PW": "", "RE": "?", "TI": clock}
    text = write_ggf(Ggf(tags, 8, cells, side, moves))
    if times:
        head, _, tail = text.partition("]B[")
        text = f"{head}]B[{tail.replace(']', times + ']')}" if tail else text
    return f"set game {text}"


def after(plies: Plies) -> Position:
    """The position these plies lead to."""
    position, move = plies[-1]
    return position.play(move)


def quick(board: NBoard, plies: Plies) -> Position:
    """Set up a game and a small depth; the position it leads to."""
    board.ping(game_line(plies), f"set depth {DEPTH}")
    return after(plies) if plies else OTHELLO.rules(8).new_position()
