"""Scenes that `loop.py` lets fail: preparation, what is done, what must hold after it.

A scene gets a folder of its own for each fault. `act` may raise what its callers take for a fault of the
system; `check` is told whether it did, and runs without faults.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from made_up_games import games

from outflank.engine.book.book import Known
from outflank.protocol import cli
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.outbox import Outbox
from outflank.protocol.formats import ledger
from outflank.protocol.formats.game_record import to_line
from outflank.protocol.nboard import book_file
from outflank.protocol.serve import new_nboard_session, new_session
from outflank.protocol.session.inbox import Inbox
from outflank.protocol.session.log import HEAD, Log
from outflank.protocol.session.loop import Loop
from outflank.protocol.settings import read_words

STORE = ("write", "fsync", "rename", "open")
"""What a disk can do to a file."""
MEMORY = ("allocation",)
SYSTEM = ("thread", "fork")


class Scene:
    kinds = (*STORE, *MEMORY)
    faults: tuple[type[BaseException], ...] = (OSError, MemoryError)

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def act(self) -> None:
        raise NotImplementedError

    def check(self, failed: bool) -> None:
        raise NotImplementedError

    def no_parts(self) -> None:
        """Nothing half written is left."""
        assert not [*self.folder.rglob("*.part")], [*self.folder.rglob("*")]


class Replace(Scene):
    """`files.replace` of a file that is there."""

    old: bytes | None = b"mark old\n" * 5000

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "file"
        self.new = b"mark new\n" * 20000
        if self.old is not None:
            self.path.write_bytes(self.old)

    def act(self) -> None:
        pieces = [self.new[at : at + 7001] for at in range(0, len(self.new), 7001)]
        files.replace(os.fsencode(self.path), pieces, b"mark")

    def check(self, failed: bool) -> None:
        found = self.path.read_bytes() if self.path.exists() else None
        assert found == (self.old if failed else self.new), (failed, found and found[:20])
        self.no_parts()


class Create(Replace):
    """`files.replace` under a new name."""

    old = None


class GameLedger(Scene):
    """A game is added to the file of a match."""

    faults = (OSError, MemoryError, UserError)
    rows = games(["A", "B"], 4)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "games.jsonl"
        self.lines = [to_line(row) for row in self.rows]
        self.path.write_bytes(b"".join(self.lines[:2]))
        self.kept: ledger.Ledger | None = None
        self.added = False

    def act(self) -> None:
        self.kept = ledger.Ledger(str(self.path))
        self.kept.add(self.rows[2])
        self.added = True

    def check(self, failed: bool) -> None:
        there = 3 if self.added else 2
        if self.kept is None:
            self.kept = ledger.Ledger(str(self.path))
        assert self.path.read_bytes() == b"".join(self.lines[:there])
        assert self.kept.games(self.rows[0].match) == self.rows[:there]
        for row in self.rows[there:]:
            self.kept.add(row)
        self.kept.close()
        assert ledger.read([str(self.path)]) == self.rows


class LearnedBook(Scene):
    """A game is learnt into the book's file."""

    key = "-" * 27 + "OX------XO" + "-" * 27
    old = {key: {19: Known(0.5, 10, None, 1, 2)}}
    new = {key: {19: Known(None, 0, None, 1, -4), 26: Known(0.25, 7, None, 1, -4)}}

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "own.book"
        self.book = book_file.BookFile(str(self.path))
        self.book.add(self.old, "aa")

    def act(self) -> None:
        self.book.add(self.new, "bb")

    def check(self, failed: bool) -> None:
        before = self.found()
        assert ("bb" in before[1]) != failed or before == self.expected(True), (failed, before)
        assert before == self.expected("bb" in before[1]), before
        # Whoever failed tries again, and nothing counts twice.
        self.book.add(self.new, "bb")
        assert self.found() == self.expected(True)
        self.no_parts()

    def found(self) -> tuple[dict[str, dict[int, Known]], set[str]]:
        other = book_file.BookFile(str(self.path))
        other.refresh()
        assert other.damaged == 0
        return {key: dict(moves) for key, moves in other.book.records()}, set(other._games)

    def expected(self, both: bool) -> tuple[dict[str, dict[int, Known]], set[str]]:
        moves = {19: Known(0.5, 10, None, 2, -2), 26: Known(0.25, 7, None, 1, -4)}
        return {self.key: moves if both else self.old[self.key]}, {"aa", "bb"} if both else {"aa"}


