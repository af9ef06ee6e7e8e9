"""Lines in, replies out: the loop that serves a client."""
