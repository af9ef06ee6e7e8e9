"""The kit of the pages: its template, and its scripts and styles, linted here and tested by node."""

import re
import shutil
import subprocess

import node_packages
import pytest
from places import ROOT, TESTS

from outflank.protocol.web import page
from outflank.protocol.web.files import EXPORT, IMPORT, asset, bundle, imported, modules, target

ASSETS = sorted((ROOT / "protocol").glob("*/assets/*"))
SCRIPTS = [path for path in ASSETS if path.suffix == ".js"]
STYLES = [path for path in ASSETS if path.suffix == ".css"]
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node")
PAGES = ("review/review.js", "review/overview.js", "report/report.js")
"""Modules that pages of a single file begin with."""
TALKING = ("play/connection.js",)
"""Modules that ask anything of a server."""
LONGEST = 110
MOST_LINES = 350
MOST_OF_A_FUNCTION = 70
LEAST_RUN = 40
"""The least share in % of a script's lines that unit tests run."""
LEAST_CONTRAST = 4.5
"""WCAG 2.1, level AA, for text."""


def name_of(path):
    return f"{path.parent.parent.name}/{path.name}"


def node(*words):
    done = subprocess.run([NODE, *words], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_template_is_filled_in_one_pass():
    assert page.fill("a {{b}} {{c}} { b }", {"b": "{{c}}", "c": "x"}) == "a {{c}} x { b }"


def test_a_page_has_its_parts():
    text = page.render("review", "<a> {{data}}", "<p>body</p>", {"x": "</script>\u2028"}, (), "web/kit.js")
    assert text.startswith(page.mark("review") + "\n")
    assert "<title>&lt;a&gt; {{data}}</title>" in text and "\n<p>body</p>\n" in text
    assert '{"x":"\\u003c/script>\\u2028"}' in text
    assert not page.PLACE.search(text.replace("{{data}}", ""))


def test_a_module_comes_with_all_that_it_imports_behind_that():
    found = modules("review/review.js")
    assert found[-1] == "review/review.js" and len(found) == len(set(found))
    for place, name in enumerate(found):
        assert set(imported(name)) <= set(found[:place]), name
    script = bundle("review/review.js")
    assert not re.search(r"^(?:import|export)\b", script, re.MULTILINE)
    assert script.count("function element(") == 1


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_what_a_module_imports_is_exported_there(path):
    """A bundle gives undefined for what is not: of `export const a = 1, b = 2` it knows but the first."""
    for names, other in IMPORT.findall(path.read_text("utf-8")):
        exported = set(EXPORT.findall(asset(target(name_of(path), other))))
        assert set(re.findall(r"\w+", names)) <= exported, other


@needs_node
@pytest.mark.parametrize("name", PAGES)
def test_a_bundle_is_sound(name, tmp_path):
    (tmp_path / "page.cjs").write_text('"use strict";\n' + bundle(name), "utf-8")
    node("--check", str(tmp_path / "page.cjs"))


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    return node_packages.install(tmp_path_factory.mktemp("packages"))


def test_the_types_of_the_scripts_agree(packages):
    compiler = packages / ".bin" / "tsc"
    done = subprocess.run([compiler, "-p", ROOT / "tests/web"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_scripts_are_formatted(packages):
    files = [*SCRIPTS, *(ROOT / "tests").glob("*/*.js"), TESTS / "package.json"]
    words = [packages / ".bin" / "prettier", "--check", *files]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@needs_node
def test_node_runs_the_tests_of_the_scripts():
    tests = sorted((ROOT / "tests").glob("*/*.test.js"))
    assert tests and "# fail 0" in node("--test", "--test-reporter=tap", *map(str, tests))


IN_A_BROWSER = ("play/", "review/review.js")
"""Scripts that only a browser runs: the page of a game, and where a page begins."""


@needs_node
def test_every_script_is_run_by_a_test_of_its_own():
    """Or by that of one that imports it; a page that only a browser runs is named above."""
    tests = sorted(map(str, (ROOT / "tests").glob("*/*.test.js")))
    told = node("--test", "--test-reporter=tap", "--experimental-test-coverage", *tests)
    parts = dict(re.findall(r"^# (?:\.\./)*protocol/(\S+)\s*\|\s*([\d.]+)", told, re.MULTILINE))
    missing = []
    for path in SCRIPTS:
        share = float(parts.get(str(path.relative_to(ROOT / "protocol")), 0))
        if share < LEAST_RUN and not name_of(path).startswith(IN_A_BROWSER):
            missing.append(f"{name_of(path)}: {share} % of its lines")
    assert not missing


@needs_node
@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_scripts_are_sound(path):
    node("--check", str(path))


@pytest.mark.parametrize("path", SCRIPTS, ids=name_of)
def test_scripts_keep_to_the_rules(path):
    """Nothing that takes words for HTML or code, nothing loose, nothing that asks a network."""
    text = path.read_text("utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function", text)
    assert not re.search(r"\bvar |[^=!]==[^=]|!=[^=]", text)
    assert not re.search(r"\b(?:fetch|XMLHttpRequest)\b|\bimport\((?!\")|console\.", text)
    assert ("WebSocket" in text) == (name_of(path) in TALKING)
    assert set(re.findall(r"\w+://\S+?(?=\")", text)) <= {"http://www.w3.org/2000/svg"}
    lines = text.splitlines()
    assert len(lines) <= MOST_LINES and all(len(line) <= LONGEST and line == line.rstrip() for line in lines)
    assert next(line for line in lines if line != '"use strict";').startswith("// ")
    for start, line in enumerate(lines):
        if line.startswith(("function ", "const ")) and line.endswith("{"):
            end = next(at for at in range(start, len(lines)) if lines[at].startswith("}"))
            assert end - start < MOST_OF_A_FUNCTION, line


TOP = re.compile(r"^(export )?(?:const|let|(?:async )?function|class) (\w+)", re.MULTILINE)


def test_no_script_has_a_name_that_nothing_uses():
    texts = {path: re.sub(r"/\*\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL) for path in SCRIPTS}
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").glob("*/*.test.js"))
    for path, text in texts.items():
        others = tests + "".join(other for name, other in texts.items() if name != path)
        for exported, name in TOP.findall(text):
            assert len(re.findall(rf"\b{name}\b", others if exported else text)) > (not exported), (
                path,
                name,
            )


@pytest.mark.parametrize("path", STYLES, ids=name_of)
def test_styles_keep_to_the_rules(path):
    text = path.read_text("utf-8")
    assert text.count("{") == text.count("}") and not re.search(r"@import|url\(|!important", text)
    assert all(len(line) <= LONGEST and line == line.rstrip() for line in text.splitlines())
    if path.name != "palette.css":
        assert not re.search(r"#[0-9a-f]{3,8}\b(?![^{]*\{)|rgba?\(|hsla?\(", text), "a colour of its own"


def test_every_colour_that_is_used_is_in_the_palette():
    palette = set(re.findall(r"--([\w-]+):", asset("web/palette.css")))
    sources = [*ASSETS, *(ROOT / "protocol").glob("re*/*.py"), *(ROOT / "protocol" / "web").glob("*.py")]
    used = {
        name for path in sources for name in re.findall(r"var\(--([\w-]+)\)", path.read_text("utf-8"))
    } - {"disc", "on", "from", "far", "chain", "on-chain"}
    assert used <= palette, used - palette


def luminance(colour):
    """The relative luminance of a colour (WCAG 2.1)."""
    parts = [value / 255 for value in bytes.fromhex(colour)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_words_can_be_read(dark):
    light, _, night = asset("web/palette.css").partition("@media")
    found = dict(re.findall(r"--([\w-]+): #([0-9a-f]{6});", light))
    if dark:
        found.update(re.findall(r"--([\w-]+): #([0-9a-f]{6});", night))
    words = ("ink", "faint", "good", "bad1", "bad2", "bad3")
    pairs = [(word, ground) for word in words for ground in ("ground", "panel")]
    pairs += [(f"on-{colour}", f"disc-{colour}") for colour in ("black", "white", "yellow", "green", "blue")]
    pairs += [("thought-ink", "thought"), ("thought-ink", "thought-best")]
    pairs += [(f"on-chain-{letter}", f"chain-{letter}") for letter in "LTAWFIC"]
    pairs += [("on-tile", "tile"), ("paper-ink", "hand")]
    pairs += [("on-bad", f"bad{degree}") for degree in (1, 2, 3)] + [("paper-ink", "paper")]
    for word, ground in pairs:
        high, low = sorted((luminance(found[word]), luminance(found[ground])), reverse=True)
        assert (high + 0.05) / (low + 0.05) >= LEAST_CONTRAST, (word, ground)
