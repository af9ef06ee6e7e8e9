"""Engines as people name them on a command line.

./engine --gtp                  a command, without a shell
NAME=./engine --gtp             the same under a name
level=5,threads=2               this program with these options
visits=400 exploration=1.0      in-process: a player of `outflank lab` in this process
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Sequence

from outflank.engine.lab.client import IN_PROCESS, EngineSpec
from outflank.engine.play.levels import find_level
from outflank.protocol import settings
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.own_program import PLAIN, as_kept, own_program, usable_cores

PROTOCOLS = ("auto", "gtp", "nboard", IN_PROCESS)
NAME = re.compile(r"([A-Za-z0-9_.-]{1,40})=(.*)", re.DOTALL)
OWN_NAME = re.compile(r"[A-Za-z0-9_.:=,-]{1,80}")
"""Options of this program that can be its name as they are."""
PAIR = re.compile(r"([a-z0-9_]+)([=:])(.*)", re.DOTALL)
VALUE = re.compile(r"[A-Za-z0-9_.+-]+")
"""A value that has nothing of a path or a command line."""


def read_spec(text: str, usual_name: str, protocol: str = "auto", folder: str = "") -> EngineSpec:
    """The engine that a text names. ValueError when it names none."""
    if protocol == IN_PROCESS:
        return player_spec(text, folder)
    words = own_command(text)
    named = None if words else NAME.fullmatch(text)
    command = named[2] if named else text
    words = words or own_command(command)
    if words:
        # Where this program lies may sound like the other protocol.
        protocol = "gtp" if protocol == "auto" else protocol
        usual_name = command if OWN_NAME.fullmatch(command) else usual_name
    else:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UserError(f"{command!r} is no command: {error}") from None
    if not words:
        raise UserError(f"{text!r} names no engine")
    if len(words) == 1 and find_level(words[0]) and not shutil.which(words[0]):
        raise UserError(f"there is no program {words[0]}; the level of this name is level={words[0]}")
    if protocol == "auto":
        protocol = "nboard" if any("nboard" in word.lower() for word in words[1:]) else "gtp"
    name = named[1] if named else usual_name
    return EngineSpec(name, tuple(words), protocol, folder, kept=kept(words))


def player_spec(text: str, folder: str = "") -> EngineSpec:
    """The player of this program in this process that a text names, which is its name too. ValueError when
    it names none, or is to be started in a folder."""
    text = " ".join(text.split())
    if not text:
        raise UserError(f"{text!r} names no player")
    if folder:
        raise UserError("a player in this process is not started in a folder")
    return EngineSpec(text, (text,), IN_PROCESS)


def kept(command: Sequence[str]) -> tuple[str, ...]:
    """The command as it stands with games; nothing where that is the command itself."""
    found = as_kept(command)
    return () if found == tuple(command) else found


def read_line(line: object) -> str:
    """A line to send. ValueError when it is none."""
    if not (isinstance(line, str) and line.strip() and line.isprintable()):
        raise UserError(f"{line!r} is no line to send to an engine")
    return line


def own_command(text: str) -> list[str]:
    """The command of this program with options like `level=5,threads=2`; none where the text is not such a
    list. The first match runner wrote `level:5,threads:2`, and plans and scripts may still do so."""
    pairs = [PAIR.fullmatch(word) for word in text.split(",")]
    rows = [pair and settings.named(pair[1]) for pair in pairs]
    first = pairs[0]
    if first is None or not all(row is not None and row.kind is not bool for row in rows):
        return []
    if first[2] == "=" and not is_value(first[1], first[3]):
        # NAME=COMMAND, with an option's name for the engine's.
        return []
    options = [word for pair in pairs if pair for word in (f"--{pair[1]}", pair[3])]
    settings.read_words(options)
    return [*own_program(), "gtp", *PLAIN, *options]


def is_value(name: str, word: str) -> bool:
    """Tell whether a word can be the value of an option, and no command."""
    if not VALUE.fullmatch(word):
        return False
    option = settings.named(name)
    if option is None:
        return False
    try:
        settings.checked(option, word)
    except settings.BadSetting:
        return False
    return True


def threads_of(spec: EngineSpec) -> int:
    """The threads that an engine's command says it thinks with; 1 where it does not say."""
    words = spec.command[0].split() if spec.protocol == IN_PROCESS else spec.command
    for word, value in zip(words, (*words[1:], ""), strict=True):
        name, equals, rest = word.partition("=")
        count = rest if equals else value
        if name.lstrip("-") in ("threads", "n-tasks") and re.fullmatch("[0-9]{1,4}", count):
            return max(1, int(count))
    return 1


def usual_jobs(specs: Sequence[EngineSpec]) -> int:
    """A game for each core, or for as many as one engine has threads: while it thinks the others wait."""
    return max(1, usable_cores() // max(map(threads_of, specs)))
