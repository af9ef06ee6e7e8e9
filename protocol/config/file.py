"""The user's own defaults: a TOML file whose keys are the names of options.

Nothing is read, and nothing imported for it, where the usual place has no file. The command line
comes before the file.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from outflank.engine.names import nearest
from outflank.protocol import settings
from outflank.protocol.console import files
from outflank.protocol.console.errors import reason
from outflank.protocol.settings import NAMES, BadSetting, Option, Value

MOST_BYTES = 1 << 20
"""A larger file is not taken for one of ours."""
NOT_IN_FILE = ("config",)
FOR_GTP = ("game", "size", "live_gfx")
"""Keys that an NBoard session passes over: the record that its client sends sets the board."""


class Unusable(BadSetting):
    """The file is missing, or is not one to read."""


def usual_path() -> str:
    """The path of the user's own file: with the settings of other programs. Empty without such a folder."""
    folder = files.own_folder("APPDATA", "XDG_CONFIG_HOME", ".config")
    return os.path.join(folder, "config.toml") if folder else ""


def read_all(
    words: Sequence[str], tell: Callable[[str], None], leave_out: Sequence[str] = ()
) -> dict[str, Value]:
    """The value of every option: as the words say, else as the file does, else the default. Keys to leave out
    count as not there. BadSetting at anything wrong; `tell` hears of unknown keys."""
    given = settings.read_given(words)
    named = given.get("config")
    path = usual_path() if named is None else "" if str(named).lower() == "off" else str(named)
    found: dict[str, Value] = {}
    if path and (named is not None or os.path.lexists(path)):
        found = read(path, tell)
    kept = {name: value for name, value in found.items() if name not in leave_out}
    return {**settings.defaults(), **kept, **given}


def read(path: str, tell: Callable[[str], None]) -> dict[str, Value]:
    """The options that a file sets. BadSetting names the file and what is wrong; `tell` hears of each unknown
    key, with the name that was probably meant."""
    # Importing it takes longer than all the rest of a start.
    import tomllib

    try:
        data = files.read(os.fsencode(path), MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"larger than {MOST_BYTES >> 20} MB")
        table = files.parsed(tomllib.loads, data.decode("utf-8"))
    except OSError as error:
        raise Unusable(f"{path}: {reason(error)}") from None
    except ValueError as error:
        raise BadSetting(f"{path}: {reason(error)}") from None
    found: dict[str, Value] = {}
    for key, value in table.items():
        option = None if key in NOT_IN_FILE else settings.named(key)
        if option is None:
            near = nearest(key, [name for name in NAMES if name not in NOT_IN_FILE])
            tell(f"{path}: unknown key {key}" + (f"; did you mean {near}?" if near else ""))
            continue
        try:
            found[option.name] = settings.checked(option, word_of(option, value))
        except BadSetting as error:
            raise BadSetting(f"{path}: {str(error).removeprefix('--')}") from None
    return found


def word_of(option: Option, value: object) -> str:
    """A value of TOML as the word that a command line would have. BadSetting when it is of another kind."""
    if isinstance(value, bool):
        if option.kind is bool or (option.kind, option.low, option.high) == (int, 0, 1):
            return str(int(value))
    elif isinstance(value, str):
        if option.kind is str:
            return value
    elif isinstance(value, int | float) and option.kind is not bool:
        return str(value)
    kinds: dict[type, str] = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    shown = f"{value}"
    raise BadSetting(f"{option.name} needs {kinds[option.kind]}, not {shown[:40]}")
