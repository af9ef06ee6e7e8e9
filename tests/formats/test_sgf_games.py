"""Games as SGF records: every spelling of Othello, set-up positions, all games there and back, files."""

import json
import os
import random

import gtp_script
import pytest
from hypothesis import given, settings, strategies as st
from places import TESTS
from record_texts import sgf_game, sgf_of
from sgfmill import sgf_grammar

from outflank.engine.analysis.report import Row
from outflank.engine.game import Game
from outflank.engine.games import GAMES, find_game
from outflank.protocol.formats.games import sgf_writer
from outflank.protocol.formats.games.sgf_reader import before
from outflank.protocol.formats.notation import text_of
from outflank.protocol.formats.record import Line, Note, Record, Result
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.formats.syntax.sgf import Unreadable
from outflank.protocol.serve import new_session
from outflank.protocol.session.inbox import Inbox
from outflank.protocol.session.log import Log
from outflank.protocol.session.loop import Loop
from outflank.protocol.settings import read_words

TRACES = [
    trace
    for line in (TESTS / "traces" / "othello.jsonl").read_text().splitlines()
    if (trace := json.loads(line))["n"] != 4
]
OTHELLO = find_game("Othello")
SKIPPING_I = str.maketrans("ij", "jk")
STYLES = ("quarry", "go", "algebraic", "go for Go")


def game_of(variant, size, texts):
    """The game of these moves, each made by whoever is to move."""
    game = Game(variant.rules(size))
    for text in texts:
        move = game.rules.find_move(text)
        position = game.position
        while move not in position.moves() and position.moves() == [game.rules.pass_move]:
            position = position.play(game.rules.pass_move)
        game.play(position.mover, move)
    return game


def random_game(variant, size, picks, start=None):
    game = Game(variant.rules(size), start)
    for pick in picks:
        if moves := game.position.moves():
            game.play(game.position.mover, moves[pick % len(moves)])
    return game


def replayed(trace):
    texts = [text.translate(SKIPPING_I) for text in trace["moves"] if text != "pass"]
    return game_of(OTHELLO, trace["n"], texts)


def written(game, size, style, passes):
    """A record as another program would write it; `passes` says which passes are in it."""
    head = {"quarry": "GM[2]", "algebraic": "GM[2]", "go": "", "go for Go": "GM[1]"}[style] + f"SZ[{size}]"
    nodes = []
    position = game.start
    for player, move in game.made:
        while position.mover != player:
            nodes.append(("BW"[position.mover], None))
            position = position.play(game.rules.pass_move)
        nodes.append(("BW"[player], game.rules.move_text(move).lower()))
        position = position.play(move)
    text = ""
    for colour, square in nodes:
        if square is None:
            text += f";{colour}[{passes}]" if passes is not None else ""
        else:
            text += f";{colour}[{spelt(square, size, style)}]"
    return f"(;FF[4]{head}{text})".encode()


def spelt(square, size, style):
    if style == "algebraic":
        return square
    column, row = "abcdefghjk".index(square[0]), int(square[1:]) - 1
    row = row if style == "quarry" else size - 1 - row
    return "abcdefghij"[column] + "abcdefghij"[row]


def state(game):
    return game.rules.position_text(game.position)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("passes", [None, "", "tt", "PA"])
def test_recorded_games_in_every_spelling(style, passes):
    sizes = set()
    for trace in TRACES[:: 9 if passes is None else 30]:
        game = replayed(trace)
        loaded = sgf_game(written(game, trace["n"], style, passes))
        assert (loaded.variant, loaded.size) == (OTHELLO, trace["n"])
        assert state(loaded.game).split()[0] == trace["final"].replace(".", "-")
        sizes.add(loaded.size)
    assert sizes == {6, 8, 10}


@pytest.mark.parametrize("algebraic", [False, True])
def test_recorded_games_there_and_back(algebraic):
    passed = 0
    for trace in TRACES[::3]:
        game = replayed(trace)
        text = sgf_of(OTHELLO, trace["n"], game, algebraic=algebraic)
        loaded = sgf_game(text.encode())
        assert state(loaded.game) == state(game)
        passes = loaded.game.rules.pass_move in [move for _, move in loaded.game.made]
        assert not passes or algebraic
        passed += trace["passes"] > 0
        win = trace["diff_empties_to_winner"]
        result = f"{'B' if win > 0 else 'W'}+{abs(win)}" if win else "0"
        assert f"RE[{result}]" in text
        oracle = sgf_grammar.parse_sgf_game(text.encode())
        moves = [properties for properties in oracle.sequence if set(properties) <= {"B", "W"}]
        assert len(moves) == loaded.game.turns
    assert passed > 5


