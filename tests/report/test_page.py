"""The page of a report: its pictures, its data, and what a browser makes of it."""

import json
import re
from html.parser import HTMLParser

import pytest
from browser import asked, needs_chromium, picture
from made_up_games import NASTY, games, league as made_up_league

from outflank.engine.results import summary as statistics
from outflank.protocol.report import page, plots
from outflank.protocol.web import charts, components


@pytest.fixture(scope="module")
def league():
    return made_up_league()


def page_of(rows):
    return page.page(statistics.summaries(rows), rows)


def numbers_of(drawn):
    """All places across a picture."""
    found = [float(number) for number in re.findall(r' (?:c?x[12]?)="([^"]*)"', drawn)]
    points = re.findall(r'points="([^"]*)"', drawn)
    return found + [float(place.split(",")[0]) for text in points for place in text.split()]


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 100, 5, [0, 20, 40, 60, 80, 100]),
        (-3, 7, 6, [-2, 0, 2, 4, 6]),
        (0.4, 1, 6, [0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]),
        (5, 5, 6, [5]),
    ],
)
def test_ticks_are_round_numbers(low, high, most, expected):
    assert charts.ticks(low, high, most) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(-3, 165, (-50, 200)), (0, 100, (0, 100)), (0, 0, (0, 0))]
)
def test_a_frame_holds_all_between_its_ends(low, high, expected):
    assert charts.frame_of(low, high) == pytest.approx(expected)


def test_infinite_ratings_end_in_arrows_at_the_frame():
    inf = float("inf")
    drawn = plots.ratings_picture(
        [("a", inf, 30.0, inf), ("b", 0.0, 0.0, 0.0), ("c", -40.0, -inf, 5.0)], (0, 1, 2)
    )
    places = numbers_of(drawn)
    assert places and all(0 <= place <= charts.WIDTH for place in places) and ">+inf<" in drawn
    assert drawn.count("<polygon") == 2


def test_intervals_stay_in_their_frame():
    drawn = plots.ratings_picture([("a", 76.0, -3.0, 165.0)], (0,))
    frame = re.search(r'<rect x="([^"]*)" y="[^"]*" width="([^"]*)"', drawn)
    left, right = float(frame[1]), float(frame[1]) + float(frame[2])
    bar = re.search(r'<line x1="([^"]*)" y1="[^"]*" x2="([^"]*)" y2="[^"]*" class="bar', drawn)
    assert left < float(bar[1]) < float(bar[2]) < right and "<polygon" not in drawn


def test_times_from_microseconds_to_minutes_stay_in_the_picture():
    rows = games(["A", "B"], 2)
    slow = rows[0].plies[10]._replace(seconds=300.0)
    rows[0] = rows[0]._replace(plies=(*rows[0].plies[:10], slow, *rows[0].plies[11:]))
    drawn = plots.pace_picture(statistics.summaries(rows)[0].engines)
    assert all(0 <= place <= charts.WIDTH for place in numbers_of(drawn))
    assert "100 s" in drawn and "logarithmic scale" in drawn
    assert plots.pace_picture([]) == ""


def test_all_scores_have_the_same_axes_and_the_line_of_equals(league):
    text = page_of(league)
    drawn = re.findall(r'<svg[^>]*aria-label="Score of.*?</svg>', text, re.DOTALL)
    assert len(drawn) == 6
    axes = {tuple(re.findall(r'class="(?:tick|even|grid)"[^>]*>[^<]*', picture)) for picture in drawn}
    assert len(axes) == 1
    (axis,) = axes
    assert [words.rpartition(">")[2] for words in axis if "%" in words] == [
        "0 %",
        "25 %",
        "50 %",
        "75 %",
        "100 %",
    ]
    assert sum('class="even"' in words for words in axis) == 1


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ("2026-11-18T10:00:00Z", "2026-11-18T10:59:00Z", "18 November 2026, 10:00 to 10:59 UTC"),
        ("2026-11-18T10:00:00Z", "2026-11-18T10:00:30Z", "18 November 2026, 10:00 UTC"),
        (
            "2026-11-18T10:00:00Z",
            "2026-11-19T09:30:00.5Z",
            "18 November 2026, 10:00 to 19 November 2026, 09:30 UTC",
        ),
        ("yesterday", "yesterday", "yesterday"),
        ("2026-13-18T10:00:00Z", "2026-13-18T10:00:00Z", "2026-13-18T10:00:00Z"),
        ("2026-13-18T10:00:00Z", "2026-13-18T11:00:00Z", "2026-13-18T10:00:00Z to 2026-13-18T11:00:00Z"),
    ],
)
def test_dates_are_words(first, last, words):
    assert components.dates_words(first, last) == words


