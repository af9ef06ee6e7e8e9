"""Plays over GTP and NBoard for hours and watches what the programs hold, by command.

    python tests/soak/soak.py --hours 2 --report build/soak.json
    python tests/soak/soak.py --minutes 5 --share 1

Two sessions with small pools, which are full after the first games, play all games with pondering: moves by
simulations and by the clock, many steps back and forth, positions that are set up, games, trees and books
that are saved, analyses that are broken off. A referee has the same games. Memory, descriptors, threads,
simulations and the times of answers are watched; a leak is growth that goes on after the warm-up. The report
is written once a minute and at the end, also when the run is interrupted. The exit code is 1 if anything was
wrong. An engine that fails is started anew, so that a fault in the first minute does not end the night.
"""

import argparse
import json
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "helpers")]

import gtp_script  # noqa: E402
import trend  # noqa: E402
from gtp_games import GtpGames  # noqa: E402
from nboard_games import NBoardGames  # noqa: E402
from program import Ended, Held, cpu_seconds  # noqa: E402

PLAYERS = {"gtp": GtpGames, "nboard": NBoardGames}
MOST_FAULTS = 20
"""Faults after which there is nothing more to be learnt."""
PARTIAL = 60.0
"""Seconds between two reports."""


class Stopped(Exception):
    """A signal has ended the run."""


class Watched:
    """A player, its engine, and what the engine held at each sample. One that fails is started anew."""

    def __init__(self, player):
        self.player = player
        self.lives = []
        """The samples of every engine that there was."""
        self.cpu = 0.0
        """Processor seconds of the engines that have ended."""
        self._rounds = None

    @property
    def samples(self):
        return self.lives[-1]

    def step(self):
        """Let the player make a move, or one of the other things that it does."""
        try:
            if self._rounds is None:
                self.player.start()
                self.lives.append([])
                self._rounds = iter(())
            if next(self._rounds, self) is self:
                self._rounds = self.player.round()
        except Stopped:
            raise
        except Exception as error:
            # Whatever a program does that nobody has thought of is a fault of this kind, too.
            what = str(error) if isinstance(error, Ended) else f"{type(error).__name__}: {error}"
            self.player.wrong(what)
            self.end()

    def sample(self, seconds):
        if self._rounds is None:
            return
        try:
            held = Held(self.player.pid)
        except OSError:
            # It has just ended, as the next step will find.
            return
        answers = self.player.counts["answers"]
        self.samples.append(trend.Sample(seconds, answers, held.rss, held.descriptors, held.threads))

    def used(self):
        """The processor seconds of all its engines."""
        return self.cpu + (cpu_seconds(self.player.pid) if self._rounds is not None else 0.0)

    def end(self):
        """End the engine; what is wrong with its end is noted."""
        if self._rounds is None:
            return
        self.cpu, self._rounds = self.used(), None
        try:
            self.player.leave()
        except Exception as error:
            self.player.wrong(f"it does not end: {type(error).__name__}: {error}")

    def report(self, allowed_kb):
        player = self.player
        trends = [trend.figures(samples) for samples in self.lives]
        leaks = [leak for found in trends for leak in trend.leaks(found, allowed_kb)]
        return {
            "starts": len(self.lives),
            "cpu_seconds": round(self.used(), 1),
            "games": player.games,
            **player.counts,
            "times": {name: times.row() for name, times in sorted(player.times.items())},
            "held": trends,
            "faults": [*player.faults, *leaks],
        }


def report(state, seconds, seed, all_watched):
    allowed_kb = trend.allowed(seconds)
    engines = {watched.player.kind: watched.report(allowed_kb) for watched in all_watched}
    return {
        "state": state,
        "written": time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime()),
        "hours": round(seconds / 3600, 4),
        "seed": seed,
        "games": sum(sum(one["games"].values()) for one in engines.values()),
        "answers": sum(one["answers"] for one in engines.values()),
        "faults": sum(len(one["faults"]) for one in engines.values()),
        "engines": engines,
    }


