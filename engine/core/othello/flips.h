/* Moves and flips on a board of at most 8x8 squares. Squares are bits, a1 = bit 0, h1 = bit 7, a8 = bit 56; `p` are
   the mover's discs and `o` the opponent's. The AVX2 forms are taken when the compiler is told that the CPU has
   them (the v3 build): four lanes, one for each axis. */
#ifndef OUTFLANK_FLIPS_H
#define OUTFLANK_FLIPS_H

#include "bits.h"

/* The squares from (file, row) to the edge in direction (df, dr), as a constant expression. */
#define STEP(f, r, df, dr, k) \
    ((f) + (k) * (df) >= 0 && (f) + (k) * (df) < 8 && (r) + (k) * (dr) >= 0 && (r) + (k) * (dr) < 8 \
         ? (uint64_t)1 << ((8 * ((r) + (k) * (dr)) + (f) + (k) * (df)) & 63) \
         : (uint64_t)0)
#define RAY(f, r, df, dr) \
    (STEP(f, r, df, dr, 1) | STEP(f, r, df, dr, 2) | STEP(f, r, df, dr, 3) | STEP(f, r, df, dr, 4) | \
     STEP(f, r, df, dr, 5) | STEP(f, r, df, dr, 6) | STEP(f, r, df, dr, 7))
#define RAYS(f, r) \
    { RAY(f, r, 1, 0), RAY(f, r, 0, 1), RAY(f, r, 1, 1), RAY(f, r, -1, 1), \
      RAY(f, r, -1, 0), RAY(f, r, 0, -1), RAY(f, r, -1, -1), RAY(f, r, 1, -1) }
#define RAY_ROW(r) RAYS(0, r), RAYS(1, r), RAYS(2, r), RAYS(3, r), RAYS(4, r), RAYS(5, r), RAYS(6, r), RAYS(7, r)

#if defined(__GNUC__) || defined(__clang__)
__attribute__((aligned(64), unused))
#endif
/* Per square four rays towards higher bits (by 1, 8, 9, 7), then the four opposite ones. */
static const uint64_t ray_table[64][8] = {
    RAY_ROW(0), RAY_ROW(1), RAY_ROW(2), RAY_ROW(3), RAY_ROW(4), RAY_ROW(5), RAY_ROW(6), RAY_ROW(7)
};

#undef STEP
#undef RAY
#undef RAYS
#undef RAY_ROW

#if defined(__AVX2__)

