"""`outflank check`: whether an engine keeps to GTP or to NBoard's protocol, as a table."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from outflank.protocol.check import (
    gtp as check_gtp,
    gtp_games as check_gtp_games,
    gtp_play as check_gtp_play,
    hidden_games as check_hidden,
    nboard as check_nboard,
)
from outflank.protocol.check.gtp_talk import Gtp
from outflank.protocol.check.nboard_grammar import read_line
from outflank.protocol.check.nboard_talk import NBoard
from outflank.protocol.check.recorded_process import START_SECONDS, THINKING, Fault, Flaw, Skip, Step, Wire
from outflank.protocol.console.arguments import Parser, add_json, number
from outflank.protocol.console.errors import FAILED, Reading, UserError
from outflank.protocol.console.outbox import plain
from outflank.protocol.console.output import as_json, say, write
from outflank.protocol.console.subcommand import Subcommand

OK, WARN, FAIL, SKIP = "ok", "warn", "FAIL", "skip"
MOST_BREAKS = 4
"""Steps after which the program had to be started again, at which the rest is given up."""
MUTE = "it has said nothing at all"
SHOWN = 12
"""Lines of dialogue that are shown of a fault."""
KNOWN = {
    "GTP GRhino": (
        "pass sent",
        "pass after the end",
        "keeps time",
        "refused board size",
    ),
    "Edax": (
        "ids",
        "ids do not stick",
        "capitals",
        "quit",
        "asked after the end",
        "pass after the end",
        "keeps time",
        "PA",
        "nodestats",
        "end in a hint",
        "end in a go",
    ),
    "Egaroucid": ("protocol_version", "words: unknown", "refused board size", "syntax errors", "final_score"),
    "Kalmia": ("protocol_version", "unfinished score"),
}
"""Faults that engines are known for, by the beginning of their names."""


class Outcome(NamedTuple):
    """A step and how it went: OK, WARN, FAIL or SKIP, why, the dialogue up to a fault, and whether the engine
    is known for it."""

    step: Step
    state: str
    reason: str = ""
    dialogue: tuple[str, ...] = ()
    known: bool = False


class Plan(NamedTuple):
    """A protocol's steps: those of one dialogue, and those that each have one of their own, with how it
    begins."""

    start: Callable[[], Gtp | NBoard]
    steps: tuple[Step, ...]
    alone: tuple[tuple[Callable[[], Gtp | NBoard], Step], ...]


def plan_of(protocol: str, command: Sequence[str], patience: float) -> Plan:
    """The steps to examine."""
    if protocol == "gtp":
        start = partial(Gtp, command, patience)
        ends = tuple((start, step) for step in check_gtp.ENDS)
        games = (*check_gtp_games.GAMES, *check_hidden.HIDDEN)
        return Plan(start, (*check_gtp.FRAMING, *check_gtp_play.PLAY, *games), ends)
    begin = partial(NBoard, command, patience)
    silent = partial(NBoard, command, patience, "")
    alone = ((silent, check_nboard.FIRST), *((begin, step) for step in check_nboard.ENDS))
    return Plan(begin, tuple(check_nboard.STEPS), alone)


def examine(plan: Plan) -> Iterator[Outcome]:
    """Every step of a plan, one after the other. A program that breaks off is started again."""
    dialogue: Gtp | NBoard | None = None
    name = ""
    breaks = 0
    mute = False
    try:
        for step in plan.steps:
            if mute or breaks >= MOST_BREAKS:
                yield Outcome(step, SKIP, "given up: " + (MUTE if mute else f"it broke off {breaks} times"))
                continue
            if dialogue is None:
                dialogue = plan.start()
            outcome = attempt(dialogue, step, name)
            if not name:
                name = introduce(dialogue)
                outcome = outcome._replace(known=is_known(name, outcome))
            yield outcome
            if dialogue.wire.broken:
                breaks += 1
                mute = dialogue.wire.first and not name
                dialogue.close()
                dialogue = None
    finally:
        if dialogue is not None:
            dialogue.close()
    for start, step in plan.alone:
        if mute:
            yield Outcome(step, SKIP, f"given up: {MUTE}")
            continue
        dialogue = start()
        try:
            yield attempt(dialogue, step, name)
        finally:
            dialogue.close()


def introduce(dialogue: Gtp | NBoard) -> str:
    """Have a new dialogue know its program's name and commands; the name."""
    if not dialogue.wire.broken:
        with suppress(Fault):
            dialogue.learn()
    return dialogue.name


def attempt(dialogue: Gtp | NBoard, step: Step, name: str) -> Outcome:
    """The outcome of a step."""
    if isinstance(dialogue, Gtp) and name and not dialogue.commands:
        introduce(dialogue)
    record = dialogue.wire.record
    record.clear()
    try:
        step.run(dialogue)
    except Skip as skip:
        return Outcome(step, SKIP, str(skip))
    except Fault as fault:
        lenient = step.lenient or isinstance(fault, Flaw)
        outcome = Outcome(step, WARN if lenient else FAIL, str(fault), last_words(tuple(record)))
        return outcome._replace(known=is_known(name, outcome))
    notes = [line.strip(" ()") for line in record if line.startswith("  (")]
    return Outcome(step, OK, "; ".join(notes))


