"""GTP commands that show a search while it runs, in the dialects of those who ask.

A report is one line: `info move D3 visits 812 winrate ... pv D3 C5 info move ...`. All values are those of
the player to move. `lz` writes rates as whole numbers of 0.01 %, `kata` as shares of 1 with more about
scores, and `analyze` as `kata` does.
"""

from __future__ import annotations

from engine.outlook import Outlook
from engine.thinker import Watch
from protocol.gtp import Gtp, commands
from protocol.notation import move_text
from protocol.table import CommandError, integer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.player import Subject
    from engine.report import Report, Row

USUAL_EVERY = 100
"""Hundredths of a second between two reports where none are said."""
GREATEST_EVERY = 360_000
MOST_PLIES = 255
SURE_LCB = 1.96
"""Standard deviations from a mean to the bound it exceeds with 97.5 % certainty."""
LEADERS = 5
LEAD_GAMES = 4
"""What a report adds to the score of the first moves; it may not take long, as it cannot be stopped."""
OWN_GAMES = 32


class Wishes:
    """The arguments of an analysis: whose moves, hundredths of a second between two reports, how many moves,
    what not to look at, and what else to tell."""

    __slots__ = ("player", "every", "least", "most", "bans", "root", "ownership")

    def __init__(self, player: int) -> None:
        self.player = player
        self.every = USUAL_EVERY
        self.least = 0
        self.most = 1 << 30
        self.bans: list[tuple[int, tuple[str, ...], bool, int]] = []
        self.root = False
        self.ownership = False


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


def _read_avoid(gtp: Gtp, wishes: Wishes, words: Sequence[str], others: bool = False) -> None:
    colour, moves, depth = words
    plies = integer(depth)
    if plies < 1:
        raise CommandError("syntax error")
    ban = (gtp.find_player(colour), tuple(moves.split(",")), others, min(plies, MOST_PLIES))
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
}


class Lz:
    """Rates as whole numbers of 0.01 %."""

    def move(self, row: Row, lead: tuple[float, float] | None) -> str:
        """What is told of a move, from its visits to its bound."""
        rates = ("winrate", row.mean), ("prior", row.prior), ("lcb", lower_bound(row))
        return " ".join([f"visits {row.visits}", *(f"{name} {round(10_000 * rate)}" for name, rate in rates)])

    def root(self, report: Report, lead: tuple[float, float] | None) -> str:
        """What is told of the position."""
        return f"visits {visits_of(report)} winrate {round(10_000 * mean_of(report))}"


class Kata:
    """Rates as shares of 1, utilities from -1 to 1, and scores."""

    def move(self, row: Row, lead: tuple[float, float] | None) -> str:
        """What is told of a move, from its visits to its bound."""
        bound = lower_bound(row)
        head = f"visits {row.visits} {_kata_values(row.mean, lead)}"
        return f"{head} prior {row.prior:.6f} lcb {bound:.6f} utilityLcb {2 * bound - 1:.6f}"

    def root(self, report: Report, lead: tuple[float, float] | None) -> str:
        """What is told of the position."""
        return f"visits {visits_of(report)} {_kata_values(mean_of(report), lead)}"


def _kata_values(mean: float, lead: tuple[float, float] | None) -> str:
    ahead, spread = lead or (0.0, 0.0)
    scores = f"scoreMean {ahead:.4f} scoreStdev {spread:.4f} scoreLead {ahead:.4f}"
    return f"utility {2 * mean - 1:.6f} winrate {mean:.6f} {scores}"


def lower_bound(row: Row) -> float:
    """What a move's mean exceeds almost surely: that of rewards that vary as much as their mean allows."""
    spread = (row.mean * (1 - row.mean) / max(row.visits, 1)) ** 0.5
    bound = row.mean - SURE_LCB * spread if row.sure is None else row.sure
    return max(0.0, float(bound)) if row.visits else 0.0


def visits_of(report: Report) -> int:
    """All visits of a root."""
    return sum(row.visits for row in report.rows)


def mean_of(report: Report) -> float:
    """The mean reward of the player to move over all visits."""
    return float(sum(row.visits * row.mean for row in report.rows) / max(visits_of(report), 1))


