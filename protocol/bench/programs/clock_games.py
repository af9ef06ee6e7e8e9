"""Games of this program against itself on short clocks, at pipes, with other programs on the same core.

The referee's clock runs from before the command is written until the answer has arrived. A flag has fallen
when a move takes `margin` seconds more than its player has left.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic as now
from typing import NamedTuple

from outflank.engine.deck import Deck
from outflank.engine.lab.client import EngineSpec, GameSetup, Request, Trouble, Turn
from outflank.engine.lab.clock import NO_CLOCK, Clock
from outflank.engine.lab.referee import GRACE, as_told, is_turn
from outflank.engine.play.clocks import time_control
from outflank.engine.results.game_record import CHANCE, PASS
from outflank.engine.telling import Teller
from outflank.engine.variant import Variant
from outflank.protocol.console.errors import UserError
from outflank.protocol.match.clock import LONGEST
from outflank.protocol.match.engines.client import ProcessClient
from outflank.protocol.match.engines.gtp import GtpEngine
from outflank.protocol.match.engines.nboard import NBoardEngine
from outflank.protocol.match.engines.process import Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.client import Answer

CONTROL = re.compile(r"([0-9.]+)(?:\+(?:([0-9]+)x)?([0-9.]+)(?:/([0-9]+))?)?", re.ASCII)
UNMEASURED = 1000.0
"""Seconds left of a clock on which nobody has moved."""
NAMES = ("first", "second", "third", "fourth", "fifth", "sixth")


class Control(NamedTuple):
    """A time control: how it is written, and the settings that it stands for."""

    name: str
    settings: time_control.TimeControl

    @property
    def gtp(self) -> str:
        """The command that tells a GTP engine of it."""
        main, period, stones, periods, increment = self.settings[:5]
        if not period:
            kind = f"fischer {main:.3f} {increment:.3f}" if increment else f"absolute {main:.3f}"
        elif stones > 1:
            kind = f"canadian {main:.3f} {period:.3f} {stones}"
        else:
            kind = f"byoyomi {main:.3f} {period:.3f} {periods}"
        return f"kata-time_settings {kind}"

    @property
    def in_nboard(self) -> bool:
        """Tell whether NBoard's `set time` can say it: it has increments, and one period of overtime."""
        return int(self.settings.stones) <= 1 and int(self.settings.periods) <= 1


def read_control(text: str) -> Control:
    """The control that a text names: `5`, `1+0.1`, `1+3x0.3` (byo-yomi) or `1+2/5` (Canadian). ValueError
    when it names none."""
    found = CONTROL.fullmatch(text)
    try:
        if found is None:
            raise ValueError
        main, more = float(found[1]), float(found[3] or 0)
        if max(main, more) > LONGEST or not main + more or (found[2] and found[4]):
            raise ValueError
        if found[2]:
            return Control(text, time_control.byo_yomi(main, more, int(found[2])))
        if found[4]:
            return Control(text, time_control.canadian(main, more, int(found[4])))
        return Control(text, time_control.fischer(main, more) if more else time_control.absolute(main))
    except ValueError:
        raise UserError(f"{text!r} is no control; there are S, S+S, S+NxS and S+S/N") from None


class Case(NamedTuple):
    """Terms of a game: a game on a board size, over a protocol, with a number of threads and a control."""

    variant: Variant
    size: int
    protocol: str
    threads: int
    control: Control

    @property
    def possible(self) -> bool:
        """Tell whether the protocol has such a game and can tell of such a clock."""
        if self.protocol == "gtp":
            return True
        return self.size in self.variant.nboard and self.control.in_nboard


class Played(NamedTuple):
    """Outcome of one game: how many moves were asked for, the least time that a player had left after one
    of them (less than none where he took longer than he had), the slowest, and whose flag has fallen, if one
    has, at which move."""

    moves: int = 0
    least: float = UNMEASURED
    slowest: float = 0.0
    flag: str = ""


class Referee:
    """The clocks of one game, as whoever watches over it reads them."""

    def __init__(self, settings: time_control.TimeControl, players: int, margin: float) -> None:
        self._readings = [time_control.Reading(settings)] * players
        self._margin = margin
        self.least = UNMEASURED
        self.slowest = 0.0

    def left(self, player: int) -> time_control.Left:
        """The time that a player has left."""
        left = self._readings[player].left(0)
        assert left is not None
        return left

    def room(self, player: int) -> float:
        """Seconds that a player may take for his next move."""
        settings, left = self._readings[player].settings, self.left(player)
        more = settings.periods if left.stones == 0 else left.periods - 1
        return float(left.seconds + settings.period * more)

    def spend(self, player: int, seconds: float) -> bool:
        """Take the time of a move; whether the flag has fallen."""
        room = self.room(player)
        self.least = min(self.least, room - seconds)
        self.slowest = max(self.slowest, seconds)
        reading = self._readings[player].spent(0, seconds)
        left = reading.left(0)
        if left is not None and left.stones and reading.settings.main:
            # Time that is saved in a period counts from now on, as it does for whoever watches.
            reading = time_control.Reading(reading.settings._replace(main=0.0), (left,))
        self._readings[player] = reading
        return seconds > room + self._margin


class GtpSeat(GtpEngine):
    """A player of such a game, in GTP. He is told of every clock before each move."""

    control: Control

    def tell(self, player: int, left: time_control.Left) -> None:
        """Say what he has left."""
        stones = left.periods if left.stones == 1 else left.stones
        self._set(f"time_left {self._colour(player)} {left.seconds:.3f} {stones}")

    def _clock_commands(self, clock: Clock) -> list[str]:
        return [self.control.gtp]


