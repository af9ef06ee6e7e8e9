"""Engines that speak GTP, with the faults that some are known for.

Commands go out without ids, one at a time, with small letters for black and white. Of an answer counts the
first line that begins as one, up to a blank line; whatever else the engine says is passed over, and what it
has said before it was asked is dropped, as some answer twice. A forced pass is sent, and an engine that
refuses it is one of those that pass without being told.
"""

from __future__ import annotations

import re
import time

from outflank.engine.games import OTHELLO, find_game
from outflank.engine.lab.client import Answer, EngineSpec, GameSetup, Request, Turn, Unable
from outflank.engine.lab.clock import Clock
from outflank.engine.lab.stop import Stop
from outflank.engine.results.game_record import CHANCE, PASS
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.formats.game_record import GREATEST
from outflank.protocol.match.engines.client import REPLY, START, ProcessClient
from outflank.protocol.match.engines.process import Wrong

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.telling import Event

HEAD = re.compile(r"([=?])(?! *[=?]) *(?:(\d+)(?= |$))?(.*)")
ANALYSES = ("kata-genmove_analyze", "lz-genmove_analyze")
EVERY = 10
"""Hundredths of a second between two reports of an engine that is asked what it thinks."""


class Refusal(Exception):
    """The engine answers a command with an error."""


def is_same(name: str, usual: str) -> bool:
    """Tell whether a name that an engine lists is another one for the game of the usual name."""
    found = find_game(name)
    return found is not None and found.name == usual