class Teller:
    """Writes the reports of one analysis."""

    def __init__(self, gtp: Gtp, wishes: Wishes, dialect: Lz | Kata, subject: Subject) -> None:
        self._gtp = gtp
        self._wishes = wishes
        self._dialect = dialect
        game = gtp.player.variant.name
        self._outlook = Outlook(game, subject.position, subject.player)
        if wishes.ownership and not self._outlook.knows_owners:
            raise CommandError(f"nobody owns a cell in {game}")

    def tell(self, report: Report) -> None:
        """Send the line of a report."""
        parts = [self._move(order, row) for order, row in enumerate(self._shown(report))]
        if self._wishes.root:
            parts.append(f"rootInfo {self._dialect.root(report, self._lead(0, report.best))}")
        if self._wishes.ownership:
            owned = self._outlook.own(report.line, OWN_GAMES)
            parts.append("ownership " + " ".join(f"{share:.4f}" for share in owned))
        self._gtp.say(" ".join(parts))

    def _shown(self, report: Report) -> list[Row]:
        seen = [row for row in report.rows if row.visits]
        unseen = [row for row in report.rows if not row.visits]
        return (seen + unseen[: max(0, self._wishes.least - len(seen))])[: self._wishes.most]

    def _move(self, order: int, row: Row) -> str:
        text = self._gtp.player.text_of
        told = self._dialect.move(row, self._lead(order, row))
        line = " ".join(move_text(text(move)) for move in row.line)
        return f"info move {move_text(text(row.move))} {told} order {order} pv {line}"

    def _lead(self, order: int, row: Row) -> tuple[float, float] | None:
        if row.margin is not None:
            return float(row.margin), 0.0
        if isinstance(self._dialect, Lz):
            return None
        ahead, spread = self._outlook.lead(row.line, LEAD_GAMES if order < LEADERS else 0)
        return float(ahead), float(spread)


DIALECTS: dict[str, Lz | Kata] = {"": Kata(), "lz-": Lz(), "kata-": Kata()}
HOW = """Arguments: [COLOUR] [INTERVAL] {interval N | minmoves N | maxmoves N | avoid COLOUR MOVE,MOVE PLIES |
    allow COLOUR MOVE,MOVE PLIES | rootInfo true | ownership true}, times in hundredths of a second."""


def _add(prefix: str, values: str) -> None:
    """Give the table both commands of a dialect."""

    def analyse(gtp: Gtp, words: list[str]) -> str:
        wishes, teller, subject = _prepare(gtp, words, prefix)
        gtp.say()
        gtp.peer.listen()
        gtp.player.analyse(subject, Watch(wishes.every / 100, teller.tell))
        return ""

    def genmove(gtp: Gtp, words: list[str]) -> str:
        wishes, teller, subject = _prepare(gtp, words, prefix)
        gtp.say()
        watch = Watch(wishes.every / 100, teller.tell)
        return f"play {move_text(gtp.player.move(subject, gtp.arrived, watch))}"

    analyse.__doc__ = f"Search on and report {values} until anything comes in. {HOW}"
    genmove.__doc__ = f"As genmove, with reports of {values} on the way; the last line is `play MOVE`. {HOW}"
    commands.command(f"{prefix}analyze", "[ARGUMENT...]")(analyse)
    commands.command(f"{prefix}genmove_analyze", "[ARGUMENT...]")(genmove)


def _prepare(gtp: Gtp, words: list[str], prefix: str) -> tuple[Wishes, Teller, Subject]:
    """Everything that can be wrong is found out here, before the reply begins."""
    wishes = read_wishes(gtp, words)
    subject = gtp.player.subject(wishes.player, wishes.bans)
    gtp.player.prepare(subject)
    return wishes, Teller(gtp, wishes, DIALECTS[prefix], subject), subject


_add("", "visits, win rates as shares and scores")
_add("lz-", "visits and win rates in hundredths of a percent")
_add("kata-", "visits, win rates as shares and scores")


@commands.command("kata-search", "COLOUR")
def search(gtp: Gtp, words: list[str]) -> str:
    """The move that genmove would make, without making it."""
    subject = gtp.player.subject(gtp.find_player(words[0]))
    return move_text(gtp.player.consider(subject, gtp.arrived))


@commands.command("kata-search_cancellable", "COLOUR")
def search_cancellable(gtp: Gtp, words: list[str]) -> str:
    """As kata-search, but whatever comes in ends it, and then the reply is `cancelled`."""
    subject = gtp.player.subject(gtp.find_player(words[0]))
    gtp.peer.listen()
    move = gtp.player.consider(subject, gtp.arrived)
    return "cancelled" if gtp.bell.rung else move_text(move)
