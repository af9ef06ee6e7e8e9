"""The NBoard protocol, versions 1 and 2: one engine as opponent and analyst at once.

What a line asks for begins while no line waits, and ends when one does: `hint`, `go` and `analyze` only note
what is wanted, and `idle` works on it. So a line never has to wait, a `ping` finds nothing running, and what
was cut short by a line that means nothing goes on. Unknown lines are ignored, and so is a known one that says
nothing that can be done; the peer shows a dialog for every malformed line, so none is ever sent.
"""

from __future__ import annotations

import math
import time

from engine import clock
from engine.game import Game, Refused
from engine.player import Player
from engine.thinker import Watch
from protocol.ggf import BadGgf, Ggf, read_ggf, read_move
from protocol.table import Reply, Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from engine.report import Report, Row

NAME = "Outflank"
EVERY = 0.15
"""Seconds between two rounds of hints: the peer paints the board at each."""
LONGEST_HINT = 600.0
"""Seconds after which a hint rests that nobody has taken back."""
ENDLESS_DEPTH = 50
"""From this depth on only the clock ends a search."""
WITHOUT_CLOCK = 5.0
"""Seconds for a move where nobody has told of a clock."""
REVIEW_SECONDS = 0.2
"""Seconds for each position of an `analyze`."""
GREATEST = 64.0
SLOPES = ((0, 0.30), (12, 0.16), (20, 0.11), (30, 0.095), (40, 0.085), (50, 0.075), (64, 0.07))
"""By empty squares, how much a disc of the final margin changes the logarithm of the odds to win."""


class Want:
    """What the peer waits for: `go`, `hint` or `analyze`, how many moves, when it was asked for, and how far
    it has come."""

    __slots__ = ("kind", "moves", "at", "done")

    def __init__(self, kind: str, moves: int, at: float) -> None:
        self.kind = kind
        self.moves = moves
        self.at = at
        self.done = 0


