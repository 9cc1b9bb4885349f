"""In high contrast the boards have their own look: 4.5:1 for text, 3:1 for shapes (WCAG 2.2, 1.4.3 and
1.4.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin

import pygame
import pytest

from game.client.draw import theme
from game.client.draw.theme import Colour
from game.client.views import make_view
from game.client.views.plane import XY, Box, around
from game.games.hansa.view import board_art as chart_art
from game.games.hansa.view.layout import BANNER as CHART_BANNER
from game.games.hansa.view.layout import HEIGHT, LINES, PORTS, SLOT, WIDTH
from game.games.hansa_teutonica.rules.editions import EDITIONS, printed
from game.games.hansa_teutonica.view import board_art
from game.games.hansa_teutonica.view.layout import BANNER, HOUSE, OFFICE, Layout, layout
from game.match import COLOURS, PlayerInfo
from tests.client.conftest import new_match
from tests.client.test_theme import contrast, luminance

BOARDS = sorted({row.board.id for row in EDITIONS})
SCALE = 1.5
TEXT, SHAPE = 4.5, 3.0


@pytest.fixture(autouse=True)
def _strong(screen: None) -> Iterator[None]:
    theme.use("contrast")
    yield
    theme.use("dark")


@cache
def board_picture(board: str) -> tuple[Layout, pygame.Surface]:
    """Return a board and its image in high contrast, `SCALE` pixels per unit."""
    plan = layout(printed(board))
    part = pygame.FRect(0, 0, plan.width, plan.height)
    size = round(plan.width * SCALE), round(plan.height * SCALE)
    *_, image = board_art.picture(plan, "", part, size, strong=True)
    assert image is not None
    return plan, image


@cache
def chart_picture() -> pygame.Surface:
    """Return the chart of *Hansa* in high contrast."""
    names = {town: port.town.name for town, port in PORTS.items()}
    part, size = pygame.FRect(0, 0, WIDTH, HEIGHT), (round(WIDTH * SCALE), round(HEIGHT * SCALE))
    *_, image = chart_art.picture(names, part, size, strong=True)
    assert image is not None
    return image


def at(image: pygame.Surface, xy: XY) -> Colour:
    """Return the colour at a point in board units."""
    x, y = (
        min(max(0, round(part * SCALE)), most - 1) for part, most in zip(xy, image.get_size(), strict=True)
    )
    red, green, blue, _ = image.get_at((x, y))
    return red, green, blue


def usual(colours: Sequence[Colour]) -> Colour:
    """Return the median by luminance."""
    return sorted(colours, key=luminance)[len(colours) // 2]


def ring(image: pygame.Surface, centre: XY, radius: float) -> Colour:
    """Return the usual colour on a circle."""
    angles = (n * pi / 12 for n in range(24))
    return usual([at(image, (centre[0] + radius * cos(a), centre[1] + radius * sin(a))) for a in angles])


def text_contrast(image: pygame.Surface, box: Box) -> float:
    """Return the contrast between the most frequent colour in a box and the farthest one that is not rare."""
    left, top, right, bottom = (round(part * SCALE) for part in box)
    colours = Counter(
        (red // 16 * 16, green // 16 * 16, blue // 16 * 16)
        for x in range(left, right)
        for y in range(top, bottom)
        for red, green, blue, _ in (image.get_at((x, y)),)
    )
    ground = colours.most_common(1)[0][0]
    least = (right - left) * (bottom - top) * 0.02
    return max(contrast(ground, ink) for ink, count in colours.items() if count > least)


@pytest.mark.parametrize("board", BOARDS)
def test_names_points_and_scores_of_every_board_can_be_read(board: str) -> None:
    plan, image = board_picture(board)
    for town in plan.towns.values():
        box = around(town.label, town.banner_width - 10, BANNER - 6)
        assert text_contrast(image, box) >= TEXT, town.town.id
    for n, cell in enumerate(plan.score):
        x, y = (cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2
        assert text_contrast(image, around((x, y), 24, 20)) >= TEXT, n
    for xy in plan.completed:
        assert text_contrast(image, around(xy, 18, 20)) >= TEXT
    for xy in plan.links:
        assert text_contrast(image, around(xy, 16, 16)) >= TEXT
    for x, y in plan.table:
        assert text_contrast(image, around((x, y + 33), 26, 16)) >= TEXT


@pytest.mark.parametrize("board", BOARDS)
def test_houses_and_roads_of_every_board_stand_out(board: str) -> None:
    plan, image = board_picture(board)
    ships = {f"house.{route.id}.{number}" for route in plan.side.routes for number in route.ships}
    for house, xy in plan.houses.items():
        radius = 15.7 * (1.03 if house in ships else 1.0)
        inside, edge = ring(image, xy, 11.0), ring(image, xy, radius)
        assert contrast(inside, edge) >= SHAPE, house
        assert luminance(inside) > 0.8, f"{house}: white"
    ground = ring_of_land(plan, image)
    for route, road in plan.open_roads.items():
        free = [
            xy
            for xy in road
            if all(pygame.Vector2(xy).distance_to(h) > HOUSE * 0.6 for h in plan.houses.values())
        ]
        if len(free) > 3:
            tones = sorted((at(image, xy) for xy in free), key=luminance)
            assert contrast(tones[len(tones) // 4], ground) >= SHAPE, route  # a road can have light bars


def ring_of_land(plan: Layout, image: pygame.Surface) -> Colour:
    """Return the colour of land: the most frequent one around the towns."""
    around_towns = Counter(
        at(image, (town.centre[0] + dx, town.centre[1] + dy))
        for town in plan.towns.values()
        for dx, dy in ((-90, 60), (90, 60), (0, 70), (0, -75))
    )
    return around_towns.most_common(1)[0][0]


@pytest.mark.parametrize("board", BOARDS)
def test_offices_of_every_board_stand_out_from_their_row(board: str) -> None:
    plan, image = board_picture(board)
    for town in plan.towns.values():
        for number, (x, y) in enumerate(town.offices, 1):
            row = usual([at(image, (x + dx, y - OFFICE / 2 - 2.2)) for dx in range(-14, 15, 2)])
            inside = max((at(image, (x + dx, y - 9)) for dx in range(-8, 9, 2)), key=luminance)
            assert contrast(row, inside) >= SHAPE, (town.town.id, number)


def test_names_routes_and_warehouses_of_the_chart_stand_out() -> None:
    image = chart_picture()
    for town, port in PORTS.items():
        box = around(port.banner, port.banner_width - 12, CHART_BANNER - 8)
        assert text_contrast(image, box) >= TEXT, town
        for name in port.town.warehouses:
            x, y = port.warehouse(name)
            inside, quay = at(image, (x, y)), at(image, (x, y - SLOT / 2 - 4))
            assert contrast(inside, quay) >= SHAPE, name
    for (source, target), line in LINES.items():
        middle = line[len(line) // 4 : len(line) * 3 // 4]
        strokes = [at(image, xy) for xy in middle]
        beside = [at(image, (x + dx, y + dy)) for x, y in middle for dx, dy in ((-14, -14), (14, 14))]
        darkest = min(strokes, key=luminance)
        assert contrast(darkest, usual(beside)) >= SHAPE, (source, target)


def test_every_piece_shows_on_a_white_place() -> None:
    for name, seat in theme.SEAT_COLOURS.items():
        if name != "neutral":
            assert max(contrast(seat.fill, (255, 255, 255)), contrast(seat.dark, (255, 255, 255))) >= SHAPE, (
                name
            )


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_the_board_changes_with_the_theme_and_back(game: str) -> None:
    match = new_match(game, 3)
    view = make_view(match.state.ruleset, [PlayerInfo(f"P{n}", COLOURS[n]) for n in range(3)])
    strong = view.picture
    theme.use("light")
    assert view.picture is not strong
    theme.use("contrast")
    assert view.picture is strong
