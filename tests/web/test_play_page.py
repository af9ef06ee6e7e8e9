"""The page that plays, in a real browser against the real engine."""

import functools
import json
import random
import signal
import time

import node_packages
import pytest
from places import TESTS
from play_page import SHIFTS, Page, Server, state_in
from webdriver import Browser, needs_driver

from outflank.engine.game import Game
from outflank.engine.games import find_game

pytestmark = [needs_driver, pytest.mark.slow]
GAME = TESTS / "records" / "turnaround.ggf"
LOOKS = [(1280, False), (375, True), (375, False), (1280, True)]
WHOLE = [
    ("Othello", 6, "person,1"),
    ("Othello", 8, "1,person"),
    ("Othello", 10, "person,random"),
    ("Rolit", 8, "person,1,1,1"),
    ("Rolit 3", 8, "1,person,1"),
    ("Rolit 2", 8, "person,1"),
    ("SOS", 4, "person,1"),
    ("PolyClash", 302, "person,random-no-eyes"),
]
"""Every game against a level, or against a bot where a game is long."""
VITALS = "return performance.getEntriesByType('paint').map(entry => entry.startTime)"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(env=state_in(tmp_path_factory.mktemp("state")))
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    found = Browser(tmp_path_factory.mktemp("browser"))
    yield found
    found.close()


@pytest.fixture
def page(browser, server, request):
    width, dark = getattr(request, "param", (1280, False))
    found = Page(browser, server.address, width, dark)
    yield found
    complaints = browser.console()
    found.close()
    assert complaints == []


@functools.cache
def late(game):
    """What goes before in a game that takes hundreds of moves; the person passes soon after."""
    if game != "PolyClash":
        return {}
    rules, moves, rng = find_game(game).rules(), [], random.Random(1)
    position = Game(rules).position
    for _ in range(380):
        move = rng.choice([move for move in position.moves() if rules.cell_of(move) >= 0])
        moves.append(rules.move_text(move))
        position = position.play(move)
    return {"moves": ".".join(moves)}


@pytest.mark.parametrize(
    ("page", "game", "size", "seats"),
    [(LOOKS[number % 4], *row) for number, row in enumerate(WHOLE)],
    indirect=["page"],
    ids=[f"{row[0]} {row[1]}" for row in WHOLE],
)
def test_a_whole_game(page, game, size, seats):
    page.start(game=game, size=size, seats=seats, **late(game))
    if page.told("waiting") == "paused":
        page.browser.click("#do-go")
    waiting, moves = page.play_on(passing=4 if late(game) else 10_000)
    assert waiting == "over" and moves >= 4
    page.browser.wait("document.querySelector('#do-review')")
    assert page.browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert "wins" in page.browser.text() or "draw" in page.browser.text() or "share" in page.browser.text()


def test_undo_to_the_start_and_forward(page):
    page.start(game="Othello", size=6, seats="person,1")
    page.play_on(4)
    plies, moves = int(page.told("plies")), page.moves()
    while page.told("ply") != "0":
        before = page.told("ply")
        page.browser.click("#do-undo:not([disabled])")
        page.browser.wait("document.body.dataset.ply !== arguments[0]", before)
    assert page.browser.run("return document.querySelector('#do-undo').disabled")
    page.browser.keys("End")
    page.at(plies)
    page.browser.keys("Home")
    page.at(0)
    for ply in range(1, plies + 1):
        page.browser.keys("PageDown")
        page.at(ply)
    assert page.moves() == moves


def test_a_file_is_dragged_in(page):
    page.drop(GAME)
    page.browser.wait("Number(document.body.dataset.plies) > 30")
    assert page.told("plies") == page.told("ply")
    page.browser.keys("Home")
    page.at(0)
    assert page.browser.run("return document.querySelectorAll('#board .disc').length") == 4


def test_what_cannot_be_read_is_said(page, tmp_path):
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    before = page.told("plies")
    page.drop(tmp_path / "noise.bin")
    page.browser.wait("!document.querySelector('#notice').hidden")
    assert page.told("plies") == before


def test_a_reload_in_the_middle_loses_nothing(page):
    page.start(game="Rolit", size=8, seats="person,1,1,1")
    page.play_on(3)
    moves, cells = page.moves(), page.browser.run("return document.querySelectorAll('#board .disc').length")
    page.browser.post("/refresh")
    page.ready()
    page.browser.wait("document.querySelectorAll('#moves tbody tr').length === arguments[0]", len(moves))
    assert page.moves() == moves
    assert page.browser.run("return document.querySelectorAll('#board .disc').length") == cells
    page.play_on(1)


def test_two_tabs_have_games_of_their_own(browser, server):
    first = Page(browser, server.address)
    first.start(game="Othello", size=6, seats="person,1")
    first.play_on(2)
    moves = first.moves()
    second = Page(browser, server.address)
    assert second.moves() == []
    second.start(game="SOS", size=3, seats="person,1")
    second.play_on(1)
    browser.take(first.name)
    assert first.moves() == moves
    first.play_on(1)
    second.close()
    first.close()


