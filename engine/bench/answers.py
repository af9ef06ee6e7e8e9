"""Signatures of solvers, alpha-beta, values in discs, the book, and the named players.

Scores are known, so it is the node counts that show whether a solver still searches the same.
"""

from __future__ import annotations

import contextlib
from functools import partial

from outflank.engine import core, evaluation
from outflank.engine.analysis import solver
from outflank.engine.analysis.discs import discs_of
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import LEVELS
from outflank.engine.analysis.report import preferred
from outflank.engine.bench.endgame import FFO
from outflank.engine.bench.signature import SEED, Job, digest, reach
from outflank.engine.bench.trees import Case, new_session
from outflank.engine.book import repertoire
from outflank.engine.core.othello import othello as boards
from outflank.engine.core.solver import alphabeta as plain, endgame
from outflank.engine.deck import Deck
from outflank.engine.games import GAMES
from outflank.engine.play import bots
from outflank.engine.play.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from outflank.engine.core.solver.endgame import Answer
    from outflank.engine.variant import Variant

LONG = 1e9
"""Seconds that end nothing."""
TABLE = 64
"""Megabytes of the endgame solver's table."""
SOLVED = {True: range(40, 45), False: range(40, 50)}
"""Positions of the FFO test that are solved in a quick run or not."""
LIKELY = {
    True: ((40, 3), (44, 3), (46, 4)),
    False: ((40, 5), (44, 5), (46, 5), (49, 4), (50, 5), (52, 4), (54, 1)),
}
"""Positions of the FFO test with 20 to 28 empty squares, and the surest level of their estimates."""
SHORT_EMPTY = range(6, 15)
"""Empty squares of the endings whose moves are all scored."""
DEPTHS = {True: 8, False: 11}
"""Plies of alpha-beta."""
ALPHABETA_PLIES = (4, 12, 24, 36, 48)
LEAD_PLIES = (4, 14, 24, 36, 38, 41, 46)
"""Random plies to the positions whose leads are told. They have 56 to 14 empty squares, so that every kind of
lead is among them."""
LEAD_VISITS = {True: 300, False: 5000}
BOOK_POSITIONS = {True: 60, False: 1000}
BOOK_DRAWS = 5
BOT_MOVES = {True: 6, False: 30}
BOT_NODES = 3000


def jobs(quick: bool) -> Iterator[Job]:
    """All signatures of answers."""
    yield from solver_jobs(quick)
    for plies in ALPHABETA_PLIES:
        depth = DEPTHS[quick]
        yield Job(f"alphabeta Othello 8: depth {depth} after {plies} plies", partial(alphabeta, plies, depth))
    for plies in LEAD_PLIES:
        visits = LEAD_VISITS[quick]
        name = f"told Othello 8: discs after {plies} plies, {visits} visits"
        yield Job(name, partial(told, plies, visits))
    count = BOOK_POSITIONS[quick]
    yield Job(f"told Othello 8: book, {count} positions", partial(book, count))
    for variant in GAMES:
        for name in bots.BOTS:
            if knows(name, variant):
                count = BOT_MOVES[quick]
                yield Job(
                    f"bot {variant.name}: {name}, {count} moves", partial(bot_moves, name, variant, count)
                )


def solver_jobs(quick: bool) -> Iterator[Job]:
    """Exact answers, likely ones, and those of endings by the rules of each game."""
    for number in SOLVED[quick]:
        yield Job(f"solver FFO {number}: exact", partial(exact, number))
    for number, top in LIKELY[quick]:
        for level in LEVELS[: top + 1]:
            yield Job(f"solver FFO {number}: likely, level {level}", partial(likely, number, (level,)))
        yield Job(
            f"solver FFO {number}: likely, all to level {top}", partial(likely, number, LEVELS[: top + 1])
        )
    for empty in SHORT_EMPTY:
        for learned in (False, True):
            kind = "with patterns" if learned else "without patterns"
            yield Job(f"solver Othello 8: {empty} empty, {kind}", partial(all_scores, empty, learned))
    for variant in GAMES:
        for size in variant.sizes:
            name = f"{variant.name} {size}"
            if variant.board(size).proven is not None:
                yield Job(f"solver {name}: outcome", partial(proven, Case(variant, size, quick)))


@contextlib.contextmanager
def undivided() -> Iterator[None]:
    """Lets the endgame solver work in one piece.

    It hands a question that takes longer than a slice to a thread and begins again with a filled table, so
    that the nodes it counts depend on the speed of the machine.
    """
    usual = endgame.SLICE
    endgame.SLICE = LONG
    try:
        yield
    finally:
        endgame.SLICE = usual


