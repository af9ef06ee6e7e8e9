# cython: language_level=3
"""The rules of a game: its forward model, and its positions and moves as people read and write them.

A game is one class derived from `Rules`. None of what stands here is asked by a running search.
"""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.game import rules`")


class Rules(ForwardModel):
    """The contract of a game. `signs` are the letters of the players in `cells_text`; empty where cells
    belong to nobody.

    >>> from outflank.engine import find_game
    >>> rules = find_game("Othello").rules()
    >>> rules.players, rules.move_text(rules.new_position().moves()[0])
    (2, 'D3')
    """

    def __cinit__(self):
        self.signs = ""

    def view(self, position):
        """The state of a position of this game; ValueError for one of another."""
        other: Rules = position.rules
        if other is not self and (type(other) is not type(self) or other.players != self.players):
            raise ValueError("a position of another game")
        return position.state

    def new_position(self):
        """The position a game starts from."""
        position: Position = Position(self)
        self.start(position.state)
        return position

    def adopt(self, position: Position):
        """The same position under these rules, which must be of the same game and size."""
        other = position.rules
        same = type(other) is type(self) and other.players == self.players
        if not same or other.position_text(other.new_position()) != self.position_text(self.new_position()):
            raise ValueError("a position of another game")
        own: Position = Position(self)
        self.copy(own.state, position.state)
        return own

    def move_text(self, move: cython.int) -> str:
        """The move as it is written on the wire."""
        raise NotImplementedError

    def find_move(self, text: str) -> int:
        """The move a text names, legal or not. ValueError when it names none."""
        raise NotImplementedError

    def find_moves(self, position: Position, text: str) -> list:
        """The moves that one word on the wire stands for, legal or not: most often one. ValueError when there
        is none."""
        return [self.find_move(text)]

    def word(self, position: Position, moves: list) -> str:
        """The word for moves that are told together, the reverse of `find_moves`."""
        return self.move_text(moves[0])

    def unfinished(self, position: Position) -> bool:
        """Tell whether the mover is in the middle of a step that one word tells."""
        return False

    def seen(self, position: Position, player: cython.int):
        """The position as a player knows it, without the things hidden from that player."""
        return position

    def kind(self, position: Position) -> str:
        """The kind of decision that is due, `over` for none."""
        return "over" if position.over else "move"

    def hand(self, position: Position, player: cython.int) -> list:
        """The cards of a player's hand as text, `?` for an unknown one. None in a game without hands."""
        return []

    def card_text(self, card: cython.int) -> str:
        """The card that an outcome of chance deals, the reverse of `find_card`."""
        return self.move_text(card)

    def eyes(self, position: Position) -> object:
        """The player whose knowledge the position holds, None where it holds everything."""
        return None

    def reveal(self, position: Position, player: cython.int, cards: list):
        """The position with a hand told that it does not know. ValueError when it cannot be that."""
        raise ValueError("this game has no hands")

    def knows(self, position: Position, player: cython.int) -> bool:
        """Tell whether the position holds all that the player knows: not so where it has the eyes of
        another."""
        return True

    def deck(self) -> list:
        """The outcomes of chance that are dealt from a shuffled deck, in their order before the shuffle.
        Empty where chance is not a deck."""
        return []

    def find_card(self, text: str) -> int:
        """The outcome of chance that deals the card of a text. ValueError when there is none."""
        raise ValueError(f"{text!r} is not a card: this game has no deck")

    def diagram(self, position: Position) -> str:
        """The board as lines of text, none of them empty."""
        raise NotImplementedError

    def position_text(self, position: Position) -> str:
        """One line that `parse_position` reads back."""
        raise NotImplementedError

    def parse_position(self, text: str):
        """The position a line describes. ValueError says where it describes none."""
        raise NotImplementedError

    def cells_text(self, position: Position) -> str:
        """The sign of each cell of the board, in the order of the position text. It is a letter of `signs` on
        one of a player's, `.` or `-` on an empty one. Empty where the game has no board."""
        return ""

    def owners(self, position: Position) -> tuple:
        """The player that each cell belongs to, -1 for none."""
        return tuple([self.signs.find(sign) for sign in self.cells_text(position)])

    def empties(self, position: Position) -> int:
        """The number of empty cells."""
        cells = self.cells_text(position)
        return cells.count(".") + cells.count("-")

    def counts(self, position: Position) -> tuple:
        """Each player's discs, balls or points so far, without those that only the end brings."""
        return self.scores(position)

    def cell_of(self, move: cython.int) -> int:
        """The cell that a move goes to, -1 where it goes to none, as a pass."""
        return -1

    def has_choice(self, position: Position, player: cython.int) -> bool:
        """Tell whether the player would have a move other than a forced pass if it were that player's
        turn."""
        return not position.over

    def scores(self, position: Position) -> tuple:
        """Each player's score by the rules of the game, the position taken as final."""
        raise NotImplementedError
