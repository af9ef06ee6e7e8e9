"""Every subcommand at work in the stand-alone program, which leaves out what nothing asks for by name."""

import shlex
import subprocess

import gtp_script
import pytest

from outflank.protocol import cli
from outflank.protocol.console.subcommand import walk

GAME = "f5d6c3d3c4f4\n"
PLAN = (
    'games = 2\nopenings = "start"\n[[engine]]\nname = "A"\ncommand = "visits=1"\n'
    '[[engine]]\nname = "B"\ncommand = "visits=2"\n'
)
OBF = str(gtp_script.ROOT / "tests" / "positions" / "othello_20_empty.obf")
TINY = "--game SOS --size 3 --games 2"
# What is run, its exit code, and a part of what it says; {program} stands for the program itself.
RUNS = {
    "gtp": ("gtp --quiet", 0, "= Outflank"),
    "nboard": ("nboard", 0, "pong 1"),
    "json": ("json", 0, '"do":"hello"'),
    "play": ("play SOS --size 3 --terminal", 0, "SOS 3x3"),
    "levels": ("levels", 0, "master"),
    "config": ("config --dump", 0, "#level = "),
    "match": ("match visits=1 visits=2 --games 2 --quiet --folder m", 0, "visits=1"),
    "tournament": ("tournament plan.toml --folder t --quiet", 0, "Engines"),
    "report": ("report m/games.jsonl --html page.html --csv games.csv", 0, "Engines"),
    "analyze": ("analyze games.txt --visits 5 --exact 0 --format html --out review.html", 0, ""),
    "convert": ("convert games.txt - --to ggf", 0, "(;GM[Othello]"),
    "check": ("check '{program} nboard --book off' --protocol nboard --quiet --patience 20", 0, "nboard: "),
    "lab match": (f"lab match random random {TINY}", 0, "2 games (void 0)"),
    "lab screen": (f"lab screen visits=2 exploration=1,2 {TINY}", 0, "exploration"),
    "bench games": ("bench games --game Chess", 2, "unknown game 'Chess'"),
    "bench perft": ("bench perft --depth 4", 0, "244 leaves"),
    "bench search": ("bench search --game Chess", 2, "unknown game 'Chess'"),
    "bench endgame": ("bench endgame --positions 1", 2, "no position 1"),
    "bench evals": ("bench evals --games 1 --visits 2", 0, "slope"),
    "bench accuracy": (f"bench accuracy {OBF} --first 1 --visits 2", 0, "positions 1"),
    "bench values": (f"bench values {OBF} --only accuracy --first 1 --seconds 0.01", 0, "1 problems"),
    "bench perfect": ("bench perfect --games 1 --seconds 0.01 --from 6", 0, "without a fault"),
    "bench levels": ("bench levels --list", 0, "Othello 2 v 1"),
    "bench protocol": ("bench protocol --rounds 1", 0, "first reply"),
    "bench clocks": (
        "bench clocks --game SOS --control 0.2 --threads 1 --protocol gtp",
        None,
        "flags fallen",
    ),
    "bench threads": ("bench threads --most 1 --seconds 0.05 --game SOS", 0, "Recommended: --threads 1"),
    "bench signatures": ("bench signatures --quick --only perft", 0, "# outflank signatures"),
    "bench acceptance": ("bench acceptance --list", 0, "games of"),
    "bench techniques": (
        "bench techniques --only exploration --limit visits=2 --games 2 --game SOS",
        0,
        "score",
    ),
    "train othello": ("train othello --folder training --jobs 1 --games 1", None, ""),
    "train book": ("train book --out own.book --positions 2 --visits 20", 0, "own.book"),
    "completion bash": ("completion bash", 0, "complete -o bashdefault"),
    "completion zsh": ("completion zsh", 0, "#compdef outflank"),
    "man": ("man", 0, ".TH OUTFLANK 1"),
}
SENT = {
    "gtp": b"name\n",
    "nboard": b"nboard 2\nping 1\n",
    "play": b"A1S\nquit\n",
    "json": b'{"id": 1, "do": "hello"}\n',
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder that they all work in, one after the other: a report needs a match."""
    made = tmp_path_factory.mktemp("work")
    (made / "games.txt").write_text(GAME)
    (made / "plan.toml").write_text(PLAN)
    return made


def test_all_subcommands_are_run():
    names = [name.partition(" ")[2] for name, _, command in walk(cli.SUBCOMMANDS) if not command.kinds]
    assert list(RUNS) == names


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_it_works_in_the_stand_alone_program(name, program, folder):
    words, code, said = RUNS[name]
    parts = [part.replace("{program}", program[0]) for part in shlex.split(words)]
    done = subprocess.run(
        [*program, *parts],
        input=SENT.get(name, b""),
        capture_output=True,
        cwd=folder,
        timeout=110,
        check=False,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err and done.returncode not in (3, 70), err
    assert said in out + err, (out, err)
    if name == "train othello":
        # NumPy is not part of the program: training is for who has the sources.
        assert done.returncode == 2 and "needs NumPy: the stand-alone program has no room for it" in err
    elif code is not None:
        assert done.returncode == code, err