class GtpEngine(ProcessClient):
    """A client that speaks GTP."""

    def __init__(self, spec: EngineSpec, stop: Stop | None = None) -> None:
        super().__init__(spec, stop)
        self._commands: set[str] = set()
        self._games: tuple[str, ...] = ()
        self._passes = True

    def ask(self, command: str, seconds: float = REPLY) -> str:
        """The text of the success that answers a command. Refusal with that of a failure."""
        return "\n".join(self._ask(command, time.monotonic() + seconds)).strip()

    def choose(self, request: Request) -> Answer:
        """Its move, by genmove or by a command that tells more."""
        left = request.left
        colour = self._colour(request.player)
        if left is not None and self._clock.main is not None and "time_left" in self._commands:
            self._set(f"time_left {colour} {self._time(left)} 0")
        analysis = next((name for name in ANALYSES if name in self._commands), None)
        ours = "outflank-stats" in self._commands
        asked = f"{analysis} {colour} {EVERY}" if self.spec.values and analysis and not ours else None
        began = time.monotonic()
        try:
            said = self._ask(asked or f"genmove {colour}", began + request.limit)
        except Refusal as refusal:
            raise Wrong(f"does not move: {refusal}") from None
        # A picture of the board may follow the move.
        move = said[-1].removeprefix("play ").strip() if asked else said[0]
        answer = Answer(move[:40], max(0.0, self.peer.heard - began))
        if not self.spec.values or len(request.legal) == 1:
            return answer
        if asked:
            return answer._replace(**thought(said, answer.move, asked.startswith("kata")))
        return answer._replace(**self._stats(answer.move)) if ours else answer

    def moved(self, turn: Turn) -> None:
        """It has made its own moves itself."""
        own = turn.answer is not None and turn.player == self.player
        if turn.player != CHANCE and not own and not (turn.forced and not self._passes):
            self._play(turn)
        for event in turn.events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Tell it of a draw or a show, as far as its seat sees that."""
        cards = " ".join(event.cards)
        name = f"{event.kind} {self._colour(event.player)}"
        command = f"play draw {cards}" if event.kind == "draw" else f"outflank-{name} {cards}".rstrip()
        try:
            self.ask(command)
        except Refusal as refusal:
            raise Wrong(f"refuses {command!r}: {refusal}") from None

    def _play(self, turn: Turn) -> None:
        """Tell it of a move that it has not made itself."""
        move = PASS if turn.move == PASS else turn.move.upper()
        try:
            self.ask(f"play {self._colour(turn.player)} {move}")
        except Refusal as refusal:
            if not turn.forced:
                raise Wrong(f"refuses the legal move {turn.move}: {refusal}") from None
            self._passes = False

    def _ask(self, command: str, deadline: float) -> list[str]:
        """The lines of the success that answers a command, at least one."""
        self.peer.drop()
        self.peer.send(command.encode("utf-8") + b"\n", deadline)
        while not (head := HEAD.fullmatch(self.peer.line(deadline))):
            continue
        # An id that was not asked for is none, unless nothing follows: some games number their moves.
        said = [head[3].strip() or head[2] or ""]
        while line := self.peer.line(deadline).strip():
            said.append(line)
        if head[1] == "?":
            raise Refusal(" ".join(said)[:200])
        return said

    def _set(self, command: str) -> None:
        """Carry out what an engine that lists the command does not refuse."""
        try:
            self.ask(command)
        except Refusal as refusal:
            raise Wrong(f"refuses {command!r}: {refusal}") from None

    def _greet(self) -> None:
        try:
            name, version = (self.ask(word, START).partition("\n")[0] for word in ("name", "version"))
            self._commands = set(self.ask("list_commands").split())
            listed = self.ask("list_games") if "list_games" in self._commands else OTHELLO.name
        except Refusal as refusal:
            raise Wrong(f"does not say what it is: {refusal}") from None
        self.program = f"{name} {version}".strip()
        self._games = tuple(line.strip() for line in listed.splitlines())
        self._passes = True
        for command in self.spec.setup:
            try:
                self.ask(command, START)
            except Refusal as refusal:
                raise Unable(f"{self.spec.name} refuses {command!r}: {refusal}") from None

    def _prepare(self, setup: GameSetup, player: int) -> None:
        wanted = setup.variant
        name = next((name for name in self._games if is_same(name, wanted.usual_name)), None)
        if name is None or (wanted.hidden and "outflank-seat" not in self._commands):
            raise Unable(f"{self.spec.name} does not play {wanted.name}")
        name = f"{name} {wanted.rule_set}".rstrip()
        try:
            if "set_game" in self._commands:
                self.ask(f"set_game {name}")
            if setup.variant is OTHELLO or len(setup.variant.sizes) > 1:
                self.ask(f"boardsize {setup.size}")
            self.ask("clear_board")
            if wanted.hidden:
                self.ask(f"outflank-seat {self._colour(player)}")
        except Refusal as refusal:
            raise Unable(f"{self.spec.name} plays no {setup.variant.name} {setup.size}: {refusal}") from None
        self._clock = setup.clock
        for command in self._clock_commands(setup.clock):
            try:
                self.ask(command)
            except Refusal as refusal:
                raise Unable(f"{self.spec.name} refuses {command!r}: {refusal}") from None
        if not setup.usual:
            self._set_up(setup)

    def _clock_commands(self, clock: Clock) -> list[str]:
        """The command that tells the engine of a clock. One without a command for increments gets the main
        time, and before each move what it has left. Unable where its commands cannot say it."""
        main, name = clock.start, self.spec.name
        if clock.visits is not None:
            if "outflank-set" not in self._commands:
                raise Unable(f"it is not known how {name} is told to search {clock.visits} visits")
            return [f"outflank-set visits {clock.visits}"]
        if main is None:
            return []
        if "kata-time_settings" in self._commands:
            if clock.move is not None:
                return [f"kata-time_settings byoyomi 0 {main:.3f} 1"]
            kind = f"fischer {main:.3f} {clock.increment:.3f}" if clock.increment else f"absolute {main:.3f}"
            return [f"kata-time_settings {kind}"]
        if "time_settings" not in self._commands:
            raise Unable(f"{name} has no command for clocks")
        if main != int(main):
            raise Unable(f"{name} knows whole seconds only, not {main:g}")
        if clock.increment and "time_left" not in self._commands:
            raise Unable(f"{name} has no command for increments, nor for the time that is left")
        return [
            f"time_settings 0 {int(main)} 1" if clock.move is not None else f"time_settings {int(main)} 0 0"
        ]

    def _time(self, left: float) -> str:
        return f"{left:.2f}" if "kata-time_settings" in self._commands else str(int(left))

    def _set_up(self, setup: GameSetup) -> None:
        """Begin from a position that is not the usual start."""
        text = setup.rules.position_text(setup.start)
        cells, _, side = text.partition(" ")
        if "outflank-position" in self._commands:
            command = f"outflank-position {text}"
        elif "grhino-setup_board" in self._commands and setup.variant is OTHELLO and setup.size == 8:
            command = f"grhino-setup_board {cells} {'black' if side == 'X' else 'white'}"
        else:
            raise Unable(f"{self.spec.name} has no command to begin from another position")
        try:
            self.ask(command)
        except Refusal as refusal:
            raise Unable(f"{self.spec.name} does not begin from {text}: {refusal}") from None

    def _colour(self, player: int) -> str:
        assert self.setup is not None
        players = self.setup.variant.players
        return players[player][0] if players == ("black", "white") else str(players[player])

    def _stats(self, move: str) -> JsonObject:
        """Our own program's knowledge of the move it has just made."""
        try:
            rows = dict(line.partition(" ")[::2] for line in self.ask("outflank-stats").splitlines())
        except Refusal:
            # There is nothing to tell of a move that was not searched.
            return {}
        if rows.get("line", "").split()[:1] != [move]:
            return {}
        return {"value": float(rows["mean"]), "unit": "share", "visits": int(rows["visits"])}


def thought(reports: list[str], move: str, shares: bool) -> JsonObject:
    """The last report's value of a move: rates as shares of 1, or as whole numbers of 0.01 %."""
    for report in reversed(reports):
        for info in report.split("info ")[1:]:
            words = info.partition(" pv ")[0].split()
            told = dict(zip(words[::2], words[1::2], strict=False))
            if told.get("move", "").lower() != move.lower():
                continue
            try:
                rate = float(told["winrate"])
                visits = int(told["visits"])
            except (KeyError, ValueError):
                return {}
            value = rate if shares else rate / 10_000
            sensible = 0 <= value <= 1 and 0 <= visits <= GREATEST
            return {"value": value, "unit": "share", "visits": visits} if sensible else {}
    return {}
