"""Notation of players, scores and moves."""

from __future__ import annotations

from collections.abc import Sequence

from outflank.protocol.formats.syntax.squares import COLUMNS, LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.core.game.position import Position
    from outflank.engine.core.game.rules import Rules

SKIPPING = COLUMNS.upper()
"""Column letters as GTP has them: I is skipped."""
PLAIN = LETTERS.upper()
"""Column letters without a gap, as Quarry and alpha-zero-general have them; up to H they are the same."""
SPELLINGS = ("auto", "gtp", "plain")
QUARRY = ["protocol_version", "name", "version", "list_commands", "list_games", "set_game"]
"""The commands by which Quarry begins, and nobody else."""


def find_player(word: str, players: Sequence[str]) -> int | None:
    """The player that a word names in any case, by the whole name or by first letters that fit only one;
    None when it names none."""
    start = word.lower()
    fitting = [
        index for index, name in enumerate(players) if start.isascii() and start and name.startswith(start)
    ]
    return fitting[0] if len(fitting) == 1 else None


def score_text(players: Sequence[str], scores: Sequence[float]) -> str:
    """The result of a finished game: `B+12`, `W+0.0250` or `0` between black and white, otherwise every
    player's score in player order. Whole scores are written whole, shares with four decimals."""
    if tuple(players) != ("black", "white"):
        return " ".join(f"{name}={_plain(score)}" for name, score in zip(players, scores, strict=True))
    lead = scores[0] - scores[1]
    margin = _plain(abs(lead))
    if float(margin) == 0:
        return "0"
    return f"{'B' if lead > 0 else 'W'}+{margin}"


def solution_text(players: Sequence[str], lead: float | None, rewards: Sequence[float]) -> str:
    """The outcome of best play of all: a lead of the first player where it is one that is counted, else every
    player's reward."""
    if lead is None:
        return " ".join(f"{name}={reward:.4g}" for name, reward in zip(players, rewards, strict=True))
    if tuple(players) == ("black", "white"):
        return score_text(players, (lead, 0))
    return f"{players[lead < 0]}+{abs(lead)}" if lead else "0"


def _plain(score: float) -> str:
    return str(score) if isinstance(score, int) else f"{score:.4f}"


def text_of(rules: Rules, move: int) -> str:
    """A move as the game itself writes it."""
    return rules.move_text(move) if move >= 0 else "pass"


def move_text(move: str) -> str:
    """A move, or a resignation, as it goes out over GTP: squares, points and passes in capital letters."""
    return move.upper() if move == "pass" or is_square(move) or move[:1].isdigit() else move


def hash_text(position: Position) -> str:
    """The hash of a position in 16 hexadecimal digits: cells, the player to move, and the plies played where
    positions can come again."""
    return f"{position.key:016x}"


class Columns:
    """The letters of columns in moves to and from a client. With the wish `auto` that is learnt from
    the client: no board with letters that skip I has an I, and no other one has a K."""

    def __init__(self, wish: str = "auto") -> None:
        self.wish = wish
        self.plain = wish == "plain"
        self._opening: list[str] = []

    def choose(self, wish: str) -> None:
        """Take another wish. `auto` goes on with the letters of now."""
        self.wish = wish
        self.plain = wish == "plain" or (wish == "auto" and self.plain)

    def hear(self, command: str) -> None:
        """Look out for Quarry among the first commands of a session."""
        if len(self._opening) < len(QUARRY):
            self._opening.append(command)
            if self._opening == QUARRY and self.wish == "auto":
                self.plain = True

    def is_plain(self, texts: Sequence[str]) -> bool:
        """Tell whether these moves of the client are to be read without a gap in the letters."""
        letters = {text[:1].upper() for text in texts if is_square(text)}
        if self.wish != "auto" or letters >= {"I", "K"}:
            return self.plain
        return "I" in letters or (self.plain and "K" not in letters)

    def write(self, move: str) -> str:
        """A move, or a resignation, as it goes out."""
        text = move_text(move)
        return PLAIN[SKIPPING.index(text[0])] + text[1:] if self.plain and is_square(text) else text

    def write_heads(self, diagram: str) -> str:
        """A picture of a board with the letters of its columns as they go out."""
        lines = diagram.split("\n")
        heads = [PLAIN[SKIPPING.index(head)] if head in SKIPPING else head for head in lines[0]]
        return "\n".join(["".join(heads), *lines[1:]]) if self.plain else diagram


def read_move(text: str, plain: bool) -> str:
    """A move of a client with the letters of GTP."""
    if not plain or not is_square(text):
        return text
    column = PLAIN.find(text[0].upper())
    # A column that there is not keeps its letter under another name that there is not.
    return (SKIPPING[column] if column >= 0 else "Z") + text[1:]


def is_square(text: str) -> bool:
    """Tell whether a move names a square by a column and a row: no pass, and no point of a numbered board."""
    return text.isascii() and text[:1].isalpha() and text[1:2].isdigit()