@pytest.mark.parametrize("algebraic", [False, True])
def test_a_wiped_out_side_there_and_back(algebraic):
    game = game_of(OTHELLO, 8, ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"])
    assert game.position.over and "O" not in state(game).split()[0]
    text = sgf_of(OTHELLO, 8, game, algebraic=algebraic)
    assert "RE[B+64]" in text
    assert sgf_game(text.encode()).game.made == game.made


def test_straight_letters_on_ten_by_ten():
    """Programs that know no GTP do not skip the letter i."""
    for trace in [trace for trace in TRACES if trace["n"] == 10][:5]:
        nodes = "".join(
            f";{'BW'[player]}[{text.translate(str.maketrans('jk', 'ij'))}]"
            for player, text in (
                (player, game_text) for player, game_text in moves_of(replayed(trace)) if game_text != "pass"
            )
        )
        loaded = sgf_game(f"(;GM[2]SZ[10]{nodes})".encode())
        assert state(loaded.game).split()[0] == trace["final"].replace(".", "-")


def moves_of(game):
    return [(player, text_of(game.rules, move).lower()) for player, move in game.made]


PICKS = st.lists(st.integers(0, 300), max_size=70)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(v, size) for v in GAMES for size in v.sizes if "sgf" in v.records]),
    PICKS,
    st.integers(0, 30),
    st.booleans(),
)
def test_every_game_there_and_back(row, picks, cut, algebraic):
    """From the usual start, and from a position in the middle."""
    variant, size = row
    game = random_game(variant, size, picks)
    rules = game.rules
    middle = rules.parse_position(rules.position_text(game.positions[min(cut, game.turns)]))
    for one in (game, random_game(variant, size, picks, middle)):
        text = sgf_of(variant, size, one, algebraic=algebraic)
        assert sgf_grammar.parse_sgf_collection(text.encode())
        assert "\n\n" not in text
        loaded = sgf_game(text.encode())
        assert (loaded.variant, loaded.size) == (variant, size)
        assert state(loaded.game) == state(one)
        same = loaded.game.rules.position_text(loaded.game.start)
        assert same == rules.position_text(one.start)
        if variant is not OTHELLO:
            assert loaded.game.made == one.made
        assert sgf_of(variant, size, loaded.game, algebraic=algebraic) == text


START = "---------------------------OX------XO---------------------------"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("(;)", f"{START} X"),
        ("(;GM[2]PL[W])", f"{START} O"),
        ("(;GM[2];PL[white];W[f4])", None),
        # The usual start written out in either order of rows, or with an edit that changes nothing.
        ("(;GM[2]AB[ed][de]AW[dd][ee])", f"{START} X"),
        ("(;GM[2]AB[ee][dd]AW[de][ed];B[fd])", None),
        ("(;GM[1]SZ[8]AB[ee][dd]AW[de][ed])", f"{START} X"),
        ("(;SZ[8]AB[ed][de]AW[dd][ee])", f"{START} X"),
        ("(;AB[d5][e4]AW[d4][e5]PL[B])", f"{START} X"),
        ("(;GM[2]AE[dd:ee])", f"{'-' * 64} X"),
        ("(;GM[2]AB[aa:hh]AW[hh])", f"{'X' * 63}O X"),
        ("(;GM[2]AB[aa];AW[ba];W[fd])", None),
        ("(;SZ[8:8]AddBlack[a1])", f"X{START[1:]} X"),
        ("(;SZ[8]AB[aa])", f"{START[:56]}X{START[57:]} X"),
    ],
)
def test_set_up_positions(text, position):
    game = sgf_game(text).game
    assert game.turns == text.count(";W[") + text.count(";B[")
    if position:
        assert state(game) == position


def test_who_moves_first_is_to_move_after_a_set_up():
    assert sgf_game("(;GM[2]AB[ed][de]AW[dd][ee];W[fd])").game.start.mover == 1


def test_passes_after_the_end_are_taken():
    game = sgf_game("(;GM[2]AB[aa:hh]AW[hh];B[];W[tt];B[pass])").game
    assert (game.turns, game.position.over) == (3, True)


