# cython: language_level=3, cdivision=True
"""Split points: positions whose moves several workers search together.

Young brothers wait (Feldmann, Mysliwietz and Monien, 1989): a position is shared once its first move has not
decided it, so that little is searched in vain. A worker that waits for its helpers is idle and helps
elsewhere. When a move decides a split point, all that was begun inside it is given up. Who searches the moves
is engine/core/solver/null_window; here is what needs a lock."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.solver import split_point`")


def offer(crew, split, outer):
    """Let idle workers join in a split point inside another; false when there is one on offer already."""
    lock_word(cython.address(crew.lock))
    free: cython.bint = crew.offer == cython.NULL
    if free:
        split.outer = outer
        split.cutoff = split.helpers = split.lock = 0
        set_offer(crew, split)
    unlock_word(cython.address(crew.lock))
    return free


def withdraw(crew, split):
    """End an offer whose moves are all taken; its owner is idle from now on."""
    lock_word(cython.address(crew.lock))
    if crew.offer == split:
        set_offer(crew, cython.NULL)
    add(cython.address(crew.idle), 1)
    unlock_word(cython.address(crew.lock))


def take_move(split, move):
    """Take the best move that is still free; false without one, or without need of one."""
    lock_word(cython.address(split.lock))
    left: cython.bint = split.next < split.most and not split.cutoff
    if left:
        pick(split.listed, split.next, split.n)
        move[0] = split.listed[split.next]
        split.next += 1
    unlock_word(cython.address(split.lock))
    return left


def add_score(split, square, score):
    """Take in the score of a move."""
    lock_word(cython.address(split.lock))
    if score > split.best:
        split.best = score
        split.move = square
        shared_store32(cython.address(split.cutoff), score > split.alpha)
    unlock_word(cython.address(split.lock))


def join(crew):
    """Become a helper at the split point that is on offer, and idle no more; NULL when there is none."""
    split: cython.pointer(SplitPoint)
    if shared_load32(cython.address(crew.open)) == 0:
        return cython.NULL
    lock_word(cython.address(crew.lock))
    split = crew.offer
    if split != cython.NULL:
        lock_word(cython.address(split.lock))
        if split.next >= split.most or split.cutoff:
            set_offer(crew, cython.NULL)
        else:
            add(cython.address(split.helpers), 1)
            add(cython.address(crew.idle), -1)
        free: cython.bint = crew.offer != cython.NULL
        unlock_word(cython.address(split.lock))
        if not free:
            split = cython.NULL
    unlock_word(cython.address(crew.lock))
    return split


def leave(crew, split):
    """Be idle again after helping. The owner takes the crew's lock before the split point goes away."""
    lock_word(cython.address(crew.lock))
    add(cython.address(crew.idle), 1)
    add(cython.address(split.helpers), -1)
    unlock_word(cython.address(crew.lock))


def change_idle(crew, more):
    """Count workers that become idle, or fewer of them."""
    lock_word(cython.address(crew.lock))
    add(cython.address(crew.idle), more)
    unlock_word(cython.address(crew.lock))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def set_offer(crew: cython.pointer(Crew), split: cython.pointer(SplitPoint)) -> cython.void:
    """Put a split point on offer, or none. The caller holds the crew's lock."""
    crew.offer = split
    shared_store32(cython.address(crew.open), split != cython.NULL)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add(number: cython.pointer(uint32_t), more: cython.int) -> cython.void:
    """Change a number that only the holder of a lock changes and others read without it."""
    shared_store32(number, number[0] + more)
