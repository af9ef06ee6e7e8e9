"""Values in discs: one scale for tree, endgame solver, book and odds, and mirror images that share them."""

import json
import re

import pytest

from outflank.engine.analysis.discs import discs_at, discs_of, error_of
from outflank.engine.analysis.endings import EXACT_LEVEL, Endings
from outflank.engine.analysis.limits import Limits
from outflank.engine.analysis.plan import LEVELS
from outflank.engine.analysis.report import Row
from outflank.engine.analysis.symmetry import twins, view
from outflank.engine.analysis.watching import Watch
from outflank.engine.bench.values import Change, slopes, stability
from outflank.engine.book import repertoire
from outflank.engine.book.book import foremost
from outflank.engine.game import Game
from outflank.engine.games import OTHELLO
from outflank.engine.play.depth import LONGEST, seconds_at
from outflank.engine.play.player import Player
from outflank.protocol import cli
from outflank.protocol.formats.notation import Columns
from outflank.protocol.formats.record import Record
from outflank.protocol.nboard.clock import Clocks
from outflank.protocol.nboard.hints import Lines
from outflank.protocol.nboard.tasks import Worker
from outflank.protocol.review.review import Reviewer
from outflank.protocol.review.worths import Budget

MIDDLE = "D3 C5 E6 F5 F6 E3 C3 F3 C4 B4 C6"
LATE = "--XO------XOOO-OX-XOXOOOOXOOXXXO-OXOOXXOOOXOOXOO--XXXX-O--XX---- X"
"""Twenty empty squares."""
LATER = "XXXXXXXXOXXOOOXXOX-OOXOX-OOXXXOXOXOXXOXXOOXOXXXXOO-OOXX-OOOOOO-X O"
"""Five."""


def played(moves, **settings):
    player = Player(seed=1, memory=32, **settings)
    for move in moves.split():
        player.play(player.position.mover, move)
    return player


def test_the_book_tells_what_a_search_tells():
    """It was four discs off, by a table of games' results."""
    player = played(MIDDLE)
    line = foremost(repertoire.shipped().lines(player.position))
    report = player.analysis.assess(player.position, Limits(visits=5000))
    said = [row.lead for row in report.rows if row.visits >= 500]
    book = discs_at(line.known.mean, player.position.empties)
    assert said and min(said) - 1.5 < book < max(said) + 1.5


def scores(player, request, visits):
    """What kata-analyze tells of the moves: {move: (winrate, scoreLead)}."""
    lines = []

    class Gtp:
        def __init__(self):
            self.player = player
            self.columns = Columns("auto")

        def say(self, line):
            lines.append(line)

    from outflank.protocol.gtp.analysis import DIALECTS, Teller, Wishes

    teller = Teller(Gtp(), Wishes(request.player), DIALECTS["kata-"], request)
    player.analysis.analyse(request, Watch(60.0, teller.tell), visits)
    teller.tell(player.report)
    told = [
        dict(re.findall(r"(move|winrate|scoreLead|scoreStdev|isSymmetryOf) (\S+)", part))
        for part in re.split(r"(?=info )", lines[-1])[1:]
    ]
    teller.tell(player.report)
    assert lines[-1] == lines[-2]
    return told


def test_scores_of_an_analysis_are_the_leads_of_the_tree():
    """Two reports of one tree tell the same: no game is drawn for them."""
    player = played(MIDDLE)
    told = scores(player, player.request(player.position.mover), 3000)
    leads = {player.text_of(row.move): row for row in player.report.rows if row.visits}
    assert len(told) == len(leads) > 3
    for move in told:
        assert float(move["scoreLead"]) == pytest.approx(leads[move["move"]].lead, abs=1e-4)
        assert float(move["scoreStdev"]) == error_of(leads[move["move"]]) > 0


def test_other_games_tell_no_score_but_a_certain_one():
    player = Player("SOS", 3, seed=1)
    told = scores(player, player.request(0), 50)
    assert told and not any("scoreLead" in move for move in told)


