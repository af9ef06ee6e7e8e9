"""`outflank analyze`: what moves are worth, in every game and from every kind of file, and its reports."""

import json
import os
import re
import signal
import subprocess
import time

import gtp_script
import pytest
from hypothesis import given, settings, strategies as st
from record_texts import sgf_game
from reviews import QUICK, check_page, othello_record, page_data, random_record, reviewed, whole_game
from sgfmill import sgf as sgfmill

from outflank.engine.game import Game
from outflank.engine.games import GAMES, OTHELLO, require_game
from outflank.engine.results.game_record import Fault, GameRecord, Ply
from outflank.protocol import cli
from outflank.protocol.check.othello_games import game_with_pass, random_game
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.formats.games.ggf_games import tags
from outflank.protocol.formats.kinds import games as read_games
from outflank.protocol.formats.record import BadCollection, Broken, Record
from outflank.protocol.formats.results import ended as ending_of
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.formats.syntax.ggf import read_ggf
from outflank.protocol.review import (
    annotated,
    command as analyze_command,
    html as review_html,
    text as review_text,
)
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget, Review, Worth, as_good

RECORDS = gtp_script.ROOT / "tests" / "records"


def best_margin(position):
    """The mover's margin with best play of both, by plain search."""
    if position.over:
        black, white = position.rules.scores(position)
        return white - black if position.mover else black - white
    return max(margin_of(position, move) for move in position.moves())


def margin_of(position, move):
    after = position.play(move)
    margin = best_margin(after)
    return margin if after.mover == position.mover else -margin


def test_the_end_is_exact():
    plies = random_game(3)
    judged = reviewed(othello_record(plies), Budget(None, 20, 8)).judged
    assert len(judged) == len(plies)
    solved = [row for row in judged if row.number > len(plies) - 7]
    for row in solved:
        position, move = plies[row.number - 1]
        best, made = best_margin(position), margin_of(position, move)
        assert (row.best.discs, row.made.discs, row.lost_discs) == (best, made, best - made)
        assert (row.made.win, row.exact) == ((made > 0) + (made == 0) / 2, True)
        assert margin_of(position, row.best.move) == best
    assert any(row.lost_discs for row in solved)


def test_losses_are_never_negative_and_the_best_move_loses_nothing():
    for row in whole_game().judged:
        assert row.lost_win >= 0 and row.lost_discs >= 0
        assert row.best.discs >= row.made.discs or not row.exact
        assert row.best.move != row.made.move or (row.lost_win, row.lost_discs) == (0, 0)
        assert 0 <= row.made.win <= 1 and abs(row.made.discs) <= 64
        assert row.free == (len(row.position.moves()) > 1)


def test_lines_are_legal_and_begin_with_their_move():
    for row in whole_game().judged:
        for worth in (row.best, row.made):
            assert worth.line[0] == worth.move
            position = row.position
            for move in worth.line:
                assert move in position.moves()
                position = position.play(move)


def test_estimates_that_hardly_differ_are_the_same():
    """By symmetry the four first moves are worth the same."""
    rules = OTHELLO.rules(8)
    for move in rules.new_position().moves():
        game = Game(rules)
        game.play(0, move)
        (row,) = reviewed(Record("line 1", OTHELLO, 8, game), Budget(None, 4000, 10)).judged
        assert (row.best, row.lost_win, row.lost_discs) == (row.made, 0, 0)


def test_the_same_visits_find_the_same():
    found = othello_record(random_game(5)[:20])
    assert [row[3:] for row in reviewed(found).judged] == [row[3:] for row in reviewed(found).judged]


def test_a_sure_loss_is_not_as_good_as_a_fair_chance():
    """However few simulations it took to see that it loses."""
    chance = Worth(1, 0.53, 0.8, False, 900, (1,), False)
    loss = Worth(2, 0.0, -4.0, False, 2, (2,), True)
    assert not as_good(loss, chance)
    assert as_good(loss._replace(sure=False), chance)


