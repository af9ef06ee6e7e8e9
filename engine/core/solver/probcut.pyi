DISTANCES: tuple[int, ...]
