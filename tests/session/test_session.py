"""The real process at the end of pipes: interruptions, signals, ends of streams, hostile input."""

import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import gtp_script
import pytest
from patience import LONG, SOON
from places import WITHOUT_SITE

from outflank.engine.errors import NoMemory
from outflank.engine.games import GAMES
from outflank.engine.play import settings as setup
from outflank.protocol.console import files

NAMES = ", ".join(variant.name for variant in GAMES).encode()
NO_BOOK = ("--book", "off")
"""A move of the book would be there at once."""
LASTING = ("--seconds", str(LONG), *NO_BOOK)
MOVE = re.compile(rb"= [A-H][1-8]")


def seconds_since(start):
    return time.monotonic() - start


def searching(start, *options):
    """A peer whose program is in the middle of a long search."""
    peer = start(*LASTING, *options)
    assert peer.ask("name") == "= Outflank"
    peer.send(b"genmove b\n")
    assert peer.silent(0.2)
    return peer


def test_eof_in_the_middle_of_a_search(start):
    peer = searching(start)
    begin = time.monotonic()
    peer.hang_up()
    code, out, err = peer.end()
    assert seconds_since(begin) < SOON
    assert code == 0 and err == b""
    assert MOVE.fullmatch(out.removesuffix(b"\n\n"))


def test_eof_answers_what_is_left(start):
    peer = start(*LASTING)
    assert peer.ask("name") == "= Outflank"
    peer.send(b"1 genmove b\n2 genmove w\n3 name\n")
    assert peer.silent(0.2)
    begin = time.monotonic()
    peer.hang_up()
    code, out, err = peer.end()
    assert seconds_since(begin) < SOON
    assert (code, err) == (0, b"")
    assert re.fullmatch(rb"=1 [A-H][1-8]\n\n=2 [A-H][1-8]\n\n=3 Outflank\n\n", out)


def test_eof_at_idle(start):
    peer = start()
    assert peer.ask("name") == "= Outflank"
    begin = time.monotonic()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")
    assert seconds_since(begin) < SOON


def test_eof_at_once(start):
    peer = start()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")


def test_a_script_piped_whole_thinks_in_full(command):
    begin = time.monotonic()
    out = gtp_script.speak_to(command, b"genmove b\ngenmove w\n", ["--seconds", "0.4", *NO_BOOK])
    assert seconds_since(begin) >= 0.8
    assert len(gtp_script.frames_of(out)) == 2


def test_the_last_line_needs_no_newline(command):
    assert gtp_script.speak_to(command, b"1 name\n2 name", []) == b"=1 Outflank\n\n=2 Outflank\n\n"


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
    assert MOVE.fullmatch(peer.reply(SOON))
    assert peer.ask("showboard").splitlines()[-2].endswith("white to move")


def test_interrupt_in_one_write_with_its_genmove(start):
    peer = start(*LASTING)
    peer.send(b"7 genmove b\n# interrupt\n")
    assert re.fullmatch(rb"=7 [A-H][1-8]", peer.reply(SOON))


def test_interrupt_between_commands_is_a_comment(start):
    peer = start("--seconds", "0.4", *NO_BOOK)
    assert peer.ask("name") == "= Outflank"
    begin = time.monotonic()
    peer.send(b"# interrupt\ngenmove b\n")
    assert MOVE.fullmatch(peer.reply())
    assert seconds_since(begin) >= 0.4


def test_reg_genmove_can_be_interrupted_too(start):
    peer = start(*LASTING)
    peer.send(b"reg_genmove b\n")
    assert peer.silent(0.2)
    peer.send(b"# interrupt\n")
    assert MOVE.fullmatch(peer.reply(SOON))


def test_sigint_ends_a_search_and_not_the_session(start):
    peer = searching(start)
    peer.signal(signal.SIGINT)
    assert MOVE.fullmatch(peer.reply(SOON))
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
    assert seconds_since(begin) < SOON


