"""The file of a match's games: what it keeps, what it refuses, and who may read it."""

import resource

import pytest
from arena_games import games

from protocol.arena import ledger
from protocol.arena.ledger import Ledger
from protocol.arena.played import to_line
from protocol.cli import main

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


def test_a_file_that_cannot_be_had_is_named(tmp_path):
    nowhere = str(tmp_path / "nowhere" / "games.jsonl")
    for use in (Ledger, lambda name: ledger.read([name])):
        with pytest.raises(OSError, match=f"{nowhere}: No such file"):
            use(nowhere)
