"""The files of the page that plays: all of them are named, and nothing else is."""

import re

from places import ROOT

from outflank.protocol.play.files import ASSETS, PAGE
from outflank.protocol.web.files import IMPORT, asset, target


def short(name):
    """`web/assets/kit.js` as `web/kit.js`."""
    return name.replace("/assets/", "/")


def test_every_file_of_the_page_is_named_once():
    names = [name for name, _ in ASSETS]
    here = {f"play/assets/{path.name}" for path in (ROOT / "protocol/play/assets").iterdir()}
    kit = (ROOT / "protocol/web/assets").iterdir()
    shared = {f"web/assets/{path.name}" for path in kit if path.name != "page.html"}
    assert set(names) == here | shared and len(names) == len(set(names))
    assert dict(ASSETS)["play/assets/main.js"] == "text/javascript; charset=utf-8"


def test_the_page_asks_for_files_that_are_named():
    names = {name for name, _ in ASSETS}
    text = asset(short(PAGE))
    assert set(re.findall(r'(?:href|src)="([^"]+)"', text)) <= names | {"data:,"}
    for name in names:
        if name.endswith(".js"):
            for _, path in IMPORT.findall(asset(short(name))):
                folder, _, file = target(short(name), path).partition("/")
                assert f"{folder}/assets/{file}" in names, (name, path)


def test_the_page_has_nothing_that_its_policy_forbids():
    text = asset(short(PAGE))
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)|https?:", text)


def test_no_text_of_the_table_is_without_use():
    keys = re.findall(r"^  (\w+): \[", asset("web/texts.js"), re.MULTILINE)
    assert len(keys) == len(set(keys)) > 100
    paths = [path for path in (ROOT / "protocol").glob("*/assets/*") if path.name != "texts.js"]
    whole = "".join(path.read_text("utf-8") for path in paths)
    made = ("side_", "error_", "rules_")
    assert [key for key in keys if f'"{key}"' not in whole and not key.startswith(made)] == []


def test_the_words_in_the_page_are_those_of_the_table():
    table = dict(re.findall(r'^  (\w+): \[\s*"([^"]*)"', asset("web/texts.js"), re.MULTILINE))
    found = re.findall(r'data-say="(\w+)"[^>]*>([^<]*)<', asset(short(PAGE)))
    assert len(found) > 10
    for key, words in found:
        assert table[key] == words, key
