"""Perfection of play in Othello 8x8 from a number of empty squares on.

A game begins with random moves and goes on with quick ones until so few squares are empty. From there a
player at the best level plays each side, with a tree of its own. When the game is over every position since
then is solved, so that the loss by each move is known exactly.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine import core, evaluation
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import MOST_EMPTY
from outflank.engine.games import OTHELLO
from outflank.engine.lab.openings import MOST_TRIES, after, opening
from outflank.engine.lab.schedule import Store, play_missing
from outflank.engine.lab.seeds import derive
from outflank.engine.lab.stop import Stop
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from outflank.engine.core.base.stop import Bell

QUICK = 0.02
"""Seconds for each move before the part of the game that counts."""
QUICK_MEMORY, CHECK_MEMORY = 64, 128
OPENINGS, QUICK_PLAY, PLAY = 0, 1, 2
"""The uses of an exam's seed."""


class Exam(NamedTuple):
    """The seconds for each move, and the empty squares from which on it counts. With a seed and a game's
    number these decide a game's beginning."""

    seconds: float
    empty: int
    seed: int


class Examined(NamedTuple):
    """A game from the text of a position on: moves, their seconds, and leads. These are the first player's
    final leads with best play, before each move and at the end."""

    match: Exam
    number: int
    start: str
    moves: tuple[str, ...]
    seconds: tuple[float, ...]
    leads: tuple[int, ...]


class Fault(NamedTuple):
    """A move that loses discs: its game, empty squares, discs, and whether the result changes. The last is
    told by the winner after it, if any."""

    number: int
    empty: int
    move: str
    discs: int
    changed: bool


class Marks(NamedTuple):
    """Games together: their number, those without a fault, and counts of moves and faults. Moves are those
    that are not passes; faults come with the discs they lose and with those that change the result; then the
    longest time for a move."""

    games: int
    perfect: int
    moves: int
    faults: int
    discs: int
    changed: int
    slowest: float


class Examiner:
    """Plays the games of an exam and checks them, one after the other."""

    def __init__(self, exam: Exam, stop: Stop) -> None:
        self._exam = exam
        self._stop = stop
        self._bells: list[Bell] = []

    def stop(self) -> None:
        """Have the game under way given up, soon."""
        for bell in list(self._bells):
            bell.ring()

    def close(self, politely: bool = True) -> None:
        """Nothing is held between games."""

    def play(self, number: int) -> Examined:
        """The game of that number, checked. Stopped when the bell is rung before that is done."""
        self._bells = []
        start = self._start(number)
        moves, seconds = self._play_on(number, start)
        return Examined(self._exam, number, start, moves, seconds, self._leads(number, start, moves))

    def _start(self, number: int) -> str:
        """The text of the position with which a game begins to count."""
        rules, seed = OTHELLO.rules(8), self._exam.seed
        for attempt in range(MOST_TRIES):
            moves = opening(rules, OTHELLO.lab.opening_plies, derive(seed, OPENINGS, number, attempt))
            player = self._player(number, QUICK, derive(seed, QUICK_PLAY, number, attempt), QUICK_MEMORY)
            player.set_position(rules.position_text(after(rules, moves)))
            while not player.position.over and player.position.empties > self._exam.empty:
                player.genmove(player.position.mover)
                self._stop.check()
            if not player.position.over:
                return rules.position_text(player.position)
        raise ValueError(f"no game lasts until {self._exam.empty} squares are empty")

    def _play_on(self, number: int, start: str) -> tuple[tuple[str, ...], tuple[float, ...]]:
        """(moves, seconds of each) from a position to the end of the game."""
        players = [
            self._player(number, self._exam.seconds, derive(self._exam.seed, PLAY, number, side))
            for side in range(2)
        ]
        for player in players:
            player.set_position(start)
        moves, seconds = [], []
        while not players[0].position.over:
            mover = players[0].position.mover
            began = time.monotonic()
            moves.append(players[mover].genmove(mover))
            seconds.append(round(time.monotonic() - began, 4))
            self._stop.check()
            players[1 - mover].play(mover, moves[-1])
        return tuple(moves), tuple(seconds)

    def _leads(self, number: int, start: str, moves: Sequence[str]) -> tuple[int, ...]:
        """The first player's exact lead in each position of a game, found from its end on."""
        rules = OTHELLO.rules(8)
        positions = [rules.parse_position(start)]
        for move in moves:
            positions.append(positions[-1].play(rules.find_move(move)))
        endgame = core.load("solver.endgame").Endgame(CHECK_MEMORY, 1, evaluation.shipped(core.LEVEL))
        bell = core.load("base.stop").Bell()
        self._bells.append(bell)
        leads: list[int] = []
        for position in reversed(positions):
            found = endgame.solve(position, bell=bell)
            self._stop.check()
            sign = -1 if position.mover else 1
            if leads and sign * leads[-1] > found.low:
                raise RuntimeError(f"the solver contradicts itself at {rules.position_text(position)}")
            leads.append(sign * found.low)
        return tuple(reversed(leads))

    def _player(self, number: int, seconds: float, seed: int, memory: int = 256) -> Player:
        player = Player(limits=Limits(seconds=seconds), seed=seed, memory=memory)
        self._bells.append(player.bell)
        return player


def new_exam(seconds: float, empty: int, seed: int) -> Exam:
    """An exam that can be held. ValueError says why there is none."""
    if not 0 < seconds < 86400:
        raise ValueError(f"no move takes {seconds} seconds")
    if not 1 <= empty <= MOST_EMPTY:
        raise ValueError(f"endings have 1 to {MOST_EMPTY} empty squares, not {empty}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    return Exam(float(seconds), empty, seed)


def examine(
    exam: Exam,
    games: int,
    jobs: int,
    ledger: Store[Examined],
    watch: Callable[[Examined], object] | None = None,
    stop: Stop | None = None,
) -> list[Examined]:
    """Play and check those of the first `games` games of an exam that the ledger lacks; return all that are
    there in the end, in order. As `outflank.engine.lab.schedule.play_missing`."""

    def new_table(bell: Stop) -> Examiner:
        return Examiner(exam, bell)

    return play_missing(exam, games, new_table, ledger, jobs, watch, stop)


def faults(examined: Examined) -> list[Fault]:
    """The moves of a game that lose discs."""
    empty = examined.start.split()[0].count("-")
    found = []
    for move, before, then in zip(examined.moves, examined.leads, examined.leads[1:], strict=False):
        if then != before:
            changed = (then > 0) - (then < 0) != (before > 0) - (before < 0)
            found.append(Fault(examined.number, empty, move, abs(then - before), changed))
        empty -= move != "pass"
    return found


def marks(rows: Sequence[Examined]) -> Marks:
    """The summary of games."""
    found = [faults(examined) for examined in rows]
    every = [fault for some in found for fault in some]
    return Marks(
        games=len(rows),
        perfect=sum(not some for some in found),
        moves=sum(move != "pass" for examined in rows for move in examined.moves),
        faults=len(every),
        discs=sum(fault.discs for fault in every),
        changed=sum(fault.changed for fault in every),
        slowest=max((seconds for examined in rows for seconds in examined.seconds), default=0.0),
    )
