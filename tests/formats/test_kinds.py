"""Files of games of every kind: detection, the games played out, and bad ones among them."""

import pytest
from hypothesis import example, given, settings, strategies as st
from othello_samples import CHECK
from random_games import (
    PERFECT,
    PICKS,
    USUAL,
    USUAL_STARTS,
    WIPE_OUT,
    games,
    plies_of,
    squares,
    without_last_passes,
)
from record_texts import moves_of

from outflank.engine.games import OTHELLO
from outflank.protocol.formats import kinds
from outflank.protocol.formats.games.wthor_games import Archive
from outflank.protocol.formats.record import BadCollection, Broken, Record, Result
from outflank.protocol.formats.replay import BadGame, Told, board_of, play_othello, told_of
from outflank.protocol.formats.results import contradiction, ggf_result, lead_of
from outflank.protocol.formats.syntax import wthor
from outflank.protocol.formats.syntax.boards import Board, usual_board
from outflank.protocol.formats.syntax.ggf import Ggf, Move
from outflank.protocol.formats.syntax.ggf_writer import write_ggf
from outflank.protocol.formats.tags import THEORY


def said(game):
    """What is wrong with a game; empty where nothing is."""
    return str(game) if isinstance(game, Broken) else game.stopped and f"{game.place}: {game.stopped}"


BOARD = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GGS = (
    "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[ann]PW[bot]RB[2012.3]TI[05:00//02:00]TY[8]"
    f"RE[+2.000]BO[{BOARD}]B[f5//1.50]W[d6/0.31/0.80]B[c3//2.00];)\n"
)
SYNCHRO = GGS.replace("1 (", "2 (").rstrip() + GGS[2:]


def read(text, *names):
    return list(kinds.games(text if isinstance(text, bytes) else text.encode(), "", *names))


def kind_of(data, name=""):
    return kinds.Source(data, name).kind.name


def played(start, plies, **told):
    """The record of a game whose notes come from its plies."""
    game = play_othello(start, map(told_of, plies))
    notes = tuple(told_of(ply).note for ply in plies)
    return Record("line 1", OTHELLO, start.size, game, notes, **told)


def replay(start, moves):
    """The plies of a game: those that are told, and the forced passes between them."""
    game = play_othello(
        start, [Told(None if colour is None else "XO".index(colour), square) for colour, square, *_ in moves]
    )
    return moves_of(Record("", OTHELLO, start.size, game))


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (GGS, "ggf"),
        ("(;GM[othello]BO[8 " + USUAL + " *];)", "ggf"),
        ("(;B[f5];)", "ggf"),
        ("(;GM[2]FF[4];B[fe])", "sgf"),
        ("(;FF[4]\nGM[1];B[fd])", "sgf"),
        ("(;B[fe])", "sgf"),
        ("a letter before it (;GM[2];B[fe])", "sgf"),
        ('[Black "a"]\n1. f5', "pgn"),
        ("f5d6", "transcript"),
        ("\ufeff1. F5 D6", "transcript"),
        ("+f5-d6: +2 10", "transcript"),
        (f"{USUAL} X; f5", "transcript"),
        (CHECK, "wthor"),
    ],
)
def test_kinds(data, kind):
    assert kind_of(data if isinstance(data, bytes) else data.encode()) == kind


def test_the_name_counts_only_where_the_content_does_not_tell():
    assert kind_of(b"(;B[f5];)", "a.sgf") == "sgf"
    assert kind_of(b"(;B[f5])", "A.GGF") == "ggf"
    assert kind_of(GGS.encode(), "a.sgf") == "ggf"
    assert kind_of(b"f5d6", "a.ggf") == "transcript"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "nothing in it"),
        (b" \n\r\n", "nothing in it"),
        (b"Dear Sir,\n", "no file of games"),
        (b"\xff\xfea\0b\0", "UTF-16"),
        (CHECK[:-1], "83 bytes"),
        (b"\0", "no file of games"),
        (b"\x7fELF\x02\x01\x01" + bytes(57), "no file of games"),
        (b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(20), "no file of games"),
        (wthor.write_names(["a"], 20, (2026, 1, 1)), "36 bytes"),
    ],
)
def test_what_is_no_file_of_games_at_all(data, reason):
    with pytest.raises(BadCollection, match=reason):
        kinds.games(data)


