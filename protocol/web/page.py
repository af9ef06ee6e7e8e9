"""One HTML page with everything in it: a template that is filled in one pass, and the files it is made of."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from outflank import protocol
from outflank.protocol import __version__

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'"
"""The Content-Security-Policy of a page that asks nothing of any network."""
STYLES = ("web/palette.css", "web/kit.css")
SCRIPTS = ("web/kit.js", "web/charts.js", "web/board.js")
"""Files of the kit that every page begins with."""
PLACE = re.compile(r"\{\{([a-z]+)\}\}")
"""A place of the template that is filled in."""


def asset(name: str) -> str:
    """The text of a page's file: `review/graph.js` is the file graph.js in the assets of that folder."""
    folder, _, file = name.partition("/")
    path = os.path.join(os.path.dirname(os.path.abspath(protocol.__file__)), folder, "assets", file)
    # Whoever loads the modules loads their files too, frozen or not.
    loader: Any = protocol.__spec__.loader
    return bytes(loader.get_data(path)).decode("utf-8")


def render(
    kind: str, title: str, body: str, data: Any, styles: Sequence[str] = (), scripts: Sequence[str] = ()
) -> str:
    """A page of some kind, such as `review`. `title` is text, `body` HTML, `data` what its scripts read;
    styles and scripts are names of files that follow the kit's own."""
    parts = {
        "kind": kind,
        "policy": POLICY,
        "version": __version__,
        "title": escape(title),
        "style": "\n".join(map(asset, (*STYLES, *styles))),
        "body": body,
        "data": in_script(json.dumps(data, allow_nan=False, separators=(",", ":"))),
        "script": "\n".join(map(asset, (*SCRIPTS, *scripts))),
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
