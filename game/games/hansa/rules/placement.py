"""The first placement (section 3)."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action, Event, Reason
from game.games.hansa.rules import actions as act
from game.games.hansa.rules import events as tell
from game.games.hansa.rules.actions import HansaAction, Place
from game.games.hansa.rules.board import (
    EMPTY,
    PLACEMENT_MARKETS,
    PLACEMENT_ROUNDS,
    START_COINS,
    START_TOWN,
    TOWN_IDS,
    TOWNS,
)
from game.games.hansa.rules.data import HansaData
from game.games.hansa.rules.flow import begin_turn
from game.games.hansa.rules.rule import Rule


def place(state: HansaData, action: Place, events: list[Event]) -> None:
    """Place two markets (3.2). The next player follows, or the first turn after the last round."""
    seat = state.active
    state.add_markets(action.town, seat, PLACEMENT_MARKETS)
    events.append(tell.place(seat, action.town))
    state.active = (seat + 1) % state.seats
    if state.active == state.start and _rounds_placed(state) == PLACEMENT_ROUNDS:
        begin_turn(state, events)


def no_place(state: HansaData, action: Place) -> Reason:
    """Return why the town is closed: it is Copenhagen, or the player has markets there already (3.3)."""
    closed = action.town == START_TOWN
    return Reason("town-closed" if closed else "town-taken", {"town": TOWN_IDS[action.town]})


class FirstPlacement(Rule):
    """First placement: three rounds clockwise, two markets in a town without markets of the player, not
    Copenhagen (section 3)."""

    id = "first-placement"
    handlers = {Place: place}
    refusals = {Place: no_place}

    def legal(self, state: HansaData) -> list[Action]:
        own = state.markets_of(state.active)
        return [act.PLACES[town] for town in range(len(TOWNS)) if town != START_TOWN and not own[town]]

    def facts(self, state: HansaData) -> dict[str, Any]:
        return {
            "round": _rounds_placed(state) + 1,
            "rounds": PLACEMENT_ROUNDS,
            "markets": PLACEMENT_MARKETS,
        }

    def not_now(self, state: HansaData, action: HansaAction) -> Reason:
        return Reason("placement-first")

    def check(self, state: HansaData) -> None:
        seats = state.seats
        built = [sum(state.markets_of(seat)) for seat in range(seats)]
        rounds = [markets // PLACEMENT_MARKETS for markets in built]
        order = rounds[state.start :] + rounds[: state.start]
        placed = (state.active - state.start) % seats
        usual = [min(order) + (place < placed) for place in range(seats)]
        clockwise = order == usual and min(order) < PLACEMENT_ROUNDS and not any(state.row(START_TOWN))
        pairs = set(state.markets) <= {0, PLACEMENT_MARKETS}
        assert clockwise and pairs, (
            "markets: the first placement goes clockwise, two to a town, none in Copenhagen (3.2)"
        )
        untouched = not (state.drawn or EMPTY in state.shelf or any(state.hands) or any(state.sold))
        moneyless = set(state.coins) == {START_COINS} and not (state.busy or state.idle or state.stalled)
        assert untouched and moneyless and state.ship == START_TOWN and not state.turns, (
            "ask: the first placement comes before everything else"
        )


def _rounds_placed(state: HansaData) -> int:
    return sum(state.markets) // PLACEMENT_MARKETS // state.seats


FIRST_PLACEMENT = FirstPlacement()
