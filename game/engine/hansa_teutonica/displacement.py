"""Displacing a rival's piece, and what its owner then does (rules 5.3 and section 6)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica.actions import (
    ADD_FROM_STOCK,
    ADD_FROM_SUPPLY,
    DECLINE,
    PAY,
    RELOCATE,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Button,
    Displace,
    Pay,
    Relocate,
    add_from_house,
)
from game.engine.hansa_teutonica.board import KINDS, MERCHANT, TRADER
from game.engine.hansa_teutonica.effects import back_to_turn, put, spend_action, take
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import HOUSE_PLACES, OWN, ROUTES, code

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonicaState


def with_refuge(s: HansaTeutonicaState, rivals: bytes | bytearray) -> bytes:
    """Of the houses marked in `rivals`, those whose piece would find an empty house elsewhere (A12)."""
    empty = s.houses.count(0)
    houses, board = s.houses, s.board
    own_room = [sum(not houses[h] for h in board.route_houses[route]) for route in range(len(board.routes))]
    return bytes(
        marked and empty > own_room[route] for marked, route in zip(rivals, board.house_route, strict=True)
    )


def displace(s: HansaTeutonicaState, action: Displace, events: list[Event]) -> None:
    """5.3: the piece changes, one piece is paid for a trader and two for a merchant."""
    seat, house = s.active, action.place
    spend_action(s)
    rival = take(s, house)
    s.supply[2 * seat + action.kind] -= 1
    put(s, house, code(seat, action.kind))
    s.hand = (rival,)
    s.route = s.board.house_route[house]
    s.allowance = 1 + (rival - 1 & 1)
    owner = rival - 1 >> 1
    events.append(Event("displace", seat, KINDS[action.kind], f"supply.{seat}", HOUSE_PLACES[house]))
    events.append(Event("displaced", owner, KINDS[rival - 1 & 1], HOUSE_PLACES[house], f"hand.{owner}"))
    collect(s, events)


def collect(s: HansaTeutonicaState, events: list[Event]) -> None:
    """The price: asked only while there is a choice of kinds (A14). Then the owner resolves it."""
    seat = s.active
    while s.allowance:
        if s.supply[2 * seat] and s.supply[2 * seat + 1]:
            s.ask("pay", seat)
            return
        pay_one(s, TRADER if s.supply[2 * seat] else MERCHANT, events)
    rival = s.hand[0]
    s.allowance = 1 + (rival - 1 & 1)
    s.origins = ()
    if rival - 1 >> 1 == s.seats:  # 12.B.2
        s.ask("relocate-neutral", 1 - s.active)
    else:
        s.ask("relocate", rival - 1 >> 1)


def pay_one(s: HansaTeutonicaState, kind: int, events: list[Event]) -> None:
    """One piece from supply to stock."""
    seat = s.active
    s.supply[2 * seat + kind] -= 1
    s.stock[2 * seat + kind] += 1
    s.allowance -= 1
    events.append(Event("pay", seat, KINDS[kind], f"supply.{seat}", f"stock.{seat}"))


def pay(s: HansaTeutonicaState, action: Pay, events: list[Event]) -> None:
    """5.3: one piece of the price."""
    pay_one(s, action.kind, events)
    collect(s, events)


class Price(Question):
    """5.3: the payer chooses which kinds he pays with (A14), piece by piece."""

    id = "pay"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        return list(PAY)

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        return {"left": s.allowance}


def targets(s: HansaTeutonicaState) -> list[int]:
    """6.3, 6.4: the empty houses of the nearest routes that have any, never on the route itself."""
    houses = s.houses
    for ring in s.board.rings[s.route]:
        found = [house for house in ring if not houses[house]]
        if found:
            return found
    return []


class Relocation(Question):
    """Section 6: the owner sets the displaced piece down, and may add pieces, in the order he likes (A13).

    Extra pieces come from the stock, then the supply, then his own houses, judged piece by piece (6.5, A10).
    While the displaced piece is in hand, an extra piece may not take the last house left for it (A8).
    """

    id = "relocate"

    def legal(self, s: HansaTeutonicaState) -> list[Action]:
        places = targets(s)
        if not s.hand:
            return [*extra_pieces(s, places), DECLINE]
        found: list[Action] = [RELOCATE[house] for house in places]
        if len(places) > 1 or s.houses.count(0) - route_room(s) > 1:
            found += extra_pieces(s, places)
        return found

    def facts(self, s: HansaTeutonicaState) -> dict[str, Any]:
        piece = KINDS[s.hand[0] - 1 & 1] if s.hand else ""
        return {"piece": piece, "extras": s.allowance, "route": ROUTES[s.route]}


def route_room(s: HansaTeutonicaState) -> int:
    """How many houses of the route of the displacement are empty: they are no targets."""
    return sum(not s.houses[house] for house in s.board.route_houses[s.route])


def extra_pieces(s: HansaTeutonicaState, places: list[int]) -> list[Action]:
    """6.5: every extra piece that may be set down now, and where."""
    seat = s.decider
    if not s.allowance:
        return []
    for pieces, actions in ((s.stock, ADD_FROM_STOCK), (s.supply, ADD_FROM_SUPPLY)):
        kinds = [kind for kind in (TRADER, MERCHANT) if pieces[2 * seat + kind]]
        if kinds:
            return [actions[kind][house] for kind in kinds for house in places]
    own = compress(range(len(s.houses)), s.houses.translate(OWN[seat]))
    just_set = {house for house, _ in s.origins}
    return [add_from_house(origin, house) for origin in own if origin not in just_set for house in places]


def relocate(s: HansaTeutonicaState, action: Relocate, events: list[Event]) -> None:
    """6.2: the displaced piece is set down."""
    piece, s.hand = s.hand[0], s.hand[1:]
    settle(s, piece, action.place, f"hand.{piece - 1 >> 1}", events)


def add_from_stock(s: HansaTeutonicaState, action: AddFromStock, events: list[Event]) -> None:
    """6.5: an extra piece from the stock."""
    s.stock[2 * s.decider + action.kind] -= 1
    s.allowance -= 1
    settle(s, code(s.decider, action.kind), action.place, f"stock.{s.decider}", events)


def add_from_supply(s: HansaTeutonicaState, action: AddFromSupply, events: list[Event]) -> None:
    """6.5: the stock is empty, an extra piece comes from the supply."""
    s.supply[2 * s.decider + action.kind] -= 1
    s.allowance -= 1
    settle(s, code(s.decider, action.kind), action.place, f"supply.{s.decider}", events)


def move_own(s: HansaTeutonicaState, action: AddFromHouse, events: list[Event]) -> None:
    """6.5: stock and supply are empty, an extra piece comes from an own house (A11)."""
    s.allowance -= 1
    settle(s, take(s, action.origin), action.place, HOUSE_PLACES[action.origin], events)


def settle(s: HansaTeutonicaState, piece: int, house: int, source: str, events: list[Event]) -> None:
    """A piece comes into its house; the displacement ends when nothing more can be done."""
    put(s, house, piece)
    s.origins += ((house, piece),)
    events.append(Event("relocate", piece - 1 >> 1, KINDS[piece - 1 & 1], source, HOUSE_PLACES[house]))
    if not s.hand and not extra_pieces(s, targets(s)):
        back_to_turn(s)


def decline(s: HansaTeutonicaState, action: Button, events: list[Event]) -> None:
    """6.6: no more extra pieces."""
    back_to_turn(s)


PRICE = Price({Pay: pay})
RELOCATION = Relocation(
    {
        Relocate: relocate,
        AddFromStock: add_from_stock,
        AddFromSupply: add_from_supply,
        AddFromHouse: move_own,
        Button: decline,
    }
)
