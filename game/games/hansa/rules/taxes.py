"""The end of a turn: taxes (section 8)."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa.rules import actions as act
from game.games.hansa.rules import events as tell
from game.games.hansa.rules.actions import Discard, HansaAction
from game.games.hansa.rules.board import KEEP_COINS, KEEP_GOODS
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.flow import end_turn, without
from game.games.hansa.rules.rule import Rule, missing


def begin_taxes(state: HansaData, events: list[Event]) -> None:
    """Begin phase 4: coins above three go to the bank, then goods above three (8.1, A22)."""
    seat = state.active
    above = state.coins[seat] - KEEP_COINS
    if above > 0:
        state.coins[seat] = KEEP_COINS
        state.bank += above
        events.append(tell.tax(seat, above))
    _tax_goods(state, events)


def _tax_goods(state: HansaData, events: list[Event]) -> None:
    """Discard goods above three, by choice if they differ (8.2, A11); then end the turn."""
    seat = state.active
    while len(state.hands[seat]) > KEEP_GOODS:
        if len(set(state.hands[seat])) > 1:
            state.ask("taxes")
            return
        _give_up(state, state.hands[seat][0], events)
    end_turn(state, events)


def _give_up(state: HansaData, good: int, events: list[Event]) -> None:
    """Discard this good of the active player as tax."""
    seat = state.active
    state.hands[seat] = without(state.hands[seat], good)
    state.removed[good] += 1
    events.append(tell.to_box("discard", seat, good))


def pay_tax(state: HansaData, action: Discard, events: list[Event]) -> None:
    """Discard one good of the player's choice (8.2)."""
    _give_up(state, action.good, events)
    _tax_goods(state, events)


def no_tax(state: HansaData, action: Discard) -> Reason:
    """Return that the good is not in hand (8.2)."""
    return missing(state.hands[state.active], action.good)


class Taxes(Rule):
    """Phase 4: goods above three are given up one by one, by choice (8.2)."""

    id = "taxes"
    handlers = {Discard: pay_tax}
    refusals = {Discard: no_tax}

    def legal(self, state: HansaData) -> list[Action]:
        return [act.DISCARDS[good] for good in dict.fromkeys(state.hands[state.active])]

    def facts(self, state: HansaData) -> dict[str, Any]:
        return {"discard": len(state.hands[state.active]) - KEEP_GOODS, "keep": KEEP_GOODS}

    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        return Reason("taxes-first", {"keep": KEEP_GOODS})

    def check(self, state: HansaData) -> None:
        hand = state.hands[state.active]
        assert len(hand) > KEEP_GOODS and len(set(hand)) > 1 and state.coins[state.active] <= KEEP_COINS, (
            "ask: there is no choice of taxes"
        )


TAXES = Taxes()
