from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from ..base.bits cimport prefetch, shared_load64, shared_store64
from ..othello.bitboard cimport Board

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
    WAYS = 4                    # slots of a bucket: together one line of the cache
    LARGE_PAGE = 1 << 21
    NO_MOVE = 64                # the move of a position of which no good one is known

# What is known of a position: the mover's score lies between `low` and `high` by a search of that selectivity
# (solver/selectivity); its best move; the number of its empty squares; the question that it was found for. `more`
# are bits of the position that the key has not.
cdef struct Entry:
    int8_t low
    int8_t high
    uint8_t move
    uint8_t empty
    uint8_t age
    uint8_t selectivity
    uint16_t more

cdef union Packed:
    Entry entry
    uint64_t word

# The lock is the key xor the word: of two threads that write at once both may leave a half, and then the lock fits
# no position (Hyatt and Mann, 2002).
cdef struct Slot:
    uint64_t lock
    uint64_t word

# Where a position belongs, and by what it is told from others there.
cdef struct Bucket:
    Slot* slots
    uint64_t key
    uint16_t more

cdef class TranspositionTable:
    cdef char* block
    cdef Slot* slots
    cdef readonly uint64_t mask
    cdef uint8_t age

cdef inline Bucket bucket_of(Slot* slots, uint64_t mask, Board board) noexcept nogil:
    """The bucket of a position. Products of the discs take the place of a Zobrist key, which would have to be kept
    up to date through every flip."""
    cdef Bucket bucket
    cdef uint64_t a = board.p * <uint64_t>0x9E3779B97F4A7C15
    cdef uint64_t b = board.o * <uint64_t>0xC2B2AE3D27D4EB4F
    cdef uint64_t key = a ^ (b >> 32 | b << 32)
    key ^= key >> 32
    key *= <uint64_t>0xD6E8FEB86659FD93
    key ^= key >> 32
    bucket.slots = slots + WAYS * (key & mask)
    bucket.key = key
    a += b
    bucket.more = <uint16_t>(a >> 48)
    return bucket

cdef inline bint holds(const Slot* slot, const Bucket* bucket, uint64_t word) noexcept nogil:
    """Whether a slot with that word is of a bucket's position."""
    cdef Packed packed
    packed.word = word
    return (shared_load64(&slot.lock) ^ word) == bucket.key and packed.entry.more == bucket.more

cdef inline bint probe(const Bucket* bucket, Entry* entry) noexcept nogil:
    """Read the entry of a position; false, and nothing written, when there is none."""
    cdef Packed packed
    cdef int i
    for i in range(WAYS):
        packed.word = shared_load64(&bucket.slots[i].word)
        if holds(&bucket.slots[i], bucket, packed.word):
            entry[0] = packed.entry
            return True
    return False

cdef void store(
    const Bucket* bucket, int low, int high, int move, int empty, int selectivity, uint8_t age
) noexcept nogil
