"""`outflank convert`: files there and back in every format, what stays as it was, and what is said."""

import json
import os
import subprocess
import threading

import gtp_script
import pytest
from places import TESTS
from random_games import PERFECT, USUAL, WIPE_OUT
from record_texts import moves_of

from outflank.engine.games import find_game
from outflank.protocol import cli
from outflank.protocol.console.errors import Failed
from outflank.protocol.formats import convert, game_files
from outflank.protocol.formats.kinds import games
from outflank.protocol.formats.syntax import wthor

MOVES = f"{PERFECT}\n{WIPE_OUT}\nd3c5f6f5\n"
ENDED = f"{PERFECT}\n{WIPE_OUT}\n"
GGF = (
    "1 (;GM[Othello]PC[Paris]DT[2026.01.02]PB[ann]PW[bot]RB[1500]TI[5:00]TY[8]RE[-64:r]"
    f"BO[8 {USUAL.replace('X', '*')} *]B[F5//1.500]W[D6/0.31/0.800]B[C3];)\n"
)
NAMES = ["ggf", "sgf", "sgf-algebraic", "wthor", "transcript", "nboard", "playok"]


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["convert", *words])


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name, text):
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())


def content(name):
    with open(name, "rb") as file:
        return file.read()


def plies(name):
    return [moves_of(game) for game in games(content(name))]


def warnings(capfd):
    captured = capfd.readouterr()
    assert captured.out == ""
    assert all(line.startswith("outflank: ") for line in captured.err.splitlines())
    return [line.removeprefix("outflank: ") for line in captured.err.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_there_and_back(name, capfd):
    write("a.txt", ENDED)
    assert main(["a.txt", "b", "--to", name]) == 0
    assert main(["b", "c.txt"]) == 0
    assert warnings(capfd) == []
    assert content("c.txt").decode() == ENDED
    assert plies("b") == plies("a.txt")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("b.ggf", b"1 (;GM[Othello]"),
        ("b.SGF", b"(;FF[4]GM[2]"),
        ("b.pgn", b"[Site "),
        ("b.txt", b"f5d6"),
        ("b.WTB", b"\x14"),
    ],
)
def test_the_ending_says_the_format(name, begins):
    write("a.txt", ENDED)
    assert main(["a.txt", name]) == 0
    assert content(name).startswith(begins)


def test_what_a_format_has_a_place_for_is_kept():
    write("a.ggf", GGF)
    assert main(["a.ggf", "b.ggf"]) == 0
    assert content("b.ggf").decode() == GGF.replace(
        "RB[1500]TI[5:00]TY[8]RE[-64:r]", "RB[1500]RE[-64:r]TI[5:00]TY[8]"
    )
    assert main(["b.ggf", "c.sgf"]) == 0
    text = content("c.sgf").decode()
    assert all(
        f"{tag}[{said}]" in text
        for tag, said in (("PB", "ann"), ("PW", "bot"), ("RE", "W+R"), ("BR", "1500"))
    )
    assert main(["c.sgf", "d.pgn"]) == 0
    text = content("d.pgn").decode()
    assert '[Black "ann"]' in text and '[Site "Paris"]' in text and '[Result "*"]' in text


def test_wthor_with_its_names(capfd):
    write("a.ggf", GGF + GGF.replace("[ann]", "[cy]").replace("[bot]", "[ann]") + GGF.replace("[ann]", "[]"))
    assert main(["a.ggf", "b.WTB"]) == 0
    assert wthor.read_names(content("b.JOU"), 20) == ("???", "ann", "bot", "cy")
    assert wthor.read_names(content("b.TRN"), 26) == ("???", "Paris")
    header, records = wthor.read_games(content("b.WTB"))
    assert (header.year, header.games) == (2026, 3)
    rows = [wthor.read_record(data) for data in records]
    assert [(row.black, row.white, row.tournament, row.score) for row in rows] == [
        (1, 2, 1, 0),
        (3, 1, 1, 0),
        (0, 2, 1, 0),
    ]
    assert main(["b.WTB", "c.ggf"]) == 0
    assert [game.labels[0] for game in games(content("c.ggf"))] == ["ann", "cy", "black"]
    assert warnings(capfd) == []


def test_names_may_be_in_the_files_of_the_whole_database():
    write("a.ggf", GGF)
    main(["a.ggf", "b.wtb"])
    for ending in ("jou", "trn"):
        os.rename(f"b.{ending}", f"WTHOR.{ending.upper()}")
    assert main(["b.wtb", "c.ggf"]) == 0
    assert b"PB[ann]" in content("c.ggf")


