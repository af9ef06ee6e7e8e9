/* Fails the n-th call of a kind, as a full disk, a bad one or a system without threads would: preloaded before libc
   by tests/faults. Only calls that are counted can fail: those of the kind that is armed, and of `open` and `rename`
   only those that name something below the folder. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, WRITE, FSYNC, RENAME, OPEN, ALLOCATION, THREAD, FORK };

static volatile int armed = NONE;
static long left, forever, hits;
static char folder[4096];
static pthread_t armed_by;

/* Let the n-th call of a kind fail, and with `on` all that follow it. */
void fault_arm(int kind, long n, int on, const char *below) {
    strncpy(folder, below, sizeof folder - 1);
    left = n;
    forever = on;
    hits = 0;
    armed_by = pthread_self();
    armed = kind;
}

/* How many calls have failed since. */
long fault_disarm(void) {
    armed = NONE;
    return hits;
}

static int strikes(int kind) {
    long now;
    if (armed != kind) return 0;
    now = __atomic_sub_fetch(&left, 1, __ATOMIC_SEQ_CST);
    if (now > 0 || (now < 0 && !forever)) return 0;
    __atomic_add_fetch(&hits, 1, __ATOMIC_SEQ_CST);
    return 1;
}

static int ours(const char *path) { return path && strncmp(path, folder, strlen(folder)) == 0; }

#define NEXT(name) (real = real ? real : (__typeof__(real))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    NEXT(write);
    if (fd > 2 && strikes(WRITE)) {
        /* The first time a disk that gets full takes a part of it. */
        if (forever && hits == 1 && size > 1) return real(fd, data, size / 2);
        return errno = ENOSPC, -1;
    }
    return real(fd, data, size);
}

int fsync(int fd) {
    static int (*real)(int);
    NEXT(fsync);
    if (strikes(FSYNC)) return errno = EIO, -1;
    return real(fd);
}

int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    NEXT(rename);
    if (ours(to) && strikes(RENAME)) return errno = EACCES, -1;
    return real(from, to);
}

int link(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    NEXT(link);
    if (ours(to) && strikes(RENAME)) return errno = EPERM, -1;
    return real(from, to);
}

#define OPEN_LIKE(name)                                        \
    int name(const char *path, int flags, ...) {               \
        static int (*real)(const char *, int, ...);            \
        va_list more;                                          \
        int mode;                                              \
        va_start(more, flags);                                 \
        mode = va_arg(more, int);                              \
        va_end(more);                                          \
        NEXT(name);                                            \
        if (ours(path) && strikes(OPEN)) return errno = EMFILE, -1; \
        return real(path, flags, mode);                        \
    }
OPEN_LIKE(open)
OPEN_LIKE(open64)

int pthread_create(pthread_t *made, const pthread_attr_t *how, void *(*run)(void *), void *with) {
    static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    NEXT(pthread_create);
    if (strikes(THREAD)) return EAGAIN;
    return real(made, how, run, with);
}

pid_t fork(void) {
    static pid_t (*real)(void);
    NEXT(fork);
    if (strikes(FORK)) return errno = EAGAIN, -1;
    return real();
}

/* Memory fails in the thread that armed it alone: what another one does meanwhile is not the same in each run. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static int no_memory(void) {
    return armed == ALLOCATION && pthread_equal(armed_by, pthread_self()) && strikes(ALLOCATION);
}

void *malloc(size_t size) { return no_memory() ? (errno = ENOMEM, NULL) : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
    return no_memory() ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return no_memory() ? (errno = ENOMEM, NULL) : __libc_realloc(block, size);
}
