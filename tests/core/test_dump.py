"""Trees kept in files: what comes back is what went in, and nothing else is believed."""

import os
import random
import re
import struct
import subprocess
import sys
import zlib

import gtp_script
import pytest
from hypothesis import given, strategies as st

from outflank.engine import core, options as techniques
from outflank.engine.analysis import tree_file
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.tree_file import BadTree, NoTree
from outflank.engine.games import GAMES
from outflank.engine.play.player import Player
from outflank.protocol.console import files
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

NODE = struct.Struct("<HBBIQ4HhhI")
EDGE = struct.Struct("<QIHH")
AMAF = struct.Struct("<Q")
"""What comes for each edge behind the last one, where the search keeps all-moves-as-first statistics."""
UNIT = 8
EDGES, MOVER, EPOCH, NEXT, KEY, LOW, HIGH, FLAGS = 0, 1, 2, 3, 4, 9, 10, 11
STAT, CHILD, MOVE = 0, 1, 2
SURE_EDGE = 0x8000
HARMLESS = (
    *("select", "exploration", "first_play", "first_play_loss", "expand_at", "bias"),
    *("widening", "widening_power", "transpositions", "virtual_loss", "parallel", "playouts"),
    *("noise", "early_stop", "temperature", "solve_at"),
)
"""Options that decide where the search looks, and not what its numbers mean."""
OF_HIDDEN_GAMES = ("view", "worlds")
"""Options of searches of which no file is kept."""
ROUNDS = int(os.environ.get("OUTFLANK_FUZZ", "12"))
"""How many files each test makes up that tries to mislead the search."""


def new_player(game="Othello", visits=600, **settings):
    return Player(game, limits=Limits(visits=visits), **{"seed": 1, "memory": 4, **settings})


def grown(game="Othello", moves=1, **settings):
    """A player who has thought about some moves."""
    player = new_player(game, **settings)
    for _ in range(moves):
        player.genmove(player.position.mover)
    return player


def kept(player):
    return b"".join(player.analysis.save_tree())


def here(player):
    """What the tree knows of the position: kept visits, and the rows of the root."""
    search = player.search_session.search
    different = player.search_session.different(player.position)
    return search.set_root(player.position, different), search.rows()


def loaded(data, like, **settings):
    """A new player in the position of another, with a tree from a file."""
    player = new_player(like.variant.name, size=like.size, **settings)
    player.game = like.game.with_rules(player.rules)
    player.analysis.load_tree(data)
    return player


@pytest.mark.parametrize("game", [variant.name for variant in GAMES if not variant.hidden])
def test_what_was_learnt_comes_back(game):
    """Here, at earlier positions and deeper in the tree; and a second saving gives the same bytes."""
    player = grown(game, moves=3, memory=32)
    data = kept(player)
    copies = [loaded(data, player, memory=32) for _ in range(2)]
    assert kept(copies[0]) == data
    for _ in range(4):
        visits, rows = here(player)
        assert visits > 0 and all(here(copy) == (visits, rows) for copy in copies)
        if player.game.turns == 0:
            break
        for each in (player, *copies):
            each.undo()
    seen = [core.load("testing.trees").check(each.search_session.search) for each in (player, *copies)]
    assert seen[0] == seen[1] == seen[2] and seen[0]["root"] == 600
    before = [each.genmove(each.position.mover) for each in copies]
    assert before[0] == before[1] and copies[0].report.rows == copies[1].report.rows
    assert copies[0].report.kept == 600 and copies[0].report.visits == 600


@pytest.mark.parametrize("game", [variant.name for variant in GAMES if not variant.hidden])
def test_what_comes_back_is_in_order_and_stays_so(game):
    # `check` is for trees in which every position has one way to it.
    player = grown(game, memory=32, options={"transpositions": 0})
    player.undo()
    copy = loaded(kept(player), player, memory=32, options={"transpositions": 0})
    here(copy)
    assert core.load("testing.trees").check(copy.search_session.search)["wrong"] == 0
    copy.genmove(0)
    checked = core.load("testing.trees").check(copy.search_session.search)
    assert checked["wrong"] == 0 and checked["root"] == 1200


