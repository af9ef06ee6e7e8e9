"""GoGui's commands read as GoGui reads them: boards, moves, drawings, options, the ruler's cost, and what
single clients ask for."""

import random
import re
import resource
import signal
import time
from pathlib import Path

import gtp_script
import pytest
from hypothesis import given, settings, strategies as st
from patience import SOON

from outflank.protocol.gtp import picture, session as gtp
from outflank.protocol.gtp.gogui import ANALYSES
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

COLUMNS = "ABCDEFGHJKLMNOPQRST"
GRIDS = [("Othello", 6), ("Othello", 8), ("Othello", 10)]
GRIDS += [("Rolit", 8), ("Rolit 3", 8), ("Rolit 2", 8), ("SOS", 5)]
OPENING = ["F5", "D6", "C3", "D3", "C4", "F4", "F6", "F3", "E6", "E7"]


class Client:
    """A session in this process, asked line by line."""

    def __init__(self, *options):
        self.session = new_session(read_words([*gtp_script.OPTIONS, *options]))
        self.player = self.session.player

    def reply(self, line):
        return self.session.answer(line.encode(), False, time.monotonic()).data.decode()

    def ask(self, line):
        """The text of a successful reply, as GoGui takes it: what follows the first blank."""
        reply = self.reply(line)
        assert reply.startswith("=") and reply.endswith("\n\n"), f"{line}: {reply}"
        return reply.removesuffix("\n\n").partition(" ")[2]


def playing(game, size, *options):
    client = Client("--game", game, "--size", str(size), *options)
    assert client.ask("gogui-rules_board_size") == str(size)
    return client


def read_board(text, size):
    """{square: word} of a board as GoGui reads it."""
    rows = [line.split() for line in text.split("\n")]
    assert [len(row) for row in rows] == [size] * size
    return {f"{COLUMNS[x]}{size - y}": word for y, row in enumerate(rows) for x, word in enumerate(row)}


def read_pairs(text):
    words = text.split()
    assert len(words) % 2 == 0
    return dict(zip(words[::2], words[1::2], strict=True))


def squares(size):
    """The names of all squares in the order of a position's text."""
    return [f"{COLUMNS[x]}{y + 1}" for y in range(size) for x in range(size)]


def cells(client):
    """{square: sign} by the position's own text."""
    text = client.ask("outflank-position").split()[0]
    return dict(zip(squares(client.player.size), text, strict=True))


@pytest.mark.parametrize("size", [6, 8, 10])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_is_played_by_the_ruler_s_answers_alone(size, seed):
    client, chance = playing("Othello", size), random.Random(seed)
    for _ in range(size * size * 2):
        board = read_board(client.ask("gogui-rules_board"), size)
        assert board == {name: "." if sign == "-" else sign for name, sign in cells(client).items()}
        legal = client.ask("gogui-rules_legal_moves").split()
        assert [word.lower() for word in legal] == [
            client.player.text_of(move).lower() for move in client.player.position.moves()
        ]
        assert legal == ["pass"] or all(re.fullmatch("[A-HJ-T][0-9]+", word) for word in legal)
        if not legal:
            break
        side = client.ask("gogui-rules_side_to_move")
        client.ask(f"play {side[0].upper()} {chance.choice(legal)}")
    assert client.player.position.over
    black, white = client.player.scores()
    winner = "draw" if black == white else "black wins" if black > white else "white wins"
    assert client.ask("gogui-rules_final_result") == f"{winner}: black {black}, white {white}"


@pytest.mark.parametrize(("game", "size"), [row for row in GRIDS if row[0] != "Othello"])
def test_other_boards_are_drawn(game, size):
    client, chance = playing(game, size), random.Random(1)
    for _ in range(6):
        mover = client.player.position.mover
        client.player.play(mover, client.player.text_of(chance.choice(client.player.position.moves())))
    held = {name: sign for name, sign in cells(client).items() if sign != "."}
    # Where two players have discs they are black and white.
    stones = {"X": "R", "O": "G"} if game == "Rolit 2" else {}
    board = read_board(client.ask("gogui-rules_board"), size)
    shown = {name: stones[word] for name, word in board.items() if word != "."}
    for line in client.ask("gogui-rules_board_gfx").split("\n"):
        kind, *words = line.split()
        if kind == "LABEL":
            shown.update(read_pairs(" ".join(words)))
        else:
            assert kind == "COLOR"
            shown.update(dict.fromkeys(words[1:], words[0][0].upper()))
    assert shown == held
    empty = [name for name in squares(size) if name not in held]
    legal = client.ask("gogui-rules_legal_moves").split()
    assert legal and len(set(legal)) == len(legal) and set(legal) <= set(empty)