class NBoard(Session):
    """A session with one Othello player."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.bell = player.bell
        self.arrived: float | None = None
        self._want: Want | None = None
        self._clocks: dict[int, tuple[float, float, float]] = {}
        self._told = False
        self._spent = [0.0, 0.0]

    def hurries(self, data: bytes) -> bool:
        """No line has to: nothing runs while a line waits."""
        return False

    def answer(self, data: bytes, cut: bool) -> Reply | None:
        """Carry out one line; None where the protocol has no answer to it."""
        words = data.decode("latin-1").split()
        run = COMMANDS.get(words[0]) if words and not cut else None
        if words == ["quit"]:
            return Reply(b"", code=0)
        if run is None:
            return None
        try:
            said = run(self, words[1:])
        except (Refused, BadGgf, ValueError) as error:
            # The protocol has no form for an error, and a line that cannot be done changes nothing.
            return Reply(b"", note=f"{words[0]}: {error}")
        return Reply(f"{said}\n".encode("ascii")) if said else None

    def idle(self) -> None:
        """Work on what is wanted until the bell rings."""
        want = self._want
        if want is not None:
            WORK[want.kind](self, want)

    def ask(self, kind: str, moves: int = 1) -> None:
        """Note what is to be done when no line waits."""
        self._want = Want(kind, moves, time.monotonic() if self.arrived is None else self.arrived)

    def drop(self) -> None:
        """Nothing is wanted any more."""
        self._want = None

    def send(self, text: str) -> None:
        """Send a line."""
        self.peer.send(text.encode("ascii") + b"\n")

    def set_game(self, record: Ggf) -> None:
        """Play the game of a record. What the tree knows stays, as it is found by position; the clocks are
        those of the record, less what its moves took."""
        player = self.player
        if record.size not in player.variant.sizes:
            raise BadGgf(f"a board of size {record.size}")
        rules = player.rules if record.size == player.size else player.variant.rules(record.size)
        game = Game(rules, rules.parse_position(f"{record.cells} {record.mover}"))
        for move in record.moves:
            square = rules.pass_move if move.square == "pass" else rules.find_move(move.square)
            game.play("XO".index(move.colour), square)
        clocks = {side: found for side, disc in enumerate("XO") if (found := record.clock(disc))}
        if record.size != player.size:
            player.set_size(record.size)
        player.adopt(game.with_rules(player.rules))
        self._want = None
        if not self._told:
            self._clocks = clocks
        self._spent = [0.0, 0.0]
        for move in record.moves:
            self._charge("XO".index(move.colour), move.seconds)

    def play(self, text: str) -> None:
        """Make a move for who is to make one."""
        mover = self.player.position.mover
        move = read_move(text, "XO"[mover])
        self.player.play(mover, move.square)
        self._want = None
        self._charge(mover, move.seconds)

    def set_time(self, words: list[str]) -> None:
        """A clock as `COLOUR main MS inc MS byoyomi MS`, which holds from now on instead of those of
        games."""
        sides = {"black": 0, "white": 1}
        if len(words) != 7 or words[0].lower() not in sides or words[1::2] != ["main", "inc", "byoyomi"]:
            raise ValueError("not COLOUR main MS inc MS byoyomi MS")
        main, increment, period = (max(0, int(word)) / 1000 for word in words[2::2])
        side = sides[words[0].lower()]
        if not self._told:
            self._told, self._clocks = True, {}
        self._clocks[side] = (main, increment, period)
        self._spent[side] = 0.0

    def _charge(self, side: int, seconds: float | None) -> None:
        """Take a move's time from a clock, and give it what a move brings. Where the peer does not say what
        moves take, `go` has counted itself."""
        if seconds is not None and not self._told:
            self._spent[side] += seconds - self._clocks.get(side, (0.0, 0.0, 0.0))[1]

    def _settings(self, side: int) -> clock.Settings:
        """The clock by which a side's next move is to be found."""
        if side not in self._clocks:
            return clock.per_move(WITHOUT_CLOCK)
        main, increment, extra = self._clocks[side]
        left = main - self._spent[side]
        if self._told:
            return (
                clock.byo_yomi(max(left, 0.0), extra, 1)
                if extra
                else clock.fischer(max(left, 0.0), increment)
            )
        # The extension comes once, when the main time is over.
        return clock.fischer(max(left if left > 0 else left + extra, 0.0), increment)

    def go(self, want: Want) -> None:
        """Find a move and say it, unless a line comes first."""
        player = self.player
        side = player.position.mover
        if player.position.moves() in ([], [player.rules.pass_move]):
            self._want = None
            self.send("=== PA")
            return
        player.set_clock(self._settings(side))
        earlier = player.report
        text = player.consider(player.subject(side), want.at)
        if self.bell.rung:
            return
        took = time.monotonic() - want.at
        if self._told:
            self._spent[side] += took - self._clocks.get(side, (0.0, 0.0, 0.0))[1]
        self._want = None
        value = ""
        if player.report is not earlier:
            row = next(row for row in player.report.rows if player.text_of(row.move) == text)
            value = f"{discs_of(row, empties(player.position)):.2f}"
            self.send(f"nodestats {player.report.visits} {player.report.seconds:.3f}")
        self.send(f"=== {text.upper()}/{value}/{took:.2f}")

    def hint(self, want: Want) -> None:
        """Report the best moves round by round until a line comes, the outcome is certain, as many visits are
        made as the depth stands for, or a long time has gone."""
        player = self.player
        position = player.position
        if position.over:
            self._want = None
            return
        enough = (player.setup.own_limits or player.setup.limits).visits or 1 << 62

        def tell(report: Report) -> None:
            visits = sum(row.visits for row in report.rows)
            depth = str(max(1, visits.bit_length() - 1))
            for row in [row for row in report.rows if row.visits][: want.moves]:
                line = "-".join(square_text(player, move) for move in row.line)
                value = discs_of(row, empties(position))
                self.send(f"search {line} {value:.2f} 0 {depth_text(row, depth)}")
            self.send(f"nodestats {report.visits} {report.seconds:.3f}")
            if report.settled or visits >= enough or time.monotonic() - want.at > LONGEST_HINT:
                self._want = None
                self.bell.ring()

        player.analyse(player.subject(position.mover), Watch(EVERY, tell))

    def review(self, want: Want) -> None:
        """Walk back through the game and say what each position is worth for Black, until a line comes."""
        positions = self.player.game.positions
        while want.done < len(positions):
            number = len(positions) - 1 - want.done
            value = self._worth(positions[number])
            if self.bell.rung:
                return
            want.done += 1
            self.send(f"analysis {number} {value:.2f}")
        self._want = None

    def _worth(self, position: Any) -> float:
        """What a position is worth for Black, in discs."""
        if position.over:
            black, white = self.player.rules.scores(position)
            return float(black - white)
        report = self.player.assess(position, REVIEW_SECONDS)
        value = discs_of(report.best, empties(position))
        return -value if position.mover else value


