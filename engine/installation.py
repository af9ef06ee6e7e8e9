"""Installation: how this program came here, and the advice that fits it where a part is missing."""

from __future__ import annotations

import shlex
import sys

PIP = "pip install"
FILE = "file://"


def advice(extra: str) -> str:
    """The advice where a library of an extra is missing, to stand behind the name of what needs it."""
    if getattr(sys, "frozen", False):
        return "the stand-alone program has no room for it; it takes a Python with this program installed"
    return f'{PIP} "{_source()[0] or "."}[{extra}]"' + ("" if _source()[0] else " in the project's folder")


def repair() -> str:
    """The advice where a file of the program itself is missing."""
    if getattr(sys, "frozen", False):
        return "copy the whole folder of the program once more"
    folder, editable = _source()
    if not folder:
        return f"run `{PIP} -e .` in the project's folder"
    return f"run `{PIP} {'-e' if editable else '--force-reinstall'} {shlex.quote(folder)}`"


def _source() -> tuple[str, bool]:
    """The folder that pip installed this program from, and whether it is used in place; empty if unknown.
    Read without importlib.metadata, which would import sockets."""
    import json
    from pathlib import Path
    from urllib.parse import unquote

    for folder in sys.path:
        for note in Path(folder or ".").glob("outflank-*.dist-info/direct_url.json"):
            told = json.loads(note.read_text("utf-8"))
            url = str(told.get("url", ""))
            if url.startswith(FILE) and "dir_info" in told:
                return unquote(url.removeprefix(FILE)), bool(told["dir_info"].get("editable"))
    return "", False
