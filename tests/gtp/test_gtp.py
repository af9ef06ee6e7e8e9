"""Transcripts of GTP, the frame of a reply, and the tables behind the commands."""

import os
import re
from concurrent.futures import ThreadPoolExecutor

import gtp_script
import pytest
from hypothesis import given, strategies as st

from outflank.engine.games import GAMES
from outflank.protocol import __version__
from outflank.protocol.formats.notation import find_player, score_text
from outflank.protocol.gtp import session as gtp
from outflank.protocol.serve import new_session
from outflank.protocol.session.commands import Table
from outflank.protocol.session.reply import CommandError, CommandFatal, Quit
from outflank.protocol.session.words import integer, number
from outflank.protocol.settings import read_words

FILES = sorted((gtp_script.ROOT / "tests" / "transcripts").glob("*.gtp"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript_in_process(path):
    script = gtp_script.Transcript(path)
    script.check(gtp_script.speak_here(script.sent, script.options))


@pytest.fixture(scope="module")
def spoken(command):
    """Speaks the transcripts with the engine, a processor each; a path gives what it will have replied."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield {path: pool.submit(speak, path, command) for path in FILES}
        pool.shutdown(cancel_futures=True)


def speak(path, command):
    script = gtp_script.Transcript(path)
    return gtp_script.speak_to(command, script.sent, script.options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_transcript_through_a_pipe(path, spoken):
    gtp_script.Transcript(path).check(spoken[path].result())


def say(sent, *options):
    return gtp_script.speak_here(sent, [*gtp_script.OPTIONS, *options])


VOCABULARY = """b w black red d3 c4 pass a1 z9 6 8 10 0 1 -1 0.5 3 none true SOS Othello PolyClash ; avoid
    allow interval visits exploration puct nosuchfile XO 1-0 tests/records fischer absolute 2147483648 #"""
WORDS = st.sampled_from(VOCABULARY.split())
NOT_HERE = (b"quit", b"solve", b"save", b"printsgf")
"""The end, a search without visits to limit it, and what writes files."""
LINES = st.builds(
    lambda ident, name, words: " ".join([ident, name, *words]).encode(),
    st.sampled_from(["", "", "7", "00", "99999999999"]),
    st.sampled_from([name for name in gtp.commands.commands if name != "quit"]) | st.text(max_size=8),
    st.lists(WORDS | st.text(max_size=5), max_size=5),
)


def holdings(session):
    """All that a failing command must leave as it was."""
    player = session.player
    position = player.rules.position_text(player.position)
    game = (player.variant.name, player.size, player.komi, position, player.game.turns, player.game.made)
    return game, player.clock.reading, player.clock.lag, player.values, player.search_session


@given(st.lists(st.binary(max_size=40) | LINES, min_size=1, max_size=8))
def test_any_line_has_one_reply_or_none_and_failures_change_nothing(lines):
    session = new_session(read_words(["--visits", "1", "--memory", "1"]))
    session.client = gtp_script.Listener(session.bell)
    for line in lines:
        data = line.replace(b"\n", b" ")
        if any(word in data for word in NOT_HERE):
            continue
        before = holdings(session)
        session.bell.clear()
        session.client.heard.clear()
        reply = session.answer(data, False)
        if gtp.parse(data) is None:
            assert reply is None
            continue
        whole = b"".join(session.client.heard) + reply.data
        assert len(gtp_script.frames_of(whole)) == 1 and reply.fault is None
        if whole.startswith(b"?"):
            assert holdings(session) == before


@given(st.booleans(), st.integers(0, 2**31 - 1).map(str) | st.just(""), st.text(max_size=60))
def test_a_frame_is_one_response_whatever_its_text(good, number, text):
    data = gtp.frame(good, number, text)
    assert len(gtp_script.frames_of(data)) == 1
    head = ("=" if good else "?") + number
    assert re.match(re.escape(head.encode()) + rb"( |\n)", data)
    if not good:
        assert data.count(b"\n") == 2


@pytest.mark.parametrize("game", [variant.name for variant in GAMES])
def test_the_program_plays_every_game_to_its_end(game):
    session = new_session(read_words(["--game", game, "--visits", "4", "--seed", "3"]))
    moves = 0
    while not session.player.position.over:
        mover = session.player.players[session.player.position.mover]
        # Two weak players could go on with PolyClash for very long.
        polyclash = session.player.variant.name == "PolyClash"
        command = f"play {mover} pass" if polyclash and moves >= 120 else f"genmove {mover}"
        reply = session.answer(command.encode(), False).data
        assert re.fullmatch(rb"=( [A-Z0-9]+| [a-z]+:[A-Za-z0-9,-]+| end)?\n\n", reply), reply
        moves += 1
    assert re.match(rb"= ([BW]\+|0|red=)", session.answer(b"final_score", False).data)
    for _ in range(moves):
        assert session.answer(b"undo", False).data == b"=\n\n"
    assert session.answer(b"undo", False).data == b"? cannot undo\n\n"


def test_a_frame_has_no_blank_line_and_no_control_byte():
    assert gtp.frame(True, "3", "\na  \n\n \t\n  b\r\n\n") == b"=3 a\n  b\n\n"
    assert gtp.frame(True, "", "\n\n") == b"=\n\n"
    assert gtp.frame(False, "3", "a\n\nb") == b"?3 a b\n\n"


def test_a_line_cut_short_is_refused_under_its_id():
    session = new_session(read_words([]))
    assert session.answer(b"17 play b " + b"x" * 50, True).data == b"?17 line too long\n\n"


@pytest.mark.parametrize(
    ("data", "answer"),
    [(b"# interrupt", True), (b" #  interrupt \r", True), (b"#interrupt", False), (b"# Interrupt", False)]
    + [(b"name # interrupt", False), (b"# interrupt me", False), (b"", False), (b"quit", False)],
)
def test_what_hurries(data, answer):
    assert new_session(read_words([])).hurries(data) is answer


def test_list_commands_and_help_read_the_one_table():
    names = list(gtp.commands.commands)
    listed, helped = gtp_script.frames_of(say(b"list_commands\nhelp\n"))
    assert listed.decode() == "= " + "\n".join(names)
    assert [re.split("[ :]", line)[0] for line in helped.decode()[2:].split("\n")] == names
    for name in names:
        known, explained = gtp_script.frames_of(say(f"known_command {name}\nhelp {name}\n".encode()))
        assert known == b"= true"
        assert explained.decode().startswith(f"= {name}") and explained.decode().endswith(".")


def test_required_commands_are_there():
    required = "protocol_version name version known_command list_commands quit boardsize clear_board komi"
    asked_for = "play genmove undo final_score reg_genmove showboard list_games set_game help"
    assert set(f"{required} {asked_for}".split()) <= set(gtp.commands.commands)


def test_version_is_the_program_s():
    assert say(b"version\n").decode() == f"= {__version__}\n\n"


@pytest.mark.parametrize("name", ["boardsize", "komi", "play", "genmove", "reg_genmove", "set_game"])
def test_a_missing_argument_is_a_syntax_error(name):
    assert say(f"5 {name}\n".encode()) == b"?5 syntax error\n\n"


@pytest.mark.parametrize(
    "line", ["boardsize 8 8", "komi 1 2", "play b d3 d4", "genmove b w", "help name komi"]
)
def test_an_argument_too_many_is_a_syntax_error(line):
    assert say(f"{line}\n".encode()) == b"? syntax error\n\n"


@pytest.mark.parametrize(
    "name", ["protocol_version", "name", "clear_board", "showboard", "list_games", "quit"]
)
def test_words_after_a_command_without_arguments_are_ignored(name):
    assert say(f"{name} please 1\n".encode()) == say(f"{name}\n".encode())
    assert say(f"{name} please 1\n".encode()).startswith(b"=")


@pytest.mark.parametrize("word", ["0", "8", "007", "2147483647"])
def test_integers(word):
    assert integer(word) == int(word)


@pytest.mark.parametrize("word", ["", "-1", "+1", "1.0", "x", "1_0", "\u0663", "2147483648", "9" * 5000])
def test_no_integers(word):
    with pytest.raises(CommandError, match="^syntax error$"):
        integer(word)


@pytest.mark.parametrize("word", ["0", "6.5", "-3", "+2.5", "1e2", ".5"])
def test_numbers(word):
    assert number(word) == float(word)


@pytest.mark.parametrize("word", ["", "nan", "inf", "-inf", "1e999", "1_0", "x", "\u0663", "1,5"])
def test_no_numbers(word):
    with pytest.raises(CommandError, match="^syntax error$"):
        number(word)


def test_players_by_name_and_by_first_letters():
    two, four = ("black", "white"), ("red", "yellow", "green", "blue")
    assert [find_player(word, two) for word in ("b", "BLACK", "w", "Whi", "B")] == [0, 0, 1, 1, 0]
    assert [find_player(word, four) for word in ("r", "Y", "gre", "b", "blue")] == [0, 1, 2, 3, 3]
    assert [find_player(word, two) for word in ("", "x", "blacks", "green")] == [None] * 4
    assert find_player("b", ("blue", "black")) is None
    assert find_player("bla", ("blue", "black")) == 1


@pytest.mark.parametrize(
    ("players", "scores", "text"),
    [
        (("black", "white"), (38, 26), "B+12"),
        (("black", "white"), (30, 34), "W+4"),
        (("black", "white"), (32, 32), "0"),
        (("black", "white"), (0.5156, 0.4844), "B+0.0312"),
        (("black", "white"), (0.5, 0.525), "W+0.0250"),
        (("black", "white"), (0.5, 0.50001), "0"),
        (("red", "yellow", "green", "blue"), (20, 15, 16, 13), "red=20 yellow=15 green=16 blue=13"),
        (("red", "green"), (30, 34), "red=30 green=34"),
    ],
)
def test_score_texts(players, scores, text):
    assert score_text(players, scores) == text


def test_the_ladder_of_errors():
    class Unwilling(Exception):
        pass

    class Mute(Unwilling):
        pass

    table = Table({Mute: "", Unwilling: "will not"})

    def rung(raised):
        def run(session, words):
            raise raised

        table.commands.clear()
        table.command("try")(run)
        outcome = table.run(None, "try", [])
        return outcome.good, outcome.text, outcome.code, outcome.fault

    crash = KeyError("x")
    assert rung(CommandError("no")) == (False, "no", None, None)
    assert rung(CommandFatal("gone")) == (False, "gone", 1, None)
    assert rung(Quit("bye")) == (True, "bye", 0, None)
    assert rung(Unwilling("what")) == (False, "will not", None, None)
    assert rung(Mute("its own")) == (False, "its own", None, None)
    assert rung(crash) == (False, "internal error: KeyError: 'x'", None, crash)
    outcome = table.run(None, "other", [])
    assert (outcome.good, outcome.text) == (False, "unknown command")


def test_two_commands_of_one_name_are_refused():
    table = Table({})
    table.command("name")(lambda session, words: "")
    with pytest.raises(ValueError, match="two commands are called name"):
        table.command("name")(lambda session, words: "")
