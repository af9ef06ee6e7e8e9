"""Words, lines and files."""
