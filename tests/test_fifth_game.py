"""A game more than there are: what its class and its row say is enough to play it everywhere."""

import json
import re
import shlex
import subprocess

import gtp_script
import pytest
from made_up_game.launcher import COMMAND, TRIO, join

from outflank.engine import Limits, Player, Refused, find_game, games
from outflank.engine.errors import BadOption
from outflank.engine.lab import match as lab
from outflank.engine.options import defaults
from outflank.engine.play import levels
from outflank.engine.results.match_summary import summarize

OPENING = ("A1", "B1", "A2", "B2", "C4", "D4")
"""Nobody has a line yet, and the first player can make one."""
GENMOVE = r"= [A-D][1-4]"


@pytest.fixture(autouse=True, scope="module")
def known():
    """This process knows the game until its tests are over."""
    join()
    yield
    games.GAMES.remove(TRIO)


def run(*words):
    """Run a subcommand of the launcher; what it wrote."""
    done = subprocess.run(
        [*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def start(size=4):
    return find_game("trio").rules(size).new_position()


def test_its_rules():
    position = start()
    assert [position.perft(depth) for depth in (1, 2, 3, 6)] == [16, 240, 3360, 5_765_760]
    assert start(5).perft(3) == 25 * 24 * 23
    won = position.rules.parse_position("XX..OO..TT...... X").play(2)
    assert (won.over, won.rewards(), won.counts) == (True, (1, 0, 0), (1, 0, 0))
    drawn = position.rules.parse_position("TOOT.OXXTXXOOTTX X").play(4)
    assert drawn.over and sum(drawn.rewards()) == pytest.approx(1) and drawn.counts == (0, 0, 0)


def test_nothing_is_hidden_or_left_to_chance_unless_a_game_says_so():
    position = start().play(5)
    rules = position.rules
    assert not (rules.has_chance or rules.has_hidden or rules.has_margin)
    assert position.chances() == {}
    assert {position.observed(player) for player in range(3)} == {position.key}
    assert position.determinized(1, 7).key == position.key


def test_defaults_of_its_row():
    """Without a heuristic there are no priors, so the search goes by UCB1; it has no option's default from
    another game."""
    found = defaults("Trio", 4)
    assert found["select"].startswith("ucb1") and found["evaluation"] == "heuristic"
    assert found == defaults("Trio", 5)
    assert TRIO.search_options(4) == {}


@pytest.mark.parametrize("level", levels.LEVELS, ids=lambda level: level.name)
def test_every_level_plays_it_or_says_that_it_does_not(level):
    if level.named and level.name not in TRIO.bots:
        with pytest.raises(Refused, match=f"{level.name} does not play Trio"):
            Player("Trio", level=level.name)
        return
    player = Player("Trio", 5, level=level.name, limits=Limits(visits=20), seed=1)
    made = [player.genmove(turn % 3) for turn in range(4)]
    assert len(set(made)) == 4 and all(re.fullmatch("[A-E][1-5]", move) for move in made)


@pytest.mark.parametrize("option", [{"policy": 1}, {"priors": 0}, {"static_weight": 0.5}])
def test_options_that_need_a_heuristic_are_refused_where_there_is_none(option):
    (name,) = option
    with pytest.raises(
        BadOption, match=f"{name} has an effect only in Othello, Rolit, .*, PolyClash, .*Acquire 6$"
    ):
        Player("Trio", options=option)
    player = Player("Trio")
    with pytest.raises(BadOption, match=f"{name} has an effect only in"):
        player.change(name, option[name])
    assert Player("Rolit", options={"policy": 1}).values["policy"] == 1


def test_who_can_win_at_once_does():
    for level in ("greedy", "5", "master"):
        player = Player("Trio", level=level, limits=Limits(visits=2000), seed=1)
        for turn, move in enumerate(OPENING):
            player.play(turn % 3, move)
        assert player.genmove(0) == "C3", level


def dialogue(folder):
    """(command, pattern of the reply) of a session over GTP."""
    yield "list_games", r"= Othello\n(.*\n)*Trio"
    yield "set_game Trio", "="
    yield "boardsize 6", r"\? unacceptable size: Trio has 4, 5"
    yield "boardsize 5", "="
    yield "genmove cross", r"= [A-E][1-5]"
    yield "boardsize 4", "="
    yield "final_score", r"\? cannot score"
    for turn, move in enumerate(OPENING):
        yield f"play {TRIO.players[turn % 3]} {move}", "="
    yield "play nought C1", r"\? illegal move"
    yield "play c A1", r"\? illegal move"
    yield "play cross pass", r"\? illegal move"
    yield "undo", "="
    yield "play TRIANGLE D4", "="
    yield (
        "showboard",
        r"= Trio\n  A B C D\n1 X O \. \.\n(.*\n){3}cross to move\nhash [0-9a-f]{16}",
    )
    yield "analyze once", r"=\s*info move C3 .*"
    yield "lz-analyze cross 5 once", r"=\s*info move [A-D][1-4] visits \d+ winrate \d+ .*"
    yield "kata-analyze 5 once ownership true", r"=\s*info .* ownership( -?[01]\.\d+){16}"
    yield (
        "outflank-analyze-json 5 once",
        r'=\s*\{.*"game": "Trio", "size": 4, .*"moves": \[.*\]\}',
    )
    yield "outflank-solve 5", "= cross=1 nought=0 triangle=0 C3"
    yield f"outflank-save_tree {folder}/trio.tree", "="
    yield "clear_board", "="
    yield f"outflank-load_tree {folder}/trio.tree", "="
    yield "outflank-position", r"= \.{16} X"
    yield "outflank-set level random", "="
    yield "genmove cross", GENMOVE
    yield "outflank-set level positional", r"\? positional does not play Trio"
    yield "outflank-set level 1", "="
    yield "genmove nought", GENMOVE
    yield "outflank-set level master", "="
    yield "genmove triangle", GENMOVE
    yield "printsgf", r"= \(;FF\[4\](?s:.*)GAME\[Trio\](?s:.*)MOVE\[triangle [A-D][1-4]\]\)"
    yield "outflank-position XX..OO..TT...... X", "="
    yield "genmove cross", "= C1"
    yield "final_score", "= cross=1 nought=0 triangle=0"


@pytest.mark.parametrize("where", ["here", "in a process"])
def test_a_session_over_gtp(where, tmp_path):
    wanted = list(dialogue(tmp_path))
    sent = "".join(f"{command}\n" for command, _ in wanted).encode("ascii")
    options = ["--visits", "2000", "--seed", "1"]
    if where == "here":
        said = gtp_script.speak_here(sent, options)
    else:
        said = gtp_script.speak_to([*COMMAND, "gtp", "--quiet"], sent, options)
    replies = [frame.decode() for frame in gtp_script.frames_of(said)]
    assert len(replies) == len(wanted), replies
    for (command, pattern), reply in zip(wanted, replies, strict=True):
        assert re.fullmatch(pattern, reply.rstrip()), (command, reply)


def test_a_game_over_gtp_to_its_end():
    peer = gtp_script.Peer(COMMAND, ["gtp", "--game", "Trio", "--visits", "40", "--seed", "1"])
    try:
        position, turn = start(), 0
        while not position.over:
            move = peer.ask(f"genmove {TRIO.players[turn % 3]}").removeprefix("= ")
            position, turn = position.play(position.rules.find_move(move)), turn + 1
        scores = zip(TRIO.players, position.rules.scores(position), strict=True)
        assert peer.ask("final_score") == "= " + " ".join(f"{name}={score}" for name, score in scores)
        assert peer.ask("undo").strip() == "=" and peer.ask("final_score") == "? cannot score"
    finally:
        peer.kill()


def test_matches_inside_one_process():
    played = lab.match("Trio", None, "visits=20", "random", games=12, seed=1, jobs=2)
    found = summarize(played)
    assert (found.games, found.void, found.elo, found.chance) == (12, 0, None, 1 / 3)
    assert found.first.mean > 0.5
    (one,) = lab.match("Trio", 5, "level=medium", "greedy", games=1, jobs=1)
    assert not one.void
    with pytest.raises(ValueError, match="positional does not play Trio, only Othello, "):
        lab.match("Trio", None, "visits=20", "positional", games=1)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder of a match between two processes that know the game."""
    folder = tmp_path_factory.mktemp("match")
    engine = " ".join(map(shlex.quote, COMMAND)) + " gtp"
    words = [f"one={engine} --visits 40", f"two={engine} --level random", "--game", "Trio", "--games", 6]
    words += ["--openings", "random:2", "--values", "--folder", folder, "--quiet"]
    assert run("match", *words).startswith("one against two: 6 games (void 0)")
    return folder


def test_a_match_between_processes(played):
    rows = [json.loads(line) for line in (played / "games.jsonl").read_text().splitlines()]
    assert [row["end"] for row in rows] == ["played"] * 6
    assert {tuple(row["seats"]) for row in rows} == {
        ("one", "two", "two"),
        ("two", "one", "two"),
        ("two", "two", "one"),
    }
    assert not (played / "games.ggf").exists()


def test_its_reports(played, tmp_path):
    page = tmp_path / "report.html"
    assert run("report", played / "games.jsonl", "--html", page).startswith("Trio 4: 6 games, 0 void")
    assert "Trio 4x4" in page.read_text()


@pytest.mark.parametrize("name", ["games.jsonl", "games.sgf"])
def test_its_games_are_reviewed(played, name, tmp_path):
    told = run("analyze", played / name, "--game", 1, "--visits", 100, "--quiet")
    lines = told.splitlines()
    who = sorted(re.match("Review of .*: (.*?) - (.*?) - (.*?), Trio 4x4, ", lines[0]).groups())
    assert who == ["one", "two", "two"]
    # Every column begins where its head says.
    at = lines[2].index("move")
    rows = lines[3 : lines.index("", 3)]
    assert len(rows) >= 7 and {row[at - 1] for row in rows} == {" "}
    assert all(re.match(r"[A-D][1-4] ", row[at:]) for row in rows)
    again = tmp_path / "review.txt"
    # The second time it knows the table for its own, which may be overwritten.
    for _ in range(2):
        run("analyze", played / name, "--game", 1, "--visits", 20, "--quiet", "--out", again)
    found = json.loads(run("analyze", played / name, "--game", 1, "--visits", 20, "--json", "--quiet"))
    assert found["games"][0]["players"] == list(TRIO.players)


def test_pages_draw_its_players_in_colours_that_there_are(played, tmp_path):
    page = tmp_path / "review.html"
    run("analyze", played / "games.jsonl", "--game", 1, "--visits", 20, "--format", "html", "--out", page)
    signs = json.loads(re.search(r'"signs": ?(\{.*?\})', page.read_text()).group(1))
    assert signs == {"X": "red", "O": "yellow", "T": "green"}


def test_the_workshop_knows_it():
    assert "Trio 4 perft 3: 3360 leaves" in run("bench", "perft", "--game", "Trio", "--depth", 3)
    assert "Trio 10 v 5" in run("bench", "levels", "--list")
    assert "Acquire and Trio" in run("--help")
