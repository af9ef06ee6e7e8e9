"""`outflank bench protocol`: how long a client at the other end of pipes waits for this program or another.

Each measure starts the program as a child, disturbs it as clients do and answers with a list of seconds.
"""

from __future__ import annotations

import argparse
import shlex
import time
from collections.abc import Callable
from typing import NamedTuple

from outflank.protocol.bench.programs.json_latency import (
    cancel_to_result,
    first_answer,
    move_to_thoughts,
    request_to_report,
)
from outflank.protocol.bench.programs.program import Child, NotOffered, Program
from outflank.protocol.console.arguments import Parser, add_json, add_whole
from outflank.protocol.console.errors import Failed, Reading
from outflank.protocol.console.output import as_json as json_text, say
from outflank.protocol.console.own_program import own_program
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

THINKING = 0.1
"""Seconds that a search has been running for when it is disturbed."""
NO_BOOK = ("--book", "off")
"""With a book this engine has its first moves at once, and nothing is left to disturb."""
PLAYS = 10_000
GAME = (
    "D3E3F5C5F3D6D7F2B4E6G1B5F6C4C6E2C3G5A4C7D1C2E7A5A3G7H8B3B6F8"
    "A6D2B8D8G4H3C1F4H4G6A2B7E8G2A7B2B1F7H1G3H7C8E1H5G8F1H6A1H2A8"
)
"""A game of Othello without a pass."""
TABLE = Columns(("", -28), ("median", 10), ("worst", 10), (" unit", -6), ("values", 7))


class Measure(NamedTuple):
    """A name, how many things happen in the time taken (the figure is a rate if more than one), and the
    function that takes the time in a number of rounds."""

    name: str
    things: int
    take: Callable[[Program, int], list[float]]


class Row(NamedTuple):
    """The seconds of each time a measure was taken, none if it could not be and then why."""

    measure: Measure
    seconds: list[float]
    missing: str = ""

    @property
    def unit(self) -> str:
        return "ms" if self.measure.things == 1 else "/s"

    @property
    def median(self) -> float:
        ordered = sorted(self.seconds)
        middle = len(ordered) // 2
        return self._figure((ordered[middle] + ordered[-middle - 1]) / 2)

    @property
    def worst(self) -> float:
        return self._figure(max(self.seconds))

    def _figure(self, seconds: float) -> float:
        return 1000 * seconds if self.measure.things == 1 else self.measure.things / seconds


def seconds_of(action: Callable[[], object]) -> float:
    """The time of an action."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def first_reply(program: Program, rounds: int) -> list[float]:
    """From starting the program to the reply to its first command."""
    seconds = []
    for _ in range(rounds):
        begin = time.perf_counter()
        with program.started() as child:
            child.ask("name")
            seconds.append(time.perf_counter() - begin)
    return seconds


def reply_while_pondering(program: Program, rounds: int) -> list[float]:
    """A command that comes while the program thinks in the other's time."""
    if not program.ours:
        raise NotOffered("it is not known how to make this program ponder")
    seconds = []
    with program.started("--ponder", "60", "--visits", "200", *NO_BOOK) as child:
        for _ in range(rounds):
            child.ask("clear_board")
            child.ask("genmove b")
            time.sleep(THINKING)
            seconds.append(seconds_of(lambda: child.ask("name")))
    return seconds


def seconds_to_frame(child: Child, line: bytes) -> float:
    """Seconds from a line to the blank line that ends a reply."""
    begin = time.perf_counter()
    child.send(line)
    child.until(b"\n\n")
    return time.perf_counter() - begin


def analysis_to_end(program: Program, rounds: int) -> list[float]:
    """From a bare newline to the blank line that ends an analysis."""
    seconds = []
    with program.started() as child:
        for _ in range(rounds):
            analyse(program, child)
            seconds.append(seconds_to_frame(child, b"\n"))
    return seconds


def interrupt_to_move(program: Program, rounds: int) -> list[float]:
    """From `# interrupt` to the move of a genmove that has a minute."""
    program.need("gogui-interrupt")
    seconds = []
    with program.started(*(NO_BOOK if program.ours else ())) as child:
        child.ask("time_settings 0 60 1")
        for _ in range(rounds):
            child.ask("clear_board")
            child.send(b"genmove b\n")
            time.sleep(THINKING)
            seconds.append(seconds_to_frame(child, b"# interrupt\n"))
    return seconds


def eof_to_exit(program: Program, rounds: int) -> list[float]:
    """From closing the pipe to the end of a program that has nothing to do."""
    seconds = []
    for _ in range(rounds):
        with program.started() as child:
            child.ask("name")
            seconds.append(seconds_of(child.leave))
    return seconds


