"""Features of a position of *Hansa*: the terms of its evaluation.

A term is a number per seat ("towns alone", "barrels that can be sold immediately"). Each group lists its
names, and `weights` has their values in final points. The functions here take plain tuples, so that results
that depend on few inputs (the markets, the hands) can be cached. Only this module and `candidates` read the
state's slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from game.games.hansa.rules import board
from game.games.hansa.rules.board import DESTINATIONS, EMPTY, MARKETS, TOWN_IDS, TOWN_WAREHOUSES, Hand
from game.games.hansa.rules.state import HansaState

REMEMBERED = 2048
"""Cache size of each function, enough for several searches. It bounds the memory of long-running players."""

TOWNS = range(len(TOWN_IDS))


def _distances(start: int) -> tuple[int, ...]:
    """Return the number of moves to every town."""
    far = {start: 0}
    queue = [start]
    for town in queue:
        for target in DESTINATIONS[town]:
            if target not in far:
                far[target] = far[town] + 1
                queue.append(target)
    return tuple(far[town] for town in TOWNS)


DISTANCE = tuple(_distances(town) for town in TOWNS)
"""Number of moves of the shortest way, at `[source][target]`."""
LOOP = tuple(1 + min(DISTANCE[target][town] for target in DESTINATIONS[town]) for town in TOWNS)
"""Number of moves of the shortest way back to a town, for another visit."""

BOARD = (
    "shared", "alone", "single", "built", "reserve_low", "margin", *(f"lead.{town}" for town in TOWN_IDS),
)  # fmt: skip
"""Board terms: towns shared with others; towns held alone; towns with a single market; markets on the board;
markets short of three in the reserve; leads by two or more; the sole lead in each town."""

HAND = (
    "goods", "barrels", "ready", "colours", "triple", "excess", "threat", "broken", "contest", "strike",
    "now_ready",
)  # fmt: skip
"""Hand terms: goods; barrels; barrels of the colours that can be sold; number of such colours; goods beyond
the second of a colour; goods above the three a tax leaves; points threatened by sales of players who move
first; pairs broken by them; colours of which another player has one; the loss of others by an own sale;
`ready` of the player whose turn it is."""

PURSE = ("coins", "coins_squared", "now_coins", "now_coins_squared")
"""Purse terms: coins kept by a player who waits; coins of the player whose turn it is."""

TURN = ("now", "now_acted", "near", "near1", "near2", "near3", "free", "match", "sale")
"""Turn terms of the player whose turn it is: a constant; the action of this visit done; towns with a good
they can pay for, by moves; those where it is free; goods of the colours in hand; barrels ready for the
nearest own market."""

SHELF = ("stock", "shelf_match")
"""Warehouse terms: full warehouses; goods in them of the colours in hand."""

NAMES = (*BOARD, *HAND, *PURSE, *TURN, *SHELF)

Terms = Sequence[float]

NEARNESS = tuple(0.75**steps for steps in range(4))
"""Discount factor by number of moves."""


Reach = tuple[tuple[int, int, float, tuple[int, ...]], ...]
"""By town within range: the town, the moves to it, the discount factor, its warehouses."""


def _reach(acted: bool, ship: int, coins: int) -> Reach:
    """Return the possible towns of the next action: at most three moves away, each of which costs a coin."""
    away = [LOOP[town] if acted and town == ship else DISTANCE[ship][town] for town in TOWNS]
    return tuple(
        (town, moves, NEARNESS[moves], TOWN_WAREHOUSES[town])
        for town, moves in enumerate(away)
        if moves <= coins
    )


REACH = [[[_reach(acted, ship, coins) for coins in range(4)] for ship in TOWNS] for acted in (False, True)]
"""Possible towns at `[acted][ship][coins up to 3]`."""


@lru_cache(maxsize=REMEMBERED)
def leader(here: tuple[int, ...]) -> int:
    """Return the seat with more markets than any other in a town, given its markets by seat, or
    -1 (7.5.2)."""
    most = max(here)
    return here.index(most) if most and here.count(most) == 1 else -1


def leads(markets: tuple[int, ...], seats: int) -> tuple[int, ...]:
    """Return the leader of each town."""
    return tuple([leader(markets[start : start + seats]) for start in range(0, len(markets), seats)])


@lru_cache(maxsize=REMEMBERED)
def present(here: tuple[int, ...]) -> tuple[tuple[int, int, bool, bool, int], ...]:
    """Return for each seat with markets in a town, given its markets by seat: the seat, whether others have
    none (1) or not (0), whether it has a single one, whether it leads by two or more, its markets."""
    others = [max(here[:seat] + here[seat + 1 :]) for seat in range(len(here))]
    return tuple(
        (seat, int(not others[seat]), mine == 1, mine >= others[seat] + 2, mine)
        for seat, mine in enumerate(here)
        if mine
    )


def board_terms(markets: tuple[int, ...], seats: int) -> Sequence[Terms]:
    """Return the `BOARD` terms per seat."""
    found = [[0.0] * len(BOARD) for _ in range(seats)]
    for town in TOWNS:
        here = markets[town * seats : town * seats + seats]
        for seat, alone, single, clear, mine in present(here):
            terms = found[seat]
            terms[alone] += 1
            terms[2] += single
            terms[3] += mine
            terms[5] += clear
        if leader(here) >= 0:
            found[leader(here)][6 + town] = 1
    for terms in found:
        terms[4] = max(0.0, 3 - (MARKETS - terms[3]))
    return found


@lru_cache(maxsize=REMEMBERED)
def hand_counts(hand: Hand) -> tuple[int, ...]:
    """Return the number of goods of each colour."""
    counts = [0] * len(board.COLOURS)
    for good in hand:
        counts[good // 3] += 1
    return tuple(counts)


@lru_cache(maxsize=REMEMBERED)
def colours_of(hand: Hand) -> Hand:
    """Return the colour of each good."""
    return tuple(good // 3 for good in hand)


@lru_cache(maxsize=REMEMBERED)
def own_hand(hand: Hand) -> Terms:
    """Return the first six `HAND` terms, which depend on this hand alone."""
    counts = hand_counts(hand)
    ready = sum(good % 3 + 1 for good in hand if counts[good // 3] > 1)
    return (
        len(hand),
        sum(good % 3 + 1 for good in hand),
        ready,
        sum(count > 1 for count in counts),
        sum(max(0, count - 2) for count in counts),
        max(0, len(hand) - 3),
    )


@lru_cache(maxsize=REMEMBERED)
def _cheapest(hand: Hand, colour: int) -> int:
    return min(good for good in hand if good // 3 == colour) % 3 + 1


@lru_cache(maxsize=REMEMBERED)
def rivalry(held_by: tuple[int, ...], turn: int) -> tuple[tuple[int, bool, int, int, int], ...]:
    """Return for each seat with goods of a colour, given their number by seat: the seat, whether players who
    move before it can sell that colour, whether that breaks its pair, contest and strike (`HAND`)."""
    seats, found = len(held_by), []
    others = seats - held_by.count(0) - 1
    for seat, held in enumerate(held_by):
        if held:
            before = (seat - turn) % seats
            sellers = sum(held_by[(turn + step) % seats] > 1 for step in range(before))
            contest = held_by.count(1) - (held == 1)
            strike = others if held > 1 else 0
            found.append((seat, sellers > 0, int(1 < held <= 1 + sellers), contest, strike))
    return tuple(found)


def hand_terms(hands: tuple[Hand, ...], turn: int) -> Sequence[Terms]:
    """Return the `HAND` terms per seat; `turn` is the seat whose turn it is."""
    found = [[*own_hand(hand), 0, 0, 0, 0, 0] for hand in hands]
    counts = [hand_counts(hand) for hand in hands]
    for colour, held_by in enumerate(zip(*counts, strict=True)):
        for seat, threatened, broken, contest, strike in rivalry(held_by, turn):
            terms = found[seat]
            if threatened:
                terms[6] += _cheapest(hands[seat], colour)
            terms[7] += broken
            terms[8] += contest
            terms[9] += strike
    found[turn][10] = found[turn][2]
    return found


def purse_terms(coins: int, now: bool) -> Terms:
    """Return the `PURSE` terms of one seat."""
    if now:
        return (0.0, 0.0, coins, coins * coins)
    kept = min(coins, board.KEEP_COINS)
    return (kept, kept * kept, 0.0, 0.0)


def turn_terms(state: HansaState, markets: tuple[int, ...], lead: tuple[int, ...]) -> Terms:
    """Return the `TURN` terms of the seat whose turn it is."""
    seat, coins, shelf = state.active, state.coins[state.active], state.shelf
    counts = hand_counts(state.hands[seat])
    ready = own_hand(state.hands[seat])[2]
    near = [0, 0, 0, 0]
    free = 0
    match = sale = 0.0
    for town, moves, nearness, places in REACH[state.acted][state.ship][min(coins, 3)]:
        if ready and markets[town * state.seats + seat]:
            sale = max(sale, ready * nearness)
        leading = lead[town] == seat
        if moves == coins and not leading:
            continue
        some = False
        for place in places:
            good = shelf[place]
            if good != EMPTY:
                some = True
                if counts[good // 3]:
                    match += nearness
        if some:
            near[moves] += 1
            free += leading
    return (1.0, state.acted, *near, free, match, sale)


def shelf_terms(shelf: Sequence[int], hands: Sequence[Hand]) -> Sequence[Terms]:
    """Return the `SHELF` terms per seat."""
    goods = [good // 3 for good in shelf if good != EMPTY]
    return [(len(goods), sum(goods.count(good // 3) for good in hand)) for hand in hands]


def time_left(state: HansaState) -> float:
    """Return the remaining share of the game: 1 with all stacks full, 0 when the next good drawn triggers the
    last round."""
    return (state.bounds[-2] - state.drawn) / state.bounds[-2]
