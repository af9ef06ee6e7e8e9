"""Readers of the words of a line."""

from __future__ import annotations

from outflank.protocol.session.reply import CommandError

GREATEST_INT = 2**31 - 1


def interrupts(data: bytes) -> bool:
    """Tell whether a line is the comment `# interrupt`, by which a controller ends a search early."""
    return len(data) < 64 and data.split() == [b"#", b"interrupt"]


def integer(word: str) -> int:
    """An int as GTP has it: unsigned decimal, at most 2**31 - 1."""
    if not (word.isascii() and word.isdigit()) or len(word) > 10 or int(word) > GREATEST_INT:
        raise CommandError("syntax error")
    return int(word)


def number(word: str) -> float:
    """A finite decimal number, with or without sign, point and exponent."""
    try:
        value = float(word)
    except ValueError:
        raise CommandError("syntax error") from None
    if not word.isascii() or "_" in word or value - value != 0:
        raise CommandError("syntax error")
    return value
