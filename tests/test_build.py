"""The build: an sdist of what git holds, a wheel to play with, and one sentence without a compiler."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
from pathlib import Path

import pytest
from gtp_script import ROOT

from outflank.engine import core
from outflank.protocol.web.files import bundle

CHECKOUT = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="not a git checkout, as in an unpacked sdist"
)
GENERATED = {"PKG-INFO", "setup.cfg", "outflank.egg-info"}
"""What setuptools adds to an sdist, at its top."""
JUNK = (
    "notes.txt",
    "build/objects/old.so",
    "tests/__pycache__/conftest.cpython-311.pyc",
    "engine/core/_v2/search/simulate.cpython-311-x86_64-linux-gnu.so",
    "dist/outflank/outflank",
    ".venv/bin/python",
)
COMMAND = "import sys, setuptools; sys.argv = ['setup.py', {}]; setuptools.setup()"
NO_HEADER = "import setuptools, distutils.sysconfig as s; s.get_python_inc = lambda *_, **__: {!r}; "
SENTENCE = (
    "Outflank cannot be compiled: it needs a C compiler and Python's headers "
    "(apt install gcc python3-dev, or dnf install gcc python3-devel); "
)


def run(folder, code, **environment):
    """Python with that code in a folder."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def make_sdist(folder, target):
    """The names in the sdist that a folder gives, unpacked in another one."""
    done = run(folder, f"from setuptools.build_meta import build_sdist; build_sdist({str(target)!r})")
    assert done.returncode == 0, done.stderr
    (path,) = target.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(target, filter="data")
        names = [member.name.partition("/")[2] for member in archive if member.isfile()]
    (unpacked,) = (entry for entry in target.iterdir() if entry.is_dir())
    return sorted(name for name in names if name.split("/")[0] not in GENERATED), unpacked


def python_part(folder, target):
    """The names of all that a wheel holds beside the compiled modules."""
    done = run(folder, COMMAND.format(f"'build_py', '--build-lib', {str(target)!r}"))
    assert done.returncode == 0, done.stderr
    return sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A git checkout of what git tracks here, as it is now, with what lies about in one that is worked in."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in git(ROOT, "ls-files", "-z").split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git(folder, "init", "--quiet")
    git(folder, "add", "--all", "--force")
    for name in JUNK:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("junk")
    (folder / "outflank.egg-info").mkdir()
    (folder / "outflank.egg-info" / "SOURCES.txt").write_text("notes.txt\n")
    return folder


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The sources of the packages alone."""
    folder = tmp_path_factory.mktemp("sources")
    compiled = shutil.ignore_patterns("__pycache__", "_portable", "_v2", "_v3")
    for name in ("engine", "protocol"):
        shutil.copytree(ROOT / name, folder / name, ignore=compiled)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder)
    return folder


@CHECKOUT
def test_an_sdist_holds_what_git_holds_and_gives_the_same_again(checkout, tmp_path):
    tracked = git(checkout, "ls-files").splitlines()
    assert {"tests/conftest.py", ".ci/run", ".gitignore", "dist/build.py", "LICENSE"} <= set(tracked)
    names, unpacked = make_sdist(checkout, tmp_path)
    assert names == sorted(tracked)
    assert (unpacked / "PKG-INFO").is_file() and os.access(unpacked / ".ci" / "run", os.X_OK)
    (tmp_path / "again").mkdir()
    again, _ = make_sdist(unpacked, tmp_path / "again")
    assert again == names
    # The list of files that came with the sdist is not what the wheel is made of.
    wheel = python_part(checkout, tmp_path / "wheel")
    assert python_part(unpacked, tmp_path / "wheel-again") == wheel
    assert {"/".join(name.split("/")[:2]) for name in wheel} == {"outflank/engine", "outflank/protocol"}
    assert {name.rpartition("/")[0] for name in wheel if name.endswith(".md")} <= {"outflank/engine/data"}


def test_an_sdist_of_neither_checkout_nor_sdist_is_refused(sources, tmp_path):
    done = run(sources, f"from setuptools.build_meta import build_sdist; build_sdist({str(tmp_path)!r})")
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert last == "an sdist is made in a git checkout or an unpacked sdist, and this is neither"
    assert not list(tmp_path.iterdir())


def test_a_wheel_has_no_sources_of_compiled_modules(sources, tmp_path):
    names = python_part(sources, tmp_path)
    core = [name for name in names if name.startswith("outflank/engine/core/") and name.endswith(".py")]
    assert core and all(name.endswith("/__init__.py") for name in core)
    wanted = {"protocol/cli.py", "engine/data/othello.book", "engine/play/player.py"}
    wanted |= {"engine/py.typed", "protocol/py.typed", "engine/core/game/rules.pyi"}
    wanted |= {str(path.relative_to(ROOT)) for path in (ROOT / "protocol").glob("*/assets/*")}
    assert {f"outflank/{name}" for name in wanted} <= set(names)
    assert "outflank/engine/_build.py" not in names


def test_every_folder_of_modules_is_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = [path.parent for name in ("engine", "protocol") for path in (ROOT / name).rglob("__init__.py")]
    names = {".".join(("outflank", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert set(project["tool"]["setuptools"]["packages"]) == names


def test_c_is_made_once_of_the_same_sources(tmp_path, monkeypatch):
    """However new Cython's own files are, which are unpacked for every build from pip."""
    from outflank.engine import _build

    made, core = [], tmp_path / "core"

    def cythonize(extensions, **options):
        made.append([extension.name for extension in extensions])
        return real(extensions, **options, force=True)

    real = _build.cythonize
    monkeypatch.setattr(_build, "cythonize", cythonize)
    monkeypatch.setattr(_build, "STAGE", tmp_path / "stage")
    monkeypatch.setattr(_build, "CORE", core)
    monkeypatch.chdir(ROOT)
    (core / "game").mkdir(parents=True)
    (core / "game" / "die.py").write_text("def sides():\n    return 6\n")
    (core / "game" / "die.pxd").write_text("cdef int sides()\n")

    def translate():
        extensions = _build._extensions("v3", ([], []), _build.compiled_modules())
        _build._translate("v3", extensions)
        return [Path(source).read_text() for extension in extensions for source in extension.sources]

    first = translate()
    assert made == [["outflank.engine.core._v3.game.die"]] and "PyMODINIT_FUNC" in first[0]
    assert translate() == first and len(made) == 1
    (core / "game" / "die.py").write_text("def sides():\n    return 20\n")
    assert translate() != first and len(made) == 2
    (tmp_path / "stage/v3/outflank/engine/core/_v3/game/die.c").unlink()
    assert translate() and len(made) == 3


