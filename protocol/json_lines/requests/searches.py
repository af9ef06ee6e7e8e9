"""Requests that search: analyses, moves, solutions and reviews of any position, and their end."""

from __future__ import annotations

import math
import time

from outflank.engine.analysis.ownership import Ownership
from outflank.engine.analysis.session import FOR_EVER
from outflank.engine.game import Game
from outflank.engine.play.clocks.time_control import NO_LIMIT, Reading
from outflank.engine.play.game_choice import GameChoice
from outflank.protocol.formats.notation import solution_text, text_of
from outflank.protocol.formats.record import Record as GameRecord
from outflank.protocol.formats.thoughts import DIGITS
from outflank.protocol.json_lines.jobs.worker import Tell
from outflank.protocol.json_lines.messages.bodies import (
    JUDGED,
    LEVEL,
    LINE,
    PLAYER,
    SECONDS_A_MOVE,
    SHARE,
    THOUGHTS,
    VISITS_A_MOVE,
)
from outflank.protocol.json_lines.messages.lines import ID
from outflank.protocol.json_lines.messages.problems import Problem
from outflank.protocol.json_lines.messages.shapes import Flag, List, Number, OrNull, Record, Text, Whole
from outflank.protocol.json_lines.objects.places import MOVE, PLACE_FIELDS, Place, read_place
from outflank.protocol.json_lines.objects.telling import thoughts_data
from outflank.protocol.json_lines.session import JsonSession
from outflank.protocol.json_lines.table import CANCELLED, Task, Values, requests
from outflank.protocol.review import html
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget, Judged, Review
from outflank.protocol.sitting.engines import Answer
from outflank.protocol.sitting.seats import ENGINE, Seat, check_seat
from outflank.protocol.sitting.sitting import Sitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

LEADERS = 5
"""Moves of an ending that get the score of the endgame solver."""
USUAL_SECONDS = 1.0
"""A search takes so long where nothing limits it."""
LEAST_EVERY, MOST_EVERY = 0.02, 3600.0
SOLVE_SECONDS = 60.0
HINT_SECONDS, HINT_MOVES = 1.0, 3
REVIEW_SECONDS = 0.5
REVIEW_EXACT = 20
"""Empty squares from which a review solves Othello 8x8."""
REVIEW_MEGABYTES = 128
PLACE_NAMES = {name.removesuffix("?") for name in PLACE_FIELDS}
EVERY = Number(LEAST_EVERY, MOST_EVERY)
LIMIT_FIELDS = {"visits?": VISITS_A_MOVE, "seconds?": SECONDS_A_MOVE}
MOVES = List(MOVE, 500, 1)


@requests.request(
    "analyze",
    {
        **PLACE_FIELDS,
        **LIMIT_FIELDS,
        "every?": EVERY,
        "most?": Whole(1, 1000),
        "ownership?": Flag(),
        "avoid?": MOVES,
        "only?": MOVES,
    },
    {**THOUGHTS, **CANCELLED},
    THOUGHTS,
)
def analyze(session: JsonSession, values: Values) -> Task:
    """Search a position, with reports on the way if they are wished for, until its visits are as many as
    asked for, those of earlier searches among them, or the time is over, or all is certain."""
    return _search_task(session, read_place(values, session.choice), values)


@requests.request(
    "hint",
    {"seconds?": SECONDS_A_MOVE, "visits?": VISITS_A_MOVE, "most?": Whole(1, 1000)},
    {**THOUGHTS, **CANCELLED},
)
def hint(session: JsonSession, values: Values) -> Task:
    """The best moves of the session's game now."""
    sitting = session.sitting
    if sitting.keeps_secrets:
        raise Problem("not_your_turn", "the hand of an engine is not looked at")
    usual: Values = {"most": HINT_MOVES}
    if "visits" not in values:
        usual["seconds"] = HINT_SECONDS
    return _search_task(session, Place(sitting.choice, sitting.game.copy()), {**usual, **values})


def _search_task(session: JsonSession, place: Place, values: Values) -> Task:
    choice, position = place.choice, place.game.position
    if position.over:
        raise Problem("game_over", "the game is over in this position")
    names = "avoid" if "avoid" in values else "only"
    if "avoid" in values and "only" in values:
        raise Problem("bad_value", "moves are left out by avoid or by only, not by both", "only")
    # Refused now where a move means nothing, and not when its turn has come.
    bans = [(position.mover, tuple(values[names]), names == "only", 1)] if names in values else []
    ownership = _ownership(choice, position) if values.get("ownership") else None
    seconds = values.get("seconds", math.inf if "visits" in values else USUAL_SECONDS)
    visits, every = values.get("visits", FOR_EVER), values.get("every")

    def work(tell: Tell) -> Values:
        player = session.engines.main
        session.engines.sit(player, choice, place.game)
        request = player.request(position.mover, bans)
        player.analysis.permit(request)
        step = min(seconds, MOST_EVERY) if every is None else every
        found: Values = {}
        for report in player.analysis.reports(request, step, visits, seconds):
            # What the solver says holds for moves that are not looked at as well.
            shown = report if bans else player.analysis.in_discs(report, position, LEADERS)
            found = thoughts_data(choice.variant, position, shown, values.get("most"), ownership)
            if every is not None:
                tell(found)
            if report.settled and not bans:
                break
        return found

    return Task(work)


def _ownership(choice: GameChoice, position: Position) -> Ownership:
    ownership = Ownership(position, position.mover)
    if not ownership.knows_owners:
        raise Problem("bad_value", f"nobody owns a cell in {choice.variant.name}", "ownership")
    return ownership


