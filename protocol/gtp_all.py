"""Every room with GTP commands: who imports this one has the whole table."""

from __future__ import annotations

from protocol import (  # noqa: F401
    gtp,
    gtp_analysis,
    gtp_clients,
    gtp_gogui,
    gtp_json,
    gtp_own,
    gtp_rules,
    gtp_sgf,
    gtp_time,
    gtp_tree,
)
