"""The learned evaluation's patterns: the codes of a position, scores by made-up tables, and what rules make
of them."""

import random
import struct
from array import array

import pytest
from hypothesis import given, strategies as st
from othello_samples import SLOPE, made_up

from outflank.engine import core
from outflank.engine.games import OTHELLO


def moves_worth(load, tables, p, o):
    """What each of the mover's moves is worth to him: {square: score}."""
    return load("testing.evaluations").move_scores(tables, p, o)


def random_boards(load, count, seed=1):
    """Boards of random games as (mover's discs, opponent's), the mover with a move."""
    rng = random.Random(seed)
    rules = OTHELLO.rules(8, load=load)
    boards = []
    while len(boards) < count:
        position = rules.new_position()
        while not position.over:
            if position.moves() != [rules.pass_move]:
                black, white = rules.discs(position)
                boards.append((white, black) if position.mover else (black, white))
            position = position.play(rng.choice(position.moves()))
    return rng.sample(boards, count)


def entries(load, p, o):
    """The entries of a score by the definition, square by square."""
    patterns = load("othello.patterns")
    found, start = [], 0
    for shape in patterns.SHAPES:
        for squares in patterns.instances(shape):
            code = 0
            for square in squares:
                code = 3 * code + (1 if p >> square & 1 else 2 if o >> square & 1 else 0)
            found.append(start + code)
        start += 3 ** len(shape.split())
    rules = OTHELLO.rules(8, load=load)
    for mover, at in ((0, patterns.CODES), (1, patterns.CODES + (patterns.ENTRIES - patterns.CODES) // 2)):
        position = rules.place(p, o, mover)
        moves = [] if position.over else [move for move in position.moves() if move != rules.pass_move]
        found.append(at + min(len(moves), (patterns.ENTRIES - patterns.CODES) // 2 - 1))
    return found


def turned(board, turn):
    """The board under one of its eight symmetries."""
    out = 0
    for square in range(64):
        if board >> square & 1:
            x, y = (square >> 3, square & 7) if turn & 4 else (square & 7, square >> 3)
            out |= 1 << ((7 - x if turn & 1 else x) + 8 * (7 - y if turn & 2 else y))
    return out


def test_the_instances_are_the_images_of_the_shapes(load):
    patterns = load("othello.patterns")
    for shape in patterns.SHAPES:
        squares = {frozenset(squares) for squares in patterns.instances(shape)}
        first = sum(1 << square for square in patterns.instances(shape)[0])
        images = {turned(first, turn) for turn in range(8)}
        assert {sum(1 << square for square in image) for image in squares} == images


def test_mirror_images_share_a_class(load):
    patterns = load("othello.patterns")
    assert patterns.mirrors("a1 b1 c1") == {(0, 1, 2)}
    assert patterns.mirrors("a1 b2 c3 d4 e5 f6 g7 h8") == {tuple(range(8)), tuple(range(7, -1, -1))}
    classes, start, below = array("I", load("othello.packed_tables").code_classes()), 0, 0
    for shape in patterns.SHAPES:
        size = 3 ** len(shape.split())
        own = classes[start : start + size]
        for order in patterns.mirrors(shape):
            for code in random.Random(start).sample(range(size), 40):
                digits = [code // 3**place % 3 for place in reversed(range(len(order)))]
                mirrored = int("".join(str(digits[at]) for at in order), 3)
                assert own[code] == own[mirrored]
        assert sorted(set(own)) == list(range(below, below + len(set(own))))
        assert len(set(own)) == (size + 3 ** fixed(patterns.mirrors(shape))) // 2
        start, below = start + size, below + len(set(own))


def packed(boards):
    """Boards as the bytes that `features` takes."""
    return b"".join(struct.pack("=QQ", p, o) for p, o in boards)


def fixed(orders):
    """How many digits can be chosen freely in a code that is its own mirror image."""
    order = max(orders)
    return len({frozenset((place, at)) for place, at in enumerate(order)})


def test_the_entries_of_a_position_are_those_of_the_definition(load):
    boards = random_boards(load, 60)
    patterns = load("othello.patterns")
    found = array("I", bytes(patterns.features(packed(boards))))
    assert list(found) == [entry for p, o in boards for entry in entries(load, p, o)]


def test_a_score_is_the_sum_of_its_entries(load):
    known, phase, tables = made_up(load)
    size = len(tables) // known.phases
    for p, o in random_boards(load, 200, seed=2):
        start = size * phase[(p | o).bit_count()]
        assert known.score(p, o) == sum(tables[start + entry] for entry in entries(load, p, o))


def test_a_position_is_worth_the_same_from_every_side(load):
    known, _, _ = made_up(load)
    for p, o in random_boards(load, 40, seed=3):
        assert len({known.score(turned(p, turn), turned(o, turn)) for turn in range(8)}) == 1


def test_a_move_is_worth_what_the_position_after_it_is(load):
    """Passes and ends of the game among them."""
    known, _, _ = made_up(load)
    rules = OTHELLO.rules(8, load=load)
    for p, o in random_boards(load, 300, seed=4):
        for move, worth in moves_worth(load, known, p, o).items():
            mine, theirs = rules.discs(rules.place(p, o, 0).play(move))
            assert worth == -known.score(theirs, mine)


def test_all_moves_of_all_positions_are_judged(load):
    known, _, _ = made_up(load)
    boards = random_boards(load, 50, seed=6)
    assert known.judge_all(packed(boards)) == sum(len(moves_worth(load, known, p, o)) for p, o in boards)


def test_who_must_pass_is_worth_what_his_opponent_is_not(load):
    rules = OTHELLO.rules(8, load=load)
    black, white = rules.discs(rules.parse_position("OOX" + "-" * 61 + " X"))
    known, _, _ = made_up(load)
    assert rules.place(black, white, 0).moves() == [rules.pass_move] or rules.place(black, white, 0).over
    assert known.score(black, white) == -known.score(white, black)


@pytest.mark.parametrize(("text", "lead"), [("X" * 40 + "-" * 24, 64), ("X" * 32 + "O" * 32, 0)])
def test_the_end_of_a_game_is_beyond_all_judgement(load, text, lead):
    known, _, _ = made_up(load)
    rules = OTHELLO.rules(8, load=load)
    black, white = rules.discs(rules.parse_position(text + " X"))
    wanted = 64 * lead + (64 * 64 if lead else 0)
    assert known.score(black, white) == wanted
    assert known.score(white, black) == -wanted


def test_wrong_tables_are_refused(load):
    patterns = load("othello.patterns")
    size = 2 * patterns.ENTRIES
    patterns.Patterns(bytes(65), [SLOPE] * 65, bytes(size))
    for phase, steep, tables in (
        (bytes(64), [SLOPE] * 65, bytes(size)),
        (bytes(65), [SLOPE] * 64, bytes(size)),
        (bytes(65), [SLOPE] * 65, bytes(size - 2)),
    ):
        with pytest.raises(ValueError):
            patterns.Patterns(phase, steep, tables)


def test_values_and_priors_follow_from_the_scores_of_moves(load):
    known, _, _ = made_up(load)
    seen, rules = load("testing.evaluations"), OTHELLO.rules(8, load=load)
    evaluator = load("othello.pattern_evaluator").PatternEvaluator(rules, known, 2.0, 12.0)
    for p, o in random_boards(load, 20, seed=5):
        position = rules.place(o, p, 1)
        worth = moves_worth(load, known, p, o)
        odds = 1 / (1 + 2.718281828 ** (-2 * SLOPE * max(worth.values()) / 64))
        assert seen.judgement(evaluator, position)[1] == pytest.approx(odds, abs=1e-4)
        priors = dict(zip(position.moves(), seen.priors(evaluator, position), strict=True))
        assert max(priors, key=priors.get) == max(worth, key=worth.get) or len(set(worth.values())) < len(
            worth
        )
        a, b = position.moves()[0], position.moves()[-1]
        wanted = 2.718281828 ** ((worth[a] - worth[b]) / 64 / 12)
        assert priors[a] / priors[b] == pytest.approx(wanted, rel=1e-3)


def test_only_the_usual_board_is_judged_by_what_was_learnt(load):
    known, _, _ = made_up(load)
    with pytest.raises(ValueError, match="8x8"):
        load("othello.pattern_evaluator").PatternEvaluator(OTHELLO.rules(6, load=load), known, 1.0, 1.0)


CROWDED = "--------XO-OXOO--OXXXO---X-OXOO--O---X---OX-XXO--OXO-OO----X---- X"
"""A board on which one side has more than thirty-four moves, as nobody will ever reach it by play."""


def test_no_number_of_moves_leads_out_of_the_tables(load):
    judge, _, _ = made_up(load, 1)
    rules = load("othello.othello").Othello(8)
    p, o = rules.discs(rules.parse_position(CROWDED))
    assert len(rules.place(p, o, 0).moves()) > 34
    for pair in ((p, o), (o, p)):
        expected = sum(judge_entries(load, *pair))
        assert judge.score(*pair) == expected


def judge_entries(load, p, o):
    """The numbers of a position's entries in the first set of made-up tables."""
    _, _, tables = made_up(load, 1)
    return [tables[entry] for entry in entries(load, p, o)]


def test_no_judgement_reaches_a_certain_end(load):
    patterns = load("othello.patterns")
    steep = [SLOPE] * 65
    size = patterns.ENTRIES
    for number in (30000, -30000):
        judge = patterns.Patterns(bytes(65), steep, array("h", [number] * size).tobytes())
        for p, o in random_boards(load, 20):
            if moves_worth(load, judge, p, o) and moves_worth(load, judge, o, p):
                assert abs(judge.score(p, o)) == 64 * 64 - 1


# The evaluation cache.

BOARD = st.integers(0, 2**64 - 1)
WORTHS = st.lists(st.integers(-8192, 8191), min_size=1, max_size=34)


@given(st.lists(st.tuples(st.sampled_from(range(6)), WORTHS), max_size=40), st.lists(BOARD, min_size=12))
def test_the_cache_has_what_was_stored_last_or_nothing(written, boards):
    """Six positions for four entries: some push others out."""
    seen, cache = core.load("testing.evaluations"), core.load("othello.eval_cache").EvalCache(2)
    last = {}
    for number, worths in written:
        pair = boards[2 * number], boards[2 * number + 1]
        seen.store(cache, *pair, worths)
        if len(worths) <= 28:
            last[pair] = worths
            assert seen.probe(cache, *pair, len(worths)) == worths
        else:
            assert seen.probe(cache, *pair, len(worths)) is None
    for pair, worths in last.items():
        assert seen.probe(cache, *pair, len(worths)) in (worths, None)
    assert seen.probe(cache, *boards[:2], 0) is None


def test_the_cache_can_be_cleared(load):
    seen, cache = load("testing.evaluations"), load("othello.eval_cache").EvalCache(3)
    pairs = [(number, 1 << 40 + number) for number in range(1, 9)]
    for pair in pairs:
        seen.store(cache, *pair, [5, -7, 9])
    assert any(seen.probe(cache, *pair, 3) for pair in pairs)
    cache.clear()
    assert not any(seen.probe(cache, *pair, 3) for pair in pairs)
    seen.store(cache, *pairs[0], [1])
    assert seen.probe(cache, *pairs[0], 1) == [1]


def test_the_cache_has_entries():
    for bits in (-1, 29):
        with pytest.raises(ValueError, match="entries"):
            core.load("othello.eval_cache").EvalCache(bits)


def test_cached_priors_are_the_same(load):
    """A leaf's value caches the scores that its node's priors are made from, and changes nothing."""
    phase, steep, tables = bytes(65), [SLOPE] * 65, made_up(load, 1)[2].tobytes()
    seen, rules = load("testing.evaluations"), load("othello.othello").Othello(8)
    fresh, used = (
        load("othello.pattern_evaluator").PatternEvaluator(
            rules, load("othello.patterns").Patterns(phase, steep, tables), 2.0, 12.0
        )
        for _ in range(2)
    )
    for p, o in random_boards(load, 30):
        position = rules.place(p, o, 0)
        expected = seen.priors(fresh, position)
        seen.judgement(used, position)
        worths = list(moves_worth(load, used.tables, p, o).values())
        assert seen.probe(used.cache, p, o, len(worths)) == worths
        assert seen.priors(used, position) == expected
        if len(worths) > 1:
            seen.store(used.cache, p, o, [0] * len(worths))
            level = seen.priors(used, position)
            assert level == pytest.approx([1 / len(worths)] * len(worths), abs=1e-4)