def test_a_link_holds_the_whole_game(page, browser, server):
    page.start(game="Othello", size=8, seats="person,1")
    page.play_on(3)
    link, moves = browser.run("return location.hash.slice(1)"), page.moves()
    other = Page(browser, server.address, link=link)
    browser.wait("document.querySelectorAll('#moves tbody tr').length === arguments[0]", len(moves))
    assert other.moves() == moves
    other.close()
    browser.take(page.name)


def test_a_game_by_the_keyboard_alone(page):
    page.browser.keys("n", held=["Alt"])
    page.browser.wait("document.querySelector('dialog .rest select')")
    while page.browser.run("return document.activeElement.type") != "submit":
        page.browser.keys("Tab")
    page.browser.keys("Enter")
    page.browser.wait("!document.querySelector('dialog') && document.body.dataset.ply === '0'")
    page.browser.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.browser.keys("d", "3", "Enter")
    page.browser.wait("Number(document.body.dataset.ply) >= 2")
    assert "D3" in page.moves()[0]
    page.waits("person")
    assert page.live().endswith("Your move: Black")
    focused = "return document.activeElement.getAttribute('aria-label')"
    page.browser.keys("Right", "Down", "Down")
    assert page.browser.run(focused).startswith("E5")
    page.browser.keys("z", held=["Control"])
    page.at(0)
    page.browser.keys("y", held=["Control"])
    page.browser.wait("Number(document.body.dataset.ply) >= 1")


def test_clocks_go_and_end_a_game(page):
    page.start(game="Othello", size=6, seats="person,person", clock="2/0")
    first, second = (f"document.querySelectorAll('#seats .clock')[{seat}].textContent" for seat in (0, 1))
    page.play_on(1)
    stood = page.browser.run(f"return {first}")
    page.browser.wait(f"Number({second}) < 1.5")
    assert page.browser.run(f"return {first}") == stood
    page.waits("over")
    assert page.browser.run("return document.querySelector('#turn').textContent") == "Black wins on time"


def test_letters_are_written_by_keys_and_by_a_choice(page):
    page.start(game="SOS", size=5, seats="person,person")
    page.browser.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.browser.keys("b", "2", "s")
    page.at(1)
    page.browser.keys("Right", "o")
    page.at(2)
    page.browser.click("[data-letter=S]")
    page.browser.click("[data-cell='8']")
    page.at(3)
    assert page.moves() == ["B2S", "C2O", "D2S"]
    counts = "[...document.querySelectorAll('#seats .count')].map(node => node.textContent)"
    assert page.browser.run(f"return {counts}") == ["1", "0"]


def test_the_sphere_turns_by_pointer_and_keys(page):
    page.start(game="PolyClash", size=302, seats="person,person")
    shown = "[...document.querySelectorAll('.point')].map(node => node.getAttribute('transform')).join()"
    place = f"return {shown}"
    before = page.browser.run(place)
    drag = """
const ball = document.querySelector("#board svg"), box = ball.getBoundingClientRect();
const at = (kind, x) => {
  const place = {clientX: box.x + x, clientY: box.y + 200};
  ball.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerId: 1, ...place}));
};
ball.setPointerCapture = () => {};
at("pointerdown", 200);
for (let x = 200; x < 320; x += 10) at("pointermove", x);
at("pointerup", 320);
"""
    page.browser.run(drag)
    page.browser.wait(f"{shown} !== arguments[0]", before)
    assert page.told("ply") == "0"
    page.browser.run("document.querySelector('#board svg').focus()")
    active = "return document.activeElement.getAttribute('aria-activedescendant')"
    page.browser.keys("8", "4")
    assert page.browser.run(active) == "point-84"
    page.browser.keys("Right")
    assert page.browser.run(active) != "point-84"
    page.browser.keys("Enter")
    page.at(1)
    view = "return document.querySelector('#board svg').getAttribute('viewBox')"
    whole = page.browser.run(view)
    page.browser.keys("+")
    assert page.browser.run(view) != whole
    page.browser.keys("0")
    assert page.browser.run(view) == whole


def test_thoughts_hints_and_losses(page):
    page.start(game="Othello", size=8, seats="person,1", moves="D3.C3.C4.E3")
    page.browser.click("#do-hint")
    page.browser.wait("document.querySelector('#board .thought.best')")
    page.browser.click("[data-switch=analysis]")
    page.browser.wait("document.querySelectorAll('#thoughts tbody tr').length > 2")
    page.browser.run("document.querySelector('#thoughts button').focus()")
    page.browser.wait("document.querySelector('#board .step')")
    page.browser.click("[data-switch=analysis]")
    page.browser.click("[data-switch=mistakes]")
    page.browser.wait("document.querySelector('#graph polyline')")
    signs = page.browser.run(
        "return [...document.querySelectorAll('#moves .sign')].map(node => node.textContent)"
    )
    assert all(sign in ("?!", "?", "??") for sign in signs)