@requests.request(
    "move",
    {**PLACE_FIELDS, **LIMIT_FIELDS, "level?": LEVEL},
    {
        "move": Text(),
        "player": PLAYER,
        "winrate": OrNull(SHARE),
        "visits": Whole(0),
        "pv": LINE,
        "resigns": Flag(),
        **CANCELLED,
    },
)
def move(session: JsonSession, values: Values) -> Task:
    """The move that a level plays in a position."""
    place = read_place(values, session.choice)
    choice, position = place.choice, place.game.position
    if position.over:
        raise Problem("game_over", "the game is over in this position")
    level = values.get("level", session.engines.main.settings.level.name)
    seat = Seat(ENGINE, level, values.get("seconds"), values.get("visits"))
    check_seat(seat, choice.variant, choice.size)

    def work(tell: Tell) -> Answer:
        return session.engines.answer(seat, choice, place.game, Reading(NO_LIMIT), time.monotonic())

    def done(answer: Answer) -> Values:
        row, rules = answer.row, position.rules
        return {
            "move": answer.text,
            "player": position.mover,
            "winrate": None if row is None else round(row.mean, DIGITS),
            "visits": 0 if row is None else row.visits,
            "pv": [] if row is None else [text_of(rules, step) for step in row.line],
            "resigns": answer.resigns,
        }

    return Task(work, done)


@requests.request(
    "solve",
    {**PLACE_FIELDS, "seconds?": SECONDS_A_MOVE},
    {"text": Text(), "lead": OrNull(Number()), "rewards": List(SHARE), "pv": LINE, **CANCELLED},
)
def solve(session: JsonSession, values: Values) -> Task:
    """The outcome of best play of all from a position, proven."""
    place = read_place(values, session.choice)

    def work(tell: Tell) -> Values:
        player = session.engines.main
        session.engines.sit(player, place.choice, place.game)
        found = player.analysis.solve(values.get("seconds", SOLVE_SECONDS))
        return {
            "text": solution_text(player.players, found.lead, found.rewards),
            "lead": found.lead,
            "rewards": list(found.rewards),
            "pv": [text_of(player.rules, step) for step in found.line],
        }

    return Task(work)


@requests.request(
    "review",
    {**PLACE_FIELDS, **LIMIT_FIELDS},
    {"game": Record({}, open=True), **CANCELLED},
    {"ply": Whole(1), "judged": JUDGED, "done": Whole(1), "of": Whole(1)},
)
def review(session: JsonSession, values: Values) -> Task:
    """The worth of every move of a game, from the last one back: of the session's own game where no other
    is named, whose state then tells it."""
    sitting = None if PLACE_NAMES & set(values) else session.sitting
    place = (
        read_place(values, session.choice) if sitting is None else Place(sitting.choice, sitting.full.copy())
    )
    choice, game = place.choice, place.game
    if not game.turns:
        raise Problem("bad_value", "there is no move to review", "moves")
    if choice.variant.hidden and sitting is not None and not sitting.is_over:
        raise Problem("refused", "a game with hidden hands is reviewed when it is over")
    names = () if sitting is None else tuple(seat.called for seat in sitting.seats)
    record = GameRecord("the game", choice.variant, choice.size, game, names=names)
    seconds = values.get("seconds", None if "visits" in values else REVIEW_SECONDS)
    budget = Budget(seconds, values.get("visits"), REVIEW_EXACT)

    def work(tell: Tell) -> Review:
        reviewer = Reviewer(record, budget, session.engines.main.settings.threads, REVIEW_MEGABYTES)
        numbers = _plies_of(game)
        plies, rows = len(numbers), []
        worst: dict[int, Judged] = {}
        session.engines.admit(reviewer.player)
        try:
            for row in reviewer.run():
                # What was being judged when the bell rang was not looked at enough.
                if session.engines.rung:
                    break
                rows.append(row)
                ply = numbers[row.number - 1]
                worst[ply] = _worse(worst.get(ply), row)
                judged = html.judged_data(Review(record, (row,), plies), worst[ply])
                tell({"ply": ply, "judged": judged, "done": len(rows), "of": plies})
        finally:
            session.engines.dismiss(reviewer.player)
        return Review(record, tuple(reversed(rows)), plies)

    def done(reviewed: Review) -> Values:
        if sitting is not None:
            _note(session, sitting, game, reviewed)
        return {"game": html.game_data(reviewed)}

    return Task(work, done, keeps=True)


def _plies_of(game: Game) -> list[int]:
    """The ply of a sitting, from 1, of each ply of a review: a turn of several decisions is one there."""
    return [
        number if turn is None or not game.rules.has_chance else turn + 1
        for number, (turn, _, _, _) in enumerate(game.steps(), 1)
    ]


def _worse(known: Judged | None, row: Judged) -> Judged:
    """Of two decisions of one turn that which lost more."""
    return row if known is None or row.lost_win > known.lost_win else known


def _note(session: JsonSession, sitting: Sitting, game: Game, reviewed: Review) -> None:
    """Keep the judgements with the moves of a sitting that are still there."""
    numbers = _plies_of(game)
    worst: dict[int, Judged] = {}
    for row in reviewed.judged:
        ply = numbers[row.number - 1]
        if ply <= sitting.plies and sitting.full.made[: row.number] == game.made[: row.number]:
            worst[ply] = _worse(worst.get(ply), row)
            sitting.turns[ply - 1].judged = html.judged_data(reviewed, worst[ply])
    if sitting is session.sitting:
        session.tell_state()


@requests.request("cancel", {"of": ID}, {"cancelled": Flag()})
def cancel(session: JsonSession, values: Values) -> Values:
    """End a request early: its result says what was found until then, or its error that it had not begun.
    False where it is answered already."""
    return {"cancelled": session.cancel(values["of"])}
