"""Faults of the system one by one, as SQLite's tests make them: by command, and part of the suite.

    python tests/faults/loop.py
    python tests/faults/loop.py --only GameLedger Tree --kinds write fsync

For each scene and each kind of call the first one fails, then the second, and so on until none is left; once
alone, and once with all calls of that kind after it (of memory only alone). After each fault the state is
checked. The exit code is 1 if something does not hold, 2 where faults cannot be made.
"""

import argparse
import collections
import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
KINDS = ("write", "fsync", "rename", "open", "allocation", "thread", "fork")
"""In the order of shim.c."""
MOST = 3000
"""Faults of a kind in a scene, beyond which it is not looked at further unless that is asked for."""
NO_FAULTS = 2
PRELOADED = "OUTFLANK_FAULTS"


def preloaded(words):
    """The exit code of this program with the shim before libc, which is compiled for it."""
    with tempfile.TemporaryDirectory() as folder:
        shim = Path(folder) / "shim.so"
        compiler = os.environ.get("CC") or "cc"
        command = [
            compiler,
            "-shared",
            "-fPIC",
            "-O1",
            "-Wall",
            HERE / "shim.c",
            "-o",
            shim,
            "-ldl",
            "-lpthread",
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        except OSError as error:
            print(f"no compiler: {error}", file=sys.stderr)
            return NO_FAULTS
        if done.returncode:
            print(f"the shim cannot be made: {done.stderr}", file=sys.stderr)
            return NO_FAULTS
        # With Python's own allocator most allocations would not come to libc.
        env = {
            **os.environ,
            "LD_PRELOAD": str(shim),
            "PYTHONMALLOC": "malloc",
            PRELOADED: str(shim),
            "HOME": folder,
        }
        return subprocess.run([sys.executable, __file__, *words], env=env, check=False).returncode


class Faults:
    """The switch of the shim."""

    def __init__(self, path):
        self._shim = ctypes.CDLL(path)
        self._shim.fault_disarm.restype = ctypes.c_long

    def arm(self, kind, number, forever, folder):
        self._shim.fault_arm(KINDS.index(kind) + 1, ctypes.c_long(number), int(forever), os.fsencode(folder))

    def disarm(self):
        """How many calls have failed."""
        while True:
            try:
                return self._shim.fault_disarm()
            except MemoryError:
                # The call itself may be what memory is lacking for.
                continue


@contextlib.contextmanager
def silent():
    """What is said on stdout and stderr meanwhile is not heard."""
    sys.stdout.flush()
    kept = [os.dup(fd) for fd in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for fd in (1, 2):
        os.dup2(nowhere, fd)
    try:
        yield
    finally:
        sys.stdout.flush()
        for fd, old in zip((1, 2), kept, strict=True):
            os.dup2(old, fd)
        for fd in (nowhere, *kept):
            os.close(fd)


def attempt(faults, scene, *fault):
    """Let a scene act with one fault: (how many calls failed, what it raised, whether it has begun)."""
    begun, raised = False, None
    try:
        faults.arm(*fault)
        begun = True
        scene.act()
    except BaseException as error:
        raised = error
    return faults.disarm(), raised, begun


def once(faults, new, kind, number, forever, folder):
    """One fault in a fresh folder: (whether any call failed, whether it was after the beginning, what does
    not hold or nothing)."""
    folder.mkdir()
    wrong = ""
    with silent():
        scene = new(folder)
        hits, raised, begun = attempt(faults, scene, kind, number, forever, folder)
        try:
            # Python says in many ways that there was no memory, also by errors that hide the first one.
            allowed = Exception if kind == "allocation" else scene.faults
            if begun and raised is not None and not isinstance(raised, allowed):
                raise raised
            if begun:
                scene.check(raised is not None)
        except BaseException:
            wrong = traceback.format_exc()
    return hits > 0, begun, wrong


def run(names, kinds, seconds, most):
    """Run the scenes; (faults injected by kind, what does not hold)."""
    sys.path[:0] = [str(HERE), str(HERE.parent / "helpers"), str(HERE.parent)]
    from scenes import SCENES

    faults = Faults(os.environ[PRELOADED])
    injected, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as root:
        home = Path(root) / "run"
        for name in names or SCENES:
            new, began, count, ended = SCENES[name], time.monotonic(), 0, True
            # What is loaded late is loaded before: a fault of an import proves nothing.
            for kind in ("none", *(kind for kind in new.kinds if kind in kinds)):
                # Nothing can be cleaned up without memory.
                for forever in (False,) if kind == "allocation" else (False, True):
                    hit = True
                    for number in range(1, most + 1):
                        if time.monotonic() - began > seconds:
                            break
                        armed = KINDS[0] if kind == "none" else kind
                        at = 1 << 60 if kind == "none" else number
                        hit, begun, fault = once(faults, new, armed, at, forever, home)
                        shutil.rmtree(home)
                        injected[kind] += hit and begun
                        count += hit and begun
                        if fault:
                            how = "and all after it" if forever else "alone"
                            wrong.append(f"{name}: {kind} {number} {how}\n{fault}")
                        if not hit:
                            break
                    ended = ended and not hit
            left = "" if ended else ", not to the end"
            print(f"{name}: {count} faults, {time.monotonic() - began:.1f} s{left}", flush=True)
    return injected, wrong


def main(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="SCENE", help="run these scenes alone")
    parser.add_argument(
        "--kinds", nargs="+", choices=KINDS, default=KINDS, help="make faults of these kinds alone"
    )
    parser.add_argument("--seconds", type=float, default=1e9, help="longest time for a scene")
    parser.add_argument("--most", type=int, default=MOST, help="most faults of a kind in a scene")
    options = parser.parse_args(words)
    if PRELOADED not in os.environ:
        return preloaded(words)
    # Programs that a scene starts have faults of their own to care about.
    os.environ.pop("LD_PRELOAD", None)
    injected, wrong = run(options.only, options.kinds, options.seconds, options.most)
    for fault in wrong[:10]:
        print(fault)
    print(
        ", ".join(f"{count} {kind}" for kind, count in injected.items() if count)
        + f"; {len(wrong)} violations"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