def test_a_finished_game_is_reviewed(page):
    page.start(game="Othello", size=6, seats="person,1")
    page.play_on()
    page.browser.click("#do-review")
    page.browser.wait("document.querySelector('#summary table')", seconds=60)
    rows = page.browser.run("return document.querySelectorAll('#moves tbody tr').length")
    assert rows == int(page.told("plies"))
    page.browser.run("document.querySelectorAll('#moves tbody tr')[3].click()")
    page.at(4)
    assert page.browser.run("return document.querySelector('#info h2').textContent").startswith("4. ")


def test_the_page_speaks_japanese(page):
    page.browser.click("#do-language")
    assert page.browser.run("return document.documentElement.lang") == "ja"
    page.browser.wait("document.querySelector('#turn').textContent.includes('\\u9ed2')")
    page.browser.post("/refresh")
    page.ready()
    assert (
        page.browser.run("return document.querySelector('#do-new').textContent")
        == "\u65b0\u3057\u3044\u5bfe\u5c40"
    )
    page.browser.click("#do-language")
    assert page.browser.run("return document.documentElement.lang") == "en"


@pytest.mark.parametrize("page", LOOKS[:2], indirect=True)
def test_nothing_jumps_and_the_first_paint_is_early(page, server):
    paints = []
    for _ in range(3):
        page.browser.go(server.address)
        page.ready()
        paints.append(max(page.browser.run(VITALS)))
    assert min(paints) < 300
    page.browser.run(SHIFTS)
    page.play_on(4)
    time.sleep(0.3)
    shifts = page.browser.run("return window.shifts")
    assert sum(shift[0] for shift in shifts) < 0.02, shifts


def test_discs_turn_over_unless_motion_is_not_wished(browser, server):
    for still in (False, True):
        found = Page(browser, server.address, still=still)
        found.start(game="Othello", size=8, seats="person,person")
        found.play_on(1)
        found.at(1)
        turning = "[...document.querySelectorAll('#board .turning')]"
        names = browser.run(f"return {turning}.map(node => getComputedStyle(node).animationName)")
        assert names == (["none"] if still else ["turn"])
        found.close()


AXE = """
const done = arguments[0], short = ({id, help, nodes}) => [id, help, nodes.map(node => node.html)];
axe.run().then(({violations}) => done(violations.map(short)));
"""
STATES = {
    "start": lambda page: None,
    "thoughts": lambda page: (
        page.browser.click("[data-switch=analysis]"),
        page.browser.wait("document.querySelector('#thoughts tbody')"),
    ),
    "new game": lambda page: (
        page.browser.click("#do-new"),
        page.browser.wait("document.querySelector('dialog .rest select')"),
    ),
    "open": lambda page: page.browser.click("#do-open"),
    "share": lambda page: page.browser.click("#do-share"),
    "help": lambda page: page.browser.click("#do-help"),
    "SOS": lambda page: page.start(game="SOS", size=5, seats="person,1"),
    "PolyClash": lambda page: (page.start(game="PolyClash", size=302, seats="person,1"), page.play_on(2)),
    "review": lambda page: (
        page.start(game="Othello", size=6, seats="person,1"),
        page.play_on(3),
        page.browser.click("[data-switch=mistakes]"),
        page.browser.wait("document.querySelector('#graph polyline')"),
    ),
}


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    packages = node_packages.install(tmp_path_factory.mktemp("axe"))
    return (packages / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("page", LOOKS[:2], indirect=True, ids=["wide", "phone"])
def test_axe_finds_no_violation(page, axe):
    page.browser.cdp("Runtime.evaluate", expression=axe)
    for state, enter in STATES.items():
        enter(page)
        found = page.browser.run_long(AXE)
        assert found == [], state + json.dumps(found, indent=1)
        page.browser.keys("Escape")
        page.browser.wait("!document.querySelector('dialog')")


def test_the_server_is_killed_and_comes_back(browser, tmp_path):
    env = state_in(tmp_path)
    first = Server(env=env)
    page = Page(browser, first.address)
    page.start(game="Othello", size=6, seats="person,1")
    page.play_on(3)
    moves = page.moves()
    first.close(signal.SIGKILL)
    browser.wait("document.body.classList.contains('lost')")
    second = Server(env=env)
    assert second.address == first.address
    browser.wait("!document.body.classList.contains('lost')")
    browser.wait("document.querySelectorAll('#moves tbody tr').length === arguments[0]", len(moves))
    assert page.moves() == moves
    if page.told("waiting") == "paused":
        browser.click("#do-go")
    page.play_on(1)
    page.close()
    second.close()
    browser.console()
