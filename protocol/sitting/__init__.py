"""Games between persons and engines: seats, clocks, history, and players for the engines' seats."""
