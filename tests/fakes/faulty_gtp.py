"""A GTP engine that plays Othello at random, with the faults that its command line names."""

import os
import random
import select
import sys
import time

# Python is also started by -P, which looks for no module beside a script.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from hidden_table import FAILURES, GAME, HiddenTable
from pace import Pace

from outflank.engine.errors import Refused
from outflank.engine.game import Game
from outflank.engine.games import OTHELLO

FAULTS = frozenset(sys.argv[1:])
PACE = Pace(FAULTS)
PLAYERS = {"b": 0, "black": 0, "w": 1, "white": 1}


class Failure(Exception):
    """A command fails with this text."""


class Engine:
    def __init__(self):
        self.rules = OTHELLO.rules(8)
        self.game = Game(self.rules)
        self.chance = random.Random(1)
        self.thinks_for_long = False
        self.playing = "begins-with-go" not in FAULTS
        self.waited_for = False
        self.table = None

    def at_table(self, command, *words):
        """Have a command carried out at the table of a game with hidden hands."""
        if self.table is None:
            raise Failure("nothing is hidden")
        try:
            return getattr(self.table, command)(*words) or ""
        except FAILURES as failure:
            raise Failure(str(failure)) from None

    def cmd_outflank_seat(self, word):
        return self.at_table("seat", word)

    def cmd_outflank_hand(self, seat, *cards):
        return self.at_table("hand", seat, *cards)

    def cmd_outflank_show(self, seat, *cards):
        return self.at_table("show", seat, *cards)

    def cmd_outflank_deck(self, *cards):
        return self.at_table("deck", *cards)

    def cmd_outflank_position(self, *words):
        return self.at_table("set_position", " ".join(words))

    def player(self, word):
        known = word if "lower-case" in FAULTS else word.lower()
        if known not in PLAYERS:
            raise Failure("syntax error")
        return PLAYERS[known]

    def cmd_protocol_version(self):
        return "2.0" if "two-point-zero" in FAULTS else "3" if "three" in FAULTS else "2"

    def cmd_name(self):
        return "Two\nlines" if "two-lines" in FAULTS else "Fake"

    def cmd_version(self):
        return "1.0"

    def cmd_known_command(self, word):
        return "true" if word in self.commands() or "knows-all" in FAULTS else "false"

    def cmd_list_commands(self):
        if "unlisted" in FAULTS:
            return ""
        return (" " if "joined" in FAULTS else "\n").join(self.commands())

    def commands(self):
        names = [name.removeprefix("cmd_") for name in dir(self) if name.startswith("cmd_")]
        names = [name.replace("gogui_", "gogui-").replace("outflank_", "outflank-") for name in names]
        names = [name for name in names if self.playing or "rules" not in name]
        return [name for name in names if name != "komi" or "no-komi" not in FAULTS]

    def cmd_list_games(self):
        return "Othello\nGo" if "boasts" in FAULTS else "Go" if "plays-go" in FAULTS else f"Othello\n{GAME}"

    def cmd_set_game(self, *words):
        name = " ".join(words)
        if name not in ("Othello", GAME):
            raise Failure("unsupported game")
        self.playing = True
        self.table = HiddenTable(FAULTS) if name == GAME else None
        self.game = Game(self.rules)
        return ""

    def cmd_loadsgf(self, path):
        if "loads-nothing" not in FAULTS:
            raise Failure("cannot load file")
        return ""

    def cmd_gogui_rules_board_size(self):
        return "8"

    def cmd_gogui_rules_side_to_move(self):
        return ("black", "white")[self.game.position.mover]

    def cmd_gogui_rules_legal_moves(self):
        moves = self.game.position.moves()[1 if "hides-a-move" in FAULTS else 0 :]
        texts = [self.rules.move_text(move).upper() for move in moves]
        return "pass" if texts == ["PASS"] else " ".join(texts)

    def cmd_gogui_interrupt(self):
        return ""

    def cmd_quit(self):
        return ""

    def cmd_boardsize(self, word):
        if not word.isdigit() and "takes-anything" not in FAULTS:
            raise Failure("syntax error")
        if word != "8" and "refusal-resets" in FAULTS:
            self.game = Game(self.rules)
        if (word != "8" or not self.playing) and "takes-anything" not in FAULTS:
            raise Failure("unacceptable size")
        self.game = Game(self.rules)
        return ""

    def cmd_clear_board(self):
        if self.table is not None:
            return self.at_table("clear")
        if "clear-keeps" not in FAULTS:
            self.game = Game(self.rules)
        return ""

    def cmd_komi(self, word):
        if float(word) < 0 and "no-negative-komi" in FAULTS:
            raise Failure("syntax error")
        return ""

    def cmd_play(self, side, word):
        if self.table is not None:
            return self.at_table("play", side, word)
        player = self.player(side)
        if "hates-d3" in FAULTS and word.lower() == "d3":
            raise Failure("illegal move")
        position = self.game.position
        if word.lower() == "pass":
            self.check_pass(player)
            move = self.rules.pass_move
            if "needless" in FAULTS and position.mover == player and move not in position.moves():
                return ""
        else:
            try:
                move = self.rules.find_move(word)
            except ValueError:
                raise Failure("syntax error") from None
            if "no-implicit" in FAULTS and position.mover != player:
                raise Failure("illegal move")
        try:
            self.game.play(player, move)
        except Refused:
            if "plays-illegal" in FAULTS:
                return ""
            raise Failure("no" if "other-words" in FAULTS else "illegal move") from None
        return ""

    def check_pass(self, player):
        if "no-explicit" in FAULTS:
            raise Failure("syntax error")
        if "no-pass-at-end" in FAULTS and self.game.position.over:
            raise Failure("illegal move")

    def cmd_genmove(self, side):
        if self.table is not None:
            return self.at_table("genmove", side)
        player = self.player(side)
        position = self.game.ready(player)
        self.think()
        if position is None or position.moves() == [self.rules.pass_move]:
            if self.game.position.over and "fails-at-end" in FAULTS:
                raise Failure("illegal move")
            return "resign" if "resigns" in FAULTS else "PASS"
        if "no-implicit" in FAULTS and self.game.position.mover != player:
            raise Failure("wrong side")
        if "confused" in FAULTS and self.has_passed():
            return "Z9"
        if "cheats" in FAULTS:
            return "A1"
        move = self.chance.choice(position.moves())
        self.game.play(player, move)
        return self.rules.move_text(move).upper()

    def has_passed(self):
        return any(move == self.rules.pass_move for _, move, _ in self.game.plies())

    def think(self):
        if "slow" in FAULTS:
            time.sleep(1.2)
        if self.thinks_for_long and "deaf" in FAULTS:
            time.sleep(7)
        if self.thinks_for_long and "at-once" not in FAULTS and not self.waited_for:
            # Until anything comes.
            select.select([0], [], [], 20)

    def cmd_reg_genmove(self, side):
        game = self.game.copy()
        text = self.cmd_genmove(side)
        if "reg-plays" not in FAULTS:
            self.game = game
        return text

    def cmd_undo(self):
        if self.table is not None:
            return self.at_table("undo")
        if "undo-nothing" in FAULTS and not self.game.turns:
            return ""
        try:
            self.game.undo()
        except Refused:
            raise Failure("cannot undo") from None
        if "undo-one" in FAULTS and self.game.position.moves() == [self.rules.pass_move]:
            self.game.play(self.game.position.mover, self.rules.pass_move)
        return ""

    def cmd_time_settings(self, main, period, stones):
        if not all(word.isdigit() for word in (main, period, stones)) and "any-clock" not in FAULTS:
            raise Failure("syntax error")
        self.thinks_for_long = main == "3600"
        return ""

    def cmd_time_left(self, side, seconds, stones):
        self.player(side)
        if (seconds, stones) == ("0", "0") and "zero-clock" in FAULTS:
            raise Failure("syntax error")
        return ""

    def cmd_final_score(self):
        if self.table is not None:
            return self.at_table("final_score")
        if not self.game.position.over and "always-score" not in FAULTS:
            raise Failure("cannot score")
        position = self.game.position
        black, white = self.rules.scores(position)
        if "bare-score" in FAULTS:
            cells = self.rules.position_text(position).split()[0]
            black, white = cells.count("X"), cells.count("O")
        lead = black - white
        sign = "" if "no-sign" in FAULTS else "+"
        return f"{'B' if lead > 0 else 'W'}{sign}{abs(lead)}" if lead else "0"

    def cmd_showboard(self):
        text = self.rules.diagram(self.game.position)
        return text.replace("\n", "\n\n", 1) if "blank-line" in FAULTS else text


