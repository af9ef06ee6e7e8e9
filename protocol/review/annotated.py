"""Reviews as annotated records, with the worth of every move and better lines, and their texts."""

from __future__ import annotations

from outflank.engine.game import Game
from outflank.protocol.formats.games import ggf_games, sgf_writer
from outflank.protocol.formats.kinds import refusal
from outflank.protocol.formats.record import Line, Note, Record
from outflank.protocol.review.text import gap, loss_text, move_lines, move_of, summary_lines, worth_text
from outflank.protocol.review.worths import STEPS, Judged, Review


def ggf_text(review: Review) -> str:
    """A game of Othello on a line, with what each move is worth for its mover, in discs. ValueError for
    another game."""
    if reason := refusal("ggf", review.record):
        raise ValueError(reason)
    return ggf_games.bare_text(annotated(review))


def sgf_text(review: Review) -> str:
    """A game as SGF: what each move is worth in a comment, and the better line beside it. Of a position
    without plies each move is a variation."""
    return sgf_writer.text(annotated(review))


def annotated(review: Review) -> Record:
    """The record of a game with what its review found: a note for each ply, and a comment on the whole. The
    moves of a position without plies are variations of its end."""
    record = review.record
    judged = {row.number: row for row in review.judged}
    game = Game(record.game.rules, record.game.start)
    notes = []
    for number, (position, move, note) in enumerate(record.plies(), 1):
        game.play(position.mover, move)
        notes.append(_note(review, judged[number], note) if number in judged else note)
    ahead = tuple(Line(worth.line, worth_text(worth).strip()) for worth in review.moves)
    facts = {**record.facts, "comment": "\n".join(comments(review))}
    return record._replace(game=game, notes=tuple(notes), facts=facts, ahead=ahead)


def comments(review: Review) -> list[str]:
    """The comment on a game as a whole: each player's moves, or those of a position without plies."""
    return [*filter(None, [gap(review)]), *(move_lines(review) if review.moves else summary_lines(review))]


def _note(review: Review, row: Judged, note: Note) -> Note:
    """A note with what was found about a ply in place of what was told about its worth."""
    said = [f"{move_of(review, row.made.move)} {worth_text(row.made).strip()}"]
    others: tuple[Line, ...] = ()
    if row.free and row.best.move != row.made.move:
        better = " ".join(move_of(review, move) for move in row.best.line)
        said.append(f"better {worth_text(row.best).strip()}: {better}")
        said.append(f"lost {loss_text(row).strip()}")
        others = (Line(row.best.line, worth_text(row.best).strip()),)
    elif row.free:
        said.append("the best move")
    return note._replace(
        value=row.made.win if row.made.discs is None else row.made.discs,
        unit="share" if row.made.discs is None else "discs",
        visits=row.made.visits,
        depth=None,
        comment="\n".join(said),
        mistake=degree(review, row),
        others=others,
    )


def degree(review: Review, row: Judged) -> int:
    """The degree of a mistake, from 0 for none to 3."""
    lost = row.lost_win if row.lost_discs is None else row.lost_discs
    return sum(lost > step for step in STEPS[review.unit]) if row.free else 0
