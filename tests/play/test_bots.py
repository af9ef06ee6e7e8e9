"""The named players: legal, seeded, and as strong against each other as they were measured elsewhere."""

import pytest

from outflank.engine.deck import Deck
from outflank.engine.games import GAMES, find_game
from outflank.engine.play.bots import BOTS, bot, check

THINKERS = {"alphabeta": {"visits": 300}}
"""Those that need a limit, and play on the usual board only."""
CAP = 450
"""Plies after which a game of PolyClash is counted as it stands."""
MODULES = {
    "Othello": "othello.othello",
    "Rolit": "rolit.rolit",
    "Sos": "sos.sos",
    "PolyClash": "polyclash.polyclash",
}


def rules_of(load, name, players=2):
    """The rules of a game named as BOTS names it."""
    module = load(MODULES[name])
    return module.Rolit(players) if name == "Rolit" else getattr(module, name)()


def played(rules, names, seed):
    """The last position of a game of bots, one for each seat."""
    bots = [bot(name, rules, 100 * seed + seat) for seat, name in enumerate(names)]
    position = rules.new_position()
    plies = 0
    while not position.over and plies < CAP:
        position = position.play(bots[position.mover].choose(position))
        plies += 1
    return position


def mean_reward(rules, name, games):
    """Of a bot against random ones, every seat in turn."""
    total = 0
    for game in range(games):
        seat = game % rules.players
        names = [name if i == seat else "random" for i in range(rules.players)]
        total += played(rules, names, game).rewards()[seat]
    return total / games


def polyclash_wins(rules, name, other, games):
    won = 0
    for game in range(games):
        seat = game % 2
        scores = rules.scores(played(rules, [name, other] if seat == 0 else [other, name], game))
        won += scores[seat] > scores[1 - seat]
    return won


@pytest.mark.parametrize("name", BOTS)
def test_bots_play_legal_seeded_games(load, name):
    assert BOTS[name].about
    for variant in GAMES:
        for size in variant.sizes[: 1 if name in THINKERS else 3]:
            rules = variant.rules(size, load=load)
            if name in variant.bots:
                for _ in range(2):
                    position = played_some(rules, name)
                assert rules.position_text(position) == rules.position_text(played_some(rules, name))


def test_limits_belong_to_those_who_think(load):
    rules = load("othello.othello").Othello()
    for name, limits in (("alphabeta", {}), ("alphabeta", {"depth": 3}), ("greedy", {"seconds": 1.0})):
        with pytest.raises(ValueError, match="limit"):
            bot(name, rules, 1, **limits)
    with pytest.raises(ValueError, match="8x8"):
        check("alphabeta", find_game("Othello"), 6)


def played_some(rules, name, plies=24):
    """A position some plies into a game of the bot with itself; `play` refuses what is not legal."""
    one = bot(name, rules, 4, **THINKERS.get(name, {}))
    position = rules.new_position()
    for _ in range(20 * plies if rules.has_chance else plies):
        if position.over:
            break
        chance = rules.has_chance and position.chances()
        position = position.play(Deck(rules, 4).draw(position) if chance else one.choose(position))
    return position


def test_bots_are_refused_where_they_cannot_play(load):
    with pytest.raises(ValueError, match="no bot 'hal'"):
        bot("hal", rules_of(load, "Sos"), 1)
    with pytest.raises(ValueError, match="positional does not play SOS, only Othello, Rolit"):
        check("positional", find_game("SOS"), 8)
    assert {name for variant in GAMES for name in variant.bots} == BOTS.keys()


def test_random_is_random(load):
    """Every first move comes up, and no pass does in PolyClash."""
    for name in ("Othello", "Rolit"):
        start = rules_of(load, name).new_position()
        assert {bot("random", start.rules, seed).choose(start) for seed in range(60)} == set(start.moves())
    start = rules_of(load, "PolyClash").new_position()
    chooser = bot("random", start.rules, 1)
    assert 302 not in {chooser.choose(start) for _ in range(1500)}


