"""The turn: income, place, displace, move, claim, markers, and its end (rules sections 4, 5 and 9.8)."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from game.engine.core import Action, Event
from game.engine.hansa_teutonica import claim, displacement, markers, two_players
from game.engine.hansa_teutonica.actions import (
    CLAIM,
    DISPLACE,
    END_TURN,
    INCOME,
    LIFT,
    PLACE,
    PUT_MARKER,
    SET_DOWN,
    Button,
    Claim,
    Displace,
    Income,
    Lift,
    Place,
    PutMarker,
    SetDown,
    StepPawn,
    UseActions,
    UseImprove,
    UseRemove,
    UseSwap,
    WalkPawn,
)
from game.engine.hansa_teutonica.board import BOOK, BURSA, KINDS, LEVELS, MARKERS, MERCHANT, TRADER
from game.engine.hansa_teutonica.effects import (
    STRIDE,
    back_to_turn,
    begin_turn,
    put,
    spend_action,
    take,
)
from game.engine.hansa_teutonica.question import Question
from game.engine.hansa_teutonica.tables import (
    HOUSE_PLACES,
    IS_EMPTY,
    MAX_SEATS,
    OWN,
    RIVAL_TRADERS,
    RIVALS,
    TAVERN_PLACES,
    code,
)

if TYPE_CHECKING:
    from game.engine.hansa_teutonica.state import HansaTeutonica

_NO_MARKERS = bytes(6)


class Turn(Question):
    """Sections 4 and 5: the active player's actions one after the other, markers between them, then the end.

    The end of the turn is always said: until then the last action can be taken back.
    """

    id = "turn"

    def legal(self, s: HansaTeutonica) -> list[Action]:
        seat = s.active
        found: list[Action] = []
        if s.actions_left:
            found += income(s, seat)
            if s.pawn >= 0:
                two_players.bound_actions(s, seat, found)
            else:
                free_actions(s, seat, found)
            found.extend(compress(LIFT, s.houses.translate(OWN[seat])))
        if s.pawn >= 0:
            two_players.pawn_moves(s, found)
        if s.unused[6 * seat : 6 * seat + 6] != _NO_MARKERS:
            markers.usable(s, seat, found)
        found.append(END_TURN)
        return found

    def facts(self, s: HansaTeutonica) -> dict[str, Any]:
        return {"actions_left": s.actions_left}


def income(s: HansaTeutonica, seat: int) -> list[Action]:
    """5.1: as many pieces as the bursa says, or the whole stock; which merchants is the player's choice."""
    traders, merchants = s.stock[2 * seat], s.stock[2 * seat + 1]
    amount = min(LEVELS[BURSA][s.levels[5 * seat + BURSA]], traders + merchants)
    if not amount:
        return []
    return [INCOME[amount - m][m] for m in range(max(0, amount - traders), min(merchants, amount) + 1)]


def free_actions(s: HansaTeutonica, seat: int, found: list[Action]) -> None:
    """5.2, 5.3, 5.5: place, displace and claim anywhere on the board."""
    houses = s.houses
    traders, merchants = s.supply[2 * seat], s.supply[2 * seat + 1]
    empty = houses.translate(IS_EMPTY)
    if traders:
        found.extend(compress(PLACE[TRADER], empty))
    if merchants:
        found.extend(compress(PLACE[MERCHANT], empty))
    if traders + merchants >= 2:
        price = RIVALS if traders + merchants >= 3 else RIVAL_TRADERS
        rivals: bytes | bytearray = houses.translate(price[seat])
        if empty.count(1) <= 4:
            rivals = displacement.with_refuge(s, rivals)
        if traders:
            found.extend(compress(DISPLACE[TRADER], rivals))
        if merchants:
            found.extend(compress(DISPLACE[MERCHANT], rivals))
    missing = s.missing[seat * STRIDE : seat * STRIDE + STRIDE]
    if 0 in missing:
        found.extend(compress(CLAIM, missing.translate(IS_EMPTY)))


def take_income(s: HansaTeutonica, action: Income, events: list[Event]) -> None:
    """5.1."""
    seat = s.active
    spend_action(s)
    for kind, amount in ((TRADER, action.traders), (MERCHANT, action.merchants)):
        if amount:
            s.stock[2 * seat + kind] -= amount
            s.supply[2 * seat + kind] += amount
            events.append(Event("income", seat, KINDS[kind], f"stock.{seat}", f"supply.{seat}", amount))


_PLACED = tuple(
    tuple(
        tuple(Event("place", seat, kind, f"supply.{seat}", house) for house in HOUSE_PLACES) for kind in KINDS
    )
    for seat in range(MAX_SEATS)
)


def place(s: HansaTeutonica, action: Place, events: list[Event]) -> None:
    """5.2."""
    seat, kind, house = s.active, action.kind, action.place
    spend_action(s)
    s.supply[2 * seat + kind] -= 1
    put(s, house, code(seat, kind))
    events.append(_PLACED[seat][kind][house])


def end_turn(s: HansaTeutonica, action: Button, events: list[Event]) -> None:
    """4.3: the replacement markers are shown and placed, then the next player's turn begins."""
    for kind in s.plate:
        events.append(Event("reveal", s.active, f"marker.{MARKERS[kind]}", f"plate.{s.active}"))
    s.revealed = True
    place_replacements(s, events)


