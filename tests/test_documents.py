"""The pages that people read: their links, their size, and that what they show is what one sees."""

import os
import re
import shlex
import subprocess
import sys

import gtp_script
import pytest

from outflank.protocol import cli

ROOT = gtp_script.ROOT
README_MOST = 12 * 1024
"""A newcomer reads no more bytes than that."""
LINK = re.compile(r"!?\[[^]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
SHOWN = {"README.md": 2, "protocol/gtp/README.md": 3}
"""Pages with sessions, and how many each has at the least."""
PROGRAMS = ("README.md", "engine/README.md", "protocol/CLIENTS.md")
"""Pages with programs in Python."""


def pages():
    """All pages of the project, by their paths below its root."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("dist/*.md")]
    for folder in (".github", "engine", "protocol", "tests"):
        found += (ROOT / folder).rglob("*.md")
    return sorted(str(path.relative_to(ROOT)) for path in found)


def anchors(text):
    """The names that a page's headings can be linked by."""
    heads = re.findall(r"^#+ +(.*)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def leads_somewhere(page, text, link):
    """Whether a link of a page leads to a file of the project, and to a heading if it names one."""
    name, _, anchor = link.partition("#")
    path = (ROOT / page).parent / name if name else ROOT / page
    if not path.resolve().is_relative_to(ROOT) or not path.exists():
        return False
    return not anchor or anchor in anchors(path.read_text("utf-8") if name else text)


def dead_links(page, text):
    """The links of a page that lead nowhere in the project; those into the web are left alone."""
    links = [link for link in LINK.findall(FENCE.sub("", text)) if not re.match(r"[a-z]+:", link)]
    return [link for link in links if not leads_somewhere(page, text, link)]


def sessions(page):
    """(command, what is typed, what is heard) of the sessions that a page shows."""
    text = (ROOT / page).read_text("utf-8")
    for block in re.findall(r"^```session\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        command, _, rest = block.partition("\n")
        turns = [turn.split("\n", 1) for turn in rest.split("outflank> ")[1:]]
        typed = "".join(said + "\n" for said, _ in turns)
        yield command, typed, "".join(reply.rstrip("\n") + "\n\n" for _, reply in turns)
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        command, _, heard = block.partition("\n")
        yield command, None, heard


def with_program(folder, command):
    """A PATH on which `outflank` is this command, by way of a script in a folder."""
    program = folder / "outflank"
    program.write_text(f'#!/bin/sh\ncd {shlex.quote(str(ROOT))}\nexec {shlex.join(command)} "$@"\n')
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.parametrize("page", pages())
def test_no_link_is_dead(page):
    assert dead_links(page, (ROOT / page).read_text("utf-8")) == []


def test_dead_links_are_found():
    text = "# A b\n[1](no.md) [2](#a-b) [3](#c) [4](README.md#licence) [5](../x) [6](https://a.b) ![7](p.png)"
    assert dead_links("README.md", text) == ["no.md", "#c", "../x", "p.png"]


def test_every_page_can_be_reached_from_the_readme():
    seen, found = set(), ["README.md"]
    while found:
        page = found.pop()
        seen.add(page)
        for link in LINK.findall((ROOT / page).read_text("utf-8")):
            path = ((ROOT / page).parent / link.partition("#")[0]).resolve()
            if path.suffix == ".md" and path.is_relative_to(ROOT):
                found += {str(path.relative_to(ROOT))} - seen
    assert set(pages()) == seen


def test_the_readme_is_short():
    assert (ROOT / "README.md").stat().st_size <= README_MOST


@pytest.mark.parametrize("page", SHOWN)
def test_sessions_are_what_one_sees(page, command, tmp_path):
    """Each block names its command, with the seed that makes it repeatable; it is run as the reader would."""
    path = with_program(tmp_path, command)
    shown = list(sessions(page))
    assert len(shown) >= SHOWN[page]
    for line, typed, heard in shown:
        assert line.startswith("$ ") and "--seed" in line
        done = subprocess.run(
            ["sh", "-c", line.removeprefix("$ ")],
            input=None if typed is None else typed.encode(),
            env={**os.environ, "PATH": path},
            capture_output=True,
            check=True,
        )
        assert done.stdout.decode() == heard


@pytest.mark.parametrize("page", PROGRAMS)
def test_python_of_pages_runs(page, command, tmp_path):
    """Each block of Python that imports something, run as a reader would, with `outflank` on the path."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.DOTALL | re.MULTILINE)
    found = [block for block in blocks if re.search(r"^(from|import) ", block, re.MULTILINE)]
    assert found
    for block in found:
        done = subprocess.run(
            [sys.executable, "-c", block],
            env={**os.environ, "PATH": with_program(tmp_path, command)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and done.stdout and not done.stderr, (block, done)


def test_every_subcommand_stands_on_its_page():
    """In the order of the table, with the line of `outflank --help` and a page that says more."""
    text = (ROOT / "protocol" / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \[`(\w+)`\]\(\S+\) \| (.*) \|$", text, re.MULTILINE)
    assert rows == [(row.name, row.about) for row in cli.SUBCOMMANDS]


def test_every_page_with_a_session_is_tried():
    assert {page for page in pages() if list(sessions(page))} == set(SHOWN)
