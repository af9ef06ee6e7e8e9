"""Patience with a busy machine: the time that quick things may take there, and how slow ones are told."""

SOON = 12.0
"""Seconds that suffice for what takes hundredths on a quiet machine; `outflank bench protocol` tells."""
LONG = 90.0
"""Seconds of a search that is ended early: one that runs its course is far beyond SOON."""
