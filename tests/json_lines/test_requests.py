"""Requests without a game: what they are answered by, and how lines that are none are refused."""

import json
import subprocess
import time

import pytest
from gtp_script import MODULE
from json_script import Script, lines, whole
from patience import SOON

HELLO = {"id": 1, "do": "hello"}


@pytest.fixture(scope="module")
def script():
    with Script("--seed", "1") as started:
        yield started


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"nonsense", "bad_json"),
        (b"\xff\xfe{}", "bad_json"),
        (b'{"id": 1, "do": "hello", "x": NaN}', "bad_json"),
        (b'{"id": 1, "do": "hello", "do": "quit"}', "bad_json"),
        (b'{"id": 1, "x": ' + b"9" * 5000 + b"}", "bad_json"),
        (b"[" * 100_000 + b"]" * 100_000, "too_deep"),
        (b"[1]", "bad_message"),
        (b'{"do": "hello"}', "bad_message"),
        (b'{"id": null, "do": "hello"}', "bad_message"),
        (b'{"id": true, "do": "hello"}', "bad_message"),
        (b'{"id": "' + b"x" * 65 + b'", "do": "hello"}', "bad_message"),
        (b'{"id": 1}', "bad_message"),
        (b'{"id": 1, "do": "helo"}', "unknown_request"),
        (b'{"id": 1, "do": ["hello"]}', "unknown_request"),
        (b'{"id": 1, "do": "hello", "size": 3}', "unknown_field"),
        (b'{"id": 1, "do": "play"}', "missing_field"),
        (b'{"id": 1, "do": "analyze", "visits": 0}', "bad_value"),
        (b'{"id": 1, "do": "analyze", "visits": true}', "bad_value"),
        (b'{"id": 1, "do": "analyze", "seconds": 1e999}', "bad_value"),
        (b'{"id": 1, "do": "analyze", "game": "Chess"}', "unknown_game"),
        (b'{"id": 1, "do": "analyze", "size": 7}', "bad_size"),
        (b'{"id": 1, "do": "analyze", "moves": ["Z9"]}', "bad_move"),
        (b'{"id": 1, "do": "analyze", "moves": ["A1"]}', "illegal_move"),
        (b'{"id": 1, "do": "analyze", "moves": "D3"}', "bad_value"),
        (b'{"id": 1, "do": "analyze", "position": "?"}', "bad_position"),
        (b'{"id": 1, "do": "analyze", "position": "\\ud800"}', "bad_value"),
        (b'{"id": 1, "do": "move", "level": "99"}', "unknown_level"),
        (b'{"id": 1, "do": "load", "index": 0}', "no_such_game"),
        (b'{"id": 1, "do": "open", "data": "*"}', "bad_value"),
        (b'{"id": 1, "do": "open", "text": "hello there"}', "unreadable_file"),
        (b'{"id": 1, "do": "save", "format": "pdf"}', "unwritable"),
        (b'{"id": 1, "do": "link", "link": "game=Chess"}', "unknown_game"),
        (b'{"id": 1, "do": "link", "link": "%zz"}', "bad_value"),
        (b'{"id": 1, "do": "set", "name": "visits", "value": -1}', "bad_value"),
        (b'{"id": 1, "do": "undo"}', "nothing_to_undo"),
        (b'{"id": 1, "do": "redo"}', "nothing_to_redo"),
    ],
)
def test_bad_lines_are_answered_by_an_error(script, line, code):
    script.write(line + b"\n")
    told = script.next()
    assert (told["type"], told["code"]) == ("error", code), told
    assert script.ask("hello")["schema"] == 1


def test_a_line_that_is_too_long_is_one_error(script):
    script.write(b'{"id": 1, "x": "' + b"x" * (17 << 20) + b'"}\n')
    assert script.next()["code"] == "too_long"
    assert script.ask("hello")["schema"] == 1


def test_facts(script):
    games = {row["name"]: row for row in script.ask("games")["games"]}
    assert games["SOS"]["letters"] == ["O", "S"] and games["Rolit"]["colours"][0] == "red"
    levels = {row["name"]: row["kind"] for row in script.ask("levels", game="PolyClash")["levels"]}
    assert levels["5"] == "number" and levels["polyclash-current"] == "bot" and "alphabeta" not in levels
    assert script.ask("board", game="PolyClash")["board"]["kind"] == "sphere"
    options = {row["name"]: row for row in script.ask("options")["options"]}
    assert options["visits"]["value"] is None and options["threads"]["high"] == 64
    assert script.ask("set", name="visits", value=50)["value"] == 50
    assert script.ask("set", name="visits", value=None)["value"] is None
    assert script.ask("schema")["schema"]["$defs"]["request-hello"]


