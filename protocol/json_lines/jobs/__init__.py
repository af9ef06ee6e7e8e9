"""Jobs that take time, and the order in which they are done."""
