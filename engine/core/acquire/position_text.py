# cython: language_level=3, cdivision=True
"""A position of Acquire as one line, and such a line read back.

    CELLS SEAT SEAT SEAT [SEAT ...] [out=TILES] [eyes=NAME] KIND=NAME [KEY=VALUE ...]

CELLS are 108 signs. A SEAT is cash:shares:hand, as `5200:2,0,0,1,0,0,0:1A,5C,?`, a tile that everybody has
seen with a `!`, an empty hand as `-`. KIND is what is due, NAME whose turn it is; the keys after it tell the
rest where it is not what it usually is, as `barred=red:2B,3B;blue:2B`: dead tiles that a hand is known not to
hold. What follows from other parts, such as the bank, is not told.
"""

import cython

from .chains import LETTERS, NAMES, find_chain
from .diagram import SEAT_NAMES, cells_of
from .words import find_tile, is_tile, tile_text

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import position_text`")

_KINDS = ("over", "draw", "show", "place", "found", "survive", "order", "dispose", "buy")
_STAGES = ("", "lay", "deal", "refill", "replace", "exchange")
_KEYS = (
    "mover",
    "stage",
    "need",
    "called",
    "idle",
    "picks",
    "least",
    "tile",
    "survivor",
    "queue",
    "at",
    "barred",
)


def text_of(position: Position) -> str:
    """The line of a position."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    words = [cells_of(position), *[seat_text(position, seat) for seat in range(t.players)]]
    gone = [tile_text(tile) for tile in range(TILES) if in_set(t.out, tile)]
    if gone:
        words.append("out=" + ",".join(gone))
    if t.eyes != EYES_ALL:
        words.append(f"eyes={SEAT_NAMES[t.eyes]}")
    words.append(f"{_KINDS[t.kind]}={SEAT_NAMES[t.turn]}")
    return " ".join([*words, *details(position)])


def seat_text(position: Position, seat: cython.int) -> str:
    """Cash, shares and hand of a seat."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    shares = ",".join([str(t.shares[seat][chain]) for chain in range(CHAINS)])
    tiles = []
    for slot in range(t.held[seat]):
        tile = t.hands[seat][slot]
        mark = "!" if t.revealed[seat] >> slot & 1 else ""
        tiles.append("?" if tile == UNKNOWN else tile_text(tile) + mark)
    return f"{100 * t.cash[seat]}:{shares}:{','.join(tiles) or '-'}"


def details(position: Position) -> list:
    """What is not as usual of a decision, as `key=value`."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    found = []
    if t.kind == OVER:
        return found
    if t.mover != t.turn:
        found.append(f"mover={SEAT_NAMES[t.mover]}")
    if t.stage:
        found.append(f"stage={_STAGES[t.stage]}")
    for key, number in (("need", t.need), ("called", t.called), ("idle", t.idle), ("picks", t.picks)):
        if number:
            found.append(f"{key}={number}")
    if t.least:
        found.append(f"least={NAMES[t.least]}")
    if t.kind in (FOUNDS, SURVIVES, ORDERS, DISPOSES) or t.tile:
        found.append(f"tile={tile_text(t.tile) if is_tile(t.tile) else t.tile}")
    if t.queued:
        queue = ",".join([NAMES[t.queue[i]] for i in range(t.queued)])
        found += [f"survivor={NAMES[t.survivor]}", f"queue={queue}", f"at={t.at}"]
    barred = barred_text(position)
    return [*found, f"barred={barred}"] if barred else found


def barred_text(position: Position) -> str:
    """The dead tiles that each hand is known not to hold; nothing where hands are a guess."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    told = []
    for seat in range(0 if t.sampled else t.players):
        tiles = [tile_text(tile) for tile in range(TILES) if in_set(t.barred[seat], tile)]
        if tiles:
            told.append(f"{SEAT_NAMES[seat]}:{','.join(tiles)}")
    return ";".join(told)


def read(rules: Rules, text: str) -> Position:
    """The position of a line. ValueError says what is wrong with it."""
    words = text.split()
    if len(words) < rules.players + 2:
        raise ValueError(f"{text!r} is not cells, {rules.players} seats and what is due")
    position: Position = Position(rules)
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    t.players = rules.players
    t.house = rules.house
    t.eyes = EYES_ALL
    for tile in range(TILES):
        if is_tile(tile):
            add_tile(t.pool, tile)
    fields = read_fields(words[rules.players + 1 :])
    read_due(position, fields)
    read_cells(position, words[0])
    for seat in range(rules.players):
        read_seat(position, seat, words[1 + seat])
    for name in fields.pop("out", "").split(",") if "out" in fields else ():
        add_tile(t.out, taken(position, name))
    read_barred(position, fields.get("barred", ""))
    read_bag(position)
    check_due(position)
    return position


def read_fields(words: list) -> dict:
    """The parts of a line behind the seats, {key: value}."""
    fields = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key.lower() in fields:
            raise ValueError(f"{word!r} is not KEY=VALUE, or comes twice")
        fields[key.lower()] = value
    unknown = [key for key in fields if key not in (*_KINDS, *_KEYS, "out", "eyes")]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is none of {', '.join(_KEYS)}, out, eyes and what is due")
    return fields


def find_seat(position: Position, name: str) -> int:
    """The number of a seat by its name. ValueError when there is none."""
    names = SEAT_NAMES[: position.rules.players]
    if name.lower() not in names:
        raise ValueError(f"{name!r} is none of {', '.join(names)}")
    return names.index(name.lower())


def whole(key: str, text: str, most: cython.int) -> int:
    """A number from 0 to `most`."""
    if not (text.isascii() and text.isdigit() and len(text) < 8 and int(text) <= most):
        raise ValueError(f"{key} {text!r} is not a number from 0 to {most}")
    return int(text)


def taken(position: Position, name: str) -> int:
    """A tile by its name, which nobody sees elsewhere; it is taken from the unseen ones."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    tile = find_tile(name)
    if not in_set(t.pool, tile):
        raise ValueError(f"{tile_text(tile)} is in two places")
    drop_tile(t.pool, tile)
    return tile


def read_due(position: Position, fields: dict) -> None:
    """What is due, and of whom."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    kinds = [kind for kind in _KINDS if kind in fields]
    if len(kinds) != 1:
        raise ValueError(f"one of {', '.join(_KINDS)} is wanted, not {', '.join(kinds) or 'none'}")
    t.kind = _KINDS.index(kinds[0])
    t.turn = find_seat(position, fields[kinds[0]])
    t.mover = find_seat(position, fields["mover"]) if "mover" in fields else t.turn
    if t.kind == OVER:
        t.mover = 0
    if "eyes" in fields:
        t.eyes = find_seat(position, fields["eyes"])
    if "stage" in fields:
        if fields["stage"] not in _STAGES[1:]:
            raise ValueError(f"stage {fields['stage']!r} is none of {', '.join(_STAGES[1:])}")
        t.stage = _STAGES.index(fields["stage"])
    t.need = whole("need", fields.get("need", "0"), HAND)
    t.called = whole("called", fields.get("called", "0"), 1)
    t.idle = whole("idle", fields.get("idle", "0"), position.rules.players)
    t.picks = whole("picks", fields.get("picks", "0"), MOST_PICKS - 1)
    t.least = find_chain(fields["least"]) if "least" in fields else 0
    if "tile" in fields:
        number = fields["tile"]
        t.tile = whole("tile", number, TILES) if number.isdigit() else find_tile(number)
    t.survivor = find_chain(fields["survivor"]) if "survivor" in fields else 0
    queue = [find_chain(name) for name in fields["queue"].split(",")] if "queue" in fields else []
    if len(queue) > 3:
        raise ValueError("a tile merges four chains at most")
    t.queued = len(queue)
    for i in range(len(queue)):
        t.queue[i] = queue[i]
    t.at = whole("at", fields.get("at", "0"), 2)


def read_cells(position: Position, text: str) -> None:
    """The board, with the sizes of the chains. Each is in one piece and touches neither another one nor a
    lone tile, unless a merger or a founding is under way."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    signs = text.upper()
    if len(text) != ROWS * COLUMNS or set(signs) - {*LETTERS, "O", "."}:
        raise ValueError(f"{text!r} is not {ROWS * COLUMNS} cells of {LETTERS}, o and .")
    for at, sign in enumerate(signs):
        tile = WIDTH * (at // COLUMNS) + at % COLUMNS
        if sign != ".":
            t.cells[FRAME + tile] = LONE if sign == "O" else 1 << LETTERS.index(sign)
            drop_tile(t.pool, tile)
    pending = t.tile if t.kind in (FOUNDS, SURVIVES, ORDERS, DISPOSES) else -1
    for chain in range(CHAINS):
        tiles = [tile for tile in range(TILES) if t.cells[FRAME + tile] == 1 << chain]
        set_size(t, chain, len(tiles))
        if len(tiles) == 1 or len(piece(position, tiles)) < len(tiles):
            raise ValueError(f"{NAMES[chain]} is not one piece of two tiles or more")
    for tile in range(TILES):
        cell = t.cells[FRAME + tile]
        if cell and tile != pending and others(position, tile, pending) & ~cell:
            raise ValueError(f"{tile_text(tile)} touches another chain")
    if pending >= 0 and t.cells[FRAME + pending] != LONE:
        raise ValueError(f"the tile just placed, {tile_text(pending)}, is not on the board")


def piece(position: Position, tiles: list) -> set:
    """Those of some tiles that are connected with the first."""
    found = set(tiles[:1])
    stack = tiles[:1]
    while stack:
        tile = stack.pop()
        near = {tile - 1, tile + 1, tile - WIDTH, tile + WIDTH} & set(tiles) - found
        found |= near
        stack += near
    return found


def others(position: Position, tile: cython.int, pending: cython.int) -> int:
    """What lies beside a tile of the board, but for the tile just placed and between lone ones."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    beside: cython.int = 0
    for near in (tile - 1, tile + 1, tile - WIDTH, tile + WIDTH):
        if near != pending:
            beside |= t.cells[FRAME + near]
    return beside


def read_seat(position: Position, seat: cython.int, text: str) -> None:
    """Cash, shares and hand of a seat."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    parts = text.split(":")
    if len(parts) != 3 or len(parts[1].split(",")) != CHAINS:
        raise ValueError(f"{text!r} is not cash:shares:hand with {CHAINS} numbers of shares")
    cash = whole("cash", parts[0], 6_553_500)
    if cash % 100:
        raise ValueError(f"cash {cash} is not in whole hundreds")
    t.cash[seat] = cash // 100
    for chain, number in enumerate(parts[1].split(",")):
        t.shares[seat][chain] = whole(f"number of shares of {NAMES[chain]}", number, SHARES)
    tiles = [] if parts[2] == "-" else parts[2].split(",")
    if len(tiles) > HAND:
        raise ValueError(f"{len(tiles)} tiles are more than a hand holds")
    for slot, name in enumerate(tiles):
        if name == "?" and t.eyes == EYES_ALL:
            raise ValueError("a tile is unknown, but the position says nobody's eyes")
        t.hands[seat][slot] = UNKNOWN if name == "?" else taken(position, name.removesuffix("!"))
        if name.endswith("!"):
            t.revealed[seat] |= 1 << slot
    t.held[seat] = len(tiles)


def read_barred(position: Position, text: str) -> None:
    """The dead tiles that hands are known not to hold. Without any all is as if no hand had been looked
    through."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    for part in text.split(";") if text else ():
        name, _, tiles = part.partition(":")
        seat: cython.int = find_seat(position, name)
        for word in tiles.split(","):
            tile = find_tile(word)
            if t.cells[FRAME + tile] or not is_dead(t, tile):
                raise ValueError(f"{tile_text(tile)} is not dead, and so barred from no hand")
            # While tiles are drawn at the end of a turn, those of the last one still hold.
            if t.kind not in (DRAWS, SHOWS) and slot_of(t, seat, tile) >= 0:
                raise ValueError(f"{tile_text(tile)} is in the hand it is barred from")
            add_tile(t.barred[seat], tile)


def read_bag(position: Position) -> None:
    """What the bank and the bag hold: all that is left."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    for chain in range(CHAINS):
        held = sum([t.shares[seat][chain] for seat in range(t.players)])
        if held > SHARES:
            raise ValueError(f"{held} shares of {NAMES[chain]} are more than there are")
        t.bank[chain] = SHARES - held
    hidden = sum([unknown_slots(t, seat) for seat in range(t.players)])
    if hidden > count_tiles(t.pool):
        raise ValueError("there are more unknown tiles than unseen ones")
    t.bag = count_tiles(t.pool) - hidden
    for seat in range(t.players):
        seen = seat == t.eyes or t.eyes == EYES_ALL
        known = [
            s for s in range(t.held[seat]) if t.hands[seat][s] != UNKNOWN and not t.revealed[seat] >> s & 1
        ]
        if known and not seen and t.kind != SHOWS:
            raise ValueError(f"{SEAT_NAMES[t.eyes]} sees the hand of {SEAT_NAMES[seat]}")


def check_due(position: Position) -> None:
    """ValueError where what is due cannot be due here."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    kind = _KINDS[t.kind]
    chains: cython.int = touched(t, t.tile) & EVERY_CHAIN
    draws = t.kind == DRAWS
    if (t.stage != 0) != (draws or t.kind == SHOWS) or (t.need > 0) != draws or t.need > t.bag:
        raise ValueError(f"a stage, and a need of tiles that the bag has, does not fit {kind}")
    if t.kind not in (DISPOSES, DRAWS, OVER) and t.mover != t.turn:
        raise ValueError(f"{kind} is the choice of whose turn it is")
    if (t.queued > 0) != (t.kind in (ORDERS, DISPOSES)) or (t.picks or t.least) and t.kind != BUYS:
        raise ValueError(f"a queue of chains, or shares bought, does not fit {kind}")
    if t.called and t.house:
        raise ValueError("the end that is called comes at once in the house")
    if t.tile and t.kind in (OVER, PLACES, BUYS):
        raise ValueError(f"no tile is just placed when {kind} is due")
    if t.kind == FOUNDS and (chains or not touched(t, t.tile) & LONE or t.active == EVERY_CHAIN):
        raise ValueError(f"{tile_text(t.tile)} founds no chain")
    if t.kind == SHOWS and (t.stage < REPLACING or unknown_slots(t, t.mover) == 0):
        raise ValueError("nobody has anything to show")
    if t.kind in (SURVIVES, ORDERS, DISPOSES):
        check_merger(position, chains)
    if not position.moves() and t.kind != OVER:
        raise ValueError(f"{SEAT_NAMES[t.mover]} has nothing to choose")


def check_merger(position: Position, chains: cython.int) -> None:
    """ValueError where the survivor or the queue of defunct chains is not that of the tile; sets the chains
    between which the mover chooses."""
    t: cython.pointer(Table) = cython.cast(cython.pointer(Table), position.state)
    merged = [chain for chain in range(CHAINS) if chains >> chain & 1]
    sizes = [t.size[chain] for chain in merged]
    queue = [t.queue[i] for i in range(t.queued)]
    if len(merged) < 2 or sum([1 for chain in merged if t.safe >> chain & 1]) > 1:
        raise ValueError(f"{tile_text(t.tile)} merges nothing")
    largest = [chain for chain in merged if t.size[chain] == max(sizes)]
    if t.kind == SURVIVES:
        if len(largest) < 2:
            raise ValueError(f"{NAMES[largest[0]]} survives without a choice")
        t.ties = sum([1 << chain for chain in largest])
        return
    if t.survivor not in largest or sorted([*queue, t.survivor]) != merged or t.at >= t.queued:
        raise ValueError("survivor and queue are not the chains that the tile merges")
    if [t.size[chain] for chain in queue] != sorted([t.size[chain] for chain in queue], reverse=True):
        raise ValueError("the largest defunct chain comes first")
    if t.kind == ORDERS:
        equal = [chain for chain in queue[t.at :] if t.size[chain] == t.size[queue[t.at]]]
        if t.house or len(equal) < 2:
            raise ValueError("there are no equal chains to be ordered")
        t.ties = sum([1 << chain for chain in equal])
    elif not t.shares[t.mover][queue[t.at]]:
        raise ValueError(f"{SEAT_NAMES[t.mover]} has no shares of {NAMES[queue[t.at]]}")
