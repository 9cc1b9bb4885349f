"""Invariants of every position (I1-I6 in docs/reference/rules/hansa.md)."""

from __future__ import annotations

from game.games.hansa.rules.board import (
    COINS,
    EMPTY,
    GOOD_COPIES,
    GOODS,
    KEEP_COINS,
    KEEP_GOODS,
    MARKETS,
    TOWNS,
    colour_of,
)
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.decisions import DECISIONS


def check_invariants(state: HansaData) -> None:
    """Check all invariants. Raises AssertionError naming the violated one."""
    seats = range(state.seats)
    amounts = [state.bank, state.drawn, *state.coins, *state.reserve, *state.markets, *state.removed]
    assert min(amounts) >= 0, f"a negative number: {amounts}"
    assert state.bank + sum(state.coins) == COINS, f"I1: bank {state.bank}, purses {state.coins}"
    for seat in seats:
        built = sum(state.markets_of(seat))
        assert built + state.reserve[seat] == MARKETS, f"I2: seat {seat}: {built} + {state.reserve[seat]}"
    _check_goods(state)
    _check_taxed(state)
    assert 0 <= state.ship < len(TOWNS)
    begun = state.extra and state.drawn > state.bounds[-2]
    assert (0 <= state.opener < state.seats) == begun, (
        f"I6: opener {state.opener}, the last stack begun: {begun}"
    )
    now = state.now
    for user in DECISIONS.values():
        for slot in user.uses:
            assert bool(getattr(state, slot)) == (now is user), (
                f"{slot}: filled while {user.id} is asked, only then"
            )
    if now is None:
        assert state.last_round, "ask: the game cannot be over before stack 5 is begun"
    else:
        now.check(state)


def _check_taxed(state: HansaData) -> None:
    """Check that after a turn no player has more than three goods or coins (I4)."""
    for seat in range(state.seats):
        if seat != state.active or state.now is None:
            assert len(state.hands[seat]) <= KEEP_GOODS, f"I4: seat {seat} keeps {state.hands[seat]}"
    begun = state.now is DECISIONS["restock"] and state.turns > 1
    if begun or state.now is None:
        before = (state.active - 1) % state.seats
        assert state.coins[before] <= KEEP_COINS, f"I4: seat {before} keeps {state.coins[before]} coins"


def _check_goods(state: HansaData) -> None:
    """Check that every good in play is in exactly one place (I3)."""
    counts = list(state.removed)
    on_shelf = [good for good in state.shelf if good != EMPTY]
    for place in (state.goods[state.drawn :], on_shelf, *state.hands, *state.sold):
        for good in place:
            counts[good] += 1
    for good, count in enumerate(counts):
        expected = GOOD_COPIES[good] if colour_of(good) in state.colours else 0
        assert count == expected, f"I3: {count} of {GOODS[good]}, not {expected}"
    for hand in (*state.hands, *state.sold):
        assert list(hand) == sorted(hand), f"a hand is not sorted: {hand}"
