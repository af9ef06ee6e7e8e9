"""The dealer of a player's games: decks, whose eyes the player has, and what others tell of hidden things.

With all eyes the player is the referee: a deck deals. With the eyes of one seat it knows that seat's hand,
and is told of every draw.
"""

from __future__ import annotations

from outflank.engine.errors import BadMove, IllegalMove, Refused
from outflank.engine.game import Game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.play.player import Player

NOTHING = "none"
"""What is drawn from an empty bag."""


class Dealer:
    """Deals the games of one player, who plays on in `player.game`."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.eyes: int | None = None
        """The seat whose knowledge the positions hold, None for everybody's."""

    def new_game(self, rules: Rules, start: Position | None = None) -> Game:
        """A game from its start, or a position, as far as the player may see it. Its deck is shuffled anew,
        unless a seed promises that the same game will be played."""
        if not rules.has_chance:
            return Game(rules, start)
        if start is not None:
            self.eyes = rules.eyes(start)
        if self.eyes is not None:
            return Game(rules, start or rules.seen(rules.new_position(), self.eyes))
        from outflank.engine.deck import Deck

        settings = self._player.settings
        return Game(
            rules, start, Deck(rules, settings.seed + (0 if settings.repeatable else self._player.games))
        )

    def leave(self) -> None:
        """See everything again, as another game begins."""
        self.eyes = None

    def sit(self, seat: int | None) -> None:
        """See with the eyes of one seat from now on, or everything. Everything can only be seen of a new
        game: Refused once a turn has been made. A seat's eyes cannot become another's: the game begins anew
        if no turn has been made, and Refused otherwise."""
        self._require_hidden()
        game = self._player.game
        if seat == self.eyes:
            return
        if self.eyes is None and seat is not None and game.turns:
            self._player.game, self.eyes = game.seen_by(seat), seat
            return
        if game.turns:
            raise Refused("the other hands are not known; begin a new game first")
        self.eyes = seat
        self._player.game = self.new_game(game.rules)

    def stack(self, order: Sequence[str] | int) -> None:
        """Begin the game anew with a deck: by a seed, or card by card. Refused when it is not a deck,
        where another deals or a turn has been made."""
        self._require_hidden()
        from outflank.engine.deck import Deck, deck_of

        game = self._player.game
        if self.eyes is not None:
            raise Refused("the deck is only dealt where all is seen")
        if game.turns:
            raise Refused("the deck is told before the first move")
        try:
            deck = Deck(game.rules, order) if isinstance(order, int) else deck_of(game.rules, order)
        except ValueError as error:
            raise Refused(str(error)) from None
        self._player.game = Game(game.rules, deck=deck)

    def tell_hand(self, seat: int, cards: Sequence[str]) -> None:
        """Take the word of another on the hand of a seat. Refused when it cannot be that."""
        self._require_hidden()
        rules, position = self._player.rules, self._player.position
        try:
            known = rules.reveal(position, seat, list(cards))
        except ValueError as error:
            raise Refused(str(error)) from None
        self._player.game.correct(known)

    def cards(self) -> list[str]:
        """The cards of the deck, the first to be dealt first. Refused where another deals."""
        self._require_hidden()
        game = self._player.game
        if game.deck is None:
            raise Refused("the deck is not known")
        return [game.rules.card_text(card) for card in game.deck.order]

    def happen(self, card: str) -> None:
        """Note what is drawn: a card, `?` for one that is not seen, NOTHING from an empty bag. BadMove when
        it is not a card, IllegalMove when it cannot be drawn now."""
        self._require_hidden()
        game = self._player.game
        if card.lower() != NOTHING:
            game.happen(_event(game.rules, f"draw:{card}"))
        elif game.event_due:
            raise IllegalMove("illegal move")

    def show(self, seat: int, cards: Sequence[str]) -> None:
        """Note the cards that a seat shows, and that it shows no more. IllegalMove, and nothing has changed,
        when they are not what it may have to show."""
        self._require_hidden()
        game = self._player.game
        rules = game.rules
        trial = game.copy()
        for event in sorted(_event(rules, f"show:{card}") for card in cards):
            if trial.position.mover != seat:
                raise IllegalMove("illegal move")
            trial.happen(event)
        end = _event(rules, "show:-")
        if trial.event_due and trial.position.mover == seat and end in trial.position.moves():
            trial.happen(end)
        self._player.game = trial

    def _require_hidden(self) -> None:
        if not self._player.variant.hidden:
            raise Refused(f"nothing is hidden in {self._player.variant.name}")


def _event(rules: Rules, word: str) -> int:
    """The chance event that a word names. BadMove when it names none."""
    try:
        return rules.find_move(word)
    except ValueError as error:
        raise BadMove(str(error)) from None
