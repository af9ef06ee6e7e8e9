"""The user's own defaults in a file: what holds, what is said about mistakes, and what is left alone."""

import os
import re
import subprocess
import sys

import gtp_script
import pytest

from outflank.protocol import cli, settings
from outflank.protocol.config import file as config_file
from outflank.protocol.console import own_program as own
from outflank.protocol.match.engines.spec import own_command

ASKED = b"".join(b"outflank-get %s\n" % name for name in (b"level", b"visits", b"ponder", b"exploration"))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """The usual place of the file, in an empty folder."""
    for name in ("XDG_CONFIG_HOME", "APPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    path = config_file.usual_path()
    os.makedirs(os.path.dirname(path))
    return path


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(*words, sent=ASKED):
    done = subprocess.run(
        [*gtp_script.MODULE, *words], input=sent, capture_output=True, cwd=gtp_script.ROOT, check=False
    )
    return done.returncode, done.stdout.decode().split("\n\n")[:-1], done.stderr.decode()


def test_the_file_holds_where_the_command_line_is_silent(place, tmp_path):
    write(place, 'level = "hard"\nvisits = 9\nponder = 2\nexploration = 0.5\nquiet = true\n')
    assert run("gtp") == (0, ["= hard", "= 9", "= 2.0", "= 0.5"], "")
    assert run("--visits", "7", "--level=easy") == (0, ["= easy", "= 7", "= 2.0", "= 0.5"], "")
    assert run("--config", "off")[1][0] == run("--config=OFF")[1][0] == "= master"
    other = tmp_path / "other one.toml"
    write(other, "level = 5\n")
    assert run("gtp", "--config", str(other), "--quiet") == run("--config", "off", "--level", "5")


def test_a_file_may_have_former_names_of_options(place, capfd):
    write(place, "share = 0\nprior_spread = 3.0\n")
    asked = b"outflank-get transpositions\noutflank-get prior_temperature\n"
    assert run("gtp", "--quiet", sent=asked)[1:] == (["= 0", "= 3.0"], "")
    assert cli.main(["config", "--check", place]) == 0
    assert "  transpositions = " in capfd.readouterr().out


def test_without_a_file_nothing_is_said(place):
    code, replies, errors = run()
    assert (code, replies[0], errors) == (0, "= master", "")


def test_an_unknown_key_is_one_warning_on_stderr_and_in_the_log(place, tmp_path):
    write(place, 'threds = 4\nxyzzy = [1, {a = 2}]\nlevel = "easy"\n')
    log = tmp_path / "a log"
    code, replies, errors = run("--log", str(log))
    said = [f"{place}: unknown key threds; did you mean threads?", f"{place}: unknown key xyzzy"]
    assert (code, replies[0]) == (0, "= easy")
    assert errors.splitlines() == [f"outflank: {line}" for line in said]
    assert [line[13:] for line in log.read_text().splitlines() if line[11:12] == "!"] == said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("visits = 0", "visits must be 1 to 2147483647, not 0"),
        ('visits = "9"', "visits needs a whole number, not 9"),
        ("visits = 2.5", "visits needs a whole number, not '2.5'"),
        ("visits = true", "visits needs a whole number, not True"),
        ("seconds = nan", "seconds must be 0.001 to 86400, not nan"),
        ("quiet = 2", "quiet needs true or false, not 2"),
        ("live_gfx = 3", "live_gfx must be 0 to 1, not 3"),
        ('name = "two words"', "name is one word of at most 40 ASCII characters, not 'two words'"),
        ("book = 1979-05-27", "book needs a text, not 1979-05-27"),
        ("exploration = -1", "exploration lies from 0.0 to 100.0, not at -1"),
        ('select = "puctt"', "select is one of ucb1, ucb1-2ln, puct, not puctt; did you mean puct?"),
        ("level", "Expected '=' after a key"),
        ("level = 1\nlevel = 2", "Cannot overwrite a value"),
        ("x = " + "[" * 5000, "it nests too deeply"),
        ("seed = " + "9" * 5000, "a number has too many digits"),
        ("#" * (1 << 20) + "\n", "larger than 1 MB"),
        ("level = '\udcff'", "'utf-8' codec can't decode byte 0xff"),
    ],
)
def test_a_wrong_value_is_one_line_and_code_2(text, reason, place, capfd):
    with open(place, "wb") as file:
        file.write(text.encode("utf-8", "surrogateescape"))
    assert cli.main(["gtp"]) == 2
    out, errors = capfd.readouterr()
    assert out == "" and errors.startswith(f"outflank: {place}: {reason}") and errors.count("\n") == 1
    assert cli.main(["config", "--check"]) == 1
    assert reason in capfd.readouterr().err


