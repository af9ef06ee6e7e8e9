"""`outflank bench signatures`: the quick run equals the file here, and what differs is named.

Where a change of the search is meant, the file is to be taken anew on the build that it names, and the rows
that changed belong into the commit's message:

    OUTFLANK_CPU=portable outflank bench signatures --quick --write tests/positions/signatures.txt
"""

import os
import platform
import subprocess
import sys

import gtp_script
import pytest

from outflank.engine import core, options as techniques
from outflank.engine.bench import (
    answers as bench_answers,
    signature,
    signatures as bench_signatures,
    trees as bench_trees,
)
from outflank.engine.games import GAMES
from outflank.protocol import cli

FILE = gtp_script.ROOT / "tests" / "positions" / "signatures.txt"
UNCHANGED = {"parallel", "early_stop", "temperature"}
"""Options that are no row's: several threads and the clock repeat nothing; what a temperature draws is in the
rows of the levels."""
FEW = ["bench", "signatures", "--quick", "--only", "perft SOS"]


def run(*words, level):
    """Exit code, stdout and stderr of the command on a CPU level."""
    command = [sys.executable, "-m", "protocol", "bench", "signatures", *words]
    env = {**os.environ, "OUTFLANK_CPU": level}
    done = subprocess.run(
        command, cwd=gtp_script.ROOT, env=env, capture_output=True, text=True, check=False, timeout=110
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(
    platform.machine().lower() not in ("x86_64", "amd64"),
    reason="elsewhere the compiler may fuse multiplications and additions, which rounds differently",
)
@pytest.mark.skipif(
    "portable" not in core.built(),
    reason="the portable level is not built: OUTFLANK_LEVELS names the levels that pip compiles",
)
def test_nothing_has_changed():
    """On the build that the file names: v2 makes the same rows, v3 rounds differently and has other trees."""
    (kind, level), rows = bench_signatures.read(FILE.read_text())
    assert kind == "quick" and level == "portable"
    code, out, err = run("--quick", "--compare", str(FILE), level=level)
    assert (code, out) == (0, f"{len(rows)} signatures, all equal\n"), out + err


def test_what_differs_is_named(tmp_path, capfd):
    path = tmp_path / "rows.txt"
    assert cli.main([*FEW, "--write", str(path)]) == 0
    assert capfd.readouterr().out == ""
    lines = path.read_text().splitlines()
    assert lines[0] == f"# outflank signatures = quick, {core.LEVEL} build"
    assert lines[1] == "# only = perft SOS"
    assert cli.main([*FEW, "--compare", str(path)]) == 0
    count = len(lines) - 2
    assert capfd.readouterr().out == f"{count} signatures, all equal\n"
    changed, gone = lines[2], lines[3]
    name, value = changed.split(" = ", 1)
    path.write_text("\n".join([lines[0], f"{name} = other", *lines[4:], "perft SOS 99 = 7"]) + "\n")
    assert cli.main([*FEW, "--compare", str(path)]) == 1
    out = capfd.readouterr().out.splitlines()
    assert out == [
        f"{name}: was other, is {value}",
        f"{gone.split(' = ', 1)[0]}: new, is {gone.split(' = ', 1)[1]}",
        "perft SOS 99: missing, was 7",
        f"3 of {count} signatures differ from {path}",
    ]


def test_a_changed_search_changes_rows(tmp_path, capfd, monkeypatch):
    path, words = tmp_path / "rows.txt", ["bench", "signatures", "--quick", "--only", "search SOS 5:"]
    assert cli.main([*words, "--write", str(path)]) == 0
    monkeypatch.setattr(bench_trees, "PLAIN", {**bench_trees.PLAIN, "exploration": 1.415})
    assert cli.main([*words, "--compare", str(path)]) == 1
    out = capfd.readouterr().out.splitlines()
    assert "of 6 signatures differ" in out[-1]
    assert out[:-1] and all("textbook" in line for line in out[:-1])


def test_files_of_another_kind_are_refused(tmp_path, capfd):
    path = tmp_path / "rows.txt"
    for text, reason in (
        ("", "does not begin with # outflank signatures"),
        ("perft = 1\n", "does not begin with # outflank signatures"),
        ("# outflank signatures = full, v3 build\n", "is of a full run, this is a quick one"),
        ("# outflank signatures = quick, v3 build\nhello\n", "'hello' is not NAME = VALUE"),
    ):
        path.write_text(text)
        assert cli.main([*FEW, "--compare", str(path)]) == 2
        out, err = capfd.readouterr()
        assert out == "" and reason in err and str(path) in err and err.count("\n") == 1
    assert cli.main([*FEW[:4], "xyzzy"]) == 2
    assert "no row is named 'xyzzy'" in capfd.readouterr().err
    assert cli.main([*FEW, "--compare", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capfd.readouterr().err


def test_another_build_is_named_where_rows_differ(tmp_path, capfd):
    path = tmp_path / "rows.txt"
    path.write_text("# outflank signatures = quick, v0 build\n")
    assert cli.main([*FEW, "--compare", str(path)]) == 1
    assert f"is of the v0 build, this is {core.LEVEL}" in capfd.readouterr().err


@pytest.mark.parametrize("only", ["session SOS", "told Othello 8: discs after 41", "games Rolit 3", "FFO 44"])
def test_a_row_does_not_depend_on_what_was_computed_before(only):
    chosen = bench_signatures.jobs(quick=True, only=only)
    first = list(bench_signatures.measure(chosen))
    assert first and first[::-1] == list(bench_signatures.measure(chosen[::-1]))


def test_every_game_size_and_option_has_its_row():
    for quick in (True, False):
        names = [job.name for job in bench_signatures.jobs(quick)]
        assert names == sorted(set(names)) and not any(" = " in name for name in names)
        for variant in GAMES:
            for size in variant.sizes:
                assert any(name.startswith(f"search {variant.name} {size}: late, own") for name in names)
    tried = [*bench_trees.ONE_CHANGED.values(), *bench_trees.TWO_CHANGED.values()]
    assert {name for options in tried for name in options} == techniques.NAMES.keys() - UNCHANGED


def test_the_solver_is_left_as_it_was():
    endgame = core.load("solver.endgame")
    before = endgame.SLICE
    with pytest.raises(KeyError), bench_answers.undivided():
        assert before < endgame.SLICE
        raise KeyError
    assert before == endgame.SLICE


def test_digests_by_hand():
    assert signature.digest(b"") == "e3b0c44298fc"
    assert signature.digest(0.1) != signature.digest(0.1 + 1e-17 + 2e-17)
    rows = [("a", "1 = 2"), ("b", "3")]
    head, found = bench_signatures.read(bench_signatures.write(rows, quick=False, only="x"))
    assert head == ("full", core.LEVEL) and found == dict(rows)
    assert bench_signatures.differences({"a": "1", "b": "2"}, {"b": "3", "c": "4"}) == [
        ("a", "1", None),
        ("b", "2", "3"),
        ("c", None, "4"),
    ]