def test_mirror_images_share_one_value_and_one_is_searched():
    player = Player(seed=1, memory=16, limits=Limits(visits=600))
    told = scores(player, player.request(0), 600)
    assert [move["move"] for move in told] == ["D3", "C4", "F5", "E6"]
    assert len({(move["winrate"], move["scoreLead"]) for move in told}) == 1
    assert [move.get("isSymmetryOf") for move in told] == [None, "D3", "D3", "D3"]
    searched = [row for row in player.search_session.search.rows() if row[1]]
    assert [(row[0], row[1]) for row in searched] == [(19, 600)]
    assert player.report.searched == 600 and sum(row.prior for row in player.report.rows) == pytest.approx(1)
    for row in player.report.rows:
        position = player.position
        for move in row.line:
            assert move in position.moves()
            position = position.play(move)
    copy = Player(seed=1, memory=16)
    copy.analysis.load_tree(b"".join(player.analysis.save_tree()))
    assert copy.analysis.recall().searched == 600


@pytest.mark.parametrize(
    ("moves", "mirrored"),
    [("", True), ("D3 C3 C4", True), ("D3 C3 F5 F6", True), ("D3 C3", False), (MIDDLE, False)],
)
def test_twins_lead_to_the_same_position(moves, mirrored):
    player = played(moves)
    images = twins(player.position)
    assert bool(images) == mirrored
    for image, (move, squares) in images.items():
        assert squares[move] == image and move not in images
        assert view(player.position.play(image))[0] == view(player.position.play(move))[0]


def test_an_ending_tells_what_the_solver_says():
    player = Player(seed=1, memory=16)
    player.set_position(LATER)
    report = player.analysis.in_discs(
        player.analysis.assess(player.position, Limits(visits=30)), player.position, 60
    )
    exact = {answer.move: answer.low for answer in player.analysis.exact_scores(player.position, 60, 10.0)}
    told = {row.move: discs_of(row, 5) for row in report.rows if row.visits}
    assert told == {move: exact[move] for move in told} and len(told) > 1
    assert all(error_of(row) == 0 for row in report.rows if row.visits)
    player.set_position(LATE)
    report = player.analysis.assess(player.position, Limits(visits=300))
    told = player.analysis.in_discs(report, player.position, 2, 30.0)
    assert [row.level for row in told.rows[:2]] == [2, 2] and told.rows[0].lead == int(told.rows[0].lead)
    assert all(
        row.lead <= max(row.lead for row in told.rows[:2]) for row in told.rows if row.lead is not None
    )
    assert player.analysis.in_discs(report, player.position, 2, 0.0).rows[0].level in (
        None,
        *LEVELS,
        EXACT_LEVEL,
    )


def test_leads_are_told_of_no_long_ending(monkeypatch):
    player = played(MIDDLE)
    monkeypatch.setattr(Endings, "_solver", lambda *_: pytest.fail("a long one was looked at"))
    assert player.endings.leads(player.position, player.position.moves(), 1.0) == {}


def test_a_review_of_an_ending_tells_the_solver_s_leads():
    """With 20 empty squares an estimate of the best move, and of the one that was made."""
    rules = OTHELLO.rules(8)
    start = rules.parse_position(LATE)
    game = Game(rules, start)
    game.play(start.mover, start.moves()[-1])
    reviewer = Reviewer(Record("a line", OTHELLO, 8, game), Budget(None, 200, 0))
    (judged,) = reviewer.run()
    leads = reviewer.player.endings.leads(start, [judged.best.move, judged.made.move], 30.0)
    told = [leads[worth.move][0] for worth in (judged.best, judged.made)]
    assert [judged.best.discs, judged.made.discs] == told


def row(move, visits=10, lead=0.0):
    return Row(move, visits, 0.5, 0.1, None, None, (move,), lead)


def test_no_stale_hint_stays_at_the_depth_of_a_round():
    player, sent = Player(seed=1), []
    lines = Lines(player, sent.append)
    report = player.analysis.assess(player.position, Limits(visits=20))

    def depth(rows, last):
        """The depth and moves of a round of two."""
        return lines.round(report._replace(rows=tuple(rows)), 2, last, {})

    first = depth([row(19, 40), row(26, 30), row(37, 30)], (1, frozenset()))
    assert first == (6, {19, 26})
    assert depth([row(26, 41), row(19, 30), row(37, 30)], first) == first
    assert depth([row(26, 41), row(37, 30), row(19, 30)], first) == (7, {26, 37})


def go(player):
    """What a session says to a `go`."""
    sent = []
    worker = Worker(player, Clocks(), None, sent.append)
    worker.ask("go", 1, 0.0)
    worker.work()
    return sent[-1]


