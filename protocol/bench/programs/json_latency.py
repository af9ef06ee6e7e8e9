"""The rows of `outflank bench protocol` for JSON lines: from a request to what is told of it."""

from __future__ import annotations

import json
import time

from outflank.protocol.bench.programs.program import Child, NotOffered, Program

THINKING = 0.1
"""Seconds that a search has been running for when it is disturbed."""
OFTEN = 0.02
"""Seconds between two reports, as often as they are told."""
RESULT, REPORT, THOUGHTS = b'"type":"result"', b'"type":"report"', b'"type":"thoughts"'


def ask(child: Child, do: str, end: bytes = RESULT, **values: object) -> float:
    """Send a request; the seconds until something of a kind has come."""
    line = json.dumps({"id": do, "do": do, **values}).encode("ascii") + b"\n"
    begin = time.perf_counter()
    child.send(line)
    child.until(end)
    return time.perf_counter() - begin


def require_json(program: Program) -> None:
    """NotOffered where the program is another one."""
    if not program.ours:
        raise NotOffered("it is not known whether this program speaks JSON lines")


def first_answer(program: Program, rounds: int) -> list[float]:
    """From starting the program to the result of its first request."""
    require_json(program)
    seconds = []
    for _ in range(rounds):
        begin = time.perf_counter()
        with program.started() as child:
            ask(child, "hello")
            seconds.append(time.perf_counter() - begin)
    return seconds


def request_to_report(program: Program, rounds: int) -> list[float]:
    """From an analysis that is asked for to the first report of it."""
    require_json(program)
    seconds = []
    with program.started() as child:
        ask(child, "analyze", visits=1)
        for _ in range(rounds):
            seconds.append(ask(child, "analyze", REPORT, every=OFTEN, seconds=10 * OFTEN))
            child.until(RESULT)
    return seconds


def cancel_to_result(program: Program, rounds: int) -> list[float]:
    """From taking an analysis back to its result."""
    require_json(program)
    seconds = []
    with program.started() as child:
        for _ in range(rounds):
            ask(child, "analyze", REPORT, every=OFTEN, seconds=60)
            time.sleep(THINKING)
            begin = time.perf_counter()
            ask(child, "cancel", of="analyze")
            child.until(RESULT)
            seconds.append(time.perf_counter() - begin)
    return seconds


def move_to_thoughts(program: Program, rounds: int) -> list[float]:
    """From a move on the board to the first thoughts about the position that it leads to, as a page shows
    them."""
    require_json(program)
    seats = [{"kind": "person"}, {"kind": "person"}]
    seconds = []
    with program.started() as child:
        ask(child, "new", game="Othello", seats=seats)
        ask(child, "watch", THOUGHTS, on=True, every=OFTEN)
        for _ in range(rounds):
            time.sleep(THINKING)
            # What is told of the position before comes before the result.
            begin = time.perf_counter()
            ask(child, "play", move="D3")
            child.until(THOUGHTS)
            seconds.append(time.perf_counter() - begin)
            ask(child, "undo")
            child.until(THOUGHTS)
    return seconds
