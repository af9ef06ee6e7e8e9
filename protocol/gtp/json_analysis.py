"""The GTP command that reports an analysis as JSON, one object a line; protocol/gtp/README.md has the
schema."""

from __future__ import annotations

from outflank.protocol.formats.notation import hash_text
from outflank.protocol.formats.thoughts import owned_data, report_data, row_data
from outflank.protocol.gtp.analysis import HOW, ONCE, OWN_GAMES, Kata, Teller, prepare, tell_of
from outflank.protocol.gtp.own import line_text
from outflank.protocol.gtp.session import Gtp, commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report, Row
    from outflank.engine.analysis.request import SearchRequest
    from outflank.protocol.gtp.analysis import Wishes

VERSION = 1
"""Version of the schema, which a new field leaves as it is."""


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
        told = {**self._head, **report_data(report, [self._row(row) for row in self._shown(report)])}
        if self._wishes.ownership:
            told["ownership"] = owned_data(self._ownership.own(report.line, OWN_GAMES))
        import json

        self._gtp.say(json.dumps(told))

    def _row(self, row: Row) -> dict[str, object]:
        return row_data(row, self._lead(row), lambda move: line_text(self._gtp, (move,)))


def analyze_json(gtp: Gtp, words: list[str]) -> str:
    wishes, request = prepare(gtp, words)
    tell_of(gtp, wishes, request, JsonTeller(gtp, wishes, request).tell)
    return ""


analyze_json.__doc__ = (
    f"Search on and report a JSON object on each line until anything comes in. {HOW} {ONCE}"
)
commands.command("outflank-analyze-json", "[ARGUMENT...]")(analyze_json)
