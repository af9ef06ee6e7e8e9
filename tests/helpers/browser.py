"""Chromium without a screen: what it makes of a page, and the pixels of a picture of it."""

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import zlib

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-quic"),
    # Without a network it would wait for one now and then.
    *("--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--enable-logging=stderr",
)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium")


def browse(folder, page, *options):
    """The output of Chromium for the text of a page; no script may complain, and the browser and all its
    processes are gone afterwards."""
    path = folder / "page.html"
    path.write_text(page, "utf-8")
    command = [CHROMIUM, *OPTIONS, f"--user-data-dir={folder / 'profile'}", *options, path.as_uri()]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, cwd=folder
    )
    try:
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert [line for line in err.decode("utf-8", "replace").splitlines() if "CONSOLE" in line] == []
    return out.decode("utf-8")


def asked(folder, page, script, *options):
    """What a script finds out about a page when it is loaded: the last value of an expression."""
    probe = f"""<script>
const probe = document.createElement("pre");
probe.id = "probe"; probe.textContent = JSON.stringify((() => {{ {script} }})());
document.body.append(probe);
</script>"""
    out = browse(folder, page.replace("</body>", probe + "</body>"), "--dump-dom", *options)
    found = re.search(r'<pre id="probe">(.*?)</pre>', out, re.DOTALL)
    assert found, "the page's scripts did not come to an end"
    text = found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return json.loads(text)


def picture(folder, page, width, height, dark):
    """The rows of a picture of a page, each a list of colours (red, green, blue)."""
    target = folder / "page.png"
    look = f"--blink-settings=preferredColorScheme={int(not dark)}"
    browse(folder, page, f"--window-size={width},{height}", look, f"--screenshot={target}")
    return rows_of(target.read_bytes())


def rows_of(png):
    """The rows of a PNG without a palette."""
    assert png.startswith(b"\x89PNG")
    at, packed, width, colour = 8, b"", 0, 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    size = {2: 3, 6: 4}[colour]
    raw, step, rows, above = zlib.decompress(packed), width * size + 1, [], bytearray(width * size)
    for start in range(0, len(raw), step):
        above = unfiltered(raw[start], bytearray(raw[start + 1 : start + step]), above, size)
        rows.append(list(zip(above[0::size], above[1::size], above[2::size], strict=True)))
    return rows


def unfiltered(kind, row, above, size):
    """A row of a PNG before it was filtered."""
    for at in range(len(row)) if kind else ():
        left = row[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        guess = left + above[at] - corner
        nearest = min((left, above[at], corner), key=lambda value: abs(guess - value))
        row[at] = (row[at] + (0, left, above[at], (left + above[at]) // 2, nearest)[kind]) & 255
    return row
