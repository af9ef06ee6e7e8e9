"""Reports: tables of text, data, and a page that is looked at in a real browser where there is one."""

import csv
import json
import re
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from itertools import combinations

import pytest
from made_up_games import games

from outflank.engine.lab import sprt
from outflank.protocol.cli import main
from outflank.protocol.formats import ledger
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.report import (
    command as report,
    page,
    plots,
    records,
    screen,
    statistics,
    summary as verdict,
    tables,
)

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NASTY = "a<script>alert('x')</script>&\"b"


def write(path, rows):
    """A file of games."""
    path.write_bytes(b"".join(map(to_line, rows)))
    return str(path)


@pytest.fixture(scope="module")
def league():
    """A round robin of four, one of whom has a name that no page must take for its own words."""
    names = ["Outflank 20", "Outflank 10", "rhino", NASTY]
    strengths = dict(zip(names, (200, 80, 0, -150), strict=True))
    rows = []
    for number, (a, b) in enumerate(combinations(names, 2)):
        rows += games([a, b], 12, "Othello", strengths, f"{number:016x}", number, faults=0.15)
    return rows


def test_a_report_of_two_engines(tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", games(["A", "B"], 40, strengths={"A": 150}))
    assert main(["report", path, "--sprt", "0,400"]) == 0
    out, err = capfd.readouterr()
    lines = out.splitlines()
    assert lines[0].startswith("Othello 8: 40 games, 0 void, ") and err == ""
    titles = [line for line in lines[1:] if line and not line.startswith(" ")]
    assert titles == [
        *("Engines", "Pairings", "Test", "Seats", "Time per move", "Openings, mean rewards", "Machines")
    ]
    claims = sprt.Claims(0, 400)
    found = statistics.summaries(ledger.read([path]), claims)[0].pairings[0]
    row = lines[lines.index("Pairings") + 2].split()
    assert row[:6] == ["A", "B", "40", *map(str, (found.wins, found.draws, found.losses))]
    assert row[6:8] == [f"{found.score.mean:.3f}", f"{round(found.elo.value):+d}"]
    assert lines[lines.index("Test") + 2].split()[:4] == ["A", "B", "20", f"{found.test.llr:.2f}"]


def test_a_report_of_a_league_names_faults_and_ratings(league, tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", league)
    assert main(["report", path, "--anchor", "rhino"]) == 1
    out = capfd.readouterr().out
    (found,) = statistics.summaries(league, anchor="rhino")
    assert found.void and f"{found.void} void" in out.splitlines()[0]
    assert "(Bradley-Terry; rhino is 0)" in out
    for title in ("Ratings", "Results", "Games lost by", "Faults"):
        assert f"\n{title}\n" in out
    assert re.search(r"rhino +\+0 +\+0 to \+0", out)
    for row in found.faults[: report.MOST_ROWS]:
        assert re.search(rf"{row.match[:8]} {row.number} .*{row.end}", out)


def test_a_long_table_is_cut_short_and_says_so():
    table = tables.Table(
        "T", ("a", "b"), tuple((str(number), "x") for number in range(9)), note="n", long=True
    )
    assert (
        screen.as_text(table, 3)
        == "T\n  a  b\n  0  x\n  1  x\n  2  x\n  and 6 more: see --html, --json or --csv\n  (n)\n"
    )
    assert screen.as_text(table._replace(long=False), 3).count("\n") == 12


def test_a_report_in_json(league, tmp_path, capfd):
    path = write(tmp_path / "games.jsonl", league)
    assert main(["report", path, "--json", "--sprt", "0,10"]) == 1
    (found,) = json.loads(capfd.readouterr().out)
    assert found["games"] + found["void"] == 72 and len(found["pairings"]) == 6
    assert set(found["pairings"][0]["test"]) == {"llr", "lower", "upper", "accepted", "groups"}
    assert found["ratings"]["rows"][0]["elo"] > found["ratings"]["rows"][-1]["elo"]


def test_a_report_in_csv(league, tmp_path, capfd):
    path, out = write(tmp_path / "games.jsonl", league), tmp_path / "games.csv"
    assert main(["report", path, "--csv", str(out)]) == 1
    with open(out, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 72
    for row, played in zip(rows, league, strict=True):
        assert (row["match"], row["number"], row["end"]) == (played.match, str(played.number), played.end)
        assert (row["reason"], row["seats"]) == (
            played.fault.reason if played.fault else played.void,
            " ".join(played.seats),
        )
        assert [float(value) for value in row["rewards"].split()] == list(played.rewards)
    assert tuple(rows[0]) == records.COLUMNS


def test_files_of_several_runs_are_one_report(tmp_path, capfd):
    rows = games(["A", "B"], 8)
    first, second = write(tmp_path / "1.jsonl", rows[:5]), write(tmp_path / "2.jsonl", rows[5:])
    assert main(["report", first, second]) == 0
    assert "8 games" in capfd.readouterr().out
    assert main(["report", first, first]) == 2
    assert "1.jsonl, line 1: game 0 of match 00000000000000aa is there twice" in capfd.readouterr().err


def test_a_torn_last_line_is_told_and_left_out(tmp_path, capfd):
    path = tmp_path / "games.jsonl"
    write(path, games(["A", "B"], 4))
    path.write_bytes(path.read_bytes()[:-20])
    assert main(["report", str(path)]) == 0
    out, err = capfd.readouterr()
    assert "3 games" in out and "was not written to its end" in err


@pytest.mark.parametrize(
    ("data", "words", "complaint"),
    [
        (b"", [], "there is no game in "),
        (b"{}\n", [], "games.jsonl, line 1: "),
        (b"nonsense\n", [], "games.jsonl, line 1: "),
        (None, [], "No such file"),
        (b"good", ["--sprt", "5,1"], "elo0 must be less than elo1"),
        (b"good", ["--anchor", "Z"], "no engine is called 'Z'"),
        (b"good", ["--html", "games.jsonl"], "this is the file that is read"),
        (b"good", ["--csv", "games.jsonl", "--force"], "this is the file that is read"),
        (b"good", ["--csv", "no/games.csv"], "no/games.csv: No such file"),
    ],
)
def test_wrong_use_is_one_line_and_code_2(data, words, complaint, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    if data is not None:
        (tmp_path / "games.jsonl").write_bytes(data)
    if data == b"good":
        write(tmp_path / "games.jsonl", games(["A", "B"], 2))
    before = sorted(tmp_path.iterdir())
    assert main(["report", "games.jsonl", *words]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("outflank: report: ") and complaint in err and err.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


FOREIGN = {
    "--csv": ["match", "match the colours\n", "matchless,1\n", "match,number,opening\n1,2,3\n"],
    "--html": ["<!doctype html>\n<title>mine</title>\n", "<!DOCTYPE html>\n<!-- Outflank review -->\n"],
}


@pytest.mark.parametrize(
    ("option", "text"), [(name, text) for name, rows in FOREIGN.items() for text in rows]
)
def test_only_a_page_and_a_table_of_our_own_are_replaced(option, text, tmp_path, capfd, monkeypatch):
    path, target = write(tmp_path / "games.jsonl", games(["A", "B"], 2)), tmp_path / "out"
    for _ in range(2):
        assert main(["report", path, option, str(target)]) == 0
    first = target.read_bytes()
    target.write_text(text)
    capfd.readouterr()
    with monkeypatch.context() as patch:
        # It is said before the work.
        patch.setattr(report, "summaries", lambda *words: 1 / 0)
        assert main(["report", path, option, str(target)]) == 2
    said = f"outflank: report: {target}: there is a file of another kind; --force overwrites it\n"
    assert capfd.readouterr() == ("", said) and target.read_text() == text
    assert main(["report", path, option, str(target), "--force"]) == 0
    assert target.read_bytes() == first


def test_a_page_from_before_the_mark_is_known():
    whole = page.page(statistics.summaries(games(["A", "B"], 2)), games(["A", "B"], 2)).encode()
    marked = re.sub(rb'<meta name="generator"[^>]*>\n', b"", whole)
    assert marked != whole and page.written_here(marked) and page.written_here(whole)


STEERING = "\x1b[2J\x9b\u202e"


def test_names_from_a_file_do_not_steer_the_terminal(tmp_path, capfd):
    rows = games([f"a{STEERING}", "b" * 5000], 24, faults=0.3)
    path = write(tmp_path / "games.jsonl", rows)
    main(["report", path])
    out, _ = capfd.readouterr()
    assert "a\\x1b[2J\\x9b\\u202e" in out and all(map(str.isprintable, out.split("\n")))
    assert "b" * 300 not in out and "bbb...bbb" in out
    found = verdict.judge(games([f"a{STEERING}", "b" * 5000], 4), (f"a{STEERING}", "b" * 5000))
    text = verdict.as_text(found, rows)
    assert all(map(str.isprintable, text.split("\n"))) and "b" * 300 not in text


def test_a_drawn_table_keeps_its_colours_and_no_other_escapes():
    pytest.importorskip("rich", reason="rich is not installed")
    table = tables.Table(f"T{STEERING}", (f"h{STEERING}", "b"), ((f"x{STEERING}", "1"),), note=f"n{STEERING}")
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", screen.drawn([table], 5, width=200))
    assert all(map(str.isprintable, drawn.split("\n"))) and drawn.count("\\x1b[2J\\x9b\\u202e") == 4


def test_no_cell_of_a_table_is_a_formula(tmp_path):
    names = ["=1+1", "+A1", "-2", "@x", "\tq", "ok"]
    rows = [
        row._replace(seats=(name, "b"), opening_name=name)
        for name, row in zip(names, games(["a", "b"], 6), strict=True)
    ]
    rows[0] = rows[0]._replace(scores=(-0.5, 3.0), void="", seconds=1.5)
    found = list(csv.DictReader("".join(records.to_csv(rows)).splitlines(keepends=True)))
    wanted = ["'=1+1", "'+A1", "'-2", "'@x", "'\tq", "ok"]
    assert [row["opening_name"] for row in found] == wanted
    assert [row["seats"] for row in found] == [f"{name} b" for name in wanted]
    assert (found[0]["scores"], found[0]["seconds"], found[0]["number"]) == ("-0.5 3", "1.5", "0")
    assert records.cell(-0.5) == -0.5


def test_help_has_an_example(capfd):
    with pytest.raises(SystemExit) as end:
        main(["report", "--help"])
    assert end.value.code == 0 and "outflank report games.jsonl --sprt 0,5" in capfd.readouterr().out


def test_rich_draws_the_same_words(league):
    pytest.importorskip("rich", reason="rich is not installed")
    (found,) = statistics.summaries(league)
    drawn = re.sub(r"\x1b\[[0-9;]*m", "", screen.drawn(tables.tables(found), 5, width=200))
    for table in tables.tables(found):
        assert table.title in drawn
        for row in table.rows[:5]:
            assert all(cell in drawn for cell in row if len(cell) < 30)


# Pictures.


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
    assert plots.ticks(low, high, most) == pytest.approx(expected)


def test_infinite_ratings_stay_in_the_picture():
    inf = float("inf")
    picture = plots.ratings_picture(
        [("a", inf, 30.0, inf), ("b", 0.0, 0.0, 0.0), ("c", -40.0, -inf, 5.0)], (0, 1, 2)
    )
    numbers = [float(number) for number in re.findall(r' (?:c?x[12]?)="([^"]*)"', picture)]
    assert numbers and all(0 <= number <= plots.WIDTH for number in numbers) and ">+inf<" in picture


def test_times_from_microseconds_to_minutes_stay_in_the_picture():
    rows = games(["A", "B"], 2)
    slow = rows[0].plies[10]._replace(seconds=300.0)
    rows[0] = rows[0]._replace(plies=(*rows[0].plies[:10], slow, *rows[0].plies[11:]))
    picture = plots.pace_picture(statistics.summaries(rows)[0].engines)
    numbers = [float(number) for number in re.findall(r' (?:c?x[12]?)="([^"]*)"', picture)]
    assert all(0 <= number <= plots.WIDTH for number in numbers) and "100 s" in picture
    assert plots.pace_picture([]) == ""


# The page.


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
    text = page.page(statistics.summaries(league), league)
    reader = Reader(text)
    assert reader.open == []
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    for tag, attributes in reader.seen:
        assert not {"src", "href", "onload", "onclick"} & set(attributes), tag
    scripts = [attributes.get("type") for tag, attributes in reader.seen if tag == "script"]
    assert scripts == ["application/json", None]
    assert NASTY in "".join(reader.words) and "<script>alert" not in text


def test_the_games_in_a_page_are_those_of_the_file(league):
    text = page.page(statistics.summaries(league), league)
    data = json.loads(re.search(r'<script type="application/json">(.*?)</script>', text).group(1))
    assert len(data) == len(league)
    for shown, played in zip(data, league, strict=True):
        assert [ply[1] for ply in shown["plies"]] == [ply.move for ply in played.plies]
        assert shown["seats"] == list(played.seats)
        assert (played.fault is None) or played.fault.reason in shown["ending"]
        assert (not played.void) or played.void in shown["ending"]


def test_a_page_says_when_it_leaves_out_graphs(monkeypatch):
    monkeypatch.setattr(page, "MOST_GRAPHS", 3)
    rows = games(["A", "B"], 4)
    assert "The first 3 of 4 games." in page.page(statistics.summaries(rows), rows)


def test_a_page_of_every_kind_of_match(league):
    """Games for four, games of two kinds, void games only, an engine against itself."""
    void = [row._replace(rewards=(), end="void", void="x", result="") for row in games(["A", "B"], 2)]
    for rows in (
        games(["A", "B", "C"], 8, "Rolit"),
        games(["A", "B"], 4) + games(["A", "B"], 4, "SOS", match="00000000000000bb"),
        void,
        games(["A"], 2, values=()),
    ):
        assert Reader(page.page(statistics.summaries(rows), rows)).open == []


@pytest.fixture(scope="module")
def browser():
    """A browser that can do without a screen."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("there is no Chromium")
    return found


def look(browser, folder, source, width, dark, *more):
    """What the browser makes of a page: its output, and a picture of it."""
    picture = folder / f"{source.stem}-{width}-{dark}.png"
    done = subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"),
            *(
                f"--user-data-dir={folder / 'profile'}",
                f"--blink-settings=preferredColorScheme={int(not dark)}",
            ),
            *(
                f"--window-size={width},700",
                "--virtual-time-budget=2000",
                "--force-device-scale-factor=0.5",
                "--enable-logging=stderr",
            ),
            *(more or (f"--screenshot={picture}",)),
            source.as_uri(),
        ],
        capture_output=True,
        timeout=60,
        check=True,
    )
    complaints = [line for line in done.stderr.decode().splitlines() if "CONSOLE" in line]
    assert complaints == []
    return done.stdout.decode(), picture


def pixels(path):
    """The rows of a PNG without a palette, each as bytes, and how many of them a pixel has."""
    import struct
    import zlib

    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    size = 3 if colour == 2 else 4
    raw, step, rows, before = zlib.decompress(packed), width * size + 1, [], bytearray(width * size)
    for start in range(0, len(raw), step):
        before = unfiltered(raw[start], bytearray(raw[start + 1 : start + step]), before, size)
        rows.append(bytes(before))
    return rows, size


def unfiltered(kind, row, above, size):
    """A row of a PNG before it was filtered."""
    for at in range(len(row)):
        left = row[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        up = above[at]
        if kind == 4:
            guess = left + up - corner
            nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        else:
            nearest = (0, left, up, (left + up) // 2)[kind]
        row[at] = (row[at] + nearest) & 255
    return row


@pytest.mark.parametrize("width", [1000, 400])
def test_a_browser_runs_the_page(browser, league, width, tmp_path):
    """The script has filled the choice of games, draws the one after the first when that is asked for, and
    nothing is wider than the window, nor a word wider than its picture."""
    source = tmp_path / "report.html"
    text = page.page(statistics.summaries(league), league)
    probe = (
        "<script>document.body.dataset.wide = document.documentElement.scrollWidth > innerWidth;"
        "document.querySelector('.after').click();"
        "document.body.dataset.cut = [...document.querySelectorAll('svg text')].filter(text => {"
        "const box = text.getBBox(), whole = text.ownerSVGElement.viewBox.baseVal;"
        "return box.x < 0 || box.x + box.width > whole.width || box.y < 0 ||"
        "box.y + box.height > whole.height; }).map(text => text.textContent);</script></body>"
    )
    if width < 480:
        # What the page does on a phone; a browser without a screen may not be so narrow.
        probe = "<style>svg { font-size: 15px }</style>" + probe
    source.write_text(text.replace("</body>", probe), encoding="utf-8")
    out, _ = look(browser, tmp_path, source, width, False, "--dump-dom")
    reader = Reader(re.sub(r"<(path|br|input)[^>]*>", "", out))
    assert sum(tag == "option" for tag, _ in reader.seen) == len(league)
    body = next(attributes for tag, attributes in reader.seen if tag == "body")
    assert (body["data-wide"], body["data-cut"]) == ("false", "")
    drawn = re.search(r'<div class="games">.*?</svg>', out, re.DOTALL).group(0)
    second = league[1]
    assert drawn.count("<circle") == sum(ply.value is not None for ply in second.plies)
    assert drawn.count("<rect") == len(second.plies)
    moves = re.search(r'<p class="moves">(.*?)</p>', out, re.DOTALL).group(1)
    assert re.sub(r"<[^>]*>", "", moves).split() == [ply.move for ply in second.plies]


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (500, True)])
def test_a_browser_shows_the_page(browser, league, width, dark, tmp_path):
    """Light and dark, wide and narrow: the paper has its colour up to the edges, and a good part of what is
    on it is neither paper nor card."""
    source = tmp_path / "report.html"
    source.write_text(page.page(statistics.summaries(league), league), encoding="utf-8")
    _, picture = look(browser, tmp_path, source, width, dark)
    rows, size = pixels(picture)
    paper = bytes.fromhex("14181f" if dark else "ffffff")
    card = bytes.fromhex("1d232d" if dark else "f6f7f9")
    assert len(rows[0]) == width // 2 * size
    assert all(row[:3] == paper and row[-size:][:3] == paper for row in rows)
    colours = [row[at : at + 3] for row in rows for at in range(0, len(row), size)]
    ink = sum(colour not in (paper, card) for colour in colours) / len(colours)
    assert 0.02 < ink < 0.4
    assert sum(colour == card for colour in colours) / len(colours) > 0.4


def test_without_rich_the_report_is_plain(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.table", None)
    assert not screen.has_rich()