def empties(position: Any) -> int:
    """How many squares are empty."""
    return int(position.rules.position_text(position).split()[0].count("-"))


def discs_of(row: Row, empty: int) -> float:
    """What a move is worth for its player, in discs: the margin where that is certain, else what the odds to
    win usually mean with so many squares empty. 0 is a draw, and never is anything beyond all discs."""
    if row.margin is not None:
        return float(row.margin)
    share = min(max(float(row.mean if row.sure is None else row.sure), 1e-6), 1 - 1e-6)
    slope = slope_at(empty)
    return min(max(math.log(share / (1 - share)) / slope, -GREATEST), GREATEST)


def slope_at(empty: int) -> float:
    """What a disc changes in the logarithm of the odds, between the rows of SLOPES."""
    for (low, left), (high, right) in zip(SLOPES, SLOPES[1:], strict=False):
        if empty <= high:
            return left + (right - left) * (empty - low) / (high - low)
    return SLOPES[-1][1]


def depth_text(row: Row, depth: str) -> str:
    """How far a move is known: the depth, or that its margin or its result is certain."""
    if row.sure is None:
        return depth
    return "100%" if row.margin is not None else "100%W"


def square_text(player: Player, move: int) -> str:
    """A move as the peer reads it."""
    return "PA" if move == player.rules.pass_move else str(player.text_of(move)).upper()


def visits_at(depth: int) -> int | None:
    """The visits that a depth stands for: they double every second step; None is no bound."""
    return None if depth >= ENDLESS_DEPTH else round(32 * 2 ** (depth / 2))


def _begin(nboard: NBoard, words: list[str]) -> str:
    return f"set myname {NAME}" if words else ""


def _set(nboard: NBoard, words: list[str]) -> str:
    name, rest = (words[0], words[1:]) if words else ("", [])
    if name == "game":
        nboard.set_game(read_ggf(" ".join(rest))[0])
    elif name == "depth" and len(rest) == 1:
        nboard.player.change("visits", visits_at(max(0, int(rest[0]))))
    elif name == "time":
        nboard.set_time(rest)
    return ""


def _move(nboard: NBoard, words: list[str]) -> str:
    nboard.play(words[0] if words else "")
    return ""


def _ping(nboard: NBoard, words: list[str]) -> str:
    number = int(words[0]) if words else None
    if number is None:
        return ""
    nboard.drop()
    return f"pong {number}"


def _hint(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("hint", max(1, int(words[0])) if words else 1)
    return ""


def _go(nboard: NBoard, words: list[str]) -> str:
    nboard.ask("go")
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
    "analyze": _analyze,
}
WORK: dict[str, Callable[[NBoard, Want], None]] = {
    "go": NBoard.go,
    "hint": NBoard.hint,
    "analyze": NBoard.review,
}
