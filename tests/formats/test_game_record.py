"""Games as lines of JSON."""

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from outflank.engine.results.game_record import ENDS, Fault, GameRecord, Ply
from outflank.protocol.formats.game_record import from_line, result_text, to_line

OLD = Path(__file__).resolve().parent.parent / "records" / "ledgers" / "match_format_1.jsonl"


def example(**changes):
    plies = (
        Ply(0, "F5", True),
        Ply(1, "D6", False, 0.25, -1.5, "discs", 812, 12),
        Ply(0, "C3", False, 0.5, 0.61, "share"),
    )
    game = GameRecord(
        match="00112233445566ff",
        number=3,
        opening=1,
        opening_name="XOT 12",
        game="Othello",
        size=8,
        start="-" * 64 + " X",
        players=("black", "white"),
        seats=("A", "B"),
        plies=plies,
        rewards=(1.0, 0.0),
        scores=(40, 24),
        end="played",
        fault=None,
        void="",
        began="2026-01-02T03:04:05Z",
        seconds=33.125,
        machine="host",
        programs={"A": "Outflank 0.1.0", "B": "R\u00e9v 1"},
        overhead=0.0004,
    )
    return game._replace(**changes)


def changed(**changes):
    row = json.loads(to_line(example()))
    return json.dumps({**row, **changes}).encode()


def test_a_game_comes_back_as_it_went():
    for game in (
        example(),
        example(end="void", void="stopped", rewards=(), scores=()),
        example(end="crash", fault=Fault("B", "it ended\nwith -11")),
    ):
        line = to_line(game)
        assert line.count(b"\n") == 1 and line.endswith(b"\n")
        assert from_line(line) == game


def test_a_ply_takes_no_more_room_than_what_is_known_of_it():
    plies = json.loads(to_line(example()))["plies"]
    assert plies == [
        [0, "F5", True],
        [1, "D6", False, 0.25, -1.5, "discs", 812, 12],
        [0, "C3", False, 0.5, 0.61, "share"],
    ]


def test_lines_of_format_1_are_read():
    """Games of two matches as the first version wrote them: one of Othello, one of Rolit for three."""
    lines = OLD.read_bytes().splitlines()
    records = [from_line(line) for line in lines]
    assert [(record.game, record.number, record.opening) for record in records] == [
        ("Othello", 0, 0),
        ("Othello", 1, 0),
        ("Rolit 3", 0, 0),
    ]
    for line, record in zip(lines, records, strict=True):
        row = json.loads(line)
        assert [ply._asdict() for ply in record.plies] == row["plies"]
        assert result_text(record) == row["result"] and record.rewards == tuple(row["rewards"])
        assert from_line(to_line(record)) == record and len(to_line(record)) < 0.5 * len(line)


@pytest.mark.parametrize(
    ("changes", "result"),
    [
        ({}, "B+16"),
        ({"end": "resigned"}, "W+R"),
        ({"end": "time"}, "W+T"),
        ({"end": "crash"}, "W+F"),
        ({"end": "void", "rewards": (), "scores": (), "void": "x"}, ""),
        ({"scores": ()}, ""),
    ],
)
def test_the_result_follows_from_the_rest(changes, result):
    lost = example(rewards=(0.0, 1.0)) if changes.get("end") else example()
    assert result_text(lost._replace(**changes)) == result


@given(
    st.lists(
        st.builds(
            Ply,
            st.integers(-1, 1),
            st.text(max_size=5),
            st.booleans(),
            st.floats(0, 1e9),
            st.floats(-64, 64),
            st.sampled_from(["discs", "share"]),
            st.none() | st.integers(0, 1 << 60),
            st.none() | st.integers(0, 200),
        )
    ),
    st.text(),
)
def test_any_game_comes_back(plies, name):
    game = example(plies=tuple(plies), opening_name=name, machine=name)
    assert from_line(to_line(game)) == game


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "Expecting value"),
        (b"\xff", "not UTF-8"),
        (b"[]", "no JSON object"),
        (b"{}", "no game of format 1 or 2"),
        (b"[" * 100_000, "nests too deeply"),
        (changed(format=3), "no game of format 1 or 2"),
        (changed(format=True), "no game of format 1 or 2"),
        (b'{"format": 1, "match": "x"}', "lacks number"),
        (changed(colour="red"), "'colour'"),
        (changed(number=-1), "number is no whole number"),
        (changed(number=True), "number is no whole number"),
        (changed(seconds="3"), "seconds is no number"),
        (changed(overhead=float("nan")), "NaN is no number"),
        (changed(overhead=10**400), "overhead is no number"),
        (changed(seconds=33).replace(b"33", b"1e999"), "seconds is no number"),
        (changed(seats=["A"]), "players and seats"),
        (changed(scores=[1]), "scores are not"),
        (changed(end="lost"), "'lost' is no end"),
        (changed(rewards=[]), "either rewards or a reason"),
        (changed(void="why"), "either rewards or a reason"),
        (changed(fault={"engine": "A"}), "fault lacks reason"),
        (changed(fault=3), "fault is neither"),
        (changed(programs=[]), "programs are not"),
        (changed(programs={"A": "x"}), "programs are not"),
        (changed(result=3), "result is no text"),
        (changed(plies=[3]), "move 1 is no list of 2 to 8 values"),
        (changed(plies=[[0]]), "move 1 is no list of 2 to 8 values"),
        (changed(plies=[[0, "A1", False, 0.0, None, None, None, None, 1]]), "move 1 is no list"),
        (changed(plies=[[7, "A1"]]), "a player who is not there"),
        (changed(plies=[[-2, "A1"]]), "move 1 has a value of the wrong kind"),
        (changed(plies=[[True, "A1"]]), "move 1 has a value of the wrong kind"),
        (changed(plies=[[0, "A1", 0]]), "move 1 has a value of the wrong kind"),
        (changed(plies=[Ply(0, "A1", value=1.0)]), "move 1 has a value of the wrong kind"),
        (changed(plies=[Ply(0, "A1", unit="discs")]), "move 1 has a value of the wrong kind"),
        (changed(format=1, plies=[3]), "move 1 is no JSON object"),
        (changed(format=1, plies=[{"player": 0}]), "move 1 lacks move"),
        (changed(format=1, plies=[Ply(7, "A1")._asdict()]), "a player who is not there"),
        (
            changed(format=1, plies=[Ply(0, "A1", value=1.0)._asdict()]),
            "move 1 has a value of the wrong kind",
        ),
    ],
)
def test_what_is_wrong_with_a_line_is_said(line, reason):
    with pytest.raises(ValueError, match=reason):
        from_line(line)


@given(st.binary(max_size=200) | st.recursive(st.none() | st.text(), st.lists).map(repr))
def test_no_line_breaks_the_reader(line):
    with pytest.raises(ValueError):
        from_line(line.encode() if isinstance(line, str) else line)


def test_a_name_that_is_no_text_does_not_stop_a_match():
    assert from_line(to_line(example(opening_name="x\udc80"))).opening_name == "x?"


def test_every_end_can_be_read():
    for end in ENDS:
        game = example(end=end)
        if end == "void":
            game = game._replace(void="why", rewards=(), scores=())
        assert from_line(to_line(game)).end == end
