"""Words, lines and files."""

__version__ = "0.1.0"
