/* What Cython cannot say: builtins and intrinsics. Every function has a portable form; the BMI2 forms are taken
   when the compiler is told that the CPU has them (the v3 build). */
#ifndef OUTFLANK_BITS_H
#define OUTFLANK_BITS_H

#include <stdint.h>
#include <time.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif
#if defined(_WIN32)
#include <windows.h>
#else
#include <sched.h>
#endif
#if (defined(__x86_64__) || defined(__amd64__)) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#endif

#if defined(__GNUC__) || defined(__clang__)
static inline int popcount64(uint64_t x) { return __builtin_popcountll(x); }
static inline int lowest_bit(uint64_t x) { return __builtin_ctzll(x); }
static inline int highest_bit(uint64_t x) { return 63 - __builtin_clzll(x); }
#else
static inline int popcount64(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return (int)((((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56);
}
static inline int lowest_bit(uint64_t x) { return popcount64((x & (0 - x)) - 1); }
static inline int highest_bit(uint64_t x) {
    x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; x |= x >> 32;
    return popcount64(x) - 1;
}
#endif

/* 3: x86-64-v3 runs here. 2: x86-64-v2. 1: anything. */
static inline int cpu_level(void) {
#if (defined(__x86_64__) || defined(__amd64__)) && (defined(__GNUC__) || defined(__clang__))
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return 1;
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")
        || !__builtin_cpu_supports("fma")) return 2;
    /* What older compilers cannot ask by name: MOVBE and F16C, LZCNT. */
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 22) || !(c & 1u << 29)) return 2;
    if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !(c & 1u << 5)) return 2;
    return 3;
#else
    return 1;
#endif
}

/* What will be read soon. */
static inline void prefetch(const void *address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* Let another thread run. */
static inline void give_way(void) {
#if defined(_WIN32)
    SwitchToThread();
#else
    sched_yield();
#endif
}

/* Tell the processor that this thread waits for a word to change. */
static inline void relax(void) {
#if defined(_MSC_VER)
    YieldProcessor();
#elif defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/* Looks at a lock that is taken before the thread gives way to others: with more threads than cores the owner may
   not be running at all. A judgement: a lock is held for some tens of instructions. */
#define LOOKS_AT_LOCK 64

/* Shared memory: single words that several workers read and change. Every access to a word that others may change
   meanwhile is one of these; what threads may see out of order is said where it is read. On x86 all loads and
   stores are plain moves. */
#if defined(__GNUC__) || defined(__clang__)
static inline uint64_t shared_load64(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline uint32_t shared_load32(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline uint16_t shared_load16(const uint16_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline int16_t shared_loadi16(const int16_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
static inline int shared_is_set(const int *flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
static inline void shared_store64(uint64_t *word, uint64_t to) { __atomic_store_n(word, to, __ATOMIC_RELAXED); }
static inline void shared_store32(uint32_t *word, uint32_t to) { __atomic_store_n(word, to, __ATOMIC_RELEASE); }
static inline void shared_store16(uint16_t *word, uint16_t to) { __atomic_store_n(word, to, __ATOMIC_RELAXED); }
static inline void shared_storei16(int16_t *word, int16_t to) { __atomic_store_n(word, to, __ATOMIC_RELAXED); }
static inline void shared_set_flag(int *flag, int to) { __atomic_store_n(flag, to, __ATOMIC_RELAXED); }
static inline void shared_or16(uint16_t *word, uint16_t bits) { __atomic_fetch_or(word, bits, __ATOMIC_RELAXED); }
static inline void shared_and16(uint16_t *word, uint16_t mask) { __atomic_fetch_and(word, mask, __ATOMIC_RELAXED); }
static inline void shared_add64(uint64_t *word, uint64_t amount) {
    __atomic_fetch_add(word, amount, __ATOMIC_RELAXED);
}
static inline void shared_add32(uint32_t *word, uint32_t amount) {
    __atomic_fetch_add(word, amount, __ATOMIC_RELAXED);
}
static inline int shared_set32(uint32_t *word, uint32_t from, uint32_t to) {
    return __atomic_compare_exchange_n(word, &from, to, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}
static inline int take_word(uint32_t *word) { return !__atomic_exchange_n(word, 1, __ATOMIC_ACQUIRE); }
static inline void unlock_word(uint32_t *word) { __atomic_store_n(word, 0, __ATOMIC_RELEASE); }
#else
static inline uint64_t shared_load64(const uint64_t *word) { return *(const volatile uint64_t *)word; }
static inline uint32_t shared_load32(const uint32_t *word) { return *(const volatile uint32_t *)word; }
static inline uint16_t shared_load16(const uint16_t *word) { return *(const volatile uint16_t *)word; }
static inline int16_t shared_loadi16(const int16_t *word) { return *(const volatile int16_t *)word; }
static inline int shared_is_set(const int *flag) { return *(const volatile int *)flag; }
static inline void shared_store64(uint64_t *word, uint64_t to) { *(volatile uint64_t *)word = to; }
static inline void shared_store32(uint32_t *word, uint32_t to) { *(volatile uint32_t *)word = to; }
static inline void shared_store16(uint16_t *word, uint16_t to) { *(volatile uint16_t *)word = to; }
static inline void shared_storei16(int16_t *word, int16_t to) { *(volatile int16_t *)word = to; }
static inline void shared_set_flag(int *flag, int to) { *(volatile int *)flag = to; }
static inline void shared_or16(uint16_t *word, uint16_t bits) { InterlockedOr16((volatile SHORT *)word, (SHORT)bits); }
static inline void shared_and16(uint16_t *word, uint16_t mask) {
    InterlockedAnd16((volatile SHORT *)word, (SHORT)mask);
}
static inline void shared_add64(uint64_t *word, uint64_t amount) {
    InterlockedExchangeAdd64((volatile LONG64 *)word, (LONG64)amount);
}
static inline void shared_add32(uint32_t *word, uint32_t amount) {
    InterlockedExchangeAdd((volatile LONG *)word, (LONG)amount);
}
static inline int shared_set32(uint32_t *word, uint32_t from, uint32_t to) {
    return InterlockedCompareExchange((volatile LONG *)word, (LONG)to, (LONG)from) == (LONG)from;
}
static inline int take_word(uint32_t *word) { return !InterlockedExchange((volatile LONG *)word, 1); }
static inline void unlock_word(uint32_t *word) { InterlockedExchange((volatile LONG *)word, 0); }
#endif

static inline void lock_word(uint32_t *word) {
    int looks = 0;
    while (!take_word(word))
        while (shared_load32(word)) {
            if (++looks % LOOKS_AT_LOCK) relax();
            else give_way();
        }
}

/* Seconds on a clock that never goes back. */
static inline double seconds_now(void) {
#if defined(_WIN32)
    LARGE_INTEGER ticks, rate;
    QueryPerformanceFrequency(&rate);
    QueryPerformanceCounter(&ticks);
    return (double)ticks.QuadPart / (double)rate.QuadPart;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#endif
}

/* The next 64 bits of xorshift128+; the state is two words, not both 0. */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t x = state[0], y = state[1];
    state[0] = y;
    x ^= x << 23;
    state[1] = x ^ y ^ (x >> 17) ^ (y >> 26);
    return state[1] + y;
}

/* The square of the k-th set bit, k counted from 0. */
static inline int kth_bit(uint64_t set, int k) {
#if defined(__BMI2__)
    return lowest_bit(_pdep_u64((uint64_t)1 << k, set));
#else
    while (k-- > 0) set &= set - 1;
    return lowest_bit(set);
#endif
}

#endif
