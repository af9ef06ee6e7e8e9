"""Pictures of the pages that people read, taken anew from the programs themselves.

    python tests/pictures.py quarry review

writes `quarry.png`, a game at Quarry's board, played half on a screen that nobody sees, and `review.png`, the
review of a recorded game, open at the worst mistake. `play`, `play-sphere`, `play-phone` and `play-japanese`
are the page of `outflank play`, the names of games are boards of it. Each lies in the folder of the page that
shows it. Without a name it takes all. The exit code is 2 when a program is missing.
"""

import argparse
import functools
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from clients import quarry_gui

from outflank.engine import Limits, Player

ROOT = Path(__file__).resolve().parent.parent
README, GAMES, PLAY, CLIENTS = (
    ROOT / folder / "images" for folder in (".github", "engine", "protocol/play", "protocol")
)
"""The folders of the pages that show pictures; the top of the tree holds none."""
GAME = ROOT / "tests" / "records" / "turnaround.ggf"
NEEDED = {
    "quarry": {**quarry_gui.NEEDED, "import": "imagemagick", "convert": "imagemagick"},
    "review": {"chromium": "chromium", "convert": "imagemagick"},
}
BROWSER = {"chromium": "chromium", "chromedriver": "chromium-driver", "convert": "imagemagick"}
"""For each picture the programs it takes, each with its Debian package; all others take those of BROWSER."""

WINDOW = (720, 560)
"""The least size of Quarry's window that cuts nothing off, with letters of LETTERS."""
LETTERS = 'gtk-font-name = "Sans 9"\n'
TOOLBARS = """
[GTK+ User Interface]
Show main toolbar = false
Show editing toolbar = false
"""
LINES = bytes((204, 238, 187))
"""The colour of the lines and letters on Quarry's board."""
LEVEL, MOUSE_LEVEL = 14, 10
"""The levels of the engine in Quarry and of the player at the mouse."""
PLIES = 30

SEEN = 4
"""Seconds that the engine thinks for a picture of its thoughts."""
PAGE = (1280, 840)
"""The size of the window that shows the whole page of a review."""
BROWSER_OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--hide-scrollbars", "--blink-settings=preferredColorScheme=1"),
)


def take_quarry(folder, target):
    """Quarry in the middle of a game of its user, Black, against the engine."""
    command = engine(folder)
    players = {
        "white": ("Outflank", f"{command} --level {LEVEL} --book off --seed 1 --log {folder}/white.log"),
        "black": ("You", None),
    }
    text = quarry_gui.configuration(players, 8, quarry_gui.NO_LIMIT)
    (folder / ".quarry").write_text(text + TOOLBARS, "ascii")
    (folder / ".gtkrc-2.0").write_text(LETTERS, "ascii")
    with quarry_gui.display() as screen:
        quarry = quarry_gui.Quarry(screen, folder, ["white"])
        try:
            quarry.start_game()
            window = arrange(quarry)
            play(quarry, window)
            (folder / "window.png").write_bytes(snap(quarry, window, "png"))
        finally:
            quarry.kill()
    optimise(folder / "window.png", target)


def engine(folder):
    """A program without options that starts the engine, for Quarry cuts a command at blanks."""
    path = folder / "outflank"
    start = shlex.join([sys.executable, "-m", "outflank.protocol"])
    path.write_text(f'#!/bin/sh\ncd {shlex.quote(str(ROOT))} && exec {start} "$@"\n', "utf-8")
    path.chmod(0o755)
    return path


def arrange(quarry):
    """Nothing but the board, its size and the tree of moves; its window."""
    window = quarry.window(r"\(W\)")
    quarry.xdotool("windowmove", "--sync", quarry.window("Control Center"), WINDOW[0] + 50, 0)
    quarry.xdotool("windowsize", "--sync", window, *WINDOW)
    quarry.press(r"\(W\)", "alt+v")
    quarry.xdotool("key", "t")
    time.sleep(1)
    return window


def play(quarry, window):
    """Click a move for Black and wait for White's, until PLIES plies are played and Black is to move."""
    left, top, width = grid(snap(quarry, window, "ppm"))
    player = Player(game="Othello", size=8, level=str(MOUSE_LEVEL), seed=1)
    moves = []
    while len(moves) < PLIES:
        move = player.genmove(0)
        x, y = "ABCDEFGH".index(move[0]), int(move[1]) - 1
        place = [round(start + (number + 0.5) * width) for start, number in ((left, x), (top, y))]
        quarry_gui.wait(functools.partial(click, quarry, window, place, len(moves)), f"move {move}")
        moves.append(("black", move))
        while player.position.mover == 1:
            quarry_gui.wait(functools.partial(heard, quarry, len(moves)), f"reply to {move}")
            moves = quarry.games()[0]
            player.play(1, moves[-1][1])
    # Neither the mouse nor the board's frame of the keyboard's focus is to be seen.
    quarry.xdotool("mousemove", WINDOW[0] + 100, WINDOW[1] + 100)
    quarry.xdotool("windowfocus", "--sync", quarry.window("Control Center"))
    time.sleep(1)


