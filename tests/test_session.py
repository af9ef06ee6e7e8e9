"""The real process at the end of pipes: interruptions, signals, ends of streams, hostile input."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest
import transcript

NO_BOOK = ("--book", "off")
"""A move of the book would be there at once."""
LONG = ("--seconds", "30", *NO_BOOK)
MOVE = re.compile(rb"= [A-H][1-8]")


def seconds_since(start):
    return time.monotonic() - start


def searching(start, *options):
    """A peer whose program is in the middle of a long search."""
    peer = start(*LONG, *options)
    assert peer.ask("name") == "= Outflank"
    peer.send(b"genmove b\n")
    assert peer.silent(0.2)
    return peer


def test_eof_in_the_middle_of_a_search(start):
    peer = searching(start)
    begin = time.monotonic()
    peer.hang_up()
    code, out, err = peer.end()
    assert seconds_since(begin) < 1
    assert code == 0 and err == b""
    assert MOVE.fullmatch(out.removesuffix(b"\n\n"))


def test_eof_answers_what_is_left(start):
    peer = start(*LONG)
    assert peer.ask("name") == "= Outflank"
    peer.send(b"1 genmove b\n2 genmove w\n3 name\n")
    assert peer.silent(0.2)
    begin = time.monotonic()
    peer.hang_up()
    code, out, err = peer.end()
    assert seconds_since(begin) < 2
    assert (code, err) == (0, b"")
    assert re.fullmatch(rb"=1 [A-H][1-8]\n\n=2 [A-H][1-8]\n\n=3 Outflank\n\n", out)


def test_eof_at_idle(start):
    peer = start()
    assert peer.ask("name") == "= Outflank"
    begin = time.monotonic()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")
    assert seconds_since(begin) < 1


def test_eof_at_once(start):
    peer = start()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")


def test_a_script_piped_whole_thinks_in_full(command):
    begin = time.monotonic()
    out = transcript.speak_to(command, b"genmove b\ngenmove w\n", ["--seconds", "0.4", *NO_BOOK])
    assert seconds_since(begin) >= 0.8
    assert len(transcript.frames_of(out)) == 2


def test_the_last_line_needs_no_newline(command):
    assert transcript.speak_to(command, b"1 name\n2 name", []) == b"=1 Outflank\n\n=2 Outflank\n\n"


def test_lines_behind_a_genmove_do_not_shorten_it(start):
    peer = start("--seconds", "0.6", *NO_BOOK)
    assert peer.ask("name") == "= Outflank"
    begin = time.monotonic()
    peer.send(b"genmove b\n")
    time.sleep(0.1)
    peer.send(b"name\n# comment\n\n")
    assert MOVE.fullmatch(peer.reply())
    assert seconds_since(begin) >= 0.6
    assert peer.reply() == b"= Outflank"


def test_interrupt_ends_a_search_early(start):
    peer = searching(start)
    peer.send(b"# interrupt\n")
    assert MOVE.fullmatch(peer.reply(1))
    assert peer.ask("showboard").splitlines()[-1].endswith("white to move")


def test_interrupt_in_one_write_with_its_genmove(start):
    peer = start(*LONG)
    peer.send(b"7 genmove b\n# interrupt\n")
    assert re.fullmatch(rb"=7 [A-H][1-8]", peer.reply(2))


def test_interrupt_between_commands_is_a_comment(start):
    peer = start("--seconds", "0.4", *NO_BOOK)
    assert peer.ask("name") == "= Outflank"
    begin = time.monotonic()
    peer.send(b"# interrupt\ngenmove b\n")
    assert MOVE.fullmatch(peer.reply())
    assert seconds_since(begin) >= 0.4


def test_reg_genmove_can_be_interrupted_too(start):
    peer = start(*LONG)
    peer.send(b"reg_genmove b\n")
    assert peer.silent(0.2)
    peer.send(b"# interrupt\n")
    assert MOVE.fullmatch(peer.reply(1))


def test_sigint_ends_a_search_and_not_the_session(start):
    peer = searching(start)
    peer.signal(signal.SIGINT)
    assert MOVE.fullmatch(peer.reply(1))
    for _ in range(3):
        peer.signal(signal.SIGINT)
        time.sleep(0.02)
    assert peer.ask("3 name") == "=3 Outflank"
    assert peer.ask("quit") == "="
    assert peer.end() == (0, b"", b"")


def test_sigint_at_idle_does_not_shorten_the_next_search(start):
    peer = start("--seconds", "0.4", *NO_BOOK)
    assert peer.ask("name") == "= Outflank"
    peer.signal(signal.SIGINT)
    time.sleep(0.1)
    begin = time.monotonic()
    assert MOVE.fullmatch(peer.ask("genmove b").encode())
    assert seconds_since(begin) >= 0.4


def test_sigterm_in_a_search(start):
    peer = searching(start)
    begin = time.monotonic()
    peer.signal(signal.SIGTERM)
    assert peer.end() == (143, b"", b"")
    assert seconds_since(begin) < 1


def test_sigterm_at_idle(start):
    peer = start()
    assert peer.ask("name") == "= Outflank"
    peer.signal(signal.SIGTERM)
    assert peer.end(2) == (143, b"", b"")


def test_sigterm_while_nobody_reads_the_replies(start):
    peer = start()
    peer.send(b"help\n" * 500)
    time.sleep(0.5)
    peer.signal(signal.SIGTERM)
    assert peer.process.wait(2) == 143


def test_quit_with_stdin_open_is_clean(start):
    for _ in range(5):
        peer = start()
        peer.send(b"9 quit\nname\n")
        assert peer.end() == (0, b"=9\n\n", b"")


def test_stdout_closed_by_the_peer(start):
    peer = start(*LONG)
    assert peer.ask("name") == "= Outflank"
    peer.process.stdout.close()
    peer.send(b"name\n")
    assert peer.process.wait(2) == 0
    assert peer.process.stderr.read() == b""


def test_stdout_that_takes_nothing(start):
    with open("/dev/full", "wb") as full:
        peer = start(stdout=full)
        peer.send(b"name\n")
        assert peer.process.wait(5) == 1
    assert peer.process.stderr.read() == b"outflank: cannot write a reply: No space left on device\n"


def test_no_stdout_at_all(tmp_path, command):
    path = tmp_path / "log"
    script = f"{shlex.join(command)} --log '{path}' >&-"
    done = subprocess.run(
        ["sh", "-c", script],
        input=b"name\n",
        capture_output=True,
        cwd=transcript.ROOT,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    warnings = done.stderr.decode().splitlines()
    assert len(warnings) == 2
    assert warnings[0].endswith(": a standard stream is closed")
    assert warnings[1] == "outflank: cannot write a reply: Bad file descriptor"
    assert path.read_bytes() == b""


def test_streams_that_do_not_block(command):
    stdin, to_program = os.pipe()
    from_program, stdout = os.pipe()
    os.set_blocking(stdin, False)
    os.set_blocking(stdout, False)
    with subprocess.Popen(command, stdin=stdin, stdout=stdout, cwd=transcript.ROOT) as program:
        os.close(stdin)
        os.close(stdout)
        time.sleep(0.2)
        os.write(to_program, b"help\n" * 300)
        time.sleep(0.2)
        os.close(to_program)
        with open(from_program, "rb") as replies:
            assert len(transcript.frames_of(replies.read())) == 300
        assert program.wait(10) == 0


def test_a_line_of_a_megabyte(command):
    sent = b"1 known_command " + b"x" * 2**20 + b"\n#" + b"y" * 2**20 + b"\n2 name\n"
    out = transcript.speak_to(command, sent, [])
    assert out == b"=1 false\n\n=2 Outflank\n\n"


def test_a_line_longer_than_memory_is_given_for_it(command):
    sent = b"1 komi " + b"x" * (17 * 2**20) + b"\n2 name\n"
    out = transcript.speak_to(command, sent, [])
    assert out == b"?1 line too long\n\n=2 Outflank\n\n"


@pytest.mark.parametrize(
    ("sent", "wanted"),
    [
        (b"\0\0name\0\n", b"= Outflank\n\n"),
        (b"na\x00me\x07\n", b"= Outflank\n\n"),
        (b"1 name\r\n\r\n2 name\r\n", b"=1 Outflank\n\n=2 Outflank\n\n"),
        (
            b"\xff\xfe\n1 \xc3\x28\n2 play \x80 d3\n",
            b"? unknown command\n\n?1 unknown command\n\n?2 syntax error\n\n",
        ),
        (b"play b \xed\xa0\x80\n", b"? syntax error\n\n"),
        (b"3 set_game \xf0\x9f\x98\n", b"?3 unsupported game\n\n"),
        (bytes(range(256)).replace(b"\n", b"") + b"\n4 name\n", b"? unknown command\n\n=4 Outflank\n\n"),
        (b"\xc2\xa0name\n", b"? unknown command\n\n"),
    ],
)
def test_hostile_bytes(sent, wanted, command):
    assert transcript.speak_to(command, sent, []) == wanted


def test_ten_thousand_commands_at_once(command):
    kinds = (b"name", b"undo", b"play b d3", b"undo", b"nonsense", b"showboard", b"komi 1", b"genmove x")
    sent = b"".join(b"%d %s\n" % (n, kinds[n % len(kinds)]) for n in range(10000))
    frames = transcript.frames_of(transcript.speak_to(command, sent, []))
    signs = (b"=", b"?", b"=", b"=", b"?", b"=", b"=", b"?")
    heads = [re.match(rb"[=?]\d+", frame)[0] for frame in frames]
    assert heads == [b"%s%d" % (signs[n % len(signs)], n) for n in range(10000)]


def test_commands_are_taken_from_the_first_millisecond(start):
    peer = start()
    peer.send(b"1 protocol_version\n2 name\n3 version\n4 list_commands\n")
    assert [peer.reply()[:2] for _ in range(4)] == [b"=1", b"=2", b"=3", b"=4"]


def test_bytes_may_come_one_by_one(start):
    peer = start()
    for byte in b"12 name\n":
        peer.send(bytes([byte]))
        time.sleep(0.01)
    assert peer.reply() == b"=12 Outflank"


def test_a_crash_is_survived():
    code = "import sys; from protocol import gtp, cli"
    code += "; gtp.Player.undo = lambda self: 1 // 0; sys.exit(cli.main([]))"
    done = subprocess.run(
        [transcript.MODULE[0], "-c", code],
        input=b"1 undo\n2 name\n",
        capture_output=True,
        cwd=transcript.ROOT,
        env={**os.environ, "PYTHONPATH": str(transcript.ROOT)},
        check=True,
    )
    text = "internal error: ZeroDivisionError: integer division or modulo by zero"
    assert done.stdout.decode() == f"?1 {text}\n\n=2 Outflank\n\n"
    assert done.stderr.count(b"\n") == 1
    assert f"outflank: {text} (Outflank" in done.stderr.decode() and "'1 undo'" in done.stderr.decode()


def test_the_death_of_the_parent_ends_the_one_file_program():
    """There the client kills a parent that only waits, and goes on holding the pipe."""
    engine = "from protocol import cli; cli.unpacks_itself = lambda: True; cli.main([])"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {engine!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", parent],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=transcript.ROOT,
        env={**os.environ, "PYTHONPATH": str(transcript.ROOT)},
    ) as process:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= Outflank\n"
        process.kill()
        # The engine holds the other end of stdout: this returns when it has ended.
        assert process.stdout.read() == b"\n"


def test_the_readmes_sessions(command):
    """The pictures in the README are what one sees with --seed 1 --visits 2000."""
    text = (transcript.ROOT / "README.md").read_text("utf-8")
    sessions = re.findall(r"```session\n(.*?)```", text, re.DOTALL)
    assert len(sessions) == 4
    for session in sessions:
        turns = [turn.split("\n", 1) for turn in session.split("outflank> ")[1:]]
        sent = "".join(said + "\n" for said, _ in turns)
        wanted = "".join(reply.rstrip("\n") + "\n\n" for _, reply in turns)
        heard = transcript.speak_to(command, sent.encode(), ["--seed", "1", "--visits", "2000"])
        assert heard.decode() == wanted


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["bench", "perft", "--depth", "6"], b"8200 leaves"),
        (["bench", "perft", "--depth", "3", "--size", "0"], b""),
        (["levels"], b"master"),
        (["lab", "match", "random", "visits=20", "--games", "2", "--game", "Rolit 2"], b"2"),
        (["bench", "--help"], b"perft"),
        (["lab", "--help"], b"match"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_every_subcommand_runs(command, words, expected):
    done = subprocess.run([*command, *words], capture_output=True, cwd=transcript.ROOT, check=False)
    assert b"Traceback" not in done.stderr
    assert expected in done.stdout
    assert (done.returncode == 0) == bool(expected)


def test_a_report_that_nobody_reads_ends_quietly(command):
    with subprocess.Popen(
        [*command, "bench", "games", "--game", "Rolit 2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=transcript.ROOT,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_one_line_says_what_is_missing():
    """A compiled module that cannot be found, and a level that is none."""
    code = "import sys; from engine import core; core.load('nothing')"
    env = {**os.environ, "PYTHONPATH": str(transcript.ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, check=False)
    assert b"pip install -e ." in done.stderr.splitlines()[-1]
    done = subprocess.run(
        transcript.MODULE,
        capture_output=True,
        cwd=transcript.ROOT,
        env={**env, "OUTFLANK_CPU": "nonsense"},
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.count(b"\n") == 1 and b"nonsense" in done.stderr


def test_pondering_waits_for_nobody(start):
    """While it thinks in the other's time every line is answered at once, the visits are kept, EOF ends
    it."""
    peer = start("--ponder", "60", "--visits", "500", "--seed", "1")
    assert MOVE.fullmatch(peer.ask("genmove b").encode())
    assert peer.silent(0.3)
    begin = time.monotonic()
    assert peer.ask("name") == "= Outflank"
    assert seconds_since(begin) < 1
    assert peer.ask("genmove w")
    stats = dict(line.split(" ", 1) for line in peer.ask("outflank-stats")[2:].splitlines())
    assert int(stats["kept"]) > 500
    assert peer.silent(0.1)
    begin = time.monotonic()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")
    assert seconds_since(begin) < 2