def last_words(record: Sequence[str]) -> tuple[str, ...]:
    """The end of a dialogue from some lines before what was sent last, with a gap where that is too long."""
    asked = max((at for at, line in enumerate(record) if line.startswith(">")), default=0)
    lines = tuple(record[max(0, asked - SHOWN // 2) :])
    if len(lines) <= SHOWN:
        return tuple(record[-SHOWN:])
    return (*lines[: SHOWN - 4], "...", *lines[-3:])


def is_known(name: str, outcome: Outcome) -> bool:
    """Tell whether an engine of this name is known for a fault."""
    steps = next((steps for start, steps in KNOWN.items() if name.startswith(start)), ())
    return outcome.state in (WARN, FAIL) and outcome.step.name in steps


def speaks(command: Sequence[str], patience: float) -> str:
    """The protocol that a program speaks. Fault when it is none of the two."""
    wire = Wire(command, patience)
    try:
        wire.send("protocol_version\nnboard 2\nping 1\n")
        while not (line := wire.line().strip()):
            continue
    finally:
        wire.close("")
    if line[0] in "=?":
        return "gtp"
    if read_line(line).word:
        return "nboard"
    raise Fault("it speaks neither GTP nor NBoard's protocol; say which one with --protocol")


def add_arguments(parser: Parser) -> None:
    """Add the engine, its protocol, and how long to wait for it."""
    add = parser.add_argument
    add("command", metavar="COMMAND", help="Command that starts the engine, as one word.")
    add(
        "--protocol",
        choices=("gtp", "nboard", "auto"),
        default="auto",
        metavar="NAME",
        help="Protocol of the engine: gtp, nboard or auto [default %(default)s: GTP if it answers to that].",
    )
    add(
        "--patience",
        type=number(0.1, 3600),
        default=10.0,
        metavar="S",
        help=f"Longest wait in seconds for a reply; {THINKING} times as long for a move, and at least "
        f"{START_SECONDS:g} for the first reply [0.1 to 3600; default %(default)g].",
    )
    add("--quiet", action="store_true", help="Show only what is not ok, and the count.")
    add_json(parser)


def main(options: argparse.Namespace) -> int:
    """Examine an engine; the exit code. UserError when that cannot be done."""
    with Reading(options.command):
        command = shlex.split(options.command)
    if not command:
        raise UserError("there is no command")
    try:
        protocol = speaks(command, options.patience) if options.protocol == "auto" else options.protocol
        return report(examine(plan_of(protocol, command, options.patience)), protocol, options)
    except Fault as fault:
        raise UserError(f"{options.command}: {fault}") from None


def report(outcomes: Iterator[Outcome], protocol: str, options: argparse.Namespace) -> int:
    """Say how each step went; the exit code."""
    kept = []
    for outcome in outcomes:
        kept.append(outcome)
        if not options.json and not (options.quiet and outcome.state == OK):
            write("".join(plain(line) + "\n" for line in lines_of(outcome)).encode("ascii", "replace"))
    counts = {state: sum(row.state == state for row in kept) for state in (OK, WARN, FAIL, SKIP)}
    if options.json:
        say(as_json(as_object(kept, protocol, options.command, counts)))
    else:
        said = ", ".join(f"{count} {state}" for state, count in counts.items() if count)
        say(f"{protocol}: {said}\n")
    return FAILED if counts[FAIL] else 0


def lines_of(outcome: Outcome) -> list[str]:
    """A row of the table, with what was said where it is a fault."""
    mark = " (known)" if outcome.known else ""
    row = f"{outcome.state:<5} {outcome.step.name:<22} {outcome.step.about}{mark}"
    if outcome.state in (OK, SKIP):
        return [row + (f" ({outcome.reason})" if outcome.reason else "")]
    return [row, f"      {outcome.reason}", *(f"      | {line}" for line in outcome.dialogue)]


def as_object(
    outcomes: Sequence[Outcome], protocol: str, command: str, counts: dict[str, int]
) -> dict[str, object]:
    """The table in what JSON has."""
    steps = [
        {
            "step": row.step.name,
            "about": row.step.about,
            "state": row.state.lower(),
            "reason": row.reason,
            "dialogue": list(row.dialogue),
            "known": row.known,
        }
        for row in outcomes
    ]
    totals = {state.lower(): count for state, count in counts.items()}
    return {"check": 1, "command": command, "protocol": protocol, "counts": totals, "steps": steps}


CHECK = Subcommand(
    "Test step by step whether an engine keeps to GTP or to NBoard's protocol.",
    arguments=(add_arguments,),
    run=main,
    examples="""
outflank check "outflank gtp"
outflank check "gtp-rhino" --protocol gtp
outflank check "mEdax -nboard" --protocol nboard --json""",
    notes="""
ok is as it should be, warn a fault that clients live with, FAIL a fault, skip
what the engine does not offer. The first fault of each step is shown with what
was sent (>) and what came back (<). Faults that an engine is known for are
marked.""",
    failed="a step failed",
)
