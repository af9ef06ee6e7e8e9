"""Quarry plays the stand-alone program against itself: a real GUI on a screen that nobody sees."""

import os
import re
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from controllers import referee

pytestmark = pytest.mark.clients
PATH = os.environ.get("PATH", os.defpath) + ":/usr/games"
NEEDED = ("quarry", "Xvfb", "xdotool")
MISSING = [name for name in NEEDED if shutil.which(name, path=PATH) is None]
NO_LIMIT, FOR_GAME, FOR_MOVE, OVERTIME = range(4)
"""Quarry's kinds of clocks, by their numbers in its configuration."""
CONFIGURATION = """
[GTP Engine "black "]
Screen name format = "black engine"
Name = "Outflank"
Command line = "{program} --visits 60 --seed 1 --log {folder}/black.log"
Supported games = "Reversi"

[GTP Engine "white "]
Screen name format = "white engine"
Name = "Outflank"
Command line = "{program} --visits 30 --seed 2 --log {folder}/white.log"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "white"
White is computer = true
Engine playing white = "white engine"
Black player name = "black"
Black is computer = true
Engine playing black = "black engine"

[New Reversi Game Parameters]
Board size = {size}
Time control type = {clock}
Time limit for game = 05:00
Time limit for move = 00:02
Main time = 00:10
Overtime period length = 01:00
Moves per overtime = 10
"""


@pytest.fixture(scope="module")
def screen():
    """A display, by its name."""
    if MISSING:
        pytest.skip(f"no {', '.join(MISSING)} (Debian packages quarry, xvfb, xdotool)")
    ours, theirs = os.pipe()
    command = [shutil.which("Xvfb", path=PATH), "-displayfd", str(theirs), "-screen", "0", "1024x768x24"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as server:
        os.close(theirs)
        try:
            assert select.select([ours], [], [], 20)[0], "Xvfb does not start"
            yield f":{os.read(ours, 20).decode().strip()}"
        finally:
            os.close(ours)
            server.terminate()


class Quarry:
    """The program on a screen, with a home and a configuration of its own."""

    def __init__(self, screen, folder):
        self.folder = folder
        self._env = {**os.environ, "PATH": PATH, "DISPLAY": screen, "HOME": str(folder), "LC_ALL": "C"}
        self.process = subprocess.Popen(
            [shutil.which("quarry", path=PATH)],
            env=self._env,
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def press(self, name, *keys):
        """Press keys once in the window of that name, as soon as there is one."""
        window = wait(lambda: self._window(name), f"window {name}")
        self._xdotool("windowfocus", "--sync", window, "key", *keys)

    def start_game(self):
        """Through the two pages of New Game, as the configuration has filled them in."""
        self.press("Quarry Control Center", "alt+n")
        self.press("New Game", "alt+f", "alt+p")
        wait(self.logs, "game")

    def _window(self, name):
        assert self.process.poll() is None, "Quarry has ended"
        found = self._xdotool("search", "--onlyvisible", "--name", name).split()
        return found and found[-1]

    def _xdotool(self, *words):
        command = ["xdotool", *words]
        done = subprocess.run(command, env=self._env, capture_output=True, timeout=20, check=False)
        return done.stdout.decode()

    def logs(self):
        """The logs of both engines when both have begun one."""
        paths = [self.folder / "black.log", self.folder / "white.log"]
        begun = all(path.exists() and "\n" in path.read_text("ascii") for path in paths)
        return [Log(path) for path in paths] if begun else None

    def games(self):
        """The game as either engine has seen it."""
        black, white = self.logs()
        return [black.moves("black"), white.moves("white")]

    def agreed(self):
        """Whether both have seen the same."""
        black, white = self.games()
        return black == white

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


def runs(process):
    """Whether a process is there and more than a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("size", "clock", "told"),
    [
        (8, NO_LIMIT, None),
        (8, FOR_MOVE, "time_settings 0 2 1"),
        (8, OVERTIME, "time_settings 10 60 10"),
        (6, FOR_GAME, "time_settings 300 0 0"),
    ],
)
def test_quarry_plays_a_whole_game(plain_path, screen, tmp_path, size, clock, told):
    text = CONFIGURATION.format(program=plain_path, folder=tmp_path, size=size, clock=clock)
    (tmp_path / ".quarry").write_text(text, "ascii")
    quarry = Quarry(screen, tmp_path)
    try:
        quarry.start_game()
        wait(lambda: referee(quarry.games()[0], size).position.over, "end of the game")
        wait(quarry.agreed, "agreement on the moves")
        logs = quarry.logs()
        assert quarry.process.poll() is None
    finally:
        quarry.kill()
    for log in logs:
        commands = [command for command, _ in log.dialogue]
        assert commands[:4] == ["protocol_version", "name", "version", "list_commands"]
        assert commands[4:8] == ["list_games", "set_game Othello", f"boardsize {size}", "clear_board"]
        assert [row for row in commands if row.startswith("time_settings")] == ([told] if told else [])
        for command, reply in log.dialogue:
            assert reply and re.match("=( |$)", reply[0]), f"{command} is answered by {reply}"
            assert all(reply[1:]), f"a blank line in the reply to {command}: {reply}"
        assert "pass" not in " ".join(commands)
        wait(lambda log=log: not runs(log.process), "end of the engine", 3)
