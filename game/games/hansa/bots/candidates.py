"""Move generator of *Hansa*: macro-actions for every decision.

In a turn a macro-action is an action here or in a town some moves away, with these moves, or the end of the
turn with the goods given up as tax. Excluded are:

- fewer markets than a good pays for
- a sale of part of a colour, except to keep the cheapest third good
- sailing in a circle without an action
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from game.bots.brain import Plan
from game.games.hansa.bots.features import REMEMBERED
from game.games.hansa.rules import actions as act
from game.games.hansa.rules.board import DESTINATIONS, EMPTY, KEEP_GOODS, TOWN_WAREHOUSES, Hand
from game.games.hansa.rules.state import HansaState

FARTHEST = 3
"""Maximum number of moves to a town with an action; farther ones do not pay."""
FINAL_SAILS = 1
"""Maximum number of moves before the end of a turn that only change the ship's position for the next."""
MAX_IDLE_ROUNDS = 1
"""Number of rounds without any action after which players always restock."""
HURRIED_FROM_ROUND = 24
"""Round from which players fill the warehouses and buy whenever possible, to end the game."""


def candidates(state: HansaState) -> list[Plan]:
    """Return the candidates of the actor. Every action is legal after those before it."""
    asked = state.now.id if state.now else "over"
    if asked == "turn":
        return _hurried(state) if _late(state) else turn_plans(state)
    if asked == "restock":
        restock: list[Plan] = [(act.RESTOCK_ACTION,)]
        idle = state.idle >= MAX_IDLE_ROUNDS * state.seats or _late(state)
        return restock if idle or len(state.legal_actions()) == 1 else restock + turn_plans(state)
    if asked == "sell-more":
        return [*_sales(state.hands[state.active], state.selling), (act.DONE_ACTION,)]
    if asked == "taxes":
        return [plan for plan in _discards(state.hands[state.active]) if plan]
    return [(action,) for action in state.legal_actions()]


def _late(state: HansaState) -> bool:
    return state.turns > HURRIED_FROM_ROUND * state.seats


def _hurried(state: HansaState) -> list[Plan]:
    """Return purchases here if possible: every turn takes a good from the warehouses, which exhausts the
    stacks."""
    plans = turn_plans(state)
    buys = [plan for plan in plans if plan[0] in act.BUYS]
    return buys or plans


def turn_plans(state: HansaState) -> list[Plan]:
    """Return actions here or farther on, and the end of the turn."""
    hand, coins = state.hands[state.active], state.coins[state.active]
    ends = [(act.END_TURN_ACTION, *plan) for plan in _discards(hand)]
    found: list[Plan] = [] if state.acted else _actions(state, state.ship, coins)
    for town, way in _ways(state.ship):
        if len(way) <= coins:
            found += [way + plan for plan in _actions(state, town, coins - len(way))]
            if len(ends) == 1 and len(way) <= FINAL_SAILS:
                found.append(way + ends[0])
    return found + ends


def _actions(state: HansaState, town: int, coins: int) -> list[Plan]:
    """Return purchases, buildings and sales in a town, with this number of coins left on arrival."""
    seat, hand = state.active, state.hands[state.active]
    markets = state.markets[town * state.seats : (town + 1) * state.seats]
    mine = markets[seat]
    found: list[Plan] = []
    if coins or (mine and mine == max(markets) and markets.count(mine) == 1):
        goods = {state.shelf[place]: place for place in TOWN_WAREHOUSES[town]}
        found += [(act.BUYS[place],) for good, place in goods.items() if good != EMPTY]
    if state.reserve[seat]:
        found += _builds(hand, state.reserve[seat])
    if mine:
        found += _sales(hand, ())
    return found


@lru_cache(maxsize=REMEMBERED)
def _ways(start: int) -> tuple[tuple[int, Plan], ...]:
    """Return the towns some moves away (the town itself by its loop), each with a shortest
    sequence of moves."""
    found: dict[int, Plan] = {}
    ends: list[tuple[int, Plan]] = [(start, ())]
    for _ in range(FARTHEST):
        longer = []
        for town, way in ends:
            for target in DESTINATIONS[town]:
                if target not in found:
                    found[target] = (*way, act.SAILS[target])
                    longer.append((target, found[target]))
        ends = longer
    return tuple(found.items())


@lru_cache(maxsize=REMEMBERED)
def _builds(hand: Hand, reserve: int) -> tuple[Plan, ...]:
    """Return for each good the maximum number of markets it pays for."""
    return tuple((act.BUILDS[good][:reserve][-1],) for good in dict.fromkeys(hand))


@lru_cache(maxsize=REMEMBERED)
def _sales(hand: Hand, sold: tuple[int, ...]) -> tuple[Plan, ...]:
    """Return every set of the colours that can be sold, except those sold already. Each colour is sold whole,
    or without its cheapest good if two are left."""
    parts: dict[int, list[Plan]] = {}
    for colour in act.sellable_colours(hand):
        if colour not in sold:
            goods = tuple(good for good in hand if good // 3 == colour)
            parts[colour] = [(act.SALES[colour, goods],)]
            if len(goods) > 2:
                parts[colour].append((act.SALES[colour, goods[1:]],))
    found: list[Plan] = []
    for size in range(1, len(parts) + 1):
        for colours in combinations(parts, size):
            plans: list[Plan] = [()]
            for colour in colours:
                plans = [plan + part for plan in plans for part in parts[colour]]
            done: Plan = () if size == len(parts) else (act.DONE_ACTION,)
            found += [plan + done for plan in plans]
    return tuple(found)


@lru_cache(maxsize=REMEMBERED)
def _discards(hand: Hand) -> tuple[Plan, ...]:
    """Return every choice of the goods above three. Equal goods leave no choice."""
    above = len(hand) - KEEP_GOODS
    if above <= 0:
        return ((),)
    found: dict[Plan, None] = {}
    for gone in combinations(hand, above):
        rest, plan = list(hand), list[act.HansaAction]()
        for good in gone:
            if len(set(rest)) > 1:
                plan.append(act.DISCARDS[good])
            rest.remove(good)
        found[tuple(plan)] = None
    return tuple(found)
