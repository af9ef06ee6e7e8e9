"""Positions as requests name them: a game, a start and moves."""

from __future__ import annotations

from typing import NamedTuple

from outflank.engine.errors import Refused
from outflank.engine.game import Game, find_move
from outflank.engine.games import find_game
from outflank.engine.play.game_choice import GameChoice, choose_game
from outflank.engine.variant import USUAL_RULES
from outflank.protocol.formats.position_texts import read_position
from outflank.protocol.json_lines.messages.problems import problem_of
from outflank.protocol.json_lines.messages.shapes import List, Number, OrNull, Text, Whole
from outflank.protocol.json_lines.table import Values
from outflank.protocol.sitting.deal import MOST_SEED, deal, whole
from outflank.protocol.sitting.sitting import MOST_PLIES

LONGEST_TEXT = 100_000
MOVE = Text(200, 1)
GAME_FIELDS = {
    "game?": Text(40, 1),
    "size?": Whole(1, 1000),
    "rules?": OrNull(Text(40, 1)),
    "komi?": Number(-1000, 1000),
}
PLACE_FIELDS = {
    **GAME_FIELDS,
    "seed?": Whole(0, MOST_SEED),
    "position?": Text(LONGEST_TEXT, 1),
    "moves?": List(MOVE, MOST_PLIES),
}


class Place(NamedTuple):
    """A game on a board, played to some moment."""

    choice: GameChoice
    game: Game


def read_choice(values: Values, usual: GameChoice) -> GameChoice:
    """The game that a request names; the usual one without a name."""
    if "game" not in values:
        size = values.get("size", usual.size)
        return choose_game(usual.variant.name, size, values.get("komi", usual.komi))
    rule_set = values.get("rules")
    variant = find_game(values["game"])
    # Of several sets of rules the first is the game's own, and has no name of its own.
    named = rule_set is not None and variant is not None and rule_set != USUAL_RULES
    name = f"{values['game']} {rule_set}" if named else values["game"]
    return choose_game(name, values.get("size"), values.get("komi"))


def read_place(values: Values, usual: GameChoice, sits: bool = False) -> Place:
    """The position that a request names; one that is sat at has all its cards. Problem says which move is
    wrong."""
    choice = read_choice(values, usual)
    rules = choice.new_rules(0.5)
    start = rules.new_position()
    if "position" in values:
        start = read_position(choice.variant, choice.size, rules, values["position"])
        start = whole(start) if sits else start
    game = deal(rules, start, values.get("seed"))
    for number, text in enumerate(values.get("moves", ())):
        try:
            if rules.has_chance:
                game.play_word(game.position.mover, text)
                continue
            move = find_move(rules, text)
            game.play(mover_of(game, move), move)
        except Refused as error:
            problem = problem_of(error)
            if problem is None:
                raise
            problem.text = f"{problem.text}: {text[:40]!r}, move {number + 1}"
            raise problem.at(f"moves/{number}") from None
    return Place(choice, game)


def mover_of(game: Game, move: int) -> int:
    """The player who makes a move: the one to move, or the next with a choice where forced passes are left
    out."""
    position, passing = game.position, game.rules.pass_move
    if move != passing:
        for _ in range(game.rules.players):
            if position.moves() != [passing]:
                break
            position = position.play(passing)
    return position.mover
