"""Every room with GTP commands: who imports this one has the whole table."""

from __future__ import annotations

from outflank.protocol.gtp import (  # noqa: F401
    analysis,
    clients,
    gogui,
    gogui_rules,
    hidden,
    json_analysis,
    own,
    session,
    sgf,
    time,
    tree,
)
