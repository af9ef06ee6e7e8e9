"""The verbs every protocol speaks: one game, one clock, one tree.

A verb either does what it says or raises `Refused` and leaves everything as it was.
"""

import time

from engine import core
from engine.game import BadMove, BadSize, Game, UnknownGame, WrongTurn
from engine.games import find_game
from engine.limits import Limits

SLICE = 0.01
"""Seconds of search between two looks at what else happened: signals are served in between."""

DEFAULT_LIMITS = Limits(visits=10_000, seconds=5.0)


class Player:
    """Keeps a game, answers with moves. Nothing costly is built before the first search."""

    def __init__(self, game="Othello", size=None, limits=DEFAULT_LIMITS, seed=None, memory=256):
        if limits == Limits():
            raise ValueError("a player needs a limit: visits, seconds or both")
        self.limits = limits
        self.seed = time.time_ns() & (1 << 64) - 1 if seed is None else seed
        self.memory = memory
        self.komi = None
        self.bell = core.load("search").Bell()
        self._search = None
        self.set_game(game, size)

    @property
    def players(self):
        """The players' names, first to move first."""
        return self.variant.players

    @property
    def rules(self):
        return self.game.rules

    @property
    def position(self):
        return self.game.position

    def set_game(self, name, size=None):
        """Play another game, from its start."""
        variant = find_game(name)
        if variant is None:
            raise UnknownGame(f"unknown game {name!r}")
        self._begin(variant, variant.sizes[0] if size is None else size, self.komi)

    def set_size(self, size):
        """Play the same game from its start on a board of another size."""
        self._begin(self.variant, size, self.komi)

    def set_komi(self, komi):
        """Note the komi. A game that counts one (in shares of the board, so from -1 to 1) goes on with it;
        others have none, and a komi meant for another game leaves the usual one standing."""
        game = self.game.with_rules(self._rules(self.variant, self.size, komi))
        self.komi = komi
        self.game = game
        self._search = None

    def clear(self):
        """The same game from its start."""
        self.game = Game(self.rules)

    def play(self, player, text):
        """Make the move a text names, for a player (a number)."""
        self.game.play(player, self._move(text))

    def undo(self):
        """Take back the last transmitted move, or the last own one."""
        self.game.undo()

    def genmove(self, player):
        """Find a move for a player, make it, and return its text."""
        move = self.find_move(player)
        self.game.play(player, move)
        return self.rules.move_text(move) if move >= 0 else "pass"

    def search_move(self, player):
        """The text of the move `genmove` would make; the game stays where it is."""
        move = self.find_move(player)
        return self.rules.move_text(move) if move >= 0 else "pass"

    def find_move(self, player):
        """The best move for a player; his pass when he has nothing to choose, and then always."""
        position = self.game.ready(player)
        if position is None:
            if self.game.stuck(player):
                return self.rules.pass_move
            raise WrongTurn(f"{self.players[self.position.mover]} is to move")
        moves = position.moves()
        return moves[0] if len(moves) == 1 else self._think(position)

    def scores(self):
        """Each player's final score, or None while the game goes on."""
        return self.rules.scores(self.position) if self.position.over else None

    def diagram(self):
        return self.rules.diagram(self.position)

    def _begin(self, variant, size, komi):
        if size not in variant.sizes:
            raise BadSize("unacceptable size")
        game = Game(self._rules(variant, size, komi))
        self.variant, self.size, self.game, self._search = variant, size, game, None

    @staticmethod
    def _rules(variant, size, komi):
        counts = komi is not None and variant.komi and abs(komi) <= 1
        return variant.rules(size, komi if counts else None)

    def _move(self, text):
        if text.lower() == "pass":
            return self.rules.pass_move
        try:
            return self.rules.find_move(text)
        except ValueError as error:
            raise BadMove(str(error)) from None

    def _think(self, position):
        """Search until a limit is reached or the bell rings."""
        search = self._search or self._new_search()
        self._search = search
        search.look_at(position)
        end = time.monotonic() + (self.limits.seconds or float("inf"))
        left = self.limits.visits or 1 << 62
        while left > 0:
            remaining = end - time.monotonic()
            left -= search.run(left, min(SLICE, remaining), self.bell)
            if self.bell.rung or remaining <= SLICE:
                break
        return max(search.rows(), key=lambda row: (row[1], row[2]))[0]

    def _new_search(self):
        leaf = core.load("leaf").Leaf()
        search = core.load("search")
        return search.Search(self.rules, core.load("pool").Pool(self.memory), leaf, self.seed)
