"""The grammar of SGF (FF[1] to FF[4]): text to nodes and back. What the properties mean is not known here.

The reader takes what has one sensible meaning: anything before, between and after games, lower-case letters
in names (`AddBlack` is AB, `b` is B), a property given twice, every kind of line break, and missing closing
parentheses at the end. Its time and memory grow with the length of the text, however deep variations nest.
The writer writes only what the standard allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_PIECES = 200_000
"""Nodes and values of one game: far more than any record has, and what memory can bear."""
LONGEST_NAME = 64
PROGRAM = "Outflank:"
"""What AP begins with in the games of this program."""
NUMBERS = ("0", "2")
"""Their numbers: Othello has one, the others share the first."""

_START = re.compile(r"\(\s*;")
_FIRST = re.compile(r"\s*(?=\(\s*;)")
_TOKEN = re.compile(r"\s*(?:([A-Za-z][A-Za-z0-9]*)|(\S))")
_BREAK = re.compile(r"\r\n|\n\r|\r|\n")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[([^\]]{0,40})\]")
_DATES = re.compile(r"\d{4}(-\d\d){0,2}(,(\d{4}-)?\d\d(-\d\d)?)*")
"""SGF's own dates: one, or several with the parts left out that stay the same."""
_DATE = re.compile(r"\s*(\d{4})(?:[-./](\d{1,2})(?:[-./](\d{1,2}))?)?(?!\d)", re.ASCII)
_AMERICAN = re.compile(r"\s*(\d{1,2})/(\d{1,2})/(\d{4})(?!\d)", re.ASCII)
_SPACES = str.maketrans("\t\f\v", "   ")


class Unreadable(ValueError):
    """A text is not a record that can be read; the message says where and why."""


class Node:
    """The properties of a node, name to values, and the nodes that follow: more than one are variations."""

    __slots__ = ("properties", "children")

    def __init__(self, properties: dict[str, list[str]] | None = None) -> None:
        self.properties = {} if properties is None else properties
        self.children: list[Node] = []

    def first(self, name: str) -> str | None:
        """The first value of a property on one line and without blanks around it; None without it."""
        values = self.properties.get(name)
        return " ".join(values[0].split()) if values else None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or ISO-8859-1 where it says so or is not UTF-8. Unreadable when it names
    another character set and is not plain ASCII."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable("the text is UTF-16; UTF-8 and ISO-8859-1 are read")
    data = data.removeprefix(b"\xef\xbb\xbf")
    said = _CHARSET.search(data)
    charset = said.group(1).decode("latin-1").strip().lower() if said else ""
    if charset in ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1"):
        return data.decode("latin-1")
    if not data.isascii() and charset not in ("", "utf-8", "utf8", "us-ascii", "ascii"):
        raise Unreadable(f"character set {charset!r} is not read; UTF-8 and ISO-8859-1 are")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # The standard's own default, and every byte is a letter of it.
        return data.decode("latin-1")


def games(text: str) -> Iterator[Node]:
    """The root of every game in a text, one after the other. Unreadable at a game that is not well-formed."""
    start = _START.search(text)
    while start:
        root, end = _game(text, start.start())
        yield root
        start = _START.search(text, end)


def written_here(data: bytes) -> bool:
    """Tell whether bytes are SGF games that this program has written, and nothing else: what it may
    replace."""
    try:
        text = decode(data)
        at = 0
        while start := _FIRST.match(text, at):
            root, at = _game(text, start.end())
            if not (root.first("AP") or "").startswith(PROGRAM) or root.first("GM") not in NUMBERS:
                return False
    except Unreadable:
        return False
    return at > 0 and not text[at:].strip()


def date(text: str) -> str:
    """A date as SGF's DT has it, `2026-11-18`, from one of GGF, NBoard or a match, whose times it drops; one
    of SGF stays as it is. Empty for a text without a date."""
    if _DATES.fullmatch(text):
        return text
    found = _DATE.match(text)
    if found:
        year, month, day = found[1], found[2], found[3]
    elif found := _AMERICAN.match(text):
        month, day, year = found[1], found[2], found[3]
    else:
        return ""
    parts = [year, *(f"{int(part):02}" for part in (month, day) if part)]
    return "-".join(parts) if all(int(part) for part in parts) else ""


