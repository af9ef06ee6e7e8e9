"""The file of what was learnt: read back, damaged, cut short, shared, and not ours."""

import os
import signal
import subprocess
import sys
import time
import tracemalloc

import gtp_script
import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine.book.book import Known
from outflank.engine.play.clocks.time_control import absolute
from outflank.protocol.nboard import book_file
from outflank.protocol.nboard.book_file import (
    HEAD,
    BookFile,
    game_line,
    known_text,
    read_known,
    record_line,
    usual_path,
)
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

KEY = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
OTHER = "-" * 26 + "XXX" + "-" * 6 + "XO" + "-" * 27
SEEN = Known(0.5213, 20811, None, 3, 8)
PLAYED = Known(None, 0, None, 1, -2)
SURE = Known(1.0, 7, 12, 0, 0)


def content(path):
    book = BookFile(str(path))
    book.learnt("")
    return dict(book.book.records())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "some folder" / "learned.book"


def test_what_is_added_is_there_for_the_next_program(path):
    one = BookFile(str(path))
    assert not one.learnt("game")
    one.add({KEY: {19: SEEN, 20: PLAYED}}, "game")
    one.add({KEY: {19: PLAYED}, OTHER: {3: SURE}})
    two = BookFile(str(path))
    assert two.learnt("game") and not two.learnt("other")
    expected = {KEY: {19: SEEN._replace(games=4, total=6), 20: PLAYED}, OTHER: {3: SURE}}
    assert dict(two.book.records()) == dict(one.book.records()) == expected
    assert two.damaged == 0 and path.read_bytes().startswith(HEAD)


def test_a_game_that_two_programs_learn_at_once_counts_once(path):
    one, two = BookFile(str(path)), BookFile(str(path))
    assert not one.learnt("game") and not two.learnt("game")
    one.add({KEY: {19: PLAYED}}, "game")
    two.add({KEY: {19: PLAYED}}, "game")
    assert content(path) == {KEY: {19: PLAYED}}


def test_a_look_ends_when_somebody_waits_and_the_next_goes_on(path, monkeypatch):
    monkeypatch.setattr(book_file, "LINES", 1)
    BookFile(str(path)).add({KEY: {19: PLAYED}, OTHER: {3: SURE}}, "game")
    whole = content(path)
    book = BookFile(str(path))
    answers = iter([False, True, True, False, False, False])
    book.waited_for = lambda: next(answers)
    assert not book.learnt("game") and len(book.book) == 1
    assert not book.learnt("game") and len(book.book) == 1
    assert book.learnt("game") and dict(book.book.records()) == whole and book.damaged == 0


def test_a_named_file_is_checked_without_reading_it_all(path):
    BookFile(str(path)).check()
    path.parent.mkdir()
    path.write_bytes(b"Dear diary")
    with pytest.raises(OSError, match="no book"):
        BookFile(str(path)).check()
    with pytest.raises(OSError):
        BookFile(str(path.parent)).check()


def test_what_another_program_adds_is_seen_at_once(path):
    one, two = BookFile(str(path)), BookFile(str(path))
    two.add({KEY: {19: SEEN}})
    one.add({OTHER: {3: SURE}})
    assert two.learnt("") is False
    assert dict(two.book.records()) == {KEY: {19: SEEN}, OTHER: {3: SURE}}


