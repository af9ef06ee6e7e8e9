from threading import Thread

SHORT: float
CROWDED: float
MISSING: list[int]

def start_threads(threads: list[Thread]) -> int: ...
