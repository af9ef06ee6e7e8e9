"""Quarry, a real GUI, on a screen that nobody sees."""

import contextlib
import os
import re
import select
import shutil
import signal
import subprocess
import time

PATH = os.environ.get("PATH", os.defpath) + ":/usr/games"
NEEDED = {"quarry": "quarry", "Xvfb": "xvfb", "xdotool": "xdotool"}
"""The programs, each with its Debian package."""
NO_LIMIT, FOR_GAME, FOR_MOVE, OVERTIME = range(4)
"""Quarry's kinds of clocks, by their numbers in its configuration."""
ENGINE = """
[GTP Engine "{name} "]
Screen name format = "{name}"
Name = "Outflank"
Command line = "{command}"
Supported games = "Reversi"
"""
PLAYER = """{Colour} player name = "{name}"
{Colour} is computer = {computer}
Engine playing {colour} = "{name}"
"""
RULES = """
[New Reversi Game Parameters]
Board size = {size}
Time control type = {clock}
Time limit for game = 05:00
Time limit for move = 00:02
Main time = 00:10
Overtime period length = 01:00
Moves per overtime = 10
"""


def missing(needed):
    """The names among {program: Debian package} that are not installed."""
    return [name for name in needed if shutil.which(name, path=PATH) is None]


def configuration(players, size, clock):
    """The text of `.quarry` that fills in New Game; `players` are {colour: (name, command)}, and a player
    without a command is human."""
    text = "".join(ENGINE.format(name=name, command=command) for name, command in players.values() if command)
    text += '\n[New Game Parameters]\nGame = "Reversi"\n'
    for colour, (name, command) in players.items():
        computer = "true" if command else "false"
        text += PLAYER.format(colour=colour, Colour=colour.title(), name=name, computer=computer)
    return text + RULES.format(size=size, clock=clock)


@contextlib.contextmanager
def display():
    """A display, by its name."""
    ours, theirs = os.pipe()
    # Without -noreset the server restarts when its last client has left, and drops clients that connect then.
    options = ["-noreset", "-screen", "0", "1024x768x24"]
    command = [shutil.which("Xvfb", path=PATH), "-displayfd", str(theirs), *options]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as server:
        os.close(theirs)
        try:
            assert select.select([ours], [], [], 20)[0], "Xvfb does not start"
            yield f":{os.read(ours, 20).decode().strip()}"
        finally:
            os.close(ours)
            server.terminate()


class Quarry:
    """The program on a screen, with a home and a configuration of its own; the engines among `colours` keep
    logs there."""

    def __init__(self, screen, folder, colours=("black", "white")):
        self.folder = folder
        self.env = {**os.environ, "PATH": PATH, "DISPLAY": screen, "HOME": str(folder), "LC_ALL": "C"}
        self._colours = colours
        self.process = subprocess.Popen(
            [shutil.which("quarry", path=PATH)],
            env=self.env,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def press(self, name, *keys):
        """Press keys once in the window of that name, as soon as there is one."""
        self.xdotool("windowfocus", "--sync", self.window(name), "key", *keys)

    def start_game(self):
        """Through the two pages of New Game, as the configuration has filled them in."""
        self.press("Quarry Control Center", "alt+n")
        self.press("New Game", "alt+f", "alt+p")
        wait(self.logs, "game")

    def window(self, name):
        """The number of the window of that name, as soon as there is one."""
        return wait(lambda: self._window(name), f"window {name}")

    def _window(self, name):
        assert self.process.poll() is None, "Quarry has ended"
        found = self.xdotool("search", "--onlyvisible", "--name", name).split()
        return found and found[-1]

    def xdotool(self, *words):
        """What xdotool prints."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self.env, capture_output=True, timeout=20, check=False)
        return done.stdout.decode()

    def logs(self):
        """The logs of all engines when each has begun one."""
        paths = [self.folder / f"{colour}.log" for colour in self._colours]
        begun = all(path.exists() and "\n" in path.read_text("ascii") for path in paths)
        return [Log(path) for path in paths] if begun else None

    def games(self):
        """The game as each engine has seen it."""
        return [log.moves(colour) for log, colour in zip(self.logs(), self._colours, strict=True)]

    def agreed(self):
        """Whether all have seen the same."""
        first, *others = self.games()
        return all(game == first for game in others)

    def kill(self):
        """End it; it closes the pipes of its engines."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Log:
    """What `--log` has written: the process, and each command with the lines of its reply."""

    def __init__(self, path):
        # The engine may be in the middle of writing a line.
        header, *lines = path.read_text("ascii").split("\n")[:-1]
        self.process = int(re.fullmatch(r"-- Outflank .*, process (\d+), .*", header)[1])
        self.dialogue = []
        for line in lines:
            mark, text = re.fullmatch(r" *[0-9.]+ ([<>!])(?: (.*))?", line).groups("")
            assert mark in "<>", f"an error in the log: {line}"
            if mark == ">":
                self.dialogue.append((text, []))
            else:
                self.dialogue[-1][1].append(text)

    def moves(self, own):
        """The game as this engine, which plays `own`, has seen it: (colour, move) pairs."""
        moves = []
        for command, reply in self.dialogue:
            words = command.split()
            if words[0] == "play" and reply:
                moves.append((words[1], words[2]))
            elif words[0] == "genmove" and reply:
                assert words[1] == own
                moves.append((own, reply[0].removeprefix("= ")))
        return moves


def wait(condition, what, seconds=25.0):
    """What the condition returns as soon as that is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"no {what} within {seconds:.0f} s"
        time.sleep(0.2)
    return found
