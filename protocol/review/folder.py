"""Folder of a review of many games: the limits, and a line for each result as it comes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.console.line_file import LineFile
from outflank.protocol.review.pieces import Judgements, Place, read_positions
from outflank.protocol.review.worths import Budget

FORMAT = 1
SETTINGS = "analysis.json"
REVIEWS = "reviews.jsonl"
POSITIONS = "positions.jsonl"
REVIEW_MARK = b'{"review": "'
POSITIONS_MARK = b'{"positions": "'


class Folder:
    """A folder with the reviews that were made by one budget, held by one run at a time. UserError when it
    cannot be had, or holds others."""

    def __init__(self, path: str, budget: Budget | None) -> None:
        self.path = path
        self.budget = _settle(path, budget)
        self._reviews = LineFile(os.path.join(path, REVIEWS), REVIEW_MARK)
        try:
            self._positions = LineFile(os.path.join(path, POSITIONS), POSITIONS_MARK)
            self.keys = {row["review"] for row in self.reviews()}
            self.judged: dict[Place, Judgements] = {}
            self.pieces: set[str] = set()
            for line in self._positions.lines():
                self._take(_object(line, path, POSITIONS))
        except BaseException:
            self._reviews.close()
            raise

    def reviews(self) -> Iterator[JsonObject]:
        """The reviewed games in the order in which they were done."""
        for line in self._reviews.lines():
            yield _object(line, self.path, REVIEWS)

    def sorted_spans(self) -> list[tuple[int, int]]:
        """The offset and the length of each game's line, in the order of their files and places."""
        found, start = [], 0
        for line in self._reviews.lines():
            row = _object(line, self.path, REVIEWS)
            digits = "".join(sign if sign.isdigit() else " " for sign in row["place"]).split()
            found.append((row["source"], int(digits[0]) if digits else 0, start, len(line)))
            start += len(line) + 1
        return [(start, length) for _, _, start, length in sorted(found)]

    def review(self, span: tuple[int, int]) -> JsonObject:
        """The game of an offset and a length."""
        return _object(self._reviews.line(*span), self.path, REVIEWS)

    def add_review(self, line: bytes) -> None:
        """Keep a game. One that is kept already is left alone."""
        key = json.loads(line)["review"]
        if key not in self.keys:
            self._reviews.add(line)
            self.keys.add(key)

    def add_positions(self, line: bytes) -> None:
        """Keep what the moves of some positions are worth."""
        row = json.loads(line)
        if row["positions"] not in self.pieces:
            self._positions.add(line)
            self._take(row)

    def close(self) -> None:
        """Let another run have it."""
        self._reviews.close()
        self._positions.close()

    def _take(self, row: JsonObject) -> None:
        self.pieces.add(row["positions"])
        for place, judged in read_positions(row).items():
            self.judged.setdefault(place, {}).update(judged)


def _object(line: bytes, path: str, name: str) -> JsonObject:
    try:
        found: JsonObject = json.loads(line)
    except ValueError:
        raise UserError(f"{os.path.join(path, name)} has a line that is damaged") from None
    return found


def _settle(path: str, budget: Budget | None) -> Budget:
    """Make it the folder of this budget, or find which one it is of. UserError when it is of another, or of
    none."""
    name = os.path.join(path, SETTINGS)
    if os.path.exists(name):
        try:
            found = files.from_json(files.read(os.fsencode(name), files.HEAD))
            kept = Budget(*(found[field] for field in Budget._fields))
        except (OSError, ValueError, TypeError, KeyError):
            raise UserError(f"{name} does not describe reviews") from None
        if budget not in (None, kept):
            other = [field for field in Budget._fields if getattr(kept, field) != getattr(budget, field)]
            raise UserError(f"{path} holds reviews by other limits: {', '.join(other)}")
        return kept
    if budget is None:
        raise UserError(f"{path} holds no reviews; name the files to review")
    text = json.dumps({"format": FORMAT, **budget._asdict()}, indent=1) + "\n"
    try:
        os.makedirs(path, exist_ok=True)
        files.replace(os.fsencode(name), [text.encode()], b"{")
    except OSError as error:
        raise files.unusable(name, error) from None
    return budget
