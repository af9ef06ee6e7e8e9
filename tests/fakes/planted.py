"""The program with faults planted: PLANT,... WORDS of the program.

`memory`, `descriptor` and `thread` are kept as lines come; `late` is half a second at each undo, `stuck` an
undo that does nothing, `lazy` a search of a single simulation, `mute` an end without a word, `elsewhere` a
move over NBoard to the same square each time.
"""

import os
import sys
import threading
import time
from itertools import count

from outflank.engine.play.player import Player
from outflank.protocol.cli import main
from outflank.protocol.nboard.hints import Lines
from outflank.protocol.session.loop import Loop

HOARD = []
LINES = count(1)


def plant(owner, name, before):
    """Let something happen before a method; the method is left out where that returns True."""
    method = getattr(owner, name)

    def planted(self, *words, **more):
        return None if before(self, *words) else method(self, *words, **more)

    setattr(owner, name, planted)


def leak(kinds):
    line = next(LINES)
    if "memory" in kinds:
        HOARD.append(b"x" * 100_000)
    if "descriptor" in kinds and line % 4 == 0 and line < 3600:
        HOARD.append(os.dup(0))
    if "thread" in kinds and line % 8 == 0 and line < 3600:
        threading.Thread(target=threading.Event().wait, daemon=True).start()


def think_little():
    change = Player.change
    Player.change = lambda player, name, value: change(player, name, 1 if name == "visits" else value)


PLANTS = {
    "late": (Player, "undo", lambda *_: time.sleep(0.5)),
    "stuck": (Player, "undo", lambda *_: True),
    "mute": (Player, "undo", lambda *_: os._exit(0)),
}

if __name__ == "__main__":
    kinds = sys.argv[1].split(",")
    plant(Loop, "_carry_out", lambda *_: leak(kinds))
    if "elsewhere" in kinds:
        Lines.square = lambda lines, move: "A1"
    if "lazy" in kinds:
        think_little()
    for kind in kinds:
        if kind in PLANTS:
            plant(*PLANTS[kind])
    sys.exit(main(sys.argv[2:]))