def test_sure_losses_count_as_losses():
    lost = 0
    for seed in (404, 438, 468, 471, 519):
        for row in reviewed(othello_record(random_game(seed)), Budget(None, 300, 12)).judged:
            if row.made.sure and row.made.win == 0 and row.best.win > 0.2:
                assert row.best.move != row.made.move and row.lost_win == row.best.win
                lost += not row.made.exact
            assert row.made.sure or not row.made.exact
    assert lost


def test_a_blunder_is_found():
    """The worst move near the end, in a game that is broken off with it."""
    position = next(
        row for row, _ in random_game(3)[-7:] if len({margin_of(row, m) for m in row.moves()}) > 1
    )
    margins = {move: margin_of(position, move) for move in position.moves()}
    worst, most = min(margins, key=margins.get), max(margins.values())
    game = Game(position.rules, position)
    game.play(position.mover, worst)
    (row,) = reviewed(Record("line 1", OTHELLO, 8, game)).judged
    assert row.lost_discs == most - margins[worst] > 0
    assert margins[row.best.move] == most


def test_an_unfinished_game_is_reviewed_from_its_last_move():
    review = reviewed(othello_record(random_game(3)[:12]))
    assert [row.number for row in review.judged] == list(range(1, 13))
    assert not review.partial


def test_a_game_without_moves():
    review = reviewed(Record("line 1", OTHELLO, 8, Game(OTHELLO.rules(8))))
    assert review.judged == () and not review.partial
    assert all(summary.moves == 0 for summary in review.summaries())
    assert "0 plies" in review_text.table(review)
    assert review_html.page([review], "x", [])


def test_passes_lose_nothing():
    plies, at = game_with_pass(0)
    review = reviewed(othello_record(plies[: at + 2]))
    row = review.judged[at]
    assert (row.free, row.lost_win, row.lost_discs) == (False, 0, 0)
    after = review.judged[at + 1]
    assert row.made.discs == pytest.approx(-after.best.discs)


@pytest.mark.parametrize(
    "variant", [variant for variant in GAMES if "sgf" in variant.records], ids=lambda variant: variant.name
)
def test_every_game_is_reviewed_and_reported(variant):
    review = reviewed(random_record(variant, 1, 9), Budget(None, 30, 8))
    assert len(review.judged) == 9
    assert {row.player for row in review.judged} <= set(range(len(variant.players)))
    for row in review.judged:
        assert row.best.win >= row.made.win - 1e-9 or variant is OTHELLO
        assert (row.lost_discs is None) == (variant is not OTHELLO)
    assert review_text.table(review).count("\n") > 12
    json.loads(review_text.as_json([review], "x", []))
    check_page(review)
    loaded = sgf_game(annotated.sgf_text(review))
    assert loaded.game.made == tuple((row.player, row.made.move) for row in review.judged)
    if variant is not OTHELLO:
        with pytest.raises(ValueError, match="GGF is for Othello"):
            annotated.ggf_text(review)


@pytest.mark.parametrize("size", [6, 10])
def test_other_boards(size):
    rules = OTHELLO.rules(size)
    game = Game(rules)
    for _ in range(6):
        game.play(game.position.mover, game.position.moves()[0])
    review = reviewed(Record("line 1", OTHELLO, size, game), Budget(None, 30, 20))
    assert len(review.judged) == 6
    check_page(review)


def test_whoever_moves_twice_in_sos_keeps_his_value():
    """Black makes a triple and moves again: what that is worth is not what it is worth for White."""
    loaded = sgf_game((RECORDS / "sos.sgf").read_text())
    review = reviewed(loaded, Budget(None, 2000, 8))
    triple, again = review.judged[2], review.judged[3]
    assert (triple.player, again.player) == (0, 0)
    assert triple.made.win == pytest.approx(again.best.win, abs=0.15)
    assert triple.made.win > 0.5


def test_summaries_count():
    review = whole_game()
    for player, summary in enumerate(review.summaries()):
        rows = [row for row in review.judged if row.player == player and row.free]
        assert summary.moves == len(rows)
        assert summary.discs == pytest.approx(sum(row.lost_discs for row in rows) / len(rows))
        assert summary.mistakes == tuple(sum(row.lost_discs > step for row in rows) for step in (2, 6, 12))
        assert summary.accuracy == sum(row.lost_discs <= 1 for row in rows) / len(rows)
    assert [summary.name for summary in review.summaries()] == ["Ann", "Bob"]