def place_replacements(s: HansaTeutonica, events: list[Event]) -> None:
    """Ask for the next replacement; markers without a legal route leave the game (A27)."""
    s.ask("replace", s.active)
    if s.plate:
        choices = REPLACE.legal(s)
        if len(choices) > 1:
            return
        if choices:
            put_marker(s, choices[0], events)
            return
        for kind in s.plate:
            events.append(
                Event("marker-lost", s.active, f"marker.{MARKERS[kind]}", f"plate.{s.active}", "box")
            )
        s.box += s.plate
        s.plate = ()
    s.revealed = False
    events.append(Event("turn-end", s.active))
    begin_turn(s, (s.active + 1) % s.seats, events)


class Replace(Question):
    """9.8: at the end of the turn each marker of the plate goes on a free and empty route that has room
    for an office."""

    id = "replace"

    def legal(self, s: HansaTeutonica) -> list[PutMarker]:
        routes = [route for route in range(len(s.board.routes)) if may_hold_marker(s, route)]
        return [PUT_MARKER[kind][route] for kind in sorted(set(s.plate)) for route in routes]

    def facts(self, s: HansaTeutonica) -> dict[str, Any]:
        return {"left": len(s.plate)}


REPLACE = Replace()


def may_hold_marker(s: HansaTeutonica, route: int) -> bool:
    """9.8: no marker, no piece, and an empty printed office in one of its towns (A1)."""
    board = s.board
    first = board.first_house[route]
    if s.tavern[route] or any(s.houses[first : first + board.route_size[route]]):
        return False
    return any(not s.offices[board.town_offices[town][-1]] for town in board.route_towns[route])


def put_marker(s: HansaTeutonica, action: PutMarker, events: list[Event]) -> None:
    """9.8; with neutral traders one more of them comes to the route (12.B.6)."""
    kind, route = action.kind, action.place
    at = s.plate.index(kind)
    s.plate = s.plate[:at] + s.plate[at + 1 :]
    s.tavern[route] = kind + 1
    piece = f"marker.{MARKERS[kind]}"
    events.append(Event("marker-placed", s.active, piece, f"plate.{s.active}", TAVERN_PLACES[route]))
    if s.rules.neutral:
        two_players.neutral_to_route(s, route, events)
    place_replacements(s, events)


def lift(s: HansaTeutonica, action: Lift, events: list[Event]) -> None:
    """5.4: the first piece of a move is lifted."""
    spend_action(s)
    s.allowance = LEVELS[BOOK][s.levels[5 * s.active + BOOK]]
    s.ask("move", s.active)
    lift_another(s, action, events)


def lift_another(s: HansaTeutonica, action: Lift, events: list[Event]) -> None:
    """5.4: another piece is lifted, as long as none has been set down."""
    piece = take(s, action.place)
    s.hand += (piece,)
    s.origins += ((action.place, piece),)
    s.allowance -= 1
    place = HOUSE_PLACES[action.place]
    events.append(Event("lift", s.active, KINDS[piece - 1 & 1], place, f"hand.{s.active}"))


class Move(Question):
    """5.4: up to as many pieces as the book says are lifted, then set down in the order they were lifted.

    Putting everything back exactly as it was is no move (A16), unless there is no other empty house.
    """

    id = "move"

    def legal(self, s: HansaTeutonica) -> list[Action]:
        found: list[Action] = []
        if s.allowance and len(s.hand) == len(s.origins):
            found.extend(compress(LIFT, s.houses.translate(OWN[s.active])))
        targets = list(compress(SET_DOWN, s.houses.translate(IS_EMPTY)))
        if len(s.hand) == 1 and len(targets) > 1:
            changed = [(house, piece) for house, piece in s.origins if s.houses[house] != piece]
            if len(changed) == 1 and changed[0][1] == s.hand[0]:
                targets.remove(SET_DOWN[changed[0][0]])
        return found + targets

    def facts(self, s: HansaTeutonica) -> dict[str, Any]:
        may_lift = s.allowance if len(s.hand) == len(s.origins) else 0
        return {"piece": KINDS[s.hand[0] - 1 & 1], "in_hand": len(s.hand), "may_lift": may_lift}


def set_down(s: HansaTeutonica, action: SetDown, events: list[Event]) -> None:
    """5.4: the piece that was lifted first goes into an empty house."""
    piece, s.hand = s.hand[0], s.hand[1:]
    put(s, action.place, piece)
    kind, target = KINDS[piece - 1 & 1], HOUSE_PLACES[action.place]
    events.append(Event("set", s.active, kind, f"hand.{s.active}", target))
    if not s.hand:
        back_to_turn(s)


Turn.handlers = {
    Income: take_income,
    Place: place,
    Displace: displacement.displace,
    Lift: lift,
    Claim: claim.claim,
    UseActions: markers.use_actions,
    UseSwap: markers.use_swap,
    UseImprove: markers.use_improve,
    UseRemove: markers.use_remove,
    StepPawn: two_players.step,
    WalkPawn: two_players.walk,
    Button: end_turn,
}
Replace.handlers = {PutMarker: put_marker}
two_players.LastSteps.handlers = {StepPawn: two_players.step, Button: end_turn}
Move.handlers = {Lift: lift_another, SetDown: set_down}
