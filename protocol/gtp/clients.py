"""GTP commands that single clients ask for: tournament controllers, Go servers, and those who measure."""

from __future__ import annotations

import time

from outflank.engine import core, options as techniques
from outflank.protocol import __version__, settings
from outflank.protocol.gtp.gogui import limits_text
from outflank.protocol.gtp.own import line_text
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.words import integer


@commands.command("gg-undo", "[MOVES]")
def undo_many(gtp: Gtp, words: list[str]) -> str:
    """Take back a number of moves or passes at once, all of them or none; one if no number is said."""
    gtp.player.undo(integer(words[0]) if words else 1)
    return ""


@commands.command("cputime")
def cputime(gtp: Gtp, words: list[str]) -> str:
    """The seconds of processor time that all threads have used so far."""
    return f"{time.process_time():.3f}"


@commands.command("gomill-cpu_time")
def gomill_cpu_time(gtp: Gtp, words: list[str]) -> str:
    """As cputime."""
    return cputime(gtp, words)


@commands.command("gomill-describe_engine")
def describe_engine(gtp: Gtp, words: list[str]) -> str:
    """The program and its set-up: its build, the game, the level, what limits a search, and
    the options that have other values than usual."""
    player = gtp.player
    usual = {option.name: option.default for option in settings.OPTIONS}
    usual.update(techniques.defaults(player.variant.name, player.size, player.search_session.options))
    # What the lines about level and limits tell anyway.
    usual.update(level=player.settings.level.name, **player.settings.limits._asdict())
    changed = {name: value for name, value in gtp.settings.items() if value != usual.get(name)}
    return "\n".join(
        [
            f"Outflank {__version__}, compiled for {core.LEVEL}",
            f"game {player.variant.name}, size {player.size}",
            f"level {player.settings.level.name}",
            f"limits of a move: {limits_text(player)}",
            "options: " + (", ".join(f"{name} {value}" for name, value in changed.items()) or "as usual"),
        ]
    )


@commands.command("gomill-explain_last_move")
def explain_last_move(gtp: Gtp, words: list[str]) -> str:
    """Why the last move was made, if we chose it by a search: its value for us, the visits behind it, and the
    line that is expected. Nothing otherwise."""
    thoughts = gtp.player.game.thoughts
    row = thoughts[-1] if thoughts else None
    if row is None:
        return ""
    parts = [f"value {row.mean:.4f}", f"visits {row.visits}"]
    if row.sure is not None:
        parts.append(f"certain {row.sure:g}" + ("" if row.margin is None else f" by {row.margin}"))
    return ", ".join([*parts, f"expecting {line_text(gtp, row.line)}"])


@commands.command("stop")
def stop(gtp: Gtp, words: list[str]) -> str:
    """Think of nothing until the next move or search; an analysis ends at any line."""
    gtp.player.pondering.rest()
    return ""


@commands.command("clear_cache")
def clear_cache(gtp: Gtp, words: list[str]) -> str:
    """Give up what searches, solutions and the evaluation have found, as if nothing had been searched yet.
    Position and options stay."""
    gtp.player.forget()
    return ""


@commands.command("kgs-game_over")
def game_over(gtp: Gtp, words: list[str]) -> str:
    """The game has ended: think of nothing until the next move."""
    gtp.player.pondering.rest()
    return ""