def test_saving_changes_nothing():
    player, other = new_player(visits=2000), new_player(visits=2000)
    for _ in range(6):
        if player.report:
            kept(player)
        mover = player.position.mover
        assert player.genmove(mover) == other.genmove(mover)
        assert player.report.rows == other.report.rows
        assert player.report.bytes == other.report.bytes


@pytest.mark.parametrize(("game", "memory"), [("Othello", 1), ("SOS", 2), ("PolyClash", 3)])
def test_a_file_holds_only_what_is_alive(game, memory):
    player = grown(game, visits=20_000, memory=memory)
    assert player.report.collections > 0
    data = kept(player)
    head = tree_file.read_head(data)
    assert len(data) < player.search_session.search.pool.bytes
    copy = loaded(data, player, memory=memory)
    player.undo()
    copy.game = player.game.with_rules(copy.rules)
    assert here(copy) == here(player)
    assert kept(copy) == data
    copy.search_session.search.run(20_000, 60.0, copy.bell)
    assert copy.search_session.search.pool.collections > 0
    assert all(node[EPOCH] == node[NEXT] == 0 for _, node, _ in blocks(data))
    assert sum(1 for _ in blocks(data)) == head.nodes


def test_a_collection_broken_off_is_finished_before_saving(load):
    position = load("othello.othello").Othello(8).new_position()
    options = {**techniques.defaults("Othello"), "expand_at": 1}
    pool = load("search.pool").Pool(3)
    search = load("search.search").Search(
        load("search.rollout").Playouts(load("game.heuristic").Heuristic(position.rules)), pool, options
    )
    search.set_root(position)
    bell = load("base.stop").Bell()
    while not pool.collecting:
        search.run(1 << 62, 0.0005, bell)
    visits, rows = sum(row[1] for row in search.rows()), search.rows()
    dump = load("search.dump").Dump(search)
    assert not pool.collecting
    data = b"".join(dump)
    other = load("search.search").Search(
        load("search.rollout").Playouts(load("game.heuristic").Heuristic(position.rules)),
        load("search.pool").Pool(3),
        options,
    )
    load("search.dump").restore(other, data, dump.nodes)
    assert other.set_root(position) == visits
    assert [row[:2] for row in other.rows()] == [row[:2] for row in rows]


def test_a_tree_that_grows_while_it_is_saved_is_noticed():
    player = grown()
    pieces = player.analysis.save_tree()
    next(pieces)
    player.genmove(1)
    with pytest.raises(RuntimeError, match="grown while"):
        list(pieces)


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_several_workers(parallel):
    """Of trees of their own the most visited goes on, as it does in memory."""
    player = grown(threads=3, options={"parallel": parallel, "early_stop": 0}, memory=8)
    player.undo()
    visits, _ = here(player)
    copy = loaded(kept(player), player, threads=3, options={"parallel": parallel}, memory=8)
    assert here(copy)[0] == visits > 0
    copy.genmove(0)
    assert copy.report.kept == visits


def test_shared_positions_come_back():
    player = grown("SOS", size=3, visits=3000, options={"transpositions": 1})
    copy = loaded(kept(player), player, options={"transpositions": 1})
    player.undo()
    copy.game = player.game.with_rules(copy.rules)
    assert here(copy) == here(player)
    copy.search_session.search.run(3000, 60.0, copy.bell)
    assert sum(row[1] for row in copy.search_session.search.rows()) == 6000


def test_an_own_tree_is_given_up_for_the_one_loaded():
    first, second = grown(visits=300), grown(moves=4, visits=500)
    first.analysis.load_tree(kept(second))
    assert first.report is None
    assert kept(first) == kept(second)
    first.undo()
    assert here(first)[0] == 500


def state(player):
    position = player.rules.position_text(player.position)
    tree = kept(player) if player.report else None
    return player.variant.name, player.size, player.komi, position, player.report, tree


def refused(player, data, text):
    """Loading is refused for that reason and changes nothing."""
    before = state(player)
    with pytest.raises(BadTree, match=text):
        player.analysis.load_tree(data)
    assert state(player) == before


