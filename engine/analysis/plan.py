"""Plans: which of exact solver, selective search and tree search answers a question about a position, and
when.

A plan is a tuple of stages. A caller asks `plan_for` once and carries the stages out
(engine/analysis/endings.py for a move, engine/play/hints.py for hints); no other place decides when the
solver is asked. Seconds are those of one core; the constants are judgements unless they say otherwise."""

from __future__ import annotations

import math

from outflank.engine.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.engine.core.game.position import Position

SEARCH = "search"
"""The tree search, with the limits of the caller."""
OUTLOOK = "outlook"
"""The likely winner: a selective search of the window from -1 to 1."""
MARGIN = "margin"
"""A likely margin, by selective searches one level after the other."""
BETTER_MARGIN = "better margin"
"""The surer levels of a margin, where the first one was found."""
WINNER = "winner"
"""The winner, proven."""
EXACT = "exact"
"""The exact margin of the best move."""
CHECK = "check"
"""A check that the chosen move does as well as the solver's."""
OTHERS = "others"
"""The exact margins of further moves."""
PROOF = "proof"
"""A tree search that backs up proven margins."""
ENUMERATION = "enumeration"
"""All games from here, by the game's own solver."""

MOVE, HINTS, LEAD, REVIEW, SOLUTION = "move", "hints", "lead", "review", "solution"
"""Questions: a move to play; hints, ever surer; the lead shown of a position; its value in a review; the
result of best play."""

MOST_EMPTY = 30
"""Most empty squares of an ending: with more the search proves as little, and says how much it tried."""
MOST_LIKELY = 40
"""Most empty squares with which a likely margin is looked for, given much time."""
USUAL_SECONDS = (20, 0.09, 2.1)
"""Usual time of an exact answer: seconds at a number of empty squares, and the factor for each more. Single
positions take a fifth or five times that."""
FIRST_SECONDS = (25, 0.036, 1.5)
"""The same of the first likely margin."""
LEARNED_FROM = 17
"""Empty squares from which on selective search, and the evaluation's tables that it takes, are worth it."""
LEVELS = tuple(range(6))
"""The levels of selective search (engine/core/solver/selectivity), each surer than the one before."""

WIN_PART = 1 / 30
"""Usual time of proving the winner, as a part of that of the exact margin."""
SHARE, BLIND_SHARE = 0.8, 0.5
"""The share of a move's time that goes into an answer, and into a proof where nothing is known before."""
LUCK, WIN_LUCK = 4.0, 2.0
"""A margin, and the winner, are looked for up to these multiples of the time available in their usual
time."""
HOPE, OUTLOOK_SHARE, MARGIN_SHARE = 0.4, 0.5, 0.65
"""Most of a move's time that the first margin may usually take in selective search. The next are the shares
of that time that may be gone when the outlook ends, and when the first margin is there."""
CHECK_SHARE, LONG_CHECK_SHARE = 0.05, 0.2
"""The share of a move's time for a check: after a proof, and after selective search."""
CROWDED = 0.5
"""The share of a core from which down it counts as crowded, and less is tried."""

EXACT_LEADS = 16
"""Most empty squares with which a lead that is shown is the exact one."""
LEAD_LEVELS = ((20, 2), (23, 1), (26, 0))
"""Most empty squares with which it is a likely one of a level. That takes some hundredths of a second, and is
nearer to the exact lead than that of a search, which plays to win."""

HINT_EMPTY = 24
"""Most empty squares of a hint that is solved without likely answers on the way: it takes seconds."""
FIRST_TRY = 0.5
"""Seconds of the first try at a hint; each later one has twice as many."""
LOOK_SECONDS = 0.15
"""Seconds of tree search before each try, so that something is shown."""


class Stage(NamedTuple):
    """A step of a plan: its kind, the `levels` of a selective search, and its times. `seconds` is the most it
    may take, `until` the latest end after the plan's beginning, `least` the time without which it is not
    begun."""

    kind: str
    levels: tuple[int, ...] = ()
    seconds: float = math.inf
    until: float = math.inf
    least: float = 0.0


ALONE = (Stage(SEARCH),)
"""The plan where the solver has no part."""


