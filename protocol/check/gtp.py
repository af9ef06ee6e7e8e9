"""Steps of the check of a GTP engine: framing, the commands that all must have, and their errors.

The rules of the games are in protocol/check/gtp_play.
"""

from __future__ import annotations

from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.recorded_process import QUIET, Steps, hope, need

REQUIRED = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
)
HARMLESS = (
    "name",
    "version",
    "list_commands",
    "showboard",
    "list_games",
    "gogui-analyze_commands",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "gomill-describe_engine",
    "kata-list_time_settings",
)
"""Queries without arguments that change nothing."""
GREATEST_ID = 2**31 - 1
BURST = 50
OFF_BOOK = ("play b f5", "play w f4", "play b d3", "play w c4", "play b b3", "play w c6")
"""Moves after which no engine has one at once."""
END_SECONDS = 2.0
"""For the end after EOF."""
QUIT_SECONDS = 5.0
FRAMING = Steps()
ENDS = Steps()
"""These steps end the program."""


@FRAMING.step("no banner", "nothing comes before the first command")
def no_banner(gtp: Gtp) -> None:
    lines = gtp.wire.quiet()
    need(not lines, "it speaks before anything was said; some controllers give it up for that")
    gtp.ok("protocol_version")


@FRAMING.step("protocol_version", "the version of GTP is 2")
def version_2(gtp: Gtp) -> None:
    text = gtp.ok("protocol_version").strip()
    need(text.split(".")[0] == "2", f"the protocol version is {text!r}, not 2")
    hope(text == "2", f"the protocol version is {text!r}; it is the number 2, as which some clients read it")


@FRAMING.step("line feeds", "lines end in LF alone")
def line_feeds(gtp: Gtp) -> None:
    gtp.ok("name")
    need(not gtp.wire.returns, "lines end in CR LF; Quarry waits for ever")


@FRAMING.step("blank after =", "a blank stands between the sign and the text", lenient=True)
def space_after_sign(gtp: Gtp) -> None:
    gtp.wire.send("name\n")
    line = gtp.wire.line()
    while gtp.wire.line():
        pass
    need(line.startswith("= "), f"the reply begins with {line[:12]!r}; GoGui reads from the first blank on")


@FRAMING.step("name, version", "one line each")
def name_and_version(gtp: Gtp) -> None:
    need(gtp.ok("name").strip(), "it has no name")
    for command in ("name", "version"):
        need("\n" not in gtp.ok(command), f"{command} has more than one line")


@FRAMING.step("ids", "a command's id comes back, glued to the sign")
def ids(gtp: Gtp) -> None:
    for number in (7, 0, 12345, GREATEST_ID):
        gtp.numbered(number, "protocol_version")
    gtp.numbered(3, "no-such-command-0")


@FRAMING.step("ids do not stick", "a command without an id has a reply without one")
def ids_do_not_stick(gtp: Gtp) -> None:
    gtp.numbered(41, "name")
    gtp.ok("name")


@FRAMING.step("comments", "what follows # is nothing")
def comments(gtp: Gtp) -> None:
    gtp.ok("name # what is your name?")
    need(gtp.ignores("# nothing", "   # nothing"), "a line that is only a comment has a reply")


@FRAMING.step("empty lines", "have no reply")
def blank_lines(gtp: Gtp) -> None:
    need(gtp.ignores("", "   ", "\t"), "an empty line has a reply")


@FRAMING.step("CR LF", "is read as LF")
def carriage_returns(gtp: Gtp) -> None:
    gtp.ok("name\r")


@FRAMING.step("control characters", "are dropped from commands", lenient=True)
def control_characters(gtp: Gtp) -> None:
    gtp.ok("na\x01m\x07e")


@FRAMING.step("tabs", "count as blanks")
def tabs(gtp: Gtp) -> None:
    need(gtp.ok("known_command\tname\t") == "true", "a tab does not count as a blank")


@FRAMING.step("many blanks", "count as one")
def many_blanks(gtp: Gtp) -> None:
    need(gtp.ok("  known_command    name  ") == "true", "several blanks do not count as one")


@FRAMING.step("unknown commands", "fail")
def unknown(gtp: Gtp) -> None:
    for command in ("no-such-command", "no-such-command with words", "!"):
        gtp.refused(command)


@FRAMING.step("words: unknown", "they fail with 'unknown command'", lenient=True)
def unknown_words(gtp: Gtp) -> None:
    text = gtp.refused("no-such-command")
    need(text == "unknown command", f"the failure says {text!r}, not 'unknown command'")


