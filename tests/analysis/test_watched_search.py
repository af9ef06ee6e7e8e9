"""A search that is watched: bans, reports on the way, what the tree shows of itself, and outlooks."""

import json
import re
import time

import gtp_script
import pytest

from outflank.engine import core, options as techniques
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.ownership import Ownership
from outflank.engine.analysis.watching import Watch
from outflank.engine.errors import Refused, Unsolved
from outflank.engine.evaluators import new_evaluator
from outflank.engine.games import find_game
from outflank.engine.play.levels import ALONE
from outflank.engine.play.player import Player


def search(load, position, **options):
    chosen = {**techniques.defaults("Othello"), **options}
    evaluator = new_evaluator(find_game("Othello"), position.rules, chosen)
    found = load("search.search").Search(evaluator, load("search.pool").Pool(4), chosen, 3)
    found.set_root(position)
    return found


def visited(found):
    return {row[0] for row in found.rows() if row[1]}


def test_a_banned_move_is_not_searched_at_the_root(load):
    start = load("othello.othello").Othello(8).new_position()
    found = search(load, start)
    found.ban({(0, 19): 1, (0, 26): 1})
    found.run(400, 10.0, load("base.stop").Bell())
    assert visited(found) == {37, 44}
    found.ban({})
    found.run(400, 10.0, load("base.stop").Bell())
    assert visited(found) == {19, 26, 37, 44}
    assert load("testing.trees").check(found)["wrong"] == 0


def test_a_ban_holds_for_its_player_and_its_plies(load):
    rules = load("othello.othello").Othello(8)
    found = search(load, rules.new_position())
    replies = rules.new_position().play(19).moves()
    kept = replies[0]
    # White may answer D3 in one way only, until ply 2; black's moves are free.
    found.ban({(1, move): 2 for move in range(rules.actions) if move != kept})
    found.run(2000, 10.0, load("base.stop").Bell())
    second = {path[1] for path, *_ in found.subtree(2, 1, 1000) if len(path) == 2 and path[0] == 19}
    assert second == {kept}
    found.ban({(1, move): 1 for move in range(rules.actions) if move != kept})
    found.run(4000, 10.0, load("base.stop").Bell())
    second = {path[1] for path, *_ in found.subtree(2, 1, 1000) if len(path) == 2 and path[0] == 19}
    assert second == set(replies)


@pytest.mark.parametrize("bans", [{(4, 0): 1}, {(0, -1): 1}, {(0, 5000): 1}, {(0, 19): 0}, {(0, 19): 256}])
def test_bans_that_name_nothing(load, bans):
    with pytest.raises(ValueError):
        search(load, load("othello.othello").Othello(8).new_position()).ban(bans)


def test_the_subtree_adds_up(load):
    found = search(load, load("othello.othello").Othello(8).new_position())
    found.run(1000, 10.0, load("base.stop").Bell())
    listed = found.subtree(3, 1, 10_000)
    firsts = [entry for entry in listed if len(entry[0]) == 1]
    assert {path[0]: visits for path, _, visits, *_ in firsts} == {row[0]: row[1] for row in found.rows()}
    assert [entry[2] for entry in firsts] == sorted((entry[2] for entry in firsts), reverse=True)
    for path, mover, visits, mean, _ in listed:
        assert mover == (len(path) - 1) % 2 and 0 <= mean <= 1
        below = sum(entry[2] for entry in listed if entry[0][:-1] == path)
        assert below <= visits
    assert len(found.subtree(3, 1, 5)) == 5
    assert all(entry[2] >= 100 for entry in found.subtree(3, 100, 10_000))


def analysis(player, reports, bans=(), every=0.02, who=0):
    """The reports of an analysis that is ended after a number of them."""
    heard = []

    def tell(report):
        heard.append(report)
        if len(heard) == reports:
            player.bell.ring()

    player.analysis.analyse(player.request(who, bans), Watch(every, tell))
    player.bell.clear()
    return heard


def test_an_analysis_reports_until_the_bell_and_keeps_its_tree():
    player = Player(seed=1, memory=16)
    first = analysis(player, 3)
    assert [report.visits for report in first] == sorted(report.visits for report in first)
    assert len(first) == 3 and first[0].kept == 0
    assert all(row.line[0] == row.move for row in first[-1].rows)
    again = analysis(player, 1)
    assert again[0].kept >= first[-1].visits
    assert player.position.mover == 0 and player.game.turns == 0


def test_an_analysis_of_a_proven_position_waits_for_the_bell():
    player = Player(size=6, seed=1)
    player.set_position("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X")
    reports = analysis(player, 3, every=0.05)
    assert len(reports) == 3 and all(report.settled for report in reports)
    assert reports[-1].seconds >= 0.1
    assert reports[-1].best.sure == 1.0


def test_an_analysis_of_a_proven_position_is_told_at_once():
    player = Player(size=6, seed=1)
    player.set_position("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X")
    began = time.monotonic()
    (report,) = analysis(player, 1, every=20.0)
    assert report.settled and time.monotonic() - began < 10


