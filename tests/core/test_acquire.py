"""Acquire: prices and bonuses, mergers, dead and barred tiles, the end, texts."""

import pytest

from outflank.engine import options

EMPTY = "." * 108
NOTHING = "6000:0,0,0,0,0,0,0"
CHAINS = ("Luxor", "Tower", "American", "Worldwide", "Festival", "Imperial", "Continental")
SIZES = {2: 2, 3: 3, 4: 4, 5: 5, **dict.fromkeys(range(6, 11), 6), **dict.fromkeys(range(11, 21), 7)}
SIZES |= {
    **dict.fromkeys(range(21, 31), 8),
    **dict.fromkeys(range(31, 41), 9),
    **dict.fromkeys(range(41, 109), 10),
}
"""The price of a cheap chain by its size, in hundreds, as the card has it."""
TIERS = {
    "Luxor": 0,
    "Tower": 0,
    "American": 1,
    "Worldwide": 1,
    "Festival": 1,
    "Imperial": 2,
    "Continental": 2,
}


@pytest.fixture
def published(load):
    return load("acquire.acquire").Acquire(3)


@pytest.fixture
def house(load):
    return load("acquire.acquire").Acquire(3, house=True)


def cells(**tiles):
    """The text of a board: the tiles of each letter, `o` for lone ones. `A1_A12`-like runs are rows."""
    board = list(EMPTY)
    for letter, names in tiles.items():
        for name in names.split():
            first, _, last = name.partition("-")
            row = "ABCDEFGHI".index(first[-1])
            start, stop = int(first[:-1]), int((last or first)[:-1])
            for column in range(start, stop + 1):
                board[12 * row + column - 1] = letter
    return "".join(board)


def position(rules, board, *seats, due="place=red", tail=""):
    """A position; seats are `cash:shares:hand` or a hand alone."""
    told = [seat if ":" in seat else f"{NOTHING}:{seat}" for seat in seats]
    return rules.parse_position(" ".join([board, *told, due, tail]).strip())


def played(position, *words):
    """The position after words of the movers, one after the other."""
    for word in words:
        for move in position.rules.find_moves(position, word):
            position = position.play(move)
    return position


def legal(position):
    return [position.rules.move_text(move) for move in position.moves()]


# Money.


@pytest.mark.parametrize("name", CHAINS)
def test_the_card_of_prices_and_bonuses(load, name):
    chains = load("acquire.chains")
    chain = chains.find_chain(name)
    for size in range(109):
        price = 100 * (SIZES[size] + TIERS[name]) if size >= 2 else 0
        assert chains.price(chain, size) == price
        assert chains.bonuses(chain, size) == (10 * price, 5 * price)
    for wrong in ((chain, -1), (chain, 109), (7, 2), (-1, 2)):
        with pytest.raises(ValueError, match="not in the table"):
            chains.price(*wrong)


@pytest.mark.parametrize(
    ("shares", "wanted"),
    [
        ((3, 0, 0), (6000, 0, 0)),
        ((3, 2, 1), (4000, 2000, 0)),
        ((3, 1, 1), (4000, 1000, 1000)),
        ((2, 2, 1), (3000, 3000, 0)),
        ((2, 2, 2), (2000, 2000, 2000)),
        ((0, 1, 1), (0, 3000, 3000)),
        ((1, 0, 5), (2000, 0, 4000)),
    ],
)
def test_bonuses_of_firsts_and_seconds(published, shares, wanted):
    """American with three tiles: 400 a share, 4000 and 2000."""
    seats = [f"6000:0,0,{n},0,0,0,0:{hand}" for n, hand in zip(shares, ("1A", "2A", "3A"), strict=True)]
    there = position(published, cells(A="5E-7E"), *seats)
    assert published.bonuses(there, 2) == wanted
    assert published.bonuses(there, 0) == (0, 0, 0)
    assert published.scores(there) == tuple(
        6000 + bonus + 400 * n for n, bonus in zip(shares, wanted, strict=True)
    )
    assert there.counts == (6000, 6000, 6000)


