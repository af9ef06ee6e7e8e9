"""Exit codes: every subcommand climbs down the same ladder, whatever goes wrong."""

import errno
import os
import re
import signal
import subprocess

import gtp_script
import pytest

from outflank.engine import NotBuilt
from outflank.engine.errors import NoMemory
from outflank.engine.installation import advice
from outflank.protocol import cli
from outflank.protocol.console import errors, ladder
from outflank.protocol.console.errors import EXIT_CODES, Failed, Interrupted, Reading, UserError, Writing
from outflank.protocol.console.outbox import Disconnected, Outbox
from outflank.protocol.console.subcommand import Row, Subcommand, walk

README = (gtp_script.ROOT / "protocol" / "README.md").read_text("utf-8")
NAMES = [
    name.split()[1:]
    for name, _, command in walk(cli.SUBCOMMANDS)
    if not command.kinds and command.run is not None
]
"""Every subcommand and kind that is not a session."""
SESSIONS = [[], ["gtp"], ["nboard"]]
# A file or folder that cannot be used stands for {}; what has no file of the user's is not among them.
FILES = {
    "gtp": "gtp --book {}",
    "nboard": "nboard --config {}",
    "config": "config --check {}",
    "match": "match visits=1 visits=2 --openings {} --folder new",
    "match of a folder": "match visits=1 visits=2 --folder {}/x",
    "tournament": "tournament {} --folder new",
    "report": "report {}",
    "analyze": "analyze {} --visits 1",
    "convert": "convert {} - --to ggf",
    "check": "check {}",
    "lab match": "lab match random random --game SOS --size 3 --games 2 --resume {}",
    "lab screen": "lab screen visits=2 rave=0,300 --games 2 --resume {}",
    "bench accuracy": "bench accuracy {} --visits 1",
    "bench values": "bench values {} --only accuracy",
    "bench perfect": "bench perfect --games 1 --resume {}",
    "bench levels": "bench levels --folder {}/x",
    "bench signatures": "bench signatures --quick --compare {}",
    "bench acceptance": "bench acceptance --games 2 --resume {}",
    "bench techniques": "bench techniques --games 2 --resume {}",
    "train othello": "train othello --folder {}/x",
    "train book": "train book --out {}/x --positions 1",
}
CREATES = """gtp, match of a folder, lab match, lab screen, bench perfect, bench levels, bench acceptance, \
bench techniques, train othello"""
"""Subcommands that make the file or folder where there is none."""


