"""Compile every module below engine/core that has a .pxd beside it, once per CPU level.

The sources are copied to build/stage/LEVEL/outflank/engine/core/_LEVEL/ and compiled there, so that their
relative cimports make each level closed in itself and Cython sees the names under which the modules are
installed. What a compilation gave is kept in build/objects under a hash of everything that went into it, and
is not compiled again.

A wheel gets every level. An editable install stays on the machine that makes it: it gets the best level that
runs there, in a third of the time, and of portable the module that chooses. OUTFLANK_LEVELS="portable v2 v3"
names others. pyproject.toml names these classes as setuptools commands, beside the one of _sdist.py."""

from __future__ import annotations

import filecmp
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

import Cython
from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# setuptools brings distutils along, and has no other name for these two.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    Flags = tuple[list[str], list[str]]

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "engine" / "core"
STAGE = ROOT / "build" / "stage"
OBJECTS = ROOT / "build" / "objects"
NEEDS = (
    "Outflank cannot be compiled: it needs a C compiler and Python's headers"
    " (apt install gcc python3-dev, or dnf install gcc python3-devel)"
)
X86 = platform.machine().lower() in ("x86_64", "amd64")
SCALAR = ["-fno-tree-slp-vectorize"] if platform.system() != "Windows" else []
"""Flags for the solver, which passes boards as two words. Without them gcc 12 would build each in a vector
register and take it apart again, which makes `bench endgame` 11 % slower."""
WORKSHOP = ("_build.py", "_sdist.py")
"""The files that make packages and go into none."""
CHOOSES = "base/cpu"
"""The module that tells which levels run here: of the portable level, it is always needed."""
PORTABLE = "portable"
MARCH = {PORTABLE: [], "v2": ["-march=x86-64-v2"], "v3": ["-march=x86-64-v3"]}
DIRECTIVES = {"binding": False, "emit_code_comments": False}
"""Plain built-in functions: a fifth less code to compile, to ship and to load."""


class BuildCore(build_ext):
    """build_ext over the modules of engine/core instead of the placeholder in pyproject.toml."""

    parallel: int | None

    def finalize_options(self) -> None:
        """Name the extensions. Commands that compile nothing, such as sdist, come this far and no further."""
        self.distribution.ext_modules = [
            extension
            for level, modules in self._modules().items()
            for extension in _extensions(level, self._flags(level), modules)
        ]
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        if platform.system() != "Windows":
            self._try_compiler()
        for level in self._modules():
            prefix = _name(level, "")
            _translate(level, [ext for ext in self.extensions if ext.name.startswith(prefix)])
        super().run()
        _link_for_mypy()

    def _try_compiler(self) -> None:
        """Compile a line that includes Python.h as setuptools would. SystemExit in one sentence when that
        fails: pip shows it as it is, but an exception with a traceback."""
        # Its stub does not know `compiler_so`.
        compiler: Any = new_compiler(compiler=self.compiler)
        customize_compiler(compiler)
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "try.c")
            source.write_text("#include <Python.h>\n", encoding="ascii")
            command = [*compiler.compiler_so, *(f"-I{path}" for path in self.include_dirs)]
            command += ["-c", str(source), "-o", str(source.with_suffix(".o"))]
            try:
                done = subprocess.run(
                    command,
                    capture_output=True,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, "LC_ALL": "C"},
                    errors="replace",
                    check=False,
                )
            except OSError as error:
                raise SystemExit(f"{NEEDS}; {command[0]}: {error.strerror}") from None
        if done.returncode:
            first = next((line for line in done.stderr.splitlines() if "error" in line), "it failed")
            raise SystemExit(f"{NEEDS}; {command[0]}: {first.rpartition('error: ')[2]}")

    def _levels(self) -> list[str]:
        """The levels to compile."""
        return wanted_levels(known_levels(), bool(self.editable_mode))

    def _modules(self) -> dict[str, list[str]]:
        """The modules to compile for each level, of portable at least the one that chooses."""
        return {PORTABLE: [CHOOSES]} | dict.fromkeys(self._levels(), compiled_modules())

    def _flags(self, level: str) -> Flags:
        if platform.system() == "Windows":
            return ["/O2"], []
        strip = ["-Wl,-s"] if platform.system() == "Linux" else ["-Wl,-x"]
        return [
            "-O3",
            "-g0",
            "-fvisibility=hidden",
            "-fno-math-errno",
            "-fno-trapping-math",
            "-Wno-unused-function",
            *MARCH[level],
        ], strip

    def copy_extensions_to_source(self) -> None:
        """Put the compiled modules beside the sources, for an editable install, into folders of their own.
        Levels that were built before and are not now would be run as they were: they go."""
        for level in MARCH:
            shutil.rmtree(CORE / f"_{level}", ignore_errors=True)
        for ext in self.extensions:
            _, level, folder, _ = ext.name.rsplit(".", 3)
            (CORE / level / folder).mkdir(parents=True, exist_ok=True)
        super().copy_extensions_to_source()

    def build_extension(self, ext: Extension) -> None:
        target = Path(self.get_ext_fullpath(ext.name))
        kept = OBJECTS / f"{_fingerprint(ext)}-{target.name}"
        if not kept.exists():
            super().build_extension(ext)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target, kept)
        elif not (target.exists() and filecmp.cmp(kept, target, shallow=False)):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.unlink(missing_ok=True)
            shutil.copy(kept, target)


