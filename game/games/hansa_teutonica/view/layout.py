"""Layout of a board side in board units: the shorter sides of a board measure 1000.

The engine's board data are fractions read off the printed board. This module converts them into the boxes of
Kontor's image: rows of offices, name banners, additional offices, roads, places for bonus markers, tracks. It
does not use pixels; `geometry` does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf

from game.client.views.plane import XY, Box, around, overlap, smooth, square
from game.games.hansa_teutonica.rules.board import TRACKS, Board, Town

BOARDS = 8
"""Number of cached layouts: all boards that can be chosen by image, and some more."""

SHORT = 1000.0
OFFICE = 36.0
PITCH = 39.0
HOUSE = 34.0
BANNER = 21.0
BANNER_DROP = 30.0
"""Distance from the middle of the office row down to the middle of the name banner."""
SHIELD = (21.0, 26.0)
"""Size of the shield of the player who controls a town."""
APART_FROM_NAME, BELOW_NAME = 1.5, 4.0
"""Gaps between a shield and a name banner: next to it, and below it, where some letters reach out of it."""
ARMS = 17.0
"""Width of a country's arms, which stand to the right of a name banner."""
GREEN_ROOM = 2
"""Width of the meadow of a green town, which has no printed offices, in offices."""
MARKER = (42.0, 34.0)
ROUNDEL = 46.0
"""Size of a permanent marker."""
SCROLL = (62.0, 56.0)
TABLE_SPACE = 40.0
COUNTRY = (92.0, 68.0)
"""Size of the plate with the points for a country."""
LINK = 36.0
"""Distance between the bonuses for chains from west to east."""
REACHES = (34.0, 40.0, 48.0, 58.0, 70.0)
"""Possible distances of a bonus marker from its road."""
FARTHER = (84.0, 100.0, 118.0)
"""Additional distances on upright boards, which are crowded."""
FAN = (9.0, 25.0)
"""Offset of each additional office after the first, left and up."""
ASIDE = 2.0
"""Gap between offices and a house that makes way for them."""
APART = 46.0
"""Minimum distance between a house that made way and its neighbours on the route, middle to middle."""
PASSES = 12
"""Number of passes of making way and keeping distance. After it both hold on all boards."""
TILE = 42.0
"""Distance between tiles on the map."""
MOST_TILES = 5


@dataclass(frozen=True)
class TownBox:
    """A town: its office row, its name banner, and the places of additional offices."""

    town: Town
    centre: XY
    offices: tuple[XY, ...]
    label: XY

    @property
    def width(self) -> float:
        """Return the width of the plinth under the office row, or of a green town's meadow."""
        return (len(self.offices) or GREEN_ROOM) * PITCH + 7

    @property
    def banner_width(self) -> float:
        """Return a width that fits the name in the banner's typeface."""
        return max(58.0, 9.6 * len(self.town.name) + 16)

    def extra(self, number: int) -> XY:
        """Return the centre of the `number`-th additional office; 1 is the oldest, next to the printed ones.

        Additional offices are always on the left, as in the rules: the order of the offices decides ties
        (8.2). In a green town 1 is the rightmost.
        """
        left, up = FAN
        if not self.offices:
            first, beyond = self.centre[0] + PITCH / 2, max(0, number - GREEN_ROOM)
            inside = min(number, GREEN_ROOM) - 1
            return first - inside * PITCH - beyond * left, self.centre[1] - beyond * up
        first = self.offices[0][0]
        return first - PITCH - (number - 1) * left, self.centre[1] - (number - 1) * up


@dataclass(frozen=True, eq=False)
class Layout:
    """Layout of one board side in board units."""

    side: Board
    width: float
    height: float
    frame: Box
    """Inside of the prestige track."""
    towns: dict[str, TownBox]
    houses: dict[str, XY]
    roads: dict[str, tuple[XY, ...]]
    """Every route as a fine line from town to town through its houses."""
    open_roads: dict[str, tuple[XY, ...]]
    """Part of a route between the two towns' offices and names."""
    markers: dict[str, XY]
    """Position of the bonus marker of a route."""
    hooks: dict[str, XY]
    """Point of the road nearest to its marker."""
    shields: dict[str, XY]
    """Position of the shield of a town's controller, next to its name."""
    scrolls: dict[str, XY]
    table: tuple[XY, ...]
    east_west: XY
    links: tuple[XY, ...]
    """Positions of the points for each chain from west to east."""
    completed: tuple[XY, ...]
    countries: dict[str, XY]
    """Positions of the points for each country."""
    neutral: XY
    """Position of the stock of the neutral traders, in games with them."""
    room: tuple[XY, ...]
    """Positions of tiles on the map, in games with tiles."""
    score: tuple[Box, ...] = field(default=())


