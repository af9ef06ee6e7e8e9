"""`outflank play --terminal`: what a person sees and types."""

import os
import subprocess

import gtp_script
import pexpect
import pytest

PATIENCE = 60


def told(*lines, words=()):
    """What is said to lines that come from a pipe."""
    done = subprocess.run(
        [*gtp_script.MODULE, "play", "--terminal", *words],
        input="\n".join(lines).encode() + b"\n",
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )
    assert not done.stderr, done.stderr
    return done.stdout.decode()


def spawned(*words, **environment):
    """The program at a terminal."""
    command, *rest = [*gtp_script.MODULE, "play", "--terminal", *words]
    env = {**os.environ, "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
    return pexpect.spawn(command, rest, env=env, encoding="utf-8", timeout=PATIENCE)


def test_bare_moves_are_answered_and_the_board_is_shown():
    seen = told("d3", "quit", words=("--level", "1"))
    assert seen.count("A B C D E F G H") == 3 and "white: " in seen and "black" in seen


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("A1", "A1 is not legal for black now; `moves` lists what is."),
        ("hnit", "did you mean hint?"),
        ("undo", "There is no move to take back."),
        ("redo", "No move was taken back."),
        ("level 99", "There is no level '99'"),
        ("save", "Say the file"),
        ("save /nowhere/x.sgf", "Cannot write /nowhere/x.sgf"),
        ("new Chess", "Unknown game 'Chess'"),
        ("moves", "D3 C4 F5 E6"),
        ("help", "Take back your last move"),
    ],
)
def test_words(line, said):
    assert said in told(line, "quit")


def test_a_game_is_kept_and_read_again(tmp_path):
    path = tmp_path / "game.sgf"
    seen = told("D3", "undo", "C4", "level random", f"save {path}", "resign", "quit", words=("--level", "1"))
    assert f"Saved as {path}." in seen and "black has resigned." in seen
    assert path.read_text().startswith("(;")


def test_every_game_can_be_played():
    seen = told(
        "A1S",
        "new PolyClash",
        "47",
        "moves 47",
        "new Rolit",
        "hint",
        words=("SOS", "--size", "3", "--level", "random"),
    )
    assert "last move 47, beside" in seen and "47 is beside " in seen
    assert "You are black" in seen and "red" in seen and "%" in seen


def test_a_whole_game_against_itself():
    """`go` has the engine move for the person."""
    seen = told(*["go"] * 8, "quit", words=("SOS", "--size", "3", "--level", "random"))
    assert "The game is over: " in seen


def test_arrow_keys_bring_back_lines_and_colours_show():
    program = spawned("--level", "1")
    program.expect("> ")
    program.sendline("D3")
    program.expect("white: ")
    program.expect("black to move")
    program.expect("> ")
    program.sendline("undo")
    program.expect("> ")
    program.send("\x1b[A\x1b[A\r")
    program.expect("white: ")
    assert "\x1b[" in program.before
    program.sendeof()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 0


def test_no_colour_where_none_is_wished_for():
    program = spawned(NO_COLOR="1")
    program.expect("to move")
    assert "\x1b[7" not in program.before and "\x1b[1m" not in program.before
    program.sendline("quit")
    program.expect(pexpect.EOF)


def test_ctrl_c_has_the_engine_move_and_leaves_at_the_prompt():
    program = spawned("--level", "master", "SOS", "--size", "10")
    program.expect("> ")
    program.sendline("A1S")
    program.expect("white to move")
    # The engine that is to answer is built first.
    program.expect(pexpect.TIMEOUT, timeout=0.7)
    program.sendintr()
    program.expect("white: ")
    program.expect("> ")
    program.sendintr()
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 130


def test_gtp_at_a_terminal_says_what_was_meant():
    command, *rest = [*gtp_script.MODULE, "gtp"]
    program = pexpect.spawn(command, rest, encoding="utf-8", timeout=PATIENCE)
    program.expect("outflank> ")
    program.sendline("D3")
    program.expect(r"\(a move\? play black D3\)")
    program.sendline("showbord")
    program.expect(r"\(did you mean showboard\?\)")
    program.sendline("quit")
    program.expect(pexpect.EOF)
