# cython: language_level=3, cdivision=True
"""A tree as bytes: what is alive of it, block after block, and back into a pool.

The bytes are the blocks of the arena as they are, close together, so that the first lies at index 1 and what
lies behind it follows; an edge names its child by that index. `next` and `epoch` of a node are 0, as they
belong to the pool and not to the tree.

A file may come from anywhere. `restore` checks all of it before anything changes: the chain of blocks, every
number in them, every child. Whether a node's moves are those of a position shows only at that position, so
every edge to a child is marked UNCHECKED_EDGE, and the search compares when it first passes
(engine/core/search/simulate). Nothing is compressed or named here (engine/analysis/tree_file).
"""

import cython
from cython.cimports.cpython.buffer import Py_buffer, PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcpy

from .pool import edge_bytes

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import dump`")


class Dump:
    """The pieces of a search's tree, each a bytearray of at most PIECE bytes. `nodes` of them in `units` are
    alive. The search must not go on before the last piece is taken."""

    def __cinit__(self, search: Search):
        worker: Worker
        node: cython.pointer(Node)
        while search.pool.collecting:
            search.pool.mark(MARK_STEP)
        # The rest of a worker's room must be readable as a gap; it stays the worker's.
        for worker in search.tree.workers:
            if worker.chunk.end > worker.chunk.at:
                node = node_at(search.pool, worker.chunk.at)
                node.edges = GAP
                node.next = worker.chunk.end - worker.chunk.at
        self.search = search
        self.pool = search.pool
        self.players = search.rules.players
        self.stamp = search.nodes
        self.at = 1
        self.list_runs(False)
        self.runs = cython.cast(
            cython.pointer(Run), malloc((self.count + 1) * cython.cast(cython.size_t, cython.sizeof(Run)))
        )
        if self.runs == cython.NULL:
            raise MemoryError("no memory to list the tree's blocks")
        self.list_runs(True)

    def __dealloc__(self):
        free(self.runs)

    def __iter__(self):
        return self

    def __next__(self):
        if self.stamp != self.search.nodes:
            raise RuntimeError("the tree has grown while it was written down")
        piece: bytearray = bytearray(PIECE)
        out: cython.p_char = piece
        size: cython.size_t
        with cython.nogil:
            size = self.fill(out)
        if size == 0:
            raise StopIteration
        del piece[size:]
        return piece

    def list_runs(self, keep):
        """Count the live units and the runs they lie in; write the runs down if asked to."""
        node: cython.pointer(Node)
        index: uint32_t = 1
        units: uint32_t
        alive: cython.bint = False
        self.nodes = self.units = self.count = 0
        while index < self.pool.top:
            node = node_at(self.pool, index)
            if node.edges == GAP or node.epoch != self.pool.epoch:
                alive = False
                index += node.next if node.edges == GAP else units_of(self.pool, node.edges)
                continue
            if not alive:
                if keep:
                    self.runs[self.count].start = index
                    self.runs[self.count].gone = index - 1 - self.units
                self.count += 1
                alive = True
            units = units_of(self.pool, node.edges)
            self.nodes += 1
            self.units += units
            index += units

    def fill(self, out):
        """Write the next live blocks to `out`, as many as PIECE has room for, and return their bytes."""
        node: cython.pointer(Node)
        edges: cython.pointer(Edge)
        size: cython.size_t
        used: cython.size_t = 0
        i: cython.int
        while self.at < self.pool.top:
            node = node_at(self.pool, self.at)
            if node.edges == GAP:
                self.at += node.next
                continue
            size = cython.cast(cython.size_t, UNIT) * units_of(self.pool, node.edges)
            if node.epoch == self.pool.epoch:
                if used + size > PIECE:
                    break
                memcpy(out + used, node, size)
                node = cython.cast(cython.pointer(Node), out + used)
                node.next = 0
                node.epoch = 0
                for i in range(self.players, TREE_PLAYERS):
                    node.backed[i] = 0
                edges = edges_of(node)
                for i in range(node.edges):
                    edges[i].move &= MOVE_MASK | PROVEN_EDGE
                    if edges[i].child:
                        edges[i].child = self.moved(edges[i].child)
                used += size
            self.at += cython.cast(uint32_t, size // UNIT)
        return used

    def moved(self, index):
        """The place of a live block once the dead ones are left out."""
        low: uint32_t = 0
        high: uint32_t = self.count
        middle: uint32_t
        while high - low > 1:
            middle = low + (high - low) // 2
            if self.runs[middle].start <= index:
                low = middle
            else:
                high = middle
        return index - self.runs[low].gone


def layout(amaf: cython.bint) -> tuple:
    """Bytes of a unit, a node's header and an edge, with or without its all-moves-as-first statistic."""
    return UNIT, cython.sizeof(Node), edge_bytes(amaf)


def megabytes(units: uint64_t) -> int:
    """The least whole number of megabytes that a pool needs for `units` of tree."""
    number: uint64_t = max(1, units * UNIT >> 20)
    while ((number << 20) - 4 * buckets_for(number << 20)) // UNIT <= units:
        number += 1
    return number


def fits(search: Search, units: uint64_t) -> bool:
    """Tell whether the search's pool has room for `units` of tree."""
    return units < search.pool.capacity


def restore(search: Search, data, nodes: uint32_t):
    """Replace the search's tree by the one in `data`, of that many nodes, that a Dump of the same game wrote.
    ValueError, and nothing changed, when it holds anything else or does not fit."""
    view: Py_buffer
    PyObject_GetBuffer(data, cython.address(view), PyBUF_SIMPLE)
    try:
        _restore(search, cython.cast(cython.p_char, view.buf), view.len, nodes)
    finally:
        PyBuffer_Release(cython.address(view))


@cython.cfunc
def _restore(search: Search, data: cython.p_char, size: cython.size_t, nodes: uint32_t):
    pool: Pool = search.pool
    if size == 0 or size % UNIT or size // UNIT >= pool.capacity:
        raise ValueError(f"no tree in {size} bytes")
    units: uint32_t = cython.cast(uint32_t, size // UNIT)
    wrong: uint32_t
    marks: bytearray = bytearray(units // 8 + 1)
    starts: cython.p_char = marks
    with cython.nogil:
        wrong = first_unsound(
            pool, data, units, nodes, search.rules, cython.cast(cython.pointer(uint8_t), starts)
        )
    if wrong:
        raise ValueError(f"no node of this game at unit {wrong}")
    search.forget()
    search.tree.in_order = False
    with cython.nogil:
        memcpy(pool.arena + UNIT, data, size)
        adopt_blocks(pool, units)
    pool.nodes += nodes


def first_unsound(pool, data, units, nodes, rules, starts):
    """The index of the first block that is not a node of this game, 0 when all are sound. It is `units` + 1
    when the chain of blocks does not end there or has another number of them. A bit in `starts` is set for
    each block."""
    node: Node
    edge: Edge
    amaf: uint64_t
    at: cython.p_char = cython.cast(cython.p_char, data)
    index: uint32_t = 1
    size: uint32_t
    while index <= units and nodes > 0:
        if units + 1 - index < units_of(pool, 0):
            return index
        memcpy(cython.address(node), at, cython.sizeof(Node))
        if not is_sound(cython.address(node), rules):
            return index
        size = units_of(pool, node.edges)
        if units + 1 - index < size:
            return index
        starts[index >> 3] |= 1 << (index & 7)
        at += cython.cast(cython.size_t, UNIT) * size
        index += size
        nodes -= 1
    if index != units + 1 or nodes > 0:
        return units + 1
    index = 1
    at = cython.cast(cython.p_char, data)
    while index <= units:
        memcpy(cython.address(node), at, cython.sizeof(Node))
        at += cython.sizeof(Node)
        for _ in range(node.edges):
            memcpy(cython.address(edge), at, cython.sizeof(Edge))
            if not is_sound_edge(cython.address(edge), units, starts, rules):
                return index
            at += cython.sizeof(Edge)
        if pool.edge_bytes > cython.sizeof(Edge):
            for _ in range(node.edges):
                memcpy(cython.address(amaf), at, cython.sizeof(uint64_t))
                if not is_sound_stat(amaf):
                    return index
                at += cython.sizeof(uint64_t)
        index += units_of(pool, node.edges)
    return 0


def is_sound(node, rules):
    """Tell whether a header can be one of this game. The end of a game is proven: the search would look for
    moves anywhere else."""
    return (
        node.edges <= MOST_MOVES
        and node.edges <= rules.actions
        and node.mover < rules.players
        and node.epoch == 0
        and node.next == 0
        and -UNBOUNDED <= node.low <= node.high <= UNBOUNDED
        and node.flags <= PROVEN
        and (node.edges > 0 or node.flags == PROVEN)
    )


def is_sound_edge(edge, units, starts, rules):
    """Tell whether an edge is sound: a move of this game, possible statistics, a block for its child or
    none."""
    child: uint32_t = edge.child
    return (
        (edge.move & MOVE_MASK) < rules.actions
        and edge.move & ~(MOVE_MASK | PROVEN_EDGE) == 0
        and is_sound_stat(edge.stat)
        and (child == 0 or (child <= units and starts[child >> 3] >> (child & 7) & 1 != 0))
    )


def is_sound_stat(stat):
    """Tell whether visits have brought at most a whole reward each. Every worker may add some visits too
    many."""
    visits: uint64_t = visits_of(stat)
    value: uint64_t = stat & ((cython.cast(uint64_t, 1) << VALUE_BITS) - 1)
    return visits <= MOST_VISITS + LONGEST_SHARED * MOST_WORKERS and value <= visits * VALUE_ONE


def adopt_blocks(pool, units):
    """Make the sound blocks that lie in an empty pool from index 1 its nodes."""
    node: cython.pointer(Node)
    edges: cython.pointer(Edge)
    index: uint32_t = 1
    i: cython.int
    pool.top = pool.cursor = units + 1
    while index <= units:
        node = node_at(pool, index)
        node.epoch = pool.epoch
        edges = edges_of(node)
        for i in range(node.edges):
            if edges[i].child:
                edges[i].move |= UNCHECKED_EDGE
        pool.insert(index)
        index += units_of(pool, node.edges)
