"""Grammar of the lines that NBoard's GUI can read, and what goes wrong with others."""

from __future__ import annotations

import re
from typing import NamedTuple

SQUARE = r"[A-Ha-h][1-8]"
COUNT = r"\d{1,18}"
"""A whole number that a machine word holds."""
NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
"""A decimal number. NBoard reads no exponents but in the values of hints."""
FLOAT = rf"(?:{NUMBER}(?:[eE][+-]?\d+)?|[+-]?NaN)"
PASS = r"(?:[Pp][A-Za-z]*|--)"
PATTERNS = {
    "pong": (re.compile(rf"-?{COUNT}"), "a whole number"),
    "search": (
        re.compile(rf"(\S+) ({FLOAT})(?:,({FLOAT}))? (-?{COUNT}) (\d\S*)(?: .*)?"),
        "moves without blanks, a value, a whole number, a depth that begins with a digit",
    ),
    "nodestats": (re.compile(rf"({COUNT}) ({NUMBER})"), "a whole number and seconds"),
    "analysis": (re.compile(rf"({COUNT}) ({NUMBER})"), "a whole number and a decimal one"),
    "set": (re.compile(r"myname \S.*"), "only `set myname NAME` is known"),
    "===": (
        re.compile(rf"({SQUARE}|{PASS})[A-Za-z0-9]*(?:[/ ]({NUMBER})?(?:[/ ]({NUMBER})?)?)?"),
        "a square or a pass, then a value and seconds where they are told",
    ),
}
PATTERNS["book"] = PATTERNS["search"]
TEXTS = ("status", "learned")
WORDS = (*PATTERNS, *TEXTS)
_LINE = re.compile(rf"(?:({PASS})|({SQUARE}))(?:-?(?:{PASS}|{SQUARE}))*")
GREATEST = 64.0


class Said(NamedTuple):
    """A line: its first word, what follows, and what would go wrong with it, nothing if all is well."""

    word: str
    rest: str
    wrong: str


def read_line(text: str) -> Said:
    """The meaning of a line. An unknown first word is not a fault: such lines are ignored."""
    if any(not " " <= letter <= "~" and letter != "\t" for letter in text):
        return Said("", text, "characters that are not ASCII; some end the reader for good")
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if word.startswith("===") and word != "===":
        return Said("===", word[3:], "there is no blank behind ===, so the line is ignored")
    if word not in PATTERNS:
        return Said(word if word in TEXTS else "", text.strip(), "")
    pattern, about = PATTERNS[word]
    found = pattern.fullmatch(rest)
    if found is None:
        return Said(word, rest, f"{word} must have {about}")
    return Said(word, rest, _wrong_hint(found) if word in ("search", "book") else "")


def _wrong_hint(found: re.Match[str]) -> str:
    moves, value, second = found.group(1, 2, 3)
    if _LINE.fullmatch(moves) is None:
        return f"{moves[:20]!r} is no line of moves on the board"
    low = float(second) if second is not None else float(value)
    if low > float(value):
        return "of two values the greater one comes first"
    return "the value is beyond all discs" if abs(float(value)) > GREATEST + 1 else ""


def first_move(rest: str) -> str:
    """The first move of a hint or of a `===`: a square in capitals or PASS."""
    word = rest.split()[0].split("/")[0]
    return word[:2].upper() if re.match(SQUARE, word) else "PASS"
