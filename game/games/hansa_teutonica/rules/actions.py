"""Actions: one class for each kind, and one shared object for each action of a board.

The text of an action is the move in a record. Its path lists the elements a person activates
(docs/reference/elements.md). Actions that need no board, such as the buttons, are the same in all games.
`ActionTable` makes the others from the indices of a board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from itertools import chain, pairwise
from typing import ClassVar, TypeVar

from game.engine.core import Action, ParseError
from game.games.hansa_teutonica.rules.board import (
    IMPROVE_ABILITY,
    INSTANT_MARKERS,
    KINDS,
    MERCHANTS_EACH,
    TRACKS,
    TRADERS_EACH,
)
from game.games.hansa_teutonica.rules.tables import Tables, piece_counts


class HansaTeutonicaAction(Action):
    """An action of this game. Unpickling or copying it returns the shared object with its text.

    home  key of the `ActionTable` it belongs to; "" if it needs no board
    """

    __slots__ = ("home",)

    home: str

    def __init__(self, text: str, path: tuple[str, ...]) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "home", "")

    def __reduce__(self) -> tuple[Callable[[str, str], Action], tuple[str, str]]:
        return ActionTable.again, (self.home, self.text)


class PlainAction(HansaTeutonicaAction):
    """An action without a place: end-turn, done, decline, no-benefit."""

    __slots__ = ()

    def __init__(self, name: str) -> None:
        super().__init__(name, (f"button.{name}",))


class Numbered(HansaTeutonicaAction):
    """An action whose arguments are one or two small integers of the board."""

    __slots__ = ("kind", "place")

    kind: int
    place: int

    def __init__(self, text: str, path: tuple[str, ...], place: int, kind: int = 0) -> None:
        super().__init__(text, path)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "place", place)


class Income(HansaTeutonicaAction):
    """Action: take these pieces from stock to supply (rules 5.1)."""

    __slots__ = ("merchants", "traders")

    traders: int
    merchants: int

    def __init__(self, traders: int, merchants: int) -> None:
        super().__init__(
            f"income {piece_counts(traders, merchants)}", ("button.income", f"amount.{merchants}")
        )
        object.__setattr__(self, "traders", traders)
        object.__setattr__(self, "merchants", merchants)


class Place(Numbered):
    """Action: place a piece of this kind from the supply in an empty house (5.2)."""

    __slots__ = ()


class Displace(Numbered):
    """Action: displace the rival's piece in this house with a piece of this kind from the supply (5.3)."""

    __slots__ = ()


class Pay(Numbered):
    """Action: pay one piece of this kind for a displacement (5.3)."""

    __slots__ = ()


class Relocate(Numbered):
    """Action: set the displaced piece down in this house (6.2)."""

    __slots__ = ()


class AddFromStock(Numbered):
    """Action: add a piece from the stock (6.5)."""

    __slots__ = ()


class AddFromSupply(Numbered):
    """Action: add a piece from the supply (6.5)."""

    __slots__ = ()


class AddFromHouse(Numbered):
    """Action: add a piece from the house `origin` (6.5)."""

    __slots__ = ("origin",)

    origin: int

    def __init__(self, board: Tables, origin: int, place: int) -> None:
        names, places = board.house_ids, board.house_places
        super().__init__(f"add {names[origin]} {names[place]}", (places[origin], places[place]), place)
        object.__setattr__(self, "origin", origin)


class Lift(Numbered):
    """Action: lift an own piece to move it (5.4)."""

    __slots__ = ()


class SetDown(Numbered):
    """Action: set the first lifted piece down in this house (5.4)."""

    __slots__ = ()


class Claim(Numbered):
    """Action: claim this route (5.5)."""

    __slots__ = ()


class TakeOffice(Numbered):
    """Action: fill this printed office (7.4)."""

    __slots__ = ()


class AddOffice(Numbered):
    """Action: establish an additional office in this town with a piece of this kind (9.5)."""

    __slots__ = ()


class Improve(Numbered):
    """Action: improve this track (7.5)."""

    __slots__ = ()


class TakeTable(Numbered):
    """Action: put a merchant on this space of the Coellen table (7.6)."""

    __slots__ = ()


class UseInstant(Numbered):
    """Action: use a marker that needs no target (9.4)."""

    __slots__ = ()


class UseSwap(Numbered):
    """Action: use a marker to swap this office with its right neighbour (9.6)."""

    __slots__ = ()


class UseImprove(Numbered):
    """Action: use a marker to improve this track (9.7)."""

    __slots__ = ()


class UseRemove(Numbered):
    """Action: use a marker to remove pieces; the first is in this house (9.7)."""

    __slots__ = ()


