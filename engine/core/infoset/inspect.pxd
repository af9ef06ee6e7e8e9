from libc.stdint cimport uint16_t, uint64_t
from ..base.bits cimport shared_load32, shared_load64
from ..base.rng cimport Rng, scatter, seed_rng
from ..game.forward_model cimport MOST_MOVES
from ..game.position cimport Position
from ..search.node cimport value_of, visits_of
from .arms cimport MOVER_BITS, Arm, arm_key
from .tally cimport Tally
from .tree cimport InfosetTree
from .worlds cimport own_part
