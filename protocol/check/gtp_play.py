"""Steps of the check of a GTP engine at play: moves, passes, the end, undo, clocks, and all its games."""

from __future__ import annotations

import time

from outflank.engine.games import OTHELLO
from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.othello_games import (
    chances,
    game_with_pass,
    pick,
    random_game,
    text_of,
    wiped_out,
)
from outflank.protocol.check.recorded_process import Steps, hope, need
from outflank.protocol.formats.notation import score_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.protocol.check.othello_games import Plies

SIDES = ("b", "w")
MOVES = 8
"""Moves that are asked for in one game."""
THINK = 3
"""Seconds on the clock for all of a game's moves that are asked for."""
LATE = 1.5
"""Seconds by which such a game may take longer: that is the way there and back."""
INTERRUPT_AFTER = 0.1
"""Seconds of a search after which it is interrupted."""
INTERRUPTED_SECONDS = 2.0
OFF_BOOK = 20
"""Plies of chance after which no engine has a move at once."""
PLAY = Steps()


def new_game(gtp: Gtp, seconds: int = 0) -> Position:
    """The start of a game of Othello, with a clock where the program knows clocks."""
    gtp.othello()
    if "time_settings" in gtp.commands:
        gtp.ok(f"time_settings {seconds or THINK} 0 0")
    return OTHELLO.rules(8).new_position()


def send(gtp: Gtp, position: Position, move: int) -> Position:
    """Make a move on both boards."""
    gtp.ok(f"play {SIDES[position.mover]} {text_of(position, move)}")
    return position.play(move)


def lead(gtp: Gtp, plies: Plies, implicit: bool = True) -> Position:
    """Lead the program through these plies; forced passes are left out on request."""
    position = new_game(gtp)
    for before, move in plies:
        if implicit and move == before.rules.pass_move:
            position = before.play(move)
        else:
            position = send(gtp, before, move)
    return position


def answered(gtp: Gtp, position: Position) -> int:
    """The move that it makes when asked, which must be legal."""
    side = SIDES[position.mover]
    text = gtp.ok(f"genmove {side}", gtp.wire.thinking).strip()
    legal = {text_of(position, move): move for move in position.moves()}
    need(
        text.upper() in legal,
        f"it plays {text!r}, which is not legal; legal are {' '.join(legal) or 'no moves'}",
    )
    return int(legal[text.upper()])


@PLAY.step("legal moves", "are accepted")
def legal_moves(gtp: Gtp) -> None:
    position = new_game(gtp)
    for move in position.moves():
        gtp.ok("clear_board")
        gtp.ok(f"play b {text_of(position, move)}")
    for seed in (1, 2):
        lead(gtp, random_game(seed)[:30])


@PLAY.step("illegal moves", "are refused and change nothing")
def illegal_moves(gtp: Gtp) -> None:
    new_game(gtp)
    for word in ("a1", "d4", "c3", "e3"):
        gtp.refused(f"play b {word}")
    gtp.ok("play b d3")
    gtp.refused("play w d3")
    gtp.refused("play w f6")
    gtp.ok("play w c5")
    new_game(gtp)
    hope(gtp.reply_to("play w e3").sign == "?", "White may begin, where Black has moves")


@PLAY.step("words: illegal", "they fail with 'illegal move'", lenient=True)
def illegal_words(gtp: Gtp) -> None:
    new_game(gtp)
    text = gtp.refused("play b a1")
    need(text == "illegal move", f"an illegal move fails with {text!r}, not 'illegal move'")


@PLAY.step("capitals", "colours and squares in any case")
def capitals(gtp: Gtp) -> None:
    new_game(gtp)
    for line in ("play B D3", "play White c5", "play BLACK f6"):
        gtp.ok(line)


@PLAY.step("genmove", "plays legal moves and makes them")
def generates(gtp: Gtp) -> None:
    position = new_game(gtp)
    chance = chances(5)
    asked = 0
    while asked < MOVES and not position.over:
        if position.moves() == [position.rules.pass_move]:
            position = position.play(position.rules.pass_move)
            continue
        position = position.play(answered(gtp, position))
        asked += 1
        for _ in range(5):
            if not position.over and position.rules.pass_move not in position.moves():
                position = send(gtp, position, pick(chance, position.moves()))


