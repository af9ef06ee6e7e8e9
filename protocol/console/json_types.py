"""Types of parsed JSON: a document may be anything until its reader has looked at it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Json: TypeAlias = Any
    JsonObject: TypeAlias = dict[str, Any]
else:
    # Importing typing costs a start 2 ms.
    Json = object
    JsonObject = dict
