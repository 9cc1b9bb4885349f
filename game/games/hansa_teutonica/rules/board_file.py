"""Loader of printed boards from JSON files, with error messages that name the place in the file.

A file is named after the id of its board. Its keys correspond to the fields of `Board`, `Town`, `Route`,
`Country` and `TableSpace` in `board`:

frame      the corners of the inside of the score frame
towns      by id: `name`, `at`, `banner`, `offices` ("square white coin", from the left), the tracks that it
           `improves`, the `countries` in which it counts
routes     by id, which is that of its towns ("bremen-hamburg"): `houses` in that order, `tavern`, the numbers
           of the `ships` among the houses, the printed `effect` and its place `effect_at`, its `country`
table      its `route`, the `town` at that end of it, its `spaces`
link       the `towns` in the west and in the east, where its points are printed (`at`), the `points`
scrolls    by track
completed  the places of the first (`from`) and the last space (`to`) of the track of completed towns, and
           how many of them `end` the game
countries  by id: `permissions`, `at`, `points`
room       places with room for tiles on the map, in board units

A place is [x, y] in fractions of the printed board. With [x, y, right, down] the view moves it by these board
units, because elements that are larger than in print make way for their neighbours. The view chooses the
place for the bonus marker of a route. `marker` of a route, [right, down], moves it.

A file that `extends` another in the same package lists only the differences: null removes an entry, and
`after` gives the position of a route among the others. A board of another package cannot be extended.

`banner` is a colour in `banners` of assets/games/hansa_teutonica/view/board.json; others are plain. Kinds
of `start_markers` and steps of an `effect` depend on the modules: `editions` checks them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pkgutil import get_data
from typing import Any, NamedTuple, TypeVar

from game.games.hansa_teutonica.rules.board import (
    MOST_POINTS,
    PRIVILEGES,
    START_MARKERS,
    TRACKS,
    XY,
    Board,
    Country,
    Office,
    Route,
    TableSpace,
    Town,
    offices,
)

Value = TypeVar("Value")


class BoardError(ValueError):
    """An error in a board file: the place, the expected value and the value found."""


class BoardFile(NamedTuple):
    """A printed board: the file `<id>.json` of a package, read on first use."""

    id: str
    package: str

    def read(self) -> Board:
        """Return the board. Raises `BoardError` if its file is missing or wrong."""
        return _read(self.package, self.id)


@cache
def _read(package: str, name: str) -> Board:
    return parsed(name, text_of(package, name), lambda other: text_of(package, other))


def text_of(package: str, name: str) -> str:
    """Return the text of a board's file. Raises `BoardError` if the file does not exist."""
    try:
        content = get_data(package, f"{name}.json")
    except OSError:
        content = None
    if content is None:
        raise BoardError(f"{name}.json: expected a file in the package {package}, found none")
    return content.decode("utf-8")


def parsed(name: str, text: str, other: Callable[[str], str]) -> Board:
    """Return the board that a text describes. `other` returns the text of a board that it extends.

    Raises `BoardError` with the place in the file and the expected value.
    """
    board = _Board(name, _whole(name, text, other))
    made = board.made()
    board.check(made)
    return made


def _whole(name: str, text: str, other: Callable[[str], str]) -> dict[str, Any]:
    """Return the JSON object in a text, merged with the board that it extends."""
    try:
        said = json.loads(text)
    except ValueError as wrong:
        raise BoardError(f"{name}.json: expected JSON: {wrong}") from wrong
    if not isinstance(said, dict):
        raise BoardError(f"{name}.json: expected an object, got {said!r}")
    base = said.pop("extends", None)
    if base is None:
        return said
    if not isinstance(base, str) or base == name:
        raise BoardError(f"{name}.json: extends: expected the id of another board, got {base!r}")
    return merged(_whole(base, other(base), other), said)


