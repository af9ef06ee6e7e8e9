"""Engines that speak NBoard, with the faults that some are known for.

Every wish for a move comes after a `ping`: what the engine says before its `pong` belongs to something
earlier and is dropped. Then all spellings of `===` count, and `search` and `nodestats` lines before it tell
what the engine thinks. While an engine is being started the ping is repeated, as one in use loses what comes
within its first second.
"""

from __future__ import annotations

import re
import time

from outflank.engine.lab.client import Answer, EngineSpec, GameSetup, Request, Turn, Unable
from outflank.engine.lab.clock import Clock
from outflank.engine.lab.stop import Stop
from outflank.engine.results.game_record import PASS
from outflank.protocol.formats.syntax.ggf import Ggf
from outflank.protocol.formats.syntax.ggf_writer import write_ggf
from outflank.protocol.match.engines.client import REPLY, START, ProcessClient
from outflank.protocol.match.engines.process import Silent, Wrong

AGAIN = 1.5
"""Seconds after which a ping at the start is repeated."""
"""With ten columns it is not settled how they are written."""
SQUARE = re.compile(r"([A-Za-z])([0-9])")
PASSES = ("--", "@@")


class NBoardEngine(ProcessClient):
    """A client that speaks NBoard, version 2."""

    def __init__(self, spec: EngineSpec, stop: Stop | None = None) -> None:
        super().__init__(spec, stop)
        self._pings = 0

    def choose(self, request: Request) -> Answer:
        """Its move, by go."""
        self._sync(REPLY)
        began = time.monotonic()
        deadline = began + request.limit
        self._send("go", deadline)
        told = Told()
        while (found := read_move(line := self.peer.line(deadline))) is None:
            told.listen(line)
        move, value = found
        seconds = max(0.0, self.peer.heard - began)
        value = told.values.get(move.upper()) if value is None else value
        unit = None if value is None else "discs"
        return Answer(move, seconds, value, unit, told.nodes, told.depths.get(move.upper()))

    def moved(self, turn: Turn) -> None:
        """It waits to be told of its own moves, too."""
        square = "PA" if turn.move == PASS else turn.move.upper()
        self._send(f"move {square}{'' if turn.answer is None else f'//{turn.answer.seconds:.3f}'}")

    def _send(self, line: str, deadline: float | None = None) -> None:
        self.peer.send(line.encode("latin-1", "replace") + b"\n", deadline or time.monotonic() + REPLY)

    def _sync(self, seconds: float, *lines: str) -> None:
        """Wait until it has dealt with all that was said before."""
        self._pings += 1
        self._send("\n".join([*lines, f"ping {self._pings}"]))
        wanted = ["pong", str(self._pings)]
        deadline = time.monotonic() + seconds
        while (words := self.peer.line(deadline).split())[:2] != wanted:
            if words[:2] == ["set", "myname"] and len(words) > 2:
                self.program = words[2]

    def _greet(self) -> None:
        self.program = self.spec.name
        deadline = time.monotonic() + START
        self._pings = 0
        while True:
            try:
                self._sync(AGAIN, "nboard 2")
                break
            except Silent:
                if time.monotonic() >= deadline:
                    raise Silent(f"does not answer a ping within {START:.0f} s") from None
        for line in self.spec.setup:
            self._send(line)

    def _prepare(self, setup: GameSetup, player: int) -> None:
        name = self.spec.name
        if setup.size not in setup.variant.nboard:
            raise Unable(f"{name} speaks NBoard, which has no {setup.variant.name} {setup.size}")
        if setup.clock.visits is not None or setup.clock.move is not None:
            raise Unable(f"{name} speaks NBoard, which has no clock like {setup.clock}")
        cells, side = setup.rules.position_text(setup.start).split()
        black, white = (name.replace(" ", "_") for name in setup.seats)
        tags = {"PC": "match", "PB": black, "PW": white, "RE": "?"}
        if setup.clock.main is not None:
            tags["TI"] = clock_text(setup.clock)
        self._sync(REPLY, f"set game {write_ggf(Ggf(tags, setup.size, cells, side, ()))}")


class Told:
    """Lines of an engine while it thinks: values and depths by move, and nodes."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}
        self.depths: dict[str, int] = {}
        self.nodes: int | None = None

    def listen(self, line: str) -> None:
        """Take in a line, which may be anything."""
        words = line.split()
        if len(words) >= 5 and words[0] in ("search", "book"):
            move = square_of(words[1])
            value = number_of(words[2].partition(",")[0])
            depth = re.match(r"[0-9]{1,6}", words[4])
            if move and value is not None:
                self.values[move.upper()] = value
            if move and depth:
                self.depths[move.upper()] = int(depth[0])
        elif len(words) >= 2 and words[0] == "nodestats" and re.fullmatch(r"[0-9]{1,18}", words[1]):
            self.nodes = int(words[1])


def read_move(line: str) -> tuple[str, float | None] | None:
    """The move and its value in discs of a line that answers `go`, such as `=== F5/1.2/0.5`, `=== f5 1.2 0.5`
    or `===pass`; None when it is another line. Wrong when it names no move."""
    text = line.strip()
    if not text.startswith("==="):
        return None
    rest = text.lstrip("=").strip()
    parts = [part.strip() for part in (rest.split("/") if "/" in rest else rest.split())]
    move = square_of(parts[0]) if parts else ""
    if not move:
        raise Wrong(f"answers go with {text[:40]!r}")
    return move, number_of(parts[1]) if len(parts) > 1 else None


def square_of(text: str) -> str:
    """The move that a text begins with, PASS for every way to write one; nothing when it begins with none."""
    if text[:1] in ("P", "p") or text[:2] in PASSES:
        return PASS
    found = SQUARE.match(text)
    return found[1].upper() + found[2] if found else ""


def number_of(text: str) -> float | None:
    """A number of discs, with a point or a comma; None for anything that is none."""
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        return None
    return value if abs(value) <= 1000 else None


def clock_text(clock: Clock) -> str:
    """A clock as GGF has it. No time is added when it is over."""
    assert clock.main is not None
    times = [clock.main, clock.increment, 0.0]
    return "/".join(f"{int(seconds // 60)}:{seconds % 60:06.3f}".removesuffix(".000") for seconds in times)