class Remove(Numbered):
    """Action: remove the piece in this house as well (9.7)."""

    __slots__ = ()


class UseMove(Numbered):
    """Action: use a marker to move rivals' pieces; the first is in this house (9.7, Big Box)."""

    __slots__ = ()


class PutMarker(Numbered):
    """Action: lay a replacement marker of this kind on this route (9.8)."""

    __slots__ = ()


END_TURN, DONE, DECLINE, NO_BENEFIT = map(PlainAction, ("end-turn", "done", "decline", "no-benefit"))
INCOME = tuple(tuple(Income(t, m) for m in range(MERCHANTS_EACH + 1)) for t in range(TRADERS_EACH + 1))
PAY = tuple(Pay(f"pay {kind}", (f"supply.{kind}",), 0, k) for k, kind in enumerate(KINDS))
IMPROVE = tuple(Improve(f"improve {name}", (f"track.{name}",), i) for i, name in enumerate(TRACKS))
USE_IMPROVE = tuple(
    UseImprove(f"use improve_ability {name}", ("marker.improve_ability", f"track.{name}"), i, IMPROVE_ABILITY)
    for i, name in enumerate(TRACKS)
)
EVERYWHERE: dict[str, Action] = {
    action.text: action
    for action in (END_TURN, DONE, DECLINE, NO_BENEFIT, *chain(*INCOME), *PAY, *IMPROVE, *USE_IMPROVE)
}
"""Actions that are the same on all boards, by their text."""


Words = TypeVar("Words", bound="Vocabulary")


