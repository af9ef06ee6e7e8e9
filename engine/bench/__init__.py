"""Measurements of speed and of how far values can be relied on."""
