"""Integer encoding of *Hansa* for learning programs."""

from __future__ import annotations

from collections.abc import Sequence

from game.games.hansa.rules.actions import BY_TEXT
from game.games.hansa.rules.board import COLOURS, GOODS, STACKS, TOWNS, WAREHOUSES, Hand
from game.games.hansa.rules.decisions import DECISIONS
from game.games.hansa.rules.state import HansaState
from game.research.view import ObservationPart, View, filled, turned

IN_WEB_APP = False

ASKED = tuple(DECISIONS)


def layout(seats: int) -> tuple[ObservationPart, ...]:
    """Return the parts of an observation. Places and goods are in the order of
    `game.games.hansa.rules.board`."""
    return (
        ObservationPart("asked", 1, 0, len(ASKED)),
        ObservationPart("actor", 1, 0, seats),
        ObservationPart("turn_seat", 1, 0, seats),
        ObservationPart("start", 1, 0, seats - 1),
        ObservationPart("turns", 1, 0, 30_000),
        ObservationPart("ship", 1, 0, len(TOWNS) - 1),
        ObservationPart("acted", 1, 0, 1),
        ObservationPart("busy", 1, 0, 1),
        ObservationPart("idle", 1, 0, 30_000),
        ObservationPart("stalled", 1, 0, 1),
        ObservationPart("colours", len(COLOURS), 0, 1),
        ObservationPart("stacks", STACKS),
        ObservationPart("warehouses", len(WAREHOUSES), 0, len(GOODS)),
        ObservationPart("bank", 1),
        ObservationPart("coins", seats),
        ObservationPart("reserve", seats),
        ObservationPart("markets", len(TOWNS) * seats),
        ObservationPart("goods", len(GOODS) * seats),
        ObservationPart("sold", len(GOODS) * seats),
        ObservationPart("removed", len(GOODS)),
        ObservationPart("selling", len(COLOURS), 0, 1),
        ObservationPart("losses", 2 * (seats - 1) * len(COLOURS)),
        ObservationPart("extra_card", 1, 0, 1),
        ObservationPart("opener", 1, 0, seats),
    )


def observe(state: HansaState, seat: int) -> list[Sequence[int]]:
    """Return the integers by part of `layout`. A missing seat is encoded as `seats`, an empty
    warehouse as 0."""
    seats = state.seats
    actor, turn_seat = state.actor, state.turn_seat
    towns = range(len(TOWNS))
    losses = [value for owner, colour in state.losses for value in (1 + (owner - seat) % seats, 1 + colour)]
    return [
        [len(ASKED) if state.now is None else ASKED.index(state.now.id)],
        [seats if actor is None else (actor - seat) % seats],
        [seats if turn_seat is None else (turn_seat - seat) % seats],
        [(state.start - seat) % seats],
        [state.turns],
        [state.ship],
        [state.acted],
        [state.busy],
        [state.idle],
        [state.stalled],
        [colour in state.colours for colour in range(len(COLOURS))],
        state.stacks(),
        [1 + good for good in state.shelf],
        [state.bank],
        turned(state.coins, seat, 1, seats),
        turned(state.reserve, seat, 1, seats),
        [n for at in towns for n in turned(state.markets[at * seats : (at + 1) * seats], seat, 1, seats)],
        _counts(_turned(state.hands, seat)),
        _counts(_turned(state.sold, seat)),
        state.removed,
        [colour in state.selling for colour in range(len(COLOURS))],
        filled(losses, 2 * (seats - 1) * len(COLOURS)),
        [state.extra],
        [seats if state.opener < 0 else (state.opener - seat) % seats],
    ]


def _turned(hands: list[Hand], seat: int) -> list[Hand]:
    return hands[seat:] + hands[:seat]


def _counts(hands: list[Hand]) -> list[int]:
    return [hand.count(good) for hand in hands for good in range(len(GOODS))]


VIEW = View(tuple(sorted(BY_TEXT)), layout, observe)
