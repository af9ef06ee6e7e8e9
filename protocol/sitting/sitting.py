"""A game between seats: its history forward and back, its clocks, and how it ends.

It knows nothing of threads, protocols or searches: verbs change it or raise Refused, and who drives it asks
`waiting` whose doing is awaited.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from outflank.engine.analysis.report import Row
from outflank.engine.errors import IllegalMove, NothingToUndo, Refused, WrongTurn
from outflank.engine.game import Game, find_moves
from outflank.engine.play.clocks.time_control import NO_LIMIT, Reading, TimeControl
from outflank.engine.play.game_choice import GameChoice
from outflank.protocol.formats.notation import text_of
from outflank.protocol.sitting.clocks import Clocks
from outflank.protocol.sitting.deal import deal
from outflank.protocol.sitting.seats import ENGINE, PERSON, Seat, check_seat
from outflank.protocol.web.boards import cell_of, changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

AWAITS_PERSON, AWAITS_ENGINE, PAUSED, OVER = "person", "engine", "paused", "over"
PLAYED, RESIGNED, TIME = "played", "resigned", "time"
RULE = "rule"
"""Who makes a forced pass."""
MOST_PLIES = 4000
"""More plies than any of the games can last; as many positions fit into memory."""


class GameOver(Refused):
    """The game has ended."""


class NothingToRedo(Refused):
    """No move was taken back."""


class Turn:
    """A move of the game and what is told of it: who made it (a person, an engine, the rule), how long that
    took, the cells that changed, what the clocks showed before it, and its review once there is one."""

    __slots__ = ("player", "move", "text", "cell", "changes", "by", "seconds", "reading", "judged")

    def __init__(
        self,
        before: Position,
        moves: Sequence[int],
        after: Position,
        by: str,
        seconds: float,
        reading: Reading,
    ) -> None:
        rules = before.rules
        self.player = before.mover
        self.move = moves[0]
        self.text = rules.word(before, list(moves)) if rules.has_chance else text_of(rules, self.move)
        self.cell = cell_of(rules, self.move)
        self.changes = changes(before, after)
        self.by = by
        self.seconds = seconds
        self.reading = reading
        self.judged: object = None

    @property
    def forced(self) -> bool:
        """Tell whether there was nothing else to do."""
        return self.by == RULE


class Ending(NamedTuple):
    """An end before the game's own: a player has resigned, or his time is over."""

    kind: str
    player: int


