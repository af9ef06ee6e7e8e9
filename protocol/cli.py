"""The command line: which subcommand, with which options."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from engine import NotBuilt
from protocol import __version__, settings
from protocol.outbox import show, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine.player import Player
    from engine.repertoire import Repertoire
    from protocol.book_file import BookFile
    from protocol.gtp import Gtp
    from protocol.nboard import NBoard
    from protocol.table import Session

PROMPT = "outflank> "
GREETING = f"Outflank {__version__}. Type help for the commands, quit to leave.\n"
WRONG_USE = 2
NOT_BUILT = 3
INTERRUPTED = 130

# Name, where its main function is, and what it does. The function takes the words after the name and
# returns the exit code; its module is imported when it is called.
SUBCOMMANDS = (
    ("gtp", "protocol.cli:serve_gtp", "speak GTP on stdin and stdout"),
    (
        "nboard",
        "protocol.cli:serve_nboard",
        "speak NBoard on stdin and stdout, for Othello; without a subcommand the first line decides",
    ),
    ("levels", "protocol.cli:list_levels", "list the levels of play"),
    ("bench", "protocol.bench:main", "measure speed and strength"),
    ("match", "protocol.arena.match_command:main", "play engines against each other, over GTP or NBoard"),
    ("lab", "protocol.lab_command:main", "play matches between players of ours"),
    ("tournament", "protocol.arena.tournament:main", "play a round robin or a gauntlet between engines"),
    (
        "train",
        "protocol.train_command:main",
        "learn the evaluation of Othello, or grow its book, from nothing",
    ),
    ("report", "protocol.arena.report:main", "say what the games of matches prove"),
    ("convert", "protocol.convert:main", "write the Othello games of a file in another format"),
    (
        "analyze",
        "protocol.arena.analyze_command:main",
        "review games: what moves were worth, and better ones",
    ),
    (
        "check",
        "protocol.arena.check_command:main",
        "examine whether an engine keeps to GTP or NBoard's protocol",
    ),
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these words, by default those of its command line, and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words[:1] in (["--help"], ["-h"], ["help"]):
        return _write(usage())
    if words[:1] == ["--version"]:
        return _write(f"Outflank {__version__}\n")
    name = ""
    if words and not words[0].startswith("-"):
        name = words.pop(0)
    for row, target, _ in (("", "protocol.cli:serve", ""), *SUBCOMMANDS):
        if row == name:
            if not target.startswith("protocol.cli:"):
                _occupy()
            try:
                return _find(target)(words)
            except NotBuilt as error:
                warn(str(error))
                return NOT_BUILT
            except KeyboardInterrupt:
                return INTERRUPTED
    warn(f"unknown subcommand {name}; there are: {', '.join(row for row, _, _ in SUBCOMMANDS)}")
    return WRONG_USE


def _occupy() -> None:
    """Let no file of ours take the place of stdin, stdout or stderr where they are closed; they stay useless.
    The log, the only file of the protocols, looks at that itself."""
    for fd in range(3):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)


def usage() -> str:
    """The text of --help."""
    rows = [f"  {name:<18}{about}" for name, _, about in SUBCOMMANDS]
    options = [f"  --{option.name + ' ' + _kind(option):<16}{option.about}" for option in settings.OPTIONS]
    techniques = [f"  --{option.name:<16}{option.about}" for option in settings.TECHNIQUES]
    return "\n".join(
        [
            "outflank [SUBCOMMAND] [--OPTION VALUE ...]",
            "",
            "Subcommands:",
            *rows,
            "",
            "Options of gtp (and what holds without them):",
            *options,
            "Options of the search, each with a default for every game (and the most common one):",
            *techniques,
            "  --help            this text",
            "  --version         the version",
            "",
        ]
    )


def serve(words: Sequence[str]) -> int:
    """Speak the protocol of which the peer's first line is."""

    def make(values: dict[str, settings.Value]) -> Session:
        from protocol.opening import Opening

        book = new_book(values)
        player = new_player(values, book)
        return Opening(lambda: new_gtp(player, values), lambda: new_nboard(player, book), player.bell)

    return _serve(words, make)


def serve_gtp(words: Sequence[str]) -> int:
    """Speak GTP until the peer leaves."""
    return _serve(words, new_session)


def serve_nboard(words: Sequence[str]) -> int:
    """Speak NBoard until the peer leaves."""

    def make(values: dict[str, settings.Value]) -> Session:
        book = new_book(values)
        return new_nboard(new_player(values, book), book)

    return _serve(words, make)


def list_levels(words: Sequence[str]) -> int:
    """Print the table of levels."""
    from engine.levels import LEVELS

    return _write("".join(f"{level.name:<8}{level.about}\n" for level in LEVELS))


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
    """A player made to these settings. engine.game.Refused when there is no such game."""
    from engine.limits import Limits
    from engine.player import Player

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

    return Gtp(player, bool(values["live_gfx"]))


def new_nboard(player: Player, book: BookFile | None) -> NBoard:
    """An NBoard session with this player, who learns into this book. engine.game.Refused when he plays
    another game than Othello."""
    from engine.game import Refused
    from protocol.nboard import NBoard

    if player.variant.name != "Othello":
        raise Refused(f"NBoard plays Othello, not {player.variant.name}")
    return NBoard(player, book)


def _serve(words: Sequence[str], make: Callable[[dict[str, settings.Value]], Session]) -> int:
    """Read the options, and serve the peer with the session they make."""
    if "--help" in words:
        return _write(usage())
    import signal

    # A Ctrl-C in the terminal of a GUI reaches the engine too, perhaps before there is a desk for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from engine.game import Refused

    try:
        values = settings.read_words(words)
        session = make(values)
    except (settings.BadSetting, Refused) as error:
        warn(str(error))
        return WRONG_USE
    return _talk(session, str(values["log"] or ""))


def _talk(session: Session, log: str) -> int:
    from protocol.desk import Desk
    from protocol.inbox import Inbox
    from protocol.log import Log
    from protocol.outbox import Outbox

    prompt = PROMPT if os.isatty(0) else ""
    if prompt:
        show(GREETING)
    inbox = Inbox(session.hurries, session.bell.ring)
    desk = Desk(session, inbox, Outbox(1), Log(log), prompt)
    desk.catch_signals()
    inbox.start(0)
    if unpacks_itself():
        inbox.watch_parent()
    return desk.run()


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


def _kind(option: settings.Option) -> str:
    return {str: "TEXT", int: "N", float: "X"}[option.kind]


def _write(text: str) -> int:
    from protocol.outbox import Disconnected, Outbox

    try:
        Outbox(1).write(text.encode("utf-8"))
    except Disconnected:
        return 1
    return 0
