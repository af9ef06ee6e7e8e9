"""Matches inside one process as reports: `outflank lab match`, `bench acceptance` and `bench techniques`.

With --resume the games go to a file as soon as they end (protocol/lab/ledger.py), and the same command takes
up what is there.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from outflank.engine import core
from outflank.engine.lab import acceptance as trials, match as lab
from outflank.engine.lab.referee import Match, Played
from outflank.engine.results import sprt
from outflank.protocol.console.arguments import (
    Parser,
    add_board,
    add_game,
    add_jobs,
    add_json,
    add_seed,
    number,
    whole,
)
from outflank.protocol.console.errors import FAILED, Interrupted, Reading, UserError
from outflank.protocol.console.outbox import show, warn
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import games_counter
from outflank.protocol.lab.ledger import Ledger, read_game

MOST_REASONS = 5


def add_acceptance(parser: Parser) -> None:
    """The options of `outflank bench acceptance`."""
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="Play only the trials with this text in their names; repeatable.",
    )
    parser.add_argument("--game", metavar="GAME", help="Play only the trials of this game, for any players.")
    parser.add_argument("--list", action="store_true", help="List the trials and play none.")
    add_common(parser, None)


def add_techniques(parser: Parser) -> None:
    """The options of `outflank bench techniques`."""
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="Play only for this option of the search; repeatable.",
    )
    add_game(parser, "Game to play")
    parser.add_argument(
        "--limit",
        default="seconds=0.05",
        metavar="NAME=VALUE",
        help="Limit of both sides for one move [default %(default)s].",
    )
    add_common(parser, 400)


def add_openings(parser: Parser) -> None:
    """Add the options of what is played, and from where."""
    add_board(parser)
    parser.add_argument(
        "--even",
        type=number(0),
        metavar="DISCS",
        help="Greatest lead after the opening in discs (Othello 8x8), so that fewer pairs are decided by it "
        "[default any].",
    )


def add_common(parser: Parser, games: int | None, jobs: int = 2) -> None:
    """Add the options that every kind of match has."""
    usual = "%(default)s" if games else "each trial's own number"
    parser.add_argument(
        "--games",
        type=whole(1),
        default=games,
        metavar="N",
        help=f"Games of each match [1 or more; default {usual}].",
    )
    add_seed(parser, "Seed of openings and players")
    add_jobs(parser, jobs)
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="Ledger to which games are added, and which the same command takes up [default none].",
    )
    add_json(parser)


def with_ledger(
    play: Callable[[argparse.Namespace, Any], int], read: Callable[[dict[str, Any]], Any] = read_game
) -> Callable[[argparse.Namespace], int]:
    """A handler that gives `play` the ledger that the options name; whatever ends it early, the games in it
    stay. `read` makes a game of a line."""

    def run(options: argparse.Namespace) -> int:
        ledger: Ledger | lab.Ledger[Any, Any]
        ledger = Ledger(options.resume, read) if options.resume else lab.Ledger()
        try:
            code = play(options, ledger)
        except KeyboardInterrupt:
            kept = (
                "the same command goes on from here" if options.resume else "nothing was kept (see --resume)"
            )
            raise Interrupted(kept) from None
        finally:
            if isinstance(ledger, Ledger):
                ledger.close()
        if missing := core.load("base.workers").MISSING[0]:
            warn(f"{missing} threads could not be started: the others have played their games")
        return code

    return run


class Decided(Exception):
    """One claim is clear."""


def run_match(options: argparse.Namespace, ledger: Any) -> int:
    """One match. Ctrl-C reports the games so far."""
    spec = (options.game, options.size, options.a, options.b)
    with Reading():
        wanted = lab.new_match(*spec, options.seed, even=options.even)
    if options.sprt and wanted.players != 2:
        raise UserError(f"--sprt is for games for two, not for {wanted.game}")
    told = games_counter()

    def tell(match: Match, done: int, games: int) -> None:
        told(match, done, games)
        if (
            options.sprt
            and done < games
            and standing(asked_rows(match, ledger, options), options.sprt).accepted
        ):
            show("\n")
            raise Decided

    try:
        lab.match(*wanted[:4], options.games, wanted.seed, options.jobs, ledger, tell, even=options.even)
    except Decided:
        return report_match(wanted, ledger, options)
    except KeyboardInterrupt:
        report_match(wanted, ledger, options)
        raise
    return report_match(wanted, ledger, options)


def asked_rows(wanted: Any, ledger: Any, options: argparse.Namespace) -> list[Played]:
    """The games asked for, as far as they are played."""
    return sorted(played for played in ledger.games(wanted) if played.number < options.games)


def standing(rows: Sequence[Played], claims: sprt.Claims) -> sprt.Test:
    """How a test stands after these games for two."""
    count = [played for played in rows if not played.void]
    return sprt.tested(lab.grouped(count, 2, lab.first_place), 2, claims)


def report_match(wanted: Match, ledger: Any, options: argparse.Namespace) -> int:
    """Say what the games asked for came to, as far as they are played; the exit code."""
    rows = asked_rows(wanted, ledger, options)
    found = lab.summary(rows, wanted.players)
    test = standing(rows, options.sprt) if options.sprt else None
    reasons = void_reasons(rows)
    if options.json:
        say(as_json({"match": wanted, "summary": found, "sprt": test, "void": reasons}))
    else:
        lines = [*summary_lines(found), *sprt_lines(test, options.sprt), *void_lines(reasons)]
        say("\n".join([match_title(wanted), *lines, ""]))
    return FAILED if reasons else 0


def sprt_lines(test: sprt.Test | None, claims: sprt.Claims | None) -> list[str]:
    """How a test stands, as text."""
    if test is None or claims is None:
        return []
    elo = {"elo0": f"{claims.elo0:g} Elo", "elo1": f"{claims.elo1:g} Elo", "": "neither"}[test.accepted]
    how = f"log-likelihood ratio {test.llr:+.2f} in {test.lower:.2f} to {test.upper:.2f}, {test.groups} pairs"
    return [f"of {claims.elo0:g} and {claims.elo1:g} Elo accepted: {elo} ({how})"]


def run_acceptance(options: argparse.Namespace, ledger: Any) -> int:
    """The trials asked for, one row each; the exit code says whether all were passed."""
    with Reading():
        chosen = trials.choose_trials(options.only, options.game)
    if options.list:
        say("".join(f"{trial_text(trial)}\n" for trial in chosen))
        return 0
    verdicts = []
    if not options.json:
        say(f"{'trial':<32}{'measured':>9}  {'95 %':<16}{'wanted':>9}{'games':>7}{'void':>6}\n")
    for trial in chosen:
        verdict = trials.judge(trial, options.seed, options.games, options.jobs, ledger, games_counter())
        verdicts.append(verdict)
        if not options.json:
            say(verdict_line(verdict) + "\n")
    if options.json:
        say(as_json(verdicts))
    return 0 if all(verdict.passed for verdict in verdicts) else FAILED


def run_techniques(options: argparse.Namespace, ledger: Any) -> int:
    """Each setting asked for against the default; void games make the exit code non-zero."""
    with Reading():
        chosen = trials.choose_settings(options.only, options.game)
        lab.new_match(options.game, None, options.limit, options.limit)
    found = []
    if not options.json:
        say(f"{options.game}, {options.limit}: each setting against the default\n")
        say(f"{'setting':<44}{'score':>7}{'Elo':>8}  {'95 %':<16}{'games':>6}{'void':>6}\n")
    for technique, setting in chosen:
        how = {"ledger": ledger, "progress": games_counter()}
        effect = trials.effect(
            technique, setting, options.game, options.limit, options.games, options.seed, options.jobs, **how
        )
        found.append(effect)
        if not options.json:
            say(effect_line(effect) + "\n")
    if options.json:
        say(as_json(found))
    return FAILED if any(effect.summary.void for effect in found) else 0


def match_title(match: Match) -> str:
    """Who plays whom at what."""
    return f"{match.game} {match.size}, A = {match.a}, B = {match.b}, {openings(match)}"


def openings(match: Match) -> str:
    """What the games of a match begin with."""
    even = "" if match.even is None else f", openings even to {match.even:g} discs"
    return f"seed {match.seed}{even}"


def summary_lines(found: lab.Summary) -> list[str]:
    """A summary as text."""
    outcome = f"A won {found.wins}, shared {found.draws}, lost {found.losses}"
    lines = [f"games {found.games} (void {found.void}): {outcome}"]
    if found.first is None or found.reward is None:
        return lines
    lines.append(f"A's first places {interval(found.first)}, {found.chance:.3f} by chance")
    if found.elo and found.pairs:
        elo = found.elo
        lines.append(f"Elo {signed(elo.value)} ({signed(elo.low)} to {signed(elo.high)})")
        lines.append(f"pairs with 0, 1/2, 1, 3/2, 2 points: {' '.join(map(str, found.pairs))}")
    else:
        lines.append(f"A's reward {interval(found.reward)}")
    lines.append(f"A is the better one with likelihood {found.superiority:.3f}")
    pace = " and ".join(f"{1000 * seconds:.3g}" for seconds in found.pace)
    lines.append(f"{found.plies:.1f} plies a game; {pace} ms a move")
    return lines


def void_reasons(rows: Sequence[Played]) -> list[str]:
    """Why games do not count."""
    return [f"game {played.number}: {played.void}" for played in rows if played.void]


def void_lines(reasons: Sequence[str]) -> list[str]:
    """Why games do not count, for the first few."""
    more = [f"and {len(reasons) - MOST_REASONS} more"] if len(reasons) > MOST_REASONS else []
    return [*(f"void {reason}" for reason in reasons[:MOST_REASONS]), *more]


def trial_text(trial: Any) -> str:
    """A trial that is not run."""
    if isinstance(trial, trials.Check):
        return f"{trial.name}: {trial.about}, >= {trial.threshold:.3g}"
    sign = ">" if trial.strictly else ">="
    what = f"{trial.games} games of {trial.game}, {trial.measure} {sign} {trial.threshold:.3g}"
    return f"{trial.name}: {what}\n    {trial.a}\n    v {trial.b}"


def verdict_line(verdict: trials.Verdict) -> str:
    """A row of the table of acceptance."""
    value = "none" if verdict.value is None else f"{verdict.value:.3f}"
    spread = "" if verdict.low is None else f"{verdict.low:.3f} to {verdict.high:.3f}"
    wanted = f"{verdict.sign} {verdict.threshold:.3f}"
    reward = "" if verdict.reward is None else f"  reward {interval(verdict.reward)}"
    return (
        f"{verdict.name:<32}{value:>9}  {spread:<16}{wanted:>9}{verdict.games:>7}{verdict.void:>6}"
        f"  {'pass' if verdict.passed else 'FAIL'}{reward}"
    )


def effect_line(effect: trials.Effect) -> str:
    """A row of the table of techniques."""
    found = effect.summary
    counts = f"{found.games:>6}{found.void:>6}"
    if found.first is None:
        return f"{effect.setting:<44}{'none':>7}{'':>26}{counts}"
    if found.elo is None:
        spread = f"{found.first.low:.3f} to {found.first.high:.3f}"
        return f"{effect.setting:<44}{found.first.mean:>7.3f}{'':>10}{spread:<16}{counts}"
    spread = f"{signed(found.elo.low)} to {signed(found.elo.high)}"
    return f"{effect.setting:<44}{found.first.mean:>7.3f}{signed(found.elo.value):>8}  {spread:<16}{counts}"


def interval(found: Any) -> str:
    """An estimate with its 95 % interval."""
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f}, 95 %)"


def signed(elo: float) -> str:
    """A difference in Elo."""
    return f"{elo:+.0f}"
