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


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nonsense"], "unknown subcommand nonsense; there are: gtp, nboard, json, play, levels, config"),
        (["--gane", "SOS"], "unknown option --gane; did you mean --game?"),
        (["gtp", "--visits", "0"], "--visits must be 1 to 2147483647, not 0"),
        (["gtp", "stray"], "unknown option stray"),
        (["--game", "Go"], "'Go'"),
        (["--size", "7"], "size"),
        (["gtpp"], "unknown subcommand gtpp; did you mean gtp?"),
        (["--name", "two words"], "--name is one word of at most 40 ASCII characters, not 'two words'"),
        (["--quiet=3"], "--quiet is 0 or 1, not 3"),
        (["--quiet", "1"], "unknown option 1"),
        (["--level", "mastr"], "there is no level mastr; did you mean master?"),
        (["--game", "Othelo"], "unknown game 'Othelo'; did you mean Othello?"),
        (["--select", "ucb"], "select is one of ucb1, ucb1-2ln, puct, not ucb; did you mean ucb1?"),
        (["bench", "games", "--game", "Rolt"], "bench games: unknown game 'Rolt'; did you mean Rolit?"),
        (["bench", "evls"], "bench: unknown kind evls; did you mean evals?"),
        (["bench"], "bench: say which kind: games, perft, "),
        (["lab", "mtch"], "lab: unknown kind mtch; did you mean match?"),
        (["analyze", "x", "--format", "jsn"], "did you mean json?"),
        (["bench", "games", "--gmae=SOS"], "bench games: unknown option --gmae; did you mean --game?"),
        (["check", "x", "--protcol", "gtp"], "check: unknown option --protcol; did you mean --protocol?"),
        (["bench", "xyzzy"], "unknown kind xyzzy; there are: games, perft"),
        (["bench", "games", "--xyzzy"], "bench games: unknown option --xyzzy"),
        (["levels", "extra"], "levels: unknown argument: extra"),
        (["levels", "--all"], "levels: unknown option --all"),
        (["match", "--folder", "x", "--games", "0"], "match: --games: it must be 1 or more, not 0"),
        (["analyze", "x", "--visits", "1", "--seconds", "1"], "not allowed with argument"),
        (["convert", "x"], "convert: the following arguments are required: TO"),
    ],
)
def test_wrong_use_is_one_line_on_stderr_and_code_2(words, text):
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith("outflank: ") and text in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


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
