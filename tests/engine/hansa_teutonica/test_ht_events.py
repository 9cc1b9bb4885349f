"""Events report every movement of a piece: applied to the old table they give the new one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from game.engine import Event
from tests.engine.hansa_teutonica.ht_games_played import SETUPS, choose
from tests.engine.hansa_teutonica.ht_naive import KINDS, Naive, owner
from tests.engine.hansa_teutonica.ht_positions import random_position

Ledger = Counter[tuple[str, str, int]]


def ledger(line: str) -> Ledger:
    """Return the pieces and their owners by the places of docs/reference/elements.md."""
    naive = Naive(line)
    there: Ledger = Counter()

    def lay(place: str, piece: str, count: int = 1) -> None:
        there[place, KINDS[piece[1]], owner(piece)] += count

    for house, piece in naive.houses.items():
        if piece != ".":
            lay(f"house.{house}", piece)
    for place, towns in (("office", naive.offices), ("extra", naive.extras)):
        for town, row in towns.items():
            for number, piece in enumerate(row, 1):
                lay(f"{place}.{town}.{number}", piece)
    for number, merchant in enumerate(naive.table, 1):
        if merchant != ".":
            lay(f"table.{number}", f"{merchant}m")
    for piece in naive.hand():
        lay(f"hand.{owner(piece)}", piece)
    for seat in range(naive.seats):
        for kind in "tm":
            lay(f"supply.{seat}", f"{seat}{kind}", naive.supply[seat][kind])
            lay(f"stock.{seat}", f"{seat}{kind}", naive.stock[seat][kind])
    if naive.neutral is not None:
        lay("neutral", f"{naive.neutral}t", int(naive.fields["neutral"].split(",")[0]))
    return +there


def carry_out(there: Ledger, events: list[Event]) -> Ledger:
    """Move the pieces as the events say; those of the player board and the box come from outside the
    ledger."""
    for event in events:
        if event.piece in KINDS.values() and event.target and event.seat is not None:
            count = event.amount or 1
            if not event.source.startswith(("desk.", "box")):
                there[event.source, event.piece, event.seat] -= count
            there[event.target, event.piece, event.seat] += count
    assert min(there.values(), default=0) >= 0, events
    return +there


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_events_move_every_piece(seats: int, options: dict[str, str], number: int) -> None:
    rng = Random(10 * seats + number)
    state = random_position(seats, options, rng)
    for _ in range(25):
        if state.actor is None:
            break
        line, action = state.position(), choose(state, rng)
        events = state.apply(action)
        expected, found = carry_out(ledger(line), events), ledger(state.position())
        assert expected == found, (str(action), expected - found, found - expected)
        gains = Counter[int]()
        for event in events:
            if event.kind == "points" and event.seat is not None:
                gains[event.seat] += event.amount
        before, after = (Naive(text).lines()["track"] for text in (line, state.position()))
        assert after == tuple(points + gains[seat] for seat, points in enumerate(before)), str(action)
