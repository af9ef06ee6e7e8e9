from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from ..base.crew cimport Hand
from ..base.workers cimport MOST_WORKERS
from ..game.evaluator cimport LOG_ROOM, Evaluator, LeafSolver, Scratch
from ..game.forward_model cimport MOST_MOVES
from ..game.position cimport Position
from ..game.rules cimport Rules
from .node cimport MOVE_MASK, TREE_PLAYERS, Edge, Node
from .params cimport SearchParams
from .pool cimport Chunk, Pool

cdef enum:
    LONGEST_PATH = 256
    RANKS = 3                   # of checkpoints, one inside the other

# Where a worker begins simulations below the root: a node with its state, `length` edges below the root, all of
# which have at least `least` visits, virtual losses among them. It holds for `left` simulations more.
cdef struct Checkpoint:
    Node* node
    void* state
    int length
    int rank
    int left
    uint32_t least

cdef class Worker(Hand):
    cdef Position state
    cdef Scratch scratch
    cdef list saved
    cdef Checkpoint checkpoints[RANKS]
    cdef int depth              # how many of them hold
    cdef Chunk chunk
    cdef uint32_t root
    # The path of the simulation under way. `deferred` and `lost` are what each edge is still owed: rewards of the
    # simulations from checkpoints below it, and virtual losses to be taken back.
    cdef int length
    cdef bint grown
    cdef Node* nodes[LONGEST_PATH]
    cdef Edge* edges[LONGEST_PATH]
    cdef uint32_t lost[LONGEST_PATH]
    cdef uint64_t deferred[LONGEST_PATH]
    # Moves made later in the simulation: `seen` has the `stamp` of the last one in which a player made a move.
    cdef uint16_t log[LOG_ROOM]
    cdef uint32_t stamp
    cdef uint32_t seen[TREE_PLAYERS][MOVE_MASK + 1]

cdef class Tree:
    cdef readonly Rules rules
    cdef readonly Evaluator evaluator
    cdef readonly LeafSolver leaf_solver
    cdef readonly Pool pool
    cdef readonly SearchParams params
    cdef readonly list workers
    cdef Scratch scratch        # of those who read the tree, beside the workers' own
    cdef bint alone             # there is one worker
    cdef uint32_t root
    cdef Position root_position
    cdef bint in_order          # edges have always been taken in the order of their priors
    cdef object noise           # the generator of root noise, if there is any
    cdef float root_priors[MOST_MOVES]
    # The ply, counted from the root, before which a player must not make a move; `ban_plies` is the highest.
    cdef uint8_t banned[TREE_PLAYERS][MOVE_MASK + 1]
    cdef int ban_plies
