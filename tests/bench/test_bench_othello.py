"""`outflank bench accuracy` and `bench perfect`: reading problems, what is counted, resuming, reports."""

import json
import os

import gtp_script
import pytest
from places import TESTS

from outflank.engine import core
from outflank.engine.analysis.limits import Limits
from outflank.engine.bench import accuracy as bench_accuracy, perfect as bench_perfect
from outflank.engine.bench.accuracy import Answer, question
from outflank.engine.bench.perfect import Exam, Examined, Fault
from outflank.engine.games import OTHELLO
from outflank.engine.lab.schedule import Ledger
from outflank.engine.play.player import Player
from outflank.protocol import cli
from outflank.protocol.bench import accuracy as problems

PROBLEMS = TESTS / "positions" / "othello_20_empty.obf"
RULES = OTHELLO.rules(8)
EXAM = Exam(1.0, 9, 1)
START = "---------------------------OX------XO--------------------------- X"
START_LINE = f"{START}; D3/C4:+0; F5/E6:+0;"
LATE = "XXXXXXXXOXXOOOXXOX-OOXOX-OOXXXOXOXOXXOXXOOXOXXXXOO-OOXX-OOOOOO-X O"
"""Five empty squares, of which only C7 wins."""
FORCED = "-OX" + "-" * 61 + " X"


def lead(position):
    """The mover's final lead with best play, by the rules alone."""
    if position.over:
        scores = RULES.scores(position)
        return scores[position.mover] - scores[1 - position.mover]
    return max(lead_after(position, move) for move in position.moves())


def lead_after(position, move):
    """What a move leads to, for who makes it."""
    after = position.play(move)
    return lead(after) if after.mover == position.mover else -lead(after)


def line_of(text):
    """A late position as a line of a file."""
    position = RULES.parse_position(text)
    told = [f"{RULES.move_text(move)}:{lead_after(position, move):+d}" for move in position.moves()]
    return f"{text}; {'; '.join(told)}; --:-127;"


LATE_LINE = line_of(LATE)


@pytest.fixture
def obf(tmp_path):
    """Writes lines to a file and gives its path."""

    def write(*lines):
        path = tmp_path / "some.obf"
        path.write_text("".join(f"{line}\n" for line in lines))
        return str(path)

    return write


# The problems.


def test_the_usual_problems_are_whole():
    asked = problems.read_questions(str(PROBLEMS))
    assert len(asked) == 60
    assert len({RULES.position_text(question.position) for _, question in asked}) == 60
    assert {RULES.position_text(question.position).count("-") for _, question in asked} == {20}
    first = asked[0][1]
    assert core.load("solver.endgame").Endgame(16).solve(first.position).low == first.best


def test_problems_keep_their_lines_and_lose_their_comments(obf):
    path = obf("% made by hand", "", START_LINE, "", LATE_LINE)
    (start, asked), (late, other) = problems.read_questions(path)
    assert (start, late) == (3, 5)
    assert set(asked.scores.values()) == {0} and len(asked.scores) == 4
    assert other.best == lead(RULES.parse_position(LATE))
    assert RULES.pass_move not in other.scores


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "neither a disc nor an empty square"),
        (f"{START}; D3:+0; C4:+0; F5:+0;", "there is no score for E6"),
        (f"{START}; +0;", "there is no score for"),
        (START, "there is no score for"),
        (f"{START}; D3/C4/F5/E6:+0; A1:-2;", "A1 is not legal"),
        (f"{START}; D3/C4/F5/E6:+0; PS:-2;", "pass is not legal"),
        (f"{START}; D3/C4/F5/E6:+0; D3:+2;", "D3 has two scores"),
        (f"{START}; D3/C4/F5/E6:+66;", r"\+66 is no score"),
        (f"{START}; D3/C4/F5/E6:best;", "neither MOVE:score nor a score"),
        (f"{START[:-2]}; D3/C4/F5/E6:+0;", "not a board of 8x8 with a side to move"),
        ("-" * 36 + " X; A1:+0;", "not a board of 8x8 with a side to move"),
        ("X" * 64 + " X; A1:+0;", "the game is over"),
    ],
)
def test_what_is_no_problem_is_named_with_file_and_line(line, reason, obf, capfd):
    path = obf(LATE_LINE, "", line)
    assert cli.main(["bench", "accuracy", path]) == 2
    out, err = capfd.readouterr()
    assert (
        out == "" and err.startswith(f"outflank: bench accuracy: {path}, line 3: ") and err.count("\n") == 1
    )
    with pytest.raises(ValueError, match=f"line 3: .*{reason}"):
        problems.read_questions(path)


