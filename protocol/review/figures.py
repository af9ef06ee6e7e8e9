"""Figures of many reviews: accuracy by player and by phase, the costliest moves, and openings as a tree."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from outflank.engine.games import require_game
from outflank.protocol.console.json_types import Json, JsonObject
from outflank.protocol.review.worths import GOOD, STEPS

PHASES = ("opening", "middle game", "ending")
"""A game's phases: while more than two thirds of the cells that were empty at its start are, more than one
third, and less."""
MOST_COSTLY = 12
"""Moves that are told as the costliest of a game on one board."""
DEEPEST = 16
"""Plies of the openings' tree."""
TREE_SHARE = 200
"""Openings are told that came in one game of this many, but in two games at least."""

Row = Mapping[str, Json]
"""A review as JSON has it (protocol/review/text.py: game_object), with its key, file and rewards."""


class Tally:
    """Figures of some moves: how many there were with a choice, their losses in the game's unit, and how
    many were accurate, or mistakes of each degree."""

    def __init__(self) -> None:
        self.moves = self.accurate = 0
        self.lost = 0.0
        self.mistakes = [0] * len(STEPS["win"])

    def add(self, loss: float, unit: str) -> None:
        """Take a move in."""
        self.moves += 1
        self.lost += loss
        self.accurate += loss <= GOOD[unit]
        for degree, step in enumerate(STEPS[unit]):
            self.mistakes[degree] += loss > step

    @property
    def mean(self) -> float:
        """The mean loss; 0 of nothing."""
        return self.lost / self.moves if self.moves else 0.0

    @property
    def accuracy(self) -> float:
        """The share of accurate moves; 1 of nothing."""
        return self.accurate / self.moves if self.moves else 1.0

    def data(self) -> JsonObject:
        """The tally as JSON has it."""
        return {
            "moves": self.moves,
            "mean_loss": round(self.mean, 4),
            "accuracy": round(self.accuracy, 4),
            "mistakes": self.mistakes,
        }


class Player:
    """A player's moves in all games, as a whole and by phase."""

    def __init__(self) -> None:
        self.games = 0
        self.rewards: list[float] = []
        self.whole = Tally()
        self.phases = [Tally() for _ in PHASES]

    def data(self) -> JsonObject:
        """The player as JSON has it."""
        mean = sum(self.rewards) / len(self.rewards) if self.rewards else None
        phases = {name: tally.data() for name, tally in zip(PHASES, self.phases, strict=True)}
        reward = None if mean is None else round(mean, 4)
        return {"games": self.games, "mean_reward": reward, **self.whole.data(), "phases": phases}


class Costly(NamedTuple):
    """A costly move: what it lost, the game's number in the order of the folder, its key, and the ply."""

    loss: float
    number: int
    key: str
    names: tuple[str, ...]
    ply: Row


class Opening:
    """A move that begins games: how many, the first player's rewards in them, and what the move lost."""

    def __init__(self) -> None:
        self.games = 0
        self.rewards: list[float] = []
        self.loss = 0.0
        self.next: dict[str, Opening] = {}

    def data(self, move: str, fewest: int) -> JsonObject:
        """The move as JSON has it, with those behind it that begin games enough."""
        mean = sum(self.rewards) / len(self.rewards) if self.rewards else None
        behind = sorted(self.next.items(), key=lambda pair: -pair[1].games)
        return {
            "move": move,
            "games": self.games,
            "mean_reward": None if mean is None else round(mean, 4),
            "loss": round(self.loss / self.games, 4) if self.games else 0.0,
            "next": [node.data(name, fewest) for name, node in behind if node.games >= fewest],
        }