def text_of(found):
    """The report as text."""
    yield (
        f"{found['state']}: {found['hours']:.2f} hours, seed {found['seed']}, {found['games']} games,"
        f" {found['answers']} answers, {found['faults']} faults"
    )
    for kind, one in found["engines"].items():
        counted = ", ".join(f"{value} {name}" for name, value in one.items() if isinstance(value, int))
        yield f"{kind}: {counted}; {one['cpu_seconds']} s of the processor"
        yield "  games: " + ", ".join(f"{count} {name}" for name, count in sorted(one["games"].items()))
        for held in one["held"]:
            yield "  held: " + ", ".join(f"{name} {value}" for name, value in held.items())
        for name, times in one["times"].items():
            yield (
                f"  {name}: {times['count']} times, median {times['median'] * 1000:.2f} ms,"
                f" 99 % {times['p99'] * 1000:.1f} ms, longest {times['longest'] * 1000:.0f} ms"
            )
        for fault in one["faults"]:
            yield f"  FAULT: {fault}"


def write(path, found):
    """Replace the report as a whole."""
    if path is None:
        return
    part = path.with_name(path.name + ".part")
    part.write_text(json.dumps(found, indent=1) + "\n")
    part.replace(path)
    path.with_suffix(".txt").write_text("\n".join(text_of(found)) + "\n")


def soak(commands, seconds, share=0.25, seed=1, path=None, folder=None, least=0):
    """Play for so long, and until each engine has given `least` answers; the report. `commands` start the
    engine of each kind."""
    folder = Path(folder)
    all_watched = []
    for kind, command in commands.items():
        (folder / kind).mkdir(exist_ok=True)
        all_watched.append(Watched(PLAYERS[kind](command, folder / kind, seed)))
    began = written = sampled = time.monotonic()
    every = max(0.05, min(10.0, seconds / 400))
    state = "done"
    try:
        while (now := time.monotonic()) < began + seconds or any(
            watched.player.counts["answers"] < least for watched in all_watched
        ):
            for watched in all_watched:
                watched.step()
            if now > sampled + every:
                sampled = now
                for watched in all_watched:
                    watched.sample(now - began)
            if now > written + PARTIAL:
                written = now
                write(path, report("running", now - began, seed, all_watched))
            if sum(len(watched.player.faults) for watched in all_watched) >= MOST_FAULTS:
                state = "too many faults"
                break
            # The engines leave the rest of a processor to others.
            ahead = sum(watched.used() for watched in all_watched) / share - (time.monotonic() - began)
            time.sleep(max(0.0, min(1.0, ahead)))
    except (Stopped, KeyboardInterrupt):
        state = "interrupted"
    for watched in all_watched:
        watched.end()
    found = report(state, time.monotonic() - began, seed, all_watched)
    write(path, found)
    return found


def stop(number, frame):
    raise Stopped


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    span = parser.add_mutually_exclusive_group()
    span.add_argument("--hours", type=float, default=2.0, help="how long to play [default 2]")
    span.add_argument("--minutes", type=float, help="the same in minutes")
    parser.add_argument("--share", type=float, default=0.25, help="share of a processor [default 0.25]")
    parser.add_argument("--seed", type=int, default=None, help="seed of the games [default by chance]")
    parser.add_argument("--only", choices=PLAYERS, help="play over this protocol alone")
    parser.add_argument("--report", type=Path, help="JSON file of the report; its text goes beside it")
    parser.add_argument("--program", help="the program [default python -m outflank.protocol]")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    seconds = options.minutes * 60 if options.minutes is not None else options.hours * 3600
    seed = options.seed if options.seed is not None else time.time_ns() % 10**6
    command = [options.program] if options.program else gtp_script.MODULE
    commands = {kind: command for kind in PLAYERS if options.only in (None, kind)}
    # The programs' own files go there, and not to the user's.
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME"), folder))
        found = soak(commands, seconds, options.share, seed, options.report, folder)
    print("\n".join(text_of(found)))
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
