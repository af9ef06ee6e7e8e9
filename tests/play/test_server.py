"""The server of the page: what it serves, whom it refuses, and what outlives what."""

import hmac
import os
import re
import signal
import socket
import time
from contextlib import suppress

import pytest
from json_script import check_message
from page_client import NAME, Served, Tab

from outflank.protocol.play.files import ASSETS
from outflank.protocol.play.websocket import TEXT, frame
from outflank.protocol.web.files import asset

OTHER = "f" * 32


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("kept"), "--level", "1") as started:
        yield started


def test_the_address_is_a_line_of_its_own(served):
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[0-9a-f]{48}/", served.page)


def test_the_page_and_all_its_files_are_served_with_strict_headers(served):
    status, head, body = served.get("")
    assert status == 200 and b"<html" in body and "script-src 'self'" in head and "'unsafe" not in head
    for name, kind in ASSETS:
        status, head, body = served.get(name)
        assert status == 200 and f"Content-Type: {kind}" in head, name
        assert body.decode() == asset(name.replace("/assets/", "/", 1))
        assert "nosniff" in head and "Referrer-Policy: no-referrer" in head and "no-store" in head


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/x/",
        "/../",
        "../files.py",
        "play/files.py",
        "web/assets/../../serve.py",
        "%2e%2e/serve.py",
        "session/x",
    ],
)
def test_no_other_path_is_there(served, path):
    assert served.get(path)[0] in (400, 404)


def test_who_does_not_know_the_secret_is_refused(served):
    wrong = served.token[:-1] + ("0" if served.token[-1] != "0" else "1")
    assert served.get(f"/{wrong}/")[0] == 404 and served.get(f"/{served.token}")[0] == 404


def test_another_host_or_origin_is_refused(served):
    for host in ("evil.example", f"localhost:{served.port}", f"127.0.0.1:{served.port + 1}", "127.0.0.1"):
        assert served.get("", Host=host)[0] == 403
    assert served.get("", Origin="http://evil.example")[0] == 403
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{served.port}"):
        with Tab(served, Origin=origin) as tab:
            assert tab.status == 403
    with Tab(served, Origin=None) as tab:
        assert tab.status == 400
    assert b" 400 " in served.raw(f"GET /{served.token}/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".encode())


def test_only_get_and_short_heads(served):
    assert b" 405 " in served.raw(b"POST / HTTP/1.1\r\n\r\n")
    assert b" 400 " in served.raw(b"\x16\x03\x01 nonsense\r\n\r\n")
    assert b" 431 " in served.raw(b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000)
    assert b" 431 " in served.raw(
        b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: 1\r\n" % i for i in range(80)) + b"\r\n"
    )


def test_a_head_that_drips_is_not_waited_for(served):
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as made:
        began = time.monotonic()
        made.sendall(b"GET ")
        assert made.recv(100) == b"" and time.monotonic() - began < 15


def test_a_game_over_a_websocket(served):
    with Tab(served) as tab:
        welcome = tab.next()
        assert welcome["type"] == "welcome" and welcome["fresh"] and welcome["session"] == NAME
        check_message(welcome)
        state = tab.state()
        check_message(state)
        assert state["players"][1]["seat"]["level"] == "1"
        tab.ask("new", seats=[{"kind": "person"}, {"kind": "engine", "level": "1"}])
        assert tab.ask("play", move="D3")["type"] == "result"
        tab.state(lambda told: told["ply"] == 2)
        assert tab.ask("quit")["code"] == "unknown_request"
        assert tab.ask("play", move="A1")["code"] == "illegal_move"


def test_a_reload_loses_nothing_and_two_tabs_see_the_same(served):
    with Tab(served, name="1" * 32) as tab:
        tab.ask("new", seats=[{"kind": "person"}, {"kind": "person"}])
        tab.ask("play", move="D3")
    with Tab(served, name="1" * 32) as tab, Tab(served, name="1" * 32) as copy:
        assert not tab.next()["fresh"]
        assert tab.state()["ply"] == 1 and copy.state()["ply"] == 1
        tab.ask("play", move="C5")
        assert copy.state(lambda told: told["ply"] == 2)
        # Answers go to who has asked, though both count from 1.
        tab.send("hello", id="same")
        copy.send("games", id="same")
        assert tab.until(lambda told: told.get("id") == "same")["do"] == "hello"
        assert copy.until(lambda told: told.get("id") == "same")["do"] == "games"


