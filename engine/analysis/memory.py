"""How the megabytes a player may take are shared out: among its trees, the endings' table, and the notes of
the evaluation."""

from collections import namedtuple

TABLE_PART, LARGEST_TABLE = 4, 64
"""A quarter goes into the table of the endings, up to so many MB: with more nothing was solved sooner."""
NOTES_PART, NOTE_BYTES, FEWEST_BITS, MOST_BITS = 32, 64, 6, 17
"""A 32nd goes into the notes, each of so many bytes, up to 2^17 of them
(engine/core/othello/eval_cache.py)."""
KEPT_PART = 4
"""Trees of games that were left take up to a quarter."""
MB = 1 << 20


def table_megabytes(megabytes):
    """The size of the endings' table."""
    return min(LARGEST_TABLE, megabytes / TABLE_PART)


def note_bits(megabytes):
    """The power of two of the notes of the evaluation."""
    bits = FEWEST_BITS
    while bits < MOST_BITS and NOTE_BYTES << bits + 1 <= megabytes * MB // NOTES_PART:
        bits += 1
    return bits


class Share(namedtuple("Share", ("asked", "endings"))):
    """What the trees of a game may take of the MB asked for: all but the notes, and but the table where the
    game has `endings`."""

    __slots__ = ()

    @property
    def bits(self):
        """The power of two of the notes."""
        return note_bits(self.asked)

    @property
    def tree(self):
        """The MB for trees."""
        table = table_megabytes(self.asked) if self.endings else 0
        return self.asked - table - (NOTE_BYTES << self.bits) / MB

    def needed(self, tree):
        """The whole MB to ask for where so many are needed for a tree."""
        asked = int(tree)
        while self._replace(asked=asked).tree < tree:
            asked += 1
        return asked


class Trees:
    """The sessions of one player (engine/analysis/session.py): the main one of the game that is played, those
    of games that were left, and at most one apart, whose tree nobody goes on with. Together they hold to the
    room of the main one less the `beside()` MB that something else takes of it, but have half of it at
    least."""

    def __init__(self, beside=lambda: 0):
        self._beside = beside
        self.main = None
        self.key = None
        self._left = {}
        self._apart = None
        self._shown = False
        self._looks = 0

    @property
    def shown(self):
        """The session whose search is to be read: one apart that is to be shown, until the main one has
        searched again."""
        return self._apart if self._shown and self._looks == self.main.looks else self.main

    def renew(self, session, key=None):
        """Go on with another main session, in the same game unless a key tells another; all that was learnt
        is given up."""
        self.key = self.key if key is None else key
        self.main, self._left = session, {}
        self._end_apart()

    def change(self, key, session):
        """Go on in another game, which is told by its key, with the session that was left there or else this
        one."""
        if self.main.touched:
            self._left[self.key] = self.main
        self._end_apart()
        self.key = key
        self.main = self._left.pop(key, session)
        self._shrink(self._room / KEPT_PART)
        while not self.main.bound(self._room - self._kept) and self._left:
            self._drop_one()

    def known(self, key):
        """The session that was left in a game, None where there is none."""
        return self._left.get(key)

    def apart(self, seed, shown=False):
        """A session apart with a seed of its own, in half of the room at least, which is to be `shown` or
        not. Trees of other games give way to it, and the main one too where it has grown beyond its half."""
        self.give_way()
        if self.main.touched > self._room / 2:
            self.main.forget()
        self._apart = self.main.alike(seed, self._room - self.main.touched)
        self._shown, self._looks = shown, self.main.looks
        return self._apart

    def alone(self):
        """The main session with all of the room but that of trees of other games: the one apart is given
        up."""
        self._end_apart()
        room = self._room - self._kept
        if room != self.main.memory:
            self.main.bound(room)
        return self.main

    def give_way(self):
        """Give up all trees but the main one. Whether there were any."""
        had = bool(self._left) or self._apart is not None
        self._left = {}
        self._end_apart()
        self.main.bound(self._room)
        return had

    def _end_apart(self):
        self._apart, self._shown = None, False

    @property
    def _room(self):
        most = self.main.most
        return max(most - self._beside(), most / 2)

    @property
    def _kept(self):
        return sum(session.touched for session in self._left.values())

    def _shrink(self, most):
        while self._left and self._kept > most:
            self._drop_one()

    def _drop_one(self):
        """Give up the tree of the game that was left first."""
        del self._left[next(iter(self._left))]
