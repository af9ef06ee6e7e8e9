"""What ends a search: plain values."""

from typing import NamedTuple


class Limits(NamedTuple):
    """A search ends at whichever comes first; without any it runs until it is told to stop."""

    visits: int | None = None
    """Simulations of this search, not counting what the tree already knew."""
    seconds: float | None = None