def test_damaged_names_are_said_and_cost_only_themselves(capfd):
    write("a.ggf", GGF)
    main(["a.ggf", "b.wtb"])
    write("b.jou", content("b.jou")[:-1])
    assert main(["b.wtb", "c.ggf"]) == 1
    assert "no names from b.jou: " in warnings(capfd)[0]
    assert b"PB[" not in content("c.ggf") and b"PC[Paris]" in content("c.ggf")


def test_no_files_of_names_without_names():
    write("a.txt", ENDED)
    assert main(["a.txt", "b.wtb"]) == 0
    assert sorted(os.listdir(".")) == ["a.txt", "b.wtb"]


def test_bad_games_are_named_and_the_good_ones_written(capfd):
    write("a.txt", f"{PERFECT}\nf5a1\nf5xx\n{WIPE_OUT}\n")
    assert main(["a.txt", "b.ggf"]) == 1
    assert warnings(capfd) == [
        "a.txt: line 2: move 2: 'a1' is not legal for white",
        "a.txt: line 3, move 2: 'xx' is no move",
        "convert: games written: 2, left out: 2",
    ]
    assert len(plies("b.ggf")) == 2


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("wthor", "d3c5", "a game without a result has no place in WTHOR"),
        ("wthor", f"{USUAL} O; f4", "usual start"),
        ("wthor", GGF.replace("-64:r", "-63:r"), "a result of -63 has no place"),
        ("wthor", GGF.replace("-64:r", "-99:r"), "a result of -99 has no place"),
        ("playok", f"{USUAL} O; f4", "usual start"),
    ],
)
def test_games_without_a_place_in_a_format(name, text, reason, capfd):
    write("a", text)
    assert main(["a", "b", "--to", name]) == 1
    said = warnings(capfd)
    assert "a: line 1: " in said[0] and reason in said[0] and said[1] == "convert: there is no game to write"
    assert os.listdir(".") == ["a"]


def test_games_of_two_sizes_have_no_place_in_one_wthor_file(capfd):
    write("a", f"(;GM[Othello]RE[0]TY[10];)(;GM[Othello]RE[2]BO[8 {USUAL} X];)")
    assert main(["a", "b.wtb"]) == 1
    assert "a game on 8x8 among games on 10x10" in warnings(capfd)[0]
    assert [game.size for game in games(content("b.wtb"))] == [10]


def test_results_are_checked_where_asked(capfd):
    write(
        "a.ggf",
        "(;GM[Othello]RE[+2]"
        + "".join(f"{'BW'[i % 2]}[{WIPE_OUT[2 * i : 2 * i + 2]}]" for i in range(9))
        + ";)",
    )
    assert main(["a.ggf", "b.txt"]) == 0
    assert main(["a.ggf", "c.txt", "--check"]) == 1
    assert "given as +2, but its moves lead to +64" in warnings(capfd)[0]


def test_an_older_file_of_our_own_is_replaced_where_the_format_tells_whose_it_is(capfd):
    write("a.txt", ENDED)
    for name in NAMES:
        write("b", b"")
        marked = name in ("sgf", "sgf-algebraic", "playok")
        assert main(["a.txt", "b", "--to", name]) == 0
        first = content("b")
        assert main(["a.txt", "b", "--to", name]) == (0 if marked else 2)
        said = "convert: cannot write b: there is a file already; --force overwrites it"
        assert content("b") == first and warnings(capfd) == ([] if marked else [said])
        os.unlink("b")


