"""The sdist command of this project: an archive of the files that git tracks."""

from __future__ import annotations

import subprocess
from pathlib import Path

from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent.parent


class SourceDist(sdist):
    """sdist of the files that git tracks, or in an unpacked sdist of those that came with it."""

    def make_distribution(self) -> None:
        """Replace the list of files, which the commands before have written to SOURCES.txt and an unpacked
        sdist reads there again."""
        if (ROOT / ".git").exists():
            info = Path(self.get_finalized_command("egg_info").egg_info)
            generated = [path.as_posix() for path in info.iterdir()]
            self.filelist.files = sorted([*_tracked(), *generated])
            (info / "SOURCES.txt").write_text("".join(f"{name}\n" for name in self.filelist.files), "utf-8")
        elif not (ROOT / "PKG-INFO").exists():
            raise SystemExit("an sdist is made in a git checkout or an unpacked sdist, and this is neither")
        super().make_distribution()


def _tracked() -> list[str]:
    """The files that git tracks, as far as they are there."""
    command = ["git", "ls-files", "-z"]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SystemExit(f"an sdist of a checkout needs git: {error.strerror}") from None
    if done.returncode:
        raise SystemExit(f"an sdist of a checkout needs git: {done.stderr.strip()}")
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]
