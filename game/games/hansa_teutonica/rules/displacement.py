"""Displacing a rival's piece, and the relocation by its owner (rules 5.3 and section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any

from game.engine.core import Action, Event, Reason, Wishes
from game.games.hansa_teutonica.rules import wishes
from game.games.hansa_teutonica.rules.actions import (
    DECLINE,
    PAY,
    AddFromHouse,
    AddFromStock,
    AddFromSupply,
    Displace,
    Pay,
    PlainAction,
    Relocate,
)
from game.games.hansa_teutonica.rules.board import KINDS, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.codes import (
    OWN,
    code,
    kind_name,
    kind_of,
    owner,
    pile_at,
)
from game.games.hansa_teutonica.rules.effects import back_to_turn, pay_piece, put, take
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import (
    SUPPLY_EMPTY,
    house_beyond,
    lacks_supply,
    no_actions,
    no_going,
    no_room,
    no_standing,
    not_now,
    occupied,
)
from game.games.hansa_teutonica.rules.rule import Rule
from game.games.hansa_teutonica.rules.tables import Rings


def usual_price(rival: int) -> int:
    """Return the usual price of displacing a piece, which is also the maximum number of pieces its owner can
    add: 1 or 2 (5.3, 6.5).

    >>> usual_price(code(1, TRADER)), usual_price(code(1, MERCHANT))
    (1, 2)
    """
    return 2 if kind_of(rival) == MERCHANT else 1


def price(s: Position, rival: int) -> int:
    """Return the price of displacing a piece, surcharges of modules included."""
    more: int = sum(hook(s, rival)[0] for hook in s.edition.displacement_extras)
    return usual_price(rival) + more


def added(s: Position, piece: int) -> int:
    """Return the maximum number of pieces the owner of a displaced piece can add (6.5)."""
    more: int = sum(hook(s, piece)[1] for hook in s.edition.displacement_extras)
    return usual_price(piece) + more


def with_refuge(s: Position, rivals: bytearray) -> bytearray:
    """Return the houses marked in `rivals` whose piece would find an empty house elsewhere (A12)."""
    if s.edition.uneven:
        return bytearray(bool(marked) and finds_room(s, house) for house, marked in enumerate(bytes(rivals)))
    empty = s.houses.count(0)
    houses, board = s.houses, s.board
    own_room = [sum(not houses[h] for h in board.route_houses[route]) for route in range(len(board.routes))]
    return bytearray(
        marked and empty > own_room[route] for marked, route in zip(rivals, board.house_route, strict=True)
    )


def finds_room(s: Position, house: int) -> bool:
    """Return whether the piece in a house would find an empty house elsewhere."""
    piece = s.houses[house]
    rings = rings_for(s, owner(piece), kind_of(piece), s.board.house_route[house])
    return any(not s.houses[there] for ring in rings for there in ring)


def displace(s: Position, action: Displace, events: list[Event]) -> None:
    """Displace a piece (5.3): the displacing piece takes its house. The price is one for a trader, two for a
    merchant."""
    seat, house = s.active, action.place
    s.actions_left -= 1
    rival = take(s, house)
    s.supply[pile_at(seat, action.kind)] -= 1
    put(s, house, code(seat, action.kind))
    s.hand = (rival,)
    s.route = s.board.house_route[house]
    s.allowance = price(s, rival)
    victim = owner(rival)
    place = s.board.house_places[house]
    events.append(Event("displace", seat, KINDS[action.kind], f"supply.{seat}", place))
    events.append(Event("displaced", victim, kind_name(rival), place, f"hand.{victim}"))
    collect(s, events)


def too_dear(s: Position, rival: int) -> Reason | None:
    """Return why a displacement is too expensive: the displacing piece and the price all come from the supply
    (5.3)."""
    have, needed = sum(s.supply_of(s.active)), 1 + price(s, rival)
    if have >= needed:
        return None
    if not have:
        return SUPPLY_EMPTY
    return Reason("price", {"piece": kind_name(rival), "price": needed, "have": have})


def no_displacing(s: Position, action: Displace) -> Reason | None:
    """Return why a piece cannot be displaced (5.3, A12, A36)."""
    house = action.place
    if why := no_actions(s):
        return why
    rival = s.houses[house]
    if not rival:
        return Reason("house-empty")
    if owner(rival) == s.active:
        return Reason("own-piece")
    return (
        too_dear(s, rival)
        or lacks_supply(s, action.kind)
        or house_beyond(s, house)
        or no_standing(s, action.kind, house)
        or Reason("no-refuge")
    )


def displacer_there(s: Position) -> bool:
    """Return whether the route of the displacement holds a piece of the active player, as the displacing
    piece."""
    return s.route >= 0 and any(owner(s.houses[house]) == s.active for house in s.board.route_houses[s.route])


# ---- the price ------------------------------------------------------------------------------


def collect(s: Position, events: list[Event]) -> None:
    """Collect the price, and request a decision only while there is a choice of kinds (A14). Then the owner
    decides."""
    while s.allowance:
        traders, merchants = s.supply_of(s.active)
        if traders and merchants:
            s.ask("pay", s.active)
            return
        pay_piece(s, TRADER if traders else MERCHANT, events)
    rival = s.hand[0]
    s.allowance = added(s, rival)
    s.origins = ()
    for hook in s.edition.on_displaced:
        if hook(s, rival):
            return
    s.ask("relocate", owner(rival))


def pay(s: Position, action: Pay, events: list[Event]) -> None:
    """Pay one piece of the price (5.3)."""
    pay_piece(s, action.kind, events)
    collect(s, events)


class DisplacementPrice(Rule):
    """Paying the price of a displacement (5.3): the payer chooses the kinds (A14), piece by piece."""

    id = "pay"
    inside_action = True
    uses = frozenset({"hand", "allowance", "route"})
    handlers = {Pay: pay}

    def legal(self, s: Position) -> list[Action]:
        return list(PAY)

    def facts(self, s: Position) -> dict[str, Any]:
        return {"left": s.allowance}

    def check(self, s: Position) -> None:
        super().check(s)
        assert len(s.hand) == 1 and owner(s.hand[0]) != s.active, (
            "a rival's piece is in hand while its price is paid"
        )
        assert displacer_there(s), "the piece that displaced another stands on its route"
        assert 1 <= s.allowance <= price(s, s.hand[0]), "the price is 1 for a trader, 2 for a merchant"
        assert all(s.supply_of(s.active)), "the price is asked only while there is a choice of kinds"
        assert targets(s, kind_of(s.hand[0])), "A12: the displaced piece finds an empty house"


# ---- the displaced piece --------------------------------------------------------------------


def targets(s: Position, kind: int) -> list[int]:
    """Return the empty houses of the nearest routes that have any for such a piece, never on the route of the
    displacement (6.3, 6.4). With a favour, return all houses the piece can go to (16.3 a)."""
    houses, edition = s.houses, s.edition
    rings = rings_now(s, kind) if edition.may_go_anywhere else edition.rings[kind][s.route]
    for ring in rings:
        found = [house for house in ring if not houses[house]]
        if found:
            return found
    return []


def rings_now(s: Position, kind: int) -> Rings:
    """Return the houses for such a piece of the displaced owner in the current displacement, by distance."""
    return rings_for(s, owner(s.hand[0]) if s.hand else s.decider, kind, s.route)


def rings_for(s: Position, seat: int, kind: int, route: int) -> Rings:
    """Return the houses for a piece displaced on a route, by distance: houses that must be taken first come
    first."""
    edition = s.edition
    if edition.may_go_anywhere and any(hook(s, seat) for hook in edition.may_go_anywhere):
        return edition.far[kind][route]
    return edition.rings[kind][route]


def targets_by_kind(s: Position) -> tuple[list[int], list[int]]:
    """Return the target houses for traders and for merchants."""
    traders = targets(s, TRADER)
    return traders, targets(s, MERCHANT) if s.edition.stand else traders


def room_elsewhere(s: Position, kind: int) -> int:
    """Return the number of empty houses for such a piece in the current displacement."""
    if s.edition.uneven:
        return sum(not s.houses[house] for ring in rings_now(s, kind) for house in ring)
    return s.houses.count(0) - sum(not s.houses[house] for house in s.board.route_houses[s.route])


def extra_pieces(s: Position, places: tuple[list[int], list[int]]) -> list[Action]:
    """Return the actions that add a piece now (6.5): by kind, the houses nearest to the displacement.

    While the displaced piece is in hand, an added piece cannot take the last house open to it (A8). A piece
    from the board frees its own house, unless that is on the route of the displacement (A11).
    """
    if not s.allowance or not any(places):
        return []
    last = last_house(s, places)
    words, pile = s.edition.words, extra_pile(s)
    if pile is not None:
        stocked = pile == "stock"
        pieces, actions = (s.stock, words.add_from_stock) if stocked else (s.supply, words.add_from_supply)
        kinds = [kind for kind in (TRADER, MERCHANT) if pieces[pile_at(s.decider, kind)]]
        return [actions[kind][house] for kind in kinds for house in places[kind] if house != last]
    return [
        words.add_from_house(origin, house)
        for origin in own_houses(s)
        for house in places[kind_of(s.houses[origin])]
        if s.goes(origin, house) and (house != last or frees_room(s, origin))
    ]


def last_house(s: Position, places: tuple[list[int], list[int]]) -> int:
    """Return the only house open to the displaced piece, or -1 if there are more or the piece has been set
    down."""
    if not s.hand:
        return -1
    kind = kind_of(s.hand[0])
    if len(places[kind]) != 1 or room_elsewhere(s, kind) > 1:
        return -1
    return places[kind][0]


def frees_room(s: Position, origin: int) -> bool:
    """Return whether the displaced piece could go to the house that an added piece comes from."""
    if s.edition.uneven:
        return any(origin in ring for ring in rings_now(s, kind_of(s.hand[0])))
    return s.board.house_route[origin] != s.route


def extra_pile(s: Position) -> str | None:
    """Return the source of added pieces: the stock, then the supply, then None for the owner's houses (6.5,
    A10)."""
    if any(s.stock_of(s.decider)):
        return "stock"
    return "supply" if any(s.supply_of(s.decider)) else None


def own_houses(s: Position) -> list[int]:
    """Return the houses whose piece can be added: not those set down in this displacement (A11)."""
    just_set = {house for house, _ in s.origins}
    own = compress(range(len(s.houses)), s.houses.translate(OWN[s.decider]))
    return [house for house in own if house not in just_set]


def relocate(s: Position, action: Relocate, events: list[Event]) -> None:
    """Set the displaced piece down (6.2)."""
    piece, s.hand = s.hand[0], s.hand[1:]
    settle(s, piece, action.place, f"hand.{owner(piece)}", events)


def add_from_pile(s: Position, action: AddFromStock | AddFromSupply, events: list[Event]) -> None:
    """Add a piece from the stock, or from the supply if the stock is empty (6.5)."""
    pile, name = (s.stock, "stock") if isinstance(action, AddFromStock) else (s.supply, "supply")
    pile[pile_at(s.decider, action.kind)] -= 1
    s.allowance -= 1
    settle(s, code(s.decider, action.kind), action.place, f"{name}.{s.decider}", events)


def move_own(s: Position, action: AddFromHouse, events: list[Event]) -> None:
    """Add a piece from one of the owner's houses, as stock and supply are empty (6.5, A11)."""
    s.allowance -= 1
    settle(s, take(s, action.origin), action.place, s.board.house_places[action.origin], events)


