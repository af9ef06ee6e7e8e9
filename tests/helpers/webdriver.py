"""Chromium driven by ChromeDriver in words of the WebDriver protocol: tabs, keys, clicks, scripts."""

import base64
import contextlib
import http.client
import json
import re
import shutil
import subprocess
import tempfile
import time

import pytest
from browser import CHROMIUM, OPTIONS

CHROMEDRIVER = shutil.which("chromedriver")
needs_driver = pytest.mark.skipif(
    CHROMIUM is None or CHROMEDRIVER is None, reason="there is no Chromium with its driver"
)
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Tab": "\ue004",
    "Left": "\ue012",
    "Up": "\ue013",
    "Right": "\ue014",
    "Down": "\ue015",
    "Home": "\ue011",
    "End": "\ue010",
    "PageUp": "\ue00e",
    "PageDown": "\ue00f",
    "Shift": "\ue008",
    "Control": "\ue009",
    "Alt": "\ue00a",
    "Backspace": "\ue003",
}
WAIT = 12


class Browser:
    """A browser that nobody sees, with one tab at a time in hand."""

    def __init__(self, folder):
        words = [CHROMEDRIVER, "--port=0"]
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=folder
        )
        line = ""
        while not (found := re.search(r"successfully on port (\d+)", line)):
            line = self.process.stdout.readline()
            assert line, "ChromeDriver did not start"
        self.line = http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=90)
        self.profile = tempfile.mkdtemp(dir=folder)
        options = [option for option in OPTIONS if "logging" not in option]
        chrome = {"binary": CHROMIUM, "args": [*options, f"--user-data-dir={self.profile}", "--lang=en"]}
        wanted = {"goog:chromeOptions": chrome, "goog:loggingPrefs": {"browser": "ALL"}}
        wanted["timeouts"] = {"script": 30_000}
        made = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/session/{made['sessionId']}"

    def ask(self, method, path, body=None):
        """A request of the protocol, and its value."""
        self.line.request(method, path, None if body is None else json.dumps(body))
        value = json.loads(self.line.getresponse().read())["value"]
        assert not (isinstance(value, dict) and "error" in value), value.get("message")
        return value

    def post(self, path, **body):
        return self.ask("POST", self.session + path, body)

    def close(self):
        """End the browser and its driver."""
        with contextlib.suppress(Exception):
            self.ask("DELETE", self.session)
        self.line.close()
        self.process.terminate()
        self.process.wait(timeout=10)
        self.process.stdout.close()

    def tab(self):
        """Take a new tab in hand; its name."""
        handle = self.post("/window/new", type="tab")["handle"]
        self.take(handle)
        return handle

    def take(self, handle):
        self.post("/window", handle=handle)

    def close_tab(self):
        """Close the tab in hand; the first one of the others is in hand then."""
        self.take(self.ask("DELETE", f"{self.session}/window")[0])

    def cdp(self, command, **values):
        return self.post("/goog/cdp/execute", cmd=command, params=values)

    def look(self, width, height=900, dark=False, still=True):
        """The size of the window, light or dark, and whether nothing should move."""
        phone = width < 600
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        features = {"prefers-color-scheme": "dark" if dark else "light"}
        features["prefers-reduced-motion"] = "reduce" if still else "no-preference"
        listed = [{"name": name, "value": value} for name, value in features.items()]
        self.cdp("Emulation.setEmulatedMedia", features=listed)

    def go(self, url):
        self.post("/url", url=url)

    def run(self, script, *values):
        """What a script returns."""
        return self.post("/execute/sync", script=script, args=list(values))

    def run_long(self, script, *values):
        """What a script gives to its last argument, a function."""
        return self.post("/execute/async", script=script, args=list(values))

    def wait(self, condition, *values, seconds=WAIT):
        """The first value of an expression in the page that is not empty."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"return {condition};", *values)):
            assert time.monotonic() < end, f"waited in vain for {condition}, {values}"
            time.sleep(0.03)
        return found

    def text(self):
        return self.run("return document.body.innerText")

    def click(self, selector):
        """A click of the mouse on what is there to be clicked."""
        self.wait("document.querySelector(arguments[0])", selector)
        found = self.post("/element", using="css selector", value=selector)
        self.post(f"/element/{found[ELEMENT]}/click")

    def keys(self, *names, held=()):
        """Press keys, one after the other, while others are held."""
        signs = [KEYS.get(name, name) for name in names]
        presses = [{"type": kind, "value": sign} for sign in signs for kind in ("keyDown", "keyUp")]
        down = [{"type": "keyDown", "value": KEYS[name]} for name in held]
        up = [{"type": "keyUp", "value": KEYS[name]} for name in held]
        keyboard = {"type": "key", "id": "keyboard", "actions": [*down, *presses, *up]}
        self.post("/actions", actions=[keyboard])

    def console(self):
        """What the console was told since it was last asked; refused loads and broken policies are in it."""
        return [line["message"] for line in self.post("/se/log", type="browser")]

    def picture(self, path):
        """Write a picture of what is in the window, as PNG."""
        path.write_bytes(base64.b64decode(self.ask("GET", f"{self.session}/screenshot")))
