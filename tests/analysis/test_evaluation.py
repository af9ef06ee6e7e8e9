"""The file of a learned evaluation: what was written is read, and nothing else is."""

import functools
import random
import struct

import pytest
from hypothesis import given, settings, strategies as st

from outflank.engine import evaluation
from outflank.engine.core.othello import othello, packed_tables, patterns

CLASSES = struct.unpack_from("=I", packed_tables.code_classes(), 4 * (patterns.ENTRIES - 1))[0] + 1
PHASE = bytes([0] * 30 + [1] * 35)
STEEP = [0.125] * 65
GRAIN = 2


@functools.cache
def packed_codes(shape):
    """For each code of a shape the number of the class that it shares with its mirror images."""
    orders = [order for order in patterns.mirrors(shape) if list(order) != sorted(order)]
    length = len(shape.split())
    powers = [3 ** (length - 1 - place) for place in range(length)]
    classes: list = []
    count = 0
    for code in range(3**length):
        digits = [code // power % 3 for power in powers]
        least = min(
            [sum([digits[at] * power for at, power in zip(order, powers, strict=True)]) for order in orders],
            default=code,
        )
        if least < code:
            classes.append(classes[least])
        else:
            classes.append(count)
            count += 1
    return classes, count


def file_of(*sets):
    """A file with these numbers of all classes for each phase."""
    after = [0] * CLASSES
    changes = []
    for numbers in reversed(sets):
        changes += [(a - b) // GRAIN for a, b in zip(numbers, after, strict=True)]
        after = numbers
    narrow = bytes(change & 0xFF if -127 <= change <= 127 else 0x80 for change in changes)
    wide = [change for change in changes if not -127 <= change <= 127]
    packed = narrow + struct.pack(f"<{len(wide)}h", *wide)
    return evaluation.write(bytes(min(at, len(sets) - 1) for at in PHASE), STEEP, CLASSES, packed, GRAIN)


def numbers(seed):
    rng = random.Random(seed)
    return [GRAIN * rng.randrange(-80, 80) for _ in range(CLASSES)]


SMALL = file_of([0] * CLASSES)
SMALL_HEAD = len(SMALL.partition(b"\n\n")[0]) + 2


def some_boards():
    """Boards of a random game, mover first."""
    rules = othello.Othello(8)
    rng, position = random.Random(5), rules.new_position()
    while not position.over:
        black, white = rules.discs(position)
        yield (white, black) if position.mover else (black, white)
        position = position.play(rng.choice(position.moves()))


def slow_score(sets, p, o):
    """The score by the contract of packed_codes, a square at a time."""
    values, first, total = sets[PHASE[(p | o).bit_count()]], 0, 0
    for shape in patterns.SHAPES:
        classes, count = packed_codes(shape)
        for squares in patterns.instances(shape):
            code = 0
            for square in squares:
                code = 3 * code + (p >> square & 1) + 2 * (o >> square & 1)
            total += values[first + classes[code]]
        first += count
    own, other = (len(moves_of(*pair)) for pair in ((p, o), (o, p)))
    return total + values[first + own] + values[first + (CLASSES - first) // 2 + other]


def moves_of(p, o):
    rules = othello.Othello(8)
    return [move for move in rules.place(p, o, 0).moves() if move != rules.pass_move]


def test_the_classes_are_those_of_packed_codes():
    expected, first = [], 0
    for shape in patterns.SHAPES:
        classes, count = packed_codes(shape)
        expected += [first + number for number in classes]
        first += count
    expected += range(first, first + patterns.ENTRIES - patterns.CODES)
    assert list(struct.unpack(f"={patterns.ENTRIES}I", packed_tables.code_classes())) == expected


def test_a_file_gives_the_scores_that_were_written():
    sets = numbers(1), numbers(2)
    judge = evaluation.read(file_of(*sets))
    assert judge.phases == 2
    boards = [pair for pair in some_boards() if moves_of(*pair)]
    assert len(boards) > 40
    for p, o in boards[::8]:
        assert judge.score(p, o) == slow_score(sets, p, o)


def test_the_unit_is_that_of_the_patterns():
    judge = evaluation.read(SMALL)
    full = (1 << 64) - 1
    assert judge.score(full, 0) == 64 * evaluation.UNIT + evaluation.OUTCOME_LEAD


def test_packed_sets_of_another_length_are_refused():
    with pytest.raises(ValueError, match="packed sets"):
        packed_tables.unpack(bytes(CLASSES), 2, 1)
    with pytest.raises(ValueError, match="packed sets"):
        packed_tables.unpack(b"", 0, 1)
    with pytest.raises(ValueError, match="packed sets"):
        packed_tables.unpack(bytes(CLASSES + 2), 1, 1)
    with pytest.raises(ValueError, match="packed sets"):
        packed_tables.unpack(b"\x80" + bytes(CLASSES - 1), 1, 1)


@given(st.integers(0, len(SMALL) - 1), st.integers(1, 255))
@settings(deadline=None, max_examples=200)
def test_a_changed_byte_is_noticed_or_says_the_same(place, change):
    data = bytearray(SMALL)
    data[place] ^= change
    try:
        judge = evaluation.read(bytes(data))
    except evaluation.BadTables:
        return
    assert place < SMALL_HEAD
    assert judge.phases == 1
    assert judge.score(1, 2) == evaluation.read(SMALL).score(1, 2)


@given(st.binary(max_size=300), st.booleans())
@settings(deadline=None)
def test_anything_else_is_refused(data, marked):
    with pytest.raises(evaluation.BadTables):
        evaluation.read(evaluation.MARK.encode() + b"\n" + data if marked else data)


@given(st.integers(0, len(SMALL) - 1))
@settings(deadline=None)
def test_a_part_of_a_file_is_refused(size):
    with pytest.raises(evaluation.BadTables):
        evaluation.read(SMALL[:size])


@pytest.mark.parametrize(
    ("phase", "steep", "classes", "packed", "why"),
    [
        (bytes(65), STEEP, CLASSES, bytes(CLASSES - 1), "as long as"),
        (bytes(65), STEEP, CLASSES - 1, bytes(CLASSES - 1), "packed sets"),
        (bytes(65), [float("nan")] * 65, CLASSES, bytes(CLASSES), "slope"),
        (bytes(65), [0.0] * 65, CLASSES, bytes(CLASSES), "slope"),
    ],
)
def test_tables_that_do_not_fit_are_refused(phase, steep, classes, packed, why):
    with pytest.raises(evaluation.BadTables, match=why):
        evaluation.read(evaluation.write(phase, steep, classes, packed, 1))


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b"unit 64", b"unit 32", "other patterns"),
        (b"grain 2", b"grain 0", "head"),
        (b"phases 1", b"phases 2", "as long as"),
        (b"phases 1", b"phases one", "head"),
        (b"crc ", b"crd ", "head"),
        (b"outflank-patterns 2", b"outflank-patterns 1", "begins with"),
    ],
)
def test_a_changed_head_is_refused(old, new, why):
    assert old in SMALL
    with pytest.raises(evaluation.BadTables, match=why):
        evaluation.read(SMALL.replace(old, new, 1))


def test_more_than_any_tables_have_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(evaluation, "LARGEST", 1000)
    with pytest.raises(evaluation.BadTables, match="damaged"):
        evaluation.read(SMALL)
