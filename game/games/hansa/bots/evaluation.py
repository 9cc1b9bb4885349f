"""Evaluation of a position of *Hansa* for each seat, in expected final points.

Sold goods count their points, the extra card the expected value of its prizes (`prize_terms`). All other
terms (`features`) are multiplied by weights that change with the game phase. `early` (all stacks full) and
`late` (stack 5 next) are interpolated by the goods left. In the last round a seat with a turn left has
`last`, one without has `done`. A round that can turn out to be the last (`closing`) has a mixture of both.
Results that depend on few inputs are cached in the context, for one search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, fsum
from operator import mul

from game.games.hansa.bots import features
from game.games.hansa.bots.features import REMEMBERED, Terms, time_left
from game.games.hansa.rules.board import COINS, COLOURS, EMPTY, KEEP_COINS, Hand
from game.games.hansa.rules.extra_card import PRIZES, standings
from game.games.hansa.rules.state import HansaState

STEPS = 16
"""Number of steps in which the probability is measured, so that few sets of weights are needed."""
EMPTIED = 2.75
"""Average number of warehouses that a turn empties, to be filled by the next restock."""
CERTAIN = 0.35
"""Value of a lead at the beginning as a share of the prize. In the last round it is 1."""
STEEP_EARLY, STEEP_LATE = 0.5, 1.6
"""Exponent that reduces the share of a player one behind the first, early and late."""

PERIODS = ("early", "late", "last", "done")
NAMES = ("constant", *features.NAMES)
"""Names of the terms, in the order of all vectors in this module."""

_BOARD = slice(1, 1 + len(features.BOARD))
_HAND = slice(_BOARD.stop, _BOARD.stop + len(features.HAND))
_PURSE = slice(_HAND.stop, _HAND.stop + len(features.PURSE))
_TURN = slice(_PURSE.stop, _PURSE.stop + len(features.TURN))
_SHELF = slice(_TURN.stop, _TURN.stop + len(features.SHELF))


def _sum(terms: Terms, weights: Sequence[float]) -> float:
    """Return the weighted sum of terms by `fsum`, because `sum` of floats differs between Python versions."""
    return fsum(map(mul, terms, weights))


@lru_cache(maxsize=REMEMBERED)
def sold_points(goods: Hand) -> int:
    """Return the points of sold goods (10.2)."""
    return sum(good % 3 + 2 for good in goods)


def _kept(weights: Sequence[float]) -> list[float]:
    """Return the value of a waiting player's coins by their number. Coins above the tax-free ones count
    nothing."""
    found = [_sum(features.purse_terms(coins, False), weights) for coins in range(KEEP_COINS + 1)]
    return found + found[-1:] * (COINS - KEEP_COINS)


Hands = tuple[int, tuple[Hand, ...]]
"""The seat whose turn it is, and the unsold goods by seat."""


class Clock:
    """Weights of every seat at one game phase, with cached sums."""

    def __init__(self, weights: Sequence[Sequence[float]]) -> None:
        self._constant = [each[0] for each in weights]
        self._board = [each[_BOARD] for each in weights]
        self._hand = [each[_HAND] for each in weights]
        self.kept = [_kept(each[_PURSE]) for each in weights]
        self.purse = [each[_PURSE][2:] for each in weights]
        self.turn = [each[_TURN] for each in weights]
        self.shelf = [each[_SHELF] for each in weights]
        self.boards: dict[tuple[int, ...], tuple[list[float], tuple[int, ...]]] = {}
        self.hands: dict[Hands, list[tuple[float, Hand]]] = {}

    def board(self, markets: tuple[int, ...]) -> tuple[list[float], tuple[int, ...]]:
        """Return by seat the value of the markets (and the constant), and by town the leader."""
        seats = len(self._board)
        terms = features.board_terms(markets, seats)
        worth = [c + _sum(t, w) for c, t, w in zip(self._constant, terms, self._board, strict=True)]
        found = self.boards[markets] = worth, features.leads(markets, seats)
        return found

    def goods_worth(self, key: Hands) -> list[tuple[float, Hand]]:
        """Return by seat the value of the unsold goods, and their colours."""
        turn, hands = key
        terms = features.hand_terms(hands, turn)
        worth = [_sum(each, weights) for each, weights in zip(terms, self._hand, strict=True)]
        found = self.hands[key] = list(zip(worth, map(features.colours_of, hands), strict=True))
        return found


def _periods(weights: Mapping[str, float]) -> dict[str, list[float]]:
    """Return by period the weights in the order of `NAMES`."""
    return {period: [weights.get(f"{period}.{name}", 0.0) for name in NAMES] for period in PERIODS}


class Context:
    """Weights and caches of one search."""

    def __init__(self, weights: Mapping[str, float], root: HansaState, around: Context | None = None) -> None:
        """Create a context; `around`: the context of the enclosing search, whose weights and caches are
        shared."""
        self._periods: dict[str, list[float]] = around._periods if around else _periods(weights)
        self._clocks: dict[int, Clock] = around._clocks if around else {}
        self._shelves: dict[tuple[int, ...], list[int]] = around._shelves if around else {}
        self._closing = min(1.0, weights.get("late.closing", 0.0))
        least, most = weights.get("done.spread", 2.0), weights.get("early.spread", 8.0)
        self.spread = least if root.last_round else least + (most - least) * time_left(root)
        """Standard deviation of the final result in points."""

    def on_shelf(self, shelf: tuple[int, ...]) -> list[int]:
        """Return the number of goods of each colour in the warehouses, and as last entry their total."""
        found = self._shelves.get(shelf)
        if found is None:
            found = self._shelves[shelf] = [0] * (len(COLOURS) + 1)
            for good in shelf:
                if good != EMPTY:
                    found[good // 3] += 1
                    found[-1] += 1
        return found

    def clock(self, state: HansaState, stock: int) -> Clock:
        """Return the weights of all seats at the phase of `state`, with this number of full warehouses."""
        last = state.drawn > state.bounds[-2] or state.stalled
        steps = 0 if last or not self._closing else closing(state, stock)
        time = -1 - state.active if last else state.drawn
        if steps:  # each mixture has separate weights for the same number of goods
            time += len(state.goods) * (state.active + state.seats * steps)
        found = self._clocks.get(time)
        if found is None:
            weights = self._last(state) if last else self._closing_in(state, self._closing * steps / STEPS)
            found = self._clocks[time] = Clock(weights)
        return found

    def _closing_in(self, state: HansaState, chance: float) -> list[list[float]]:
        """Return by seat the weights before the last round, with this probability that the current round is
        the last."""
        found = self._open(state)
        if chance:
            pairs = zip(found, self._last(state), strict=True)
            found = [[a + chance * (b - a) for a, b in zip(*pair, strict=True)] for pair in pairs]
        return found

    def _last(self, state: HansaState) -> list[list[float]]:
        """Return by seat the weights in the last round."""
        order = [(seat - state.start) % state.seats for seat in range(state.seats)]
        return [self._periods["done" if own < order[state.active] else "last"] for own in order]

    def _open(self, state: HansaState) -> list[list[float]]:
        """Return by seat the weights before the last round."""
        left = time_left(state)
        pairs = zip(self._periods["early"], self._periods["late"], strict=True)
        return [[left * early + (1 - left) * late for early, late in pairs]] * state.seats


def evaluate(state: HansaState, context: Context) -> list[float]:
    """Return expected final points by seat, or the points when the game is over."""
    if state.now is None:
        return [float(sum(points)) for points in zip(*(line.points for line in state.scores()), strict=True)]
    on_shelf = context.on_shelf(tuple(state.shelf))
    clock = context.clock(state, on_shelf[-1])
    turn, coins, sold = state.active, state.coins, state.sold
    markets, key = tuple(state.markets), (turn, tuple(state.hands))
    by_board, lead = clock.boards.get(markets) or clock.board(markets)
    stock, found = on_shelf[-1], list[float]()
    for seat, (worth, colours) in enumerate(clock.hands.get(key) or clock.goods_worth(key)):
        by_stock, by_match = clock.shelf[seat]
        match = 0
        for colour in colours:
            match += on_shelf[colour]
        worth = by_board[seat] + (worth + stock * by_stock + match * by_match) + sold_points(sold[seat])
        if seat != turn:
            worth += clock.kept[seat][coins[seat]]
        found.append(worth)
    each, squared = clock.purse[turn]
    found[turn] += coins[turn] * (each + coins[turn] * squared)
    found[turn] += _sum(features.turn_terms(state, markets, lead), clock.turn[turn])
    return [a + b for a, b in zip(found, prize_terms(state), strict=True)] if state.extra else found


def terms(state: HansaState) -> list[Terms]:
    """Return by seat every term, in the order of `NAMES`, as input of training."""
    seats, turn = state.seats, state.active
    markets, hands = tuple(state.markets), tuple(state.hands)
    by_board, by_hand = features.board_terms(markets, seats), features.hand_terms(hands, turn)
    by_shelf = features.shelf_terms(state.shelf, hands)
    by_turn: list[Terms] = [[0.0] * len(features.TURN)] * seats
    by_turn[turn] = features.turn_terms(state, markets, features.leads(markets, seats))
    purse = [features.purse_terms(coins, seat == turn) for seat, coins in enumerate(state.coins)]
    rows = zip(by_board, by_hand, purse, by_turn, by_shelf, strict=True)
    return [[1.0, *board, *hand, *coins, *now, *shelf] for board, hand, coins, now, shelf in rows]


def closing(state: HansaState, stock: int) -> int:
    """Return the probability, in steps from 0 to `STEPS`, that a good of the last stack will be drawn in this
    round (6.7), so that the round is the last. `stock` is the number of full warehouses.

    The player with the last turn of the round knows that it is the last (9.2) and converts everything into
    points. Players with earlier turns should already have done so. The probability depends on few inputs:
    goods above the last stack, empty warehouses, and players who can still restock in this round.

    The first restock needs more empty warehouses than there are goods above the last stack. Each later one
    finds some more empty.
    """
    order = (state.active - state.start) % state.seats
    asked = state.now is not None and state.now.id == "restock"
    restockers = state.seats - order - (not asked)
    short = state.bounds[-2] - state.drawn - (len(state.shelf) - stock)
    reach = EMPTIED * (restockers - 1)
    if not restockers or short >= max(reach, 0.0):
        return 0
    return round(STEPS * min(1.0, (reach - short) / (reach + 1)))


def prize_terms(state: HansaState) -> list[float]:
    """Return the expected value by seat, in points, of the prizes of the extra card.

    The values are not trained. Players at or near the first place share the expected prize. It counts less
    the more goods are left, as long as it can still be lost.
    """
    left = 0.0 if state.last_round else time_left(state)
    sure, steep = 1 - left * (1 - CERTAIN), STEEP_LATE + left * (STEEP_EARLY - STEEP_LATE)
    found = [0.0] * state.seats
    for prize, counts in zip(PRIZES, standings(state), strict=True):
        most = max(counts)
        for seat, count in enumerate(counts):
            if count:
                found[seat] += prize.points * sure * exp(-steep * (most - count))
    return found
