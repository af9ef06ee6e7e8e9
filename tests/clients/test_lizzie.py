"""Lizzie's way of analysing: a number on every command, an endless analysis, ended by the next command."""

import re
import time

import pytest
from patience import SOON

INFO = re.compile(
    r"move (?P<move>[A-H][1-8]|pass) visits (?P<visits>\d+) winrate (?P<winrate>\d+) "
    r"prior (?P<prior>\d+) lcb (?P<lcb>\d+) order (?P<order>\d+) pv(?P<pv>( ([A-H][1-8]|pass))+)",
    re.IGNORECASE,
)


class Lizzie:
    """Numbers its commands and cannot read a line of a reply whose number it does not find."""

    def __init__(self, engine):
        self.engine = engine
        self.number = 0

    def send(self, command):
        self.number += 1
        self.engine.send(f"{self.number} {command}\n".encode())
        return self.number

    def ask(self, command):
        number = self.send(command)
        head, _, text = self.engine.reply().decode("ascii").partition(" ")
        assert head == f"={number}", f"{command} is answered by {head!r}"
        return text

    def begin_analysis(self, command):
        """Start to analyse; the moves of the first line that says something."""
        number = self.send(command)
        assert self.engine.line() == f"={number}"
        return self.moves()

    def moves(self):
        """What the next line of the analysis says of each move."""
        line = self.engine.line()
        assert line.startswith("info "), line
        found = [INFO.fullmatch(part.strip()) for part in line.split("info ")[1:]]
        assert all(found), line
        return found

    def end_analysis(self, command="name"):
        """Send another command; the reply to it, which must come behind the blank line that ends the
        analysis, and the seconds until then."""
        begin = time.monotonic()
        number = self.send(command)
        while self.engine.line():
            pass
        head, _, text = self.engine.reply().decode("ascii").partition(" ")
        assert head == f"={number}"
        return text, time.monotonic() - begin


@pytest.fixture
def lizzie(engine):
    client = Lizzie(engine("--seed", "1"))
    assert not client.ask("name").startswith("KataGo")
    client.ask("boardsize 8")
    client.ask("komi 7.5")
    return client


def test_lizzie_can_read_the_version(lizzie):
    """Its reader dies of a version without a second number. One below 15 it takes for an old Leela Zero: it
    says so in a dialog and goes on."""
    assert lizzie.ask("version").split(".")[1].isdigit()


def test_analysis_begins_and_ends(lizzie):
    moves = lizzie.begin_analysis("lz-analyze 10")
    assert {found["move"] for found in moves} <= {"D3", "C4", "F5", "E6"}
    reply, seconds = lizzie.end_analysis()
    assert reply == "Outflank" and seconds < SOON


def test_numbers_are_those_of_leela_zero(lizzie):
    lizzie.ask("play b D3")
    for moves in (lizzie.begin_analysis("lz-analyze 10"), lizzie.moves(), lizzie.moves()):
        assert [int(found["order"]) for found in moves] == list(range(len(moves)))
        for found in moves:
            assert all(int(found[name]) <= 10000 for name in ("winrate", "prior", "lcb"))
            assert found["pv"].split()[0] == found["move"]
    lizzie.end_analysis()


def test_analysis_grows(lizzie):
    first = lizzie.begin_analysis("lz-analyze 5")
    for _ in range(4):
        last = lizzie.moves()
    visits = [sum(int(found["visits"]) for found in moves) for moves in (first, last)]
    assert visits[0] < visits[1]
    lizzie.end_analysis()


def test_a_game_with_analysis_between_the_moves(lizzie):
    """Each move is played out of an analysis, whose end must not shift the replies that follow."""
    for ply in range(12):
        moves = lizzie.begin_analysis("lz-analyze 1")
        reply, seconds = lizzie.end_analysis(f"play {'bw'[ply % 2]} {moves[0]['move']}")
        assert reply == "" and seconds < SOON
    lizzie.begin_analysis("lz-analyze 1")
    assert lizzie.end_analysis("undo")[0] == ""
    assert lizzie.ask("genmove w") != ""


def test_quit_out_of_an_analysis(lizzie):
    lizzie.begin_analysis("lz-analyze 10")
    lizzie.end_analysis("quit")
    assert lizzie.engine.end(5) == (0, b"", b"")
