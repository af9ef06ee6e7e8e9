"""The games of a file, of any game that is played here and whatever kind of file it is: the arena's own
lines, SGF of every game, and all that Othello's collections know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from outflank.engine.game import Game, Refused, find_move
from outflank.engine.games import OTHELLO, find_game
from outflank.engine.results.game_record import GameRecord
from outflank.engine.variant import Variant
from outflank.protocol.formats.game_record import from_line, result_text
from outflank.protocol.formats.games import (
    SGF,
    Broken,
    Played as OthelloGame,
    Record,
    games,
    kind_of,
    sgf_records,
    sgf_tags,
    text_of,
)
from outflank.protocol.formats.kinds import sgf_result
from outflank.protocol.report.records import lead_text

LONGEST_RESULT = 40
"""Letters of a result."""
LOST = {"+R": "r", "+T": "t", "+F": "l"}
"""In SGF's results, what tells of a loss otherwise than on the board; and GGF's letter for it."""


class Found(NamedTuple):
    """A game: its place in the file in words, which game on which board, played out, what is told about it by
    GGF's names of tags, the seconds that its plies took, none where that is not told of every ply, how it
    ended as SGF has it where the moves do not lead to that, as when somebody gave up, why the record
    cannot be followed beyond the last of these plies, empty where it can, and who sat in each seat where that
    is told of all."""

    place: str
    variant: Variant
    size: int
    game: Game
    tags: dict[str, str]
    seconds: tuple[float | None, ...] = ()
    ended: str = ""
    stopped: str = ""
    seats: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, in the order of the players; their colours where no name is told."""
        told = self.seats or [self.tags.get(tag, "") for tag in ("PB", "PW")]
        named = [plain(name) for name in told] + [""] * len(self.variant.players)
        return tuple(name or colour for name, colour in zip(named, self.variant.players, strict=False))


def plain(text: str) -> str:
    """Text on one line, without control characters."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def read_games(
    data: bytes, name: str = "", players: Sequence[str] = (), tournaments: Sequence[str] = ()
) -> Iterator[Found | Broken]:
    """The games of a file one after the other, a bad one as Broken in its place. BadCollection when there can
    be no games in it. The other arguments are those of collection.games."""
    if data.lstrip().startswith(b'{"'):
        return _arena_games(data)
    if kind_of(data, name) == SGF:
        return map(_sgf_game, sgf_records(text_of(data)))
    return _othello_games(data, name, players, tournaments)


def _othello_games(
    data: bytes, name: str, players: Sequence[str], tournaments: Sequence[str]
) -> Iterator[Found | Broken]:
    for found in games(data, name, players, tournaments):
        if not isinstance(found, Broken):
            yield _othello_game(found)
        else:
            yield _stopped(found, _othello_game(found.before)) if found.before else found


def _stopped(broken: Broken, before: Found) -> Found:
    """A game up to its first illegal move."""
    return before._replace(stopped=plain(str(broken.reason)))


def _othello_game(found: OthelloGame) -> Found:
    seconds = tuple(ply.seconds for ply in found.plies)
    size, ended = found.start.size, sgf_result(found)
    return Found(found.place, OTHELLO, size, found.game, found.tags, seconds, ended)


def _sgf_game(found: Record | Broken) -> Found | Broken:
    if isinstance(found, Broken):
        return _stopped(found, _sgf_found(found.before)) if found.before else found
    return _sgf_found(found)


def _sgf_found(found: Record) -> Found:
    loaded = found.loaded
    told = found.root.first("RE") or ""
    decided = loaded.game.position.over and told[1:3] not in LOST
    ended = "" if decided or told in ("?", "Void") else plain(told[:LONGEST_RESULT])
    tags = sgf_tags(found)
    if told[1:3] in LOST and loaded.variant is OTHELLO:
        # As a match writes it: whoever gives up has lost by all squares.
        tags["RE"] = f"{'-' if told[0] == 'W' else '+'}{loaded.size**2}:{LOST[told[1:3]]}"
    return Found(found.place, loaded.variant, loaded.size, loaded.game, tags, ended=ended)


def _arena_games(data: bytes) -> Iterator[Found | Broken]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            try:
                yield _arena_game(f"line {number}", from_line(line))
            except ValueError as error:
                yield Broken(f"line {number}", str(error))


def _arena_game(place: str, played: GameRecord) -> Found | Broken:
    variant = find_game(played.game)
    if variant is None or played.size not in variant.sizes:
        raise ValueError(f"{played.game[:20]!r} on a board of {played.size} is not played here")
    rules = variant.rules(played.size)
    game = Game(rules, rules.parse_position(played.start))
    stopped = ""
    for number, ply in enumerate(played.plies, 1):
        try:
            game.play(ply.player, find_move(rules, ply.move))
        except Refused as error:
            stopped = f"move {number}: {ply.move[:20]!r}: {error}"
            if not game.turns:
                return Broken(place, stopped)
            break
    tags = dict(zip(("PB", "PW"), played.seats, strict=False)) | {"DT": played.began}
    if variant is OTHELLO:
        tags["RE"] = lead_text(played)
    plies = [(position.mover, move) for position, move, _ in game.plies()]
    told = played.plies[: game.turns]
    seconds = tuple(ply.seconds for ply in told) if plies == list(game.made) else ()
    ended = "" if played.end == "played" else result_text(played)
    return Found(place, variant, played.size, game, tags, seconds, ended, plain(stopped), played.seats)
