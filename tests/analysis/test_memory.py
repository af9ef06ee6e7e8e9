"""The memory of a player: how it is shared out, which trees are kept, and what a program really takes."""

import re
import subprocess
import time
from pathlib import Path

import gtp_script
import pytest

from outflank.engine import core
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.memory import ENTRY_BYTES, LARGEST_TABLE, MB, Share, cache_bits, table_megabytes
from outflank.engine.book.book import Book, Known
from outflank.engine.play.player import Player
from outflank.protocol.serve import new_session
from outflank.protocol.settings import read_words

PAGE = gtp_script.ROOT / "protocol" / "gtp" / "README.md"
ENDING = "XXXXXXXX-XOOOOOO-OXOOXXX-OOXOXXX-OOOXXXX--OXXXX---O-XX------X--- O"


def searched(game="Othello", visits=400, **settings):
    """A player after a search."""
    player = Player(game, limits=Limits(visits=visits), **{"memory": 16, **settings})
    player.search_again = lambda: player.analysis.assess(player.position, Limits(visits=visits))
    player.search_again()
    return player


@pytest.mark.parametrize("asked", [1, 2, 8, 64, 256, 1000, 32000])
@pytest.mark.parametrize("endings", [False, True])
def test_the_parts_are_not_more_than_the_whole(asked, endings):
    share = Share(asked, endings)
    cache = (ENTRY_BYTES << cache_bits(asked)) / MB
    table = table_megabytes(asked) if endings else 0
    assert share.tree + cache + table <= asked
    assert share.tree >= 0.7 * asked
    assert core.load("search.pool").Pool(min(share.tree, 64)).bytes <= share.tree * MB
    needed = share.needed(share.tree)
    assert needed <= asked and Share(needed, endings).tree >= share.tree


def test_at_256_mb_table_and_cache_are_as_they_were_measured():
    assert (table_megabytes(256), cache_bits(256), table_megabytes(32000)) == (64, 17, LARGEST_TABLE)
    searched()
    player = searched(memory=256)
    assert player.search_session.most == 256 - 64 - 8
    assert player.search_session.search.tree.evaluator.cache.bits == 17


def test_the_tree_of_a_game_is_kept_where_nothing_changes():
    player = searched()
    search_session, known = player.search_session, player.analysis.recall().best
    for same in (
        lambda: player.set_size(8),
        lambda: player.set_game("reversi"),
        lambda: player.set_komi(6.5),
    ):
        same()
        assert player.search_session is search_session and player.analysis.recall().best == known
    player.play(0, "D3")
    player.set_size(8)
    assert player.position.key == player.rules.new_position().key and player.game.turns == 0


def test_trees_are_found_again_in_games_that_were_left():
    player = searched()
    known = {("Othello", 8): player.analysis.recall().best}
    for game, size in (("SOS", 8), ("SOS", 5), ("Othello", 6), ("PolyClash", 302)):
        player.set_game(game, size)
        assert player.analysis.recall() is None
        player.search_again()
        known[game, size] = player.analysis.recall().best
    for game, size in (*known, *known):
        player.set_game(game, size)
        assert player.analysis.recall().best == known[game, size]
    player.set_komi(0.1)
    assert player.analysis.recall() is None
    player.set_komi(None)
    assert player.analysis.recall().best == known["PolyClash", 302]
    # What changes the search changes it everywhere.
    player.change("exploration", 0.4)
    for game, size in known:
        player.set_game(game, size)
        assert player.analysis.recall() is None


def test_with_a_seed_a_game_begins_alike_whatever_came_before():
    player = searched(seed=4)
    first = player.analysis.recall().best
    player.set_size(8)
    assert player.analysis.recall() is None
    player.search_again()
    player.set_game("SOS")
    player.search_again()
    player.set_game("Othello")
    assert player.analysis.recall() is None
    player.search_again()
    assert player.analysis.recall().best == first


def test_kept_trees_leave_room_for_the_one_in_use():
    player = searched("SOS", visits=30_000, memory=2)
    held = player.search_session.touched
    assert held > 0.5
    player.set_game("Rolit")
    player.search_again()
    player.set_game("SOS")
    # It was too large to be kept beside another.
    assert player.analysis.recall() is None
    player = searched("SOS", visits=500, memory=2)
    for game in ("Rolit", "Rolit 2", "Rolit 3", "PolyClash"):
        player.set_game(game)
        player.search_again()
        player.analysis.assess(player.position, Limits(visits=20_000))
        kept = [search_session.touched for search_session in player._trees._left.values()]
        assert sum(kept) <= 0.5 and player.search_session.touched + sum(kept) <= 2


