"""A game between persons and engines over JSON lines: every request of it, and what is told unasked."""

import pytest
from json_script import Script, check_message

ALONE = [{"kind": "person"}, {"kind": "person"}]
FOE = [{"kind": "person"}, {"kind": "engine", "level": "1"}]


@pytest.fixture
def script():
    with Script("--seed", "1") as started:
        yield started


def test_the_engine_answers_by_itself(script):
    script.ask("new", seats=FOE)
    state = script.play("D3", ply=0)
    assert state["waiting"] == "engine" and state["moves"][0]["by"] == "person"
    state = script.state(lambda told: told["ply"] == 2)
    assert state["moves"][1]["by"] == "engine" and state["waiting"] == "person"
    assert script.refused("play", move="F6", ply=0)["code"] == "not_your_turn"
    assert script.refused("play", move="A1")["code"] == "illegal_move"


@pytest.mark.parametrize(
    ("game", "size"), [("Othello", 6), ("Rolit", 8), ("Rolit 3", 8), ("SOS", 3), ("PolyClash", 302)]
)
def test_engines_play_every_game(script, game, size):
    """Bots play a whole game; each ply is told, and the link holds all of it."""
    games = {row["name"]: row for row in script.ask("games")["games"]}
    seats = [{"kind": "engine", "level": "random"}] * len(games[game]["players"])
    name = script.send("new", game=game, size=size, seats=seats)
    most = 40 if game == "PolyClash" else 1000
    state = script.state(lambda told: told["waiting"] == "over" or told["ply"] >= most)
    if state["waiting"] == "over":
        assert state["result"]["end"] == "played" and state["result"]["winners"]
    assert all(len(row["changes"]) or row["cell"] == -1 for row in state["moves"])
    assert any(told.get("id") == name and told["type"] == "result" for told in script.seen)
    with Script() as other:
        other.ask("link", link=state["link"])
        told = other.seen[0]
        assert told["moves"][-1]["move"] == state["moves"][-1]["move"] and told["plies"] == state["plies"]


def test_history_forward_and_back(script):
    script.ask("new", seats=ALONE)
    for move in ("D3", "C5", "F6", "F5"):
        script.play(move)
    script.ask("undo")
    script.ask("undo", turns=2)
    assert script.seen[-2]["ply"] == 1 and script.seen[-2]["plies"] == 4 and script.seen[-2]["redo"]
    script.ask("redo")
    script.ask("goto", ply=4)
    assert script.seen[-2]["ply"] == 4 and not script.seen[-2]["redo"]
    script.ask("goto", ply=1)
    state = script.play("C3")
    assert state["plies"] == 2 and [row["move"] for row in state["moves"]] == ["D3", "C3"]
    assert script.refused("goto", ply=3)["code"] == "refused"


def test_undo_goes_back_to_a_persons_choice_and_go_goes_on(script):
    script.ask("new", seats=FOE)
    script.play("D3")
    script.state(lambda told: told["ply"] == 2)
    script.ask("undo")
    assert script.seen[-2]["ply"] == 0
    script.ask("goto", ply=1)
    assert script.seen[-2]["waiting"] == "paused"
    script.ask("go")
    state = script.state(lambda told: told["ply"] == 2)
    assert state["moves"][1]["by"] == "engine"
    script.ask("go")
    state = script.state(lambda told: told["ply"] >= 3)
    assert state["moves"][2]["by"] == "engine" and state["moves"][2]["player"] == 0


def test_stop_has_the_engine_move_now(script):
    script.ask("new", seats=[{"kind": "engine", "seconds": 100}, {"kind": "person"}])
    assert script.seen[-2]["thinking"]
    assert script.ask("stop")["stopped"]
    assert script.state(lambda told: told["ply"] == 1)["waiting"] == "person"


def test_a_move_that_was_taken_back_is_not_answered(script):
    script.ask("new", seats=[{"kind": "person"}, {"kind": "engine", "seconds": 100}])
    script.play("D3")
    script.ask("undo")
    assert script.seen[-2]["ply"] == 0 and script.seen[-2]["waiting"] == "person"
    assert script.ask("analyze", visits=50)["visits"] >= 50
    assert script.ask("state") and script.seen[-2]["ply"] == 0


def test_resigning_and_seats(script):
    script.ask("new", seats=ALONE)
    script.ask("seat", player=1, seat={"kind": "engine", "level": "2", "name": "Ann"})
    assert script.seen[-2]["players"][1]["called"] == "Ann"
    script.ask("resign", player=0)
    result = script.seen[-2]["result"]
    assert result["end"] == "resigned" and result["winners"] == [1]
    assert script.refused("play", move="D3")["code"] == "game_over"
    assert script.refused("seat", player=1, seat={"kind": "engine", "level": "x"})["code"] == "unknown_level"