def test_the_usual_problems_are_found_from_any_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert os.path.samefile(problems.usual_file(), PROBLEMS)


def test_files_without_problems_are_refused(obf, tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"some\.obf: no problems"):
        problems.read_questions(obf("% nothing"))
    with pytest.raises(ValueError, match=r"none\.obf: No such file"):
        problems.read_questions(str(tmp_path / "none.obf"))
    with pytest.raises(ValueError, match="not a regular file"):
        problems.read_questions(str(tmp_path))
    monkeypatch.setattr(problems, "MOST_BYTES", 100)
    with pytest.raises(ValueError, match=r"some\.obf: more than"):
        problems.read_questions(obf(START_LINE, START_LINE))
    monkeypatch.setattr(problems, "USUAL", "none.obf")
    with pytest.raises(ValueError, match="comes with the sources only"):
        problems.usual_file()


# Answers.


def ask(*lines):
    return [question(text, scores) for text, scores in lines]


def test_an_ending_is_solved_and_its_score_told():
    position = RULES.parse_position(LATE)
    asked = question(LATE, [(RULES.move_text(move), lead_after(position, move)) for move in position.moves()])
    (found,) = bench_accuracy.answers([asked], Limits(seconds=0.5))
    assert found.exact and found.loss == 0 and found.told == found.best == lead(position)
    assert (found.empty, found.move, found.best, found.error) == (5, "C7", 2, 0)
    # The same move, had it been the worst of all.
    scores = {move: -64 if RULES.move_text(move) == found.move else 64 for move in asked.scores}
    (wrong,) = bench_accuracy.answers([asked._replace(scores=scores)], Limits(seconds=0.5))
    assert (wrong.move, wrong.loss, wrong.error) == (found.move, 128, 64 - found.best)


def test_who_has_nothing_to_choose_expects_nothing():
    start = question(START, [(name, 0) for name in ("D3", "C4", "F5", "E6")])
    forced = question(FORCED, [("A1", 64)])
    first, second = bench_accuracy.answers([start, forced], Limits(visits=50))
    assert first.told is not None and not first.exact
    assert second[1:6] == ("A1", 64, 0, None, False) and second.error is None
    assert bench_accuracy.summary([second]).error is None
    assert bench_accuracy.summary([first, second]).error == first.error


def test_visits_repeat_the_answers_and_no_position_knows_of_another():
    asked = [question for _, question in problems.read_questions(str(PROBLEMS))[:3]]
    limits = Limits(visits=300)
    one, two, back = (
        [answer._replace(seconds=0) for answer in bench_accuracy.answers(questions, limits)]
        for questions in (asked, asked, asked[::-1])
    )
    assert one == two == back[::-1]
    other = bench_accuracy.answers(asked, limits, options={"exploration": "3"})
    assert one != [answer._replace(seconds=0) for answer in other]
    with pytest.raises(ValueError, match="there is no option speed"):
        bench_accuracy.answers(asked, limits, options={"speed": "1"})


def test_answers_by_hand():
    rows = [
        Answer(20, "A1", 4, 0, 4.0, True, 0.25),
        Answer(20, "B1", -6, 10, 1.0, False, 0.75),
        Answer(20, "C1", 2, 2, None, False, 0.5),
    ]
    assert bench_accuracy.summary(rows) == (3, pytest.approx(1 / 3), 4.0, 3.5, 1, 0.5)
    with pytest.raises(ValueError, match="no answer"):
        bench_accuracy.summary([])


