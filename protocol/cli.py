"""The command line: which subcommand, with which options."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from outflank.engine import NotBuilt
from outflank.engine.names import nearest
from outflank.protocol import __version__, settings
from outflank.protocol.console.outbox import show, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.book.repertoire import Repertoire
    from outflank.engine.play.player import Player
    from outflank.protocol.gtp.session import Gtp
    from outflank.protocol.nboard.book_file import BookFile
    from outflank.protocol.nboard.session import NBoard
    from outflank.protocol.session.contract import Session
    from outflank.protocol.session.log import Log

PROMPT = "outflank> "
GREETING = f"Outflank {__version__}. Type help for the commands, quit to leave.\n"
WRONG_USE = 2
NOT_BUILT = 3
INTERRUPTED = 130
NO_THREAD = "can't start new thread"
"""What Python says where the system has no more threads, and no work of ours goes on without."""

# Name, where its main function is, and what it does. The function takes the words after the name and
# returns the exit code; its module is imported when it is called.
SUBCOMMANDS = (
    ("gtp", "outflank.protocol.cli:serve_gtp", "serve a GTP client"),
    ("nboard", "outflank.protocol.cli:serve_nboard", "serve an NBoard client (Othello)"),
    ("levels", "outflank.protocol.cli:list_levels", "list the levels of play"),
    (
        "config",
        "outflank.protocol.console.config_command:main",
        "show the defaults as a file, or check a file of options",
    ),
    ("bench", "outflank.protocol.bench.command:main", "measure speed, latency and strength"),
    (
        "match",
        "outflank.protocol.match.command:main",
        "play two engines against each other, over GTP or NBoard",
    ),
    ("lab", "outflank.protocol.lab.command:main", "play matches between players of this program"),
    (
        "tournament",
        "outflank.protocol.match.tournament:main",
        "play a round robin or a gauntlet between engines",
    ),
    (
        "train",
        "outflank.protocol.train.command:main",
        "train the evaluation of Othello, or grow its opening book",
    ),
    ("report", "outflank.protocol.report.command:main", "rate engines by the games of finished matches"),
    ("convert", "outflank.protocol.formats.convert:main", "convert files of Othello games between formats"),
    (
        "analyze",
        "outflank.protocol.review.command:main",
        "review games: the value of each move, better moves",
    ),
    ("check", "outflank.protocol.check.command:main", "test whether an engine keeps to GTP or NBoard"),
)
HELP = ("-h", "--help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these words, by default those of its command line, and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and words[0] in ("help", *HELP):
        words = [*words[1:], "--help"]
    if words[:1] == ["--version"]:
        return _write(f"Outflank {__version__}\n")
    name = ""
    if words and not words[0].startswith("-"):
        name = words.pop(0)
    for row, target, _ in (("", "outflank.protocol.cli:serve", ""), *SUBCOMMANDS):
        if row == name:
            try:
                if not target.startswith("outflank.protocol.cli:"):
                    _occupy()
                    return _end_with(target, words)
                return _find(target)(words)
            except NotBuilt as error:
                warn(str(error))
                return NOT_BUILT
            except RuntimeError as error:
                if str(error) != NO_THREAD:
                    raise
                warn(str(error))
                return 1
            except KeyboardInterrupt:
                return INTERRUPTED
    names = [row for row, _, _ in SUBCOMMANDS]
    near = nearest(name, names)
    guess = f"did you mean {near}?" if near else f"there are: {', '.join(names)}"
    warn(f"unknown subcommand {name}; {guess}")
    return WRONG_USE


def _end_with(target: str, words: Sequence[str]) -> int:
    """Run a subcommand that is no session; the exit code."""
    from outflank.protocol.console.ending import ENDING

    try:
        with ENDING.watching():
            try:
                code = _find(target)(words)
            except KeyboardInterrupt:
                code = INTERRUPTED
    except KeyboardInterrupt:
        # Between the end of the work and that of the watch.
        code = INTERRUPTED
    return ENDING.code(code)


def _occupy() -> None:
    """Let no file of ours take the place of stdin, stdout or stderr where they are closed; they stay useless.
    The log, the only file of the protocols, looks at that itself."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)


