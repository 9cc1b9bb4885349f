"""Who leads in a town, and what a good costs there (7.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.engine.hansa.state import HansaState


def leader(state: HansaState, town: int) -> int | None:
    """The seat that has more markets in the town than any other; None for none or a tie (A4)."""
    start = town * state.seats
    here = state.markets[start : start + state.seats]
    most = max(here)
    return here.index(most) if most and here.count(most) == 1 else None


def price(state: HansaState, town: int, seat: int) -> tuple[int, int | None]:
    """Coins (0 or 1) and the seat that gets them (None: the bank)."""
    payee = leader(state, town)
    return (0, None) if payee == seat else (1, payee)