def click(quarry, window, place, done):
    """Click; whether the engine has heard of more than `done` moves. Quarry leaves a click unheeded while it
    has not yet read the engine's last reply."""
    quarry.xdotool("mousemove", "--window", window, *place, "click", 1)
    return heard(quarry, done)


def heard(quarry, done):
    """Tell whether the engine knows more than `done` moves."""
    return len(quarry.games()[0]) > done


def snap(quarry, window, form):
    """A window's picture as ImageMagick names its form."""
    command = ["import", "-window", window, "-depth", "8", f"{form}:-"]
    return subprocess.run(command, env=quarry.env, stdout=subprocess.PIPE, check=True).stdout


def pixels_of(ppm):
    """The width of a picture and its pixels."""
    header = re.match(rb"P6\s+(\d+)\s+\d+\s+255\s", ppm)
    data = ppm[header.end() :]
    return int(header[1]), [data[at : at + 3] for at in range(0, len(data), 3)]


def grid(ppm):
    """Where the squares begin in the picture of a window, from the left and the top, and how wide one is."""
    width, pixels = pixels_of(ppm)
    height = len(pixels) // width
    rows = [y for y in range(height) if pixels[y * width : (y + 1) * width].count(LINES) > width / 3]
    columns = [x for x in range(width) if pixels[x::width].count(LINES) > height / 3]
    assert len(rows) > 8 and len(columns) > 8, "there is no board in Quarry's window"
    return columns[0], rows[0], (columns[-1] - columns[0]) / 8


def take_review(folder, target):
    """The page that `analyze` writes of a recorded game, at the worst mistake."""
    shutil.copy(GAME, folder)
    command = [
        sys.executable,
        "-m",
        "outflank.protocol",
        "analyze",
        GAME.name,
        "--visits",
        "3000",
        "--threads",
        "1",
    ]
    command += ["--format", "html", "-o", "page.html", "--quiet"]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True)
    page = folder / "page.html"
    data = json.loads(re.search(r' id="data">(.*?)</script>', page.read_text("utf-8"), re.DOTALL)[1])
    lost = [ply["judged"]["lostDiscs"] for ply in data["games"][0]["plies"]]
    shot = folder / "page.png"
    options = [f"--user-data-dir={folder / 'profile'}", "--window-size={},{}".format(*PAGE)]
    command = ["chromium", *BROWSER_OPTIONS, *options, f"--screenshot={shot}"]
    command.append(f"{page.as_uri()}#1:{lost.index(max(lost)) + 1}")
    subprocess.run(command, cwd=folder, stderr=subprocess.DEVNULL, timeout=60, check=True)
    optimise(shot, target)


class Scene(NamedTuple):
    """The page that plays: a game by its link, and what is done before the picture is taken."""

    link: str
    switches: tuple[str, ...] = ()
    plies: int = 0
    width: int = 1280
    height: int = 860
    dark: bool = False
    language: str = "en"


class Board(NamedTuple):
    """A game after some plies of the engine with itself, of which the board alone is shown."""

    game: str
    size: int
    plies: int = 0
    visits: int = 400
    moves: tuple[str, ...] = ()
    """The first moves; the engine plays on from there."""


BOARDS = {
    "othello": (Board("Othello", 6, 8), Board("Othello", 8, 16), Board("Othello", 10, 24)),
    "rolit": (Board("Rolit", 8, 12),),
    "sos": (Board("SOS", 5, moves=("B2S", "E5O", "C2O", "D2S", "B4S", "C3O", "D4S", "A5S")),),
    "polyclash": (Board("PolyClash", 302, 30, 200),),
    "acquire": (Board("Acquire 3", 108, 80),),
}
DECK = 7
"""The number of the deck of a game in which tiles are drawn."""
BOARD_WIDTH = 300
"""Points of a board in a picture."""
SCENES = {
    "play": Scene("game=Othello&size=8&seats=person,12", ("analysis", "mistakes"), 11),
    "play-sphere": Scene("game=PolyClash&size=302&seats=person,5", ("analysis",), 18, dark=True),
    "play-phone": Scene("game=Rolit&size=8&seats=person,5,5,5", ("ownership",), 6, 375, 812, True),
    "play-japanese": Scene("game=Othello&size=8&seats=person,12", ("analysis",), 8, 375, 812, language="ja"),
}