def test_cancel_names_ones_own_request(served):
    with Tab(served, name="2" * 32) as tab:
        tab.send("analyze", id="long", seconds=100, every=0.05)
        tab.until(lambda told: told["type"] == "report" and told["id"] == "long")
        tab.send("cancel", id="end", of="long")
        ended = [tab.until(lambda told: told["type"] == "result" and told["id"] != "x") for _ in range(2)]
        assert {row["id"] for row in ended} == {"long", "end"} and all(row["cancelled"] for row in ended)
        assert tab.ask("cancel", of="nobody")["cancelled"] is False


def test_what_is_no_request_is_an_error_to_who_sent_it(served):
    with Tab(served, name="3" * 32) as tab:
        for data in (b"nonsense", b"[]", b'{"do": "hello"}', b'{"id": 1, "id": 2}', b"[" * 5000):
            tab.send_frame(frame(TEXT, data))
            assert tab.until(lambda told: told["type"] == "error")["code"].startswith(("bad_", "too_deep"))
        assert tab.ask("hello")["type"] == "result"


def test_ten_megabytes_are_refused_and_the_engine_lives(served):
    with Tab(served) as tab:
        with suppress(BrokenPipeError, ConnectionResetError):
            tab.send_frame(frame(TEXT, b"x" * (10 << 20)))
        while tab.next() is not None:
            pass
        assert tab.code in (1009, None)
    with Tab(served) as tab:
        assert tab.ask("hello")["type"] == "result"


def test_frames_that_break_the_protocol_end_the_connection(served):
    for data in (
        b"\x81\x02hi",
        b"\xc1\x80abcd",
        b"\x83\x80abcd",
        b"\x80\x80abcd",
        b"\x09\x80abcd",
        b"\x82\x80abcd",
    ):
        with Tab(served) as tab:
            tab.socket.sendall(data)
            while tab.next() is not None:
                pass
            assert tab.code in (1002, 1003), data
    with Tab(served) as tab:
        tab.send_frame(frame(TEXT, b"\xff\xff"))
        while tab.next() is not None:
            pass
        assert tab.code == 1007


def test_too_many_messages_end_the_connection(served):
    with Tab(served, name="4" * 32) as tab:
        for _ in range(400):
            try:
                tab.send("state")
            except (BrokenPipeError, ConnectionResetError):
                break
        while tab.next() is not None:
            pass
        assert tab.code in (4003, None)


def test_a_thousand_connections_are_refused_and_the_engine_lives(served):
    with Tab(served) as tab:
        made = []
        for _ in range(1000):
            one = socket.socket()
            one.setblocking(False)
            one.connect_ex(("127.0.0.1", served.port))
            made.append(one)
        assert tab.ask("hello")["type"] == "result"
        for one in made:
            one.close()
    with Tab(served) as tab:
        assert tab.ask("hello")["type"] == "result"


def test_the_server_proves_that_it_knows_the_secret(served):
    nonce = "0f" * 16
    with Tab(served, path=f"/proof/{nonce}") as tab:
        told = tab.next()
        assert told == hmac.new(served.token.encode(), nonce.encode(), "sha256").hexdigest()
        assert tab.next() is None and tab.code == 1000
    for wrong in ("", "xyz", nonce + "0", "../" + nonce):
        assert Tab(served, path=f"/proof/{wrong}").status == 404
    assert Tab(served, path=f"/proof/{nonce}", Origin="http://example.com").status == 403
    assert Tab(served, path=f"/proof/{nonce}", Origin=None).status == 400


