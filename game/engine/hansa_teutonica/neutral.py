"""The neutral traders of two-player games (rules 12.B)."""

from __future__ import annotations

from typing import Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica import claim, displacement
from game.engine.hansa_teutonica.actions import NEUTRAL_CLAIM, RELOCATE, NeutralClaim, Relocate
from game.engine.hansa_teutonica.board import MARKERS, TRADER
from game.engine.hansa_teutonica.codes import changed, code, missing_at, pile_at
from game.engine.hansa_teutonica.effects import (
    back_to_turn,
    clear_route,
    draw_replacement,
    end_game,
    fill_office,
    put,
    take,
)
from game.engine.hansa_teutonica.position import Position
from game.engine.hansa_teutonica.rule import Rule
from game.engine.hansa_teutonica.tables import HOUSE_PLACES, ROUTES, TAVERN_PLACES


def draw_neutral(s: Position, events: list[Event]) -> bool:
    """Take a trader from the neutral stock; the second colour follows when the first is used up (12.B.7)."""
    pile = pile_at(s.seats, TRADER)
    if not s.stock[pile] and s.neutral_reserve:
        s.stock[pile], s.neutral_reserve = s.neutral_reserve, 0
        events.append(Event("neutral-colour", s.seats, "trader", "box", "neutral", s.stock[pile]))
    if not s.stock[pile]:
        return False
    s.stock[pile] -= 1
    return True


def neutral_to_route(s: Position, route: int, events: list[Event]) -> None:
    """12.B.1, 12.B.6: a neutral trader enters the first house of an empty route."""
    if draw_neutral(s, events):
        house = s.board.first_house[route]
        put(s, house, code(s.seats, TRADER))
        events.append(Event("neutral", s.seats, "trader", "neutral", HOUSE_PLACES[house]))


# ---- displaced ------------------------------------------------------------------------------


def relocate_neutral(s: Position, action: Relocate, events: list[Event]) -> None:
    """12.B.2: the displaced trader first, then one from the neutral stock.

    If the first one fills a route, it is claimed once both are set down (A35k).
    """
    seat = s.seats
    put(s, action.place, s.hand[0])
    events.append(Event("relocate", seat, "trader", f"hand.{seat}", HOUSE_PLACES[action.place]))
    s.hand = ()
    if s.allowance and displacement.targets(s) and draw_neutral(s, events):
        s.allowance = 0
        s.hand = (code(seat, TRADER),)
        events.append(Event("lift", seat, "trader", "neutral", f"hand.{seat}"))
    else:
        settle_neutral_routes(s, events)


class NeutralRelocation(Rule):
    """12.B.2: the other player sets the displaced neutral trader down, and one more (A35d)."""

    id = "relocate-neutral"
    uses = frozenset({"hand", "allowance", "route"})
    handlers = {Relocate: relocate_neutral}
    refusals = {Relocate: displacement.no_relocating}
    touches = {"house": displacement.unsettled_house}

    def legal(self, s: Position) -> list[Action]:
        return [RELOCATE[house] for house in displacement.targets(s)]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"piece": "trader", "extras": s.allowance, "route": ROUTES[s.route]}

    def asked(self, s: Position) -> int:
        return (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert s.rules.neutral, "there are no neutral traders in this game"
        assert s.decider != s.active and s.decider < s.seats, "the other player moves neutral traders"
        assert s.route >= 0 and s.hand == (code(s.seats, TRADER),) and s.allowance <= 1, (
            "one neutral trader is in hand"
        )
        assert displacement.displacer_there(s), "the piece that displaced another stands on its route"


# ---- claiming -------------------------------------------------------------------------------


def full_routes(s: Position) -> list[int]:
    """The routes with nothing but neutral traders."""
    row = missing_at(s.seats, 0)
    return [route for route in range(len(s.board.routes)) if not s.missing[row + route]]


def settle_neutral_routes(s: Position, events: list[Event]) -> None:
    """12.B.3: routes full of neutral traders are claimed at once, one by one (A35i)."""
    s.hand, s.allowance, s.route = (), 0, -1
    s.ask("neutral-claim", s.active)
    choices = NEUTRAL_CLAIMS.legal(s)
    if len(choices) > 1:
        return
    if choices:
        claim_for_neutral(s, choices[0], events)
    elif s.ending:
        end_game(s, events)
    else:
        back_to_turn(s)


def claim_for_neutral(s: Position, action: NeutralClaim, events: list[Event]) -> None:
    """12.B.3, 12.B.5: score control, discard the marker, fill the office, return the rest to the stock."""
    route, town = action.route, action.town
    events.append(Event("claim", s.seats, "", "", f"route.{ROUTES[route]}"))
    claim.pay_controllers(s, route, events)
    if s.tavern[route]:
        kind = s.tavern[route] - 1
        s.tavern = changed(s.tavern, route, 0)
        s.box += (kind,)
        events.append(Event("marker-lost", s.seats, f"marker.{MARKERS[kind]}", TAVERN_PLACES[route], "box"))
        draw_replacement(s, events)
    first = s.board.first_house[route]
    if town is not None:
        fill_office(s, s.next_office(town), take(s, first), HOUSE_PLACES[first], events)
    keep = first + 1 if s.rules.one_stays and s.board.route_yellow[route] else -1
    clear_route(s, route, events, keep)
    settle_neutral_routes(s, events)


class NeutralClaims(Rule):
    """12.B.3: the active player chooses one of the two towns, if both have an empty office."""

    id = "neutral-claim"
    handlers = {NeutralClaim: claim_for_neutral}

    def legal(self, s: Position) -> list[NeutralClaim]:
        found = []
        for route in full_routes(s):
            towns: list[int | None] = [t for t in s.board.route_towns[route] if s.next_office(t) >= 0]
            found += [NEUTRAL_CLAIM[route, town] for town in towns or [None]]
        return found

    def check(self, s: Position) -> None:
        super().check(s)
        assert s.rules.neutral and len(self.legal(s)) > 1, "neutral traders have no choice of towns"


NEUTRAL_RELOCATION = NeutralRelocation()
NEUTRAL_CLAIMS = NeutralClaims()
