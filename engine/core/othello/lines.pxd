# lines.h, declared here and nowhere else. Its tables belong to the compiled module that includes it: each one that
# cimports from here calls fill_lines() when it is loaded.
from libc.stdint cimport uint64_t

cdef extern from "lines.h" nogil:
    const uint64_t near_table[64]
    void fill_lines() noexcept
    uint64_t odd_quarters(uint64_t set) noexcept
    int last_turns(uint64_t p, int x) noexcept
    uint64_t stable_edges(uint64_t p, uint64_t o) noexcept
    uint64_t stable_discs(uint64_t p, uint64_t o) noexcept
