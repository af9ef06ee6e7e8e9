"""Damaged files for every reader: each is read, or refused by its own error, and soon."""

import random
import time
from pathlib import Path

from made_up_games import games as made_up_games
from othello_samples import CHECK
from places import ROOT, TESTS

from outflank.engine import Limits, evaluation
from outflank.engine.book.book import Known
from outflank.engine.errors import Refused
from outflank.engine.play.player import Player
from outflank.engine.record import NamedTuple
from outflank.protocol.config import file as config
from outflank.protocol.console.errors import UserError
from outflank.protocol.formats import kinds, ledger
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.formats.record import BadCollection
from outflank.protocol.match import plan
from outflank.protocol.nboard import book_file

LONGEST = 20.0
"""Seconds for a file, however busy the machine is."""
PLAN = (
    (ROOT / "protocol" / "match" / "plan.py")
    .read_text("utf-8")
    .partition('EXAMPLE = """')[2]
    .partition('"""')[0]
)


class Reader(NamedTuple):
    """A reader: what it does with a path, the errors by which it refuses, and files that it reads."""

    read: object
    refusals: tuple
    seeds: object


def read_games(path):
    for game in kinds.games(path.read_bytes(), path.name):
        str(game)


def read_book(path):
    book_file.BookFile(str(path)).refresh()


def read_tree(path):
    player = Player("SOS", 4, memory=1)
    player.analysis.load_tree(path.read_bytes())


def sample_games():
    for path in sorted((TESTS / "records").glob("*.*")):
        yield path.name, path.read_bytes()
    header = CHECK[:4] + (3).to_bytes(4, "little") + CHECK[8:16]
    yield "games.wtb", header + CHECK[16:] * 3
    yield "games.txt", b"f5d6c3d3c4\nf5f6e6f4\n"
    yield "game.pgn", b'[Event "x"]\n[White "a"]\n[Black "b"]\n[Result "40-24"]\n\n1. f5 d6 2. c3 d3 40-24\n'


def sample_ledgers():
    yield "games.jsonl", b"".join(map(to_line, made_up_games(["A", "B"], 6)))


def sample_books():
    key = "-" * 27 + "OX------XO" + "-" * 27
    lines = [book_file.record_line(key, {19: Known(0.5, 10, None, 1, 2)}), book_file.game_line("aa")]
    yield "own.book", book_file.HEAD + b"".join(lines)


def sample_trees():
    player = Player("SOS", 4, limits=Limits(visits=30), memory=1)
    player.genmove("black")
    yield "tree", b"".join(map(bytes, player.analysis.save_tree()))


def sample_configs():
    yield "outflank.toml", b'level = 5\nthreads = 2\ngame = "SOS"\nlog = "x"\n'


READERS = {
    "games": Reader(read_games, (BadCollection,), sample_games),
    "ledger": Reader(lambda path: ledger.read([str(path)]), (UserError,), sample_ledgers),
    "book": Reader(read_book, (OSError,), sample_books),
    "tree": Reader(read_tree, (Refused, MemoryError), sample_trees),
    "config": Reader(lambda path: config.read(str(path), lambda _: None), (ValueError,), sample_configs),
    "plan": Reader(lambda path: plan.read(str(path)), (UserError,), lambda: [("plan.toml", PLAN.encode())]),
    "tables": Reader(
        lambda path: evaluation.read(path.read_bytes()),
        (evaluation.BadTables,),
        lambda: [("small.patterns", evaluation.shipped_data()[:5000])],
    ),
}


def mutated(chance, data, others):
    """A file with some of its bytes changed, cut, repeated, or taken from another one."""
    for _ in range(chance.choice((1, 1, 2, 4, 16))):
        at, size = chance.randrange(len(data) + 1), chance.choice((1, 1, 2, 7, 40, 500))
        piece = data[at : at + size]
        other = chance.choice(others)
        start = chance.randrange(len(other) + 1)
        new = chance.choice(
            (
                b"",
                piece * 2,
                piece * 50,
                chance.randbytes(len(piece)),
                bytes(byte ^ 1 << chance.randrange(8) for byte in piece),
                other[start : start + size],
                chance.choice(
                    (b"[", b"(;", b"]", b"\\", b"\n", b"\0", b"9" * 30, b'"', b"-1", b"\xff\xfe", b"{}")
                ),
            )
        )
        data = data[:at] + new + data[at + chance.choice((0, len(piece))) :]
    return data[: chance.randrange(len(data) + 1)] if chance.random() < 0.1 else data


def wrong_with(name, path):
    """What is wrong with how a reader takes a file; nothing if all is well."""
    reader, began = READERS[name], time.monotonic()
    try:
        reader.read(path)
    except reader.refusals as error:
        if not str(error):
            return "it is refused without a word"
        if "\n" in str(error):
            return f"it is refused in more than a line: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    took = time.monotonic() - began
    return f"it takes {took:.1f} s" if took > LONGEST else ""


def mutant(seed, folder, seeds):
    """Read one damaged file: (reader, its path, what is wrong)."""
    chance = random.Random(seed)
    name = chance.choice(list(READERS))
    if name not in seeds:
        seeds[name] = list(READERS[name].seeds())
    there = seeds[name]
    file, data = chance.choice(there)
    path = Path(folder) / file
    path.write_bytes(mutated(chance, data, [other for _, other in there]))
    return name, path, wrong_with(name, path)