class RenewedBook(LearnedBook):
    """The same where the file is written anew."""

    def act(self) -> None:
        stale, book_file.STALE = book_file.STALE, 1
        try:
            self.book._tight = 0
            self.book.add(self.new, "bb")
        finally:
            book_file.STALE = stale


class Sink(Outbox):
    """An outbox that keeps what it is given, and hangs up after a last word."""

    def __init__(self, last: bytes = b"\0", hang_up: Callable[[], None] = lambda: None) -> None:
        self.data = b""
        self._last = last
        self._hang_up = hang_up

    def write(self, data: bytes) -> None:
        self.data += data
        if self._last in data:
            self._hang_up()


class Tree(Scene):
    """A tree goes to a file and comes back, in a session of GTP that answers every command."""

    faults = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "tree"
        self.begin(60, "genmove b", f"outflank-save_tree {self.path}")
        self.go()
        self.old = self.path.read_bytes()
        asked = (f"outflank-save_tree {self.path}", f"outflank-load_tree {self.path}")
        self.begin(90, "genmove b", "showboard", *asked, "showboard", "final_score")
        self.replies: list[bytes] = []

    def begin(self, visits: int, *lines: str) -> None:
        """A session to which these lines have been sent."""
        words = f"--game SOS --size 4 --seed 1 --memory 4 --visits {visits}".split()
        session = new_session(read_words(words))
        self.sink, inbox = Sink(), Inbox(session.hurries, session.bell.ring)
        self.loop = Loop(session, inbox, self.sink, Log(""))
        inbox.feed("".join(line + "\n" for line in lines).encode())
        inbox.end()

    def go(self) -> list[bytes]:
        """The replies."""
        assert self.loop.run() == 0
        return self.sink.data.removesuffix(b"\n\n").split(b"\n\n")

    def act(self) -> None:
        self.replies = self.go()

    def check(self, failed: bool) -> None:
        now = self.path.read_bytes()
        if not failed:
            assert len(self.replies) == 6, self.replies
            move, before, saved, loaded, after, score = self.replies
            assert before == after and score == b"? cannot score", self.replies
            assert (now == self.old) == (saved[:1] == b"?") and loaded[:1] in b"=?", saved
        self.begin(60, f"outflank-load_tree {self.path}")
        assert [reply[:1] for reply in self.go()] == [b"="]
        self.no_parts()


class Logged(Scene):
    """A dialogue is logged, and its log is begun anew meanwhile. It never stops a session."""

    faults = ()

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "log"
        self.told: list[str] = []
        self.log = Log("")

    def act(self) -> None:
        self.log = Log(str(self.path), cap=300, tell=self.told.append)
        for number in range(12):
            self.log.received(b"command %d" % number, 0.0)
            self.log.sent(b"= reply\n\n")

    def check(self, failed: bool) -> None:
        assert failed or (self.log.active != bool(self.told) and len(self.told) <= 1), self.told
        self.log.close()
        for path in self.folder.iterdir():
            data = path.read_bytes()
            assert HEAD.startswith(data[: len(HEAD)]) and len(data) <= 400, data


class TrainingFolder(Scene):
    """The chunks of a training and their end."""

    faults = (OSError, MemoryError, UserError)

    def __init__(self, folder: Path) -> None:
        import numpy as np

        from outflank.engine.train.samples import SAMPLE

        super().__init__(folder)
        self.samples = np.zeros(50, SAMPLE)
        self.samples["ply"] = range(50)
        self.done = 0

    def act(self) -> None:
        from outflank.protocol.train.folder import Folder

        self.kept = Folder(str(self.folder))
        try:
            self.kept.settle({"game": "othello", "seed": 1})
            self.done = 1
            self.kept.add_chunk(0, 0, self.samples)
            self.done = 2
            self.kept.end_at(0, 1, "by hand")
            self.done = 3
        finally:
            self.kept.close()

    def check(self, failed: bool) -> None:
        from outflank.protocol.train.folder import Folder

        kept = Folder(str(self.folder))
        assert kept.has("training.json") == (self.done > 0)
        assert kept.chunks(0) == ({0} if self.done > 1 else set())
        assert kept.end(0) == (1 if self.done > 2 else None)
        kept.settle({"game": "othello", "seed": 1})
        kept.add_chunk(0, 0, self.samples)
        kept.end_at(0, 1, "by hand")
        assert (kept.samples(0) == self.samples).all()
        kept.close()
        self.no_parts()


