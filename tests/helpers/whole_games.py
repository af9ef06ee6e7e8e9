"""Whole games on the page that plays: which games, how the page looks, and faults of what it shows."""

import time
from typing import NamedTuple

from play_page import Page

LOOKS = [(1280, False), (375, True), (375, False), (1280, True)]
"""The width of the window, and whether its colours are dark."""
PATIENCE = 240_000
"""Milliseconds that a whole game may take on a busy machine."""
AXE = """
const done = arguments[0], short = ({id, help, nodes}) => [id, help, nodes.map(node => node.html)];
axe.run().then(({violations}) => done(violations.map(short)));
"""


class Whole(NamedTuple):
    """A game to play: its name, its size, who sits there, after how many moves the person only passes, and
    whether it is long, so that only `tests/play_all.py` plays it."""

    game: str
    size: int
    seats: str
    passing: int = 10_000
    long: bool = False

    @property
    def name(self):
        """The game in a table."""
        return (f"{self.game} {self.size}" if self.size < 100 else self.game) + ", long" * self.long


WHOLE = [
    Whole("Othello", 6, "person,1"),
    Whole("Othello", 8, "1,person"),
    Whole("Othello", 10, "person,random"),
    Whole("Rolit", 8, "person,1,1,1"),
    Whole("Rolit 3", 8, "1,person,1"),
    Whole("Rolit 2", 8, "person,1"),
    Whole("SOS", 4, "person,1"),
    Whole("PolyClash", 302, "person,1", 12),
    Whole("PolyClash", 302, "person,random-no-eyes", 40, long=True),
    Whole("Acquire", 108, "person,1,acquire-hard,acquire-easy"),
    Whole("Acquire 3 house", 108, "person,person,acquire-hard"),
    Whole("Acquire 6", 108, "person,acquire-hard,1,acquire-easy,acquire-medium,acquire-hard", long=True),
]
"""Every game against a level, or against bots where a game is long."""


def look_name(look):
    """A look in words."""
    width, dark = look
    return f"{width} {'dark' if dark else 'light'}"


def play_whole(page, whole):
    """Play a game from its start to its end; its moves. Fails where it does not end, or does not fit."""
    page.start(game=whole.game, size=whole.size, seats=whole.seats)
    if page.told("waiting") == "paused":
        page.browser.click("#do-go")
    page.browser.post("/timeouts", script=PATIENCE)
    waiting, moves = page.play_on(passing=whole.passing)
    assert waiting == "over" and moves >= 4, (waiting, moves)
    page.browser.wait("document.querySelector('#do-review')")
    assert page.browser.run("return document.documentElement.scrollWidth <= innerWidth")
    told = page.browser.text()
    assert "wins" in told or "draw" in told or "share" in told
    return int(page.told("plies"))


def violations(page, axe):
    """Violations that axe-core finds in the page."""
    if not page.browser.run("return 'axe' in window"):
        page.browser.cdp("Runtime.evaluate", expression=axe)
    return page.browser.run_long(AXE)


def report(browser, address, axe, wholes=WHOLE, looks=LOOKS):
    """Play every game in every look; (game, look, plies, seconds, what is wrong) of each as it is done."""
    for whole in wholes:
        for look in looks:
            began, wrong, plies = time.monotonic(), [], 0
            page = Page(browser, address, *look)
            try:
                plies = play_whole(page, whole)
                wrong += violations(page, axe)
            except AssertionError as error:
                wrong.append(str(error)[:200])
            wrong += browser.console()
            page.close()
            yield whole, look, plies, time.monotonic() - began, wrong
