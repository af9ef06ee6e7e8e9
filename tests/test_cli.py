"""The command line: subcommands, options, exit codes, and what a start imports."""

import subprocess
import sys
import tomllib

import pytest
import transcript

from protocol import __version__, cli, settings


def run(*words, sent=b""):
    return subprocess.run(
        [*transcript.MODULE, *words],
        input=sent,
        capture_output=True,
        cwd=transcript.ROOT,
        timeout=60,
        check=False,
    )


def test_version_is_the_project_s():
    project = tomllib.loads((transcript.ROOT / "pyproject.toml").read_text())["project"]
    assert __version__ == project["version"]
    done = run("--version")
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, f"Outflank {__version__}\n", b"")


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["help"], ["gtp", "--help"], ["--seed", "1", "--help"]]
)
def test_help_names_every_subcommand_and_option(words, capfd):
    assert cli.main(words) == 0
    captured = capfd.readouterr()
    assert captured.err == ""
    for name, _, about in cli.SUBCOMMANDS:
        assert f"  {name} " in captured.out and about in captured.out
    for option in settings.OPTIONS:
        assert f"--{option.name} " in captured.out and option.about in captured.out
    assert max(map(len, captured.out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["nonsense"], "unknown subcommand nonsense; there are: gtp, nboard, levels, bench"),
        (["--gane", "SOS"], "unknown option --gane; did you mean --game?"),
        (["gtp", "--visits", "0"], "--visits must be 1 to 2147483647, not 0"),
        (["gtp", "stray"], "unknown option stray"),
        (["--game", "Go"], "'Go'"),
        (["--size", "7"], "size"),
    ],
)
def test_wrong_use_is_one_line_on_stderr_and_code_2(words, text):
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().startswith("outflank: ") and text in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("words", [[], ["gtp"], ["gtp", "--seed", "3"], ["--visits=5"]])
def test_gtp_is_the_default(words):
    done = run(*words, sent=b"name\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"= Outflank\n\n", b"")


def test_game_and_size_choose_the_board():
    done = run("--game", "reversi", "--size", "6", sent=b"showboard\n")
    assert done.returncode == 0
    rows = done.stdout.decode().split("\n")
    assert rows[0] == "= Othello"
    assert sum(row.split()[:1] == [str(n)] for n in range(1, 11) for row in rows) == 6


def test_ctrl_c_while_a_subcommand_is_loaded_is_no_traceback(monkeypatch):
    def interrupted(target):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_find", interrupted)
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
    code = "import sys; from protocol.cli import main; main([]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        input=b"name\n",
        capture_output=True,
        cwd=transcript.ROOT,
        check=True,
    )
    assert done.stdout == b"= Outflank\n\n"
    modules = set(done.stderr.decode().split())
    assert "protocol.desk" in modules
    assert heavy & modules == set()
