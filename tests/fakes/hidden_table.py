"""A table with hidden hands for a fake GTP engine that plays at random, with faults."""

import random
from types import SimpleNamespace

from outflank.engine.deck import Deck
from outflank.engine.errors import BadMove, IllegalMove, Refused
from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.engine.play.dealer import Dealer

GAME = "Acquire 3"


class HiddenTable:
    """Questions of the engine's dealer to its player, and the commands about it, which raise FAILURES."""

    def __init__(self, faults):
        self.faults = faults
        self.variant = find_game(GAME)
        self.rules = self.variant.rules()
        self.settings = SimpleNamespace(seed=1, repeatable=True)
        self.games = 0
        self.chance = random.Random(1)
        self.dealer = Dealer(self)
        self.game = self.dealer.new_game(self.rules)

    @property
    def position(self):
        return self.game.position

    def player(self, word):
        if word.lower() not in self.variant.players:
            raise BadMove(word)
        return self.variant.players.index(word.lower())

    def clear(self):
        self.dealer.leave()
        self.game = self.dealer.new_game(self.rules)

    def seat(self, word):
        self.dealer.sit(None if word == "all" else self.player(word))

    def hand(self, seat, *cards):
        seat = self.player(seat)
        if not cards:
            return " ".join(self.rules.hand(self.position, seat))
        try:
            self.dealer.tell_hand(seat, cards)
        except Refused:
            if "any-cards" not in self.faults:
                raise
        return ""

    def show(self, seat, *cards):
        self.dealer.show(self.player(seat), cards)

    def deck(self, *cards):
        self.dealer.stack(cards)
        if "own-deck" in self.faults:
            self.game = Game(self.rules, deck=Deck(self.rules, 99))

    def set_position(self, text):
        self.game = self.dealer.new_game(self.rules, self.rules.parse_position(text))

    def play(self, who, word):
        if who == "draw":
            self.dealer.happen(word)
        else:
            self.game.play_word(self.player(who), word)

    def genmove(self, who):
        seat = self.player(who)
        words = self.game.legal_words()
        if "guesses" in self.faults and (
            not words or not self.rules.knows(self.position, self.position.mover)
        ):
            return words[0] if words else "1A"
        if not words or self.position.mover != seat or not self.rules.knows(self.position, seat):
            raise Refused("cannot move")
        word = self.chance.choice(words)
        if "foreign-tiles" in self.faults and self.rules.kind(self.position) == "place":
            held = self.rules.hand(self.position, seat)
            return next(tile for tile in ("5A", "6B", "7C", "8D", "9E", "1F", "2G") if tile not in held)
        self.game.play_word(seat, word)
        return word

    def undo(self):
        turn = self.game.history[-1]
        self.game.undo()
        if "undo-draws-alone" in self.faults and turn.events:
            for move in turn.moves:
                self.game.play(turn.player, move)

    def final_score(self):
        if not self.position.over:
            raise Refused("cannot score")
        scores = self.rules.scores(self.position)
        if "short-change" in self.faults:
            scores = [score - 100 * (player == 1) for player, score in enumerate(scores)]
        return " ".join(f"{name}={score}" for name, score in zip(self.variant.players, scores, strict=True))


FAILURES = (Refused, BadMove, IllegalMove, ValueError)