def plan_for(
    position: Position,
    question: str,
    seconds: float,
    most: int,
    share: float = 1.0,
    own: int = -1,
) -> tuple[Stage, ...]:
    """The plan for a question about a position that is not over. The solver may work for `seconds`, on a
    `share` of a core, with at most `most` empty squares (Variant.most_endings); with at most `own` empty
    cells the game has a solver of its own. Empty where the question has no answer in time."""
    if question == MOVE:
        return _for_move(position, seconds, share) if is_ending(position, most) else ALONE
    if question == HINTS:
        most = min(most, MOST_EMPTY if can_guess(position) else HINT_EMPTY)
        return tuple(_for_hints(position, seconds)) if is_ending(position, most) else ALONE
    if question == LEAD:
        return _for_lead(position, seconds, most)
    if question == REVIEW:
        return (Stage(EXACT, seconds=seconds), *ALONE) if is_ending(position, most) else ALONE
    if question == SOLUTION:
        return _for_solution(position, seconds, most, own)
    raise ValueError(f"no question: {question!r}")


def is_ending(position: Position, most: int) -> bool:
    """Tell whether a position has at most `most` empty squares (Variant.most_endings), and is not over."""
    return not position.over and position.empties <= most


def can_guess(position: Position) -> bool:
    """Tell whether selective search may be used in an ending. It knows of no other value of a draw than a
    half."""
    return bool(position.rules.draw == 0.5) and position.empties >= LEARNED_FROM


def usual_seconds(empty: int) -> float:
    """The usual time of an exact answer at a number of empty squares."""
    return _grown(empty, *USUAL_SECONDS)


def first_seconds(empty: int) -> float:
    """The usual time of the first likely margin at a number of empty squares."""
    return _grown(empty, *FIRST_SECONDS)


def _grown(empty: int, base: int, seconds: float, growth: float) -> float:
    """Seconds that grow by a factor with each empty square above a number of them."""
    return float(seconds * growth ** (empty - base))


def _for_move(position: Position, seconds: float, share: float) -> tuple[Stage, ...]:
    """The plan of a move: first likely answers, where there is time for them, then proven ones."""
    # The usual times are those of a core of one's own.
    own = seconds * (share if share < CROWDED else 1.0)
    empty = position.empties
    usual = usual_seconds(empty)
    likely = can_guess(position) and first_seconds(empty) <= HOPE * own
    provable = is_ending(position, MOST_EMPTY) and WIN_PART * usual <= WIN_LUCK * own * BLIND_SHARE
    if not likely and not provable:
        return ALONE
    proof_end = (SHARE if likely else BLIND_SHARE) * seconds
    proof = (Stage(WINNER, until=proof_end), Stage(EXACT, until=proof_end, least=usual / LUCK))
    if not likely:
        return (*proof, *ALONE, Stage(CHECK, seconds=CHECK_SHARE * seconds))
    check = Stage(CHECK, LEVELS, LONG_CHECK_SHARE * seconds, (SHARE + LONG_CHECK_SHARE) * seconds)
    return (
        Stage(OUTLOOK, LEVELS, until=OUTLOOK_SHARE * seconds),
        Stage(MARGIN, LEVELS[:1], until=MARGIN_SHARE * seconds),
        Stage(BETTER_MARGIN, LEVELS[1:], until=SHARE * seconds),
        *proof,
        *ALONE,
        check,
    )


def _for_hints(position: Position, seconds: float) -> Iterator[Stage]:
    """The plan of hints: tries of doubling time, each after a look of the tree search. They are likely while
    an exact answer usually takes longer. Then come the other moves, exactly."""
    usual = usual_seconds(position.empties) if can_guess(position) else 0.0
    spent, length = 0.0, FIRST_TRY
    while spent < seconds:
        yield Stage(SEARCH, seconds=LOOK_SECONDS)
        yield Stage(MARGIN, LEVELS, length) if length < usual else Stage(EXACT, seconds=length)
        spent += length
        length *= 2
    yield Stage(OTHERS)


def _for_lead(position: Position, seconds: float, most: int) -> tuple[Stage, ...]:
    """The plan of a lead that is shown: the exact one, or a likely one if time allows."""
    empty = position.empties
    if not is_ending(position, most):
        return ()
    if empty <= EXACT_LEADS:
        return (Stage(EXACT, seconds=seconds),)
    top = next((level for squares, level in LEAD_LEVELS if empty <= squares), None)
    if top is None or not can_guess(position) or first_seconds(empty) > seconds:
        return ()
    return (Stage(MARGIN, LEVELS[: top + 1], seconds),)


def _for_solution(position: Position, seconds: float, most: int, own: int) -> tuple[Stage, ...]:
    """The plan of a solution: by the game's own solver where it is fast enough, else a proof."""
    if is_ending(position, most):
        return (Stage(EXACT, seconds=seconds),)
    if position.empties <= own:
        return (Stage(ENUMERATION),)
    return (Stage(PROOF, seconds=seconds),)