@pytest.fixture(autouse=True)
def own_signals():
    """A session lets Ctrl-C pass, and stands for a whole process."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def one_line(capfd, words):
    """The exit code of a command line, and the only line on stderr."""
    code = cli.main(words)
    out, err = capfd.readouterr()
    assert err.count("\n") == 1 and err.startswith("outflank: ") and "Traceback" not in err, err
    return code, err, out


@pytest.mark.parametrize("name", [name for name in FILES if name not in CREATES.split(", ")])
def test_a_missing_file_is_wrong_use(name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    code, err, out = one_line(capfd, [word.replace("{}", "nowhere/file") for word in FILES[name].split()])
    assert (code, out) == (2, "") and "nowhere/file" in err
    assert os.listdir(tmp_path) in ([], ["new"])


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", ["folder", "letter"])
def test_an_unusable_file_is_wrong_use(kind, name, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    os.mkdir("folder")
    (tmp_path / "letter").write_text("Dear Sir\n")
    words = FILES[name]
    if "/x" in words:
        # A folder is made below a folder, but not below a file.
        kind = "letter"
    code, err, out = one_line(capfd, words.replace("{}", kind).split())
    if (name, kind) == ("config", "letter"):
        assert code == 1
    else:
        assert code == 2 and kind in err
    assert out == "" and (tmp_path / "letter").read_text() == "Dear Sir\n"


@pytest.mark.parametrize("words", [*NAMES, *SESSIONS], ids=" ".join)
def test_an_unknown_option_is_wrong_use(words, capfd):
    code, err, out = one_line(capfd, [*words, "--foo"])
    begin = f"outflank: {' '.join(words)}: " if words in NAMES else "outflank: "
    assert (code, out) == (2, "") and err.startswith(f"{begin}unknown option --foo") and "--book?" not in err


@pytest.mark.parametrize("words", [*NAMES, ["gtp"], ["nboard"]], ids=" ".join)
def test_an_extra_word_is_wrong_use(words, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    many = [*words, *["extra"] * 4] if words != ["report"] else [*words, "--anchor"]
    if words == ["lab", "screen"]:
        many = [*words, "extra"]
    code, _, out = one_line(capfd, many)
    assert (code, out) == (2, "") and os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "words", [["foo"], ["bench", "foo"], ["lab", "foo"], ["train", "foo"], ["bench"], ["lab"]]
)
def test_an_unknown_subcommand_is_wrong_use(words, capfd):
    assert one_line(capfd, words)[0] == 2


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["train", "othello", "--folder", "new"], "training"),
        (["match", "visits=1", "visits=2", "--folder", "new", "--cluster", "local"], "cluster"),
        (["tournament", "plan.toml", "--folder", "new", "--cluster", "local"], "cluster"),
        (["train", "othello", "--folder", "new", "--cluster", "local"], "cluster"),
    ],
)
def test_a_missing_extra_is_wrong_use(words, extra, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    for name in ("numpy", "ray") if "--cluster" not in words or words[0] != "train" else ("ray",):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    engines = "".join(f'[[engine]]\nname = "{name}"\ncommand = "visits=1"\n' for name in "AB")
    (tmp_path / "plan.toml").write_text(f"games = 2\n{engines}")
    assert cli.main(words) == 2
    err = capfd.readouterr().err
    last = err.splitlines()[-1]
    assert (
        last.startswith(f"outflank: {words[0]}") and last.endswith(advice(extra)) and "Traceback" not in err
    )


@pytest.mark.parametrize("words", [*NAMES, ["gtp", "--help"], ["--help"], ["-V"]], ids=" ".join)
def test_nobody_reads_a_page(words, monkeypatch, capfd):
    read_end, write_end = os.pipe()
    os.close(read_end)
    words = words if words[-1] in ("--help", "-V") else [*words, "--help"]
    monkeypatch.setattr("outflank.protocol.console.output.Outbox", lambda fd: Outbox(write_end))
    assert cli.main(words) == 0
    os.close(write_end)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "words",
    ["levels", "config --dump", "man", "completion bash", "bench perft --depth 3", "gtp --quiet", "nboard"],
)
def test_a_reader_that_leaves_is_no_error(words):
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [*gtp_script.MODULE, *words.split()],
        input=b"nboard 2\nping 1\n" if words == "nboard" else b"name\n",
        stdout=write_end,
        stderr=subprocess.PIPE,
        cwd=gtp_script.ROOT,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", NAMES, ids=" ".join)
@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (Interrupted("all is kept"), 130, "interrupted; all is kept"),
        (UserError("there is no such thing"), 2, "there is no such thing"),
        (Failed("it broke"), 1, "it broke"),
        (Disconnected(), 0, ""),
        (ValueError("a fault of ours"), 70, "internal error: ValueError: a fault of ours"),
        (FileNotFoundError(errno.ENOENT, "No such file"), 70, "internal error: FileNotFoundError"),
    ],
    ids=lambda word: type(word).__name__ if isinstance(word, BaseException) else "",
)
def test_every_subcommand_stands_on_the_ladder(words, error, code, said, monkeypatch, capfd):
    def fail(*_):
        raise error

    name = " ".join(["outflank", *words])
    broken, command = next((row, command) for path, row, command in walk(cli.SUBCOMMANDS) if path == name)
    load = Row.load
    monkeypatch.setattr(Row, "load", lambda row: command._replace(run=fail) if row is broken else load(row))
    monkeypatch.setattr("outflank.protocol.console.arguments.parsed", lambda *_: None)
    assert cli.main(words) == code
    err = capfd.readouterr().err
    assert said in err and (code == 70) == ("Traceback" in err)
    lines = err.splitlines()
    assert lines[-1:] == [] if code == 0 else lines[-1].startswith(f"outflank: {' '.join(words)}: {said}")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (NotBuilt("nothing is compiled"), 3),
        (MemoryError(), 1),
        (NoMemory("no memory for the tree"), 1),
        (OSError(errno.ENOSPC, "No space left on device"), 1),
        (OSError(errno.EISDIR, "Is a directory"), 70),
        (RuntimeError(ladder.NO_THREAD), 1),
        (RuntimeError("anything else"), 70),
        (KeyError("key"), 70),
        (AssertionError(), 70),
    ],
    ids=repr,
)
def test_what_an_error_is_decides_its_code(error, code, capfd):
    def work():
        raise error

    assert ladder.climb(["name"], work) == code
    err = capfd.readouterr().err
    assert err.splitlines()[-1].startswith("outflank: ") and ("Traceback" in err) == (code == 70)


def test_a_fault_of_ours_is_never_shown_as_the_users():
    """Only what reads the user's words or files makes a ValueError his."""
    with pytest.raises(UserError, match=r"games\.txt: broken"), Reading("games.txt"):
        raise ValueError("broken")
    with pytest.raises(UserError, match="No such file"), Reading():
        os.stat("/nonexistent/file")
    with pytest.raises(ZeroDivisionError), Reading("games.txt"):
        assert 1 / 0
    with pytest.raises(Failed, match="full"), Writing():
        raise OSError(errno.ENOSPC, "full")
    with pytest.raises(ValueError, match="ours"), Writing():
        raise ValueError("ours")


def test_no_handler_takes_all_errors_for_the_users():
    for path in (gtp_script.ROOT / "protocol").rglob("*.py"):
        text = path.read_text("utf-8")
        for found in re.finditer(r"^def (main|run)\(.*?(?=^\S)", text, re.DOTALL | re.MULTILINE):
            assert not re.search(r"except \(?(ValueError|OSError|Exception)\b", found[0]), path


def test_the_documents_list_every_exit_code():
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", README, re.MULTILINE)
    assert [(int(code), about) for code, about in rows] == list(EXIT_CODES)
    assert len({code for code, _ in EXIT_CODES}) == len(EXIT_CODES) == 7
    assert errors.TERMINATED == 143


def test_a_row_loads_what_it_names():
    command = Row("levels", "", "outflank.protocol.levels:LEVELS").load()
    assert isinstance(command, Subcommand)
    assert {"outflank.protocol.bench.games", "outflank.protocol.serve"} <= set(cli.late_modules())
