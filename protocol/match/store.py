"""Files of a match's folder beside its games: which match it is, and openings that were searched for.

match.json says what decides the match, so that another one does not go on in its place; openings.jsonl holds
the balanced openings that were found so far, with the number that each had among those that were looked at.
"""

from __future__ import annotations

import json
import os

from outflank.engine.lab.openings import Opening
from outflank.engine.lab.terms import Match
from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.json_types import JsonObject

FORMAT = 1


def describe(match: Match) -> JsonObject:
    """The terms that decide a match, for people and for comparing."""
    row: JsonObject = match._asdict()
    row["clock"] = str(match.clock)
    for side, spec in (("a", match.a), ("b", match.b)):
        row[side] = {**spec._asdict(), "command": list(spec.kept or spec.command), "setup": list(spec.setup)}
        del row[side]["kept"]
    if match.seed is None:
        del row["seed"]
    return {"format": FORMAT, "id": match.id, **row}


def make(folder: str) -> None:
    """Have such a folder. OSError names it."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise files.unusable(folder, error) from None


def claim(folder: str, match: Match) -> None:
    """Make it this match's folder. ValueError says what is different when it is another's."""
    path = os.path.join(folder, "match.json")
    wanted = describe(match)
    if not os.path.exists(path):
        text = json.dumps(wanted, indent=1) + "\n"
        try:
            files.replace(os.fsencode(path), [text.encode("utf-8")], b"{")
        except OSError as error:
            raise files.unusable(path, error) from None
        return
    with open(path, "rb") as file:
        try:
            found = files.from_json(file.read())
            other = found["id"] != match.id
        except (ValueError, TypeError, KeyError):
            raise UserError(f"{path} does not describe a match") from None
    if other:
        names = [name for name in wanted if name != "id" and found.get(name) != wanted[name]]
        raise UserError(f"{folder} holds another match, which differs in {', '.join(names)}")


class Found:
    """The balanced openings of a folder. OSError or ValueError when the file is not to be used."""

    def __init__(self, folder: str, what: str) -> None:
        self._path = os.path.join(folder, "openings.jsonl")
        self.rows: list[tuple[int, Opening]] = []
        head = json.dumps({"format": FORMAT, "openings": what}).encode("ascii") + b"\n"
        data = b""
        if os.path.exists(self._path):
            with open(self._path, "rb") as file:
                data = file.read()
        whole, newline, torn = data.rpartition(b"\n")
        if head.startswith(data) and not newline:
            # It is new, or a run was killed before it had written the head.
            files.replace(os.fsencode(self._path), [head], data)
            return
        lines = whole.split(b"\n")
        if lines[0] + newline != head or torn[:1] not in (b"", b"["):
            raise UserError(f"{self._path} holds other openings")
        if torn:
            os.truncate(self._path, len(whole) + len(newline))
        for row, line in enumerate(lines[1:], 2):
            try:
                index, name, start, moves = files.from_json(line)
                self.rows.append((int(index), Opening(str(name), str(start), tuple(map(str, moves)))))
            except (ValueError, TypeError):
                raise UserError(f"{self._path}, line {row}: no opening") from None

    def add(self, index: int, opening: Opening) -> None:
        """Keep one more."""
        self.rows.append((index, opening))
        self._append(json.dumps([index, *opening]) + "\n")

    def _append(self, line: str) -> None:
        with open(self._path, "ab") as file:
            file.write(line.encode("ascii"))