class Learning(Scene):
    """NBoard's `learn`: what comes after is answered, and the game counts once at most."""

    kinds = STORE
    faults = ()
    start = "-" * 27 + "O*------*O" + "-" * 27
    game = f"set game (;GM[Othello]TY[8]RE[0]BO[8 {start} *]"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.path = folder / "own.book"

    def talk(self, path: Path) -> bytes:
        from outflank.engine.book import learning

        learning.SECONDS = 0.02
        session = new_nboard_session(read_words(["--book", str(path), "--visits", "20", "--seed", "1"]))
        inbox = Inbox(session.hurries, session.bell.ring)
        sink = Sink(b"learned", inbox.end)
        loop = Loop(session, inbox, sink, Log(""))
        inbox.feed((f"nboard 2\n{self.game}B[F5]W[D6]B[C3]W[D3];)\nset depth 1\nlearn\n").encode())
        assert loop.run() == 0
        return sink.data

    def act(self) -> None:
        self.said = self.talk(self.path)

    def check(self, failed: bool) -> None:
        assert b"set myname" in self.said
        other = book_file.BookFile(str(self.path))
        other.refresh()
        assert other.damaged == 0 and len(other._games) <= 1
        self.no_parts()


class LabMatch(Scene):
    """A match in this process: what it has played it keeps, and the same command plays the rest."""

    kinds = ("write", "open", "thread")
    faults = (OSError, MemoryError, UserError, RuntimeError)
    most = 40

    def words(self) -> list[str]:
        path = str(self.folder / "games.jsonl")
        return [
            "lab",
            "match",
            "random",
            "greedy",
            "--game",
            "SOS",
            "--size",
            "3",
            "--games",
            "4",
            "--resume",
            path,
        ]

    def act(self) -> None:
        self.code = cli.main(self.words())

    def check(self, failed: bool) -> None:
        assert failed or self.code in (0, 1, 2), self.code
        path = self.folder / "games.jsonl"
        there = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        assert cli.main(self.words()) == 0
        lines = path.read_bytes().splitlines(keepends=True)
        whole = [line for line in there if line.endswith(b"\n")]
        assert lines[: len(whole)] == whole and len(lines) == len(set(lines))


class EngineMatch(Scene):
    """A match between processes, which needs files, threads and other processes."""

    kinds = ("fsync", "rename", "open", *SYSTEM, "write")
    faults = ()
    fake = Path(__file__).parent.parent / "fakes" / "gtp_player.py"

    def words(self) -> list[str]:
        engines = [f"{name}={sys.executable} {self.fake}" for name in "AB"]
        return [
            "match",
            *engines,
            "--games",
            "2",
            "--jobs",
            "1",
            "--quiet",
            "--folder",
            str(self.folder / "m"),
        ]

    def act(self) -> None:
        self.code = cli.main(self.words())

    def check(self, failed: bool) -> None:
        assert self.code in (0, 1, 2), self.code
        path = self.folder / "m" / "games.jsonl"
        there = path.read_bytes() if path.exists() else b""
        played = [line for line in there.splitlines(keepends=True) if line.endswith(b"\n")]
        assert cli.main(self.words()) in (0, 1)
        after = path.read_bytes().splitlines(keepends=True)
        assert after[: len(played)] == played and len(after) == 2, (played, after)
        self.no_parts()


SCENES = {
    scene.__name__: scene
    for scene in (
        Replace,
        Create,
        GameLedger,
        LearnedBook,
        RenewedBook,
        Tree,
        Logged,
        TrainingFolder,
        Learning,
        LabMatch,
        EngineMatch,
    )
}