def main_line(root: Node) -> Iterator[Node]:
    """The nodes from the root along the first variation each time."""
    node: Node | None = root
    while node is not None:
        yield node
        node = node.children[0] if node.children else None


def write(root: Node) -> str:
    """A game as text, a line for each node. ValueError where the standard has no way to write it."""
    parts = ["("]
    rest: list[Node | str] = [root]
    while rest:
        node = rest.pop()
        if isinstance(node, str):
            parts.append(node)
            continue
        parts.append(_node_text(node))
        if len(node.children) == 1:
            parts.append("\n")
            rest.append(node.children[0])
        else:
            for child in reversed(node.children):
                rest += [")", child, "\n("]
    return "".join([*parts, ")\n"])


def _game(text: str, at: int) -> tuple[Node, int]:
    """The root of the game that begins with the `(` at an offset, and the offset behind it."""
    top = node = Node()
    # The node that each open parenthesis follows.
    stack: list[Node] = []
    inside = closed = False
    values: list[str] | None = None
    bare = False
    pieces = 0
    while found := _TOKEN.match(text, at):
        name, sign = found.groups()
        place, at = found.start(found.lastindex or 0), found.end()
        if bare and sign != "[":
            raise _error(text, place, "a property without a value")
        if sign == "[" and values is not None:
            end = _end_of_value(text, at)
            values.append(_plain(text[at:end]))
            at, bare = end + 1, False
        elif name and inside:
            values, bare = node.properties.setdefault(_identifier(text, place, name), []), True
        elif sign == ";" and not closed:
            node.children.append(Node())
            node, inside, values = node.children[-1], True, None
        elif sign == "(":
            stack.append(node)
            inside, closed, values = False, False, None
        elif sign == ")":
            node = stack.pop()
            inside, closed, values = False, True, None
            if not stack:
                break
        else:
            raise _error(text, place, f"{name[:20] if name else sign!r} is not expected here")
        pieces += not name
        if pieces > MOST_PIECES:
            raise _error(text, place, f"more than {MOST_PIECES} nodes and values")
    if bare:
        raise _error(text, len(text), "a property without a value")
    return top.children[0], at


def _identifier(text: str, place: int, name: str) -> str:
    """A name in capitals alone: the small letters of the older standards mean nothing, unless there are no
    others."""
    if len(name) > LONGEST_NAME:
        raise _error(text, place, f"a name of more than {LONGEST_NAME} letters")
    return name.upper() if name.islower() else "".join(letter for letter in name if not letter.islower())


def _end_of_value(text: str, at: int) -> int:
    """The offset of the bracket that closes the value which begins at an offset."""
    begin = at
    close = text.find("]", at)
    while close >= 0:
        slash = text.find("\\", at, close)
        if slash < 0:
            return close
        at = slash + 2
        if at > close:
            close = text.find("]", at)
    raise _error(text, begin, "a value that does not end")


def _plain(raw: str) -> str:
    """The text that a value stands for: line breaks as they are, other blanks as spaces, escapes taken
    away."""
    if raw.isalnum():
        return raw
    text = _BREAK.sub("\n", raw).translate(_SPACES)
    return _ESCAPE.sub(lambda found: found[1].strip("\n"), text)


def _error(text: str, at: int, reason: str) -> Unreadable:
    lines = _BREAK.sub("\n", text[:at]).split("\n")
    return Unreadable(f"line {len(lines)}, column {len(lines[-1]) + 1}: {reason}")


def _node_text(node: Node) -> str:
    parts = [";"]
    for name, values in node.properties.items():
        if not (name.isascii() and name.isalpha() and name.isupper()):
            raise ValueError(f"{name!r} is no name of a property")
        if not values:
            raise ValueError(f"property {name} has no value")
        parts += [name, *(f"[{_escaped(value)}]" for value in values)]
    return "".join(parts)


def _escaped(value: str) -> str:
    if any((letter < " " and letter != "\n") or "\x7f" <= letter < "\xa0" for letter in value):
        raise ValueError(f"{value!r} has control characters")
    return value.replace("\\", "\\\\").replace("]", "\\]")
