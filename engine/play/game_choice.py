"""The game that is chosen: its board, komi and rules, and the search session it is played with."""

from __future__ import annotations

from outflank.engine.errors import BadSize, UnknownGame
from outflank.engine.games import find_game, unknown_game
from outflank.engine.record import NamedTuple
from outflank.engine.variant import Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from outflank.engine.analysis.endings import Endings
    from outflank.engine.analysis.memory import Trees
    from outflank.engine.analysis.session import SearchSession
    from outflank.engine.core.base.stop import Bell
    from outflank.engine.core.game.rules import Rules
    from outflank.engine.play.settings import Settings


class GameChoice(NamedTuple):
    """A game of the table (engine/games.py), the size of its board, and the komi. The komi is the one asked
    for, None for the usual one."""

    variant: Variant
    size: int
    komi: float | None

    @property
    def key(self) -> tuple[str, int, float | None]:
        """The key of the choice: choices of one key have the same values of positions."""
        counts = self.komi is not None and self.variant.komi and abs(self.komi) <= 1
        return self.variant.name, self.size, self.komi if counts else None

    def new_rules(self, draw: float) -> Rules:
        """Its rules, with the value of a draw to the first player where that can be chosen."""
        rules = self.variant.rules(*self.key[1:])
        if self.variant.draw_value:
            rules.draw = draw
        return rules


def choose_game(name: str, size: int | None, komi: float | None) -> GameChoice:
    """The choice of a game by its name, on a board of that size or the usual one."""
    variant = find_game(name)
    if variant is None:
        raise UnknownGame(unknown_game(name))
    return choose_size(variant, variant.sizes[0] if size is None else size, komi)


def choose_size(variant: Variant, size: int, komi: float | None) -> GameChoice:
    """The choice of a size for a game. BadSize when it has none such."""
    if size not in variant.sizes:
        raise BadSize(f"unacceptable size: {variant.name} has {', '.join(map(str, sorted(variant.sizes)))}")
    return GameChoice(variant, size, komi)


class ChosenGame:
    """The choice that holds, among those whose trees are kept (engine/analysis/memory.py)."""

    def __init__(self, settings: Settings, endings: Endings, trees: Trees, bell: Bell) -> None:
        self.choice: GameChoice
        self._settings = settings
        self._endings = endings
        self._trees = trees
        self._bell = bell

    def go_to(self, choice: GameChoice) -> Rules:
        """Have the session for the rules of a choice, and return those rules. The tree searched by them is
        kept, unless a seed promises that the same game will be played."""
        self._endings.release()
        left = None if self._settings.repeatable else self._trees.known(choice.key)
        rules = choice.new_rules(self._settings.draw) if left is None else left.rules
        session = self._new_session(choice, rules) if left is None else left
        if self._settings.repeatable or not self._trees.begun:
            self._trees.renew(session, choice.key)
        else:
            self._trees.change(choice.key, session)
        self.choice = choice
        return rules

    def start_anew(self, rules: Rules) -> None:
        """Go on with these rules of the same choice in a new session, with no tree of before."""
        self._trees.renew(self._new_session(self.choice, rules))

    def _new_session(self, choice: GameChoice, rules: Rules) -> SearchSession:
        return self._settings.new_session(choice.variant.name, rules, self._bell)