def test_the_table():
    text = review_text.table(whole_game())
    assert text.startswith("Review of line 1: Ann - Bob, Othello 8x8, ")
    rows = [line for line in text.splitlines() if re.match(r" +\d+  (black|white)", line)]
    assert len(rows) == whole_game().plies
    assert all(line.isascii() and line == line.rstrip() for line in text.splitlines())


def test_a_partial_table_says_so():
    review = whole_game()._replace(judged=whole_game().judged[-4:])
    plies = review.plies
    said = f"partial: only plies {plies - 3} to {plies} were looked at"
    assert review.partial
    for text in (review_text.table(review), annotated.ggf_text(review), annotated.sgf_text(review)):
        assert said in text
    assert page_data(review)["games"][0]["gap"] == {"stopped": None, "first": plies - 3}
    assert json.loads(review_text.as_json([review], "x", []))["games"][0]["partial"] is True


def test_json():
    report = json.loads(review_text.as_json([whole_game()], "a file", ["line 7: what"]))
    assert (report["review"], report["source"], report["unreadable"]) == (1, "a file", ["line 7: what"])
    (game,) = report["games"]
    assert (game["game"], game["size"], game["names"], game["over"]) == ("Othello", 8, ["Ann", "Bob"], True)
    assert [row["ply"] for row in game["moves"]] == list(range(1, game["plies"] + 1))
    for row, judged in zip(game["moves"], whole_game().judged, strict=True):
        assert row["lost_discs"] == pytest.approx(judged.lost_discs, abs=0.006)
        assert row["best"]["line"][0] == row["best"]["move"]


def test_annotated_ggf_is_the_same_game_with_values():
    text = annotated.ggf_text(whole_game())
    (game,) = read_ggf(text)
    (again,) = read_games(text.encode())
    assert again.game.made == whole_game().record.game.made
    assert [move.value for move in game.moves] == [round(row.made.discs, 2) for row in whole_game().judged]
    assert (game.tags["PB"], game.tags["PW"]) == ("Ann", "Bob")
    assert "accurate" in game.tags["CO"]


def test_ggf_keeps_the_seconds():
    text = "(;GM[Othello]PB[a]PW[b]TI[5:00]TY[8]RE[?]B[F5//1.5]W[D6/0.31/0.80]B[C3//2];)"
    (found,) = read_games(text.encode())
    (game,) = read_ggf(annotated.ggf_text(reviewed(found)))
    assert [move.seconds for move in game.moves] == [1.5, 0.8, 2.0]
    assert all(move.value is not None for move in game.moves)


def test_annotated_sgf_has_the_better_lines_as_variations():
    text = annotated.sgf_text(whole_game())
    assert sgfmill.Sgf_game.from_string(text).get_root().get("C")
    root = next(sgf.games(text))
    nodes = list(sgf.main_line(root))
    written = [row for row in whole_game().judged if row.made.move != row.position.rules.pass_move]
    assert len(nodes) == len(written) + 1
    for parent, node, row in zip(nodes, nodes[1:], written, strict=False):
        better = row.free and row.best.move != row.made.move
        assert len(parent.children) == 1 + better
        assert parent.children[0] is node
        assert ("better" in node.first("C")) == better
        assert ("BM" in node.properties or "DO" in node.properties) == (better and row.lost_discs > 2)


def test_games_come_from_every_kind_of_file():
    plies = random_game(3)
    squares = "".join(review_text.move_of(whole_game(), move).lower() for _, move in plies if move < 64)
    (found,) = read_games(squares.encode())
    assert found.game.position.over and found.place == "line 1"
    for name, variant in (
        ("sos", "SOS"),
        ("rolit", "Rolit"),
        ("polyclash", "PolyClash"),
        ("quarry", "Othello"),
    ):
        (found,) = read_games((RECORDS / f"{name}.sgf").read_bytes())
        assert found.variant.name == variant
        assert found.game.turns


