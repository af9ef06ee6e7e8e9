# bits.h, declared here and nowhere else.
from libc.stdint cimport int16_t, uint16_t, uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    # Sets of bits.
    int popcount64(uint64_t x) noexcept
    int lowest_bit(uint64_t x) noexcept
    int highest_bit(uint64_t x) noexcept
    int kth_bit(uint64_t set, int k) noexcept

    # The machine: the CPU's level, its cache, its clock, random bits.
    int cpu_level() noexcept
    void prefetch(const void* address) noexcept
    double seconds_now() noexcept
    uint64_t next_random(uint64_t* state) noexcept

    # Words that several threads read and change.
    uint64_t shared_load64(const uint64_t* word) noexcept
    uint32_t shared_load32(const uint32_t* word) noexcept
    uint16_t shared_load16(const uint16_t* word) noexcept
    int16_t shared_loadi16(const int16_t* word) noexcept
    bint shared_is_set(const bint* flag) noexcept
    void shared_store64(uint64_t* word, uint64_t to) noexcept
    void shared_store32(uint32_t* word, uint32_t to) noexcept
    void shared_store16(uint16_t* word, uint16_t to) noexcept
    void shared_storei16(int16_t* word, int16_t to) noexcept
    void shared_set_flag(bint* flag, bint to) noexcept
    void shared_or16(uint16_t* word, uint16_t bits) noexcept
    void shared_and16(uint16_t* word, uint16_t mask) noexcept
    void shared_add32(uint32_t* word, uint32_t amount) noexcept
    void shared_add64(uint64_t* word, uint64_t amount) noexcept
    int shared_set32(uint32_t* word, uint32_t since, uint32_t to) noexcept
    void lock_word(uint32_t* word) noexcept
    void unlock_word(uint32_t* word) noexcept
    void give_way() noexcept

cdef inline uint64_t bit(int square) noexcept nogil:
    return <uint64_t>1 << square
