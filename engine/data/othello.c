/* The perft and the playouts of engine/core/othello/othello.py once more in C, over the same kernels: what
   `outflank bench games` compiles with the same flags and runs beside the compiled Python.
   Usage: othello DEPTH PLAYOUTS LANES; prints the leaves, seconds, Black's wins and seconds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "flips.h"

struct discs { uint64_t p, o, mover; };
struct rng { uint64_t a, b; };

enum { FREE_PASSES = 1, COUNT_FINISHED = 2 };

static uint64_t leaves(uint64_t p, uint64_t o, uint64_t board, int depth, int rule) {
    uint64_t squares = legal(p, o) & board, total = 0;
    if (depth == 0) return 1;
    if (squares == 0) {
        if ((legal(o, p) & board) == 0) return (rule & COUNT_FINISHED) != 0;
        return leaves(o, p, board, rule & FREE_PASSES ? depth : depth - 1, rule);
    }
    if (depth == 1) return (uint64_t)popcount64(squares);
    while (squares) {
        int square = lowest_bit(squares);
        uint64_t turned = flips(p, o, square);
        squares &= squares - 1;
        total += leaves(o ^ turned, p ^ turned ^ (uint64_t)1 << square, board, depth - 1, rule);
    }
    return total;
}

static inline int step(struct discs *discs, uint64_t board, struct rng *rng) {
    uint64_t p = discs->p, o = discs->o, turned, squares = legal(p, o) & board;
    int square;
    if (squares == 0) {
        squares = legal(o, p) & board;
        if (squares == 0) return 0;
        turned = p, p = o, o = turned;
        discs->mover ^= 1;
    }
    square = kth_bit(squares, (int)(((next_random(&rng->a) >> 32) * (uint64_t)popcount64(squares)) >> 32));
    turned = flips(p, o, square);
    discs->p = o ^ turned;
    discs->o = p ^ turned ^ (uint64_t)1 << square;
    discs->mover ^= 1;
    return 1;
}

static int black_wins(const struct discs *discs) {
    int ahead = popcount64(discs->p) - popcount64(discs->o);
    return discs->mover ? ahead < 0 : ahead > 0;
}

static double seconds_since(clock_t start) { return (double)(clock() - start) / CLOCKS_PER_SEC; }

int main(int argc, char **argv) {
    const struct discs start = {(uint64_t)1 << 28 | (uint64_t)1 << 35, (uint64_t)1 << 27 | (uint64_t)1 << 36, 0};
    struct rng rng = {0x9E3779B97F4A7C15u, 0xBF58476D1CE4E5B9u};
    struct discs lane[8];
    clock_t clock_start = clock();
    const uint64_t board = ~(uint64_t)0;
    int depth, playouts, lanes, started, ended = 0, won = 0;
    if (argc != 4) return 2;
    depth = atoi(argv[1]), playouts = atoi(argv[2]), lanes = atoi(argv[3]);
    if (lanes < 1 || lanes > 8) return 2;
    printf("%llu ", (unsigned long long)leaves(start.p, start.o, board, depth, COUNT_FINISHED));
    printf("%.6f ", seconds_since(clock_start));
    clock_start = clock();
    for (started = 0; started < lanes; started++) lane[started] = start;
    while (ended < playouts)
        for (int i = 0; i < lanes; i++)
            if (!step(&lane[i], board, &rng)) {
                won += black_wins(&lane[i]);
                ended++;
                lane[i] = start;
            }
    printf("%d %.6f\n", won, seconds_since(clock_start));
    return 0;
}
