"""The actions: one class for each kind, one object for each action, made once and shared.

Actions mean the same on both sides of the board (`tables`). The text is the move in a record, the path
lists the elements a person touches (docs/elements.md).
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from itertools import chain, pairwise

from game.engine.core import Action, ParseError
from game.engine.hansa_teutonica.board import (
    IMPROVE_ABILITY,
    INSTANT_MARKERS,
    KINDS,
    MARKERS,
    MERCHANTS_EACH,
    TRACKS,
    TRADERS_EACH,
)
from game.engine.hansa_teutonica.board_front import FRONT
from game.engine.hansa_teutonica.provinces import PROVINCES
from game.engine.hansa_teutonica.tables import (
    HOUSE_INDEX,
    HOUSE_PLACES,
    HOUSES,
    OFFICE_PLACES,
    OFFICES,
    ROUTE_INDEX,
    ROUTES,
    TOWNS,
    piece_counts,
)


class HansaTeutonicaAction(Action):
    """An action of this game. Unpickling or copying one gives the one shared object with its text."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[str], Action], tuple[str]]:
        return parse, (self.text,)


class Button(HansaTeutonicaAction):
    """An action without a place: end-turn, done, decline, no-benefit."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, (f"button.{name}",))


class Finish(HansaTeutonicaAction):
    """Forgo the remaining actions and take the free steps of the pawn (12.A.4)."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("finish", ("button.finish",))


class _Numbered(HansaTeutonicaAction):
    """An action that means one or two of the board's small integers."""

    __slots__ = ("kind", "place")

    kind: int
    place: int

    def __init__(self, text: str, path: tuple[str, ...], place: int, kind: int = 0) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "place", place)


class Income(HansaTeutonicaAction):
    """Take these pieces from stock to supply (rules 5.1)."""

    __slots__ = ("merchants", "traders")

    traders: int
    merchants: int

    def __init__(self, traders: int, merchants: int) -> None:
        super().__init__(
            f"income {piece_counts(traders, merchants)}", ("button.income", f"amount.{merchants}")
        )
        object.__setattr__(self, "traders", traders)
        object.__setattr__(self, "merchants", merchants)


class Place(_Numbered):
    """Place a piece of this kind from the supply in an empty house (5.2)."""

    __slots__ = ()


class Displace(_Numbered):
    """Displace the rival's piece in this house with a piece of this kind from the supply (5.3)."""

    __slots__ = ()


class Pay(_Numbered):
    """Pay one piece of this kind for a displacement (5.3)."""

    __slots__ = ()


class Relocate(_Numbered):
    """Set the displaced piece down in this house (6.2)."""

    __slots__ = ()


class AddFromStock(_Numbered):
    """Add a piece from the stock (6.5)."""

    __slots__ = ()


class AddFromSupply(_Numbered):
    """Add a piece from the supply (6.5)."""

    __slots__ = ()


class AddFromHouse(_Numbered):
    """Add a piece from the house `origin` (6.5)."""

    __slots__ = ("origin",)

    origin: int

    def __init__(self, origin: int, place: int) -> None:
        super().__init__(
            f"add {HOUSES[origin]} {HOUSES[place]}", (HOUSE_PLACES[origin], HOUSE_PLACES[place]), place
        )
        object.__setattr__(self, "origin", origin)


class Lift(_Numbered):
    """Lift one of your pieces to move it (5.4)."""

    __slots__ = ()


class SetDown(_Numbered):
    """Set the piece lifted first down in this house (5.4)."""

    __slots__ = ()


class Claim(_Numbered):
    """Claim this route (5.5)."""

    __slots__ = ()


class TakeOffice(_Numbered):
    """Fill this printed office (7.4)."""

    __slots__ = ()


class AddOffice(_Numbered):
    """Establish an additional office in this town with a piece of this kind (9.5)."""

    __slots__ = ()


class Improve(_Numbered):
    """Improve this track (7.5)."""

    __slots__ = ()


class TakeTable(_Numbered):
    """Put a merchant on this space of the Coellen table (7.6)."""

    __slots__ = ()


class UseInstant(_Numbered):
    """Use a marker that needs nothing but itself (9.4)."""

    __slots__ = ()


class UseSwap(_Numbered):
    """Use a marker to swap this office with its right neighbour (9.6)."""

    __slots__ = ()


class UseImprove(_Numbered):
    """Use a marker to improve this track (9.7)."""

    __slots__ = ()