def test_shares_of_a_bonus_are_rounded_up(load):
    """Festival with two tiles: 4500 for two firsts are 2250 each, 1500 for four seconds 375."""
    rules = load("acquire.acquire").Acquire(6)
    board = cells(F="5E 6E")
    hands = ("1A", "2A", "3A", "4A", "5A", "6A")
    there = position(
        rules, board, *[f"0:0,0,0,0,{n},0,0:{h}" for n, h in zip((2, 2, 0, 0, 0, 0), hands, strict=True)]
    )
    assert rules.bonuses(there, 4)[:2] == (2300, 2300)
    there = position(
        rules, board, *[f"0:0,0,0,0,{n},0,0:{h}" for n, h in zip((5, 1, 1, 1, 1, 0), hands, strict=True)]
    )
    assert rules.bonuses(there, 4) == (3000, 400, 400, 400, 400, 0)


def test_ranks_share_their_rewards(load):
    rules = load("acquire.acquire").Acquire(5)
    there = position(
        rules, EMPTY, *[f"{cash}:0,0,0,0,0,0,0:-" for cash in (500, 300, 300, 900, 0)], due="over=red"
    )
    assert there.over and there.rewards() == pytest.approx((0.4, 0.05, 0.05, 1, 0))


# The tile.


def test_a_lone_tile_a_chain_and_its_growth(published):
    there = position(published, EMPTY, "1A,2A,3A,7A,9A", "12I", "11I")
    there = played(there, "1A")
    assert there.cells == cells(o="1A") and published.kind(there) == "buy" and legal(there) == ["buy:-"]
    there = position(published, cells(o="1A 3A 4A 2B"), "2A", "12I", "11I")
    there = played(there, "2A")
    assert published.kind(there) == "found" and len(there.moves()) == 7
    there = played(there, "found:Imperial")
    assert there.cells == cells(I="1A-4A 2B"), "lone tiles beside lone tiles come along"
    assert published.shares(there, 0) == (0, 0, 0, 0, 0, 1, 0) and there.counts[0] == 6000
    assert published.bank(there)[5] == 24
    there = position(published, cells(I="1A 2A", o="4A"), "3A", "12I", "11I")
    assert played(there, "3A").cells == cells(I="1A-4A")


def test_a_founder_is_paid_by_the_house_when_the_bank_has_no_share(published, house):
    for rules, cash in ((published, 6000), (house, 6400)):
        seats = ["6000:0,0,0,0,0,12,0:2A", "6000:0,0,0,0,0,13,0:9I", "9H"]
        there = played(position(rules, cells(o="1A"), *seats), "2A", "found:Imperial")
        assert there.counts[0] == cash and rules.shares(there, 0)[5] == 12


SEVEN = {"L": "1A 2A", "T": "4A 5A", "A": "7A 8A", "W": "1C 2C", "F": "4C 5C", "I": "7C 8C", "C": "10C 11C"}


def test_an_eighth_chain_is_barred(published, house):
    board = cells(**SEVEN, o="1E")
    for rules in (published, house):
        there = position(rules, board, "2E,5F,1F", "12I", "11I")
        assert legal(there) == ["5F"]
        assert "2E" in legal(position(rules, board.replace("LL", ".."), "2E,5F", "12I", "11I"))


def test_two_safe_chains_never_merge(published):
    board = cells(L="1A-11A", T="1C-11C")
    there = position(published, board, "3B,12B,5E", "1I", "2I")
    assert legal(there) == ["12B", "5E", "end"], "3B touches both, 12B neither"
    small = cells(L="1A-10A", T="1C-11C")
    assert legal(position(published, small, "3B", "1I", "2I")) == ["3B"]


# Mergers.


def test_the_larger_chain_survives_and_holders_dispose_in_turn(published):
    board = cells(L="1A-3A", T="5A 6A", o="4B")
    seats = ["1000:0,0,0,0,0,0,0:4A", "0:2,3,0,0,0,0,0:1I", "0:0,5,0,0,0,0,0:2I"]
    there = played(position(published, board, *seats), "4A")
    assert (published.kind(there), there.mover, published.turn(there)) == ("dispose", 1, 0)
    assert there.counts == (1000, 1000, 2000), "second and first of Tower with two tiles, 200 a share"
    assert len(there.moves()) == 6 and "give:S1T2" in legal(there) and "give:T3" not in legal(there)
    there = played(there, "give:S1T2")
    assert there.counts == (1000, 1200, 2000) and published.shares(there, 1)[:2] == (3, 0)
    assert published.bank(there)[:2] == (22, 20)
    there = played(there, "give:-")
    assert published.kind(there) == "buy" and there.mover == 0
    assert there.cells == cells(L="1A-6A 4B") and published.shares(there, 2)[1] == 5


