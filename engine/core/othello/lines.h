/* Whole lines of an 8x8 board: how many discs the last move turns, and which discs nothing can turn any more.
   Squares, `p` and `o` are as in flips.h. */
#ifndef OUTFLANK_LINES_H
#define OUTFLANK_LINES_H

#include "flips.h"

#define FILE_A 0x0101010101010101u

/* Per square the diagonal and the anti-diagonal through it, the square itself left out. */
static uint64_t diagonal_table[64][2];
/* Twice the discs that a disc on one square of a full line of eight turns, by the mover's discs on the line. */
static uint8_t turn_table[8][256];
/* A line's digits in base 3, and by those of both sides the mover's discs that stay whatever is played on the
   line. */
static uint16_t ternary_table[256];
static uint8_t edge_table[6561];

/* The discs of `o` that a disc of `p` turns from square `x` of a line of eight. */
static inline int line_flips(int p, int o, int x) {
    int turned = 0, run = 0, y;
    for (y = x + 1; y < 8 && o >> y & 1; y++) run |= 1 << y;
    if (y < 8 && p >> y & 1) turned |= run;
    run = 0;
    for (y = x - 1; y >= 0 && o >> y & 1; y--) run |= 1 << y;
    if (y >= 0 && p >> y & 1) turned |= run;
    return turned;
}

/* The discs of `p` on a line that stay if all that its empty squares can still see has been seen before. */
static int edge_stays(int p, int o) {
    int stays = p, turned, x;
    for (x = 0; x < 8; x++) {
        int bit = 1 << x;
        if ((p | o) & bit) continue;
        turned = line_flips(p, o, x);
        stays &= edge_table[ternary_table[p | bit | turned] + 2 * ternary_table[o & ~turned]];
        turned = line_flips(o, p, x);
        stays &= edge_table[ternary_table[p & ~turned] + 2 * ternary_table[o | bit | turned]];
    }
    return stays;
}

/* The squares beside each one, and the quarters of the board. */
static uint64_t near_table[64];
static const uint64_t quarter_table[4] = {
    0x000000000f0f0f0fu, 0x00000000f0f0f0f0u, 0x0f0f0f0f00000000u, 0xf0f0f0f000000000u
};

/* Fill the tables; once before anything else here is used. */
static void fill_lines(void) {
    int x, p, o, empty, i;
    for (x = 0; x < 64; x++) {
        uint64_t wide = (uint64_t)1 << x;
        wide |= (wide << 1 & 0xfefefefefefefefeu) | (wide >> 1 & 0x7f7f7f7f7f7f7f7fu);
        near_table[x] = (wide | wide << 8 | wide >> 8) & ~((uint64_t)1 << x);
        diagonal_table[x][0] = ray_table[x][2] | ray_table[x][6];
        diagonal_table[x][1] = ray_table[x][3] | ray_table[x][7];
    }
    for (p = 0; p < 256; p++) {
        int three = 1;
        ternary_table[p] = 0;
        for (i = 0; i < 8; i++, three *= 3) ternary_table[p] += (p >> i & 1) * three;
        for (x = 0; x < 8; x++) turn_table[x][p] = 2 * popcount64(line_flips(p, ~p & 255 & ~(1 << x), x));
    }
    for (empty = 0; empty <= 8; empty++)
        for (p = 0; p < 256; p++)
            for (o = 0; o < 256; o++)
                if (!(p & o) && popcount64(p | o) == 8 - empty)
                    edge_table[ternary_table[p] + 2 * ternary_table[o]] = edge_stays(p, o);
}

/* The quarters that hold an odd number of the squares in a set. */
static inline uint64_t odd_quarters(uint64_t set) {
    uint64_t odd = 0;
    for (int i = 0; i < 4; i++) odd |= quarter_table[i] & (0 - (uint64_t)(popcount64(set & quarter_table[i]) & 1));
    return odd;
}

/* The squares of a file, which is shifted to the first one, as a byte, and back. */
static inline int file_byte(uint64_t set) { return (int)((set & FILE_A) * 0x0102040810204080u >> 56); }
static inline uint64_t byte_file(int byte) {
    return ((uint64_t)(byte & 127) * 0x0002040810204081u & FILE_A) | (uint64_t)(byte >> 7) << 56;
}

/* Twice the discs that `p` turns from square `x`, the only empty one. */
static inline int last_turns(uint64_t p, int x) {
    const uint8_t *turns = turn_table[x & 7];
    return turns[p >> (x & 56) & 255] + turn_table[x >> 3][file_byte(p >> (x & 7))]
        + turns[(p & diagonal_table[x][0]) * FILE_A >> 56] + turns[(p & diagonal_table[x][1]) * FILE_A >> 56];
}

/* The discs of `p` on one edge of eight that stay. */
static inline int edge_stable(int p, int o) { return edge_table[ternary_table[p] + 2 * ternary_table[o]]; }

/* The discs of `p` on the edges that nothing played on the edge can turn. */
static inline uint64_t stable_edges(uint64_t p, uint64_t o) {
    return (uint64_t)edge_stable(p & 255, o & 255) | (uint64_t)edge_stable(p >> 56, o >> 56) << 56
        | byte_file(edge_stable(file_byte(p), file_byte(o)))
        | byte_file(edge_stable(file_byte(p >> 7), file_byte(o >> 7))) << 7;
}