def test_banned_moves_are_in_no_report_and_not_played():
    player = Player(seed=1, limits=Limits(visits=200))
    best = player.genmove(0)
    player.undo()
    (report,) = analysis(player, 1, [(0, (best,), False, 1)])
    assert best not in [player.text_of(row.move) for row in report.rows]
    told = []
    move = player.move(player.request(0, [(0, (best,), False, 1)]), None, Watch(0.0, told.append))
    assert move != best
    assert told and best not in [player.text_of(row.move) for row in told[-1].rows]


def test_what_all_is_banned_leaves_nothing_to_look_at():
    player = Player(seed=1)
    with pytest.raises(Refused, match="no move is left"):
        player.request(0, [(0, ("D3", "C4", "F5", "E6"), False, 1)])
    assert player.request(0, [(1, ("C5",), True, 1)]).position is not None


def test_moves_considered_are_not_made():
    player = Player(seed=1, limits=Limits(visits=100))
    considered = player.consider(player.request(0), 0.0)
    assert player.game.turns == 0
    assert considered in [player.text_of(move) for move in player.position.moves()]
    player.genmove(0)
    assert player.report.kept >= 99


@pytest.mark.parametrize("name", ["Othello", "Rolit", "Rolit 3", "Rolit 2", "PolyClash"])
def test_an_outlook_owns_what_the_end_shows(name):
    rules = find_game(name).rules()
    start = rules.new_position()
    end = start.playout(7)
    cells = rules.position_text(end).split()[0]
    for player in range(rules.players):
        owned = Ownership(end, player).own((), 3)
        assert len(owned) == len(cells) and set(owned) <= {-1.0, 0.0, 1.0}
        letter = rules.position_text(start).split()[1] if player == 0 else None
        if letter:
            assert [cell == letter for cell in cells] == [share == 1.0 for share in owned]
    shares = Ownership(start, 0).own((start.moves()[0],), 20)
    assert all(-1.0 <= share <= 1.0 for share in shares) and len(set(shares)) > 2


def test_solutions():
    player = Player(size=6, seed=1)
    player.set_position("XOOOO.OOOOOO.OOOOO.OOOO...OOOO....OO X")
    found = player.analysis.solve(30.0)
    assert found.rewards == (1.0, 0.0) and found.lead == 30 and player.text_of(found.line[0]) == "F1"
    player.clear()
    with pytest.raises(Unsolved, match="not solved by"):
        player.analysis.solve(0.02)
    player.set_game("SOS", 3)
    solution = player.analysis.solve(30.0)
    end = player.position
    for move in solution.line:
        end = end.play(move)
    assert end.over and solution.lead == 0
    assert player.rules.scores(end)[0] == player.rules.scores(end)[1]


def test_the_solver_of_sos_and_the_proving_search_agree():
    rules = find_game("SOS").rules(4)
    sos = core.load("sos.solver")
    player = Player("SOS", 4, seed=2)
    position = rules.new_position()
    for move in (1, 2, 5, 6, 9, 10, 13, 14, 17, 18):
        position = position.play(move)
    player.set_position(rules.position_text(position))
    scores = rules.scores(position)
    value = sos.Solution(position).value * (-1 if position.mover else 1) + scores[0] - scores[1]
    assert player.analysis.solve(10.0).lead == value


def test_settings_can_be_changed_and_read():
    player = Player(seed=1)
    for name, value in (("visits", 50), ("threads", 2), ("lag", 0.3), ("ponder", 1.5), ("exploration", 0.7)):
        player.change(name, value)
        assert player.values[name] == value
    assert player.clock.lag == 0.3 and player.search_session.threads == 2
    player.change("visits", None)
    assert player.settings.limits == ALONE
    player.change("level", "easy")
    assert player.values["visits"] == 200
    player.change("memory", 2)
    assert player.settings.memory == 2 and 1 < player.search_session.memory < 2
    player.change("seed", None)
    assert not player.settings.repeatable and player.values["seed"] is None


def test_all_moves_of_a_sequence_or_none():
    player = Player(seed=1)
    player.play_all([(0, "F5"), (1, "D6"), (0, "C3")])
    assert player.game.turns == 3
    assert [player.text_of(move) for _, move in player.game.made] == ["F5", "D6", "C3"]
    with pytest.raises(Refused):
        player.play_all([(1, "D3"), (0, "A1")])
    assert player.game.turns == 3
    player.undo(2)
    assert player.game.turns == 1 and len(player.game.made) == 1
    with pytest.raises(Refused):
        player.undo(2)
    with pytest.raises(Refused):
        player.undo(0)


