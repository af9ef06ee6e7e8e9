"""The table of the search's options, and its copy in the README."""

import re
from pathlib import Path

import pytest

from engine import techniques
from engine.games import GAMES
from engine.levels import LEVELS, NAMES, find_level

README = Path(__file__).resolve().parent.parent / "README.md"


def table():
    """The README's table as the options have it."""
    rows = ["| option | default | values | meaning |", "|---|---|---|---|"]
    for row in techniques.TECHNIQUES:
        values = ", ".join(row.low) if row.high is None else f"{row.low:g} to {row.high:g}"
        others = "".join(f"; {game} {value}" for game, value in row.games.items())
        rows.append(f"| `{row.name}` | {row.default}{others} | {values} | {row.about} |")
    return "\n".join(rows)


def test_the_readme_has_the_table():
    text = README.read_text("utf-8")
    assert re.search(r"<!-- techniques -->\n(.*?)\n<!-- end -->", text, re.DOTALL).group(1) == table()


@pytest.mark.parametrize("row", techniques.TECHNIQUES, ids=lambda row: row.name)
def test_every_default_is_a_value_the_option_takes(row):
    names = {variant.name for variant in GAMES}
    assert set(row.games) <= {*names, "Othello 8"}
    for game in names:
        for size in (None, 8):
            assert row.check(row.default_in(game, size)) == row.default_in(game, size)
    assert row.about


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("select", "best"),
        ("exploration", "x"),
        ("exploration", -1),
        ("playouts", "1.5"),
        ("playouts", 0),
        ("speed", 1),
    ],
)
def test_wrong_values_are_refused(name, value):
    with pytest.raises(ValueError, match=name):
        techniques.changed({}, name, value)


def test_what_holds_for_a_board_holds_where_it_is_judged_as_usual():
    assert techniques.defaults("Othello", 8)["evaluation"] == "learned"
    assert techniques.defaults("Othello", 8)["first_play_loss"] == 0.15
    assert techniques.defaults("Othello", 6)["evaluation"] == "heuristic"
    by_thumb = techniques.defaults("Othello", 8, {"evaluation": "heuristic"})
    assert by_thumb == techniques.defaults("Othello", 6)


def test_values_come_as_text_or_number():
    assert techniques.changed({"cut": 3}, "playouts", "4") == {"cut": 3, "playouts": 4}
    assert techniques.changed({}, "exploration", 1) == {"exploration": 1.0}


def test_the_classic_levels_are_the_table_of_the_sources():
    wanted = {
        "easy": (200, 2.0, 0, None),
        "medium": (1000, 1.414, 1, None),
        "hard": (3000, 1.414, 1, None),
        "expert": (10_000, 1.0, 1, 5.0),
    }
    for name, (visits, exploration, policy, seconds) in wanted.items():
        level = find_level(name.upper())
        assert (level.limits.visits, level.limits.seconds) == (visits, seconds)
        assert (level.options["exploration"], level.options["policy"]) == (exploration, policy)


def test_levels_take_only_options_there_are():
    for level in LEVELS:
        for name, value in level.options.items():
            assert techniques.NAMES[name].check(value) == value


def test_the_numbered_levels_rise():
    levels = [NAMES[str(number)] for number in range(1, 21)]
    visits = [level.limits.visits for level in levels]
    warmth = [level.options["temperature"] for level in levels]
    assert visits == sorted(set(visits))
    assert warmth == sorted(warmth, reverse=True)
    assert warmth[-1] == 0
    assert find_level("21") is None


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_the_classic_levels_are_plain_uct_in_every_game(variant):
    """No default of a game shines through, but for the playouts a level asks for itself."""
    for name in ("easy", "medium", "hard", "expert"):
        options = {**techniques.defaults(variant.name), **find_level(name).options}
        off = ("bias", "widening", "rave", "rave_weight", "minimax", "static_weight", "cut", "noise", "share")
        assert [options[technique] for technique in off] == [0] * len(off)
        assert (options["select"], options["first_play"], options["prove"]) == ("ucb1", "first", "off")
