"""Matches and tournaments between engines."""