/* Sets stand in all four lanes at once; each lane works along one axis. */
static inline uint64_t or_lanes(__m256i x) {
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

static inline __m256i or_to_all(__m256i x) {
    x = _mm256_or_si256(x, _mm256_permute4x64_epi64(x, 0x4e));
    return _mm256_or_si256(x, _mm256_shuffle_epi32(x, 0x4e));
}

/* Squares that `pp` reaches over a run of `full`, by lanes, others among them. */
static inline __m256i reach_lanes(__m256i pp, __m256i full) {
    const __m256i by = _mm256_setr_epi64x(1, 8, 9, 7);
    const __m256i by2 = _mm256_setr_epi64x(2, 16, 18, 14);
    const __m256i inner = _mm256_setr_epi64x(0x7e7e7e7e7e7e7e7e, -1, 0x7e7e7e7e7e7e7e7e, 0x7e7e7e7e7e7e7e7e);
    __m256i oo = _mm256_and_si256(full, inner);
    __m256i up = _mm256_and_si256(oo, _mm256_sllv_epi64(pp, by));
    __m256i down = _mm256_and_si256(oo, _mm256_srlv_epi64(pp, by));
    __m256i up2 = _mm256_and_si256(oo, _mm256_sllv_epi64(oo, by));
    __m256i down2 = _mm256_srlv_epi64(up2, by);
    up = _mm256_or_si256(up, _mm256_and_si256(oo, _mm256_sllv_epi64(up, by)));
    down = _mm256_or_si256(down, _mm256_and_si256(oo, _mm256_srlv_epi64(down, by)));
    up = _mm256_or_si256(up, _mm256_and_si256(up2, _mm256_sllv_epi64(up, by2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down2, _mm256_srlv_epi64(down, by2)));
    up = _mm256_or_si256(up, _mm256_and_si256(up2, _mm256_sllv_epi64(up, by2)));
    down = _mm256_or_si256(down, _mm256_and_si256(down2, _mm256_srlv_epi64(down, by2)));
    return _mm256_or_si256(_mm256_sllv_epi64(up, by), _mm256_srlv_epi64(down, by));
}

/* Squares where `p` may move. */
static inline uint64_t legal(uint64_t p, uint64_t o) {
    __m256i pp = _mm256_set1_epi64x((int64_t)p), oo = _mm256_set1_epi64x((int64_t)o);
    return or_lanes(reach_lanes(pp, oo)) & ~(p | o);
}

/* Discs of `oo` that a disc of `pp` on `square` turns, by lanes. */
static inline __m256i flip_lanes(__m256i pp, __m256i oo, int square) {
    const __m256i by = _mm256_setr_epi64x(1, 8, 9, 7);
    const __m256i by2 = _mm256_setr_epi64x(2, 16, 18, 14);
    const __m256i by4 = _mm256_setr_epi64x(4, 32, 36, 28);
    const __m256i zero = _mm256_setzero_si256();
    const __m256i *ray = (const __m256i *)ray_table[square];
    __m256i up = ray[0], down = ray[1];

    /* Towards higher bits the first square that is not `o` is the lowest one: isolate it. */
    __m256i stop = _mm256_andnot_si256(oo, up);
    __m256i hit = _mm256_and_si256(_mm256_and_si256(stop, _mm256_sub_epi64(zero, stop)), pp);
    __m256i below = _mm256_add_epi64(hit, _mm256_cmpeq_epi64(zero, zero));
    __m256i flipped = _mm256_andnot_si256(_mm256_cmpeq_epi64(hit, zero), _mm256_and_si256(up, below));

    /* Towards lower bits it is the highest one: smear it down the ray; what stays free is turned. */
    stop = _mm256_andnot_si256(oo, down);
    stop = _mm256_or_si256(stop, _mm256_srlv_epi64(stop, by));
    stop = _mm256_or_si256(stop, _mm256_srlv_epi64(stop, by2));
    stop = _mm256_and_si256(_mm256_or_si256(stop, _mm256_srlv_epi64(stop, by4)), down);
    hit = _mm256_and_si256(_mm256_andnot_si256(_mm256_srlv_epi64(stop, by), stop), pp);
    down = _mm256_andnot_si256(stop, down);
    return _mm256_or_si256(flipped, _mm256_andnot_si256(_mm256_cmpeq_epi64(hit, zero), down));
}

/* Discs of `o` that a disc of `p` on `square` turns. */
static inline uint64_t flips(uint64_t p, uint64_t o, int square) {
    return or_lanes(flip_lanes(_mm256_set1_epi64x((int64_t)p), _mm256_set1_epi64x((int64_t)o), square));
}

#else

/* The run of `o` that begins beside `p` in one direction, and the empty or other squares behind it. */
#define ALONG(shift, by, set)                       \
    do {                                            \
        uint64_t run = (set) & (p shift by);        \
        uint64_t pair = (set) & ((set) shift by);   \
        run |= (set) & (run shift by);              \
        run |= pair & (run shift (2 * (by)));       \
        run |= pair & (run shift (2 * (by)));       \
        reached |= run shift by;                    \
    } while (0)

static inline uint64_t legal(uint64_t p, uint64_t o) {
    uint64_t inner = o & 0x7e7e7e7e7e7e7e7e;
    uint64_t reached = 0;
    ALONG(<<, 1, inner);
    ALONG(>>, 1, inner);
    ALONG(<<, 8, o);
    ALONG(>>, 8, o);
    ALONG(<<, 9, inner);
    ALONG(>>, 9, inner);
    ALONG(<<, 7, inner);
    ALONG(>>, 7, inner);
    return reached & ~(p | o);
}

#undef ALONG

/* Discs of `o` that a disc of `p` on `square` turns. Eight independent chains. */
static inline uint64_t flips(uint64_t p, uint64_t o, int square) {
    const uint64_t *ray = ray_table[square];
    uint64_t flipped = 0;
    for (int d = 0; d < 4; d++) {
        uint64_t stop = ray[d] & ~o;
        uint64_t first = stop & (0 - stop);
        flipped |= ray[d] & (first - 1) & (0 - (uint64_t)((first & p) != 0));
    }
    for (int d = 4; d < 8; d++) {
        uint64_t stop = ray[d] & ~o;
        uint64_t first = (uint64_t)1 << highest_bit(stop | 1);
        flipped |= ray[d] & (0 - (first << 1)) & (0 - (uint64_t)((first & stop & p) != 0));
    }
    return flipped;
}

#endif

/* Play random moves on the squares of `board`, forced passes among them, until neither side has one. Returns
   whether the sides have changed in the end. A game is a chain in which every ply waits for the last: the AVX2
   form keeps both sets in vector registers all the way, which saves a tenth of the time. */
static inline int play_out(uint64_t *p, uint64_t *o, uint64_t board, uint64_t *random) {
    int changed = 0;
    uint64_t squares, bit;
#if defined(__AVX2__) && defined(__BMI2__)
    __m256i pp = _mm256_set1_epi64x((int64_t)*p), oo = _mm256_set1_epi64x((int64_t)*o), turned, other;
    __m256i open = _mm256_set1_epi64x((int64_t)board);
    for (;;) {
        __m256i empty = _mm256_andnot_si256(_mm256_or_si256(pp, oo), open);
        squares = or_lanes(_mm256_and_si256(empty, reach_lanes(pp, oo)));
        if (squares == 0) {
            other = pp, pp = oo, oo = other;
            changed ^= 1;
            squares = or_lanes(_mm256_and_si256(empty, reach_lanes(pp, oo)));
            if (squares == 0) break;
        }
        bit = _pdep_u64((uint64_t)1 << ((next_random(random) >> 32) * popcount64(squares) >> 32), squares);
        turned = or_to_all(flip_lanes(pp, oo, lowest_bit(bit)));
        other = _mm256_xor_si256(_mm256_or_si256(pp, _mm256_set1_epi64x((int64_t)bit)), turned);
        pp = _mm256_xor_si256(oo, turned);
        oo = other;
        changed ^= 1;
    }
    *p = (uint64_t)_mm256_extract_epi64(pp, 0);
    *o = (uint64_t)_mm256_extract_epi64(oo, 0);
#else
    uint64_t turned, other;
    for (;;) {
        squares = legal(*p, *o) & board;
        if (squares == 0) {
            other = *p, *p = *o, *o = other;
            changed ^= 1;
            squares = legal(*p, *o) & board;
            if (squares == 0) break;
        }
        int square = kth_bit(squares, (int)((next_random(random) >> 32) * popcount64(squares) >> 32));
        bit = (uint64_t)1 << square;
        turned = flips(*p, *o, square);
        other = *p ^ turned ^ bit;
        *p = *o ^ turned;
        *o = other;
        changed ^= 1;
    }
#endif
    return changed;
}

#endif