OTHER = {
    "a letter": b"Dear Sir,\n",
    "lisp": b"(setq inhibit-startup-screen t)\n",
    "a program": b'for (;;) puts("f5");\n',
    "sgf": b"(;GM[2];B[fe])",
    "go": b"(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]SZ[19];B[pd])",
    "ggf": GGF.encode(),
    "moves": b"f5d6\n",
    "moves and more": b"f5d6\nand so on\n",
    "chess": b'[Event "?"]\n\n1. e4 e5 2. Nf3\n',
    "othello pgn": b'[Black "ann"]\n1. f5 d6\n',
    "bytes": b"\x7fELF\0\0\0\0\0\0\0\0\0\0\0\0",
    "a damaged wtb": b"\x14\x1a\x0b\x12\x02" + bytes(200),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("old", OTHER)
def test_no_file_of_somebody_else_is_overwritten_unless_forced(old, name, capfd):
    write("a.txt", ENDED)
    write("b", OTHER[old])
    assert main(["a.txt", "b", "--to", name]) == 2
    assert content("b") == OTHER[old]
    (said,) = warnings(capfd)
    assert said.startswith("convert: cannot write b: there is a file ") and said.endswith(
        "--force overwrites it"
    )
    assert sorted(os.listdir(".")) == ["a.txt", "b"]
    assert main(["a.txt", "b", "--to", name, "--force"]) == 0
    assert content("b") != OTHER[old] and warnings(capfd) == []


@pytest.mark.parametrize("name", ["b.jou", "b.trn"])
def test_a_file_beside_the_games_stops_all_three(name, capfd):
    write("a.ggf", GGF)
    write(name, b"mine")
    assert main(["a.ggf", "b.wtb"]) == 1
    assert warnings(capfd) == [
        f"convert: cannot write b.wtb: {name}: there is a file already; --force overwrites it"
    ]
    assert sorted(os.listdir(".")) == ["a.ggf", name] and content(name) == b"mine"
    assert main(["a.ggf", "b.wtb", "--force"]) == 0
    assert sorted(os.listdir(".")) == ["a.ggf", "b.jou", "b.trn", "b.wtb"]


@pytest.mark.parametrize("target", ["b.ggf", "nowhere/b.ggf", "b.wtb"])
def test_the_place_is_looked_at_before_the_games(target, capfd):
    write("a.txt", f"bad\n{ENDED}")
    write("b.ggf", b"mine")
    write("b.wtb", b"mine")
    assert main(["a.txt", target]) == 2
    (said,) = warnings(capfd)
    assert said.startswith(f"convert: cannot write {target}: ")
    assert sorted(os.listdir(".")) == ["a.txt", "b.ggf", "b.wtb"]


def test_a_file_that_comes_while_games_are_written_is_kept(capfd, monkeypatch):
    """Between the first look and the last one there may be hours."""
    write("a.txt", ENDED)
    row = next(row for row in convert.FORMATS if row.name == "ggf")

    def text(game):
        write("b.ggf", b"mine")
        return row.text(game)

    with pytest.raises(Failed, match="there is a file already"):
        convert.convert("a.txt", "b.ggf", row._replace(text=text), False)
    assert content("b.ggf") == b"mine"
    assert sorted(os.listdir(".")) == ["a.txt", "b.ggf"]


def test_names_that_would_steer_a_terminal_are_shown_escaped(capfd):
    steering = "\x1b[2J\x9b2J\u202e\u2066\x07\n"
    name = f"a{steering}.txt"
    write(name, f"(;GM[\x1b[2J\x9b\u202e{'x' * 500}];B[fe])\n(;GM[2]SZ[8\x1b]0;\x07];B[fe])")
    assert main([name, "b.sgf"]) == 1
    said = capfd.readouterr().err
    assert said.count("\n") == len(said.splitlines()) == 3
    assert all(letter.isprintable() for letter in said.replace("\n", ""))
    assert "a\\x1b[2J\\x9b2J\\u202e\\u2066\\x07\\n.txt: line 1: GM[\\x1b[2J" in said
    assert max(map(len, said.splitlines())) < 200


def test_the_file_that_is_read_is_not_written(capfd):
    write("a.txt", f"{PERFECT}\nbad\n")
    os.symlink("a.txt", "link.txt")
    for target in ("a.txt", "link.txt"):
        assert main(["a.txt", target]) == 2
        assert "this is the file that is read" in warnings(capfd)[-1]
    assert content("a.txt") == f"{PERFECT}\nbad\n".encode()


def test_a_source_that_is_too_long_is_not_read(monkeypatch, capfd):
    monkeypatch.setattr(game_files, "MOST_BYTES", 100)
    write("a.txt", ENDED)
    assert main(["a.txt", "b.ggf"]) == 2
    assert "more than 100 bytes" in warnings(capfd)[0]


@pytest.mark.parametrize("words", [["a.txt", "b"], ["a.txt", "-"], ["a.txt", "b.doc"]])
def test_a_target_that_does_not_say_its_format(words, capfd):
    write("a.txt", ENDED)
    assert main(words) == 2
    assert "say it with --to" in warnings(capfd)[0]


def run(*words, sent=b""):
    return subprocess.run(
        [*gtp_script.MODULE, "convert", *words],
        input=sent,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(gtp_script.ROOT)},
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_stdin_to_stdout(name):
    done = run("-", "-", "--to", name, sent=ENDED.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    again = run("-", "-", "--to", "transcript", sent=done.stdout)
    assert (again.returncode, again.stdout.decode()) == (0, ENDED)


def test_wthor_on_stdout_says_that_names_are_missing():
    done = run("-", "-", "--to", "wthor", sent=GGF.encode())
    assert done.returncode == 0 and b"no place for names beside stdout" in done.stderr
    assert len(done.stdout) == 84


def test_help_and_its_example():
    done = run("--help")
    assert done.returncode == 0 and all(f"  {name} " in done.stdout.decode() for name in NAMES)
    _, _, examples = done.stdout.decode().partition("examples:\n  outflank convert ")
    write("games.ggf", GGF)
    words = examples.splitlines()[0].split()
    assert run(*words).returncode == 0 and os.path.exists(words[1])


@pytest.mark.parametrize("words", [[], ["a.txt"], ["a", "b", "--to", "chess"], ["a", "b", "--nonsense"]])
def test_wrong_use(words):
    assert run(*words).returncode == 2


def test_a_reader_that_leaves_is_no_crash():
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        [*gtp_script.MODULE, "convert", "-", "-", "--to", "ggf"],
        input=ENDED.encode() * 50,
        stdout=write_end,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(gtp_script.ROOT)},
        timeout=60,
        check=False,
    )
    os.close(write_end)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_fifo_is_not_waited_for(capfd):
    os.mkfifo("pipe.txt")
    worker = threading.Thread(target=main, args=(["pipe.txt", "b.ggf"],), daemon=True)
    worker.start()
    worker.join(10)
    assert not worker.is_alive() and "not a regular file" in warnings(capfd)[0]