def test_the_clock_runs_and_falls(script):
    script.ask("new", seats=ALONE, clock={"main": 0.6})
    assert script.seen[-2]["players"][0]["clock"]["running"]
    state = script.state(lambda told: told["result"] is not None)
    assert state["result"]["end"] == "time" and state["result"]["winners"] == [1]


def test_live_analysis_follows_the_game(script):
    script.ask("new", seats=ALONE)
    script.ask("watch", on=True, every=0.05, most=2, ownership=True)
    first = script.until(lambda told: told["type"] == "thoughts")
    assert first["ply"] == 0 and first["by"] == "analysis" and len(first["moves"]) <= 2
    script.play("D3")
    second = script.until(lambda told: told["type"] == "thoughts" and told["ply"] == 1)
    assert second["player"] == 1
    script.ask("watch", on=False)
    script.ask("hint", visits=50)


def test_losses_are_worked_out(script):
    script.ask("new", seats=ALONE, moves=["D3", "C5"])
    script.ask("losses", on=True)
    plies = {script.until(lambda told: told["type"] == "loss")["ply"] for _ in range(2)}
    assert plies == {1, 2}
    script.ask("state")
    assert all(row["judged"] for row in script.seen[-2]["moves"])


def test_files_of_games(script):
    script.ask("new", seats=ALONE, moves=["F5", "D6", "C3"])
    saved = script.ask("save", format="sgf")
    script.ask("new")
    told = script.ask("open", text=saved["text"], name="a.sgf")
    assert told["loaded"] and told["kind"] == "sgf" and told["games"][0]["plies"] == 3
    many = script.ask("open", text="f5d6c3\nf5f6\n")
    assert not many["loaded"] and len(many["games"]) == 2
    script.ask("load", index=1)
    assert script.seen[-2]["plies"] == 2
    script.ask("position", text=f"{'-' * 27}OX------XO{'-' * 27} X")
    assert script.seen[-2]["plies"] == 0
    assert script.refused("load", index=5)["code"] == "no_such_game"


def test_hidden_hands_stay_hidden(script):
    seats = [{"kind": "person"}, *[{"kind": "engine", "level": "acquire-easy"}] * 2]
    script.ask("watch", on=True, every=0.05)
    script.ask("new", game="Acquire 3", seed=5, seats=seats)
    for _ in range(6):
        state = script.seen[-1] if script.seen[-1].get("waiting") == "person" else None
        state = state or script.state(lambda told: told["waiting"] == "person")
        assert state["position"]["hand"] and state["position"]["legal"]
        script.send("play", move=state["position"]["legal"][0]["move"])
        script.state(lambda told, ply=state["ply"]: told["ply"] > ply)
    others = [told for told in script.seen if told["type"] == "state" and told["position"]["mover"]]
    # The only person sees his own hand all the time, and nobody sees those of engines.
    assert others and all(told["position"]["holder"] == 0 for told in others)
    assert all(told["position"]["hand"] and not told["position"]["legal"] for told in others)
    assert all(told["position"]["text"].count("?") >= 6 for told in others)
    assert all(
        told["by"] == "analysis" and told["player"] == 0 for told in script.seen if told["type"] == "thoughts"
    )
    assert script.refused("review")["code"] == "refused"
    assert script.refused("save", format="game")["code"] == "unwritable"
    text = script.ask("save", format="position")["text"]
    assert "eyes=red" in text and "?" in text


def test_a_link_keeps_its_cards_face_down(script):
    seats = [{"kind": "person"}, *[{"kind": "engine", "level": "acquire-hard"}] * 2]
    script.ask("new", game="Acquire 3", seed=5, rules="house", seats=seats)
    state = script.seen[-2]
    while state["ply"] < 8:
        script.send("play", move=state["position"]["legal"][0]["move"])
        ply = state["ply"]
        state = script.state(lambda told, ply=ply: told["ply"] > ply and told["waiting"] == "person")
    assert state["rules"] == "house" and "deck=~" in state["link"] and "deck=5" not in state["link"]
    script.ask("link", link=state["link"])
    again = script.seen[-2]
    for name in ("hand", "cells", "table"):
        assert again["position"][name] == state["position"][name]
    with Script() as other:
        assert other.refused("link", link=state["link"])["code"] == "bad_value"
        other.ask("link", link="game=Acquire%203&deck=5&seats=person,person,person")
        other.ask("new", game="Acquire 3", seed=5, seats=[{"kind": "person"}] * 3)
        by_link, by_seed = [told["position"]["hand"] for told in other.seen if told["type"] == "state"]
        assert by_link == by_seed


