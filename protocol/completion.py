"""`outflank completion`: a script for bash or zsh that completes subcommands, options and their values.

The script is made from the table of subcommands, so it holds for the version that printed it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from outflank.protocol import cli
from outflank.protocol.console.arguments import Parser
from outflank.protocol.console.output import say
from outflank.protocol.console.subcommand import Row, Subcommand, walk

ROOT = "outflank"


class Place(NamedTuple):
    """The completions of a subcommand's words: kinds, and options with their values."""

    name: str
    kinds: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    """(option, words it takes) where they are known; of a file or folder the sign FILE or DIR."""


def places() -> list[Place]:
    """Every subcommand and kind, the program itself first."""
    made = [place(ROOT, cli.SUBCOMMANDS, cli.find(["gtp"], []))]
    for name, _, command in walk(cli.SUBCOMMANDS):
        made.append(place(name, command.kinds, command))
    return made


def place(name: str, kinds: Sequence[Row], command: Subcommand) -> Place:
    """The completions of this option's value."""
    options, values = [], []
    for action in Parser(name, command).rows():
        for option in action.option_strings:
            options.append((option, first_words(action.help or "")))
            if action.choices:
                values.append((option, " ".join(map(str, action.choices))))
            elif action.metavar in ("FILE", "DIR", "OUT"):
                values.append((option, "DIR" if action.metavar == "DIR" else "FILE"))
            elif action.nargs != 0:
                values.append((option, ""))
    return Place(name, tuple((row.name, row.about) for row in kinds), tuple(options), tuple(values))


def first_words(text: str) -> str:
    """The text of an option without its range and default."""
    return text.partition(" [")[0].partition(";")[0].rstrip(".").replace("%%", "%")


BASH = """# Completion of outflank for bash: eval "$(outflank completion bash)"
_outflank() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" place=outflank word
    for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
        case "$place $word" in
{deeper}) place="$place $word" ;;
        esac
    done
    COMPREPLY=()
    case "$place $before" in
{values}
    esac
    case "$place" in
{words}
    esac
}}
complete -o bashdefault -o default -F _outflank outflank
"""
ZSH = """#compdef outflank
# Completion of outflank for zsh: outflank completion zsh > a file _outflank in a folder of $fpath
_outflank() {{
    local place=outflank word
    local -a kinds options
    for word in "${{(@)words[2,CURRENT-1]}}"; do
        case "$place $word" in
{deeper}) place="$place $word" ;;
        esac
    done
    case "$place ${{words[CURRENT-1]}}" in
{values}
    esac
    case "$place" in
{words}
    esac
    if [[ ${{words[CURRENT]}} == -* ]]; then
        _describe -o option options
    elif (( $#kinds )); then
        _describe subcommand kinds
    else
        _files
    fi
}}
compdef _outflank outflank
"""


def bash(found: Sequence[Place]) -> str:
    """The script for bash."""
    values, rows = [], []
    for row in found:
        for option, words in row.values:
            command = {"FILE": "-f", "DIR": "-d", "": ""}.get(words, f'-W "{words}"')
            reply = f'COMPREPLY=($(compgen {command} -- "$current")); ' if command else ""
            values.append(f'        "{row.name} {option}") {reply}return ;;')
    for row in found:
        options = " ".join(name for name, _ in row.options)
        kinds = " ".join(name for name, _ in row.kinds)
        reply = f'[[ $current == -* ]] && COMPREPLY=($(compgen -W "{options}" -- "$current"))'
        if kinds:
            reply += f' || COMPREPLY=($(compgen -W "{kinds}" -- "$current"))'
        rows.append(f'        "{row.name}") {reply} ;;')
    return BASH.format(deeper=deeper(found), values="\n".join(values), words="\n".join(rows))


def zsh(found: Sequence[Place]) -> str:
    """The script for zsh."""
    values, rows = [], []
    for row in found:
        for option, words in row.values:
            command = {"FILE": "_files", "DIR": "_files -/", "": "_message value"}.get(
                words, f"compadd {words}"
            )
            values.append(f'        "{row.name} {option}") {command}; return ;;')
    for row in found:
        lists = f"kinds=({described(row.kinds)}); options=({described(row.options)})"
        rows.append(f'        "{row.name}") {lists} ;;')
    return ZSH.format(deeper=deeper(found), values="\n".join(values), words="\n".join(rows))


def deeper(found: Iterable[Place]) -> str:
    """The names of all subcommands and kinds as a pattern."""
    names = [f'"{row.name}"' for row in found if row.name != ROOT]
    return "            " + " | \\\n            ".join(names)


def described(rows: Iterable[tuple[str, str]]) -> str:
    """Words with their texts as zsh takes them."""
    return " ".join("'" + f"{name}:{about}".replace("'", "'\\''") + "'" for name, about in rows)


def run(shell: Callable[[Sequence[Place]], str]) -> Callable[[argparse.Namespace], int]:
    """A handler that prints the script for a shell."""

    def show(_: argparse.Namespace) -> int:
        say(shell(places()))
        return 0

    return show


BASH_SCRIPT = Subcommand(
    "Print a script that completes the words of outflank in bash.",
    run=run(bash),
    examples='eval "$(outflank completion bash)"',
)
ZSH_SCRIPT = Subcommand(
    "Print a script that completes the words of outflank in zsh.",
    run=run(zsh),
    examples="outflank completion zsh > ~/.zsh/completions/_outflank",
)
COMPLETION = Subcommand(
    "Print a script that completes the words of outflank in a shell.",
    kinds=(
        Row("bash", "for bash", "outflank.protocol.completion:BASH_SCRIPT"),
        Row("zsh", "for zsh", "outflank.protocol.completion:ZSH_SCRIPT"),
    ),
)