@FRAMING.step("list_commands", "one name a line, all that are required")
def list_commands(gtp: Gtp) -> None:
    lines = gtp.ok("list_commands").split("\n")
    need(all(len(line.split()) == 1 for line in lines), "list_commands does not have one name per line")
    need(len(set(lines)) == len(lines), "list_commands names a command twice")
    missing = [name for name in REQUIRED if name not in lines]
    need(not missing, f"list_commands lacks {', '.join(missing)}, which every engine must have")


@FRAMING.step("known_command", "agrees with list_commands")
def known_command(gtp: Gtp) -> None:
    names = gtp.ok("list_commands").split()
    need(names, "list_commands names none")
    for name in names:
        text = gtp.ok(f"known_command {name}")
        need(text == "true", f"{name} is listed, and known_command says {text!r}")
    for name in ("no-such-command", "Name"):
        text = gtp.ok(f"known_command {name}")
        need(text == "false", f"known_command says {text!r} to {name}")


@FRAMING.step("pipelined", f"{2 * BURST} commands in one write are answered in order")
def pipelined(gtp: Gtp) -> None:
    gtp.wire.send("known_command name\nprotocol_version\n" * BURST)
    for number in range(1, BURST + 1):
        first, second = gtp.reply(), gtp.reply()
        right = (first.text, second.text[:1]) == ("true", "2")
        need(right, f"the replies to commands {2 * number - 1} and {2 * number} of one write are wrong")


@FRAMING.step("long lines", "are one command")
def long_line(gtp: Gtp) -> None:
    text = gtp.ok("known_command " + "x" * 20_000)
    need(text == "false", "a line of 20,000 letters is not one command")
    need(gtp.ok("known_command name") == "true", "a line of 20,000 letters has more than one reply")


@FRAMING.step("no blank lines", "in replies, which end at the first one")
def no_blank_lines(gtp: Gtp) -> None:
    for command in HARMLESS:
        if command in gtp.commands or command in REQUIRED:
            gtp.wire.send(f"{command}\nprotocol_version\n")
            gtp.reply()
            line = gtp.wire.line()
            need(
                line[:1] in ("=", "?"),
                f"the reply to {command} ends early, at a blank line, or one too many follows",
            )
            need(not gtp.wire.line(), f"the reply to {command} ends early, at a blank line")


@FRAMING.step("setting up", "boardsize, clear_board and any komi")
def set_up(gtp: Gtp) -> None:
    gtp.known_game()
    for command in ("clear_board", "komi 0", "komi 6.5", "komi -3", "komi 0.0"):
        gtp.ok(command)


@FRAMING.step("syntax errors", "fail")
def syntax_errors(gtp: Gtp) -> None:
    for command in (
        "boardsize",
        "boardsize x",
        "komi",
        "komi x",
        "play",
        "play b",
        "play purple d3",
        "genmove",
    ):
        gtp.refused(command)
    for command in ("genmove purple", "play b z99", "play b d"):
        gtp.refused(command)


@FRAMING.step("words: syntax", "they fail with 'syntax error'", lenient=True)
def syntax_words(gtp: Gtp) -> None:
    for command in ("boardsize x", "komi x", "play b", "genmove"):
        text = gtp.refused(command)
        need(text == "syntax error", f"{command!r} fails with {text!r}, not 'syntax error'")


@FRAMING.step("refused board size", "leaves the board as it was")
def refused_size(gtp: Gtp) -> None:
    gtp.othello()
    gtp.ok("play b d3")
    gtp.refused("boardsize 1000")
    text = gtp.reply_to("play w c3")
    need(text.sign == "=", "a board size that it refuses changes the board all the same")


@ENDS.step("quit", "what came before is answered, then it ends")
def quits(gtp: Gtp) -> None:
    gtp.wire.send("name\nversion\nquit\n")
    for _ in range(3):
        need(gtp.reply().sign == "=", "not every command before quit is answered")
    gtp.wire.ends(QUIT_SECONDS)


@ENDS.step("end of input", f"ends it within {END_SECONDS:g} s")
def end_of_input(gtp: Gtp) -> None:
    gtp.ok("name")
    gtp.wire.leave(END_SECONDS)


@ENDS.step("end while thinking", f"ends it within {END_SECONDS:g} s")
def end_while_thinking(gtp: Gtp) -> None:
    gtp.othello()
    if "time_settings" in gtp.commands:
        gtp.ok("time_settings 3600 0 0")
    for line in OFF_BOOK:
        gtp.ok(line)
    gtp.wire.send("genmove b\n")
    gtp.wire.stirs(QUIET)
    gtp.wire.leave(END_SECONDS)