def test_trades_end_with_the_banks_shares(published):
    board = cells(L="1A-3A", T="5A 6A")
    seats = ["0:12,0,0,0,0,0,0:4A", "0:12,8,0,0,0,0,0:1I", "0:0,0,0,0,0,0,0:2I"]
    there = played(position(published, board, *seats), "4A")
    assert there.mover == 1 and published.bank(there)[0] == 1
    assert [word for word in legal(there) if "T" in word] == [
        "give:T2",
        *[f"give:S{n}T2" for n in range(1, 7)],
    ]


def test_the_mover_chooses_among_the_largest(published):
    board = cells(L="1A 2A 3A", T="5A 6A 7A", A="4B 4C")
    seats = ["0:1,1,1,0,0,0,0:4A", "1I", "2I"]
    there = played(position(published, board, *seats), "4A")
    assert legal(there) == ["survive:Luxor", "survive:Tower"]
    there = played(there, "survive:Tower")
    assert "survivor=Tower queue=Luxor,American at=0" in published.position_text(there), "the largest first"
    there = played(there, "give:S1", "give:S1")
    assert there.cells == cells(T="1A-7A 4B 4C") and published.shares(there, 0)[:3] == (0, 1, 0)


def test_the_mover_orders_equal_defunct_chains(published, house):
    board = cells(C="1C-3C", L="5C 6C", F="4A 4B", T="4D 4E")
    seats = ["0:1,1,0,0,1,0,1:4C", "1I", "2I"]
    there = played(position(published, board, *seats), "4C")
    assert published.kind(there) == "order" and legal(there) == [
        "order:Luxor",
        "order:Tower",
        "order:Festival",
    ]
    moves = published.find_moves(there, "order:Tower,Festival,Luxor")
    assert published.word(there, moves) == "order:Tower,Festival,Luxor" and len(moves) == 2
    assert published.unfinished(there.play(moves[0])) and not published.unfinished(there)
    assert "queue=Tower,Festival,Luxor" in published.position_text(
        played(there, "order:Tower,Festival,Luxor")
    )
    for wrong in ("order:Tower,Festival", "order:Tower,Tower,Luxor", "order:Tower,Festival,Imperial"):
        with pytest.raises(ValueError, match=r"once|Imperial"):
            published.find_moves(there, wrong)
    there = played(position(house, board, *seats), "4C")
    assert "queue=Festival,Luxor,Tower" in house.position_text(there), "alphabetically"


def test_a_safe_chain_survives_and_the_tile_counts_for_nobody(published):
    board = cells(L="1A-10A", T="12A 12B 12C 12D 12E 12F 12G 12H 11H 10H 9H")
    seats = ["0:1,0,0,0,0,0,0:11A", "1I", "2I"]
    there = played(position(published, board, *seats), "11A")
    assert there.counts[0] == 100 * 6 * 15, "Luxor is paid with ten tiles"
    assert "survivor=Tower" in published.position_text(there)


# Purchases, draws and the end.


def test_purchases_are_picked_in_the_order_of_the_chains(published):
    board = cells(L="1A 2A", T="4A 5A", I="7A 8A")
    there = played(position(published, board, "700:0,0,0,0,0,0,0:1I", "2I", "3I"), "1I")
    assert legal(there) == ["buy:Luxor", "buy:Tower", "buy:Imperial", "buy:-"]
    assert len(published.find_moves(there, "buy:Tower,Luxor")) == 3, "two shares, and no more"
    assert published.word(there, published.find_moves(there, "Buy:tower,LUXOR")) == "buy:Luxor,Tower"
    after = played(there, "buy:Tower")
    assert after.counts[0] == 500 and published.kind(after) == "draw"
    one = there.play(published.find_move("buy:Tower"))
    assert legal(one) == ["buy:Tower", "buy:Imperial", "buy:-"] and published.unfinished(one)
    assert published.kind(played(there, "buy:Luxor,Tower,Tower")) == "draw", "the third ends it"
    poor = position(published, board, "200:0,0,0,0,0,0,0:1I", "2I", "3I")
    assert len(published.find_moves(played(poor, "1I"), "buy:Tower")) == 1, "nothing is left to pay with"
    with pytest.raises(ValueError, match="not legal"):
        played(there, "buy:Imperial,Imperial")


