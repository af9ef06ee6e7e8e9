"""Products of many reviews: annotated games, tables, figures and pages, made from the folder's lines."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from outflank.protocol.console import files
from outflank.protocol.console.json_types import JsonObject
from outflank.protocol.formats.games import ggf_games, sgf_writer
from outflank.protocol.formats.games.match_games import EVENT
from outflank.protocol.formats.kinds import refusal
from outflank.protocol.formats.record import Record
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.report.records import cell
from outflank.protocol.report.reviews import LINKS
from outflank.protocol.review import html, overview
from outflank.protocol.review.annotated import annotated
from outflank.protocol.review.figures import Figures, gather
from outflank.protocol.review.folder import Folder
from outflank.protocol.review.portable import read_review
from outflank.protocol.review.text import summary_note

GAMES_FOLDER = "games"
A_PAGE = 20
"""Games of a page: each has some hundred kilobytes of positions and lines."""
MOST_PAGED = 5000
"""Games that have pages; of more the folder would take gigabytes."""
COLUMNS = (
    *("review", "source", "place", "game", "size", "date", "ply", "player", "name", "move", "choice"),
    *("win", "discs", "best", "best_win", "best_discs", "lost_win", "lost_discs", "exact"),
)
CSV_MARK = ",".join(COLUMNS).encode() + b"\n"
LINKS_MARK = b'{"links": '
SUMMARY_MARK = b'{"reviews": '
Row = JsonObject


def write_all(folder: Folder) -> list[str]:
    """Write everything that is made of the reviews in a folder; the names of the files. OSError names one
    that cannot be written."""
    games = Games(folder)
    found = gather(enumerate(games, 1))
    return [
        *_write_pages(folder, games, found),
        _write(folder, "moves.csv", _csv(games), CSV_MARK),
        _write(folder, "summary.json", [_summary(folder, found)], SUMMARY_MARK),
        *_write_records(folder, games, found),
    ]


class Games:
    """The reviews of a folder in the order of their files and places, of which one is in memory at a time."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._spans = folder.sorted_spans()

    def __iter__(self) -> Iterator[Row]:
        return map(self._folder.review, self._spans)


def _write(folder: Folder, name: str, pieces: Iterable[bytes], mark: files.Mark) -> str:
    path = os.path.join(folder.path, name)
    try:
        files.replace(os.fsencode(path), pieces, mark)
    except OSError as error:
        raise files.named(path, error) from None
    return name


def _write_records(folder: Folder, games: Games, found: Sequence[Figures]) -> list[str]:
    """The annotated games as SGF, and as GGF those that have a place there."""
    names = [_write(folder, "games.sgf", _texts(games, "sgf", sgf_writer.text), sgf.written_here)]
    if any("ggf" in each.variant.records for each in found):
        names.append(_write(folder, "games.ggf", _texts(games, "ggf", ggf_games.text), _is_our_ggf))
    return names


def _is_our_ggf(data: bytes) -> bool:
    """Tell whether bytes begin with a game of GGF that carries the comment of a review."""
    return summary_note("discs").encode() in data[: files.HEAD]


def _texts(games: Games, kind: str, text: Callable[[Record], str]) -> Iterator[bytes]:
    for row in games:
        record = annotated(read_review(row))
        if not refusal(kind, record):
            yield text(record).encode("utf-8", "replace")


def _csv(games: Games) -> Iterator[bytes]:
    """A row for each ply."""
    yield CSV_MARK
    for row in games:
        names = dict(zip(row["players"], row["names"], strict=True))
        head = [row[name] for name in COLUMNS[:5]] + [row["tags"].get("DT", "")]
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        for ply in row["moves"]:
            made, best = ply["made"], ply["best"]
            told = [ply["ply"], ply["player"], names[ply["player"]], made["move"], int(ply["choice"])]
            worth = [made["win"], made["discs"], best["move"], best["win"], best["discs"]]
            lost = [ply["lost_win"], ply["lost_discs"], int(ply["exact"])]
            lines.writerow(map(cell, [*head, *told, *worth, *lost]))
        yield text.getvalue().encode("utf-8", "replace")


def _summary(folder: Folder, found: Sequence[Figures]) -> bytes:
    told = {"reviews": 1, "limits": folder.budget._asdict(), "games": [each.data() for each in found]}
    return json.dumps(told, allow_nan=False).encode() + b"\n"


def _write_pages(folder: Folder, games: Games, found: Sequence[Figures]) -> list[str]:
    """The page of all games, and pages of single games, some on each."""
    os.makedirs(os.path.join(folder.path, GAMES_FOLDER), exist_ok=True)
    names = []
    rows = islice(games, MOST_PAGED)
    number = 0
    while block := list(islice(rows, A_PAGE)):
        number += 1
        text = html.page([read_review(row) for row in block], f"games {page_span(number, len(block))}", [])
        name = f"{GAMES_FOLDER}/{number:04}.html"
        names.append(_write(folder, name, [text.encode("utf-8", "replace")], html.MARK.encode()))
    names.append(_write(folder, LINKS, [_links(games)], LINKS_MARK))
    page = overview.page(found, os.path.basename(os.path.abspath(folder.path)), link_of)
    return [_write(folder, "index.html", [page.encode("utf-8", "replace")], overview.MARK.encode()), *names]


def _links(games: Games) -> bytes:
    """The place of the review of each game of a match, by the match and the game's number."""
    found = {}
    for number, row in enumerate(games, 1):
        event, link = row["tags"].get("EV", ""), link_of(number)
        if event.startswith(EVENT) and link:
            found[f"{event}/{row['tags'].get('RO', '')}"] = link
    return json.dumps({"links": 1, "games": found}).encode() + b"\n"


def page_span(number: int, games: int) -> str:
    """The numbers of the games on a page."""
    first = (number - 1) * A_PAGE + 1
    return f"{first} to {first + games - 1}"


def link_of(number: int, ply: int | None = None) -> str:
    """The link to the review of a game, at a ply; empty for one without a page."""
    if number > MOST_PAGED:
        return ""
    page, at = divmod(number - 1, A_PAGE)
    return f"{GAMES_FOLDER}/{page + 1:04}.html#{at + 1}" + (f":{ply}" if ply else "")