def test_a_forced_move_has_the_value_that_is_known():
    player = Player(seed=1, memory=16)
    player.set_position("-OX" + "-" * 61 + " X")
    assert re.fullmatch(r"=== A1//[0-9.]+", go(player))
    player.analysis.assess(player.position, Limits(visits=10))
    assert re.fullmatch(r"=== A1/64\.00/[0-9.]+", go(player))


def test_a_likely_line_is_no_shorter_than_the_one_before():
    player = Player(seed=1, memory=16)
    player.set_position(LATE)
    report = player.analysis.assess(player.position, Limits(visits=3000))
    hints = player.hints(4, 0.0, 0.1)
    line = report.best.line
    assert len(line) > 3
    assert hints._longest(line[:2])[:2] == line[:2] and len(hints._lines[line[0]]) >= len(line)
    longest = hints._lines[line[0]]
    off = next(move for move in player.position.play(line[0]).moves() if move != line[1])
    rare = hints._longest((line[0], off))
    assert rare == longest or len(rare) >= len(longest)


def test_an_analyze_uses_what_came_after():
    """A move that the search prefers is worth what was found behind it, another one what is said of it."""
    player = played(MIDDLE)
    player.change("visits", 500)
    position, value_of = player.position, player.game_values().value_of
    best = value_of(position, None, None)
    report = player.analysis.assess(position, Limits(visits=1))
    sign = -1 if position.mover else 1
    assert best == pytest.approx(sign * report.best.lead, abs=1.0)
    made = report.best.move
    assert value_of(position, made, sign * 3.5) == sign * 3.5
    assert value_of(position, made, sign * -30.0) != sign * -30.0
    other = report.rows[1].move
    assert value_of(position, other, sign * -8.0) == pytest.approx(best, abs=1.0)
    assert value_of(position, other, sign * 9.0) == sign * 9.0


def test_an_analyze_twice_tells_the_same():
    player = played(MIDDLE)
    player.change("visits", 300)
    position, value_of = player.position, player.game_values().value_of
    assert value_of(position, None, None) == value_of(position, None, None)


def test_an_analyze_takes_longer_from_level_20_on():
    assert [seconds_at(depth) for depth in (0, 8, 20, 24, 28)] == [0.2, 0.2, 0.2, 0.4, 0.8]
    assert seconds_at(60) == seconds_at(2**31 - 1) == LONGEST


def test_stability_and_slopes_are_counted():
    rows = [
        Change(50, (0.5, 0.6), (1.0, -0.5), False),
        Change(50, (0.5, 0.7), (2.0, 3.0), False),
        Change(20, (0.5, 0.999), (30.0, 30.0), True),
    ]
    (found,) = stability(rows, (10, 100))
    assert found == (10, 100, 3, pytest.approx(2.5 / 3), 1, 1)
    ((low, count, slope),) = slopes(rows[1:], 1)
    assert (low, count) == (49, 1) and slope == pytest.approx(0.8473 / 3.0, abs=1e-3)


def test_the_book_s_keys_are_those_it_knows():
    book = repertoire.shipped()
    keys = list(book.keys(5))
    assert len(set(keys)) == 5 and all(book.moves(key) for key in keys)
    position = OTHELLO.rules(8).parse_position(f"{keys[0]} X")
    assert view(position)[0] == keys[0] and book.lines(position)


def test_bench_values(capfd):
    words = ["bench", "values", "--positions", "2", "--first", "1", "--visits", "20,40"]
    assert cli.main([*words, "--book-visits", "30", "--seconds", "0.05", "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert [len(found[name]) for name in ("accuracy", "stability", "positions", "book_positions")] == [
        1,
        1,
        2,
        2,
    ]
    differences = [abs(told["book"] - told["searched"]) for told in found["book_positions"]]
    assert found["book"]["mean"] == pytest.approx(sum(differences) / 2)
    assert cli.main([*words, "--only", "stability"]) == 0
    assert "20 simulations beside 40, 2 positions: mean difference" in capfd.readouterr().out
    for wrong in (["--visits", "40,20"], ["--visits", "40"], ["--positions", "0"]):
        assert cli.main(["bench", "values", *wrong]) == 2
        out, err = capfd.readouterr()
        assert out == "" and err.startswith("outflank: bench values: ") and err.count("\n") == 1
