"""The compiled modules, in the build that fits this CPU.

`from outflank.engine.core.othello import othello` loads the compiled module on first use. The sources that
lie in the folders here are what the build compiles, once per CPU level, into `_v2`, `_v3` and `_portable`;
they are never run as they are. `OUTFLANK_CPU=v2|v3|portable` chooses a level by hand."""

from __future__ import annotations

import importlib
import os

from outflank.engine import NotBuilt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import TypeVar

    Thing = TypeVar("Thing", bound=type)

LEVELS = ("v3", "v2", "portable")


def load(name: str, level: str | None = None) -> ModuleType:
    """The compiled module `folder.name`, by default in the build chosen for this process."""
    try:
        return importlib.import_module(f"{__name__}._{level or LEVEL}.{name}")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(f"{__name__}._"):
            raise
        from outflank.engine import installation

        raise NotBuilt(f"compiled module {error.name} is missing: {installation.repair()}") from None


def at_level(kind: Thing, level: str) -> Thing:
    """The class of another build that is this compiled one there."""
    folder, module = kind.__module__.split(".")[-2:]
    found: Thing = getattr(load(f"{folder}.{module}", level), kind.__name__)
    return found


def member(folder: str, name: str) -> ModuleType:
    """The compiled module `name` of a folder in here, for the folder's `__getattr__`."""
    if name.startswith("__"):
        raise AttributeError(f"module {folder!r} has no attribute {name!r}")
    return load(f"{folder.rpartition('.')[2]}.{name}")


def built() -> list[str]:
    """The levels that are built here and that this CPU can run, best first."""
    runs = load("base.cpu", "portable").highest_level()
    return [level for level in LEVELS if level in runs and _is_built(level)]


def _is_built(level: str) -> bool:
    """Tell whether the games are compiled for a level. If another part is not, its use fails and says so."""
    folder = os.path.join(os.path.dirname(__file__), f"_{level}", "game")
    return os.path.isdir(folder) and any(name.endswith((".so", ".pyd")) for name in os.listdir(folder))


def _choose() -> str:
    wanted = os.environ.get("OUTFLANK_CPU", "")
    if wanted and wanted not in LEVELS:
        raise NotBuilt(f"OUTFLANK_CPU={wanted} is none of {', '.join(LEVELS)}")
    levels = built()
    if wanted and wanted not in levels:
        raise NotBuilt(f"OUTFLANK_CPU={wanted} cannot run here, only {', '.join(levels)}")
    # With nothing built the first level asked for tells the missing module.
    return wanted or (levels or LEVELS)[0]


LEVEL = _choose()