@PLAY.step("same side twice", "genmove after a forced pass that nobody sent")
def same_side_twice(gtp: Gtp) -> None:
    plies, at = game_with_pass(1)
    position = lead(gtp, plies[: at + 1])
    answered(gtp, position)


@PLAY.step("pass left out", "a forced pass may be left out (Quarry)")
def pass_left_out(gtp: Gtp) -> None:
    for player in (0, 1):
        plies, at = game_with_pass(player)
        answered(gtp, lead(gtp, plies[: at + 2]))


@PLAY.step("pass sent", "a forced pass may be sent (GoGui, gomill)")
def pass_sent(gtp: Gtp) -> None:
    for player in (0, 1):
        plies, at = game_with_pass(player)
        lead(gtp, plies[: at + 2], implicit=False)


@PLAY.step("passes itself", "genmove without a move says PASS")
def passes_itself(gtp: Gtp) -> None:
    plies, at = game_with_pass(0)
    lead(gtp, plies[:at])
    text = gtp.ok("genmove b", gtp.wire.thinking)
    need(text.strip().upper() == "PASS", f"a side without a move plays {text!r}")
    before, move = plies[at]
    gtp.ok(f"play w {text_of(before.play(move), plies[at + 1][1])}")


@PLAY.step("needless pass", "is refused", lenient=True)
def needless_pass(gtp: Gtp) -> None:
    new_game(gtp)
    need(gtp.reply_to("play b pass").sign == "?", "a side that has moves may pass")


@PLAY.step("asked after the end", "genmove says PASS")
def after_the_end(gtp: Gtp) -> None:
    lead(gtp, random_game(3))
    for side in SIDES:
        text = gtp.ok(f"genmove {side}", gtp.wire.thinking)
        need(text.strip().upper() == "PASS", f"asked for a move after the end it says {text!r}")


@PLAY.step("pass after the end", "is accepted: referees wait for two")
def passes_after_the_end(gtp: Gtp) -> None:
    lead(gtp, random_game(3))
    gtp.ok("play b pass")
    gtp.ok("play w pass")


@PLAY.step("final_score", "as the rules say")
def final_score(gtp: Gtp) -> None:
    gtp.has("final_score")
    for seed in (3, 4, wiped_out()):
        plies = random_game(seed)
        position = lead(gtp, plies)
        right = score_text(OTHELLO.players, position.rules.scores(position))
        text = gtp.ok("final_score").strip()
        same = text == right or text.replace(".0", "") == right
        empty = (
            "the empty squares are the winner's; " if "-" in position.rules.position_text(position) else ""
        )
        need(same, f"the score is given as {text!r}; {empty}it is {right}")


@PLAY.step("unfinished score", "fails with 'cannot score'", lenient=True)
def unfinished_score(gtp: Gtp) -> None:
    gtp.has("final_score")
    new_game(gtp)
    text = gtp.refused("final_score")
    need(text == "cannot score", f"it says {text!r}, not 'cannot score'")


@PLAY.step("undo", "takes back moves sent and its own")
def undoes(gtp: Gtp) -> None:
    gtp.has("undo")
    position = new_game(gtp)
    gtp.ok("play b d3")
    gtp.ok("undo")
    move = answered(gtp, position)
    gtp.ok("undo")
    gtp.ok(f"play b {text_of(position, move)}")
    gtp.ok("undo")
    gtp.refused("undo")


@PLAY.step("undo of a pass", "takes back the move and the pass left out before it")
def undoes_passes(gtp: Gtp) -> None:
    gtp.has("undo")
    plies, at = game_with_pass(1)
    lead(gtp, plies[: at + 2])
    gtp.ok("undo")
    gtp.ok("undo")
    for before, move in (plies[at - 1], plies[at + 1]):
        gtp.ok(f"play {SIDES[before.mover]} {text_of(before, move)}")


