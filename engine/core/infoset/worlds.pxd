from libc.stdint cimport uint64_t
from ..base.rng cimport Rng, scatter, seed_rng
from ..game.forward_model cimport BYSTANDER, draw_outcome
from .params cimport MOVER, PUBLIC
from .tree cimport InfosetTree, Worker

cdef void enter_world(InfosetTree tree, Worker worker) noexcept nogil
cdef int let_chance_move(InfosetTree tree, Worker worker) noexcept nogil
cdef uint64_t node_key(InfosetTree tree, Worker worker) noexcept nogil
cdef uint64_t own_part(InfosetTree tree, uint64_t world, uint64_t worker) noexcept nogil
