from typing import NamedTuple

class Selectivity(NamedTuple):
    margin: int
    percent: int
    error: float

TABLE: tuple[Selectivity, ...]