def arena_line(**changes):
    played = GameRecord(
        match="0" * 16,
        number=0,
        opening=0,
        opening_name="",
        game="Othello",
        size=8,
        start=OTHELLO.rules(8).position_text(OTHELLO.rules(8).new_position()),
        players=("black", "white"),
        seats=("A", "B"),
        plies=(Ply(0, "F5", seconds=1.5), Ply(1, "D6", seconds=0.5)),
        rewards=(),
        scores=(),
        end="void",
        fault=None,
        void="stopped",
        began="2026-11-18T17:00:00Z",
        seconds=2.0,
        machine="here",
        programs={"A": "X", "B": "Y"},
        overhead=0.0,
    )
    return to_line(played._replace(**changes))


def test_how_a_game_of_a_match_ended_is_kept():
    fault = Fault("B", "does not answer")
    lost = {
        "void": "",
        "rewards": (1.0, 0.0),
        "scores": (3, 3),
        "end": "time",
        "fault": fault,
    }
    (found,) = read_games(arena_line(**lost))
    assert (ending_of(found), tags(found)["RE"]) == ("B+T", "+64:t")


@pytest.mark.parametrize("name", ["Rolit 3", "Rolit", "Acquire 3"])
def test_several_players_have_scores_and_no_lead(name):
    """Their result is told as in SGF: nobody leads by anything over one other."""
    variant = require_game(name)
    record = random_record(variant, 3, 2000)
    scores = record.game.rules.scores(record.game.position)
    told = " ".join(f"{player}={score}" for player, score in zip(variant.players, scores, strict=True))
    assert record.game.position.over and tags(record)["RE"] == told
    assert tags(random_record(variant, 3, 5))["RE"] == "?"


def test_games_of_a_match():
    data = arena_line() + b"{}\n" + arena_line(number=1, plies=(Ply(0, "A1"),)) + arena_line(game="Chess")
    found, empty, illegal, unknown, torn = read_games(data + b'{"format')
    assert "line 1" not in str(torn) and "no JSON" in torn.reason
    assert (found.names, found.place) == (("A", "B"), "line 1")
    assert [note.seconds for note in found.notes] == [1.5, 0.5]
    assert isinstance(empty, Broken) and empty.place == "line 2"
    assert "move 1: 'A1'" in illegal.reason
    assert "'Chess' on a board of 8 is not played here" in unknown.reason


LEGAL, ILLEGAL = ("F5", "D6", "C3"), "A1"


def records():
    """A game with an illegal fourth move in every format that can hold one."""
    moves = [move.lower() for move in (*LEGAL, ILLEGAL, "D3")]
    return {
        "ggf": "(;GM[Othello]PB[a]PW[b]TY[8]RE[?]BO[8 "
        + "-" * 27
        + "O*------*O"
        + "-" * 27
        + " *]"
        + "".join(f"{'BW'[at % 2]}[{move}]" for at, move in enumerate(moves))
        + ";)",
        "sgf": "(;GM[2]PB[a]PW[b];B[fe];W[df];B[cc];W[aa];B[dc])",
        "transcript": "".join(moves),
        "match": arena_line(plies=[Ply(at % 2, move.upper()) for at, move in enumerate(moves)]).decode(),
        "sos": "(;GM[0]GAME[SOS]SZ[3];B[A1S];W[B1O];B[C1S];B[A1O])",
    }


@pytest.mark.parametrize("name", records())
def test_a_game_is_read_up_to_its_first_illegal_move(name, tmp_path, capfd):
    (found,) = read_games(records()[name].encode())
    assert isinstance(found, Record) and found.game.turns == 3
    assert found.stopped.startswith("move 4: '") and found.stopped.isprintable()
    path = tmp_path / "game.txt"
    path.write_text(records()[name])
    code, out, err = analyze(capfd, path, "--visits", 20, "--quiet", "--json")
    (game,) = json.loads(out)["games"]
    assert (code, game["plies"], game["stopped"]) == (1, 3, found.stopped)
    assert err == f"outflank: {path}: line 1: {found.stopped}; reviewed up to there\n"
    assert page_data(reviewed(found))["games"][0]["gap"] == {"stopped": found.stopped, "first": None}


