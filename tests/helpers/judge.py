"""The judge of what an engine sends over NBoard's protocol: it reads every line as the GUI does."""

import re

from outflank.engine.errors import Refused
from outflank.engine.game import Game
from outflank.engine.games import find_game
from outflank.engine.play.analysis import FULL
from outflank.protocol.formats.syntax.ggf import read_ggf, read_move
from outflank.protocol.formats.syntax.squares import PASSES
from outflank.protocol.session.inbox import LONGEST

NOTES = {f"outflank: {FULL.format(megabytes)}" for megabytes in range(1, 4096)}
"""Notes that are permitted beside the protocol: a full tree."""
PAINTS = 8
"""Rounds of hints that the GUI can paint in a second."""
DECIMAL = r"-?[0-9]+(?:\.[0-9]*)?"
PLAIN = {
    "ping": r"0*[0-9]{1,9}",
    "hint": r"[1-9][0-9]{0,3}",
    "go": "",
    "analyze": "",
    "learn": "",
    "move": r"(?i:PA|[A-H][1-8])(/-?[0-9]*[.,]?[0-9]*(/[0-9]*[.,]?[0-9]*)?)?",
    "set": r"game \(;(\s*[A-Z]{1,3}\[[^]]*\])*\s*;\)",
}
"""The arguments that leave no doubt what a line asks for."""


class Span:
    """What was sent between two pings. The GUI takes a line for one of this span while the span's ping is the
    last one that was answered."""

    def __init__(self, number, sure, boards):
        self.number = number
        self.sure = sure
        self.boards = list(boards)
        self.hints = []
        self.goes = self.moves = self.reviews = self.lessons = 0