def asks_for_help(words: Sequence[str]) -> bool:
    """Whether a page is wanted instead of what the words ask for."""
    return any(word in HELP for word in words)


def show_page(name: str) -> int:
    """Print the help page of gtp, nboard or levels, or the front page."""
    from outflank.protocol.console import help_pages

    pages = {"gtp": help_pages.gtp, "nboard": help_pages.nboard, "levels": help_pages.levels}
    return _write(pages[name]() if name else help_pages.front(SUBCOMMANDS))


def serve(words: Sequence[str]) -> int:
    """Detect the protocol from the client's first line, and speak it."""

    def make(values: dict[str, settings.Value]) -> Session:
        from outflank.protocol.session.detect import Opening

        book = new_book(values)
        player = new_player(values, book)
        names = (lambda: new_gtp(player, values), lambda: new_nboard(player, book, str(values["name"])))
        return Opening(*names, player.bell)

    return _serve("", words, make)


def serve_gtp(words: Sequence[str]) -> int:
    """Speak GTP until the peer leaves."""
    return _serve("gtp", words, new_session)


def serve_nboard(words: Sequence[str]) -> int:
    """Speak NBoard until the peer leaves."""

    def make(values: dict[str, settings.Value]) -> Session:
        book = new_book(values)
        return new_nboard(new_player(values, book), book, str(values["name"]))

    return _serve("nboard", words, make)


def list_levels(words: Sequence[str]) -> int:
    """Print the table of levels, with what their matches came to."""
    if asks_for_help(words):
        return show_page("levels")
    if words:
        warn(f"levels takes no arguments, not {words[0]}")
        return WRONG_USE
    from outflank.engine.lab import standing
    from outflank.engine.play.bots import BOTS
    from outflank.engine.play.levels import LEVELS

    known = standing.ladder(standing.shipped())
    rows = []
    for level in LEVELS:
        about = BOTS[level.name].about if level.named else level.about
        rated = f"; {standing.told(*known[level.name])}" if level.name in known else ""
        rows.append(f"{level.name:<12}{about}{rated}\n")
    return _write("".join(rows))


def new_book(values: dict[str, settings.Value]) -> BookFile | None:
    """The book that these settings name: the user's own unless there is a seed, which promises that the same
    moves come every time. BadSetting when what was named is no book; it need not be there yet."""
    from outflank.protocol.console import files
    from outflank.protocol.nboard import book_file

    named = str(values["book"] or "")
    path = named or ("off" if values["seed"] is not None else book_file.usual_path())
    if is_off(values) or path == "off":
        return None
    book = book_file.BookFile(path)
    try:
        if named:
            book.check()
    except OSError as error:
        raise settings.BadSetting(f"--book {named}: {files.reason(error)}") from None
    return book


def is_off(values: dict[str, settings.Value]) -> bool:
    """Whether no book at all is wanted, the program's included."""
    return str(values["book"] or "").lower() == "off"


def shipped_book() -> Repertoire:
    """The book that comes with the program. engine.NotBuilt when it is missing or damaged."""
    from outflank.engine.book.repertoire import shipped

    return shipped()


def new_player(values: dict[str, settings.Value], book: BookFile | None) -> Player:
    """A player made to these settings. outflank.engine.game.Refused when there is no such game, or not the
    memory that was asked for."""
    from outflank.engine.analysis.limits import Limits
    from outflank.engine.play.player import Player
    from outflank.engine.play.settings import require_memory
    from outflank.protocol.console.files import machine_megabytes

    if values["memory"] != settings.NAMES["memory"].default:
        require_memory(values["memory"], machine_megabytes())
    limits = Limits(
        settings.whole_of(values["visits"]),
        settings.number_of(values["seconds"]),
        settings.whole_of(values["nodes"]),
    )
    player = Player(
        game=values["game"],
        size=values["size"],
        level=values["level"],
        limits=None if limits == Limits() else limits,
        options=settings.chosen(values),
        seed=values["seed"],
        memory=values["memory"],
        threads=values["threads"],
        ponder=values["ponder"],
        lag=values["lag"],
        contempt=values["contempt"],
        book=book.book if book else None,
        repertoire=None if is_off(values) else shipped_book,
    )
    player.memory_there = machine_megabytes
    for name in ("solve_empties", "resign", "resign_moves", "resign_from", "ponder_nodes"):
        player.change(name, values[name])
    if book:
        book.waited_for = lambda: bool(player.bell.rung)
    return player


