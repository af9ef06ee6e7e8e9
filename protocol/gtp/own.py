"""GTP commands of our own: what the search knows and did, exact answers, positions as texts, and options."""

from __future__ import annotations

from outflank.engine.games import OTHELLO
from outflank.engine.names import advice
from outflank.engine.options import current_name
from outflank.protocol.formats.notation import hash_text, solution_text
from outflank.protocol.formats.position_texts import othello_text
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError
from outflank.protocol.session.words import integer, number
from outflank.protocol.settings import CLEARABLE, NAMES, BadSetting, Value

SOLVE_SECONDS = 60.0
DEEPEST = 60
MOST_ROWS = 500
"""Lines of `outflank-tree`: what a person, or a script's one read, can take."""
LEAST_SHARE = 100
"""A node is shown that has this part of the root's visits."""


@commands.command("outflank-stats")
def stats(gtp: Gtp, words: list[str]) -> str:
    """Figures of the last search, and the hash of the position now: a name and a value on each line."""
    report = gtp.player.report
    if report is None:
        raise CommandError("nothing has been searched yet")
    speed = report.visits / report.seconds if report.seconds else 0.0
    low, high = report.bounds
    rows = {
        "visits": report.visits,
        "kept": report.kept,
        "seconds": f"{report.seconds:.3f}",
        "visits_per_second": f"{speed:.0f}",
        "mean": f"{report.best.mean:.4f}",
        "settled": "yes" if report.settled else "no",
        "bounds": f"{'?' if low is None else low} {'?' if high is None else high}",
        "line": line_text(gtp, report.line),
        "tree_bytes": report.bytes,
        "collections": report.collections,
        "full": "yes" if gtp.player.analysis.tree_full else "no",
        "hash": hash_text(gtp.player.position),
    }
    return "\n".join(f"{name} {value}" for name, value in rows.items())


@commands.command("outflank-pv")
def expected_line(gtp: Gtp, words: list[str]) -> str:
    """The moves that the last search expects."""
    report = gtp.player.report
    if report is None:
        raise CommandError("nothing has been searched yet")
    return line_text(gtp, report.line)


@commands.command("outflank-tree", "DEPTH")
def tree(gtp: Gtp, words: list[str]) -> str:
    """The tree below the last position searched, down to a depth: on each line the moves, who made the last
    one, its visits, its mean reward for him, and `sure` where that is certain. Moves with less than 1 % of
    the visits are left out."""
    depth = integer(words[0])
    if not 1 <= depth <= DEEPEST:
        raise CommandError(f"a depth is 1 to {DEEPEST}")
    if gtp.player.report is None:
        raise CommandError("nothing has been searched yet")
    total, rows = gtp.player.analysis.tree(depth, LEAST_SHARE, MOST_ROWS)
    lines = [f"visits {total}"]
    for path, mover, visits, mean, sure in rows:
        name = gtp.player.players[mover]
        certain = " sure" if sure else ""
        lines.append(f"{line_text(gtp, path)}: {name} {visits} {mean:.4f}{certain}")
    return "\n".join(lines)


@commands.command("outflank-solve", "[SECONDS]")
def solve(gtp: Gtp, words: list[str]) -> str:
    """The result with best play of all from here, and the moves that lead there. Gives up after SECONDS, 60
    if not said, or at an interrupt."""
    seconds = number(words[0]) if words else SOLVE_SECONDS
    if not 0 < seconds <= 86400:
        raise CommandError("syntax error")
    player = gtp.player
    found = player.analysis.solve(seconds)
    result = solution_text(player.players, found.lead, found.rewards)
    return f"{result} {line_text(gtp, found.line)}"


@commands.command("outflank-position", "[TEXT...]")
def position(gtp: Gtp, words: list[str]) -> str:
    """The position as one line of text; with such a line, go on from that position with an empty history. In
    Othello any program's board will do: cells in its letters, side to move (black where none is said), moves
    from there or a problem's scores."""
    player = gtp.player
    if not words:
        return str(player.rules.position_text(player.position))
    text = " ".join(words)
    othello = player.variant is OTHELLO
    player.set_position(othello_text(player.size, player.rules, text) if othello else text)
    return ""


@commands.command("outflank-set", "NAME VALUE...")
def change(gtp: Gtp, words: list[str]) -> str:
    """Change an option of the program while it runs; `none` takes a limit away."""
    change_option(gtp, words[0], " ".join(words[1:]))
    return ""


@commands.command("outflank-get", "[NAME]")
def get(gtp: Gtp, words: list[str]) -> str:
    """The value of an option, or of all of them, one on a line."""
    if words:
        return option_text(gtp, words[0])
    return "\n".join(f"{name} {option_text(gtp, name)}" for name in gtp.settings)


@commands.command("kata-list-params")
def list_params(gtp: Gtp, words: list[str]) -> str:
    """The names that kata-get-param and kata-set-param take."""
    return " ".join(gtp.settings)


@commands.command("kata-get-param", "NAME")
def get_param(gtp: Gtp, words: list[str]) -> str:
    """The value of an option."""
    return option_text(gtp, words[0])


@commands.command("kata-set-param", "NAME VALUE...")
def set_param(gtp: Gtp, words: list[str]) -> str:
    """Change an option, as outflank-set does."""
    change_option(gtp, words[0], " ".join(words[1:]))
    return ""


def option_text(gtp: Gtp, name: str) -> str:
    """The value an option has now, as it is set."""
    settings, today = gtp.settings, current_name(name)
    if today not in settings:
        raise CommandError(f"there is no option {name}; {advice(name, settings)}")
    return "none" if settings[today] is None else str(settings[today])


def change_option(gtp: Gtp, name: str, word: str) -> None:
    """Set an option to what a word stands for."""
    option_text(gtp, name)
    name = current_name(name)
    row = NAMES[name]
    value: Value = None
    if word.lower() != "none" or name not in CLEARABLE:
        try:
            value = row.read(word)
        except BadSetting as error:
            raise CommandError(str(error).removeprefix("--")) from None
    gtp.change(name, value)


def line_text(gtp: Gtp, moves: tuple[int, ...]) -> str:
    """Moves as they go out, with blanks between."""
    return " ".join(gtp.columns.write(gtp.player.text_of(move)) for move in moves)
