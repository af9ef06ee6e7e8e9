"""Transcripts of games in every spelling: there and back, and what is none."""

import pytest
from hypothesis import given, strategies as st
from random_games import PERFECT, USUAL, games, squares

from outflank.protocol import __version__
from outflank.protocol.formats.syntax.boards import Board, usual_board
from outflank.protocol.formats.syntax.transcript import (
    LOGBOOK,
    PGN,
    PLAIN,
    BadTranscript,
    read_transcript,
    read_transcripts,
    write_nboard,
    write_pgn,
    write_plain,
    written_here,
)

OPENING = ("f5", "d6", "c3", "d3", "c4")
PASSED = ("f5", "pass", "d6")
STARRED = USUAL.replace("X", "*")
PLAYOK = """[Site "PlayOK"]
[Date "2026.01.02"]
[Time "03:04:05"]
[Black "ann"]
[White "a \\"bot\\""]
[BlackElo "1500"]
[WhiteElo ""]
[Result "37-27"]

1. f5 d6 2. c3 d3
3. c4 --
"""


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("f5d6c3d3c4", OPENING),
        ("F5D6C3D3C4", OPENING),
        ("f5 d6 c3 d3 c4", OPENING),
        ("f5d6\nc3d3\nc4\n", OPENING),
        ("1. f5 d6 2. c3 d3 3. c4", OPENING),
        ("1.f5d6 2.c3d3 3.c4", OPENING),
        ("F5PAD6", PASSED),
        ("f5psd6", PASSED),
        ("f5 pass d6", PASSED),
        ("f5--d6", PASSED),
        ("f5@@d6", PASSED),
    ],
)
def test_plain_spellings(text, moves):
    found = read_transcript(text)
    assert (found.start, found.moves, found.spelling) == (usual_board(8), moves, PLAIN)
    assert found.colours == () and found.tags == {}


@pytest.mark.parametrize(
    "text",
    [
        f"{USUAL} O;f4d3",
        f"{USUAL} O; f4 d3",
        f"{USUAL}O;f4d3",
        f"{STARRED} O f4d3",
        f"{STARRED} f4d3 O",
        "\n".join([*(USUAL[at : at + 8] for at in range(0, 64, 8)), "O; f4d3"]),
    ],
)
def test_starts_before_the_moves(text):
    found = read_transcript(text)
    assert (found.start, found.moves) == (Board(8, USUAL, "O"), ("f4", "d3"))


def test_playok():
    found = read_transcript(PLAYOK)
    assert found.moves == (*OPENING, "pass") and found.spelling == PGN
    assert found.lead == 10 and found.tags == {
        "Site": "PlayOK",
        "Date": "2026.01.02 03:04:05",
        "Black": "ann",
        "White": 'a "bot"',
        "BlackElo": "1500",
    }


@pytest.mark.parametrize(("ending", "moves"), [(" 37-27\n", 1), (" *", 1), ("", 1)])
def test_an_ending_after_the_moves_of_a_pgn_is_no_move(ending, moves):
    assert len(read_transcript(f'[Black "a"]\n1. f5{ending}').moves) == moves


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("+f5-d6+c3: +02 10", 2),
        ("+f5-d6+c3:-64 10", -64),
        ("+F5 -D6 +C3 :", None),
        ("+f5-d6+c3", None),
    ],
)
def test_logistello(text, lead):
    found = read_transcript(text)
    assert (found.moves, found.colours, found.spelling) == (("f5", "d6", "c3"), ("X", "O", "X"), LOGBOOK)
    assert (found.tags, found.lead) == ({}, lead)


def test_colours_of_a_logbook_show_who_passed():
    assert read_transcript("+f5+d6").colours == ("X", "X")


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("f5d6", 8),
        ("d3c5", 8),
        ("e4d6", 6),
        ("c2d2", 6),
        ("e4d6g5j10", 10),
        ("f7f8", 10),
        ("g6h5", 10),
        ("a1b2", 8),
    ],
)
def test_the_board_is_told_by_the_squares(text, size):
    assert read_transcript(text).start == usual_board(size)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: no moves"),
        ("f5 d6\nxx", "line 2, move 3: 'xx' is no move"),
        ("f5d6c9", "line 1, move 3: 'c9' is no square"),
        ("12.", "line 1: no moves"),
        (";f5", "line 1: "),
        (f"{USUAL[1:]} X; f5", "line 1: a board has"),
        (f"{USUAL} X; f5\nq", "line 2, move 2: 'q'"),
        (f"{USUAL} X f5 O", "line 1: not one word of cells"),
        ("+f5-d6*c3", "line 1, move 3: '\\*c3' is no move"),
        ("+f5: much", "line 1, move 2"),
        ("+f5: +2 10 3", "line 1, move 2"),
        ("+f5" * 500, "more than 400 moves"),
        ('[Black "a"]\n\n1. f5 d6\n2. Nf3', "line 4, move 3: 'Nf3' is no move"),
    ],
)
def test_what_is_no_transcript_names_line_and_move(text, reason):
    with pytest.raises(BadTranscript, match=reason):
        read_transcript(text)


def places(text):
    return [
        (line, "bad" if isinstance(found, BadTranscript) else found.moves)
        for line, found in read_transcripts(text)
    ]


