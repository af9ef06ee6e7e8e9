from libc.stdint cimport uint8_t
from .table cimport CHAINS

cdef extern from *:
    """
    /* The price of a cheap chain by its number of tiles, in hundreds. */
    static const unsigned char PRICE_BY_SIZE[109] = {
        0, 0, 2, 3, 4, 5, 6, 6, 6, 6, 6,
        7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
        10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
        10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10,
        10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10};
    /* 0 cheap, 1 medium, 2 expensive. */
    static const unsigned char TIER_OF[8] = {0, 0, 1, 1, 1, 2, 2, 0};
    /* The chains in alphabetical order, and the place of each in it. */
    static const unsigned char BY_NAME[7] = {2, 6, 4, 5, 0, 1, 3};
    static const unsigned char NAME_PLACE[8] = {4, 5, 0, 6, 2, 3, 1, 0};
    """
    const uint8_t PRICE_BY_SIZE[109]
    const uint8_t TIER_OF[8]
    const uint8_t BY_NAME[7]
    const uint8_t NAME_PLACE[8]

cdef enum:
    MAJORITY = 10               # times the price
    MINORITY = 5

cdef inline int price_of(int chain, int size) noexcept nogil:
    """The price of a share in hundreds, 0 for a chain that is not on the board."""
    return PRICE_BY_SIZE[size] + TIER_OF[chain] if size >= 2 else 0
