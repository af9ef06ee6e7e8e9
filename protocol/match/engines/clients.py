"""Engine clients by the protocol they speak, and whether the engines of a match can play it."""

from __future__ import annotations

from collections.abc import Callable

from outflank.engine.lab import table
from outflank.engine.lab.client import IN_PROCESS, Client, EngineSpec, GameSetup, NewClient, Trouble
from outflank.engine.lab.in_process import InProcess
from outflank.engine.lab.openings import Openings
from outflank.engine.lab.schedule import Store
from outflank.engine.lab.stop import Stop
from outflank.engine.lab.terms import Match
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.match.engines.gtp import GtpEngine
from outflank.protocol.match.engines.nboard import NBoardEngine
from outflank.protocol.match.engines.pipe_stop import PipeStop

CLIENTS: dict[str, NewClient] = {"gtp": GtpEngine, "nboard": NBoardEngine, IN_PROCESS: InProcess}


def new_client(spec: EngineSpec, stop: Stop | None = None) -> Client:
    """An engine, not started yet."""
    return CLIENTS[spec.protocol](spec, stop)


def play(
    match: Match,
    openings: Openings,
    games: int,
    ledger: Store[GameRecord],
    jobs: int | None = 1,
    watch: Callable[[GameRecord], object] | None = None,
    stop: PipeStop | None = None,
) -> list[GameRecord]:
    """Play what is missing of a match between engines of any kind, as engine/lab/table.play."""
    bell = PipeStop() if stop is None else stop
    try:
        return table.play(match, openings, games, ledger, jobs or 1, watch, bell, new_client=new_client)
    finally:
        if stop is None:
            bell.close()


def check_engines(match: Match, stop: Stop | None = None) -> None:
    """Unable or Trouble when an engine of a match does not start, or does not play such a game."""
    variant = match.variant
    rules = variant.rules(match.size)
    seats = (match.a.name, *(match.b.name for _ in variant.players[1:]))
    setup = GameSetup(variant, match.size, rules, rules.new_position(), True, match.clock, seats)
    for player, spec in enumerate((match.a, match.b)):
        client = new_client(spec, stop)
        try:
            client.begin(setup, player)
        except Trouble as trouble:
            raise type(trouble)(f"{spec.name} {trouble}") from None
        finally:
            client.close()
