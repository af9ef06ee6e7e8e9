"""Games reviewed move by move."""
