"""Writing position strings: the whole public state of a game in one line
(docs/reference/notation-hansa.md)."""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.position_fields import NOTHING, join
from game.games.hansa.rules.board import COLOURS, EMPTY, GOODS, TOWN_IDS, WAREHOUSES
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.decisions import DECISIONS

OVER = "over"
ASKED = (*DECISIONS, OVER)
"""Possible pending decisions."""
FIELDS = (
    "seats", "colours", "stall_guard", "extra_card", "opener", "first", "turn", "number", "ask", "ship",
    "acted", "busy", "idle", "stalled", "stacks", "warehouses", "coins", "markets", "unsold", "sold",
    "removed", "selling", "losses",
)  # fmt: skip
"""Fields of a position string, in order. Those of the extra card occur only in games with it."""


def format_position(state: HansaData) -> str:
    """Return the position string. `parse_position` is the inverse, except for hidden information."""
    seats = range(state.seats)
    fields = {
        "seats": str(state.seats),
        "colours": join(COLOURS[colour] for colour in state.colours),
        "stall_guard": "on" if state.guard else "off",
        **({"extra_card": "on", "opener": _seat(state.opener)} if state.extra else {}),
        "first": str(state.start),
        "turn": str(state.active),
        "number": str(state.turns),
        "ask": OVER if state.now is None else state.now.id,
        "ship": TOWN_IDS[state.ship],
        "acted": _yes(state.acted),
        "busy": _yes(state.busy),
        "idle": str(state.idle),
        "stalled": _yes(state.stalled),
        "stacks": ",".join(map(str, state.stacks())),
        "warehouses": join(
            f"{name}:{GOODS[good]}"
            for name, good in zip(WAREHOUSES, state.shelf, strict=True)
            if good != EMPTY
        ),
        "coins": ",".join(map(str, state.coins)),
        "markets": ",".join(_markets(state, seat) for seat in seats),
        "unsold": ",".join(_goods(state.hands[seat]) for seat in seats),
        "sold": ",".join(_goods(state.sold[seat]) for seat in seats),
        "removed": _goods([good for good, count in enumerate(state.removed) for _ in range(count)]),
        "selling": join(COLOURS[colour] for colour in state.selling),
        "losses": join(f"{owner}:{COLOURS[colour]}" for owner, colour in state.losses),
    }
    return " ".join(["hansa", *(f"{name}={fields[name]}" for name in FIELDS if name in fields)])


def _seat(seat: int) -> str:
    return NOTHING if seat < 0 else str(seat)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _markets(state: HansaData, seat: int) -> str:
    counts = state.markets_of(seat)
    return join(f"{town}:{count}" for town, count in zip(TOWN_IDS, counts, strict=True) if count)


def _goods(goods: Iterable[int]) -> str:
    held = list(goods)
    return join(
        GOODS[good] + (f"*{held.count(good)}" if held.count(good) > 1 else "") for good in dict.fromkeys(held)
    )
