"""The soak: a minute of what it does for hours, and engines with faults planted for it."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import gtp_games
import gtp_script
import pytest
import soak
import trend
from places import TESTS

from outflank.engine.record import NamedTuple

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="memory is read from /proc")


LEAST = 200
"""Answers of an engine in a run, however busy the machine is."""


def run(folder, kind, seconds, *plants):
    """The report of an engine with these faults, whose session is of this kind."""
    planted = [sys.executable, "-P", str(TESTS / "fakes" / "planted.py"), ",".join(plants)]
    return soak.soak({kind: planted if plants else gtp_script.MODULE}, seconds, 1.0, 1, None, folder, LEAST)


def faults(found):
    return " ".join(fault for one in found["engines"].values() for fault in one["faults"])


def test_a_run_says_what_was_done(tmp_path):
    path = tmp_path / "report.json"
    found = soak.soak(
        {"gtp": gtp_script.MODULE, "nboard": gtp_script.MODULE}, 2, 1.0, 5, path, tmp_path, LEAST
    )
    assert not faults(found)
    assert json.loads(path.read_text()) == found and found["state"] == "done"
    gtp, nboard = found["engines"]["gtp"], found["engines"]["nboard"]
    for one in (gtp, nboard):
        assert one["answers"] >= LEAST and one["moves"] > 5 and one["cpu_seconds"] > 0, one
        assert one["held"][0]["threads_last"] == 2 and one["held"][0]["rss_last_kb"] > 10_000
        assert sum(times["count"] for times in one["times"].values()) == one["answers"]
    assert "0 faults" in path.with_suffix(".txt").read_text()


def test_what_leaks_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(trend, "SHORT_KB", 2000)
    found = faults(run(tmp_path, "gtp", 3, "memory", "descriptor", "thread"))
    assert all(f"its {name} grow" in found for name in ("memory", "descriptors", "threads")), found


def test_what_leaks_over_nboard_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(trend, "SHORT_KB", 2000)
    found = run(tmp_path, "nboard", 3, "memory")
    assert "its memory grow" in faults(found), found


@pytest.mark.parametrize(
    "plant, words",
    [
        ("late", "of its own"),
        ("stuck", "the referee's"),
        ("mute", "it has ended"),
        ("lazy", "are wanted"),
    ],
)
def test_a_wrong_answer_is_found(plant, words, tmp_path, monkeypatch):
    monkeypatch.setattr(soak, "MOST_FAULTS", 1)
    monkeypatch.setattr(gtp_games, "OWN_LONGEST", 0.4)
    found = run(tmp_path, "gtp", 30, plant)
    assert words in faults(found) and found["state"] == "too many faults"


def test_an_interrupted_run_has_its_report(tmp_path):
    path = tmp_path / "report.json"
    command = [sys.executable, TESTS / "soak" / "soak.py", "--only", "gtp", "--share", "1", "--report", path]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    time.sleep(1.5)
    process.send_signal(signal.SIGTERM)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0 and out.startswith("interrupted: "), out
    assert json.loads(path.read_text())["state"] == "interrupted"


def held(rss, descriptors=6, threads=2):
    """Samples of two hours in which these are functions of the share of the time."""

    def at(number):
        share = number / 720
        row = [one(share) if callable(one) else one for one in (rss, descriptors, threads)]
        return trend.Sample(10.0 * number, 5 * number, *row)

    return trend.figures([at(number) for number in range(720)])


class Case(NamedTuple):
    found: dict
    words: tuple


CASES = (
    Case(held(50_000), ()),
    Case(held(lambda share: 50_000 + 900 * share), ()),
    Case(held(lambda share: 50_000 + 60_000 * min(share, 0.3)), ()),
    Case(held(lambda share: 50_000 + 20_000 * (int(share * 720) % 7 == 0)), ()),
    Case(held(lambda share: 50_000 + 4_000 * share), ("memory",)),
    Case(held(50_000, descriptors=lambda share: 6 + (share > 0.2)), ()),
    Case(held(50_000, descriptors=lambda share: 6 + (share > 0.5)), ("descriptors",)),
    Case(held(50_000, threads=lambda share: 2 + int(10 * share)), ("threads",)),
)


@pytest.mark.parametrize("case", CASES)
def test_only_growth_that_goes_on_is_a_leak(case):
    leaks = trend.leaks(case.found, trend.allowed(7200))
    assert len(leaks) == len(case.words)
    assert all(word in leak for word, leak in zip(case.words, leaks, strict=True))