def test_nothing_to_save():
    player = new_player()
    with pytest.raises(NoTree, match="nothing has been searched yet"):
        player.analysis.save_tree()
    refused(player, b"", "no tree of Outflank")
    with pytest.raises(NoTree, match="nothing has been searched yet"):
        player.analysis.save_tree()


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"game": "Rolit 2"}, "its game is Othello, here it is Rolit 2"),
        ({"size": 6}, "its size is 8, here it is 6"),
        ({"level": "easy"}, "its evaluation is learned, here it is heuristic"),
        ({"options": {"prove": "score"}}, "its prove is result, here it is score"),
        ({"options": {"priors": 0}}, "its priors is 1, here it is 0"),
        ({"options": {"minimax": 0.1}}, "its minimax is 0.0, here it is 0.1"),
    ],
)
def test_a_tree_of_something_else(settings, text):
    data = kept(grown())
    refused(new_player(**settings), data, text)
    refused(grown(**settings), data, text)


def test_a_tree_of_another_komi():
    player = grown("PolyClash", visits=30)
    data = kept(player)
    player.set_komi(0.1)
    refused(player, data, "its komi is 0.025, here it is 0.1")
    # A komi meant for another game leaves the usual one standing.
    player.set_komi(7.5)
    player.analysis.load_tree(data)


def test_a_file_with_former_names_of_options_is_read():
    player = grown()
    data = kept(player)
    text, end, nodes = data.partition(b"\n\n")
    body = text.rpartition(b"check ")[0]
    assert b"\nvalue_slope " in body and b"\nprior_temperature " in body
    body = body.replace(b"value_slope ", b"steepness ").replace(b"prior_temperature ", b"prior_spread ")
    former = body + b"check %08x" % zlib.crc32(body) + end + nodes
    assert here(loaded(former, player)) == here(player)
    refused(player, former.replace(b"steepness ", b"steepnezz "), "head is damaged")


def test_every_option_binds_a_tree_or_is_known_to_be_harmless():
    assert sorted([*tree_file.BINDING, *HARMLESS, *OF_HIDDEN_GAMES]) == sorted(techniques.NAMES)


@pytest.mark.parametrize("name", HARMLESS)
def test_harmless_options_may_differ(name):
    row = techniques.NAMES[name]
    values = row.words or (row.low, min(row.high, 3))
    needed = {other: allowed[0] if allowed else 1.0 for other, allowed in row.needs.items()}
    data = kept(grown(visits=100, options=needed))
    for value in values:
        player = new_player(options={**needed, name: value}, visits=100, threads=2)
        player.analysis.load_tree(data)
        player.genmove(0)
        assert player.report.kept == 100


def test_a_tree_too_large_says_what_it_needs():
    player = grown(visits=40_000, memory=16)
    data = kept(player)
    small = new_player(memory=2)
    with pytest.raises(BadTree, match="it needs ([0-9]+) MB, there are 2$") as caught:
        small.analysis.load_tree(data)
    needed = int(re.search("[0-9]+", str(caught.value))[0])
    loaded(data, player, memory=needed)
    refused(new_player(memory=needed - 2), data, f"needs {needed} MB")
    # What the protocol reads of such a file is enough to say so.
    refused(small, data[: tree_file.most_bytes(2)], f"needs {needed} MB")


def test_a_full_pool_fits_its_own_size(load):
    for number in (1, 2, 3, 7, 16, 33, 64, 130, 256):
        units = (load("search.pool").Pool(number).bytes - 4 * buckets(number)) // UNIT
        # Where a larger pool has twice the buckets, the one before may have as much room for nodes.
        assert number - 2 < load("search.dump").megabytes(units - 1) <= number
        assert number < load("search.dump").megabytes(units) <= number + 2


def buckets(number):
    count = 1
    while count * 2 * 260 <= number << 20:
        count *= 2
    return count


@pytest.fixture(scope="module")
def small():
    """A player with a small tree, and its file."""
    player = grown("SOS", size=3, visits=150)
    return player, kept(player)


def test_every_cut_is_refused(small):
    player, data = small
    for length in (*range(0, 600, 7), *range(600, len(data), 997), len(data) - 1):
        refused(player, data[:length], "no tree|of format|damaged|bytes instead")
    refused(player, data + b"\0", "bytes instead")


