"""Clocks: time controls, the part of the time that a move may take, and the readings of a session."""