def test_dead_tiles_are_replaced(published, house):
    """Once a turn by the published rules, until there are none by those of the house."""
    board = cells(L="1A-11A", T="1C-11C")
    hand = "5E,2B,3B"
    for rules, again in ((published, False), (house, True)):
        there = played(position(rules, board, hand, "1I", "2I"), "5E", "buy:-", "draw:7H")
        assert rules.out(there) == ["2B", "3B"] and rules.kind(there) == "draw"
        there = played(there, "draw:4B", "draw:8H")
        assert rules.kind(there) == ("draw" if again else "place")
        assert rules.hand(there, 0) == (["7H", "8H"] if again else ["7H", "4B", "8H"])


def test_a_hand_that_cannot_be_placed(published, house):
    """By the published rules it is shown and kept; the house throws it out whole."""
    board = cells(**SEVEN, o="1E 1G")
    there = played(position(published, board, "12I,5I", "2E,2G", "11I"), "12I", "buy:-", "draw:9I")
    assert (published.kind(there), there.mover) == ("buy", 1)
    assert "2E!,2G!" in published.position_text(there) and "idle=1" in published.position_text(there)
    there = played(position(house, board, "12I,5I", "2E,2G", "11I"), "12I", "buy:-", "draw:9I")
    assert (house.kind(there), there.mover, house.out(there)) == ("draw", 1, ["2E", "2G"])
    there = played(there, "draw:2F", "draw:3F", "draw:4F", "draw:6F", "draw:7F", "draw:8F")
    assert house.kind(there) == "place" and there.mover == 1


def test_the_end_is_called_where_it_may_be(published, house):
    board, seats = cells(L="1A-11A"), ["0:2,0,0,0,0,0,0:5E,6E", "0:1,0,0,0,0,0,0:1I", "2I"]
    for rules in (published, house):
        assert "end" not in legal(position(rules, cells(L="1A-11A", T="1C 2C"), *seats))
        there = position(rules, board, *seats)
        assert legal(there)[-1] == "end"
        over = played(there, "end")
        assert over.over == rules.house
        if not rules.house:
            assert legal(over) == ["5E", "6E"]
            over = played(over, "5E", "buy:-")
        assert over.over and over.counts == (2 * 700 + 7000, 700 + 3500, 6000) == rules.scores(over)
        assert rules.bank(over)[0] == 25
        at_purchase = played(there, "5E")
        assert legal(at_purchase)[-1] == "end" and rules.kind(at_purchase) == "buy"
    assert "end" in legal(position(published, cells(L="1A-12A 1B-12B 1C-12C 1D-5D", T="1F 2F"), *seats)), "41"


def test_the_game_ends_when_nothing_can_be_placed_any_more(house):
    """An empty bag, and every hand holds dead tiles: all others are out."""
    board = cells(L="1A-12A", T="1C-12C")
    kept = {f"{column}B" for column in (1, 2, 3)} | {"12I"}
    rest = [f"{c}{r}" for r in "BDEFGHI" for c in range(1, 13) if f"{c}{r}" not in kept]
    text = f"{board} {NOTHING}:12I {NOTHING}:1B,2B {NOTHING}:3B out={','.join(rest)} place=red"
    there = played(house.parse_position(text), "12I", "buy:-")
    assert there.over and house.bag(there) == 0


def test_published_games_end_after_an_idle_round(published):
    """All seven chains stand and every hand is full of tiles that would found an eighth."""
    odd, even = range(1, 13, 2), range(2, 13, 2)
    board = cells(**SEVEN, o=" ".join(f"{column}{row}" for row in "EGI" for column in odd))
    hands = [",".join(f"{column}{row}" for column in even) for row in "EGI"]
    there = played(position(published, board, *hands, due="buy=red", tail="idle=1"), "buy:-")
    assert (published.kind(there), there.mover, published.bag(there)) == ("buy", 1, 108 - 14 - 18 - 18)
    there = played(there, "buy:Luxor,Tower", "buy:-")
    assert there.over and there.counts[1] == 6000 - 400 + 400 + 2 * 3000


# Texts.


