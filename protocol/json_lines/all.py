"""Every module with requests: who imports this one has the whole table."""

from __future__ import annotations

from outflank.protocol.json_lines.requests import facts, files, playing, searches  # noqa: F401
from outflank.protocol.json_lines.table import requests as requests
