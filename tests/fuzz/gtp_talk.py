"""Dialogues of GTP made by a grammar, good, odd and damaged, and what must hold after every line of them."""

import contextlib
import random
import time

import gtp_script

from outflank.engine.games import GAMES
from outflank.protocol.gtp import session as gtp
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

LONGEST = 20.0
"""Seconds for an answer of a session that makes a few simulations, however busy the machine is."""
LINES = 60
LEFT_OUT = ("quit", "outflank-solve")
"""The end, and what thinks for as long as it takes."""
VOCABULARY = """
0 1 -1 8 0.5 1e9 nan inf 99999999999999999999 b w black red purple pass resign D3 a1 z99 302 A1S none true
Othello SOS Chess # ; avoid allow interval minmoves visits exploration puct fischer absolute XO -- \u00e9
"""
ODD = VOCABULARY.split()
SHAPES = {
    "play": ("{side} {move}", "{side} {move}", "{side} {odd}", "{odd} {move}"),
    "genmove": ("{side}", "{side}", "{odd}"),
    "reg_genmove": ("{side}",),
    "boardsize": ("{size}", "{odd}"),
    "set_game": ("{game}", "{game}", "{odd}"),
    "komi": ("0", "6.5", "{odd}"),
    "time_settings": ("0 1 0", "300 30 5", "{odd} 0 {odd}"),
    "time_left": ("{side} 5 0", "{side} {odd} 0"),
    "outflank-position": ("", "{position}", "{odd} {odd}"),
    "gogui-play_sequence": ("{side} {move}", "{side} {move} {odd}"),
    "gogui-setup": ("{side} {odd}",),
    "lz-analyze": ("{side} 10", "{side} avoid {side} {move} 3", "{odd}"),
    "kata-search": ("{side}",),
    "known_command": ("{odd}", "play"),
    "printsgf": ("", "{file}"),
    "loadsgf": ("{file}", "{file} 3", "{odd}"),
    "outflank-save_tree": ("{file}",),
    "outflank-load_tree": ("{file}",),
    "outflank-set": ("{odd} {odd}", "visits 3"),
    "kata-set-param": ("{odd} {odd}",),
}
"""What may follow a command; anything may follow the others."""


def holdings(session):
    """All that a failing command must leave as it was."""
    player = session.player
    position = player.rules.position_text(player.position)
    game = (player.variant.name, player.size, player.komi, position, player.game.turns, player.game.made)
    return game, player.clock.reading, player.clock.lag, player.values


class Fuzzer:
    """One session in this process. `faults` are what was wrong, with the line."""

    def __init__(self, seed, folder, game=None):
        self._random = random.Random(seed)
        self._folder = folder
        name = game or self._random.choice([variant.name for variant in GAMES])
        words = [
            "--game",
            name,
            "--visits",
            str(self._random.choice((1, 2, 20))),
            "--memory",
            "1",
            "--seed",
            "1",
        ]
        self.session = new_session(read_words(words))
        self.session.client = gtp_script.Listener(self.session.bell)
        self._names = [one for one in gtp.commands.commands if one not in LEFT_OUT]
        self.said, self.faults = [], []

    def run(self, lines=LINES):
        """Talk; the number of lines said."""
        for _ in range(lines):
            self.step(self._line())
            if self.faults:
                break
        return len(self.said)

    def step(self, line):
        """Say a line, and judge what comes of it."""
        self.said.append(line)
        before, legal, began = holdings(self.session), self._legal(), time.monotonic()
        try:
            # Commands that save write where they are.
            with contextlib.chdir(self._folder):
                wrong = self._judge(line, before, legal)
        except Exception as error:
            wrong = f"{type(error).__name__}: {error}"
        if time.monotonic() - began > LONGEST:
            wrong = wrong or f"it takes {time.monotonic() - began:.1f} s"
        if wrong:
            self.faults.append(f"{line!r}: {wrong}")

    def _judge(self, line, before, legal):
        session = self.session
        session.bell.clear()
        session.client.heard.clear()
        reply = session.answer(line, False)
        if gtp.parse(line) is None:
            return "" if reply is None else "a line without a command has a reply"
        whole = b"".join(session.client.heard) + reply.data
        frames = gtp_script.frames_of(whole)
        if len(frames) != 1:
            return f"{len(frames)} replies"
        if reply.fault is not None:
            return f"an internal error: {reply.fault}"
        if whole.startswith(b"?") and holdings(session) != before:
            return f"it fails, and changes {before} to {holdings(session)}"
        return self._refereed(line, frames[0].decode(), before, legal)

    def _refereed(self, line, frame, before, legal):
        """The referee: a move that was made for us is one of those that the rules allowed, and is made."""
        words = [*(word.decode("latin-1") for word in line.split()), "", ""]
        name = words[1] if words[0].isdigit() else words[0]
        # Where hands are hidden an answer is a whole turn of several decisions.
        if (
            self.session.player.variant.hidden
            or name != "genmove"
            or frame[:1] != "="
            or "#" in line.decode("latin-1")
        ):
            return ""
        said = frame.split(" ", 1)[1].strip().lower()
        moves, passed = legal
        if said == "resign" or (said == "pass" and passed):
            return ""
        if said not in moves:
            return f"{said} is not among {' '.join(sorted(moves))}"
        return "" if holdings(self.session)[0][4] > before[0][4] else f"{said} is not made"

    def _legal(self):
        """The moves that may be made now, forced passes left out, and whether a pass may be one."""
        rules, position = self.session.player.rules, self.session.player.position
        if position.over:
            return set(), True
        # Whoever has to pass may be asked, and then the other one may be; elsewhere a pass is a choice.
        moves = set(position.moves())
        passed = rules.pass_move in moves
        if passed:
            after = position.play(rules.pass_move)
            moves |= set() if after.over else set(after.moves())
        return {rules.move_text(move).lower() for move in moves - {rules.pass_move}}, passed

    def _line(self):
        chance = self._random
        kind = chance.random()
        if kind < 0.03:
            return chance.randbytes(chance.choice((0, 1, 5, 40, 3000))).replace(b"\n", b" ")
        line = self._good()
        if kind < 0.15:
            at, size = chance.randrange(len(line) + 1), chance.choice((1, 2, 8))
            line = (
                line[:at]
                + chance.choice(("", " ", "\t", "\0", "9" * 40, "#", line[:size]))
                + line[at + size :]
            )
        return line.encode("utf-8").replace(b"\n", b" ")

    def _good(self):
        chance = self._random
        name = chance.choice(("play", "play", "genmove", "undo", *chance.choices(self._names, k=3)))
        shape = chance.choice(SHAPES.get(name, ("", "", "{odd}", "{odd} {odd}", "{side}", "{side} {move}")))
        ident = chance.choice(("", "", "", "7 ", "0 ", "2147483647 "))
        return ident + f"{name} {self._filled(shape)}".strip()

    def _filled(self, shape):
        chance, player = self._random, self.session.player
        moves = player.position.moves()
        move = player.rules.move_text(chance.choice(moves)) if moves else "pass"
        filled = {
            "side": chance.choice(
                (player.variant.players[player.position.mover], *player.variant.players, "b")
            ),
            "move": chance.choice((move, move.upper(), move, "pass")),
            "size": str(chance.choice((*player.variant.sizes, 7))),
            "game": chance.choice([variant.name for variant in GAMES]),
            "position": player.rules.position_text(player.position),
            "file": str(self._folder / chance.choice(("one", "two.sgf", "no/such"))),
        }
        while "{odd}" in shape:
            shape = shape.replace("{odd}", chance.choice(ODD), 1)
        return shape.format(**filled)
