"""The files of the page that plays, by the names that it asks for: paths below the package."""

from __future__ import annotations

PAGE = "play/assets/play.html"
KIT = """
    palette.css kit.css board.css panels.css acquire_texts.js board.js charts.js graph.js grip.js
    holdings.js kit.js lang.js marks.js money.js panels.js points.js sheet.js sphere.js squares.js texts.js
    tiles.js translate.js turn.js turns.js values.js
"""
OWN = """
    play.html play.css acquire.js acquire_choice.js acquire_panel.js app.js buttons.js connection.js
    decision.js deeds.js dialogs.js files.js keys.js main.js messages.js model.js move_list.js notices.js
    seats.js setup.js stage.js switches.js thinking.js view.js
"""
MEDIA_TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript"}

ASSETS = tuple(
    (f"{folder}/assets/{name}", f"{MEDIA_TYPES[name.rpartition('.')[2]]}; charset=utf-8")
    for folder, names in (("web", KIT), ("play", OWN))
    for name in names.split()
)
"""Every file that a page may ask for, with its media type. There are no others: no path of a request ever
reaches the file system."""
