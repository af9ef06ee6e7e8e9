"""Random games for tests, from numbers that a strategy or a generator picks."""


def random_game(rules, picks):
    """The positions of the game in which the n-th move is the one that the n-th number picks."""
    positions = [rules.new_position()]
    for pick in picks:
        moves = positions[-1].moves()
        if not moves:
            break
        positions.append(positions[-1].play(moves[pick % len(moves)]))
    return positions
