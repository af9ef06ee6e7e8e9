"""The dialogue log: what is in it, how large it gets, and that it never stops a game."""

import os
import re
import signal
import subprocess
import sys

import gtp_script
import pytest

from outflank.protocol.session.log import Log


def texts(path):
    return [line[11:] for line in path.read_text().splitlines() if not line.startswith("--")]


def test_lines_with_marks_and_times(tmp_path):
    path = tmp_path / "log with \u00fc.txt"
    log = Log(str(path))
    log.received(b"showboard\r", 0.0)
    log.sent(b"= X O\n. .\n\n")
    log.note("Traceback\nZeroDivisionError")
    log.close()
    assert texts(path) == ["> showboard", "< = X O", "< . .", "! Traceback", "! ZeroDivisionError"]
    lines = path.read_text().splitlines()
    assert re.fullmatch(r"-- Outflank \S+, process \d+, [-\d]{10} [:\d]{8}", lines[0])
    assert all(re.match(r" *-?\d+\.\d{3} [<>!] ", line) for line in lines[1:])


def test_a_later_session_is_appended(tmp_path):
    path = tmp_path / "log"
    for word in (b"one", b"two"):
        log = Log(str(path))
        log.received(word, 0.0)
        log.close()
    assert texts(path) == ["> one", "> two"]


def test_no_path_is_no_log(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    log = Log("")
    log.received(b"name", 0.0)
    log.sent(b"= x\n\n")
    log.close()
    assert not log.active
    assert list(tmp_path.iterdir()) == []


def test_two_files_of_the_cap_at_most(tmp_path):
    path = tmp_path / "log"
    log = Log(str(path), cap=2000)
    for number in range(500):
        log.received(b"line %d" % number, 0.0)
    log.close()
    older = tmp_path / "log.1"
    assert sorted(tmp_path.iterdir()) == [path, older]
    assert path.stat().st_size <= 2000 and older.stat().st_size <= 2000
    kept = [int(line.split()[-1]) for line in texts(older) + texts(path)]
    assert kept == list(range(kept[0], 500))


def test_an_older_log_gives_way_and_no_other_file(tmp_path):
    warnings = []
    (tmp_path / "log.1").write_text("my diary")
    log = Log(str(tmp_path / "log"), cap=2000, tell=warnings.append)
    for number in range(100):
        log.received(b"line %d" % number, 0.0)
    assert not log.active and (tmp_path / "log.1").read_text() == "my diary"
    assert len(warnings) == 1 and "is a file of another kind" in warnings[0]
    assert texts(tmp_path / "log")[0] == "> line 0"


def test_a_pipe_keeps_its_name(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    log = Log(str(path), cap=300)
    for number in range(50):
        log.received(b"line %d" % number, 0.0)
    log.close()
    assert os.listdir(tmp_path) == ["pipe"] and os.read(reader, 65536).count(b"line ") == 50
    os.close(reader)


def test_a_file_that_cannot_be_opened_is_a_warning(tmp_path):
    warnings = []
    log = Log(str(tmp_path / "missing" / "log"), tell=warnings.append)
    log.received(b"name", 0.0)
    assert not log.active
    assert len(warnings) == 1 and "No such file" in warnings[0]


def test_a_disk_that_is_full_is_one_warning():
    warnings = []
    log = Log("/dev/full", tell=warnings.append)
    log.received(b"name", 0.0)
    log.sent(b"=\n\n")
    assert len(warnings) == 1 and "space" in warnings[0]


def test_a_fifo_that_nobody_reads_is_a_warning(tmp_path):
    """Nor is one waited for whose reader has stopped."""
    path, warnings = tmp_path / "fifo", []
    os.mkfifo(path)
    log = Log(str(path), tell=warnings.append)
    assert not log.active
    assert warnings == [f"no log in {str(path)!r} from here on: nobody reads it"]
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    log = Log(str(path), tell=warnings.append)
    log.received(b"name", 0.0)
    assert os.read(reader, 4096).endswith(b" > name\n")
    log.received(b"x" * 2**20, 0.0)
    os.close(reader)
    assert not log.active and len(warnings) == 2


def test_only_a_regular_file_is_put_aside(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    log = Log(str(path), cap=100)
    for number in range(20):
        log.received(b"line %d" % number, 0.0)
    assert log.active and list(tmp_path.iterdir()) == [path]
    log.close()
    os.close(reader)


def test_closing_gives_the_descriptor_back(tmp_path):
    before = len(os.listdir("/proc/self/fd"))
    log = Log(str(tmp_path / "log"))
    log.close()
    log.close()
    assert len(os.listdir("/proc/self/fd")) == before


@pytest.mark.skipif(os.name != "posix", reason="a fault is a signal")
def test_a_fault_in_compiled_code_leaves_its_stack_in_the_log(tmp_path):
    log = tmp_path / "log"
    engine = gtp_script.Peer(gtp_script.MODULE, ["--log", str(log)])
    try:
        assert engine.ask("name") == "= Outflank"
        engine.signal(signal.SIGSEGV)
        assert engine.end() == (-signal.SIGSEGV, b"", b"")
    finally:
        engine.kill()
    text = log.read_text()
    assert "Fatal Python error: Segmentation fault" in text and "loop.py" in text and "in _serve" in text


def test_only_a_log_says_where_a_fault_was(tmp_path):
    code = (
        "import faulthandler; from outflank.protocol.session.log import Log\n"
        "for path in (r'{0}', ''):\n"
        "    log = Log(path, faults=True); print(faulthandler.is_enabled()); log.close()\n"
        "    print(faulthandler.is_enabled())\n"
        "log = Log(r'{0}', cap=300, faults=True)\n"
        "for _ in range(9): log.note('x' * 90)\n"
        "faulthandler.dump_traceback(log._fd); print(faulthandler.is_enabled())\n"
    ).format(tmp_path / "log")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, cwd=gtp_script.ROOT, text=True, check=True
    )
    assert done.stdout.split() == ["True", "False", "False", "False", "True"]
