"""The named players as levels: through the player, over NBoard, and in matches of engines."""

import gtp_script
import pytest

from outflank.engine.errors import BadOption, Refused
from outflank.engine.games import GAMES
from outflank.engine.play.bots import BOTS
from outflank.engine.play.clocks.time_control import absolute
from outflank.engine.play.levels import LEVELS, NAMED, NAMES
from outflank.engine.play.player import Player
from outflank.protocol import cli
from outflank.protocol.serve import new_nboard, new_player
from outflank.protocol.settings import read_words

KNOWN = [(name, variant.name) for variant in GAMES for name in NAMED if name in variant.bots]
UNKNOWN = [(name, variant.name) for name in NAMED for variant in GAMES if (name, variant.name) not in KNOWN]
LARGE = f"GM[Othello]PB[a]PW[b]TI[5:00]TY[10]BO[10 {'-' * 44}O*{'-' * 8}*O{'-' * 44} *]"
USUAL = f"GM[Othello]PB[a]PW[b]TI[5:00]TY[8]BO[8 {'-' * 27}O*{'-' * 6}*O{'-' * 27} *]"


def played(player, turns=12):
    """The moves that a player makes for all sides."""
    return [player.genmove(player.position.mover) for _ in range(turns)]


def made(name, game="Othello", **words):
    """A player of this level, who thinks about a number of nodes if at all."""
    player = Player(game=game, level=name, **words)
    player.change("visits", 200)
    return player


def test_the_named_players_are_levels_that_have_no_search():
    assert [level.name for level in LEVELS if level.named] == list(NAMED)
    assert set(NAMED) <= set(BOTS)
    assert UNKNOWN and {name for name, _ in UNKNOWN} == {"greedy", "positional", "alphabeta"}


@pytest.mark.parametrize(("name", "game"), KNOWN)
def test_a_seed_makes_a_named_player_repeatable(name, game):
    """In another session and after clear_board, where its table is new too."""
    player = made(name, game, seed=7)
    moves = played(player)
    assert player.report is None
    player.clear()
    assert played(player) == moves == played(made(name, game, seed=7))


def test_without_a_seed_random_games_differ():
    player = made("random")
    games = []
    for _ in range(3):
        games.append(tuple(played(player)))
        player.clear()
    assert len(set(games)) == 3


def test_greedy_takes_the_most():
    """With F4 black turns two discs, elsewhere one."""
    player = made("greedy", seed=1)
    for mover, move in enumerate(("F5", "F6", "E6", "D6", "C6", "F4")):
        player.play(mover % 2, move)
    gains = {}
    for move in player.position.moves():
        after = player.position.play(move)
        gains[player.rules.move_text(move)] = player.rules.discs(after)[0].bit_count()
    best = {move for move, discs in gains.items() if discs == max(gains.values())}
    assert best < set(gains)
    assert player.genmove(0) in best


@pytest.mark.parametrize(("name", "game"), UNKNOWN)
def test_a_game_that_is_not_known_is_refused_and_all_stays(name, game):
    with pytest.raises(Refused, match=f"^{name} does not play {game}$"):
        Player(game=game, level=name)
    player = Player(level=name, seed=1)
    player.play(0, "F5")
    with pytest.raises(Refused, match=f"^{name} does not play {game}$"):
        player.set_game(game)
    assert (player.variant.name, player.game.turns, player.settings.level.name) == ("Othello", 1, name)
    player = Player(game=game, level="3", seed=1)
    search_session = player.search_session
    with pytest.raises(BadOption, match=f"^{name} does not play {game}$"):
        player.change("level", name)
    assert player.settings.level is NAMES["3"] and player.search_session is search_session


def test_alphabeta_knows_one_board():
    player = Player(level="alphabeta")
    for size in (6, 10):
        with pytest.raises(Refused, match=f"^alphabeta does not play Othello on a board of size {size}$"):
            player.set_size(size)
    assert player.size == 8


def test_the_clock_is_charged_and_limits_the_one_who_thinks():
    player = Player(level="alphabeta", seed=1)
    player.set_clock(absolute(10))
    asked = []
    player.genmove(0)
    named = player.finder._named
    choose = named.choose
    named.choose = lambda position, limits, number: asked.append(limits) or choose(position, limits, number)
    player.genmove(1)
    player.change("visits", 50)
    player.genmove(0)
    assert [limits.visits for limits in asked] == [None, 50]
    assert all(0 < limits.seconds < 2 for limits in asked)
    assert player.clock.reading.left(0).seconds < 10


def test_alone_alphabeta_takes_a_second():
    setup = Player(level="alphabeta").settings
    assert (setup.limits.seconds, setup.limits.visits) == (1.0, None)


def test_the_bell_ends_its_thinking():
    player = Player(level="alphabeta", seed=1)
    player.change("seconds", 3600.0)
    player.bell.ring()
    assert player.genmove(0) in ("C4", "D3", "E6", "F5")


def test_hints_are_the_search_s():
    player = made("random", seed=1)
    player.analysis.analyse(player.request(0), Watcher(), 100)
    assert sum(row.visits for row in player.report.rows) >= 100


class Watcher:
    """A watcher that is told of reports, and remembers nothing."""

    every = 1.0

    def tell(self, report):
        """Take a report."""


def test_nboard_refuses_a_board_that_the_level_does_not_know():
    session = new_nboard(new_player(read_words(["--level", "alphabeta", "--visits", "100"]), None), None)
    session.client = client = gtp_script.Listener(session.bell)
    for line in ("nboard 2", f"set game (;{USUAL}B[F5];)"):
        session.answer(line.encode(), False)
    refused = session.answer(f"set game (;{LARGE};)".encode(), False)
    assert refused.note == "set: alphabeta does not play Othello on a board of size 10"
    assert (session.player.size, session.player.game.turns) == (8, 1)
    session.answer(b"go", False)
    session.idle()
    assert any(line.startswith((b"=== D6", b"=== F4", b"=== F6")) for line in client.heard)


def test_matches_between_named_players(tmp_path, capfd):
    words = ["level:random", "level:alphabeta,visits:50", "--games", "2", "--openings", "random"]
    assert cli.main(["match", *words, "--folder", str(tmp_path / "m")]) == 0
    assert "ends: played 2" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["level:positional", "level:1", "--game", "SOS"], "positional does not play SOS"),
        (["level:nobody", "level:1"], "there is no level nobody; there are easy"),
        (
            ["level:1", "level:alphabeta", "--size", "6"],
            "alphabeta does not play Othello on a board of size 6",
        ),
    ],
)
def test_a_match_that_a_named_player_cannot_play_is_refused(words, said, tmp_path, capfd):
    assert (
        cli.main(["match", *words, "--games", "2", "--openings", "random", "--folder", str(tmp_path / "m")])
        == 2
    )
    assert said in capfd.readouterr().err