def test_sgf_games_that_cannot_be_read_are_named():
    data = b"(;GM[2];B[fe])\n(;GM[2];B[aa])\n(;GM[2];B[fe];W[df])\n(;GM[2];B[fe"
    good, illegal, better, torn = read_games(data)
    assert (good.place, better.place) == ("line 1", "line 3")
    assert str(illegal).startswith("line 2: move 1")
    assert str(torn).startswith("line 4, column")


@pytest.mark.parametrize(
    "broken",
    [
        "(;GM[2]PB[broken];B[fe];W[df",
        "(;GM[2]PB[broken]B;B[fe])",
        "(;GM[2]PB[broken];B[fe]];W[df])",
        "(;GM[2]PB[broken];B[fe]",
        "(;GM[2]PB[broken];B[fe](;W[df]",
        "(;GM[9]PB[broken])",
        "(;GM[2]PB[broken];B[fe];C[a comment\n(;GM[2",
    ],
)
def test_a_broken_sgf_game_does_not_end_the_file(broken):
    good = ["(;GM[2]PB[first];B[fe];W[df])", " (;FF[4]GM[2]PB[second];B[fe])", "(;GM[0]GAME[SOS]PB[third])"]
    text = "\n".join([good[0], broken, *good[1:]])
    found = [game for game in read_games(text.encode()) if isinstance(game, Record)]
    assert [game.labels[0] for game in found if game.labels[0] != "broken"] == ["first", "second", "third"]
    for game in found:
        assert text.split("\n")[int(game.place.removeprefix("line ")) - 1].find(game.labels[0]) > 0


def test_a_comment_may_hold_a_game():
    text = "(;GM[2]PB[whole]C[as\n(;GM[2\\]PB[part\\];B[fe\\])];B[fe];W[df])\n(;GM[2]PB[next])"
    assert [game.labels[0] for game in read_games(text.encode())] == ["whole", "next"]


def test_torn_games_take_time_by_their_length():
    """Were the rest of the file looked through for each, these would be 5,000,000,000 letters."""
    began = time.monotonic()
    found = list(read_games(b"(;GM[2\n" * 40_000))
    assert len(found) == 40_000 and all(isinstance(game, Broken) for game in found)
    assert time.monotonic() - began < 20


ENDINGS = """
    B+R       B+R         +64:r
    W+Resign  W+Resign    -64:r
    W+T       W+T         -64:t
    B+F       B+F         +64:l
    W+12      W+12        -12
    0         0           +0
    ?         unfinished  ?
"""
"""Results as SGF has them, as a page tells them, and as GGF has them."""


@pytest.mark.parametrize("row", ENDINGS.strip().splitlines())
def test_a_result_that_the_moves_do_not_lead_to_is_kept(row):
    told, ended, tag = row.split()
    (found,) = read_games(f"(;GM[2]RE[{told}];B[fe];W[df])".encode())
    review = Review(found, (), 2)
    assert review_text.title(review).endswith(f", 2 plies, {ended}")
    (again,) = read_games(annotated.sgf_text(review).encode())
    assert ending_of(again) == ending_of(found) == ("" if told == "?" else told)
    (game,) = read_ggf(annotated.ggf_text(review))
    assert game.tags["RE"] == tag
    (from_ggf,) = read_games(annotated.ggf_text(review).encode())
    assert ending_of(from_ggf)[:3] == ending_of(found)[:3]


def test_the_moves_count_more_than_a_result_in_discs():
    plies = random_game(3)
    review = Review(othello_record(plies, names=("x", "")), (), len(plies))
    text = annotated.sgf_text(review)
    right = re.search(r"RE\[(.*?)\]", text)[1]
    for told, kept in (("W+2", right), ("W+R", "W+R")):
        (found,) = read_games(text.replace(f"RE[{right}]", f"RE[{told}]").encode())
        assert review_text.title(Review(found, (), len(plies))).endswith(f", {kept}")


