"""Moving one's own pieces from house to house (rules 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, compress
from typing import Any, TypeAlias

from game.engine.core import Action, Event, Reason
from game.games.hansa_teutonica.rules.actions import Lift, SetDown
from game.games.hansa_teutonica.rules.board import BOOK, MERCHANT, TRADER
from game.games.hansa_teutonica.rules.bounds import digits
from game.games.hansa_teutonica.rules.codes import IS_EMPTY, OWN, code, kind_name, kind_of, owner
from game.games.hansa_teutonica.rules.effects import back_to_turn, put, take
from game.games.hansa_teutonica.rules.position import Position
from game.games.hansa_teutonica.rules.reasons import no_actions, no_going, no_room, no_standing, occupied
from game.games.hansa_teutonica.rules.rule import Rule

Reach: TypeAlias = Callable[[int, int], bool]
"""Function that returns whether a piece can go from one house to another, if it can occupy it."""


def stuck(s: Position) -> bool:
    """Return whether a move can change nothing for the active player: no house is empty, and there is no
    trader and merchant to exchange (A16)."""
    houses, seat = s.houses, s.active
    return 0 not in houses and not (code(seat, TRADER) in houses and code(seat, MERCHANT) in houses)


def lifts(s: Position, seat: int, found: list[Action]) -> None:
    """Add every piece that a move can begin with (5.4)."""
    if s.edition.bounded and not open_to_all(s, s.houses.translate(IS_EMPTY)):
        found += [s.edition.words.lift[house] for house in liftable(s, seat, {}, s.worth(seat, BOOK))]
    elif 0 in s.houses or not stuck(s):
        found.extend(compress(s.edition.words.lift, s.houses.translate(OWN[seat])))


def open_to_all(s: Position, empty: bytearray) -> int:
    """Return the number of empty houses that any piece can be moved to, wherever it is."""
    return (digits(empty) & s.edition.common).bit_count()


def open_to(s: Position, piece: int, origin: int, empty: bytearray) -> bytearray:
    """Return the houses of a mask to which a piece can be moved from its house within its movement limits."""
    there = digits(empty) & s.edition.ways[kind_of(piece)][s.board.house_route[origin]]
    return bytearray(there.to_bytes(len(empty), "little"))


def lift(s: Position, action: Lift, events: list[Event]) -> None:
    """Lift the first piece of a move (5.4)."""
    s.actions_left -= 1
    s.allowance = s.worth(s.active, BOOK)
    s.ask("move", s.active)
    lift_another(s, action, events)


def lift_another(s: Position, action: Lift, events: list[Event]) -> None:
    """Lift another piece, if none has been set down yet (5.4)."""
    piece = take(s, action.place)
    s.hand += (piece,)
    s.origins += ((action.place, piece),)
    s.allowance -= 1
    events.append(s.edition.events.lifted[piece][action.place])


def set_down(s: Position, action: SetDown, events: list[Event]) -> None:
    """Set the piece lifted first down in an empty house (5.4)."""
    piece, s.hand = s.hand[0], s.hand[1:]
    put(s, action.place, piece)
    events.append(s.edition.events.set_down[piece][action.place])
    if not s.hand:
        back_to_turn(s)


def may_lift(s: Position) -> int:
    """Return how many more pieces can be lifted: none once a piece has been set down."""
    return s.allowance if len(s.hand) == len(s.origins) else 0


def origins_in_hand(s: Position) -> list[int]:
    """Return the houses that the pieces in hand come from."""
    return [house for house, _ in s.origins[-len(s.hand) :]]


def empty_houses(s: Position) -> set[int]:
    """Return all empty houses."""
    return {house for house, piece in enumerate(bytes(s.houses)) if not piece}


def rooms_in_hand(s: Position, reach: Reach) -> list[set[int]]:
    """Return for each piece in hand the empty houses that it can occupy within its reach."""
    empty, coming = empty_houses(s), zip(s.hand, origins_in_hand(s), strict=True)
    return [room_for(s, piece, origin, empty, reach) for piece, origin in coming]


def room_for(s: Position, piece: int, origin: int, empty: Iterable[int], reach: Reach) -> set[int]:
    """Return the empty houses that a piece can occupy within its reach."""
    kind = kind_of(piece)
    return {house for house in empty if s.stands(kind, house) and reach(origin, house)}


def all_find_room(rooms: Sequence[set[int]], taken: set[int]) -> bool:
    """Return whether several pieces can be seated in different houses, each in one open to it and not taken.

    That is so if any n of them have at least n houses between them (Hall's marriage theorem).

    >>> all_find_room([{1, 2}, {2, 3}], {3}), all_find_room([{1, 2}, {1, 2}], {2})
    (True, False)
    """
    left = [room - taken for room in rooms]
    if all(len(room) >= len(left) for room in left):
        return True
    some = (one for size in range(1, len(left) + 1) for one in combinations(left, size))
    return all(len(set().union(*one)) >= len(one) for one in some)


# ---- boards with little room -----------------------------------------------------------------


def liftable(s: Position, seat: int, lifted: Mapping[int, int], most: int) -> list[int]:
    """Return the houses whose piece can be lifted next, if `most` more pieces can be lifted.

    With the `lifted` pieces and those that can still follow, it must be possible to change the board (A16).
    """
    own = {house: piece for house, piece in enumerate(bytes(s.houses)) if owner(piece) == seat}
    left = [change - lifted.keys() for change in changes(s, {**own, **lifted}, lifted)]
    return [house for house in own if any(len(change - {house}) < most for change in left)]


def changes(s: Position, pieces: Mapping[int, int], lifted: Container[int]) -> Iterator[set[int]]:
    """Yield the smallest sets of pieces, by house, that can change the board.

    One piece with an empty house is enough, or a trader and a merchant that can change places. Longer cycles
    need no search. Pieces never return to a region that they left, so that a cycle is within one region. It
    takes some trader to the house of a merchant, and these two can change places.
    """
    ways, on = s.edition.ways, s.board.house_route
    empty = digits(bytes(not piece and house not in lifted for house, piece in enumerate(bytes(s.houses))))
    kinds: tuple[list[int], list[int]] = ([], [])
    for house, piece in pieces.items():
        kinds[kind_of(piece)].append(house)
        if ways[kind_of(piece)][on[house]] & empty:
            yield {house}
    for trader in kinds[TRADER]:
        for merchant in kinds[MERCHANT]:
            if (
                ways[TRADER][on[trader]] >> 8 * merchant & 1
                and ways[MERCHANT][on[merchant]] >> 8 * trader & 1
            ):
                yield {trader, merchant}


def settable(s: Position) -> list[int]:
    """Return the houses where the first piece in hand can be set down.

    The pieces in hand after it must find room, and the final board must differ from the original one (A16).
    """
    was = dict(s.origins)
    first, *rooms = rooms_in_hand(s, s.goes)
    restored = sum(s.houses[house] == piece for house, piece in s.origins)
    changed = restored < len(s.origins) - len(s.hand)

    def will_change(house: int) -> bool:
        """Return whether another piece can go where no such piece stood."""
        return any(
            all_find_room(rooms[:at] + rooms[at + 1 :], {house, there})
            for at, room in enumerate(rooms)
            for there in room - {house}
            if was.get(there) != s.hand[at + 1]
        )

    return [
        house
        for house in sorted(first)
        if all_find_room(rooms, {house}) and (changed or was.get(house) != s.hand[0] or will_change(house))
    ]


# ---- refusals -------------------------------------------------------------------------------


def no_lift(s: Position, action: Lift) -> Reason | None:
    """Return why a move cannot begin with a piece (5.4)."""
    return no_actions(s) or not_own(s, action.place) or unmovable(s)


def unmovable(s: Position) -> Reason:
    """Return why no move can begin with a piece of the active player."""
    return Reason("no-way" if 0 in s.houses else "nothing-moves")


def not_own(s: Position, house: int) -> Reason | None:
    """Return that the piece belongs to another player, or the house is empty."""
    piece = s.houses[house]
    if not piece:
        return Reason("house-empty")
    return Reason("not-own") if owner(piece) != s.active else None


def no_other_lift(s: Position, action: Lift) -> Reason | None:
    """Return why the move cannot lift another piece (5.4)."""
    return not_own(s, action.place) or Reason("as-it-was" if may_lift(s) else "lift-limit")


class SetDownRefusals:
    """Refusals of a decision in which lifted pieces are set down one by one, in the order lifted.

    out_of_reach  function that returns why a piece cannot go from one house to another
    not_lifted    function that returns why the piece of a house cannot be lifted; None if it need not be
    otherwise     id of the reason why the first piece in hand cannot be set down in a house open to it
    """

    def __init__(
        self,
        out_of_reach: Callable[[Position, int, int], Reason | None],
        not_lifted: Callable[[Position, int], Reason | None],
        otherwise: str = "as-it-was",
    ) -> None:
        self.out_of_reach, self.not_lifted, self.otherwise = out_of_reach, not_lifted, otherwise

    def not_there(self, s: Position, house: int) -> Reason:
        """Return why the first piece in hand cannot be set down in an empty house."""
        kind, origin = kind_of(s.hand[0]), origins_in_hand(s)[0]
        why = no_standing(s, kind, house) or self.out_of_reach(s, origin, house)
        return why or Reason(self.otherwise)

    def no_setting(self, s: Position, action: SetDown) -> Reason | None:
        """Return why the piece in hand cannot be set down in a house."""
        return no_room(s, action.place) or (self.not_there(s, action.place) if s.hand else None)

    def no_house(self, s: Position, name: str) -> Reason | None:
        """Return why a house is not offered."""
        house = s.board.house_index[name]
        if why := self.not_lifted(s, house):
            return why
        return occupied(s, house) if s.houses[house] else self.not_there(s, house)


def _not_lifted(s: Position, house: int) -> Reason | None:
    own = s.houses[house] and owner(s.houses[house]) == s.active
    return Reason("as-it-was" if may_lift(s) else "lift-limit") if own else None


_REFUSALS = SetDownRefusals(no_going, _not_lifted)


class MoveRule(Rule):
    """A move (5.4): lift pieces up to the Book of Lore's value, then set them down in the order lifted.

    At least one piece must change houses (A16): no action may leave only the choice of putting all pieces
    back.
    """

    id = "move"
    inside_action = True
    uses = frozenset({"hand", "origins", "allowance"})
    handlers = {Lift: lift_another, SetDown: set_down}
    refusals = {Lift: no_other_lift, SetDown: _REFUSALS.no_setting}
    touches = {"house": _REFUSALS.no_house}

    def legal(self, s: Position) -> list[Action]:
        found: list[Action] = []
        hand, houses = s.hand, s.houses
        empty = houses.translate(IS_EMPTY)
        edition = s.edition
        if edition.bounded:
            if open_to_all(s, empty) <= len(hand):
                return self._with_care(s)
            empty = open_to(s, hand[0], s.origins[-len(hand)][0], empty)
        elif empty.count(1) == len(hand):
            return self._with_care(s)
        if s.allowance and len(hand) == len(s.origins):
            found.extend(compress(edition.words.lift, houses.translate(OWN[s.active])))
        if len(hand) == 1:
            moved = [(house, piece) for house, piece in s.origins if houses[house] != piece]
            if len(moved) == 1 and moved[0][1] == hand[0]:
                empty[moved[0][0]] = 0
        found.extend(compress(edition.words.set_down, empty))
        return found

    @staticmethod
    def _with_care(s: Position) -> list[Action]:
        """List the legal actions where some pieces have no empty house, or can only change places."""
        words, more = s.edition.words, may_lift(s)
        lifts = liftable(s, s.active, dict(s.origins), more) if more else []
        return [*(words.lift[house] for house in lifts), *(words.set_down[house] for house in settable(s))]

    def facts(self, s: Position) -> dict[str, Any]:
        return {"piece": kind_name(s.hand[0]), "in_hand": len(s.hand), "may_lift": may_lift(s)}

    def check(self, s: Position) -> None:
        super().check(s)
        book, lifted = s.worth(s.active, BOOK), [piece for _, piece in s.origins]
        assert s.hand and len(s.origins) + s.allowance == book, (
            f"allowance: the book lets {book} pieces be moved"
        )
        assert tuple(lifted[-len(s.hand) :]) == s.hand, "the pieces in hand are the last of the origins"
        assert all(owner(piece) == s.active for piece in lifted), "only the player's own pieces are moved"
        assert len({house for house, _ in s.origins}) == len(lifted), "two pieces come from the same house"


MOVE = MoveRule()