def test_the_report_of_accuracy(obf, capfd):
    words = ["bench", "accuracy", "--visits", "100", "--first", "4"]
    assert cli.main(words) == 0
    out, err = capfd.readouterr()
    assert out.startswith("Othello, 100 visits a move, 1 thread(s)") and len(out.splitlines()) == 8
    assert "\npositions 4, solved exactly " in out and "\nbest moves " in out
    assert err == "".join(f"{done}/4 positions\n" for done in range(1, 5))
    assert cli.main([*words, "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["limits"] == {"visits": 100, "seconds": None, "nodes": None} and found["threads"] == 1
    assert found["summary"]["positions"] == len(found["positions"]) == 4
    losses = [row["loss"] for row in found["positions"]]
    assert found["summary"]["best"] == losses.count(0) / 4
    assert found["summary"]["loss"] == sum(losses) / 4
    path = obf(line_of(FORCED))
    assert cli.main(["bench", "accuracy", path, "--seconds", "0.5"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Othello, 0.5 s a move") and out.endswith(" mean error of the score none told\n")


def test_ctrl_c_reports_the_answers_so_far(obf):
    words = ["bench", "accuracy", obf(LATE_LINE, START_LINE), "--seconds", "3600"]
    code, out, err = gtp_script.interrupted(words, "1/2 positions\n")
    assert code == 130
    assert "\npositions 1, solved exactly 1; " in out
    assert "interrupted after 1 of 2 positions" in err


# Perfect play.


class Clumsy(Player):
    """Plays the first legal move there is, in no time."""

    def genmove(self, player, asked=None):
        text = self.rules.move_text(self.position.moves()[0])
        self.play(player, text)
        return text


@pytest.fixture
def quick(monkeypatch):
    """Beginnings of games that take no time."""
    monkeypatch.setattr(bench_perfect, "QUICK", 0.0005)


def test_faults_and_marks_by_hand():
    start = "-" * 3 + "X" * 60 + "O X"
    one = Examined(EXAM, 0, start, ("A1", "pass", "B1", "C1"), (0.5, 0.0, 0.1, 0.0), (6, 2, 2, -4, -4))
    two = Examined(EXAM, 1, start, ("A1", "B1", "C1"), (0.1, 0.1, 0.1), (0, 0, 0, 0))
    three = Examined(EXAM, 2, start, ("C1", "B1", "A1"), (0.1, 2.5, 0.1), (-2, -2, 0, 0))
    assert bench_perfect.faults(one) == [Fault(0, 3, "A1", 4, False), Fault(0, 2, "B1", 6, True)]
    assert bench_perfect.faults(two) == []
    assert bench_perfect.faults(three) == [Fault(2, 2, "B1", 2, True)]
    assert bench_perfect.marks([one, two, three]) == (3, 1, 9, 3, 12, 2, 2.5)
    assert bench_perfect.marks([]) == (0, 0, 0, 0, 0, 0, 0.0)


def test_games_are_played_from_so_many_empty_squares_on(quick):
    exam = bench_perfect.new_exam(1.0, 9, 1)
    rows = bench_perfect.examine(exam, 3, 2, Ledger())
    assert [row.number for row in rows] == [0, 1, 2]
    assert len({row.start for row in rows}) == 3
    for row in rows:
        check_game(row, 9)
        assert bench_perfect.faults(row) == []


def test_what_moves_give_away_is_found(quick, monkeypatch):
    monkeypatch.setattr(bench_perfect, "Player", Clumsy)
    rows = bench_perfect.examine(bench_perfect.new_exam(1.0, 7, 5), 30, 1, Ledger())
    for row in rows:
        check_game(row, 7)
    found = bench_perfect.marks(rows)
    assert found.faults == sum(len(bench_perfect.faults(row)) for row in rows) > 8
    assert 0 < found.changed < found.faults < found.moves
    assert found.discs >= 2 * found.faults - found.changed


def check_game(row, empty):
    """A game is whole, and each of its leads is the one with best play by the rules alone."""
    assert row.start.count("-") == empty
    position = RULES.parse_position(row.start)
    leads = []
    for text in (*row.moves, None):
        if position.over or position.rules.position_text(position).count("-") <= 7:
            leads.append(-lead(position) if position.mover else lead(position))
        if text is not None:
            position = position.play(RULES.find_move(text))
    assert position.over
    assert len(row.leads) == len(row.moves) + 1 == len(row.seconds) + 1
    assert row.leads[-len(leads) :] == tuple(leads) and len(leads) > 1


def test_a_game_that_ends_early_is_begun_anew(quick, monkeypatch):
    started = []

    class Dead(Clumsy):
        """In the first two beginnings of a game, has a board without moves before long."""

        def set_position(self, text):
            started.append(text)
            super().set_position("X" * 54 + "-" * 9 + "X X" if len(started) <= 2 else text)

    monkeypatch.setattr(bench_perfect, "Player", Dead)
    (row,) = bench_perfect.examine(bench_perfect.new_exam(1.0, 8, 1), 1, 1, Ledger())
    assert row.start.count("-") == 8
    assert len(set(started[:3])) == 3


def test_an_interrupted_exam_goes_on_where_it_ended(quick, monkeypatch):
    monkeypatch.setattr(bench_perfect, "Player", Clumsy)
    exam, ledger, told = Exam(1.0, 8, 1), Ledger(), []

    def interrupt(examined):
        if len(ledger.games(exam)) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench_perfect.examine(exam, 5, 1, ledger, interrupt)
    kept = ledger.games(exam)
    assert len(kept) == 2
    rows = bench_perfect.examine(exam, 5, 2, ledger, told.append)
    assert sorted(examined.number for examined in told) == [2, 3, 4]
    assert [row.number for row in rows] == list(range(5)) and rows[:2] == sorted(kept)


@pytest.mark.parametrize("terms", [(0, 20, 1), (float("nan"), 20, 1), (1, 0, 1), (1, 31, 1), (1, 20, -1)])
def test_exams_that_cannot_be_held(terms):
    with pytest.raises(ValueError, match="no move takes|endings have 1 to 30|a seed is"):
        bench_perfect.new_exam(*terms)


def test_the_report_of_perfect_play_and_its_file(quick, monkeypatch, tmp_path, capfd):
    path = tmp_path / "perfect.jsonl"
    words = ["bench", "perfect", "--from", "9", "--resume", str(path)]
    assert cli.main([*words, "--games", "2"]) == 0
    out, err = capfd.readouterr()
    assert out.startswith("Othello from 9 empty squares on, 1 s a move, seed 1")
    games, perfect, _, *faults = out.splitlines()[2].split()
    assert games == perfect == "2" and faults[:3] == ["0", "0", "0"]
    assert err == "0/2 games\n1/2 games\n2/2 games\n"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text(lines[0] + lines[1][:50])
    monkeypatch.setattr(bench_perfect, "Player", Clumsy)
    assert cli.main([*words, "--games", "4", "--json"]) == 1
    out, err = capfd.readouterr()
    assert "not written to its end" in err and "\n1/4 games\n2/4 games\n" in err
    found = json.loads(out)
    assert found["exam"] == {"seconds": 1.0, "empty": 9, "seed": 1}
    assert found["summary"]["games"] == 4 and found["summary"]["perfect"] >= 1
    assert {fault["number"] for fault in found["faults"]} <= {1, 2, 3}
    assert found["summary"]["discs"] == sum(fault["discs"] for fault in found["faults"]) > 0
    assert path.read_text().startswith(lines[0])
    assert cli.main([*words, "--games", "4"]) == 1
    first = found["faults"][0]
    assert capfd.readouterr().out.partition("Faults\n")[2].splitlines()[1].split() == [
        *(first["move"], str(first["number"]), str(first["empty"]), str(first["discs"])),
        "yes" if first["changed"] else "no",
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            Examined(EXAM, 0, START, ("D3",), (0.1,), (0,))._asdict() | {"match": EXAM._asdict()},
            "not a lead before every move",
        ),
        ({"match": Exam(1.0, 9, 1)._asdict(), "number": 1}, "'moves'"),
        ({"number": 1}, "'match'"),
        ([], "no JSON object"),
    ],
)
def test_a_file_of_something_else_is_refused(line, reason, tmp_path, capfd):
    path = tmp_path / "other.jsonl"
    path.write_text(json.dumps(line) + "\n")
    assert cli.main(["bench", "perfect", "--resume", str(path)]) == 2
    err = capfd.readouterr().err
    assert f"{path}, line 1: " in err and reason in err
    assert path.read_text() == json.dumps(line) + "\n"


def test_ctrl_c_ends_an_exam_at_once(tmp_path):
    words = ["bench", "perfect", "--seconds", "3600", "--from", "30", "--games", "2", "--jobs", "2"]
    code, out, err = gtp_script.interrupted(
        [*words, "--resume", str(tmp_path / "games.jsonl")], "0/2 games\n"
    )
    assert code == 130
    assert out.splitlines()[2].split()[:2] == ["0", "0"]
    assert "interrupted; the same command goes on from here" in err
    assert os.path.getsize(tmp_path / "games.jsonl") == 0