class Judge:
    """Reads what an engine sends as the GUI does, beside what it was sent, and notes its faults.

    Where a sent line is odd enough to be taken for something or for nothing, both are right."""

    def __init__(self):
        self.faults = []
        self.lines = 0
        self.boards = [Game(find_game("Othello").rules(8))]
        self.spans = [Span(None, True, self.boards)]
        self._version, self._names, self._lessons = 2, 0, 0
        self._due = False
        self._forget_rounds()

    def sent(self, line, at, doubtful=False):
        """Take note of a line that is being sent; of a doubtful one nobody knows what it asks for."""
        if len(line) > LONGEST:
            return
        words = [word.decode("latin-1") for word in line.split()]
        name, rest = (words[0], " ".join(words[1:])) if words else ("", "")
        if self._version == 1 and len(words) == 1 and name not in (*PLAIN, "nboard"):
            name, rest = "move", name
        plain = line.isascii() and name in PLAIN and re.fullmatch(PLAIN[name], rest) is not None
        sure = plain and not doubtful
        span = self.spans[-1]
        if name == "nboard":
            self._names += 1
            if re.fullmatch("[0-9]{,10}", rest):
                self._version = int(rest or 1)
        elif name == "ping":
            self._ping(rest, sure)
        elif name == "hint":
            span.hints.append((int(rest) if sure else 64, at))
        elif name == "go":
            span.goes += 1
        elif name == "analyze":
            span.reviews += 1
        elif name == "learn":
            span.lessons += 1
            self._lessons += 1
        elif name == "move" or (name == "set" and words[1:2] == ["game"]):
            self._change(name, rest, sure)
        if name in PLAIN:
            self._due = sure and name == "go"

    def _change(self, name, rest, sure):
        """Take note of a move or a game. What is impossible changes nothing."""
        pairs = [(board, change(board, name, rest, sure)) for board in self.boards]
        found = [after for _, after in pairs if after]
        stays = [board for board, after in pairs if not (sure and after)]
        boards = {(board.start.key, board.made): board for board in found + stays}
        self.boards = [*boards.values()][:200]
        self.spans[-1].boards += found

    def heard(self, line, at):
        """Judge a line, without its newline, that came at a moment."""
        self.lines += 1
        text = line.decode("latin-1")
        name, _, rest = text.partition(" ")
        readers = {
            "pong": self._pong,
            "===": self._move,
            "search": self._search,
            "book": self._hint,
            "nodestats": self._nodestats,
            "status": self._status,
            "set": self._set,
            "learned": self._learned,
            "analysis": self._analysis,
        }
        if not re.fullmatch(r"[ -~]+", text):
            self._fault("not one line of printable ASCII", text)
        elif text in NOTES:
            pass  # Told on stderr, which this client reads as stdout; others than these are faults.
        elif name not in readers:
            self._fault("not a line of this protocol", text)
        else:
            for fault in readers[name](rest, at):
                self._fault(fault, text)

    def finish(self):
        """Note what is still missing when all has been heard that there is to hear."""
        for span in self.spans[1:]:
            if span.sure:
                self._fault("never answered", f"ping {span.number}")
        if self._due:
            self._fault("never answered", "go")

    def _fault(self, why, text):
        self.faults.append(f"{why}: {text[:200]!r} (line {self.lines}, ping {self.spans[0].number})")

    def _forget_rounds(self):
        self._shown, self._counted = set(), True
        self._depth, self._rounds, self._shrunk = None, 0, 0
        self._left_to_review = None

    def _open(self):
        """The spans a line may belong to: the one whose ping was answered last, and those behind it whose
        pings need no answer."""
        ends = [at for at, span in enumerate(self.spans) if at and span.sure]
        return self.spans[: ends[0] if ends else None]

    def _ping(self, rest, sure):
        word = rest.split()[0] if rest else ""
        if sure or re.fullmatch("[-+]?[0-9_]{1,4000}", word):
            try:
                self.spans.append(Span(int(word), sure, self.boards))
            except ValueError:
                return

    def _pong(self, rest, at):
        if not re.fullmatch("-?(0|[1-9][0-9]*)", rest):
            yield "not `pong` and a number"
            return
        skipped = 0
        for place, span in enumerate(self.spans):
            if place and span.number == int(rest):
                if skipped:
                    yield f"{skipped} pings before it are not answered"
                self.spans = self.spans[place:]
                self._forget_rounds()
                return
            skipped += bool(place and span.sure)
        yield "nobody asked for it"

    def _move(self, rest, at):
        asked, said = (sum(getattr(span, name) for span in self._open()) for name in ("goes", "moves"))
        if said >= asked:
            yield "nobody asked for a move" if not asked else "a second answer to `go`"
        self._open()[-1].moves += 1
        self._due = False
        square, *numbers = re.split("[ /]", rest)
        if square.lower() in PASSES and rest != "PA":
            yield "a pass is the bare word PA"
        if len(numbers) > 2 or not all(re.fullmatch(f"({DECIMAL})?", number) for number in numbers):
            yield "not MOVE/EVAL/TIME"
        elif numbers and numbers[0] and abs(float(numbers[0])) > 64:
            yield "an evaluation beyond 64 discs"
        elif numbers[1:] and numbers[1].startswith("-"):
            yield "a negative time"
        over = square == "PA" and any(game.position.over for game in self._games())
        if not over and not any(step(game.position, square) for game in self._games()):
            yield "an illegal move"

    def _games(self):
        return [game for span in self._open() for game in span.boards]

    def _search(self, rest, at):
        yield from self._hint(rest, at)
        if rest.split(" ")[2:3] != ["0"]:
            yield "a number of games where there is none"

    def _hint(self, rest, at):
        """The faults of PV E G D text as `search` and `book` have it."""
        hints = [hint for span in self._open() for hint in span.hints]
        if not hints:
            yield "nobody asked for a hint"
            return
        pv, value, games, depth, *_ = [*rest.split(" "), "", "", "", ""]
        values = value.split(",")
        if not re.fullmatch(f"{DECIMAL}(,{DECIMAL})?", value) or float(values[0]) < float(values[-1]):
            yield "no evaluation"
        elif max(abs(float(part)) for part in values) > 64:
            yield "an evaluation beyond 64 discs"
        elif depth == "100%" and any(abs(float(part)) > 1 and float(part) % 2 for part in values):
            yield "an exact value that no game can have"
        if not re.fullmatch("[0-9]{1,9}", games):
            yield "no number of games"
        if not re.fullmatch("[0-9]{1,9}|[1-9][0-9]%|100%W?", depth):
            yield "no depth"
        if not any(legal_line(game.position, pv) for game in self._games()):
            yield "not a line of legal moves"
        first = pv.replace("-", "")[:2].upper()
        most = max(count for count, _ in hints)
        another = depth != self._depth or len(self._shown) == most
        # Version 1 has no `nodestats` between them.
        if first in self._shown or (another and (self._counted or self._version < 2)):
            yield from self._round(depth, hints, at)
        self._shown.add(first)
        self._counted = False
        if depth != self._depth:
            yield f"two depth texts in one round, {self._depth} before"
        if len(self._shown) > most:
            yield "more moves than were asked for"

    def _round(self, depth, hints, at):
        """A new round of hints begins."""
        if self._depth is not None and rank(depth) < rank(self._depth):
            self._shrunk += 1
        if self._shrunk >= len(hints):
            yield f"a depth less than {self._depth} before"
        self._shown, self._depth = set(), depth
        self._rounds += 1
        # What is known already comes at once. A line comes later than it was sent, so that waiting for a
        # processor can only make this kinder; and what comes before an awaited pong is not painted.
        most = PAINTS * (at - min(sent for _, sent in hints)) + 2 * len(hints)
        if self._rounds > most and not any(span.sure for span in self.spans[1:]):
            yield "too many rounds"

    def _nodestats(self, rest, at):
        if not any(span.hints or span.goes or span.reviews for span in self._open()):
            yield "nothing to count"
        if not re.fullmatch(r"[0-9]{1,18} [0-9]+(\.[0-9]*)?", rest):
            yield "not a number and seconds"
        # Behind it another round may begin, but need not.
        self._counted = True

    def _status(self, rest, at):
        # An empty one takes away what stands there.
        if rest and not any(span.hints or span.goes or span.reviews or span.lessons for span in self._open()):
            yield "a status of nothing"

    def _set(self, rest, at):
        self._names -= 1
        if not re.fullmatch("myname [A-Za-z0-9]+", rest):
            yield "not a name in one word"
        elif self._names < 0:
            yield "nobody asked for a name"

    def _learned(self, rest, at):
        self._lessons -= 1
        if self._lessons < 0 or rest:
            yield "nobody asked to learn"

    def _analysis(self, rest, at):
        reviews = sum(span.reviews for span in self._open())
        match = re.fullmatch(f"([0-9]{{1,4}}) ({DECIMAL})", rest)
        if not reviews:
            yield "nobody asked for a review"
        if not match or abs(float(match[2])) > 64:
            yield "not the number of a position and its value"
            return
        number, value = int(match[1]), float(match[2])
        games = [game for game in self._games() if number <= game.turns]
        last = self._left_to_review
        goes_on = last is not None and number == last - 1
        if not goes_on and not (
            (last is None or reviews > 1 or last == 0) and any(game.turns == number for game in games)
        ):
            yield f"not the position before the last one, {last}"
        if not any(reviewed(game.positions[number], value) for game in games):
            yield "not the result of a finished game"
        self._left_to_review = number


