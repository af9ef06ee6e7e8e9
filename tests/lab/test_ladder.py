"""The ladder of levels: what is played, when a step counts, the table that ships, and the command."""

import math
import re

import gtp_script
import pytest
from made_up_games import ended

from outflank.engine import NotBuilt
from outflank.engine.games import OTHELLO, find_game
from outflank.engine.lab import ladder, standing
from outflank.engine.lab.ladder import Rung
from outflank.engine.lab.match import play_terms
from outflank.engine.lab.players import read_spec
from outflank.engine.lab.schedule import Ledger
from outflank.engine.play.levels import LEVELS, NAMES, STEPS
from outflank.engine.results.match_summary import summarize
from outflank.protocol import cli

PAGE = gtp_script.ROOT / "engine" / "play" / "README.md"
RUNG = Rung("Othello", "4", "3", 20)
FOUR = Rung("Rolit", "5", "1", 8)
AHEAD = [1.0, 0.5, 1.0, 1.0] * 5
"""The upper level's shares of games: 0.875 of all, and no pair lost."""


def shown(text):
    """The block of a page that the table of levels makes."""
    return re.search(r"<!-- levels -->\n(.*?)\n<!-- end -->", text, re.DOTALL).group(1)


def with_games(rung, firsts):
    """A ledger with games of a rung for two, of which the upper level's shares are these."""
    kept = Ledger()
    for number, first in enumerate(firsts):
        seat = number % 2
        rewards = (first, 1 - first) if seat == 0 else (1 - first, first)
        kept.add(ended(ladder.match_of(rung, 1), number, rewards))
    return kept


def test_every_step_is_a_rung():
    names = [rung.name for rung in ladder.rungs()]
    assert len(names) == len(set(names))
    assert {f"Othello {n} v {n - 1}" for n in range(2, STEPS + 1)} <= set(names)
    for game in ("Rolit", "Rolit 3", "Rolit 2", "SOS", "PolyClash"):
        assert {f"{game} {n} v {max(1, n - 5)}" for n in (5, 10, 15, 20, 25, 30)} <= set(names)
    assert {f"Othello {n} v {max(1, n - 5)} clock" for n in (5, 10, 15, 20, 25, 30)} <= set(names)
    for rung in ladder.rungs():
        assert rung.batch % len(find_game(rung.game).players) == 0
    assert all(rung.batch >= 200 for rung in ladder.rungs() if ladder.is_step(rung))


@pytest.mark.parametrize("name", [level.name for level in LEVELS if level.limits.visits])
@pytest.mark.parametrize("game", ["Othello", "SOS"])
def test_a_level_in_full_is_the_level(name, game):
    """But for the seconds that some levels have as well."""
    variant = find_game(game)
    size = variant.sizes[0]
    limits, chosen = read_spec(f"level={name}", game, size)
    full, options = read_spec(ladder.spec(NAMES[name], variant), game, size)
    assert (full["visits"], options) == (limits["visits"], chosen)


def test_a_step_is_known_when_a_batch_is_and_clear_when_the_upper_level_is_ahead():
    assert ladder.step_of(RUNG, 1, with_games(RUNG, [1.0] * 19)) is None
    step = ladder.step_of(RUNG, 1, with_games(RUNG, AHEAD))
    assert (step.games, step.looks, step.clear, step.first) == (20, 1, True, 0.875)
    assert step.is_one and step.elo == pytest.approx(338.0, abs=0.1)
    # One side's wins and the other's alike: the next batch is needed.
    even = [1.0, 1.0, 0.0, 0.0] * 5
    assert ladder.step_of(RUNG, 1, with_games(RUNG, even)) is None
    step = ladder.step_of(RUNG, 1, with_games(RUNG, even + [1.0] * 20))
    assert (step.games, step.looks, step.clear) == (40, 2, True)
    step = ladder.step_of(RUNG, 1, with_games(RUNG, even * ladder.MOST_LOOKS))
    assert (step.games, step.looks, step.clear) == (100, 5, False)
    worse = ladder.step_of(RUNG, 1, with_games(RUNG, [0.0] * 100))
    assert not worse.clear


