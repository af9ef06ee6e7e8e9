"""A game in progress: the position, how it came about, and whose word may change it."""

from __future__ import annotations

from outflank.engine.errors import BadMove, IllegalMove, NothingToUndo
from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from outflank.engine.analysis.report import Row
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.deck import Deck

    Found = TypeVar("Found")


LONG_GAME = 60
"""Plies that a game without an end in sight is taken to last at least."""
MOST_FILLED = 100
"""Cells of the largest board that is filled once and for all."""


class Turn(NamedTuple):
    """One word of a player: its decisions, most often a single one, and the chance events that followed.

    `thoughts` are the rows of searches about the decisions, None where nothing was found."""

    player: int
    moves: tuple[int, ...]
    thoughts: tuple[Row | None, ...]
    before: Position
    after: Position
    events: tuple[int, ...] = ()


class Game:
    """Positions from the start to now. A turn is one word that a caller transmitted: most often a move,
    together with the forced passes of other players that it implies and the chance events that follow it.
    `undo` takes back one turn.

    With a deck (engine/deck.py) the game draws what is due itself; without one, events are told (`happen`).

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

    def __init__(self, rules: Rules, start: Position | None = None, deck: Deck | None = None) -> None:
        self.rules = rules
        self.deck = deck
        self._start, self._opening = self._drawn(start or rules.new_position())
        self._turns: list[Turn] = []

    @property
    def position(self) -> Position:
        """The position now."""
        return self._turns[-1].after if self._turns else self._start

    @property
    def start(self) -> Position:
        """The position the history begins with, after the deal."""
        return self._start

    @property
    def opening(self) -> tuple[int, ...]:
        """The chance events before the first turn."""
        return self._opening

    @property
    def history(self) -> tuple[Turn, ...]:
        """The turns, the first one first."""
        return tuple(self._turns)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position after every turn, the start first."""
        return (self._start, *(turn.after for turn in self._turns))

    @property
    def made(self) -> tuple[tuple[int, int], ...]:
        """(player, move) of every decision so far."""
        return tuple((turn.player, move) for turn in self._turns for move in turn.moves)

    @property
    def thoughts(self) -> tuple[Row | None, ...]:
        """The search's row (engine/analysis/report.py: Row) of every decision, None where nothing was
        found."""
        return tuple(thought for turn in self._turns for thought in turn.thoughts)

    def plies(self) -> Iterator[tuple[Position, int, Row | None]]:
        """(position before it, move, row found about it) of each ply from the start on. Forced passes that
        turns imply are among them; chance events and passes that changed nothing are not."""
        for number, at, position, move in self.steps():
            yield position, move, None if number is None else self._turns[number].thoughts[at]

    def steps(self) -> Iterator[tuple[int | None, int, Position, int]]:
        """The same plies as (turn, decision in it, position before it, move), numbers from 0 on. A forced
        pass that a turn implies has none of a turn."""
        for number, turn in enumerate(self._turns):
            position = turn.before
            passing = self.rules.pass_move
            if turn.moves == (passing,) and (position.over or position.mover != turn.player):
                continue
            while position.mover != turn.player:
                yield None, 0, position, passing
                position = position.play(passing)
            for at, move in enumerate(turn.moves):
                yield number, at, position, move
                position = position.play(move)

    @property
    def turns(self) -> int:
        """The number of turns that `undo` can take back."""
        return len(self._turns)

    @property
    def komi(self) -> float:
        """The komi that the rules count, 0 where they count none."""
        komi: float = getattr(self.rules, "komi", 0.0)
        return komi

    @property
    def ahead(self) -> int:
        """Plies that the game may last yet: one for each empty cell. Where cells are emptied again they are
        at least LONG_GAME."""
        position = self.position
        return max(position.empties, LONG_GAME if len(position.cells) > MOST_FILLED else 1)

    def with_rules(self, rules: Rules) -> Game:
        """The same turns under rules that differ only in how the end is counted."""
        return self._changed(rules, rules.adopt, self.deck)

    def seen_by(self, player: int) -> Game:
        """The same turns as a player knows them, without a deck."""
        return self._changed(self.rules, lambda position: self.rules.seen(position, player), None)

    def ready(self, player: int) -> Position | None:
        """The position now, or after the forced passes before `player`'s move. None when another player has a
        choice to make first, chance moves next or the game is over."""
        position = self.position
        for _ in range(self.rules.players):
            moves = position.moves()
            if not moves or self.rules.has_chance and position.chances():
                return None
            if position.mover == player:
                return position
            if moves != [self.rules.pass_move]:
                return None
            position = position.play(moves[0])
        return None

    @property
    def event_due(self) -> bool:
        """Tell whether chance moves next and the game has no deck to draw from."""
        return self.rules.has_chance and bool(self.position.chances())

    def play(self, player: int, move: int, thought: Row | None = None) -> None:
        """Make one decision, or a pass, for a player, and keep the row found about it. IllegalMove when it is
        not to be had. It goes on with the turn before where that is told in part (`Rules.unfinished`).

        A pass out of turn of a player without a move is accepted too, and changes nothing, as is any pass
        once the game is over: controllers ask until all have passed.
        """
        after, events = self._after(player, move)
        if self._turns and self.rules.unfinished(self.position):
            last = self._turns[-1]
            moves, thoughts = (*last.moves, move), (*last.thoughts, thought)
            self._turns[-1] = last._replace(moves=moves, thoughts=thoughts, after=after, events=events)
        else:
            self._turns.append(Turn(player, (move,), (thought,), self.position, after, events))

    def play_word(self, player: int, text: str) -> None:
        """Make all decisions that a word stands for, or none. BadMove when it names none, IllegalMove when
        one of them is not to be had."""
        moves = find_moves(self.rules, self.position, text)
        if len(moves) == 1:
            self.play(player, moves[0])
            return
        trial = self.copy()
        for move in moves:
            trial.play(player, move)
        if self.rules.unfinished(trial.position):
            raise IllegalMove("illegal move")
        self._turns = trial._turns

    def legal_words(self) -> list[str]:
        """The words that the player to move may say; none where chance moves next or the game is over."""
        if self.rules.has_chance and self.position.chances():
            return []
        return [self.rules.word(self.position, moves) for moves in self._words_from(self.position, [])]

    def _words_from(self, position: Position, made: list[int]) -> Iterator[list[int]]:
        """The decisions of each word that begins with those made."""
        for move in position.moves():
            after = position.play(move)
            if self.rules.unfinished(after):
                yield from self._words_from(after, [*made, move])
            else:
                yield [*made, move]

    def happen(self, event: int) -> None:
        """Note a chance event that is due. IllegalMove when it is not."""
        if not self.event_due or event not in self.position.moves():
            raise IllegalMove("illegal move")
        after, events = self._drawn(self.position.play(event))
        self._keep(after, (event, *events))

    def correct(self, position: Position) -> None:
        """Put in place of the position now the same one with more known of it."""
        self._keep(position, ())

    def words(self) -> tuple[str, ...]:
        """The word of every turn."""
        return tuple(self.rules.word(turn.before, list(turn.moves)) for turn in self._turns)

    def undo(self, turns: int = 1) -> None:
        """Back to before the last turns and the chance events after them."""
        if not 1 <= turns <= self.turns:
            raise NothingToUndo("there is no move to take back")
        del self._turns[-turns:]

    def copy(self) -> Game:
        """The same turns, to go on with apart from this game."""
        game = Game.__new__(Game)
        game.rules, game.deck = self.rules, self.deck
        game._start, game._opening, game._turns = self._start, self._opening, list(self._turns)
        return game

    def stuck(self, player: int) -> bool:
        """Tell whether the player has nothing to choose: the game is over, or the player has no move on this
        board."""
        return not self.rules.has_choice(self.position, player)

    def _after(self, player: int, move: int) -> tuple[Position, tuple[int, ...]]:
        position = self.ready(player)
        if position is not None:
            if move in position.moves():
                return self._drawn(position.play(move))
        elif move == self.rules.pass_move and self.stuck(player):
            return self.position, ()
        raise IllegalMove("illegal move")

    def _drawn(self, position: Position) -> tuple[Position, tuple[int, ...]]:
        """The position after the draws that are due, and these, where there is a deck."""
        events: list[int] = []
        while self.deck is not None and position.chances():
            events.append(self.deck.draw(position))
            position = position.play(events[-1])
        return position, tuple(events)

    def _keep(self, position: Position, events: Sequence[int]) -> None:
        """Go on from a position that chance events have led to."""
        if self._turns:
            last = self._turns[-1]
            self._turns[-1] = last._replace(after=position, events=(*last.events, *events))
        else:
            self._start, self._opening = position, (*self._opening, *events)

    def _changed(self, rules: Rules, change: Callable[[Position], Position], deck: Deck | None) -> Game:
        """The same turns, each of whose positions is changed alike."""
        game = Game.__new__(Game)
        game.rules, game.deck, game._opening = rules, deck, self._opening
        game._start = before = change(self._start)
        game._turns = []
        for turn in self._turns:
            game._turns.append(turn._replace(before=before, after=change(turn.after)))
            before = game._turns[-1].after
        return game


def find_move(rules: Rules, text: str) -> int:
    """The move that a text names. BadMove when it names none."""
    if text.isascii() and text.lower() == "pass":
        return rules.pass_move
    return _found(text, lambda: rules.find_move(text))


def find_moves(rules: Rules, position: Position, text: str) -> list[int]:
    """The moves that a word stands for in a position. BadMove when there are none."""
    if text.isascii() and text.lower() == "pass":
        return [rules.pass_move]
    return _found(text, lambda: rules.find_moves(position, text))


def _found(text: str, find: Callable[[], Found]) -> Found:
    """The thing that a text of the client names; BadMove where `find` refuses it."""
    if not text.isascii():
        raise BadMove(f"{text!r} is not a move")
    try:
        return find()
    except ValueError as error:
        raise BadMove(str(error)) from None
