"""A person at a terminal: prompt, a game, Ctrl-C and Ctrl-D."""

import shlex

import gtp_script
import pexpect
import pytest

PROMPT = "outflank> "
MOVE = r"= ([A-H][1-8]|PASS)\r\n\r\n"


@pytest.fixture
def terminal(command):
    children = []

    def run(*options):
        line = shlex.join([*command, *options])
        child = pexpect.spawn(line, cwd=str(gtp_script.ROOT), timeout=10, encoding="utf-8", echo=False)
        children.append(child)
        child.expect_exact(PROMPT)
        return child

    yield run
    for child in children:
        child.close(force=True)


def exit_code(child):
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus


def test_greets_and_prompts(terminal):
    child = terminal()
    assert child.before.startswith("Outflank ") and "help" in child.before
    child.sendline("1 name")
    child.expect_exact("=1 Outflank\r\n\r\n" + PROMPT)
    child.sendline("")
    child.expect_exact(PROMPT)
    assert child.before == ""
    child.sendline("quit")
    child.expect_exact("=\r\n\r\n")
    assert exit_code(child) == 0


def test_plays_a_game_to_its_end(terminal):
    child = terminal("--size", "6", "--visits", "30", "--seed", "2")
    moves = []
    while moves[-2:] != ["PASS", "PASS"]:
        child.sendline(f"genmove {'bw'[len(moves) % 2]}")
        child.expect(MOVE)
        moves.append(child.match[1])
        child.expect_exact(PROMPT)
        assert len(moves) <= 40
    child.sendline("final_score")
    child.expect(r"= ([BW]\+[1-9]\d*|0)\r\n\r\n")


def thinking(terminal):
    """A session in the middle of a long search."""
    child = terminal("--seconds", "30", "--book", "off")
    child.sendline("genmove b")
    assert child.expect_exact([PROMPT, pexpect.TIMEOUT], timeout=0.3) == 1
    return child


def test_ctrl_c_ends_a_search(terminal):
    child = thinking(terminal)
    child.sendintr()
    child.expect(MOVE, timeout=2)
    child.expect_exact(PROMPT)
    child.sendline("name")
    child.expect_exact("= Outflank")


def test_ctrl_c_twice_leaves(terminal):
    child = terminal()
    child.sendintr()
    child.expect_exact("quit, to leave)")
    child.expect_exact(PROMPT)
    child.sendintr()
    assert exit_code(child) == 130


def test_ctrl_c_after_a_command_is_the_first_again(terminal):
    child = terminal()
    for _ in range(2):
        child.sendintr()
        child.expect_exact("quit, to leave)")
        child.expect_exact(PROMPT)
        child.sendline("name")
        child.expect_exact("= Outflank\r\n\r\n" + PROMPT)


def test_ctrl_c_drops_the_line_being_typed(terminal):
    child = terminal()
    child.send("nonsense")
    child.sendintr()
    child.expect_exact(PROMPT)
    child.sendline("name")
    child.expect_exact("= Outflank\r\n\r\n" + PROMPT)


def test_ctrl_d_leaves(terminal):
    child = terminal()
    child.sendeof()
    assert exit_code(child) == 0


def test_ctrl_d_ends_a_search_too(terminal):
    child = thinking(terminal)
    child.sendeof()
    child.expect(MOVE, timeout=2)
    assert exit_code(child) == 0
