"""Tournament controllers and GoGui: their whole dialogues with the stand-alone program on both sides."""

import re
import time

import pytest
from controllers import Engine, gomill, referee, result, twogtp
from patience import SOON

GAME = (
    "D3E3F5C5F3D6D7F2B4E6G1B5F6C4C6E2C3G5A4C7D1C2E7A5A3G7H8B3B6F8"
    "A6D2B8D8G4H3C1F4H4G6A2B7E8G2A7B2B1F7H1G3H7C8E1H5G8F1H6A1H2A8"
)
MOVES = [("BW"[at // 2 % 2], GAME[at : at + 2]) for at in range(0, len(GAME), 2)]
VERTICES = re.compile(r"([A-HJ-Z][1-9][0-9]?)( [A-HJ-Z][1-9][0-9]?)*|pass|")


@pytest.mark.parametrize("controller", [twogtp, gomill])
@pytest.mark.parametrize("size", [6, 8, 10])
def test_a_controller_referees_a_game(engine, controller, size):
    engines = [engine("--visits", "30", "--seed", seed) for seed in ("1", "2")]
    assert len(controller(engines, size)) > size * 3


@pytest.mark.parametrize("controller", [twogtp, gomill])
def test_a_controller_sees_a_forced_pass(engine, controller):
    """Somewhere in these small games one side cannot move, and both conventions must hold."""
    passes = 0
    for seed in range(1, 6):
        engines = [engine("--visits", "4", "--seed", str(seed + side)) for side in (0, 50)]
        moves = controller(engines, 6)
        passes += [move for _, move in moves[:-2]].count("PASS")
    assert passes


def test_the_check_before_a_tournament(engine):
    checked = engine()
    assert checked.text("protocol_version") == "2"
    checked.empty("boardsize 8", "clear_board", "komi 0.0")
    checked.leave()


def test_attaching_to_gogui(engine):
    """What the GUI asks of the engine that plays, in its order, and the beginning of a game."""
    player = engine("--visits", "30")
    assert player.text("name") == "Outflank"
    assert player.text("protocol_version") == "2"
    assert re.fullmatch(r"\d+\.\d+.*", player.text("version"))
    listed = player.text("list_commands").split()
    assert {"gogui-rules_game_id", "gogui-rules_legal_moves", "gogui-rules_side_to_move"} <= set(listed)
    player.empty("gogui-interrupt")
    assert player.text("gogui-rules_game_id") == "Othello"
    player.empty("boardsize 8", "clear_board", "komi 6.5", "time_settings 0 1 0")
    player.text("gogui-title")
    assert player.text("gogui-rules_game_id") == "Othello"
    assert player.text("gogui-rules_board_size") == "8"
    for row in player.text("gogui-analyze_commands").splitlines():
        kind, label, command = row.split("/", 2)
        assert kind and label and command.split()[0] in listed, row
    player.empty("boardsize 8", "clear_board", "play B D3")
    assert player.text("genmove w") in ("C3", "C5", "E3")
    assert player.text("gogui-rules_side_to_move").lower()[0] == "b"
    player.leave()


def rules_of(ruler, size=8):
    """All that GoGui asks of its ruler for a position: the board as its first row, the side and the moves."""
    rows = ruler.text("gogui-rules_board")
    cells = [cell for cell in rows if cell in ".XO?"]
    assert len(cells) == size * size
    assert ruler.text("gogui-rules_board_size").split()[0] == str(size)
    side = ruler.text("gogui-rules_side_to_move").lower()[0]
    legal = {ruler.text("gogui-rules_legal_moves") for _ in range(3)}
    assert len(legal) == 1 and VERTICES.fullmatch(*legal)
    return "".join(cells), side, legal.pop()


def expected_rules(game, size=8):
    """The same of the referee. GoGui's first row is its highest, and row 1 of Othello the lowest name."""
    rows = [line.split()[1:] for line in game.diagram().splitlines()[1 : size + 1]]
    cells = "".join("".join(row) for row in reversed(rows)).replace("+", ".")
    if game.position.over:
        return cells, None, ""
    moves = [game.rules.move_text(move).upper() for move in game.position.moves()]
    legal = "pass" if moves == ["PASS"] else " ".join(sorted(moves))
    return cells, "bw"[game.position.mover], legal


def test_gogui_replays_the_game_for_every_move(engine):
    """The ruler gets the whole game again for each move on display, and is asked for everything."""
    ruler = engine()
    ruler.empty("boardsize 8")
    begin = time.monotonic()
    for length in range(len(MOVES) + 1):
        ruler.empty("clear_board", *(f"play {colour} {move}" for colour, move in MOVES[:length]))
        cells, side, legal = rules_of(ruler)
        wanted = expected_rules(referee(MOVES[:length]))
        assert cells == wanted[0], f"after {length} moves"
        assert " ".join(sorted(legal.split())) == wanted[2], f"after {length} moves"
        assert side == wanted[1] or wanted[1] is None
    assert time.monotonic() - begin < 10
    final = ruler.text("gogui-rules_final_result")
    assert final and ruler.text("final_score") == result(MOVES)
    ruler.leave()


@pytest.mark.parametrize("size", [6, 10])
def test_gogui_shows_other_sizes(engine, size):
    ruler = engine()
    ruler.empty(f"boardsize {size}", "clear_board")
    wanted = expected_rules(referee([], size), size)
    cells, side, legal = rules_of(ruler, size)
    assert (cells, side, " ".join(sorted(legal.split()))) == wanted


def test_four_copies_start_at_once(program):
    """GoGui starts its player and three rulers with one command."""
    begin = time.monotonic()
    copies = [Engine(program) for _ in range(4)]
    try:
        for copy in copies:
            assert copy.text("gogui-rules_game_id") == "Othello"
        assert time.monotonic() - begin < SOON
    finally:
        for copy in copies:
            copy.kill()


def test_going_through_a_game(engine):
    """Forward in one command, back in one, and a set-up position."""
    board = engine()
    board.empty("boardsize 8", "clear_board")
    board.empty("gogui-play_sequence " + " ".join(f"{colour} {move}" for colour, move in MOVES))
    assert board.text("final_score") == result(MOVES)
    board.empty("gg-undo 58")
    assert rules_of(board)[0] == expected_rules(referee(MOVES[:2]))[0]
    board.empty("clear_board", "gogui-setup B D4 B E4 B D5 W E5 W F4", "gogui-setup_player W")
    cells, side, legal = rules_of(board)
    assert (cells.count("X"), cells.count("O"), side) == (3, 2, "w")
    assert sorted(legal.split()) == ["C3", "C4", "C5", "E3"]
