"""Searches that tests run."""


def run_from(load, search, position, visits):
    """The search after that many simulations from a position."""
    search.set_root(position)
    assert search.run(visits, 1e9, load("base.stop").Bell()) == visits
    return search
