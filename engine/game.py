"""A game in progress: the position, how it came about, and whose word may change it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.engine.analysis.report import Row
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules


LONG_GAME = 60
"""Plies that a game without an end in sight is taken to last at least."""
MOST_FILLED = 100
"""Cells of the largest board that is filled once and for all."""


class Refused(ValueError):
    """Something was asked for that cannot be done; nothing has changed.

    >>> from outflank.engine import Player, Refused
    >>> try:
    ...     Player("Othello").play(0, "A1")
    ... except Refused as error:
    ...     print(error)
    illegal move
    """


class UnknownGame(Refused):
    """There is no game of that name."""


class BadSize(Refused):
    """The game is not played on a board of that size."""


class BadMove(Refused):
    """The text names no move of this game."""


class IllegalMove(Refused):
    """The move is not legal for that player now."""


class BadPosition(Refused):
    """The text describes no position of this game."""


class Unsolved(Refused):
    """The outcome could not be proven in the time there was."""


class BadOption(Refused):
    """There is no such option, or not with that value."""


class NoMemory(Refused):
    """There is not enough memory for what was asked."""


class Damaged(Refused):
    """A part of the program is missing or damaged."""


class WrongTurn(Refused):
    """A move was asked of a player who is not to move."""


class NothingToUndo(Refused):
    """The history is at its beginning."""


class Game:
    """Positions from the start to now. A turn is what one caller transmitted: a move, together with the
    forced passes of other players that it implies; `undo` takes back one turn.

    Clients differ in whether they transmit forced passes. Both ways lead to the same positions here.

    >>> from outflank.engine import Game, find_game
    >>> rules = find_game("Othello").rules()
    >>> game = Game(rules)
    >>> game.play(0, rules.find_move("D3"))
    >>> game.turns, game.position.mover
    (1, 1)
    >>> game.undo()
    >>> game.turns
    0
    """

    def __init__(self, rules: Rules, start: Position | None = None) -> None:
        self.rules = rules
        self._turns = [start or rules.new_position()]
        self._made: list[tuple[int, int, Row | None]] = []

    @property
    def position(self) -> Position:
        """The position now."""
        return self._turns[-1]

    @property
    def start(self) -> Position:
        """The position the history begins with."""
        return self._turns[0]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position after every turn, the start first."""
        return tuple(self._turns)

    @property
    def made(self) -> tuple[tuple[int, int], ...]:
        """(player, move) of every turn so far."""
        return tuple((player, move) for player, move, _ in self._made)

    @property
    def thoughts(self) -> tuple[Row | None, ...]:
        """What was found about the move of every turn (engine/analysis/report.py: Row), None where nothing
        was."""
        return tuple(thought for _, _, thought in self._made)

    def plies(self) -> Iterator[tuple[Position, int, Row | None]]:
        """(position before it, move, what was found about it) from the start on, with the forced passes that
        turns imply and without passes that changed nothing."""
        position = self.start
        passing = self.rules.pass_move
        for player, move, thought in self._made:
            if move == passing and (position.over or position.mover != player):
                continue
            while position.mover != player:
                yield position, passing, None
                position = position.play(passing)
            yield position, move, thought
            position = position.play(move)

    @property
    def turns(self) -> int:
        """How many turns `undo` can take back."""
        return len(self._turns) - 1

    @property
    def komi(self) -> float:
        """The komi that the rules count, 0 where they count none."""
        komi: float = getattr(self.rules, "komi", 0.0)
        return komi

    @property
    def ahead(self) -> int:
        """How many plies the game may last yet: one for each empty cell, and where cells are emptied again
        at least LONG_GAME."""
        position = self.position
        return max(position.empties, LONG_GAME if len(position.cells) > MOST_FILLED else 1)

    def with_rules(self, rules: Rules) -> Game:
        """The same turns under rules that differ in nothing but how the end is counted."""
        game = Game(rules)
        game._turns = [rules.adopt(position) for position in self._turns]
        game._made = list(self._made)
        return game

    def ready(self, player: int) -> Position | None:
        """The position now, or after the forced passes that stand between it and `player`'s move; None when
        another player has a choice to make first or the game is over."""
        position = self.position
        for _ in range(self.rules.players):
            moves = position.moves()
            if not moves:
                return None
            if position.mover == player:
                return position
            if moves != [self.rules.pass_move]:
                return None
            position = position.play(moves[0])
        return None

    def play(self, player: int, move: int, thought: Row | None = None) -> None:
        """Make a move, or a pass, for a player, and keep what was found about it; IllegalMove when it is not
        to be had.

        A pass is also accepted, and changes nothing, of a player who has no move although it is not his turn,
        and of everybody once the game is over: controllers ask until all have passed.
        """
        self._turns.append(self._after(player, move))
        self._made.append((player, move, thought))

    def undo(self, turns: int = 1) -> None:
        """Back to before the last turns."""
        if not 1 <= turns <= self.turns:
            raise NothingToUndo("there is no move to take back")
        del self._turns[-turns:]
        del self._made[-turns:]

    def copy(self) -> Game:
        """The same turns, to go on with apart from this game."""
        game = Game(self.rules, self.start)
        game._turns, game._made = list(self._turns), list(self._made)
        return game

    def stuck(self, player: int) -> bool:
        """Whether the player has nothing to choose: the game is over, or no move is his on this board."""
        return not self.rules.has_choice(self.position, player)

    def _after(self, player: int, move: int) -> Position:
        position = self.ready(player)
        if position is not None:
            if move in position.moves():
                return position.play(move)
        elif move == self.rules.pass_move and self.stuck(player):
            return self.position
        raise IllegalMove("illegal move")