@settings(deadline=None)
@given(st.data())
def test_any_damage_costs_the_lines_it_touches_and_no_more(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("book") / "b"
    lines = [record_line(KEY, {cell: SEEN}) for cell in range(8)] + [game_line("x")]
    whole = bytearray(HEAD + b"".join(lines))
    at = data.draw(st.integers(len(HEAD), len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    book = BookFile(str(path))
    book.learnt("")
    kept = sum(len(moves) for _, moves in book.book.records()) + book.learnt("x")
    # Without its end a line runs into the next one, or waits for it.
    assert 7 <= kept <= 8 and book.damaged <= 2
    assert all(known == SEEN for _, moves in book.book.records() for known in moves.values())
    book.add({OTHER: {3: SURE}})
    assert content(path)[OTHER] == {3: SURE}


def huge(path, line, size):
    """A book of a good line, some bytes of another one, and a good line."""
    path.parent.mkdir()
    with open(path, "wb") as file:
        file.write(HEAD + record_line(KEY, {19: SEEN}))
        for _ in range(size // len(line)):
            file.write(line)
        file.write(b"\n" + record_line(OTHER, {3: SURE}))


@pytest.mark.parametrize("line", [b"\n" * 65536, b"x y\n" * 16384, b"\0\n" * 32768])
def test_a_file_of_damaged_lines_is_not_read_to_its_end(path, line, capfd, monkeypatch):
    huge(path, line, 1 << 22)
    pieces, read = [], book_file.files.read
    monkeypatch.setattr(book_file.files, "read", lambda *words: pieces.append(words[1]) or read(*words))
    book = BookFile(str(path))
    for _ in range(3):
        assert book.learnt("") is False
    assert dict(book.book.records()) == {KEY: {19: SEEN}}
    assert max(pieces) == book_file.PIECE and sum(pieces) < 1 << 20
    err = capfd.readouterr().err
    assert err.count("\n") == 1 and f"the book {path} is not read: more than 100000 lines" in err
    before = path.stat().st_size
    with pytest.raises(OSError, match="lines of it are damaged"):
        book.add({OTHER: {4: SURE}})
    assert path.stat().st_size == before
    # Whoever makes a new one has a book again.
    path.unlink()
    book.add({OTHER: {4: SURE}})
    assert content(path) == {OTHER: {4: SURE}} == dict(book.book.records())


def test_a_line_of_any_length_costs_only_itself_and_little_memory(path, capfd):
    huge(path, b"x" * 65536, 1 << 24)
    tracemalloc.start()
    book = BookFile(str(path))
    book.learnt("")
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()
    assert dict(book.book.records()) == {KEY: {19: SEEN}, OTHER: {3: SURE}} and book.damaged == 1
    assert capfd.readouterr().err == f"outflank: the book {path} has damaged lines, which are left out: 1\n"


def test_a_look_of_no_time_reads_nothing_and_the_next_goes_on(path, monkeypatch):
    monkeypatch.setattr(book_file, "LINES", 1)
    BookFile(str(path)).add({KEY: {19: PLAYED}, OTHER: {3: SURE}})
    book = BookFile(str(path)).book
    book.look(0.0)
    assert len(book) == 0
    times = iter([0.0, 0.5, 1.0])
    monkeypatch.setattr(book_file.time, "monotonic", lambda: next(times))
    book.look(1.0)
    assert len(book) == 1
    book.look()
    assert dict(book.records()) == content(path)


def test_a_move_on_a_short_clock_does_not_wait_for_a_long_book(path, monkeypatch):
    """The book of a session is read while nobody waits; a move asked for before takes a tenth of its time."""
    looks = []
    monkeypatch.setattr(BookFile, "refresh", lambda book, enough: looks.append(enough()))
    session = new_session(read_words(["--book", str(path), "--visits", "20"]))
    session.player.set_clock(absolute(0))
    session.player.genmove(0)
    assert looks == [True]
    session.bell.clear()
    session.idle()
    assert looks == [True, False]


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_write_cut_short_costs_its_own_line(path, cut):
    BookFile(str(path)).add({KEY: {19: SEEN}})
    whole = path.read_bytes()
    path.write_bytes(whole + record_line(OTHER, {3: SURE})[:cut])
    book = BookFile(str(path))
    assert content(path) == {KEY: {19: SEEN}}
    book.add({OTHER: {4: SURE}})
    book.add({OTHER: {5: SURE}})
    assert content(path) == {KEY: {19: SEEN}, OTHER: {4: SURE, 5: SURE}}


def test_a_file_cut_in_its_head_is_begun_anew(path):
    path.parent.mkdir()
    path.write_bytes(HEAD[:5])
    BookFile(str(path)).add({KEY: {19: SEEN}})
    assert content(path) == {KEY: {19: SEEN}}


@pytest.mark.parametrize("data", [b"Dear diary\n", b"Out", b"Outflank book 2\nx\n", b"\0"])
def test_a_file_that_is_no_book_is_left_alone(path, data):
    path.parent.mkdir()
    path.write_bytes(data)
    book = BookFile(str(path))
    if not HEAD.startswith(data):
        with pytest.raises(OSError, match="no book"):
            book.add({KEY: {19: SEEN}})
        assert path.read_bytes() == data
    assert content(path) == {}


def test_a_folder_where_nothing_can_be_written(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(OSError):
        BookFile(str(tmp_path / "file" / "book")).add({KEY: {19: SEEN}})
    with pytest.raises(OSError):
        BookFile(str(tmp_path)).add({KEY: {19: SEEN}})


def test_a_lock_that_is_kept_is_waited_for_and_not_for_ever(path, monkeypatch):
    monkeypatch.setattr(book_file, "PATIENCE", 0.1)
    book = BookFile(str(path))
    book.add({KEY: {19: SEEN}})
    with (
        book_file.Lock(str(path) + ".lock"),
        pytest.raises(OSError, match="another program is writing"),
    ):
        book.add({OTHER: {3: SURE}})
    book.add({OTHER: {3: SURE}})
    assert content(path) == {KEY: {19: SEEN}, OTHER: {3: SURE}}


def test_a_file_full_of_old_lines_is_written_anew(path, monkeypatch):
    monkeypatch.setattr(book_file, "STALE", 5000)
    one, two = BookFile(str(path)), BookFile(str(path))
    for number in range(100):
        (one, two)[number % 2].add({KEY: {19: PLAYED}}, f"game{number}")
    assert path.stat().st_size < 5000 + 500
    for book in (one, two, BookFile(str(path))):
        assert book.learnt("game99")
        assert dict(book.book.records()) == {KEY: {19: Known(None, 0, None, 100, -200)}}
    assert (
        os.listdir(path.parent) == ["learned.book", "learned.book.lock"] or len(os.listdir(path.parent)) == 2
    )


WRITER = """
import sys
from outflank.engine.book.book import Known
from outflank.engine.play.clocks.time_control import absolute
from outflank.protocol.nboard.book_file import BookFile
book = BookFile(sys.argv[1])
print("ready", flush=True)
for number in range(int(sys.argv[2])):
    book.add({"-" * 64: {int(sys.argv[3]): Known(None, 0, None, 1, 1)}})
"""


def writer(path, count, cell):
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, path, str(count), str(cell)],
        cwd=gtp_script.ROOT,
        stdout=subprocess.PIPE,
    )
    process.stdout.readline()
    return process


def test_two_programs_lose_nothing_of_each_other(path):
    writers = [writer(path, 150, cell) for cell in (1, 2)]
    assert [process.wait(60) for process in writers] == [0, 0]
    for process in writers:
        process.stdout.close()
    assert content(path) == {"-" * 64: {cell: Known(None, 0, None, 150, 150) for cell in (1, 2)}}


def test_a_program_killed_in_the_middle_leaves_whole_lines(path):
    total = 0
    for cell in range(4):
        process = writer(path, 10**6, cell)
        time.sleep(0.05 + 0.03 * cell)
        process.send_signal(signal.SIGKILL)
        process.wait(10)
        process.stdout.close()
        book = BookFile(str(path))
        book.learnt("")
        assert book.damaged <= cell + 1
        total = sum(known.games for _, moves in book.book.records() for known in moves.values())
    assert total > 4


@st.composite
def knowledge(draw):
    """(cells of a board, one of them, what may be known of it)."""
    cells = draw(st.sampled_from([36, 64, 100]))
    mean = draw(st.none() | st.integers(0, 10_000).map(lambda part: part / 10_000))
    margin = None if mean is None else draw(st.none() | st.integers(-cells, cells))
    games = draw(st.integers(0, 10**6))
    total = draw(st.integers(-cells * games, cells * games))
    return (
        cells,
        draw(st.integers(0, cells - 1)),
        Known(mean, draw(st.integers(0, 1 << 53)), margin, games, total),
    )


@given(knowledge())
def test_what_is_written_of_a_move_reads_back(case):
    cells, cell, known = case
    assert read_known("-" * cells, known_text(int(cells**0.5), cell, known)) == (cell, known)


@pytest.mark.parametrize(
    "text",
    [
        "e6:0.5:20::-1:+0",
        "e6:0.5:-20::0:+0",
        "e6:1.5:20::0:+0",
        "e6:nan:20::0:+0",
        "e6:0.5:99999999999999999999::0:+0",
        "e6:0.5:20:+65:0:+0",
        "e6::20:+4:0:+0",
        "e6::0::1:+65",
        "e6::0::99999999:+1",
        "i6:0.5:20::0:+0",
        "e9:0.5:20::0:+0",
        "e6:0.5:20::0",
        "",
    ],
)
def test_what_nobody_can_know_is_refused(text):
    with pytest.raises((ValueError, IndexError)):
        read_known(KEY, text)


@given(st.text("abcdefgh0123456789:.-+ne", max_size=40))
def test_any_text_is_a_move_or_refused(text):
    try:
        cell, known = read_known("-" * 64, text)
    except (ValueError, IndexError):
        return
    assert 0 <= cell < 64 and 0 <= (known.mean or 0) <= 1


def test_the_usual_place_is_among_the_users_data(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if os.name != "nt" and sys.platform != "darwin":
        assert usual_path() == str(tmp_path / "outflank" / "learned.book")
        monkeypatch.setenv("XDG_DATA_HOME", "")
        monkeypatch.setenv("HOME", str(tmp_path))
        assert usual_path() == str(tmp_path / ".local" / "share" / "outflank" / "learned.book")
        monkeypatch.setenv("HOME", "nowhere")
        assert usual_path() == "off"