@PLAY.step("clear_board", "leaves nothing to undo")
def clear_board(gtp: Gtp) -> None:
    gtp.has("undo")
    new_game(gtp)
    gtp.ok("play b d3")
    gtp.ok("clear_board")
    gtp.refused("undo")


@PLAY.step("clocks", "time_settings and time_left in all forms")
def clocks(gtp: Gtp) -> None:
    gtp.has("time_settings", "time_left")
    new_game(gtp)
    for line in (
        "time_settings 300 30 5",
        "time_settings 0 15 1",
        "time_settings 0 1 0",
        "time_settings 300 0 0",
    ):
        gtp.ok(line)
    for line in ("time_left b 290 0", "time_left white 30 5", "time_left b 0 0"):
        gtp.ok(line)
    for line in ("time_settings", "time_settings 300 x 5", "time_left b", "time_left purple 1 0"):
        gtp.refused(line)


@PLAY.step("keeps time", f"{MOVES} moves within {THINK} s on the clock")
def keeps_time(gtp: Gtp) -> None:
    gtp.has("time_settings")
    position = new_game(gtp, THINK)
    began = time.monotonic()
    for _ in range(MOVES):
        position = position.play(answered(gtp, position))
        if position.over or position.rules.pass_move in position.moves():
            break
    took = time.monotonic() - began
    need(took < 2 * THINK + LATE, f"{MOVES} moves with {THINK} s on each clock take {took:.1f} s")


@PLAY.step("interrupt", "# interrupt ends a search early")
def interrupts(gtp: Gtp) -> None:
    gtp.has("gogui-interrupt", "time_settings")
    position = lead(gtp, random_game(1)[:OFF_BOOK])
    gtp.ok("time_settings 3600 0 0")
    gtp.wire.send(f"genmove {SIDES[position.mover]}\n")
    if gtp.wire.stirs(INTERRUPT_AFTER):
        gtp.wire.note("it moved before it was interrupted")
    began = time.monotonic()
    gtp.wire.send("# interrupt\n")
    reply = gtp.reply(INTERRUPTED_SECONDS)
    took = time.monotonic() - began
    legal = [text_of(position, move) for move in position.moves()]
    need(
        reply.sign == "=" and reply.text.strip().upper() in legal,
        f"an interrupted genmove says {reply.text!r}",
    )
    need(took < INTERRUPTED_SECONDS, f"it takes {took:.1f} s to be interrupted")


@PLAY.step("reg_genmove", "says a move and does not make it")
def reg_genmove(gtp: Gtp) -> None:
    gtp.has("reg_genmove")
    position = new_game(gtp)
    text = gtp.ok("reg_genmove b", gtp.wire.thinking).strip().upper()
    need(
        text in [text_of(position, move) for move in position.moves()],
        f"it says {text!r}, which is not legal",
    )
    gtp.ok(f"play b {text}")


@PLAY.step("gogui-rules", "agree with the rules through a game")
def gogui_rules(gtp: Gtp) -> None:
    new_game(gtp)
    # An engine that began with another game may have listed other commands.
    gtp.learn()
    gtp.has("gogui-rules_legal_moves", "gogui-rules_board_size", "gogui-rules_side_to_move")
    need(gtp.ok("gogui-rules_board_size").strip() == "8", "gogui-rules_board_size is not one number")
    for position, move in random_game(6):
        said = gtp.ok("gogui-rules_legal_moves").split()
        legal = [text_of(position, one) for one in position.moves()]
        legal = ["pass"] if legal == ["PASS"] else legal
        need(sorted(said) == sorted(legal), f"it says that {' '.join(said)} are legal; {' '.join(legal)} are")
        side = gtp.ok("gogui-rules_side_to_move").strip().lower()
        need(side[:1] == SIDES[position.mover], f"it says that {side} is to move")
        send(gtp, position, move)
    need(not gtp.ok("gogui-rules_legal_moves"), "moves are legal after the end")


@PLAY.step("loadsgf", "of a file that is not there fails", lenient=True)
def missing_file(gtp: Gtp) -> None:
    gtp.has("loadsgf")
    gtp.refused("loadsgf no-such-folder/no-such-file.sgf")
