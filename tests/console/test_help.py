"""Every help page: where it goes, how wide it is, and that each row says what there is to say."""

import re

import pytest

from outflank.engine import options as techniques
from outflank.protocol import cli, settings
from outflank.protocol.config import pages as config_pages
from outflank.protocol.console import pages
from outflank.protocol.console.errors import EXIT_CODES
from outflank.protocol.console.subcommand import walk

PAGES = [[], *(name.split()[1:] for name, _, _ in walk(cli.SUBCOMMANDS))]
ROW = re.compile(r"  (?P<name>(?:-\w|--[\w-]+)(?:, --[\w-]+)?(?P<value> \S+)?)(?:  +(?P<text>\S.*))?")


def page(capfd, *words):
    """What is on stdout, of a command that ends well and says nothing on stderr."""
    code = cli.main(list(words))
    captured = capfd.readouterr()
    assert (code, captured.err) == (0, "")
    return captured.out


def rows(text):
    """The rows of options on a page: name, whether it takes a value, and the whole text."""
    found = []
    for line in text.splitlines():
        if re.match(r" +-", line) and not line.startswith("   "):
            row = ROW.fullmatch(line)
            assert row, f"the name and its text are not apart: {line}"
            found.append([row["name"], bool(row["value"]), row["text"] or ""])
        elif found and line.startswith("     ") and re.match(r" +\S", line):
            found[-1][2] += " " + line.strip()
        elif line.strip():
            # Behind a title or a paragraph nothing belongs to the row above.
            found.append(["", False, ""])
    return [(name, value, text.strip()) for name, value, text in found if name]


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_every_page_fits_and_every_row_stands_alone(words, capfd, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = page(capfd, *words, "--help")
    assert text.endswith("\n") and "None" not in text and "%(" not in text
    for line in text.splitlines():
        assert len(line) <= pages.WIDTH, line
        assert line == line.rstrip(), repr(line)
    found = rows(text)
    both = ["-h, --help", "-V, --version"] if words else []
    assert [name for name, _, _ in found if "--help" in name or "--version" in name] == both
    for name, value, about in found:
        assert re.fullmatch(r"[A-Z1\"].*\.", about), f"{name}: {about}"
        if value:
            assert re.search(r"\[.*(default|required).*\]\.$|; repeatable\.$", about), f"{name}: {about}"


@pytest.mark.parametrize("words", PAGES, ids=" ".join)
def test_there_are_three_ways_to_a_page(words, capfd):
    text = page(capfd, *words, "--help")
    assert page(capfd, *words, "-h") == text
    assert page(capfd, "help", *words) == text


@pytest.mark.parametrize("words", PAGES[1:], ids=" ".join)
def test_every_page_has_an_example_and_the_exit_codes(words, capfd):
    text = page(capfd, *words, "--help")
    if f"usage: outflank {' '.join(words)} KIND" in text:
        return
    example = " ".join(["  outflank", *words])
    assert any(line.startswith(example) or example.strip() in line for line in text.splitlines()), example
    codes = re.findall(r"^  (\d+) +\S", text.partition("exit codes:\n")[2], re.MULTILINE)
    assert codes == ["0", "1", "2", "130"]
    assert set(map(int, codes)) <= {code for code, _ in EXIT_CODES}


def test_the_pages_are_different(capfd):
    texts = {page(capfd, *words, "--help") for words in PAGES}
    assert len(texts) == len(PAGES)


def test_the_front_page_is_one_of_subcommands(capfd):
    text = page(capfd, "--help")
    for row in cli.SUBCOMMANDS:
        assert re.search(rf"^  {row.name}  +{re.escape(row.about)}$", text, re.MULTILINE)
    assert rows(text) == []
    assert len(text.splitlines()) <= 48


def test_gtp_lists_every_option_with_its_values(capfd):
    text = page(capfd, "gtp", "--help")
    found = {name.split()[0]: about for name, _, about in rows(text)}
    wanted = [f"--{option.name}" for option in (*settings.OPTIONS, *settings.TECHNIQUES)]
    assert [name for name in found if name not in ("-h,", "-V,")] == wanted
    for option in settings.OPTIONS:
        assert option.about in found[f"--{option.name}"]
    for row in techniques.TECHNIQUES:
        about = found[f"--{row.name}"]
        assert row.about[1:] in about
        if row.words:
            assert all(word in about for word in row.words)
        elif (row.low, row.high) != (0, 1):
            assert f"[{row.low:g} to {row.high:.7g}; default " in about
    assert (
        "[0 to 100; default 1; 0.7 in Othello, Acquire, Acquire 3, Acquire 5, Acquire 6; 1.2 in Othello 8x8]."
        in found["--exploration"]
    )


def test_nboard_lists_what_it_has_a_use_for(capfd):
    names = [name.split()[0] for name, _, _ in rows(page(capfd, "nboard", "--help"))]
    left_out = {f"--{name}" for name in config_pages.NOT_NBOARD}
    assert set(names) == {f"--{option.name}" for option in settings.OPTIONS} - left_out | {"-h,", "-V,"}


@pytest.mark.parametrize("words", [["--seed", "1", "--help"], ["-h", "--seed", "1"], ["help"]])
def test_options_beside_a_wish_for_help_change_nothing(words, capfd):
    assert page(capfd, *words) == page(capfd, "--help")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["help", "bench", "nonsense"], "outflank: unknown kind nonsense; there are: games, perft"),
        (["help", "nonsense"], "outflank: unknown subcommand nonsense; there are: gtp, nboard"),
    ],
)
def test_what_is_no_page_is_an_error(words, text, capfd):
    assert cli.main(words) == 2
    captured = capfd.readouterr()
    assert captured.out == "" and captured.err.startswith(text) and captured.err.count("\n") == 1


def test_a_long_name_stands_apart_from_its_text():
    text = pages.table("options:", [("--a X", "Short."), ("--a_very_long_name WORD", "Text. " * 20)])
    lines = text.splitlines()
    assert lines[1] == "  --a X                    Short."
    assert lines[2].startswith("  --a_very_long_name WORD  Text. ")
    assert all(line.startswith(" " * 27 + "Text.") for line in lines[3:])
    longer = pages.table("options:", [("--an_even_longer_name_of_all A,B", "Text. " * 20)]).splitlines()
    assert longer[1] == "  --an_even_longer_name_of_all A,B"
    assert longer[2] == " " * 30 + " ".join(["Text."] * 8)
    assert max(map(len, lines)) <= pages.WIDTH
