"""The house rules: which file may import which, who may print, and that the checkers are content."""

import ast
import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted(
    path
    for folder in ("engine", "protocol")
    for pattern in ("*.py", "*.pxd")
    for path in (ROOT / folder).rglob(pattern)
)
NAMESPACE = "outflank"
README = (ROOT / "README.md").read_text("utf-8")
ENTRANCES = {
    ".".join((NAMESPACE, *path.parent.relative_to(ROOT).parts)) for path in SOURCES if path.stem == "__init__"
}
"""Package files: they are what their folder is and stand in no order."""
WORKSHOP = {"outflank.engine._build", "outflank.engine._sdist"}


def module_of(path):
    name = ".".join((NAMESPACE, *path.relative_to(ROOT).with_suffix("").parts))
    return name.removesuffix(".__init__")


def entries(folder):
    """The modules and folders (`name/`) in a folder, as the table in its README lists them, lowest first."""
    text = (ROOT / folder / "README.md").read_text("utf-8")
    table = re.search(r"^\| lowest first \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table, f"{folder}/README.md has no table of what is lowest first"
    return re.findall(r"^\| \[?`(\w+/?)`(?:\]\(\w+/README\.md\))? \| \S", table[1], re.MULTILINE)


def rooms(folder):
    """The full names of all modules below a folder, lowest first."""
    for entry in entries(folder):
        if entry.endswith("/"):
            yield from rooms(f"{folder}/{entry[:-1]}")
        else:
            yield ".".join((NAMESPACE, *folder.split("/"), entry))


RANK = {name: rank for rank, name in enumerate([*rooms("engine"), *rooms("protocol")])}
"""The rank of each module: whatever it imports has a lower one."""


@functools.cache
def nodes(path):
    """What stands in a .py file."""
    return list(ast.walk(ast.parse(path.read_text("utf-8"))))


@functools.cache
def type_checking(path):
    """What of a .py file only type checkers read."""
    blocks = [
        node for node in nodes(path) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    return {node for block in blocks for statement in block.body for node in ast.walk(statement)}


def python_imports(path):
    """Modules of this project that a .py file imports, wherever in the file it does so. What only type
    checkers read is left out: it binds nothing at run time, and a game keeps reports of what stands above."""
    package = module_of(path).split(".")[:-1]
    unread = type_checking(path)
    for node in nodes(path):
        if node in unread:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called == "load" and package[1] == "engine":
                yield f"outflank.engine.core.{node.args[0].value}"


def c_imports(path):
    """Modules of this project that a .pxd file cimports."""
    package = module_of(path).split(".")[:-1]
    for line in path.read_text("utf-8").splitlines():
        if match := re.match(r"from\s+(\.\.?)([\w.]+)\s+cimport", line):
            dots, name = match.groups()
            yield ".".join([*package[: len(package) + 1 - len(dots)], name])
        elif re.match(r"(from|cimport)\s+(outflank|\.)", line):
            yield f"not relative: {line}"


def room_of(name):
    """The room an imported name lives in: a module, or the module or package the name is taken from."""
    while name and name not in RANK and name not in ENTRANCES:
        name = name.rpartition(".")[0]
    return name


def test_every_module_has_its_place():
    modules = {module_of(path) for path in SOURCES} - ENTRANCES - WORKSHOP
    assert modules == set(RANK)


@pytest.mark.parametrize("package", sorted(ENTRANCES))
def test_a_folder_lists_each_entry_once(package):
    listed = entries("/".join(package.split(".")[1:]))
    assert len(listed) == len(set(listed))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_go_down(path):
    own = module_of(path)
    if own in ENTRANCES | WORKSHOP:
        return
    names = python_imports(path) if path.suffix == ".py" else c_imports(path)
    ours = [
        name
        for name in names
        if name.split(".")[0] in (NAMESPACE, "engine", "protocol", "tests", "not relative: from")
    ]
    for name in ours:
        room = room_of(name)
        assert room, f"{own} imports {name}, which has no place"
        assert room in ENTRANCES or RANK[room] < RANK[own], f"{own} imports {name} from above"


def test_the_order_test_sees_imports_of_both_kinds():
    """The check would be worth nothing if it found no imports."""
    search = ROOT / "engine" / "core" / "search" / "search.pxd"
    assert "outflank.engine.core.search.pool" in set(c_imports(search))
    player = ROOT / "engine" / "play" / "player.py"
    assert {"outflank.engine.core.base.stop", "outflank.engine.game.Game"} <= set(python_imports(player))


def test_compiled_modules_are_never_imported_as_sources():
    """`import outflank.engine.core.othello.othello` would find the source beside the compiled module."""
    folders = "|".join(entry.removesuffix("/") for entry in entries("engine/core"))
    for path in (*SOURCES, *(ROOT / "tests").rglob("*.py")):
        if path.suffix == ".py":
            for node in set(nodes(path)) - type_checking(path):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                wrong = rf"outflank\.engine\.core\.({folders})\."
                assert not any(re.match(wrong, name) for name in names), path


@pytest.mark.parametrize(
    "path",
    [path for path in SOURCES if "engine" in path.parts and path.suffix == ".py"],
    ids=lambda path: path.stem,
)
def test_nothing_below_protocol_prints_or_reads(path):
    for node in nodes(path):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            assert name not in ("print", "input", "os.write", "os.read", "open"), (
                f"{name} in line {node.lineno}"
            )
        if isinstance(node, ast.Attribute):
            assert ast.unparse(node) not in ("sys.stdin", "sys.stdout", "sys.stderr"), f"line {node.lineno}"


def test_kernels_touch_no_python():
    """Every C function in a header is nogil, so Cython refuses Python in it, and none can raise; but for
    those that say they do, and serve Python."""
    for path in SOURCES:
        if path.suffix == ".pxd":
            functions = re.findall(
                r"^ *cdef (?!class|struct|enum|extern)[^()\n=]*\([^)]*\).*$", path.read_text(), re.M
            )
            for line in functions:
                assert "noexcept nogil" in line or "except NULL" in line, f"{path.name}: {line}"


def test_each_c_header_is_declared_once():
    core = ROOT / "engine" / "core"
    headers = {path.name for path in core.glob("[!_]*/*.h")}
    texts = [path.read_text("utf-8") for path in SOURCES if path.suffix == ".pxd"]
    declared = [name for text in texts for name in re.findall(r'cdef extern from "(.*?)"', text)]
    assert sorted(declared) == sorted(headers)


def test_only_the_outbox_writes_to_the_peer():
    for path in (ROOT / "protocol").rglob("*.py"):
        text = path.read_text("utf-8")
        assert "print(" not in text, path
        assert "sys.stdout" not in text, path
        assert path.stem == "outbox" or not re.search(r"os\.write\([12]\b", text), path


@pytest.mark.parametrize("command", ["ruff check .", "ruff format --check .", "mypy"])
def test_checkers_are_content(command):
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_ci_runs_the_readmes_test_command():
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert f"\n{commands[1]} || failed=$?\n" in (ROOT / ".ci" / "run").read_text()


def test_the_version_is_written_once_more_only_in_the_package():
    import tomllib

    from outflank import protocol

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == protocol.__version__
