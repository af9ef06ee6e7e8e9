"""The page that plays, in a browser: its server, and what people do with it."""

import base64
import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from urllib.parse import quote

from places import ROOT

CLICK = """
const click = node => {
  const box = node.getBoundingClientRect();
  const at = {bubbles: true, pointerId: 1, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
  for (const kind of ["pointerdown", "pointerup"]) node.dispatchEvent(new PointerEvent(kind, at));
  node.dispatchEvent(new MouseEvent("click", at));
};
"""
TILES = """
const onTiles = () => {
  const panel = document.querySelector("#decision"), shown = node => node && !node.disabled;
  const find = look => [...panel.querySelectorAll(look)].filter(shown);
  const ready = (panel.dataset.key || "").startsWith(app.version + " ");
  const [cover] = find("#do-uncover");
  if (cover) { cover.click(); return false; }
  if (!ready || !shown(panel.querySelector("button:not([disabled])"))) return false;
  if (find("#do-end").length && find("#do-end")[0].click() === undefined) return true;
  const made = find("button.own-tile")[0] || find(".choices button")[0];
  if (made) { made.click(); return true; }
  const all = find(".form-quick button");
  if (all.length) all[moves % all.length].click();
  for (let n = 0; n < 3; n++) {
    const more = panel.querySelector("#do-buy") ? find(".form-row button:last-of-type") : [];
    if (more.length) more[(moves + n) % more.length].click();
  }
  find("#do-buy, #do-dispose")[0]?.click();
  return true;
};
"""
"""Plays a decision of Acquire by the buttons beside the board: a purchase of up to three shares, a split of
shares now sold, now traded, now kept, and the end as soon as it may be called."""
PLAY_ON = (
    CLICK
    + """
const done = arguments[arguments.length - 1], [most, passing] = arguments;
const board = document.querySelector("#board"), app = document.body.dataset;
let asked = "", moves = 0;
"""
    + TILES
    + """
const onBoard = () => {
  const inSight = node => node.getAttribute("display") !== "none";
  const shown = [...board.querySelectorAll(".legal")].filter(inSight);
  const chosen = moves % 3 ? shown[0] : shown[shown.length - 1];
  const pass = document.querySelector("#do-pass");
  if (chosen && moves < passing) click(chosen.querySelector(".target") || chosen);
  else pass.click();
  return true;
};
const step = () => {
  const enough = moves >= most && app.waiting === "person" && asked !== app.version;
  if (app.waiting === "over" || enough) { done([app.waiting, moves]); return; }
  if (app.waiting === "person" && asked !== app.version) {
    const version = app.version;
    if (document.body.classList.contains("tiles") ? onTiles() : onBoard()) {
      asked = version;
      moves += 1;
    }
  }
  setTimeout(step, 4);
};
step();
"""
)
"""Plays for the person: now the first move that is marked, now the last one."""
DROP = """
const [name, text] = arguments, board = document.querySelector("#board");
const dataTransfer = new DataTransfer();
dataTransfer.items.add(new File([Uint8Array.from(atob(text), sign => sign.charCodeAt(0))], name));
const look = {bubbles: true, cancelable: true, dataTransfer};
for (const kind of ["dragenter", "dragover", "drop"]) board.dispatchEvent(new DragEvent(kind, look));
"""
SHIFTS = """
window.shifts = [];
const nameOf = ({node}) => node && (node.id || node.className || node.nodeName);
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) window.shifts.push([entry.value, ...entry.sources.map(nameOf)]);
  }
}).observe({type: "layout-shift", buffered: true});
"""


def state_in(folder):
    """An environment in which what the server keeps for its next start lies in this folder."""
    return dict.fromkeys(
        ("XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder)
    )


class Server:
    """`outflank play` without a browser of its own."""

    def __init__(self, *options, env=None):
        command = [sys.executable, "-m", "outflank.protocol", "play", "--no-browser", *options]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*", line)
        assert found, line + (self.process.stderr.read() if self.process.poll() is not None else "")
        self.address = found[0]

    def close(self, sign=signal.SIGTERM):
        """End it, and read to the end."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, sign)
        self.process.communicate(timeout=20)


class Page:
    """A tab with the page in it."""

    def __init__(self, browser, address, width=1280, dark=False, link="", still=True):
        self.browser = browser
        self.name = browser.tab()
        browser.look(width, dark=dark, still=still)
        browser.go(address + (f"#{link}" if link else ""))
        self.ready()

    def ready(self):
        """Wait until there is a board, and nobody thinks."""
        self.browser.wait("document.querySelector('#board svg') && document.body.dataset.waiting")

    def told(self, name):
        return self.browser.run(f"return document.body.dataset.{name}")

    def waits(self, what):
        """Wait until the game waits for a player."""
        self.browser.wait("document.body.dataset.waiting === arguments[0]", what)

    def at(self, ply, plies=None):
        """Wait until a ply is shown."""
        self.browser.wait("document.body.dataset.ply === arguments[0]", str(ply))
        if plies is not None:
            self.browser.wait("document.body.dataset.plies === arguments[0]", str(plies))

    def start(self, **request):
        """Begin a game by a link, as a person follows one."""
        parts = [f"game={quote(request['game'])}", f"size={request['size']}", f"seats={request['seats']}"]
        parts += [f"{name}={request[name]}" for name in ("clock", "moves", "deck") if name in request]
        link = "&".join(parts)
        version = self.told("version")
        self.browser.run("location.hash = arguments[0]", link)
        self.browser.wait("document.body.dataset.version !== arguments[0]", version)

    def link(self):
        """The link in the address, which the page writes three times a second at most."""
        time.sleep(0.4)
        return self.browser.run("return location.hash.slice(1)")

    def play_on(self, most=10_000, passing=10_000):
        """Play for the person until the game is over or a number of moves is made; pass from some move on."""
        return self.browser.run_long(PLAY_ON, most, passing)

    def play_best(self):
        """Play for the person what the engine would."""
        self.waits("person")
        version = self.told("version")
        self.browser.click("#do-go")
        self.browser.wait("document.body.dataset.version !== arguments[0]", version)
        self.waits("person")

    def drop(self, path):
        self.browser.run(DROP, path.name, base64.b64encode(path.read_bytes()).decode())

    def moves(self):
        """The moves of the list."""
        rows = "[...document.querySelectorAll('#moves tbody tr')]"
        script = f"return {rows}.map(row => row.cells[1].innerText.trim())"
        return self.browser.run(script)

    def live(self):
        return self.browser.run("return document.querySelector('#live').textContent")

    def close(self):
        self.browser.take(self.name)
        self.browser.close_tab()
