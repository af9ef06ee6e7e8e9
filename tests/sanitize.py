"""Runs searches in a build that reports data races, bad memory accesses or bad arithmetic, for developers.

    python tests/sanitize.py thread
    python tests/sanitize.py address --only pool
    python tests/sanitize.py bounds --tests tests/core tests/analysis

The compiled modules are built with `-fsanitize` into build/sanitize, beside the usual build and not over it,
and `sanitize_scenes.py` runs there, or the tests that are named. `bounds` checks every access and index of an
array, shifts, overflows and divisions: Cython's own checks say nothing of C arrays. Reports are printed, but
for those that `tsan.supp` lists with a reason. The exit code is 1 if there was anything, and 2 where the
compiler has no such sanitizer.
"""

import argparse
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "sanitize"
SCENES = ROOT / "tests" / "sanitize_scenes.py"
RUNTIME = {"thread": "libtsan.so", "address": "libasan.so", "bounds": "libasan.so"}
FLAGS = {kind: [f"-fsanitize={kind}"] for kind in ("thread", "address")}
FLAGS["bounds"] = ["-fsanitize=address,undefined", "-fsanitize=bounds-strict", "-fno-sanitize=alignment"]
"""Unaligned words are read on purpose, where the processor can."""
REPORT = re.compile(r"^(?:SUMMARY: \w+Sanitizer: |\S+:\d+:\d+: runtime error: )(.*)", re.MULTILINE)
"""A report: the line that ends it, or the one that begins it where arithmetic or an index is wrong."""
NO_RUNTIME = 2


def compiler():
    """The command of the C compiler."""
    return os.environ.get("CC") or "cc"


def runtime_of(kind):
    """The sanitizer's library, None where this compiler cannot link a program with it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("int main(void) { return 0; }\n")
        command = [compiler(), *FLAGS[kind], source, "-o", Path(folder) / "probe"]
        try:
            subprocess.run(command, check=True, capture_output=True)
            named = [compiler(), f"-print-file-name={RUNTIME[kind]}"]
            path = Path(subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip())
        except (OSError, subprocess.CalledProcessError):
            return None
    return path if path.is_absolute() and path.exists() else None


def build(kind):
    """Compile outflank.engine.core with the sanitizer and lay the packages around it; returns their
    folder."""
    sys.path.insert(0, str(ROOT))
    from setuptools import Distribution, Extension

    from outflank.engine import _build

    class Flavour(_build.BuildCore):
        """One level of the modules, with debug information and the sanitizer."""

        def _levels(self):
            return ["portable"]

        def _flags(self, level):
            return ["-O1", "-g", "-fno-omit-frame-pointer", "-Wno-unused-function", *FLAGS[kind]], FLAGS[kind]

    folder = HOME / kind
    for package in ("engine", "protocol"):
        ignored = shutil.ignore_patterns("_v2", "_v3", "__pycache__", "*.so")
        shutil.copytree(ROOT / package, folder / "outflank" / package, ignore=ignored, dirs_exist_ok=True)
    # Reports name the lines of the sources rather than those of the C made of them.
    _build.STAGE = HOME / "stage"
    _build.cythonize = functools.partial(_build.cythonize, emit_linenums=True)
    os.chdir(ROOT)
    placeholder = Extension("outflank.engine.core._portable.game.rules", ["engine/core/game/rules.py"])
    command = Flavour(Distribution({"name": "outflank", "ext_modules": [placeholder]}))
    command.build_lib = str(folder)
    command.build_temp = str(HOME / "objects")
    command.ensure_finalized()
    command.run()
    return folder


def run(kind, runtime, folder, only, tests):
    """Run the scenes or tests in that build; their exit code and what was reported."""
    command = [sys.executable, SCENES, *only]
    if tests:
        # A test that starts programs starts the usual build; the time limits are those of that one, too.
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-o", "timeout=3600", *tests]
    os.environ.update(PYTHONPATH=str(folder), OUTFLANK_CPU="portable", PYTHONMALLOC="malloc")
    return watched(command, kind, runtime, HOME)


def watched(command, kind, runtime, folder):
    """Run a program whose reports go to files in a folder, with the sanitizer's library before all others if
    one is given; the exit code and what was reported."""
    logs = folder / f"{kind}.log"
    for old in folder.glob(f"{logs.name}.*"):
        old.unlink()
    options = f"log_path={logs}:exitcode=0"
    environment = {
        **os.environ,
        **({"LD_PRELOAD": str(runtime)} if runtime else {}),
        "TSAN_OPTIONS": f"{options}:history_size=7:suppressions={ROOT / 'tests' / 'tsan.supp'}",
        # Python keeps what it has allocated until the end.
        "ASAN_OPTIONS": f"{options}:detect_leaks=0",
        "UBSAN_OPTIONS": f"{options}:print_stacktrace=1:report_error_type=1",
    }
    if shutil.which("setarch"):
        # Some runtimes find no place for their shadow memory among randomly placed libraries.
        command = ["setarch", "--addr-no-randomize", *command]
    # UBSan beside ASan does not mind log_path.
    with open(folder / f"{logs.name}.stderr", "wb") as errors:
        code = subprocess.run(command, env=environment, stderr=errors, check=False).returncode
    return code, "".join(log.read_text(errors="replace") for log in sorted(folder.glob(f"{logs.name}.*")))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("kind", choices=RUNTIME, help="what is looked for: data races or bad memory accesses")
    parser.add_argument("--only", nargs="+", default=[], metavar="SCENE", help="run these scenes alone")
    parser.add_argument("--tests", nargs="+", default=[], metavar="PATH", help="run these tests instead")
    options = parser.parse_args()
    runtime = runtime_of(options.kind)
    if runtime is None:
        print(f"{compiler()} has no {options.kind} sanitizer here", file=sys.stderr)
        return NO_RUNTIME
    code, reports = run(options.kind, runtime, build(options.kind), options.only, options.tests)
    print(reports, end="")
    summaries = REPORT.findall(reports)
    print(f"{len(summaries)} reports of the {options.kind} sanitizer")
    if code:
        print(f"{'The tests' if options.tests else 'The scenes'} ended with code {code}")
    return 1 if summaries or code else 0


if __name__ == "__main__":
    sys.exit(main())