def test_moves_are_words(published):
    for word in (
        "5C",
        "12I",
        "found:Tower",
        "survive:Continental",
        "give:S3T4",
        "give:-",
        "buy:-",
        "end",
        "draw:5C",
    ):
        move = published.find_move(word)
        assert published.move_text(move) == word
        assert published.find_move(word.lower()) == published.find_move(word.upper()) == move
    for wrong in (
        "",
        "A5",
        "13A",
        "0A",
        "01A",
        "5J",
        "found:",
        "found:Hilton",
        "give:",
        "give:T3",
        "give:S0",
        "give:S26",
        "give:S20T6",
        "sell:S3",
        "draw:",
        "buy:Luxor,Tower",
        "5\N{SUPERSCRIPT TWO}A",
    ):
        with pytest.raises(ValueError, match="."):
            published.find_move(wrong)
    with pytest.raises(ValueError, match="not a move"):
        published.move_text(12)


def test_the_diagram(published):
    there = position(published, cells(L="1A 2A", o="5C"), "500:2,0,0,0,0,0,0:1I", "2I", "3I")
    lines = published.diagram(there).splitlines()
    assert lines[1] == "A   L  L  .  .  .  .  .  .  .  .  .  ." and lines[3].split()[5] == "o"
    assert "Luxor: 2 tiles, 200 a share, 23 in the bank" in lines
    assert "red: 500, 2 Luxor; 1I" in lines and lines[-1] == "red to place a tile"


GOOD = f"{EMPTY} {NOTHING}:1A {NOTHING}:2A {NOTHING}:3A place=red"


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("place=red", "", "seats and what is due"),
        ("place=red", "place=blue", "'blue' is none"),
        ("place=red", "place=red buy=red", "one of"),
        ("place=red", "place=red colour=4", "'colour'"),
        ("place=red", "place=red idle=9", "idle"),
        ("place=red", "found=red tile=5C", "not on the board"),
        ("place=red", "dispose=red tile=5C survivor=Tower queue=Luxor at=0", "not on the board"),
        ("place=red", "draw=red", "stage"),
        ("place=red", "place=red mover=green", "choice of whose turn"),
        ("place=red", "place=red at=1 queue=Luxor survivor=Tower", "queue"),
        (":1A", ":1A,2A", "2A is in two places"),
        (":1A", ":1A,?", "unknown"),
        (":1A", ":1J", "'1J'"),
        (":1A", ":-", "nothing to choose"),
        ("6000:0,0,0,0,0,0,0:1A", "6050:0,0,0,0,0,0,0:1A", "hundreds"),
        ("6000:0,0,0,0,0,0,0:1A", "6000:26,0,0,0,0,0,0:1A", "25"),
        ("6000:0,0,0,0,0,0,0:1A", "6000:0,0,0:1A", "7 numbers"),
        ("." * 12, "L" + "." * 11, "Luxor is not one piece"),
        ("." * 12, "LLTT........", "touches another chain"),
        ("." * 12, "LLo.........", "touches another chain"),
        ("." * 12, "X...........", "cells"),
        ("." * 12, "." * 11, "108 cells"),
    ],
)
def test_nonsense_is_refused(published, old, new, wrong):
    text = GOOD.replace(old, new, 1)
    assert text != GOOD and published.parse_position(GOOD)
    with pytest.raises(ValueError, match=wrong):
        published.parse_position(text)


def test_a_chain_has_no_more_than_25_shares(published):
    seats = [f"0:13,0,0,0,0,0,0:{hand}" for hand in ("1A", "2A", "3A")]
    with pytest.raises(ValueError, match="39 shares of Luxor"):
        position(published, EMPTY, *seats)


def test_players_and_rule_sets(load, published, house):
    for players in (2, 7):
        with pytest.raises(ValueError, match="3 to 6"):
            load("acquire.acquire").Acquire(players)
    for rules, other in ((published, house), (house, load("acquire.acquire").Acquire(4, house=True))):
        with pytest.raises(ValueError, match="another game"):
            rules.diagram(other.new_position())


def test_a_tree_search_has_room_for_four(load):
    rules = load("acquire.acquire").Acquire(5)
    evaluator = load("search.rollout").Playouts(load("acquire.heuristic").AcquireHeuristic(rules))
    chosen = {**options.defaults("Othello"), **options.TEXTBOOK_UCT}
    with pytest.raises(ValueError, match="4 players"):
        load("search.search").Search(evaluator, load("search.pool").Pool(1), chosen, 1, 1)
