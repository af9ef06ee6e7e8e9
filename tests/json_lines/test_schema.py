"""The schema: its file, the table that it is made from, and the page that tells of both."""

import json
import re

import json_script
import pytest
from gtp_script import ROOT

from outflank.protocol.json_lines.all import requests
from outflank.protocol.json_lines.messages.problems import CODES
from outflank.protocol.json_lines.schema import schema

ROOM = ROOT / "protocol" / "json_lines"
PAGE = (ROOM / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_file_is_what_the_table_makes():
    """`python tests/json_lines/test_schema.py` writes it anew."""
    assert json.loads((ROOM / "schema.json").read_text("ascii")) == schema()


def test_every_request_and_code_stands_on_the_page():
    assert requests_table() in PAGE, requests_table()
    assert codes_table() in PAGE, codes_table()


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block[:40])
def test_examples_are_what_one_gets(block):
    """Requests are sent as they stand; of every answer the page may leave out fields, and values by `...`."""
    with json_script.Script("--seed", "1") as script:
        for line in block.splitlines():
            shown = json.loads(line)
            if "type" not in shown:
                json_script.check_request(shown)
                script.write(line.encode() + b"\n")
                continue
            kind = shown["type"]
            told = script.until(lambda message, kind=kind: message["type"] == kind)
            assert matches(shown, told), (shown, told)


def matches(shown, told):
    """Whether what was told is what is shown, as far as that goes."""
    if shown == "...":
        return True
    if isinstance(shown, dict):
        return isinstance(told, dict) and all(
            name in told and matches(value, told[name]) for name, value in shown.items()
        )
    if isinstance(shown, list):
        if shown[-1:] == ["..."]:
            shown, told = shown[:-1], told[: len(shown) - 1]
        return len(shown) == len(told) and all(map(matches, shown, told))
    return shown == told


def requests_table():
    """The table of requests as the page has it."""
    rows = ["| request | takes | result | |", "|---|---|---|---|"]
    for row in requests.rows.values():
        long = "cancelled" in row.result.fields and "cancelled" not in row.result.required
        told = [name for name in row.result.fields if not long or name != "cancelled"]
        fields = [name if name in row.fields.required else f"{name}?" for name in row.fields.fields]
        cells = (" ".join(f"`{name}`" for name in names) for names in (fields, told))
        about = f"*long* {row.about}" if long else row.about
        rows.append(" ".join(f"| `{row.name}` | {' | '.join(cells)} | {about} |".split()))
    return "\n".join(rows)


def codes_table():
    """The table of errors as the page has it."""
    return "\n".join(
        ["| code | |", "|---|---|", *(f"| `{code}` | {about} |" for code, about in CODES.items())]
    )


if __name__ == "__main__":
    (ROOM / "schema.json").write_text(json.dumps(schema(), indent=1) + "\n", "ascii")
    print(requests_table(), codes_table(), sep="\n\n")
