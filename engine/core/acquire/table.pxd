# Kernels for compiled modules only: nothing here is for Python.
# The table of a game of Acquire as it lies in memory, and what can be read off it fast.
#
# A cell is a byte: 0 empty, LONE, or the bit of its chain. 13 cells make a row, the last of which is always empty, and
# an empty row lies above and below; so the four neighbours of a cell are at fixed distances, and what a tile touches
# is the union of four bytes. A tile is 13 * row + column; sets of tiles are two words.
from libc.stdint cimport uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy
from ..base.bits cimport bit, kth_bit, lowest_bit, popcount64
from ..base.rng cimport Rng, below

cdef enum:
    SEATS = 6
    CHAINS = 7
    EVERY_CHAIN = 127
    LONE = 128
    COLUMNS = 12
    ROWS = 9
    WIDTH = 13
    FRAME = 14                  # bytes before the cell of tile 0
    FRAMED = 144
    TILES = 117                 # codes, of which every thirteenth is none
    HAND = 6
    UNKNOWN = 255               # a slot of a hand that the eyes of the position do not see
    EYES_ALL = 255
    SHARES = 25
    MOST_PICKS = 3
    SAFE_SIZE = 11
    BIG_SIZE = 41

# Moves.
cdef enum:
    FOUND_MOVE = 120
    SURVIVE_MOVE = 128
    ORDER_MOVE = 136
    BUY_MOVE = 144
    NO_MORE = 151
    END_MOVE = 152
    DRAW_MOVE = 160
    DRAW_UNKNOWN = 277
    SHOW_MOVE = 288
    SHOW_DONE = 405
    GIVE_MOVE = 416
    GIVE_ROW = 13
    ACTIONS = 768

# What is decided or drawn next.
cdef enum:
    OVER = 0
    DRAWS = 1
    SHOWS = 2
    PLACES = 3
    FOUNDS = 4
    SURVIVES = 5
    ORDERS = 6
    DISPOSES = 7
    BUYS = 8

# Why tiles are drawn or shown.
cdef enum:
    LAYING = 1                  # each player lays one; the nearest to 1A begins
    DEALING = 2
    REFILLING = 3               # for the tile just placed
    REPLACING = 4               # dead tiles
    EXCHANGING = 5              # a hand none of whose tiles can be placed

# Money is in hundreds. What all can see stands first and is hashed as whole words; fields that are of no meaning now
# are 0. `pool` are the tiles that the eyes of the position do not see: those of the bag and of unknown slots.
# `barred` are the tiles that were dead, and so not in a player's hand, when his last turn ended.
cdef struct Table:
    uint8_t cells[FRAMED]
    uint64_t out[2]             # tiles that left the game face up
    uint8_t shares[SEATS][8]
    uint8_t bank[8]
    uint8_t size[8]
    uint16_t cash[8]
    uint8_t held[8]             # tiles in each hand
    uint8_t revealed[8]         # slots of each hand that everybody has seen
    uint8_t active              # chains on the board
    uint8_t safe
    uint8_t big                 # chains of at least BIG_SIZE
    uint8_t bag                 # tiles in the bag
    uint8_t kind
    uint8_t stage
    uint8_t need                # draws that are due
    uint8_t turn                # the player whose turn it is
    uint8_t mover               # the player who decides, draws or shows
    uint8_t called              # the end was called and comes after this turn
    uint8_t idle                # turns in a row in which no tile was laid or drawn
    uint8_t picks               # shares bought this turn
    uint8_t least               # the first chain that may be picked next
    uint8_t tile                # the tile just placed, while a chain is founded or a merger goes on
    uint8_t survivor
    uint8_t ties                # the chains among which the mover chooses
    uint8_t queue[4]            # defunct chains in the order in which they are handled
    uint8_t queued
    uint8_t at                  # the one that is handled now
    uint8_t house
    uint8_t players
    # Hidden from here on.
    uint64_t pool[2]
    uint8_t hands[SEATS][8]
    uint64_t barred[SEATS][2]
    uint8_t eyes
    uint8_t sampled             # hidden tiles are a guess, `barred` is not kept up
    uint8_t spare[6]

