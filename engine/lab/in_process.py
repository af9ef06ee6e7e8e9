"""A player of this program, in this process, as an engine at the table."""

from __future__ import annotations

from time import perf_counter

from outflank.engine.lab.client import Answer, Unable
from outflank.engine.lab.clock import NO_CLOCK
from outflank.engine.lab.players import player_of
from outflank.engine.lab.seeds import derive
from outflank.engine.results.game_record import PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.client import EngineSpec, GameSetup, Request, Turn
    from outflank.engine.lab.players import Make, Player
    from outflank.engine.lab.stop import Stop


class InProcess:
    """A client whose command is the text that names a player. Every game has a player of its own. One that
    fails, or plays what is not legal, proves nothing about its strength: the game is void."""

    program = "Outflank"

    def __init__(self, spec: EngineSpec, stop: Stop | None = None, make: Make = player_of) -> None:
        self.spec = spec
        self.waited = 0.0
        self._make = make
        self._player: Player | None = None
        self._choose: Callable[[Position], int]
        self._rules: Rules
        self._listener: Callable[[int], object] | None = None

    @property
    def listens(self) -> bool:
        """Tell whether the player wants to be told of moves."""
        return self._listener is not None

    def start(self) -> None:
        """Nothing has to be started."""

    def begin(self, setup: GameSetup, player: int) -> None:
        """Have a new player."""
        if setup.clock != NO_CLOCK:
            raise Unable(f"{self.spec.name} plays by limits of its own, and not with the clock {setup.clock}")
        began = perf_counter()
        seed = derive(setup.seed, player)
        self._rules = setup.rules
        try:
            self._player = self._make(" ".join(self.spec.command), setup.variant, setup.rules, seed)
        except Exception as error:
            raise self._failed(error) from error
        self._choose = self._player.choose
        self._listener = getattr(self._player, "moved", None)
        self.waited += perf_counter() - began

    def choose(self, request: Request) -> Answer:
        """The move the player chooses."""
        position, rules = request.position, self._rules
        began = perf_counter()
        move = self._decide(position, request.legal)
        moves = [move]
        if rules.has_hidden:
            # One word may stand for several decisions.
            after = position.play(move)
            while rules.unfinished(after):
                moves.append(self._decide(after, after.moves()))
                after = after.play(moves[-1])
        seconds = perf_counter() - began
        self.waited += seconds
        return Answer(PASS if move == rules.pass_move else rules.word(position, moves), seconds)

    def _decide(self, position: Position, legal: Sequence[int]) -> int:
        """A decision of the player."""
        try:
            move = self._choose(position)
        except Exception as error:
            raise self._failed(error) from error
        if not (isinstance(move, int) and move in legal):
            raise Unable(f"{self.spec.name} played {move!r}, which is not legal")
        return move

    def moved(self, turn: Turn) -> None:
        """Tell the player of the moves of a turn."""
        if self._listener is not None:
            try:
                for move in turn.moves:
                    self._listener(move)
            except Exception as error:
                raise self._failed(error) from error

    def stop(self) -> None:
        """Ask the player to think no longer."""
        stop = getattr(self._player, "stop", None)
        if stop is not None:
            stop()

    def close(self, politely: bool = True) -> None:
        """Let the player go."""
        self._player = None

    def _failed(self, error: Exception) -> Unable:
        return Unable(f"{self.spec.name} failed: {type(error).__name__}: {error}")
