"""Results in the words of every format: leads, scores, and losses otherwise than on the board."""

from __future__ import annotations

import re

from outflank.engine.record import NamedTuple
from outflank.protocol.formats.notation import find_player, score_text
from outflank.protocol.formats.record import Record, Result, plain
from outflank.protocol.formats.tags import BLACK_WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Way(NamedTuple):
    """A way to lose otherwise than on the board: its name, its letters in GGF and SGF, and the ends of a
    match's game that it stands for."""

    name: str
    ggf: str
    sgf: str
    ends: tuple[str, ...] = ()


WAYS = (
    Way("resigned", "r", "R", ("resigned",)),
    Way("time", "t", "T", ("time",)),
    Way("left", "l", "F", ("illegal", "crash", "disconnect")),
    Way("agreed", "s", ""),
)
"""An agreed result has a lead; in SGF it is like any other."""
LONGEST = 40
"""Letters of a result in free words."""
NEAR = 0.00006
"""SGF has shares of a board with four decimals."""

_LEAD = re.compile(r"([BW])\+(\d{1,3}(?:\.\d{0,9})?)", re.ASCII)
_LOSS = re.compile(r"([BW])\+([RTF])(?![a-z]*\d)", re.ASCII)
_SCORE = re.compile(r"([a-z]+)=(\d{1,9}(?:\.\d{0,9})?)", re.ASCII)


def way_of_end(end: str) -> str:
    """The way that an end of a match's game stands for; empty for one on the board."""
    return next((way.name for way in WAYS if end in way.ends), "")


def read_ggf_result(text: str, number: float | None) -> Result | None:
    """The result of a GGF tag such as `+6.00:r`, whose number is known; None without one."""
    letter = text.partition(":")[2].strip()[:1]
    if number is None:
        return None
    way = next((way.name for way in WAYS if way.ggf == letter), "")
    winner = (0 if number > 0 else 1) if way and number else None
    return Result(number, winner, way)


def read_sgf_result(text: str, players: Sequence[str]) -> Result | None:
    """The result of SGF's RE in a game of these players; None where it says that there is none."""
    if text in ("", "?", "Void"):
        return None
    words = plain(text[:LONGEST])
    if tuple(players) != BLACK_WHITE:
        return Result(scores=_read_scores(text, players), words=words)
    if found := _LEAD.fullmatch(text):
        return Result(float(found[2]) * (1 if found[1] == "B" else -1), words=words)
    if found := _LOSS.match(text):
        way = next(way.name for way in WAYS if way.sgf == found[2])
        return Result(None, "BW".index(found[1]), way, words=words)
    return Result(0.0 if text in ("0", "Draw") else None, words=words)


def _read_scores(text: str, players: Sequence[str]) -> tuple[float, ...]:
    """The scores in `red=20 green=44`; none where that is not one for each player in their order."""
    found = [_SCORE.fullmatch(word) for word in text.split()]
    told = [(pair[1], float(pair[2])) for pair in found if pair]
    named = [find_player(name, players) for name, _ in told]
    whole = named == list(range(len(players))) and len(found) == len(players)
    return tuple(score for _, score in told) if whole else ()


def lead_of(record: Record) -> float | None:
    """The first player's lead over the second by the rules; None while the game is not over, and among more
    than two, where nobody leads another alone."""
    if not record.game.position.over or len(record.variant.players) != 2:
        return None
    first, second = record.game.rules.scores(record.game.position)
    return first - second


def ended(record: Record) -> str:
    """The result of a game as SGF has it, where its moves do not lead to it: it was given up, or the record
    goes no further. Empty otherwise."""
    said = record.result
    if said is None or (record.game.position.over and not said.way):
        return ""
    if said.words:
        return said.words
    letter = next((way.sgf for way in WAYS if way.name == said.way), "")
    if letter and said.winner is not None:
        return f"{'BW'[said.winner]}+{letter}"
    if said.scores:
        return score_text(record.variant.players, said.scores)
    if said.lead is None:
        return ""
    return f"{'B' if said.lead > 0 else 'W'}+{abs(said.lead):g}" if said.lead else "0"


def result_text(record: Record) -> str:
    """The result as SGF has it: what the record states where that counts more than its moves, else what
    these lead to; empty for a game that has none."""
    position = record.game.position
    if (said := ended(record)) or not position.over:
        return said
    return score_text(record.variant.players, record.game.rules.scores(position))


def rewards(record: Record) -> tuple[float, ...]:
    """Each player's reward by how the game ended, on the board or by what is stated; none where that is not
    told."""
    position, said = record.game.position, record.result or Result()
    if position.over and not said.way:
        return tuple(position.rewards())
    if len(record.variant.players) != 2:
        return ()
    lead = _stated_lead(said)
    if lead is None and said.winner is not None:
        lead = -1.0 if said.winner else 1.0
    if lead is None:
        return ()
    first = (lead > 0) + 0.5 * (lead == 0)
    return first, 1 - first


def ggf_result(record: Record) -> str:
    """The result of a game between black and white as GGF has it: Black's lead, all cells where White gave up
    and nothing else is told; `?` where there is none."""
    said = record.result or Result()
    lead = _stated_lead(said)
    if said.winner is not None and said.way and lead is None:
        lead = record.variant.cells(record.size) * (-1 if said.winner else 1)
    if lead is None:
        lead = lead_of(record)
    if lead is None:
        return "?"
    letter = next((way.ggf for way in WAYS if way.name == said.way), "")
    return f"{lead:+g}{letter and ':' + letter}"


def _stated_lead(said: Result) -> float | None:
    if said.lead is None and len(said.scores) == 2:
        return said.scores[0] - said.scores[1]
    return said.lead


def contradiction(record: Record) -> str:
    """The fault of the stated result of a game played to its end; empty when nothing is. In games with
    discs it may be told with or without the empty squares."""
    said, position = record.result, record.game.position
    if said is None or said.way or not position.over:
        return ""
    scores = record.game.rules.scores(position)
    if said.scores:
        right = all(abs(told - found) < NEAR for told, found in zip(said.scores, scores, strict=True))
        return "" if right else _given(said.words, score_text(record.variant.players, scores))
    if said.lead is None or len(scores) != 2:
        return ""
    leads = [scores[0] - scores[1]]
    if len(position.counts) == 2:
        leads.append(position.counts[0] - position.counts[1])
    if any(abs(said.lead - lead) < NEAR for lead in leads):
        return ""
    return _given(f"{said.lead:+g}", f"{leads[0]:+g}")


def _given(told: str, found: str) -> str:
    return f"its result is given as {told}, but its moves lead to {found}"
