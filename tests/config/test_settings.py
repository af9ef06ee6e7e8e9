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


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--gane", "x"], "unknown option --gane; did you mean --game?"),
        (["--visit=3"], "unknown option --visit; did you mean --visits?"),
        (["-seed", "1"], "unknown option -seed; did you mean --seed?"),
        (["--zzz"], "unknown option --zzz; options: --game, --size"),
        (["stray"], "unknown option stray"),
        (["--"], "unknown option --;"),
        (["--size"], "--size needs a value"),
        (["--game="], "--game needs a value"),
        (["--size", "big"], "--size needs a whole number, not 'big'"),
        (["--size", "8.0"], "--size needs a whole number, not '8.0'"),
        (["--size", "2"], "--size must be 3 to 302, not 2"),
        (["--visits", "0"], "--visits must be 1 to 2147483647, not 0"),
        (["--visits", "2147483648"], "--visits must be 1 to 2147483647, not 2147483648"),
        (["--seconds", "x"], "--seconds needs a number, not 'x'"),
        (["--seconds", "nan"], "--seconds must be 0.001 to 86400, not nan"),
        (["--seconds", "-1"], "--seconds must be 0.001 to 86400, not -1"),
        (["--seed", "-1"], "--seed must be 0 to 18446744073709551615, not -1"),
        (["--memory", "0"], "--memory must be 1 to 32000, not 0"),
    ],
)
def test_every_mistake_is_named(words, text):
    with pytest.raises(BadSetting) as caught:
        read_words(words)
    assert text in str(caught.value)


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