def test_two_moves_in_one_node_are_taken_in_order():
    assert sgf_game("(;GM[2];B[fe]W[fd])").game.turns == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no SGF game"),
        ("(;B[fe)", "line 1, column 5"),
        ("(;GM[2];B[fe];W[fe])", "move 2: 'fe' is not legal for white"),
        ("(;GM[2];B[fe];B[dc])", "move 2: 'dc' of black, but white is to move"),
        ("(;GM[2];B[fe];W[])", "move 2: white passes, who has a move"),
        ("(;GM[2];B[ii])", "move 1: 'ii' is no square"),
        ("(;GM[2];B[f9])", "move 1: 'f9' is no square"),
        ("(;GM[2];B[f])", "move 1: 'f' is no square"),
        ("(;GM[2];B[fe][dc])", "move 1: 2 moves at once"),
        ("(;GM[2];B[fe];AB[aa])", "after move 1: stones are set up"),
        ("(;GM[2]AB[zz])", "'zz' is no square"),
        ("(;GM[2]AB" + "[aa]" * 65 + ")", "65 points in AB"),
        ("(;GM[2]PL[red])", "PL 'red'"),
        ("(;GM[2]SZ[7])", "size 7"),
        ("(;GM[1];B[fe])", "size 19"),
        ("(;GM[3])", "GM.3. is no game"),
        ("(;GM[Othello]PC[x])", "GGF"),
        ("(;GAME[Chess])", "'Chess' is no game"),
        ("(;GAME[SOS]SZ[2])", "size 2"),
        ("(;GAME[SOS];B[Z1S])", "move 1: "),
        ("(;GAME[SOS];B[A1S];B[A2S])", "move 2: 'A2S' of black, but white is to move"),
        ("(;GAME[SOS]AB[aa])", "only Othello"),
        ("(;GAME[SOS]POSITION[x])", "POSITION: "),
        ("(;GAME[SOS];B[\u00e9])", "move 1: "),
        ("(;GAME[Rolit];B[f4])", "move 1: 'B' is none of red, yellow"),
        ("(;GAME[Rolit];MOVE[f4])", "move 1: 'f4' is none of red"),
        ("(;GAME[Rolit];MOVE[pink f4])", "move 1: 'pink' is none of red"),
        ("(;GAME[PolyClash]KM[6.5])", "a komi of '6.5'"),
        ("(;GAME[PolyClash]KM[nan])", "a komi of 'nan'"),
        ("(;GAME[PolyClash]KM[x])", "a komi of 'x'"),
        ("(;GAME[PolyClash];B[302])", "move 1: "),
        ("(;GM[2]AB[aa:hh]" + ";B[]" * 4001 + ")", "more than 4000 moves"),
    ],
)
def test_what_is_refused(text, reason):
    with pytest.raises(Unreadable, match=reason):
        sgf_game(text)


@given(st.lists(st.sampled_from("(;)[]BW") | st.sampled_from(["AB", "PL", "fe", "f5", "GAME", "SOS"])))
def test_any_text_is_read_or_refused(pieces):
    try:
        assert sgf_game("(;" + "".join(pieces)).game.turns >= 0
    except Unreadable:
        return


def test_the_position_before_a_move():
    game = game_of(OTHELLO, 8, ["f5", "f4", "e3"])
    record = Record("", OTHELLO, 8, game)
    for word, turns in (("1", 0), ("3", 2), ("4", 3), ("99", 3), ("9" * 30, 3), ("F4", 1), ("e3", 2)):
        assert before(record, word).turns == turns
    assert game.turns == 3
    for word in ("0", "00", "-1", "A1", "pass", "x", "\u00e9", "+1", "1.5", "\u0663"):
        with pytest.raises(Unreadable):
            before(record, word)


