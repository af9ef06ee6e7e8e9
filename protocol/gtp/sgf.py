"""GTP commands that read and write games as SGF files.

A record that cannot be read is `cannot load file` and nothing more; the dialogue log, and a person at a
terminal, are told why.
"""

from __future__ import annotations

import os

from outflank.protocol.console import files
from outflank.protocol.console.errors import reason
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError

MOST_BYTES = 4 * 2**20


@commands.command("loadsgf", "FILE...")
def load(gtp: Gtp, words: list[str]) -> str:
    """Go on with the game of an SGF file, which may be of another game or size. Where no file has the whole
    name, its last word is a move: the game goes up to before the move of that number (the first is 1), or up
    to before the first time that move is made."""
    from outflank.protocol.formats.games.sgf_reader import before, read_game
    from outflank.protocol.formats.syntax.sgf import Unreadable
    from outflank.protocol.formats.tags import KOMI

    try:
        path, until = _named(words)
        record = read_game(_read(path))
        if record.stopped:
            raise Unreadable(record.stopped)
        game = before(record, until) if until else record.game
    except (OSError, MemoryError, Unreadable) as error:
        raise CommandError("cannot load file", f"loadsgf: {reason(error)}") from None
    player = gtp.player
    if (record.variant, record.size) != (player.variant, player.size):
        player.set_game(record.variant.name, record.size)
    if KOMI in record.facts and game.komi != player.game.komi:
        player.set_komi(game.komi)
    player.adopt(game.with_rules(player.rules))
    return ""


@commands.command("printsgf", "[FILE...]")
def save(gtp: Gtp, words: list[str]) -> str:
    """The game so far as SGF, or nothing once it is written to a file."""
    return _deliver(_text(gtp, []), words)


@commands.command("outflank-printsgf", "[WISH...] [FILE...]")
def save_as(gtp: Gtp, words: list[str]) -> str:
    """As printsgf, with wishes before the file: `values` notes in comments what the search found about the
    moves it chose, `algebraic` writes Othello squares like e4, `date` adds today's."""
    count = next((i for i, word in enumerate(words) if word not in WISHES), len(words))
    return _deliver(_text(gtp, words[:count]), words[count:])


WISHES = ("values", "algebraic", "date")


def _text(gtp: Gtp, wishes: list[str]) -> str:
    import time

    from outflank.protocol.formats.games import sgf_writer
    from outflank.protocol.formats.record import Record
    from outflank.protocol.formats.tags import BLACK_WHITE

    player = gtp.player
    game = player.game
    ours = {turn.player for turn in game.history if any(turn.thoughts)}
    names = tuple("Outflank" if number in ours else "" for number in range(len(player.players)))
    record = Record(
        "",
        player.variant,
        player.size,
        game,
        sgf_writer.notes_of(game) if "values" in wishes else (),
        names if player.players == BLACK_WHITE else (),
        facts={"date": time.strftime("%Y-%m-%d")} if "date" in wishes else {},
    )
    return sgf_writer.text(record, "algebraic" in wishes)


def _deliver(text: str, words: list[str]) -> str:
    """The text itself, or nothing once it is in the file that the words name."""
    if not words:
        return text
    from outflank.protocol.formats.syntax import sgf

    try:
        files.replace(files.path_of(words), [text.encode("utf-8")], sgf.written_here)
    except OSError as error:
        why = reason(error)
        raise CommandError(f"cannot save file: {why}", f"printsgf: {why}") from None
    return ""


def _named(words: list[str]) -> tuple[bytes, str]:
    """The file that words name, and the move after it, empty where there is none."""
    path = files.path_of(words)
    if len(words) == 1 or os.path.lexists(path):
        return path, ""
    return files.path_of(words[:-1]), words[-1]


def _read(path: bytes) -> bytes:
    """The games of a file. OSError when it holds too much."""
    data = files.read(path, MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(0, f"more than {MOST_BYTES} bytes")
    return data