@pytest.mark.parametrize(
    ("told", "date"),
    [
        ("2026-11-18T17:00:00Z", "2026-11-18"),
        ("2003.12.15_13:24:03.MST", "2003-12-15"),
        ("2026-11-18 06:55:29 GMT", "2026-11-18"),
        ("2026/1/8 7:00:00 AM", "2026-01-08"),
        ("11/8/2026 7:00:00 AM", "2026-11-08"),
        ("2026", "2026"),
        ("2026-11", "2026-11"),
        ("1996-05-06,07,08", "1996-05-06,07,08"),
        ("yesterday", ""),
        ("2026.00.07", ""),
    ],
)
def test_sgf_has_a_date_without_a_time(told, date):
    assert sgf.date(told) == date
    review = Review(othello_record(random_game(3)[:2], facts={"date": told}), (), 2)
    (root,) = sgf.games(annotated.sgf_text(review))
    assert root.first("DT") == (date or None)


def test_names_cannot_steer_a_terminal():
    (found,) = read_games(b"(;GM[2]PB[\x1b[31m\\] red\x07]RE[B+R\x1b];B[fe])")
    assert review_text.title(Review(found, (), 1)).isprintable()


@settings(max_examples=40, deadline=None)
@given(
    st.binary(max_size=200) | st.text(max_size=100).map(lambda text: ('{"' + text).encode("utf-8", "replace"))
)
def test_no_bytes_are_worse_than_unreadable(data):
    try:
        found = list(read_games(data))
    except BadCollection:
        return
    assert all(isinstance(game, Record | Broken) for game in found)


def analyze(capfd, *words):
    code = cli.main(["analyze", *map(str, words)])
    return code, *capfd.readouterr()


@pytest.fixture
def short(tmp_path):
    """A file with three short games, the second of them illegal."""
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3d3\nf5a1\nf5f6\n")
    return path


def test_the_command_reviews_what_it_can(short, capfd):
    code, out, err = analyze(capfd, short, "--visits", 40)
    assert code == 1
    assert out.count("Review of line") == 3 and "Review of line 3" in out
    assert re.search(r"games.txt: line 2: move 2: 'a1' is not legal for white; reviewed up to there\n", err)
    assert "the record can be followed for 1 ply (move 2: 'a1' is not legal for white)" in out
    assert "4/4 plies" in err


def test_one_game_of_a_file(short, capfd):
    code, out, _ = analyze(capfd, short, "--visits", 40, "--game", 3, "--quiet", "--format", "json")
    (game,) = json.loads(out)["games"]
    assert (code, game["place"], len(game["moves"])) == (0, "line 3", 2)
    code, out, err = analyze(capfd, short, "--game", 9)
    assert (code, out) == (2, "") and "there is no game 9" in err


OTHERS = (
    "my diary, which is mine\n",
    "Review of my year\n\nIt was long.\n",
    '{"review": "a book that I liked"}\n',
    '{"review": 1, "source": "mine"}\n',
    "(;FF[4]GM[2]AP[Quarry:0.2.0];B[fe])\n",
    "(setq inhibit-startup-screen t)\n",
    "<!DOCTYPE html>\n<title>mine</title>\n",
)


@pytest.mark.parametrize("name", ["text", "json", "ggf", "sgf", "html"])
def test_files_of_every_format(name, short, tmp_path, capfd):
    target = tmp_path / f"out.{name}"
    words = (short, "--visits", 40, "--format", name, "-o", target, "--quiet")
    code, out, _ = analyze(capfd, *words)
    first = target.read_bytes()
    assert (code, out, bool(first)) == (1, "", True)
    # GGF has no place for a mark of ours.
    code, _, err = analyze(capfd, *words)
    assert (code, target.read_bytes() == first) == (2 if name == "ggf" else 1, True)
    said = f"analyze: cannot write {target}: there is a file "
    assert (said in err) == (name == "ggf")
    for text in OTHERS:
        target.write_text(text)
        code, _, err = analyze(capfd, *words)
        assert (
            code == 2 and said in err and err.endswith("; --force overwrites it\n") and err.count("\n") == 1
        )
        assert target.read_text() == text
    assert analyze(capfd, *words, "--force")[0] == 1
    assert target.read_bytes() == first


