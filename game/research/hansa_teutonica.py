"""*Hansa Teutonica* as integers."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.hansa_teutonica.actions import texts
from game.engine.hansa_teutonica.board import BOOK, LEVELS, MARKER_MIXES, MARKERS, TRACKS
from game.engine.hansa_teutonica.decisions import DECISIONS
from game.engine.hansa_teutonica.position_parse import ENDINGS
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.hansa_teutonica.tables import HOUSES, OFFICES, ROUTES, TOWNS
from game.research.view import Part, View, filled, turned

ASKED = tuple(DECISIONS)
EXTRAS = max(mix[0] for mix in MARKER_MIXES.values())
"""Additional offices one town can have."""
LIFTED = max(LEVELS[BOOK])
KINDS = len(MARKERS)


def layout(seats: int) -> tuple[Part, ...]:
    """A code is 0 for nothing, else 1 + 2 * seat + (1 for a merchant); the neutral traders' seat is the last.
    Places are in the order of `game.engine.hansa_teutonica.tables`."""
    codes = 2 + 2 * seats
    return (
        Part("asked", 1, 0, len(ASKED)),
        Part("actor", 1, 0, seats),
        Part("turn_seat", 1, 0, seats),
        Part("start", 1, 0, seats - 1),
        Part("turns", 1, 0, 30_000),
        Part("actions_left", 1),
        Part("ending", 1, 0, len(ENDINGS) - 1),
        Part("houses", len(HOUSES), 0, codes),
        Part("offices", len(OFFICES), 0, codes),
        Part("extra_offices", len(TOWNS) * EXTRAS, 0, codes),
        Part("table", 4, 0, seats),
        Part("supply", 2 * seats),
        Part("stock", 2 * seats),
        Part("neutral_stock", 2),
        Part("levels", len(TRACKS) * seats),
        Part("points", seats, -1000, 1000),
        Part("linked", seats, 0, seats),
        Part("markers", KINDS * seats),
        Part("used_markers", KINDS * seats),
        Part("taverns", len(ROUTES), 0, KINDS),
        Part("bag", 1),
        Part("plate", 1),
        Part("plate_kinds", KINDS),
        Part("box", KINDS),
        Part("pawn", 1),
        Part("steps", 1),
        Part("acted", 1, 0, 1),
        Part("hand", LIFTED, 0, codes),
        Part("origins", 2 * LIFTED),
        Part("allowance", 1),
        Part("route", 1, 0, len(ROUTES)),
        Part("fresh_marker", 1, 0, KINDS),
    )


def observe(state: HansaTeutonicaState, seat: int) -> list[Sequence[int]]:
    """By part of `layout`; what is nobody, nowhere or nothing is `seats` among seats, else 0."""
    seats = state.seats
    of_seat = [(other - seat) % seats for other in range(seats)] + [seats]
    codes = bytes([0, *(1 + 2 * of_seat[at // 2] + at % 2 for at in range(2 * seats + 2))]).ljust(256, b"\0")
    actor, turn_seat = state.actor, state.turn_seat
    return [
        [len(ASKED) if state.now is None else ASKED.index(state.now.id)],
        [seats if actor is None else of_seat[actor]],
        [seats if turn_seat is None else of_seat[turn_seat]],
        [of_seat[state.start]],
        [state.turns],
        [state.actions_left],
        [ENDINGS.index(state.ending) if state.ending else 0],
        filled(state.houses.translate(codes), len(HOUSES)),
        filled(state.offices.translate(codes), len(OFFICES)),
        [code for town in range(len(TOWNS)) for code in _extras(state, town, codes)],
        [1 + of_seat[value - 1] if value else 0 for value in state.table],
        turned(state.supply, seat, 2, seats),
        turned(state.stock, seat, 2, seats),
        [state.stock[2 * seats] if state.rules.neutral else 0, state.neutral_reserve],
        turned(state.levels, seat, len(TRACKS), seats),
        turned(state.points, seat, 1, seats),
        turned(
            [1 + state.linked.index(at) if at in state.linked else 0 for at in range(seats)], seat, 1, seats
        ),
        turned(state.unused, seat, KINDS, seats),
        turned(state.used, seat, KINDS, seats),
        filled(state.tavern, len(ROUTES)),
        [state.bag_left],
        [len(state.plate)],
        [state.plate.count(kind) if state.revealed else 0 for kind in range(KINDS)],
        [state.box.count(kind) for kind in range(KINDS)],
        [state.pawn + 1],
        [state.steps],
        [state.acted],
        filled([codes[code] for code in state.hand], LIFTED),
        filled([value for house, code in state.origins for value in (1 + house, codes[code])], 2 * LIFTED),
        [state.allowance],
        [state.route + 1],
        [state.fresh + 1],
    ]


def _extras(state: HansaTeutonicaState, town: int, codes: bytes) -> list[int]:
    stack = state.extras[town] if town < len(state.extras) else b""
    return filled(stack.translate(codes), EXTRAS)


VIEW = View(
    tuple(sorted({*texts(), *(f"add {origin} {house}" for origin in HOUSES for house in HOUSES)})),
    layout,
    observe,
)