class Sitting:
    """One game, from a position on. `full` is the game with all its moves, `game` as far as it is looked at:
    up to ply `ply`. A move made there takes the place of those behind it."""

    def __init__(
        self,
        choice: GameChoice,
        seats: Sequence[Seat],
        control: TimeControl = NO_LIMIT,
        game: Game | None = None,
    ) -> None:
        variant = choice.variant
        if len(seats) != len(variant.players):
            raise Refused(f"{variant.name} has {len(variant.players)} players, not {len(seats)}")
        for seat in seats:
            check_seat(seat, variant, choice.size)
        self.choice = choice
        self.seats = list(seats)
        self.clocks = Clocks(control)
        self.version = 0
        self.paused = False
        self.lent = False
        """Tell whether an engine is to make the next move of a person."""
        self.ending: Ending | None = None
        self.turns: list[Turn] = []
        begun = deal(choice.new_rules(0.5)) if game is None else game
        if begun.rules.has_chance:
            self.full = self.game = begun.copy()
            reading = self.clocks.reading
            for turn in begun.history:
                self.turns.append(Turn(turn.before, turn.moves, turn.after, PERSON, 0.0, reading))
        else:
            self.full = self.game = Game(begun.rules, begun.start)
            for position, move, thought in begun.plies():
                self._append(position.mover, [move], PERSON, 0.0, thought)
        self._pass_by_rule()
        self._changed(time.monotonic())

    @property
    def ply(self) -> int:
        """The moves up to what is looked at."""
        return self.game.turns

    @property
    def plies(self) -> int:
        """All moves of the game."""
        return len(self.turns)

    @property
    def position(self) -> Position:
        """The position that is looked at."""
        return self.game.position

    @property
    def at_end(self) -> bool:
        """Tell whether the last move is looked at."""
        return self.ply == self.plies

    @property
    def waiting(self) -> str:
        """The side that is awaited: a person's, an engine's, nobody's after the end, or a word to go on."""
        if self.position.over or (self.ending is not None and self.at_end):
            return OVER
        if self.seats[self.position.mover].kind == PERSON and not self.lent:
            return AWAITS_PERSON
        return PAUSED if self.paused or not self.at_end else AWAITS_ENGINE

    @property
    def forced(self) -> bool:
        """Tell whether all that can be done is to pass."""
        return self.position.moves() == [self.position.rules.pass_move]

    @property
    def is_over(self) -> bool:
        """Tell whether the whole game has ended, whatever is looked at."""
        return self.full.position.over or self.ending is not None

    @property
    def keeps_secrets(self) -> bool:
        """Tell whether the hand of who is to move is an engine's, so that nobody here may see it."""
        hidden = bool(self.position.rules.has_hidden)
        return hidden and not self.position.over and self.seats[self.position.mover].kind != PERSON

    @property
    def viewer(self) -> int | None:
        """The player whose hand may be seen here: a person who is to move, or the only person there is."""
        if self.seats[self.position.mover].kind == PERSON:
            return self.position.mover
        persons = [player for player, seat in enumerate(self.seats) if seat.kind == PERSON]
        return persons[0] if len(persons) == 1 else None

    def may_judge(self, player: int) -> bool:
        """Tell whether a player's moves may be told beside better ones: with hidden hands those of the only
        person, and all once the game is over."""
        only = [seat.kind for seat in self.seats].count(PERSON) == 1 and self.seats[player].kind == PERSON
        return only or self.is_over or not self.position.rules.has_hidden

    def play(self, text: str, ply: int | None = None) -> None:
        """Make a person's move, meant for the moment after `ply` plies."""
        if ply is not None and ply != self.ply:
            raise WrongTurn(f"the move was meant for ply {ply}, the game is at {self.ply}")
        self._require_open()
        if self.seats[self.position.mover].kind != PERSON and self.waiting != PAUSED:
            raise WrongTurn(f"{self.choice.variant.players[self.position.mover]} is to move, an engine")
        self._make(find_moves(self.game.rules, self.position, text), PERSON)

    def answer(self, text: str, thought: Row | None = None) -> None:
        """Make an engine's move for who is to move."""
        self._require_open()
        self._make(find_moves(self.game.rules, self.position, text), ENGINE, thought)

    def undo(self, turns: int | None = None) -> None:
        """Go back by `turns` plies, or to where a person had a choice last."""
        if self.ply == 0:
            raise NothingToUndo("there is no move to take back")
        target = self._choice_of_person(range(self.ply - 1, -1, -1)) if turns is None else self.ply - turns
        self.go_to(self.ply - 1 if target is None else target)

    def redo(self, turns: int | None = None) -> None:
        """Go forward by `turns` plies, or to where a person has a choice next, or to the end."""
        if self.at_end:
            raise NothingToRedo("no move was taken back")
        target = (
            self._choice_of_person(range(self.ply + 1, self.plies)) if turns is None else self.ply + turns
        )
        self.go_to(self.plies if target is None else target)

    def go_to(self, ply: int) -> None:
        """Look at the game after `ply` plies."""
        if not 0 <= ply <= self.plies:
            raise Refused(f"the game has {self.plies} plies")
        if ply == self.ply:
            return
        self.game = self.full.copy()
        if ply < self.plies:
            self.game.undo(self.plies - ply)
            self.clocks.back_to(self.turns[ply].reading)
        self.paused, self.lent = True, False
        self._changed(time.monotonic())

    def go_on(self) -> None:
        """Have an engine move here, though later moves are there, or it is a person's turn."""
        self._require_open()
        if not self.at_end:
            self._cut()
        self.paused = False
        self.lent = self.seats[self.position.mover].kind == PERSON
        self._changed(time.monotonic())

    def resign(self, player: int) -> None:
        """End the game: a player gives up."""
        self._require_open()
        self._end(Ending(RESIGNED, player))

    def look_at_clock(self, now: float) -> bool:
        """End the game if the time of who is to move is over; whether it is."""
        if self.clocks.flag(now) > 0 or self.clocks.running is None:
            return False
        player = self.clocks.running
        self.clocks.spend(now)
        self._end(Ending(TIME, player))
        return True

    def take_seat(self, player: int, seat: Seat) -> None:
        """Change who plays a seat."""
        check_seat(seat, self.choice.variant, self.choice.size)
        self.seats[player] = seat
        self._changed(time.monotonic())

    def _require_open(self) -> None:
        if self.waiting == OVER:
            raise GameOver("the game has ended")

    def _choice_of_person(self, plies: range) -> int | None:
        """The first of these plies at which a person has a choice; None where there is none."""
        positions = self.full.positions
        for ply in plies:
            person = self.seats[positions[ply].mover].kind == PERSON
            if person and not self.turns[ply].forced:
                return ply
        return None

    def _make(self, moves: Sequence[int], by: str, thought: Row | None = None) -> None:
        """Make a move of who is to move, all its decisions, in place of those behind it."""
        position, now = self.position, time.monotonic()
        if self.plies >= MOST_PLIES:
            raise Refused(f"a game has at most {MOST_PLIES} plies")
        trial = self.game.copy()
        for move in moves:
            trial.play(position.mover, move, thought)
        if trial.rules.unfinished(trial.position):
            raise IllegalMove("the move is not whole")
        if self.look_at_clock(now):
            return
        if not self.at_end:
            self._cut()
        reading = self.clocks.reading
        seconds = self.clocks.spend(now)
        self.paused = self.lent = False
        self._append(position.mover, moves, by, seconds, thought, reading)
        self._pass_by_rule()
        self._changed(now)

    def _append(
        self,
        player: int,
        moves: Sequence[int],
        by: str,
        seconds: float,
        thought: Row | None = None,
        reading: Reading | None = None,
    ) -> None:
        before = self.full.position
        for move in moves:
            self.full.play(player, move, thought)
        forced = RULE if before.moves() == [before.rules.pass_move] else by
        shown = self.clocks.reading if reading is None else reading
        self.turns.append(Turn(before, moves, self.full.position, forced, seconds, shown))
        self.game = self.full

    def _pass_by_rule(self) -> None:
        """Make the passes that are all that can be done."""
        rules = self.full.rules
        while self.full.position.moves() == [rules.pass_move]:
            self._append(self.full.position.mover, [rules.pass_move], RULE, 0.0)

    def _cut(self) -> None:
        """Let go of the moves behind what is looked at."""
        self.full = self.game = self.game.copy()
        del self.turns[self.ply :]
        self.ending = None

    def _end(self, ending: Ending) -> None:
        if not self.at_end:
            self._cut()
        self.ending = ending
        self._changed(time.monotonic())

    def _changed(self, now: float) -> None:
        """Count a change, and have the clock run of whose doing is awaited."""
        self.version += 1
        if not self.at_end or self.waiting not in (AWAITS_PERSON, AWAITS_ENGINE):
            self.clocks.rest()
        elif self.clocks.running != self.position.mover:
            self.clocks.start(self.position.mover, now)
