"""Games of a match that nobody played with anybody: random moves, results drawn from given strengths."""

import math
import random
from itertools import combinations

from outflank.engine.games import find_game
from outflank.engine.results.game_record import Fault, GameRecord, Ply

STARTED = 1_800_000_000
STATES = ("host-1", "host-2")


NASTY = "a<script>alert('x')</script>&\"b"
"""A name that no page may take for its own words."""


def league():
    """A round robin of four, one of whom has a nasty name."""
    names = ["Outflank 20", "Outflank 10", "rhino", NASTY]
    strengths = dict(zip(names, (200, 80, 0, -150), strict=True))
    rows = []
    for number, (a, b) in enumerate(combinations(names, 2)):
        rows += games([a, b], 12, "Othello", strengths, f"{number:016x}", number, faults=0.15)
    return rows


def games(
    names,
    count,
    game="Othello",
    strengths=None,
    match="00000000000000aa",
    seed=1,
    faults=0.0,
    values=("discs", "share"),
):
    """Games among engines of these names, all seats rotated over each opening."""
    variant = find_game(game)
    dice = random.Random(seed)
    strengths = strengths or {}
    players = len(variant.players)
    seats = [*names, *[names[-1]] * (players - len(names))]
    rows = []
    for number in range(count):
        turn = number % players
        sitters = tuple(seats[players - turn :] + seats[: players - turn])
        rows.append(one(variant, number, number // players, sitters, strengths, match, dice, faults, values))
    return rows


def one(variant, number, opening, seats, strengths, match, dice, faults, values):
    """One game."""
    rules = variant.rules()
    position, plies = rules.new_position(), []
    lead = {name: strengths.get(name, 0) for name in seats}
    speed = {name: 0.002 * (1 + order) for order, name in enumerate(dict.fromkeys(seats))}
    units = dict(zip(dict.fromkeys(seats), values, strict=False))
    chances = random.Random(f"{match} {opening}")
    while moves := position.moves():
        book = len(plies) < 4
        move = (chances if book else dice).choice(moves)
        name = seats[position.mover]
        drift = (lead[name] - sum(lead.values()) / len(lead)) / 200 + math.sin(len(plies) / 9 + number) / 2
        unit = None if book else units.get(name)
        value = None if unit is None else 10 * drift if unit == "discs" else 1 / (1 + math.exp(-drift))
        took = 0.0 if book else speed[name] * dice.lognormvariate(0, 0.8)
        plies.append(Ply(position.mover, rules.move_text(move), book, took, value, unit, None, None))
        position = position.play(move)
    drawn = {seat: strengths.get(name, 0) + dice.gauss(0, 230) for seat, name in enumerate(seats)}
    rewards = placed(drawn) if len(seats) == 2 else ranked(drawn)
    end, fault, void = "played", None, ""
    if dice.random() < faults:
        end = dice.choice(("time", "illegal", "crash", "disconnect", "void"))
        loser = rewards.index(min(rewards))
        if end == "void":
            rewards, void = (), "the opening <b>does not</b> fit"
        else:
            fault = Fault(seats[loser], f"did something wrong in move {len(plies)}")
    names = dict.fromkeys(seats)
    return GameRecord(
        match,
        number,
        opening,
        f"XOT {opening + 1}",
        variant.name,
        variant.sizes[0],
        rules.position_text(rules.new_position()),
        variant.players,
        seats,
        tuple(plies),
        rewards,
        () if void else tuple(32.0 for _ in seats),
        end,
        fault,
        void,
        f"2026-11-18T{10 + number // 60 % 12:02}:{number % 60:02}:00Z",
        sum(ply.seconds for ply in plies),
        STATES[number % len(STATES)],
        {name: f"{name} 1.0" for name in names},
        0.0004,
    )


def placed(drawn):
    """Two players share 1."""
    ahead = drawn[0] - drawn[1]
    return (0.5, 0.5) if abs(ahead) < 25 else (1.0, 0.0) if ahead > 0 else (0.0, 1.0)


def ranked(drawn):
    """More players get what Rolit gives by rank."""
    order = sorted(drawn, key=drawn.get, reverse=True)
    prizes = (1.0, 0.4, 0.1, 0.0) if len(drawn) == 4 else (1.0, 0.4, 0.0)
    return tuple(prizes[order.index(seat)] for seat in drawn)


def ended(match, number, rewards, void=""):
    """A game of a match of which nothing is known but how it ended."""
    players = match.players
    own = number % players
    seats = tuple((match.a if seat == own else match.b).name for seat in range(players))
    return GameRecord(
        match.id,
        number,
        number // players,
        "",
        match.game,
        match.size,
        "",
        match.variant.players,
        seats,
        (),
        rewards,
        (),
        "void" if void else "played",
        None,
        void,
        "",
        0.0,
        "",
        dict.fromkeys(seats, ""),
        0.0,
    )
