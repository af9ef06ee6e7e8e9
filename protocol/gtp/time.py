"""GTP commands about time: what the controller says of clocks, in its three dialects."""

from __future__ import annotations

from collections.abc import Callable

from outflank.engine.play.clocks import time_control
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError
from outflank.protocol.session.words import integer, number

# Name, what makes the settings of it, and its numbers: times, counts, and caps, which are none when negative.
SYSTEMS: dict[str, tuple[Callable[..., time_control.TimeControl], tuple[str, ...]]] = {
    "none": (lambda: time_control.NO_LIMIT, ()),
    "absolute": (time_control.absolute, ("time",)),
    "byoyomi": (time_control.byo_yomi, ("time", "time", "count")),
    "canadian": (time_control.canadian, ("time", "time", "count")),
    "fischer": (time_control.fischer, ("time", "time")),
    "fischer-capped": (time_control.fischer, ("time", "time", "cap", "cap")),
}
KGS_SYSTEMS = ("none", "absolute", "byoyomi", "canadian")


@commands.command("time_settings", "MAIN PERIOD STONES")
def time_settings(gtp: Gtp, words: list[str]) -> str:
    """Set all clocks: MAIN seconds, then STONES moves in each PERIOD seconds. 0 moves in a period mean no
    limit."""
    gtp.player.set_clock(time_control.from_gtp(*[integer(word) for word in words]))
    return ""


@commands.command("time_left", "COLOUR SECONDS STONES")
def time_left(gtp: Gtp, words: list[str]) -> str:
    """Say what a player has left: SECONDS of main time if STONES is 0, else for STONES moves or, in byo-yomi,
    for each of STONES periods. A lag that this proves to be longer is kept back from then on, and noted in
    the log."""
    player = gtp.find_player(words[0])
    before = gtp.player.clock.lag
    gtp.player.time_left(player, seconds(words[1]), integer(words[2]))
    lag = gtp.player.clock.lag
    if lag != before:
        gtp.note = f"lag {lag:.3f} s, measured by the client's clock; it was {before:.3f} s"
    return ""


@commands.command("kgs-time_settings", "SYSTEM [NUMBER...]")
def kgs_time_settings(gtp: Gtp, words: list[str]) -> str:
    """Set all clocks, in whole seconds: none, absolute MAIN, byoyomi MAIN PERIOD PERIODS, or canadian MAIN
    PERIOD STONES."""
    if words[0].lower() not in KGS_SYSTEMS:
        raise CommandError("unsupported time settings")
    for word in words[1:]:
        integer(word)
    gtp.player.set_clock(settings(words))
    return ""


@commands.command("kata-time_settings", "SYSTEM [NUMBER...]")
def kata_time_settings(gtp: Gtp, words: list[str]) -> str:
    """Set all clocks, in seconds that may be fractions: as kgs-time_settings, also fischer MAIN INCREMENT,
    and fischer-capped MAIN INCREMENT MOST-MAIN MOST-PER-MOVE, where -1 stands for none."""
    gtp.player.set_clock(settings(words))
    return ""


@commands.command("kata-list_time_settings")
def kata_list_time_settings(gtp: Gtp, words: list[str]) -> str:
    """The systems that kata-time_settings takes."""
    return " ".join(SYSTEMS)


def settings(words: list[str]) -> time_control.TimeControl:
    """The settings that a system's name and its numbers stand for. CommandError when there are none."""
    row = SYSTEMS.get(words[0].lower())
    if row is None:
        raise CommandError("unsupported time settings")
    make, kinds = row
    if len(words) - 1 != len(kinds):
        raise CommandError("syntax error")
    values = [READERS[kind](word) for kind, word in zip(kinds, words[1:], strict=True)]
    try:
        return make(*values)
    except ValueError:
        raise CommandError("unsupported time settings") from None


def seconds(word: str) -> float:
    """A time: not negative, fractions allowed."""
    value = number(word)
    if value < 0:
        raise CommandError("syntax error")
    return value


def cap(word: str) -> float | None:
    """A time, or None when it is negative."""
    value = number(word)
    return None if value < 0 else value


READERS = {"time": seconds, "count": integer, "cap": cap}
