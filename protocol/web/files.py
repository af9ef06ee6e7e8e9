"""Files of pages, and modules of JavaScript as one script."""

from __future__ import annotations

import os
import re
from typing import Any

from outflank import protocol

IMPORT = re.compile(r'^import (\{[^}]*\}) from "(\.\.?/[^"]+)";\n', re.MULTILINE)
"""What modules may import: names of other modules of ours, which are called here as they are there."""
EXPORT = re.compile(r"^export (?=(?:const|let|(?:async )?function|class) (\w+))", re.MULTILINE)


def asset(name: str) -> str:
    """The text of a page's file: `review/review.js` is the file review.js in the assets of that folder."""
    folder, _, file = name.partition("/")
    path = os.path.join(os.path.dirname(os.path.abspath(protocol.__file__)), folder, "assets", file)
    # Whoever loads the modules loads their files too, frozen or not.
    loader: Any = protocol.__spec__.loader
    return bytes(loader.get_data(path)).decode("utf-8")


def imported(name: str) -> list[str]:
    """The modules that a module imports: `./kit.js`, or `../../web/assets/kit.js` from another folder."""
    return [target(name, path) for _, path in IMPORT.findall(asset(name))]


def target(name: str, path: str) -> str:
    """The module that an import in another one means."""
    other, _, file = path.removeprefix("../../").rpartition("/assets/")
    return f"{other}/{file}" if other else f"{name.partition('/')[0]}/{path.removeprefix('./')}"


def modules(name: str) -> list[str]:
    """A module and all that it needs, each behind those that it imports. ValueError if they import each other
    in a circle."""
    found: dict[str, None] = {}

    def add(module: str, above: tuple[str, ...]) -> None:
        if module in above:
            raise ValueError(f"{module} needs itself")
        for needed in imported(module):
            if needed not in found:
                add(needed, (*above, module))
        found[module] = None

    add(name, ())
    return list(found)


def bundle(name: str) -> str:
    """A module with all that it needs as one script, for a page that is a single file: each module is a
    function that gives what it exports."""
    return "\n".join(enclosed(module) for module in modules(name))


def enclosed(name: str) -> str:
    """A module as a constant that holds what it exports."""
    text = asset(name)
    exported = ", ".join(EXPORT.findall(text))
    taken = IMPORT.sub(lambda line: f"const {line[1]} = {constant(target(name, line[2]))};\n", text)
    return f"const {constant(name)} = (() => {{\n{EXPORT.sub('', taken)}return {{{exported}}};\n}})();"


def constant(name: str) -> str:
    """The name of a module in a script: `web_kit`."""
    return re.sub(r"\W", "_", name.removesuffix(".js"))
