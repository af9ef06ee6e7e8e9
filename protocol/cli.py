"""The command line: which subcommand, with which options."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from engine import NotBuilt
from engine.names import nearest
from protocol import __version__, settings
from protocol.outbox import show, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine.player import Player
    from engine.repertoire import Repertoire
    from protocol.book_file import BookFile
    from protocol.gtp import Gtp
    from protocol.log import Log
    from protocol.nboard import NBoard
    from protocol.table import Session

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
    ("gtp", "protocol.cli:serve_gtp", "serve a GTP client"),
    ("nboard", "protocol.cli:serve_nboard", "serve an NBoard client (Othello)"),
    ("levels", "protocol.cli:list_levels", "list the levels of play"),
    ("config", "protocol.config_command:main", "show the defaults as a file, or check a file of options"),
    ("bench", "protocol.bench:main", "measure speed, latency and strength"),
    ("match", "protocol.arena.match_command:main", "play two engines against each other, over GTP or NBoard"),
    ("lab", "protocol.lab_command:main", "play matches between players of this program"),
    ("tournament", "protocol.arena.tournament:main", "play a round robin or a gauntlet between engines"),
    ("train", "protocol.train_command:main", "train the evaluation of Othello, or grow its opening book"),
    ("report", "protocol.arena.report:main", "rate engines by the games of finished matches"),
    ("convert", "protocol.convert:main", "convert files of Othello games between formats"),
    ("analyze", "protocol.arena.analyze_command:main", "review games: the value of each move, better moves"),
    ("check", "protocol.arena.check_command:main", "test whether an engine keeps to GTP or NBoard"),
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
    for row, target, _ in (("", "protocol.cli:serve", ""), *SUBCOMMANDS):
        if row == name:
            try:
                if not target.startswith("protocol.cli:"):
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
    from protocol.ending import ENDING

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
    from protocol import help_pages

    pages = {"gtp": help_pages.gtp, "nboard": help_pages.nboard, "levels": help_pages.levels}
    return _write(pages[name]() if name else help_pages.front(SUBCOMMANDS))


def serve(words: Sequence[str]) -> int:
    """Detect the protocol from the client's first line, and speak it."""

    def make(values: dict[str, settings.Value]) -> Session:
        from protocol.opening import Opening

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
    from engine import standing
    from engine.bots import BOTS
    from engine.levels import LEVELS

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
    from protocol import book_file, files

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
    from engine.repertoire import shipped

    return shipped()


def new_player(values: dict[str, settings.Value], book: BookFile | None) -> Player:
    """A player made to these settings. engine.game.Refused when there is no such game, or not the memory that
    was asked for."""
    from engine.limits import Limits
    from engine.player import Player
    from engine.setup import require_memory
    from protocol.files import machine_megabytes

    if values["memory"] != settings.NAMES["memory"].default:
        require_memory(values["memory"], machine_megabytes())
    limits = Limits(values["visits"], values["seconds"], values["nodes"])
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
    from protocol import gtp_all  # noqa: F401 (every command joins the table)
    from protocol.gtp import Gtp

    return Gtp(player, bool(values["live_gfx"]), str(values["columns"]), str(values["name"]))


def new_nboard(player: Player, book: BookFile | None, name: str = "Outflank") -> NBoard:
    """An NBoard session with this player, who learns into this book, under a name of one word.
    engine.game.Refused when he plays another game than Othello."""
    from engine.game import Refused
    from protocol.nboard import NBoard

    if player.variant.name != "Othello":
        raise Refused(f"NBoard plays Othello, not {player.variant.name}")
    return NBoard(player, book, name)


def _serve(name: str, words: Sequence[str], make: Callable[[dict[str, settings.Value]], Session]) -> int:
    """Serve the client with the session that the options make, or show the page of this name."""
    if asks_for_help(words):
        return show_page(name)
    import signal

    # A Ctrl-C in the terminal of a GUI reaches the engine too, perhaps before there is a desk for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from engine.game import Refused
    from protocol import config_file
    from protocol.log import Log

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
    from protocol.desk import Desk
    from protocol.inbox import TICK, Inbox
    from protocol.outbox import Outbox

    prompt = PROMPT if os.isatty(0) else ""
    if prompt:
        show(GREETING)
    inbox = Inbox(session.hurries, session.bell.ring)
    desk = Desk(session, inbox, Outbox(1), log, prompt)
    desk.catch_signals()
    reason = inbox.start(0)
    if tells and not prompt:
        warn("ready")
    if unpacks_itself():
        reason = inbox.watch_parent() or reason
    if reason:
        desk.mention(
            f"no thread reads the commands ({reason}): they are looked for {1 / TICK:.0f} times a second"
        )
    try:
        return desk.run()
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
    from protocol.outbox import Disconnected, Outbox

    try:
        Outbox(1).write(text.encode("utf-8"))
    except Disconnected:
        return 1
    except OSError as error:
        warn(f"cannot write to stdout: {error.strerror}")
        return 1
    return 0
