"""The start of a session: from its options to a player, a protocol and the loop that serves the client."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence

from outflank.protocol import __version__, settings
from outflank.protocol.console.errors import UserError, reason
from outflank.protocol.console.outbox import show, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.book.repertoire import Repertoire
    from outflank.engine.play.player import Player
    from outflank.protocol.gtp.session import Gtp
    from outflank.protocol.json_lines.session import JsonSession
    from outflank.protocol.nboard.book_file import BookFile
    from outflank.protocol.nboard.session import NBoard
    from outflank.protocol.session.contract import Session
    from outflank.protocol.session.log import Log

PROMPT = "outflank> "
GREETING = f"Outflank {__version__}. Type help for the commands, quit to leave.\n"


def serve(name: str, words: Sequence[str]) -> int:
    """Serve the client on stdin and stdout by the protocol of this name; without one it is detected from the
    first line."""
    # A Ctrl-C in the terminal of a GUI reaches the engine too, perhaps before there is a loop for it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from outflank.engine.errors import Refused
    from outflank.protocol.config import file
    from outflank.protocol.session.log import Log

    mistakes: list[str] = []
    try:
        values = file.read_all(words, mistakes.append, file.FOR_GTP if name == "nboard" else ())
        session = SESSIONS[name](values)
    except (UserError, Refused) as error:
        for mistake in mistakes:
            warn(mistake)
        raise UserError(str(error)) from None
    for mistake in mistakes:
        warn(mistake)
    log = Log(str(values["log"] or ""), faults=True)
    for mistake in mistakes:
        log.note(mistake)
    return _talk(session, log, name == "gtp" and not values["quiet"])


def new_detector(values: dict[str, settings.Value]) -> Session:
    """A session that becomes GTP's or NBoard's by the client's first line."""
    from outflank.protocol.session.detect import Opening

    book = new_book(values)
    player = new_player(values, book)
    name = str(values["name"])
    return Opening(
        lambda: new_gtp(player, values),
        lambda: new_nboard(player, book, name),
        lambda: new_json(values, book),
        player.bell,
    )


def new_json_session(values: dict[str, settings.Value]) -> JsonSession:
    """A session of JSON lines with players made to these settings."""
    return new_json(values, new_book(values))


def new_nboard_session(values: dict[str, settings.Value]) -> NBoard:
    """An NBoard session with a player made to these settings."""
    book = new_book(values)
    return new_nboard(new_player(values, book), book, str(values["name"]))


def new_book(values: dict[str, settings.Value]) -> BookFile | None:
    """The book that these settings name: the user's own unless there is a seed, which promises that the same
    moves come every time. BadSetting when what was named is not a book; it need not be there yet."""
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
        raise settings.BadSetting(f"--book {named}: {reason(error)}") from None
    return book


def is_off(values: dict[str, settings.Value]) -> bool:
    """Tell whether no book at all is wanted, the program's included."""
    return str(values["book"] or "").lower() == "off"


def shipped_book() -> Repertoire:
    """The book that comes with the program. engine.NotBuilt when it is missing or damaged."""
    from outflank.engine.book.repertoire import shipped

    return shipped()


def new_player(values: dict[str, settings.Value], book: BookFile | None) -> Player:
    """A player made to these settings. outflank.engine.errors.Refused for an unknown game, or without the
    memory that was asked for."""
    from outflank.engine.analysis.limits import Limits
    from outflank.engine.play.player import Player
    from outflank.engine.play.settings import require_memory
    from outflank.engine.technique import number, optional, whole, word
    from outflank.protocol.console.files import machine_megabytes

    memory = whole(values["memory"])
    if memory != settings.NAMES["memory"].default:
        require_memory(memory, machine_megabytes())
    limits = Limits(
        optional(whole, values["visits"]),
        optional(number, values["seconds"]),
        optional(whole, values["nodes"]),
    )
    player = Player(
        game=word(values["game"]),
        size=optional(whole, values["size"]),
        level=word(values["level"]),
        limits=None if limits == Limits() else limits,
        options=settings.chosen(values),
        seed=optional(whole, values["seed"]),
        memory=memory,
        threads=whole(values["threads"]),
        ponder=number(values["ponder"]),
        lag=number(values["lag"]),
        contempt=whole(values["contempt"]),
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


def new_json(values: dict[str, settings.Value], book: BookFile | None) -> JsonSession:
    """A session of JSON lines with players made to these settings, who know this book. A person sits at the
    game, and engines."""
    from outflank.engine.play.game_choice import choose_game
    from outflank.engine.technique import optional, whole, word
    from outflank.protocol.json_lines import schema  # noqa: F401 (every request joins the table)
    from outflank.protocol.json_lines.session import JsonSession
    from outflank.protocol.sitting.engines import Engines
    from outflank.protocol.sitting.seats import usual_seats
    from outflank.protocol.sitting.sitting import Sitting

    engines = Engines(
        lambda changes: new_player({**values, **changes}, book), optional(whole, values["seed"])
    )
    choice = choose_game(word(values["game"]), optional(whole, values["size"]), None)
    return JsonSession(engines, choice, Sitting(choice, usual_seats(len(choice.variant.players))))


def new_nboard(player: Player, book: BookFile | None, name: str = "Outflank") -> NBoard:
    """An NBoard session with this player, who learns into this book, under a name of one word.
    outflank.engine.errors.Refused when he plays another game than Othello."""
    from outflank.engine.errors import Refused
    from outflank.protocol.nboard.session import NBoard

    if not player.variant.nboard:
        raise Refused(f"NBoard plays Othello, not {player.variant.name}")
    return NBoard(player, book, name)


SESSIONS: dict[str, Callable[[dict[str, settings.Value]], Session]] = {
    "": new_detector,
    "gtp": new_session,
    "nboard": new_nboard_session,
    "json": new_json_session,
}


def _talk(session: Session, log: Log, tells: bool) -> int:
    """Serve the client with this session. Whoever waits for a line on stderr before the first command `tells`
    has one; NBoard would read it as a reply."""
    from outflank.protocol.console.outbox import Outbox
    from outflank.protocol.session.inbox import TICK, Inbox
    from outflank.protocol.session.loop import Loop

    prompt = PROMPT if os.isatty(0) else ""
    if prompt:
        show(GREETING)
    inbox = Inbox(session.hurries, session.bell.ring, session.hasten)
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
    """Tell whether this is the one-file program. There the process a client knows is only the parent of this
    one, and when it is killed the client's end of the pipe may stay open."""
    unpacked = getattr(sys, "_MEIPASS", "")
    beside = os.path.join(os.path.dirname(os.path.realpath(sys.executable)), "_internal")
    return bool(unpacked) and os.path.realpath(unpacked) != beside
