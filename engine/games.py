"""The games: one row each. Build, protocols, benchmarks and generic tests read this table.

A row knows how its rules are built; the compiled module is loaded when the game is first played.
"""

from collections import namedtuple

from outflank.engine import core
from outflank.engine.names import advice


class Variant(
    namedtuple(
        "Variant",
        ("name", "players", "sizes", "build", "aliases", "komi", "heuristic", "leaf_solver"),
        defaults=((), 0.0, None, None),
    )
):
    """A game as one may ask for it by name.

    `players` are their names, first to move first. `sizes` are the board sizes that can be asked for, the
    usual one first. `build(load, size, komi)` gives compiled rules; what a game has no use for it leaves
    alone. `komi` is what the second player is given at the end, in the game's own unit. `heuristic(load,
    rules)` gives what is known of good play, `leaf_solver(load, rules)` what solves short endings while a
    node is grown; either may be None (engine/evaluators.py).
    """

    __slots__ = ()

    def rules(self, size=None, komi=None, load=core.load):
        """The compiled rules, for one of the sizes; the first and the usual komi unless others are given."""
        return self.build(load, self.sizes[0] if size is None else size, self.komi if komi is None else komi)


def _othello(load, size, komi):
    return load("othello.othello10").Othello10() if size == 10 else load("othello.othello").Othello(size)


def _othello_heuristic(load, rules):
    return load("othello.heuristic").OthelloHeuristic(rules)


def _othello_leaf_solver(load, rules):
    return load("solver.leaf_solver").OthelloLeafSolver() if rules.size == 8 else None


def _rolit(players):
    return lambda load, size, komi: load("rolit.rolit").Rolit(players)


def _rolit_heuristic(load, rules):
    return load("rolit.heuristic").RolitHeuristic(rules)


def _sos(load, size, komi):
    return load("sos.sos").Sos(size)


def _sos_heuristic(load, rules):
    return load("sos.heuristic").SosHeuristic(rules)


def _polyclash(load, size, komi):
    return load("polyclash.polyclash").PolyClash(komi)


def _polyclash_heuristic(load, rules):
    return load("polyclash.heuristic").PolyClashHeuristic(rules)


GAMES = (
    Variant(
        "Othello",
        ("black", "white"),
        (8, 6, 10),
        _othello,
        aliases=("Reversi",),
        heuristic=_othello_heuristic,
        leaf_solver=_othello_leaf_solver,
    ),
    Variant(
        "Rolit",
        ("red", "yellow", "green", "blue"),
        (8,),
        _rolit(4),
        aliases=("Rolit 4",),
        heuristic=_rolit_heuristic,
    ),
    Variant("Rolit 3", ("red", "yellow", "green"), (8,), _rolit(3), heuristic=_rolit_heuristic),
    Variant("Rolit 2", ("red", "green"), (8,), _rolit(2), heuristic=_rolit_heuristic),
    Variant("SOS", ("black", "white"), (8, 3, 4, 5, 6, 7, 9, 10), _sos, heuristic=_sos_heuristic),
    Variant(
        "PolyClash",
        ("black", "white"),
        (302,),
        _polyclash,
        komi=0.025,
        heuristic=_polyclash_heuristic,
    ),
)
OTHELLO = GAMES[0]
"""The game in which a draw can be given a worth, and that books know."""


def unknown_game(name):
    """What is wrong with a name that no game has."""
    names = [name for variant in GAMES for name in (variant.name, *variant.aliases)]
    return f"unknown game {name!r}; {advice(name, names)}"


def find_game(name):
    """The game of that name or alias, in any case and with any blanks between its words, or None.

    >>> from outflank.engine import find_game
    >>> find_game("reversi").players
    ('black', 'white')
    """
    wanted = " ".join(name.lower().split()) if name.isascii() else ""
    for variant in GAMES:
        if wanted in (word.lower() for word in (variant.name, *variant.aliases)):
            return variant
    return None


def require_game(name):
    """The game of that name or alias. ValueError when there is none."""
    variant = find_game(name)
    if variant is None:
        raise ValueError(unknown_game(name))
    return variant
