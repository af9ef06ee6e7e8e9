"""Matches between players of this program inside one process."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from outflank.engine.games import find_game, unknown_game
from outflank.engine.lab import openings, table
from outflank.engine.lab.client import IN_PROCESS, EngineSpec
from outflank.engine.lab.in_process import InProcess
from outflank.engine.lab.players import player_of
from outflank.engine.lab.schedule import Ledger, Store
from outflank.engine.lab.terms import Match
from outflank.engine.options import NAMES
from outflank.engine.results.game_record import GameRecord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.lab.client import NewClient
    from outflank.engine.lab.players import Make
    from outflank.engine.lab.stop import Stop

    Progress = Callable[[Match, int, int], object]
    """Called with the match, the games that are done, and those that are wanted."""
    Watch = Callable[[GameRecord], object]


def new_match(
    game: str,
    size: int | None,
    a: str,
    b: str,
    seed: int = 1,
    make: Make = player_of,
    even: float | None = None,
) -> Match:
    """A match that can be played, by default on the usual board and from any opening. ValueError for an
    unknown game, size or player, or where no opening is even enough."""
    variant = find_game(game)
    if variant is None:
        raise ValueError(unknown_game(game))
    size = variant.sizes[0] if size is None else size
    if size not in variant.sizes:
        raise ValueError(f"{variant.name} is not played on a board of size {size}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    rules = variant.rules(size)
    for spec in (a, b):
        make(" ".join(spec.split()), variant, rules, seed)
    plies = variant.lab.opening_plies
    if even is not None:
        if not variant.is_learned(rules):
            raise ValueError(f"only openings of {NAMES['evaluation'].boards} can be told to be even")
        openings.at_random_and_even(rules, plies, seed, even)
    return match_of(variant.name, size, a, b, seed, plies, even)


def match_of(game: str, size: int, a: str, b: str, seed: int, plies: int, even: float | None = None) -> Match:
    """The match between two players that texts name, from random openings of `plies`."""
    specs = [" ".join(text.split()) for text in (a, b)]
    names = specs if specs[0] != specs[1] else [f"A: {specs[0]}", f"B: {specs[1]}"]
    first, other = (EngineSpec(name, (text,), IN_PROCESS) for name, text in zip(names, specs, strict=True))
    what = f"random {plies} seed {seed}" + ("" if even is None else f" even {even:g}")
    return Match(game, size, first, other, openings=what, seed=seed)


def match(
    game: str,
    size: int | None,
    a: str,
    b: str,
    games: int,
    seed: int = 1,
    jobs: int = 2,
    ledger: Store[GameRecord] | None = None,
    progress: Progress | None = None,
    make: Make = player_of,
    even: float | None = None,
) -> list[GameRecord]:
    """Play those of the first `games` games of a match that the ledger has not got; all of them, in order.

    `progress(match, done, games)` is called in the calling thread before the first and after each game. What
    it raises, and KeyboardInterrupt, abandons the games under way; those that ended are in the ledger.

    >>> from outflank.engine import match
    >>> games = match("Othello", 6, "visits=20", "random", games=2, jobs=1)
    >>> [played.number for played in games]
    [0, 1]
    """
    if games < 1 or jobs < 1:
        raise ValueError("a match needs at least one game and one thread")
    wanted = new_match(game, size, a, b, seed, make, even)
    kept: Store[GameRecord] = Ledger() if ledger is None else ledger
    return play_terms(wanted, games, jobs, kept, counted(wanted, games, kept, progress), make=make)


def play_terms(
    wanted: Match,
    games: int,
    jobs: int,
    ledger: Store[GameRecord],
    watch: Watch | None = None,
    stop: Stop | None = None,
    make: Make = player_of,
) -> list[GameRecord]:
    """Play what is missing of a match between players of this program; all that are there in the end."""
    rules = wanted.variant.rules(wanted.size)
    found = openings.named(wanted.openings, rules)
    return table.play(wanted, found, games, ledger, jobs, watch, stop, new_client=clients(make))


def clients(make: Make) -> NewClient:
    """A seater of players that `make` makes."""
    return partial(InProcess, make=make)


def counted(wanted: Match, games: int, ledger: Store[GameRecord], progress: Progress | None) -> Watch | None:
    """Tells `progress` how many games there are, now and after each further one."""
    if progress is None:
        return None
    done = sum(game.number < games for game in ledger.games(wanted.id))
    progress(wanted, done, games)

    def watch(game: GameRecord) -> None:
        nonlocal done
        done += 1
        progress(wanted, done, games)

    return watch
