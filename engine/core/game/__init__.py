"""Forward models, rules, positions, evaluators and heuristics of games."""

from outflank.engine import core

TYPE_CHECKING = False
if not TYPE_CHECKING:
    # A type checker reads the stubs beside the sources.
    def __getattr__(name):
        return core.member(__name__, name)