def check_analysis(client, kind, text):
    """A reply is what GoGui can show in that way."""
    size = client.player.size
    names = set(squares(size))
    if kind == "plist":
        assert set(text.split()) <= names
    elif kind == "pspairs":
        pairs = read_pairs(text)
        assert set(pairs) <= names and all(len(word) <= 5 for word in pairs.values())
    elif kind == "dboard":
        assert all(-1 <= float(word) <= 1 for word in read_board(text, size).values())
        assert "-0 " not in text and "-0.000" not in text
    elif kind == "gfx":
        for line in text.split("\n"):
            word, _, rest = line.partition(" ")
            assert word in ("VAR", "LABEL", "TEXT", "COLOR")
            if word == "LABEL":
                assert set(read_pairs(rest)) <= names
            elif word == "COLOR":
                assert re.fullmatch("#[0-9a-f]{6}", rest.split()[0]) and set(rest.split()[1:]) <= names
            elif word == "VAR":
                moves = rest.split()
                assert set(moves[::2]) <= {"b", "w"} and set(moves[1::2]) <= names | {"PASS"}
    elif kind == "param":
        for line in text.split("\n"):
            assert re.fullmatch(r"\[(string|bool|list(/[^ /]+)+)\] [a-z_]+ \S+", line)
    else:
        assert kind in ("string", "hstring") and text


@pytest.mark.parametrize(("game", "size"), GRIDS)
def test_every_analysis_is_a_command_whose_reply_can_be_shown(game, size):
    client = playing(game, size)
    for _ in range(3):
        client.ask(f"genmove {client.player.players[client.player.position.mover]}")
    for kind, label, command in ANALYSES:
        assert "/" not in label and command.split()[0] in gtp.commands.commands
        if command.startswith("outflank-solve"):
            # So early in a game it would only take its time.
            continue
        idle = (game, command) == ("SOS", "outflank-owner_board")
        if idle or (command == "outflank-discs" and game != "Othello"):
            assert client.reply(command).startswith("?")
            continue
        check_analysis(client, kind, client.ask(command))


def legal_after(client):
    return set(client.ask("outflank-moves").split())


def test_what_is_shown_belongs_to_the_position_on_the_board():
    client = Client("--visits", "2000")
    move = client.ask("genmove b")
    legal = set(client.ask("outflank-moves").split())
    assert set(read_pairs(client.ask("outflank-visits"))) <= legal and move not in legal
    report = client.player.report
    client.ask("undo")
    visits = read_pairs(client.ask("outflank-visits"))
    assert visits == {client.player.text_of(row.move): str(row.visits) for row in report.rows if row.visits}
    assert client.ask("outflank-gfx").split()[:3] == ["VAR", "b", move]
    expected, *labels, text = client.ask("outflank-gfx").split("\n")
    # GoGui numbers the line's squares: a label there would take the number's place.
    labelled = legal_after(client) - set(expected.split()[2::2])
    told = [set(read_pairs(line.removeprefix("LABEL "))) for line in labels]
    assert told == ([labelled] if labelled else []) and text.startswith("TEXT ")
    lines = {client.player.text_of(row.move): row.line for row in report.rows}
    for square, answer in read_pairs(client.ask("outflank-replies")).items():
        assert answer == client.player.text_of(lines[square][1])


