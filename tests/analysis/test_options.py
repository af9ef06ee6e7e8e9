"""The table of the search's options, and its copy in engine/core/search/README.md."""

import functools
import re

import pytest
from places import ROOT

from outflank.engine import core, options as techniques
from outflank.engine.analysis.limits import Limits
from outflank.engine.deck import Deck
from outflank.engine.errors import BadOption
from outflank.engine.game import Game
from outflank.engine.games import GAMES
from outflank.engine.play.levels import LEVELS, NAMES, find_level
from outflank.engine.play.player import Player

PAGE = ROOT / "engine" / "core" / "search" / "README.md"


def table():
    """The page's table as the options have it."""
    rows = ["| option | default | values | meaning |", "|---|---|---|---|"]
    for row in techniques.TECHNIQUES:
        values = ", ".join(row.words) if row.words else f"{row.low:g} to {row.high:g}"
        others = "".join(f"; {game} {value}" for game, value in row.games.items())
        rows.append(f"| `{row.name}` | {row.default}{others} | {values} | {row.told} |")
    return "\n".join(rows)


def test_the_page_has_the_table():
    text = PAGE.read_text("utf-8")
    assert re.search(r"<!-- techniques -->\n(.*?)\n<!-- end -->", text, re.DOTALL).group(1) == table()


@pytest.mark.parametrize("row", techniques.TECHNIQUES, ids=lambda row: row.name)
def test_every_default_is_a_value_the_option_takes(row):
    names = {variant.name for variant in GAMES}
    assert set(row.games) <= {*names, "Othello 8x8"}
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


@pytest.mark.parametrize("taught", [True, False])
def test_the_numbered_levels_rise(taught):
    """By simulations and temperature, but for the step at which Othello begins to be judged by learning."""
    levels = [NAMES[str(number)] for number in range(1, 31)]
    visits = [level.bounds(taught).visits for level in levels]
    warmth = [level.options.get("temperature", 0) for level in levels]
    parts = (visits[:20], visits[20:]) if taught else (visits,)
    assert all(part == sorted(set(part)) for part in parts)
    assert warmth == sorted(warmth, reverse=True)
    assert warmth[19:] == [0] * 11
    assert find_level("31") is None


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_the_classic_levels_are_plain_uct_in_every_game(variant):
    """No default of a game shines through, but for the playouts a level asks for itself."""
    for name in ("easy", "medium", "hard", "expert"):
        options = {**techniques.defaults(variant.name), **find_level(name).options}
        off = (
            "bias",
            "widening",
            "rave",
            "rave_weight",
            "minimax",
            "static_weight",
            "cut",
            "noise",
            "transpositions",
        )
        assert [options[technique] for technique in off] == [0] * len(off)
        assert (options["select"], options["first_play"], options["prove"]) == ("ucb1", "first", "off")


CONTEXTS = {
    "widening_power": {"widening": 2.0},
    "transpositions": {"expand_at": 1, "widening": 2.0},
    **dict.fromkeys(("playouts", "policy", "cut", "static_weight"), {"evaluation": "heuristic"}),
}
"""Options that others need beside them, by the table; or without which it takes many visits to see them."""
VALUES = {
    "exploration": 3.0,
    "value_slope": 4.0,
    "prior_temperature": 40.0,
    "expand_at": 4,
    "solve_at": 3,
    "rave": 30.0,
    "widening": 0.5,
    "widening_power": 0.1,
}
"""Values to try where the middle of the range is none that a search of some hundred visits would feel."""
ELSEWHERE = {
    "virtual_loss": "several threads",
    "parallel": "several threads",
    "early_stop": "stop",
    "temperature": "the move is drawn",
}
"""Options that do nothing to the tree of one thread after a number of visits, with the words that say so."""


