# cython: language_level=3, cdivision=True
"""Parameters of a search: the options that its kernels read, typed, and read from their table once.

engine/options.py says what each of them means, its range and its default in each game. Options of the
evaluation are the evaluator's, and those that say how a move is chosen in the end are read by who chooses it.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.search import params`")

SELECT = {"ucb1": UCB1, "ucb1-2ln": UCB1_2LN, "puct": PUCT}
PROVE = {"off": PROVE_OFF, "result": PROVE_RESULT, "score": PROVE_SCORE}


class TreeParams:
    """The options of every tree search, {name: value} of all of them."""

    def __init__(self, options: dict):
        self.select = SELECT[options["select"]]
        self.exploration = options["exploration"]
        self.try_all_first = options["first_play"] == "first"
        self.first_play_loss = options["first_play_loss"]
        self.bias = options["bias"]
        self.widening = options["widening"]
        self.widening_power = options["widening_power"]
        self.priors = options["priors"]
        self.expand_at = options["expand_at"]
        self.virtual_loss = options["virtual_loss"]
        self.own_trees = options["parallel"] == "root"


class SearchParams(TreeParams):
    """The options of one search, {name: value} of all of them.

    `amaf` says that nodes have all-moves-as-first statistics, `by_prior_alone` that untried edges are taken
    in the order of their priors: nothing but PUCT decides between them.
    """

    def __init__(self, options: dict):
        TreeParams.__init__(self, options)
        self.rave = options["rave"]
        self.rave_weight = options["rave_weight"]
        self.minimax = options["minimax"]
        self.transpositions = options["transpositions"]
        self.prove = PROVE[options["prove"]]
        self.solve_at = options["solve_at"] if self.prove != PROVE_OFF else 0
        self.noise = options["noise"]
        self.amaf = self.rave > 0 or self.rave_weight > 0
        blended = any(options[name] for name in ("bias", "rave", "rave_weight", "minimax", "noise"))
        self.by_prior_alone = self.select == PUCT and not self.try_all_first and not blended
