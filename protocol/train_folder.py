"""What a training keeps in its folder, from which it goes on after whatever ended it.

training.json says what decides its games. generation-NN holds the games of evaluation NN in chunks, or those
of the generation before as that evaluation sees them, and end.json when there will be no more.
evaluation-NN.patterns was fitted to all games before, its .json has the errors of the fit, its .md is its
card, and match-NN.json says how it did against the one before.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import re
from typing import Any

from protocol import files

Row = dict[str, Any]
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
LEFT_OVER = re.compile(r"\.outflank-[0-9a-f]+\.part")


class Folder:
    """The folder of one training, made when there is none. ValueError when it cannot be used, as another
    process is at work there."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            os.makedirs(path, exist_ok=True)
            self._lock = os.open(os.path.join(path, "lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise ValueError(f"{path}: {files.reason(error)}") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(f"{path} is in use by another run") from None
        self._clean()

    def close(self) -> None:
        """Let another run have the folder."""
        os.close(self._lock)

    def chunks(self, generation: int) -> set[int]:
        """The numbers of the chunks that are there."""
        folder = self._name(f"generation-{generation:02}")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return {int(match[1]) for name in names if (match := CHUNK.fullmatch(name))}

    def add_chunk(self, generation: int, number: int, samples: Any) -> None:
        """Keep the samples of a chunk."""
        import numpy as np

        data = io.BytesIO()
        np.save(data, samples)
        folder = f"generation-{generation:02}"
        os.makedirs(self._name(folder), exist_ok=True)
        self._replace(f"{folder}/chunk-{number:05}.npy", data.getvalue(), ARRAY_MARK)

    def chunk(self, generation: int, number: int) -> Any:
        """The samples of a chunk. ValueError when its file is damaged."""
        import numpy as np

        from engine.training.samples import SAMPLE

        path = self._name(f"generation-{generation:02}/chunk-{number:05}.npy")
        try:
            found = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise ValueError(f"{path}: {error}") from None
        if found.dtype != SAMPLE:
            raise ValueError(f"{path} holds no samples")
        return found

    def samples(self, generation: int, first: int | None = 0) -> Any:
        """The samples of a generation that has ended, from a chunk on."""
        import numpy as np

        from engine.training.samples import SAMPLE

        numbers = range(first or 0, self.end(generation) or 0)
        return np.concatenate([np.empty(0, SAMPLE), *(self.chunk(generation, number) for number in numbers)])

    def end(self, generation: int) -> int | None:
        """How many chunks a generation has; None while it is not known."""
        name = f"generation-{generation:02}/end.json"
        row = self.row(name)
        if row is None:
            return None
        chunks = row.get("chunks")
        if not isinstance(chunks, int):
            raise ValueError(f"{self._name(name)} says no number of chunks")
        return chunks

    def end_at(self, generation: int, chunks: int, command: str, again: int = 0) -> None:
        """Let a generation have so many chunks, by that command: games, or those of the generation before
        looked at again with so many visits."""
        row = {"chunks": chunks, "command": command, "again": again}
        self.add_row(f"generation-{generation:02}/end.json", row)

    def again(self, generation: int) -> int:
        """The visits with which a generation that has ended looked again; 0 for one that was played."""
        row = self.row(f"generation-{generation:02}/end.json") or {}
        return int(row.get("again", 0))

    def command(self, generation: int) -> str:
        """The command that ended a generation, as far as it is known."""
        row = self.row(f"generation-{generation:02}/end.json") or {}
        return str(row.get("command", ""))

    def evaluation(self, number: int) -> bytes | None:
        """The content of an evaluation's file; None when it is not there."""
        return self._read(f"evaluation-{number:02}.patterns")

    def add_evaluation(self, number: int, data: bytes) -> None:
        """Keep an evaluation."""
        self._replace(f"evaluation-{number:02}.patterns", data, b"outflank-patterns")

    def add_text(self, name: str, text: str) -> None:
        """Keep a text for people, which begins with a heading."""
        self._replace(name, text.encode("utf-8"), b"#")

    def row(self, name: str) -> Row | None:
        """What a file of JSON says; None when it is not there. ValueError when it is damaged."""
        data = self._read(name)
        if data is None:
            return None
        try:
            found = json.loads(data)
        except ValueError as error:
            raise ValueError(f"{self._name(name)}: {error}") from None
        if not isinstance(found, dict):
            raise ValueError(f"{self._name(name)} has no object")
        return found

    def add_row(self, name: str, row: Row) -> None:
        """Write a file of JSON."""
        self._replace(name, json.dumps(row, indent=1).encode("utf-8") + b"\n", b"{")

    def has(self, name: str) -> bool:
        """Whether a file is there."""
        return os.path.exists(self._name(name))

    def settle(self, terms: Row) -> None:
        """Make it this training's folder. ValueError when another one is in it."""
        found = self.row("training.json")
        if found is None:
            self.add_row("training.json", terms)
            return
        found = {**EARLIER, **found}
        if names := [name for name in terms if found.get(name, terms[name]) != terms[name]]:
            raise ValueError(f"{self._path} holds another training, which differs in {', '.join(names)}")

    def _clean(self) -> None:
        """Remove what a run that was killed had half written."""
        own = [name for name in os.listdir(self._path) if GENERATION.fullmatch(name)]
        for folder in (self._path, *map(self._name, own)):
            for name in os.listdir(folder) if os.path.isdir(folder) else ():
                if LEFT_OVER.fullmatch(name):
                    os.unlink(os.path.join(folder, name))

    def _read(self, name: str) -> bytes | None:
        with contextlib.suppress(FileNotFoundError), open(self._name(name), "rb") as file:
            return file.read()
        return None

    def _replace(self, name: str, data: bytes, mark: bytes) -> None:
        files.replace(os.fsencode(self._name(name)), [data], mark)

    def _name(self, name: str) -> str:
        return os.path.join(self._path, name)
