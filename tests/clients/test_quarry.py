"""Quarry plays the stand-alone program against itself: a real GUI on a screen that nobody sees."""

import re
from pathlib import Path

import pytest
from controllers import referee
from quarry_gui import (
    FOR_GAME,
    FOR_MOVE,
    NEEDED,
    NO_LIMIT,
    OVERTIME,
    Quarry,
    configuration,
    display,
    missing,
    wait,
)

from outflank.protocol.formats.notation import read_move

pytestmark = pytest.mark.clients
VISITS = {"black": 60, "white": 30}


@pytest.fixture(scope="module")
def screen():
    """A display, by its name."""
    if missing(NEEDED):
        pytest.skip(f"no {', '.join(missing(NEEDED))} (Debian packages {', '.join(NEEDED.values())})")
    with display() as name:
        yield name


def in_letters_of_gtp(game):
    """A game as Quarry names its moves, where column 9 is I."""
    return [(colour, read_move(move, True)) for colour, move in game]


def runs(process):
    """Whether a process is there and more than a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    ("size", "clock", "told"),
    [
        (8, NO_LIMIT, None),
        (8, FOR_MOVE, "time_settings 0 2 1"),
        (8, OVERTIME, "time_settings 10 60 10"),
        (6, FOR_GAME, "time_settings 300 0 0"),
        (10, NO_LIMIT, None),
    ],
)
def test_quarry_plays_a_whole_game(plain_path, screen, tmp_path, size, clock, told):
    players = {
        colour: (f"{colour} engine", f"{plain_path} --visits {visits} --seed 1 --log {tmp_path}/{colour}.log")
        for colour, visits in VISITS.items()
    }
    (tmp_path / ".quarry").write_text(configuration(players, size, clock), "ascii")
    quarry = Quarry(screen, tmp_path)
    try:
        quarry.start_game()
        wait(lambda: referee(in_letters_of_gtp(quarry.games()[0]), size).position.over, "end of the game")
        wait(quarry.agreed, "agreement on the moves")
        logs = quarry.logs()
        assert quarry.process.poll() is None
    finally:
        quarry.kill()
    for colour, log in zip(VISITS, logs, strict=True):
        commands = [command for command, _ in log.dialogue]
        assert commands[:4] == ["protocol_version", "name", "version", "list_commands"]
        assert commands[4:8] == ["list_games", "set_game Othello", f"boardsize {size}", "clear_board"]
        assert [row for row in commands if row.startswith("time_settings")] == ([told] if told else [])
        for command, reply in log.dialogue:
            assert reply and re.match("=( |$)", reply[0]), f"{command} is answered by {reply}"
            assert all(reply[1:]), f"a blank line in the reply to {command}: {reply}"
        assert "pass" not in " ".join(commands)
        assert {move[0].upper() for _, move in log.moves(colour)} == set("ABCDEFGHIJ"[:size])
        wait(lambda log=log: not runs(log.process), "end of the engine", 3)
