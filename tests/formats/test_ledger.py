"""The file of a match's games: what it keeps, what it refuses, and who may read it."""

import errno
import os
import resource

import pytest
from made_up_games import games

from outflank.engine.lab.openings import Opening
from outflank.protocol.cli import main
from outflank.protocol.console.errors import UserError
from outflank.protocol.formats import ledger
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.match.store import Found

ROWS = games(["A", "B"], 4)
LINES = [to_line(row) for row in ROWS]


@pytest.fixture
def path(tmp_path):
    """A file of three games."""
    found = tmp_path / "games.jsonl"
    found.write_bytes(b"".join(LINES[:3]))
    return found


def test_games_come_back_in_their_order(path):
    kept = Ledger(str(path))
    kept.add(ROWS[3])
    assert kept.matches == {ROWS[0].match} and kept.games(ROWS[0].match) == ROWS
    assert kept.games("another") == []
    kept.close()
    assert path.read_bytes() == b"".join(LINES) and ledger.read([str(path)]) == ROWS


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (LINES[0] * 2, "line 2: game 0 of match 00000000000000aa is there twice"),
        (LINES[0] + b"{}\n", "line 2: the line is no game"),
        (LINES[0] + b"\n", "line 2: "),
        (b"\0\0\n" + LINES[0], "line 1: "),
    ],
)
def test_what_is_refused(path, data, reason):
    path.write_bytes(data)
    for use in (Ledger, lambda name: ledger.read([name])):
        with pytest.raises(ValueError, match=f"games.jsonl, {reason}"):
            use(str(path))
    assert path.read_bytes() == data


def test_a_last_line_without_its_end_is_cut_off_by_who_writes_and_left_by_who_reads(path, capfd):
    path.write_bytes(b"".join(LINES[:2]) + LINES[2][:-9])
    assert ledger.read([str(path)]) == ROWS[:2]
    assert "was not written to its end; it is left out" in capfd.readouterr().err
    assert path.read_bytes().endswith(LINES[2][:-9])
    kept = Ledger(str(path))
    assert "its game is played again" in capfd.readouterr().err
    kept.add(ROWS[2])
    kept.close()
    assert path.read_bytes() == b"".join(LINES[:3])


def test_one_run_writes_and_everybody_reads(path, tmp_path, capfd):
    kept = Ledger(str(path))
    with pytest.raises(ValueError, match="in use by another run"):
        Ledger(str(path))
    assert main(["match", "--folder", str(tmp_path)]) == 0
    assert "A against B: 3 games" in capfd.readouterr().out
    assert main(["report", str(path)]) == 0
    kept.close()
    Ledger(str(path)).close()


def test_a_full_disk_leaves_no_half_line(path):
    whole = path.read_bytes()
    kept = Ledger(str(path))
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 50, usual[1]))
    try:
        with pytest.raises(OSError, match=f"{path}: File too large"):
            kept.add(ROWS[3])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert path.read_bytes() == whole
    assert kept.games(ROWS[0].match) == ROWS[:3]
    kept.close()


def test_half_a_line_that_cannot_be_taken_back_stays_the_last_one(path, monkeypatch, capfd):
    def broken(fd, size):
        raise OSError(errno.EIO, "Input/output error")

    whole = path.read_bytes()
    kept = Ledger(str(path))
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 50, usual[1]))
    try:
        with monkeypatch.context() as patch, pytest.raises(OSError, match=f"{path}: File too large"):
            patch.setattr(os, "ftruncate", broken)
            kept.add(ROWS[3])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert kept.games(ROWS[0].match) == ROWS[:3]
    with pytest.raises(OSError, match=f"{path}: Input/output error"):
        kept.add(ROWS[3])
    assert kept.games(ROWS[0].match) == ROWS[:3]
    kept.close()
    assert path.read_bytes() == whole + LINES[3][:50]
    again = Ledger(str(path))
    assert "its game is played again" in capfd.readouterr().err
    again.add(ROWS[3])
    again.close()
    assert path.read_bytes() == whole + LINES[3]


def test_a_file_that_cannot_be_had_is_named(tmp_path):
    nowhere = str(tmp_path / "nowhere" / "games.jsonl")
    for use in (Ledger, lambda name: ledger.read([name])):
        with pytest.raises(UserError, match=f"{nowhere}: No such file"):
            use(nowhere)


@pytest.mark.parametrize("data", [b"Dear diary", b'{"mine": 1}', LINES[0] + b"and my notes"])
def test_an_end_that_is_no_game_is_not_cut_off(path, data):
    path.write_bytes(data)
    with pytest.raises(ValueError, match="ends in a line that is no game"):
        Ledger(str(path))
    assert path.read_bytes() == data


@pytest.mark.parametrize("data", [b"my notes", b'{"format": 1, "openings": "others"}\n', b"mine\n[1"])
def test_openings_of_somebody_else_stay_as_they_were(tmp_path, data):
    (tmp_path / "openings.jsonl").write_bytes(data)
    with pytest.raises(ValueError, match="holds other openings"):
        Found(str(tmp_path), "random:8")
    assert (tmp_path / "openings.jsonl").read_bytes() == data


@pytest.mark.parametrize("kept", [0, 9, -1])
def test_openings_whose_head_was_not_written_to_its_end_begin_anew(tmp_path, kept):
    path = tmp_path / "openings.jsonl"
    Found(str(tmp_path), "random:8")
    head = path.read_bytes()
    path.write_bytes(head[:kept])
    found = Found(str(tmp_path), "random:8")
    found.add(3, Opening("a", "start", ("f5",)))
    path.write_bytes(path.read_bytes() + b"[4, ")
    assert Found(str(tmp_path), "random:8").rows == found.rows and path.read_bytes().startswith(head)
