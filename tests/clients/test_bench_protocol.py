"""`outflank bench protocol`: its figures, and programs that do not do their part."""

import json
import shlex
import subprocess
import sys
import time

import pytest
from patience import SOON

from outflank.protocol import cli
from outflank.protocol.bench.programs import program as measured_program
from outflank.protocol.bench.programs.latency import MEASURES, PLAYS, piped_plays, ruler_script
from outflank.protocol.bench.programs.program import Child, Program
from outflank.protocol.console.errors import Failed
from outflank.protocol.console.own_program import own_program

MUTE = "import time; time.sleep(60)"
DEAF = "import os, time; os.write(1, b'= here\\n\\n'); time.sleep(60)"
ENDS = "import sys; sys.stdin.readline()"
REFUSES = "import sys\nfor line in sys.stdin: print('? no\\n', flush=True)"
STAYS = "import signal, sys, time\nfor line in sys.stdin: print('= here\\n', flush=True)\ntime.sleep(60)"


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["bench", *words])


@pytest.fixture
def start(monkeypatch):
    """Starts Python programs as children, with little patience; ends them afterwards."""
    monkeypatch.setattr(measured_program, "PATIENCE", 0.5)
    children = []

    def run(code):
        children.append(Child([sys.executable, "-c", code]))
        return children[-1]

    yield run
    for one in children:
        one.kill()


def test_every_measure_is_taken_of_this_program(program, capfdbinary):
    assert main(["protocol", "--rounds", "2", "--json", "--program", shlex.join(program)]) == 0
    found = json.loads(capfdbinary.readouterr().out)
    assert found["program"] == program
    assert [row["name"] for row in found["measures"]] == [measure.name for measure in MEASURES]
    for row, measure in zip(found["measures"], MEASURES, strict=True):
        assert row["values"] >= 2 and row["unit"] == ("ms" if measure.things == 1 else "/s")
        better, worse = sorted([row["median"], row["worst"]], reverse=measure.things > 1)
        assert (row["median"], row["worst"]) == (better, worse)
        assert row["median"] > 0


def test_a_ruler_manages_ten_thousand_plays_in_two_seconds(program):
    program = Program(program)
    assert piped_plays(program, 1)[0] < 2


def test_a_rulers_script_is_a_game_again_and_again():
    lines = ruler_script().decode("ascii").splitlines()
    assert sum(line.startswith("play ") for line in lines) == PLAYS
    assert lines[:5] == ["clear_board", "play B D3", "clear_board", "play B D3", "play W E3"]


def test_without_a_program_it_measures_itself():
    done = subprocess.run(
        [*own_program(), "bench", "protocol", "--rounds", "1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = done.stdout.splitlines()
    assert rows[0] == shlex.join(own_program())
    assert [row.partition("  ")[0].strip() for row in rows[2:]] == [measure.name for measure in MEASURES]


def test_what_a_program_does_not_offer_is_said(capfdbinary):
    """A foreign engine that knows only the plainest commands, and makes no use of pondering."""
    code = (
        "import sys\n"
        "for line in sys.stdin:\n"
        " name = line.split()[0]\n"
        " print({'name': '= Other', 'list_commands': '= name'}.get(name, '='), end='\\n\\n', flush=True)\n"
    )
    command = shlex.join([sys.executable, "-c", code])
    assert main(["protocol", "--rounds", "1", "--program", command]) == 0
    rows = capfdbinary.readouterr().out.decode().splitlines()[2:]
    missing = [row.split("not measured: ")[1] for row in rows if "not measured: " in row]
    assert missing == [
        "it is not known how to make this program ponder",
        "it does not list lz-analyze",
        "it does not list gogui-interrupt",
        "it does not list lz-analyze",
        *["it is not known whether this program speaks JSON lines"] * 4,
    ]


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (["--program", "/nonexistent/engine"], "cannot start /nonexistent/engine: No such file", 1),
        (["--program", "false"], "the program has", 1),
        (["--program", "true", "--rounds", "0"], "--rounds: it must be 1 or more, not 0", 2),
    ],
)
def test_what_cannot_be_measured(words, said, code, capfd):
    assert main(["protocol", *words]) == code
    assert said in capfd.readouterr().err


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (MUTE, "does not answer"),
        (ENDS, "has ended"),
        (REFUSES, "answers '? no' to name"),
    ],
)
def test_no_reply_is_waited_for_without_end(start, code, said):
    begin = time.monotonic()
    with pytest.raises(Failed, match=said.replace("?", r"\?")):
        start(code).ask("name")
    assert time.monotonic() - begin < SOON


def test_a_program_that_does_not_read(start):
    deaf = start(DEAF)
    assert deaf.until(b"\n\n") == b"= here"
    with pytest.raises(Failed, match="takes no input"):
        deaf.send(b"name\n" * 10**6)


def test_a_program_that_does_not_leave(start):
    stays = start(STAYS)
    assert stays.ask("name") == "here"
    with pytest.raises(Failed, match="does not end at EOF"):
        stays.leave()


def test_replies_are_cut_where_they_end(start):
    stays = start(STAYS)
    stays.send(b"1\n2\n3\n")
    assert stays.until(b"\n\n", 2) == b"= here\n\n= here"
    assert stays.until(b"\n\n") == b"= here"
