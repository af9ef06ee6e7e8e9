"""This program starts itself again wherever it is, and whatever lies in the folder it is started in."""

import os
import subprocess
import sys

import pytest

from outflank.engine.lab.terms import Match
from outflank.protocol.console import own_program as own
from outflank.protocol.match import store as folder
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines import spec
from outflank.protocol.match.engines.spec import read_spec

PLANTED = ("json", "random", "socket", "pickle", "signal", "multiprocessing", "select", "threading")
PLAN = (
    'games = 2\n[[engine]]\nname = "A"\ncommand = "visits:5"\n[[engine]]\nname = "B"\ncommand = "visits:6"\n'
)
COMMANDS = {
    "match": "match visits:5 visits:6 --games 2 --folder m --quiet",
    "tournament": "tournament plan.toml --folder t --quiet",
    "lab match": "lab match visits=5 random --game SOS --size 3 --games 4 --jobs 2",
    "bench protocol": "bench protocol --rounds 1",
    "train book": "train book --out own.book --visits 10 --positions 3 --jobs 2",
}


@pytest.fixture
def trap(tmp_path):
    """A folder with files that have the names of modules, each of which says so when it is imported."""
    names = [f"{name}.py" for name in (*PLANTED, "protocol", "engine")]
    for name in (*names, "protocol/__init__.py", "protocol/__main__.py", "engine/__init__.py"):
        path = tmp_path / "trap" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"import os\nos.write(2, b'{name} is imported\\n')\nos._exit(9)\n")
    (tmp_path / "trap" / "plan.toml").write_text(PLAN)
    return tmp_path / "trap"


def run(command, words, cwd, path=""):
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*command, *words.split()],
        cwd=cwd,
        env={**env, "PYTHONPATH": path} if path else env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_files_in_the_working_folder_do_not_get_in_the_way(words, trap):
    done = run(own.own_program(), words, trap)
    assert "imported" not in done.stdout + done.stderr


def test_a_frozen_program_starts_itself(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own.own_program() == [sys.executable]
    assert own.as_kept([sys.executable, "gtp"]) == (sys.executable, "gtp")


def test_a_match_keeps_its_id_where_the_program_lies_elsewhere(monkeypatch):
    def described():
        entries = [read_spec(f"level:{level}", name) for level, name in ((1, "A"), (2, "B"))]
        return folder.describe(Match("Othello", 8, *entries, read_clock("none"), "start"))

    before = described()
    assert before["a"]["command"] == [sys.executable, "-m", "protocol", "gtp", "--level", "1"]
    for module in (own, spec):
        monkeypatch.setattr(module, "own_program", lambda: [sys.executable, "/elsewhere/outflank.py"])
    assert described() == before


def test_a_command_of_another_machine_is_one_of_this():
    there = ["/far/python", "-P", "-m", "outflank.protocol"]
    assert own.as_here([*there, "gtp"], there) == (*own.own_program(), "gtp")
    assert own.as_here(["./edax", "-nboard"], there) == ("./edax", "-nboard")
