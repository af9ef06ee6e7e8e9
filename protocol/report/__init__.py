"""What the games of matches prove, as tables, pages and data."""