def take_play(folder, target):
    """The page of `outflank play`, after some moves of a person whose hints the engine gives."""
    sys.path.insert(0, str(ROOT / "tests" / "helpers"))
    import play_page
    import webdriver

    scene = SCENES[target.stem]
    server, browser = play_page.Server(env=play_page.state_in(folder)), webdriver.Browser(folder)
    try:
        page = play_page.Page(browser, server.address, scene.width, scene.dark)
        browser.look(scene.width, scene.height, scene.dark)
        if scene.language != "en":
            browser.click("#do-language")
        version = page.told("version")
        browser.run("location.hash = arguments[0]", scene.link)
        browser.wait("document.body.dataset.version !== arguments[0]", version)
        for _ in range(scene.plies):
            page.play_best()
        for name in scene.switches:
            browser.click(f"[data-switch={name}]")
        time.sleep(SEEN)
        browser.run("scrollTo(0, 0); document.activeElement.blur()")
        browser.picture(folder / "page.png")
    finally:
        browser.close()
        server.close()
    optimise(folder / "page.png", target)


def take_boards(folder, target):
    """The boards of a game beside each other, as the page of `outflank play` draws them."""
    sys.path.insert(0, str(ROOT / "tests" / "helpers"))
    import play_page
    import webdriver

    server, browser = play_page.Server(env=play_page.state_in(folder)), webdriver.Browser(folder)
    parts = []
    try:
        play_page.Page(browser, server.address, BOARD_WIDTH + 24)
        for number, board in enumerate(BOARDS[target.stem]):
            browser.look(BOARD_WIDTH + 24, 900)
            version = browser.run("return document.body.dataset.version")
            browser.run("location.hash = arguments[0]", played(board))
            browser.wait("document.body.dataset.version !== arguments[0]", version)
            box = browser.run(
                "scrollTo(0, 0); const b = document.querySelector('#board').getBoundingClientRect();"
                "return [b.width, b.height, b.x, b.y].map(Math.round)"
            )
            browser.picture(folder / "page.png")
            parts.append(folder / f"{number}.png")
            crop = "{}x{}+{}+{}".format(*box)
            subprocess.run(["convert", folder / "page.png", "-crop", crop, "+repage", parts[-1]], check=True)
    finally:
        browser.close()
        server.close()
    subprocess.run(["convert", *parts, "-gravity", "center", "+append", folder / "all.png"], check=True)
    optimise(folder / "all.png", target)


def played(board):
    """The link to a game that the engine has played with itself."""
    player = Player(game=board.game, size=board.size, limits=Limits(visits=board.visits), seed=1)
    dealt = ""
    if player.position.rules.has_chance:
        player.dealer.stack(DECK)
        dealt = f"&deck={DECK}"
    for move in board.moves:
        player.play(player.position.mover, move)
    moves = [*board.moves, *(player.genmove(player.position.mover) for _ in range(board.plies))]
    # One person sees a hand; between several it would be covered.
    others = ("1" if dealt else "person",) * (player.position.rules.players - 1)
    game, seats = board.game.replace(" ", "%20"), ",".join(("person", *others))
    return f"game={game}&size={board.size}&seats={seats}{dealt}&moves={'.'.join(moves).replace(',', '%2C')}"


def optimise(source, target):
    """Write a picture as a PNG of 256 colours, without the date it was taken."""
    options = ["-strip", "+dither", "-colors", "256", "-define", "png:compression-level=9"]
    options += ["-define", "png:exclude-chunks=date,time"]
    subprocess.run(["convert", source, *options, f"PNG8:{target}"], check=True)


TAKE = {
    "quarry": (take_quarry, CLIENTS),
    "review": (take_review, README),
    **{name: (take_play, README if name == "play" else PLAY) for name in SCENES},
    **dict.fromkeys(BOARDS, (take_boards, GAMES)),
}
"""Each picture's taker, and its folder."""


def main():
    parser = argparse.ArgumentParser(description="Pictures of the pages, taken anew")
    parser.add_argument("pictures", nargs="*", metavar="NAME", help=f"of {', '.join(TAKE)} (all)")
    names = parser.parse_args().pictures or list(TAKE)
    if unknown := [name for name in names if name not in TAKE]:
        parser.error(f"no picture is called {unknown[0]}")
    needed = {program: package for name in names for program, package in NEEDED.get(name, BROWSER).items()}
    if lacking := quarry_gui.missing(needed):
        packages = sorted({needed[program] for program in lacking})
        print(f"pictures: no {', '.join(lacking)} (Debian packages {', '.join(packages)})", file=sys.stderr)
        return 2
    for name in names:
        take, place = TAKE[name]
        place.mkdir(parents=True, exist_ok=True)
        target = place / f"{name}.png"
        with tempfile.TemporaryDirectory() as folder:
            take(Path(folder), target)
        print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
