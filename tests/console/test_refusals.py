"""Wrong use: each line of refusals.txt is refused in one line on stderr with exit code 2."""

import shlex
from pathlib import Path

import pytest

from outflank.protocol import cli

LINES = (Path(__file__).parent / "refusals.txt").read_text("utf-8").splitlines()
ROWS = [(line, LINES[at + 1].strip()) for at, line in enumerate(LINES) if line.startswith("outflank ")]
FILES = {"empty.txt": "", "letter.txt": "Dear Sir\n", "game.txt": "f5d6c3d3c4\n"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The working folder, with the files that the lines name."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("line", "reason"), ROWS, ids=[line for line, _ in ROWS])
def test_wrong_use_is_one_line_on_stderr_and_code_2(line, reason, folder, capfd):
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert cli.main(shlex.split(line)[1:]) == 2
    out, err = capfd.readouterr()
    assert out == "" and err.startswith("outflank: ") and err.count("\n") == 1
    assert reason in err
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_every_line_has_its_reason():
    assert len(ROWS) > 80 and all(reason and not reason.startswith("outflank ") for _, reason in ROWS)
