"""Matches inside one process, and what they prove."""
