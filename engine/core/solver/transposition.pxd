from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from ..base.bits cimport prefetch, shared_load64, shared_store64

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define WANT_LARGE_PAGES(start, size) ((void)madvise(start, size, MADV_HUGEPAGE))
    #else
    #define WANT_LARGE_PAGES(start, size) ((void)(start))
    #endif
    """
    void WANT_LARGE_PAGES(void* start, size_t size) noexcept nogil

cdef enum:
    WAYS = 4
    LARGE_PAGE = 1 << 21
    ALL = 255
    NOWHERE = 64                # the move of a position of which no good one is known
    MOST = 64

# What is known of a position, the mover's view. `weight` is the number of empty squares, `age` the question
# that it was found for; `more` are bits of the position that the key has not.
cdef struct Known:
    int8_t low
    int8_t high
    uint8_t move
    uint8_t weight
    uint8_t age
    uint8_t width
    uint16_t more

cdef union Packed:
    Known known
    uint64_t word

# Of two threads that write at once both may leave a half: then the lock fits no position.
cdef struct Slot:
    uint64_t lock
    uint64_t word

cdef struct Spot:
    Slot* slots
    uint64_t key
    uint16_t more

cdef class Bounds:
    cdef char* block
    cdef Slot* slots
    cdef readonly uint64_t mask
    cdef uint8_t age

cdef inline Spot spot_of(Slot* slots, uint64_t mask, uint64_t p, uint64_t o) noexcept nogil:
    """Where a position belongs."""
    cdef Spot spot
    cdef uint64_t a = p * <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t b = o * <uint64_t>0xC2B2AE3D27D4EB4F
    cdef uint64_t key = a ^ (b >> 32 | b << 32)
    key ^= key >> 32
    key *= <uint64_t>0xD6E8FEB86659FD93
    key ^= key >> 32
    spot.slots = slots + WAYS * (key & mask)
    spot.key = key
    a += b
    spot.more = <uint16_t>(a >> 48)
    return spot

cdef inline bint holds(const Slot* slot, const Spot* spot, uint64_t word) noexcept nogil:
    """Whether a slot with that word is of a position."""
    cdef Packed packed
    packed.word = word
    return (shared_load64(&slot.lock) ^ word) == spot.key and packed.known.more == spot.more

cdef inline bint look_up(const Spot* spot, Known* known) noexcept nogil:
    """What is known of a position; false, and nothing written, when that is nothing."""
    cdef Packed packed
    cdef int i
    for i in range(WAYS):
        packed.word = shared_load64(&spot.slots[i].word)
        if holds(&spot.slots[i], spot, packed.word):
            known[0] = packed.known
            return True
    return False

cdef void note(const Spot* spot, int low, int high, int move, int weight, int width, uint8_t age) noexcept nogil
