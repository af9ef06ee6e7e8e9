"""Mutation testing: weak tests let mutants live, good ones do not."""

from functools import partial

import pytest

pytest.importorskip("cosmic_ray", reason="needs Cosmic Ray, the extra `mutation`")

import mutants  # noqa: E402
import mutate  # noqa: E402
from server import Server  # noqa: E402

SOURCE = '''"""A fare."""

LIMIT = 12


def fare(age: int | None, zones: int = 1) -> int:
    if age is not None and age < LIMIT:
        return 0
    total = 1
    for _ in range(zones):
        total += 2
    return total
'''
WEAK = "from planted_fare import fare\ndef test(): assert fare(30) == 3\n"
GOOD = f"""{WEAK}
def test_all():
    assert [fare(age) for age in (None, 11, 12)] == [3, 0, 3]
    assert [fare(30, zones) for zones in (0, 1, 3)] == [1, 3, 7]
"""


def outcomes(folder):
    server = Server("planted_fare", [str(folder / "test_fare.py")], folder)
    limit = 4 * server.baseline() + 2
    assert server.outcome("while True:\n    pass\n", 1) == "hung"
    return [(one.after, server.outcome(one.source, limit)) for one in mutants.all_of(server.original)]


@pytest.mark.parametrize("tests", [WEAK, GOOD])
def test_mutants_live_by_weak_tests_alone(tests, tmp_path):
    (tmp_path / "planted_fare.py").write_text(SOURCE)
    (tmp_path / "test_fare.py").write_text(tests)
    found = mutate.in_fork(partial(outcomes, tmp_path))
    living = [after for after, outcome in found if outcome == "survived"]
    assert len(found) > 10
    assert not living if tests is GOOD else "if age is not None and age <= LIMIT:" in living


def test_what_does_not_run_is_not_mutated():
    changed = {one.before for one in mutants.all_of(SOURCE)}
    assert "LIMIT = 12" not in changed
    assert not any("int + None" in one.after for one in mutants.all_of(SOURCE))