def test_an_editable_install_compiles_the_level_that_runs_here_and_a_wheel_all(monkeypatch):
    from outflank.engine import _build

    monkeypatch.delenv("OUTFLANK_LEVELS", raising=False)
    known = _build.known_levels()
    assert known[0] == "portable" and set(known) <= set(_build.MARCH)
    assert _build.wanted_levels(known, editable=False) == known
    runs = core.load("base.cpu", "portable").highest_level()
    assert _build.wanted_levels(known, editable=True) == [[level for level in known if level in runs][-1]]
    monkeypatch.setattr(_build, "_macros", lambda march: None)
    assert _build.wanted_levels(known, editable=True) == ["portable"]
    monkeypatch.setenv("OUTFLANK_LEVELS", "v2 portable")
    assert _build.wanted_levels(["portable", "v2", "v3"], editable=True) == ["portable", "v2"]
    monkeypatch.setenv("OUTFLANK_LEVELS", "v2 v9")
    with pytest.raises(SystemExit, match="OUTFLANK_LEVELS: v9 is none of portable, v2, v3"):
        _build.wanted_levels(known, editable=True)


@pytest.mark.usefixtures("program")
def test_the_wheel_lives_beside_packages_called_engine_and_protocol(tmp_path):
    (wheel,) = (ROOT / "build" / "frozen" / "wheels").glob("*.whl")
    venv.create(tmp_path / "venv", symlinks=True)
    python = tmp_path / "venv" / "bin" / "python"
    (site,) = (tmp_path / "venv" / "lib").glob("python*/site-packages")
    for name in ("engine", "protocol"):
        (site / name).mkdir()
        (site / name / "__init__.py").write_text("raise RuntimeError('the package of somebody else')\n")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
    ]
    subprocess.run([*pip, str(wheel)], check=True)
    for name in ("engine", "protocol"):
        assert os.listdir(site / name) == ["__init__.py"]
    told = "name\nplay b F5\ngenmove w\nquit\n"
    for command in ([python, "-m", "outflank.protocol"], [tmp_path / "venv" / "bin" / "outflank"]):
        heard = subprocess.run(
            [*map(str, command), "--visits", "10"], input=told, capture_output=True, text=True, check=True
        )
        assert re.fullmatch(r"= Outflank\n\n=\n\n= [A-H][1-8]\n\n=\n\n", heard.stdout)


def test_the_stand_alone_program_writes_pages(program, tmp_path):
    (tmp_path / "game.txt").write_text("f5d6\n")
    words = ["analyze", "game.txt", "--visits", "10", "--quiet", "--format", "html", "-o", "page.html"]
    subprocess.run([*program, *words], cwd=tmp_path, check=True)
    page = (tmp_path / "page.html").read_text("utf-8")
    assert bundle("review/review.js") in page


@pytest.mark.skipif(os.name == "nt", reason="MSVC is not looked for")
@pytest.mark.parametrize(
    ("code", "compiler", "reason"),
    [
        (
            "from setuptools.build_meta import build_wheel; build_wheel('wheels')",
            "/nonexistent/cc",
            "No such file",
        ),
        (COMMAND.format("'build_ext'"), "/nonexistent/cc", "No such file"),
        (NO_HEADER.format("/nonexistent") + COMMAND.format("'build_ext'"), "", "Python.h"),
    ],
    ids=["pip", "no compiler", "no header"],
)
def test_what_cannot_be_compiled_is_said_in_one_sentence_before_anything_is_done(
    code, compiler, reason, sources
):
    done = run(sources, code, **({"CC": compiler} if compiler else {}))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(SENTENCE + compiler) and reason in done.stderr.removeprefix(SENTENCE)
    assert len(done.stdout.splitlines()) <= 3
    assert not (sources / "build").exists()
