"""Controllers that behave as real ones do: what they ask in which order, and what they take for an error."""

import re

import gtp_script

from outflank.engine.play.player import Player
from outflank.protocol.formats.notation import score_text

MOVE = re.compile(r"[A-HJ-Z][1-9][0-9]?|PASS")
MOST_MOVES = 130
"""More than any game of Othello has, passes at its end included."""


class Engine(gtp_script.Peer):
    """A program as a controller sees it; `said` are all commands it was sent."""

    def __init__(self, command, options=()):
        super().__init__(command, options)
        self.said = []

    def ask(self, text):
        """Send a command and return its reply."""
        self.said.append(text)
        return super().ask(text)

    def text(self, command):
        """The text of the success that answers a command, read as GoGui does: what follows the first blank
        of the reply."""
        reply = self.ask(command)
        assert reply[0] == "=", f"{command} is answered by {reply!r}"
        return reply.partition(" ")[2]

    def empty(self, *commands):
        """Send commands whose success has no text."""
        for command in commands:
            assert self.text(command) == "", command

    def line(self, seconds=10.0):
        """The next line of a reply that is still being written, without its newline."""
        return self.up_to(b"\n", seconds).decode("ascii")

    def leave(self):
        """Send quit; the program must say so and end."""
        assert self.ask("quit") == "="
        assert self.end() == (0, b"", b"")


def referee(moves, size=8):
    """The game after moves that are (colour, move) pairs; they must all be legal."""
    game = Player(game="Othello", size=size)
    for colour, move in moves:
        game.play("bw".index(colour[0].lower()), move)
    return game


def result(moves, size=8):
    """The result of a game that these moves bring to its end."""
    game = referee(moves, size)
    assert game.scores() is not None, f"the game is not over after {moves}"
    return score_text(game.players, game.scores())


def play_out(engines, ask_move, tell_move):
    """Let two engines move in turns until both have passed; the moves as (colour, move) pairs.

    `ask_move(engine, colour)` is the move an engine makes, `tell_move(engine, colour, move)` tells it the
    other's.
    """
    moves = []
    while [move for _, move in moves[-2:]] != ["PASS", "PASS"]:
        colour = "bw"[len(moves) % 2]
        mover, other = engines if colour == "b" else engines[::-1]
        move = ask_move(mover, colour)
        assert MOVE.fullmatch(move), f"{move!r} is no move"
        tell_move(other, colour, move)
        moves.append((colour, move))
        assert len(moves) < MOST_MOVES, f"no two passes after {moves}"
    return moves


def twogtp(engines, size):
    """A game as gogui-twogtp referees it; returns its moves."""
    for engine in engines:
        assert engine.text("protocol_version") == "2"
        assert engine.text("name") and engine.text("version")
        listed = engine.text("list_commands").split()
        engine.empty(*(["gogui-interrupt"] if "gogui-interrupt" in listed else []))
        engine.empty(f"boardsize {size}", "clear_board", "komi 0")
        assert float(engine.text("cputime")) >= 0
        engine.empty(f"boardsize {size}", "clear_board", "time_settings 300 30 5")
    moves = play_out(
        engines,
        lambda engine, colour: engine.text(f"genmove {colour}"),
        lambda engine, colour, move: engine.empty(f"play {colour.upper()} {move}"),
    )
    scores = [engine.text("final_score") for engine in engines]
    assert scores == [result(moves, size)] * 2
    for engine in engines:
        assert float(engine.text("cputime")) > 0
        engine.leave()
    return moves


def gomill(engines, size):
    """A game as gomill's ringmaster referees it with `scorer = players`; returns its moves."""

    def knows(engine, name):
        return {"true": True, "false": False}[engine.text(f"known_command {name}")]

    for engine in engines:
        assert engine.text("protocol_version") == "2"
        assert engine.text("name") and engine.text("version")
        assert knows(engine, "gomill-describe_engine")
        assert engine.text("gomill-describe_engine").startswith("Outflank")
        engine.empty(f"boardsize {size}", "clear_board", "komi 0.0")

    def genmove(engine, colour):
        move = engine.text(f"genmove {colour}")
        assert knows(engine, "gomill-explain_last_move")
        engine.text("gomill-explain_last_move")
        return move

    moves = play_out(
        engines,
        genmove,
        lambda engine, colour, move: engine.empty(f"play {colour} {move.replace('PASS', 'pass')}"),
    )
    for engine in engines:
        assert knows(engine, "final_score") and knows(engine, "gomill-cpu_time")
        assert engine.text("final_score") == result(moves, size)
        assert float(engine.text("gomill-cpu_time")) > 0
        engine.leave()
    return moves