@pytest.mark.parametrize("name", ["sos", "rolit", "polyclash", "quarry"])
def test_sgf_of_every_game_there_and_back(name, capfd):
    source = str(TESTS / "records" / f"{name}.sgf")
    assert main([source, "b.sgf"]) == 0
    (wanted,), (found,) = games(content(source)), games(content("b.sgf"))
    assert (found.variant, found.game.made) == (wanted.variant, wanted.game.made)
    assert main(["b.sgf", "c.sgf"]) == 0
    assert content("c.sgf") == content("b.sgf") and warnings(capfd) == []


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("sgf")])
def test_a_format_of_othello_has_no_place_for_other_games(name, capfd):
    write("a.sgf", "(;GM[0]GAME[SOS];B[A1S])\n(;GM[2];B[fe]RE[0])")
    assert main(["a.sgf", "b", "--to", name]) == 1
    (said, *_) = warnings(capfd)
    assert said.startswith("a.sgf: line 1: ") and said.endswith(" is for Othello, and this is a game of SOS")


def test_results_of_every_game_are_checked(capfd):
    full = "".join(
        f";{'BW'[i % 2]}[{cell}O]" for i, cell in enumerate(f"{c}{r}" for r in "123" for c in "ABC")
    )
    write("a.sgf", f"(;GM[0]GAME[SOS]SZ[3]RE[B+2]{full})(;GM[0]GAME[SOS]SZ[3]RE[0]{full})")
    assert main(["a.sgf", "b.sgf", "--check"]) == 1
    assert "line 1: its result is given as +2, but its moves lead to +0" in warnings(capfd)[0]
    assert len(list(games(content("b.sgf")))) == 1


def test_games_of_a_match_become_sgf(capfd):
    line = {
        "format": 1, "match": "m", "number": 3, "opening": 0, "opening_name": "o",
        "game": "Rolit 2", "size": 8,
        "start": find_game("Rolit 2").rules().position_text(find_game("Rolit 2").rules().new_position()),
        "players": ["red", "green"], "seats": ["Ann", "Bob"],
        "plies": [{"player": 0, "move": "F4", "book": False, "seconds": 1.5, "value": 0.5, "unit": "share",
                   "visits": 9, "depth": None}],
        "rewards": [1, 0], "scores": [3, 3], "result": "green resigns", "end": "resigned", "fault": None,
        "void": "", "began": "2026-11-18T17:00:00Z", "seconds": 2, "machine": "here",
        "programs": {"Ann": "a", "Bob": "b"}, "overhead": 0,
    }  # fmt: skip
    write("games.jsonl", json.dumps(line) + "\n{}\n")
    assert main(["games.jsonl", "b.sgf"]) == 1
    assert "games.jsonl: line 2: the line is no game of format 1" in warnings(capfd)[0]
    (game,) = games(content("b.sgf"))
    assert (game.labels, game.game.turns, game.result.words) == (("Ann", "Bob"), 1, "green resigns")
    assert (
        game.facts["date"] == "2026-11-18" and game.notes[0].comment == "1.500 s, value 0.5 share, visits 9"
    )
