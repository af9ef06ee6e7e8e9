"""The table of commands beside what is written of it: protocol/gtp/README.md, and the transcripts."""

import re

import gtp_script

from outflank.protocol import serve
from outflank.protocol.gtp import session as gtp

PAGE = gtp_script.ROOT / "protocol" / "gtp" / "README.md"
UNFAILING = re.compile(r"(\[[^]]*\.\.\.\])?")
"""Usages of commands that take any words, or none: they need not be able to fail."""


def commands():
    """All commands that a session has."""
    serve.new_session(serve.settings.read_words([]))
    return gtp.commands.commands


def table():
    """The page's table as the commands have it."""
    rows = ["| command | meaning |", "|---|---|"]
    for _, row in sorted(commands().items()):
        rows.append(f"| `{row.line}` | {row.about.replace('|', chr(92) + '|')} |")
    return "\n".join(rows)


def replies():
    """(command, sign of the reply) of everything that the transcripts hold."""
    for path in (gtp_script.ROOT / "tests" / "transcripts").glob("*.gtp"):
        for step in gtp_script.Transcript(path).steps:
            parsed = gtp.parse(step.sent)
            if parsed and parsed[1] and step.expected:
                yield parsed[1][0], step.expected[0][1].lstrip("(\\")[0]


def test_the_page_has_the_table():
    text = PAGE.read_text("utf-8")
    assert re.search(r"<!-- commands -->\n(.*?)\n<!-- end -->", text, re.DOTALL).group(1) == table()


def test_every_command_has_transcripts():
    seen = set(replies())
    for row in commands().values():
        assert (row.name, "=") in seen, f"no transcript shows {row.name} at work"
        if not UNFAILING.fullmatch(row.usage):
            assert (row.name, "?") in seen, f"no transcript shows how {row.name} fails"