def test_what_was_found_is_a_comment():
    game = Game(OTHELLO.rules())
    move = game.rules.find_move("F5")
    game.play(0, move, Row(move, 12, 0.625, 0.25, None, None, (move, game.rules.find_move("d6"))))
    game.play(1, game.rules.find_move("d6"), Row(move, 3, 1.0, 0.25, 1.0, None, (move,)))
    game.play(0, game.rules.find_move("c3"))
    gtp = session()
    gtp.player.adopt(game.with_rules(gtp.player.rules))
    text = say(gtp, "outflank-printsgf values").data.decode()
    assert ";B[fe]C[value 0.6250, visits 12, line F5 D6]\n" in text
    assert ";W[df]C[value 1.0000, certain, visits 3, line F5]\n;B[cc])" in text
    assert "PB[Outflank]PW[Outflank]" in text
    assert "C[value" not in say(gtp, "printsgf").data.decode()
    other = game.with_rules(OTHELLO.rules())
    other.undo(2)
    assert [thought is None for thought in game.thoughts] == [False, False, True]
    assert other.thoughts == game.thoughts[:1]


def session(*options):
    return new_session(read_words([*gtp_script.OPTIONS, *options]))


def say(gtp, line):
    return gtp.answer(os.fsencode(line), False)


OURS = "(;FF[4]GM[2]CA[UTF-8]AP[Outflank:0.1.0]SZ[8]\n;B[fe])\n"
"""A record as the program has always written it."""
FOREIGN = {
    "lisp": "(setq inhibit-startup-screen t)\n",
    "go": "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]SZ[19];B[pd])",
    "another program's Othello": "(;FF[4]GM[2]AP[Quarry:0.2.0]SZ[8];B[fe])",
    "no program's": "(;GM[2];B[fe])",
    "named in a comment": "(;FF[4]GM[2]C[AP[Outflank:1\\]];B[fe])",
    "named in a move": "(;FF[4]GM[2];AP[Outflank:1]B[fe])",
    "a name that goes on": "(;FF[4]GM[2]AP[Outflanker:1];B[fe])",
    "ours, then another's": OURS + "(;FF[4]GM[1]AP[CGoban:3];B[pd])",
    "notes before ours": f"To be shown to Ann:\n{OURS}",
    "notes behind ours": f"{OURS}That was a game!\n",
    "damaged": OURS.replace(";B[fe]", ";B[fe"),
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("verb", ["printsgf", "outflank-printsgf values"])
def test_only_a_record_of_our_own_is_replaced(verb, text, tmp_path):
    gtp = session()
    path = tmp_path / "x"
    path.write_text(text)
    before = path.stat()
    assert say(gtp, f"{verb} {path}").data == b"? cannot save file: there is a file of another kind\n\n"
    after = path.stat()
    # The time of the last reading may change: the program looks into the file, and so does the next line.
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert after.st_mtime_ns == before.st_mtime_ns
    assert path.read_text() == text and os.listdir(tmp_path) == ["x"]


@pytest.mark.parametrize("old", ["", " \n", OURS, f"\n{OURS}\n{OURS}", OURS.replace("GM[2]", "GM[0]")])
def test_a_record_of_our_own_or_an_empty_file_is_replaced(old, tmp_path):
    gtp = session()
    (tmp_path / "x").write_text(old)
    say(gtp, "play b f5")
    assert say(gtp, f"printsgf {tmp_path / 'x'}").data == b"=\n\n"
    assert (tmp_path / "x").read_text().endswith("\n;B[fe])\n")


@pytest.mark.parametrize("name", ["x.sgf", "two words.sgf", "\u00fc \u03b1.sgf", "1", "values"])
def test_a_game_is_written_and_loaded(tmp_path, name):
    gtp = session()
    for _ in range(6):
        say(gtp, f"genmove {gtp.player.players[gtp.player.position.mover]}")
    expected = state(gtp.player.game)
    path = tmp_path / "a b" / name
    path.parent.mkdir()
    path.write_text(OURS)
    assert say(gtp, f"outflank-printsgf values {path}").data == b"=\n\n"
    assert path.read_text().count("C[value ") == 6
    assert os.listdir(path.parent) == [name]
    assert say(gtp, "clear_board").data == b"=\n\n"
    assert say(gtp, f"loadsgf {path}").data == b"=\n\n"
    assert state(gtp.player.game) == expected
    assert say(gtp, f"loadsgf {path} 3").data == b"=\n\n"
    assert gtp.player.game.turns == 2


def everything(gtp):
    """All that a refused record must leave as it is."""
    player = gtp.player
    return (
        state(player.game), player.game.made, player.game.thoughts, player.variant, player.size, player.komi,
        player.search_session, player.search_session.last, player.report.visits, vars(player.clock).copy(),
    )  # fmt: skip


def test_a_refused_file_changes_nothing_and_says_why_in_the_note(tmp_path):
    gtp = session()
    for line in ("komi 3", "time_settings 60 0 0", "play b f5", "genmove w"):
        say(gtp, line)
    before = everything(gtp)
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "large").write_bytes(b"(;GM[2])" + b" " * (4 << 20))
    (tmp_path / "locked").write_bytes(b"(;GM[2];B[fe];W[aa])")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, reason in (
        ("fifo", "not a regular file"),
        (".", "not a regular file"),
        ("large", "more than 4194304 bytes"),
        ("locked", "move 2: 'aa' is not legal for white"),
        ("loop", "symbolic links"),
        ("none", "No such file"),
    ):
        reply = say(gtp, f"loadsgf {tmp_path / name}")
        assert reply.data == b"? cannot load file\n\n"
        assert reply.note.startswith("loadsgf: ") and reason in reply.note
        assert everything(gtp) == before