def test_nobody_is_thought_for_who_has_gone(served):
    name = "3" * 32
    with Tab(served, name) as tab:
        tab.ask("watch", on=True)
        tab.until(lambda told: told["type"] == "thoughts")
    with Tab(served, name) as again:
        state = again.state()
        assert not state["watch"]["on"] and not state["losses"]["on"]


def test_watchers_of_a_session_are_few(served):
    tabs = [Tab(served, name="5" * 32) for _ in range(5)]
    try:
        while tabs[-1].next() is not None:
            pass
        assert tabs[-1].code == 4002 and tabs[0].ask("hello")["type"] == "result"
    finally:
        for tab in tabs:
            tab.socket.close()


def test_an_engine_that_dies_is_replaced_where_it_was(served):
    with Tab(served, name="6" * 32) as tab:
        tab.ask("hello")  # its engine is there
        before = set(served.engines())
        with Tab(served, name="7" * 32) as other:
            other.ask("new", seats=[{"kind": "person"}, {"kind": "person"}], moves=["D3"])
            (engine,) = set(served.engines()) - before or {served.engines()[-1]}
            other.send("analyze", id="lost", seconds=100)
            other.ask("hello")
            os.kill(engine, signal.SIGKILL)
            assert other.until(lambda told: told.get("id") == "lost")["code"] == "gone"
            trouble = other.until(lambda told: told["type"] == "trouble")
            check_message(trouble)
            assert other.state()["ply"] == 1
            assert other.ask("play", move="C5")["type"] == "result"
        assert tab.ask("hello")["type"] == "result"


def test_sessions_are_bounded(tmp_path):
    with Served(tmp_path) as many:
        tabs = [Tab(many, name=f"{number:032x}") for number in range(17)]
        while tabs[-1].next() is not None:
            pass
        assert tabs[-1].code == 4001 and len(many.engines()) == 16
        tabs[0].socket.close()
        time.sleep(1)
        with Tab(many, name=OTHER) as late:
            assert late.next()["fresh"]
        for tab in tabs:
            tab.socket.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals_end_server_and_engines(tmp_path, number):
    with Served(tmp_path) as ending:
        with Tab(ending) as tab:
            tab.ask("hello")
            (engine,) = ending.engines()
            ending.process.send_signal(number)
            while tab.next() is not None:
                pass
            assert tab.code == 4004
        assert ending.process.wait(20) == 128 + number
        assert not os.path.exists(f"/proc/{engine}")


def test_a_server_that_was_killed_is_back_at_the_same_address(tmp_path):
    first = Served(tmp_path)
    with Tab(first) as tab:
        tab.ask("new", seats=[{"kind": "person"}, {"kind": "person"}], moves=["D3"])
        tab.send("state")
        link = tab.state(lambda told: told["ply"] == 1)["link"]
        (engine,) = first.engines()
        first.kill()
    kept = tmp_path / "outflank" / "play-address"
    assert kept.stat().st_mode & 0o777 == 0o600
    with Served(tmp_path) as again:
        assert again.page == first.page
        with Tab(again) as tab:
            assert tab.next()["fresh"]
            tab.ask("link", link=link)
            tab.send("state")
            assert tab.state(lambda told: told["ply"] == 1)
        with Served(tmp_path) as beside:
            assert beside.port != again.port and beside.token != again.token
    end = time.monotonic() + 10
    while os.path.exists(f"/proc/{engine}") and time.monotonic() < end:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{engine}")


def test_a_port_that_is_taken_is_one_line(tmp_path, capfd):
    from outflank.protocol import cli

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert cli.main(["play", "--no-browser", "--port", str(taken.getsockname()[1])]) == 1
    assert capfd.readouterr().err.count("\n") == 1


def test_the_stand_alone_program_serves_the_page(program, tmp_path):
    with Served(tmp_path, command=program) as frozen:
        assert frozen.get("")[0] == 200
        with Tab(frozen) as tab:
            tab.ask("new", seats=[{"kind": "person"}, {"kind": "engine", "level": "1"}])
            tab.ask("play", move="D3")
            assert tab.state(lambda told: told["ply"] == 2)
