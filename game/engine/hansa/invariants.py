"""What is true of every position (section 11, I1-I5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.hansa.board import COINS, EMPTY, GOOD_COPIES, GOODS, KEEP_COINS, KEEP_GOODS, MARKETS, TOWNS

if TYPE_CHECKING:
    from game.engine.hansa.state import HansaState


def check_invariants(state: HansaState) -> None:
    """Raise AssertionError naming the invariant that does not hold."""
    seats, asked = range(state.seats), state.asked
    amounts = [state.bank, state.drawn, *state.coins, *state.reserve, *state.markets, *state.removed]
    assert min(amounts) >= 0, f"a negative number: {amounts}"
    assert state.bank + sum(state.coins) == COINS, f"I1: bank {state.bank}, purses {state.coins}"
    for seat in seats:
        built = sum(state.markets[seat :: state.seats])
        assert built + state.reserve[seat] == MARKETS, f"I2: seat {seat}: {built} + {state.reserve[seat]}"
    _check_goods(state)
    for seat in seats:
        if seat != state.active:
            assert len(state.hands[seat]) <= KEEP_GOODS, f"I4: seat {seat} keeps {state.hands[seat]}"
    if asked == "restock" and state.turns > 1:
        before = (state.active - 1) % state.seats
        assert state.coins[before] <= KEEP_COINS, f"I4: seat {before} keeps {state.coins[before]} coins"
    assert (asked == "loss") == bool(state.losses), f"losses {state.losses} while {asked} is asked"
    assert bool(state.selling) == (asked == "sell-more"), f"selling {state.selling}"
    if asked == "taxes":
        assert len(state.hands[state.active]) > KEEP_GOODS, "I4: taxes asked without need"
    if asked == "first-placement":
        assert set(state.markets) <= {0, 2}, f"3.2: {state.markets}"
    assert 0 <= state.ship < len(TOWNS)


def _check_goods(state: HansaState) -> None:
    """I3: every good in play is in one place."""
    counts = list(state.removed)
    on_shelf = [good for good in state.shelf if good != EMPTY]
    for place in (state.goods[state.drawn :], on_shelf, *state.hands, *state.sold):
        for good in place:
            counts[good] += 1
    for good, count in enumerate(counts):
        expected = GOOD_COPIES[good] if good // 3 in state.colours else 0
        assert count == expected, f"I3: {count} of {GOODS[good]}, not {expected}"
    for hand in (*state.hands, *state.sold):
        assert list(hand) == sorted(hand), f"a hand is not sorted: {hand}"