def test_greedy_takes_most(load):
    """It turns two discs rather than one, scores twice rather than once, and captures."""
    othello = rules_of(load, "Othello")
    position = othello.parse_position("-" * 8 + "-OX-----" + "-" * 8 + "-OOX----" + "-" * 32 + "X")
    assert othello.move_text(bot("greedy", othello, 1).choose(position)) == "A4"
    sos = load("sos.sos").Sos(4)
    position = sos.parse_position("S.S." + "." * 4 + "SOSO" + "...." + " W 0-1")
    # An O on B2 stands in the middle of both diagonals.
    after = position.play(bot("greedy", sos, 1).choose(position))
    assert sos.scores(after) == (0, 3)
    polyclash = rules_of(load, "PolyClash")
    cells = ["B" if p in (60, 61) else "W" if p == 210 else "." for p in range(302)]
    assert bot("greedy", polyclash, 1).choose(polyclash.parse_position("".join(cells) + " B")) == 65


def test_positional_by_hand(load):
    """Rolit, Red to move: the corner A1 for 30 points and 0.3 for its ball."""
    rules = rules_of(load, "Rolit", 4)
    cells = [".", "Y", "R", *"." * 61]
    for square, letter in ((27, "R"), (28, "Y"), (36, "G"), (35, "B")):
        cells[square] = letter
    position = rules.parse_position("".join(cells) + " R")
    assert rules.move_text(bot("positional", rules, 1).choose(position)) == "A1"


def test_the_current_player_of_polyclash(load):
    """It opens on the lowest empty point, then keeps away from all stones; it sees no capture."""
    rules = rules_of(load, "PolyClash")
    one = bot("polyclash-current", rules, 1)
    start = rules.new_position()
    assert one.choose(start) == 0
    assert one.choose(start.play(0)) == 1
    position = start.play(0).play(1)
    point = one.choose(position)
    xyz = rules.board.xyz
    away = {p: sum(1 / distance(xyz[p], xyz[stone]) for stone in (0, 1)) for p in range(2, 302)}
    assert point == min(away, key=away.get)
    late = position
    for _ in range(75):
        late = late.play(one.choose(late))
        late = late.play(max(late.moves()[:-1]))
    cells = rules.position_text(late).split()[0]
    crowd = {
        p: sum(1 / distance(xyz[p], xyz[q]) for q in range(302) if cells[q] != ".")
        for p in late.moves()
        if p != 302
    }
    assert rules.plies(late) > 151
    assert crowd[one.choose(late)] == pytest.approx(max(crowd.values()))


def distance(a, b):
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5


def test_the_designed_player_of_polyclash_captures(load):
    rules = rules_of(load, "PolyClash")
    cells = ["B" if p in (60, 61) else "W" if p in (210, 290) else "." for p in range(302)]
    position = rules.parse_position("".join(cells) + " B")
    one = bot("polyclash-designed", rules, 1)
    worths = {
        move: rules.area(position.play(move))[0]
        + 2 * (2 - rules.position_text(position.play(move)).split()[0].count("W")) / 302
        for move in position.moves()[:-1]
    }
    assert worths[one.choose(position)] == max(worths.values())


def test_the_scale_of_rolit(load):
    """Random, greedy and positional, as the positional bot was measured: about 0.9 for a first place with two
    players, a mean reward of 0.87 with four."""
    two, four = rules_of(load, "Rolit", 2), rules_of(load, "Rolit", 4)
    assert mean_reward(two, "positional", 40) > 0.8
    assert mean_reward(four, "positional", 40) > 0.75
    assert 0.5 < mean_reward(two, "greedy", 60) < 0.85
    assert 0.45 < mean_reward(four, "greedy", 60) < 0.78


def test_the_scale_of_othello_and_sos(load):
    assert mean_reward(rules_of(load, "Othello"), "positional", 30) > 0.75
    assert mean_reward(rules_of(load, "Sos"), "greedy", 10) > 0.9


def test_the_scale_of_polyclash():
    """The designed player wipes out a random one that keeps its eyes; the current one loses to it."""
    from outflank.engine.core import load

    rules = rules_of(load, "PolyClash")
    assert polyclash_wins(rules, "polyclash-designed", "random-no-eyes", 2) == 2
    assert polyclash_wins(rules, "polyclash-current", "random-no-eyes", 3) == 0