@pytest.mark.parametrize(("colour", "number"), [("b", 1.0), ("w", -1.0)])
def test_numbers_on_the_board_are_black_s(colour, number):
    """Two squares are left, and who is to move wins with either."""
    client = Client()
    own, other = ("X", "O") if colour == "b" else ("O", "X")
    client.ask(f"outflank-position -{other}{own * 60}{other}- {own}")
    client.ask(f"kata-search {colour}")
    board = read_board(client.ask("outflank-value_board"), 8)
    assert {name: float(word) for name, word in board.items() if word != "0"} == {
        "A1": number,
        "H8": pytest.approx(number, abs=0.01),
    }


def test_values_close_to_each_other_are_told_apart_on_the_board():
    """The strongest value of a position is in the darkest colour, however near to nothing it is."""
    found = {"A1": 0.02, "B1": 0.005, "C1": -0.001, "D1": 0.0}
    assert picture.shades(found) == ["COLOR #2468bd A1", "COLOR #c6d9f5 B1", "COLOR #f8dcc4 C1"]
    assert picture.shades({"A1": 0.0}) == picture.shades({}) == []


@pytest.mark.parametrize(
    ("number", "text"),
    [(7, "7"), (999, "999"), (1000, "1k"), (122214, "122k"), (999_999, "1M"), (3 << 30, "3G")],
)
def test_counts_have_room_on_a_square(number, text):
    assert picture.short(number) == text


@pytest.mark.parametrize("game", ["Othello", "Rolit", "Rolit 3", "Rolit 2", "SOS", "PolyClash"])
def test_rules_are_listed_where_a_click_is_a_move(game):
    """GoGui sends `play B D3` for a click. In a game that lists the rules every legal square is a move so."""
    client = Client("--game", game)
    listed = [name for name in client.ask("list_commands").split("\n") if name.startswith("gogui-rules_")]
    clicks = game in ("Othello", "Rolit 2")
    assert bool(listed) == clicks == (client.ask("known_command gogui-rules_game_id") == "true")
    assert ("GoGui cannot play it: " in client.ask("gogui-title")) != clicks
    if clicks:
        for _ in range(10):
            side = client.ask("gogui-rules_side_to_move")[0].upper()
            client.ask(f"play {side} {client.ask('gogui-rules_legal_moves').split()[0]}")
    else:
        assert client.reply("play B D3").startswith("?") or game == "Rolit"


def test_showing_leaves_the_search_as_it_was():
    """With a seed the game goes on as if nothing had been shown."""
    moves = []
    for commands in ([], [command for _, _, command in ANALYSES if "solve" not in command]):
        client = Client("--visits", "300")
        made = []
        for number in range(8):
            made.append(client.ask(f"genmove {'bw'[number % 2]}"))
            tree = client.ask("outflank-tree 2")
            for command in commands:
                client.reply(command)
            assert client.ask("outflank-tree 2") == tree
        moves.append(made)
    assert moves[0] == moves[1]


def test_nothing_is_known_before_a_search_and_none_begins():
    client = Client()
    assert client.reply("outflank-visits") == "? nothing is known of this position yet\n\n"
    assert client.player.search_session._search is None


boards = st.lists(st.sampled_from("XO-"), min_size=36, max_size=36)


