"""Rules of prose: how a module begins, and phrases that docstrings, comments, help and pages leave out."""

import ast
import io
import re
import tokenize
from typing import NamedTuple

from places import ROOT

from outflank.protocol import manual

FOLDERS = ("engine", "protocol", "tests")
MOST_WORDS = 20
"""Words of a module's first sentence."""
BEGINNINGS = re.compile(r"(what|whether|how)\b", re.IGNORECASE)
"""Beginnings of clauses, where the name of a thing should stand."""
PHRASES = re.compile(r"\bis no\s|\bso many\b|\bsomebody\b", re.IGNORECASE)
"""`is no X` for `is not an X`, a number that has no name, and a person where a program is meant."""
COMMENTS = re.compile(
    r"//[^\n]*|/\*.*?\*/|^\s*#(?!\s*(?:define|include|if|el|end|undef))[^\n]*|\s#\s[^\n]*", re.DOTALL | re.M
)
"""Comments of headers, C and JavaScript."""
SUFFIXES = {".py", ".pyi", ".pxd", ".h", ".c", ".js", ".cjs", ".css", ".md"}


class Prose(NamedTuple):
    """A text for people in a file, and the line that it begins on."""

    line: int
    text: str


def files():
    """All sources and pages of the project, by their paths below its root."""
    # Of dist the files beside each other alone: below it are the programs that were built.
    found = [*ROOT.glob("*.md"), *ROOT.glob(".github/**/*.md"), *ROOT.glob("dist/*.*")]
    for folder in FOLDERS:
        found += (ROOT / folder).rglob("*")
    names = (path.relative_to(ROOT).as_posix() for path in found if path.suffix in SUFFIXES)
    return sorted(name for name in names if not re.search(r"/(_[vp]\w+|node_modules)/", name))


def python_prose(text):
    """Docstrings and comments of Python, compiled or not."""
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield Prose(node.lineno, node.value.value)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield Prose(token.start[0], token.string)


def prose(name):
    """The texts for people in a file."""
    text = (ROOT / name).read_text("utf-8")
    if name.endswith((".py", ".pyi")):
        yield from python_prose(text)
    elif name.endswith(".md"):
        yield Prose(1, text)
    else:
        yield from (
            Prose(text.count("\n", 0, found.start()) + 1, found[0]) for found in COMMENTS.finditer(text)
        )


def first_sentence(text):
    """The first sentence of a docstring."""
    return re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0]


def faults(text):
    """The phrases of a text that have a better word."""
    return [found[0] for found in PHRASES.finditer(text)]


def test_modules_begin_with_the_name_of_a_thing():
    found = []
    for name in files():
        text = (ROOT / name).read_text("utf-8") if name.endswith(".py") else ""
        if text.strip():
            told = first_sentence(ast.get_docstring(ast.parse(text)) or "")
            if not 0 < len(told.split()) <= MOST_WORDS or BEGINNINGS.match(told):
                found.append(f"{name}: {told or 'no docstring'}")
    assert not found, "\n".join(found)


def test_prose_uses_the_plain_phrase():
    found = [
        f"{name}:{line}: {said}"
        for name in files()
        if name != "tests/test_words.py"
        for line, text in prose(name)
        for said in faults(text)
    ]
    assert not found, "\n".join(found)


def test_help_uses_the_plain_phrase():
    page = manual.manual()
    assert len(page) > 10_000 and faults(page) == []


def test_phrases_are_found():
    source = '"""There is no\nx."""\nX = 1\n"""So many."""\ny = 2  # somebody waits\n'
    assert [faults(text) for _, text in python_prose(source)] == [["is no\n"], ["So many"], ["somebody"]]
    assert [found[0] for found in COMMENTS.finditer("int a; // x\n/* y\n z */\n#define B 1\n")] == [
        "// x",
        "/* y\n z */",
    ]
    assert first_sentence("Reads\nGGF records. More.") == "Reads GGF records."
    assert BEGINNINGS.match("What a thing does.") and not BEGINNINGS.match("Whatever comes.")
