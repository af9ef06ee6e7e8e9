"""The reader of a subcommand's arguments: argparse, which also says what was probably meant."""

from __future__ import annotations

import argparse
import re
from typing import Any, NoReturn

from outflank.engine.names import nearest

CHOICE = re.compile(r"invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL)
OPTION = re.compile(r"--[\w-]+")


class Parser(argparse.ArgumentParser):
    """argparse's parser with the nearest known name in its errors. The parsers of kinds are of this class
    too."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As argparse, but a misspelt option is an error of the parser that has the right one."""
        found, rest = super().parse_known_args(args, namespace)
        for word in rest:
            name = word.partition("=")[0]
            near = nearest(name, OPTION.findall(self.format_usage())) if OPTION.fullmatch(name) else None
            if near:
                self.error(f"unknown option {name}; did you mean {near}?")
        return found, rest

    def error(self, message: str) -> NoReturn:
        """As argparse: the usage and the message on stderr, and exit code 2."""
        choice = CHOICE.search(message)
        near = nearest(choice[1], re.findall(r"[\w:-]+", choice[2])) if choice else None
        super().error(f"{message}; did you mean {near}?" if near else message)