class UseRemove(_Numbered):
    """Use a marker to remove pieces; the first is in this house (9.7)."""

    __slots__ = ()


class Remove(_Numbered):
    """Remove the piece in this house too (9.7)."""

    __slots__ = ()


class PutMarker(_Numbered):
    """Lay a replacement marker of this kind on this route (9.8)."""

    __slots__ = ()


class ProvinceAction(HansaTeutonicaAction):
    """Where the pawn goes (12.A)."""

    __slots__ = ("province",)

    province: str

    def __init__(self, text: str, path: tuple[str, ...], province: str) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "province", province)


class PutPawn(ProvinceAction):
    """Put the pawn in its first province (12.A.2)."""

    __slots__ = ()


class StepPawn(ProvinceAction):
    """Take a free step with the pawn (12.A.4)."""

    __slots__ = ()


class WalkPawn(ProvinceAction):
    """Take a step with the pawn for an action (12.A.5)."""

    __slots__ = ()


class NeutralClaim(HansaTeutonicaAction):
    """Claim a route full of neutral traders for this town, or for none (12.B.3)."""

    __slots__ = ("route", "town")

    route: int
    town: int | None

    def __init__(self, text: str, path: tuple[str, ...], route: int, town: int | None) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "route", route)
        object.__setattr__(self, "town", town)


def _by_house(cls: type[_Numbered], verb: str) -> tuple[Action, ...]:
    return tuple(cls(f"{verb} {name}", (HOUSE_PLACES[i],), i) for i, name in enumerate(HOUSES))


def _kind_and_house(cls: type[_Numbered], verb: str, source: str) -> tuple[tuple[Action, ...], ...]:
    """By kind, then by house."""
    dot = verb if verb.endswith(".") else verb + " "
    return tuple(
        tuple(
            cls(f"{dot}{kind} {name}", (f"{source}.{kind}", HOUSE_PLACES[i]), i, k)
            for i, name in enumerate(HOUSES)
        )
        for k, kind in enumerate(KINDS)
    )


END_TURN, DONE, DECLINE, NO_BENEFIT = map(Button, ("end-turn", "done", "decline", "no-benefit"))
FINISH = Finish()

INCOME = tuple(tuple(Income(t, m) for m in range(MERCHANTS_EACH + 1)) for t in range(TRADERS_EACH + 1))
PLACE = _kind_and_house(Place, "place", "supply")
DISPLACE = _kind_and_house(Displace, "displace", "supply")
PAY = tuple(Pay(f"pay {kind}", (f"supply.{kind}",), 0, k) for k, kind in enumerate(KINDS))
RELOCATE = _by_house(Relocate, "relocate")
ADD_FROM_STOCK = _kind_and_house(AddFromStock, "add stock.", "stock")
ADD_FROM_SUPPLY = _kind_and_house(AddFromSupply, "add supply.", "supply")
LIFT = _by_house(Lift, "lift")
SET_DOWN = _by_house(SetDown, "set")
CLAIM = tuple(Claim(f"claim {name}", (f"route.{name}",), i) for i, name in enumerate(ROUTES))
TAKE_OFFICE = tuple(TakeOffice(f"office {name}", (OFFICE_PLACES[i],), i) for i, name in enumerate(OFFICES))
ADD_OFFICE = tuple(
    tuple(
        AddOffice(f"extra-office {kind} {name}", (f"extra.{name}", f"piece.{kind}"), i, k)
        for i, name in enumerate(TOWNS)
    )
    for k, kind in enumerate(KINDS)
)
IMPROVE = tuple(Improve(f"improve {name}", (f"track.{name}",), i) for i, name in enumerate(TRACKS))
TAKE_TABLE = tuple(TakeTable(f"table {n + 1}", (f"table.{n + 1}",), n) for n in range(len(FRONT.table)))
USE_INSTANT = {
    kind: UseInstant(f"use {MARKERS[kind]}", (f"marker.{MARKERS[kind]}",), 0, kind)
    for kind in INSTANT_MARKERS
}
USE_SWAP = {
    i: UseSwap(f"use swap_offices {name}", ("marker.swap_offices", OFFICE_PLACES[i], OFFICE_PLACES[i + 1]), i)
    for i, (name, right) in enumerate(pairwise(OFFICES))
    if name.split(".")[0] == right.split(".")[0]
}
"""By the left of two neighbouring offices."""
USE_IMPROVE = tuple(
    UseImprove(f"use improve_ability {name}", ("marker.improve_ability", f"track.{name}"), i, IMPROVE_ABILITY)
    for i, name in enumerate(TRACKS)
)
USE_REMOVE = tuple(
    UseRemove(f"use remove_3 {name}", ("marker.remove_3", HOUSE_PLACES[i]), i)
    for i, name in enumerate(HOUSES)
)
REMOVE = _by_house(Remove, "remove")
PUT_MARKER = tuple(
    tuple(
        PutMarker(f"put {kind} {name}", (f"plate.{kind}", f"route.{name}"), i, k)
        for i, name in enumerate(ROUTES)
    )
    for k, kind in enumerate(MARKERS)
)
_PROVINCES = sorted({province.id for preset in PROVINCES.values() for province in preset})
PUT_PAWN = {name: PutPawn(f"pawn {name}", (f"province.{name}",), name) for name in _PROVINCES}
STEP_PAWN = {name: StepPawn(f"step {name}", (f"province.{name}",), name) for name in _PROVINCES}
WALK_PAWN = {name: WalkPawn(f"walk {name}", ("button.walk", f"province.{name}"), name) for name in _PROVINCES}
NEUTRAL_CLAIM: dict[tuple[int, int | None], NeutralClaim] = {
    (r, t): NeutralClaim(f"neutral {route} {TOWNS[t]}", (f"route.{route}", f"town.{TOWNS[t]}"), r, t)
    for r, route in enumerate(ROUTES)
    for t in (TOWNS.index(end) for end in route.split("-"))
} | {
    (r, None): NeutralClaim(f"neutral {route}", (f"route.{route}",), r, None)
    for r, route in enumerate(ROUTES)
}