def test_the_title_names_engines_and_games(league):
    title = page.page_title(statistics.summaries(league))
    assert title == f"Outflank 20, Outflank 10, rhino and {NASTY}: Othello 8x8"
    rows = games(["A", "B"], 2) + games(["A", "B"], 2, "SOS", match="00000000000000bb")
    assert page.page_title(statistics.summaries(rows)) == "A v B: Othello 8x8 and SOS 8x8"
    assert components.listed(list("abcdef"), 4) == "a, b, c and 3 more"


class Reader(HTMLParser):
    """Notes tags, attributes, and that all that is opened is closed."""

    EMPTY = ("meta", "line", "circle", "rect", "polyline", "polygon")

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.words = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert tag in self.EMPTY or self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["script"] and self.open[-1:] != ["style"]:
            self.words.append(data)


def test_a_page_is_whole_asks_no_network_and_takes_names_as_words(league):
    text = page_of(league)
    reader = Reader(text)
    assert reader.open == []
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    for tag, attributes in reader.seen:
        assert not {"src", "href", "onload", "onclick"} & set(attributes), tag
    scripts = [attributes.get("type") for tag, attributes in reader.seen if tag == "script"]
    assert scripts == ["application/json", None]
    assert NASTY in "".join(reader.words) and "<script>alert" not in text


def data_of(text):
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text)
    return json.loads(found.group(1))["sections"]


def test_the_games_in_a_page_are_those_of_the_file(league):
    ((section),) = data_of(page_of(league))
    assert len(section["games"]) == len(league) and section["board"]["width"] == 8
    for shown, played in zip(section["games"], league, strict=True):
        assert [ply[1] for ply in shown["plies"]] == [ply.move for ply in played.plies]
        assert shown["seats"] == list(played.seats)
        assert (played.fault is None) or played.fault.reason in shown["ending"]
        assert (not played.void) or played.void in shown["ending"]
        cells = list(shown["start"])
        for *_, cell, changed in shown["plies"]:
            changes = re.findall(r"(\d+)(\D)", changed)
            assert cell < 0 or (str(cell) in dict(changes) and cells[cell] == "-")
            for place, sign in changes:
                cells[int(place)] = sign
        assert cells.count("-") == 60 - sum(ply.move != "pass" for ply in played.plies)


def test_a_game_that_cannot_be_played_again_has_no_board():
    rows = games(["A", "B"], 2)
    rows[0] = rows[0]._replace(plies=(rows[0].plies[0]._replace(move="A1"), *rows[0].plies[1:]))
    first, second = data_of(page_of(rows))[0]["games"]
    assert (first["start"], len(first["plies"])) == ("", len(rows[0].plies))
    assert second["start"].count("-") == 60


def test_a_page_says_when_it_leaves_out_graphs(monkeypatch):
    monkeypatch.setattr(page, "MOST_GRAPHS", 3)
    assert "The first 3 of 4 games." in page_of(games(["A", "B"], 4))