def test_a_file_of_the_same_game_keeps_the_tree(tmp_path):
    gtp = session()
    say(gtp, "genmove b")
    search_session = gtp.player.search_session
    assert say(gtp, "loadsgf tests/records/quarry.sgf").data == b"=\n\n"
    assert gtp.player.search_session is search_session
    assert say(gtp, "loadsgf tests/records/sos.sgf").data == b"=\n\n"
    assert gtp.player.search_session is not search_session


def test_komi_of_a_file_counts():
    gtp = session()
    assert say(gtp, "loadsgf tests/records/polyclash.sgf").data == b"=\n\n"
    assert gtp.player.rules.komi == 0.05
    assert gtp.player.game.rules is gtp.player.rules


def test_a_failing_save_leaves_the_old_file(tmp_path, monkeypatch):
    gtp = session()
    path = tmp_path / "x.sgf"
    path.write_text(OURS)
    link = tmp_path / "link.sgf"
    link.symlink_to(path)

    def fail(part, name):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        reply = say(gtp, f"printsgf {path}")
    assert reply.data == b"? cannot save file: No space left on device\n\n"
    assert reply.note == "printsgf: No space left on device"
    assert path.read_text() == OURS and sorted(os.listdir(tmp_path)) == ["link.sgf", "x.sgf"]
    os.mkfifo(tmp_path / "fifo")
    assert say(gtp, f"printsgf {tmp_path / 'fifo'}").data == b"? cannot save file: not a regular file\n\n"
    # A link stays one; the file behind it is written.
    assert say(gtp, f"printsgf {link}").data == b"=\n\n"
    assert link.is_symlink() and path.read_text().startswith("(;FF[4]GM[2]")


def test_the_reason_is_in_the_log_and_not_on_stderr(tmp_path, start):
    log = tmp_path / "log"
    peer = start("--log", str(log))
    assert peer.ask("loadsgf tests/records/illegal.sgf") == "? cannot load file"
    peer.hang_up()
    assert peer.end() == (0, b"", b"")
    assert "! loadsgf: move 3: 'aa' is not legal for black" in log.read_text()


def test_the_reply_is_a_record_for_the_oracle():
    gtp = session()
    random.seed(5)
    for _ in range(30):
        player = gtp.player.position.mover
        moves = gtp.player.position.moves()
        gtp.player.play(player, gtp.player.text_of(random.choice(moves)))
    frame = say(gtp, "outflank-printsgf values algebraic").data
    assert len(gtp_script.frames_of(frame)) == 1
    (root,) = sgf.games(frame[2:].decode())
    assert root.first("GM") == "2" and root.first("AP").startswith("Outflank:")
    assert len(sgf_grammar.parse_sgf_game(frame[2:]).sequence) == 31


def test_a_person_at_a_terminal_is_told_why():
    told = []
    gtp = session()
    inbox = Inbox(gtp.hurries, gtp.bell.ring)
    desk = Loop(gtp, inbox, gtp_script.Sink(), Log(""), "> ", told.append)
    inbox.feed(b"loadsgf tests/records/illegal.sgf\n")
    inbox.end()
    assert desk.run() == 0
    assert "(loadsgf: move 3: 'aa' is not legal for black)\n" in told


def test_a_move_that_was_not_searched_has_no_thought():
    gtp = session()
    say(gtp, "genmove b")
    found = gtp.player.game.thoughts[0]
    assert found.move == gtp.player.game.made[0][1] and found.visits > 0 and found.line[0] == found.move
    gtp.player.set_position("-OX" + "-" * 61 + " X")
    assert say(gtp, "genmove b").data == b"= A1\n\n"
    assert gtp.player.game.thoughts == (None,)