def settle(s: Position, piece: int, house: int, source: str, events: list[Event]) -> None:
    """Set a piece down in its house. The displacement ends when nothing more can be done."""
    put(s, house, piece)
    s.origins += ((house, piece),)
    events.append(Event("relocate", owner(piece), kind_name(piece), source, s.board.house_places[house]))
    if not s.hand and not extra_pieces(s, targets_by_kind(s)):
        back_to_turn(s)


def decline(s: Position, action: PlainAction, events: list[Event]) -> None:
    """Decline to add more pieces (6.6)."""
    back_to_turn(s)


def no_relocating(s: Position, action: Relocate) -> Reason | None:
    """Return why the displaced piece cannot go to a house (6.3, 6.4)."""
    if why := no_room(s, action.place):
        return why
    if not s.hand:
        return Reason("no-extra-piece")
    return never_there(s, kind_of(s.hand[0]), action.place) or Reason("too-far")


def never_there(s: Position, kind: int, house: int) -> Reason | None:
    """Return why such a piece cannot occupy a house, or cannot come there from the route of the
    displacement."""
    return no_standing(s, kind, house) or no_going(s, s.board.first_house[s.route], house)


def no_adding(s: Position, action: Any) -> Reason | None:
    """Return why a piece cannot be added in a house (6.5, A8, A10, A11)."""
    if why := no_room(s, action.place):
        return why
    if not s.allowance:
        return Reason("no-extra-piece")
    adds_own = isinstance(action, AddFromHouse)
    kind = kind_of(s.houses[action.origin]) if adds_own else action.kind
    if action.place not in targets(s, kind):
        return never_there(s, kind, action.place) or Reason("too-far")
    pile = extra_pile(s)
    if isinstance(action, AddFromHouse):
        if pile is not None:
            return Reason("supply-later")
        return Reason("last-house" if action.origin in own_houses(s) else "not-own")
    if isinstance(action, AddFromStock) and not s.stock[pile_at(s.decider, action.kind)]:
        return Reason("stock-lacks", {"piece": KINDS[action.kind]})
    if isinstance(action, AddFromSupply):
        if pile == "stock":
            return Reason("supply-later")
        if not s.supply[pile_at(s.decider, action.kind)]:
            return Reason("supply-lacks", {"piece": KINDS[action.kind]})
    return Reason("last-house")


