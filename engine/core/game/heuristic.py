# cython: language_level=3, cdivision=True
"""Heuristics: knowledge of good play in a game without learning or searching.

An evaluator by rules of thumb (static value, priors) with a playout policy. Policies draw moves by simple
knowledge instead of uniformly (Gelly et al., Modification of UCT with Patterns in Monte-Carlo Go, 2006). A
game derives its own; this one knows nothing, and every default is correct.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import heuristic`")


class Heuristic(Evaluator):
    """Rules of thumb: `judge`, `priors`, and the moves of policy playouts by `pick`."""

    def evaluate(self, state, scratch, value, log):
        """Write the static value; the rewards where there is none."""
        if not self.judge(state, scratch, value):
            self.rules.rewards(state, value)
        return 0

    def pick(self, state, moves, n, rng):
        """The index of the move that the game's simple heuristic player makes, among all `n` legal ones."""
        return below(rng, n)

    def playout(self, state, rng):
        """Play the moves of `pick` in place until the game is over."""
        out: uint16_t[MOST_MOVES]
        n: cython.int = self.rules.moves(state, out)
        while n > 0:
            self.rules.play(state, out[self.pick(state, out, n, rng)])
            n = self.rules.moves(state, out)

    def partial_playout(self, state, rng, plies, log, room):
        """Play at most `plies` moves of `pick` in place. The first `room` moves are written to `log`, each
        with its player above MOVER_SHIFT; returns their number."""
        out: uint16_t[MOST_MOVES]
        n: cython.int = self.rules.moves(state, out)
        made: cython.int = 0
        move: cython.int
        while n > 0 and plies > 0:
            move = out[self.pick(state, out, n, rng)]
            if made < room:
                log[made] = move | self.rules.mover(state) << MOVER_SHIFT
                made += 1
            self.rules.play(state, move)
            n = self.rules.moves(state, out)
            plies -= 1
        return made

    def after_playout(self, position: Position, seed: uint64_t, plies: cython.int = UNCUT) -> Position:
        """The position after at most `plies` moves of one policy playout."""
        rng: Rng
        end: Position = position.copy()
        seed_rng(cython.address(rng), seed)
        with cython.nogil:
            self.partial_playout(end.state, cython.address(rng), plies, cython.NULL, 0)
        return end
