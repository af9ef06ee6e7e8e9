"""Folder of a training, from which it goes on after whatever ended it.

training.json says what decides its games. generation-NN holds the games of evaluation NN in chunks, or those
of the generation before as that evaluation sees them, and end.json when there will be no more.
evaluation-NN.patterns was fitted to all games before, its .json has the errors of the fit, its .md is its
card, and match-NN.json says how it did against the one before.
"""

from __future__ import annotations

import fcntl
import json
import os
import re

from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError, reason
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.train.card import FITTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.features import Array

Row = JsonObject
EARLIER: Row = {
    "begin": "rules",
    "guess_at": 0,
    "beside": 0,
    "beside_weight": 1.0,
    "again": 0,
    "again_mix": 0.6,
}
"""The terms of trainings that say nothing of them."""
ARRAY_MARK = b"\x93NUMPY"
CHUNK = re.compile(r"chunk-(\d{5,})\.npy")
GENERATION = re.compile(r"generation-\d{2,}")
OWN = re.compile(r"(?:evaluation|generation|match)-\d")
"""What only a training's folder is to have, and its files may replace."""
LEFT_OVER = re.compile(r"\.outflank-[0-9a-f]+\.part")


EARLIER_END: Row = {"command": "", "again": 0}
"""The same of generations that ended."""
END: Row = {"chunks": int, "command": str, "again": int}
MATCH: Row = dict.fromkeys(("depth", "time"), {"games": int, "elo": (float, float, float)}) | {"number": int}
FIT: Row = {
    **dict.fromkeys(("command", "date"), str),
    **dict.fromkeys(("number", "bytes"), int),
    **dict.fromkeys(("rms", "mean", *FITTED), float),
    "phases": [
        {
            "discs": (int, int),
            **dict.fromkeys(("positions", "held_out", "iterations"), int),
            **dict.fromkeys(("rms", "mean"), float),
        }
    ],
}
"""What is read of files of JSON: types by name, in a tuple one for each part, in a list one for all."""
MOST_CHUNKS = 10**7
MOST_BYTES = 1 << 32


