"""Setup (rules section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from game.engine.core import Event, shuffle
from game.games.hansa_teutonica.rules.board import (
    MERCHANT,
    TRACKS,
    TRADER,
)
from game.games.hansa_teutonica.rules.codes import PILES, changed, pile_at
from game.games.hansa_teutonica.rules.editions import edition
from game.games.hansa_teutonica.rules.effects import begin_turn
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState

SUPPLY_OF_FIRST, STOCK_OF_FIRST = 5, 6
"""Traders of the start player in supply and stock. Each later player has one more in the supply and one fewer
in the stock (2.2)."""


def empty_state(seats: int, options: Mapping[str, str], seed: int) -> HansaTeutonicaState:
    """Return the bare board without pieces or markers, to be filled by `setup` or `position_parse`."""
    s = HansaTeutonicaState()
    s.seats, s.options, s.seed = seats, options, seed
    s.edition = edition(seats, options)
    s.board, s.module_state = s.edition.board, s.edition.initial
    board = s.board
    s.houses = bytearray(board.house_count)
    s.missing = bytearray(board.full_missing * (seats + 1))
    s.offices, s.extras = bytes(len(board.office_ids)), (b"",) * len(board.towns)
    s.presence, s.table = [0] * (seats + 1), bytes(len(board.table_points))
    s.supply, s.stock = bytearray(PILES * (seats + 1)), bytearray(PILES * (seats + 1))
    s.levels = bytes(len(TRACKS) * seats)
    s.points, s.completed, s.linked = [0] * seats, 0, ()
    s.unused = s.used = (s.edition.no_markers,) * seats
    s.tavern = bytes(board.stride)
    s.bag, s.bag_left, s.box, s.plate, s.revealed = (), 0, (), (), False
    s.now, s.decider, s.active, s.start, s.turns, s.actions_left, s.ending = None, 0, 0, 0, 0, 0, ""
    s.hand, s.origins, s.allowance, s.route, s.fresh = (), (), 0, -1, -1
    s.agenda, s._legal = (), None
    return s


def deal_pieces(s: HansaTeutonicaState) -> None:
    """Deal supplies and stocks in seat order from the start player (2.2), and the pieces of modules."""
    for nth in range(s.seats):
        seat = (s.start + nth) % s.seats
        s.supply[pile_at(seat, TRADER)] = SUPPLY_OF_FIRST + nth
        s.stock[pile_at(seat, TRADER)] = STOCK_OF_FIRST - nth
        s.supply[pile_at(seat, MERCHANT)] = 1
    for hook in s.edition.deal:
        hook(s)


def lay_markers(s: HansaTeutonicaState, rng: Random) -> None:
    """Lay the three start markers on the taverns at random, and shuffle the others face down (2.3)."""
    counts = list(s.edition.mix)
    first = list(s.edition.start_markers)
    shuffle(first, rng)
    for route, kind in zip(s.board.taverns, first, strict=True):
        s.tavern = changed(s.tavern, route, kind + 1)
        counts[kind] -= 1
    bag = [kind for kind, count in enumerate(counts) for _ in range(count)]
    shuffle(bag, rng)
    s.bag, s.bag_left = tuple(bag), len(bag)


def new_game(seats: int, options: Mapping[str, str], seed: int) -> HansaTeutonicaState:
    """Return a game before its first decision. `options` must be complete and valid."""
    rng = Random(seed)
    s = empty_state(seats, options, seed)
    first = int(rng.random() * seats)
    s.start = first if options["start_player"] == "random" else int(options["start_player"]) - 1
    deal_pieces(s)
    lay_markers(s, rng)
    for hook in s.edition.deal_hidden:
        hook(s, rng)
    events: list[Event] = []
    asked = [hook(s, events) for hook in s.edition.on_setup_end]
    if not any(asked):
        begin_turn(s, s.start, events)
    return s
