"""Actions of *Hansa*: one class for each kind, and one shared object for each action.

place reval       two markets at the first placement        town.reval
restock           fill the empty warehouses                 button.restock
sail reval        move the ship                             town.reval
buy 1a            buy the good in a warehouse               warehouse.1a
build red.2 1     pay with a good, build this many markets  good.red.2, markets.1
sell red 1 2      sell these goods of a colour (barrels)    colour.red, amount.2, good.red.2, good.red.1
done              sell no other colour                      button.done
discard red.1     lose a good, or give it up as tax         good.red.1
end-turn                                                    button.end-turn

A path contains only elements that make a difference: with two red goods, `colour.red` alone sells them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import product

from game.engine.core import Action, ParseError
from game.games.hansa.rules.board import (
    COLOURS,
    COPIES,
    GOODS,
    KINDS,
    TOWN_IDS,
    TOWNS,
    WAREHOUSES,
    Hand,
    barrels_of,
    colour_of,
    good_of,
)

VERBS = ("place", "restock", "sail", "buy", "build", "sell", "done", "discard", "end-turn")


class HansaAction(Action):
    """An action of this game. Unpickling or copying it returns the shared object with its text."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[str], HansaAction], tuple[str]]:
        return parse_action, (self.text,)


class _Button(HansaAction):
    """An action without a place."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, (f"button.{name}",))


class Restock(_Button):
    """Action: fill the empty warehouses (section 6)."""

    __slots__ = ()


class Done(_Button):
    """Action: sell no other colour (7.7.2)."""

    __slots__ = ()


class EndTurn(_Button):
    """Action: end the turn (section 7)."""

    __slots__ = ()


class _ToTown(HansaAction):
    """An action that consists of activating a town."""

    __slots__ = ("town",)

    town: int

    def __init__(self, verb: str, town: int) -> None:
        super().__init__(f"{verb} {TOWN_IDS[town]}", (f"town.{TOWN_IDS[town]}",))
        object.__setattr__(self, "town", town)


class Place(_ToTown):
    """Action: put two markets in a town at the first placement (3.2)."""

    __slots__ = ()


class Sail(_ToTown):
    """Action: move the ship to a town (7.4)."""

    __slots__ = ()


class Buy(HansaAction):
    """Action: buy the good in a warehouse (7.5)."""

    __slots__ = ("warehouse",)

    warehouse: int

    def __init__(self, warehouse: int) -> None:
        name = WAREHOUSES[warehouse]
        super().__init__(f"buy {name}", (f"warehouse.{name}",))
        object.__setattr__(self, "warehouse", warehouse)


class Build(HansaAction):
    """Action: pay with a good for some markets (7.6)."""

    __slots__ = ("good", "markets")

    good: int
    markets: int

    def __init__(self, good: int, markets: int) -> None:
        name = GOODS[good]
        super().__init__(f"build {name} {markets}", (f"good.{name}", f"markets.{markets}"))
        object.__setattr__(self, "good", good)
        object.__setattr__(self, "markets", markets)


class Sell(HansaAction):
    """Action: sell these goods of a colour (7.7)."""

    __slots__ = ("colour", "goods")

    colour: int
    goods: Hand

    def __init__(self, colour: int, goods: Hand) -> None:
        barrels = " ".join(str(barrels_of(good)) for good in goods)
        elements = tuple(f"good.{GOODS[good]}" for good in reversed(goods))
        path = (f"colour.{COLOURS[colour]}", f"amount.{len(goods)}", *elements)
        super().__init__(f"sell {COLOURS[colour]} {barrels}", path)
        object.__setattr__(self, "colour", colour)
        object.__setattr__(self, "goods", goods)


class Discard(HansaAction):
    """Lose a good to a sale (7.7.4), or give it up as tax (8.2)."""

    __slots__ = ("good",)

    good: int

    def __init__(self, good: int) -> None:
        super().__init__(f"discard {GOODS[good]}", (f"good.{GOODS[good]}",))
        object.__setattr__(self, "good", good)


def _part_of_colour(colour: int, counts: tuple[int, ...]) -> Hand:
    return tuple(good_of(colour, barrels) for barrels, count in enumerate(counts, 1) for _ in range(count))


PLACES = tuple(Place("place", town) for town in range(len(TOWN_IDS)))
RESTOCK_ACTION = Restock("restock")
SAILS = tuple(Sail("sail", town) for town in range(len(TOWN_IDS)))
BUYS = tuple(Buy(warehouse) for warehouse in range(len(WAREHOUSES)))
BUILDS = tuple(
    tuple(Build(good, markets) for markets in range(1, barrels_of(good) + 1)) for good in range(len(GOODS))
)
"""Actions that build 1, 2, ... markets with a good, by good."""
SALES = {
    (colour, goods): Sell(colour, goods)
    for colour in range(len(COLOURS))
    for counts in product(*(range(copies + 1) for copies in COPIES))
    if len(goods := _part_of_colour(colour, counts)) >= 2
}
DONE_ACTION = Done("done")
DISCARDS = tuple(Discard(good) for good in range(len(GOODS)))
END_TURN_ACTION = EndTurn("end-turn")

BY_TEXT: dict[str, HansaAction] = {
    action.text: action
    for action in (
        *PLACES,
        RESTOCK_ACTION,
        *SAILS,
        *BUYS,
        *(build for builds in BUILDS for build in builds),
        *SALES.values(),
        DONE_ACTION,
        *DISCARDS,
        END_TURN_ACTION,
    )
}


def parse_action(text: str) -> HansaAction:
    """Return the action with this text. Raises `ParseError` if there is no such action.

    >>> parse_action("build red.2 1").path
    ('good.red.2', 'markets.1')
    """
    action = BY_TEXT.get(text)
    if action is not None:
        return action
    verb = text.split(" ", 1)[0]
    if verb not in VERBS:
        raise ParseError(f"unknown action {text[:60]!r}; an action begins with {', '.join(VERBS)}")
    raise ParseError(f"there is no action {text[:60]!r}; {_hint(verb, text[:60])}")


def _hint(verb: str, text: str) -> str:
    """Return the probable meaning of an unknown text."""
    like = [known for known in BY_TEXT if known.split(" ", 1)[0] == verb]
    for guess in _guesses(verb, text):
        if guess in like:
            return f"did you mean {guess!r}?"
    town = next((town for town in TOWNS if text == f"buy {town.id}"), None)
    if town is not None:
        return f"the warehouses of {town.name} are {' and '.join(town.warehouses)}"
    near = get_close_matches(text, like, 1, 0.7)
    return f"did you mean {near[0]!r}?" if near else f"one beginning with {verb!r} reads {like[0]!r}"


def _guesses(verb: str, text: str) -> Iterator[str]:
    """Yield the same words in normal form: town ids, colour before barrels, barrels ascending."""
    words = text.casefold().split()
    names = {town.name.casefold(): town.id for town in TOWNS}
    yield " ".join(names.get(word, word) for word in words)
    yield " ".join(".".join(reversed(word.split("."))) for word in words)
    if verb == "sell":
        yield " ".join([*words[:2], *sorted(words[2:])])


@lru_cache(maxsize=1 << 14)
def builds(hand: Hand, limit: int) -> tuple[Build, ...]:
    """Return every way to build at most `limit` markets with a good of `hand` (7.6, A5)."""
    return tuple(action for good in dict.fromkeys(hand) for action in BUILDS[good][:limit])


@lru_cache(maxsize=1 << 14)
def sales(hand: Hand) -> tuple[Sell, ...]:
    """Return every way to sell two or more goods of one colour of `hand` (7.7.1, 7.7.2, A7)."""
    found: list[Sell] = []
    for colour in range(len(COLOURS)):
        counts = [hand.count(good_of(colour, barrels)) for barrels in range(1, KINDS + 1)]
        if sum(counts) >= 2:
            parts = product(*(range(count + 1) for count in counts))
            goods = [_part_of_colour(colour, part) for part in parts]
            goods.sort(key=lambda part: (len(part), part))
            found += [SALES[colour, part] for part in goods if len(part) >= 2]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def sellable_colours(hand: Hand) -> tuple[int, ...]:
    """Return the colours of which `hand` holds at least two goods."""
    held = [colour_of(good) for good in hand]
    return tuple(colour for colour in dict.fromkeys(held) if held.count(colour) >= 2)