class Folder:
    """The folder of one training, made when there is none. ValueError when it cannot be used, as another
    process is at work there."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            os.makedirs(path, exist_ok=True)
            self._lock = os.open(os.path.join(path, "lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise UserError(f"{path}: {reason(error)}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._clean()
        except BlockingIOError:
            os.close(self._lock)
            raise UserError(f"{path} is in use by another run") from None
        except BaseException:
            os.close(self._lock)
            raise

    def close(self) -> None:
        """Let another run have the folder."""
        os.close(self._lock)

    def chunks(self, generation: int) -> set[int]:
        """The numbers of the chunks that are there."""
        folder = self._name(f"generation-{generation:02}")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return {int(match[1]) for name in names if (match := CHUNK.fullmatch(name))}

    def add_chunk(self, generation: int, number: int, samples: Array) -> None:
        """Keep the samples of a chunk."""
        from outflank.engine.train import samples as kept

        folder = f"generation-{generation:02}"
        os.makedirs(self._name(folder), exist_ok=True)
        self._replace(f"{folder}/chunk-{number:05}.npy", kept.write(samples), ARRAY_MARK)

    def chunk(self, generation: int, number: int) -> Array:
        """The samples of a chunk. ValueError names its file when it is missing or damaged."""
        from outflank.engine.train import samples as kept

        name = f"generation-{generation:02}/chunk-{number:05}.npy"
        data = self._read(name)
        try:
            if data is None:
                raise UserError("missing")
            return kept.read(data)
        except ValueError as error:
            raise UserError(f"{self._name(name)}: {error}") from None

    def samples(self, generation: int, first: int | None = 0) -> Array:
        """The samples of a generation that has ended, from a chunk on."""
        import numpy as np

        from outflank.engine.train.samples import SAMPLE

        numbers = range(first or 0, self.end(generation) or 0)
        chunks = (self.chunk(generation, number) for number in numbers)
        found: Array = np.concatenate([np.empty(0, SAMPLE), *chunks])
        return found

    def end(self, generation: int) -> int | None:
        """The number of chunks of a generation; None while it is not known."""
        name = f"generation-{generation:02}/end.json"
        row = self.row(name, END, EARLIER_END)
        if row is None:
            return None
        if not 0 <= row["chunks"] <= MOST_CHUNKS:
            raise UserError(f"{self._name(name)} is damaged: there are not {row['chunks']} chunks")
        return int(row["chunks"])

    def end_at(self, generation: int, chunks: int, command: str, again: int = 0) -> None:
        """Let a generation have a number of chunks, by that command: games, or those of the generation before
        looked at again with `visits`."""
        row = {"chunks": chunks, "command": command, "again": again}
        self.add_row(f"generation-{generation:02}/end.json", row)

    def again(self, generation: int) -> int:
        """The visits with which a generation that has ended looked again; 0 for one that was played."""
        row = self.row(f"generation-{generation:02}/end.json", END, EARLIER_END) or {}
        return int(row.get("again", 0))

    def command(self, generation: int) -> str:
        """The command that ended a generation, as far as it is known."""
        row = self.row(f"generation-{generation:02}/end.json", END, EARLIER_END) or {}
        return str(row.get("command", ""))

    def evaluation(self, number: int) -> bytes | None:
        """The content of an evaluation's file; None when it is not there. ValueError names it when it is
        damaged."""
        from outflank.engine import evaluation

        name = f"evaluation-{number:02}.patterns"
        data = self._read(name)
        try:
            if data is not None:
                evaluation.read(data)
        except ValueError as error:
            raise UserError(f"{self._name(name)}: {error}") from None
        return data

    def add_evaluation(self, number: int, data: bytes) -> None:
        """Keep an evaluation."""
        self._replace(f"evaluation-{number:02}.patterns", data, b"outflank-patterns")

    def add_text(self, name: str, text: str) -> None:
        """Keep a text for people, in the place of one with the same heading."""
        self._replace(name, text.encode("utf-8"), text.partition("\n")[0].encode("utf-8") + b"\n")

    def row(self, name: str, shape: Row | None = None, usual: Row | None = None) -> Row | None:
        """The values of a file of JSON, the usual ones where it says nothing; None when it is not there.
        ValueError names it when it is damaged, or not of that shape."""
        data = self._read(name)
        if data is None:
            return None
        try:
            found = files.from_json(data)
        except ValueError as error:
            raise UserError(f"{self._name(name)}: {error}") from None
        if not isinstance(found, dict):
            raise UserError(f"{self._name(name)} has no object")
        found = {**(usual or {}), **found}
        if wrong := misfit(found, shape or {}):
            raise UserError(f"{self._name(name)} is damaged: it says no {wrong}")
        return found

    def need(self, name: str, shape: Row, usual: Row | None = None) -> Row:
        """The same of a file that must be there."""
        row = self.row(name, shape, usual)
        if row is None:
            raise UserError(f"{self._name(name)}: missing")
        return row

    def add_row(self, name: str, row: Row) -> None:
        """Write a file of JSON."""
        self._replace(name, json.dumps(row, indent=1).encode("utf-8") + b"\n", b"{")

    def has(self, name: str) -> bool:
        """Tell whether a file is there."""
        return os.path.exists(self._name(name))

    def settle(self, terms: Row) -> None:
        """Make it this training's folder. ValueError when another one is in it."""
        found = self.row("training.json")
        if found is None:
            if others := sorted(name for name in os.listdir(self._path) if OWN.match(name)):
                raise UserError(f"{self._path} has {others[0]}, but no training.json")
            self.add_row("training.json", terms)
            return
        found = {**EARLIER, **found}
        if names := [name for name in terms if found.get(name, terms[name]) != terms[name]]:
            raise UserError(f"{self._path} holds another training, which differs in {', '.join(names)}")

    def _clean(self) -> None:
        """Remove what a run that was killed had half written."""
        own = [name for name in os.listdir(self._path) if GENERATION.fullmatch(name)]
        for folder in (self._path, *map(self._name, own)):
            for name in os.listdir(folder) if os.path.isdir(folder) else ():
                if LEFT_OVER.fullmatch(name):
                    os.unlink(os.path.join(folder, name))

    def _read(self, name: str) -> bytes | None:
        path = os.fsencode(self._name(name))
        try:
            return files.read(path, MOST_BYTES)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise UserError(f"{self._name(name)}: {reason(error)}") from None

    def _replace(self, name: str, data: bytes, mark: bytes) -> None:
        files.replace(os.fsencode(self._name(name)), [data], mark)

    def _name(self, name: str) -> str:
        return os.path.join(self._path, name)


def misfit(value: Json, shape: Json, name: str = "sense") -> str:
    """The name of what is not of its shape in a value from JSON; nothing when all is."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return name
        return next((wrong for one in shape if (wrong := misfit(value.get(one), shape[one], one))), "")
    if isinstance(shape, list | tuple):
        if not isinstance(value, list) or (isinstance(shape, tuple) and len(value) != len(shape)):
            return name
        parts = shape if isinstance(shape, tuple) else shape * len(value)
        return next((name for part, one in zip(value, parts, strict=True) if misfit(part, one)), "")
    kinds = (int, float) if shape is float else shape
    return "" if isinstance(value, kinds) and not isinstance(value, bool) else name
