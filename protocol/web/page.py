"""One HTML page with everything in it: a template filled in one pass, and its files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape

from outflank.protocol import __version__
from outflank.protocol.web.files import asset, bundle

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"
"""The Content-Security-Policy of a page that asks nothing of any network."""
STYLES = ("web/palette.css", "web/kit.css", "web/board.css", "web/panels.css")
"""The kit's own, which every page begins with."""
PLACE = re.compile(r"\{\{([a-z]+)\}\}")
"""A place of the template that is filled in."""


def render(kind: str, title: str, body: str, data: object, styles: Sequence[str], script: str) -> str:
    """A page of some kind, such as `review`. `title` is text, `body` HTML, `data` what its script reads: a
    module, which comes with all that it imports. The styles follow the kit's own."""
    parts = {
        "kind": kind,
        "policy": POLICY,
        "version": __version__,
        "title": escape(title),
        "style": "\n".join(map(asset, (*STYLES, *styles))),
        "body": body,
        "data": in_script(json.dumps(data, allow_nan=False, separators=(",", ":"))),
        "script": bundle(script),
    }
    return fill(asset("web/page.html"), parts)


def fill(template: str, parts: dict[str, str]) -> str:
    """A template with its places filled, in one pass: a name may look like one of the places."""
    return PLACE.sub(lambda place: parts[place[1]], template)


def mark(kind: str) -> str:
    """The beginning that every page of a kind has."""
    return f"<!DOCTYPE html>\n<!-- Outflank {kind} -->"


def in_script(data: str) -> str:
    """JSON that no name in it can end early."""
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
