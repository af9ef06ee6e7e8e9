"""The card of a learned evaluation: what made it and how good it is, as a text for people."""

from __future__ import annotations

from outflank.protocol.console.json_types import JsonObject

Row = JsonObject
FITTED = ("mix", "again_mix", "spread", "iterations", "fade", "beside_weight")
"""What decides a fit."""


def card(number: int, terms: Row, fits: list[Row], matches: list[Row], played: list[Row]) -> str:
    """The card of evaluation `number`, with the rows of all fits, matches and generations before."""
    fit = fits[-1]
    return "\n".join(
        [
            f"# Evaluation {number} of Othello",
            "",
            f"Made by `{fit['command']}`, finished {fit['date']} (UTC). {fit['bytes']} bytes.",
            "",
            "Terms of that command: " + ", ".join(f"{name} {terms[name]}" for name in terms) + ".",
            "",
            "Fit: " + ", ".join(f"{name} {fit[name]:g}" for name in FITTED) + ".",
            "",
            "## Games",
            "",
            "| played by | games | positions | repeated | depth | weight |",
            "|---|---|---|---|---|---|",
            *(
                f"| {player(row)} | {row['games']} | {row['positions']} "
                f"| {row['repeated']:.2%} | {searched(row)} | {row['weight']:g} |"
                for row in played
                if row["games"]
            ),
            "",
            *command_lines(played),
            "## Matches against the evaluation before, Elo with 95 % interval",
            "",
            "| evaluation | games | by depth | games | by time |",
            "|---|---|---|---|---|",
            *(
                f"| {row['number']} | {row['depth']['games']} | {told(row['depth'])} "
                f"| {row['time']['games']} | {told(row['time'])} |"
                for row in matches
            ),
            "",
            "## Error on games held out, in discs from the final lead",
            "",
            "| evaluation | root mean square | mean |",
            "|---|---|---|",
            *(f"| {row['number']} | {row['rms']:.2f} | {row['mean']:.2f} |" for row in fits),
            "",
            "| discs | positions | held out | iterations | root mean square | mean |",
            "|---|---|---|---|---|---|",
            *(
                f"| {row['discs'][0]}-{row['discs'][1]} | {row['positions']} | {row['held_out']} "
                f"| {row['iterations']} | {row['rms']:.2f} | {row['mean']:.2f} |"
                for row in fit["phases"]
            ),
            "",
        ]
    )


def player(row: Row) -> str:
    """The players of a generation's games, and who looked at them again."""
    number = row["generation"]
    return f"evaluation {number - 1}, looked at again by {number}" if row["again"] else f"evaluation {number}"


def searched(row: Row) -> str:
    """The source of a generation's scores: plies, and visits for the share that was looked at again."""
    plies = str(row["depth"])
    return f"{plies}, for {row['rescored']:.0%} {row['again']} visits" if row["again"] else plies


def command_lines(played: list[Row]) -> list[str]:
    """The commands of the generations, where there was more than one."""
    commands = {row["command"]: row["generation"] for row in played if row["command"]}
    if len(commands) < 2:
        return []
    return [*(f"Up to those of evaluation {last}: `{command}`." for command, last in commands.items()), ""]


def told(match: Row) -> str:
    """A result of a match in Elo."""
    value, low, high = match["elo"]
    return f"{value:+.0f} ({low:+.0f} to {high:+.0f})"
