"""WTHOR files: known bytes, everything there and back, and what is none."""

import pytest
from hypothesis import example, given, strategies as st
from othello_samples import CHECK

from outflank.protocol.formats.syntax import wthor
from outflank.protocol.formats.syntax.wthor import BadWthor, Header, Record

# A file of 84 bytes with one game of 1980, as far as its values are known.
LENGTHS = pytest.mark.parametrize("length", [wthor.PLAYER_LENGTH, wthor.TOURNAMENT_LENGTH])


def test_a_known_file():
    header, records = wthor.read_games(CHECK)
    assert len(CHECK) == 84
    assert header == Header((2001, 4, 5), games=1, year=1980, size=8, depth=22)
    (record,) = (wthor.read_record(data) for data in records)
    assert record == Record(("f5", "f4", "e3", "d2"), 31, 39, 445, 300, 70)


def test_a_known_file_is_written_as_it_was_but_for_what_zero_stands_for():
    header, records = wthor.read_games(CHECK)
    written = wthor.write_games(header, [wthor.read_record(data) for data in records])
    assert written[:12] == CHECK[:12] and written[16:] == CHECK[16:]
    assert written[12:16] == bytes([8, 0, 22, 0])


@pytest.mark.parametrize(
    ("size", "square", "code"),
    [
        (8, "a1", 11),
        (8, "h1", 18),
        (8, "a2", 21),
        (8, "h8", 88),
        (10, "j1", 20),
        (10, "a10", 101),
        (10, "j10", 110),
    ],
)
def test_squares(size, square, code):
    data = wthor.write_record(Record((square,)), size)
    assert data[8] == code
    assert wthor.read_record(data, size).moves == (square,)


def changed(at, value):
    return CHECK[:at] + value + CHECK[at + len(value) :]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "0 bytes"),
        (CHECK[:15], "15 bytes"),
        (CHECK[:-1], "83 bytes; a file of 1 games has 84"),
        (CHECK + b"\0", "85 bytes"),
        (changed(4, b"\x02"), "a file of 2 games has 152"),
        (changed(4, b"\xff\xff\xff\xff"), "a file of 4294967295 games"),
        (changed(2, b"\x0d"), "month 13"),
        (changed(3, b"\x20"), "day 32"),
        (changed(12, b"\x09"), "size 9"),
        (changed(12, b"\x0a"), "84 bytes"),
        (changed(13, b"\x01"), "solitaire"),
    ],
)
def test_what_is_no_file_of_games(data, reason):
    with pytest.raises(BadWthor, match=reason):
        wthor.read_games(data)


@pytest.mark.parametrize(
    ("at", "value", "reason"),
    [
        (17, 99, "move 2: 99 is no square"),
        (16, 10, "move 1: 10 is no square"),
        (16, 19, "move 1: 19 is no square"),
        (16, 91, "move 1: 91 is no square"),
        (17, 0, "move 2: moves go on"),
        (14, 65, "65 discs"),
    ],
)
def test_what_is_no_game(at, value, reason):
    # The first two numbers count from the moves' and the score's places in a game.
    record = bytearray(CHECK[16:])
    record[at - 8] = value
    with pytest.raises(BadWthor, match=reason):
        wthor.read_record(bytes(record))


def test_a_game_of_another_length_is_none():
    with pytest.raises(BadWthor, match="67 bytes"):
        wthor.read_record(CHECK[17:])


@pytest.mark.parametrize(
    ("record", "size", "reason"),
    [
        (Record(("pass",)), 8, "passes are not stored"),
        (Record(("i1",)), 8, "no square"),
        (Record(("a9",)), 8, "no square"),
        (Record(("a01",)), 8, "no square"),
        (Record(("",)), 8, "no square"),
        (Record(("a1",) * 61), 8, "room for 60"),
        (Record(("a1",) * 97), 10, "room for 96"),
        (Record((), 65), 8, "65 discs"),
        (Record((), -1), 8, "-1 discs"),
        (Record((), black=65536), 8, "65535"),
    ],
)
def test_games_without_a_place(record, size, reason):
    with pytest.raises(BadWthor, match=reason):
        wthor.write_record(record, size)


@pytest.mark.parametrize("header", [Header(year=70000), Header((30000, 1, 1)), Header((2000, 300, 1))])
def test_headers_without_a_place(header):
    with pytest.raises(BadWthor):
        wthor.write_games(header, [])


@LENGTHS
def test_names_with_anything_in_the_byte_of_the_size(length):
    data = bytearray(wthor.write_names(["???", "Tamenori", "Ren\xe9"], length, (2026, 11, 18)))
    data[12] = 124
    assert wthor.read_names(bytes(data), length) == ("???", "Tamenori", "Ren\xe9")


@LENGTHS
def test_names_are_cut_to_what_there_is_room_for(length):
    data = wthor.write_names(["x" * 40, "\u4e2d"], length, (2026, 11, 18))
    assert wthor.read_names(data, length) == ("x" * length, "?")


@LENGTHS
@pytest.mark.parametrize("at", [4, 8])
def test_what_is_no_file_of_names(length, at):
    data = bytearray(wthor.write_names(["a", "b"], length, (2026, 11, 18)))
    data[at] += 1
    with pytest.raises(BadWthor, match="bytes"):
        wthor.read_names(bytes(data), length)


