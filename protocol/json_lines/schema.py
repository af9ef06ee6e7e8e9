"""The JSON Schema of every message, made from the table of requests and the shapes of what is sent.

The request `schema` is answered by it, and the file schema.json beside this module holds it; a test compares
the two.
"""

from __future__ import annotations

from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.json_lines.all import requests
from outflank.protocol.json_lines.messages.bodies import ERROR, EVENTS, NAMED
from outflank.protocol.json_lines.messages.lines import ID
from outflank.protocol.json_lines.messages.shapes import Record, Shape
from outflank.protocol.json_lines.session import JsonSession
from outflank.protocol.json_lines.table import Request, Values

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@requests.request("schema", {}, {"schema": Record({}, open=True)})
def tell_schema(session: JsonSession, values: Values) -> Values:
    """The JSON Schema of every message."""
    return {"schema": schema()}


def schema() -> JsonObject:
    """The schema. Requests are `#/$defs/request`, everything that is sent is `#/$defs/message`."""
    rows = list(requests.rows.values())
    found: JsonObject = {shape.name: shape.of.schema() for shape in NAMED}
    found |= {f"request-{row.name}": _request(row) for row in rows}
    found |= {f"result-{row.name}": _answer("result", row, row.result) for row in rows}
    reported = [(row, row.report) for row in rows if row.report is not None]
    found |= {f"report-{row.name}": _answer("report", row, shape) for row, shape in reported}
    found |= {name: _sent(name, fields) for name, fields in (*EVENTS.items(), ("error", ERROR))}
    sent = [*EVENTS, "error", *(name for name in found if name.startswith(("result-", "report-")))]
    found["request"] = {"oneOf": [_reference(f"request-{row.name}") for row in rows]}
    found["message"] = {"oneOf": [_reference(name) for name in sent]}
    return {
        "$schema": DIALECT,
        "title": "Outflank: requests and messages of JSON lines",
        "anyOf": [_reference("request"), _reference("message")],
        "$defs": found,
    }


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _request(row: Request) -> JsonObject:
    """The schema of a request."""
    made = row.fields.schema()
    head = {"id": ID.schema(), "do": {"const": row.name}}
    return {
        "description": row.about,
        **made,
        "properties": {**head, **made["properties"]},
        "required": ["id", "do", *made["required"]],
    }


def _answer(kind: str, row: Request, shape: Record) -> JsonObject:
    """The schema of a result or a report of a request."""
    made = shape.schema()
    head = {"type": {"const": kind}, "id": ID.schema(), "do": {"const": row.name}}
    return {
        **made,
        "properties": {**head, **made["properties"]},
        "required": ["type", "id", "do", *made["required"]],
    }


def _sent(kind: str, fields: dict[str, Shape]) -> JsonObject:
    """The schema of what is sent without a request, or instead of a result."""
    made = Record(fields, open=True).schema()
    return {
        **made,
        "properties": {"type": {"const": kind}, **made["properties"]},
        "required": ["type", *made["required"]],
    }
