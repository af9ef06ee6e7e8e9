"""The table of options and how words become values."""

import pytest

from outflank.engine import Player
from outflank.engine.analysis import plan
from outflank.protocol import settings
from outflank.protocol.settings import OPTIONS, BadSetting, chosen, read_words


def test_defaults_hold_without_words():
    values = read_words([])
    assert {name: values[name] for name in values if values[name] is not None} == {
        option.name: option.default for option in OPTIONS if option.default is not None
    }
    assert values["game"] == "Othello"


@pytest.mark.parametrize(
    "words", [["--game", "Rolit 3"], ["--game=Rolit 3"], ["--game", "SOS", "--game=Rolit 3"]]
)
def test_both_spellings_and_the_later_value(words):
    assert read_words(words)["game"] == "Rolit 3"


def test_every_type():
    words = [
        "--size",
        "6",
        "--visits=100",
        "--seconds",
        "0.5",
        "--seed",
        "18446744073709551615",
        "--memory",
        "1",
        "--log",
        "a=b",
    ]
    values = read_words(words)
    assert values["size"] == 6 and values["visits"] == 100 and values["seconds"] == 0.5
    assert values["seed"] == 2**64 - 1 and values["memory"] == 1 and values["log"] == "a=b"


def test_as_many_empty_squares_as_the_engine_looks_at_may_be_solved():
    assert settings.MOST_EMPTY == plan.MOST_LIKELY


@pytest.mark.parametrize(
    ("old", "new"),
    [("share", "transpositions"), ("steepness", "value_slope"), ("prior_spread", "prior_temperature")],
)
def test_former_names_are_read_and_not_listed(old, new):
    for name in (old, old.replace("_", "-")):
        assert chosen(read_words([f"--{name}", "1"])) == {new: "1"}
    assert settings.named(old) is settings.NAMES[new]
    assert old not in settings.NAMES
    assert Player(options={old: 1}).values[new] == 1
    with pytest.raises(BadSetting, match="unknown option --shar;"):
        read_words(["--shar", "1"])


def test_the_search_s_options_are_apart():
    values = read_words(["--exploration", "0.5", "--visits", "9"])
    assert chosen(values) == {"exploration": "0.5"}
    assert chosen(read_words([])) == {}
