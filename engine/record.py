"""Named tuples with typed fields at the price of `collections.namedtuple`: importing `typing` costs 2 ms.

For a type checker `NamedTuple` is the one of `typing`. A program that starts gets a class that makes the same
of a class body: fields are the annotated names in their order, with their defaults, and what else stands
there goes along. The modules that use it have `from __future__ import annotations`.
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:

    class _Fields(type):
        """Turns a class body into a named tuple, as the metaclass of `typing.NamedTuple` does."""

        def __new__(mcs, name, bases, space):
            if not bases:
                return super().__new__(mcs, name, bases, space)
            fields = space.get("__annotations__", {})
            defaults = [space[field] for field in fields if field in space]
            record = namedtuple(name, fields, defaults=defaults, module=space["__module__"])
            for key, value in space.items():
                if key not in fields and key not in ("__module__", "__qualname__", "__dict__"):
                    setattr(record, key, value)
            return record

    class NamedTuple(metaclass=_Fields):
        """The base of a record; a class derived from it is a plain named tuple."""
