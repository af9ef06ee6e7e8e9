"""Steps of the check of an NBoard engine."""

from __future__ import annotations

import time

from outflank.protocol.check.nboard_grammar import WORDS, first_move, read_line
from outflank.protocol.check.nboard_talk import DEPTH, NBoard, after, game_line, quick
from outflank.protocol.check.othello_games import chances, game_with_pass, pick, random_game, text_of
from outflank.protocol.check.recorded_process import Fault, Step, Steps, hope, need, shown

DEEP = 60
END_SECONDS = 1.0
QUIT_SECONDS = 10.0
HINT_SECONDS = 3.0
BURST = 30
STEPS = Steps()
ENDS = Steps()


@STEPS.step("pong", "every ping is answered, in order, whatever its number")
def pongs(board: NBoard) -> None:
    board.ping()
    board.ask(*(f"ping {number}" for number in range(100, 100 + BURST)))
    for number in range(100, 100 + BURST):
        board.until_pong(number)
    for number in (7, 500, 0, 1):
        board.ask(f"ping {number}")
        board.until_pong(number)


def ping_first(board: NBoard) -> None:
    board.ask("ping 0", "nboard 2", "ping 1")
    board.until_pong(0)
    board.until_pong(1)


@STEPS.step("name", "set myname", lenient=True)
def names_itself(board: NBoard) -> None:
    need(board.name, "it does not tell its name with `set myname`")


@STEPS.step("unknown lines", "are ignored in silence")
def unknown_lines(board: NBoard) -> None:
    heard = board.ping("", "  ", "no-such-command 1 2 3", "set no-such-thing 5", "clear")
    answers = [said.word for said in heard if said.rest and said.word != "status"]
    need(not any(answers), "a line that means nothing has an answer")
    hope(not answers, "a line that means nothing has an answer, which the GUI ignores")


@STEPS.step("CR LF", "is read as LF")
def carriage_returns(board: NBoard) -> None:
    board.wire.send("ping 900\r\n")
    board.until_pong(900)


@STEPS.step("go", "one legal move behind ===")
def goes(board: NBoard) -> None:
    for plies in ([], random_game(1)[:7], random_game(2)[:20], random_game(3)[:45]):
        position = quick(board, plies)
        if not position.over and position.rules.pass_move not in position.moves():
            board.go(position)
            need(not board.idle(0.1), "something follows the ===")


@STEPS.step("go stays", "the move is not made on its board")
def go_stays(board: NBoard) -> None:
    position = quick(board, random_game(1)[:7])
    board.go(position)
    board.go(position)


@STEPS.step("go twice", "the first is given up, the second answered once")
def go_twice(board: NBoard) -> None:
    position = quick(board, random_game(1)[:7])
    board.number += 2
    board.ask(f"ping {board.number - 1}", "go", f"ping {board.number}", "go")
    board.until_pong(board.number - 1)
    board.until_pong(board.number)
    move = first_move(board.until("===", board.wire.thinking)[-1].rest)
    need(move in [text_of(position, one) for one in position.moves()], f"it plays {move}, which is not legal")
    need(not board.idle(), "a second answer comes to what was asked twice")


@STEPS.step("move", "in every form")
def moves(board: NBoard) -> None:
    position = quick(board, [])
    chance = chances(4)
    for form in ("{}", "{}//16.722", "{}/-2.67/0.21", "{}/1.5", "{}"):
        move = pick(chance, position.moves())
        board.ping("move " + form.format(text_of(position, move)))
        position = position.play(move)
        board.go(position)


@STEPS.step("commas", "are read as decimal points", lenient=True)
def commas(board: NBoard) -> None:
    plies = random_game(2)[:6]
    board.ping(game_line(plies, clock="1:05,5", times="/-2,67/0,21"), f"set depth {DEPTH}")
    position = after(plies)
    board.go(position)
    move = position.moves()[0]
    board.ping(f"move {text_of(position, move)}/-2,67/0.21")
    board.go(position.play(move))


