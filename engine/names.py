"""Advice for a name that is not known: the one that was probably meant, or all there are."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LIKE = 0.6
"""Likeness, as difflib counts it, from which on a name is taken for a misspelt one."""


def nearest(word: object, names: Iterable[str]) -> str | None:
    """The name most like a word in any case; None when none is like it."""
    import difflib

    by_lower = {name.lower(): name for name in names}
    near = difflib.get_close_matches(str(word).lower(), by_lower, n=1, cutoff=LIKE)
    return by_lower[near[0]] if near else None


def advice(word: object, names: Iterable[str]) -> str:
    """The advice about a name that is not among these."""
    near = nearest(word, names)
    return f"did you mean {near}?" if near else f"there are {', '.join(names)}"
