from libc.stdint cimport uint8_t, uint16_t, uint64_t
from ..base.crew cimport Hand
from ..base.rng cimport Rng
from ..base.workers cimport MOST_WORKERS
from ..game.evaluator cimport Evaluator, Scratch
from ..game.forward_model cimport MOST_MOVES, MOST_PLAYERS, ForwardModel
from ..game.position cimport Position
from .arms cimport Arm, ArmTable
from .params cimport InfosetParams
from .tally cimport Tally

cdef enum:
    LONGEST_PATH = 256
    MOVE_CODES = 0x1000

# The moves of a node in the world of a simulation: their arms, NULL where there is none yet, and what is read of them
# once. `barred` ones are not looked at.
cdef struct Candidates:
    int n
    float total
    float gain
    float passed                # times the node was passed, as far as its arms know
    Arm* arm[MOST_MOVES]
    float visits[MOST_MOVES]
    float value[MOST_MOVES]
    float offered[MOST_MOVES]
    float prior[MOST_MOVES]
    bint barred[MOST_MOVES]

cdef class Worker(Hand):
    cdef Position state
    cdef Scratch scratch
    cdef uint64_t number        # of the worker, for trees of its own
    cdef uint64_t made          # simulations, to go round the worlds
    cdef uint64_t world         # of the simulation under way
    cdef Rng chance             # of that world
    cdef uint16_t moves[MOST_MOVES]
    cdef float odds[MOST_MOVES]
    cdef Candidates candidates
    # The path of the simulation under way.
    cdef int length
    cdef Arm* path[LONGEST_PATH]
    cdef uint64_t keys[LONGEST_PATH]
    cdef uint8_t movers[LONGEST_PATH]
    cdef uint16_t first         # the move at the root

cdef class InfosetTree:
    cdef readonly ForwardModel rules
    cdef readonly Evaluator evaluator
    cdef readonly ArmTable table
    cdef readonly InfosetParams params
    cdef readonly list workers
    cdef Scratch scratch        # of those who read the tree, beside the workers' own
    cdef bint alone             # there is one worker
    cdef uint64_t seed
    # The root: its position, the seat whose knowledge it is, the key of its node (without a world's own part), and the
    # moves that may be made there where that is not all. Readers may begin at another node.
    cdef Position root
    cdef int observer
    cdef uint64_t root_key
    cdef uint64_t read_key
    cdef uint64_t lineage
    cdef dict observed
    # How simulations from the root ended, and those from earlier roots; no tally where the game tells no scores.
    cdef Tally tally
    cdef bint tells
    cdef dict tallied
    cdef bint some_moves
    cdef uint8_t wanted[MOVE_CODES]
    # The ply, counted from the root, before which a player must not make a move; `ban_plies` is the highest.
    cdef uint8_t banned[MOST_PLAYERS][MOVE_CODES]
    cdef int ban_plies
