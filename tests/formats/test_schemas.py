"""Schemas of the JSON in files and reports: what is written fits them, and damage does not."""

import json
import subprocess

import pytest
from gtp_script import MODULE, ROOT

FOLDER = ROOT / "protocol" / "formats" / "schemas"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
GAME = ROOT / "tests" / "records" / "turnaround.ggf"


def run(*words, fed=None, cwd=ROOT):
    """Standard output of the program."""
    done = subprocess.run(
        [*MODULE, *map(str, words)], cwd=cwd, input=fed, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Documents by the name of their schema, as the program writes them."""
    folder = tmp_path_factory.mktemp("schemas")
    match, seats, tiles = (folder / name for name in ("match", "seats", "tiles"))
    short = ("--quiet", "--openings", "random")
    sos = ("--game", "SOS", "--size", 4)
    run("match", "level=1", "level=greedy", *sos, "--games", 4, "--folder", match, *short)
    run("match", "level=1", "level=2", "--game", "Rolit 3", "--games", 3, "--folder", seats, *short)
    run("match", "level=1", "level=2", "--game", "Acquire 3", "--games", 3, "--folder", tiles, "--quiet")
    ledgers = [place / "games.jsonl" for place in (match, seats, tiles)]
    run("convert", tiles / "games.jsonl", folder / "tiles.jsonl", "--to", "game")
    lab = run("lab", "match", "random", "greedy", *sos, "--games", 8, "--sprt", "0,20", "--json")
    thought = ("--json", "--quiet", "--visits", 5)
    reviews = [run("analyze", path, *thought) for path in (GAME, ledgers[1])]
    reviews.append(run("analyze", "-", *thought, fed="-" * 27 + "OX------XO" + "-" * 27 + " X\n"))
    run("analyze", GAME, "--folder", folder / "reviews", "--visits", 5, "--quiet")
    asked = "outflank-analyze-json 20 once\nset_game Rolit\noutflank-analyze-json 20 once ownership true\n"
    asked += "set_game Acquire 3\noutflank-analyze-json 20 once\n"
    return {
        "match_game": [row for path in ledgers for row in lines(path.read_text())],
        "match": [json.loads((match / "match.json").read_text())],
        "match_summary": [json.loads(run("match", "--folder", match, "--json"))],
        "lab_match": [json.loads(lab)],
        "report": [json.loads(run("report", *ledgers, "--json", "--sprt", "0,20"))],
        "review": list(map(json.loads, reviews)),
        "review_line": lines((folder / "reviews" / "reviews.jsonl").read_text()),
        "review_summary": [json.loads((folder / "reviews" / "summary.json").read_text())],
        "check": [json.loads(run("check", " ".join([*MODULE, "nboard"]), "--protocol", "nboard", "--json"))],
        "analysis": lines(run("gtp", "--visits", 200, "--seed", 1, fed=asked)),
        "game": lines((folder / "tiles.jsonl").read_text()),
    }


def faults(name, document):
    """Faults of a document, by its schema."""
    from jsonschema import Draft202012Validator

    schema = json.loads((FOLDER / f"{name}.json").read_text("ascii"))
    Draft202012Validator.check_schema(schema)
    found = Draft202012Validator(schema).iter_errors(document)
    return [f"{list(fault.absolute_path)}: {fault.message[:200]}" for fault in found]


@pytest.mark.slow
def test_what_is_written_fits_its_schema(written):
    assert sorted(written) == NAMES
    for name, documents in written.items():
        assert documents, name
        for document in documents:
            assert faults(name, document) == []
            damaged = document[0] if isinstance(document, list) else document
            first = next(iter(damaged))
            assert faults(name, json.loads(json.dumps(document).replace(f'"{first}"', '"other"', 1)))


def test_every_schema_is_told_on_the_page():
    page = (ROOT / "protocol" / "formats" / "README.md").read_text("utf-8")
    for name in NAMES:
        assert f"](schemas/{name}.json)" in page
