"""A pytest plugin that prints what tests cost: `--cost 25` for the dearest files and tests.

Wall time says little on a machine that does other work meanwhile. Processor time, with that of programs which
a test starts and waits for, says what it does; wall time far above it says that it waits.
"""

import collections
import os
import time

import pytest

KEY = "cost"
SHOWN = 25


class Cost(collections.namedtuple("Cost", "cpu wall")):
    """Seconds of processor time and of wall time."""

    def __add__(self, other):
        return Cost(self.cpu + other.cpu, self.wall + other.wall)

    def __sub__(self, other):
        return Cost(self.cpu - other.cpu, self.wall - other.wall)

    @property
    def idle(self):
        return self.wall - self.cpu


def now():
    """What this process and its children that have ended have cost so far."""
    times = os.times()
    cpu = times.user + times.system + times.children_user + times.children_system
    return Cost(cpu, time.monotonic())


spent = {}
"""The cost of each test, as the process that prints hears of it."""
workers = []
"""Seconds of processor time of each worker as a whole, with imports and collection."""


def pytest_addoption(parser):
    parser.addoption("--cost", type=int, default=0, metavar="N", help="print the N dearest files and tests")


def pytest_configure(config):
    """CI prints what is dear."""
    if os.environ.get("CI") == "true":
        config.option.cost = config.option.cost or SHOWN
        config.option.durations = config.option.durations or SHOWN


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    item.began = now()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item):
    result = yield
    item.user_properties.append((KEY, tuple(now() - item.began)))
    return result


def pytest_runtest_logreport(report):
    if report.when == "teardown" and KEY in dict(report.user_properties):
        spent[report.nodeid] = Cost(*dict(report.user_properties)[KEY])


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[KEY] = now().cpu


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    workers.append(getattr(node, "workeroutput", {}).get(KEY, 0.0))


def pytest_terminal_summary(terminalreporter, config):
    most = config.getoption("--cost")
    if not most:
        return
    files = collections.defaultdict(lambda: Cost(0.0, 0.0))
    for test, cost in spent.items():
        files[test.partition("::")[0]] += cost
    whole = sum(workers) or now().cpu
    terminalreporter.section("cost")
    terminalreporter.line(
        f"{whole:.1f} s of processor time, {sum(cost.cpu for cost in spent.values()):.1f} in tests"
    )
    for title, costs, order in (
        ("files by processor time", files, lambda cost: cost.cpu),
        ("tests by processor time", spent, lambda cost: cost.cpu),
        ("tests by time without it", spent, lambda cost: cost.idle),
    ):
        terminalreporter.line(f"{'cpu':>8} {'wall':>8} s  {title}")
        for name, cost in sorted(costs.items(), key=lambda row: -order(row[1]))[:most]:
            terminalreporter.line(f"{cost.cpu:8.2f} {cost.wall:8.2f}    {name}")
