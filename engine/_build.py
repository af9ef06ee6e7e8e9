"""Compile every module of engine/core that has a .pxd beside it, once per CPU level.

pyproject.toml names the three classes here as setuptools commands. The sources are copied to
build/stage/LEVEL/engine/core/_LEVEL/ and compiled there, so that their relative cimports make each level
closed in itself. What a compilation gave is kept in build/objects under a hash of everything that went into
it: an editable install followed by a wheel compiles once.
"""

import filecmp
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "engine" / "core"
STAGE = ROOT / "build" / "stage"
OBJECTS = ROOT / "build" / "objects"
X86 = platform.machine().lower() in ("x86_64", "amd64")
MARCH = {"portable": [], "v2": ["-march=x86-64-v2"], "v3": ["-march=x86-64-v3"]}


class BuildCore(build_ext):
    """build_ext over the modules of engine/core instead of the placeholder in pyproject.toml."""

    def finalize_options(self):
        self.distribution.ext_modules = [
            extension for level in self._levels() for extension in _translate(level, self._flags(level))
        ]
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def _levels(self):
        """The levels this compiler can build: portable always, the others where it knows them."""
        return [level for level, march in MARCH.items() if not march or X86 and _compiler_knows(march)]

    def _flags(self, level):
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

    def build_extension(self, ext):
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


class BuildPython(build_py):
    """build_py that leaves the sources of compiled modules, and this file, out of the wheel."""

    def build_module(self, module, module_file, package):
        path = Path(module_file)
        if path.with_suffix(".pxd").exists() or path.name == Path(__file__).name:
            return None
        return super().build_module(module, module_file, package)


class SourceDist(sdist):
    """sdist with the tests and the recipe of the stand-alone program."""

    def add_defaults(self):
        super().add_defaults()
        for pattern in ("tests/**/*", "dist/build.py", "dist/outflank.spec", "dist/README.md", ".ci/run"):
            found = [path for path in ROOT.glob(pattern) if path.is_file() and path.suffix != ".pyc"]
            self.filelist.extend([str(path.relative_to(ROOT)) for path in found])


def compiled_modules():
    """The names of the modules in engine/core that are compiled."""
    return sorted(path.stem for path in CORE.glob("*.pxd") if path.with_suffix(".py").exists())


def _compiler():
    """The command of the C compiler as far as setuptools lets it be known."""
    return shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")


def _compiler_says(*words):
    """What the compiler prints; None when it fails or is not there."""
    try:
        done = subprocess.run(
            [*_compiler(), *words], capture_output=True, stdin=subprocess.DEVNULL, check=False
        )
    except OSError:
        return None
    return None if done.returncode else done.stdout


def _compiler_knows(march):
    return _compiler_says(*march, "-x", "c", "-E", "-") is not None


def _translate(level, flags):
    """Stage the sources of one level and turn them into C."""
    package = STAGE / level / "engine" / "core" / f"_{level}"
    package.mkdir(parents=True, exist_ok=True)
    for folder in (package, package.parent, package.parent.parent):
        (folder / "__init__.py").touch()
    for pattern in ("*.py", "*.pxd", "*.h"):
        for source in CORE.glob(pattern):
            staged = package / source.name
            if source.name != "__init__.py" and not _same(source, staged):
                shutil.copy(source, staged)
    names = compiled_modules()
    for stale in package.glob("*.p*"):
        if stale.name != "__init__.py" and not (CORE / stale.name).exists():
            stale.unlink()
    compile_args, link_args = flags
    extensions = [
        Extension(
            f"engine.core._{level}.{name}",
            [os.path.relpath(package / f"{name}.py", ROOT)],
            include_dirs=[os.path.relpath(package, ROOT)],
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for name in names
    ]
    # Plain built-in functions: a fifth less code to compile, to ship and to load.
    directives = {"binding": False, "emit_code_comments": False}
    return cythonize(
        extensions,
        include_path=[str(STAGE / level)],
        language_level=3,
        nthreads=os.cpu_count() or 1,
        compiler_directives=directives,
        quiet=True,
    )


def _same(source, staged):
    return staged.exists() and filecmp.cmp(source, staged, shallow=False)


def _fingerprint(ext):
    """A hash of all that decides what the compiled module is."""
    digest = hashlib.sha256()
    folder = Path(ext.sources[0]).parent
    for path in [*map(Path, ext.sources), *sorted(folder.glob("*.h"))]:
        digest.update(path.read_bytes())
    flags = [os.environ.get(name, "") for name in ("CFLAGS", "CPPFLAGS", "LDFLAGS")]
    for text in (*ext.extra_compile_args, *ext.extra_link_args, *_compiler(), *flags):
        digest.update(text.encode() + b"\0")
    digest.update(_compiler_says("--version") or b"")
    return digest.hexdigest()[:24]
