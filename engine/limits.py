"""What ends a search: plain values."""

from collections import namedtuple


class Limits(namedtuple("Limits", ("visits", "seconds"), defaults=(None, None))):
    """A search ends at whichever comes first; None is no limit.

    `visits` are simulations of this search, not counting what the tree already knew; `seconds` are wall time.
    """

    __slots__ = ()