def test_every_flip_is_refused(small):
    player, data = small
    dice = random.Random(1)
    head = tree_file.read_head(data).length
    places = [*range(head + 40), *range(len(data) - 4, len(data))]
    for place in places + [dice.randrange(head, len(data)) for _ in range(400)]:
        harmed = bytearray(data)
        harmed[place] ^= dice.randrange(1, 256)
        with pytest.raises(BadTree):
            player.analysis.load_tree(bytes(harmed))
    assert kept(player) == data


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_refused(small, data, like):
    player, good = small
    with pytest.raises(BadTree):
        player.analysis.load_tree(tree_file.MAGIC + b"2\n" + data if like else data)
    assert good.startswith(tree_file.MAGIC)


def test_a_head_made_up(small):
    player, data = small
    for text, reason in [
        (b"Outflank tree 1\n", "it is of format 1, this program reads 2"),
        (b"Outflank tree \xff\n", "it is of format"),
        (b"Outflank tree 2\n", "does not say how large"),
        (b"Outflank tree 2\nnodes 1\nunits x\n", "does not say how large"),
        (b"Outflank tree 2\nnodes 1\nunits 99999999999\n", "does not say how large"),
        (b"Outflank tree 2\nnodes 1\nunits 4\n", "its layout is not known"),
        (with_head(data, units=b"4294967295")[1], "needs 33[0-9]{3} MB"),
        (with_head(data, units=b"0")[1], "bytes instead of"),
        (with_head(data, nodes=b"4294967295")[1], "no node of this game"),
        (with_head(data, layout=b"big 8 32 16")[1], "its layout is big"),
        (with_head(data, start=b"0000000000000001")[1], "its start is 0000000000000001"),
        (with_head(data, wings=b"2")[1], "it has a wings"),
    ]:
        whole = text if b"check" in text else text + b"check %08x\n\n" % zlib.crc32(text)
        refused(player, whole, reason)


def with_head(data, **lines):
    """(the nodes with their checksum, the whole file) where lines of the head differ or are new."""
    length = tree_file.read_head(data).length
    text = data[:length].rpartition(b"check ")[0]
    for name, value in lines.items():
        line = b"\n%s %s\n" % (name.encode(), value)
        changed = re.sub(b"\n%s .*\n" % name.encode(), line, text)
        text = changed if changed != text else text + line[1:]
    return data[length:], text + b"check %08x\n\n" % zlib.crc32(text) + data[length:]


def blocks(data):
    """(place, header, places of the edges) of every node in a file."""
    head = tree_file.read_head(data)
    at, stride = head.length, int(head.terms["layout"].split()[-1])
    for _ in range(head.nodes):
        node = NODE.unpack_from(data, at)
        edges = [at + NODE.size + i * EDGE.size for i in range(node[EDGES])]
        yield at, node, edges
        at += NODE.size + node[EDGES] * stride


def forged(data, shape, place, field, value):
    """The file with one field changed and the checksum right."""
    harmed = bytearray(data)
    row = list(shape.unpack_from(data, place))
    row[field] = value
    shape.pack_into(harmed, place, *row)
    return sealed(harmed)


def sealed(data):
    """The file with the checksum of its nodes put right."""
    start = tree_file.read_head(data).length
    return bytes(data[:-4]) + struct.pack("<I", zlib.crc32(data[start:-4]))


@pytest.mark.parametrize(
    ("shape", "field", "values"),
    [
        (NODE, EDGES, (0, 1, 17, 19, 321, 0xFFFF)),
        (NODE, MOVER, (2, 255)),
        (NODE, EPOCH, (1,)),
        (NODE, NEXT, (1, 1 << 31)),
        (NODE, LOW, (-32768, 32001)),
        (NODE, HIGH, (-32001, 32767)),
        (NODE, FLAGS, (2, 3, 1 << 31)),
        (EDGE, STAT, (1, 1024, (1 << 64) - 1, (5 << 37) + 5 * 1024 + 1)),
        (EDGE, CHILD, (2, 3, 1 << 20, (1 << 32) - 1)),
        (EDGE, MOVE, (18, 0x0FFF, 0x1000, 0x4000, 0xFFFF)),
    ],
)
def test_fields_that_cannot_be(small, shape, field, values):
    player, data = small
    first, _, edges = next(blocks(data))
    for value in values:
        place = first if shape is NODE else edges[3]
        refused(player, forged(data, shape, place, field, value), "no node of this game at unit")


