"""gomill's ringmaster, the real one, runs a tournament of the stand-alone program against itself."""

import os
import re
import shutil
import subprocess
import sys
import tarfile

import pytest
from controllers import result
from downloads import download

pytestmark = pytest.mark.clients
VERSION = "0.8.3"
GAMES = 4
CONTROL = """
competition_type = "playoff"
record_games = True
stderr_to_log = True
players = {{
    "ebony": Player("{program} --visits 40 --seed 1"),
    "ivory": Player("{program} --visits 20 --seed 2"),
}}
board_size = 8
komi = 0.0
matchups = [
    Matchup("ebony", "ivory", alternating=True, scorer="players", number_of_games={games}, move_limit=130)
]
"""


def python2():
    """The command of a Python 2 and its environment; gomill runs on no other."""
    env = {**os.environ, "PYENV_VERSION": "2.7"}
    env.pop("PYTHONPATH", None)
    for name in ("python2.7", "python2"):
        path = shutil.which(name)
        if (
            path
            and subprocess.run([path, "--version"], env=env, capture_output=True, check=False).returncode == 0
        ):
            return path, env
    pytest.skip("no Python 2 on the path, and gomill needs one")


@pytest.fixture(scope="module")
def ringmaster(tmp_path_factory):
    """Runs gomill's ringmaster with words, in a folder; returns what it says."""
    path, env = python2()
    folder = tmp_path_factory.mktemp("gomill")
    words = [
        "download",
        "--quiet",
        "--no-deps",
        "--no-binary",
        ":all:",
        "--dest",
        folder,
        f"gomill=={VERSION}",
    ]
    download([sys.executable, "-m", "pip", *words], "pip download", f"gomill {VERSION}")
    with tarfile.open(folder / f"gomill-{VERSION}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    source = folder / f"gomill-{VERSION}"

    def run(cwd, *words):
        done = subprocess.run(
            [path, source / "ringmaster", *words],
            env={**env, "PYTHONPATH": str(source)},
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def moves_of(record):
    """The moves in a game record of gomill's, which writes row 1 of a Go board at the bottom."""
    moves = []
    for colour, point in re.findall(r"\b([BW])\[([a-h]{2}|tt)\]", record):
        move = f"{point[0].upper()}{'hgfedcba'.index(point[1]) + 1}" if point != "tt" else "PASS"
        moves.append((colour, move))
    return moves


def test_the_ringmaster_runs_a_tournament(plain_path, ringmaster, tmp_path):
    (tmp_path / "o.ctl").write_text(CONTROL.format(program=plain_path, games=GAMES), "ascii")
    checked = ringmaster(tmp_path, "o.ctl", "check")
    assert checked.splitlines() == ["checking player ebony", "checking player ivory"]
    ringmaster(tmp_path, "o.ctl", "run", "--quiet")
    ringmaster(tmp_path, "o.ctl", "report")
    report = (tmp_path / "o.report").read_text("ascii")
    assert f"ebony v ivory ({GAMES}/{GAMES} games)" in report
    assert not re.search("void|forfeit|error|unknown", report), report
    records = [path.read_text("ascii") for path in (tmp_path / "o.games").glob("*.sgf")]
    assert len(records) == GAMES
    for record in records:
        moves = moves_of(record)
        assert [move for _, move in moves[-2:]] == ["PASS", "PASS"]
        assert re.search(r"\bRE\[(.*?)\]", record)[1] == result(moves)
