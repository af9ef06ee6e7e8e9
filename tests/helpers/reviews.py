"""Reviewed games for tests, and the data in the page of one."""

import json
import re
from functools import cache

from outflank.engine.deck import Deck
from outflank.engine.game import Game
from outflank.engine.games import OTHELLO
from outflank.protocol.check.othello_games import random_game
from outflank.protocol.formats.record import Record
from outflank.protocol.review import html as review_html
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget, Review

QUICK = Budget(None, 60, 10)


def othello_record(plies, **told):
    """A game of Othello of these plies."""
    game = Game(plies[0][0].rules, plies[0][0])
    for position, move in plies:
        game.play(position.mover, move)
    return Record("line 1", OTHELLO, 8, game, **told)


def random_record(variant, seed, plies):
    """The beginning of a random game."""
    rules = variant.rules()
    game = Game(rules, deck=Deck(rules, seed))
    for at in range(plies):
        words = game.legal_words()
        if not words:
            break
        game.play_word(game.position.mover, words[(seed * 7919 + at * 104729) % len(words)])
    return Record("line 1", variant, variant.sizes[0], game)


def reviewed(record, budget=QUICK):
    """The review of a game, or of a position without moves."""
    reviewer = Reviewer(record, budget)
    judged = tuple(reversed(list(reviewer.run())))
    plies = sum(1 for _ in record.plies())
    return Review(record, judged, plies, () if plies else reviewer.moves())


@cache
def whole_game():
    """A reviewed game from its start to its end."""
    return reviewed(othello_record(random_game(3), names=("Ann", "Bob"), facts={"date": "2026"}))


def page_data(review):
    """The data in the page of a review."""
    page = review_html.page([review], "a <file>", ["line 3: </script> & more"])
    text = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1]
    return json.loads(text)


def check_page(review):
    """The changes that a page tells of lead from each position to the next."""
    (game,) = page_data(review)["games"]
    rules = review.record.game.rules
    cells = list(game["start"])
    for (_, _, _), row in zip(review.record.game.plies(), game["plies"], strict=True):
        before = list(cells)
        for cell, sign in row["changes"]:
            cells[cell] = sign
        if row["cell"] >= 0:
            assert before[row["cell"]] in ".-" and cells[row["cell"]] not in ".-"
        for worth in (row["judged"]["made"], row["judged"]["best"]):
            along = list(before)
            for step in worth["line"] if worth else ():
                for cell, sign in step["changes"]:
                    along[cell] = sign
                assert step["cell"] < 0 or along[step["cell"]] not in ".-"
    assert "".join(cells) == rules.position_text(review.record.game.position).split()[0]
