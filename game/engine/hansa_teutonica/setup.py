"""The setup (rules section 2; 12.A.2 and 12.B.1 for two players)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.engine.core import Event, shuffle
from game.engine.hansa_teutonica.board import (
    FREE_STEPS,
    MARKER_MIXES,
    MERCHANT,
    START_MARKERS,
    TRACKS,
    TRADER,
    TRADERS_EACH,
)
from game.engine.hansa_teutonica.codes import MARKERS_EACH, PILES, STRIDE, changed, pile_at
from game.engine.hansa_teutonica.effects import begin_turn
from game.engine.hansa_teutonica.neutral import neutral_to_route
from game.engine.hansa_teutonica.options import rules_of
from game.engine.hansa_teutonica.state import HansaTeutonicaState
from game.engine.hansa_teutonica.tables import OFFICES, tables_for

NEUTRAL_COLOUR = TRADERS_EACH
"""How many neutral traders each of the two unused colours provides (12.B.7)."""

SUPPLY_OF_FIRST, STOCK_OF_FIRST = 5, 6
"""The start player's traders; each later player has one more in supply and one fewer in stock (2.2)."""


def empty_state(seats: int, options: Mapping[str, str], seed: int) -> HansaTeutonicaState:
    """The bare board without pieces or markers: `setup` and `position_parse` fill it."""
    board = tables_for(seats)
    s = HansaTeutonicaState()
    s.seats, s.options, s.seed = seats, options, seed
    s.board, s.rules = board, rules_of(options, seats, board)
    s.houses = bytearray(board.house_count)
    s.missing = bytearray(board.full_missing * (seats + 1))
    s.offices, s.extras = bytes(len(OFFICES)), (b"",) * len(board.towns)
    s.presence, s.table = [0] * (seats + 1), bytes(len(board.table_points))
    s.supply, s.stock = bytearray(PILES * (seats + 1)), bytearray(PILES * (seats + 1))
    s.levels = bytes(len(TRACKS) * seats)
    s.neutral_reserve = 0
    s.points, s.completed, s.linked = [0] * seats, 0, ()
    s.unused = s.used = bytes(MARKERS_EACH * seats)
    s.tavern = bytes(STRIDE)
    s.bag, s.bag_left, s.box, s.plate, s.revealed = (), 0, (), (), False
    s.now, s.decider, s.active, s.start, s.turns, s.actions_left, s.ending = None, 0, 0, 0, 0, 0, ""
    s.pawn, s.steps, s.acted = -1, FREE_STEPS, False
    s.hand, s.origins, s.allowance, s.route, s.fresh = (), (), 0, -1, -1
    s._legal = None
    return s


def deal_pieces(s: HansaTeutonicaState) -> None:
    """Supplies and stocks in seat order from the start player (2.2), and the neutral stock (12.B)."""
    for nth in range(s.seats):
        seat = (s.start + nth) % s.seats
        s.supply[pile_at(seat, TRADER)] = SUPPLY_OF_FIRST + nth
        s.stock[pile_at(seat, TRADER)] = STOCK_OF_FIRST - nth
        s.supply[pile_at(seat, MERCHANT)] = 1
    if s.rules.neutral:
        s.stock[pile_at(s.seats, TRADER)] = s.neutral_reserve = NEUTRAL_COLOUR


def lay_markers(s: HansaTeutonicaState, rng: Random) -> None:
    """The three start markers on the taverns at random, the others shuffled face down (2.3)."""
    counts = list(MARKER_MIXES[s.options["marker_mix"]])
    first = list(START_MARKERS)
    shuffle(first, rng)
    for route, kind in zip(s.board.taverns, first, strict=True):
        s.tavern = changed(s.tavern, route, kind + 1)
        counts[kind] -= 1
    bag = [kind for kind, count in enumerate(counts) for _ in range(count)]
    shuffle(bag, rng)
    s.bag, s.bag_left = tuple(bag), len(bag)


def neutral_routes(s: HansaTeutonicaState) -> list[int]:
    """12.B.1: the routes with a start marker and those to yellow towns; the Italian rulebook means only the
    five that improve an ability, not Coellen (A35)."""
    board = s.board
    return [
        route
        for route in range(len(board.routes))
        if route in board.taverns
        or (board.route_yellow[route] if s.rules.neutral_nine else board.route_ability[route] is not None)
    ]


def new_game(seats: int, options: Mapping[str, str], seed: int) -> HansaTeutonicaState:
    """A game before its first decision; `options` are complete and checked."""
    rng = Random(seed)
    s = empty_state(seats, options, seed)
    first = int(rng.random() * seats)
    s.start = first if options["start_player"] == "random" else int(options["start_player"]) - 1
    deal_pieces(s)
    lay_markers(s, rng)
    events: list[Event] = []
    if s.rules.neutral:
        for route in neutral_routes(s):
            neutral_to_route(s, route, events)
    if s.rules.provinces is not None:
        s.active = s.start
        s.ask("pawn", 1 - s.start)
    else:
        begin_turn(s, s.start, events)
    return s