@STEPS.step("odd games", "other starts, null names, tags it cannot know")
def odd_games(board: NBoard) -> None:
    plies = random_game(5)
    position = plies[20][0]
    board.ping(game_line([], start=position, clock="1:00:00"), f"set depth {DEPTH}")
    board.go(position)
    empty = (
        game_line(plies[:4])
        .replace("PB[human]", "PB[null]")
        .replace("RE[?]", "RE[?]BT[00:05:00]WT[00:05:00]")
    )
    board.ping(empty, f"set depth {DEPTH}")
    board.go(after(plies[:4]))


@STEPS.step("passes", "go says a pass")
def passes(board: NBoard) -> None:
    for player in (0, 1):
        plies, at = game_with_pass(player)
        quick(board, plies[:at])
        board.go(plies[at][0])


@STEPS.step("PA", "alone is a pass", lenient=True)
def pass_form(board: NBoard) -> None:
    plies, at = game_with_pass(0)
    quick(board, plies[:at])
    board.ping()
    board.ask("go")
    said = board.until("===", board.wire.thinking)[-1]
    need(said.rest == "PA", f"a pass is said as {said.rest!r}; NBoardLocalGameServer knows only PA")


@STEPS.step("told passes", "change the side, in a game and in a move")
def told_passes(board: NBoard) -> None:
    for player in (0, 1):
        plies, at = game_with_pass(player)
        position = after(plies[: at + 1])
        quick(board, plies[: at + 1])
        board.go(position)
        quick(board, plies[:at])
        board.ping("move PA//3.107")
        board.go(position)


@STEPS.step("hint", "legal moves in lines that can be read")
def hints(board: NBoard) -> None:
    position = quick(board, random_game(1)[:7])
    legal = [text_of(position, move) for move in position.moves()]
    board.ask("hint 4")
    heard = board.until("search", HINT_SECONDS)
    heard += board.quiet(0.5)
    heard += board.ping()
    for said in heard:
        if said.word in ("search", "book"):
            move = first_move(said.rest)
            need(move in legal, f"it hints at {move}, which is not legal")
    need(all(said.word != "===" for said in heard), "a hint is answered with ===")


@STEPS.step("hint at a pass", "says a pass or nothing")
def hint_at_pass(board: NBoard) -> None:
    plies, at = game_with_pass(1)
    quick(board, plies[:at])
    board.ask("hint 2")
    for said in [*board.quiet(0.7), *board.ping()]:
        if said.word in ("search", "book"):
            need(first_move(said.rest) == "PASS", "it hints at a move where there is none")


@STEPS.step("hint at the end", "says nothing")
def hint_at_end(board: NBoard) -> None:
    plies = random_game(3)
    board.ping(game_line(plies))
    board.ask("hint 2")
    heard = board.quiet(0.5) + board.ping()
    need(
        not [said for said in heard if said.word in ("search", "===")],
        "it has hints after the end of the game",
    )


@STEPS.step("after the pong: hint", "nothing comes of what was ended")
def stale_hint(board: NBoard) -> None:
    for wait in (0.0, 0.3):
        board.ping(game_line(random_game(1)[:9]), f"set depth {DEEP}")
        board.ask("hint 64")
        board.quiet(wait)
        board.ping(game_line(random_game(2)[:9]))
        late = board.idle()
        need(not late, f"{late[0].word if late else ''} comes after the pong that ended the hint")


@STEPS.step("after the pong: go", "nothing comes of what was ended")
def stale_go(board: NBoard) -> None:
    for wait in (0.0, 0.3):
        board.ping(game_line(random_game(1)[:9], clock="9:00:00"), f"set depth {DEEP}")
        board.ask("go")
        board.quiet(wait)
        board.ping(game_line(random_game(2)[:9]))
        late = board.idle()
        need(
            not late, f"{late[0].word if late else ''} comes after the pong that ended the search for a move"
        )


@STEPS.step("pong at work", "comes within a second")
def fast_pong(board: NBoard) -> None:
    board.ping(game_line(random_game(1)[:9]), f"set depth {DEEP}")
    board.ask("hint 4")
    board.quiet(0.3)
    began = time.monotonic()
    board.ping()
    took = time.monotonic() - began
    need(took < 1.0, f"a pong takes {took:.1f} s while it thinks; the GUI waits for it")


