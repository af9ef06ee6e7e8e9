"""An engine as the referee sees it, whichever way it is spoken to: the words of both.

`begin` starts a client and prepares it for a further game; `moved` tells it of a turn, the opening's first;
`choose` asks it for a move; `close` ends it. After any Trouble it is to be closed, and the next `begin`
starts it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from outflank.engine.lab.clock import Clock
from outflank.engine.lab.stop import Stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.telling import Event
    from outflank.engine.variant import Variant

RESIGN = "resign"
IN_PROCESS = "in-process"
"""The protocol of players of this program in this process, whose command is one text."""


class Unable(Exception):
    """A game cannot be played as it should be: an engine does not play it, not from there or not with such a
    clock, or a player of this program fails. No engine is to blame: the game is void."""


class Trouble(Exception):
    """An engine does not do its part. `end` is how a game with it ends (engine/results/game_record.ENDS)."""

    end = ""


class Broke(Exception):
    """A match cannot go on; the games that were played stay."""


class EngineSpec(NamedTuple):
    """An engine to play with: its name in the match, its command, the protocol it speaks (gtp, nboard, or
    in-process), the folder it is started in, lines that are sent to it after the start, whether it is asked
    what it thinks of its moves (an NBoard engine says so anyway), and seconds for a move where no clock runs.
    `kept` is the command as it stands with games, empty where that is the command itself."""

    name: str
    command: tuple[str, ...]
    protocol: str = "gtp"
    folder: str = ""
    setup: tuple[str, ...] = ()
    values: bool = False
    patience: float = 600.0
    kept: tuple[str, ...] = ()


class GameSetup(NamedTuple):
    """A game to be played, as all who play it are told. `start` is a position, and `usual` says whether it is
    the game's own start. What a player of this program leaves to chance follows from the seed and its
    seat."""

    variant: Variant
    size: int
    rules: Rules
    start: Position
    usual: bool
    clock: Clock
    seats: tuple[str, ...]
    seed: int = 0


class Request(NamedTuple):
    """A move is asked for: whose, the seconds left on the clock (None without one), how long the answer is
    waited for, all legal moves, and the position as the seat may see it."""

    player: int
    left: float | None
    limit: float
    legal: Sequence[int]
    position: Position


class Answer(NamedTuple):
    """A move as its engine wrote it, or RESIGN, the seconds it took, and what the engine thinks of it: its
    value in `unit` (discs, or a share of 1) for who moves, visits and depth; None where it did not say."""

    move: str
    seconds: float
    value: float | None = None
    unit: str | None = None
    visits: int | None = None
    depth: int | None = None


class Turn(NamedTuple):
    """A turn as a seat is told of it: whose (CHANCE for an event), as a text and as moves of the rules, and
    whether it was a forced pass. `answer` is what was said about it by the engine that was asked for it; None
    where none was, as in an opening. `events` are the draws and shows that follow, as the seat sees them."""

    player: int
    move: str
    moves: tuple[int, ...]
    forced: bool = False
    answer: Answer | None = None
    events: tuple[Event, ...] = ()


class Client(Protocol):
    """An engine at the table. `program` is what it calls itself, `waited` the seconds spent waiting for it so
    far, and `listens` says whether it wants to be told of turns."""

    spec: EngineSpec
    program: str

    @property
    def waited(self) -> float: ...

    @property
    def listens(self) -> bool: ...

    def start(self) -> None:
        """Have it run, and know its `program`."""

    def begin(self, setup: GameSetup, player: int) -> None:
        """Get ready for a game as one of its players. Unable when it does not play such a game."""

    def choose(self, request: Request) -> Answer:
        """Its move."""

    def moved(self, turn: Turn) -> None:
        """Take in a turn, also one of its own."""

    def stop(self) -> None:
        """Think no more in this game; called from another thread, again and again until the game is given
        up."""

    def close(self, politely: bool = True) -> None:
        """End it."""


NewClient: TypeAlias = Callable[[EngineSpec, Stop | None], Client]
"""Makes a client that is not started yet; it waits no longer when the bell is rung."""
