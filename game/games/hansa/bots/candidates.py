"""The sensible things to do in every decision of *Hansa*: chains of single actions of the actor.

In a turn one thing is an action here or in a town some moves away, with the moves to it, or the end of the
turn with what is given up as tax. Left out is what nobody would do: fewer markets than a good pays for, a
sale of part of a colour but for a cheapest third good, sailing in a circle without an action.
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
"""A player considers towns that the ship reaches in so many moves; an action farther away is not worth
them."""
FINAL_SAILS = 1
"""Before ending a turn a player may sail so many moves just to leave the ship elsewhere for the next."""
MAX_IDLE_ROUNDS = 1
"""After so many rounds in which nobody did anything, nobody passes up a restock any more."""
HURRIED_FROM_ROUND = 24
"""The round from which on players fill the warehouses and buy whenever they can, to come to an end."""


def candidates(state: HansaState) -> list[Plan]:
    """What the actor may sensibly do now; every action is legal after those before it."""
    asked = state.now.id if state.now else "over"
    if asked == "turn":
        return _hurried(state) if _late(state) else _turn(state)
    if asked == "restock":
        restock: list[Plan] = [(act.RESTOCK_ACTION,)]
        idle = state.idle >= MAX_IDLE_ROUNDS * state.seats or _late(state)
        return restock if idle or len(state.legal_actions()) == 1 else restock + _turn(state)
    if asked == "sell-more":
        return [*_sales(state.hands[state.active], state.selling), (act.DONE_ACTION,)]
    if asked == "taxes":
        return [plan for plan in _discards(state.hands[state.active]) if plan]
    return [(action,) for action in state.legal_actions()]


def _late(state: HansaState) -> bool:
    return state.turns > HURRIED_FROM_ROUND * state.seats


def _hurried(state: HansaState) -> list[Plan]:
    """Buy here if that is possible: every turn takes a good from the warehouses, and so the stacks end."""
    plans = _turn(state)
    buys = [plan for plan in plans if plan[0] in act.BUYS]
    return buys or plans


def _turn(state: HansaState) -> list[Plan]:
    """An action here or farther on, or the end of the turn."""
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
    """Buy, build or sell in a town reached with so many coins."""
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
    """The towns some moves away (the town itself by its loop), each with a shortest chain of moves."""
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
    """For each good, as many markets as it pays for."""
    return tuple((act.BUILDS[good][:reserve][-1],) for good in dict.fromkeys(hand))


@lru_cache(maxsize=REMEMBERED)
def _sales(hand: Hand, sold: tuple[int, ...]) -> tuple[Plan, ...]:
    """Every set of the colours that can be sold, except those sold already; each colour whole, or all but its
    cheapest good if two are left."""
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
    """Every choice of the goods above three; of equal goods none is chosen."""
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
