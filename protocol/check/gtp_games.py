"""Steps of the check of a GTP engine in each game that it lists."""

from __future__ import annotations

from outflank.engine.games import find_game
from outflank.engine.variant import Variant
from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.othello_games import chances, pick, text_of
from outflank.protocol.check.recorded_process import Steps, need

CLOCK = "time_settings 3 0 0"
ASKED = (4, 8)
"""The plies of a game that it is asked for; the others are ours."""
PLIES = 10
GAMES = Steps()


@GAMES.step("all games", "of list_games can be played")
def all_games(gtp: Gtp) -> None:
    gtp.has("list_games", "set_game")
    need(gtp.games, "list_games names no game")
    known = []
    for name in gtp.games:
        gtp.ok(f"set_game {name}")
        variant = find_game(name)
        if variant is not None and variant not in known:
            known.append(variant)
            # Where hands are hidden steps of their own play, with a referee (protocol/check/hidden_games).
            if not variant.hidden:
                play_some(gtp, variant)
    gtp.refused("set_game no-such-game")
    unknown = len(gtp.games) - len(known)
    if unknown:
        gtp.wire.note(f"{unknown} games cannot be played here and were only set")


def play_some(gtp: Gtp, variant: Variant) -> None:
    """Some moves of a game, made by us and asked for in turn."""
    gtp.ok(f"boardsize {variant.sizes[0]}")
    gtp.ok("clear_board")
    position = variant.rules().new_position()
    chance = chances(7)
    if "time_settings" in gtp.commands:
        gtp.ok(CLOCK)
    for number in range(PLIES):
        if position.over:
            return
        player = variant.players[position.mover]
        if number in ASKED:
            text = gtp.ok(f"genmove {player}", gtp.wire.thinking).strip().upper()
            legal = {text_of(position, move): move for move in position.moves()}
            need(text in legal, f"it plays {text!r} in {variant.name}, which is not legal")
            position = position.play(legal[text])
        else:
            move = pick(chance, position.moves())
            gtp.ok(f"play {player} {text_of(position, move)}")
            position = position.play(move)
    if move not in position.moves():
        gtp.refused(f"play {variant.players[position.mover]} {text_of(position, move)}")
