"""Reviews as annotated records: GGF with the worth of every move, SGF with comments and the better lines."""

from __future__ import annotations

from typing import Any

from outflank.engine.game import Game
from outflank.engine.games import OTHELLO
from outflank.protocol.formats import sgf, sgf_record as record
from outflank.protocol.formats.boards import read_board
from outflank.protocol.formats.ggf import Ggf, Move, write_ggf
from outflank.protocol.formats.replay import square_text
from outflank.protocol.formats.sgf import Node
from outflank.protocol.review.review import STEPS, Judged, Review, Worth
from outflank.protocol.review.sources import Found, plain
from outflank.protocol.review.text import gap, loss_text, move_lines, move_of, summary_lines, worth_text

SGF_TAGS = {"PB": "PB", "PW": "PW", "DT": "DT", "PC": "PC", "RB": "BR", "RW": "WR"}
BAD = {0: "DO", 1: "BM", 2: "BM"}
"""SGF's properties for doubtful and bad moves, by the degree of the mistake."""


def ggf_text(review: Review) -> str:
    """A game of Othello on a line, with what each move is worth for who makes it, in discs. ValueError for
    another game."""
    found = review.found
    if reason := refusal(found):
        raise ValueError(reason)
    rules, game = found.game.rules, found.game
    values = {row.number: row.made.discs for row in review.judged}
    plies = list(game.plies())
    seconds = found.seconds if len(found.seconds) == len(plies) else (None,) * len(plies)
    moves = tuple(
        Move("XO"[position.mover], square_text(rules, move), values.get(number), took)
        for number, ((position, move, _), took) in enumerate(zip(plies, seconds, strict=True), 1)
    )
    start = read_board(rules.position_text(game.start), review.found.size)
    result = "?"
    if game.position.over:
        black, white = rules.scores(game.position)
        result = f"{black - white:+d}"
    comment = " | ".join(" ".join(line.split()) if review.moves else line for line in comments(review))
    tags = {"RE": result, **found.tags, "CO": comment}
    return write_ggf(Ggf(tags, start.size, start.cells, start.mover, moves)) + "\n"


def refusal(found: Found) -> str:
    """Why a game has no place in GGF; empty where it has."""
    return (
        "" if found.variant is OTHELLO else f"GGF is for Othello, and this is a game of {found.variant.name}"
    )


def comments(review: Review) -> list[str]:
    """What is said of a game as a whole: each player's moves, or those of a position without plies."""
    return [*filter(None, [gap(review)]), *(move_lines(review) if review.moves else summary_lines(review))]


def sgf_text(review: Review) -> str:
    """A game as SGF: what each move is worth in a comment, and the better line beside it. Of a position
    without plies each move is a variation."""
    found = review.found
    told = {name: plain(found.tags[tag]) for tag, name in SGF_TAGS.items() if found.tags.get(tag)}
    if "DT" in told:
        told["DT"] = sgf.date(told["DT"])
    if found.ended:
        told["RE"] = found.ended
    text = record.write(
        found.variant, found.size, found.game, facts={name: text for name, text in told.items() if text}
    )
    root = next(sgf.games(text))
    root.properties["C"] = ["\n".join(comments(review))]
    root.children += [_variation(review, found.game.position, worth) for worth in review.moves]
    nodes = list(sgf.main_line(root))
    judged = {row.number: row for row in review.judged}
    at = 0
    for number, (_, move, _) in enumerate(found.game.plies(), 1):
        if _is_written(review, move):
            row = judged.get(number)
            if row is not None:
                _annotate(review, nodes[at], nodes[at + 1], row)
            at += 1
    return sgf.write(root)


def _is_written(review: Review, move: int) -> bool:
    """Whether a move has a node: forced passes of Othello have none."""
    return review.unit != "discs" or move != review.found.game.rules.pass_move


def _annotate(review: Review, before: Node, node: Node, row: Judged) -> None:
    """Comment a move, and put the better line beside it."""
    said = [f"{move_of(review, row.made.move)} {worth_text(row.made).strip()}"]
    degree = _degree(review, row)
    if row.free and row.best.move != row.made.move:
        better = " ".join(move_of(review, move) for move in row.best.line)
        said.append(f"better {worth_text(row.best).strip()}: {better}")
        said.append(f"lost {loss_text(row).strip()}")
        before.children.append(_variation(review, row.position, row.best))
    elif row.free:
        said.append("the best move")
    node.properties["C"] = ["\n".join(said)]
    if degree is not None:
        node.properties[BAD[degree]] = ["" if degree == 0 else str(degree)]


def _degree(review: Review, row: Judged) -> int | None:
    """Which degree of mistake a move is, from 0; None for none."""
    lost = row.lost_win if row.lost_discs is None else row.lost_discs
    over = sum(lost > step for step in STEPS[review.unit])
    return over - 1 if row.free and over else None


def _variation(review: Review, position: Any, worth: Worth) -> Node:
    """The nodes of a move's line, with what it is worth."""
    found = review.found
    game = Game(found.game.rules, found.game.rules.adopt(position))
    for move in worth.line:
        game.play(game.position.mover, move)
    text = record.write(found.variant, found.size, game)
    first = next(sgf.games(text)).children[0]
    first.properties["C"] = [worth_text(worth).strip()]
    return first