def merged(base: dict[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return `base` updated recursively with `more`: null removes an entry, `after` moves it."""
    found = dict(base)
    for key, value in more.items():
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict):
            changed = merged(found[key] if isinstance(found.get(key), dict) else {}, value)
            found = _placed(found, key, changed.pop("after", None), changed)
        else:
            found[key] = value
    return found


def _placed(entries: dict[str, Any], key: str, after: str | None, value: Any) -> dict[str, Any]:
    """Return entries with one of them changed, or inserted after another."""
    if after is None or after not in entries:
        return {**entries, key: value}
    found: dict[str, Any] = {}
    for name, one in entries.items():
        if name != key:
            found[name] = one
        if name == after:
            found[key] = value
    return found


class _Entry:
    """A JSON object with its place in the file. It records which keys were read, to detect unknown ones."""

    def __init__(self, place: str, said: Any) -> None:
        self.place = place
        if not isinstance(said, dict):
            raise BoardError(f"{place}: expected an object, got {said!r}")
        self.said: dict[str, Any] = said
        self.asked: set[str] = set()

    def wrong(self, key: str, expected: str) -> BoardError:
        """Return an error about the value of a key."""
        got = repr(self.said[key]) if key in self.said else "nothing"
        return BoardError(f"{self.place}{key}: expected {expected}, got {got}")

    def get(
        self,
        key: str,
        kind: type[Value] | tuple[type[Value], ...],
        expected: str,
        default: Value | None = None,
    ) -> Value:
        """Return the value of a key, checked for its type. Without a default the key is required."""
        self.asked.add(key)
        value = self.said.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.wrong(key, expected)
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string, which is required without a default."""
        return self.get(key, str, "a text", default)

    def number(self, key: str, default: int | None = None) -> int:
        """Return a number, which is required without a default."""
        return self.get(key, int, "a whole number", default)

    def list(
        self, key: str, kind: type[Value], expected: str, default: tuple[Value, ...] | None = None
    ) -> tuple[Value, ...]:
        """Return a list, checked for the type of its elements."""
        self.asked.add(key)
        if key not in self.said and default is not None:
            return default
        value = self.said.get(key)
        if not isinstance(value, list) or not all(isinstance(one, kind) for one in value):
            raise self.wrong(key, expected)
        return tuple(value)

    def entry(self, key: str) -> _Entry:
        """Return the nested object of a key."""
        self.asked.add(key)
        if key not in self.said:
            raise self.wrong(key, "an object")
        return _Entry(f"{self.place}{key}.", self.said[key])

    def entries(self, key: str, needed: bool = True) -> Iterator[tuple[str, _Entry]]:
        """Yield the nested objects of an object by their ids."""
        if needed or key in self.said:
            whole = self.entry(key)
            yield from ((name, whole.entry(name)) for name in whole.said)

    def done(self) -> None:
        """Reject keys that were never read."""
        for key in self.said.keys() - self.asked:
            raise BoardError(f"{self.place}{key}: expected one of {', '.join(sorted(self.asked))}")


PLACE = "a place: [x, y] or [x, y, right, down]"


class _Board:
    """Parser of the objects of one file."""

    def __init__(self, name: str, said: dict[str, Any]) -> None:
        self.name = name
        self.whole = _Entry(f"{name}.json: ", said)
        self.aside: list[tuple[str, XY]] = []

    def place(self, entry: _Entry, key: str, element: str) -> XY:
        """Return a place, and note how far the view moves the element there."""
        return self._place(entry, key, entry.list(key, object, PLACE), element)

    def _place(self, entry: _Entry, key: str, said: Any, element: str) -> XY:
        numbers = isinstance(said, list | tuple) and all(type(one) in (int, float) for one in said)
        if not numbers or len(said) not in (2, 4) or not all(0 <= one <= 1 for one in said[:2]):
            raise entry.wrong(key, PLACE)
        if len(said) == 4:
            self.aside.append((element, (said[2], said[3])))
        return float(said[0]), float(said[1])

    def places(self, entry: _Entry, key: str, element: str) -> tuple[XY, ...]:
        """Return a list of places. Their elements are numbered from 1."""
        rows = entry.list(key, list, f"a list, each {PLACE}")
        return tuple(self._place(entry, key, row, f"{element}.{nth}") for nth, row in enumerate(rows, 1))

    def made(self) -> Board:
        """Return the parsed board."""
        whole = self.whole
        table, link, completed = (whole.entry(key) for key in ("table", "link", "completed"))
        scrolls = whole.entry("scrolls")
        spaces = table.list("spaces", dict, "a list of spaces", ())
        ends = link.list("towns", str, "two towns")
        if len(ends) != 2:
            raise link.wrong("towns", "two towns")
        board = Board(
            id=self.name,
            aspect=float(whole.get("aspect", (int, float), "the width of the board in heights")),
            frame=self._corners(),
            towns=tuple(self.town(name, entry) for name, entry in whole.entries("towns")),
            routes=tuple(self.route(name, entry) for name, entry in whole.entries("routes")),
            table=tuple(
                self.space(_Entry(f"{table.place}spaces.{nth}.", said), nth)
                for nth, said in enumerate(spaces, 1)
            ),
            table_route=table.text("route"),
            table_town=table.text("town"),
            east_west=(ends[0], ends[1]),
            east_west_xy=self.place(link, "at", "east-west"),
            scroll_xy=tuple(self.place(scrolls, track, f"scroll.{track}") for track in TRACKS),
            completed_xy=(
                self.place(completed, "from", "completed.from"),
                self.place(completed, "to", "completed.to"),
            ),
            link_points=link.list("points", int, "a list of whole numbers"),
            end_completed=completed.number("end"),
            coin_points=whole.number("coin_points", 1),
            most_points=whole.number("most_points", MOST_POINTS),
            start_markers=whole.list("start_markers", str, "a list of markers", START_MARKERS),
            countries=tuple(self.country(name, entry) for name, entry in whole.entries("countries", False)),
            land=whole.text("land", ""),
            aside=tuple(self.aside),
            room=tuple(
                self.pair(whole, "room", row) for row in whole.list("room", list, "a list of [x, y]", ())
            ),
        )
        for entry in (table, link, completed, scrolls, whole):
            entry.done()
        return board

    def _corners(self) -> tuple[XY, XY]:
        corners = self.places(self.whole, "frame", "frame")
        if len(corners) != 2:
            raise self.whole.wrong("frame", "two corners")
        return corners[0], corners[1]

    def pair(self, entry: _Entry, key: str, said: Any) -> XY:
        """Return two numbers in board units."""
        if not isinstance(said, list) or len(said) != 2 or any(type(one) not in (int, float) for one in said):
            raise entry.wrong(key, "two numbers in board units")
        return said[0], said[1]

    def town(self, name: str, entry: _Entry) -> Town:
        """Return a parsed town."""
        tracks = entry.list("improves", str, f"up to two of {', '.join(TRACKS)}", ())
        if len(tracks) > 2 or not set(tracks) <= set(TRACKS):
            raise entry.wrong("improves", f"up to two of {', '.join(TRACKS)}")
        ability, also = (*(TRACKS.index(track) for track in tracks), None, None)[:2]
        town = Town(
            name,
            entry.text("name"),
            self.place(entry, "at", f"town.{name}"),
            entry.text("banner"),
            self._offices(entry),
            ability,
            also,
            countries=entry.list("countries", str, "a list of countries", ()),
        )
        entry.done()
        return town

    def _offices(self, entry: _Entry) -> tuple[Office, ...]:
        words = entry.list("offices", str, "a list of offices")
        try:
            return offices(*words)
        except ValueError as wrong:
            expected = f'offices such as "square white coin" or "circle black", with {", ".join(PRIVILEGES)}'
            raise entry.wrong("offices", expected) from wrong

    def route(self, name: str, entry: _Entry) -> Route:
        """Return a parsed route."""
        ends = name.split("-")
        if len(ends) != 2:
            raise BoardError(f"{entry.place}: expected the id of a route: that of its towns, with a hyphen")
        tavern = self.place(entry, "tavern", f"tavern.{name}") if "tavern" in entry.said else None
        effect = self.place(entry, "effect_at", f"effect.{name}") if "effect" in entry.said else None
        houses = self.places(entry, "houses", f"house.{name}")
        ships = entry.list("ships", int, "numbers of houses", ())
        if not houses:
            raise entry.wrong("houses", "at least one place")
        if not all(1 <= ship <= len(houses) for ship in ships):
            raise entry.wrong("ships", f"numbers of houses, from 1 to {len(houses)}")
        if "marker" in entry.said:
            self.aside.append((f"marker.{name}", self.pair(entry, "marker", entry.said["marker"])))
            entry.asked.add("marker")
        route = Route(
            name,
            ends[0],
            ends[1],
            houses,
            tavern,
            ships,
            entry.text("effect", ""),
            effect,
            entry.text("country", ""),
        )
        entry.done()
        return route

    def space(self, entry: _Entry, nth: int) -> TableSpace:
        """Return a parsed space of the table."""
        privilege = entry.text("privilege")
        if privilege not in PRIVILEGES:
            raise entry.wrong("privilege", f"one of {', '.join(PRIVILEGES)}")
        at = self.place(entry, "at", f"table.{nth}")
        space = TableSpace(entry.number("points"), PRIVILEGES.index(privilege), at)
        entry.done()
        return space

    def country(self, name: str, entry: _Entry) -> Country:
        """Return a parsed country."""
        permissions = entry.list("permissions", str, "a list of towns")
        points = entry.list("points", int, "a list of whole numbers")
        country = Country(name, permissions, self.place(entry, "at", f"country.{name}"), points)
        entry.done()
        return country

    def check(self, board: Board) -> None:
        """Reject references to names that the board does not have."""
        towns, countries = {town.id for town in board.towns}, {country.id for country in board.countries}
        routes = {route.id: route for route in board.routes}

        def known(names: set[str], place: str, *given: str) -> None:
            for one in given:
                if one not in names:
                    raise BoardError(f"{self.name}.json: {place}: expected one of its own, got {one!r}")

        for town in board.towns:
            if not re.fullmatch(r"\w+", town.id):
                raise BoardError(
                    f"{self.name}.json: towns.{town.id}: expected letters, digits and _ in an id"
                )
        joined: dict[frozenset[str], str] = {}
        for route in board.routes:
            place = f"{self.name}.json: routes.{route.id}"
            known(towns, f"routes.{route.id}", route.a, route.b)
            if route.a == route.b:
                raise BoardError(f"{place}: expected two different towns")
            other = joined.setdefault(frozenset((route.a, route.b)), route.id)
            if other != route.id:
                raise BoardError(f"{place}: expected one route between two towns, got {other} as well")
            known(countries, f"routes.{route.id}.country", *filter(None, [route.country]))
        for town in board.towns:
            known(countries, f"towns.{town.id}.countries", *town.countries)
        for country in board.countries:
            known(towns, f"countries.{country.id}.permissions", *country.permissions)
        lonely = sorted(towns.difference(*joined))
        if lonely:
            raise BoardError(f"{self.name}.json: towns.{lonely[0]}: expected a route to the town")
        known(towns, "link.towns", *board.east_west)
        known(set(routes), "table.route", board.table_route)
        known({routes[board.table_route].a, routes[board.table_route].b}, "table.town", board.table_town)
        taverns, markers = (
            sum(route.tavern_xy is not None for route in board.routes),
            len(board.start_markers),
        )
        if taverns != markers:
            raise BoardError(f"{self.name}.json: start_markers: expected {taverns} as taverns, got {markers}")