def test_the_learnt_book_takes_its_part_of_the_memory():
    book = Book()
    player = searched("Othello", memory=8, book=book)
    usual = player.search_session.memory
    for number in range(1000):
        book.add(f"{number:064}", {0: Known(0.5, 1000, None, 1, 0.0)})
    assert 1.5 < book.megabytes < 2.5
    player.search_again()
    assert player.search_session.memory == pytest.approx(usual - book.megabytes)
    assert player.search_session.held <= player.search_session.memory
    for number in range(1000, 8000):
        book.add(f"{number:064}", {0: Known(0.5, 1000, None, 1, 0.0)})
    player.search_again()
    assert player.search_session.memory == usual / 2


def test_a_pool_can_be_bounded_but_not_below_what_it_holds():
    pool = core.load("search.pool").Pool(4)
    take = core.load("testing.trees").take_block
    assert pool.bound(1) and pool.bytes <= MB
    while take(pool, 30):
        pass
    assert 0.9 * MB < pool.touched_bytes <= MB and pool.crowded
    assert not pool.bound(0.5) and pool.bytes > 0.9 * MB
    assert pool.bound(2) and not pool.crowded and take(pool, 30)
    assert pool.bound(100) and pool.bytes <= 4 * MB


def test_a_search_apart_can_be_read_and_goes_when_another_begins():
    session = new_session(read_words(["--visits", "300", "--book", "off"]))
    session.client = gtp_script.Listener(session.bell)

    def ask(line):
        reply = session.answer(line.encode(), False, time.monotonic()).data.decode()
        assert reply.startswith("=")
        return reply.removeprefix("= ").strip()

    ask("play b F5")
    move = ask("reg_genmove w")
    assert re.search("^visits 300$", ask("outflank-stats"), re.MULTILINE)
    assert ask("outflank-pv").startswith(move)
    assert ask("outflank-tree 1").splitlines()[0] == "visits 300"
    visits = dict(zip(*[iter(ask("outflank-visits").split())] * 2, strict=True))
    assert int(visits[move]) == max(map(int, visits.values()))
    assert move == ask("reg_genmove w")
    ask("kata-search w")
    assert session.player._trees._apart is None
    assert session.player.report is session.player.search_session.last


def test_a_full_pool_is_told_once_and_kept_in_the_statistics(tmp_path):
    log = tmp_path / "log"
    words = ["--memory", "1", "--visits", "40000", "--book", "off", "--level", "hard", "--log", str(log)]
    sent = b"outflank-set visits 20\ngenmove b\noutflank-stats\noutflank-set visits 60000\ngenmove w\n"
    done = subprocess.run(
        [*gtp_script.MODULE, "gtp", "--quiet", *words],
        input=sent + b"genmove b\noutflank-stats\n",
        capture_output=True,
        cwd=gtp_script.ROOT,
        check=True,
    )
    assert re.findall(rb"^full (\w+)$", done.stdout, re.MULTILINE) == [b"no", b"yes"]
    text = "the search tree fills its part of the memory of 1 MB: what was visited least is given up"
    assert done.stderr.decode() == f"outflank: {text}\n"
    assert log.read_text().count(text) == 1


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_program_takes_what_the_page_says():
    """Searches in all games, an ending, one apart and a solver: the memory asked for and the base."""
    base = int(re.search(r"about ([0-9]+) MB for the program itself", PAGE.read_text("utf-8"))[1])
    words = ["gtp", "--memory", "8", "--book", "off", "--seconds", "0.5"]
    with subprocess.Popen(
        [*gtp_script.MODULE, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=gtp_script.ROOT
    ) as process:
        lines = ["genmove b", "reg_genmove w", f"outflank-position {ENDING}", "genmove w", "set_game SOS"]
        lines += [
            "genmove b",
            "set_game PolyClash",
            "genmove b",
            "set_game Rolit",
            "genmove r",
            "set_game Othello",
        ]
        lines += ["genmove b", f"outflank-position {ENDING}", "outflank-solve 1"]
        for line in lines:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            while process.stdout.readline().strip():
                pass
        status = Path(f"/proc/{process.pid}/status").read_text()
        process.stdin.close()
    assert int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024 < 8 + base