def measures(side: Board) -> XY:
    """Return the width and the height of a board, landscape or upright, in board units."""
    return (side.aspect * SHORT, SHORT) if side.aspect > 1 else (SHORT, SHORT / side.aspect)


@lru_cache(maxsize=BOARDS)
def layout(side: Board) -> Layout:
    """Return the layout of a board side."""
    width, height = measures(side)
    aside = dict(side.aside)

    def at(xy: XY) -> XY:
        return xy[0] * width, xy[1] * height

    (left, top), (right, bottom) = at(side.frame[0]), at(side.frame[1])
    frame = (left, top, right, bottom)
    houses = {}
    for route in side.routes:
        for number, xy in enumerate(route.house_xy, 1):
            name = f"house.{route.id}.{number}"
            houses[name] = _moved(at(xy), aside.get(name, (0, 0)))
    towns = {
        town.id: _town_box(town, _moved(at(town.xy), aside.get(f"town.{town.id}", (0, 0))), frame)
        for town in side.towns
    }
    for _ in range(PASSES):
        for box in towns.values():
            _step_aside(houses, box)
        for route in side.routes:
            _spread(houses, [f"house.{route.id}.{n}" for n in range(1, len(route.house_xy) + 1)])
    centres = {town: box.centre for town, box in towns.items()}
    roads = {
        route.id: smooth(
            [
                centres[route.a],
                *(houses[f"house.{route.id}.{n}"] for n in range(1, len(route.house_xy) + 1)),
                centres[route.b],
            ]
        )
        for route in side.routes
    }
    first, last = at(side.completed_xy[0]), at(side.completed_xy[1])
    end = side.end_completed
    completed = tuple(
        (first[0] + (last[0] - first[0]) * n / end, first[1] + (last[1] - first[1]) * n / end)
        for n in range(end + 1)
    )
    scrolls = {
        track: _moved(at(xy), aside.get(f"scroll.{track}", (0, 0)))
        for track, xy in zip(TRACKS, side.scroll_xy, strict=True)
    }
    table = tuple(
        _moved(at(space.xy), aside.get(f"table.{nth}", (0, 0))) for nth, space in enumerate(side.table, 1)
    )
    taken = [square(xy, HOUSE) for xy in houses.values()]
    taken += [around(xy, *SCROLL) for xy in scrolls.values()]
    taken += [square(xy, TABLE_SPACE + 12) for xy in table]
    plate = _moved(at(side.east_west_xy), aside.get("east-west", (0, 0)))
    taken.append(around(plate, 118, 38))
    countries = {}
    for country in side.countries:
        x, y = at(country.xy)
        countries[country.id] = max(x, left + COUNTRY[0] / 2 + ASIDE), y
    taken += [around(xy, *COUNTRY) for xy in countries.values()]
    taken.append((completed[0][0] - 20, completed[0][1] - 22, completed[-1][0] + 20, completed[-1][1] + 22))
    taken.append((table[0][0] - 30, table[0][1] - 32, table[-1][0] + 30, table[-1][1] + 52))
    markers = _marker_places(side, towns, taken, roads, frame)
    return Layout(
        side=side,
        width=width,
        height=height,
        frame=frame,
        towns=towns,
        houses=houses,
        roads=roads,
        open_roads={
            route.id: _between(roads[route.id], towns[route.a], towns[route.b]) for route in side.routes
        },
        markers=markers,
        hooks={name: _hook(name, roads[name], houses, xy) for name, xy in markers.items()},
        shields=_shield_places(towns, [*taken, *(around(xy, *MARKER) for xy in markers.values())], frame),
        scrolls=scrolls,
        table=table,
        east_west=plate,
        links=_links(plate, len(side.link_points)),
        completed=completed,
        countries=countries,
        neutral=(width * 0.375, top + 63),
        room=side.room or tuple((left + width * 0.3 + TILE * n, top + 40) for n in range(MOST_TILES)),
        score=score_cells(width, height, frame),
    )


def _moved(xy: XY, by: XY) -> XY:
    return xy[0] + by[0], xy[1] + by[1]


def _links(middle: XY, count: int) -> tuple[XY, ...]:
    return tuple((middle[0] + (n - (count - 1) / 2) * LINK, middle[1]) for n in range(count))