def run():
    engine = Engine()
    if "banner" in FAULTS:
        write("Welcome\n")
    rest, last = b"", ""
    while True:
        PACE.rest()
        data = os.read(0, 65536)
        if not data:
            if "ignores-eof" in FAULTS:
                time.sleep(30)
            return
        *lines, rest = (rest + data).split(b"\n")
        for number, line in enumerate(lines[:1] if "drops-queue" in FAULTS else lines, 1):
            engine.waited_for = number < len(lines)
            last = answer(engine, line.decode("latin-1"), last)
            if last is None:
                return


def answer(engine, line, last):
    """Answer a line; the id to remember, None after quit."""
    line = clean(line)
    words = line.split(" ") if FAULTS & {"no-tabs", "counts-blanks"} else line.split()
    words = [word for word in words if word or "counts-blanks" in FAULTS]
    if not words:
        if "answers-nothing" in FAULTS:
            write("= \n\n")
        return last
    number = words.pop(0) if words[0].isdigit() else last if "sticky" in FAULTS else ""
    name = words.pop(0) if words else ""
    method = getattr(engine, "cmd_" + name.replace("-", "_"), None)
    sign = "="
    try:
        if method is None:
            raise Failure("[ERROR] command not found" if "other-words" in FAULTS else "unknown command")
        text = method(*words)
    except Failure as failure:
        sign, text = "?", str(failure)
    except (TypeError, ValueError):
        sign, text = "?", "what?" if "other-words" in FAULTS else "syntax error"
    if sign == "?" and "never-fails" in FAULTS:
        sign, text = "=", ""
    head = f"{sign} {number} {text}" if number and "loose-id" in FAULTS else f"{sign}{number} {text}"
    if "no-blank" in FAULTS:
        head = f"{sign}{number}{text}"
    write(head + "\n\n")
    return None if name == "quit" and "ignores-quit" not in FAULTS else number


def clean(line):
    if "keeps-returns" not in FAULTS:
        line = line.replace("\r", "")
    if "no-comments" not in FAULTS:
        line = line.partition("#")[0]
    if "short-lines" in FAULTS and len(line) > 1000:
        write("? too long\n\n")
        line = line[1000:]
    if "keeps-controls" not in FAULTS:
        line = "".join(letter for letter in line if letter >= " " or letter in "\t\r")
    return line if "no-tabs" in FAULTS else line.replace("\t", " ")


def write(text):
    PACE.write(text.replace("\n", "\r\n" if "crlf" in FAULTS else "\n").encode("latin-1"))


run()
PACE.leave()
