"""Outflank with one game more: Trio, known by its class and by its row alone.

The row is added to the table of games before the program reads its command line. The class is compiled once
for the CPU level in use, beside the compiled modules that it builds on but outside of the installed package.
"""

import fcntl
import hashlib
import importlib
import shutil
import sys
from pathlib import Path

from outflank.engine import core, games
from outflank.engine.variant import Variant

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = (HERE / "trio.py", HERE / "trio.pxd")
COMMAND = [sys.executable, "-P", str(Path(__file__).resolve())]


def trio(load, size, komi):
    """The rules, as a row builds them."""
    return load("trio.trio").Trio(size)


TRIO = Variant("Trio", ("cross", "nought", "triangle"), (4, 5), trio)


def join():
    """Let this process know the game."""
    if TRIO not in games.GAMES:
        package = importlib.import_module(f"outflank.engine.core._{core.LEVEL}")
        package.__path__.append(str(compiled()))
        games.GAMES.append(TRIO)


def compiled():
    """The folder that holds the compiled class as `trio/trio`, compiled anew when anything has changed."""
    digest = hashlib.sha256(core.LEVEL.encode() + sys.version.encode())
    headers = sorted((ROOT / "engine" / "core").glob("[!_]*/*.pxd"))
    for path in (Path(__file__), ROOT / "engine" / "_build.py", *SOURCES, *headers):
        digest.update(path.read_bytes())
    work = ROOT / "build" / "made_up_game" / core.LEVEL
    work.mkdir(parents=True, exist_ok=True)
    made = work / digest.hexdigest()[:24]
    package = f"outflank/engine/core/_{core.LEVEL}"
    # The tests run in several processes, of which one compiles for all.
    with open(work / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "done").exists():
            for old in work.glob("*/"):
                shutil.rmtree(old)
            compile_into(made, package)
            (made / "done").touch()
    return made / package


def compile_into(folder, package):
    """Compile the class as a module of a package, so that it is one more game of this level."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    from outflank.engine import _build

    stage = folder / "stage"
    staged = stage / package
    _build._stage_sources(staged)
    for parent in [staged, *staged.parents]:
        if parent == stage:
            break
        (parent / "__init__.py").touch()
    (staged / "trio").mkdir(exist_ok=True)
    (staged / "trio" / "__init__.py").touch()
    for source in SOURCES:
        shutil.copy(source, staged / "trio")
    name = package.replace("/", ".") + ".trio.trio"
    extension = Extension(
        name,
        [str(staged / "trio" / "trio.py")],
        include_dirs=sorted({str(path.parent) for path in staged.glob("*/*.h")}),
        extra_compile_args=["-O1", "-g0", *_build.MARCH[core.LEVEL]],
    )
    made = cythonize([extension], include_path=[str(stage)], language_level=3, quiet=True)
    build = Distribution({"ext_modules": made}).get_command_obj("build_ext")
    build.build_lib, build.build_temp = str(folder), str(folder / "temp")
    build.ensure_finalized()
    build.run()


if __name__ == "__main__":
    from outflank.protocol.cli import main

    join()
    sys.exit(main())
