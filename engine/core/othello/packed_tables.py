# cython: language_level=3, cdivision=True
"""Pattern tables as they lie in a file: one number for each class of codes, and differences between phases.

Mirror images of a code share one number (the classes), and neighbouring phases are alike, so that most
differences fit into a byte. Unpacking goes set by set, in steps of less than a millisecond.
"""

import cython
from cython.cimports.cpython.bytes import PyBytes_FromStringAndSize

from .patterns import ENTRIES, SHAPES, mirrors

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.othello import packed_tables`")

HIGHEST_CODE = max([int(3 ** len(shape.split())) for shape in SHAPES])
"""Above every code."""
set_size = cython.declare(cython.int, ENTRIES)


class Unpacking:
    """The sets of tables of all phases, one with each call of `step`. They are made from one number for each
    class of codes and each number of moves. `packed` has, in units of a score, the differences between the
    numbers of a phase and those of the phase after it, the last phase first: a signed byte each, where it is
    WIDE the next of the 16-bit numbers at the end."""

    def __init__(self, packed: bytes, phases: cython.int, grain: cython.int):
        self.classes = code_classes()
        class_of: cython.pointer(uint32_t) = cython.cast(
            cython.pointer(uint32_t), cython.cast(cython.p_char, self.classes)
        )
        self.count = class_of[set_size - 1] + 1
        if phases < 1 or len(packed) != phases * self.count + 2 * packed[: phases * self.count].count(WIDE):
            raise ValueError(f"{phases} packed sets do not have {len(packed)} bytes")
        self.packed = packed
        self.grain = grain
        self.left = phases
        self.change = 0
        self.wide = phases * self.count
        self.sums = bytearray(self.count * cython.sizeof(int16_t))
        self.tables = PyBytes_FromStringAndSize(cython.NULL, phases * set_size * cython.sizeof(int16_t))

    def step(self) -> bool:
        """Unpack one more set; whether that was the last."""
        class_of: cython.pointer(uint32_t) = cython.cast(
            cython.pointer(uint32_t), cython.cast(cython.p_char, self.classes)
        )
        table: cython.pointer(int16_t) = cython.cast(
            cython.pointer(int16_t), cython.cast(cython.p_char, self.tables)
        )
        packed: cython.pointer(uint8_t) = cython.cast(
            cython.pointer(uint8_t), cython.cast(cython.p_char, self.packed)
        )
        change: cython.pointer(uint8_t) = packed + self.change
        wide: cython.pointer(uint8_t) = packed + self.wide
        now: cython.pointer(int16_t) = cython.cast(
            cython.pointer(int16_t), cython.cast(cython.p_char, self.sums)
        )
        count: cython.Py_ssize_t = self.count
        grain: cython.int = self.grain
        i: cython.int
        if self.left == 0:
            return True
        self.left -= 1
        table += self.left * set_size
        with cython.nogil:
            for i in range(count):
                if change[i] == WIDE:
                    now[i] += cython.cast(int16_t, wide[0] | wide[1] << 8) * grain
                    wide += 2
                else:
                    now[i] += cython.cast(int8_t, change[i]) * grain
            for i in range(set_size):
                table[i] = now[class_of[i]]
        self.change += count
        self.wide = wide - packed
        return self.left == 0


def unpack(packed: bytes, phases: cython.int, grain: cython.int) -> bytes:
    """All sets of tables at once, as `Unpacking` makes them."""
    unpacking = Unpacking(packed, phases, grain)
    while not unpacking.step():
        continue
    return unpacking.tables


def code_classes() -> bytes:
    """For each entry of a set of tables the number of the class that shares its number, as 32-bit numbers.
    Codes of a shape that are mirror images are one class, and classes are counted as they first come, shape
    after shape; then each number of moves is one for itself."""
    out = bytearray(set_size * cython.sizeof(uint32_t))
    room: cython.pointer(uint32_t) = cython.cast(cython.pointer(uint32_t), cython.cast(cython.p_char, out))
    twins = bytearray(HIGHEST_CODE * cython.sizeof(uint32_t))
    twin: cython.pointer(uint32_t) = cython.cast(cython.pointer(uint32_t), cython.cast(cython.p_char, twins))
    count: cython.uint = 0
    size: cython.uint
    code: cython.uint
    least: cython.uint
    weight: cython.uint
    low: cython.uint
    for shape in SHAPES:
        length = len(shape.split())
        size = 3**length
        # Every shape has at most one mirror image of its own.
        order = max(mirrors(shape))
        twin[0] = 0
        for place in range(length):
            low = 3**place
            weight = 3 ** (length - 1 - order.index(length - 1 - place))
            for code in range(low):
                twin[low + code] = twin[code] + weight
                twin[2 * low + code] = twin[code] + 2 * weight
        for code in range(size):
            least = twin[code]
            if least < code:
                room[code] = room[least]
            else:
                room[code] = count
                count += 1
        room += size
    for code in range(2 * REPLIES):
        room[code] = count + code
    return bytes(out)
