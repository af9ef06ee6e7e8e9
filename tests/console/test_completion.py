"""Shell completion and the manual page: both name all that the table of subcommands has."""

import re
import shutil
import subprocess

import pytest

from outflank.protocol import cli, completion, manual
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.subcommand import walk

WALKED = {name: command for name, _, command in walk(cli.SUBCOMMANDS)}


def script(shell, capfd):
    assert cli.main(["completion", shell]) == 0
    return capfd.readouterr().out


def completed(text, *words):
    """What bash offers for the last of these words."""
    line = " ".join(f"'{word}'" for word in words)
    code = f"{text}\nCOMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _outflank; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "--norc", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_subcommands_kinds_options_and_values(capfd, tmp_path):
    text = script("bash", capfd)
    assert completed(text, "outflank", "") == [row.name for row in cli.SUBCOMMANDS]
    assert completed(text, "outflank", "le") == ["levels"]
    assert completed(text, "outflank", "bench", "pe") == ["perft", "perfect"]
    assert completed(text, "outflank", "lab", "match", "a", "b", "--spr") == ["--sprt"]
    assert (
        completed(text, "outflank", "--thr") == completed(text, "outflank", "gtp", "--thr") == ["--threads"]
    )
    assert completed(text, "outflank", "match", "--protocol-a", "") == ["auto", "gtp", "nboard", "in-process"]
    assert completed(text, "outflank", "gtp", "--columns", "g") == ["gtp"]
    assert completed(text, "outflank", "match", "--games", "") == []
    (tmp_path / "some.toml").touch()
    (tmp_path / "folder").mkdir()
    start = str(tmp_path) + "/"
    assert completed(text, "outflank", "gtp", "--config", f"{start}s") == [f"{start}some.toml"]
    assert completed(text, "outflank", "match", "--folder", start) == [f"{start}folder"]


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_script_has_every_option_of_every_place(shell, capfd):
    text = script(shell, capfd)
    for name, command in WALKED.items():
        line = next(line for line in text.splitlines() if line.startswith(f'        "{name}") '))
        for action in Parser(name, command).rows():
            for option in action.option_strings:
                assert re.search(rf"[ '\"(]{option}[ :'\")]", line), (name, option)


@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_reads_its_script(capfd, tmp_path):
    path = tmp_path / "_outflank"
    path.write_text(script("zsh", capfd))
    done = subprocess.run(["zsh", "-n", path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_quotes_and_colons_in_texts_reach_zsh_whole():
    assert completion.described([("--a", "the user's own")]) == "'--a:the user'\\''s own'"


def test_the_manual_has_every_subcommand_and_option(capfd):
    assert cli.main(["man"]) == 0
    text = capfd.readouterr().out
    assert text == manual.manual() and text.startswith(".TH OUTFLANK 1 ")
    for name, command in WALKED.items():
        section = text.partition(f'.SH "{name.upper()}"\n')[2].partition("\n.SH ")[0]
        assert section, name
        for action in Parser(name, command).rows():
            for option in action.option_strings:
                assert option.replace("-", "\\-") in section, (name, option)
    assert ".SH EXIT STATUS" in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff")
def test_man_finds_nothing_to_complain_about():
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z"],
        input=manual.manual(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_lines_that_begin_like_requests_are_text():
    assert manual.plain(".TH 'x -y \\") == "\\&.TH 'x \\-y \\e"
