"""`outflank play --terminal`: a board after every move, and words in place of clicks."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from outflank.engine.errors import Refused
from outflank.engine.game import find_moves
from outflank.engine.names import advice
from outflank.engine.play.game_choice import GameChoice, choose_game
from outflank.engine.play.player import Player
from outflank.protocol import settings
from outflank.protocol.console import files
from outflank.protocol.console.errors import OK, reason
from outflank.protocol.console.output import say, write
from outflank.protocol.formats.games import sgf_writer
from outflank.protocol.formats.notation import score_text, text_of
from outflank.protocol.formats.record import Record
from outflank.protocol.formats.syntax import sgf
from outflank.protocol.play.pictures import Look, neighbours, picture
from outflank.protocol.sitting.deal import words
from outflank.protocol.sitting.engines import Engines
from outflank.protocol.sitting.seats import ENGINE, PERSON, Seat, check_seat
from outflank.protocol.sitting.sitting import AWAITS_ENGINE, OVER, PAUSED, Sitting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position

PROMPT = "> "
HINT_SECONDS, HINT_MOVES, HINT_LINE = 1.0, 3, 8
MOST_SHOWN = 40
"""Moves that are listed; PolyClash has hundreds."""

Word = Callable[["Terminal", str], None]
WORDS: dict[str, tuple[str, Word]] = {}
"""What can be typed beside moves: what follows the word, and what is done. The docstring is its help."""


def word(name: str, usage: str = "") -> Callable[[Word], Word]:
    """Decorator: add a word."""

    def add(run: Word) -> Word:
        WORDS[name] = usage, run
        return run

    return add


class Leave(Exception):
    """The person leaves."""


def play(choice: GameChoice, seat: Seat, threads: int, memory: int) -> int:
    """Play until the person leaves; the exit code."""
    from outflank.protocol import serve

    values = settings.read_words(["--threads", str(threads), "--memory", str(memory)])
    values |= {"game": choice.variant.name, "size": choice.size}
    book = serve.new_book(values)

    def make(changes: Mapping[str, settings.Value]) -> Player:
        return serve.new_player({**values, **changes}, book)

    terminal = Terminal(Engines(make), choice, seat, Look.of_terminal())
    try:
        terminal.run()
    except Leave:
        say("\n" if not os.isatty(0) else "")
    return OK


class Terminal:
    """A person at a terminal, the game, and the engines that answer."""

    def __init__(self, engines: Engines, choice: GameChoice, seat: Seat, look: Look) -> None:
        self._engines = engines
        self._look = look
        self.opponent = seat
        self.sitting = self.begin(choice)

    def begin(self, choice: GameChoice) -> Sitting:
        """A new game of a person against the opponent."""
        check_seat(self.opponent, choice.variant, choice.size)
        seats = [Seat(), *[self.opponent] * (len(choice.variant.players) - 1)]
        self.sitting = Sitting(choice, seats)
        return self.sitting

    def run(self) -> None:
        """Show, ask and answer until the person leaves. Leave when he does."""
        _remember_lines()
        names = ", ".join(self.sitting.choice.variant.players)
        say(f"{self.sitting.choice.variant.board_name(self.sitting.choice.size)}: {names}. You are ")
        say(f"{self.sitting.choice.variant.players[0]}. Type a move, or `help`.\n")
        shown = -1
        while True:
            if shown != self.sitting.version:
                self.show()
                shown = self.sitting.version
            if self.sitting.waiting == AWAITS_ENGINE:
                self.answer()
                continue
            self.obey(ask())

    def show(self) -> None:
        """The board, passes by rule, whose turn it is, and how the game has ended."""
        sitting = self.sitting
        write(f"\n{picture(sitting, self._look)}\n".encode(self._look.encoding, "replace"))
        players = sitting.choice.variant.players
        for turn in reversed(sitting.turns[: sitting.ply]):
            if not turn.forced:
                break
            say(f"{players[turn.player]} has no move and must pass.\n")
        if sitting.waiting == OVER:
            self._tell_end()
        elif sitting.waiting == PAUSED:
            say(f"{players[sitting.position.mover]} is to move: `go` has the engine move.\n")

    def _tell_end(self) -> None:
        sitting, players = self.sitting, self.sitting.choice.variant.players
        if sitting.ending is not None:
            say(f"{players[sitting.ending.player]} has resigned.")
        else:
            position = sitting.position
            say(f"The game is over: {score_text(players, position.rules.scores(position))}.")
        say(" `undo`, `save FILE`, `new` or `quit`?\n")

    def answer(self) -> None:
        """Have the engine move. Ctrl-C has it move at once."""
        sitting, engines = self.sitting, self._engines
        mover = sitting.position.mover
        seat = sitting.seats[mover] if not sitting.lent else self.opponent
        engines.clear()
        with _ringing(engines):
            found = engines.answer(
                seat, sitting.choice, sitting.game.copy(), sitting.clocks.reading, time.monotonic()
            )
        if found.resigns:
            sitting.resign(mover)
            return
        sitting.answer(found.text, found.row)
        say(f"{sitting.choice.variant.players[mover]}: {found.text}\n")

    def obey(self, line: str) -> None:
        """Do what a line says: a word of the table, or a move."""
        name, _, rest = line.strip().partition(" ")
        if not name:
            return
        try:
            if name.lower() in WORDS:
                WORDS[name.lower()][1](self, rest.strip())
            else:
                self.move(line.strip())
        except Refused as error:
            say(f"{_first_up(str(error))}.\n")

    def move(self, text: str) -> None:
        """Make a move, or say what is wrong with it."""
        sitting = self.sitting
        rules, players = sitting.position.rules, sitting.choice.variant.players
        if sitting.waiting == OVER:
            raise Refused("the game is over: `undo`, `new` or `quit`")
        try:
            move = find_moves(rules, sitting.position, text)[0]
        except Refused:
            near = advice(text.split()[0], WORDS)
            raise Refused(f"{text[:40]!r} is neither a move nor a word known here; {near}") from None
        if move not in sitting.position.moves():
            mover = players[sitting.position.mover]
            raise Refused(f"{text.upper()} is not legal for {mover} now; `moves` lists what is")
        sitting.play(text)

    def hint(self) -> None:
        """Say the best moves of a search."""
        sitting, engines = self.sitting, self._engines
        if sitting.waiting == OVER:
            raise Refused("the game is over")
        engines.clear()
        player = engines.main
        engines.sit(player, sitting.choice, sitting.game.copy())
        with _ringing(engines):
            request = player.request(player.position.mover)
            report = next(player.analysis.reports(request, HINT_SECONDS, seconds=HINT_SECONDS))
        for row in report.rows[:HINT_MOVES]:
            line = " ".join(text_of(player.rules, step) for step in row.line[:HINT_LINE])
            say(f"{text_of(player.rules, row.move):>6}  {100 * row.mean:5.1f} %  {line}\n")


@word("undo")
def undo(terminal: Terminal, rest: str) -> None:
    """Take back your last move, and what followed."""
    terminal.sitting.undo()


@word("redo")
def redo(terminal: Terminal, rest: str) -> None:
    """Make again what was taken back."""
    terminal.sitting.redo()


@word("hint")
def hint(terminal: Terminal, rest: str) -> None:
    """The best moves, with what each is worth in wins, and what would follow."""
    terminal.hint()


@word("moves", "[POINT]")
def moves(terminal: Terminal, rest: str) -> None:
    """The legal moves; in PolyClash with a point, what lies beside it."""
    position = terminal.sitting.position
    rules = position.rules
    if rest and not terminal.sitting.choice.variant.squares:
        point = find_moves(rules, position, rest)[0]
        if not 0 <= point < len(position.cells):
            raise Refused(f"{rest[:20]!r} is no point")
        say(f"{point} is beside {neighbours(rules, position.cells, point)}\n")
        return
    if terminal.sitting.keeps_secrets:
        raise Refused("the hand of an engine is not looked at")
    legal = [name for name, _ in words(position)] if rules.has_chance else _texts(position)
    more = f" and {len(legal) - MOST_SHOWN} more" if len(legal) > MOST_SHOWN else ""
    say(f"{' '.join(legal[:MOST_SHOWN])}{more}\n")


def _texts(position: Position) -> list[str]:
    """The legal moves as texts."""
    return [text_of(position.rules, move) for move in position.moves()]


@word("go")
def go(terminal: Terminal, rest: str) -> None:
    """Have the engine move for who is to move."""
    terminal.sitting.go_on()


@word("level", "NAME")
def level(terminal: Terminal, rest: str) -> None:
    """Change the opponent: a level as `outflank levels` lists them, or a bot."""
    seat = Seat(ENGINE, rest.lower())
    check_seat(seat, terminal.sitting.choice.variant, terminal.sitting.choice.size)
    terminal.opponent = seat
    for player, sits in enumerate(terminal.sitting.seats):
        if sits.kind == ENGINE:
            terminal.sitting.take_seat(player, seat)
    say(f"The opponent is {seat.called.lower()}.\n")


@word("swap")
def swap(terminal: Terminal, rest: str) -> None:
    """Change sides with the engine that moves next."""
    sitting = terminal.sitting
    mover = sitting.position.mover
    others = [player for player, seat in enumerate(sitting.seats) if player != mover and seat.kind == ENGINE]
    sitting.take_seat(mover, terminal.opponent)
    if others:
        sitting.take_seat(others[0], Seat())


@word("new", "[GAME [SIZE]]")
def new(terminal: Terminal, rest: str) -> None:
    """Begin a new game."""
    choice = terminal.sitting.choice
    name, _, last = rest.rpartition(" ")
    if rest and last.isascii() and last.isdigit() and name and len(last) < 6:
        known = not name.lower().startswith("rolit")
        choice = choose_game(name if known else rest, int(last) if known else None, None)
    elif rest:
        choice = choose_game(rest, None, None)
    terminal.begin(choice)


@word("resign")
def resign(terminal: Terminal, rest: str) -> None:
    """Give the game up."""
    sitting = terminal.sitting
    persons = [player for player, seat in enumerate(sitting.seats) if seat.kind == PERSON]
    sitting.resign(persons[0] if persons else sitting.position.mover)


@word("save", "FILE")
def save(terminal: Terminal, rest: str) -> None:
    """Write the game to an SGF file."""
    if not rest:
        raise Refused("say the file: save game.sgf")
    sitting = terminal.sitting
    record = Record("the game", sitting.choice.variant, sitting.choice.size, sitting.full)
    text = sgf_writer.text(record)
    try:
        files.replace(os.fsencode(rest), [text.encode("utf-8")], sgf.written_here)
    except OSError as error:
        raise Refused(f"cannot write {rest}: {reason(error)}") from None
    say(f"Saved as {rest}.\n")


@word("board")
def board(terminal: Terminal, rest: str) -> None:
    """The board once more."""
    terminal.show()


@word("help")
def show_help(terminal: Terminal, rest: str) -> None:
    """These lines."""
    say("A move by its name, as D3, A1S, 47 or buy:-; `moves` lists all that are legal.\n")
    for name, (usage, run) in WORDS.items():
        say(f"{f'{name} {usage}'.strip():<18} {' '.join((run.__doc__ or '').split())}\n")


@word("quit")
def leave(terminal: Terminal, rest: str) -> None:
    """Leave; so does the end of the input."""
    raise Leave


def ask() -> str:
    """A line that the person types. Leave at the end of the input."""
    try:
        return input(PROMPT if os.isatty(0) else "")
    except EOFError:
        raise Leave from None
    except UnicodeDecodeError:
        return "?"


def _remember_lines() -> None:
    """Have the arrow keys bring back earlier lines, where the library for it is there."""
    if os.isatty(0):
        try:
            import readline
        except ImportError:
            return
        readline.parse_and_bind("set enable-bracketed-paste off")


@contextmanager
def _ringing(engines: Engines) -> Iterator[None]:
    """Ctrl-C ends the search, and its move is made."""
    before = signal.signal(signal.SIGINT, lambda number, frame: engines.ring())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]
