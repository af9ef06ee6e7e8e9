"""Files that a peer names: what is replaced, and what is said before the work."""

import os
import subprocess

import gtp_script
import pytest

from outflank.protocol.console import files

OURS = b"ours"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_name_that_is_too_long_is_told_before_the_work(tmp_path):
    path = os.fsencode(tmp_path / ("x" * 300))
    for use in (lambda: files.check(path, OURS), lambda: files.replace(path, [b"a"], OURS)):
        with pytest.raises(OSError, match="too long"):
            use()
    assert names(tmp_path) == []


def test_a_file_that_appears_at_the_last_moment_stays(tmp_path, monkeypatch):
    target = tmp_path / "file"
    look = files._place
    looks = []

    def look_then_lose(path, mark):
        found = look(path, mark)
        looks.append(path)
        if len(looks) == 2:
            target.write_bytes(b"somebody's")
        return found

    monkeypatch.setattr(files, "_place", look_then_lose)
    with pytest.raises(files.Foreign, match="already"):
        files.replace(os.fsencode(target), [b"ours"], OURS)
    assert target.read_bytes() == b"somebody's" and names(tmp_path) == ["file"]


def test_a_large_file_of_ours_is_read_once(tmp_path):
    target = os.fsencode(tmp_path / "file")
    read = []

    def mark(data):
        read.append(len(data))
        return data.startswith(OURS)

    files.replace(target, [b"ours, first"], mark)
    files.check(target, mark)
    files.replace(target, [b"ours, second"], mark)
    assert read == [len(b"ours, first")]
    files.check(target, mark)
    assert len(read) == 2


def test_a_file_that_was_changed_is_read_again(tmp_path):
    target = tmp_path / "file"
    files.replace(os.fsencode(target), [b"ours"], lambda data: data.startswith(OURS))
    target.write_bytes(b"not ours")
    with pytest.raises(files.Foreign):
        files.replace(os.fsencode(target), [b"ours"], lambda data: data.startswith(OURS))
    assert target.read_bytes() == b"not ours"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [["levels"], ["gtp", "--help"], ["--version"]])
def test_a_full_device_is_one_line(words):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*gtp_script.MODULE, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=gtp_script.ROOT,
            check=False,
        )
    said = done.stderr.decode()
    assert done.returncode == 1 and said.count("\n") == 1
    assert said.endswith("cannot write to stdout: No space left on device\n")