def new_session(values: dict[str, settings.Value]) -> Gtp:
    """A GTP session with a player made to these settings."""
    return new_gtp(new_player(values, new_book(values)), values)


def new_gtp(player: Player, values: dict[str, settings.Value]) -> Gtp:
    """A GTP session with this player."""
    from outflank.protocol.gtp import all as gtp_all  # noqa: F401 (every command joins the table)
    from outflank.protocol.gtp.session import Gtp

    return Gtp(player, bool(values["live_gfx"]), str(values["columns"]), str(values["name"]))


def new_nboard(player: Player, book: BookFile | None, name: str = "Outflank") -> NBoard:
    """An NBoard session with this player, who learns into this book, under a name of one word.
    outflank.engine.game.Refused when he plays another game than Othello."""
    from outflank.engine.game import Refused
    from outflank.protocol.nboard.session import NBoard

    if player.variant.name != "Othello":
        raise Refused(f"NBoard plays Othello, not {player.variant.name}")
    return NBoard(player, book, name)


def _serve(name: str, words: Sequence[str], make: Callable[[dict[str, settings.Value]], Session]) -> int:
    """Serve the client with the session that the options make, or show the page of this name."""
    if asks_for_help(words):
        return show_page(name)
    import signal

    # A Ctrl-C in the terminal of a GUI reaches the engine too, perhaps before there is a loop for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from outflank.engine.game import Refused
    from outflank.protocol.console import config_file
    from outflank.protocol.session.log import Log

    mistakes: list[str] = []
    try:
        values = config_file.read_all(words, mistakes.append, config_file.FOR_GTP if name == "nboard" else ())
        session = make(values)
    except (settings.BadSetting, Refused) as error:
        mistakes.append(str(error))
        session = None
    for mistake in mistakes:
        warn(mistake)
    if session is None:
        return WRONG_USE
    log = Log(str(values["log"] or ""), faults=True)
    for mistake in mistakes:
        log.note(mistake)
    return _talk(session, log, name == "gtp" and not values["quiet"])


def _talk(session: Session, log: Log, tells: bool) -> int:
    """Serve the client with this session. Whoever waits for a line on stderr before the first command `tells`
    has one; NBoard would read it as a reply."""
    from outflank.protocol.console.outbox import Outbox
    from outflank.protocol.session.inbox import TICK, Inbox
    from outflank.protocol.session.loop import Loop

    prompt = PROMPT if os.isatty(0) else ""
    if prompt:
        show(GREETING)
    inbox = Inbox(session.hurries, session.bell.ring)
    loop = Loop(session, inbox, Outbox(1), log, prompt)
    loop.catch_signals()
    reason = inbox.start(0)
    if tells and not prompt:
        warn("ready")
    if unpacks_itself():
        reason = inbox.watch_parent() or reason
    if reason:
        loop.mention(
            f"no thread reads the commands ({reason}): they are looked for {1 / TICK:.0f} times a second"
        )
    try:
        return loop.run()
    finally:
        inbox.close()


def unpacks_itself() -> bool:
    """Whether this is the one-file program. There the process a client knows is only the parent of this one,
    and when it is killed the client's end of the pipe may stay open."""
    unpacked = getattr(sys, "_MEIPASS", "")
    beside = os.path.join(os.path.dirname(os.path.realpath(sys.executable)), "_internal")
    return bool(unpacked) and os.path.realpath(unpacked) != beside


def _find(target: str) -> Callable[[Sequence[str]], int]:
    module, _, name = target.partition(":")
    found: Callable[[Sequence[str]], int] = getattr(__import__(module, fromlist=[name]), name)
    return found


def _write(text: str) -> int:
    from outflank.protocol.console.outbox import Disconnected, Outbox

    try:
        Outbox(1).write(text.encode("utf-8"))
    except Disconnected:
        return 1
    except OSError as error:
        warn(f"cannot write to stdout: {error.strerror}")
        return 1
    return 0
