"""Tests of a module against its mutants, each in a fork of one process.

The process has everything loaded but the module and what imports it."""

import contextlib
import importlib
import importlib.abc
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import tomllib
from pathlib import Path

from places import ROOT, TESTS

GRACE = 4
LEAST = 3
"""A mutant that takes GRACE times the processor time of the module itself, and LEAST seconds, hangs."""
WALL = 20
"""The same by the clock, where others have the processor."""
PASSED, FAILED, NO_TESTS = 0, 1, 5


class Source(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module in a text; without a text, nowhere."""

    def __init__(self, name, path, text=None):
        self._name, self._path, self.text = name, path, text

    def find_spec(self, fullname, path=None, target=None):
        if fullname != self._name:
            return None
        if self.text is None:
            raise ImportError(f"{fullname} is not there yet")
        return importlib.util.spec_from_file_location(fullname, self._path, loader=self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(compile(self.text, self._path, "exec"), module.__dict__)

    def get_source(self, fullname):
        return self.text


def quiet():
    """Let nothing be heard."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    sys.stdout = sys.stderr = open(nowhere, "w", closefd=False)  # noqa: SIM115


def test(words):
    """The exit code of pytest."""
    import pytest
    from hypothesis import HealthCheck, Phase, settings

    # The same few examples for every mutant; nobody reads the smallest one that fails.
    settings.register_profile(
        "mutants",
        max_examples=30,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
        deadline=None,
    )
    settings.load_profile("mutants")
    return int(pytest.main(["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:cost", *words]))


class Server:
    """A module, the words by which pytest finds its tests, and forks that run them against a source."""

    def __init__(self, name, words, folder=None):
        self._words = words
        with open(ROOT / "pyproject.toml", "rb") as file:
            options = tomllib.load(file)["tool"]["pytest"]["ini_options"]
        sys.path[:0] = [str(ROOT / path) for path in options["pythonpath"]]
        if folder:
            sys.path.insert(0, str(folder))
        spec = importlib.util.find_spec(name)
        self.path = Path(spec.origin).resolve()
        self.original = self.path.read_text("utf-8")
        self._source = Source(name, str(self.path))
        self._name = name
        sys.meta_path.insert(0, self._source)
        self._load(self._scouted())

    def _scouted(self):
        """The names of the modules that the tests load."""
        ear, mouth = os.pipe()
        pid = os.fork()
        if pid == 0:
            quiet()
            self._source.text = self.original
            test(["--collect-only", *self._words])
            names = [
                name
                for name, module in sys.modules.items()
                if getattr(module, "__spec__", None) and str(TESTS) not in str(module.__spec__.origin)
            ]
            with open(mouth, "w") as pipe:
                json.dump(names, pipe)
            os._exit(0)
        os.close(mouth)
        with open(ear) as pipe:
            names = json.load(pipe)
        os.waitpid(pid, 0)
        return names

    @staticmethod
    def _load(names):
        """Load what does not need the module."""
        for name in names:
            try:
                importlib.import_module(name)
            except Exception:
                # It or one that it imports needs the module, or is not to be imported by itself.
                sys.modules.pop(name, None)

    def baseline(self):
        """Run the tests against the module as it is; the seconds of processor time. RuntimeError if they
        fail."""
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        outcome = self.outcome(self.original, 600)
        if outcome != "survived":
            raise RuntimeError(f"the tests of {self._name} do not pass as it is: {outcome}")
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime

    def outcome(self, source, seconds):
        """`killed`, `survived` or `hung` after some seconds of processor time."""
        pid = os.fork()
        if pid == 0:
            self._child(source, seconds)
        watch = os.pidfd_open(pid)
        ended = select.select([watch], [], [], seconds * WALL)[0]
        os.close(watch)
        with contextlib.suppress(ProcessLookupError):
            # What the tests have started ends with them.
            os.killpg(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
        if not ended or os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
            return "hung"
        return "survived" if os.waitstatus_to_exitcode(status) == PASSED else "killed"

    def _child(self, source, seconds):
        code = FAILED
        try:
            os.setpgid(0, 0)
            quiet()
            limit = int(seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
            self._source.text = source
            code = test(self._words)
        finally:
            # Whatever threads a mutant has left behind end here.
            os._exit(code)
