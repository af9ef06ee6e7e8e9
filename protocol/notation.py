"""How players and scores are written."""

from __future__ import annotations

from collections.abc import Sequence


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


def move_text(move: str) -> str:
    """A move as it goes out over GTP."""
    return move.upper()


def _plain(score: float) -> str:
    return str(score) if isinstance(score, int) else f"{score:.4f}"