@functools.cache
def positions(variant):
    """One soon after the start of a game and two near its end, as moves from the start."""
    rules = variant.rules()
    line = [move for _, move in core.load("testing.evaluations").logged_playout(rules.new_position(), 5)[1]]
    return [decided(rules, line, plies) for plies in (len(line) // 10, len(line) - 6, len(line) - 2)]


def decided(rules, line, plies):
    """The first of these moves, fewer than `count` where chance comes next."""
    position, known = rules.new_position(), 0
    for made, move in enumerate(line[: plies + 1]):
        if not position.chances() and len(position.moves()) > 1:
            known = made
        position = position.play(move)
    return line[:known]


@functools.cache
def trees(variant, *options):
    """What searches of some hundred visits come to in these positions; a transposition takes more."""
    visits = 3000 if "transpositions" in dict(options) else 400
    found = []
    for line in positions(variant):
        player = Player(variant.name, limits=Limits(visits=visits), options=dict(options), memory=4, seed=3)
        position = player.rules.new_position()
        for move in line:
            position = position.play(move)
        player.adopt(Game(player.rules, position, Deck(player.rules, 1)))
        player.analysis.assess(player.position, player.settings.limits)
        found.append(player.analysis.tree(4, visits, 400))
    return found


def other_value(row, variant):
    """A value of an option that does not hold in a game anyway."""
    default = row.default_in(variant.name, variant.sizes[0])
    if row.words:
        return next(word for word in row.words if word != default)
    if row.name in VALUES:
        return VALUES[row.name]
    kind, high = type(row.default), min(row.high, 10.0)
    tried = kind((row.low + high) / 2), kind(high), kind(row.low)
    return next(value for value in tried if value != default)


@pytest.mark.parametrize("row", techniques.TECHNIQUES, ids=lambda row: row.name)
@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.name)
def test_no_option_is_accepted_and_ignored(variant, row):
    """It changes the tree of a search, or is refused, or the table says where it matters."""
    value = other_value(row, variant)
    if not row.concerns(variant, variant.sizes[0]) and value == row.off:
        value = next(word for word in row.words if word not in (value, row.default))
    if row.name in ELSEWHERE:
        assert ELSEWHERE[row.name] in row.told
    elif not row.concerns(variant, variant.sizes[0]):
        assert f"only {row.where}" in row.told
        with pytest.raises(BadOption, match=f"{row.name} has an effect only {row.where}"):
            Player(variant.name, options={row.name: value})
        player = Player(variant.name)
        before = player.values
        with pytest.raises(BadOption):
            player.change(row.name, value)
        assert player.values == before
    else:
        beside = CONTEXTS.get(row.name, {}).items()
        usual = row.default_in(variant.name, variant.sizes[0])
        found, known = (trees(variant, *beside, (row.name, tried)) for tried in (value, usual))
        assert found != known, f"{value} is ignored"


def test_noise_is_refused_where_priors_do_not_choose():
    with pytest.raises(BadOption, match="noise has no effect with select ucb1"):
        Player("SOS", options={"select": "ucb1", "noise": 0.2})
    player = Player("SOS", options={"noise": 0.2})
    assert player.values["noise"] == 0.2
    player.change("select", "ucb1")
    assert player.values["noise"] == 0.0


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("playouts", 4, "playouts has no effect with evaluation learned"),
        ("cut", 5, "cut has no effect with evaluation learned"),
        ("widening_power", 0.9, "widening_power has no effect with widening 0.0"),
    ],
)
def test_options_that_others_rule_out_are_refused(name, value, why):
    player = Player()
    with pytest.raises(BadOption, match=why):
        player.change(name, value)
    for other, allowed in techniques.NAMES[name].needs.items():
        player.change(other, allowed[0] if allowed else 1.0)
    player.change(name, value)
    assert player.values[name] == value
    # In a game where nothing else rules it out it holds as well, and where it cannot it is not said to.
    player.change("evaluation", "learned")
    assert (player.values[name] == value) == (name == "widening_power")
