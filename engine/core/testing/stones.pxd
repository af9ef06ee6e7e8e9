from libc.stdint cimport uint64_t
from ..base.rng cimport Rng, seed_rng
from ..game.position cimport Position
from ..polyclash.polyclash cimport PolyClash
from ..polyclash.stones cimport Stones, step