def test_sigterm_at_idle(start):
    peer = start()
    assert peer.ask("name") == "= Outflank"
    peer.signal(signal.SIGTERM)
    assert peer.end(SOON) == (143, b"", b"")


def test_sigterm_while_nobody_reads_the_replies(start):
    peer = start()
    assert peer.ask("name") == "= Outflank"
    peer.send(b"help\n" * 500)
    time.sleep(0.5)
    peer.signal(signal.SIGTERM)
    assert peer.process.wait(SOON) == 143


def test_quit_with_stdin_open_is_clean(start):
    for _ in range(5):
        peer = start()
        peer.send(b"9 quit\nname\n")
        assert peer.end() == (0, b"=9\n\n", b"")


def test_stdout_closed_by_the_peer(start):
    peer = start(*LASTING)
    assert peer.ask("name") == "= Outflank"
    peer.process.stdout.close()
    peer.send(b"name\n")
    assert peer.process.wait(SOON) == 0
    assert peer.process.stderr.read() == b""


def test_stdout_that_takes_nothing(start):
    with open("/dev/full", "wb") as full:
        peer = start(stdout=full)
        peer.send(b"name\n")
        assert peer.process.wait(SOON) == 1
    assert peer.process.stderr.read() == b"outflank: cannot write a reply: No space left on device\n"


def test_no_stdout_at_all(tmp_path, command):
    path = tmp_path / "log"
    script = f"{shlex.join(command)} --log '{path}' >&-"
    done = subprocess.run(
        ["sh", "-c", script],
        input=b"name\n",
        capture_output=True,
        cwd=gtp_script.ROOT,
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
    with subprocess.Popen(command, stdin=stdin, stdout=stdout, cwd=gtp_script.ROOT) as program:
        os.close(stdin)
        os.close(stdout)
        time.sleep(0.2)
        os.write(to_program, b"help\n" * 300)
        time.sleep(0.2)
        os.close(to_program)
        with open(from_program, "rb") as replies:
            assert len(gtp_script.frames_of(replies.read())) == 300
        assert program.wait(SOON) == 0


def test_a_line_of_a_megabyte(command):
    sent = b"1 known_command " + b"x" * 2**20 + b"\n#" + b"y" * 2**20 + b"\n2 name\n"
    out = gtp_script.speak_to(command, sent, [])
    assert out == b"=1 false\n\n=2 Outflank\n\n"


def test_a_line_longer_than_memory_is_given_for_it(command):
    sent = b"1 komi " + b"x" * (17 * 2**20) + b"\n2 name\n"
    out = gtp_script.speak_to(command, sent, [])
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
        (
            b"3 set_game \xf0\x9f\x98\n",
            b"?3 unsupported game; there are " + NAMES + b"\n\n",
        ),
        (bytes(range(256)).replace(b"\n", b"") + b"\n4 name\n", b"? unknown command\n\n=4 Outflank\n\n"),
        (b"\xc2\xa0name\n", b"? unknown command\n\n"),
    ],
)
def test_hostile_bytes(sent, wanted, command):
    assert gtp_script.speak_to(command, sent, []) == wanted


def test_ten_thousand_commands_at_once(command):
    kinds = (b"name", b"undo", b"play b d3", b"undo", b"nonsense", b"showboard", b"komi 1", b"genmove x")
    sent = b"".join(b"%d %s\n" % (n, kinds[n % len(kinds)]) for n in range(10000))
    frames = gtp_script.frames_of(gtp_script.speak_to(command, sent, []))
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
    code = "import sys; from outflank.protocol import cli; from outflank.protocol.gtp import session"
    code += "; session.Player.undo = lambda self: 1 // 0; sys.exit(cli.main([]))"
    done = subprocess.run(
        [gtp_script.MODULE[0], "-c", code],
        input=b"1 undo\n2 name\n",
        capture_output=True,
        cwd=gtp_script.ROOT,
        env={**os.environ, "PYTHONPATH": str(gtp_script.ROOT)},
        check=True,
    )
    text = "internal error: ZeroDivisionError: integer division or modulo by zero"
    assert done.stdout.decode() == f"?1 {text}\n\n=2 Outflank\n\n"
    assert done.stderr.count(b"\n") == 1
    assert f"outflank: {text} (Outflank" in done.stderr.decode() and "'1 undo'" in done.stderr.decode()