class Figures:
    """The figures of one game on boards of one size."""

    def __init__(self, game: str, size: int) -> None:
        self.game, self.size = game, size
        self.variant = require_game(game)
        self.unit = "discs" if self.variant.unit == "discs" else "win"
        self.games = 0
        self.players: dict[str, Player] = {}
        self.phases = [Tally() for _ in PHASES]
        self.costly: list[tuple[float, int, int, Costly]] = []
        self.openings = Opening()
        self.rows: list[JsonObject] = []

    def add(self, number: int, row: Row) -> None:
        """Take a game in, which has this number among all."""
        self.games += 1
        self._add_players(row)
        empty = empties(row["start"])
        own = {name: Tally() for name in row["names"]}
        names = dict(zip(row["players"], row["names"], strict=True))
        worst = 0.0
        for ply in row["moves"]:
            if not ply["choice"]:
                continue
            loss = loss_of(ply, self.unit)
            phase = phase_of(ply, empty, len(row["moves"]))
            name = names[ply["player"]]
            for tally in (self.phases[phase], self.players[name].phases[phase], self.players[name].whole):
                tally.add(loss, self.unit)
            own[name].add(loss, self.unit)
            worst = max(worst, loss)
            self._keep(Costly(loss, number, row["review"], tuple(row["names"]), ply))
        self._add_opening(row)
        self.rows.append(
            {
                "number": number,
                "names": row["names"],
                "result": result_words(row),
                "date": row["tags"].get("DT", ""),
                "accuracy": [own[name].accuracy for name in row["names"]],
                "worst": worst,
                "place": f"{row['source']}, {row['place']}",
            }
        )

    def _add_players(self, row: Row) -> None:
        for seat, name in enumerate(row["names"]):
            player = self.players.setdefault(name, Player())
            player.games += 1
            if row["rewards"]:
                player.rewards.append(row["rewards"][seat])

    def _keep(self, costly: Costly) -> None:
        """Note a move while it is among the costliest."""
        entry = (costly.loss, -costly.number, -costly.ply["ply"], costly)
        if len(self.costly) < MOST_COSTLY:
            heapq.heappush(self.costly, entry)
        elif entry[:3] > self.costly[0][:3]:
            heapq.heapreplace(self.costly, entry)

    def _add_opening(self, row: Row) -> None:
        """Take the first moves in. Games that begin elsewhere than usual have none."""
        rules = self.variant.rules(self.size)
        if row["start"] != rules.position_text(rules.new_position()):
            return
        node = self.openings
        for ply in [None, *row["moves"][:DEEPEST]]:
            if ply is not None:
                node = node.next.setdefault(ply["made"]["move"], Opening())
                node.loss += loss_of(ply, self.unit)
            node.games += 1
            if row["rewards"]:
                node.rewards.append(row["rewards"][0])

    @property
    def costliest(self) -> list[Costly]:
        """The costliest moves, the worst one first; none that lost nothing worth a word."""
        found = [entry[3] for entry in sorted(self.costly, key=lambda entry: entry[:3], reverse=True)]
        return [costly for costly in found if costly.loss > STEPS[self.unit][0]]

    def data(self) -> JsonObject:
        """All of it as JSON has it."""
        fewest = max(2, self.games // TREE_SHARE)
        return {
            "game": self.game,
            "size": self.size,
            "unit": self.unit,
            "games": self.games,
            "players": {name: player.data() for name, player in self.players.items()},
            "phases": {name: tally.data() for name, tally in zip(PHASES, self.phases, strict=True)},
            "costliest": [
                {"loss": round(row.loss, 4), "review": row.key, "names": list(row.names), "ply": row.ply}
                for row in self.costliest
            ],
            "openings": self.openings.data("", fewest),
        }


def gather(rows: Iterable[tuple[int, Row]]) -> list[Figures]:
    """The figures of all games, each with its number; those of the same game and size together."""
    found: dict[tuple[str, int], Figures] = {}
    for number, row in rows:
        kind = row["game"], row["size"]
        if kind not in found:
            found[kind] = Figures(*kind)
        found[kind].add(number, row)
    return list(found.values())


def loss_of(ply: Row, unit: str) -> float:
    """The loss of a ply in the unit of its game."""
    lost: float | None = ply["lost_discs"] if unit == "discs" else None
    return ply["lost_win"] if lost is None else lost


def phase_of(ply: Row, empty: int, plies: int) -> int:
    """The phase of a ply, by the empty cells that a game began with, or by its plies where cells are never
    empty."""
    left = empties(ply["position"]) / empty if empty else 1 - (ply["ply"] - 1) / plies
    return 0 if left > 2 / 3 else 1 if left > 1 / 3 else 2


def empties(position: str) -> int:
    """The empty cells in the text of a position."""
    cells = position.split()[0]
    return cells.count("-") + cells.count(".")


def result_words(row: Row) -> str:
    """The end of a game in a word or two."""
    if row["ended"]:
        return str(row["ended"])
    return str(row["score"]) if row["over"] else "unfinished"


def sorted_players(found: Figures) -> Sequence[tuple[str, Player]]:
    """The players, those with the most games first."""
    return sorted(found.players.items(), key=lambda pair: (-pair[1].games, pair[0].lower()))
