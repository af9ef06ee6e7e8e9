"""The compiled modules, in the build that fits this CPU.

`from engine.core import othello` loads the compiled module on first use. The sources that lie in this folder
are what the build compiles, once per CPU level, into `_v2`, `_v3` and `_portable`; they are never run as they
are. `OUTFLANK_CPU=v2|v3|portable` chooses a level by hand.
"""

import importlib
import os

LEVELS = ("v3", "v2", "portable")


def load(name, level=None):
    """The compiled module `name`, by default in the build chosen for this process."""
    path = f"{__name__}._{level or LEVEL}.{name}"
    try:
        return importlib.import_module(path)
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        raise ImportError(
            f"compiled module {path} is missing: build it with `pip install -e .` in the project's folder"
        ) from None


def built():
    """The levels that are built here and that this CPU can run, best first."""
    highest = load("cpu", "portable").highest_level()
    return [level for level in LEVELS if level in highest and _is_built(level)]


def _is_built(level):
    try:
        load("rules", level)
    except ImportError:
        return False
    return True


def _choose():
    wanted = os.environ.get("OUTFLANK_CPU", "")
    if wanted and wanted not in LEVELS:
        raise ImportError(f"OUTFLANK_CPU={wanted} is none of {', '.join(LEVELS)}")
    levels = built()
    if wanted and wanted not in levels:
        raise ImportError(
            f"OUTFLANK_CPU={wanted} cannot run here: this build and CPU have {', '.join(levels)}"
        )
    return wanted or levels[0]


LEVEL = _choose()


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return load(name)
