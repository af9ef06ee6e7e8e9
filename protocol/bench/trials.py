"""`outflank bench acceptance` and `bench techniques`: tables of matches inside one process."""

from __future__ import annotations

import argparse

from outflank.engine.lab import acceptance as trials
from outflank.engine.lab.match import new_match
from outflank.engine.lab.schedule import Store
from outflank.engine.results.game_record import GameRecord
from outflank.protocol.console.arguments import Parser, add_game
from outflank.protocol.console.errors import FAILED, Reading
from outflank.protocol.console.output import as_json, say
from outflank.protocol.console.progress import games_counter
from outflank.protocol.console.subcommand import Subcommand
from outflank.protocol.console.tables import Columns
from outflank.protocol.lab.options import add_common, with_games
from outflank.protocol.report.summary import interval
from outflank.protocol.report.tables import signed, span

VERDICTS = Columns(
    ("trial", -32),
    ("measured", 9),
    ("  95 %", -18),
    ("wanted", 9),
    ("games", 7),
    ("void", 6),
    ("", 6),
    ("", -1),
)
EFFECTS = Columns(("setting", -44), ("score", 7), ("Elo", 8), ("  95 %", -18), ("games", 6), ("void", 6))


def add_acceptance(parser: Parser) -> None:
    """The options of `outflank bench acceptance`."""
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TEXT",
        help="Play only the trials with this text in their names; repeatable.",
    )
    parser.add_argument(
        "--game", metavar="GAME", help="Game whose trials are played, for any players [default all]."
    )
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


def run_acceptance(options: argparse.Namespace, ledger: Store[GameRecord]) -> int:
    """The trials asked for, one row each; the exit code says whether all were passed."""
    with Reading():
        chosen = trials.choose_trials(options.only, options.game)
    if options.list:
        say("".join(f"{trial_text(trial)}\n" for trial in chosen))
        return 0
    verdicts = []
    if not options.json:
        say(VERDICTS.head())
    for trial in chosen:
        verdict = trials.judge(trial, options.seed, options.games, options.jobs, ledger, games_counter())
        verdicts.append(verdict)
        if not options.json:
            say(verdict_line(verdict))
    if options.json:
        say(as_json(verdicts))
    return 0 if all(verdict.passed for verdict in verdicts) else FAILED


def run_techniques(options: argparse.Namespace, ledger: Store[GameRecord]) -> int:
    """Each setting asked for against the default; void games make the exit code non-zero."""
    with Reading():
        chosen = trials.choose_settings(options.only, options.game)
        new_match(options.game, None, options.limit, options.limit)
    found = []
    if not options.json:
        say(f"{options.game}, {options.limit}: each setting against the default\n{EFFECTS.head()}")
    for technique, setting in chosen:
        what = technique, setting, options.game, options.limit, options.games
        effect = trials.effect(*what, options.seed, options.jobs, ledger, games_counter())
        found.append(effect)
        if not options.json:
            say(effect_line(effect))
    if options.json:
        say(as_json(found))
    return FAILED if any(effect.summary.void for effect in found) else 0


def trial_text(trial: trials.Trial | trials.Check) -> str:
    """A trial that is not run."""
    if isinstance(trial, trials.Check):
        return f"{trial.name}: {trial.about}, >= {trial.threshold:.3g}"
    sign = ">" if trial.strictly else ">="
    what = f"{trial.games} games of {trial.game}, {trial.measure} {sign} {trial.threshold:.3g}"
    return f"{trial.name}: {what}\n    {trial.a}\n    v {trial.b}"


def verdict_line(verdict: trials.Verdict) -> str:
    """A row of the table of acceptance."""
    value = "none" if verdict.value is None else f"{verdict.value:.3f}"
    spread = "" if verdict.low is None else f"  {verdict.low:.3f} to {verdict.high:.3f}"
    wanted = f"{verdict.sign} {verdict.threshold:.3f}"
    passed = "pass" if verdict.passed else "FAIL"
    reward = f"  reward {interval(verdict.reward)}" if verdict.reward else ""
    return VERDICTS.row(verdict.name, value, spread, wanted, verdict.games, verdict.void, passed, reward)


def effect_line(effect: trials.Effect) -> str:
    """A row of the table of techniques."""
    found = effect.summary
    counts = found.games, found.void
    if found.first is None:
        return EFFECTS.row(effect.setting, "none", "", "", *counts)
    score = f"{found.first.mean:.3f}"
    if found.elo is None:
        return EFFECTS.row(
            effect.setting, score, "", f"  {found.first.low:.3f} to {found.first.high:.3f}", *counts
        )
    elo = found.elo
    return EFFECTS.row(effect.setting, score, signed(elo.value), f"  {span(elo.low, elo.high)}", *counts)


ACCEPTANCE = Subcommand(
    arguments=(add_acceptance,),
    run=with_games(run_acceptance),
    examples="outflank bench acceptance --only Rolit --resume games.jsonl",
    failed="a trial is not passed",
)
TECHNIQUES = Subcommand(
    arguments=(add_techniques,),
    run=with_games(run_techniques),
    examples="outflank bench techniques --only exploration --game SOS",
    failed="a game is void",
)
