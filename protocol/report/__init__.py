"""Reports of the games of matches as tables, pages and data."""
