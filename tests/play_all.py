"""Every game played whole in Chromium in every look: a table, and exit code 1 where something is wrong.

    python tests/play_all.py [GAME ...]

takes some minutes; the tests play each game whole in one look, and show each in all of them. A long game is
named by its row: "PolyClash, long".
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "helpers"))

import node_packages  # noqa: E402
from play_page import Server, state_in  # noqa: E402
from webdriver import Browser  # noqa: E402
from whole_games import WHOLE, look_name, report  # noqa: E402


def main(names):
    """Play, print a line for each game and look, and return the exit code."""
    wholes = [
        whole
        for whole in WHOLE
        if not names or whole.name in names or (whole.game in names and not whole.long)
    ]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        packages = node_packages.install(Path(folder))
        axe = (packages / "axe-core" / "axe.min.js").read_text("utf-8")
        (Path(folder) / "state").mkdir()
        server, browser = Server(env=state_in(Path(folder) / "state")), Browser(Path(folder))
        try:
            for whole, look, plies, seconds, wrong in report(browser, server.address, axe, wholes):
                faults += bool(wrong)
                found = "ok" if not wrong else f"WRONG {wrong}"
                print(
                    f"{whole.name:<16} {look_name(look):<11} {plies:>4} plies {seconds:6.1f} s  {found}",
                    flush=True,
                )
        finally:
            browser.close()
            server.close()
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