cdef enum:
    PUBLIC_WORDS = 35           # before `pool`

cdef inline bint in_set(const uint64_t* tiles, int tile) noexcept nogil:
    return tiles[tile >> 6] >> (tile & 63) & 1

cdef inline void add_tile(uint64_t* tiles, int tile) noexcept nogil:
    tiles[tile >> 6] |= bit(tile & 63)

cdef inline void drop_tile(uint64_t* tiles, int tile) noexcept nogil:
    tiles[tile >> 6] &= ~bit(tile & 63)

cdef inline int count_tiles(const uint64_t* tiles) noexcept nogil:
    return popcount64(tiles[0]) + popcount64(tiles[1])

cdef inline int next_tile(uint64_t* tiles) noexcept nogil:
    """Take the first tile from a set that is not empty."""
    cdef int tile
    if tiles[0]:
        tile = lowest_bit(tiles[0])
        tiles[0] &= tiles[0] - 1
        return tile
    tile = lowest_bit(tiles[1])
    tiles[1] &= tiles[1] - 1
    return 64 + tile

cdef inline int random_tile(const uint64_t* tiles, Rng* rng) noexcept nogil:
    """A random tile of a set that is not empty."""
    cdef int first = popcount64(tiles[0])
    cdef int k = below(rng, first + popcount64(tiles[1]))
    return kth_bit(tiles[0], k) if k < first else 64 + kth_bit(tiles[1], k - first)

cdef inline int touched(const Table* t, int tile) noexcept nogil:
    """The chains beside a cell as bits, and LONE where a lone tile is."""
    cdef const uint8_t* cell = t.cells + FRAME + tile
    return cell[-1] | cell[1] | cell[-WIDTH] | cell[WIDTH]

cdef inline bint is_dead(const Table* t, int tile) noexcept nogil:
    """Whether a tile touches two safe chains, and so can never be placed."""
    cdef int both = touched(t, tile) & t.safe
    return both & (both - 1) != 0

cdef inline bint can_place(const Table* t, int tile) noexcept nogil:
    """Whether a tile is neither dead nor would found an eighth chain."""
    cdef int beside = touched(t, tile)
    cdef int both = beside & t.safe
    return both & (both - 1) == 0 and not (beside == LONE and t.active == EVERY_CHAIN)

cdef inline bint can_end(const Table* t) noexcept nogil:
    """Whether the player whose turn it is may call the end now."""
    return t.active and (t.active == t.safe or t.big) and not t.called and t.picks == 0

cdef inline int next_seat(const Table* t, int seat) noexcept nogil:
    return 0 if seat + 1 == t.players else seat + 1

cdef inline int slot_of(const Table* t, int seat, int tile) noexcept nogil:
    """The slot of a hand that holds a tile, -1 for none."""
    cdef int i
    for i in range(t.held[seat]):
        if t.hands[seat][i] == tile:
            return i
    return -1

cdef inline void leave_slot(Table* t, int seat, int slot) noexcept nogil:
    """Take a tile out of a hand; those behind it move up."""
    cdef int i
    cdef int low = (1 << slot) - 1
    t.held[seat] -= 1
    for i in range(slot, t.held[seat]):
        t.hands[seat][i] = t.hands[seat][i + 1]
    t.hands[seat][t.held[seat]] = 0
    t.revealed[seat] = (t.revealed[seat] & low) | (t.revealed[seat] >> 1 & ~low)

cdef inline int unknown_slots(const Table* t, int seat) noexcept nogil:
    cdef int i
    cdef int n = 0
    for i in range(t.held[seat]):
        n += t.hands[seat][i] == UNKNOWN
    return n

cdef inline void set_size(Table* t, int chain, int size) noexcept nogil:
    """Give a chain its number of tiles, 0 for one that is not on the board."""
    cdef int own = 1 << chain
    t.size[chain] = size
    t.active = (t.active | own) if size else (t.active & ~own)
    t.safe = (t.safe | own) if size >= SAFE_SIZE else (t.safe & ~own)
    t.big = (t.big | own) if size >= BIG_SIZE else (t.big & ~own)

cdef inline void begin_purchase(Table* t) noexcept nogil:
    t.kind = BUYS
    t.mover = t.turn