class BuildAll(build):
    """build that compiles first: a missing tool is told before all the files that are copied."""

    sub_commands = sorted(build.sub_commands, key=lambda row: row[0] != "build_ext")

    def run(self) -> None:
        """Begin with an empty folder: files of an earlier version would go into the wheel."""
        shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class BuildPython(build_py):
    """build_py that leaves the sources of compiled modules, and of the build, out of the wheel."""

    def build_module(
        self,
        module: str | list[str] | tuple[str, ...],
        module_file: str,
        package: str | list[str] | tuple[str, ...],
    ) -> tuple[str, bool] | None:
        path = Path(module_file)
        if path.with_suffix(".pxd").exists() or path.name in WORKSHOP:
            return None
        return super().build_module(module, module_file, package)


def compiled_modules() -> list[str]:
    """The paths below engine/core, without suffix, of the modules that are compiled."""
    return sorted(
        path.relative_to(CORE).with_suffix("").as_posix()
        for path in CORE.glob("[!_]*/*.pxd")
        if path.with_suffix(".py").exists()
    )


def known_levels() -> list[str]:
    """The levels this compiler can build: portable always, the others where it knows them."""
    return [level for level, march in MARCH.items() if not march or X86 and _macros(march) is not None]


def wanted_levels(known: Sequence[str], editable: bool) -> list[str]:
    """The levels to compile: those that OUTFLANK_LEVELS names, all, or for an editable install the best one
    that runs here. SystemExit for a name that is none."""
    named = os.environ.get("OUTFLANK_LEVELS", "").split()
    strange = [level for level in named if level not in MARCH]
    if strange:
        raise SystemExit(f"OUTFLANK_LEVELS: {strange[0]} is none of {', '.join(MARCH)}")
    if named:
        return [level for level in known if level in named]
    return [_best_here(known)] if editable else list(known)


def _best_here(known: Sequence[str]) -> str:
    """The best level that this machine runs, by what its compiler would use for this very CPU."""
    plain, here = _macros([]), _macros(["-march=native"])
    if plain is None or here is None:
        return PORTABLE
    return [level for level in known if (_macros(MARCH[level]) or plain) - plain <= here][-1]


def _name(level: str, module: str) -> str:
    """The name under which a module of a level is installed."""
    return f"outflank.engine.core._{level}.{module.replace('/', '.')}"


def _staged(level: str) -> Path:
    """The folder where a level is compiled."""
    return STAGE / level / "outflank" / "engine" / "core" / f"_{level}"


def _link_for_mypy() -> None:
    """Let mypy find the folders under the names that they are installed by."""
    link = ROOT / "build" / "typing" / "outflank"
    if platform.system() != "Windows" and not link.is_symlink():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(os.path.join("..", ".."), target_is_directory=True)


