"""The page that plays, in a real browser against the real engine."""

import json
import signal
import socket
import time

import node_packages
import pytest
from places import TESTS
from play_page import SHIFTS, Page, Server, state_in
from webdriver import Browser, needs_driver
from whole_games import LOOKS, WHOLE, look_name, play_whole, violations

pytestmark = [needs_driver, pytest.mark.slow]
GAME = TESTS / "records" / "turnaround.ggf"
TESTED = [whole for whole in WHOLE if not whole.long]
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


@pytest.fixture(scope="module")
def axe(tmp_path_factory):
    packages = node_packages.install(tmp_path_factory.mktemp("axe"))
    return (packages / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.fixture
def page(browser, server, request):
    width, dark = getattr(request, "param", (1280, False))
    found = Page(browser, server.address, width, dark)
    yield found
    complaints = browser.console()
    found.close()
    assert complaints == []


@pytest.mark.parametrize(
    ("page", "whole"),
    [(LOOKS[number % 4], whole) for number, whole in enumerate(TESTED)],
    indirect=["page"],
    ids=[whole.name for whole in TESTED],
)
def test_a_whole_game(page, whole):
    """Each game in one look; `python tests/play_all.py` plays them in all."""
    play_whole(page, whole)


FAMILIES = [
    whole for whole in WHOLE if whole.name in ("Othello 8", "Rolit 8", "SOS 4", "PolyClash", "Acquire")
]


@pytest.mark.parametrize("whole", FAMILIES, ids=[whole.name for whole in FAMILIES])
def test_every_game_is_shown_in_every_look(page, browser, whole, axe):
    page.start(game=whole.game, size=whole.size, seats=whole.seats)
    if page.told("waiting") == "paused":
        browser.click("#do-go")
    page.play_on(3)
    for look in LOOKS:
        browser.look(look[0], dark=look[1])
        assert page.browser.run("return document.documentElement.scrollWidth <= innerWidth"), look
        found = violations(page, axe)
        assert found == [], look_name(look) + json.dumps(found, indent=1)
        page.play_on(1)


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
    link, moves = page.link(), page.moves()
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


TILES = "[...document.querySelectorAll('#decision .own-tile b')].map(node => node.textContent)"


def test_tiles_are_covered_between_persons(page):
    page.start(game="Acquire 3 house", size=108, seats="person,person,acquire-hard", deck="7")
    page.browser.wait("document.querySelector('#do-uncover')")
    assert "deck=~" in page.link() and page.browser.run(f"return {TILES}") == []
    assert (
        page.browser.run("return document.querySelectorAll('#board .legal, #board .hand-tile').length") == 0
    )
    assert page.browser.run("return document.querySelector('#do-hint').disabled")
    page.browser.keys("?")
    page.browser.click("#do-uncover")
    first = page.browser.run(f"return {TILES}")
    assert (
        len(first) == 6
        and page.browser.run("return document.querySelectorAll('#board .hand-tile').length") == 6
    )
    assert page.browser.run("return document.activeElement.classList.contains('own-tile')")
    page.browser.keys("Enter")
    page.at(1)
    page.browser.wait("document.querySelector('#do-buy')")
    page.browser.click("#do-buy")
    page.browser.wait("document.querySelector('#do-uncover')")
    assert "Yellow" in page.browser.run("return document.querySelector('#decision h2').textContent")
    assert all(
        tile not in page.browser.run("return document.body.innerHTML")
        for tile in (f">{one}</b>" for one in first)
    )
    page.browser.post("/refresh")
    page.ready()
    page.browser.click("#do-uncover")
    second = page.browser.run(f"return {TILES}")
    assert len(second) == 6 and not set(first) & set(second)


def test_acquire_undone_redone_hinted_and_kept(page):
    page.start(game="Acquire 3 house", size=108, seats="person,acquire-hard,acquire-hard", deck="7")
    page.play_on(5)
    page.waits("person")
    plies, cash = (
        page.told("plies"),
        page.browser.run("return document.querySelector('.seat .count').textContent"),
    )
    page.browser.click("#do-hint")
    page.browser.wait("document.querySelector('#thoughts tbody tr')")
    page.browser.click("#do-undo")
    page.browser.wait("Number(document.body.dataset.ply) < arguments[0]", int(plies))
    page.browser.keys("End")
    page.at(plies)
    page.browser.post("/refresh")
    page.ready()
    page.at(plies)
    assert page.browser.run("return document.querySelector('.seat .count').textContent") == cash
    page.browser.click("#do-save")
    page.browser.wait("document.querySelector('dialog select')")
    options = "[...document.querySelectorAll('dialog select option')].map(one => one.value)"
    assert page.browser.run(f"return {options}") == ["position"]
    page.browser.keys("Escape")
    page.browser.click("#do-share")
    assert "face down" in page.browser.wait("document.querySelector('dialog')?.textContent")
    page.browser.keys("Escape")


def test_acquire_by_the_keyboard(page):
    page.start(game="Acquire 3 house", size=108, seats="person,acquire-easy,acquire-easy", deck="11")
    page.browser.wait("document.querySelector('button.own-tile')")
    tile = page.browser.run(f"return {TILES}")[0]
    page.browser.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    page.browser.keys(*tile)
    label = page.browser.run("return document.activeElement.getAttribute('aria-label')")
    assert label.startswith(f"{tile}, in your hand, ")
    page.browser.keys("Enter")
    page.at(1)
    assert page.moves()[0] == tile


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
    "a cover": lambda page: (
        page.start(game="Acquire 3", size=108, seats="person,person,person"),
        page.browser.wait("document.querySelector('#do-uncover')"),
    ),
    "tiles to lay": lambda page: (
        page.browser.click("#do-uncover"),
        page.browser.wait("document.querySelector('button.own-tile:not([disabled])')"),
    ),
    "a purchase": lambda page: (
        page.play_on(11),
        page.browser.wait("document.querySelector('#do-buy') || document.querySelector('#do-uncover')"),
    ),
    "review": lambda page: (
        page.start(game="Othello", size=6, seats="person,1"),
        page.play_on(3),
        page.browser.click("[data-switch=mistakes]"),
        page.browser.wait("document.querySelector('#graph polyline')"),
    ),
}


@pytest.mark.parametrize("page", LOOKS[:2], indirect=True, ids=["wide", "phone"])
def test_axe_finds_no_violation(page, axe):
    for state, enter in STATES.items():
        enter(page)
        found = violations(page, axe)
        assert found == [], state + json.dumps(found, indent=1)
        page.browser.keys("Escape")
        page.browser.wait("!document.querySelector('dialog')")


def held(port, count):
    """The beginnings of `count` connections to a port, which a stranger has taken."""
    heads = []
    with socket.socket() as ear:
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        ear.bind(("127.0.0.1", port))
        ear.listen()
        ear.settimeout(20)
        while len(heads) < count:
            line, _ = ear.accept()
            with line:
                heads.append(line.recv(65536))
    return heads


def test_the_server_is_killed_and_comes_back(browser, tmp_path):
    env = state_in(tmp_path)
    first = Server(env=env)
    page = Page(browser, first.address)
    page.start(game="Othello", size=6, seats="person,1")
    page.play_on(3)
    moves = page.moves()
    first.close(signal.SIGKILL)
    browser.wait("document.body.classList.contains('lost')")
    secret = first.address.split("/")[3]
    heads = held(int(first.address.split(":")[2].split("/")[0]), 2)
    assert all(b"/proof/" in head for head in heads) and secret.encode() not in b"".join(heads)
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
