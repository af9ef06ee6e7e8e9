"""GTP commands by which GoGui learns the rules of a game that is played on squares.

GoGui plays games of black and white whose moves are squares: Othello, and Rolit for two. Only there these are
listed (outflank.protocol.gtp.session: `listed`); of the other games on squares they tell the board to whoever
asks. GoGui starts several copies of the program only to ask these."""

from __future__ import annotations

from outflank.protocol.gtp import picture
from outflank.protocol.gtp.session import Gtp, commands
from outflank.protocol.session.reply import CommandError


def squares_of(gtp: Gtp) -> tuple[int, str]:
    """The size of the board and what is on each cell, row 1 first. Fails where there are no squares."""
    player = gtp.player
    if not picture.has_grid(player):
        raise CommandError(picture.obstacle(player))
    return int(player.size), picture.cells_of(player)


def names(gtp: Gtp) -> tuple[str, ...]:
    """The players as GoGui sees them: black and white between two."""
    players = tuple(gtp.player.players)
    return picture.STONES if len(players) == len(picture.STONES) else players


def targets(gtp: Gtp) -> list[str]:
    """The squares of the legal moves, each once."""
    squares_of(gtp)
    places = [picture.target(gtp.player, move) for move in gtp.player.position.moves()]
    return list(dict.fromkeys(place[0] for place in places if place))


@commands.command("gogui-rules_game_id")
def game_id(gtp: Gtp, words: list[str]) -> str:
    """The game, in one word."""
    squares_of(gtp)
    return str(gtp.player.variant.name).replace(" ", "")


@commands.command("gogui-rules_board_size")
def board_size(gtp: Gtp, words: list[str]) -> str:
    """The number of squares on a side."""
    return str(squares_of(gtp)[0])


@commands.command("gogui-rules_board")
def board(gtp: Gtp, words: list[str]) -> str:
    """Black (X) and white (O) discs and all other squares (.), the highest row first."""
    size, cells = squares_of(gtp)
    gtp.player.warmup.rules_only()
    discs = picture.discs(gtp.player)
    return picture.board([discs.get(cell, ".") for cell in cells], size)


@commands.command("gogui-rules_captured_count")
def captured_count(gtp: Gtp, words: list[str]) -> str:
    """The numbers of black and white discs, which GoGui shows beside the board."""
    _, cells = squares_of(gtp)
    gtp.player.warmup.rules_only()
    discs = picture.discs(gtp.player)
    if not discs:
        raise CommandError(picture.obstacle(gtp.player))
    return " ".join(str(cells.count(sign)) for sign in discs)


@commands.command("gogui-rules_board_gfx")
def board_gfx(gtp: Gtp, words: list[str]) -> str:
    """Everything on the squares but black and white discs, as GoGui's drawing commands."""
    squares_of(gtp)
    return "\n".join(picture.contents(gtp.player))


@commands.command("gogui-rules_side_to_move")
def side_to_move(gtp: Gtp, words: list[str]) -> str:
    """The player to move."""
    squares_of(gtp)
    gtp.player.warmup.rules_only()
    return names(gtp)[int(gtp.player.position.mover)]


@commands.command("gogui-rules_legal_moves")
def legal_moves(gtp: Gtp, words: list[str]) -> str:
    """The squares that can be played on, `pass` when only a pass is left, nothing when the game is over."""
    places = targets(gtp)
    gtp.player.warmup.rules_only()
    return " ".join(places) if places or gtp.player.position.over else "pass"


@commands.command("gogui-rules_final_result")
def final_result(gtp: Gtp, words: list[str]) -> str:
    """The result of a finished game in words."""
    squares_of(gtp)
    scores = gtp.player.scores()
    if scores is None:
        raise CommandError("cannot score")
    best = max(scores)
    first = [name for name, score in zip(names(gtp), scores, strict=True) if score == best]
    told = ", ".join(f"{name} {score}" for name, score in zip(names(gtp), scores, strict=True))
    return f"{first[0]} wins: {told}" if len(first) == 1 else f"draw: {told}"
