"""Games of `outflank lab` as its first version wrote them.

Each is an object that says what was played, and where a game has its moves the totals of both sides' times.

A line has `match` as an object: the game, both players as texts, the seed, the plies of an opening, and how
even it is. In a screen it holds the constants, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from outflank.engine.games import find_game
from outflank.engine.lab import screening
from outflank.engine.lab.match import match_of
from outflank.engine.lab.screening import Constant, Screen
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import PASS, GameRecord, Ply
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.json_types import Json

FIELDS = ("match", "number", "seat", "rewards", "moves", "seconds", "asked", "void")
TERMS = ("game", "size", "a", "b", "seed", "opening", "even")
KINDS: tuple[type | tuple[type, ...], ...] = (str, int, str, str, int, int, (int, float, type(None)))


def from_row(row: Mapping[str, Json]) -> GameRecord:
    """The game that such an object is. ValueError says what is wrong with it."""
    if missing := [name for name in FIELDS if name not in row]:
        raise UserError(f"the game lacks {', '.join(missing)}")
    about = row["match"]
    if set(about) == {"match", "constants"}:
        screen = Screen(terms_of(about["match"]), tuple(Constant(*words) for words in about["constants"]))
        plies = int(about["match"][TERMS.index("opening")])
        return _record(row, screening.pairing(screen, row["number"] // 2), screen.id, plies)
    if set(about) != set(TERMS):
        raise UserError("no match of players of this program")
    values = tuple(about[name] for name in TERMS)
    return _record(row, terms_of(values), terms_of(values).id, about["opening"])


def terms_of(values: Sequence[Json]) -> Match:
    """The match of the values of TERMS."""
    kinds = zip(values, KINDS, strict=False)
    if len(values) != len(TERMS) or not all(isinstance(value, kind) for value, kind in kinds):
        raise UserError("no match of players of this program")
    return _terms(*values)


@lru_cache
def _terms(game: str, size: int, a: str, b: str, seed: int, opening: int, even: float | None) -> Match:
    variant = find_game(game)
    if variant is None:
        raise UserError(f"unknown game {game!r}")
    if size not in variant.sizes:
        raise UserError(f"{game} is not played on a board of size {size}")
    return match_of(variant.name, size, a, b, seed, opening, even)


def _record(row: Mapping[str, Json], match: Match, match_id: str, opening: int) -> GameRecord:
    number, seat, players = row["number"], row["seat"], match.players
    _check(row, players)
    rules = match.variant.rules(match.size)
    start = position = rules.new_position()
    plies: list[Ply] = []
    for count, text in enumerate(row["moves"]):
        move = rules.find_move(text)
        if move not in position.moves():
            raise UserError(f"move {count + 1}, {text!r}, is not legal")
        shown = PASS if move == rules.pass_move else text
        plies.append(Ply(position.mover, shown, count < opening))
        position = position.play(move)
    seats = tuple(match.a.name if one == seat else match.b.name for one in range(players))
    return GameRecord(
        match=match_id,
        number=number,
        opening=number // players,
        opening_name=f"random {number // players + 1}",
        game=match.game,
        size=match.size,
        start=rules.position_text(start),
        players=match.variant.players,
        seats=seats,
        plies=tuple(_timed(plies, seat, row["seconds"])),
        rewards=tuple(round(reward, 6) for reward in row["rewards"]),
        scores=() if row["void"] else tuple(rules.scores(position)),
        end="void" if row["void"] else "played",
        fault=None,
        void=row["void"],
        began="",
        seconds=round(sum(row["seconds"]), 3),
        machine="",
        programs=dict.fromkeys(seats, ""),
        overhead=0.0,
    )


def _timed(plies: Sequence[Ply], seat: int, seconds: Sequence[float]) -> Sequence[Ply]:
    """The plies with the mean time of a move of their side: only totals are known."""
    asked = [0, 0]
    for ply in plies:
        if not ply.book and ply.move != PASS:
            asked[ply.player != seat] += 1
    means = [total / max(1, count) for total, count in zip(seconds, asked, strict=True)]
    return [
        ply if ply.book or ply.move == PASS else ply._replace(seconds=means[ply.player != seat])
        for ply in plies
    ]


def _check(row: Mapping[str, Json], players: int) -> None:
    """UserError when a game cannot have been."""
    lists = (row["rewards"], row["moves"], row["seconds"], row["asked"])
    if not all(isinstance(part, list) for part in lists):
        raise UserError("not a list where one belongs")
    numbers = (row["number"], row["seat"], *row["rewards"], *row["seconds"], *row["asked"])
    if not all(isinstance(one, int | float) for one in numbers) or not isinstance(row["number"], int):
        raise UserError("not a number where one belongs")
    if len(row["rewards"]) != (0 if row["void"] else players) or row["seat"] != row["number"] % players:
        raise UserError(f"a seat and rewards that are not those of {players} players")
    if len(row["seconds"]) != 2 or len(row["asked"]) != 2:
        raise UserError("not the times and the counts of moves of both players")
    if not all(isinstance(text, str) for text in (row["void"], *row["moves"])):
        raise UserError("not a text where one belongs")
