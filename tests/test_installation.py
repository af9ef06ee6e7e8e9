"""Advice where a part is missing: by the way that the program was installed."""

import json
import sys

import pytest

from outflank.engine import core, installation

UNKNOWN = (
    'pip install ".[cluster]" in the project\'s folder',
    "run `pip install -e .` in the project's folder",
)


@pytest.mark.parametrize(
    ("told", "advice", "repair"),
    [
        (None, *UNKNOWN),
        ({"url": "https://a.b/outflank.whl", "archive_info": {}}, *UNKNOWN),
        (
            {"url": "file:///home/ann/my%20games", "dir_info": {"editable": True}},
            'pip install "/home/ann/my games[cluster]"',
            "run `pip install -e '/home/ann/my games'`",
        ),
        (
            {"url": "file:///home/ann/outflank", "dir_info": {}},
            'pip install "/home/ann/outflank[cluster]"',
            "run `pip install --force-reinstall /home/ann/outflank`",
        ),
    ],
)
def test_advice_fits_the_installation(monkeypatch, tmp_path, told, advice, repair):
    if told is not None:
        note = tmp_path / "outflank-0.1.0.dist-info" / "direct_url.json"
        note.parent.mkdir()
        note.write_text(json.dumps(told), "utf-8")
    monkeypatch.setattr(
        sys, "path", [str(tmp_path), *(path for path in sys.path if "site-packages" not in path)]
    )
    assert installation.advice("cluster") == advice
    assert installation.repair() == repair


def test_the_stand_alone_program_advises_no_pip(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "pip" not in installation.advice("cluster") + installation.repair()


def test_a_missing_module_is_told_with_the_repair():
    with pytest.raises(core.NotBuilt) as told:
        core.load("nothing")
    assert str(told.value).endswith(f"is missing: {installation.repair()}")
