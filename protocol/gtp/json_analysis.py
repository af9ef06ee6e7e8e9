"""The GTP command that reports an analysis as JSON, one object a line; protocol/gtp/README.md has the
schema."""

from __future__ import annotations

from outflank.protocol.formats.notation import hash_text
from outflank.protocol.gtp.analysis import (
    HOW,
    ONCE,
    OWN_GAMES,
    Kata,
    Teller,
    lower_bound,
    mean_of,
    prepare,
    tell_of,
    visits_of,
)
from outflank.protocol.gtp.own import line_text
from outflank.protocol.gtp.session import Gtp, commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from outflank.engine.analysis.report import Report, Row
    from outflank.engine.analysis.request import SearchRequest
    from outflank.protocol.gtp.analysis import Wishes

VERSION = 1
"""Of the schema. A field more is no new version."""
DIGITS = 6
"""Decimals of shares and times."""


class JsonTeller(Teller):
    """Writes each report of one analysis as an object."""

    def __init__(self, gtp: Gtp, wishes: Wishes, request: SearchRequest) -> None:
        super().__init__(gtp, wishes, Kata(), request)
        player = gtp.player
        self._head = {
            "version": VERSION,
            "game": player.variant.name,
            "size": player.size,
            "hash": hash_text(player.position),
            "turn": player.game.turns,
            "player": player.players[request.player],
        }

    def tell(self, report: Report) -> None:
        """Send the object of a report."""
        report = self._in_discs(report)
        told = {
            **self._head,
            "visits": visits_of(report),
            "kept": report.kept,
            "seconds": round(report.seconds, DIGITS),
            "winrate": round(mean_of(report), DIGITS),
            "settled": report.settled,
            "moves": [self._row(row) for row in self._shown(report)],
        }
        if self._wishes.ownership:
            owned = self._ownership.own(report.line, OWN_GAMES)
            told["ownership"] = [round(share, DIGITS) for share in owned]
        import json

        self._gtp.say(json.dumps(told))

    def _row(self, row: Row) -> dict[str, Any]:
        lead, error = self._lead(row) or (None, None)
        return {
            "move": line_text(self._gtp, (row.move,)),
            "visits": row.visits,
            "winrate": round(row.mean, DIGITS),
            "prior": round(row.prior, DIGITS),
            "lcb": round(lower_bound(row), DIGITS),
            "certain": row.sure,
            "margin": row.margin,
            "lead": None if lead is None else round(lead, DIGITS),
            "lead_error": None if error is None else round(error, DIGITS),
            "twin": None if row.twin is None else line_text(self._gtp, (row.twin,)),
            "pv": [line_text(self._gtp, (move,)) for move in row.line],
        }


def analyze_json(gtp: Gtp, words: list[str]) -> str:
    wishes, request = prepare(gtp, words)
    tell_of(gtp, wishes, request, JsonTeller(gtp, wishes, request).tell)
    return ""


analyze_json.__doc__ = (
    f"Search on and report a JSON object on each line until anything comes in. {HOW} {ONCE}"
)
commands.command("outflank-analyze-json", "[ARGUMENT...]")(analyze_json)