def test_all_moves_as_first_that_cannot_be():
    player = grown("SOS", size=3, visits=150, options={"rave": 300.0})
    data = kept(player)
    _, _, edges = next(blocks(data))
    behind = edges[-1] + EDGE.size
    assert any(AMAF.unpack_from(data, behind + i * AMAF.size)[0] for i in range(len(edges)))
    for value in (1, (1 << 64) - 1, (0x7FF0000 + 512 * 64 + 1) << 37):
        harmed = forged(data, AMAF, behind + AMAF.size, 0, value)
        refused(player, harmed, "no node of this game at unit")


def lies(data, dice):
    """The file with numbers in it that pass every single check, and are wrong: other moves, keys and
    statistics, other children, circles."""
    harmed = bytearray(data)
    nodes = list(blocks(data))
    start = tree_file.read_head(data).length
    terms = dict(tree_file.read_head(data).terms)
    actions, wide = int(terms["moves"]), terms["layout"].endswith(str(EDGE.size + AMAF.size))
    for _ in range(dice.choice((1, 5, 50, 400))):
        place, node, edges = dice.choice(nodes)
        if not edges or dice.random() < 0.2:
            row = list(NODE.unpack_from(harmed, place))
            other = dice.choice(nodes)[1]
            row[MOVER] = dice.randrange(2)
            row[KEY] = dice.choice((other[KEY], dice.getrandbits(64), row[KEY]))
            row[5:9] = [dice.randrange(65536) for _ in range(4)]
            row[LOW], row[HIGH] = sorted(dice.choice((-32000, -9, 0, 3, 32000)) for _ in range(2))
            row[FLAGS] = 1 if not edges else dice.randrange(2)
            NODE.pack_into(harmed, place, *row)
            continue
        at = dice.choice(edges)
        row = list(EDGE.unpack_from(harmed, at))
        visits = dice.choice((0, 1, 1000, 0x7FF0000))
        statistic = (visits << 37) + dice.randrange(visits * 1024 + 1)
        if wide and dice.random() < 0.2:
            AMAF.pack_into(harmed, edges[-1] + EDGE.size + AMAF.size * edges.index(at), statistic)
            continue
        child = (dice.choice(nodes)[0] - start) // UNIT + 1
        field, value = dice.choice(
            (
                (STAT, statistic),
                (CHILD, child),
                (CHILD, (place - start) // UNIT + 1),
                (CHILD, 0),
                (MOVE, dice.randrange(actions) | dice.choice((0, SURE_EDGE))),
            )
        )
        row[field] = value
        EDGE.pack_into(harmed, at, *row)
    return sealed(harmed)


@pytest.mark.parametrize("options", [{}, {"transpositions": 1, "expand_at": 1}], ids=["tree", "shared"])
@pytest.mark.parametrize("game", [variant.name for variant in GAMES if not variant.hidden])
def test_lies_under_a_right_checksum(game, options):
    """The search goes on whatever the file says: it makes legal moves and loses no room."""
    source = grown(game, visits=300, options=options)
    data = kept(source)
    believed = 0
    for seed in range(ROUNDS):
        dice = random.Random(f"{game} {seed}")
        player = new_player(game, visits=400, options=options, threads=dice.choice((1, 1, 2)))
        try:
            player.analysis.load_tree(lies(data, dice))
        except BadTree:
            continue
        believed += 1
        for _ in range(3):
            legal = [player.rules.move_text(move) for move in player.position.moves()]
            assert player.genmove(player.position.mover) in legal
        assert kept(player)
    assert believed == ROUNDS


def test_noise_in_the_nodes(small):
    """Bytes changed anywhere, the checksum right: refused, or a tree to go on with."""
    player, data = small
    start = tree_file.read_head(data).length
    outcomes = set()
    for seed in range(20 * ROUNDS):
        dice = random.Random(seed)
        harmed = bytearray(data)
        for _ in range(dice.choice((1, 2, 10))):
            harmed[dice.randrange(start, len(data) - 4)] = dice.randrange(256)
        other = new_player("SOS", size=3, visits=60, memory=1)
        try:
            other.analysis.load_tree(sealed(harmed))
        except BadTree:
            outcomes.add("refused")
            continue
        outcomes.add("believed")
        other.genmove(0)
    assert outcomes == {"refused", "believed"}


def test_a_child_of_another_position_is_left_alone(small):
    """Its edge is a leaf from now on; the others go on as they were."""
    player, data = small
    (_, _, edges), *others = blocks(data)
    start = tree_file.read_head(data).length
    alien = next(place for place, node, _ in others if node[EDGES] != len(edges) - 2)
    rows = [EDGE.unpack_from(data, at) for at in edges]
    number = max((i for i in range(len(rows)) if rows[i][CHILD]), key=lambda i: rows[i][STAT])
    harmed = forged(data, EDGE, edges[number], CHILD, (alien - start) // UNIT + 1)
    other = new_player("SOS", size=3, visits=500)
    other.analysis.load_tree(harmed)
    other.genmove(0)
    moves = [row.move for row in other.report.rows]
    assert sorted(moves) == other.rules.new_position().moves()
    assert EDGE.unpack_from(kept(other), edges[number])[CHILD] != 0
    assert other.report.kept == 150


def test_between_processes(start, tmp_path):
    """With a blank and a letter beyond ASCII in the name; the loader sets the game up first or afterwards."""
    path = f"{tmp_path}/my tr\u00e9e"
    saver = start("--visits", "900", "--seed", "1", "--memory", "8")
    assert saver.ask("outflank-save_tree x") == "? nothing has been searched yet"
    moves = [saver.ask(f"genmove {colour}")[2:] for colour in "bwb"]
    saver.send(f"outflank-save_tree {path}\n".encode())
    assert saver.reply() == b"="
    assert os.listdir(tmp_path) == ["my tr\u00e9e"]
    for early in (True, False):
        loader = start("--visits", "900", "--seed", "1", "--memory", "8")
        steps = [f"play {colour} {move}\n" for colour, move in zip("bwb", moves, strict=True)]
        steps.insert(0 if early else 3, f"outflank-load_tree {path}\n")
        for step in steps:
            loader.send(step.encode())
            assert loader.reply() == b"="
        loader.ask("genmove w")
        saver_kept = re.search(r"kept (\d+)", loader.ask("outflank-stats"))[1]
        assert int(saver_kept) > 100
        loader.ask("undo")
        loader.ask("undo")
        loader.ask("genmove b")
        assert int(re.search(r"kept (\d+)", loader.ask("outflank-stats"))[1]) >= 900


def ask(session, text):
    return session.answer(os.fsencode(text), False).data.decode("utf-8", "surrogateescape").rstrip("\n")


@pytest.fixture
def session():
    from outflank.protocol.serve import new_session
    from outflank.protocol.settings import read_words

    made = new_session(read_words(["--visits", "60", "--seed", "1", "--memory", "2"]))
    assert ask(made, "genmove b").startswith("= ")
    return made


def test_files_that_are_none(session, tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    before = state(session.player)
    for path, text in [
        (fifo, "not a regular file"),
        (tmp_path, "not a regular file"),
        ("/dev/zero", "not a regular file"),
        (tmp_path / "missing", "No such file or directory"),
        (f"{__file__}/below", "Not a directory"),
        (__file__, "it is no tree of Outflank"),
        ("n" * 300, "File name too long"),
    ]:
        assert ask(session, f"outflank-load_tree {path}") == f"? cannot load tree: {text}"
    for path, text in [
        (fifo, "not a regular file"),
        (tmp_path, "not a regular file"),
        ("/dev/null", "not a regular file"),
        (tmp_path / "missing" / "tree", "No such file or directory"),
        (f"{__file__}/below", "Not a directory"),
    ]:
        assert ask(session, f"outflank-save_tree {path}") == f"? cannot save tree: {text}"
    assert state(session.player) == before
    assert os.listdir(tmp_path) == ["fifo"]
    assert ask(session, "outflank-save_tree") == ask(session, "outflank-load_tree") == "? syntax error"


def test_a_folder_nobody_may_write_to(session, tmp_path):
    """Where even the superuser may not: a file system of the kernel's own."""
    folder = tmp_path
    if os.geteuid() == 0:
        folder = "/sys"
    else:
        os.chmod(tmp_path, 0o555)
    reply = ask(session, f"outflank-save_tree {folder}/tree")
    assert re.fullmatch(r"\? cannot save tree: (Permission denied|Read-only file system)", reply)


def test_names_are_taken_byte_for_byte(session, tmp_path):
    name = b"a \xff\xc3\xa9"
    assert session.answer(b"outflank-save_tree %s/%s" % (os.fsencode(tmp_path), name), False).data == b"=\n\n"
    assert os.listdir(os.fsencode(tmp_path)) == [name]
    assert session.answer(b"outflank-load_tree %s/%s" % (os.fsencode(tmp_path), name), False).data == b"=\n\n"


def test_a_link_stays_one(session, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "tree")
    assert ask(session, f"outflank-save_tree {tmp_path}/link") == "="
    assert (tmp_path / "link").is_symlink() and (tmp_path / "tree").stat().st_size > 1000


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "tree"
    path.write_bytes(b"old")

    def pieces():
        yield b"new"
        assert len(os.listdir(tmp_path)) == 2
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        files.replace(os.fsencode(path), pieces(), b"old")
    assert path.read_bytes() == b"old" and os.listdir(tmp_path) == ["tree"]


@pytest.mark.parametrize(
    "text", ["Outflank tree 2\nis what I planted\n", "Outflank tree 2\nunits 1\ncheck 0000"]
)
def test_a_text_that_begins_like_a_tree_is_not_replaced(tmp_path, text):
    session = new_session(read_words(["--visits", "20", "--memory", "2", "--book", "off"]))
    session.answer(b"genmove b", False)
    path = tmp_path / "tree"
    path.write_text(text)
    reply = session.answer(f"outflank-save_tree {path}".encode(), False)
    assert reply.data == b"? cannot save tree: there is a file of another kind\n\n"
    assert path.read_text() == text
    path.unlink()
    assert session.answer(f"outflank-save_tree {path}".encode(), False).data == b"=\n\n"
    # One that was cut short is still ours.
    path.write_bytes(path.read_bytes()[:-9])
    assert session.answer(f"outflank-save_tree {path}".encode(), False).data == b"=\n\n"


def test_what_a_damaged_tree_says_does_not_steer_the_terminal(tmp_path):
    session = new_session(read_words(["--visits", "20", "--memory", "2", "--book", "off"]))
    head = b"Outflank tree 2\nlayout \x9b2J\x1b[2J\nnodes 1\nunits 1\n"
    (tmp_path / "tree").write_bytes(head + b"check %08x\n\n" % zlib.crc32(head))
    reply = session.answer(f"outflank-load_tree {tmp_path / 'tree'}".encode(), False)
    assert reply.data.startswith(b"? cannot load tree: its layout is \\x9b2J\\x1b[2J, here it is ")


def test_a_kill_in_the_middle_leaves_the_old_file(tmp_path):
    path = tmp_path / "tree"
    path.write_bytes(b"old")
    code = """
        import os, signal, sys
        from outflank.protocol.console import files
        def pieces():
            yield b"new" * 1000000
            os.kill(os.getpid(), signal.SIGKILL)
        files.replace(os.fsencode(sys.argv[1]), pieces(), b'old')
    """
    words = [sys.executable, "-c", "if True:\n" + code, str(path)]
    assert subprocess.run(words, cwd=gtp_script.ROOT, check=False).returncode == -9
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("verb", ["outflank-save_tree", "printsgf"])
def test_a_file_of_another_kind_is_never_replaced(tmp_path, verb):
    path = tmp_path / "letter"
    session = new_session(read_words(["--visits", "20", "--memory", "2", "--book", "off"]))
    session.answer(b"genmove b", False)
    path.write_text("Dear friend")
    reply = session.answer(f"{verb} {path}".encode(), False)
    assert reply.data.startswith(b"? cannot save ") and path.read_text() == "Dear friend"
    path.write_text("")
    path.chmod(0o600)
    assert session.answer(f"{verb} {path}".encode(), False).data == b"=\n\n"
    assert session.answer(f"{verb} {path}".encode(), False).data == b"=\n\n"
    assert path.stat().st_size > 60 and path.stat().st_mode & 0o777 == 0o600
