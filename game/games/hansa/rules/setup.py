"""Setup (section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

from game.engine.core import shuffle
from game.games.hansa.rules import board
from game.games.hansa.rules.state import HansaState


def goods_of(colours: Sequence[int]) -> list[int]:
    """Return all goods of some colours, 13 each (1.3)."""
    kinds = [barrels for barrels, copies in enumerate(board.COPIES, 1) for _ in range(copies)]
    return [board.good_of(colour, barrels) for colour in colours for barrels in kinds]


@cache
def stack_bounds(colours: int) -> tuple[int, ...]:
    """Return the number of goods drawn when each stack is empty, with this number of colours in
    play (2.4)."""
    sizes = board.stack_sizes(colours * sum(board.COPIES) - len(board.WAREHOUSES))
    return tuple(sum(sizes[: number + 1]) for number in range(board.STACKS))


def bare_table(
    seats: int, options: Mapping[str, str], seed: int, colours: Sequence[int], start: int
) -> HansaState:
    """Return a table with coins and reserves dealt, but no goods (2.5, 2.6)."""
    state = HansaState()
    state.seats, state.options, state.seed = seats, options, seed
    state.guard = options["stall_guard"] == "on"
    state.extra = options["extra_card"] == "on"
    state.opener = -1
    state.colours, state.start = tuple(sorted(colours)), start
    state.ask("first-placement")
    state.active, state.turns, state.ship = start, 0, board.START_TOWN
    state.acted = state.busy = state.stalled = False
    state.idle = 0
    state.goods, state.drawn, state.bounds = (), 0, stack_bounds(len(colours))
    state.shelf = [board.EMPTY] * len(board.WAREHOUSES)
    state.removed = [0] * len(board.GOODS)
    state.coins = [board.START_COINS] * seats
    state.bank = board.COINS - sum(state.coins)
    state.reserve = [board.MARKETS] * seats
    state.markets = [0] * (len(board.TOWNS) * seats)
    state.hands = [()] * seats
    state.sold = [()] * seats
    state.selling, state.losses = (), ()
    state._legal = None
    return state


def deal(seats: int, options: Mapping[str, str], seed: int) -> HansaState:
    """Return a new game. The goods depend on the seed alone, not on the start player (A1, A2, A18)."""
    rng = Random(seed)
    start = int(rng.random() * seats)
    if options["start_player"] != "random":
        start = int(options["start_player"]) - 1
    colours = list(range(len(board.COLOURS)))
    shuffle(colours, rng)
    colours = sorted(colours[board.COLOURS_LEFT_OUT[seats] :])
    goods = goods_of(colours)
    shuffle(goods, rng)
    state = bare_table(seats, options, seed, colours, start)
    state.shelf = goods[: len(board.WAREHOUSES)]
    state.goods = tuple(goods[len(board.WAREHOUSES) :])
    return state
