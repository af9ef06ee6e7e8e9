"""One game between contenders, with a referee who knows the rules.

The referee makes forced passes himself and asks for every other move. Whoever plays what is not legal, lets
the flag fall, falls silent, hangs up or crashes loses, unless the game is over on the board. A game that
cannot be played as it should be is void.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from outflank.engine.analysis.plan import MOST_EMPTY, is_ending
from outflank.engine.games import find_game
from outflank.engine.results.game_record import Fault, GameRecord, Ply
from outflank.engine.variant import Variant
from outflank.protocol.console.own_program import as_kept
from outflank.protocol.match.clock import MARGIN, Clock, Clocks
from outflank.protocol.match.engines.client import (
    GRACE,
    PASS,
    RESIGN,
    Answer,
    Contender,
    Entry,
    Terms,
    Unable,
)
from outflank.protocol.match.engines.process import Trouble
from outflank.protocol.match.openings import Opening, hashed

SOLVING = 10.0
"""Seconds after which a position is played on that could not be solved."""
T = TypeVar("T")


class Match(NamedTuple):
    """Everything that decides what a match is: with a game's number, all that a game depends on. Game `n` has
    opening `n // players`, engine A in seat `n % players` and B in all others."""

    game: str
    size: int
    a: Entry
    b: Entry
    clock: Clock
    openings: str
    margin: float = MARGIN
    solve: int = 0
    """Othello 8x8 ends, adjudicated, with so many empty squares if it can be solved then."""

    @property
    def variant(self) -> Variant:
        found = find_game(self.game)
        assert found is not None
        return found

    @property
    def id(self) -> str:
        """16 hexadecimal digits that differ when anything differs."""
        return hashed(repr(self.kept))

    @property
    def kept(self) -> Match:
        """The match as its folder and its games have it."""
        a, b = (entry._replace(command=as_kept(entry.command)) for entry in (self.a, self.b))
        return self._replace(a=a, b=b)


class Broken(Exception):
    """A player has lost without having been beaten."""

    def __init__(self, player: int, end: str, reason: str) -> None:
        super().__init__(reason)
        self.player = player
        self.end = end


class Duel:
    """The game of a number, between contenders in the order of their seats."""

    def __init__(self, match: Match, number: int, opening: Opening, seats: Sequence[Contender]) -> None:
        self._match = match
        self._number = number
        self._opening = opening
        self._seats = seats
        self._variant = match.variant
        self._rules = self._variant.rules(match.size)
        self._position = self._rules.parse_position(opening.start)
        self._clocks = Clocks(match.clock, len(seats), match.margin)
        self._plies: list[Ply] = []
        self._fault: Fault | None = None
        self._solver: Any = None
        self._solving = 0.0

    def play(self) -> GameRecord:
        """Play it to its end. Stopped when we are to stop."""
        began, start = time.time(), time.monotonic()
        waited = [seat.waited for seat in self._seats]
        end, lead, loser, void = "played", None, None, ""
        try:
            self._begin()
            end, lead = self._play_on()
        except Unable as error:
            end, void = "void", str(error)
        except Broken as broken:
            end, loser = broken.end, broken.player
            if end != "resigned":
                self._fault = Fault(self._seats[loser].entry.name, str(broken))
        seconds = time.monotonic() - start
        thought = sum(seat.waited - before for seat, before in zip(self._seats, waited, strict=True))
        own = max(0.0, seconds - thought - self._solving)
        rewards, scores = self._outcome(end, lead, loser)
        return GameRecord(
            match=self._match.id,
            number=self._number,
            opening=self._number // len(self._seats),
            opening_name=self._opening.name,
            game=self._match.game,
            size=self._match.size,
            start=self._opening.start,
            players=tuple(self._variant.players),
            seats=tuple(seat.entry.name for seat in self._seats),
            plies=tuple(self._plies),
            rewards=rewards,
            scores=scores,
            end=end,
            fault=self._fault,
            void=void,
            began=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
            seconds=round(seconds, 3),
            machine=os.uname().nodename,
            programs={seat.entry.name: seat.program for seat in self._seats},
            overhead=round(own / max(1, len(self._plies)), 6),
        )

    def _begin(self) -> None:
        """Have all seats ready, with the opening on their boards."""
        match, rules = self._match, self._rules
        usual = rules.position_text(rules.new_position()) == self._opening.start
        names = tuple(seat.entry.name for seat in self._seats)
        terms = Terms(self._variant, match.size, rules, self._position, usual, match.clock, names)
        for player, seat in enumerate(self._seats):
            self._call(player, "at the start of the game", seat.begin, terms, player)
        for text in self._opening.moves:
            self._make(rules.find_move(text), None)

    def _play_on(self) -> tuple[str, int | None]:
        """Play until it is over or solved; how it ended, and the first player's lead where it was solved."""
        while legal := self._position.moves():
            lead = self._solved()
            if lead is not None:
                return "adjudicated", lead
            if legal == [self._rules.pass_move]:
                self._make(legal[0], None)
            else:
                self._ask(legal)
        return "played", None

    def _ask(self, legal: list[int]) -> None:
        """Have the player to move make a move."""
        player = self._position.mover
        seat = self._seats[player]
        left = self._clocks.left(player)
        limit = seat.entry.patience if left is None else left + self._match.margin + GRACE
        when = f"at move {len(self._plies) + 1}"
        only = len(legal) == 1
        answer = self._call(player, when, seat.choose, player, left, limit, only)
        late = self._clocks.spend(player, answer.seconds)
        if late is not None:
            raise Broken(player, "time", f"{late:.3f} s too late {when}")
        if answer.move.lower() == RESIGN:
            raise Broken(player, "resigned", "")
        try:
            move = self._rules.find_move(answer.move)
        except ValueError:
            move = None
        if move not in legal:
            raise Broken(player, "illegal", f"plays {answer.move!r} {when}, which is not legal")
        self._make(move, answer)

    def _make(self, move: int, answer: Answer | None) -> None:
        """Make a move on all boards. `answer` is None for the opening's moves and forced passes."""
        rules, mover = self._rules, self._position.mover
        text = PASS if move == rules.pass_move else rules.move_text(move)
        forced = self._position.moves() == [rules.pass_move]
        given = answer is None and len(self._plies) < len(self._opening.moves)
        told = Ply(mover, text, given)
        if answer is not None:
            told = Ply(mover, text, False, round(answer.seconds, 6), *answer[2:])
        self._plies.append(told)
        self._position = self._position.play(move)
        when = f"told of move {len(self._plies)}, {text}"
        for player, seat in enumerate(self._seats):
            own = answer is not None and player == mover
            try:
                self._call(player, when, seat.moved, mover, text, forced, answer, own)
            except Broken as broken:
                if not self._position.over:
                    raise
                self._fault = Fault(seat.entry.name, str(broken))

    def _call(self, player: int, when: str, verb: Callable[..., T], *words: Any) -> T:
        """What a seat's verb returns; Broken when the seat fails in it, and then it is ended."""
        try:
            return verb(*words)
        except Trouble as trouble:
            self._seats[player].close(politely=False)
            raise Broken(player, trouble.end, f"{trouble} ({when})") from None

    def _solved(self) -> int | None:
        """The first player's lead with best play, where that is to be found out, and found."""
        if not is_ending(self._position, min(self._match.solve, MOST_EMPTY)):
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
