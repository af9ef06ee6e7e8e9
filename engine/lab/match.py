"""Matches between players of ours inside one process: who may be named, games in threads, what came out.

The search thinks outside the interpreter's lock, so as many threads as there are cores play as many games
at full speed. Bots written in Python take turns.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from outflank.engine import core, options as techniques
from outflank.engine.analysis.endings import Endings
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import ALONE, MOST_LIKELY, MOVE, plan_for
from outflank.engine.analysis.report import Row
from outflank.engine.analysis.session import SearchSession
from outflank.engine.games import find_game, unknown_game
from outflank.engine.lab.referee import Match, Played, Referee, even_opening
from outflank.engine.names import advice
from outflank.engine.play import levels
from outflank.engine.results import elo

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.lab.referee import Contestant, Make
    from outflank.engine.technique import Options
    from outflank.engine.variant import Variant

PATIENCE = 0.05
"""Seconds between two requests to abandon the games under way."""
MOST = 1 << 62


class Summary(NamedTuple):
    """What the games of a match say about contestant A.

    `first` is his share of first places, where `chance` is that of one no better than the others; with two
    players it is the score. `reward` is his mean reward. `elo` and `pairs` are of games for two. What needs
    a game that counts is None where there is none.
    """

    games: int
    void: int
    wins: int
    draws: int
    losses: int
    chance: float
    first: elo.Estimate | None
    reward: elo.Estimate | None
    elo: elo.Elo | None
    superiority: float | None
    pairs: tuple[int, ...] | None
    plies: float
    pace: tuple[float, ...]
    """Seconds a move of A, and of the others."""


class Numbered(Protocol):
    """A game of a match, whatever is played there."""

    @property
    def number(self) -> int:
        """Which game of the match it is."""


W = TypeVar("W")
"""What is played: a match, or what else has numbered games."""
Wanted = TypeVar("Wanted", contravariant=True)
G = TypeVar("G", bound=Numbered)
"""Its games."""
Product = TypeVar("Product", covariant=True)


class Store(Protocol[Wanted, G]):
    """Where games are kept."""

    def games(self, match: Wanted, /) -> list[G]:
        """The games of a match, each once."""

    def add(self, match: Wanted, played: G, /) -> None:
        """Keep a game."""


class Plays(Protocol[Product]):
    """Who plays numbered games, several at a time if several threads call."""

    def play(self, number: int, /) -> Product | None:
        """The game of that number; None when closed before it ended."""

    def close(self) -> None:
        """Have every game under way abandoned, soon; to be called until all `play` have returned."""


class Timely(Protocol):
    """A contestant whose moves have a limit."""

    def choose(self, position: Position, gone: float = 0.0, /) -> int:
        """The move to play when so many seconds of its time are gone."""


if TYPE_CHECKING:
    Progress = Callable[[W, int, int], object]
    """Called with what is played, the games that are done, and those that are wanted."""


class Ledger(Generic[W, G]):
    """The games played so far, by match: in memory here, but anything with these two methods will do."""

    def __init__(self) -> None:
        self._games: dict[W, dict[int, G]] = {}

    def games(self, match: W) -> list[G]:
        """The games of a match, each once."""
        return list(self._games.get(match, {}).values())

    def add(self, match: W, played: G) -> None:
        """Keep a game."""
        self._games.setdefault(match, {})[played.number] = played


LIMITS: dict[str, type[int] | type[float]] = {
    "visits": int,
    "seconds": float,
    "memory": float,
    "threads": int,
    "endings": int,
    "hurry": float,
}
"""What a search is given beside its options: the first two are for a move, the third is in MB. With at most
so many empty squares `endings` of Othello 8x8 are left to the solver, where there is time for it. Where a
search's best move is worth more than `hurry` to its mover, or less than that to the others, the next one gets
a part of its limits only: that is for long games that are decided long before they end."""
IN_HURRY = 0.05
"""The part of the limits of a search in a hurry."""


def contestant(spec: str, variant: Variant, rules: Rules, seed: int) -> Contestant:
    """The contestant a text names: a bot by its name, or the search by its limits and by what else differs
    from its defaults in this game, as in `visits=400 exploration=1.0` or `level=easy`. A bot that thinks is
    named with its limits, as in `alphabeta seconds=0.1`. ValueError says what is wrong with the text."""
    name, *words = spec.split() or [""]
    timely: Timely | None
    if name and "=" not in name:
        from outflank.engine.play import bots

        bots.check(name, variant, getattr(rules, "size", variant.sizes[0]))
        limits = {key: read_limit(key, text) for key, _, text in (word.partition("=") for word in words)}
        endings = int(limits.pop("endings", 0))
        sitter: Contestant = bots.bot(name, rules, seed, **limits)
        timely = sitter if isinstance(sitter, bots.Deepener) else None
    else:
        limits, chosen = read_spec(spec, variant.name, getattr(rules, "size", None))
        endings = int(limits.pop("endings", 0))
        sitter = timely = Searcher(variant, rules, seed, chosen, limits)
    if not endings:
        return sitter
    if timely is None or "seconds" not in limits:
        raise ValueError(f"endings are solved in a share of the seconds of a move; {spec!r} gives none")
    endings = variant.most_endings(getattr(rules, "size", None), endings)
    return Finisher(timely, endings, limits["seconds"], int(limits.get("threads", 1)))


def read_spec(spec: str, game: str = "Othello", size: int | None = 8) -> tuple[dict[str, float], Options]:
    """The limits and the options that a text gives the search of a game. Of two values for one the later
    holds."""
    limits: dict[str, float] = {}
    chosen: Options = {}
    for word in spec.split():
        name, equals, text = word.partition("=")
        if not equals:
            raise ValueError(f"{word!r} in {spec!r} is no option with a value")
        if name in LIMITS:
            limits[name] = read_limit(name, text)
        elif name == "level":
            level = levels.find_level(text)
            if level is None:
                raise ValueError(f"there is no level {text!r}; {advice(text, levels.NAMES)}")
            if level.named:
                raise ValueError(f"{level.name} does not search; as a contestant it is named without level=")
            usual = level.usual(techniques.is_learned(game, size, level.options))
            limits.update({key: value for key, value in usual._asdict().items() if value is not None})
            chosen.update(techniques.effective(level.options, game, size))
        else:
            chosen.update(techniques.changed({}, name, text))
    if not {"visits", "seconds"} & set(limits):
        raise ValueError(f"the search needs visits or seconds; {spec!r} gives neither")
    return limits, chosen


def read_limit(name: str, text: str) -> float:
    """A limit as its type, more than nothing."""
    if name not in LIMITS:
        raise ValueError(f"{name!r} is none of the limits {', '.join(LIMITS)}")
    try:
        value: float = LIMITS[name](text)
    except ValueError:
        value = 0
    if not 0 < value < MOST:
        raise ValueError(f"{text!r} is no value for {name}")
    return value


class Searcher:
    """The search as a contestant, with a tree of its own for one game. Unless told to it does not stop early:
    there is no clock to save time for, and what it learns for later moves would depend on the time of day."""

    def __init__(
        self, variant: Variant, rules: Rules, seed: int, chosen: Options, limits: Mapping[str, float]
    ) -> None:
        hurry, memory = limits.get("hurry", 1.0), limits.get("memory", 64.0)
        if not 0.5 <= hurry <= 1:
            raise ValueError(f"a game is decided at a chance between 0.5 and 1, not at {hurry}")
        visits = int(limits["visits"]) if "visits" in limits else None
        seconds, threads = limits.get("seconds"), int(limits.get("threads", 1))
        options = {"early_stop": 0, **chosen}
        techniques.require_effect(chosen, options, variant.name, getattr(rules, "size", None))
        self._limits = Limits(visits=visits, seconds=seconds)
        self._brief = Limits(
            visits=visits and max(1, int(IN_HURRY * visits)), seconds=seconds and IN_HURRY * seconds
        )
        self._hurry = hurry
        self._decided = False
        self._bell = core.load("base.stop").Bell()
        self._session = SearchSession(variant.name, rules, options, self._bell, seed, memory, threads)
        self._turn = 0
        # Built here, so that what cannot be built is known before the first game.
        self._search = self._session.search

    def choose(self, position: Position, gone: float = 0.0) -> int:
        """What the search chooses in what is left of its limits when so many seconds are gone; the only move
        without a search."""
        moves = position.moves()
        if len(moves) == 1:
            return moves[0]
        self._turn += 1
        limits = self._brief if self._decided else self._limits.less(gone)
        report = self._session.think(position, limits)
        self._decided = not 1 - self._hurry <= report.best.mean <= self._hurry
        return self._session.choice(report, self._turn).move

    def rows(self, position: Position) -> tuple[Row, ...]:
        """What is known of every move after a search (outflank.engine.analysis.report.Row)."""
        return self._session.think(position, self._limits).rows

    def stop(self) -> None:
        """Search no more in this game."""
        self._bell.ring()


class Hands(NamedTuple):
    """With how many threads somebody works, and with how many MB."""

    threads: int
    memory: float = 256


class Finisher:
    """A contestant who leaves endings with at most so many empty squares to the solver, as a player of the
    engine does, and all else to somebody else who thinks."""

    def __init__(self, sitter: Timely, most: int, seconds: float, threads: int) -> None:
        self._sitter = sitter
        self._most = min(most, MOST_LIKELY)
        self._seconds = seconds
        self._bell = core.load("base.stop").Bell()
        # Nothing here refers back, so that the table goes with the game and not when somebody sweeps up.
        self._endings = Endings(Hands(threads), self._bell)

    def choose(self, position: Position) -> int:
        """The solver's move, or the other one's choice in what is left of the time."""
        plan = plan_for(position, MOVE, self._seconds, self._most)
        if plan == ALONE or len(position.moves()) == 1:
            return self._sitter.choose(position)
        began = time.monotonic()

        def search(spare: float) -> int:
            return self._sitter.choose(position, time.monotonic() - began + spare)

        return self._endings.choose(position, plan, search)[0]

    def stop(self) -> None:
        """Think no more in this game."""
        self._bell.ring()
        if hasattr(self._sitter, "stop"):
            self._sitter.stop()


def new_match(
    game: str,
    size: int | None,
    a: str,
    b: str,
    seed: int = 1,
    make: Make = contestant,
    even: float | None = None,
) -> Match:
    """A match that can be played, by default on the usual board and from any opening. ValueError when there
    is no such game, size or contestant, or no opening is even enough."""
    variant = find_game(game)
    if variant is None:
        raise ValueError(unknown_game(game))
    size = variant.sizes[0] if size is None else size
    if size not in variant.sizes:
        raise ValueError(f"{variant.name} is not played on a board of size {size}")
    if not 0 <= seed < 1 << 64:
        raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
    rules = variant.rules(size)
    a, b = " ".join(a.split()), " ".join(b.split())
    for spec in (a, b):
        make(spec, variant, rules, seed)
    if even is not None:
        if not variant.is_learned(rules):
            raise ValueError(
                f"only openings of {techniques.NAMES['evaluation'].boards} can be told to be even"
            )
        even_opening(rules, variant.lab.opening_plies, seed, even)
    return Match(variant.name, size, a, b, seed, variant.lab.opening_plies, even)


def match(
    game: str,
    size: int | None,
    a: str,
    b: str,
    games: int,
    seed: int = 1,
    jobs: int = 2,
    ledger: Store[Match, Played] | None = None,
    progress: Progress[Match] | None = None,
    make: Make = contestant,
    even: float | None = None,
) -> list[Played]:
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
    return play_missing(wanted, games, Referee(wanted, make), jobs, ledger, progress)


def play_missing(
    wanted: W,
    games: int,
    referee: Plays[G],
    jobs: int,
    ledger: Store[W, G] | None = None,
    progress: Progress[W] | None = None,
) -> list[G]:
    """Let a referee play those of the first `games` games of what is wanted that the ledger has not got; all
    of them, in order. Progress and interrupts are as in `match`."""
    kept: Store[W, G] = Ledger() if ledger is None else ledger
    known = {played.number for played in kept.games(wanted)}
    todo = [number for number in range(games) if number not in known]
    done = games - len(todo)

    def tell(done: int) -> None:
        if progress is not None:
            progress(wanted, done, games)

    tell(done)

    def take(played: G) -> None:
        nonlocal done
        kept.add(wanted, played)
        done += 1
        tell(done)

    play_games(referee, todo, jobs, take)
    rows = [played for played in kept.games(wanted) if played.number < games]
    return sorted(rows, key=lambda played: played.number)


def play_games(referee: Plays[G], numbers: Sequence[int], jobs: int, take: Callable[[G], None]) -> None:
    """Play the games of these numbers in `jobs` threads; hand each to `take` in the calling one as it ends.
    An exception here abandons the games under way; no thread outlives the call."""
    todo: queue.SimpleQueue[int | None] = queue.SimpleQueue()
    ended: queue.SimpleQueue[G | BaseException] = queue.SimpleQueue()
    for number in [*numbers, *[None] * jobs]:
        todo.put(number)
    threads = [threading.Thread(target=work, args=(referee, todo, ended), daemon=True) for _ in range(jobs)]
    try:
        started = core.load("base.workers").start_threads(threads)
        for number in numbers:
            played = ended.get() if started else referee.play(number)
            if isinstance(played, BaseException):
                raise played
            if played is not None:
                take(played)
    finally:
        referee.close()
        for thread in threads:
            while thread.is_alive():
                thread.join(PATIENCE)
                referee.close()


def work(
    referee: Plays[G], todo: queue.SimpleQueue[int | None], ended: queue.SimpleQueue[G | BaseException]
) -> None:
    """Put the games whose numbers `todo` gives into `ended`, until it gives None or the referee is closed. So
    is put there what no contestant is to blame for."""
    try:
        while (number := todo.get()) is not None:
            played = referee.play(number)
            if played is None:
                return
            ended.put(played)
    except BaseException as error:
        ended.put(error)


def summary(rows: Sequence[Played], players: int) -> Summary:
    """What these games, of one match for that many players, come to."""
    count = [played for played in rows if not played.void]
    shares = grouped(count, players, first_place)
    first = elo.estimate(shares) if count else None
    wins = sum(map(lone_win, count))
    losses = sum(first_place(played) == 0 for played in count)
    asked = [sum(played.asked[side] for played in count) for side in (0, 1)]
    seconds = [sum(played.seconds[side] for played in count) for side in (0, 1)]
    return Summary(
        games=len(count),
        void=len(rows) - len(count),
        wins=wins,
        draws=len(count) - wins - losses,
        losses=losses,
        chance=1 / players,
        first=first,
        reward=elo.estimate(grouped(count, players, own_reward)) if count else None,
        elo=elo.elo_of(first) if first and players == 2 else None,
        superiority=elo.superiority(first, 1 / players) if first else None,
        pairs=elo.pentanomial(shares) if players == 2 else None,
        plies=sum(len(played.moves) for played in count) / len(count) if count else 0.0,
        pace=tuple(spent / max(moves, 1) for spent, moves in zip(seconds, asked, strict=True)),
    )


def grouped(rows: Sequence[Played], players: int, value: Callable[[Played], float]) -> list[list[float]]:
    """The value of each game, those of one opening together."""
    groups: dict[int, list[float]] = {}
    for played in rows:
        groups.setdefault(played.number // players, []).append(value(played))
    return list(groups.values())


def first_place(played: Played) -> float:
    """A's share of the first place: 1 alone, 1/2 with one other, 0 below."""
    best = max(played.rewards)
    return (own_reward(played) == best) / played.rewards.count(best)


def lone_win(played: Played) -> bool:
    """Whether A alone was first."""
    return first_place(played) == 1


def own_reward(played: Played) -> float:
    """What A got."""
    return played.rewards[played.seat]