def unsettled_house(s: Position, name: str) -> Reason:
    """Return why a house is no target, or that it is occupied."""
    house = s.board.house_index[name]
    if s.houses[house]:
        return occupied(s, house)
    return (s.hand and never_there(s, kind_of(s.hand[0]), house)) or Reason("too-far")


def _supply(s: Position, kind: str) -> Reason:
    lacking = not s.supply[pile_at(s.decider, KINDS.index(kind))]
    if lacking and extra_pile(s) == "supply":
        return Reason("supply-lacks", {"piece": kind})
    return Reason("supply-later")


def _stock(s: Position, kind: str) -> Reason:
    if extra_pile(s) != "stock":
        return Reason("supply-later")
    if not s.stock[pile_at(s.decider, KINDS.index(kind))]:
        return Reason("stock-lacks", {"piece": kind})
    return Reason("last-house") if s.allowance and s.hand else not_now(s)


FROM_PILES = (AddFromStock, AddFromSupply)


class Relocation(Rule):
    """Relocation (section 6): the owner sets the displaced piece down and can add pieces, in any order (A13).

    Added pieces come from the stock, then the supply, then the owner's houses, piece by piece (6.5, A10).
    """

    id = "relocate"
    inside_action = True
    uses = frozenset({"hand", "origins", "allowance", "route"})
    handlers = {
        Relocate: relocate,
        AddFromStock: add_from_pile,
        AddFromSupply: add_from_pile,
        AddFromHouse: move_own,
        PlainAction: decline,
    }
    refusals = {
        Relocate: no_relocating,
        AddFromStock: no_adding,
        AddFromSupply: no_adding,
        AddFromHouse: no_adding,
    }
    touches = {"house": unsettled_house, "supply": _supply, "stock": _stock}

    def legal(self, s: Position) -> list[Action]:
        places = targets_by_kind(s)
        extras = extra_pieces(s, places)
        if not s.hand:
            return [*extras, DECLINE]
        relocate = s.edition.words.relocate
        return [*(relocate[house] for house in places[kind_of(s.hand[0])]), *extras]

    def wishes(self, s: Position) -> Sequence[Wishes]:
        return wishes.places(s), (wishes.EXTRAS, wishes.NO_EXTRAS)

    def wished(self, s: Position, wished: Sequence[str]) -> Action | None:
        """Set the displaced piece down first, then add pieces from stock or supply. A piece in another house
        stays there."""
        if s.hand:
            house = wishes.preferred(s, targets(s, kind_of(s.hand[0])), wished)
            return None if house is None else s.edition.words.relocate[house]
        if wishes.EXTRAS in wished:
            adding = {one.place: one for one in reversed(self.legal(s)) if isinstance(one, FROM_PILES)}
            house = wishes.preferred(s, list(adding), wished)
            if house is not None:
                return adding[house]
        return DECLINE

    def facts(self, s: Position) -> dict[str, Any]:
        piece = kind_name(s.hand[0]) if s.hand else ""
        return {"piece": piece, "extras": s.allowance, "route": s.board.route_ids[s.route]}

    def asked(self, s: Position) -> int:
        return owner(s.hand[0]) if s.hand else (s.active + 1) % s.seats

    def check(self, s: Position) -> None:
        assert s.route >= 0 and s.decider < s.seats and s.decider != s.active, (
            "a rival was displaced on a route"
        )
        assert len(s.hand) <= 1, "one piece is displaced"
        assert all(owner(piece) == s.decider for piece in s.hand), "the piece in hand is the actor's"
        displaced = s.hand or [code(s.decider, kind) for kind in (TRADER, MERCHANT)]
        most, kinds = max(added(s, piece) for piece in displaced), " or ".join(map(kind_name, displaced))
        set_down = len(s.origins) - (not s.hand)
        assert set_down + s.allowance <= most, f"at most {most} pieces are added to a displaced {kinds}"
        assert displacer_there(s), f"the piece that displaced another stands on {s.board.route_ids[s.route]}"
        for house, piece in s.origins:
            assert s.houses[house] == piece and owner(piece) == s.decider, (
                "origins: these are the pieces set down"
            )
        assert s.hand or len(self.legal(s)) > 1, "nothing is left to decide"


PRICE = DisplacementPrice()
RELOCATION = Relocation()
