"""GTP commands that show a search while it runs, in the dialects of those who ask.

A report is one line: `info move D3 visits 812 winrate ... pv D3 C5 info move ...`. All values are those of
the player to move. `lz` writes rates as whole numbers of 0.01 %, `kata` as shares of 1 with more about
scores, and `analyze` as `kata` does.
"""

from __future__ import annotations

from outflank.engine.analysis.ownership import Ownership
from outflank.engine.analysis.watching import Watch
from outflank.protocol.formats.notation import read_move
from outflank.protocol.formats.thoughts import lead_of, lower_bound, mean_of, visits_of
from outflank.protocol.gtp.own import line_text
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError
from outflank.protocol.session.words import integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from outflank.engine.analysis.report import Expected, Report, Row
    from outflank.engine.analysis.request import SearchRequest

USUAL_EVERY = 100
"""Hundredths of a second between two reports where none are said."""
GREATEST_EVERY = 360_000
MOST_PLIES = 255
LEADERS = 5
"""Moves of an ending that get the score of the endgame solver: it may not take long, as it cannot be
stopped."""
OWN_GAMES = 32


class Wishes:
    """The arguments of an analysis: whose moves, hundredths of a second between two reports, how many moves,
    what not to look at, what else to tell, and whether one report is enough."""

    __slots__ = ("player", "every", "least", "most", "bans", "root", "ownership", "once")

    def __init__(self, player: int) -> None:
        self.player = player
        self.every = USUAL_EVERY
        self.least = 0
        self.most = 1 << 30
        self.bans: list[tuple[int, tuple[str, ...], bool, int]] = []
        self.root = False
        self.ownership = False
        self.once = False


def read_wishes(gtp: Gtp, words: Sequence[str]) -> Wishes:
    """Arguments as `[colour] [interval] {name value}`. CommandError when they are not."""
    rest = list(words)
    mover = gtp.player.position.mover
    wishes = Wishes(mover)
    if rest and not rest[0].isdigit() and rest[0] not in READERS:
        wishes.player = gtp.find_player(rest.pop(0))
    if rest and rest[0].isdigit():
        rest = ["interval", *rest]
    while rest:
        name = rest.pop(0)
        reader, count = READERS.get(name, (None, 0))
        if reader is None or len(rest) < count:
            raise CommandError("syntax error")
        reader(gtp, wishes, rest[:count])
        del rest[:count]
    return wishes


