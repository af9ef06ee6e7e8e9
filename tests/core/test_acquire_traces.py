"""Recorded games of Acquire by the rules of the house, replayed: decisions, legal moves, draws, money."""

import json
from pathlib import Path

import pytest

from outflank.engine import core

TRACES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "traces" / "acquire.jsonl").read_text().splitlines()
]
TAGS = {
    "dead",
    "dead-again",
    "dead-bag-out",
    "dead-kept",
    "eighth",
    "exchange",
    "exchange-twice",
    "no-tile",
    "bag-empty",
    "stalemate",
    "end-at-buy",
    "end-41",
    "end-safe",
    "past-end",
    "founder-cash",
    "refounded",
    "merge-3",
    "merge-4",
    "equal-defunct",
    "tie-largest",
    "tie-largest-3",
    "tie-first",
    "tie-second",
    "sole-holder",
    "rounded",
    "trade-short",
    "equal-cash",
}
"""The rare cases that the games hold."""
CHAINS = ("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental")


def fingerprint(rules, position):
    """The hash of everything public, as the traces have it (FNV-1a, 32 bit)."""
    numbers = [",".join(map(str, row)) for row in (position.counts, rules.bank(position))]
    shares = ";".join(",".join(map(str, rules.shares(position, seat))) for seat in range(rules.players))
    text = "|".join(
        [position.cells, numbers[0], shares, numbers[1], str(rules.bag(position)), str(position.mover)]
    )
    value = 2166136261
    for byte in f"{text}|{rules.kind(position)}".encode():
        value = (value ^ byte) * 16777619 % 2**32
    return f"{value:08x}"


def stage(rules, position):
    """Why a tile is drawn, as the position text says."""
    return rules.position_text(position).partition("stage=")[2].partition(" ")[0]


def drawn(rules, position, deck):
    """The position once all draws that are due are made, and those as (stage, seat, tile)."""
    draws = []
    while rules.kind(position) == "draw":
        tile = deck[108 - rules.bag(position)]
        draws.append((stage(rules, position), position.mover, tile))
        position = position.play(rules.find_move(f"draw:{tile}"))
    return position, draws


def purchases(rules, position):
    """The number of multisets of shares that can be bought, nothing included."""
    found = 0
    for move in position.moves():
        after = position.play(move)
        if rules.move_text(move) != "end":
            found += purchases(rules, after) if rules.unfinished(after) else 1
    return found


def spent(rules, before, after, step, seat):
    """What a seat's own decision gives or costs it, by the card of prices."""
    chains = rules_chains(rules)
    if step["kind"] == "buy" and step["move"] != "buy:-":
        names = step["move"].removeprefix("buy:").split(",")
        return -sum(chains.price(chains.find_chain(n), before.cells.count(n[0])) for n in names)
    if step["kind"] == "dispose" and ":S" in step["move"]:
        sold = int(step["move"].partition("S")[2].partition("T")[0])
        queue = rules.position_text(before).partition("queue=")[2].partition(" ")[0].split(",")
        name = queue[int(rules.position_text(before).partition(" at=")[2][0])]
        return sold * chains.price(chains.find_chain(name), before.cells.count(name[0]))
    if step["kind"] == "found":
        name = step["move"].removeprefix("found:")
        chain = chains.find_chain(name)
        return 0 if rules.bank(before)[chain] else chains.price(chain, after.cells.count(name[0]))
    return 0


def rules_chains(rules):
    return core.load("acquire.chains", type(rules).__module__.split(".")[-3].removeprefix("_"))


def check_legal(rules, position, step):
    words = [rules.move_text(move) for move in position.moves()]
    assert ("end" in words) == step.get("can_end", False)
    kind = rules.kind(position)
    assert kind == step["kind"] or step["kind"] == "end"
    if kind == "place":
        assert sorted(set(words) - {"end"}) == sorted(step["legal"].split())
    else:
        assert step["legal"] == (purchases(rules, position) if kind == "buy" else len(words))


def check_draws(step, draws, gone):
    after = step["after"]
    by_stage = {
        name: [row[1:] for row in draws if row[0] == name] for name in ("refill", "replace", "exchange")
    }
    dead, exchanges = after.get("dead", []), after.get("exchange", [])
    assert [tile for _, tile in by_stage["refill"]] == [tile for tile in [after.get("drawn")] if tile]
    assert [tile for _, tile in by_stage["replace"]] == [new for _, new in dead if new]
    assert by_stage["exchange"] == [(row["seat"], tile) for row in exchanges for tile in row["in"]]
    assert gone == {old for old, _ in dead} | {tile for row in exchanges for tile in row["out"]}


def check_money(rules, before, after, step):
    """Nothing but bonuses, purchases, sales and the founder's share changes a player's cash."""
    paid = step["after"].get("paid", [])
    chains = rules_chains(rules)
    for seat in range(rules.players):
        wanted = before.counts[seat] + sum(bonuses[seat] for _, _, bonuses in paid)
        if seat == step["seat"]:
            wanted += spent(rules, before, after, step, seat)
        if after.over:
            held = zip(CHAINS, rules.shares(before, seat), strict=True)
            prices = {name: chains.price(chains.find_chain(name), size) for name, size, _ in paid}
            bought = step["move"].removeprefix("buy:").split(",") if step["kind"] == "buy" else []
            own = bought if seat == step["seat"] else []
            wanted += sum(prices.get(name, 0) * (n + own.count(name)) for name, n in held)
        assert after.counts[seat] == wanted


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: f"{trace['id']}-{trace['players']}")
def test_recorded_games_are_replayed_exactly(load, trace):
    rules = load("acquire.acquire").Acquire(trace["players"], house=True)
    deck = trace["deck"].split()
    position, _ = drawn(rules, rules.new_position(), deck)
    assert [rules.hand(position, seat) for seat in range(rules.players)] == trace["hands"]
    for step in trace["steps"]:
        assert position.mover == step["seat"]
        check_legal(rules, position, step)
        moves = rules.find_moves(position, step["move"])
        assert rules.word(position, moves) == step["move"]
        before = position
        for move in moves:
            position = position.play(move)
        position, draws = drawn(rules, position, deck)
        check_draws(step, draws, set(rules.out(position)) - set(rules.out(before)))
        check_money(rules, before, position, step)
        if "hash" in step["after"]:
            assert (position.mover, rules.kind(position)) == (step["after"]["mover"], step["after"]["kind"])
            assert fingerprint(rules, position) == step["after"]["hash"]
    assert position.over and position.cells == trace["steps"][-1]["after"]["board"]
    assert list(position.counts) == trace["final"]["cash"]
    ranking = sorted(range(rules.players), key=lambda seat: -position.counts[seat])
    assert ranking == trace["final"]["ranking"]
    rewards = position.rewards()
    assert rewards[ranking[0]] == max(rewards) and sum(rewards) == pytest.approx(1.5)


def test_the_games_hold_every_rare_case():
    assert {tag for trace in TRACES for tag in trace["tags"]} == TAGS
    assert {trace["players"] for trace in TRACES} == {3, 4, 5, 6}