def _town_box(town: Town, centre: XY, frame: Box) -> TownBox:
    """Return a town's row. At the western edge it leaves room for an additional office."""
    count = len(town.offices)
    least = frame[0] + ASIDE + OFFICE / 2 + PITCH * (count + 1) / 2
    x, y = max(centre[0], least), centre[1]
    offices = tuple((x + (n - (count - 1) / 2) * PITCH, y) for n in range(count))
    return TownBox(town, (x, y), offices, (x, y + BANNER_DROP))


def _step_aside(houses: dict[str, XY], box: TownBox) -> None:
    """Move houses out from under a town's row and its first additional office."""
    (x, y), half = box.centre, box.width / 2
    left, right = box.extra(1)[0] - OFFICE / 2, x + half
    reach = HOUSE / 2 + ASIDE
    for name, (house_x, house_y) in houses.items():
        if abs(house_y - y) < (OFFICE + HOUSE) / 2 and left - reach < house_x < right + reach:
            houses[name] = (left - reach if house_x < x else right + reach, house_y)


def _spread(houses: dict[str, XY], names: list[str]) -> None:
    """Move apart neighbouring houses of a route that are too close."""
    for one, other in pairwise(names):
        (ax, ay), (bx, by) = houses[one], houses[other]
        apart = hypot(bx - ax, by - ay)
        if apart < APART:
            dx, dy = (bx - ax) / apart * (APART - apart) / 2, (by - ay) / apart * (APART - apart) / 2
            houses[one], houses[other] = (ax - dx, ay - dy), (bx + dx, by + dy)


def score_cells(width: float, height: float, frame: Box) -> tuple[Box, ...]:
    """Return the 100 cells of the prestige track around the frame, clockwise: from the top right corner on
    landscape boards, from the top left on upright ones, so that 20 ends a side on all."""
    left, top, right, bottom = frame
    wide, high = (29, 19) if width > height else (19, 29)
    across, down = (right - left) / wide, (bottom - top) / high
    cells: list[Box] = [(0.0, 0.0, left, top)]
    cells += [(left + n * across, 0.0, left + (n + 1) * across, top) for n in range(wide)]
    cells.append((right, 0.0, width, top))
    cells += [(right, top + n * down, width, top + (n + 1) * down) for n in range(high)]
    cells.append((right, bottom, width, height))
    cells += [(right - (n + 1) * across, bottom, right - n * across, height) for n in range(wide)]
    cells.append((0.0, bottom, left, height))
    cells += [(0.0, bottom - (n + 1) * down, left, bottom - n * down) for n in range(high)]
    first = wide + 1 if width > height else 0
    return (*cells[first:], *cells[:first])


