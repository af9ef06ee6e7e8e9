"""Matches inside one process, from the command line."""