def test_a_name_that_says_wthor_is_told_what_is_wrong_with_the_file():
    with pytest.raises(BadCollection, match="created on day 70 of month 76"):
        kinds.games(b"\x7fELF\x02\x01\x01" + bytes(57), "GAMES.WTB")


def test_a_game_of_ggs():
    (game,) = read(GGS)
    assert game.place == "line 1" and game.names == ("ann", "bot") and game.result == Result(2.0)
    assert game.ratings == ("2012.3", "") and game.facts["TI"] == "05:00//02:00"
    assert moves_of(game) == (
        Move("X", "f5", None, 1.5),
        Move("O", "d6", 0.31, 0.8),
        Move("X", "c3", None, 2.0),
    )
    assert game.game.turns == 3 and lead_of(game) is None and contradiction(game) == ""


def test_archives_synchro_games_and_names_that_are_null():
    found = read(GGS + SYNCHRO + "\n" + GGS[2:].replace("[bot]", "[null]"))
    assert [game.place for game in found] == ["line 1", "line 2", "line 2", "line 4"]
    assert found[-1].names == ("ann", "")


def test_a_komi_game_begins_with_the_first_move_that_was_made_not_with_what_was_chosen():
    text = f"(;GM[Othello]TY[8k]BO[{BOARD}]KB[d3/1.00/2.5]KW[f5/2.00/1.5]KM[1.5]B[f5/2.00]W[d6];)"
    (game,) = read(text)
    assert squares(moves_of(game)) == ("f5", "d6") and game.facts["KM"] == "1.5"


def test_bad_games_of_ggf_do_not_stop_the_others():
    bad = [
        GGS.replace("f5//1.50", "a1"),
        GGS.replace("f5//1.50", "f5/x"),
        GGS.replace("[Othello]", "[Amazons]"),
        GGS.replace(BOARD, "12 " + "-" * 144 + " *"),
        GGS.replace("W[d6/0.31/0.80]", ""),
        GGS.replace("W[d6/0.31/0.80]", "W[pass]"),
        GGS.replace(";)", ""),
    ]
    found = read(GGS + "".join(row + GGS for row in bad))
    assert sum(isinstance(game, Record) and not game.stopped for game in found) == len(bad) + 1
    broken = [said(game) for game in found if isinstance(game, Broken) or game.stopped]
    assert broken[:-1] == [
        "line 2: move 1: 'a1' is not legal for black",
        "line 4: 'x' is no number",
        "line 6: a game of 'Amazons'",
        "line 8: a board of size 12 is not played here",
        "line 10: move 2: 'c3' of black, but white is to move",
        "line 12: move 2: white passes, who has a move",
    ]
    assert broken[-1].startswith("line 14: no tag with a value at character ")


def test_sgf_games_and_the_bad_ones_among_them():
    text = (
        "(;GM[2]PB[ann]PW[bot]DT[2026]BR[1500]RE[W+4];B[fe];W[df](;B[cc])(;B[zz]))\n"
        "(;FF[4]GM[2];B[f5]\n"
        "(;GM[2]FF[4]RE[0];B[f5];W[a1])\n"
        "(;GM[1]SZ[19];B[aa])\n"
        "(;GM[2];B fe)\n"
        "(;GM[0]GAME[SOS];B[A1S])\n"
        "(;RE[B+R];B[fd])"
    )
    found = read(text)
    assert [said(game) or (game.variant.name, game.game.turns) for game in found] == [
        ("Othello", 3),
        ("Othello", 1),
        "line 3: move 2: 'a1' is not legal for white",
        "line 4: Othello is not played on a board of size 19",
        "line 5, column 11: a property without a value",
        ("SOS", 1),
        ("Othello", 1),
    ]
    assert (found[0].names, found[0].ratings) == (("ann", "bot"), ("1500", ""))
    assert (found[0].facts, found[0].result) == ({"date": "2026"}, Result(-4.0, words="W+4"))
    assert (found[6].facts, found[6].result) == ({}, Result(None, 0, "resigned", words="B+R"))
    assert [ggf_result(found[at]) for at in (0, 6)] == ["-4", "+64:r"]


def test_wthor_with_names():
    names = kinds.Names(("???",) * 445 + ("ann",), ("???",) * 70 + ("Paris",))
    (game,) = read(CHECK, names)
    assert game.place == "game 1" and squares(moves_of(game)) == ("f5", "f4", "e3", "d2")
    assert game.facts == {"site": "Paris", "date": "1980", THEORY: "39"}
    assert (game.names, game.result) == (("ann", ""), Result(-2.0))
    assert read(CHECK)[0].names == ()