def _compiler() -> list[str]:
    """The command of the C compiler as far as setuptools lets it be known."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def _compiler_says(*words: str) -> bytes | None:
    """The output of the compiler; None when it fails or is not there."""
    try:
        done = subprocess.run(
            [*_compiler(), *words], capture_output=True, stdin=subprocess.DEVNULL, check=False
        )
    except OSError:
        return None
    return None if done.returncode else done.stdout


def _macros(march: Sequence[str]) -> set[str] | None:
    """The names that the compiler defines when it compiles for a CPU; None where it does not know it."""
    said = _compiler_says(*march, "-dM", "-x", "c", "-E", "-")
    return None if said is None else {line.split()[1] for line in said.decode().splitlines() if line}


def _extensions(level: str, flags: Flags, modules: Sequence[str]) -> list[Extension]:
    """The extensions of one level, whose sources are still to be staged and turned into C."""
    staged = _staged(level)
    compile_args, link_args = flags
    headers = sorted({path.parent.relative_to(CORE) for path in CORE.glob("[!_]*/*.h")})
    return [
        Extension(
            _name(level, module),
            [os.path.relpath(staged / f"{module}.py", ROOT)],
            include_dirs=[os.path.relpath(staged / folder, ROOT) for folder in headers],
            extra_compile_args=[*compile_args, *(SCALAR if module.startswith("solver/") else ())],
            extra_link_args=link_args,
        )
        for module in modules
    ]


def _translate(level: str, extensions: list[Extension]) -> None:
    """Stage the sources of one level and turn them into C, unless that was done with the same ones."""
    staged = _staged(level)
    _stage_sources(staged)
    for folder in [staged, *staged.parents]:
        if folder == STAGE / level:
            break
        (folder / "__init__.py").touch()
    made_of, mark = _made_of(staged, extensions), STAGE / level / "translated"
    in_c = [[str(Path(extension.sources[0]).with_suffix(".c"))] for extension in extensions]
    # Cython itself goes by times, and in an environment for one build its own files are always the newest.
    if mark.exists() and mark.read_text() == made_of and all(Path(path).exists() for (path,) in in_c):
        for extension, sources in zip(extensions, in_c, strict=True):
            extension.sources = sources
        return
    mark.unlink(missing_ok=True)
    translated = cythonize(
        extensions,
        include_path=[str(STAGE / level)],
        language_level=3,
        nthreads=os.cpu_count() or 1,
        compiler_directives=DIRECTIVES,
        quiet=True,
    )
    for extension, made in zip(extensions, translated, strict=True):
        extension.sources, extension.depends = made.sources, made.depends
    mark.write_text(made_of)


def _made_of(staged: Path, extensions: list[Extension]) -> str:
    """A hash of all that decides what C the modules of a level become."""
    digest = hashlib.sha256()
    for text in (Cython.__version__, str(DIRECTIVES), *(extension.name for extension in extensions)):
        digest.update(text.encode() + b"\0")
    for path in sorted(path for kind in ("py", "pxd", "h") for path in staged.glob(f"*/*.{kind}")):
        digest.update(f"{path.relative_to(staged)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _stage_sources(staged: Path) -> None:
    """Make a folder hold the files of engine/core, and no others."""
    sources = {
        path.relative_to(CORE)
        for pattern in ("*.py", "*.pxd", "*.h")
        for path in CORE.glob(f"[!_]*/{pattern}")
        if path.name != "__init__.py"
    }
    for source in sources:
        target = staged / source
        target.parent.mkdir(parents=True, exist_ok=True)
        (target.parent / "__init__.py").touch()
        if not _same(CORE / source, target):
            shutil.copy(CORE / source, target)
    for stale in staged.glob("*/*.p*"):
        if stale.name != "__init__.py" and stale.relative_to(staged) not in sources:
            stale.unlink()


def _same(source: Path, staged: Path) -> bool:
    return staged.exists() and filecmp.cmp(source, staged, shallow=False)


def _fingerprint(ext: Extension) -> str:
    """A hash of all that decides the contents of the compiled module."""
    digest = hashlib.sha256()
    headers = [path for folder in ext.include_dirs for path in sorted(Path(folder).glob("*.h"))]
    for path in [*map(Path, ext.sources), *headers]:
        digest.update(path.read_bytes())
    flags = [os.environ.get(name, "") for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS")]
    for text in (*ext.extra_compile_args, *ext.extra_link_args, *_compiler(), *flags):
        digest.update(text.encode() + b"\0")
    digest.update(_compiler_says("--version") or b"")
    return digest.hexdigest()[:24]