def test_each_look_asks_for_more_than_95_percent():
    """Three pairs of ten won and none lost is outside the interval of a single look, but not of five."""
    for won, clear in ((3, False), (4, True)):
        kept = with_games(RUNG, [1.0] * 2 * won + [1.0, 0.0] * (10 - won))
        found = summarize(kept.games(ladder.match_of(RUNG, 1).id))
        assert found.first.low > 0.5
        assert (ladder.step_of(RUNG, 1, kept) is not None) is clear


def test_games_of_a_level_that_has_changed_are_not_taken_for_its():
    kept = Ledger()
    wanted = ladder.match_of(RUNG, 1)
    other = wanted._replace(a=wanted.a._replace(command=("visits=50 temperature=0.78",)))
    for record in with_games(RUNG, [1.0] * 20).games(wanted.id):
        kept.add(record._replace(match=other.id))
    assert ladder.step_of(RUNG, 1, kept) is None


def test_rolit_counts_first_places_among_four():
    kept = Ledger()
    for number in range(8):
        rewards = tuple(float(seat == number % 4) for seat in range(4))
        kept.add(ended(ladder.match_of(FOUR, 1), number, rewards))
    step = ladder.step_of(FOUR, 1, kept)
    assert (step.chance, step.first, step.clear, math.isnan(step.elo)) == (0.25, 1.0, True, True)


@pytest.mark.parametrize(("above", "below"), [("3", "1"), ("22", "21")])
def test_under_a_clock_a_level_plays_with_its_visits(above, below):
    rung = Rung("Othello", above, below, 2, 300.0)
    rows = play_terms(ladder.match_of(rung, 1), 2, 1, Ledger(), make=ladder.timed)
    assert [row.void for row in rows] == ["", ""]
    assert all(len(row.moves) > 40 for row in rows)


def test_under_a_clock_without_time_a_level_that_falls_short_is_found_out():
    rung = Rung("Othello", "30", "29", 2, 0.2)
    (row,) = play_terms(ladder.match_of(rung, 1), 1, 1, Ledger(), make=ladder.timed)
    assert re.search(r"\d+ visits under a clock, not (54295|20883)", row.void)


def test_a_table_is_read_as_it_was_written():
    steps = [
        ladder.step_of(RUNG, 1, with_games(RUNG, [1.0] * 20)),
        ladder.step_of(RUNG, 1, with_games(RUNG, AHEAD))._replace(date="2026-11-20", commit="x+"),
    ]
    found = standing.read(standing.write(steps, {"command": "c"}))
    assert all(standing.same(one, other) for one, other in zip(found, steps, strict=True))
    assert found[0].clear is True and math.isinf(found[0].elo)
    whole = standing.write(steps, {})
    damaged = ("", "outflank-levels 2\n\n", whole.replace("\tyes\t", "\tmaybe\t"), whole.rpartition("\t")[0])
    for text in damaged:
        with pytest.raises(standing.BadTable):
            standing.read(text)


def test_what_is_not_measured_is_said_and_nothing_above_it_has_an_elo():
    steps = [
        ladder.step_of(Rung("Othello", str(n), str(n - 1), 20), 1, lay)
        for n in (2, 3, 5)
        for lay in [with_games(Rung("Othello", str(n), str(n - 1), 20), AHEAD)]
    ]
    found = standing.ladder(steps)
    assert [found[str(n)][1] is None for n in range(1, 7)] == [False, False, False, True, True, True]
    assert standing.told(*found["3"]).startswith("Elo 676, +338 (+")
    assert standing.told(*found["1"]) == "Elo 0"
    assert standing.told(*found["4"]) == "not measured"
    assert standing.told(*found["5"]).startswith("+338 (+")