def test_the_death_of_the_parent_ends_the_one_file_program():
    """There the client kills a parent that only waits, and goes on holding the pipe."""
    engine = "from outflank.protocol import cli, serve; serve.unpacks_itself = lambda: True; cli.main([])"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {engine!r}])"
    with subprocess.Popen(
        [sys.executable, "-c", parent],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=gtp_script.ROOT,
        env={**os.environ, "PYTHONPATH": str(gtp_script.ROOT)},
    ) as process:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"= Outflank\n"
        process.kill()
        # The engine holds the other end of stdout: this returns when it has ended.
        assert process.stdout.read() == b"\n"


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
    done = subprocess.run([*command, *words], capture_output=True, cwd=gtp_script.ROOT, check=False)
    assert b"Traceback" not in done.stderr
    assert expected in done.stdout
    assert (done.returncode == 0) == bool(expected)


def test_a_report_that_nobody_reads_ends_quietly(command):
    with subprocess.Popen(
        [*command, "bench", "games", "--game", "Rolit 2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=gtp_script.ROOT,
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_one_line_says_what_is_missing():
    """A compiled module that cannot be found, and a level that is none."""
    code = "import sys; from outflank.engine import core; core.load('nothing')"
    env = {**os.environ, "PYTHONPATH": str(gtp_script.ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, check=False)
    assert b"pip install -e " in done.stderr.splitlines()[-1]
    done = subprocess.run(
        gtp_script.MODULE,
        capture_output=True,
        cwd=gtp_script.ROOT,
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
    assert seconds_since(begin) < SOON
    assert peer.ask("genmove w")
    stats = dict(line.split(" ", 1) for line in peer.ask("outflank-stats")[2:].splitlines())
    assert int(stats["kept"]) > 500
    assert peer.silent(0.1)
    begin = time.monotonic()
    peer.hang_up()
    assert peer.end() == (0, b"", b"")
    assert seconds_since(begin) < SOON


FEW_THREADS = """
import sys, threading
left, real = {threads}, threading._start_new_thread
def start(*terms):
    global left
    left -= 1
    if left < 0:
        raise RuntimeError("can't start new thread")
    return real(*terms)
threading._start_new_thread = start
from outflank.protocol import cli
sys.exit(cli.main(sys.argv[1:]))
"""
"""The program in a system that has a number of threads to give."""
NO_READER = (
    b"outflank: no thread reads the commands (can't start new thread): "
    b"they are looked for 100 times a second\n"
)
ENDING = b"---OO-------O--X--OOXXXX-XOXXXXX-XXOXXXX-XXXOXXX--XXXX---XOOO--- X F8G7"


def few(threads):
    """The command of a program that gets a number of threads."""
    return [sys.executable, "-c", FEW_THREADS.format(threads=threads)]


def limited():
    """The command of a program whose user may have no second thread. For root the limit holds only without
    what exempts it."""
    if os.geteuid() != 0:
        return ["prlimit", "--nproc=1", *gtp_script.MODULE]
    bounds = "--bounding-set=-sys_resource,-sys_admin"
    return ["setpriv", "--ruid", "60321", bounds, "prlimit", "--nproc=1", *gtp_script.MODULE]


def have(command):
    """Whether such a command runs here."""
    tools = [command[0], "prlimit"]
    trial = [*command[: -len(gtp_script.MODULE)], sys.executable, "-c", ""]
    return all(map(shutil.which, tools)) and subprocess.run(trial, check=False).returncode == 0


@pytest.fixture(params=["injected", "limited"])
def lonely(request):
    """Starts programs that get no thread besides the main one."""
    command = few(0) if request.param == "injected" else limited()
    if request.param == "limited" and not have(command):
        pytest.skip("no setpriv or prlimit")
    peers = []

    def run(*options):
        peers.append(gtp_script.Peer(command, options))
        return peers[-1]

    yield run
    for peer in peers:
        peer.kill()


def test_without_any_thread_a_session_goes_on(lonely, tmp_path):
    """Searches can be interrupted, analysis ends at the next line, and one line says what is missing."""
    peer = lonely(*LASTING, "--threads", "4", "--log", str(tmp_path / "log"))
    assert peer.ask("name") == "= Outflank"
    peer.send(b"genmove b\n")
    assert peer.silent(0.2)
    peer.send(b"# interrupt\n")
    assert MOVE.fullmatch(peer.reply(SOON))
    peer.send(b"genmove w\n")
    assert peer.silent(0.2)
    peer.signal(signal.SIGINT)
    assert MOVE.fullmatch(peer.reply(SOON))
    peer.send(b"lz-analyze b 10\n")
    assert not peer.silent(SOON)
    peer.send(b"name\n")
    assert peer.reply().startswith(b"=\ninfo move ")
    assert peer.reply() == b"= Outflank"
    peer.send(b"genmove b\n")
    assert peer.silent(0.2)
    begin = time.monotonic()
    peer.hang_up()
    code, out, err = peer.end()
    assert seconds_since(begin) < SOON
    assert code == 0 and MOVE.fullmatch(out.removesuffix(b"\n\n"))
    assert err == NO_READER + b"outflank: 3 more threads cannot be started: the search goes on without\n"
    notes = [line[11:] for line in (tmp_path / "log").read_text().splitlines() if line[11:13] == "! "]
    assert "".join(f"outflank: {note[2:]}\n" for note in notes) == err.decode()


def test_without_any_thread_an_ending_is_solved(lonely):
    peer = lonely("--book", "off")
    peer.send(b"outflank-position " + ENDING + b"\noutflank-solve 60\n")
    assert peer.reply() == b"="
    assert peer.reply(60).startswith(b"= W+40 D2 ")
    peer.signal(signal.SIGTERM)
    assert peer.end()[0] == 143


def test_without_any_thread_the_end_is_quiet(lonely):
    """The timer that stands in for the reader ends with the session, and must not end the process."""
    peer = lonely()
    assert peer.ask("name") == "= Outflank"
    time.sleep(0.2)
    peer.hang_up()
    assert peer.end() == (0, b"", NO_READER)


def test_a_search_goes_on_with_the_threads_there_are():
    options = ["--threads", "4", "--visits", "500", *NO_BOOK]
    done = subprocess.run(
        [*few(2), *options],
        input=b"genmove b\ngenmove w\n",
        capture_output=True,
        cwd=gtp_script.ROOT,
        check=True,
    )
    assert len([frame for frame in gtp_script.frames_of(done.stdout) if MOVE.fullmatch(frame)]) == 2
    assert re.fullmatch(rb"outflank: [23] more threads cannot be started: [^\n]+\n", done.stderr)


@pytest.mark.parametrize(
    ("words", "warning"),
    [
        ("lab match visits=5 random", b"%d threads could not be started"),
        (
            "match a=level:easy b=level:easy --clock visits=5 --openings start --folder {}",
            b"%d threads could not be started",
        ),
    ],
    ids=["lab", "match"],
)
@pytest.mark.parametrize("threads", [0, 1])
def test_matches_are_played_in_the_threads_there_are(tmp_path, words, warning, threads):
    words = words.replace("{}", str(tmp_path / "games")).split()
    # One more waits for SIGTERM.
    done = subprocess.run(
        [*few(threads + 1 if threads else 0), *words, "--games", "4", "--jobs", "2"],
        capture_output=True,
        cwd=gtp_script.ROOT,
        check=False,
    )
    assert done.returncode == 0 and b"Traceback" not in done.stderr, done.stderr
    assert (warning % (2 - threads) if b"%" in warning else warning) in done.stderr


def test_where_no_thread_means_no_work_one_line_says_so(tmp_path):
    """What shares work among processes needs one that waits for them."""
    words = [
        "train",
        "book",
        "--out",
        str(tmp_path / "book"),
        "--positions",
        "3",
        "--visits",
        "10",
        "--jobs",
        "2",
    ]
    done = subprocess.run([*few(0), *words], capture_output=True, cwd=gtp_script.ROOT, check=False)
    assert (done.returncode, done.stderr) == (1, b"outflank: train book: can't start new thread\n")


def within(limit, most, command, words, sent):
    """What a program did that may have only so much of something."""
    return subprocess.run(
        [*command, *words],
        input=sent,
        capture_output=True,
        env={**os.environ, **WITHOUT_SITE},
        preexec_fn=lambda: resource.setrlimit(limit, (most, most)),
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("files", [4, 5, 6])
def test_with_few_files_a_session_goes_on(tmp_path, files):
    """Python needs one for what it loads, and two with packages beside its own, which `-S` leaves out."""
    words = ["--visits", "20", *NO_BOOK, "--log", str(tmp_path / "log")]
    command = [gtp_script.MODULE[0], "-S", *gtp_script.MODULE[1:]]
    done = within(
        resource.RLIMIT_NOFILE, files, command, words, b"1 name\n2 genmove b\n3 outflank-solve 0.01\n"
    )
    first, second, third = gtp_script.frames_of(done.stdout)
    assert first == b"=1 Outflank" and MOVE.fullmatch(second.replace(b"=2", b"="))
    assert third.startswith(b"?3 not solved")
    log, *rest = done.stderr.splitlines() if files == 4 else [b"", *done.stderr.splitlines()]
    assert (b"no log in" in log and log.endswith(b": Too many open files")) == (files == 4)
    assert rest == [NO_READER.strip().replace(b"can't start new thread", b"Too many open files")]
    assert done.returncode == 0


def test_a_log_that_nobody_reads_does_not_hang_the_session(tmp_path, command):
    os.mkfifo(tmp_path / "fifo")
    words = ["--log", str(tmp_path / "fifo")]
    done = subprocess.run([*command, *words], input=b"name\n", capture_output=True, timeout=30, check=True)
    assert done.stdout == b"= Outflank\n\n"
    assert done.stderr.endswith(b"/fifo' from here on: nobody reads it\n")


ADDRESSES = 1000 * 2**20


def test_memory_that_is_not_there_is_refused_at_once():
    """The tree and the setting stay; and what takes the place of the tree is counted once."""
    sent = b"""1 reg_genmove b
2 genmove b
3 outflank-set memory 900
4 kata-set-param memory 32000
5 outflank-get memory
6 outflank-tree 1
7 outflank-set memory 600
8 genmove w
9 outflank-get memory
"""
    words = ["--visits", "50", *NO_BOOK]
    done = within(resource.RLIMIT_AS, ADDRESSES, gtp_script.MODULE, words, sent)
    replies = [frame.decode() for frame in gtp_script.frames_of(done.stdout)]
    assert replies[2] == "?3 no memory for a tree of 900 MB: the system does not reserve it"
    assert replies[3].startswith("?4 no memory for a tree of 32000 MB: ")
    assert replies[4] == "=5 256" and replies[5].startswith("=6 visits 50\n")
    assert replies[6] == "=7" and re.fullmatch("=8 [A-H][1-8]", replies[7]) and replies[8] == "=9 600"
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", [[], ["gtp"], ["nboard"]])
def test_memory_that_is_not_there_ends_the_start(words):
    done = within(resource.RLIMIT_AS, ADDRESSES, gtp_script.MODULE, [*words, "--memory", "900"], b"name\n")
    text = b"outflank: no memory for a tree of 900 MB: the system does not reserve it\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", text)


def test_a_control_group_bounds_the_memory(tmp_path, monkeypatch):
    everything = files.machine_megabytes()
    monkeypatch.setattr(files, "CGROUP_LIMITS", (f"{tmp_path}{{}}/memory.max",))
    (tmp_path / "memory.max").write_text("max\n")
    assert files.machine_megabytes() == everything
    (tmp_path / "memory.max").write_text(f"{2**26}\n")
    assert 64 <= files.machine_megabytes() < everything
    with pytest.raises(NoMemory, match=r"no memory for a tree of 32000 MB: there are \d+ MB in all"):
        setup.require_memory(32000, files.machine_megabytes())


DIGITS = "9" * 5000
BAD_TEXTS = [
    ("tournament {}", "game = " + "[" * 5000, b"it nests too deeply"),
    ("tournament {}", "game = " + "{a=" * 5000, b"it nests too deeply"),
    ("tournament {}", ".".join("a" * 5000) + " = 1", b"it nests too deeply"),
    ("tournament {}", f"games = {DIGITS}", b"a number has too many digits"),
    ("tournament {}", "games = 0x" + "f" * 5000, b"a number has too many digits"),
    ("lab match random random --resume {}", "[" * 100_000 + "\n", b", line 1: it nests too deeply"),
    ("lab match random random --resume {}", DIGITS + "\n", b", line 1: a number has too many digits"),
    ("report {}", "[" * 100_000 + "\n", b", line 1: it nests too deeply"),
    ("report {}", DIGITS + "\n", b", line 1: a number has too many digits"),
]


@pytest.mark.parametrize(("words", "text", "reason"), BAD_TEXTS)
def test_what_nests_too_deeply_or_has_too_many_digits_is_one_line(tmp_path, words, text, reason):
    path = tmp_path / "file"
    path.write_text(text)
    words = words.replace("{}", str(path)).split()
    words += ["--folder", str(tmp_path / "t")] if words[0] == "tournament" else []
    done = subprocess.run(
        [*gtp_script.MODULE, *words], capture_output=True, cwd=gtp_script.ROOT, timeout=60, check=False
    )
    assert done.returncode == 2 and done.stdout == b""
    assert done.stderr.endswith(reason + b"\n") and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("words", ["lab match random random --resume {}", "match --folder {}/.."])
def test_a_ledger_that_is_a_fifo_is_refused(tmp_path, words):
    os.mkfifo(tmp_path / "games.jsonl")
    words = words.replace("{}/..", str(tmp_path)).replace("{}", str(tmp_path / "games.jsonl")).split()
    done = subprocess.run(
        [*gtp_script.MODULE, *words], capture_output=True, cwd=gtp_script.ROOT, timeout=30, check=False
    )
    assert done.returncode == 2 and b"not a regular file" in done.stderr


def test_errors_repeat_little_of_what_was_sent():
    """A line of a hundred thousand digits is not sent back."""
    many = b"9" * 100_000
    sent = b"1 outflank-set seed %s\n2 outflank-set temperature %s\n" % (many, many)
    first, second = gtp_script.frames_of(gtp_script.speak_to(gtp_script.MODULE, sent, []))
    assert first.startswith(b"?1 seed needs a whole number, not '999") and len(first) < 1100
    assert second.startswith(b"?2 temperature lies from") and len(second) < 1100
    words = ["--seed", many.decode()]
    done = subprocess.run([*gtp_script.MODULE, *words], capture_output=True, cwd=gtp_script.ROOT, check=False)
    assert done.returncode == 2 and len(done.stderr) < 1100 and done.stderr.count(b"\n") == 1
