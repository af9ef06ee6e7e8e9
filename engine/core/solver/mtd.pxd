# MTD(f) (Plaat, Schaeffer, Pijls and de Bruin, 1996): a score is closed in on by null windows, each of which proves
# that it is above some number or that it is not, and begins where the one before ended. Here are the bounds and where
# the next window is; the caller searches. Best beside a transposition table, which lets each search go on where the
# last one stopped.

# `floor` and `ceiling` are what is asked about: beyond them nothing has to be exact. A window that fails in the same
# direction as the one before steps further: by `growth` times the last step and one. Growth 0 never does.
cdef struct Mtd:
    int low
    int high
    int floor
    int ceiling
    int alpha                   # of the next window: is the score above?
    int step
    int growth
    bint above

cdef enum:
    DOUBLING = 2                # the growth of steps: a judgement

cdef inline void place_window(Mtd* mtd, int alpha) noexcept nogil:
    """Place the next window within what is open."""
    mtd.alpha = min(max(alpha, mtd.floor, mtd.low), mtd.ceiling - 1, mtd.high - 1)

cdef inline Mtd begin_mtd(int low, int high, int floor, int ceiling, int guess, int step, int growth) noexcept nogil:
    """Begin with these bounds below a guess; a first `step` of -1 is for a guess that deserves a small one."""
    cdef Mtd mtd
    mtd.low = low
    mtd.high = high
    mtd.floor = floor
    mtd.ceiling = ceiling
    mtd.step = step
    mtd.growth = growth
    mtd.above = False
    place_window(&mtd, guess - 1)
    return mtd

cdef inline bint is_open(const Mtd* mtd) noexcept nogil:
    """Whether another window is needed."""
    return mtd.low < mtd.high and mtd.low < mtd.ceiling and mtd.high > mtd.floor

cdef inline void narrow(Mtd* mtd, int score) noexcept nogil:
    """Take in the score of a window, and place the next one."""
    cdef bint above = score > mtd.alpha
    mtd.step = mtd.growth * (mtd.step + 1) if above == mtd.above else 0
    mtd.above = above
    if above:
        mtd.low = score
        place_window(mtd, score + 1 + mtd.step)
    else:
        mtd.high = score
        place_window(mtd, score - 1 - mtd.step)