ANNOTATED = """(;GM[2]PB[Ann]C[good
fun];B[fe]C[usual](;W[df]DO[];B[cc]BM[2]C[?](;W[dc];B[cd])(;W[pp])(;W[fc]C[or];B[ad]))(;W[fd];B[ec]C[deep]))"""


def test_comments_marks_and_variations_are_read_and_written():
    record = sgf_game(ANNOTATED)
    find = record.game.rules.find_move
    assert record.facts == {"comment": "good\nfun"}
    assert [(note.comment, note.mistake) for note in record.notes] == [
        ("usual", 0),
        ("", 1),
        ("?", 3),
        ("", 0),
        ("", 0),
    ]
    assert record.notes[1].others == (Line((find("F4"), find("E3"))),)
    # The first move of one variation is not legal, the second of the other is not.
    assert record.notes[3].others == (Line((find("F3"),), "or"),)
    text = sgf_writer.text(record)
    again = sgf_game(text)
    assert (again.notes, again.facts, again.names) == (record.notes, record.facts, record.names)
    assert ";B[fe]C[usual]" in text and "(;W[fc]C[or])" in text
    algebraic = sgf_game(sgf_writer.text(record, algebraic=True))
    assert algebraic.notes == record.notes


def test_variations_beside_a_forced_pass():
    """A variation stands in place of a move, behind the passes that are left out before both."""
    game = Game(OTHELLO.rules(), OTHELLO.rules().parse_position("OX" + "-" * 14 + "OX" + "-" * 46 + " X"))
    moves = game.ready(1).moves()
    assert game.position.moves() == [game.rules.pass_move] and len(moves) > 1
    game.play(1, moves[0])
    record = Record("", OTHELLO, 8, game, (Note(others=(Line((moves[1],), "x"),)),))
    for algebraic in (False, True):
        again = sgf_game(sgf_writer.text(record, algebraic))
        assert [note.others for _, _, note in again.plies() if note.others] == [record.notes[0].others]


def test_variations_behind_the_last_move():
    record = sgf_game("(;GM[2];B[fe](;C[the end])(;W[df]))")
    assert record.ahead == (Line((record.game.rules.find_move("D6"),)),)
    assert sgf_game(sgf_writer.text(record)).game.turns == 2


def test_players_who_are_not_black_and_white_have_names():
    text = "(;GM[0]GAME[Rolit]PLAYER[red Ann B.][blue Cy][pink Dan]PB[x];MOVE[red F4])"
    record = sgf_game(text)
    assert record.names == ("Ann B.", "", "", "Cy") and record.labels == ("Ann B.", "yellow", "green", "Cy")
    assert "PLAYER[red Ann B.][blue Cy]" in sgf_writer.text(record)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("(;GM[2]RE[W+12.00])", Result(-12.0, words="W+12.00")),
        ("(;GM[2]RE[B+Resign])", Result(None, 0, "resigned", words="B+Resign")),
        ("(;GM[2]RE[Draw])", Result(0.0, words="Draw")),
        ("(;GM[2]RE[W+F])", Result(None, 1, "left", words="W+F")),
        ("(;GM[2]RE[Void])", None),
        ("(;GM[2]RE[who knows])", Result(words="who knows")),
        ("(;GAME[Rolit 2]RE[red=40 green=24])", Result(scores=(40.0, 24.0), words="red=40 green=24")),
        ("(;GAME[Rolit 2]RE[green=24 red=40])", Result(words="green=24 red=40")),
        ("(;GAME[PolyClash]RE[B+0.0312])", Result(0.0312, words="B+0.0312")),
    ],
)
def test_results(text, result):
    assert sgf_game(text).result == result


def test_values_and_times_become_comments():
    record = sgf_game("(;GM[2];B[fe];W[df];B[cc])")
    notes = (Note(book=True), Note(1.5, -0.25, "share", 100, 7), Note(2.0))
    text = sgf_writer.text(record._replace(notes=notes))
    assert ";B[fe]C[opening]\n" in text and ";B[cc]C[2.000 s])" in text
    assert ";W[df]C[1.500 s, value -0.25 share, visits 100, depth 7]\n" in text
