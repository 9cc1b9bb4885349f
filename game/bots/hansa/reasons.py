"""Why a plan: one sentence's worth about the action in it that matters most (`bot.<id>` of the catalogues).

The facts are words of docs/elements.md: `town`, `colour`, and numbers: `n`, `points`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.bots.brain import Plan
from game.bots.hansa.features import hand_counts
from game.engine.core import Action
from game.engine.hansa.actions import Build, Buy, Place, Restock, Sail, Sell
from game.engine.hansa.board import COLOURS, EMPTY, TOWN_IDS
from game.engine.hansa.state import HansaState

Why = tuple[str, dict[str, Any]]


def reason(state: HansaState, plan: Plan) -> Why:
    """What the plan of the actor is for. Plays it on a copy, as far as it goes by itself."""
    assert state.decision is not None
    if state.decision.id in ("loss", "taxes"):
        return "give-least" if state.decision.id == "loss" else "keep-best", {}
    before = state.copy()
    seat, told, sales = before.active, dict[str, Why](), list[Why]()
    selling = False
    for action in plan:
        said = _deed(before, action, seat)
        if isinstance(action, Sell) and said is not None:
            sales.append(_joined(sales.pop(), said) if selling else said)
        elif said is not None:
            told[said[0]] = said
        selling = isinstance(action, Sell)
        before.apply(action)
        if before.actor != seat:
            break
    if sales:
        return max(sales, key=lambda sale: int(sale[1]["points"]))
    return next((told[name] for name in ORDER if name in told), ("wait", {}))


ORDER = (
    *("build-alone", "break-alone", "build-lead", "build-town", "build"),
    *("buy-set", "buy-free", "buy", "place-empty", "place-shared", "restock-end", "restock", "sail"),
)
"""The deeds besides a sale, the ones that matter most first; of several of a kind the last is told."""


def _joined(first: Why, then: Why) -> Why:
    """Two parts of one sale, in different colours."""
    told = "sell-hurt" if "sell-hurt" in (first[0], then[0]) else "sell"
    return told, {**then[1], **{fact: first[1][fact] + then[1][fact] for fact in ("n", "points")}}


def _deed(state: HansaState, action: Action, seat: int) -> Why | None:
    """What one action is for, in the position before it."""
    deed = _DEEDS.get(type(action))
    return None if deed is None else deed(state, action, seat)


def _place(state: HansaState, action: Place, seat: int) -> Why:
    others = any(state.row(action.town))
    return "place-shared" if others else "place-empty", {"town": TOWN_IDS[action.town]}


def _restock(state: HansaState, action: Restock, seat: int) -> Why:
    empty = state.shelf.count(EMPTY)
    last = state.drawn <= state.bounds[-2] < state.drawn + empty
    return "restock-end" if last else "restock", {"n": empty}


def _sail(state: HansaState, action: Sail, seat: int) -> Why:
    return "sail", {"town": TOWN_IDS[action.town]}


def _buy(state: HansaState, action: Buy, seat: int) -> Why:
    colour = state.shelf[action.warehouse] // 3
    facts: dict[str, Any] = {"town": TOWN_IDS[state.ship], "colour": COLOURS[colour]}
    held = hand_counts(state.hands[seat])[colour]
    if held:
        return "buy-set", {**facts, "n": held + 1}
    return "buy-free" if state.leader_at(state.ship) == seat else "buy", facts


def _build(state: HansaState, action: Build, seat: int) -> Why:
    here = list(state.row(state.ship))
    facts = {"town": TOWN_IDS[state.ship], "n": action.markets}
    others = [number for other, number in enumerate(here) if other != seat]
    if not here[seat]:
        owners = sum(number > 0 for number in others)
        return {0: "build-alone", 1: "break-alone"}.get(owners, "build-town"), facts
    takes = here[seat] <= max(others) < here[seat] + action.markets
    return "build-lead" if takes else "build", facts


def _sell(state: HansaState, action: Sell, seat: int) -> Why:
    points = sum(good % 3 + 2 for good in action.goods)
    hurt = any(hand_counts(hand)[action.colour] for who, hand in enumerate(state.hands) if who != seat)
    facts = {"town": TOWN_IDS[state.ship], "n": len(action.goods), "points": points}
    return "sell-hurt" if hurt else "sell", facts


_DEEDS: Mapping[type[Action], Callable[[HansaState, Any, int], Why]] = {
    Place: _place,
    Restock: _restock,
    Sail: _sail,
    Buy: _buy,
    Build: _build,
    Sell: _sell,
}
