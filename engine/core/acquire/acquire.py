# cython: language_level=3, cdivision=True
"""Acquire for three to six players, by the published rules of 1999 or by those of the house.

One decision is one move: a tile, the chain that is founded, the survivor of a merger, the order of equal
defunct chains, what becomes of their shares, and a purchase share by share. What is drawn is chance's move.
The order of the bag is nowhere: the bag is the set of the tiles that lie nowhere else.

A position sees all, or has the eyes of one player: then the hands of the others hold unknown tiles, their
draws have one outcome, and what they must show is chance's move too.
"""

import cython

from . import diagram, position_text, words
from .chains import NAMES

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import acquire`")

_REWARDS = (1.0, 0.4, 0.1, 0.0, 0.0, 0.0)
"""The reward of each rank."""
_KINDS = ("over", "draw", "show", "place", "found", "survive", "order", "dispose", "buy")


class Acquire(Rules):
    """The rules for 3 to 6 `players`, with those of the `house` where they differ from the published ones.

    >>> from outflank.engine.core.acquire import acquire
    >>> rules = acquire.Acquire(3)
    >>> rules.kind(rules.new_position()), rules.move_text(4), rules.find_move("give:S3T4")
    ('draw', '5A', 457)
    """

    def __cinit__(self, players: cython.int = 4, house: cython.bint = False):
        if not 3 <= players <= SEATS:
            raise ValueError(f"Acquire is a game for 3 to 6 players, not for {players}")
        self.players = players
        self.house = house
        self.actions = ACTIONS
        self.pass_move = -1
        self.state_size = cython.sizeof(Table)
        self.has_chance = True
        self.has_hidden = True
        self.has_scores = True
        for rank in range(players):
            self.table[rank] = _REWARDS[rank]

    def start(self, state):
        set_up(cython.cast(cython.pointer(Table), state), self.players, self.house)

    def mover(self, state):
        return cython.cast(cython.pointer(Table), state).mover

    def over(self, state):
        return cython.cast(cython.pointer(Table), state).kind == OVER

    def moves(self, state, out):
        return list_moves(cython.cast(cython.pointer(Table), state), out)

    def play(self, state, move):
        advance(cython.cast(cython.pointer(Table), state), move)

    def rewards(self, state, out):
        """1, 0.4, 0.1 and 0 by rank; who ties gets the mean of the ranks the tie covers."""
        cash: cython.int[SEATS]
        settled(cython.cast(cython.pointer(Table), state), cash)
        share_out(self.players, cash, self.table, out)

    def final_scores(self, state, out):
        """Each player's money once all bonuses are paid and all shares sold."""
        cash: cython.int[SEATS]
        seat: cython.int
        settled(cython.cast(cython.pointer(Table), state), cash)
        for seat in range(self.players):
            out[seat] = 100 * cash[seat]
        return True

    def key(self, state):
        return whole_key(cython.cast(cython.pointer(Table), state))

    def chance(self, state, out):
        return list_chances(cython.cast(cython.pointer(Table), state), out)

    def observe(self, state, player):
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), state)
        return public_key(t) if player == BYSTANDER else player_key(t, player)

    def observer(self, state):
        """The eyes of the position, the mover's where they see all."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), state)
        return t.mover if t.eyes == EYES_ALL else t.eyes

    def determinize(self, state, player, rng):
        guess(cython.cast(cython.pointer(Table), state), player, rng)

    def partial_playout(self, state, rng, plies, log, room):
        return play_moves(cython.cast(cython.pointer(Table), state), rng, False, plies, log, room)

    # What people see.

    def view(self, position):
        """The state of a position of this game; ValueError for one of another, or of other rules."""
        other: Acquire
        if position.rules is not self:
            if type(position.rules) is not type(self):
                raise ValueError("a position of another game")
            other = position.rules
            if other.players != self.players or other.house != self.house:
                raise ValueError("a position of another game")
        return position.state

    def move_text(self, move: cython.int) -> str:
        return words.move_text(move)

    def find_move(self, text: str) -> int:
        return words.find_move(text)

    def find_moves(self, position: Position, text: str) -> list:
        """The decisions of a word: `buy:Luxor,Tower` picks a share of each and, if more could be bought,
        ends the purchase; `order:Luxor,Tower` names all of the chains that are equal."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        verb = text.partition(":")[0].lower()
        if verb == "order":
            chains = [words.find_move(f"order:{name}") for name in text.partition(":")[2].split(",")]
            if t.kind == ORDERS and sorted(chains) != position.moves():
                raise ValueError(f"{text!r} does not name each of the equal chains once")
            return chains[:-1]
        if verb != "buy":
            return [words.find_move(text)]
        picks = [BUY_MOVE + chain for chain in words.find_shares(text)]
        after = position
        for move in picks:
            if move not in after.moves():
                return picks
            after = after.play(move)
        return [*picks, NO_MORE] if not picks or self.unfinished(after) else picks

    def word(self, position: Position, moves: list) -> str:
        """The word for the decisions of a position that are told together."""
        if ORDER_MOVE <= moves[0] < BUY_MOVE:
            left = [move for move in position.moves() if move not in moves]
            return "order:" + ",".join([NAMES[move - ORDER_MOVE] for move in [*moves, *left]])
        if BUY_MOVE <= moves[0] <= NO_MORE:
            return words.shares_text([move - BUY_MOVE for move in moves if move != NO_MORE])
        return words.move_text(moves[0])

    def unfinished(self, position: Position) -> bool:
        """Tell whether a purchase, or the order of equal chains, is incomplete."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        if t.kind == ORDERS:
            return t.at > 0 and t.size[t.queue[t.at - 1]] == t.size[t.queue[t.at]]
        return t.kind == BUYS and t.picks > 0

    def seen(self, position: Position, player: cython.int):
        """The position as a player knows it."""
        own: Position = position.copy()
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(own))
        if not 0 <= player < self.players:
            raise ValueError(f"there is no player {player}")
        if t.eyes != EYES_ALL and t.eyes != player:
            raise ValueError("the position has the eyes of another player")
        hide(t, player)
        return own

    def knows(self, position: Position, player: cython.int) -> bool:
        """Tell whether every tile of the player's hand is known."""
        return None not in self.slots(position, player)

    def deck(self) -> list:
        """The draws of all tiles, column by column: 1A, 1B ... 1I, 2A ... 12I."""
        column: cython.int
        row: cython.int
        cards = []
        for column in range(COLUMNS):
            for row in range(ROWS):
                cards.append(DRAW_MOVE + WIDTH * row + column)
        return cards

    def find_card(self, text: str) -> int:
        return DRAW_MOVE + words.find_tile(text)

    def card_text(self, card: cython.int) -> str:
        return words.tile_text(card - DRAW_MOVE)

    def reveal(self, position: Position, player: cython.int, tiles: list):
        """The position with the unknown tiles of a hand told; ValueError when it cannot hold these."""
        own: Position = position.copy()
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(own))
        slot: cython.int
        found = [words.find_tile(text) for text in tiles]
        known = [tile for tile in self.slots(own, player) if tile is not None]
        new = [tile for tile in found if tile not in known]
        if len(set(found)) < len(found) or len(found) != t.held[player]:
            raise ValueError(f"a hand of {t.held[player]} different tiles is wanted, not {' '.join(tiles)}")
        if [tile for tile in known if tile not in found]:
            raise ValueError(f"the hand holds {' '.join(map(words.tile_text, known))}")
        for tile in new:
            if not in_set(t.pool, tile):
                raise ValueError(f"{words.tile_text(tile)} is not an unseen tile")
        for slot in range(t.held[player]):
            if t.hands[player][slot] == UNKNOWN:
                t.hands[player][slot] = new.pop(0)
                drop_tile(t.pool, t.hands[player][slot])
        return own

    def slots(self, position: Position, player: cython.int) -> list:
        """The tiles of a hand in the order of their arrival, None for one that is not known."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        if not 0 <= player < self.players:
            raise ValueError(f"there is no player {player}")
        hand = [t.hands[player][slot] for slot in range(t.held[player])]
        return [None if tile == UNKNOWN else tile for tile in hand]

    def hand(self, position: Position, player: cython.int) -> list:
        """The same as text, `?` for one that is not known."""
        return ["?" if tile is None else words.tile_text(tile) for tile in self.slots(position, player)]

    def eyes(self, position: Position) -> object:
        """The player whose knowledge the position holds, None where it holds everything."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return None if t.eyes == EYES_ALL else t.eyes

    def kind(self, position: Position) -> str:
        """The decision that is due: `place`, `found`, `survive`, `order`, `dispose`, `buy`; `draw` or `show`
        for chance's, `over` for none."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return _KINDS[t.kind]

    def turn(self, position: Position) -> int:
        """The player whose turn it is; in a merger others decide meanwhile."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return t.turn

    def bag(self, position: Position) -> int:
        """The number of tiles in the bag."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return t.bag

    def out(self, position: Position) -> list:
        """The tiles that have left the game."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return [words.tile_text(tile) for tile in range(TILES) if in_set(t.out, tile)]

    def bank(self, position: Position) -> tuple:
        """The shares of each chain that the bank holds."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return tuple([t.bank[chain] for chain in range(CHAINS)])

    def shares(self, position: Position, player: cython.int) -> tuple:
        """The shares of each chain that a player holds."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        if not 0 <= player < self.players:
            raise ValueError(f"there is no player {player}")
        return tuple([t.shares[player][chain] for chain in range(CHAINS)])

    def bonuses(self, position: Position, chain: cython.int) -> tuple:
        """The bonus of each player if the chain were merged away now."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        bonus: cython.int[SEATS]
        if not 0 <= chain < CHAINS:
            raise ValueError(f"there is no chain {chain}")
        bonuses_of(t, chain, bonus)
        return tuple([100 * bonus[seat] if t.size[chain] else 0 for seat in range(self.players)])

    def scores(self, position: Position) -> tuple:
        """Each player's money once all bonuses are paid and all shares sold."""
        cash: cython.int[SEATS]
        settled(cython.cast(cython.pointer(Table), self.view(position)), cash)
        return tuple([100 * cash[seat] for seat in range(self.players)])

    def counts(self, position: Position) -> tuple:
        """Each player's cash."""
        t: cython.pointer(Table) = cython.cast(cython.pointer(Table), self.view(position))
        return tuple([100 * t.cash[seat] for seat in range(self.players)])

    def cells_text(self, position: Position) -> str:
        """The 108 cells row by row: `.`, `o` for a lone tile, or the first letter of a chain."""
        return diagram.cells_of(position)

    def cell_of(self, move: cython.int) -> int:
        return COLUMNS * (move // WIDTH) + move % WIDTH if words.is_tile(move) else -1

    def diagram(self, position: Position) -> str:
        """The board, the chains, and what is known of every player."""
        self.view(position)
        return diagram.diagram_of(position)

    def position_text(self, position: Position) -> str:
        """The board, cash, shares and hand of each player, and what is due (see `position_text`)."""
        self.view(position)
        return position_text.text_of(position)

    def parse_position(self, text: str):
        return position_text.read(self, text)
