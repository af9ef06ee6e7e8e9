"""The dialogue log: what is in it, how large it gets, and that it never stops a game."""

import os
import re

from protocol.log import Log


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


def test_closing_gives_the_descriptor_back(tmp_path):
    before = len(os.listdir("/proc/self/fd"))
    log = Log(str(tmp_path / "log"))
    log.close()
    log.close()
    assert len(os.listdir("/proc/self/fd")) == before
