"""Build the stand-alone program: `python dist/build.py [onedir] [onefile]` (both when none is named).

Leaves `dist/outflank/outflank` and `dist/outflank-onefile`, and prints size, time to the first reply and the
highest GLIBC symbol of each. The wheel and PyInstaller get an environment of their own under build/, because
PyInstaller takes along whatever else it finds installed.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import time
import tomllib
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WORK = ROOT / "build" / "frozen"
PYTHON = WORK / "venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ENTRY = "from outflank.protocol.cli import main\n\nraise SystemExit(main())\n"
PROGRAMS = {"onedir": HERE / "outflank" / "outflank", "onefile": HERE / "outflank-onefile"}


def main(forms):
    unknown = [form for form in forms if form not in PROGRAMS]
    if unknown:
        return f"no such form: {unknown[0]} (there are {', '.join(PROGRAMS)})"
    prepare()
    for form in forms or PROGRAMS:
        freeze(form)
        report(form)
    return 0


def prepare():
    """An environment with PyInstaller, as pyproject.toml pins it, and this tree's wheel."""
    if not PYTHON.exists():
        venv.create(WORK / "venv", with_pip=True, clear=True)
    wheels = WORK / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    run(PYTHON, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", wheels, ROOT)
    (wheel,) = wheels.glob("outflank-*.whl")
    run(PYTHON, "-m", "pip", "install", "--quiet", *pinned("pyinstaller"))
    run(PYTHON, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)
    (WORK / "entry.py").write_text(ENTRY, encoding="ascii")


def pinned(package):
    """The requirements of pyproject.toml that name a package."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    return [text for text in extras["build"] if re.match(rf"{package}\b", text)]


def freeze(form):
    """Run PyInstaller outside the project, so that it sees the installed wheel and not the sources."""
    run(
        *(PYTHON, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", HERE, "--workpath", WORK / form, HERE / "outflank.spec"),
        cwd=WORK,
        env={**os.environ, "OUTFLANK_FORM": form},
    )


def report(form):
    program = PROGRAMS[form]
    files = [path for path in program.parent.rglob("*") if path.is_file()] if form == "onedir" else [program]
    # One file hides its binaries in an archive: ask those it was made of.
    binaries = [program, *map(Path, (WORK / "binaries").read_text().splitlines())]
    megabytes = sum(path.stat().st_size for path in files) / 1e6
    times = sorted(first_reply(program) for _ in range(15))
    print(
        f"{form}: {program.relative_to(ROOT)}, {megabytes:.1f} MB, first reply after "
        f"{1000 * times[0]:.0f} ms (median {1000 * statistics.median(times):.0f} ms of {len(times)}), "
        f"highest GLIBC symbol {highest_glibc(binaries) or 'none'}"
    )


def first_reply(program):
    """Seconds from starting the program to the answer to its first command."""
    start = time.perf_counter()
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b"name\n")
        process.stdin.flush()
        reply = process.stdout.readline()
        seconds = time.perf_counter() - start
        process.stdin.close()
    if reply != b"= Outflank\n":
        raise SystemExit(f"{program} answered {reply!r} to `name`")
    return seconds


def highest_glibc(binaries):
    """The newest GLIBC version any of the binaries asks for."""
    found = {
        tuple(map(int, match.split(b".")))
        for path in binaries
        for match in re.findall(rb"\bGLIBC_(\d+(?:\.\d+)+)\b", path.read_bytes())
    }
    return ".".join(map(str, max(found))) if found else ""


def run(*command, **options):
    subprocess.run([str(word) for word in command], check=True, **options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