def test_bad_games_of_wthor_do_not_stop_the_others():
    record = CHECK[16:]
    bad = record[:9] + b"\x63" + record[10:]
    illegal = record[:9] + b"\x0b" + record[10:]
    data = CHECK[:4] + b"\x04" + CHECK[5:] + bad + record + illegal
    found = read(data)
    assert [said(game) for game in found[1::2]] == [
        "game 2: move 2: 99 is no square",
        "game 4: move 2: 'a1' is not legal for white",
    ]
    assert found[2].game.made == found[0].game.made


def test_transcripts_and_the_bad_ones_among_them():
    found = read(f"{PERFECT}\nf5a1\nf5d6x\n\n{WIPE_OUT}\n+f5-d6: +2 10\n+f5+d6\n{USUAL} O; f4\r\n")
    assert [said(game) or lead_of(game) for game in found] == [
        0,
        "line 2: move 2: 'a1' is not legal for white",
        "line 3, move 3: 'x' is no move",
        64,
        None,
        "line 7: move 2: 'd6' of black, but white is to move",
        None,
    ]
    assert board_of(found[-1].game.start) == Board(8, USUAL, "O")


def test_results_that_the_moves_contradict():
    (right, raw, wrong, resigned, short) = read(
        "\n".join(
            f"(;GM[Othello]RE[{result}]"
            + "".join(f"{'BW'[i % 2]}[{WIPE_OUT[2 * i : 2 * i + 2]}]" for i in range(n))
            + ";)"
            for result, n in (("64", 9), ("13", 9), ("12", 9), ("-64:t", 9), ("12", 8))
        )
    )
    assert [contradiction(game) for game in (right, raw, resigned, short)] == [""] * 4
    assert contradiction(wrong) == "its result is given as +12, but its moves lead to +64"


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ([("X", "a1")], "move 1: 'a1' is not legal for black"),
        ([(None, "f5"), (None, "f5")], "move 2: 'f5' is not legal for white"),
        ([("X", "f5"), ("X", "f6")], "move 2: 'f6' of black, but white is to move"),
        ([("O", "f4")], "move 1: 'f4' of white, but black is to move"),
        ([(None, "pass")], "move 1: black passes, who has a move"),
        ([("X", "f5"), ("O", "pass")], "move 2: white passes, who has a move"),
        ([(None, "i9")], "move 1: 'i9' is no square of this board"),
    ],
)
def test_moves_that_cannot_be_made(told, reason):
    with pytest.raises(BadGame) as error:
        replay(usual_board(8), told)
    assert str(error.value) == reason


def test_passes_behind_the_end_are_dropped():
    told = [(None, WIPE_OUT[at : at + 2]) for at in range(0, 18, 2)] + [(None, "pass")] * 2
    assert len(replay(usual_board(8), told)) == 9
    with pytest.raises(BadGame, match="move 12: 'a1', but the game is over"):
        replay(usual_board(8), [*told, (None, "a1")])


# Black has no move, and White takes his last disc with c1.
STUCK = Board(8, "OX" + "-" * 62, "X")


@pytest.mark.parametrize(
    "told", [[(None, "c1")], [("O", "c1")], [("X", "pass"), ("O", "c1")], [(None, "pass"), (None, "c1")]]
)
def test_a_side_without_a_move_at_the_start(told):
    assert replay(STUCK, told) == (Move("X", "pass"), Move("O", "c1"))


@pytest.mark.parametrize("told", [[("X", "c1")], [("O", "pass")], [("X", "pass"), ("X", "c1")]])
def test_who_is_stuck_can_only_pass_and_only_himself(told):
    with pytest.raises(BadGame, match=f"move {len(told)}: "):
        replay(STUCK, told)


@given(games())
@example((STUCK, (Move("X", "pass"), Move("O", "c1"))))
def test_passes_are_filled_in_and_may_be_told(game):
    start, plies = game
    told = without_last_passes(plies)
    bare = [ply for ply in told if ply.square != "pass"]
    assert replay(start, plies) == plies
    assert replay(start, bare) == told
    assert replay(start, [(None, ply.square) for ply in bare]) == told
    assert replay(start, [(None, ply.square) for ply in plies]) == plies