class NBoardSeat(NBoardEngine):
    """A player of such a game, in NBoard."""

    control: Control

    def tell(self, player: int, left: time_control.Left) -> None:
        """Say what he has left."""
        settings = self.control.settings
        main = 0.0 if left.stones else left.seconds
        times = [int(1000 * seconds) for seconds in (main, settings.increment, settings.period)]
        self._send("set time {} main {} inc {} byoyomi {}".format(("black", "white")[player], *times))

    def _prepare(self, setup: GameSetup, player: int) -> None:
        super()._prepare(setup, player)
        for side in range(len(setup.seats)):
            start = self.control.settings.start
            assert start is not None
            self.tell(side, start)


Seat = GtpSeat | NBoardSeat
SEATS: dict[str, type[GtpSeat] | type[NBoardSeat]] = {"gtp": GtpSeat, "nboard": NBoardSeat}


class Table:
    """The true game, and what its seats are told of it."""

    def __init__(self, rules: Rules, seats: Sequence[Seat], seed: int) -> None:
        self.position = rules.new_position()
        self._rules = rules
        self._seats = seats
        self._deck = Deck(rules, seed) if rules.has_chance else None
        self._tellers: list[Teller | None] = [None] * len(seats)
        if rules.has_hidden:
            self._tellers = [Teller(rules, player, self.position) for player in range(len(seats))]

    def begin(self, case: Case) -> None:
        """Have all seats ready."""
        names = tuple(seat.spec.name for seat in self._seats)
        setup = GameSetup(case.variant, case.size, self._rules, self.position, True, NO_CLOCK, names)
        for player, seat in enumerate(self._seats):
            seat.control = case.control
            seat.begin(setup, player)

    def let_chance_move(self) -> bool:
        """Make the move of chance that is due; false where a player decides, or the game is over."""
        if self._deck is None or not self.position.chances():
            return False
        self.make(CHANCE, (self._deck.draw(self.position),), None)
        return True

    def shown(self, player: int) -> Position:
        """The position as a seat may see it."""
        return self._rules.seen(self.position, player) if self._rules.has_hidden else self.position

    def read(self, text: str) -> tuple[int, ...]:
        """The turn that a program says; Trouble when it is not legal."""
        try:
            moves = self._rules.find_moves(self.position, text)
        except ValueError:
            moves = []
        if not moves or not is_turn(self.position, moves):
            raise Trouble(f"plays {text!r}, which is not legal")
        return tuple(moves)

    def make(self, player: int, moves: tuple[int, ...], answer: Answer | None) -> None:
        """Make a turn, and tell all seats of it."""
        passes = moves == (self._rules.pass_move,)
        text = PASS if passes else self._rules.word(self.position, list(moves))
        forced = answer is None and player != CHANCE
        for move in moves:
            self.position = self.position.play(move)
        turn = Turn(player, text, moves, forced, answer)
        for seat, teller in zip(self._seats, self._tellers, strict=True):
            told = turn if teller is None else as_told(turn, teller)
            if told is not None:
                seat.moved(told)


def play(case: Case, seats: Sequence[Seat], margin: float, seed: int = 1) -> Played:
    """One game between seats that have not been started, to its end or the first flag; the seed is that of
    its deck. Trouble when one of them fails in another way than by taking too long."""
    rules = case.variant.rules(case.size)
    table = Table(rules, seats, seed)
    referee = Referee(case.control.settings, len(seats), margin)
    table.begin(case)
    moves, flag = 0, ""
    while legal := table.position.moves():
        if table.let_chance_move():
            continue
        player = table.position.mover
        if legal == [rules.pass_move]:
            table.make(player, (rules.pass_move,), None)
            continue
        moves += 1
        seats[player].tell(player, referee.left(player))
        limit = referee.room(player) + margin + GRACE
        began, answer = now(), None
        try:
            answer = seats[player].choose(Request(player, None, limit, legal, table.shown(player)))
            seconds = answer.seconds
        except Silent:
            seconds = now() - began
        if referee.spend(player, seconds):
            flag = f"{case.variant.players[player]} at move {moves}"
            break
        assert answer is not None
        table.make(player, table.read(answer.move), answer)
    return Played(moves, referee.least, referee.slowest, flag)


def new_seats(case: Case, command: Sequence[str]) -> list[Seat]:
    """A seat for each player: the program with a book of nobody's, so that every game is searched."""
    words = [*command, case.protocol, "--threads", str(case.threads), "--book", "off"]
    return [
        SEATS[case.protocol](EngineSpec(name, tuple(words), case.protocol))
        for name, _ in zip(NAMES, case.variant.players, strict=False)
    ]


def close(seats: Sequence[ProcessClient]) -> None:
    """Leave none of them behind."""
    for seat in seats:
        seat.close(politely=False)


def cores() -> list[int]:
    """The cores that this process may run on; none where the system does not tell."""
    return sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


@contextmanager
def pinned(wanted: Sequence[int]) -> Iterator[None]:
    """Whatever is started within `with` runs on these cores, and this process afterwards where it did."""
    if not wanted:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, wanted)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Load:
    """Busy loops on some cores, within `with`. They end when this process does, too."""

    def __init__(self, loops: int, wanted: Sequence[int]) -> None:
        self._loops = loops
        self._cores = wanted
        self._children: list[int] = []

    def __enter__(self) -> None:
        with pinned(self._cores):
            for _ in range(self._loops):
                child = os.fork()
                if child == 0:
                    busy(os.getppid())
                self._children.append(child)

    def __exit__(self, *error: object) -> None:
        import signal

        for child in self._children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def busy(parent: int) -> None:
    """Use a core up until the parent has ended."""
    while os.getppid() == parent:
        for _ in range(1_000_000):
            pass
    os._exit(0)