@given(boards, st.sampled_from("bw"), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_any_position_can_be_set_up(signs, side, chance):
    client = playing("Othello", 6)
    placed = [
        f"{'b' if sign == 'X' else 'w'} {name}"
        for name, sign in zip(squares(6), signs, strict=True)
        if sign != "-"
    ]
    chance.shuffle(placed)
    if placed:
        client.ask(f"gogui-setup {' '.join(placed)}")
    else:
        signs = list(client.ask("outflank-position").split()[0])
    client.ask(f"gogui-setup_player {side}")
    assert client.ask("outflank-position") == f"{''.join(signs)} {'X' if side == 'b' else 'O'}"
    assert client.reply("undo") == "? cannot undo\n\n"


@given(st.integers(0, 2**32), st.integers(1, 70), st.integers(0, 80))
@settings(max_examples=60, deadline=None)
def test_a_sequence_is_made_as_a_whole_or_not_at_all(seed, length, wrong):
    client, other, chance = Client(), Client(), random.Random(seed)
    words = []
    for _ in range(length):
        moves = other.player.position.moves()
        if not moves:
            break
        player, text = other.player.position.mover, other.player.text_of(chance.choice(moves))
        other.player.play(player, text)
        words.append(("BW"[player], text))
    before = client.ask("outflank-position")
    if wrong < len(words):
        spoilt = [*words[:wrong], (words[wrong][0], "A0"), *words[wrong + 1 :]]
        assert client.reply("gogui-play_sequence " + " ".join(map(" ".join, spoilt))).startswith("?")
        assert client.ask("outflank-position") == before
        assert client.reply("undo").startswith("?")
    client.ask("gogui-play_sequence " + " ".join(map(" ".join, words)))
    assert client.ask("outflank-position") == other.ask("outflank-position")
    assert client.reply(f"gg-undo {len(words) + 1}").startswith("?")
    client.ask(f"gg-undo {len(words)}")
    assert client.ask("outflank-position") == before


def test_an_option_that_stays_as_it_is_costs_nothing_learnt():
    client = Client("--visits", "100")
    client.ask("genmove b")
    client.ask("undo")
    known = client.ask("outflank-visits")
    page = client.ask("outflank-param").split("\n")
    for line in page:
        client.ask(f"outflank-param {line.partition('] ')[2]}")
    assert client.ask("outflank-visits") == known
    assert client.ask("outflank-param").split("\n") == page
    client.ask("outflank-param exploration 0.5")
    assert client.reply("outflank-visits").startswith("?")


def test_the_page_of_options_has_all_options():
    client = Client()
    names = [line.split()[1] for line in client.ask("outflank-param").split("\n")]
    assert names == client.ask("kata-list-params").split()


def read_drawings(text):
    """The messages in what stands on stderr, as GoGui reads them (LiveGfx.java): a line, or a block up to an
    empty line. The board is cleared before each."""
    found, block = [], None
    for line in text.splitlines():
        if block is not None and line:
            block.append(line)
        elif block is not None:
            found.append(block)
            block = None
        else:
            assert line.startswith("gogui-gfx:")
            rest = line.removeprefix("gogui-gfx:").strip()
            block = None if rest else []
            if rest:
                found.append([rest])
    assert block is None
    return found


def test_a_running_search_is_drawn_on_stderr(start):
    peer = start("--seconds", "2.5", "--live_gfx", "1")
    assert peer.ask("set_game Othello") == "="
    move = peer.ask("genmove b").removeprefix("= ")
    peer.hang_up()
    code, out, err = peer.end()
    assert (code, out) == (0, b"")
    drawings = read_drawings(err.decode("ascii"))
    kinds = [[line.split()[0] for line in drawing] for drawing in drawings]
    assert kinds == [["VAR", "TEXT"]] * (len(kinds) - 1) + [["CLEAR"]]
    assert 1 <= len(kinds) - 1 <= 2
    drawn = [drawing[0] for drawing in drawings[:-1]]
    assert all(re.fullmatch("VAR b [A-H][1-8]( [bw] [A-H][1-8])*", line) for line in drawn)
    assert re.fullmatch("[A-H][1-8]", move)


def test_without_the_option_stderr_is_silent(start):
    peer = start("--seconds", "1.3")
    assert re.fullmatch("= [A-H][1-8]", peer.ask("genmove b"))
    peer.hang_up()
    assert peer.end() == (0, b"", b"")


@pytest.mark.parametrize("game", ["Rolit", "SOS", "PolyClash"])
def test_other_searches_are_drawn_as_far_as_they_can_be(game, capfd):
    client = Client("--game", game)
    player = client.player
    position = player.position
    client.ask(f"kata-search {player.players[0]}")
    live = picture.Live(player, position)
    live.clear()
    assert capfd.readouterr().err == ""
    live.tell(player.report)
    live.clear()
    drawings = read_drawings(capfd.readouterr().err)
    assert [[line.split()[0] for line in drawing] for drawing in drawings] == (
        [["VAR", "TEXT"], ["CLEAR"]] if game == "SOS" else [["TEXT"], ["CLEAR"]]
    )


def test_ten_thousand_plays_take_less_than_two_seconds(command):
    """Of processor time, however busy the machine is."""

    def spent():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    lines = []
    for _ in range(1000):
        lines += ["clear_board", *(f"play {'BW'[i % 2]} {move}" for i, move in enumerate(OPENING))]
    begin = spent()
    out = gtp_script.speak_to(command, "\n".join([*lines, "quit", ""]).encode(), [])
    assert spent() - begin < 2
    assert out == b"=\n\n" * 11_001


def resident(peer):
    """The memory of a program in kB."""
    status = Path(f"/proc/{peer.process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_ruler_needs_no_tree(start):
    peer = start("--book", "off")
    assert peer.ask("name") == "= Outflank"
    before = resident(peer)
    for _ in range(100):
        peer.ask("clear_board")
        for number, move in enumerate(OPENING):
            assert peer.ask(f"play {'BW'[number % 2]} {move}") == "="
        for query in ("board", "board_size", "side_to_move", "legal_moves", "game_id", "board_gfx"):
            assert peer.ask(f"gogui-rules_{query}").startswith("=")
    assert resident(peer) - before < 1000
    assert peer.ask("genmove b").startswith("= ")
    assert resident(peer) - before > 1000


def test_four_copies_start_at_once(start):
    begin = time.monotonic()
    peers = [start() for _ in range(4)]
    assert [peer.ask("gogui-rules_game_id") for peer in peers] == ["= Othello"] * 4
    assert time.monotonic() - begin < SOON


def test_the_number_of_the_process_takes_signals(start):
    peer = start("--seconds", "30", "--book", "off")
    assert peer.ask("gogui-sigint") == f"= {peer.process.pid}"
    peer.send(b"genmove b\n")
    assert peer.silent(0.3)
    peer.signal(signal.SIGINT)
    assert re.fullmatch(rb"= [A-H][1-8]", peer.reply(1.0))


def test_the_reason_of_a_move_is_that_of_our_own_last_one():
    client = Client("--visits", "200")
    assert client.ask("gomill-explain_last_move") == ""
    move = client.ask("genmove b")
    reason = client.ask("gomill-explain_last_move")
    assert reason.endswith(f"expecting {' '.join(map(client.player.text_of, client.player.report.line))}")
    assert f"expecting {move}" in reason
    client.ask(f"play w {client.ask('outflank-moves').split()[0]}")
    assert client.ask("gomill-explain_last_move") == ""
    client.ask("undo")
    assert client.ask("gomill-explain_last_move") == reason
    client.ask("clear_board")
    assert client.ask("gomill-explain_last_move") == ""


def test_the_reason_is_of_the_move_made_when_chance_chose_it():
    client = Client("--level", "1", "--seed", "5")
    seen = set()
    for number in range(12):
        move = client.ask(f"genmove {'bw'[number % 2]}")
        reason = client.ask("gomill-explain_last_move")
        assert f"expecting {move}" in reason or reason == "nothing else could be played"
        best = client.player.text_of(client.player.report.best.move)
        seen.add(move == best)
    assert seen == {True, False}


def test_after_the_game_nothing_is_pondered_until_the_next_move(monkeypatch):
    client = Client("--ponder", "0.1", "--visits", "20")
    seen = []
    monkeypatch.setattr(
        client.player.search_session, "ponder", lambda position, *limits: seen.append(position)
    )

    def pondered():
        seen.clear()
        client.session.idle()
        return seen == [client.player.position]

    client.ask("genmove b")
    assert pondered()
    client.ask("genmove w")
    client.ask("kgs-game_over")
    client.session.idle()
    client.ask("undo")
    client.session.idle()
    client.ask("clear_board")
    client.session.idle()
    assert len(seen) == 1
    client.ask("genmove b")
    assert pondered()
    client.ask("kgs-game_over")
    client.ask(f"play w {client.ask('outflank-moves').split()[0]}")
    assert pondered()


def test_processor_time_is_that_of_the_process():
    client = Client("--visits", "20000")
    first = time.process_time()
    before = float(client.ask("cputime"))
    client.ask("genmove b")
    after = float(client.ask("gomill-cpu_time"))
    last = time.process_time()
    assert first - 0.001 <= before < before + 0.01 < after <= last + 0.001
