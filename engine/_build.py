"""Compile every module of engine/core that has a .pxd beside it, once per CPU level.

pyproject.toml names the two classes here as setuptools commands. The sources are copied to
build/stage/LEVEL/engine/core/_LEVEL/ and compiled there, so that their relative cimports make each level
closed in itself. What a compilation gave is kept in build/objects under a hash of everything that went into
it: an editable install followed by a wheel compiles once.
"""

import filecmp
import hashlib
import os
import platform
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

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
        gcc_like = platform.system() != "Windows"
        return list(MARCH) if X86 and gcc_like else ["portable"]

    def _flags(self, level):
        if platform.system() == "Windows":
            return ["/O2"], []
        strip = ["-Wl,-s"] if platform.system() == "Linux" else ["-Wl,-x"]
        return ["-O3", "-g0", "-fvisibility=hidden", "-Wno-unused-function", *MARCH[level]], strip

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

    def find_package_modules(self, package, package_dir):
        modules = super().find_package_modules(package, package_dir)
        return [row for row in modules if not _is_source_only(Path(row[2]))]


def compiled_modules():
    """The names of the modules in engine/core that are compiled."""
    return sorted(path.stem for path in CORE.glob("*.pxd") if path.with_suffix(".py").exists())


def _is_source_only(path):
    return path.with_suffix(".pxd").exists() or path.name == Path(__file__).name


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
    return cythonize(extensions, include_path=[str(STAGE / level)], language_level=3, quiet=True)


def _same(source, staged):
    return staged.exists() and filecmp.cmp(source, staged, shallow=False)


def _fingerprint(ext):
    """A hash of all that decides what the compiled module is."""
    digest = hashlib.sha256()
    folder = Path(ext.sources[0]).parent
    for path in [*map(Path, ext.sources), *sorted(folder.glob("*.h"))]:
        digest.update(path.read_bytes())
    for text in (*ext.extra_compile_args, *ext.extra_link_args, sysconfig.get_config_var("CC") or ""):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()[:24]