def eof_in_analysis(program: Program, rounds: int) -> list[float]:
    """From closing the pipe to the end of a program that is analysing."""
    seconds = []
    for _ in range(rounds):
        with program.started() as child:
            analyse(program, child)
            seconds.append(seconds_of(child.leave))
    return seconds


def single_plays(program: Program, rounds: int) -> list[float]:
    """One `play` and its reply, for every move of a game."""
    seconds = []
    with program.started() as child:
        for _ in range(rounds):
            child.ask("clear_board")
            for play in plays():
                begin = time.perf_counter()
                child.ask(play)
                seconds.append(time.perf_counter() - begin)
    return seconds


def piped_plays(program: Program, rounds: int) -> list[float]:
    """A ruler's work in one piece: for each further move of a game the whole game from its start."""
    script = ruler_script()
    replies = script.count(b"\n")
    seconds = []
    with program.started() as child:
        child.ask("name")
        for _ in range(rounds):
            begin = time.perf_counter()
            child.send(script)
            said = child.until(b"\n\n", replies)
            seconds.append(time.perf_counter() - begin)
            if b"?" in said:
                raise Failed(f"the program answers {said[said.index(b'?') :][:60]!r} to a legal game")
    return seconds


MEASURES = (
    Measure("start to first reply", 1, first_reply),
    Measure("name while pondering", 1, reply_while_pondering),
    Measure("newline to end of analysis", 1, analysis_to_end),
    Measure("# interrupt to move", 1, interrupt_to_move),
    Measure("EOF to exit", 1, eof_to_exit),
    Measure("EOF to exit, analysing", 1, eof_in_analysis),
    Measure("play, one by one", 1, single_plays),
    Measure("plays in one pipe", PLAYS, piped_plays),
    Measure("JSON: start to first result", 1, first_answer),
    Measure("JSON: request to first report", 1, request_to_report),
    Measure("JSON: move to first thoughts", 1, move_to_thoughts),
    Measure("JSON: cancel to result", 1, cancel_to_result),
)


def analyse(program: Program, child: Child) -> None:
    """Bring a child into the middle of an analysis."""
    program.need("lz-analyze")
    child.send(b"lz-analyze b 10\n")
    child.until(b"info ")
    time.sleep(THINKING)


def ruler_script() -> bytes:
    """Commands with exactly PLAYS plays among them."""
    game = plays()
    lines: list[str] = []
    done = 0
    while done < PLAYS:
        for length in range(1, len(game) + 1):
            part = game[: min(length, PLAYS - done)]
            lines += ["clear_board", *part]
            done += len(part)
            if done == PLAYS:
                break
    return "".join(line + "\n" for line in lines).encode("ascii")


def plays() -> list[str]:
    """The game as commands, in the spelling of a client that writes colours with capitals."""
    moves = [GAME[at : at + 2] for at in range(0, len(GAME), 2)]
    return [f"play {'BW'[ply % 2]} {move}" for ply, move in enumerate(moves)]


def add_options(parser: Parser) -> None:
    """The options of `outflank bench protocol`."""
    add = parser.add_argument
    add("--program", metavar="CMD", help="Command to measure [default this program].")
    add_whole(parser, "--rounds", 10, "Rounds of a measure")
    add_json(parser)


def bench_protocol(options: argparse.Namespace) -> int:
    """One row a measure. ValueError when the program fails in one."""
    with Reading("--program"):
        program = Program(shlex.split(options.program) if options.program else own_program())
    rows = []
    for measure in MEASURES:
        try:
            rows.append(Row(measure, measure.take(program, options.rounds)))
        except NotOffered as reason:
            rows.append(Row(measure, [], str(reason)))
    say(as_json(program, rows) if options.json else as_table(program, rows))
    return 0


def as_table(program: Program, rows: list[Row]) -> str:
    """The rows for a reader."""
    lines = [shlex.join(program.command) + "\n", TABLE.head()]
    for row in rows:
        name = row.measure.name
        if row.seconds:
            figures = (f"{row.median:,.2f}", f"{row.worst:,.2f}", f" {row.unit}", len(row.seconds))
            lines.append(TABLE.row(name, *figures))
        else:
            lines.append(TABLE.row(name, "-", "-", f" not measured: {row.missing}"))
    return "".join(lines)


def as_json(program: Program, rows: list[Row]) -> str:
    """The rows for a script."""
    measures = [
        {"name": row.measure.name, "missing": row.missing}
        if row.missing
        else {
            "name": row.measure.name,
            "median": row.median,
            "worst": row.worst,
            "unit": row.unit,
            "values": len(row.seconds),
        }
        for row in rows
    ]
    return json_text({"program": program.command, "measures": measures}, indent=1)


PROTOCOL = Subcommand(
    arguments=(add_options,),
    run=bench_protocol,
    examples="outflank bench protocol --program dist/outflank/outflank",
)