def test_many_games():
    lines = ["f5d6c3d3c4f4f6f3", "", "d3c5f6f5e6d7c7f3", "nonsense", "c4e3"]
    assert [(line, moves if moves == "bad" else moves[0]) for line, moves in places("\n".join(lines))] == [
        (1, "f5"),
        (3, "d3"),
        (4, "bad"),
        (5, "c4"),
    ]


def test_lines_that_go_on():
    assert places("1. f5 d6\n2. c3 d3\n1. c4 e3") == [(1, OPENING[:4]), (3, ("c4", "e3"))]
    assert places("f5d6\nc3d3c4") == [(1, OPENING)]
    assert places("f5d6\nc3d3\nc4") == [(1, ("f5", "d6")), (2, ("c3", "d3")), (3, ("c4",))]
    assert places("\n\n+f5-d6\n+f5-f6") == [(3, ("f5", "d6")), (4, ("f5", "f6"))]


def test_a_mistake_counts_lines_from_the_beginning_of_the_file():
    ((_, _), (line, error)) = read_transcripts(f"f5d6\n\n{USUAL} X; f5\n2. zz")
    assert line == 3 and str(error) == "line 4, move 2: 'zz' is no move"


def test_many_games_of_playok():
    found = list(read_transcripts(PLAYOK + "\n" + PLAYOK.replace("c3", "c9") + "\n" + PLAYOK))
    assert [line for line, _ in found] == [1, 13, 25]
    assert str(found[1][1]) == "line 22, move 3: 'c9' is no square of this board"
    assert found[0][1] == found[2][1] == read_transcript(PLAYOK)


def test_what_is_written():
    moves = ("f5", "pass", "d6")
    assert write_plain(usual_board(8), moves) == "f5d6"
    assert write_nboard(usual_board(8), moves) == "F5PAD6"
    assert write_plain(Board(8, USUAL, "O"), ("f4",)) == f"{USUAL} O;f4"
    # No moves are no line, and these squares would be taken for those of 8x8.
    assert write_plain(usual_board(8), ()) == f"{USUAL} X;"
    assert write_nboard(usual_board(10), ("f4",)).endswith(" X;F4")
    assert write_plain(usual_board(8), read_transcript(PERFECT).moves) == PERFECT


def test_pgn_is_written_as_playok_does():
    found = read_transcript(PLAYOK)
    text = write_pgn(found.start, found.moves, found.tags, (37, 27))
    ours = f'[Generator "Outflank {__version__}"]\n'
    assert text == PLAYOK.replace("d3\n", "d3 ").replace('[Result "37-27"]\n', f'[Result "37-27"]\n{ours}')


def test_games_of_our_own_are_known_by_their_tag():
    found = read_transcript(PLAYOK)
    ours = write_pgn(found.start, found.moves, found.tags, (37, 27)) + "\n"
    assert written_here(ours.encode()) and written_here(3 * ours.encode())
    fake = '[Event "?"]\n\n1. e4 e5 {[Generator "Outflank 1"]}\n'
    others = [PLAYOK, ours + PLAYOK, PLAYOK + ours, fake, "f5d6", "", f"notes\n{ours}"]
    assert not any(written_here(text.encode()) for text in others)


def test_pgn_has_no_other_start():
    with pytest.raises(BadTranscript, match="usual start"):
        write_pgn(Board(8, USUAL, "O"), ("f4",), {}, None)


@given(games())
def test_there_and_back_with_passes(game):
    start, plies = game
    moves = squares(plies)
    found = read_transcript(write_nboard(start, moves))
    assert (found.start, found.moves) == (start, moves)


@given(games())
def test_there_and_back_without_passes(game):
    start, plies = game
    found = read_transcript(write_plain(start, squares(plies)))
    assert (found.start, found.moves) == (start, tuple(move for move in squares(plies) if move != "pass"))


PLAIN_TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=500), max_size=12).map(
    lambda text: " ".join(text.split())
)


@given(
    games(), PLAIN_TEXT, PLAIN_TEXT, st.none() | st.integers(-32, 32).map(lambda half: (32 + half, 32 - half))
)
def test_pgn_there_and_back(game, black, site, score):
    start, plies = game
    told = {"Black": black, "Site": site}
    try:
        text = write_pgn(start, squares(plies), told, score)
    except BadTranscript:
        return
    found = read_transcript(text)
    tags = {name: value for name, value in told.items() if value}
    assert (found.start, found.moves, found.tags) == (start, squares(plies), tags)
    assert found.lead == (score[0] - score[1] if score else None)


TEXTS = st.text(max_size=80) | st.text('f5d6C3-+:;@ \n[]"Xx*O0_.123pas%', max_size=140)


@given(TEXTS | TEXTS.map(lambda text: f"{USUAL} X{text}") | TEXTS.map(lambda text: f'[Black "a"]{text}'))
def test_any_text_is_a_transcript_or_says_why_not(text):
    try:
        assert read_transcript(text).start
    except BadTranscript as error:
        assert str(error).startswith("line ")
    for line, found in read_transcripts(text):
        assert line >= 1 and (not isinstance(found, BadTranscript) or str(found).startswith("line "))
