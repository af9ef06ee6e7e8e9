# cython: language_level=3, cdivision=True
"""Memory of an information-set search: a table of arms, the moves at nodes with their statistics.

An arm is found by a key of its node and its move, so nodes need no memory of their own, a node reached in two
ways is one, and what was learnt of a position is found again by whoever returns to it. Which moves a node has
differs from world to world, and new ones turn up at any time: a table has room for them wherever it has room.

The table begins small and doubles, while no worker runs, until it has the memory it may take. From then on
a new arm takes the place of another of its group: of one that has not been of use since an earlier root, or
else of the least visited.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.infoset import arms`")


class ArmTable:
    """Room for the arms of a tree. Its memory lives as long as the object."""

    def __cinit__(self, megabytes: cython.double):
        groups: cython.longlong = LEAST_GROUPS
        if not LEAST_GROUPS * group_bytes() <= megabytes * (1 << 20) < 1 << 36:
            raise ValueError(f"a table of {megabytes} MB cannot be addressed")
        while 2 * groups * group_bytes() <= megabytes * (1 << 20):
            groups *= 2
        self.block = cython.cast(cython.p_char, calloc(groups + 1, group_bytes()))
        if self.block == cython.NULL:
            raise MemoryError(f"no memory for a table of {megabytes} MB")
        # Groups begin with a line of the cache.
        behind: cython.size_t = cython.cast(cython.size_t, self.block) % group_bytes()
        self.arms = cython.cast(cython.pointer(Arm), self.block + (group_bytes() - behind))
        self.reserved = self.most = groups
        self.mask = LEAST_GROUPS - 1

    def __dealloc__(self):
        free(self.block)

    def clear(self):
        """Forget every arm. Nobody may be searching."""
        memset(self.arms, 0, (self.mask + 1) * group_bytes())
        self.mask = LEAST_GROUPS - 1
        self.filled = self.replaced = 0
        self.tight = False

    def begin_epoch(self):
        """Let arms that are of no use from now on be the first to give way. Nobody may be searching."""
        self.epoch += 1

    def find(self, key):
        """The arm of a key, NULL when there is none."""
        group: cython.pointer(Arm) = self.arms + GROUP * (key & self.mask)
        start: cython.int = key >> 61
        arm: cython.pointer(Arm)
        there: uint64_t
        i: cython.int
        for i in range(GROUP):
            arm = group + (start + i) % GROUP
            there = shared_load64(cython.address(arm.key))
            if there == key:
                return arm
            if there == 0:
                break
        return cython.NULL

    def take(self, key, mover):
        """The arm of a key: the one there is, or a new one that was seen once."""
        stripe: cython.pointer(uint32_t) = self.stripes + APART * (key & STRIPES - 1)
        lock_word(stripe)
        arm: cython.pointer(Arm) = self.find(key)
        if arm == cython.NULL:
            arm = self.room_for(key)
            shared_store64(cython.address(arm.stat), 0)
            shared_store64(cython.address(arm.below), 0)
            shared_store32(cython.address(arm.seen), 1)
            shared_store32(cython.address(arm.tag), self.epoch << MOVER_BITS | mover)
            shared_store64(cython.address(arm.key), key)
            shared_add64(cython.address(self.made), 1)
        unlock_word(stripe)
        return arm

    def room_for(self, key):
        """Where a new arm may stand: an empty place of its group, or that of the arm that is of least use.
        The lock of the group is held."""
        group: cython.pointer(Arm) = self.arms + GROUP * (key & self.mask)
        start: cython.int = key >> 61
        arm: cython.pointer(Arm)
        worst: cython.pointer(Arm) = group
        least: uint64_t = ~cython.cast(uint64_t, 0)
        use: uint64_t
        i: cython.int
        for i in range(GROUP):
            arm = group + (start + i) % GROUP
            if shared_load64(cython.address(arm.key)) == 0:
                shared_add64(cython.address(self.filled), 1)
                return arm
            use = visits_of(shared_load64(cython.address(arm.stat)))
            if shared_load32(cython.address(arm.tag)) >> MOVER_BITS == self.epoch:
                use += cython.cast(uint64_t, 1) << 40
            if use < least:
                least = use
                worst = arm
        shared_add64(cython.address(self.replaced), 1)
        shared_set_flag(cython.address(self.tight), True)
        # Nobody finds it under either key while it changes hands.
        shared_store64(cython.address(worst.key), 1)
        return worst

    def wants_room(self):
        """Whether the table should be doubled, and can be."""
        slots: uint64_t = GROUP * (self.mask + 1)
        half: cython.bint = 2 * shared_load64(cython.address(self.filled)) > slots
        return self.mask + 1 < self.most and (half or shared_is_set(cython.address(self.tight)))

    def grow(self):
        """Double the table. Nobody may be searching."""
        old: uint64_t = self.mask + 1
        kept: Arm[GROUP]
        group: cython.pointer(Arm)
        number: uint64_t
        start: cython.int
        i: cython.int
        k: cython.int
        memset(self.arms + GROUP * old, 0, old * group_bytes())
        self.mask = 2 * old - 1
        self.tight = False
        for number in range(old):
            group = self.arms + GROUP * number
            memcpy(kept, group, group_bytes())
            memset(group, 0, group_bytes())
            for i in range(GROUP):
                if kept[i].key == 0:
                    continue
                group = self.arms + GROUP * (kept[i].key & self.mask)
                start = kept[i].key >> 61
                k = 0
                while group[(start + k) % GROUP].key != 0:
                    k += 1
                group[(start + k) % GROUP] = kept[i]

    # What the keeper of several trees asks of each.

    @property
    def nodes(self) -> int:
        """The arms there have ever been: each was one simulation's growth of the tree."""
        return shared_load64(cython.address(self.made))

    @property
    def bytes(self) -> int:
        """What the table may take at most."""
        return self.most * group_bytes()

    @property
    def used_bytes(self) -> int:
        """What of it is in use."""
        return (self.mask + 1) * group_bytes()

    @property
    def touched_bytes(self) -> int:
        """What the system has had to give so far at most."""
        return self.used_bytes

    @property
    def fill(self) -> float:
        """The part of its memory that is taken by arms, 0 to 1."""
        return shared_load64(cython.address(self.filled)) / cython.cast(cython.double, GROUP * self.most)

    @property
    def crowded(self) -> bool:
        """Whether arms had to give way to others for want of room: more than now and then one of a group that
        is full before the table is doubled."""
        gave_way: uint64_t = shared_load64(cython.address(self.replaced))
        return self.mask + 1 == self.most and GROUP * gave_way > self.mask + 1

    @property
    def collections(self) -> int:
        """How many times as many arms as the table holds gave way to others."""
        return shared_load64(cython.address(self.replaced)) // (GROUP * self.most)

    def bound(self, megabytes: cython.double) -> bool:
        """Let the table take up to `megabytes` from now on, of those it was made with; false, and nothing has
        changed, when it has taken more already. No search may run."""
        groups: uint64_t = self.reserved
        while groups * group_bytes() > megabytes * (1 << 20) and groups > self.mask + 1:
            groups //= 2
        if groups * group_bytes() > megabytes * (1 << 20):
            return False
        self.most = groups
        return True


def group_bytes():
    """The bytes of a group."""
    return GROUP * cython.sizeof(Arm)
