"""GTP commands for GoGui: positions and sequences at once, and what the search knows, drawn on its board.

GoGui learns from `gogui-analyze_commands` which commands there are, how their replies are to be shown, and
which words they take.
"""

from __future__ import annotations

import os

from outflank.engine import options as techniques
from outflank.engine.analysis.discs import discs_of
from outflank.engine.analysis.ownership import Ownership
from outflank.engine.play.levels import LEVELS
from outflank.engine.play.named_players import thinks
from outflank.protocol.formats.notation import move_text, read_move
from outflank.protocol.gtp import picture
from outflank.protocol.gtp.gogui_rules import squares_of, targets
from outflank.protocol.gtp.own import change_option, option_text
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError
from outflank.protocol.settings import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.report import Report
    from outflank.engine.play.player import Player

# How GoGui shows the reply, what the menu says, and the command.
ANALYSES = (
    ("gfx", "Expected line and visits", "outflank-gfx"),
    ("pspairs", "Visits", "outflank-visits"),
    ("pspairs", "Values in percent", "outflank-values"),
    ("pspairs", "Values in discs", "outflank-discs"),
    ("pspairs", "Best replies", "outflank-replies"),
    ("gfx", "Values for Black", "outflank-value_gfx"),
    ("dboard", "Owners at the end", "outflank-owner_board"),
    ("plist", "Legal moves", "outflank-moves"),
    ("hstring", "Expected line", "outflank-pv"),
    ("hstring", "Statistics", "outflank-stats"),
    ("hstring", "Tree", "outflank-tree 3"),
    ("string", "Reason of the last move", "gomill-explain_last_move"),
    ("string", "Solve", "outflank-solve 10"),
    ("hstring", "Program", "gomill-describe_engine"),
    ("param", "Options", "outflank-param"),
)
OWN_GAMES = 128


@commands.command("gogui-analyze_commands")
def analyze_commands(gtp: Gtp, words: list[str]) -> str:
    """The commands that GoGui can show in its own ways: on each line the way, a name and the command."""
    return "\n".join("/".join(row) for row in ANALYSES)


@commands.command("gogui-play_sequence", "COLOUR MOVE...")
def play_sequence(gtp: Gtp, words: list[str]) -> str:
    """Make moves of players, `B D3 W C5` and so on: all of them, or none."""
    plain = gtp.columns.is_plain(words[1::2])
    gtp.player.play_all([(gtp.find_player(colour), read_move(move, plain)) for colour, move in pairs(words)])
    gtp.columns.plain = plain
    return ""


@commands.command("gogui-setup", "COLOUR SQUARE...")
def setup(gtp: Gtp, words: list[str]) -> str:
    """Go on from a position, before the first move: the squares that players hold, `B D4 W E4` and so on; all
    others are empty. The first player is to move."""
    letters = letters_to_set(gtp)
    size, cells = squares_of(gtp)
    named = {picture.square(cell, size): cell for cell in range(len(cells))}
    placed = ["."] * len(cells)
    for colour, text in pairs(words):
        cell = named.get(text.upper())
        if cell is None:
            raise CommandError("syntax error")
        if placed[cell] != ".":
            raise CommandError(f"{text.upper()} is set twice")
        placed[cell] = letters[gtp.find_player(colour)]
    gtp.player.set_position(f"{''.join(placed)} {letters[0]}")
    return ""


@commands.command("gogui-setup_player", "COLOUR")
def setup_player(gtp: Gtp, words: list[str]) -> str:
    """Say who is to move, before the first move."""
    letters = letters_to_set(gtp)
    cells = picture.cells_of(gtp.player)
    gtp.player.set_position(f"{cells} {letters[gtp.find_player(words[0])]}")
    return ""


@commands.command("gogui-title")
def title(gtp: Gtp, words: list[str]) -> str:
    """A title for a window with the game."""
    player = gtp.player
    level = f"level {player.settings.level.name}, {limits_text(player)}"
    why = picture.obstacle(player)
    shown = f"; GoGui cannot play it: {why}" if why else ""
    return f"Outflank: {player.variant.name}, size {player.size}, {level}{shown}"


