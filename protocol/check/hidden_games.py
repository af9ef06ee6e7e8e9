"""Steps of the check of a GTP engine in games with hidden hands; the checker is the referee.

The checker owns the deck and tells the engine what its seat may see, as protocol/match does.
"""

from __future__ import annotations

import random
import time

from outflank.engine import telling
from outflank.engine.deck import Deck
from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.recorded_process import Skip, Step, need
from outflank.protocol.formats.notation import score_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from outflank.engine.variant import Variant

NEEDED = ("set_game", "list_games", "outflank-seat", "outflank-hand", "outflank-show")
CLOCK = "time_settings 2 0 0"
GAME_SECONDS = 30.0
"""Seconds after which a game is broken off: slow engines are judged by its beginning."""
SOME = 30
"""Words of the games that are not played to their end."""
END = "end"
"""The word by which a player calls the end."""


def hidden_variants(gtp: Gtp) -> list[Variant]:
    """The games with hidden hands that it lists; Skip where there is none, or it cannot be told of hands."""
    gtp.has(*NEEDED)
    found: list[Variant] = []
    for name in gtp.games:
        variant = find_game(name)
        if variant is not None and variant.hidden and variant not in found:
            found.append(variant)
    if not found:
        raise Skip("it lists no game with hidden hands")
    return found


class Table:
    """A game whose referee is the checker: the true game, and an engine with one seat, or all of them."""

    def __init__(self, gtp: Gtp, variant: Variant, seat: int | None, seed: int) -> None:
        self.gtp = gtp
        self.variant = variant
        self.seat = seat
        rules = variant.rules()
        self.game = Game(rules, deck=Deck(rules, seed))
        self._chance = random.Random(f"{variant.name} {seat} {seed}")
        gtp.ok(f"set_game {variant.name}")
        gtp.ok("clear_board")
        if "time_settings" in gtp.commands:
            gtp.ok(CLOCK)
        if seat is not None:
            gtp.ok(f"outflank-seat {variant.players[seat]}")

    @property
    def mover(self) -> int:
        """The player who decides next."""
        return int(self.game.position.mover)

    def colour(self, player: int) -> str:
        """A player's name."""
        return self.variant.players[player]

    def begin(self) -> None:
        """Tell the engine of its hand, and of all that lies on the table."""
        if self.seat is not None:
            self.tell(telling.opening(self.game, self.seat))

    def tell(self, events: Sequence[telling.Event]) -> None:
        """Tell the engine of draws, shows and its own hand."""
        for event in events:
            if event.kind == "draw":
                self.gtp.ok(f"play draw {event.cards[0]}")
            else:
                self.gtp.ok(" ".join([f"outflank-{event.kind}", self.colour(event.player), *event.cards]))

    def make(self, word: str) -> None:
        """Make a turn in the true game, and tell the engine what follows from it."""
        self.game.play_word(self.mover, word)
        if self.seat is not None:
            self.tell(telling.after_turn(self.game.rules, self.game.history[-1], self.seat))

    def send(self, word: str) -> None:
        """Make a turn on both tables."""
        self.gtp.ok(f"play {self.colour(self.mover)} {word}")
        self.make(word)

    def chosen(self) -> str:
        """The word of a player of ours: a random one, but never the end before nothing else is left."""
        words = self.game.legal_words()
        return self._chance.choice([word for word in words if word != END] or words)

    def ask(self) -> str:
        """The engine's move for the player to move, which must be legal."""
        said = self.gtp.ok(f"genmove {self.colour(self.mover)}", self.gtp.wire.thinking).strip()
        legal = {word.upper(): word for word in self.game.legal_words()}
        shown = " ".join(sorted(legal)[:12])
        need(said.upper() in legal, f"it says {said!r}, which is not legal; legal are {shown} ...")
        return legal[said.upper()]

    def play_on(self, most: int) -> None:
        """Play the game, the engine in its seats, at most `most` words or GAME_SECONDS."""
        end = time.monotonic() + GAME_SECONDS
        while not self.game.position.over and self.game.turns < most:
            if time.monotonic() > end:
                self.gtp.wire.note(f"a game was broken off after {self.game.turns} words")
                return
            if self.seat in (None, self.mover):
                self.make(self.ask())
            else:
                self.send(self.chosen())
        if self.game.position.over:
            self.compare_scores()

    def compare_scores(self) -> None:
        """Fault where the engine tells another result than the rules."""
        if "final_score" in self.gtp.commands:
            right = score_text(self.variant.players, self.game.rules.scores(self.game.position))
            said = self.gtp.ok("final_score").strip()
            need(said == right, f"the score is given as {said!r}; it is {right}")

    def compare_hand(self, player: int) -> None:
        """Fault where the engine has another hand than the rules."""
        said = self.gtp.ok(f"outflank-hand {self.colour(player)}").split()
        right = self.game.rules.hand(self.game.position, player)
        need(said == right, f"the hand of {self.colour(player)} is {' '.join(right)}, not {' '.join(said)}")

    def reach(self, player: int) -> None:
        """Play until a player has the move, and tiles have been laid."""
        while self.mover != player or self.game.turns < 2:
            self.send(self.chosen())