def othello() -> boards.Othello:
    """The rules of Othello 8x8."""
    return boards.Othello(8)


def answer_text(answer: Answer) -> str:
    """An answer of the solver."""
    lead = f"{answer.low}" if answer.exact else f"{answer.low}..{answer.high}"
    return f"lead={lead} nodes={answer.nodes} move={answer.move} line={digest(tuple(answer.line))}"


def exact(number: int) -> str:
    """The exact lead in a position of the FFO test, by one thread."""
    with undivided():
        solver = endgame.Endgame(TABLE, 1, evaluation.shipped(core.LEVEL))
        return answer_text(solver.solve(othello().parse_position(FFO[number].text)))


def likely(number: int, levels: tuple[int, ...]) -> str:
    """The lead that searches of these levels find likely."""
    with undivided():
        solver = endgame.Endgame(TABLE, 1, evaluation.shipped(core.LEVEL))
        answer = solver.estimate(othello().parse_position(FFO[number].text), levels)
        return f"likely={answer.likely} level={answer.level} {answer_text(answer)}"


def all_scores(empty: int, learned: bool) -> str:
    """Every move's exact lead in endings with a number of empty squares."""
    rules, found = othello(), []
    with undivided():
        for seed in range(4):
            position = reach(rules, 60 - empty, SEED + seed)
            solver = endgame.Endgame(4, 1, evaluation.shipped(core.LEVEL) if learned else None)
            found += [tuple(answer) for answer in solver.scores(position)]
    return f"answers={len(found)} digest={digest(found)}"


def proven(case: Case) -> str:
    """The outcome with best play of all."""
    session = new_session(case)
    plies = case.variant.board(case.size).proven
    if plies is None:
        raise ValueError(f"no outcome is proven in {case.name}")
    position = reach(session.rules, plies)
    with undivided():
        found = solver.solve(session, position, LONG)
    return f"rewards={'/'.join(map(str, found.rewards))} lead={found.lead} line={digest(tuple(found.line))}"


def alphabeta(plies: int, depth: int) -> str:
    """A search to a fixed depth."""
    rules = othello()
    search = plain.AlphaBeta(evaluation.shipped(core.LEVEL))
    found = search.think(reach(rules, plies), depth)
    return f"score={found.score} nodes={found.nodes} move={found.move} depth={found.depth}"


def told(plies: int, visits: int) -> str:
    """The values in discs of all moves of a position, the search's and the endgame solver's."""
    player = Player(seed=SEED, memory=TABLE)
    position = reach(player.rules, plies)
    with undivided():
        report = player.analysis.assess(position, Limits(visits=visits))
        better = player.analysis.in_discs(report, position, len(report.rows), LONG)
    empty = position.empties
    values = [(row.move, row.lead, row.level, discs_of(row, empty)) for row in better.rows]
    again = [row.move for row in preferred(better.rows)]
    return f"moves={len(values)} best={values[0][3]:+.2f} digest={digest((values, again))}"


def book(count: int) -> str:
    """Lines of the book's first positions with draws from them, and lines of positions after random moves."""
    shipped, rules = repertoire.shipped(), othello()
    positions = [rules.parse_position(f"{key} X") for key in shipped.keys(count)]
    positions += [reach(rules, plies, seed) for plies in range(8) for seed in range(10)]
    found, known = [], 0
    for position in positions:
        lines = shipped.lines(position)
        known += bool(lines)
        drawn = [shipped.choice(position, (), 0, draw / BOOK_DRAWS) for draw in range(BOOK_DRAWS)]
        found.append(([tuple(line) for line in lines], [tuple(line) if line else None for line in drawn]))
    return f"size={len(shipped)} known={known} digest={digest(found)}"


def knows(name: str, variant: Variant) -> bool:
    """Tell whether a named player plays a game on its usual board."""
    try:
        bots.check(name, variant, variant.sizes[0])
    except ValueError:
        return False
    return True


def bot_moves(name: str, variant: Variant, count: int) -> str:
    """The first moves of a named player against itself."""
    rules = variant.rules()
    limits = {"visits": BOT_NODES} if bots.BOTS[name].limits else {}
    bot = bots.bot(name, rules, SEED, **limits)
    position = rules.new_position()
    moves: list[int] = []
    deck = Deck(rules, SEED)
    while not position.over and len(moves) < count:
        drawn = rules.has_chance and position.chances()
        moves.append(deck.draw(position) if drawn else bot.choose(position))
        position = position.play(moves[-1])
    return f"moves={len(moves)} digest={digest(moves)}"