def test_a_file_that_is_named_must_be_there(tmp_path, capfd):
    os.mkfifo(tmp_path / "pipe")
    for name, reason in (
        ("none.toml", "No such file"),
        (".", "not a regular file"),
        ("pipe", "not a regular"),
    ):
        path = str(tmp_path / name)
        for words in (["gtp", "--config", path], ["nboard", "--config", path]):
            assert cli.main(words) == 2
            assert capfd.readouterr().err.startswith(f"outflank: {path}: {reason}")


def test_what_nboard_has_no_use_for_is_passed_over(place):
    write(place, 'game = "SOS"\nsize = 4\nname = "Mine"\n')
    done = subprocess.run(
        [*gtp_script.MODULE, "nboard"],
        input=b"nboard 2\n",
        capture_output=True,
        cwd=gtp_script.ROOT,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"set myname Mine\nstatus\n", b"")
    assert run("gtp", "--quiet", sent=b"showboard\n")[1][0].startswith("= SOS\n   A B C D\n")


def test_the_dump_is_a_file_of_all_options_that_can_be_read(place, capfd):
    assert cli.main(["config", "--dump"]) == 0
    text = capfd.readouterr().out
    named = re.findall(r"^#(\w+) = ", text, re.MULTILINE)
    assert named == [name for name in settings.NAMES if name != "config"]
    assert all(len(line) <= 80 or "place" in line for line in text.splitlines())
    write(place, text)
    assert config_file.read(place, pytest.fail) == {}
    # A default whose # is removed is what holds without it.
    with_default = [name for name in named if settings.NAMES[name].default is not None]
    write(place, "\n".join(re.findall(rf"^#((?:{'|'.join(with_default)}) = .*)$", text, re.MULTILINE)))
    assert config_file.read(place, pytest.fail) == {
        name: settings.NAMES[name].default for name in with_default
    }
    techniques = [option.name for option in settings.TECHNIQUES]
    write(place, "\n".join(re.findall(rf"^#((?:{'|'.join(techniques)}) = .*)$", text, re.MULTILINE)))
    assert list(config_file.read(place, pytest.fail)) == techniques


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", 0, "0 option(s) set"),
        ('level = "Hard"\nthreads = 2\n', 0, '  level = "Hard"\n  threads = 2\n'),
        ("threds = 2\n", 1, "unknown key threds; did you mean threads?"),
        ('level = "mastr"\n', 1, "there is no level mastr; did you mean master?"),
        ('game = "Chess"\n', 1, "unknown game 'Chess'; there are Othello"),
        ('game = "SOS"\nsize = 11\n', 1, "SOS is not played on a board of size 11"),
        (None, 2, "No such file or directory"),
    ],
)
def test_a_check_says_what_a_file_sets_or_what_is_wrong(text, code, said, tmp_path, capfd):
    path = tmp_path / "c.toml"
    if text is not None:
        write(path, text)
    assert cli.main(["config", "--check", str(path)]) == code
    captured = capfd.readouterr()
    assert said in (captured.err if code else captured.out)
    assert not (captured.out if code else captured.err)


def test_engines_of_a_match_named_by_options_take_nothing_from_the_file(place):
    write(place, 'level = "easy"\n')
    command = own_command("visits:9")
    assert tuple(command[-2 - len(own.PLAIN) : -2]) == own.PLAIN
    heard = subprocess.run(command, input=ASKED, capture_output=True, check=True)
    assert heard.stdout.startswith(b"= master\n\n= 9\n\n") and heard.stderr == b""
    # As games are kept, the command is what it was before there were such files.
    assert own.as_kept(command) == (sys.executable, "-m", "protocol", "gtp", "--visits", "9")


def test_the_usual_place_where_there_is_no_home(monkeypatch, capfd):
    monkeypatch.setattr(config_file, "usual_path", lambda: "")
    assert settings.defaults() == config_file.read_all([], pytest.fail)
    assert cli.main(["config", "--check"]) == 2
    assert "no usual place" in capfd.readouterr().err