def limits_text(player: Player) -> str:
    """The limits of a move as they hold now, the clock among them."""
    if not thinks(player.settings.level):
        return "no search"
    limits = player.settings.bounds if player.clock.runs else player.settings.limits
    told = [f"{name} {value}" for name, value in limits._asdict().items() if value is not None]
    return ", ".join([*told, *(["the clock"] if player.clock.runs else [])])


@commands.command("gogui-version", "VERSION...")
def gogui_version(gtp: Gtp, words: list[str]) -> str:
    """Told by GoGui which version it is; it makes no difference."""
    return ""


@commands.command("gogui-interrupt")
def interrupt(gtp: Gtp, words: list[str]) -> str:
    """Says by its existence that the comment line `# interrupt` ends a search early."""
    return ""


@commands.command("gogui-sigint")
def sigint(gtp: Gtp, words: list[str]) -> str:
    """The number of the process to which SIGINT can be sent to end a search early."""
    return str(os.getpid())


@commands.command("outflank-moves")
def moves(gtp: Gtp, words: list[str]) -> str:
    """The squares that the player to move can play on."""
    return " ".join(targets(gtp))


@commands.command("outflank-visits")
def visits(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now: each square with the visits of the best move to it."""
    leaders = picture.leaders(gtp.player, known(gtp))
    return " ".join(f"{place} {sign}{row.visits}" for place, (row, sign) in leaders.items())


@commands.command("outflank-values")
def values(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now: each square with the mover's reward in percent after the best move
    to it."""
    leaders = picture.leaders(gtp.player, known(gtp))
    shares = {place: (sign, round(100 * picture.value_of(row))) for place, (row, sign) in leaders.items()}
    return " ".join(f"{place} {sign}{share}" for place, (sign, share) in shares.items())


@commands.command("outflank-discs")
def discs(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now, in Othello: each square with the discs that the mover will lead by
    after the best move to it."""
    player = gtp.player
    if player.variant.unit != "discs":
        raise CommandError(f"values in discs are for Othello, not for {player.variant.name}")
    leaders, empty = picture.leaders(player, known(gtp)), player.position.empties
    leads = {place: round(discs_of(row, empty)) for place, (row, _) in leaders.items()}
    return " ".join(f"{place} {lead:+d}" if lead else f"{place} 0" for place, lead in leads.items())


@commands.command("outflank-replies")
def replies(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now: each square with the expected answer to the best move to it."""
    text_of = gtp.player.text_of
    leaders = picture.leaders(gtp.player, known(gtp))
    answered = {place: row.line[1] for place, (row, _) in leaders.items() if len(row.line) > 1}
    return " ".join(f"{place} {move_text(text_of(move))}" for place, move in answered.items())


@commands.command("outflank-value_board")
def value_board(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now: for each square the value of the best move to it, from -1 to 1 for
    Black (among more than two players, for the player to move), 0 where none was tried."""
    size, cells = squares_of(gtp)
    found = watched(gtp, known(gtp))
    shown = [decimal(found.get(picture.square(cell, size), 0.0)) for cell in range(len(cells))]
    return picture.board(shown, size)


@commands.command("outflank-value_gfx")
def value_gfx(gtp: Gtp, words: list[str]) -> str:
    """As outflank-value_board, as GoGui's drawing commands: blue squares are good for Black, orange ones for
    White, the stronger the better, with Black's reward in percent."""
    found = watched(gtp, known(gtp))
    labels = [f"{place} {round(50 * value + 50)}" for place, value in found.items()]
    return "\n".join([*picture.shades(found), *(["LABEL " + " ".join(labels)] if labels else [])])


@commands.command("outflank-owner_board")
def owner_board(gtp: Gtp, words: list[str]) -> str:
    """Whose each square is when random games end that begin with the expected line: from -1 to 1 for Black
    (among more than two players, for the player to move)."""
    size, _ = squares_of(gtp)
    player = gtp.player
    ownership = Ownership(player.position, watcher(gtp))
    if not ownership.knows_owners:
        raise CommandError(f"nobody owns a square in {player.variant.name}")
    report = player.analysis.recall()
    owned = ownership.own(report.line if report else (), OWN_GAMES)
    return picture.board([decimal(share) for share in owned], size)


@commands.command("outflank-gfx")
def gfx(gtp: Gtp, words: list[str]) -> str:
    """What is known of the position now, as GoGui's drawing commands: the expected line, the visits of the
    moves to other squares, and a line of text."""
    report = known(gtp)
    lines = [
        picture.variation(gtp.player, gtp.player.position, report.line),
        picture.labels(gtp.player, report, lambda row: picture.short(row.visits)),
        picture.summary(gtp.player, report),
    ]
    return "\n".join(line for line in lines if line)


@commands.command("outflank-param", "[NAME] [VALUE...]")
def param(gtp: Gtp, words: list[str]) -> str:
    """All options with the kinds of their values, as GoGui's dialogues have them; or, with a name and a
    value, set one."""
    if len(words) == 1:
        raise CommandError("syntax error")
    if not words:
        return "\n".join(f"[{kind_of(name)}] {name} {option_text(gtp, name)}" for name in gtp.settings)
    value = " ".join(words[1:])
    # A dialogue sends all its options. One that stays as it is must not cost what was learnt.
    if value != option_text(gtp, words[0]):
        change_option(gtp, words[0], value)
    return ""


def kind_of(name: str) -> str:
    """The kind of value an option has, in GoGui's words."""
    if name == "level":
        return "/".join(["list", *(level.name for level in LEVELS)])
    if name in NAMES and NAMES[name].choices:
        return "/".join(["list", *NAMES[name].choices])
    row = techniques.NAMES.get(name)
    if row is not None and row.words:
        return "/".join(["list", *row.words])
    low, high = (row.low, row.high) if row is not None else (NAMES[name].low, NAMES[name].high)
    whole = isinstance(row.default, int) if row is not None else NAMES[name].kind is int
    return "bool" if whole and (low, high) == (0, 1) else "string"


def known(gtp: Gtp) -> Report:
    """What is known of the position now. CommandError when that is nothing, or there are no squares to show
    it on."""
    squares_of(gtp)
    report: Report | None = gtp.player.analysis.recall()
    if report is None:
        raise CommandError("nothing is known of this position yet")
    return report


def letters_to_set(gtp: Gtp) -> str:
    """The sign of each player on the squares. CommandError where they cannot be set up now."""
    squares_of(gtp)
    letters = gtp.player.rules.signs
    if not letters:
        raise CommandError(f"nobody owns a square in {gtp.player.variant.name}")
    if gtp.player.game.turns:
        raise CommandError("board not empty")
    return str(letters)


def watcher(gtp: Gtp) -> int:
    """The player in whose eyes boards of numbers are: Black, the first of two, or else the player to move."""
    return 0 if len(gtp.player.players) == len(picture.STONES) else int(gtp.player.position.mover)


def watched(gtp: Gtp, report: Report) -> dict[str, float]:
    """The value of the best move to each square that was tried, from -1 to 1 for the watcher."""
    sign = -1 if watcher(gtp) != gtp.player.position.mover else 1
    leaders = picture.leaders(gtp.player, report)
    return {place: sign * (2 * picture.value_of(row) - 1) for place, (row, _) in leaders.items()}


def decimal(value: float) -> str:
    """A number from -1 to 1 with three decimals, never a negative zero."""
    return f"{value:.3f}" if round(value, 3) else "0"


def pairs(words: list[str]) -> list[tuple[str, str]]:
    """Words two by two. CommandError when one is left over."""
    if len(words) % 2:
        raise CommandError("syntax error")
    return list(zip(words[::2], words[1::2], strict=True))
