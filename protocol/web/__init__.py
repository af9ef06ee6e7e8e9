"""Pages: one HTML file each, with their style, script and data in it."""