class ActionTable:
    """All possible actions on a board with its modules.

    place, displace, add_from_stock, add_from_supply   by kind, then by house
    relocate, lift, set_down, use_remove, remove, use_move   by house
    claim; put_marker                                  by route; by kind of marker, then by route
    take_office, use_swap; add_office                  by office (the left of two); by kind, then by town
    take_table                                         by space of the table
    use_instant                                        by kind of marker
    own                                                vocabularies of modules
    """

    again: ClassVar[Callable[[str, str], Action]]
    """Function from the key of an action table ("" for none) and a text to the action. `editions` sets it."""

    def __init__(
        self,
        key: str,
        board: Tables,
        markers: tuple[str, ...],
        instant: Iterable[int],
        own: Iterable[Vocabulary],
    ) -> None:
        self.key, self.board, self.own = key, board, tuple(own)
        self._name_houses(board)
        self._name_benefits(board)
        self._name_markers(board, markers, (*INSTANT_MARKERS, *instant))
        modules = chain.from_iterable(vocabulary.actions() for vocabulary in self.own)
        self._by_text = {action.text: action for action in chain(self._made(), modules)}
        for action in self._by_text.values():
            object.__setattr__(action, "home", key)
        self._by_text.update(EVERYWHERE)
        self._verbs = {text.split()[0] for text in self._by_text}
        self._moved: dict[tuple[int, int], AddFromHouse] = {}

    def _name_houses(self, board: Tables) -> None:
        self.place = _kind_and_house(board, Place, "place", "supply")
        self.displace = _kind_and_house(board, Displace, "displace", "supply")
        self.relocate = _by_house(board, Relocate, "relocate")
        self.add_from_stock = _kind_and_house(board, AddFromStock, "add stock.", "stock")
        self.add_from_supply = _kind_and_house(board, AddFromSupply, "add supply.", "supply")
        self.lift = _by_house(board, Lift, "lift")
        self.set_down = _by_house(board, SetDown, "set")

    def _name_benefits(self, board: Tables) -> None:
        self.claim = tuple(
            Claim(f"claim {name}", (f"route.{name}",), i) for i, name in enumerate(board.route_ids)
        )
        places = board.office_places
        self.take_office = tuple(
            TakeOffice(f"office {name}", (places[i],), i) for i, name in enumerate(board.office_ids)
        )
        self.add_office = tuple(
            tuple(
                AddOffice(f"extra-office {kind} {name}", (f"extra.{name}", f"piece.{kind}"), i, k)
                for i, name in enumerate(board.town_ids)
            )
            for k, kind in enumerate(KINDS)
        )
        self.take_table = tuple(
            TakeTable(f"table {n + 1}", (f"table.{n + 1}",), n) for n in range(len(board.table_points))
        )

    def _name_markers(self, board: Tables, markers: tuple[str, ...], instant: tuple[int, ...]) -> None:
        places = board.office_places
        self.use_instant = {
            kind: UseInstant(f"use {markers[kind]}", (f"marker.{markers[kind]}",), 0, kind)
            for kind in instant
        }
        self.use_swap = {
            i: UseSwap(f"use swap_offices {name}", ("marker.swap_offices", places[i], places[i + 1]), i)
            for i, (name, _) in enumerate(pairwise(board.office_ids))
            if board.office_town[i] == board.office_town[i + 1]
        }
        self.use_remove = tuple(
            UseRemove(f"use remove_3 {name}", ("marker.remove_3", board.house_places[i]), i)
            for i, name in enumerate(board.house_ids)
        )
        self.remove = _by_house(board, Remove, "remove")
        self.use_move = tuple(
            UseMove(f"use move_3 {name}", ("marker.move_3", board.house_places[i]), i)
            for i, name in enumerate(board.house_ids)
        )
        self.put_marker = tuple(
            tuple(
                PutMarker(f"put {kind} {name}", (f"plate.{kind}", f"route.{name}"), i, k)
                for i, name in enumerate(board.route_ids)
            )
            for k, kind in enumerate(markers)
        )

    def _made(self) -> Iterable[Action]:
        yield from chain(*self.place, *self.displace, self.relocate)
        yield from chain(*self.add_from_stock, *self.add_from_supply, self.lift, self.set_down)
        yield from chain(self.claim, self.take_office, *self.add_office, self.take_table)
        yield from chain(self.use_instant.values(), self.use_swap.values(), self.use_remove, self.remove)
        yield from chain(self.use_move, *self.put_marker)

    def add_from_house(self, origin: int, place: int) -> AddFromHouse:
        """Return the action for this pair of houses. Created on first use, because there are about 11,000
        pairs."""
        known = self._moved.get((origin, place))
        if known is None:
            known = self._moved[origin, place] = AddFromHouse(self.board, origin, place)
            object.__setattr__(known, "home", self.key)
        return known

    def has(self, action: Action) -> bool:
        """Return whether the table contains the action."""
        return isinstance(action, HansaTeutonicaAction) and (
            action.home == self.key or EVERYWHERE.get(action.text) is action
        )

    def parse(self, text: str) -> Action:
        """Return the action with this text. Raises `ParseError` if there is no such action."""
        found = self._by_text.get(text)
        if found is not None:
            return found
        words, houses = text.split(" "), self.board.house_index
        if words[0] == "add" and len(words) == 3 and words[1] in houses and words[2] in houses:
            return self.add_from_house(houses[words[1]], houses[words[2]])
        what = "unknown action" if words[0] not in self._verbs else f"there is no {words[0]!r} action"
        raise ParseError(f"{what} {text[:80]!r}{self._hint(words)}")

    def _hint(self, words: list[str]) -> str:
        """Return the probably intended text: the route spelled in reverse, or the most similar text."""
        for word in words[1:]:
            one, _, other = word.partition(".")[0].partition("-")
            if f"{other}-{one}" in self.board.route_index:
                return f"; the route is {other}-{one}"
        if words[0] not in self._verbs:
            near = get_close_matches(words[0][:40], self._verbs, 1, 0.75)
            return f"; did you mean {near[0]!r}?" if near else ""
        if words[0] == "add":
            known = [f"add {name}" for name in self.board.house_ids]
            near = get_close_matches(" ".join(words[:2])[:80], known, 1)
        else:
            known = [text for text in self._by_text if text.startswith(words[0])]
            near = get_close_matches(" ".join(words)[:80], known, 1)
        return f"; did you mean {near[0]!r}?" if near else ""

    def of(self, vocabulary: type[Words]) -> Words:
        """Return the vocabulary of a module."""
        return next(one for one in self.own if isinstance(one, vocabulary))

    def texts(self) -> tuple[str, ...]:
        """Return the texts of all actions except those of `add_from_house`."""
        return tuple(self._by_text)


class Vocabulary:
    """Actions of a module on a board with some kinds of markers."""

    def __init__(self, board: Tables, markers: Sequence[str]) -> None:
        """Make the actions."""

    def actions(self) -> Iterable[Action]:
        """Return all actions of the module."""
        return ()


def _by_house(board: Tables, cls: type[Numbered], verb: str) -> tuple[Action, ...]:
    return tuple(cls(f"{verb} {name}", (board.house_places[i],), i) for i, name in enumerate(board.house_ids))


def _kind_and_house(
    board: Tables, cls: type[Numbered], verb: str, source: str
) -> tuple[tuple[Action, ...], ...]:
    """Return one action per kind (first index) and house (second index)."""
    dot = verb if verb.endswith(".") else verb + " "
    return tuple(
        tuple(
            cls(f"{dot}{kind} {name}", (f"{source}.{kind}", board.house_places[i]), i, k)
            for i, name in enumerate(board.house_ids)
        )
        for k, kind in enumerate(KINDS)
    )
