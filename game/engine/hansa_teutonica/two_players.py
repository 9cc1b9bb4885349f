"""Two players: the pawn and its provinces (rules 12.A), or the neutral traders (12.B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica import claim, displacement
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    END_TURN,
    FINISH,
    NEUTRAL_CLAIM,
    PLACE,
    PUT_PAWN,
    RELOCATE,
    STEP_PAWN,
    WALK_PAWN,
    Finish,
    NeutralClaim,
    PutPawn,
    Relocate,
    StepPawn,
    WalkPawn,
)
from game.engine.hansa_teutonica.board import MARKERS, MERCHANT, TRADER
from game.engine.hansa_teutonica.effects import (
    STRIDE,
    back_to_turn,
    begin_turn,
    clear_route,
    draw_replacement,
    end_game,
    fill_office,
    put,
    spend_action,
    take,
)
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import (
    HOUSE_PLACES,
    RIVAL_TRADERS,
    RIVALS,
    ROUTES,
    TAVERN_PLACES,
    ProvinceTables,
    code,
)

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def provinces(s: HansaTeutonicaState) -> ProvinceTables:
    """The provinces of a game with the pawn."""
    assert s.rules.provinces is not None, "there is no pawn in this game"
    return s.rules.provinces


class PawnPlacing(Question):
    """12.A.2: the player who does not begin puts the pawn into any province."""

    id = "pawn"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        return [PUT_PAWN[name] for name in provinces(s).ids]


def put_pawn(s: HansaTeutonicaState, action: PutPawn, events: list[Event]) -> None:
    """12.A.2; then the first turn begins."""
    move_pawn(s, action.province, events)
    begin_turn(s, s.active, events)


def move_pawn(s: HansaTeutonicaState, name: str, events: list[Event]) -> None:
    """The pawn comes to a province."""
    source = f"province.{provinces(s).ids[s.pawn]}" if s.pawn >= 0 else "box"
    s.pawn = provinces(s).index[name]
    events.append(Event("pawn", s.decider, "pawn", source, f"province.{name}"))


def bound_actions(s: HansaTeutonicaState, seat: int, found: list[Action]) -> None:
    """12.A.3: place, displace and claim only on routes that border the pawn's province."""
    houses = s.houses
    inside = provinces(s).houses[s.pawn]
    kinds = [kind for kind in (TRADER, MERCHANT) if s.supply[2 * seat + kind]]
    pieces = s.supply[2 * seat] + s.supply[2 * seat + 1]
    empty = [house for house in inside if not houses[house]]
    found += [PLACE[kind][house] for kind in kinds for house in empty]
    if pieces >= 2:
        marked: bytes | bytearray = houses.translate((RIVALS if pieces >= 3 else RIVAL_TRADERS)[seat])
        if houses.count(0) <= 4:
            marked = displacement.with_refuge(s, marked)
        found += [DISPLACE[kind][house] for kind in kinds for house in inside if marked[house]]
    missing = s.missing
    found += [CLAIM[route] for route in provinces(s).routes[s.pawn] if not missing[seat * STRIDE + route]]


def pawn_moves(s: HansaTeutonicaState, found: list[Action]) -> None:
    """12.A.4, 12.A.5: the free steps before the first action or after the last, and those that cost one.

    With actions left the free steps after the last one begin with `finish`, so that none is lost by mistake.
    """
    near = provinces(s).neighbours[s.pawn]
    names = provinces(s).ids
    if s.acted and s.steps and s.actions_left:
        found.append(FINISH)
    elif s.steps:
        found += [STEP_PAWN[names[there]] for there in near]
    if s.actions_left:
        reach = range(len(names)) if s.rules.walk_any else near
        found += [WALK_PAWN[names[there]] for there in reach if there != s.pawn]


def step(s: HansaTeutonicaState, action: StepPawn, events: list[Event]) -> None:
    """12.A.4: a free step; after an action of this turn it says that the actions are over."""
    move_pawn(s, action.province, events)
    s.steps -= 1
    if s.acted:
        s.ask("step", s.active)


