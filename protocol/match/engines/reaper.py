"""Reaper: a process that ends the engines of this one, in whatever way it ends itself.

An engine should end when its pipe closes; some do not, least of all in the middle of a search. So a small
process listens at a pipe of its own, is told of every engine's process group, and ends those that are left
when the pipe closes, which a SIGKILL of this process does, too. It needs nothing but a POSIX shell.
"""

from __future__ import annotations

import os
import subprocess
import threading

SCRIPT = """trap '' HUP INT TERM QUIT
groups=' '
while read -r sign group; do
    case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%%" $group "*} ${groups#*" $group "}" ;;
    esac
done
for group in $groups; do kill -KILL -"$group" 2>/dev/null; done
"""


class Warden:
    """Watches over process groups. One serves a whole process, and any of its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: set[int] = set()
        self._pipe: int | None = None
        self._shell: subprocess.Popen[bytes] | None = None

    def guard(self, group: int) -> None:
        """End this group if we end before `release` is called."""
        with self._lock:
            self._groups.add(group)
            self._tell(f"+ {group}\n")

    def release(self, group: int) -> None:
        """Leave this group alone from now on; to be said before its number can be another's."""
        with self._lock:
            self._groups.discard(group)
            self._tell(f"- {group}\n")

    def _tell(self, text: str) -> None:
        """Pass on what is new, or all there is to know where nobody listens yet, or any more."""
        if self._pipe is not None and self._shell is not None:
            try:
                os.write(self._pipe, text.encode("ascii"))
                return
            except BrokenPipeError:
                os.close(self._pipe)
                self._shell.wait()
        self._start()

    def _start(self) -> None:
        ear, self._pipe = os.pipe()
        # Outside our session neither a Ctrl-C nor a signal to our group reaches it.
        self._shell = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT],
            stdin=ear,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(ear)
        os.write(self._pipe, "".join(f"+ {group}\n" for group in sorted(self._groups)).encode("ascii"))


WARDEN = Warden()
