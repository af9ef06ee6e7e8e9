"""Players for the engine's part of a sitting: one that analyses, and one for each level that sits there.

The player that analyses keeps one tree over moves, undo and games; a weaker level has a tree of its own, or
it would play with what the stronger one knows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from outflank.engine.analysis.report import Report, Row
from outflank.engine.analysis.watching import Watch
from outflank.engine.game import Game
from outflank.engine.play import bots
from outflank.engine.play.clocks.time_control import Reading
from outflank.engine.play.game_choice import GameChoice
from outflank.engine.play.levels import find_level
from outflank.engine.play.player import Player
from outflank.engine.play.resignation import RESIGN
from outflank.protocol.settings import Value
from outflank.protocol.sitting.seats import Seat

BEST = "master"
"""The level of a seat that names none: everything the engine has."""
OTHERS_MEGABYTES = 64
"""Memory of a player beside the one that analyses; a judgement, as their searches are short."""
MOST_PLAYERS = 6
"""Players beside the one that analyses. No game has more seats."""

Make = Callable[[Mapping[str, Value]], Player]
"""Makes a player by the program's options, some of them changed."""


class Answer(NamedTuple):
    """An engine's move as text, or a resignation; what its search found about it, if there was one, and all
    that it found."""

    text: str
    row: Row | None = None
    report: Report | None = None

    @property
    def resigns(self) -> bool:
        """Tell whether the engine gives up."""
        return self.text == RESIGN


class Engines:
    """The players of one client. Searches run in one thread at a time; `ring` may be called from any."""

    def __init__(self, make: Make, seed: int | None = None) -> None:
        self._make = make
        self._seed = time.time_ns() % (1 << 32) if seed is None else seed
        self._changes: dict[str, Value] = {}
        self.main = make({})
        self._others: dict[str, Player] = {}
        self._bots: dict[tuple[str, str, int], tuple[object, bots.Bot]] = {}
        self._guests: list[Player] = []
        self._rung = False

    def ring(self) -> None:
        """End what any of them does."""
        self._rung = True
        for player in self._all():
            player.bell.ring()

    def clear(self) -> None:
        """Let them search again."""
        self._rung = False
        for player in self._all():
            player.bell.clear()

    @property
    def rung(self) -> bool:
        """Tell whether what is done is to end."""
        return self._rung

    def admit(self, player: Player) -> None:
        """Take in a player made elsewhere, for as long as it works: `ring` ends it too."""
        self._guests.append(player)
        if self._rung:
            player.bell.ring()

    def dismiss(self, player: Player) -> None:
        """Let go of a player that was admitted."""
        self._guests.remove(player)

    def change(self, name: str, value: Value) -> None:
        """Set an option of the program to a value it can take, for all of them."""
        self.main.change(name, value)
        if name != "level":
            self._changes[name] = value
        self._others.clear()

    def sit(self, player: Player, choice: GameChoice, game: Game) -> None:
        """Have a player look at a game as it is now."""
        variant = choice.variant
        if (player.variant, player.size) != (variant, choice.size):
            player.set_game(variant.name, choice.size)
        if player.komi != choice.komi:
            player.set_komi(choice.komi)
        _follow(player, game)

    def answer(
        self,
        seat: Seat,
        choice: GameChoice,
        game: Game,
        reading: Reading,
        asked: float,
        watch: Watch | None = None,
    ) -> Answer:
        """The move of the engine in a seat, for who is to move in a game, by these clocks. Refused when it
        cannot be found."""
        level = seat.level or BEST
        if find_level(level) is None:
            return Answer(self._bot_move(level, choice, game))
        player = self.player(level, choice)
        self.sit(player, choice, game)
        limits = player.settings.own_limits
        player.change("seconds", limits.seconds if seat.seconds is None and limits else seat.seconds)
        player.change("visits", limits.visits if seat.visits is None and limits else seat.visits)
        player.clock.set_clock(reading.settings)
        player.clock.reading = reading
        earlier = player.report
        mover = player.position.mover
        try:
            text = player.move(player.request(mover), asked, watch)
        finally:
            player.settings.own_limits = limits
        report = None if player.report is earlier else player.report
        return Answer(text, None if text == RESIGN else player.game.thoughts[-1], report)

    def player(self, level: str, choice: GameChoice) -> Player:
        """The player of a level, made to begin with this game where there is none yet."""
        if level == self.main.settings.level.name:
            return self.main
        if level not in self._others:
            while len(self._others) >= MOST_PLAYERS:
                self._others.pop(next(iter(self._others)))
            own: dict[str, Value] = {"game": choice.variant.name, "size": choice.size, "level": level}
            self._others[level] = self._make({**self._changes, **own, "memory": OTHERS_MEGABYTES})
            if self._rung:
                self._others[level].bell.ring()
        return self._others[level]

    def _bot_move(self, name: str, choice: GameChoice, game: Game) -> str:
        """The move of a bot that is not a level, all its decisions; it goes on drawing where it was."""
        key = name, choice.variant.name, choice.size
        rules, bot = self._bots.get(key, (None, None))
        if bot is None or rules is not game.rules:
            bot = bots.bot(name, game.rules, self._seed)
            self._bots[key] = game.rules, bot
        move = bot.choose(game.position)
        if move < 0:
            return "pass"
        moves, at = [move], game.position.play(move)
        while game.rules.unfinished(at):
            moves.append(bot.choose(at))
            at = at.play(moves[-1])
        return game.rules.word(game.position, moves)

    def _all(self) -> Iterator[Player]:
        yield self.main
        yield from list(self._others.values())
        yield from list(self._guests)


def _follow(player: Player, game: Game) -> None:
    """Have a player's game be the same as another: by the moves that it lacks where it is a part of that one,
    or goes beyond it."""
    own = player.game
    # Where chance deals the decks must be the same too.
    same = not game.rules.has_chance and _text(own) == _text(game)
    shared = 0
    for one, other in zip(own.made, game.made, strict=False):
        if one != other:
            break
        shared += 1
    if not same or (shared == 0 and own.turns):
        player.adopt(game.with_rules(player.rules))
        return
    if own.turns > shared:
        player.undo(own.turns - shared)
    for (mover, move), thought in zip(game.made[shared:], game.thoughts[shared:], strict=True):
        player.game.play(mover, move, thought)


def _text(game: Game) -> str:
    """The start of a game as text, in which positions with the same key may differ."""
    return str(game.rules.position_text(game.start))