def _marker_places(
    side: Board, towns: dict[str, TownBox], taken: list[Box], roads: dict[str, tuple[XY, ...]], frame: Box
) -> dict[str, XY]:
    """Return a position next to each route for its bonus marker: the tavern, the printed marker, or the
    freest position near its middle."""
    taken = list(taken)
    for box in towns.values():
        taken.append(around(box.centre, box.width, OFFICE + 12))
        taken.append(around(box.label, box.banner_width, BANNER))
        taken.append(around((box.centre[0], box.centre[1] - 34), box.width, 30))
        taken.append(square(box.extra(1), OFFICE))
    places, aside = {}, dict(side.aside)
    width, height = measures(side)
    for route in side.routes:
        if route.tavern_xy is not None:
            printed = route.tavern_xy[0] * width, route.tavern_xy[1] * height
            places[route.id] = _moved(printed, aside.get(f"tavern.{route.id}", (0, 0)))
            taken.append(around(places[route.id], MARKER[0] + 24, MARKER[1] + 30))
        elif route.effect_xy is not None:
            printed = route.effect_xy[0] * width, route.effect_xy[1] * height
            places[route.id] = _moved(printed, aside.get(f"effect.{route.id}", (0, 0)))
            taken.append(square(places[route.id], ROUNDEL))
    lines = [xy for road in roads.values() for xy in road[::3]]
    reaches = REACHES if width > height else (*REACHES, *FARTHER)
    for route in side.routes:
        if route.id not in places:
            middle = roads[route.id][len(roads[route.id]) // 2]
            near = around(middle, 360, 360)
            crowd = [box for box in taken if overlap(box, near)]
            line = [xy for xy in lines if near[0] < xy[0] < near[2] and near[1] < xy[1] < near[3]]
            spot = _freest(_beside(roads[route.id], middle, reaches), crowd, line, frame)
            places[route.id] = _moved(spot, aside.get(f"marker.{route.id}", (0, 0)))
            taken.append(around(places[route.id], *MARKER))
    return places


def _shield_places(towns: dict[str, TownBox], taken: list[Box], frame: Box) -> dict[str, XY]:
    """Return a position for each town's shield: to the left of its name, or the freest place around it."""
    taken = list(taken)
    for box in towns.values():
        taken.append(around(box.centre, box.width, OFFICE + 8))
        taken.append(square(box.extra(1), OFFICE))
        taken.append(name_plate(box))
    places = {}
    for town, box in towns.items():
        near = around(box.label, 4 * box.banner_width, 200)
        crowd = [one for one in taken if overlap(one, near)]
        places[town] = min(_around_name(box), key=lambda spot: _in_the_way(spot, crowd, frame))
        taken.append(around(places[town], *SHIELD))
    return places


def name_plate(box: TownBox) -> Box:
    """Return the box of a town's name banner together with the arms of its countries."""
    left, top, right, bottom = around(box.label, box.banner_width, BANNER)
    return left, top, right + (ARMS * len(box.town.countries) + 7 if box.town.countries else 0), bottom


def _around_name(box: TownBox) -> list[XY]:
    """Return the positions for a shield around a town's name, the preferred ones first."""
    left, _, right, bottom = name_plate(box)
    wide, high = SHIELD
    aside = wide / 2 + APART_FROM_NAME
    middle, below = box.label[1] + 5, bottom + high / 2 + BELOW_NAME
    beside = [(x, middle + down) for down in (0, -3, 5, 10) for x in (left - aside, right + aside)]
    return [*beside, *((x, below) for x in (left + wide / 2, right - wide / 2, box.label[0]))]


def _in_the_way(spot: XY, crowd: list[Box], frame: Box) -> float:
    """Return how much a shield would cover at a position."""
    box = around(spot, *SHIELD)
    outside = max(0.0, frame[0] - box[0], frame[1] - box[1], box[2] - frame[2], box[3] - frame[3])
    return outside * 100 + sum(overlap(box, other) for other in crowd)


def _between(road: tuple[XY, ...], one: TownBox, other: TownBox) -> tuple[XY, ...]:
    boxes = [around(town.centre, town.width, OFFICE + 8) for town in (one, other)]
    boxes += [around(town.label, town.banner_width, BANNER) for town in (one, other)]
    return tuple((x, y) for x, y in road if not any(b[0] < x < b[2] and b[1] < y < b[3] for b in boxes))


def _hook(route: str, road: tuple[XY, ...], houses: dict[str, XY], spot: XY) -> XY:
    """Return the point where the string of the marker at `spot` meets the road, clear of any house."""
    slots = [xy for name, xy in houses.items() if name.startswith(f"house.{route}.")]
    free = [xy for xy in road if all(hypot(xy[0] - x, xy[1] - y) > HOUSE * 0.55 for x, y in slots)]
    return min(free, key=lambda xy: hypot(xy[0] - spot[0], xy[1] - spot[1]))


def _beside(road: tuple[XY, ...], middle: XY, reaches: tuple[float, ...]) -> list[tuple[XY, float]]:
    """Return positions on both sides of a road, each with its distance from the middle of the road."""
    spots = []
    for i in range(len(road) // 4, len(road) * 3 // 4, 3):
        (x, y), (ahead_x, ahead_y) = road[i], road[i + 1]
        length = hypot(ahead_x - x, ahead_y - y) or 1.0
        across, down = (ahead_y - y) / length, (x - ahead_x) / length
        for side in (-1, 1):
            for reach in reaches:
                spot = (x + side * reach * across, y + side * reach * down)
                spots.append((spot, hypot(spot[0] - middle[0], spot[1] - middle[1])))
    return spots


def _freest(spots: list[tuple[XY, float]], taken: list[Box], line: list[XY], frame: Box) -> XY:
    """Return the best position, of equals the first. Positions farther away than the penalty of the best are
    skipped."""
    best = (inf, 0)
    for distance, number in sorted((distance, number) for number, (_, distance) in enumerate(spots)):
        if distance > best[0]:
            break
        best = min(best, (_crowding(spots[number][0], distance, taken, line, frame), number))
    return spots[best[1]][0]


def _crowding(spot: XY, distance: float, taken: list[Box], line: list[XY], frame: Box) -> float:
    """Return the penalty of a position for a marker: what it would cover, and its distance."""
    box = around(spot, MARKER[0] + 4, MARKER[1] + 4)
    outside = max(0.0, frame[0] - box[0], frame[1] - box[1], box[2] - frame[2], box[3] - frame[3])
    covered = sum(overlap(box, other) for other in taken)
    on_roads = sum(1 for x, y in line if box[0] < x < box[2] and box[1] < y < box[3])
    return outside * 100 + covered * 3 + on_roads * 60 + distance
