"""GTP commands of games with chance and hidden hands: whose eyes the engine has, hands, decks, what is shown.

With all eyes the engine is the referee, and a deck deals. With the eyes of one seat it is told of every draw
by `play draw`, as the referee of a match does.
"""

from __future__ import annotations

from outflank.engine.errors import Refused
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError
from outflank.protocol.session.words import integer

ALL = "all"


@commands.command("outflank-mover")
def mover(gtp: Gtp, words: list[str]) -> str:
    """The player who decides, draws or shows next, and the kind of step; `over` at the end."""
    player = gtp.player
    kind = player.rules.kind(player.position)
    return kind if player.position.over else f"{player.players[player.position.mover]} {kind}"


@commands.command("outflank-legal")
def legal(gtp: Gtp, words: list[str]) -> str:
    """The moves of the player to move, one on a line, as `play` takes them."""
    return "\n".join(gtp.columns.write(word) for word in gtp.player.game.legal_words())


@commands.command("outflank-seat", "[SEAT]")
def seat(gtp: Gtp, words: list[str]) -> str:
    """The seat whose eyes the engine has, `all` for the referee's; with a seat, see with its eyes only."""
    dealer = gtp.player.dealer
    if not words:
        return ALL if dealer.eyes is None else gtp.player.players[dealer.eyes]
    dealer.sit(None if words[0].lower() == ALL else gtp.find_player(words[0]))
    return ""


@commands.command("outflank-hand", "SEAT [CARD...]")
def hand(gtp: Gtp, words: list[str]) -> str:
    """The hand of a seat, `?` for each card that is not known; with cards, take them for its whole hand."""
    player = gtp.find_player(words[0])
    if words[1:]:
        gtp.player.dealer.tell_hand(player, words[1:])
        return ""
    if not gtp.player.variant.hidden:
        raise Refused(f"nothing is hidden in {gtp.player.variant.name}")
    return " ".join(gtp.player.rules.hand(gtp.player.position, player))


@commands.command("outflank-deck", "[SEED|CARD...]")
def deck(gtp: Gtp, words: list[str]) -> str:
    """The deck of the game, the first card to be dealt first; with a seed or all cards, begin anew with
    that."""
    if not words:
        return " ".join(gtp.player.dealer.cards())
    gtp.player.dealer.stack(integer(words[0]) if len(words) == 1 else words)
    return ""


@commands.command("outflank-show", "SEAT [CARD...]")
def show(gtp: Gtp, words: list[str]) -> str:
    """Tell the engine which cards a seat shows now; none where it has nothing to show."""
    gtp.player.dealer.show(gtp.find_player(words[0]), words[1:])
    return ""


@commands.command("outflank-rules", "[NAME]")
def rules(gtp: Gtp, words: list[str]) -> str:
    """The rule set that is played; with a name, begin the game anew by that rule set."""
    variant = gtp.player.variant
    there = variant.rule_names
    if not words:
        return variant.rule_set or there[0]
    if words[0] not in there:
        raise CommandError(f"unknown rules; there are: {', '.join(there)}")
    name = variant.usual_name
    gtp.player.set_game(name if words[0] == there[0] else f"{name} {words[0]}")
    return ""
