"""A long random dialogue against a model: a second, plain implementation of Othello and of the commands."""

import random

import gtp_script

from outflank.engine.games import GAMES
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

COMMANDS = 100_000
NAMES = ", ".join(variant.name for variant in GAMES)
SIZES = (6, 8)
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def ray(size, x, y, dx, dy):
    """The squares from one, which is left out, to the edge in a direction."""
    inside = range(size)
    steps = [(x + n * dx, y + n * dy) for n in range(1, size)]
    return [cy * size + cx for cx, cy in steps if cx in inside and cy in inside]


RAYS = {
    size: [
        [squares for way in DIRECTIONS if (squares := ray(size, at % size, at // size, *way))]
        for at in range(size * size)
    ]
    for size in SIZES
}
"""By size and square: the squares in each direction in which there are any."""


class Board:
    """An Othello position as a string of cells, with the player to move. Never changed."""

    legal_moves = {}

    def __init__(self, size, cells, mover):
        self.size = size
        self.cells = cells
        self.mover = mover

    @staticmethod
    def start(size):
        cells = ["-"] * (size * size)
        half = size // 2
        for x, y, disc in ((0, 0, "X"), (1, 1, "X"), (0, 1, "O"), (1, 0, "O")):
            cells[(half - y) * size + half - 1 + x] = disc
        return Board(size, "".join(cells), 0)

    @property
    def text(self):
        return f"{self.cells} {'XO'[self.mover]}"

    def flips(self, square, player):
        cells, (own, other) = self.cells, ("XO", "OX")[player]
        flipped = []
        for ray in RAYS[self.size][square]:
            if cells[ray[0]] == other:
                for length, square in enumerate(ray):
                    if cells[square] != other:
                        flipped += ray[:length] if cells[square] == own else []
                        break
        return flipped

    def moves(self, player):
        """Square -> discs that turn over."""
        key = (self.cells, player)
        if key not in self.legal_moves:
            if len(self.legal_moves) > 20_000:
                self.legal_moves.clear()
            found = {}
            for square, cell in enumerate(self.cells):
                if cell == "-" and (flips := self.flips(square, player)):
                    found[square] = flips
            self.legal_moves[key] = found
        return self.legal_moves[key]

    @property
    def over(self):
        return not self.moves(0) and not self.moves(1)

    def after(self, player, square):
        """The position after a player's move, None where he may not make it. `square` None is a pass."""
        if square is None:
            if self.over or (self.moves(player) == {} and self.mover != player):
                return self
            return None if self.moves(player) else Board(self.size, self.cells, 1 - player)
        if self.mover != player and self.moves(self.mover):
            return None
        flips = self.moves(player).get(square)
        if flips is None or self.over:
            return None
        cells = list(self.cells)
        for at in (square, *flips):
            cells[at] = "XO"[player]
        return Board(self.size, "".join(cells), 1 - player)

    def result(self):
        black, white = self.cells.count("X"), self.cells.count("O")
        lead = abs(black - white) + (len(self.cells) - black - white if black != white else 0)
        return "0" if black == white else f"{'B' if black > white else 'W'}+{lead}"


class Model:
    """What a session is expected to hold, and one method for each command: the words to send and what the
    reply must be. A method that expects a failure changes nothing."""

    def __init__(self, rng):
        self.rng = rng
        self.history = [Board.start(8)]

    @property
    def board(self):
        return self.history[-1]

    def square_text(self, square):
        return "abcdefgh"[square % self.board.size] + str(square // self.board.size + 1)

    def play(self):
        player = self.rng.choice((self.board.mover, self.board.mover, 1 - self.board.mover))
        choices = list(self.board.moves(player)) if self.rng.random() < 0.8 else []
        square = self.rng.choice(choices or [None, self.rng.randrange(self.board.size**2)])
        after = self.board.after(player, square)
        if after is not None:
            self.history.append(after)
        colour = self.rng.choice((("b", "Black", "BLACK"), ("w", "white", "W"))[player])
        move = "pass" if square is None else self.square_text(square)
        move = self.rng.choice((move, move.upper()))
        return f"play {colour} {move}", "=" if after is not None else "? illegal move"

    def genmove(self):
        player = self.rng.randrange(2)
        words = f"genmove {'bw'[player]}"
        if self.board.over or not self.board.moves(player):
            self.history.append(self.board.after(player, None))
            return words, "= PASS"
        if player != self.board.mover and self.board.moves(self.board.mover):
            return words, f"? {('black', 'white')[self.board.mover]} is to move"
        return words, player

    def undo(self):
        if len(self.history) == 1:
            return "undo", "? cannot undo"
        self.history.pop()
        return "undo", "="

    def clear(self):
        self.history = [Board.start(self.board.size)]
        return "clear_board", "="

    def resize(self):
        size = self.rng.choice((*SIZES, 7, 0))
        if size not in SIZES:
            return f"boardsize {size}", "? unacceptable size: Othello has 6, 8, 10"
        self.history = [Board.start(size)]
        return f"boardsize {size}", "="

    def position(self):
        return "outflank-position", f"= {self.board.text}"

    def score(self):
        return "final_score", f"= {self.board.result()}" if self.board.over else "? cannot score"

    def wrong(self):
        words, reply = self.rng.choice(
            (
                ("play", "? syntax error"),
                ("play b", "? syntax error"),
                ("play b z9", "? syntax error"),
                ("play red d3", "? syntax error"),
                ("play b d3 d4", "? syntax error"),
                ("genmove", "? syntax error"),
                ("genmove q", "? syntax error"),
                ("boardsize eight", "? syntax error"),
                (
                    "set_game Chess",
                    f"? unsupported game; there are {NAMES}",
                ),
                ("time_settings 1 2", "? syntax error"),
                ("outflank-position XO- X", None),
                ("lz-analyze b avoid b pass", "? syntax error"),
                ("Play b d3", "? unknown command"),
                ("undo_all", "? unknown command"),
            )
        )
        return words, reply

    def harmless(self):
        return self.rng.choice(
            (
                ("komi 6.5", "="),
                ("name", "= Outflank"),
                ("time_settings 0 1 0", "="),
                ("time_left b 30 0", "="),
                ("known_command play", "= true"),
                ("protocol_version", "= 2"),
            )
        )

    def step(self):
        """The next words and the reply to them."""
        kinds = (self.play, self.genmove, self.undo, self.position, self.score, self.wrong, self.harmless)
        (kind,) = self.rng.choices(kinds, (60, 12, 9, 6, 4, 6, 3))
        if self.rng.random() < 0.02 or self.board.over and self.rng.random() < 0.3:
            kind = self.rng.choice((self.clear, self.resize))
        return kind()


def test_a_hundred_thousand_commands_leave_what_the_model_holds():
    session = new_session(read_words(["--seed", "5", "--visits", "1", "--memory", "1"]))
    rng = random.Random(11)
    model = Model(rng)
    for number in range(COMMANDS):
        words, expected = model.step()
        ident = rng.choice(("", "", str(rng.randrange(2**31))))
        reply = session.answer(f"{ident} {words}".encode(), False)
        assert reply.fault is None, words
        (frame,) = gtp_script.frames_of(reply.data)
        text = frame.decode()
        assert text[1 : 1 + len(ident)] == ident
        said = text[0] + text[1 + len(ident) :]
        if isinstance(expected, int):
            move = said.removeprefix("= ").lower()
            square = "abcdefgh".index(move[0]) + model.board.size * (int(move[1:]) - 1)
            after = model.board.after(expected, square)
            assert after is not None, f"{number}: {words} answered by the illegal {said}"
            model.history.append(after)
        elif expected is None:
            assert said.startswith("? "), f"{number}: {words} answered by {said}"
        else:
            assert said == expected, f"{number}: {words} answered by {said}"
        position = session.player.rules.position_text(session.player.position)
        assert position == model.board.text, f"{number}: after {words}"