def test_bans_below_the_root_leave_the_tree_alone():
    player = Player(seed=1, memory=16, limits=Limits(visits=400))
    # A position that is its own mirror image has another root where moves are banned.
    player.play(0, "D3")
    player.genmove(1)
    player.undo()
    before = sum(row[1] for row in player.search_session.search.rows())
    (report,) = analysis(player, 1, [(0, ("C4",), True, 2)], who=1)
    assert report.kept == 0 and player.report is report
    assert sum(row[1] for row in player.search_session.search.rows()) == before
    (report,) = analysis(player, 1, [(1, ("C3",), False, 1)], who=1)
    assert report.kept == before


def test_of_two_bans_on_a_move_the_longer_holds():
    player = Player(seed=1)
    request = player.request(0, [(0, ("D3",), False, 4), (0, ("D3", "C4"), False, 1)])
    assert request.banned == {(0, 19): 4, (0, 26): 1}


def test_the_leads_of_what_is_recalled_are_its_own():
    """And not those of the position that was searched last, nor of none after a tree was loaded."""
    player = Player(seed=1, limits=Limits(visits=3000))
    first = player.genmove(0)
    second = player.text_of(player.report.line[1])
    player.play(1, second)
    recalled = {row.move: row.lead for row in player.analysis.recall().rows if row.visits}
    data = b"".join(player.analysis.save_tree())
    other = Player(seed=1, limits=Limits(visits=3000))
    other.analysis.load_tree(data)
    other.play(0, first)
    other.play(1, second)
    loaded = {row.move: row.lead for row in other.analysis.recall().rows if row.visits}
    search = player.search_session.search
    search.set_root(player.position)
    assert recalled == loaded == search.leads(player.position)
    assert len(recalled) > 2 and all(abs(lead) < 30 for lead in recalled.values())
    assert search.leads(player.rules.new_position()) == {}


def test_what_is_known_is_recalled_without_moving_the_root():
    player = Player(seed=1, limits=Limits(visits=500))
    assert player.analysis.recall() is None
    move = player.genmove(0)
    root = player.search_session.search.rows()
    after = player.analysis.recall()
    assert sum(row.visits for row in after.rows) > 0
    assert player.search_session.search.rows() == root
    player.undo()
    assert player.text_of(player.analysis.recall().best.move) == move
    assert player.search_session.search.rows() == root


def json_reports(*lines, options=()):
    """The objects among the replies to lines of GTP."""
    sent = "".join(line + "\n" for line in lines).encode()
    heard = gtp_script.speak_here(sent, [*gtp_script.OPTIONS, *options]).decode()
    return [json.loads(line) for line in heard.split("\n") if line.startswith("{")]


@pytest.mark.parametrize("game", ["Othello", "Rolit", "SOS", "PolyClash", "Acquire"])
def test_a_report_in_json_has_the_fields_that_the_page_names(game):
    (told,) = json_reports("outflank-analyze-json 5 once", options=["--game", game])
    text = (gtp_script.ROOT / "protocol" / "gtp" / "README.md").read_text("utf-8").partition("### As JSON")[2]
    whole, moves = (
        re.findall(r"^\| (`.*?) \|", part, re.M) for part in text.split("| field of a move |")[:2]
    )
    named = [re.findall(r"`(\w+)`", " ".join(rows)) for rows in (whole, moves[:9])]
    assert list(told) == named[0][: len(told)] and named[0][len(told) :] == ["ownership"]
    assert set(told["moves"][0]) == set(named[1])
    assert told["visits"] == sum(row["visits"] for row in told["moves"] if row["twin"] is None)
    assert all(row["pv"][0] == row["move"] for row in told["moves"])


def test_json_tells_what_is_certain():
    # Black takes the last square or leaves it to white.
    position = "outflank-position " + "X" * 34 + "O- X"
    (told,) = json_reports("boardsize 6", position, "outflank-analyze-json 5 once")
    (row,) = told["moves"]
    assert told["settled"] and (row["move"], row["certain"], row["winrate"]) == ("F6", 1.0, 1.0)
    # White is to move: the values are white's.
    (told,) = json_reports(
        "boardsize 6", "outflank-position " + "X" * 33 + "OX- O", "outflank-analyze-json 5 once"
    )
    assert told["player"] == "white" and told["moves"][0]["certain"] == 0.0
    assert told["hash"] == told["hash"].lower() and len(told["hash"]) == 16


def test_equal_positions_have_equal_hashes_and_others_do_not():
    def told(*moves, more=()):
        lines = [f"play {'bw'[ply % 2]} {move}" for ply, move in enumerate(moves)]
        heard = gtp_script.speak_here(
            "\n".join([*lines, *more, "showboard", ""]).encode(), gtp_script.OPTIONS
        )
        return re.search(rb"^hash ([0-9a-f]{16})$", heard, re.M)[1]

    after = "outflank-position -------------------O-------OX------XO--------------------------- "
    assert told("f5") == told("f5", "d6", more=["undo"])
    assert told(more=[f"{after}X"]) != told(more=[f"{after}O"])
    assert told("f5") == told(
        more=["outflank-position ---------------------------OX------XXX-------------------------- O"]
    )
    assert len({told("f5"), told("d3"), told(), told("f5", "d6")}) == 4
