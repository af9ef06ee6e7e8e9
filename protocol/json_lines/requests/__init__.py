"""Requests of the protocol, each a function that a decorator puts into the table."""
