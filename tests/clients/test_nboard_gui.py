"""Whole games as NBoard and NBoardLocalGameServer play them, with the module and the stand-alone program."""

import random

import pytest
from nboard_gui import RULES, Gui, Link, Server
from nboard_script import Process

from outflank.engine.game import Game

WHITE_PASSES = "*O--O**O**OOO**O**O*OO**OO*OOO**OOO*O***OOOO****OOO*****OOOOOO-* O"
BLACK_PASSES = "*OOOOOOO**OO***O**O*O***OO*OOO**OOO*O***OOOO****OOO*****OOOOOO-* *"
NEARLY_ALL_BLACK = "*" * 61 + "O-- O"
SELF_PLAY, BLACK, WHITE = (0, 1), (0,), (1,)


@pytest.fixture
def connect(tmp_path, command):
    """Starts the engine of a user, with a book of his own, at the other end of wires whose judges count; ends
    what still runs."""
    wires = []

    def start():
        wires.append(Process(tmp_path, command, ["nboard", "--memory", "64"], strict=False))
        return wires[-1]

    yield start
    for wire in wires:
        wire.kill()


def position(seed, plies):
    """The text of a position in the middle of nowhere: some random moves into a game."""
    chance = random.Random(seed)
    game = Game(RULES)
    for _ in range(plies):
        if not game.position.over:
            game.play(game.position.mover, chance.choice(game.position.moves()))
    return RULES.position_text(game.position)


def check(gui, *links):
    """Hang up; nothing may have been wrong."""
    for link in links:
        assert link.wire.leave() == 0
        link.wire.judge.finish()
        assert link.wire.judge.lines > 100
        assert link.wire.judge.faults == []
    assert gui.faults == []


def test_games_on_usual_boards(connect):
    """Five: as White, as Black, with both sides, on a short clock without a depth, from an opening."""
    link = Link(connect())
    gui = Gui(link, link, seed=1)
    gui.play()
    gui.new(engines=BLACK, levels=(1, 60))
    gui.play(storms=3)
    gui.new(engines=SELF_PLAY, levels=(4, 1))
    gui.play()
    gui.new(engines=WHITE, clock="0:01//0:01", levels=(60, 2))
    gui.play()
    gui.new(opening=8, engines=BLACK, levels=(2, 2))
    gui.play(storms=5)
    check(gui, link)


def test_games_from_odd_starts(connect):
    """Seven: boards that a user has set up, a side without a move at the start, a wipe-out."""
    link = Link(connect())
    gui = Gui(link, link, seed=2)
    for start, engines in (
        (WHITE_PASSES, WHITE),
        (WHITE_PASSES, BLACK),
        (BLACK_PASSES, BLACK),
        (BLACK_PASSES, WHITE),
        (NEARLY_ALL_BLACK, SELF_PLAY),
        (position(1, 21), WHITE),
        (position(2, 40)[:-1] + "X", BLACK),
    ):
        gui.new(start=start, engines=engines)
        gui.play(storms=3)
    assert gui.passes["engine"] >= 2 and gui.passes["user"] >= 2
    check(gui, link)


def test_games_where_numbers_have_commas(connect):
    """Four, three of them from openings of eight moves."""
    link = Link(connect())
    gui = Gui(link, link, seed=3, comma=True)
    gui.new(clock="0:30,5")
    gui.play()
    for engines in (WHITE, BLACK, SELF_PLAY):
        gui.new(opening=8, engines=engines, clock="1:05,5", levels=(2, 3))
        gui.play()
    check(gui, link)


def test_games_with_an_analyst_who_is_not_waited_for(connect):
    """Four, with two engines of which the second gets its requests in bursts."""
    opponent, analyst = Link(connect()), Link(connect(), gated=False)
    gui = Gui(opponent, analyst, seed=4)
    gui.play(storms=4)
    for opening, engines in ((8, BLACK), (0, WHITE), (0, SELF_PLAY)):
        gui.new(opening=opening, engines=engines, levels=(2, 60))
        gui.play(storms=4)
    check(gui, opponent, analyst)


def test_the_local_game_server(connect):
    """Two games of two engines, by clocks that tell how long each may take."""
    wires = [connect(), connect()]
    server = Server(wires)
    for main, increment in ((1500, 0), (300, 20)):
        game, took = server.play(main, increment)
        allowed = main / 1000 + increment / 1000 * game.turns
        assert max(took) < allowed + 2, f"{took} of {allowed}"
    for side, wire in enumerate(wires):
        server.tell(side, "quit")
        assert wire.leave() == 0
        wire.judge.finish()
        assert wire.judge.faults == []
