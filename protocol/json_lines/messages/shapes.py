"""Shapes of JSON values, declared once: they check what comes in, and make the schema of what goes out.

A name of a record that ends with `?` may be left out. What is checked is told by its path, `seats/1/level`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from outflank.engine.names import nearest
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.json_lines.messages.problems import Problem

TYPE_CHECKING = False

SHOWN = 40
"""Characters of a bad value in an error."""
GREATEST = 2**53 - 1
"""The greatest whole number that every reader of JSON keeps."""


class Shape:
    """Values of some kind."""

    def check(self, value: Json, where: str) -> None:
        """Problem where a value is not of this shape."""
        raise NotImplementedError

    def schema(self) -> JsonObject:
        """The shape in JSON Schema."""
        raise NotImplementedError


def bad(value: object, where: str, wanted: str) -> Problem:
    """The problem of a value that is not what it should be."""
    told = ascii(value)
    told = told if len(told) <= SHOWN else told[:SHOWN] + "..."
    return Problem("bad_value", f"{where or 'the value'} must be {wanted}, not {told}", where)


class Text(Shape):
    """A text of a bounded length; one of some `choices` if there are any."""

    def __init__(self, most: int = GREATEST, least: int = 0, choices: Sequence[str] = ()) -> None:
        self.most, self.least, self.choices = most, least, tuple(choices)

    def check(self, value: Json, where: str) -> None:
        if not isinstance(value, str):
            raise bad(value, where, "a text")
        if self.choices and value not in self.choices:
            raise bad(value, where, "one of " + ", ".join(self.choices))
        if not self.least <= len(value) <= self.most:
            raise bad(value, where, f"a text of {self.least} to {self.most} characters")
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise bad(value, where, "a text without halves of characters")

    def schema(self) -> JsonObject:
        if self.choices:
            return {"enum": list(self.choices)}
        bounds = {"minLength": self.least} if self.least else {}
        return {"type": "string", **bounds, **({"maxLength": self.most} if self.most < GREATEST else {})}


class Whole(Shape):
    """A whole number between two others, both included."""

    def __init__(self, low: int = -GREATEST, high: int = GREATEST) -> None:
        self.low, self.high = low, high

    def check(self, value: Json, where: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise bad(value, where, f"a whole number from {self.low} to {self.high}")

    def schema(self) -> JsonObject:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Number(Shape):
    """A number between two others, both included."""

    def __init__(self, low: float = -math.inf, high: float = math.inf) -> None:
        self.low, self.high = low, high

    def check(self, value: Json, where: str) -> None:
        right = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not right or not self.low <= value <= self.high:
            bounded = math.isfinite(self.low)
            raise bad(value, where, f"a number from {self.low:g} to {self.high:g}" if bounded else "a number")

    def schema(self) -> JsonObject:
        bounds = {"minimum": self.low, "maximum": self.high}
        return {"type": "number", **{name: value for name, value in bounds.items() if math.isfinite(value)}}


class Flag(Shape):
    """True or false."""

    def check(self, value: Json, where: str) -> None:
        if not isinstance(value, bool):
            raise bad(value, where, "true or false")

    def schema(self) -> JsonObject:
        return {"type": "boolean"}


class Anything(Shape):
    """Any value."""

    def check(self, value: Json, where: str) -> None:
        """Nothing is wrong with any."""

    def schema(self) -> JsonObject:
        return {}


class OrNull(Shape):
    """Null, or a value of another shape."""

    def __init__(self, of: Shape) -> None:
        self.of = of

    def check(self, value: Json, where: str) -> None:
        if value is not None:
            self.of.check(value, where)

    def schema(self) -> JsonObject:
        inner = self.of.schema()
        if isinstance(inner.get("type"), str):
            return {**inner, "type": [inner["type"], "null"]}
        return {"anyOf": [inner, {"type": "null"}]}


class Either(Shape):
    """A value of one of several shapes; `wanted` says in words which."""

    def __init__(self, wanted: str, *of: Shape) -> None:
        self.wanted, self.of = wanted, of

    def check(self, value: Json, where: str) -> None:
        for shape in self.of:
            try:
                shape.check(value, where)
            except Problem:
                continue
            return
        raise bad(value, where, self.wanted)

    def schema(self) -> JsonObject:
        return {"anyOf": [shape.schema() for shape in self.of]}


class List(Shape):
    """Values of one shape, at most `most` of them."""

    def __init__(self, of: Shape, most: int = GREATEST, least: int = 0) -> None:
        self.of, self.most, self.least = of, most, least

    def check(self, value: Json, where: str) -> None:
        if not isinstance(value, list):
            raise bad(value, where, "a list")
        if not self.least <= len(value) <= self.most:
            raise Problem(
                "bad_value", f"{where or 'the list'} has {len(value)} entries, at most {self.most}", where
            )
        for number, entry in enumerate(value):
            self.of.check(entry, f"{where}/{number}")

    def schema(self) -> JsonObject:
        bounds = {"minItems": self.least} if self.least else {}
        bounds |= {"maxItems": self.most} if self.most < GREATEST else {}
        return {"type": "array", "items": self.of.schema(), **bounds}


class Record(Shape):
    """An object with these names. What is sent may have others one day (`open`), what is read may not."""

    def __init__(self, fields: Mapping[str, Shape], open: bool = False) -> None:
        self.fields = {name.removesuffix("?"): shape for name, shape in fields.items()}
        self.required = [name for name in fields if not name.endswith("?")]
        self.open = open

    def check(self, value: Json, where: str) -> None:
        if not isinstance(value, dict):
            raise bad(value, where, "an object")
        inside = f"{where}/" if where else ""
        for name, entry in value.items():
            shape = self.fields.get(name)
            if shape is not None:
                shape.check(entry, inside + name)
            elif not self.open:
                near = nearest(name, self.fields) if len(name) <= SHOWN else None
                advice = f"; did you mean {near}?" if near else f"; there are {', '.join(self.fields)}"
                raise Problem("unknown_field", f"unknown field {ascii(name)[:SHOWN]}{advice}", where)
        for name in self.required:
            if name not in value:
                raise Problem("missing_field", f"{inside}{name} is missing", where)

    def schema(self) -> JsonObject:
        made: JsonObject = {
            "type": "object",
            "properties": {name: shape.schema() for name, shape in self.fields.items()},
            "required": self.required,
        }
        return made if self.open else {**made, "additionalProperties": False}


class Named(Shape):
    """A shape that the schema defines once, under a name."""

    def __init__(self, name: str, of: Shape) -> None:
        self.name, self.of = name, of

    def check(self, value: Json, where: str) -> None:
        self.of.check(value, where)

    def schema(self) -> JsonObject:
        return {"$ref": f"#/$defs/{self.name}"}