@pytest.mark.parametrize("target", ["", "out.ggf"])
def test_a_game_without_a_place_in_the_format_is_named_before_the_work(target, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(analyze_command, "Reviewer", lambda *words: 1 / 0)
    words = ["-o", tmp_path / target] if target else []
    code, out, err = analyze(capfd, RECORDS / "sos.sgf", "--visits", 20, "--format", "ggf", "--quiet", *words)
    assert (code, out) == (1, "")
    assert "line 1: GGF is for Othello, and this is a game of SOS" in err
    assert not words or not words[1].exists()


@pytest.mark.parametrize("name", ["no/out.txt", "."])
def test_a_file_that_cannot_be_written_is_told_before_the_work(name, short, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(analyze_command, "Reviewer", lambda *words: 1 / 0)
    before = sorted(os.listdir(tmp_path))
    code, out, err = analyze(capfd, short, "--visits", 20, "-o", tmp_path / name)
    assert (code, out) == (2, "") and err.startswith(f"outflank: analyze: cannot write {tmp_path / name}: ")
    assert sorted(os.listdir(tmp_path)) == before


def test_the_old_file_stays_until_the_new_one_is_whole(short, tmp_path, capfd, monkeypatch):
    target = tmp_path / "out.txt"
    words = (short, "--visits", 20, "--quiet", "-o", target)
    analyze(capfd, *words)
    first = target.read_bytes()

    def fails(*words):
        assert target.read_bytes() == first
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fails)
    code, _, err = analyze(capfd, *words)
    assert code == 1 and "No space left on device" in err and target.read_bytes() == first
    assert sorted(os.listdir(tmp_path)) == ["games.txt", "out.txt"]


def test_the_file_that_is_read_is_not_written(tmp_path, capfd):
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[2];B[fe])\n(;GM[2];B[df])\n")
    before = path.read_bytes()
    code, _, err = analyze(capfd, path, "--visits", 20, "--game", 1, "--format", "sgf", "-o", path)
    assert (code, "the file that is read" in err, path.read_bytes()) == (2, True, before)


@pytest.mark.parametrize("name", ["text", "json"])
def test_what_stdout_does_not_take_is_said(name, short):
    done = gtp_script.without_stdout("analyze", short, "--visits", "20", "--quiet", "--format", name)
    assert done.returncode == 1
    assert b"analyze: cannot write to stdout" in done.stderr


@pytest.mark.parametrize("name", ["text", "json", "ggf", "sgf", "html"])
def test_nothing_is_written_where_no_game_can_be_reviewed(name, tmp_path, capfd):
    path, target = tmp_path / "games.txt", tmp_path / "out"
    path.write_text("a1a2\n")
    for words in ([], ["-o", target]):
        code, out, err = analyze(capfd, path, "--format", name, *words)
        assert (code, out, target.exists()) == (1, "", False) and "line 1: move 1: 'a1'" in err


def test_ctrl_c_between_two_games_keeps_the_first(short, tmp_path, capfd, monkeypatch):
    def interrupted(source, writer, options):
        yield next(source.games())
        raise KeyboardInterrupt

    monkeypatch.setattr(analyze_command, "chosen", interrupted)
    target = tmp_path / "out.json"
    code, _, err = analyze(capfd, short, "--visits", 20, "--quiet", "--json", "-o", target)
    assert (code, "interrupted" in err) == (130, True)
    assert len(json.loads(target.read_text())["games"]) == 1


def test_quiet_says_nothing_but_faults(short, capfd):
    _, _, err = analyze(capfd, short, "--visits", 40, "--quiet")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), (b"", "there is nothing in it"), (b"hello\n", "no file of games")],
)
def test_files_that_are_none(content, said, tmp_path, capfd):
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    code, out, err = analyze(capfd, path)
    assert (code, out) == (2, "")
    assert said in err and str(path) in err


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "0"],
        ["--visits", "x"],
        ["--visits", "5", "--seconds", "1"],
        ["--format", "pdf"],
        ["--game", "0"],
    ],
)
def test_wrong_options(words, short, capfd):
    assert analyze(capfd, short, *words)[0] == 2


def test_help_has_an_example(capfd):
    assert "outflank analyze game.ggf" in analyze(capfd, "--help")[1]