def test_the_table_that_ships_is_of_these_levels():
    """Where a level was changed, `outflank bench levels` has to be run again."""
    rungs = {(rung.game, rung.above, rung.below, rung.clock or 0.0): rung for rung in ladder.rungs()}
    steps = standing.shipped()
    assert len(steps) == len({step.key for step in steps}) > 40
    for step in steps:
        rung = rungs[step.key]
        assert ladder.is_of(step, rung, 1)
        assert step.games == step.looks * rung.batch and not step.void
        assert step.clear and step.low > step.chance
        assert step.date and step.commit


def test_the_page_has_the_table():
    assert shown(PAGE.read_text("utf-8")) == standing.markdown(standing.shipped(), ladder.keys())


def test_the_levels_are_listed_with_what_was_measured(capfd):
    assert cli.main(["levels"]) == 0
    lines = {line.split()[0]: line for line in capfd.readouterr().out.splitlines()}
    assert list(lines) == [level.name for level in LEVELS]
    for name, (step, total) in standing.ladder(standing.shipped()).items():
        assert lines[name].endswith(standing.told(step, total))
    assert "any legal move" in lines["random"]


def test_a_damaged_table_is_said_to_be(monkeypatch, capfd):
    monkeypatch.setattr(standing, "SHIPPED", "data/othello.md")
    with pytest.raises(NotBuilt, match="not a table of levels"):
        standing.shipped()
    assert cli.main(["levels"]) == 3
    assert "data/othello.md cannot be read" in capfd.readouterr().err


def test_a_run_goes_on_where_it_was_broken_off(tmp_path, capfd):
    words = ["bench", "levels", "--folder", str(tmp_path), "--only", "Othello 2 v 1", "--jobs", "2"]
    assert cli.main(words) == 0
    heard = capfd.readouterr().out
    table, games = tmp_path / "levels.tsv", tmp_path / "games.jsonl"
    whole, lines = table.read_text("ascii"), games.read_text("ascii").splitlines(keepends=True)
    head, step = heard.splitlines()
    assert head.split()[0] == "step" and head.endswith("  verdict")
    assert re.fullmatch(r"Othello 2 v 1 +0\.\d+  0\.\d+ to [01]\.\d+ .* \d+ +\d +0  clear", step)
    games.write_text("".join(lines[:150]), "ascii")
    table.unlink()
    assert cli.main([*words, "--report"]) == 0
    assert re.fullmatch("Othello 2 v 1 +not measured", capfd.readouterr().out.splitlines()[1])
    assert standing.read(table.read_text("ascii")) == []
    assert cli.main(words) == 0
    assert table.read_text("ascii") == whole
    assert len(games.read_text("ascii").splitlines()) == len(lines)


def test_rows_of_other_games_stay_in_the_table_while_their_levels_do(tmp_path):
    table = tmp_path / "levels.tsv"
    kept, changed, *_ = standing.shipped()
    table.write_text(standing.write([kept, changed._replace(a="visits=7")], {}), "ascii")
    words = ["bench", "levels", "--folder", str(tmp_path / "games"), "--table", str(table), "--report"]
    assert cli.main(words) == 0
    assert standing.read(table.read_text("ascii")) == [kept]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--folder says where"),
        (["--folder", "x", "--only", "Chess"], "no rung is called 'Chess'"),
        (["--folder", "x", "--jobs", "0"], "--jobs: it must be 1 to 4096, not 0"),
        (["--folder", "file"], "file"),
        (["--folder", "x", "--table", "file"], "not a table of levels"),
    ],
)
def test_wrong_use_is_told(words, said, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine\n")
    assert cli.main(["bench", "levels", *words]) == 2
    assert said in capfd.readouterr().err
    assert (tmp_path / "file").read_text() == "mine\n"


def test_the_rungs_are_named_by_whole_words(capfd):
    assert cli.main(["bench", "levels", "--list", "--only", "othello 5 v 4"]) == 0
    assert capfd.readouterr().out == "Othello 5 v 4\n"
    assert cli.main(["bench", "levels", "--list"]) == 0
    assert len(capfd.readouterr().out.splitlines()) == len(ladder.rungs())
    assert OTHELLO.name in {rung.game for rung in ladder.rungs()}