@cache
def add_from_house(origin: int, place: int) -> AddFromHouse:
    """The one action for this pair of houses; made on first use, as there are 11 thousand."""
    return AddFromHouse(origin, place)


_BY_TEXT: dict[str, Action] = {
    action.text: action
    for action in chain(
        (END_TURN, DONE, DECLINE, NO_BENEFIT, FINISH),
        chain(*INCOME),
        chain(*PLACE, *DISPLACE, PAY, RELOCATE, *ADD_FROM_STOCK, *ADD_FROM_SUPPLY),
        chain(LIFT, SET_DOWN, CLAIM, TAKE_OFFICE, *ADD_OFFICE, IMPROVE, TAKE_TABLE),
        chain(USE_INSTANT.values(), USE_SWAP.values(), USE_IMPROVE, USE_REMOVE, REMOVE, *PUT_MARKER),
        chain(PUT_PAWN.values(), STEP_PAWN.values(), WALK_PAWN.values(), NEUTRAL_CLAIM.values()),
    )
}
_VERBS = {text.split()[0] for text in _BY_TEXT}


def parse(text: str) -> Action:
    """The action with this text.

    >>> parse("place trader kampen-osnabrueck.1").path
    ('supply.trader', 'house.kampen-osnabrueck.1')
    >>> parse("castle")
    Traceback (most recent call last):
    game.engine.core.ParseError: unknown action 'castle'
    """
    found = _BY_TEXT.get(text)
    if found is not None:
        return found
    words = text.split(" ")
    if words[0] == "add" and len(words) == 3 and words[1] in HOUSE_INDEX and words[2] in HOUSE_INDEX:
        return add_from_house(HOUSE_INDEX[words[1]], HOUSE_INDEX[words[2]])
    what = "unknown action" if words[0] not in _VERBS else f"there is no {words[0]!r} action"
    raise ParseError(f"{what} {text[:80]!r}{_hint(words)}")


def _hint(words: list[str]) -> str:
    """What was probably meant: the route spelled the other way round, or the most similar text."""
    for word in words[1:]:
        one, _, other = word.partition(".")[0].partition("-")
        if f"{other}-{one}" in ROUTE_INDEX:
            return f"; the route is {other}-{one}"
    if words[0] not in _VERBS:
        near = get_close_matches(words[0][:40], _VERBS, 1, 0.75)
        return f"; did you mean {near[0]!r}?" if near else ""
    if words[0] == "add":
        known = [f"add {name}" for name in HOUSES]
        near = get_close_matches(" ".join(words[:2])[:80], known, 1)
    else:
        known = [text for text in _BY_TEXT if text.startswith(words[0])]
        near = get_close_matches(" ".join(words)[:80], known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def texts() -> tuple[str, ...]:
    """The texts of all actions but those `add_from_house` makes."""
    return tuple(_BY_TEXT)