@STEPS.step("stacked", f"{BURST} requests in one write")
def stacked(board: NBoard) -> None:
    plies = random_game(4)
    lines = []
    for number in range(BURST):
        lines += [game_line(plies[:number]), f"ping {1000 + number}", "hint 4"]
    board.ask(f"set depth {DEPTH}", *lines)
    for number in range(BURST):
        board.until_pong(1000 + number)
    position = after(plies[: BURST - 1])
    legal = [text_of(position, move) for move in position.moves()]
    for said in board.until("search", HINT_SECONDS):
        if said.word in ("search", "book"):
            need(first_move(said.rest) in legal, "the hints after a burst are for another position")
    board.ping()


@STEPS.step("settings", "contempt, time and depth")
def settings(board: NBoard) -> None:
    position = quick(board, [])
    board.ping("set contempt 100", "set time Black main 60000 inc 0 byoyomi 0")
    board.ping(
        "set contempt 0", "set time White main 60000 inc 0 byoyomi 0", "set depth 12", f"set depth {DEPTH}"
    )
    board.go(position)


@STEPS.step("nodestats", "counts seconds", lenient=True)
def node_seconds(board: NBoard) -> None:
    board.ping(game_line(random_game(1)[:9]), f"set depth {DEEP}")
    began = time.monotonic()
    board.ask("hint 4")
    heard = board.quiet(0.7) + board.ping()
    took = time.monotonic() - began
    stats = [float(said.rest.split()[1]) for said in heard if said.word == "nodestats"]
    need(stats, "there are no nodestats during a hint")
    need(max(stats) <= took + 1, f"nodestats tells of {max(stats):g} s after {took:.1f} s; it counts seconds")


@STEPS.step("analyze", "tells of the game's positions until the next ping", lenient=True)
def analyses(board: NBoard) -> None:
    plies = random_game(3)
    board.ping(game_line(plies), f"set depth {DEPTH}")
    board.ask("analyze")
    said = board.until("analysis", board.wire.thinking)[-1]
    number = int(said.rest.split()[0])
    need(0 <= number <= len(plies), f"it tells of position {number} of a game of {len(plies)} moves")
    board.ping()
    need(not board.idle(), "the analysis goes on after the pong")


@STEPS.step("learn", "ends with learned", lenient=True)
def learns(board: NBoard) -> None:
    plies = random_game(3)
    board.ping(game_line(plies).replace("RE[?]", "RE[0]"), "set depth 2")
    board.ask("learn")
    board.until("learned", board.wire.thinking)
    board.ping()


@STEPS.step("noise", "no lines that mean nothing", lenient=True)
def no_noise(board: NBoard) -> None:
    for line in board.noise:
        board.wire.record.append(f"< {shown(line)}")
    need(not board.noise, "it says lines that begin with no word of the protocol")


@STEPS.step("stderr", "nothing there that reads like the protocol")
def errors(board: NBoard) -> None:
    for line in board.wire.errors.split("\n"):
        said = read_line(line.rstrip("\r"))
        if said.wrong or said.word in WORDS:
            board.wire.record.append(f"< {shown(line)}")
            raise Fault(
                f"stderr, which the GUI reads too, has such a line; {said.wrong or 'it is taken seriously'}"
            )


@ENDS.step("quit", f"ends it within {QUIT_SECONDS:g} s")
def quits(board: NBoard) -> None:
    board.ping()
    board.ask("quit")
    board.wire.ends(QUIT_SECONDS)


@ENDS.step("end of input", f"ends it within {END_SECONDS:g} s")
def end_of_input(board: NBoard) -> None:
    board.ping()
    board.wire.leave(END_SECONDS)


@ENDS.step("end in a hint", f"within {END_SECONDS:g} s")
def end_in_hint(board: NBoard) -> None:
    board.ping(game_line(random_game(1)[:9]), f"set depth {DEEP}")
    board.ask("hint 4")
    board.wire.quiet(0.4)
    board.wire.leave(END_SECONDS)


@ENDS.step("end in a go", f"within {END_SECONDS:g} s")
def end_in_go(board: NBoard) -> None:
    board.ping(game_line(random_game(1)[:9], clock="9:00:00"), f"set depth {DEEP}")
    board.ask("go")
    board.wire.quiet(0.3)
    board.wire.leave(END_SECONDS)


FIRST = Step("ping before nboard", "is answered (NBoardLocalGameServer)", ping_first)
