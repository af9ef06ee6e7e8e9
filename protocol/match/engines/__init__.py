"""Engines as processes at the other end of pipes."""