def test_what_may_be_such_a_file_begins_with_a_day():
    names = [wthor.write_names(["a", "b"], length, (2026, 11, 18)) for length in (20, 26)]
    undated = wthor.write_games(Header((0, 0, 0)), [])
    assert all(map(wthor.may_be, (CHECK, CHECK[:-1], undated, *names)))
    elf, archive = b"\x7fELF\x02\x01\x01" + bytes(57), b"PK\x03\x04\x14\0\0\0\x08\0" + bytes(20)
    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"
    assert not any(map(wthor.may_be, (b"", CHECK[:15], elf, archive, picture)))


@pytest.mark.parametrize(
    ("at", "value", "may"),
    [
        # Century, year of it, month, day, board.
        (0, 0, True),
        (0, 1, False),
        (0, 18, False),
        (0, 19, True),
        (0, 21, False),
        (1, 99, True),
        (1, 100, False),
        (2, 12, True),
        (2, 13, False),
        (3, 31, True),
        (3, 32, False),
        (12, 16, True),
        (12, 17, False),
    ],
)
def test_what_a_header_may_hold(at, value, may):
    data = changed(at, bytes([value]))
    assert wthor.may_be(data) is may and wthor.may_be(data[:16]) is may
    assert not wthor.may_be(data[:15])


def test_headers_at_the_ends_of_a_year_are_read():
    assert wthor.read_header(changed(2, bytes([12, 31]))).created == (2001, 12, 31)
    assert wthor.read_header(CHECK[:16]) == wthor.read_header(CHECK)


def test_what_nobody_has_told():
    assert Header() == ((2000, 1, 1), 0, 0, 0, 8, False, 22)
    assert Record(("f5",)) == (("f5",), 0, 0, 0, 0, 0)
    header = wthor.read_header(changed(12, bytes(4)))
    assert (header.size, header.solitaire, header.depth) == (8, False, 22)
    assert wthor.read_header(changed(13, b"\x01")).solitaire is True
    assert wthor.read_header(changed(13, b"\x02")).solitaire is False


def test_games_and_names_as_large_as_there_is_room_for():
    largest = Record(("a1",) * 60, 64, 255, 65535, 65535, 65535)
    assert wthor.read_record(wthor.write_record(largest)) == largest
    for wrong in (largest._replace(theory=256), largest._replace(theory=-1), largest._replace(white=-1)):
        with pytest.raises(BadWthor):
            wthor.write_record(wrong)
    for wrong in (largest._replace(tournament=65536), largest._replace(white=65536)):
        with pytest.raises(BadWthor, match="a number of more than 65535 for a name"):
            wthor.write_record(wrong)
    with pytest.raises(BadWthor, match="no games on a board of size 6"):
        wthor.write_games(Header(size=6), [])
    data = wthor.write_games(Header(games=7, names=7), [largest] * 2)
    assert (wthor.read_header(data).games, wthor.read_header(data).names) == (2, 0)


def test_an_error_quotes_twenty_letters_of_a_square():
    with pytest.raises(
        BadWthor, match="^'abcdefghijklmnopqrst' is no square of this board; passes are not stored$"
    ):
        wthor.write_record(Record(("abcdefghijklmnopqrstuvwxyz",)))


def square_names(size):
    return st.sampled_from([f"{column}{row}" for column in "abcdefghij"[:size] for row in range(1, size + 1)])


def records(size):
    number = st.integers(0, 65535)
    moves = st.lists(square_names(size), max_size=60 if size == 8 else 96).map(tuple)
    return st.builds(Record, moves, st.integers(0, size * size), st.integers(0, 255), number, number, number)


DAYS = st.tuples(st.integers(0, 25599), st.integers(0, 12), st.integers(0, 31))
FILES = st.sampled_from((8, 10)).flatmap(
    lambda size: st.tuples(
        st.builds(
            Header,
            DAYS,
            year=st.integers(0, 65535),
            names=st.just(0),
            size=st.just(size),
            solitaire=st.just(False),
            depth=st.integers(1, 60),
        ),
        st.lists(records(size), max_size=5),
    )
)


@given(FILES)
def test_games_there_and_back(file):
    header, games = file
    data = wthor.write_games(header, games)
    read, pieces = wthor.read_games(data)
    assert read == header._replace(games=len(games))
    assert [wthor.read_record(piece, read.size) for piece in pieces] == games
    assert wthor.may_be(data) == (header.created[0] // 100 in (0, 19, 20))


@LENGTHS
@given(
    names=st.lists(
        st.text(
            st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x85\xa0"), max_size=20
        )
    ),
    day=DAYS,
)
def test_names_there_and_back(length, names, day):
    assert wthor.read_names(wthor.write_names(names, length, day), length) == tuple(names)


@given(st.binary(max_size=200) | st.binary(max_size=80).map(lambda tail: CHECK[:16] + tail))
@example(CHECK[:16] + b"\xff" * 68)
def test_any_bytes_are_a_file_or_say_why_not(data):
    wthor.may_be(data)
    for length in (wthor.PLAYER_LENGTH, wthor.TOURNAMENT_LENGTH):
        try:
            wthor.read_names(data, length)
        except BadWthor as error:
            assert str(error)
    try:
        header, pieces = wthor.read_games(data)
    except BadWthor as error:
        assert str(error)
        return
    for piece in pieces:
        try:
            found = wthor.read_record(piece, header.size)
        except BadWthor as error:
            assert str(error)
        else:
            assert wthor.write_record(found, header.size) == piece
