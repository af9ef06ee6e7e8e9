"""The command line: subcommands, options, exit codes, and what a start imports."""

import os
import subprocess
import sys
import tomllib

import gtp_script
import pytest
from places import WITHOUT_SITE

from outflank.protocol import __version__, cli
from outflank.protocol.bench.games import PERFT
from outflank.protocol.console.arguments import parsed
from outflank.protocol.console.subcommand import Row


def run(*words, sent=b""):
    return subprocess.run(
        [*gtp_script.MODULE, *words],
        input=sent,
        capture_output=True,
        cwd=gtp_script.ROOT,
        timeout=60,
        check=False,
    )


def test_version_is_the_project_s():
    project = tomllib.loads((gtp_script.ROOT / "pyproject.toml").read_text())["project"]
    assert __version__ == project["version"]
    done = run("--version")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"Outflank {__version__}\n", b"")
    for words in (["-V"], ["gtp", "-V"], ["match", "--version"], ["bench", "games", "-V"]):
        assert run(*words).stdout == done.stdout


@pytest.mark.parametrize("words", [["match", "--foo"], ["--foo"], ["train", "book", "--foo"], ["foo"]])
def test_nothing_is_suggested_that_is_not_near(words, capfd):
    assert cli.main(words) == 2
    assert "did you mean" not in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["--free_passes", "--depth", "1"], "free_passes"),
        (["--free-passes", "--depth=1"], "free_passes"),
        (["--depth", "1"], ""),
    ],
)
def test_old_spellings_of_options_are_understood(words, values):
    options = parsed(PERFT, ["bench", "perft"], words)
    assert options.depth == 1 and options.free_passes is bool(values)


@pytest.mark.parametrize(
    "words", [[], ["--seed", "3"], ["--visits=5"], ["gtp", "--quiet"], ["gtp", "--quiet=1"]]
)
def test_gtp_is_the_default(words):
    done = run(*words, sent=b"name\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= Outflank\n\n", b"")


@pytest.mark.parametrize("words", [["gtp"], ["gtp", "--seed", "3"], ["gtp", "--quiet=0"]])
def test_gtp_says_when_it_is_ready_before_the_first_command(words):
    engine = subprocess.Popen(
        [*gtp_script.MODULE, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=gtp_script.ROOT,
    )
    try:
        assert engine.stderr.readline() == b"outflank: ready\n"
        assert engine.communicate(b"name\n", timeout=60) == (b"= Outflank\n\n", b"")
    finally:
        engine.kill()


def test_nboard_which_reads_stderr_too_is_told_nothing():
    for words in (["nboard"], []):
        done = run(*words, sent=b"nboard 2\nping 1\n")
        assert (done.returncode, done.stderr) == (0, b"") and done.stdout.endswith(b"pong 1\n")


def test_a_copy_has_the_name_it_is_given():
    assert run("gtp", "--quiet", "--name", "Two", sent=b"name\n").stdout == b"= Two\n\n"
    for words in (["--name", "Two"], ["nboard", "--name=Two"]):
        assert run(*words, sent=b"nboard 2\n").stdout.startswith(b"set myname Two\n")


def test_game_and_size_choose_the_board():
    done = run("--game", "reversi", "--size", "6", sent=b"showboard\n")
    assert done.returncode == 0
    rows = done.stdout.decode().split("\n")
    assert rows[0] == "= Othello"
    assert sum(row.split()[:1] == [str(n)] for n in range(1, 11) for row in rows) == 6


def test_ctrl_c_while_a_subcommand_is_loaded_is_no_traceback(monkeypatch):
    def interrupted(row):
        raise KeyboardInterrupt

    monkeypatch.setattr(Row, "load", interrupted)
    assert cli.main(["report"]) == 130


def test_the_same_seed_plays_the_same_game():
    sent = b"boardsize 6\n" + b"genmove b\ngenmove w\n" * 5
    first, again = (run("--seed", "5", "--visits", "200", sent=sent).stdout for _ in range(2))
    assert first == again and first.count(b"= ") == 10


def test_the_log_has_the_dialogue(tmp_path):
    path = tmp_path / "a log"
    run("--log", str(path), sent=b"1 name\nxyz\n")
    lines = [line[11:] for line in path.read_text().splitlines()[1:]]
    assert lines == ["> 1 name", "< =1 Outflank", "> xyz", "< ? unknown command"]


def test_a_log_that_cannot_be_written_is_a_warning():
    done = run("--log", "/nonexistent/log", sent=b"name\n")
    assert done.returncode == 0 and done.stdout == b"= Outflank\n\n"
    assert done.stderr == b"outflank: no log in '/nonexistent/log' from here on: No such file or directory\n"


def test_a_start_imports_little():
    heavy = {
        "argparse",
        "asyncio",
        "logging",
        "dataclasses",
        "tomllib",
        "json",
        "inspect",
        "difflib",
    }
    heavy |= {"importlib.metadata", "subprocess", "traceback", "pathlib", "socket", "random", "ctypes"}
    code = (
        "import sys; from outflank.protocol.cli import main; main([]); print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        input=b"name\n",
        capture_output=True,
        env={**os.environ, **WITHOUT_SITE},
        check=True,
    )
    assert done.stdout == b"= Outflank\n\n"
    modules = set(done.stderr.decode().split())
    assert "outflank.protocol.session.loop" in modules
    assert (
        heavy | {"outflank.protocol.console.pages", "outflank.protocol.config.pages", "textwrap"}
    ) & modules == set()
