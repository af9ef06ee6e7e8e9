"""Games between engines, and what a match makes of them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from shlex import quote

import pytest
from fake_engines import FAKES, OURS, ROOT, alive, fake, ours, running
from record_texts import moves_of, sgf_game

from outflank.engine.analysis.discs import discs_at
from outflank.engine.games import GAMES, find_game
from outflank.engine.lab.client import Broke
from outflank.engine.lab.openings import Opening, at_random, listed
from outflank.engine.lab.referee import Referee
from outflank.engine.lab.table import Table
from outflank.engine.lab.terms import Match
from outflank.engine.results.match_summary import summarize
from outflank.protocol import cli
from outflank.protocol.console.own_program import PLAIN, own_program
from outflank.protocol.console.progress import progress
from outflank.protocol.formats import kinds
from outflank.protocol.formats.game_record import from_line, result_text, to_line
from outflank.protocol.formats.games import hidden_games
from outflank.protocol.formats.games.match_games import record_of
from outflank.protocol.formats.kinds import games as read_games
from outflank.protocol.formats.ledger import Ledger
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.match import balance, openings, store as folder
from outflank.protocol.match.clock import read_clock
from outflank.protocol.match.engines import spec as entries
from outflank.protocol.match.engines.clients import new_client, play
from outflank.protocol.match.engines.pipe_stop import PipeStop
from outflank.protocol.report import records
from outflank.protocol.report.summary import as_text

OTHELLO = find_game("Othello")
RULES = OTHELLO.rules()
START = RULES.position_text(RULES.new_position())
RHINO = "/usr/games/gtp-rhino"
PYTHON = quote(sys.executable)
MIRRORED = "-" * 27 + "XO------OX" + "-" * 27 + " X"
"""A start that is not the usual one; E3 is a move."""


def main(words):
    """Run the subcommand; its exit code."""
    return cli.main(["match", *words])


def match_of(a, b, clock="none", game="Othello", what="x", **more):
    return Match(game, find_game(game).sizes[0], a, b, read_clock(clock), what, **more)


def duel(a, b=None, clock="none", opening=("F5", "D6"), start=START, game="Othello", **more):
    """The one game of two engines, A first."""
    match = match_of(a, b or fake("B"), clock, game, **more)
    seats = [running(match.a), *(running(match.b) for _ in match.variant.players[1:])]
    pids, stop = [], PipeStop()
    try:
        rules = match.variant.rules(match.size)
        usual = rules.position_text(rules.new_position())
        where = Opening("o", start, opening)
        played = Referee(match, rules, 0, where, seats, stop, usual, {}).play(match.id)
    finally:
        for seat in seats:
            pids += [seat._peer.pid] if seat._peer else []
            seat.close(politely=False)
        stop.close()
    assert not any(map(alive, pids))
    assert from_line(to_line(played)) == played
    return played


def test_a_game_is_played_to_its_end():
    played = duel(fake("A"), clock="60")
    assert (played.end, played.fault, played.void, played.seats) == ("played", None, "", ("A", "B"))
    assert [ply.book for ply in played.plies[:3]] == [True, True, False]
    assert all(ply.seconds > 0 for ply in played.plies if not ply.book and ply.move != "pass")
    assert sum(played.rewards) == 1 and sum(played.scores) == 64
    assert played.programs == {"A": "Fake 0.9", "B": "Fake 0.9"}
    position = RULES.new_position()
    for ply in played.plies:
        assert position.mover == ply.player
        position = position.play(RULES.find_move(ply.move))
    assert position.over and tuple(RULES.scores(position)) == played.scores


BREAKS = {
    "crash@3": ("crash", r"exit code 1; it said: .*out of luck \(at move 7\)"),
    "kill@1": ("crash", r"SIGKILL \(at move 3\)"),
    "exit@2": ("disconnect", "without being asked"),
    "close@2": ("disconnect", "closed its output"),
    "illegal@2": ("illegal", "plays '[ab][12]' at move 5, which is not legal"),
    "nonsense@2": ("illegal", "plays 'nonsense'"),
    "fail@2": ("illegal", "does not move: no idea"),
    "refuse": ("illegal", r"refuses the legal move F5: wrong color \(told of move 1, F5\)"),
    "endless@2": ("illegal", "4 MB"),
}
"""Faults of an engine, how the game ends by each, and why."""


@pytest.mark.parametrize("fault", BREAKS)
def test_whoever_breaks_off_loses(fault):
    end, reason = BREAKS[fault]
    played = duel(fake("A", fault))
    assert (played.end, played.fault.engine) == (end, "A")
    assert (played.rewards, result_text(played)) == ((0.0, 1.0), "W+F")
    assert re.search(reason, played.fault.reason)


def test_the_second_player_can_break_off_too():
    played = duel(fake("A"), fake("B", "kill@2"))
    assert (played.end, played.fault.engine, played.rewards) == ("crash", "B", (1.0, 0.0))
    assert result_text(played) == "B+F"


def test_who_resigns_is_not_at_fault():
    played = duel(fake("A", "resign@3"))
    assert (played.end, played.fault, result_text(played), played.rewards) == (
        "resigned",
        None,
        "W+R",
        (0.0, 1.0),
    )


@pytest.mark.parametrize("fault", ["noise@2", "errors@2", "parent"])
def test_a_noisy_engine_may_play_on(fault):
    assert duel(fake("A", fault)).end == "played"


def test_flags():
    def late(*faults, clock="0.3", **more):
        return duel(fake("A", *faults, protocol="nboard"), fake("B", protocol="nboard"), clock, **more)

    lost = late("late@2=0.6")
    assert (lost.end, result_text(lost), lost.fault.engine) == ("time", "W+T", "A")
    assert "s too late at move 5" in lost.fault.reason
    assert late("late@2=0.35", margin=0.3).end == "played"
    assert late("late@1=0.2", "late@2=0.3", clock="0.3+0.2").end == "played"
    assert late("late@1=0.2", "late@2=0.3").end == "time"


def test_an_engine_that_hangs_loses_on_time(monkeypatch):
    monkeypatch.setattr("outflank.engine.lab.referee.GRACE", 0.1)
    hung = duel(fake("A", "hang@2", protocol="nboard"), fake("B", protocol="nboard"), clock="0.3")
    assert (hung.end, hung.fault.reason) == ("time", "does not answer (at move 5)")
    hung = duel(fake("A", "hang@2", patience=0.3))
    assert (hung.end, hung.fault.engine) == ("time", "A")


def test_a_game_that_cannot_be_played_is_void():
    played = duel(fake("A"), clock="visits=3")
    assert (played.end, played.rewards, result_text(played), played.fault) == ("void", (), "", None)
    assert "A is told to search 3 visits" in played.void


def test_other_starts():
    start = "X" * 30 + "--XXOOO-" + "X" * 26 + " O"
    played = duel(ours("A", "--visits", "5"), ours("B", protocol="nboard"), start=start, opening=())
    assert played.start == start and played.end == "played" and played.plies[0].player == 1


def test_nobody_is_asked_for_a_forced_pass():
    black, white = fake("A", protocol="nboard"), fake("B", "crash@1", protocol="nboard")
    played = duel(black, white, start="X" * 62 + "O- O", opening=())
    assert [(ply.player, ply.move) for ply in played.plies] == [(1, "pass"), (0, "H8")]
    assert (played.end, played.scores, played.plies[0].seconds) == ("played", (64, 0), 0.0)


@pytest.mark.parametrize("squares", [9, 10])
def test_games_are_solved_on_request(squares):
    played = duel(ours("A", "--visits", "10"), ours("B", "--visits", "10"), solve=squares)
    position = RULES.new_position()
    for ply in played.plies:
        position = position.play(RULES.find_move(ply.move))
    assert played.end == "adjudicated" and not position.over
    assert RULES.position_text(position).count("-") == squares
    from outflank.engine.play.player import Player

    answer = next(iter(Player().analysis.exact_scores(position, 1, 20)))
    lead = -answer.low if position.mover else answer.low
    assert played.scores[0] - played.scores[1] == lead and sum(played.scores) == 64


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_every_game_goes_over_gtp(variant):
    rules = variant.rules()
    plies = 150 if variant.name == "PolyClash" else None
    opening = openings.some_at_random(variant, rules, plies, 5).at(0)
    a, b = (ours(name, "--visits", "2", values=True) for name in "AB")
    played = duel(a, b, opening=opening.moves, start=opening.start, game=variant.name)
    assert played.end == "played" and len(played.rewards) == len(variant.players)
    if variant.hidden:
        again = record_of(played, "here")
        assert again.stopped == ""
        (again,) = kinds.games(hidden_games.line_text(again).encode())
    else:
        text = records.to_sgf(played)
        root = next(sgf.games(text))
        assert sgf.write(root) == text
        again = sgf_game(text)
    position = again.game.position
    assert again.variant is variant and tuple(again.game.rules.scores(position)) == played.scores


def proxied(name, *faults):
    """This program, with faults."""
    one = ours(name, "--visits", "2")
    command = (sys.executable, "-S", str(FAKES / "gtp_proxy.py"), *faults, "--", *one.command)
    return one._replace(command=command)


@pytest.mark.parametrize(
    ("game", "own", "fault", "end", "how"),
    [
        ("Rolit", 0, "resign@3", "resigned", "resigns"),
        ("Rolit", 2, "illegal@2", "illegal", "forfeits"),
        ("Rolit 3", 1, "kill@1", "crash", "forfeits"),
        ("Rolit 3", 2, "exit@4", "disconnect", "forfeits"),
    ],
)
def test_who_breaks_off_among_many_gets_nothing_and_the_others_share(game, own, fault, end, how):
    variant = find_game(game)
    players, rules = variant.players, variant.rules()
    match = match_of(proxied("A", fault), ours("B", "--visits", "2"), game=game)
    start = rules.position_text(rules.new_position())
    place = Table(match, listed("x", [Opening("", start, ())]), new_client, stop := PipeStop())
    start = rules.position_text(rules.new_position())
    try:
        played = place.play(own)
    finally:
        place.close(politely=False)
        stop.close()
    assert played.end == end and played.seats == tuple(
        "A" if seat == own else "B" for seat in range(len(players))
    )
    assert result_text(played) == f"{players[own]} {how}"
    assert (played.fault and played.fault.engine) == (None if end == "resigned" else "A")
    share = sum(rules.new_position().rewards()) / (len(players) - 1)
    assert played.rewards == tuple(
        0.0 if seat == own else pytest.approx(share) for seat in range(len(players))
    )
    assert [ply.player for ply in played.plies] == [ply % len(players) for ply in range(len(played.plies))]
    verdict = summarize([played])
    assert (verdict.losses, verdict.score.mean) == (1, 0.0) and from_line(to_line(played)) == played
    assert records.to_csv([played]) and f"RE[{result_text(played)}]" in records.to_sgf(played)


def test_one_of_several_equal_engines_that_breaks_off_leaves_the_others_their_share():
    rolit = find_game("Rolit")
    start = rolit.rules().position_text(rolit.rules().new_position())
    a = ours("A", "--visits", "2")
    played = duel(a, proxied("B", "resign@2"), game="Rolit", start=start, opening=())
    assert (played.end, result_text(played), len(played.plies)) == ("resigned", "yellow resigns", 5)
    assert played.rewards[1] == 0 and played.rewards[0] == played.rewards[2] == played.rewards[3] > 0


def test_a_game_among_many_that_cannot_be_played_is_void():
    rolit = find_game("Rolit")
    start = rolit.rules().position_text(rolit.rules().new_position())
    a = ours("A", "--visits", "2", setup=("outflank-set threads 65",))
    played = duel(a, ours("B", "--visits", "2"), game="Rolit", start=start, opening=())
    assert played.end == "void" and "refuses 'outflank-set threads 65'" in played.void


def test_a_crash_after_the_last_move_loses_nothing():
    found = duel(proxied("A", "told", "kill@1"), ours("B"), start="-XO" + "X" * 61 + " O", opening=())
    assert [ply.move for ply in found.plies] == ["A1"]
    assert (found.end, found.rewards, result_text(found)) == ("played", (1.0, 0.0), "B+58")
    assert found.fault.engine == "A" and "was ended by SIGKILL (told of move 1, A1)" in found.fault.reason
    verdict = summarize([found])
    assert verdict.faults == {"A": {}, "B": {}} and verdict.wins == 1
    assert "game 0: A was ended by SIGKILL" in as_text(verdict)
    before = duel(proxied("A", "told", "kill@1"), ours("B"))
    assert (before.end, result_text(before)) == ("crash", "W+F")


def test_a_crash_is_seen_though_a_child_keeps_the_pipes_open():
    began = time.monotonic()
    assert duel(fake("A", "parent", "kill@2", patience=60.0)).end == "crash"
    assert time.monotonic() - began < 30


def test_openings_at_random():
    found = at_random(RULES, 6, 7)
    lines = [found.at(index) for index in range(30)]
    assert found.count is None and len({line.moves for line in lines}) > 25
    assert all(len(line.moves) == 6 and line.start == START for line in lines)
    assert at_random(RULES, 6, 7).at(3) == lines[3]
    assert at_random(RULES, 6, 8).at(3) != lines[3]
    with pytest.raises(ValueError, match="no opening of 70 plies"):
        at_random(RULES, 70, 7)


def test_openings_from_files():
    lines = b"f5d6c3d3c4f4c5b3\nf5f6e6f4e3c5c4e7\nF5D6C3D3C4F4C5B3\n"
    found = openings.from_file(lines, "some/xot.txt", OTHELLO, RULES, None)
    assert found.count == 2
    moves = ("F5", "D6", "C3", "D3", "C4", "F4", "C5", "B3")
    assert found.at(0) == found.at(2) == Opening("xot 1", START, moves)
    assert found.at(1).name == "xot 2"
    cut = openings.from_file(lines, "xot.txt", OTHELLO, RULES, 1)
    assert cut.count == 1 and cut.at(5).moves == ("F5",)
    orders = {openings.from_file(lines, "x", OTHELLO, RULES, None, seed).at(0).moves for seed in range(9)}
    assert len(orders) == 2
    assert found.what != cut.what


def test_openings_of_other_games_come_from_sgf():
    rolit = find_game("Rolit 2")
    data = b"(;GM[0]GAME[Rolit 2];MOVE[red F4];MOVE[green C5])"
    found = openings.from_file(data, "r.sgf", rolit, rolit.rules(), None)
    assert found.at(0).moves == ("F4", "C5")
    with pytest.raises(ValueError, match="r.sgf, line 1: a game of Rolit 2"):
        openings.from_file(data, "r.sgf", find_game("Rolit"), find_game("Rolit").rules(), None)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "x.txt: there is nothing in it"),
        (b"f5d6\nf5f5\n", "x.txt, line 2: move 2"),
        (b"(;GM[Othello]TY[6]B[c2];)", "not of the game and size that are played"),
        (b"hello", "x.txt: "),
    ],
)
def test_files_that_hold_no_openings(data, reason):
    with pytest.raises(ValueError, match=reason):
        openings.from_file(data, "x.txt", OTHELLO, RULES, None)


def test_a_finished_game_is_no_opening():
    played = duel(fake("A"))
    with pytest.raises(ValueError, match="cut games with --plies"):
        openings.from_file(records.to_ggf(played).encode(), "g.ggf", OTHELLO, RULES, None)
    found = openings.from_file(records.to_ggf(played).encode(), "g.ggf", OTHELLO, RULES, 9)
    assert found.at(0).moves == tuple(ply.move for ply in played.plies[:9])


def test_balanced_openings(tmp_path):
    base = at_random(RULES, 6, 1)
    judge_entry = ours("judge", "--visits", "60", "--seed", "1", values=True)
    bound = balance.read_bound("0.06")
    board = (OTHELLO, 8)
    told = []
    found = balance.balanced(base, 3, str(tmp_path), judge_entry, bound, board, told.append)
    assert found.count == len(told) == 3
    indices = [index for index, _ in folder.Found(str(tmp_path), found.what).rows]
    assert indices == sorted(set(indices)) and indices != [0, 1, 2]
    assert [base.at(index) for index in indices] == [found.at(i) for i in range(3)]
    with open(tmp_path / "openings.jsonl", "ab") as file:
        file.write(b'[99, "torn')
    gone = judge_entry._replace(command=("./not-there",))
    with pytest.raises(ValueError, match="holds other openings"):
        balance.balanced(base, 3, str(tmp_path), gone, bound, board, told.append)
    again = balance.balanced(base, 4, str(tmp_path), judge_entry, bound, board, told.append)
    assert [again.at(i) for i in range(3)] == [found.at(i) for i in range(3)] and again.count == 4
    with pytest.raises(ValueError, match="does not tell what its moves are worth in discs"):
        discs = balance.read_bound("4d")
        balance.balanced(base, 1, str(tmp_path / ".."), judge_entry, discs, board, told.append)


def test_the_usual_judge_judges_openings_that_are_in_its_book(tmp_path, capfd):
    words = ("--openings", "random:1", "--balance", "0.2")
    assert run(tmp_path / "m", *words, games=2) == 0
    assert "2 games" in capfd.readouterr().out
    (opening,) = (tmp_path / "m" / "openings.jsonl").read_text().splitlines()[1:]
    assert json.loads(opening)[0] == 0


def test_where_chance_deals_no_opening_is_balanced(tmp_path):
    variant = find_game("Acquire 3")
    judge = entries.EngineSpec("judge", ("no-such-engine",))
    base = listed("none", [])
    with pytest.raises(ValueError, match="Acquire 3 is dealt anew"):
        balance.balanced(
            base, 1, str(tmp_path), judge, balance.read_bound("0.05"), (variant, 108), lambda _: None
        )


@pytest.mark.parametrize("text", ["", "0", "x", "-1", "0.6", "65d", "d", "nan"])
def test_bounds_that_are_none(text):
    with pytest.raises(ValueError, match="is no bound"):
        balance.read_bound(text)


def test_entries():
    one = entries.read_spec("./engine --level 3", "A")
    assert (one.name, one.command, one.protocol) == ("A", ("./engine", "--level", "3"), "gtp")
    one = entries.read_spec("new=edax -nboard 'a b'", "A", folder="x")
    assert (one.name, one.command, one.protocol, one.folder) == (
        "new",
        ("edax", "-nboard", "a b"),
        "nboard",
        "x",
    )
    one = entries.read_spec("level:5,threads:2", "A")
    assert one.name == "level:5,threads:2" and one.command == (
        *own_program(),
        "gtp",
        *PLAIN,
        "--level",
        "5",
        "--threads",
        "2",
    )
    assert entries.read_spec("five=level:5", "A").name == "five"
    assert entries.threads_of(one) == 2 and entries.threads_of(fake("A")) == 1
    assert entries.threads_of(ours("A", "--threads=3")) == 3
    assert entries.read_spec("x nboard", "A", "gtp").protocol == "gtp"
    for text, reason in (
        ("", "no engine"),
        ("a 'b", "no command"),
        ("visits:x", "--visits needs"),
        ("n=", "no e"),
    ):
        with pytest.raises(ValueError, match=reason):
            entries.read_spec(text, "A")


def test_progress_is_a_line_now_and_then(capfd, monkeypatch):
    with progress("A v B", 5, 25) as tell:
        for number in range(20):
            tell(f"{number}-0-0")
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == "A v B: 8/25  2-0-0" and lines[-1] == "A v B: 25/25  19-0-0" and len(lines) == 8
    monkeypatch.setattr(os, "isatty", lambda fd: True)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with progress("A v B", 0, 2) as tell:
        tell("x")
        tell("y")
    shown = capfd.readouterr().err
    assert shown.count("\r") == 2 and shown.endswith("\n") and "A v B: 2/2  y" in shown
    with progress("A v B", 0, 2, quiet=True) as tell:
        tell("x")
    assert capfd.readouterr().err == ""


def test_progress_is_a_bar_where_there_is_rich(capfd, monkeypatch):
    pytest.importorskip("rich", reason="rich is an extra")
    monkeypatch.setattr(os, "isatty", lambda fd: True)
    with progress("A v B", 0, 2) as tell:
        tell("1-0-0")
    shown = capfd.readouterr().err
    assert "A v B" in shown and "1/2" in shown and "1-0-0" in shown


def test_ids_differ_with_everything():
    match = match_of(fake("A"), fake("B"))
    others = [
        match._replace(size=6),
        match._replace(clock=read_clock("5")),
        match._replace(a=fake("A", "crlf")),
        match._replace(b=fake("B", setup=("level 1",))),
        match._replace(openings="y"),
        match._replace(solve=4),
        match._replace(margin=0.2),
    ]
    ids = [match.id, *(other.id for other in others)]
    assert len(set(ids)) == len(ids) and all(len(name) == 16 and int(name, 16) >= 0 for name in ids)
    assert match._replace().id == match.id


def test_many_openings_do_not_make_a_match_slow():
    base = at_random(RULES, 12, 1)
    data = "\n".join("".join(base.at(index).moves) for index in range(500)).encode()
    found = openings.from_file(data, "x.txt", OTHELLO, RULES, None)
    assert found.count == 500 and len(found.what) < 100
    other = openings.from_file(data + b"\nf5", "x.txt", OTHELLO, RULES, None)
    orders = {openings.from_file(data, "x", OTHELLO, RULES, None, seed).what for seed in range(3)}
    assert len({found.what, other.what, *orders}) == 5


def settled(path, games, a=None, b=None, jobs=2, watch=None, stop=None, what="x", **more):
    """Play a match of fakes to its end; its games."""
    match = match_of(a or fake("A"), b or fake("B"), what=what, **more)
    ledger = Ledger(str(path))
    try:
        found = at_random(RULES, 4, 1)
        return play(match, found, games, ledger, jobs, watch, stop)
    finally:
        ledger.close()


def test_a_match_goes_on_where_it_ended(tmp_path):
    path = tmp_path / "games.jsonl"
    told = []
    first = settled(path, 3, watch=told.append)
    assert sorted(played.number for played in told) == [0, 1, 2] == [played.number for played in first]
    data = path.read_bytes()
    path.write_bytes(data + data.splitlines()[0][:50])
    again = settled(path, 6, watch=told.append)
    assert again[:3] == first and [played.number for played in again] == list(range(6))
    assert len(told) == 6 and settled(path, 4, watch=told.append) == again[:4] and len(told) == 6
    assert len(path.read_bytes().splitlines()) == 6
    assert [played.seats for played in again[:2]] == [("A", "B"), ("B", "A")]
    assert [played.opening for played in again] == [0, 0, 1, 1, 2, 2]
    books = [tuple(ply.move for ply in played.plies if ply.book) for played in again]
    assert books[0] == books[1] != books[2] == books[3]
    verdict = summarize(again)
    assert verdict.score.groups == 3 == sum(verdict.pairs)
    other = summarize(again, ("B", "A"))
    assert verdict.score.mean + other.score.mean == pytest.approx(1) and verdict.pairs == other.pairs[::-1]
    assert verdict.elo.value == pytest.approx(-other.elo.value)


def test_an_engine_that_crashes_is_started_again(tmp_path):
    found = settled(tmp_path / "g", 4, a=fake("A", "crash@2"), jobs=1)
    assert [played.end for played in found] == ["crash"] * 4
    verdict = summarize(found)
    assert verdict.faults == {"A": {"crash": 4}, "B": {}} and (verdict.wins, verdict.losses) == (0, 4)


def test_an_engine_that_cannot_be_started_ends_the_match(tmp_path):
    flag = tmp_path / "flag"
    code = f"import os, sys; os.path.exists({str(flag)!r}) and sys.exit(9); open({str(flag)!r}, 'w')\n"
    code += f"sys.path[:0] = [{str(FAKES)!r}]; sys.argv[1:] = ['kill@2']; import gtp_player"
    broken = fake("A")._replace(command=(sys.executable, "-S", "-c", code))
    with pytest.raises(Broke, match="A has ended with exit code 9 when it is started"):
        settled(tmp_path / "g", 20, a=broken, jobs=1)
    ledger = Ledger(str(tmp_path / "g"))
    assert len(ledger.games(next(iter(ledger.matches)))) == 1
    ledger.close()


def test_a_table_that_falls_apart_ends_the_match(tmp_path, monkeypatch):
    usual = Table.close

    def broken(table, politely=True):
        usual(table, politely=False)
        if politely:
            raise OSError("no more of this")

    monkeypatch.setattr(Table, "close", broken)
    with pytest.raises(OSError, match="no more of this"):
        settled(tmp_path / "g", 1, jobs=1)


def test_a_stop_leaves_whole_games_only(tmp_path):
    stop = PipeStop()
    found = settled(tmp_path / "g", 50, watch=lambda played: stop.ring(), stop=stop)
    assert 1 <= len(found) < 10 and all(played.end == "played" for played in found)
    stop.close()


def test_records_say_what_was_played(tmp_path):
    found = settled(tmp_path / "g", 4, a=ours("A", "--visits", "4", values=True), b=fake("B", "resign@20"))
    names = records.write_files(str(tmp_path), found)
    assert names == ["games.csv", "games.sgf", "games.ggf"]
    for name in names[1:]:
        again = list(read_games((tmp_path / name).read_bytes(), name))
        assert len(again) == 4
        for played, other in zip(found, again, strict=True):
            moves = [RULES.find_move(ply.move) for ply in played.plies]
            assert [move for _, move, _ in other.game.plies()] == moves
            assert other.names == played.seats
    plies = moves_of(next(read_games((tmp_path / "games.ggf").read_bytes())))
    assert [ply.seconds for ply in plies[4:6]] == [round(ply.seconds, 3) for ply in found[0].plies[4:6]]
    assert plies[3].seconds is plies[3].value is None
    share = found[0].plies[4]
    assert share.unit == "share" and plies[4].value == round(discs_at(share.value, 56), 2)
    resigned = next(played for played in found if played.end == "resigned")
    assert f"RE[{'+' if resigned.seats[0] == 'A' else '-'}64:r]" in records.to_ggf(resigned)
    rows = (tmp_path / "games.csv").read_text().splitlines()
    assert len(rows) == 5 and rows[0].startswith("match,number,opening")
    (tmp_path / "games.csv").write_text("mine")
    with pytest.raises(OSError, match="another kind"):
        records.write_files(str(tmp_path), found)


def test_void_games_and_forfeits_have_records():
    void = duel(fake("A"), clock="visits=3")
    assert "RE[?]" in records.to_ggf(void) and "RE[Void]" in records.to_sgf(void)
    lost = duel(fake("A", "kill@1"))
    assert "RE[-64:l]" in records.to_ggf(lost) and "RE[W+F]" in records.to_sgf(lost)
    assert "SIGKILL" in records.to_sgf(lost)


def command(name, *words):
    """A fake as the command line names it."""
    return f"{name}={PYTHON} -S {quote(str(FAKES / 'gtp_player.py'))} {' '.join(words)}"


def run(folder, *words, a=None, b=None, games=4):
    """`outflank match` in this process, of two fakes unless others are named; its exit code."""
    return main(
        [
            a or command("A"),
            b or command("B"),
            "--folder",
            str(folder),
            "--games",
            str(games),
            "--quiet",
            *words,
        ]
    )


def test_the_command(tmp_path, capfd):
    assert run(tmp_path / "m", "--openings", "random:4") == 0
    text = capfd.readouterr().out
    assert text.startswith("A against B: 4 games (void 0): A won ")
    assert sorted(path.name for path in (tmp_path / "m").iterdir()) == [
        "games.csv",
        "games.ggf",
        "games.jsonl",
        "games.sgf",
        "match.json",
    ]
    assert run(tmp_path / "m", "--openings", "random:4", "--json") == 0
    found = json.loads(capfd.readouterr().out)
    assert found["games"] == 4 and found["overhead"] < 0.002 and found["faults"] == {"A": {}, "B": {}}
    assert main(["--folder", str(tmp_path / "m"), "--json"]) == 0
    assert json.loads(capfd.readouterr().out) == found
    assert run(tmp_path / "m", "--openings", "random:4", "--clock", "9") == 2
    assert "holds another match, which differs in clock" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("games.csv", "match the colours\n"),
        ("games.sgf", "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3];B[pd])"),
        ("games.ggf", "(;GM[Othello]PC[GGS]PB[ann]PW[bot]RE[+2]TY[8];)\n"),
    ],
)
def test_files_of_another_kind_in_its_folder_stop_a_match_before_it_begins(name, text, tmp_path, capfd):
    (tmp_path / name).write_text(text)
    assert run(tmp_path) == 2
    said = f"outflank: match: {tmp_path / name}: there is a file of another kind\n"
    assert capfd.readouterr() == ("", said)
    assert (tmp_path / name).read_text() == text and not (tmp_path / "match.json").exists()


def test_a_match_that_goes_on_writes_its_own_files_again(tmp_path, capfd):
    for games in (1, 3):
        assert run(tmp_path, games=games) == 0
        for name, mark in (("games.csv", "\n"), ("games.sgf", "(;"), ("games.ggf", "(;")):
            text = (tmp_path / name).read_text()
            assert text.count(mark) == games + (name == "games.csv")
    # Of GGF the folder's own games tell whose it is.
    (tmp_path / "games.ggf").write_text("(;GM[Othello]PC[GGS]PB[ann]PW[bot]RE[+2]TY[8];)\n")
    capfd.readouterr()
    assert main(["--folder", str(tmp_path)]) == 2
    assert "games.ggf: there is a file of another kind" in capfd.readouterr().err


def test_nothing_but_games_goes_to_their_file_where_all_else_is_closed(tmp_path, capfd):
    words = [*OURS, "match", command("A"), command("B"), "--games", "10", "--folder", str(tmp_path / "m")]
    closed = "exec " + " ".join(map(quote, words)) + " <&- >&- 2>&-"
    subprocess.run(["/bin/sh", "-c", closed], cwd=ROOT, check=False)
    assert main(["--folder", str(tmp_path / "m")]) == 0
    assert "10 games" in capfd.readouterr().out


def test_games_that_prove_nothing_are_named(tmp_path, capfd):
    words = ("--dir-a", str(ROOT), "--dir-b", str(ROOT))
    a, b = (f"{name}={PYTHON} -m outflank.protocol gtp --visits 5 --seed 1 --memory 16" for name in "AB")
    assert run(tmp_path / "m", *words, "--jobs", "1", a=a, b=b, games=4) == 0
    assert "repeat another one move for move" in capfd.readouterr().out
    assert run(tmp_path / "n", *words, "--openings", "random:8", "--jobs", "1", a=a, b=b, games=2) == 0
    assert "repeat" not in capfd.readouterr().out


def test_faults_are_counted_and_named(tmp_path, capfd):
    assert run(tmp_path, "--jobs", "1", a=command("A", "kill@3"), games=2) == 0
    text = capfd.readouterr().out
    assert "A lost by crash: 2" in text and "game 0: A was ended by SIGKILL (at move 5)" in text
    assert "ends: crash 2" in text


def test_void_games_fail_the_command(tmp_path, capfd):
    (tmp_path / "o.txt").write_text(f"{MIRRORED} e3\n")
    assert run(tmp_path / "m", "--openings", str(tmp_path / "o.txt"), games=2) == 1
    assert "game 0 is void: A has no command to begin from another position" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--clock", "soon"], "is no clock"),
        (["--clock", "visits=5"], "not known how A is told"),
        (["--game", "chess"], "unknown game 'chess'"),
        (["--size", "7"], "not played on a board of size 7"),
        (["--game", "SOS"], "A does not play SOS"),
        (["--solve", "5", "--size", "6"], "--solve is for Othello"),
        (["--openings", "nowhere.txt"], "nowhere.txt: No such file"),
        (["--openings", "random:99"], "no opening of 99 plies"),
        (["--openings", "random", "--balance", "9"], "is no bound"),
        (["--setup-b", "level 9"], "B refuses 'level 9'"),
        (["--setup-b", "a\nb"], "'a\\nb' is no line"),
        (["--setup-a", ""], "'' is no line"),
        (["--plies", "3"], "'start' is no file whose games could be cut"),
        (["--openings", "random:4", "--shuffle"], "'random:4' is no file"),
        (["--judge", "visits:4"], "--judge is for --balance"),
        (["--dir-a", "not/there"], " in not/there: No such file or directory"),
    ],
)
def test_wrong_use_plays_nothing(tmp_path, capfd, words, reason):
    assert run(tmp_path / "m", *words) == 2
    assert reason in capfd.readouterr().err
    assert not (tmp_path / "m" / "match.json").exists()


def test_engines_that_do_not_start_or_have_one_name(tmp_path, capfd):
    assert run(tmp_path, a="./nothing-here", b=command("B")) == 2
    assert "A cannot start ./nothing-here: No such file or directory" in capfd.readouterr().err
    assert run(tmp_path, a="greedy", b=command("B")) == 2
    assert "there is no program greedy; the level of this name is level=greedy" in capfd.readouterr().err
    assert run(tmp_path, a=command("A", "exit@1"), b=command("A")) == 2
    assert "both engines are called A" in capfd.readouterr().err
    assert run(tmp_path, a=f"A={PYTHON} -c pass", b=command("B")) == 2
    assert "A has ended without being asked" in capfd.readouterr().err
    assert main(["--folder", str(tmp_path / "typo")]) == 2 and not (tmp_path / "typo").exists()
    assert f"there is no match in {tmp_path / 'typo'}" in capfd.readouterr().err
    assert main(["--folder", str(tmp_path), "--games", "5", "--json"]) == 2
    assert "--games means nothing without engines" in capfd.readouterr().err
    for words in (["--games", "0"], ["--margin", "-1"], ["--jobs", "x"]):
        assert run(tmp_path, *words) == 2


def children(pid):
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(words[1]) == pid and words[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def until(condition, seconds=20.0):
    stop = time.monotonic() + seconds
    while not condition() and time.monotonic() < stop:
        time.sleep(0.01)
    return condition()


def test_kills_lose_no_game_and_repeat_none(tmp_path):
    games = tmp_path / "m" / "games.jsonl"
    words = [*OURS, "match", "visits:10", command("B"), "--games", "36", "--openings", "random", "--quiet"]
    words += ["--folder", str(tmp_path / "m"), "--jobs", "2"]

    def start():
        return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def written():
        return games.read_bytes().count(b"\n") if games.exists() else 0

    runner = start()
    assert until(lambda: written() >= 5)
    engines = children(runner.pid)
    assert len(engines) >= 5
    runner.kill()
    runner.communicate()
    assert until(lambda: not any(map(alive, engines)))
    kept = written()
    assert 5 <= kept < 36

    runner = start()
    assert until(lambda: written() >= kept + 5)
    victim = max(
        pid for pid in children(runner.pid) if b"protocol" in Path(f"/proc/{pid}/cmdline").read_bytes()
    )
    os.kill(victim, signal.SIGKILL)
    assert until(lambda: b'"crash"' in games.read_bytes())
    runner.send_signal(signal.SIGINT)
    engines = children(runner.pid)
    _, err = runner.communicate(timeout=20)
    assert runner.returncode == 130 and b"the same command goes on from here" in err
    assert until(lambda: not any(map(alive, engines)))

    runner = start()
    assert until(lambda: len(children(runner.pid)) >= 5)
    runner.terminate()
    runner.communicate(timeout=20)
    assert runner.returncode == 143

    runner = start()
    out, err = runner.communicate(timeout=60)
    assert runner.returncode == 0, err
    found = [from_line(line) for line in games.read_bytes().splitlines()]
    assert sorted(played.number for played in found) == list(range(36))
    assert [played.end for played in found].count("crash") == 1
    assert (tmp_path / "m" / "games.ggf").read_bytes().count(b"(;") == 36
    wins = sum(played.rewards[played.seats.index("visits:10")] for played in found)
    assert f"score {wins / 36:.3f}".encode() in out


def test_a_match_of_two_nboard_engines(tmp_path, capfd):
    b = f"B={PYTHON} -S {quote(str(FAKES / 'nboard_player.py'))} chatter"
    a = f"A={PYTHON} -m outflank.protocol nboard --visits 20 --memory 16"
    assert run(tmp_path, "--clock", "1:00+1", "--dir-a", str(ROOT), "--protocol-b", "nboard", a=a, b=b) == 0
    assert "A won 4" in capfd.readouterr().out
    found = [from_line(line) for line in (tmp_path / "games.jsonl").read_bytes().splitlines()]
    assert {ply.unit for played in found for ply in played.plies if not ply.book and ply.value} == {"discs"}
    assert found[0].programs == {"A": "Outflank", "B": "Fake"}


@pytest.mark.skipif(not os.path.exists(RHINO), reason="GTP-rhino (apt: grhino) is not installed")
def test_a_match_against_rhino(tmp_path, capfd):
    a = f"A={PYTHON} -m outflank.protocol gtp --visits 300 --memory 16"
    words = ("--clock", "60", "--dir-a", str(ROOT), "--openings", "random:10")
    assert run(tmp_path, *words, a=a, b=f"rhino={RHINO}", games=2) == 0
    assert "ends: played 2" in capfd.readouterr().out
    start = tmp_path / "o.txt"
    start.write_text(f"{MIRRORED} e3\n")
    words = ("--dir-a", str(ROOT), "--openings", str(start))
    assert run(tmp_path / "m", *words, a=a, b=f"rhino={RHINO}", games=2) == 0


def test_a_player_in_this_process_and_a_test_that_ends_the_match(tmp_path, capfd):
    words = ["--protocol-a", "in-process", "--openings", "random:6", "--size", "8", "--jobs", "1"]
    assert run(tmp_path / "m", *words, a="visits=30", games=2) == 0
    assert capfd.readouterr().out.startswith("visits=30 against B: 2 games (void 0): visits=30 won ")
    assert run(tmp_path / "m", *words, a="visits=30", games=4, b=command("B")) == 0
    found = [from_line(line) for line in (tmp_path / "m" / "games.jsonl").read_bytes().splitlines()]
    assert [record.number for record in found] == [0, 1, 2, 3]
    assert {record.programs["B"] for record in found} == {"Fake 0.9"}
    kept = json.loads((tmp_path / "m" / "match.json").read_text())
    assert kept["a"]["protocol"] == "in-process" and kept["seed"] == 1
    both = [
        "--protocol-a",
        "in-process",
        "--protocol-b",
        "in-process",
        "--openings",
        "random",
        "--sprt",
        "0,400",
    ]
    capfd.readouterr()
    assert run(tmp_path / "n", *both, "--jobs", "1", a="visits=40", b="random", games=200) == 0
    out = capfd.readouterr().out
    assert "\nof 0 and 400 Elo accepted: 400 Elo (" in out and " 200 games" not in out
    assert run(tmp_path / "o", *both, "--game", "Rolit", a="visits=4", b="random") == 2
    assert "--sprt is for games for two" in capfd.readouterr().err
    assert run(tmp_path / "p", *both, "--clock", "9", a="visits=4", b="random") == 2
    assert "plays by limits of its own" in capfd.readouterr().err
    assert run(tmp_path / "q", *both, a="visits=4 depth=3", b="random") == 2
    assert "there is no option depth" in capfd.readouterr().err
