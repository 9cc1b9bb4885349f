"""Integer encoding of *Hansa Teutonica* for learning programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from game.games.hansa_teutonica.rules.board import BOOK, LEVELS, MARKER_MIXES, MARKERS, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import LEVELS_EACH, PILES, code, kind_of, owner, pile_at
from game.games.hansa_teutonica.rules.edition import Module
from game.games.hansa_teutonica.rules.editions import all_decisions, all_options, all_words, edition, modules
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.research.view import ObservationPart, View, filled, turned

IN_WEB_APP = False

ASKED = all_decisions()
EXTRAS = max(mix[0] for mix in MARKER_MIXES.values())
"""Maximum number of additional offices of a town."""
LIFTED = max(LEVELS[BOOK])
KINDS = len(MARKERS)
DEFAULTS = {option.id: option.default for option in all_options()}


def layout(seats: int) -> tuple[ObservationPart, ...]:
    """Return the parts of an observation. Pieces are encoded by `rules.codes`, in which the last seat is
    neutral. Places are in the order of `rules.tables` for the board of this number of seats."""
    codes, played = code(seats, MERCHANT), edition(seats, DEFAULTS)
    board = played.board
    return (
        ObservationPart("asked", 1, 0, len(ASKED)),
        ObservationPart("actor", 1, 0, seats),
        ObservationPart("turn_seat", 1, 0, seats),
        ObservationPart("start", 1, 0, seats - 1),
        ObservationPart("turns", 1, 0, 30_000),
        ObservationPart("actions_left", 1),
        ObservationPart("ending", 1, 0, len(played.endings)),
        ObservationPart("houses", board.house_count, 0, codes),
        ObservationPart("offices", len(board.office_ids), 0, codes),
        ObservationPart("extra_offices", len(board.towns) * EXTRAS, 0, codes),
        ObservationPart("table", len(board.table_points), 0, seats),
        ObservationPart("supply", PILES * seats),
        ObservationPart("stock", PILES * seats),
        ObservationPart("neutral_stock", 1),
        ObservationPart("levels", LEVELS_EACH * seats),
        ObservationPart("points", seats, -1000, 1000),
        ObservationPart("linked", seats, 0, seats),
        ObservationPart("markers", KINDS * seats),
        ObservationPart("used_markers", KINDS * seats),
        ObservationPart("taverns", len(board.routes), 0, KINDS),
        ObservationPart("bag", 1),
        ObservationPart("plate", 1),
        ObservationPart("plate_kinds", KINDS),
        ObservationPart("box", KINDS),
        *(ObservationPart(module.id, len(_numbers(module.initial))) for module in modules()),
        ObservationPart("hand", LIFTED, 0, codes),
        ObservationPart("origins", 2 * LIFTED),
        ObservationPart("allowance", 1),
        ObservationPart("route", 1, 0, len(board.routes)),
        ObservationPart("fresh_marker", 1, 0, KINDS),
    )


def observe(state: HansaTeutonicaState, seat: int) -> list[Sequence[int]]:
    """Return the integers by part of `layout`. A missing value is encoded as `seats` among seats, and as 0
    elsewhere."""
    seats = state.seats
    of_seat = [(other - seat) % seats for other in range(seats)] + [seats]
    codes = _codes(seats, seat)
    actor, turn_seat = state.actor, state.turn_seat
    return [
        [len(ASKED) if state.now is None else ASKED.index(state.now.id)],
        [seats if actor is None else of_seat[actor]],
        [seats if turn_seat is None else of_seat[turn_seat]],
        [of_seat[state.start]],
        [state.turns],
        [state.actions_left],
        [1 + state.edition.endings.index(state.ending) if state.ending else 0],
        state.houses.translate(codes),
        state.offices.translate(codes),
        [piece for stack in state.extras for piece in filled(stack.translate(codes), EXTRAS)],
        [1 + of_seat[value - 1] if value else 0 for value in state.table],
        turned(state.supply, seat, PILES, seats),
        turned(state.stock, seat, PILES, seats),
        [state.stock[pile_at(seats, TRADER)]],
        turned(state.levels, seat, LEVELS_EACH, seats),
        turned(state.points, seat, 1, seats),
        turned(
            [1 + state.linked.index(at) if at in state.linked else 0 for at in range(seats)], seat, 1, seats
        ),
        turned([*chain(*state.unused)], seat, KINDS, seats),
        turned([*chain(*state.used)], seat, KINDS, seats),
        state.tavern,
        [state.bag_left],
        [len(state.plate)],
        [state.plate.count(kind) if state.revealed else 0 for kind in range(KINDS)],
        [state.box.count(kind) for kind in range(KINDS)],
        *(_of_module(state, module) for module in modules()),
        filled([codes[piece] for piece in state.hand], LIFTED),
        filled([value for house, piece in state.origins for value in (1 + house, codes[piece])], 2 * LIFTED),
        [state.allowance],
        [state.route + 1],
        [state.fresh + 1],
    ]


@cache
def _codes(seats: int, seat: int) -> bytes:
    """Return by code the code relative to `seat`. Codes of neutral pieces are unchanged."""
    found = bytearray(256)
    for piece in range(code(0, TRADER), code(seats, MERCHANT) + 1):
        other = owner(piece)
        found[piece] = code((other - seat) % seats if other < seats else other, kind_of(piece))
    return bytes(found)


def _of_module(state: HansaTeutonicaState, module: type[Module[Any]]) -> list[int]:
    """Return the module's data, each number increased by one; zeros if it is not in the edition."""
    made = state.edition.part.get(module.id)
    if made is None:
        return [0] * len(_numbers(module.initial))
    return [1 + value for value in _numbers(None if module.initial is None else made.state(state))]


def _numbers(value: Any) -> list[int]:
    """Return the numbers in a value of nested tuples, none in None."""
    if isinstance(value, tuple):
        return [number for one in value for number in _numbers(one)]
    return [] if value is None else [value]


def _texts() -> Iterator[str]:
    """Yield the action texts of every board and module."""
    for words in all_words():
        yield from words.texts()
        yield from (f"add {one} {other}" for one in words.board.house_ids for other in words.board.house_ids)


VIEW = View(tuple(sorted(set(_texts()))), layout, observe)