#define NOT_A 0xfefefefefefefefeu
#define NOT_AB 0xfcfcfcfcfcfcfcfcu
#define NOT_ABCD 0xf0f0f0f0f0f0f0f0u
#define NOT_H 0x7f7f7f7f7f7f7f7fu
#define NOT_GH 0x3f3f3f3f3f3f3f3fu
#define NOT_EFGH 0x0f0f0f0f0f0f0f0fu
#define SIDES 0x8181818181818181u
#define ENDS 0xff000000000000ffu

/* Discs of `p` that can never be turned; there may be more. A disc stays if along each axis its line is full,
   it stands at the border or beside a disc of its own that stays. */
#if defined(__AVX2__)

#define LANES4(a, b, c, d) _mm256_setr_epi64x((int64_t)(a), (int64_t)(b), (int64_t)(c), (int64_t)(d))

static inline uint64_t stable_discs(uint64_t p, uint64_t o) {
    const __m256i by = _mm256_setr_epi64x(1, 8, 9, 7), by2 = _mm256_setr_epi64x(2, 16, 18, 14);
    const __m256i by4 = _mm256_setr_epi64x(4, 32, 36, 28);
    const __m256i up1 = LANES4(NOT_A, ~0ull, NOT_A, NOT_H), up2 = LANES4(NOT_AB, ~0ull, NOT_AB, NOT_GH);
    const __m256i up4 = LANES4(NOT_ABCD, ~0ull, NOT_ABCD, NOT_EFGH);
    const __m256i down1 = LANES4(NOT_H, ~0ull, NOT_H, NOT_A), down2 = LANES4(NOT_GH, ~0ull, NOT_GH, NOT_AB);
    const __m256i down4 = LANES4(NOT_EFGH, ~0ull, NOT_EFGH, NOT_ABCD);
    const __m256i border = LANES4(SIDES, ENDS, SIDES | ENDS, SIDES | ENDS);
    __m256i up = _mm256_set1_epi64x((int64_t)~(p | o)), down = up, open, stays;
    uint64_t known = stable_edges(p, o) & p, more;

    up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, by), up1));
    down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, by), down1));
    up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, by2), up2));
    down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, by2), down2));
    up = _mm256_or_si256(up, _mm256_and_si256(_mm256_sllv_epi64(up, by4), up4));
    down = _mm256_or_si256(down, _mm256_and_si256(_mm256_srlv_epi64(down, by4), down4));
    open = _mm256_andnot_si256(border, _mm256_or_si256(up, down));
    known |= p & ~or_lanes(open);
    if (known == 0) return 0;
    for (;;) {
        stays = _mm256_set1_epi64x((int64_t)known);
        stays = _mm256_or_si256(_mm256_and_si256(_mm256_sllv_epi64(stays, by), up1),
                                _mm256_and_si256(_mm256_srlv_epi64(stays, by), down1));
        more = known | (p & ~or_lanes(_mm256_andnot_si256(stays, open)));
        if (more == known) return known;
        known = more;
    }
}

#undef LANES4

#else

/* The squares on whose line by `shift` something is open; `up` and `down` keep a step of 1, 2 and 4 on it. */
static inline uint64_t spread(uint64_t open, int shift, const uint64_t *up, const uint64_t *down) {
    uint64_t higher = open, lower = open;
    for (int i = 0; i < 3; i++) {
        higher |= (higher << (shift << i)) & up[i];
        lower |= (lower >> (shift << i)) & down[i];
    }
    return higher | lower;
}

static inline uint64_t stable_discs(uint64_t p, uint64_t o) {
    static const uint64_t from_a[3] = { NOT_A, NOT_AB, NOT_ABCD }, from_h[3] = { NOT_H, NOT_GH, NOT_EFGH };
    static const uint64_t all[3] = { ~(uint64_t)0, ~(uint64_t)0, ~(uint64_t)0 };
    uint64_t empty = ~(p | o), known = stable_edges(p, o) & p, more;
    uint64_t row = ~(spread(empty, 1, from_a, from_h)) | SIDES, column = ~(spread(empty, 8, all, all)) | ENDS;
    uint64_t rise = ~(spread(empty, 9, from_a, from_h)) | SIDES | ENDS;
    uint64_t fall = ~(spread(empty, 7, from_h, from_a)) | SIDES | ENDS;

    known |= p & row & column & rise & fall;
    if (known == 0) return 0;
    for (;;) {
        more = known | (p & (row | (known << 1 & NOT_A) | (known >> 1 & NOT_H)) & (column | known << 8 | known >> 8)
            & (rise | (known << 9 & NOT_A) | (known >> 9 & NOT_H)) & (fall | (known << 7 & NOT_H) | (known >> 7 & NOT_A)));
        if (more == known) return known;
        known = more;
    }
}

#endif

#undef NOT_A
#undef NOT_AB
#undef NOT_ABCD
#undef NOT_H
#undef NOT_GH
#undef NOT_EFGH
#undef SIDES
#undef ENDS

#endif
