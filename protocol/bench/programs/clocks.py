"""`outflank bench clocks`: whether a flag falls on short clocks while other programs use the same core.

Each case plays this program against itself in processes of its own, started anew for every game.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from outflank.engine.games import GAMES, OTHELLO, find_game
from outflank.engine.lab.client import Trouble
from outflank.engine.lab.clock import MARGIN
from outflank.engine.variant import Variant
from outflank.protocol.bench.programs import clock_games as games
from outflank.protocol.bench.programs.clock_games import Case, Played, read_control
from outflank.protocol.console.arguments import Parser, add_json, add_whole, number, whole
from outflank.protocol.console.errors import FAILED, Failed, Reading, UserError
from outflank.protocol.console.output import as_json as json_text, say
from outflank.protocol.console.own_program import own_program
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns

CONTROLS = ("5", "1", "0.2", "1+0.1", "0.2+0.2", "1+3x0.3", "0+1x0.2", "1+1/5")
"""Absolute, Fischer, byo-yomi of three periods and of one, and one second for five moves (Canadian)."""
SIZES = (8, 6, 10)
"""Board sizes of Othello that are played; of the other games only the usual one."""
TABLE = Columns(
    ("game", -12),
    ("protocol", -10),
    ("threads", 7),
    ("  control", -11),
    ("games", 6),
    ("moves", 7),
    ("flags", 6),
    ("least left", 12),
    ("slowest", 9),
    ("", -40),
)


class Row(NamedTuple):
    """A case and the games that were played of it."""

    case: Case
    games: tuple[Played, ...]

    @property
    def flags(self) -> int:
        """The number of games lost on time."""
        return sum(bool(game.flag) for game in self.games)

    @property
    def moves(self) -> int:
        return sum(game.moves for game in self.games)

    @property
    def least(self) -> float:
        """The least time that was left after a move; less than none where one took longer than there was."""
        return min(game.least for game in self.games)

    @property
    def slowest(self) -> float:
        """Seconds of the slowest move."""
        return max(game.slowest for game in self.games)


def add_options(parser: Parser) -> None:
    """The options of `outflank bench clocks`."""
    add = parser.add_argument
    add_whole(parser, "--load", 0, "Busy loops beside the engines", low=0)
    add(
        "--game",
        action="append",
        metavar="NAME",
        help='Game to play, with a size if need be, such as "Othello 6"; repeatable [default all].',
    )
    add(
        "--control",
        action="append",
        metavar="S",
        help=f"Clock to play with: {', '.join(CONTROLS)}; repeatable [default all].",
    )
    add(
        "--threads",
        type=whole(1, 64),
        action="append",
        metavar="N",
        help="Threads of each engine; repeatable [default 1, 2 and 3].",
    )
    add(
        "--protocol",
        choices=("gtp", "nboard"),
        action="append",
        metavar="NAME",
        help="Protocol, gtp or nboard; repeatable [default both].",
    )
    add_whole(parser, "--games", 1, "Games of each case")
    add(
        "--core", type=whole(0), metavar="N", help="Core of the engines and the loops [default the last one]."
    )
    add(
        "--margin",
        type=number(0),
        default=MARGIN,
        metavar="S",
        help="Seconds after which a late move is a fallen flag [default %(default)s].",
    )
    add("--program", metavar="CMD", help="Command to play [default this program].")
    add_json(parser)


def bench_clocks(options: argparse.Namespace) -> int:
    """One row a case; 1 when a flag has fallen. ValueError when a program fails in another way."""
    wanted = list(cases(options))
    with Reading("--program"):
        command = shlex.split(options.program) if options.program else own_program()
    here = games.cores()
    if options.core is not None and options.core not in here:
        raise UserError(f"there is no core {options.core} to run on; there are {here}")
    core = [] if not here else here[-1:] if options.core is None else [options.core]
    # Who reads the clock stands apart from the crowd.
    aside = [one for one in here if one not in core] if len(here) > 1 else []
    rows = []
    if not options.json:
        where = f"core {core[0]}" if core else "any core"
        say(f"{shlex.join(command)}, beside {options.load} busy loops on {where}\n{TABLE.head()}")
    with games.Load(options.load, core), games.pinned(aside):
        for case in wanted:
            rows.append(Row(case, tuple(play_all(case, command, options, core))))
            if not options.json:
                say(as_line(rows[-1]))
    if options.json:
        say(as_json(command, options, rows))
    flags = sum(row.flags for row in rows)
    if not options.json:
        say(f"{sum(len(row.games) for row in rows)} games, {flags} flags fallen\n")
    return FAILED if flags else 0


def play_all(
    case: Case, command: Sequence[str], options: argparse.Namespace, core: Sequence[int]
) -> Iterator[Played]:
    """The games of one case."""
    for seed in range(1, options.games + 1):
        seats = games.new_seats(case, command)
        try:
            with games.pinned(core):
                for seat in seats:
                    seat.start()
            yield games.play(case, seats, options.margin, seed)
        except Trouble as trouble:
            raise Failed(f"the program {trouble}") from None
        finally:
            games.close(seats)


def cases(options: argparse.Namespace) -> Iterator[Case]:
    """The games to play, as the options narrow them."""
    controls = [read_control(text) for text in options.control or CONTROLS]
    for protocol, (variant, size) in product(options.protocol or ("gtp", "nboard"), boards(options.game)):
        for threads, control in product(options.threads or (1, 2, 3), controls):
            case = Case(variant, size, protocol, threads, control)
            if case.possible:
                yield case


def boards(names: Sequence[str] | None) -> list[tuple[Variant, int]]:
    """(game, size) of names like `Othello 6`; of no names all games, Othello on three boards."""
    if not names:
        found = [(variant, variant.sizes[0]) for variant in GAMES if variant is not OTHELLO]
        return [(OTHELLO, size) for size in SIZES] + found
    wanted = []
    for name in names:
        variant, size = find_game(name), None
        if variant is None and name.rpartition(" ")[2].isdecimal():
            variant, size = find_game(name.rpartition(" ")[0]), int(name.rpartition(" ")[2])
        if variant is None or (size is not None and size not in variant.sizes):
            raise UserError(f"unknown game {name!r}")
        wanted.append((variant, variant.sizes[0] if size is None else size))
    return wanted


def name_of(case: Case) -> str:
    """A game with the size of its board where there are several."""
    return f"{case.variant.name} {case.size}" if len(case.variant.sizes) > 1 else case.variant.name


def as_line(row: Row) -> str:
    """A row for a reader, and which flags have fallen."""
    case = row.case
    fallen = ", ".join(game.flag for game in row.games if game.flag)
    return TABLE.row(
        name_of(case),
        case.protocol,
        case.threads,
        f"  {case.control.name}",
        len(row.games),
        row.moves,
        row.flags,
        f"{row.least:.3f} s",
        f"{row.slowest:.3f}",
        f"  {fallen}",
    )


def as_json(command: Sequence[str], options: argparse.Namespace, rows: Sequence[Row]) -> str:
    """The rows for a script."""
    table = [
        {
            "game": row.case.variant.name,
            "size": row.case.size,
            "protocol": row.case.protocol,
            "threads": row.case.threads,
            "control": row.case.control.name,
            "games": len(row.games),
            "moves": row.moves,
            "flags": row.flags,
            "least": round(row.least, 6),
            "slowest": round(row.slowest, 6),
            "fallen": [game.flag for game in row.games if game.flag],
        }
        for row in rows
    ]
    head = {"program": list(command), "load": options.load, "margin": options.margin}
    return json_text({**head, "cases": table}, indent=1)


CLOCKS = Subcommand(
    arguments=(add_options,),
    run=bench_clocks,
    examples='outflank bench clocks --load 4 --game "Othello 8"',
    failed="a flag fell",
)
