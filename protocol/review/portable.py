"""Records as plain values, which go to other processes and machines, and reviews read from JSON."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from outflank.engine.analysis.report import Expected
from outflank.engine.game import Game, find_move
from outflank.engine.games import require_game
from outflank.protocol.console.json_types import Json
from outflank.protocol.formats.record import Note, Record, Result
from outflank.protocol.formats.results import read_ggf_result
from outflank.protocol.formats.syntax.ggf import BadGgf, read_number
from outflank.protocol.formats.tags import BLACK_WHITE, About, read_tags
from outflank.protocol.review.worths import Judged, Review, Worth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules


class Portable(NamedTuple):
    """A record without its positions, small enough to be kept by the hundred thousand: the game by name, the
    start as a text, and the turns as lines, the number of a player and a word."""

    game: str
    size: int
    komi: float
    start: str
    turns: str
    place: str
    notes: tuple[Note, ...]
    about: About
    result: Result | None
    stopped: str

    @property
    def content(self) -> str:
        """The key of the moves of a game."""
        return digest(repr(self[:5]))

    @property
    def key(self) -> str:
        """The key of a game among those with the same moves, as far as anything tells them apart."""
        about = (self.about.names, self.about.ratings, sorted(self.about.facts.items()))
        return digest(repr((self[:5], about, self.result, self.stopped)))


def digest(text: str) -> str:
    """16 hexadecimal digits that are others for another text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def packed(record: Record) -> Portable:
    """A record as plain values."""
    game = record.game
    passing = (game.rules.pass_move,)
    words = (
        "pass" if turn.moves == passing else game.rules.word(turn.before, list(turn.moves))
        for turn in game.history
    )
    turns = (f"{turn.player} {word}" for turn, word in zip(game.history, words, strict=True))
    return Portable(
        record.variant.name,
        record.size,
        game.komi,
        game.rules.position_text(game.start),
        "\n".join(turns),
        record.place,
        record.notes,
        About(record.names, record.ratings, dict(record.facts)),
        record.result,
        record.stopped,
    )


def unpacked(told: Portable) -> Record:
    """The record of these values, its moves played once more."""
    variant = require_game(told.game)
    rules = variant.rules(told.size, told.komi if variant.komi else None)
    game = Game(rules, rules.parse_position(told.start))
    for turn in told.turns.splitlines():
        player, _, word = turn.partition(" ")
        game.play_word(int(player), word)
    names, ratings, facts = told.about
    return Record(
        told.place, variant, told.size, game, told.notes, names, ratings, facts, told.result, told.stopped
    )


def read_review(row: Mapping[str, Json]) -> Review:
    """The whole review that an object of JSON tells (protocol/review/text.py: game_object)."""
    variant = require_game(row["game"])
    rules = variant.rules(row["size"], row["komi"])
    game = Game(rules, rules.parse_position(row["start"]))
    judged = []
    for told in row["moves"]:
        judged.append(read_judged(told, game.position, told["ply"]))
        game.play(game.position.mover, judged[-1].made.move)
    tags = dict(row["tags"])
    number = tags.pop("RE", "")
    names = tuple(
        "" if name == player else name for name, player in zip(row["names"], variant.players, strict=True)
    )
    about = read_tags("ggf", tags)
    if variant.players != BLACK_WHITE or not about.names:
        about = about._replace(names=names)
    notes = tuple(Note(seconds=told["seconds"]) for told in row["moves"])
    record = Record(
        row["place"],
        variant,
        row["size"],
        game,
        notes,
        about.names,
        about.ratings,
        about.facts,
        _result(number, row["ended"] or ""),
        row["stopped"] or "",
    )
    moves = tuple(_worth(rules, told) for told in row["best_moves"])
    return Review(record, tuple(judged), len(judged), moves)


def read_judged(told: Mapping[str, Json], position: Position, number: int) -> Judged:
    """The judged ply that an object of JSON tells."""
    rules = position.rules
    best, made = _worth(rules, told["best"]), _worth(rules, told["made"])
    if best.move == made.move:
        best = made
    return Judged(number, position, position.mover, told["choice"], best, made)


def _worth(rules: Rules, told: Mapping[str, Json]) -> Worth:
    line = tuple(find_move(rules, move) for move in told["line"])
    move = find_move(rules, told["move"])
    exact, expected = told["exact"], _expected(told.get("expected"))
    return Worth(move, told["win"], told["discs"], exact, told["visits"], line, exact, expected)


def _expected(told: Mapping[str, Json] | None) -> Expected | None:
    """Expected results of all players, read from an object of JSON; None where there is none."""
    if told is None:
        return None
    wins, ranks, scores = (tuple(told[name]) for name in ("wins", "ranks", "scores"))
    return Expected(told["ends"], wins, ranks, scores, told["estimated"])


def _result(text: str, words: str) -> Result | None:
    """The result by GGF's tag and by what SGF says."""
    try:
        found = read_ggf_result(text, read_number(text.partition(":")[0]))
    except BadGgf:
        found = None
    if not words:
        return found
    return (found or Result())._replace(words=words)
