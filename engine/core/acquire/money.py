# cython: language_level=3, cdivision=True
"""Bonuses of shareholders, and what everybody has once the game is scored. Money is in hundreds."""

import cython

if not cython.compiled:
    raise ImportError("compiled: write `from outflank.engine.core.acquire import money`")


def bonuses_of(t, chain, out):
    """Write the bonus of each seat for a chain of its present size.

    The first gets the majority bonus and the second the minority bonus; a sole holder gets both. Several
    firsts share both bonuses, several seconds the minority bonus, and a share is rounded up to a hundred."""
    price: cython.int = price_of(chain, t.size[chain])
    most: cython.int = 0
    second: cython.int = 0
    firsts: cython.int = 0
    seconds: cython.int = 0
    n: cython.int
    seat: cython.int
    for seat in range(t.players):
        n = t.shares[seat][chain]
        if n > most:
            second = most
            seconds = firsts
            most = n
            firsts = 1
        elif n == most:
            firsts += 1
        elif n > second:
            second = n
            seconds = 1
        elif n == second:
            seconds += 1
    for seat in range(t.players):
        n = t.shares[seat][chain]
        if n == 0:
            out[seat] = 0
        elif n == most and (firsts > 1 or second == 0):
            out[seat] = ((MAJORITY + MINORITY) * price + firsts - 1) // firsts
        elif n == most:
            out[seat] = MAJORITY * price
        elif n == second and firsts == 1:
            out[seat] = (MINORITY * price + seconds - 1) // seconds
        else:
            out[seat] = 0


def pay_bonuses(t, chain):
    """Pay the shareholders of a defunct chain."""
    bonus: cython.int[SEATS]
    seat: cython.int
    bonuses_of(t, chain, bonus)
    for seat in range(t.players):
        t.cash[seat] += bonus[seat]


def settled(t, cash):
    """Write what each seat has once bonuses are paid and all shares sold; shares of chains that are not on
    the board are worth nothing."""
    bonus: cython.int[SEATS]
    chain: cython.int
    seat: cython.int
    price: cython.int
    for seat in range(t.players):
        cash[seat] = t.cash[seat]
    for chain in range(CHAINS):
        if t.size[chain]:
            price = price_of(chain, t.size[chain])
            bonuses_of(t, chain, bonus)
            for seat in range(t.players):
                cash[seat] += bonus[seat] + price * t.shares[seat][chain]


def settle(t):
    """Score the game: pay all bonuses, and sell the shares of the chains on the board back to the bank."""
    cash: cython.int[SEATS]
    chain: cython.int
    seat: cython.int
    settled(t, cash)
    for seat in range(t.players):
        t.cash[seat] = cash[seat]
        for chain in range(CHAINS):
            if t.size[chain]:
                t.bank[chain] += t.shares[seat][chain]
                t.shares[seat][chain] = 0