def _read_interval(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.every = min(max(1, integer(words[0])), GREATEST_EVERY)


def _read_least(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.least = integer(words[0])


def _read_most(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.most = max(1, integer(words[0]))


def _read_root(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.root = _boolean(words[0])


def _read_ownership(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.ownership = _boolean(words[0])


def _read_once(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    wishes.once = True


def _read_avoid(gtp: Gtp, wishes: Wishes, words: Sequence[str], others: bool = False) -> None:
    colour, moves, depth = words
    plies = integer(depth)
    if plies < 1:
        raise CommandError("syntax error")
    texts = moves.split(",")
    plain = gtp.columns.is_plain(texts)
    named = tuple(read_move(text, plain) for text in texts)
    ban = (gtp.find_player(colour), named, others, min(plies, MOST_PLIES))
    wishes.bans.append(ban)


def _read_allow(gtp: Gtp, wishes: Wishes, words: Sequence[str]) -> None:
    _read_avoid(gtp, wishes, words, True)


def _boolean(word: str) -> bool:
    if word.lower() not in ("true", "false"):
        raise CommandError("syntax error")
    return word.lower() == "true"


READERS: dict[str, tuple[Callable[..., None], int]] = {
    "interval": (_read_interval, 1),
    "minmoves": (_read_least, 1),
    "maxmoves": (_read_most, 1),
    "rootInfo": (_read_root, 1),
    "ownership": (_read_ownership, 1),
    "avoid": (_read_avoid, 3),
    "allow": (_read_allow, 3),
    "once": (_read_once, 0),
}


class Lz:
    """Rates as whole numbers of 0.01 %."""

    def move(self, row: Row, lead: tuple[float, float] | None) -> str:
        """What is told of a move, from its visits to its bound."""
        rates = ("winrate", row.mean), ("prior", row.prior), ("lcb", lower_bound(row))
        told = [f"visits {row.visits}", *(f"{name} {round(10_000 * rate)}" for name, rate in rates)]
        return " ".join(told) + self.expected(row.expected)

    def root(self, report: Report, lead: tuple[float, float] | None) -> str:
        """What is told of the position."""
        told = f"visits {visits_of(report)} winrate {round(10_000 * mean_of(report))}"
        return told + self.expected(report.expected)

    def expected(self, expected: Expected | None) -> str:
        """Expected results of all players; empty where they are not known."""
        return _expectations(expected, lambda share: str(round(10_000 * share)))


class Kata:
    """Rates as shares of 1, utilities from -1 to 1, and scores where they are known."""

    def move(self, row: Row, lead: tuple[float, float] | None) -> str:
        """What is told of a move, from its visits to its bound."""
        bound = lower_bound(row)
        head = f"visits {row.visits} {_kata_values(row.mean, lead)}"
        bounds = f"prior {row.prior:.6f} lcb {bound:.6f} utilityLcb {2 * bound - 1:.6f}"
        return f"{head} {bounds}{self.expected(row.expected)}"

    def root(self, report: Report, lead: tuple[float, float] | None) -> str:
        """What is told of the position."""
        told = f"visits {visits_of(report)} {_kata_values(mean_of(report), lead)}"
        return told + self.expected(report.expected)

    def expected(self, expected: Expected | None) -> str:
        """Expected results of all players; empty where they are not known."""
        return _expectations(expected, lambda share: f"{share:.6f}")


def _expectations(expected: Expected | None, share_text: Callable[[float], str]) -> str:
    """Shares of first places, ranks and scores of the players in their order, behind a blank."""
    if expected is None:
        return ""
    wins = ",".join(map(share_text, expected.wins))
    ranks = ",".join(f"{rank:.2f}" for rank in expected.ranks)
    scores = ",".join(f"{score:.0f}" for score in expected.scores)
    estimated = " estimated true" if expected.estimated else ""
    return f" ends {expected.ends} wins {wins} ranks {ranks} scores {scores}{estimated}"


def _kata_values(mean: float, lead: tuple[float, float] | None) -> str:
    rates = f"utility {2 * mean - 1:.6f} winrate {mean:.6f}"
    if lead is None:
        return rates
    ahead, spread = lead
    return f"{rates} scoreMean {ahead:.4f} scoreStdev {spread:.4f} scoreLead {ahead:.4f}"


class Teller:
    """Writes the reports of one analysis."""

    def __init__(self, gtp: Gtp, wishes: Wishes, dialect: Lz | Kata, request: SearchRequest) -> None:
        self._gtp = gtp
        self._wishes = wishes
        self._dialect = dialect
        # Without a choice there are no reports.
        self._position = gtp.player.position if request.position is None else request.position
        # What the solver says holds for moves that are not looked at as well.
        self._solves = isinstance(dialect, Kata) and all(plies == 1 for plies in request.banned.values())
        game = gtp.player.variant.name
        self._ownership = Ownership(self._position, request.player)
        if wishes.ownership and not self._ownership.knows_owners:
            raise CommandError(f"nobody owns a cell in {game}")

    def tell(self, report: Report) -> None:
        """Send the line of a report."""
        report = self._in_discs(report)
        parts = [self._move(order, row) for order, row in enumerate(self._shown(report))]
        if self._wishes.root:
            parts.append(f"rootInfo {self._dialect.root(report, self._lead(report.best))}")
        if self._wishes.ownership:
            owned = self._ownership.own(report.line, OWN_GAMES)
            parts.append("ownership " + " ".join(f"{share:.4f}" for share in owned))
        self._gtp.say(" ".join(parts))

    def _in_discs(self, report: Report) -> Report:
        """The report with what the solver says of the first moves, where that is wanted."""
        if not self._solves:
            return report
        solved: Report = self._gtp.player.analysis.in_discs(report, self._position, LEADERS)
        return solved

    def _shown(self, report: Report) -> list[Row]:
        seen = [row for row in report.rows if row.visits]
        unseen = [row for row in report.rows if not row.visits]
        return (seen + unseen[: max(0, self._wishes.least - len(seen))])[: self._wishes.most]

    def _move(self, order: int, row: Row) -> str:
        told = self._dialect.move(row, self._lead(row))
        if row.twin is not None and isinstance(self._dialect, Kata):
            told += f" isSymmetryOf {line_text(self._gtp, (row.twin,))}"
        line = line_text(self._gtp, row.line)
        return f"info move {line_text(self._gtp, (row.move,))} {told} order {order} pv {line}"

    def _lead(self, row: Row) -> tuple[float, float] | None:
        """The expected lead of a move and its standard error, None where there is none."""
        return lead_of(self._gtp.player.variant, row, self._position.empties)


DIALECTS: dict[str, Lz | Kata] = {"": Kata(), "lz-": Lz(), "kata-": Kata()}
HOW = """Arguments: [COLOUR] [INTERVAL] {interval N | minmoves N | maxmoves N | avoid COLOUR MOVE,MOVE PLIES |
    allow COLOUR MOVE,MOVE PLIES | rootInfo true | ownership true}, times in hundredths of a second."""
ONCE = (
    "With `once` among them there is one report, after the first interval, and lines that come wait for it."
)


def _add(prefix: str, values: str) -> None:
    """Give the table both commands of a dialect."""

    def analyse(gtp: Gtp, words: list[str]) -> str:
        wishes, request = prepare(gtp, words)
        tell_of(gtp, wishes, request, Teller(gtp, wishes, DIALECTS[prefix], request).tell)
        return ""

    def genmove(gtp: Gtp, words: list[str]) -> str:
        wishes, request = prepare(gtp, words)
        teller = Teller(gtp, wishes, DIALECTS[prefix], request)
        if wishes.once:
            raise CommandError("syntax error")
        gtp.player.analysis.permit(request)
        gtp.say()
        watch = Watch(wishes.every / 100, teller.tell)
        return f"play {gtp.columns.write(gtp.player.move(request, gtp.arrived, watch))}"

    analyse.__doc__ = f"Search on and report {values} until anything comes in. {HOW} {ONCE}"
    genmove.__doc__ = f"As genmove, with reports of {values} on the way; the last line is `play MOVE`. {HOW}"
    commands.command(f"{prefix}analyze", "[ARGUMENT...]")(analyse)
    commands.command(f"{prefix}genmove_analyze", "[ARGUMENT...]")(genmove)


def prepare(gtp: Gtp, words: list[str]) -> tuple[Wishes, SearchRequest]:
    """The wishes and what is searched. Everything that can be wrong is found out before the reply begins."""
    wishes = read_wishes(gtp, words)
    request = gtp.player.request(wishes.player, wishes.bans)
    gtp.player.analysis.prepare(request)
    return wishes, request


def tell_of(gtp: Gtp, wishes: Wishes, request: SearchRequest, tell: Callable[[Report], None]) -> None:
    """Begin the reply and have an analysis told of, until anything comes in or, as is wished, once."""

    def tell_once(report: Report) -> None:
        tell(report)
        gtp.bell.ring()

    gtp.say()
    if not wishes.once:
        gtp.client.listen()
    gtp.player.analysis.analyse(request, Watch(wishes.every / 100, tell_once if wishes.once else tell))


_add("", "visits, win rates as shares and scores")
_add("lz-", "visits and win rates in hundredths of a percent")
_add("kata-", "visits, win rates as shares and scores")


@commands.command("kata-search", "COLOUR")
def search(gtp: Gtp, words: list[str]) -> str:
    """The move that genmove would make, without making it."""
    request = gtp.player.request(gtp.find_player(words[0]))
    return gtp.columns.write(gtp.player.consider(request, gtp.arrived))


@commands.command("kata-search_cancellable", "COLOUR")
def search_cancellable(gtp: Gtp, words: list[str]) -> str:
    """As kata-search, but whatever comes in ends it, and then the reply is `cancelled`."""
    request = gtp.player.request(gtp.find_player(words[0]))
    gtp.client.listen()
    move = gtp.player.consider(request, gtp.arrived)
    return "cancelled" if gtp.bell.rung else gtp.columns.write(move)