def test_ctrl_c_ends_with_what_is_there(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("f5d6c3d3c4f4f6\n")
    code = "import sys; from outflank.protocol.cli import main; sys.exit(main(['analyze', *sys.argv[1:]]))"
    process = subprocess.Popen(
        [*gtp_script.MODULE[:1], "-c", code, str(path), "--seconds", "0.2", "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=gtp_script.ROOT,
    )
    try:
        assert process.stderr.readline() == b"line 1: 2/7 plies\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    finally:
        process.kill()
        process.wait()
    (game,) = json.loads(out)["games"]
    assert process.returncode == 130
    assert game["partial"] and 2 <= len(game["moves"]) < 7
    assert game["moves"][-1]["ply"] == 7
    assert b"interrupted" in err


ENDING = "OOOOOOOOOOOOOOOXOOOXOXOOOOOOXXOOO-OOXXOO--OOOOO----OOOO----OOOO- X"
"""Black wins by 10 with H8."""
OPENING = "---------------------------OX------XO--------------------------- X"


def test_a_position_is_answered_by_its_moves(tmp_path, capfd):
    path = tmp_path / "board.txt"
    path.write_text(f"{ENDING}\n{OPENING}\n")
    code, out, err = analyze(capfd, str(path), "--visits", "300", "--json")
    ending, opening = json.loads(out)["games"]
    assert (code, err) == (0, "")
    best = ending["best_moves"][0]
    assert (best["move"], best["discs"], best["win"], best["exact"]) == ("H8", 10.0, 1.0, True)
    margins = [row["discs"] for row in ending["best_moves"]]
    assert margins == sorted(margins, reverse=True) and all(row["exact"] for row in ending["best_moves"])
    position = OTHELLO.rules(8).parse_position(ENDING)
    assert len(margins) == len(position.moves())
    assert sorted(row["move"] for row in opening["best_moves"]) == ["C4", "D3", "E6", "F5"]
    visits = [row["visits"] for row in opening["best_moves"]]
    assert visits == sorted(visits, reverse=True) and sum(visits) >= 295 and opening["moves"] == []
    code, out, err = analyze(capfd, str(path), "--visits", "300")
    lines = out.splitlines()
    assert (
        code == 0 and lines[2] == review_text.MOVE_HEADS and re.match(r"  H8 +\+10.0= 100.0% +H8 ", lines[3])
    )
    assert review_text.written_here(out.encode())


def test_a_position_of_another_game(tmp_path, capfd):
    path = tmp_path / "sos.sgf"
    path.write_text("(;GM[0]GAME[SOS]SZ[3])")
    code, out, _ = analyze(capfd, str(path), "--visits", "100", "--json")
    moves = json.loads(out)["games"][0]["best_moves"]
    assert code == 0 and len(moves) == 18 and moves[0]["line"][0] == moves[0]["move"]


@pytest.mark.parametrize("name", ["html", "ggf", "sgf"])
def test_every_format_has_a_place_for_a_position(name, tmp_path, capfd):
    path = tmp_path / "board.txt"
    path.write_text(f"{ENDING}\n")
    code, out, err = analyze(capfd, str(path), "--visits", "50", "--format", name)
    assert (code, err) == (0, "")
    if name == "html":
        (game,) = json.loads(re.search(r' id="data">(.*?)</script>', out, re.DOTALL)[1])["games"]
        assert [one["line"][0]["move"] for one in game["best"]][:1] == ["H8"] and game["plies"] == []
    elif name == "ggf":
        (game,) = read_ggf(out)
        assert " | H8 +10.0= 100.0% H8 " in game.tags["CO"]
    else:
        (root,) = sgf.games(out)
        assert root.children[0].first("C") == "+10.0= 100.0%" and "H8" in root.first("C")
        assert len(root.children) == len(OTHELLO.rules(8).parse_position(ENDING).moves())


def test_a_finished_position_has_no_moves():
    rules = OTHELLO.rules(8)
    over = Record("line 1", OTHELLO, 8, Game(rules, rules.parse_position("X" * 64 + " O")))
    assert Reviewer(over, QUICK).moves() == ()