def finish(s: HansaTeutonicaState, action: Finish, events: list[Event]) -> None:
    """12.A.4: the actions that are left lapse, the free steps come."""
    s.ask("step", s.active)


def walk(s: HansaTeutonicaState, action: WalkPawn, events: list[Event]) -> None:
    """12.A.5: a step for an action (any distance as an option, A34)."""
    spend_action(s)
    move_pawn(s, action.province, events)


class LastSteps(Question):
    """12.A.4: the actions are over, the free steps have begun; the turn ends when the player says so."""

    id = "step"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        near = provinces(s).neighbours[s.pawn] if s.steps else ()
        return [*(STEP_PAWN[provinces(s).ids[there]] for there in near), END_TURN]

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"left": s.steps}


def draw_neutral(s: HansaTeutonicaState, events: list[Event]) -> bool:
    """A trader out of the neutral stock; the second colour comes when the first is used up (12.B.7)."""
    at = 2 * s.seats
    if not s.stock[at] and s.neutral_reserve:
        s.stock[at], s.neutral_reserve = s.neutral_reserve, 0
        events.append(Event("neutral-colour", s.seats, "trader", "box", "neutral", s.stock[at]))
    if not s.stock[at]:
        return False
    s.stock[at] -= 1
    return True


def neutral_to_route(s: HansaTeutonicaState, route: int, events: list[Event]) -> None:
    """12.B.1, 12.B.6: a neutral trader into the first house of an empty route."""
    if draw_neutral(s, events):
        house = s.board.first_house[route]
        put(s, house, code(s.seats, TRADER))
        events.append(Event("neutral", s.seats, "trader", "neutral", HOUSE_PLACES[house]))


class NeutralRelocation(Question):
    """12.B.2: the other player sets the displaced neutral trader down, and one more of them (A35d)."""

    id = "relocate-neutral"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        return [RELOCATE[house] for house in displacement.targets(s)]

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"piece": "trader", "extras": s.allowance, "route": ROUTES[s.route]}


def relocate_neutral(s: HansaTeutonicaState, action: Relocate, events: list[Event]) -> None:
    """12.B.2: the displaced trader first, then one from the neutral stock."""
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


def settle_neutral_routes(s: HansaTeutonicaState, events: list[Event]) -> None:
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


class NeutralClaims(Question):
    """12.B.3: the active player chooses one of the two towns; a town without an empty office is no choice."""

    id = "neutral-claim"

    def legal(self, s: HansaTeutonicaState) -> list[NeutralClaim]:
        found = []
        for route in range(len(s.board.routes)):
            if not s.missing[s.seats * STRIDE + route]:
                towns = [town for town in s.board.route_towns[route] if s.next_office(town) >= 0]
                found += [NEUTRAL_CLAIM[route, town] for town in towns or [-1]]
        return found


def claim_for_neutral(s: HansaTeutonicaState, action: NeutralClaim, events: list[Event]) -> None:
    """12.B.3, 12.B.5: points for control, the marker is discarded, the office filled, the rest goes home."""
    route, town = action.kind, action.place
    events.append(Event("claim", s.seats, "", "", f"route.{ROUTES[route]}"))
    claim.pay_controllers(s, route, events)
    if s.tavern[route]:
        kind = s.tavern[route] - 1
        s.tavern[route] = 0
        s.box += (kind,)
        events.append(Event("marker-lost", s.seats, f"marker.{MARKERS[kind]}", TAVERN_PLACES[route], "box"))
        draw_replacement(s, events)
    first = s.board.first_house[route]
    if town >= 0:
        fill_office(s, s.next_office(town), take(s, first), HOUSE_PLACES[first], events)
    keep = first + 1 if s.rules.one_stays and s.board.route_yellow[route] else -1
    clear_route(s, route, events, keep)
    settle_neutral_routes(s, events)


PAWN_PLACING = PawnPlacing({PutPawn: put_pawn})
NEUTRAL_RELOCATION = NeutralRelocation({Relocate: relocate_neutral})
NEUTRAL_CLAIMS = NeutralClaims({NeutralClaim: claim_for_neutral})