def test_a_page_of_every_kind_of_match(league):
    """Games for four, games of two kinds, void games only, an engine against itself."""
    void = [row._replace(rewards=(), end="void", void="x") for row in games(["A", "B"], 2)]
    for rows in (
        games(["A", "B", "C"], 8, "Rolit"),
        games(["A", "B"], 4) + games(["A", "B"], 4, "SOS", match="00000000000000bb"),
        void,
        games(["A"], 2, values=()),
    ):
        assert Reader(page_of(rows)).open == []


def test_pages_of_our_own_are_known():
    whole = page_of(games(["A", "B"], 2)).encode()
    assert page.written_here(whole)
    old = '<!doctype html>\n<head>\n<meta name="generator" content="Outflank 0.1.0">\n</head>\n<body>'
    older = "<!doctype html>\n<head></head>\n<body>\n<p>Games begun x. Outflank&#x27;s report.</p>"
    assert page.written_here(old.encode()) and page.written_here(older.encode())
    assert not page.written_here(b"<!doctype html>\n<title>mine</title>\n")
    assert not page.written_here(whole.replace(b"Outflank report", b"Outflank review"))


RUN = """
document.querySelector(".after").click();
const texts = [...document.querySelectorAll("svg text")].filter(text => {
  const box = text.getBBox(), whole = text.ownerSVGElement.viewBox.baseVal;
  return box.width && (box.x < whole.x || box.x + box.width > whole.x + whole.width
    || box.y < whole.y || box.y + box.height > whole.y + whole.height);
});
const games = document.querySelector(".games"), discs = () => games.querySelectorAll(".board .disc").length;
const found = {
  wide: document.documentElement.scrollWidth > innerWidth, cut: texts.map(text => text.textContent),
  options: games.querySelectorAll("option").length,
  dots: games.querySelectorAll(".chart circle").length, bars: games.querySelectorAll(".chart rect").length,
  moves: [...games.querySelectorAll(".moves span")].map(move => move.textContent), end: discs(),
};
const words = () => games.querySelector(".said").textContent;
games.querySelectorAll(".moves span")[2].click();
found.third = [discs(), words()];
games.querySelector(".chart").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}));
found.second = [discs(), words()];
return found;
"""


@needs_chromium
@pytest.mark.parametrize("width", [1000, 500])
def test_a_browser_runs_the_page(league, width, tmp_path):
    """The script has filled the choice of games and draws the one after the first when that is asked for,
    with its board; nothing is wider than the window, nor a word wider than its picture."""
    found = asked(tmp_path, page_of(league), RUN, f"--window-size={width},800")
    second = league[1]
    assert (found["wide"], found["cut"], found["options"]) == (False, [], len(league))
    assert found["dots"] == sum(ply.value is not None for ply in second.plies)
    assert found["bars"] == len(second.plies)
    assert found["moves"] == [ply.move for ply in second.plies]
    assert found["end"] == 4 + sum(ply.move != "pass" for ply in second.plies)
    assert found["third"][0] == 7 and found["third"][1].startswith(f"3. Black {second.plies[2].move}")
    assert found["second"][0] == 6 and found["second"][1].startswith(f"2. White {second.plies[1].move}")


@needs_chromium
@pytest.mark.parametrize(("width", "dark"), [(1280, False), (500, True)])
def test_a_browser_shows_the_page(league, width, dark, tmp_path):
    """Light and dark, wide and narrow: the ground has its colour up to the edges, and a good part of what is
    on it is neither ground nor panel."""
    rows = picture(tmp_path, page_of(league), width, 900, dark)
    ground = (0x15, 0x18, 0x1A) if dark else (0xFB, 0xFB, 0xF9)
    panel = (0x1D, 0x21, 0x24) if dark else (0xFF, 0xFF, 0xFF)
    assert len(rows[0]) == width
    assert all(row[0] == ground and row[-1] == ground for row in rows)
    count = len(rows) * width
    assert 0.02 < sum(colour not in (ground, panel) for row in rows for colour in row) / count < 0.4
    assert sum(colour == panel for row in rows for colour in row) / count > 0.4