ALL_WORDS = 1 << 20


def plays_seats(gtp: Gtp) -> None:
    variants = hidden_variants(gtp)
    for seat in range(len(variants[0].players)):
        table = Table(gtp, variants[0], seat, seat + 1)
        table.begin()
        table.play_on(ALL_WORDS)
    for number, variant in enumerate(variants[1:], 1):
        table = Table(gtp, variant, number % len(variant.players), number)
        table.begin()
        table.play_on(SOME)


def unknown_hands(gtp: Gtp) -> None:
    variant = hidden_variants(gtp)[0]
    table = Table(gtp, variant, 1, 5)
    need(
        gtp.reply_to(f"genmove {table.colour(1)}").sign == "?", "it moves before its hand and draws are told"
    )
    table.begin()
    for player in range(len(variant.players)):
        if player != 1:
            table.reach(player)
            said = gtp.reply_to(f"genmove {table.colour(player)}", gtp.wire.thinking)
            need(said.sign == "?", f"it says {said.text!r} for {table.colour(player)}, whose hand is hidden")
            unseen = gtp.ok(f"outflank-hand {table.colour(player)}").split()
            need(set(unseen) <= {telling.UNSEEN}, f"it names tiles of the hand of {table.colour(player)}")
    table.reach(1)
    table.ask()


def undoes_draws(gtp: Gtp) -> None:
    gtp.has("undo")
    table = Table(gtp, hidden_variants(gtp)[0], 0, 3)
    table.begin()
    table.reach(0)
    table.compare_hand(0)
    turns = table.game.turns
    while table.game.turns < turns + 2 or table.mover == 0:
        table.send(table.chosen())
    words = table.game.words()[turns:]
    for _ in words:
        gtp.ok("undo")
    table.game.undo(len(words))
    table.compare_hand(0)
    for word in words:
        table.send(word)
    table.compare_hand(0)


def wrong_cards(gtp: Gtp) -> None:
    table = Table(gtp, hidden_variants(gtp)[0], 0, 4)
    table.begin()
    table.reach(0)
    rules, position = table.game.rules, table.game.position
    hand = rules.hand(position, 0)
    foreign = rules.hand(position, 1)[0]
    red, yellow = table.colour(0), table.colour(1)
    for line in (
        f"play draw {hand[0]}",
        f"play draw {foreign}",
        "play draw ?",
        "play draw 99Z",
        f"play {red} {foreign}",
        f"play {yellow} {foreign}",
        f"play {red} found:No-such-chain",
        f"outflank-hand {red} {foreign} {' '.join(hand[1:])}",
        f"outflank-show {yellow} {hand[0]}",
        "outflank-seat purple",
    ):
        gtp.refused(line)
    table.compare_hand(0)
    table.make(table.ask())


def refereed(gtp: Gtp) -> None:
    gtp.has("outflank-deck")
    variant = hidden_variants(gtp)[0]
    table = Table(gtp, variant, None, 6)
    deck = table.game.deck
    assert deck is not None
    gtp.ok("outflank-deck " + " ".join(map(table.game.rules.card_text, deck.order)))
    for player in range(len(variant.players)):
        table.compare_hand(player)
    table.play_on(ALL_WORDS)


def money(gtp: Gtp) -> None:
    """From a position in which the end may be called: nothing is drawn after it."""
    gtp.has("outflank-position", "final_score")
    variant = hidden_variants(gtp)[0]
    table = Table(gtp, variant, None, 7)
    while END not in table.game.legal_words():
        table.game.play_word(table.mover, table.chosen())
    rules = table.game.rules
    gtp.ok(f"outflank-position {rules.position_text(table.game.position)}")
    gtp.refused("final_score")
    table.send(END)
    while not table.game.position.over:
        table.send(table.chosen())
    table.compare_scores()


HIDDEN = (
    Step("hidden hands", "each seat plays by what it is told", plays_seats),
    Step("unknown hands", "no move is made for them", unknown_hands),
    Step("undo of draws", "takes back a turn and what was drawn after it", undoes_draws),
    Step("wrong cards", "are refused and change nothing", wrong_cards),
    Step("told deck", "the engine as referee deals it to all seats", refereed),
    Step("money", "at the end is what the rules say", money),
)
