"""The page of a review: its data, and what a browser makes of it."""

import json
import re
from functools import cache

import pytest
from browser import asked, needs_chromium, picture
from reviews import check_page, othello_record, page_data, random_record, reviewed, whole_game

from outflank.engine.game import Game
from outflank.engine.games import GAMES, OTHELLO, find_game
from outflank.protocol.check.othello_games import random_game
from outflank.protocol.formats.record import Record
from outflank.protocol.review import html as review_html, text as review_text
from outflank.protocol.review.worths import Budget
from outflank.protocol.web.boards import chain_names
from outflank.protocol.web.files import asset
from outflank.protocol.web.page import POLICY

OPEN_GAMES = [variant for variant in GAMES if not variant.hidden]
"""Games without a table of hidden hands, which has tests of its own."""


def page_of(review):
    return review_html.page([review], "some/where/a <file>", [])


def test_a_page_needs_no_network_and_hides_no_script():
    page = review_html.page([whole_game()], "a <file>", ["line 3: </script> & more"])
    assert page.startswith(review_html.MARK)
    addresses = set(re.findall(r"\w+://[^\s\"')]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<link|src=|@import|url\(", page)
    assert page.count("</script>") == 2 and "<title>Ann \u2013 Bob: review</title>" in page
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in page
    check_page(whole_game())


def test_names_of_places_in_the_page_are_text():
    names = "{{data}} {{script}} {{style}} {{title}} {{policy}}"
    page = review_html.page([whole_game(), whole_game()], names, [names])
    assert f"<title>Review of {names}</title>" in page
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert (data["broken"], data["source"]) == ([names], names)
    assert page.count("<style>") == 1 and page.count('"use strict"') == 1


def test_all_values_are_those_of_the_first_player():
    (game,) = page_data(whole_game())["games"]
    for ply, row in zip(game["plies"], whole_game().judged, strict=True):
        sign = -1 if row.player else 1
        assert ply["judged"]["made"]["discs"] == pytest.approx(sign * row.made.discs)
        win = 1 - row.made.win if row.player else row.made.win
        assert ply["judged"]["made"]["win"] == pytest.approx(win)
        assert ply["judged"]["lostWin"] == row.lost_win


def test_the_names_of_the_players_are_the_title():
    (game,) = page_data(whole_game())["games"]
    assert [player["name"] for player in game["players"]] == ["Ann", "Bob"]
    assert (game["about"]["game"], game["about"]["size"]) == ("Othello", 8)
    assert review_html.heading(whole_game()) == "Ann \u2013 Bob"
    unnamed = reviewed(othello_record(random_game(3)[:2]))
    assert review_html.heading(unnamed) == "Black \u2013 White"


def worst_of(review):
    return max(review.judged, key=lambda row: row.lost_discs * row.free).number


KEYS = """
const told = [];
const tell = () => told.push(document.querySelector("#info h2").textContent);
const press = key => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  tell();
};
const on = () => [...document.querySelectorAll(".moves-of-line .on")].map(button => button.textContent);
tell();
for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"])
  press(key);
document.querySelectorAll("#moves tbody tr")[PLY].click(); tell();
press("ArrowDown"); told.push(on());
press("ArrowRight"); told.push(on());
press("Escape"); told.push(on());
return told;
"""


@needs_chromium
def test_keys_in_a_browser(tmp_path):
    review = whole_game()
    row = next(row for row in review.judged if row.lost_discs > 6 and len(row.best.line) > 2)
    script = KEYS.replace("PLY", str(row.number - 1))
    told = asked(tmp_path, page_of(review), script, "--window-size=390,844")
    plies = review.plies
    numbers = [text.split(".")[0] for text in told[:10]]
    wanted = [worst_of(review), "Start", 1, 2, 1, plies, plies, "Start", "Start", row.number]
    assert numbers == list(map(str, wanted))
    texts = review_text.line_of(review, row.best.line)
    side = ("Black", "White")[row.player]
    # The heading names the move that is shown, also in a better line.
    assert told[10].startswith(f"{row.number}. {side} {texts[0]}") and told[11] == [texts[0]]
    assert told[12].startswith(f"{row.number + 1}. ") and told[12].endswith(texts[1])
    assert told[13] == [texts[1]]
    assert told[14].startswith(f"{row.number}. {side} {review_text.move_of(review, row.made.move)}")
    assert told[15] == []


SHOWN = """
const count = query => document.querySelectorAll(query).length;
document.body.style.width = innerWidth < 600 ? "375px" : "";
return {
  heading: document.querySelector("#info h2").textContent,
  discs: count("#board .disc"), arrows: count("#board .arrow"), stars: count("#board .star"),
  badges: [...document.querySelectorAll("#board .badge")].map(text => text.textContent),
  chosen: count("#worst button.on"), legend: document.querySelector("#legend").textContent,
  counts: document.querySelector("#discs").textContent,
  marks: [...document.querySelectorAll("#moves .sign")].map(text => text.textContent),
  title: document.title,
  points: [...document.querySelectorAll("#board .number")].map(text => text.textContent),
  rows: count("#moves tbody tr"), heads: document.querySelector("#moves thead").textContent,
  wide: document.documentElement.scrollWidth > innerWidth,
  cut: document.querySelector("#moves").scrollWidth > document.querySelector("#moves").clientWidth,
  list: document.querySelector("#moves").clientHeight, window: innerHeight,
};
"""


@needs_chromium
def test_a_page_opens_at_the_worst_mistake(tmp_path):
    review = whole_game()
    row = review.judged[worst_of(review) - 1]
    shown = asked(tmp_path, page_of(review), SHOWN, "--window-size=1280,1100")
    assert shown["title"] == "Ann \u2013 Bob: review"
    assert shown["heading"].startswith(f"{row.number}. ") and shown["heading"].endswith("??")
    cells = row.position.play(row.made.move).rules.position_text(row.position.play(row.made.move)).split()[0]
    assert shown["discs"] == sum(cell in "XO" for cell in cells)
    assert shown["counts"] == f"Black, Ann: {cells.count('X')}White, Bob: {cells.count('O')}"
    assert (shown["arrows"], shown["stars"], shown["badges"], shown["chosen"]) == (1, 4, ["??"], 1)
    mistakes = [review_html.degree(review, row) for row in review.judged]
    assert shown["marks"] == [("", "?!", "?", "??")[degree] for degree in mistakes if degree]
    assert all(text in shown["legend"] for text in ("?! lost >2 discs", "? lost >6", "?? lost >12", "best"))
    assert shown["heads"] == "plymoveBlack's leadBlack winsbetterits valuelost"
    assert not shown["wide"] and shown["list"] > 0.35 * shown["window"]


@needs_chromium
@pytest.mark.parametrize("variant", OPEN_GAMES, ids=lambda variant: variant.name)
def test_every_game_is_shown(variant, tmp_path):
    review = reviewed(random_record(variant, 1, 9), Budget(None, 30, 8))
    shown = asked(tmp_path, page_of(review), SHOWN, "--window-size=500,900")
    assert shown["rows"] == 9 and not shown["wide"] and not shown["cut"]
    if variant.name == "PolyClash":
        assert sorted(shown["points"], key=int) == [str(point) for point in range(302)]
    assert shown["discs"] == 0 or variant.name != "SOS"


TABLE = """
const texts = query => [...document.querySelectorAll(query)].map(one => one.textContent);
const go = text => document.querySelector(text).click();
const told = () => ({
  chains: texts(".holdings tbody tr:not(.sum):not(.absent)"), sums: texts(".holdings .sum"),
  board: texts("#board .chain-letter, #board text").length,
});
document.body.style.width = innerWidth < 600 ? "375px" : "";
go("#first");
const start = told();
go("#last");
const end = told(), last = document.querySelector("#money .cursor").getAttribute("x1");
const lines = [...document.querySelectorAll("#money .worth")];
const reached = lines.map(line => line.getAttribute("points").split(" ").length);
const dashes = new Set(lines.map(line => line.getAttribute("stroke-dasharray")));
document.querySelector("#money svg").dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: -9}));
return {
  start, end, reached, dashes: dashes.size, rows: texts("#moves tbody tr").length,
  heading: texts("#info h2")[0], expected: texts("#info .faint"),
  moved: Number(last) > Number(document.querySelector("#money .cursor").getAttribute("x1")),
  keys: texts("#money .tick").filter(text => /^[A-Z]/.test(text)),
  wide: document.documentElement.scrollWidth > innerWidth, legend: texts("#money .axis"),
};
"""


@cache
def acquire_game():
    """A reviewed game of Acquire from its start to its end."""
    return reviewed(random_record(find_game("Acquire 3"), 4, 2000), Budget(None, 20, 0))


@needs_chromium
@pytest.mark.parametrize("width", [1280, 500])
def test_a_game_of_acquire_shows_chains_stocks_and_money(tmp_path, width):
    review = acquire_game()
    rules, position = review.record.game.rules, review.record.game.position
    shown = asked(tmp_path, page_of(review), TABLE, f"--window-size={width},1100")
    assert shown["start"]["chains"] == [] and shown["rows"] == review.plies
    assert shown["start"]["sums"] == ["Cash$6,000$6,000$6,000", "If scored now$6,000$6,000$6,000"]
    sizes = {name: position.cells.count(name[0]) for name in chain_names().values()}
    there = [name for name, size in sizes.items() if size]
    assert [
        text[1 : 1 + len(name)] for text, name in zip(shown["end"]["chains"], there, strict=True)
    ] == there
    assert all(str(sizes[name]) in text for text, name in zip(shown["end"]["chains"], there, strict=True))
    assert shown["end"]["sums"] == ["Cash" + "".join(f"${money:,}" for money in rules.scores(position))]
    assert shown["reached"] == [review.plies + 1] * 3 and shown["dashes"] == 3
    assert shown["keys"] == ["Red", "Yellow", "Green"] and shown["legend"] == [
        "money if scored after each move"
    ]
    assert shown["heading"] == "Start" and shown["moved"], "a click on the chart goes to a ply"
    assert not shown["wide"]


@needs_chromium
@pytest.mark.parametrize(("width", "height", "dark"), [(1280, 620, False), (500, 1500, True)])
def test_lines_of_money_can_be_seen_on_light_and_dark_pages(tmp_path, width, height, dark):
    seen = set().union(*map(set, picture(tmp_path, page_of(acquire_game()), width, height, dark)))
    palette = colours(asset("web/palette.css"))[dark]
    assert {palette[f"line-{side}"] for side in ("red", "yellow", "green")} <= seen


def test_the_tables_of_a_page_are_those_of_the_positions():
    review = acquire_game()
    (game,) = page_data(review)["games"]
    table = {**game["table"]}
    positions = [position for position, _, _ in review.record.plies()][1:] + [review.record.game.position]
    for ply, position in zip(game["plies"], positions, strict=True):
        for key, value in ply["table"].items():
            changed = dict(value) if key in ("chains", "seats") else {}
            rows = [changed.get(number, old) for number, old in enumerate(table[key])] if changed else value
            table[key] = rows
        rules = position.rules
        assert [seat["worth"] for seat in table["seats"]] == list(rules.scores(position))
        assert [seat["shares"] for seat in table["seats"]] == [
            list(rules.shares(position, n)) for n in range(3)
        ]
        assert [chain["bank"] for chain in table["chains"]] == list(rules.bank(position))
        assert table["bag"] == rules.bag(position) and table["out"] == rules.out(position)
    judged = [ply["judged"]["made"]["expected"] for ply in game["plies"]]
    told = [one for one in judged if one]
    assert len(told) > 0.8 * len(judged)
    assert all(len(one["scores"]) == 3 and not one["estimated"] for one in told)
    assert page_data(whole_game())["games"][0]["table"] is None


@needs_chromium
def test_a_position_lists_its_moves(tmp_path):
    position = reviewed(Record("line 1", OTHELLO, 8, Game(OTHELLO.rules(8))))
    shown = asked(tmp_path, page_of(position), SHOWN)
    assert (shown["rows"], shown["heading"], shown["discs"]) == (4, "Start", 4)
    steps = 'document.querySelectorAll("#moves tbody tr")[1].click();' + SHOWN
    shown = asked(tmp_path, page_of(position), steps)
    assert shown["heading"].startswith("1. Black ") and shown["discs"] == 5


def colours(text):
    """The colours of the palette, light and dark: name -> (red, green, blue)."""
    light, _, dark = text.partition("@media")
    found = []
    for part in (light, dark):
        rows = re.findall(r"--([\w-]+): #([0-9a-f]{6});", part)
        found.append({name: tuple(bytes.fromhex(value)) for name, value in rows})
    return found[0], {**found[0], **found[1]}


@needs_chromium
@pytest.mark.parametrize(("width", "dark"), [(820, False), (500, True)])
def test_discs_have_their_colours_on_light_and_dark_pages(tmp_path, width, dark):
    seen = set().union(*map(set, picture(tmp_path, page_of(whole_game()), width, 600, dark)))
    palette = colours(asset("web/palette.css"))[dark]
    assert {palette[name] for name in ("ground", "felt", "disc-black", "disc-white")} <= seen
    assert len(seen) > 50