@given(games(), st.data())
def test_a_pass_with_a_move_to_be_had_is_refused(game, data):
    start, plies = game
    at = data.draw(st.integers(0, len(plies)))
    before = play_othello(start, map(told_of, plies[:at]))
    if before.position.over or before.position.moves() == [before.rules.pass_move]:
        return
    with pytest.raises(BadGame, match=f"move {at + 1}: .* passes, who has a move"):
        replay(start, [*plies[:at], (None, "pass")])


NOTED = st.tuples(
    st.none() | st.integers(-6400, 6400).map(lambda cents: cents / 100),
    st.none() | st.integers(0, 10**6).map(lambda millis: millis / 1000),
)


@given(games(), st.data())
def test_ggf_there_and_back(game, data):
    start, plies = game
    noted = tuple(
        ply._replace(value=value, seconds=seconds) for ply in plies for value, seconds in [data.draw(NOTED)]
    )
    (found,) = read(write_ggf(Ggf({"PB": "ann"}, start.size, start.cells, start.mover, noted)))
    assert (board_of(found.game.start), moves_of(found)) == (start, noted)
    assert found.names == ("ann", "")


@pytest.mark.parametrize(
    "row",
    [row for row in kinds.FORMATS if row.text and row.kind in OTHELLO.records],
    ids=lambda row: row.name,
)
@settings(max_examples=40, deadline=None)
@given(
    rows=st.lists(games(), min_size=1, max_size=4),
    usual=st.lists(games(USUAL_STARTS), min_size=1, max_size=4),
)
def test_every_format_there_and_back(row, rows, usual):
    wanted = [(start, plies) for start, plies in (usual if row.name == "playok" else rows)]
    if row.name == "playok":
        wanted = [(start, plies) for start, plies in wanted if start.size == 8 and plies]
    if not wanted:
        return
    text = "".join(row.text(played(*game)) for game in wanted)
    kept = without_last_passes if row.name in ("sgf", "transcript") else tuple
    assert [(board_of(game.game.start), moves_of(game)) for game in read(text)] == [
        (start, kept(plies)) for start, plies in wanted
    ]


@settings(deadline=None)
@given(st.lists(PICKS.map(lambda picks: plies_of(usual_board(8), picks)), min_size=1, max_size=4))
def test_wthor_there_and_back(drawn):
    told = {
        "result": Result(10.0),
        "names": ("ann", "bot"),
        "facts": {"site": "Paris", "date": "2026-01-02"},
    }
    archive = Archive()
    for plies in drawn:
        archive.add(played(usual_board(8), plies, **told))
    data, names = archive.games((2026, 11, 18)), archive.names((2026, 11, 18))
    found = read(data, kinds.Names(wthor.read_names(names[0], 20), wthor.read_names(names[1], 26)))
    assert [moves_of(game) for game in found] == [without_last_passes(plies) for plies in drawn]
    assert all(game.names == ("ann", "bot") and game.facts["site"] == "Paris" for game in found)
    assert all(game.facts["date"] == "2026" and contradiction(game) == "" for game in found)


SIGNS = '(;)[]BOGMTYWF58*-/ \n"Xf5d6c3PA+:123\\\0'


@settings(deadline=None)
@given(
    st.binary(max_size=200)
    | st.text(SIGNS, max_size=150).map(str.encode)
    | st.text(SIGNS, max_size=60).map(lambda text: (GGS + text + GGS).encode())
    | st.text(SIGNS, max_size=60).map(lambda text: f"(;GM[2];B[fe]{text})(;GM[2];B[fe])".encode())
    | st.text(SIGNS, max_size=60).map(lambda text: f"f5d6\n{text}\nd3c3".encode())
    | st.binary(max_size=68).map(lambda tail: CHECK[:4] + b"\x02" + CHECK[5:] + tail.ljust(68, b"\0"))
)
def test_any_bytes_are_games_or_say_why_not(data):
    try:
        found = read(data)
    except BadCollection as error:
        assert str(error)
        return
    for game in found:
        assert isinstance(game, Record) or str(game)


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "piece",
    [
        "(;",
        "(;GM[\n",
        "(;C[\\",
        "(;B[fe]",
        "(;GM[2];B x)\n",
        '[A "',
        "f5 \n \t",
        "1.",
        "+f5:\n",
        "[[",
        "-",
        "f5xx\n",
    ],
)
def test_hostile_files_take_time_in_proportion(piece):
    data = (piece * (50_000 // len(piece))).encode()
    try:
        assert sum(1 for _ in kinds.games(data)) >= 1
    except BadCollection as error:
        assert str(error)
