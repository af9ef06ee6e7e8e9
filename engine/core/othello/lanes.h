/* Many small numbers in one: a lane for each instance of a pattern, sixteen of which fit a register. */
#ifndef OUTFLANK_LANES_H
#define OUTFLANK_LANES_H

#include <stdint.h>
#include "bits.h"

#define PARTS 4
#define LANES (16 * PARTS)

#if defined(__GNUC__) || defined(__clang__)
typedef uint16_t LanesPart __attribute__((vector_size(32)));
#define EACH_PART(to, is, from) for (int k = 0; k < PARTS; k++) (to)->part[k] is (from)->part[k]
#else
typedef struct { uint16_t lane[16]; } LanesPart;
#define EACH_PART(to, is, from) for (int k = 0; k < LANES; k++) (to)->lane[k] is (from)->lane[k]
#endif

typedef union {
    LanesPart part[PARTS];
    uint16_t lane[LANES];
} Lanes;

static inline void add_lanes(Lanes *to, const Lanes *more) { EACH_PART(to, +=, more); }

/* The sum of what each square of a set adds. */
static inline void sum_lanes(Lanes *out, const Lanes *by_square, uint64_t set) {
    Lanes total = {{{0}}};
    for (; set; set &= set - 1) add_lanes(&total, by_square + lowest_bit(set));
    EACH_PART(out, =, &total);
}

/* What the squares of a set add to `from`, and a single one twice. A copy of the whole would be made in other
   pieces than the sums are read in, and the processor would have to wait for it. */
static inline void move_lanes(Lanes *out, const Lanes *from, const Lanes *by_square, int twice, uint64_t set) {
    Lanes total;
    EACH_PART(&total, =, from);
    add_lanes(&total, by_square + twice);
    add_lanes(&total, by_square + twice);
    for (; set; set &= set - 1) add_lanes(&total, by_square + lowest_bit(set));
    EACH_PART(out, =, &total);
}

/* The sum of the entries that the lanes point at, each in its own table. */
static inline int sum_entries(const int16_t *table, const uint32_t *start, const Lanes *at, int lanes) {
    int total = 0;
    for (int i = 0; i < lanes; i++) total += table[start[i] + at->lane[i]];
    return total;
}

#endif