def change(game, name, rest, sure):
    """The game after a `move` or a `set game`; None where it cannot be made."""
    try:
        if name == "set":
            return written(rest) if sure else taken(rest)
        word = rest.split(" ")[0]
        after = game.copy()
        play(after, after.position.mover, word.split("/")[0] if sure else read_move(word, "X", []).square)
        return after
    except (Refused, ValueError, IndexError):
        return None


def written(text):
    """The game of a GGF text as the GUI writes it."""
    board = re.search(r"BO\[8((?:\s*[-*O]){64})\s*([*O])\]", text)
    if not board:
        return taken(text)
    rules = find_game("Othello").rules(8)
    game = Game(rules, rules.parse_position("".join(board.groups())))
    for colour, square in re.findall(r"[ \])]([BW])\[([^]/]*)", text):
        play(game, "BW".index(colour), square)
    return game


def taken(text):
    """The game of any other GGF text, as a lenient reader takes it."""
    found = read_ggf(text.partition(" ")[2], [])[0]
    rules = find_game("Othello").rules(found.size)
    game = Game(rules, rules.parse_position(f"{found.cells} {found.mover}"))
    for move in found.moves:
        play(game, "XO".index(move.colour), move.square)
    return game


def play(game, player, square):
    """Make a move, given as a client spells it."""
    move = named(game.rules, square)
    # Behind the end a pass does not count as a ply.
    if move != game.rules.pass_move or not game.position.over:
        game.play(player, move)


def step(position, square):
    """The position after a move, None where it is illegal."""
    try:
        move = named(position.rules, square)
    except ValueError:
        return None
    return position.play(move) if move in position.moves() else None


def named(rules, square):
    """The move of a name. Here no letter is left out, on any board. ValueError when it is none."""
    if square.lower() in PASSES:
        return rules.pass_move
    square = square.strip()
    column = "ABCDEFGHIJ".find(square[:1].upper()) if square else -1
    return rules.find_move("?ABCDEFGHJK"[column + 1] + square[1:])


def legal_line(position, pv):
    """Whether all squares of a PV can be played one after the other. Passes within it may be left out."""
    if not re.fullmatch("((PA|[A-J][0-9]{1,2})-?)+", pv, re.I):
        return False
    for count, square in enumerate(re.findall("PA|[A-J][0-9]{1,2}", pv, re.I)):
        after = step(position, square)
        if after is None and count and (passed := step(position, "PA")):
            after = step(passed, square)
        if after is None:
            return False
        position = after
    return True


def reviewed(position, value):
    """Whether Black can have this value: after the end there is only one."""
    scores = position.rules.scores(position)
    return not position.over or value == scores[0] - scores[1]


def rank(depth):
    """The order in which depth texts may follow one another."""
    sure = {"100%W": (2, 0), "100%": (3, 0)}.get(depth)
    return sure or (int(depth.endswith("%")), int(re.match("[0-9]*", depth)[0] or 0))
