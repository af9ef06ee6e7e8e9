"""A training from its first games to its last comparison; what is done already is taken from its folder."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator

from outflank.protocol.console import files
from outflank.protocol.console.errors import UserError, reason
from outflank.protocol.console.outbox import show
from outflank.protocol.console.progress import progress
from outflank.protocol.train.card import FITTED, Row, card
from outflank.protocol.train.crew import Crew
from outflank.protocol.train.folder import EARLIER, FIT, MATCH, Folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.train.features import Array
    from outflank.engine.train.fit import Phase
    from outflank.protocol.train.cluster import ClusterCrew

PAIRS_AT_A_TIME = 10
MATCH_DEPTH = 4
"""Plies of the search in the matches by depth."""
RULES = "rules"
SHIPPED = "shipped"


def terms_of(arguments: argparse.Namespace) -> Row:
    """Terms that decide the games of a training, so that another one does not go on in its place."""
    names = ("game", "seed", "begin", "depth", "solve_at", "guess_at", "beside", "chunk", "again", *FITTED)
    return {name: getattr(arguments, name) for name in names}


class Training:
    """A training under way: generation n plays games, or looks at those of the one before again, and
    evaluation n + 1 is fitted to them and all before.

    The games are left to `players`, and the matches to a crew on this machine."""

    def __init__(
        self,
        folder: Folder,
        crew: Crew,
        players: Crew | ClusterCrew,
        arguments: argparse.Namespace,
        command: str,
    ) -> None:
        self._folder = folder
        self._crew = crew
        self._players = players
        self._arguments = arguments
        self._command = command
        hours = arguments.hours
        self._end = time.monotonic() + hours * 3600 if hours else float("inf")

    def run(self) -> int:
        """Train until a generation gains little, there are enough, or time is over; the exit code."""
        for generation in range(self._arguments.generations):
            if not (self._look_again if self._is_second(generation) else self._play)(generation):
                show("no more time\n")
                break
            self._fit(generation + 1)
            match = self._compare(generation + 1)
            self._write_card(generation + 1)
            gain = match["depth"]["elo"][0]
            show(f"evaluation {generation + 1}: {gain:+.0f} Elo at equal depth\n")
            if generation and gain < self._arguments.gain:
                show(f"less than {self._arguments.gain:g} Elo gained: done\n")
                break
            if time.monotonic() > self._end:
                show("no more time\n")
                break
        return 0

    def _is_second(self, generation: int) -> bool:
        """Tell whether a generation looks at the games of the one before again, which were played."""
        return bool(self._arguments.again and generation and not self._folder.again(generation - 1))

    def _play(self, generation: int) -> bool:
        """Have the games of a generation; whether there are any."""
        from outflank.engine.train import selfplay

        if self._folder.end(generation) is not None:
            return True
        chosen = self._arguments
        plan = selfplay.Plan(
            chosen.seed,
            generation,
            chosen.chunk,
            chosen.depth,
            chosen.solve_at,
            chosen.guess_at,
            chosen.beside,
        )
        data = self._evaluation(generation)
        chunks = -(-chosen.games // chosen.chunk)
        return self._gather(generation, chunks, selfplay.play_chunk, lambda number: (data, plan, number))

    def _look_again(self, generation: int) -> bool:
        """Have the games of the generation before with the scores of a tree search; whether there are any."""
        from outflank.engine.train import relabel as again

        folder, visits = self._folder, self._arguments.again
        if folder.end(generation) is not None:
            return True
        data = self._evaluation(generation)
        chunks = folder.end(generation - 1) or 0

        def piece(number: int) -> tuple[object, ...]:
            return data, folder.chunk(generation - 1, number), visits

        return self._gather(generation, chunks, again.look_again, piece, visits)

    def _gather(
        self,
        generation: int,
        chunks: int,
        work: Callable[..., Array],
        piece: Callable[[int], tuple[object, ...]],
        again: int = 0,
    ) -> bool:
        """Have all chunks of a generation, or as many as there is time for; whether there are any. The
        work on a chunk is given what `piece` says."""
        chosen = self._arguments
        there = self._folder.chunks(generation)

        def missing() -> Iterator[tuple[int, tuple[object, ...]]]:
            for number in range(chunks):
                if time.monotonic() > self._end:
                    return
                if number not in there:
                    yield number, piece(number)

        done = len(there & set(range(chunks)))
        begun, games = time.monotonic(), 0
        what = f"generation {generation}: chunks of {chosen.chunk} games" + " again" * bool(again)
        with progress(what, done, chunks) as tell:
            for number, samples in self._players.run(work, missing()):
                self._folder.add_chunk(generation, number, samples)
                games += chosen.chunk
                tell(f"{games / (time.monotonic() - begun):.0f} games/s")
        there = self._folder.chunks(generation)
        whole = next(number for number in range(chunks + 1) if number == chunks or number not in there)
        if whole:
            self._folder.end_at(generation, whole, self._command, again)
        return whole > 0

    def _fit(self, number: int) -> None:
        """Have evaluation `number`."""
        if self._folder.evaluation(number) is not None:
            return
        import numpy as np

        from outflank.engine import evaluation
        from outflank.engine.train import export, fit, samples as kept, slopes

        samples, wanted, weights = self._samples(number)
        chosen = self._arguments
        choices = fit.Choices(chosen.spread, chosen.iterations)
        begun = None if chosen.begin == RULES else export.numbers_of(self._evaluation(0))
        numbers: dict[int, Array] = {}
        phases = []
        with progress(f"evaluation {number}: phases", 0, fit.PHASES) as tell:
            for phase in fit.fit(samples, wanted, weights, choices, begun):
                numbers[phase.number] = phase.numbers
                phases.append(phase_row(phase))
                tell(f"{phase.iterations} iterations, error {phase.error.root_mean_square:.2f}")
        # How sure a lead is depends on who plays, so only the newest games count, and none that was fitted.
        newest = self._folder.samples(number - 1)
        apart = newest[kept.held_out(newest) & ~kept.beside(newest)]
        sets = [numbers[phase] for phase in range(fit.PHASES)]
        steep = slopes.slopes(apart, sets, fit.PHASE_OF)
        data = export.file_of(fit.PHASE_OF, steep, np.array(sets) * evaluation.UNIT)
        self._folder.add_row(
            f"evaluation-{number:02}.json",
            {
                "number": number,
                "command": self._command,
                "date": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
                "bytes": len(data),
                "mix": chosen.mix,
                "again_mix": chosen.again_mix,
                "fade": chosen.fade,
                "beside_weight": chosen.beside_weight,
                **choices._asdict(),
                **mean_error(phases),
                "phases": phases[::-1],
            },
        )
        self._folder.add_evaluation(number, data)

    def _samples(self, number: int) -> tuple[Array, Array, Array]:
        """The data that evaluation `number` is fitted to: samples, what each ought to be worth, and the
        weight of each."""
        import numpy as np

        from outflank.engine.train import samples as kept
        from outflank.engine.train.targets import returns

        chosen = self._arguments
        parts = [self._samples_of(generation, number) for generation in range(number)]
        weights: list[Array] = [
            np.where(kept.beside(part), np.float32(chosen.beside_weight), np.float32(1))
            * chosen.fade ** (number - 1 - generation)
            for generation, part in enumerate(parts)
        ]
        wanted = [returns(part, chosen.mix, chosen.again_mix) for part in parts]
        return np.concatenate(parts), np.concatenate(wanted), np.concatenate(weights)

    def _samples_of(self, generation: int, number: int) -> Array:
        """The samples of a generation that count for evaluation `number`: those of games that the next one
        looked at again count there."""
        folder = self._folder
        again = generation + 1 < number and folder.again(generation + 1)
        return folder.samples(generation, folder.end(generation + 1) if again else 0)

    def _compare(self, number: int) -> Row:
        """The result of evaluation `number` against the one before."""
        name = f"match-{number:02}.json"
        row = self._folder.row(name, MATCH)
        if row is None:
            chosen = self._arguments
            row = {
                "number": number,
                "depth": self._match(number, chosen.match_games, MATCH_DEPTH, 0.0),
                "time": self._match(number, chosen.timed_games, 0, chosen.move_time),
            }
            self._folder.add_row(name, row)
        return row

    def _match(self, number: int, games: int, depth: int, seconds: float) -> Row:
        """A match by depth or by time."""
        from outflank.engine.results import elo
        from outflank.engine.train import evaluation_match as contest

        pairs = -(-games // 2)
        terms = contest.Terms(self._arguments.seed, depth, seconds)
        new, old = self._evaluation(number), self._evaluation(number - 1)
        pieces = [
            (first, (new, old, terms, range(first, min(pairs, first + PAIRS_AT_A_TIME))))
            for first in range(0, pairs, PAIRS_AT_A_TIME)
        ]
        pace = f"{seconds:g} s" if seconds else f"{depth} plies"
        about = f"evaluation {number} against {number - 1}, {pace} a move"
        found: dict[int, list[tuple[float, float]]] = {}
        with progress(about, 0, len(pieces)) as tell:
            for first, groups in self._crew.run(contest.play_pairs, pieces):
                found[first] = groups
                results = [result for some in found.values() for group in some for result in group]
                tell(f"{sum(results) / len(results):.1%}")
        groups = [group for first in sorted(found) for group in found[first]]
        value = elo.elo_of(elo.estimate(groups))
        return {"games": 2 * pairs, "pace": pace, "elo": list(value), "pentanomial": elo.pentanomial(groups)}

    def _write_card(self, number: int) -> None:
        """Have the card of evaluation `number`."""
        import numpy as np

        from outflank.engine.train import samples as kept

        folder = self._folder
        if folder.has(f"evaluation-{number:02}.md"):
            return
        played = []
        for generation in range(number):
            samples = self._samples_of(generation, number)
            played.append(
                {
                    "generation": generation,
                    "games": len(np.unique(samples["game"][~kept.beside(samples)])),
                    "positions": len(samples),
                    "repeated": kept.repeated(samples),
                    "depth": self._arguments.depth,
                    "again": folder.again(generation),
                    "rescored": float(np.mean(samples["depth"] == kept.AGAIN)) if len(samples) else 0.0,
                    "weight": self._arguments.fade ** (number - 1 - generation),
                    "command": folder.command(generation),
                }
            )
        numbers = range(1, number + 1)
        fits = [folder.need(f"evaluation-{one:02}.json", FIT, EARLIER) for one in numbers]
        matches = [folder.need(f"match-{one:02}.json", MATCH) for one in numbers]
        text = card(number, terms_of(self._arguments), fits, matches, played)
        folder.add_text(f"evaluation-{number:02}.md", text)

    def _evaluation(self, number: int) -> bytes:
        data = self._folder.evaluation(number)
        if data is None:
            raise UserError(f"evaluation {number} is missing in the folder")
        return data


def first_tables(name: str) -> bytes:
    """The content of the file that a training begins with. ValueError when it cannot be used."""
    from outflank.engine import evaluation
    from outflank.engine.train import export

    if name == RULES:
        first: bytes = export.first_file()
        return first
    if name == SHIPPED:
        shipped: bytes = evaluation.shipped_data()
        return shipped
    try:
        data = files.read(os.fsencode(name), evaluation.LARGEST)
        evaluation.read(data)
    except (OSError, evaluation.BadTables) as error:
        raise UserError(f"{name}: {reason(error)}") from None
    return data


def phase_row(phase: Phase) -> Row:
    """A fitted phase for a file of JSON."""
    return {
        "discs": [phase.discs[0], phase.discs[-1]],
        "positions": phase.positions,
        "held_out": phase.error.positions,
        "iterations": phase.iterations,
        "rms": phase.error.root_mean_square,
        "mean": phase.error.mean,
    }


def mean_error(phases: list[Row]) -> Row:
    """The errors over all phases."""
    total = sum(row["held_out"] for row in phases) or 1
    square = sum(row["held_out"] * row["rms"] ** 2 for row in phases) / total
    return {"rms": square**0.5, "mean": sum(row["held_out"] * row["mean"] for row in phases) / total}