def test_the_table_is_told_as_data(script):
    seats = [{"kind": "person"}] * 4
    script.ask("new", game="Acquire", seed=11, seats=seats)
    state, merged = script.seen[-2], 0
    while state["waiting"] != "over" and state["ply"] < 150:
        position = state["position"]
        table, cells = position["table"], position["cells"]
        for number, chain in enumerate(table["chains"]):
            held = sum(seat["shares"][number] for seat in table["seats"])
            assert chain["size"] == cells.count(chain["letter"]) and chain["bank"] + held == 25
            assert chain["majority"] == 10 * chain["price"] == 2 * chain["minority"]
            assert bool(chain["price"]) == bool(chain["size"])
        tiles = sum(seat["tiles"] for seat in table["seats"])
        in_hand = position["kind"] in ("found", "survive", "order", "dispose")
        assert tiles + table["bag"] + len(table["out"]) + 108 - cells.count(".") - in_hand in (107, 108)
        assert position["holder"] == position["mover"] and len(position["hand"]) <= 6
        assert position["counts"] == [seat["cash"] for seat in table["seats"]]
        if position["kind"] == "dispose":
            merged += 1
            assert table["merger"]["now"] in table["merger"]["defunct"]
            assert table["merger"]["survivor"] not in table["merger"]["defunct"]
        script.ask("play", move=position["legal"][-1]["move"])
        state = script.seen[-2]
    assert merged


def test_thoughts_about_a_purchase_are_whole_turns(script):
    script.ask("new", game="Acquire 3", seed=3, seats=[{"kind": "person"}] * 3)
    state = script.seen[-2]
    while state["position"]["kind"] != "buy" or len(state["position"]["legal"]) < 5:
        script.ask("play", move=state["position"]["legal"][0]["move"])
        state = script.seen[-2]
    told = script.ask("hint", visits=300)
    legal = [row["move"] for row in state["position"]["legal"]]
    assert all(row["move"] in legal and row["pv"][0] == row["move"] for row in told["moves"])
    script.ask("play", move=told["moves"][0]["move"])


def test_losses_of_the_only_person_are_told(script):
    script.ask("losses", on=True)
    seats = [{"kind": "person"}, *[{"kind": "engine", "level": "random"}] * 2]
    script.ask("new", game="Acquire 3", rules="house", seed=5, seats=seats)
    for _ in range(2):
        state = script.seen[-2]
        script.ask("play", move=state["position"]["legal"][-1]["move"])
    told = script.until(lambda told: told["type"] == "loss")
    script.ask("state")
    moves = script.seen[-2]["moves"]
    assert moves[told["ply"] - 1]["player"] == 0
    assert all(row["judged"] is None for row in moves if row["player"])


def test_a_canadian_clock(script):
    clock = {"main": 0, "period": 20, "stones": 3}
    script.ask("new", seats=ALONE, clock=clock)
    state = script.seen[-2]
    assert state["clock"] == clock and state["players"][0]["clock"]["stones"] == 3
    script.ask("play", move="D3")
    assert script.seen[-2]["players"][0]["clock"]["stones"] == 2
    script.ask("link", link=script.seen[-2]["link"])
    assert script.seen[-2]["clock"] == clock
    for wrong in ({"main": 5, "stones": 3}, {"main": 5, "period": 5, "periods": 2, "stones": 3}):
        assert script.refused("new", clock=wrong)["code"] == "bad_value"


def test_a_whole_game_of_acquire_is_played_reviewed_and_saved():
    seats = [{"kind": "engine", "level": "acquire-hard"}] * 3
    # Some two hundred states, each with all moves: the last ones alone are held against the schema.
    with Script(check=False) as script:
        script.ask("new", game="Acquire 3", rules="house", seed=2, seats=seats)
        state = script.state(lambda told: told["result"] is not None)
        assert state["result"]["winners"] and "buy:-" in [row["move"] for row in state["moves"]]
        shares = [row["move"].count(",") + 1 for row in state["moves"] if row["move"][:5] == "buy:L"]
        assert max(shares) == 3, "a bot makes all decisions of a purchase"
        told = script.ask("review", visits=3)
        assert told["type"] == "result" and len(told["game"]["plies"]) > len(state["moves"])
        script.ask("state")
        last = script.seen[-2]
        check_message(last)
        assert all(row["judged"] for row in last["moves"])
        saved = script.ask("save", format="game")
        opened = script.ask("open", text=saved["text"])
        assert opened["loaded"] and script.seen[-2]["result"]["scores"] == state["result"]["scores"]