def test_an_analysis_tells_the_best_moves(script):
    told = script.ask("analyze", moves=["D3"], visits=500, most=2, ownership=True)
    assert told["player"] == 1 and len(told["moves"]) == 2 and len(told["ownership"]) == 64
    assert told["moves"][0]["move"] in ("C3", "C5", "E3") and told["visits"] >= 500
    only = script.ask("analyze", moves=["D3"], visits=100, only=["E3"])
    assert [row["move"] for row in only["moves"]] == ["E3"]
    proven = script.ask("analyze", game="SOS", size=3, moves=["A1S", "A2S", "A3S", "B1S", "B2S", "B3S"])
    assert proven["settled"]


def test_moves_solutions_and_reviews(script):
    assert script.ask("move", level="3", moves=["D3"])["move"] in ("C3", "C5", "E3")
    bot = script.ask("move", game="PolyClash", level="polyclash-current")
    assert bot["move"] == "0" and bot["visits"] == 0
    end = ["A1S", "A2S", "A3S", "B1S", "B2S", "B3S"]
    assert script.ask("solve", game="SOS", size=3, moves=end)["rewards"]
    name = script.send("review", moves=["D3", "C5", "F6"], visits=60)
    reports = [script.until(lambda told: told["type"] == "report") for _ in range(3)]
    assert [row["ply"] for row in reports] == [3, 2, 1] and reports[-1]["done"] == reports[-1]["of"] == 3
    assert len(script.answer(name)["game"]["plies"]) == 3


def test_files_come_and_go_as_text(script):
    sgf = script.ask("convert", text="f5d6c3d3c4\n", to="sgf")
    assert sgf["text"].startswith("(;") and sgf["name"] == "outflank-othello.sgf"
    back = script.ask("convert", text=sgf["text"], to="transcript")
    assert back["text"].strip().lower() == "f5d6c3d3c4"
    wthor = script.ask("convert", text="f5d6c3d3c4f4f6f3e6e7d7g6d8c5c6c7c8b8", to="ggf")
    assert wthor["text"].startswith("1 (;GM[Othello]")
    assert script.refused("convert", text="f5d6", to="wthor")["code"] == "unwritable"


def test_all_of_a_piped_script_is_answered():
    sent = lines({"id": "a", "do": "analyze", "visits": 3000}, HELLO, {"id": 2, "do": "move", "level": "2"})
    told, code, err = whole(sent, "--seed", "1")
    assert code == 0 and not err
    assert [row["id"] for row in told] == [1, "a", 2] and told[1]["visits"] >= 3000


def test_no_newline_at_the_end():
    told, code, _ = whole(json.dumps(HELLO).encode())
    assert code == 0 and told[0]["id"] == 1


def test_cancel_is_quick_and_a_queued_request_waits():
    with Script("--seed", "1") as script:
        script.ask("analyze", visits=10)
        first = script.send("analyze", seconds=100)
        second = script.send("analyze", seconds=100)
        third = script.send("analyze", moves=["D3"], visits=20)
        dropped = script.send("cancel", of=second)
        refused = script.until(lambda told: told.get("id") == second)
        assert refused["code"] == "cancelled" and script.answer(dropped)["cancelled"]
        began = time.monotonic()
        script.send("cancel", of=first)
        told = script.until(lambda told: told.get("id") == first)
        assert told["cancelled"] and told["visits"] > 0 and time.monotonic() - began < SOON
        assert script.answer(third)["player"] == 1
        assert script.ask("cancel", of="nobody")["cancelled"] is False


def test_an_id_is_not_used_twice_at_a_time():
    with Script() as script:
        script.send("analyze", id="x", seconds=50)
        script.write(b'{"id": "x", "do": "hello"}\n')
        assert script.next()["code"] == "duplicate_id"


def test_too_many_wait():
    with Script() as script:
        names = [script.send("analyze", seconds=50) for _ in range(66)]
        assert script.answer(names[-1])["code"] == "too_many"


def test_a_client_that_leaves_is_not_searched_for():
    with Script("--seed", "1") as script:
        name = script.send("analyze", seconds=100)
        script.ask("hello")
        time.sleep(0.3)
        rest, code = script.finish()
        assert code == 0 and rest[-1]["id"] == name and rest[-1]["type"] == "result"


def test_sigint_hastens_what_was_asked_for():
    with Script("--seed", "1") as script:
        names = [script.send("analyze", seconds=100) for _ in range(2)]
        script.ask("hello")
        script.interrupt()
        assert all(script.answer(name)["type"] == "result" for name in names)
        assert script.ask("hello")["id"]


def test_sigterm_ends_at_once():
    with Script() as script:
        script.send("analyze", seconds=100)
        script.ask("hello")
        script.process.terminate()
        assert script.process.wait(20) == 143


def test_quit_ends():
    with Script() as script:
        assert script.ask("quit")["do"] == "quit"
        assert script.process.wait(20) == 0


def test_a_first_line_with_a_brace_is_json():
    done = subprocess.run([*MODULE], input=lines(HELLO), capture_output=True, timeout=60, check=True)
    assert json.loads(done.stdout)["do"] == "hello"
