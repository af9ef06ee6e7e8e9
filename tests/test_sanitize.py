"""Scenes of the sanitizers, in the usual build, and a fault planted for each sanitizer."""

import subprocess
import sys

import pytest
import sanitize
import sanitize_scenes
from places import TESTS


def test_every_scene_runs_in_the_usual_build():
    done = subprocess.run(
        [sys.executable, TESTS / "sanitize_scenes.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == list(sanitize_scenes.SCENES)


PLANTS = {
    "thread": """
        #include <pthread.h>
        int shared;
        static void *add(void *unused) { for (int at = 0; at < 1000; at++) shared++; return unused; }
        int main(void) {
            pthread_t other;
            pthread_create(&other, 0, add, 0);
            add(0);
            pthread_join(other, 0);
            return 0;
        }
    """,
    "address": """
        #include <stdlib.h>
        int main(int count, char **words) {
            char *block = malloc(8);
            block[7 + count] = 1;
            return words == 0 ? block[0] : 0;
        }
    """,
    "bounds": """
        struct state { int cells[4]; int turn; } state;
        int main(int count, char **words) { state.cells[3 + count] = words != 0; return 0; }
    """,
}
"""A fault for each sanitizer; that of `bounds` stays within its structure, where no other one sees it."""


@pytest.mark.parametrize("kind", PLANTS)
def test_a_sanitizer_reports_a_fault(kind, tmp_path):
    runtime = sanitize.runtime_of(kind)
    if runtime is None:
        pytest.skip(f"the compiler has no {kind} sanitizer")
    source, program = tmp_path / "plant.c", tmp_path / "plant"
    source.write_text(PLANTS[kind])
    command = [sanitize.compiler(), "-g", "-O1", *sanitize.FLAGS[kind], source, "-o", program, "-lpthread"]
    subprocess.run(command, check=True, capture_output=True)
    code, reports = sanitize.watched([program], kind, None, tmp_path)
    assert code == 0 and len(sanitize.REPORT.findall(reports)) >= 1, reports
