# cython: language_level=3, cdivision=True
"""Memory of a tree: nodes, each one block of a header and its edges, in one arena of fixed size.

Blocks are named by 32-bit indices in units of 8 bytes; index 0 stands for none. Every node is also found by
the key of its position, so a tree that is left is found again by whoever returns to it. Workers take room
from chunks of their own and meet only when one is used up; they look for nodes without a lock as long as none
has been given up.

When the arena is full, nodes that the roots do not reach are given up, and if that is not enough the least
visited: `begin` and `mark` find what stays (in steps, so that a search can be stopped in between), and
`refill` sweeps over the arena block by block, handing out what is not marked. Nothing is ever moved. It is
mark and sweep (McCarthy 1960) with a lazy sweep; a mark is the number of the collection, so that nobody has
to clear the last one's. What a node says of a game does not matter here.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memset

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import pool`")


class Pool:
    """Room for a tree. Its memory lives as long as the object."""

    def __cinit__(self, megabytes: cython.double):
        total = int(megabytes * (1 << 20))
        if not 0 <= total < (1 << 36):
            raise ValueError(f"a pool of {megabytes} MB cannot be addressed")
        buckets = buckets_for(total)
        units = (total - 4 * buckets) // UNIT
        if not 1024 <= units < (1 << 32):
            raise ValueError(f"a pool of {megabytes} MB cannot be addressed")
        self.arena = cython.cast(cython.p_char, calloc(units, UNIT))
        self.buckets = cython.cast(cython.pointer(uint32_t), calloc(buckets, 4))
        if self.arena == cython.NULL or self.buckets == cython.NULL:
            raise MemoryError(f"no memory for a pool of {megabytes} MB")
        self.mask = buckets - 1
        self.capacity = self.reserved = units
        self.top = self.cursor = 1
        self.epoch = self.marking = 1
        self.edge_bytes = edge_bytes(False)

    def __dealloc__(self):
        free(self.arena)
        free(self.buckets)
        free(self.stack)

    def hold_amaf(self, amaf: cython.bint):
        """Let nodes have room for all-moves-as-first statistics, or not. There must be none yet."""
        if self.top > 1 and self.edge_bytes != edge_bytes(amaf):
            raise ValueError("there are nodes in the pool already")
        self.edge_bytes = edge_bytes(amaf)

    def clear(self):
        """Forget every node. Chunks that were handed out are of no more use."""
        self.top = self.cursor = 1
        self.full = False
        self.collecting = False
        memset(self.buckets, 0, 4 * (cython.cast(cython.size_t, self.mask) + 1))

    @property
    def fill(self) -> float:
        """The part of the arena that has been used so far, 0 to 1."""
        return cython.cast(cython.double, shared_load32(cython.address(self.top))) / self.capacity

    @property
    def bytes(self) -> int:
        """The memory that the pool may take at most."""
        return self.capacity * UNIT + 4 * (self.mask + 1)

    def bound(self, megabytes: cython.double) -> bool:
        """Let the pool take up to `megabytes` from now on, of those it was made with. False, and nothing has
        changed, when it has taken more already. No search may be running."""
        room: cython.double = (megabytes * (1 << 20) - 4.0 * (self.mask + 1)) / UNIT
        if room < max(1024, self.top):
            return False
        self.capacity = int(min(room, self.reserved))
        if self.top < self.capacity and not self.collecting:
            self.full = False
        return True

    @property
    def crowded(self) -> bool:
        """Tell whether something had to be given up, or could not be kept, for want of room."""
        return shared_is_set(cython.address(self.full)) or self.collections > 0

    @property
    def touched_bytes(self) -> int:
        """The memory that the system has had to give so far at most."""
        return self.used_bytes + 4 * (self.mask + 1)

    @property
    def used_bytes(self) -> int:
        """The part of the arena that has been touched."""
        return shared_load32(cython.address(self.top)) * UNIT

    def take(self, chunk, edges):
        """A fresh node with room for that many edges; 0 when the arena is full. Its epoch is set and all else
        to be written by the caller."""
        units: uint32_t = units_of(self, edges)
        index: uint32_t
        if units > chunk.end - chunk.at and not self.refill(chunk, units):
            return 0
        index = chunk.at
        chunk.at += units
        shared_store32(cython.address(chunk.nodes), chunk.nodes + 1)
        node_at(self, index).edges = edges
        node_at(self, index).epoch = self.epoch
        return index

    def refill(self, chunk, units):
        """Give a worker its next chunk, of at least that many units; false when there is none. The rest of
        the last one becomes a gap."""
        start: uint32_t
        node: cython.pointer(Node)
        lock_word(cython.address(self.door))
        self.close(chunk)
        while self.cursor < self.top:
            start = self.cursor
            while self.cursor < self.top and self.cursor - start < CHUNK_UNITS:
                node = node_at(self, self.cursor)
                if node.edges == GAP:
                    self.cursor += node.next
                elif node.epoch != self.epoch:
                    self.unlink(self.cursor)
                    self.cursor += units_of(self, node.edges)
                else:
                    break
            if self.cursor - start >= units:
                chunk.at = start
                chunk.end = self.cursor
                unlock_word(cython.address(self.door))
                return True
            if self.cursor > start:
                node_at(self, start).edges = GAP
                node_at(self, start).next = self.cursor - start
            else:
                self.cursor += units_of(self, node_at(self, self.cursor).edges)
        if self.capacity - self.top >= units:
            chunk.at = self.top
            chunk.end = self.top + max(units, min(CHUNK_UNITS, self.capacity - self.top))
            self.cursor = chunk.end
            shared_store32(cython.address(self.top), chunk.end)
        else:
            shared_set_flag(cython.address(self.full), True)
        unlock_word(cython.address(self.door))
        return chunk.end - chunk.at >= units

    def close(self, chunk):
        """Give back the rest of a chunk."""
        if chunk.end > chunk.at:
            node_at(self, chunk.at).edges = GAP
            node_at(self, chunk.at).next = chunk.end - chunk.at
        shared_store64(cython.address(self.nodes), self.nodes + chunk.nodes)
        shared_store32(cython.address(chunk.nodes), 0)
        chunk.at = chunk.end = 0

    def insert(self, index):
        """Let a node, complete but for `next`, be found by its key."""
        node: cython.pointer(Node) = node_at(self, index)
        bucket: cython.pointer(uint32_t) = self.buckets + (node.key & self.mask)
        linked: cython.bint = False
        alone: cython.bint = self.collections > 0
        if alone:
            self.lock(node)
        while not linked:
            node.next = shared_load32(bucket)
            linked = shared_set32(bucket, node.next, index)
        if alone:
            self.unlock(node)

    def unlink(self, index):
        """Let a node no longer be found."""
        node: cython.pointer(Node) = node_at(self, index)
        link: cython.pointer(uint32_t) = self.buckets + (node.key & self.mask)
        self.lock(node)
        while link[0] != 0 and link[0] != index:
            link = cython.address(node_at(self, link[0]).next)
        if link[0] == index:
            link[0] = node.next
        self.unlock(node)

    def lock(self, node):
        """Lock the proof of a node, and, once there was a collection, the links to it, against other
        workers."""
        lock_word(cython.address(self.stripes[APART * (node.key & (STRIPES - 1))]))

    def unlock(self, node):
        unlock_word(cython.address(self.stripes[APART * (node.key & (STRIPES - 1))]))

    def find(self, key, after):
        """The youngest live node of that key, older than `after` unless that is 0; 0 when there is none."""
        stripe: cython.pointer(uint32_t) = cython.address(self.stripes[APART * (key & (STRIPES - 1))])
        index: uint32_t
        node: cython.pointer(Node)
        # While workers run no node is taken out of its bucket before there was a collection.
        alone: cython.bint = self.collections > 0
        if alone:
            lock_word(stripe)
        index = node_at(self, after).next if after else shared_load32(self.buckets + (key & self.mask))
        while index:
            node = node_at(self, index)
            if node.key == key and (node.epoch == self.epoch or node.epoch == self.marking):
                break
            index = node.next
        if alone:
            unlock_word(stripe)
        return index

    def begin(self, roots, count, least):
        """Begin a collection that keeps all that the roots reach over edges taken at least `least` times. All
        chunks must be closed, and until it is complete the pool is full: a block handed out in between would
        be missed by the marks, or hold a node that has one. False without memory for it."""
        i: cython.int
        self.full = True
        self.collecting = True
        self.least = least
        self.marking += 1
        if self.marking == self.epoch:
            self.marking += 1
        self.stack_size = 0
        for i in range(32):
            self.weight[i] = 0
        for i in range(count):
            if roots[i] and not self.push(roots[i]):
                self.collecting = False
                return False
        return True

    def push(self, index):
        """Mark a node whose edges are still to be followed."""
        room: uint32_t
        grown: cython.pointer(uint32_t)
        if self.stack_size == self.stack_room:
            room = 2 * self.stack_room + 1024
            grown = cython.cast(
                cython.pointer(uint32_t), realloc(self.stack, 4 * cython.cast(cython.size_t, room))
            )
            if grown == cython.NULL:
                return False
            self.stack = grown
            self.stack_room = room
        node_at(self, index).epoch = self.marking
        self.stack[self.stack_size] = index
        self.stack_size += 1
        return True

    def mark(self, nodes):
        """Follow the edges of that many marked nodes; true when the collection is complete. An edge to a node
        that does not stay forgets it and its proof, and keeps its own statistics."""
        node: cython.pointer(Node)
        child: cython.pointer(Node)
        edges: cython.pointer(Edge)
        visits: uint32_t
        i: cython.int
        while nodes > 0 and self.stack_size > 0:
            nodes -= 1
            self.stack_size -= 1
            node = node_at(self, self.stack[self.stack_size])
            edges = edges_of(node)
            for i in range(node.edges):
                if edges[i].child == 0:
                    continue
                child = node_at(self, edges[i].child)
                if child.epoch == self.marking:
                    continue
                visits = visits_of(edges[i].stat)
                if visits >= self.least and self.push(edges[i].child):
                    self.weight[class_of(visits)] += units_of(self, child.edges)
                else:
                    edges[i].child = 0
                    edges[i].move &= MOVE_MASK
        if self.stack_size > 0:
            return False
        self.epoch = self.marking
        self.cursor = 1
        self.collecting = False
        self.full = False
        self.collections += 1
        return True

    def threshold(self):
        """After a collection: 0 when enough has become free, else the `least` of the next one. That is how
        often an edge must have been taken for the next collection to keep its child."""
        kept: cython.double = 0
        power: cython.int = 31
        while power >= 0:
            kept += self.weight[power]
            if 100 * kept > KEEP_PERCENT * cython.cast(cython.double, self.capacity):
                return cython.cast(uint32_t, 1) << (power + 1)
            power -= 1
        return 0


def buckets_for(total):
    """The number of buckets of a pool of that many bytes. One of 4 bytes goes to every 256 bytes of arena or
    more, about one to two or three nodes."""
    buckets: uint64_t = 1
    while buckets * 2 * 260 <= total:
        buckets *= 2
    return buckets


def class_of(visits):
    """The power of two below a number of visits."""
    power: cython.int = 0
    while visits > 1:
        visits >>= 1
        power += 1
    return power


def edge_bytes(amaf: cython.bint) -> int:
    """Bytes of an edge in a node, with or without its all-moves-as-first statistic."""
    return cython.sizeof(Edge) + (cython.sizeof(uint64_t) if amaf else 0)


def layout() -> tuple:
    """Bytes of a node's header and of an edge without all-moves-as-first statistics."""
    return cython.sizeof(Node), edge_bytes(False)
