"""Random games of any rules, and of Othello with odd starts, passes and wiped-out sides."""

from hypothesis import strategies as st

from outflank.engine.game import Game
from outflank.protocol.formats.replay import rules_of, square_text
from outflank.protocol.formats.syntax.boards import Board, usual_board
from outflank.protocol.formats.syntax.ggf import Move

WIPE_OUT = "e6f4e3f6g5d6e7f5c5"
PERFECT = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1"
    "g2b8a8g7h8h7h6"
)
USUAL = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27


def plies_of(start, picks):
    """The moves and passes of a game in which each mover takes the move that the next number picks."""
    rules = rules_of(start.size)
    game = Game(rules, rules.parse_position(f"{start.cells} {start.mover}"))
    plies = []
    for pick in picks:
        moves = game.position.moves()
        if not moves:
            break
        mover, move = game.position.mover, moves[pick % len(moves)]
        plies.append(Move("XO"[mover], square_text(rules, move)))
        game.play(mover, move)
    return tuple(plies)


def squares(plies):
    return tuple(ply.square for ply in plies)


def without_last_passes(plies):
    """The plies that a format can have which leaves passes out."""
    kept = list(plies)
    while kept and kept[-1].square == "pass":
        kept.pop()
    return tuple(kept)


def boards(size):
    """Any board with discs enough for passes and wiped-out sides."""
    cells = st.text("XXOO-", min_size=size * size, max_size=size * size)
    return st.builds(Board, st.just(size), cells, st.sampled_from("XO"))


SIZES = st.sampled_from((8, 6, 10))
USUAL_STARTS = SIZES.map(usual_board)
STARTS = USUAL_STARTS | SIZES.flatmap(boards)
PICKS = st.lists(st.integers(0, 30), max_size=130)


def games(starts=STARTS):
    """(start, plies) of random games, played to the end or broken off."""
    return st.tuples(starts, PICKS).map(lambda drawn: (drawn[0], plies_of(*drawn)))


def random_game(rules, picks):
    """The positions of a game of any rules in which the n-th move is the one that the n-th number picks."""
    positions = [rules.new_position()]
    for pick in picks:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[pick % len(moves)]))
    return positions


def check_keys_and_texts(rules, positions):
    """Positions with one text have one key, others another, and a text read again is the same position."""
    by_text = {rules.position_text(position): position.key for position in positions}
    assert len(set(by_text.values())) == len(by_text)
    for position in positions:
        text = rules.position_text(position)
        assert position.key == by_text[text]
        again = rules.parse_position(text)
        assert rules.position_text(again) == text
        assert (again.key, again.moves()) == (position.key, position.moves())
