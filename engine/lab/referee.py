"""One game between clients, with a referee that knows the rules.

The referee makes forced passes and chance's moves itself and asks for every other move. Whoever plays what is
not legal, lets the flag fall, falls silent, hangs up or crashes loses, unless the game is over on the board.
A game that cannot be played as it should be is void.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import TypeVar, TypeVarTuple

from outflank.engine.analysis.plan import MOST_EMPTY, is_ending
from outflank.engine.deck import Deck
from outflank.engine.lab.client import RESIGN, Client, GameSetup, Request, Trouble, Turn, Unable
from outflank.engine.lab.clock import Clocks
from outflank.engine.lab.seeds import CLIENTS, DEAL, derive
from outflank.engine.lab.stop import Stop, Stopped
from outflank.engine.results.game_record import CHANCE, PASS, Fault, GameRecord, Ply
from outflank.engine.telling import Teller

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.client import Answer
    from outflank.engine.lab.openings import Opening
    from outflank.engine.lab.terms import Match
    from outflank.engine.play.player import Player

GRACE = 2.0
"""Seconds for which an engine that has lost on time is waited for, so that it is known how late it was."""
DIGITS = 7
"""Decimals of the seconds of a move: a bot takes less than a microsecond."""
SOLVING = 10.0
"""Seconds after which a position is played on that could not be solved."""
MOST_WORDS = 4096
"""Spellings of moves that are kept: an engine may write anything."""
T = TypeVar("T")
Arguments = TypeVarTuple("Arguments")

if TYPE_CHECKING:
    Words = dict[str, tuple[Sequence[int], str]]
    """Turns that engines have written: the decisions of each, and how the rules write it."""


class Forfeited(Exception):
    """A player has lost without having been beaten."""

    def __init__(self, player: int, end: str, reason: str) -> None:
        super().__init__(reason)
        self.player = player
        self.end = end


class Referee:
    """The game of a number, between clients in the order of their seats."""

    def __init__(
        self,
        match: Match,
        rules: Rules,
        number: int,
        opening: Opening,
        seats: Sequence[Client],
        stop: Stop,
        usual: str,
        words: Words,
    ) -> None:
        """The game begins as the rules do where the opening's start is the `usual` one."""
        self._match = match
        self._rules = rules
        self._words = words
        self._number = number
        self._opening = opening
        self._seats = seats
        self._stop = stop
        self._usual = opening.start == usual
        self._position = rules.new_position() if self._usual else rules.parse_position(opening.start)
        self._clocks = Clocks(match.clock, len(seats), match.margin)
        self._timed = match.clock.start is not None
        self._deck: Deck | None = None
        if rules.has_chance:
            self._deck = Deck(rules, derive(match.seed or 0, DEAL, number // len(seats)))
        self._solve = min(match.solve, MOST_EMPTY)
        self._listeners: list[tuple[int, Client]] = []
        self._tellers: dict[int, Teller] = {}
        self._plies: list[Ply] = []
        self._fault: Fault | None = None
        self._solver: Player | None = None
        self._solving = 0.0

    def play(self, match_id: str) -> GameRecord:
        """Play it to its end. Stopped when the bell is rung."""
        match, seats = self._match, self._seats
        began, start = time.time(), time.monotonic()
        waited = sum(seat.waited for seat in seats)
        end, lead, loser, void = "played", None, None, ""
        try:
            self._begin()
            end, lead = self._play_on()
        except Unable as error:
            end, void = "void", str(error)
        except Forfeited as forfeited:
            end, loser = forfeited.end, forfeited.player
            if end != "resigned":
                self._fault = Fault(seats[loser].spec.name, str(forfeited))
        seconds = time.monotonic() - start
        thought = sum(seat.waited for seat in seats) - waited
        own = max(0.0, seconds - thought - self._solving)
        rewards, scores = self._outcome(end, lead, loser)
        return GameRecord(
            match=match_id,
            number=self._number,
            opening=self._number // len(seats),
            opening_name=self._opening.name,
            game=match.game,
            size=match.size,
            start=self._opening.start,
            players=match.variant.players,
            seats=tuple(seat.spec.name for seat in seats),
            plies=tuple(self._plies),
            rewards=rewards,
            scores=scores,
            end=end,
            fault=self._fault,
            void=void,
            began=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
            seconds=round(seconds, 3),
            machine=os.uname().nodename,
            programs={seat.spec.name: seat.program for seat in seats},
            overhead=round(own / max(1, len(self._plies)), 6),
        )

    def _begin(self) -> None:
        """Have all seats ready, with the opening on their boards."""
        match, rules, seats = self._match, self._rules, self._seats
        names = tuple(seat.spec.name for seat in seats)
        seed = derive(match.seed or 0, CLIENTS, self._number)
        setup = GameSetup(
            match.variant, match.size, rules, self._position, self._usual, match.clock, names, seed
        )
        for player, seat in enumerate(seats):
            self._call(player, "at the start of the game", seat.begin, setup, player)
        self._listeners = [(player, seat) for player, seat in enumerate(seats) if seat.listens]
        if rules.has_hidden:
            self._tellers = {player: Teller(rules, player, self._position) for player, _ in self._listeners}
        for text in self._opening.moves:
            moves = rules.find_moves(self._position, text)
            player = CHANCE if self._deck and self._position.chances() else self._position.mover
            self._make(player, self._text(moves), moves)

    def _play_on(self) -> tuple[str, int | None]:
        """Play until it is over or solved; how it ended, and the first player's lead where it was solved."""
        forced = [self._rules.pass_move]
        while legal := self._position.moves():
            if self._deck is not None and self._position.chances():
                move = self._deck.draw(self._position)
                self._make(CHANCE, self._rules.move_text(move), (move,))
            elif self._solve and (lead := self._solved()) is not None:
                return "adjudicated", lead
            elif legal == forced:
                self._make(self._position.mover, PASS, legal)
            else:
                self._ask(legal)
        return "played", None

    def _ask(self, legal: list[int]) -> None:
        """Have the player to move make a move."""
        player = self._position.mover
        seat = self._seats[player]
        left = self._clocks.left(player) if self._timed else None
        limit = seat.spec.patience if left is None else left + self._match.margin + GRACE
        request = Request(player, left, limit, legal, self._shown(player))
        try:
            answer = seat.choose(request)
        except Trouble as trouble:
            raise self._broken(player, trouble, self._when) from None
        if self._stop.rung:
            raise Stopped
        if self._timed and (late := self._clocks.spend(player, answer.seconds)) is not None:
            raise Forfeited(player, "time", f"{late:.3f} s too late {self._when}")
        text = answer.move
        found = self._words.get(text) or self._read(text)
        if found is None and text.lower() == RESIGN:
            raise Forfeited(player, "resigned", "")
        if (
            found is None
            or found[0][0] not in legal
            or (len(found[0]) > 1 and not is_turn(self._position, found[0]))
        ):
            raise Forfeited(player, "illegal", f"plays {text!r} {self._when}, which is not legal")
        self._make(player, found[1], found[0], answer)

    def _read(self, text: str) -> tuple[Sequence[int], str] | None:
        """The moves that a text of an engine names, and how the rules write them; None when it names none."""
        rules = self._rules
        try:
            moves = rules.find_moves(self._position, text)
        except ValueError:
            return None
        found = moves, self._text(moves)
        # Where a word may stand for several decisions it depends on the position.
        if len(self._words) < MOST_WORDS and not rules.has_hidden:
            self._words[text] = found
        return found

    def _make(self, player: int, text: str, moves: Sequence[int], answer: Answer | None = None) -> None:
        """Make a turn on all boards. `answer` is None for the opening's moves, forced passes and events."""
        if answer is not None:
            _, seconds, value, unit, visits, depth = answer
            self._plies.append(Ply(player, text, False, round(seconds, DIGITS), value, unit, visits, depth))
        else:
            self._plies.append(Ply(player, text, len(self._plies) < len(self._opening.moves)))
        before = self._position
        for move in moves:
            self._position = self._position.play(move)
        if self._listeners:
            forced = text == PASS and len(before.moves()) == 1
            self._tell(Turn(player, text, tuple(moves), forced, answer))

    def _text(self, moves: Sequence[int]) -> str:
        rules = self._rules
        return PASS if moves[0] == rules.pass_move else rules.word(self._position, list(moves))

    def _tell(self, turn: Turn) -> None:
        """Tell the seats of a turn."""
        when = f"told of move {len(self._plies)}, {turn.move}"
        for player, seat in self._listeners:
            told = self._told(turn, player)
            if told is None:
                continue
            try:
                self._call(player, when, seat.moved, told)
            except Forfeited as forfeited:
                if not self._position.over:
                    raise
                self._fault = Fault(seat.spec.name, str(forfeited))

    def _shown(self, player: int) -> Position:
        """The position as a seat may see it."""
        position = self._position
        return self._rules.seen(position, player) if self._rules.has_hidden else position

    def _told(self, turn: Turn, player: int) -> Turn | None:
        """The turn as a seat is told of it, with the draws and shows that it sees; None where that is
        nothing."""
        teller = self._tellers.get(player)
        return turn if teller is None else as_told(turn, teller)

    @property
    def _when(self) -> str:
        return f"at move {len(self._plies) + 1}"

    def _call(self, player: int, when: str, verb: Callable[[*Arguments], T], *words: *Arguments) -> T:
        """The return value of a seat's verb; Forfeited when the seat fails in it."""
        try:
            return verb(*words)
        except Trouble as trouble:
            raise self._broken(player, trouble, when) from None

    def _broken(self, player: int, trouble: Trouble, when: str) -> Forfeited:
        """The end of a game whose player has failed; that one's engine is ended."""
        self._seats[player].close(politely=False)
        return Forfeited(player, trouble.end, f"{trouble} ({when})")

    def _solved(self) -> int | None:
        """The first player's lead with best play, where that is to be found out, and found."""
        if not is_ending(self._position, self._solve):
            return None
        from outflank.engine.play.player import Player

        began = time.monotonic()
        self._solver = self._solver or Player()
        answer = next(iter(self._solver.analysis.exact_scores(self._position, 1, SOLVING)), None)
        self._solving += time.monotonic() - began
        if answer is None or not answer.exact:
            return None
        return int(-answer.low if self._position.mover else answer.low)

    def _outcome(
        self, end: str, lead: int | None, loser: int | None
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Rewards and scores. Who forfeits gets nothing, the others share what there is to be had."""
        if end == "void":
            return (), ()
        if lead is not None:
            black = (lead > 0) + 0.5 * (lead == 0)
            return (black, 1 - black), ((64 + lead) // 2, (64 - lead) // 2)
        rewards = tuple(round(reward, 6) for reward in self._position.rewards())
        scores = tuple(self._rules.scores(self._position))
        if loser is not None:
            players = len(rewards)
            share = round(sum(rewards) / (players - 1), 6)
            rewards = tuple(0.0 if player == loser else share for player in range(players))
        return rewards, scores


def as_told(turn: Turn, teller: Teller) -> Turn | None:
    """A turn as the seat of a teller is told of it, with the draws and shows that it sees; None where that is
    nothing. The teller follows the game by it."""
    events = tuple(event for move in turn.moves for event in teller.step(move))
    if turn.player != CHANCE:
        return turn._replace(events=events)
    # The draw itself is not for everybody's eyes.
    return turn._replace(move="", moves=(), events=events) if events else None


def is_turn(position: Position, moves: Sequence[int]) -> bool:
    """Tell whether these decisions can be made one after the other, and are a whole turn."""
    for move in moves:
        if move not in position.moves():
            return False
        position = position.play(move)
    rules: Rules = position.rules
    return not rules.unfinished(position)
