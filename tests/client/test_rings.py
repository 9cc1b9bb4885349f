"""Controls stand out from any background of boards and player boards and tell their kind; other items are
dimmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from math import cos, inf, pi, sin
from statistics import median

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import theme
from game.client.draw.sprites import hurry
from game.client.draw.theme import Colour
from game.client.stage.layers import LIGHT
from game.client.stage.outlines import (
    AROUND,
    ASKED,
    ASKED_FEW,
    DESK_LIGHT,
    DOT,
    DOT_EDGE,
    FOCUSED,
    GOLD,
    LATER,
    WHITE,
    Light,
    Lit,
    draw_light,
)
from game.client.table.table import TableScene
from game.client.touch.hit_targets import MANY, HitTarget
from game.client.views.view import Shape
from game.match import Match
from tests.client.conftest import new_match
from tests.client.test_theme import contrast

ANGLES = 24
"""Number of measured points per ring."""


BOARDS = [
    ("hansa-teutonica", 3, {}),
    ("hansa-teutonica", 5, {}),
    ("hansa-teutonica", 3, {"board": "britannia"}),
    ("hansa-teutonica", 5, {"board": "britannia"}),
    ("hansa-teutonica", 3, {"board": "east"}),
    ("hansa", 4, {}),
]
"""Every board: both sides of *Hansa Teutonica* and of Britannia, the East, and the chart of *Hansa*."""


@pytest.fixture(autouse=True, params=["dark", "contrast"])
def _each_theme(request: pytest.FixtureRequest) -> Iterator[None]:
    theme.use(request.param)
    yield
    theme.use("dark")


def table_of(app: App, match: Match) -> TableScene:
    """Return a table in the current theme."""
    app.settings.theme = theme.ui.name
    app.home(routes.Title())
    app.push(table := TableScene(app, match))
    app.step()
    return table


def ground_of(
    app: App, game: str, seats: int, options: Mapping[str, str] | None = None
) -> tuple[TableScene, pygame.Surface]:
    """Return a table, and its board without highlights and pieces."""
    table = table_of(app, new_match(game, seats, 7, **(options or {})))
    ground = pygame.Surface(app.surface.get_size())
    with hurry(inf) as now:
        table.view.prepare_ground(pygame.FRect(table.stage.camera.window), now)
    table.view.draw_ground(ground, table.match.state)
    return table, ground


def desks_of(app: App) -> tuple[TableScene, pygame.Surface, list[HitTarget]]:
    """Return a table, its player boards without highlights, and what is offered on them."""
    table = table_of(app, new_match("hansa-teutonica", 3))
    while table.unfinished:
        app.step()
    ground = pygame.Surface(app.surface.get_size())
    with hurry(inf):
        for place in table.stage.layout.desks if table.stage.layout else ():
            table.view.draw_desk(ground, place.seat, table.match.state, frozenset())
    offered = [spot for spot in table.targets.values() if not spot.on_board]
    assert offered
    return table, ground, offered


def lit_up(lit: pygame.Surface, ground: pygame.Surface, one: Lit, unit: float) -> pygame.Surface:
    """Return the board with a single highlight, drawn over the highlighted frame."""
    around = one.shape.rect.inflate(8 * unit, 8 * unit)
    lit.blit(ground, around, around)
    draw_light(lit, one, unit)
    return lit


def strengths(shape: Shape, drawn: pygame.Surface, ground: pygame.Surface) -> list[float]:
    """Return the best contrast near a shape's edge to the ground next to it, for points around the shape."""
    rect, found = shape.rect, list[float]()
    thick = rect.height * 0.2 if shape.round else 5
    for step in range(ANGLES):
        dx, dy = cos(2 * pi * step / ANGLES), sin(2 * pi * step / ANGLES)
        edge = rect.width / 2 if shape.round else _to_side(rect, dx, dy)
        if edge is not None:
            at = partial(_pixel, rect.center, dx, dy)
            beside = at(ground, edge + thick + 2)
            across = {at(drawn, edge + half / 2) for half in range(-6, round(2 * thick))}
            found.append(max(contrast(one, beside) for one in across))
    return sorted(found)


def _to_side(rect: pygame.FRect, dx: float, dy: float) -> float | None:
    """Return the distance from the middle of a box to its edge; None at a corner, which is round."""
    if abs(abs(dx) * rect.height - abs(dy) * rect.width) < rect.width / 2:
        return None
    return min(rect.width / 2 / max(abs(dx), 1e-9), rect.height / 2 / max(abs(dy), 1e-9))


def _pixel(middle: tuple[float, float], dx: float, dy: float, drawn: pygame.Surface, far: float) -> Colour:
    r, g, b, _ = drawn.get_at((round(middle[0] + dx * far), round(middle[1] + dy * far)))
    return r, g, b


@pytest.mark.parametrize(("game", "seats", "options"), BOARDS, ids=str)
def test_the_ring_of_what_can_be_touched_has_a_contrast_of_3_and_is_stronger_than_what_is_printed(
    open_app: Callable[..., App], game: str, seats: int, options: dict[str, str]
) -> None:
    """Up to one point in ten can overlap another thing (a name, a tower) as dark as the ring."""
    table, ground = ground_of(open_app(), game, seats, options)
    state, unit, lit = table.match.state, table.stage.camera.board.height * LIGHT, ground.copy()
    for thing in filter(table.view.on_board, table.view.things(state)):
        shape = table.view.shape(thing, state)
        if shape is None or shape.points:
            continue
        printed = strengths(shape, ground, ground)
        calm = (LATER.calm, LATER.bold) if thing.startswith("house.") else ()
        for light in (LATER, ASKED_FEW, FOCUSED, *calm):
            ring = strengths(shape, lit_up(lit, ground, Lit(shape, light), unit), ground)
            assert ring[len(ring) // 10] >= 3, (thing, light, ring)
            stronger = 0.95  # a black office is printed as strongly
            if thing.startswith("house."):
                stronger = 0.85 if options else 1.5  # houses at sea are printed strongly
            assert median(ring) >= stronger * median(printed), (thing, light, ring, printed)


@pytest.mark.parametrize(("game", "seats", "options"), BOARDS, ids=str)
def test_the_dot_of_an_empty_house_has_a_contrast_of_3(
    open_app: Callable[..., App], game: str, seats: int, options: dict[str, str]
) -> None:
    """Every house of every board, measured from the dot outwards in all directions."""
    table, ground = ground_of(open_app(), game, seats, options)
    state, unit, lit = table.match.state, table.stage.camera.board.height * LIGHT, ground.copy()
    houses = [one for one in table.view.things(state) if table.view.effect(one, state) == "fill"]
    assert bool(houses) == (game == "hansa-teutonica")
    for house in houses:
        shape = table.view.shape(house, state)
        assert shape is not None
        edge = max(2.2, shape.rect.width * DOT / 2) + max(1.5, shape.rect.width * DOT_EDGE)
        for light in (LATER.quiet, ASKED.quiet, ASKED_FEW.quiet, LATER.calm.quiet):
            lit_up(lit, ground, Lit(shape, light), unit)
            for step in range(ANGLES):
                at = partial(
                    _pixel, shape.rect.center, cos(2 * pi * step / ANGLES), sin(2 * pi * step / ANGLES)
                )
                across, beside = {at(lit, edge * part / 24) for part in range(25)}, at(ground, edge + 1)
                assert max(contrast(one, beside) for one in across) >= 3, (house, light, step)


@pytest.mark.parametrize(("game", "seats", "options"), BOARDS, ids=str)
def test_the_band_of_a_route_has_a_contrast_of_3(
    open_app: Callable[..., App], game: str, seats: int, options: dict[str, str]
) -> None:
    """Measured across the band on both sides of every segment. One place in ten can overlap another thing."""
    table, ground = ground_of(open_app(), game, seats, options)
    state, unit, lit = table.match.state, table.stage.camera.board.height * LIGHT, ground.copy()
    found = list[float]()
    for thing in table.view.things(state):
        shape = table.view.shape(thing, state)
        if shape is None or not shape.open:
            continue
        lit_up(lit, ground, Lit(shape, ASKED_FEW), unit)
        for a, b in pairwise(map(pygame.Vector2, shape.lit or shape.points)):
            for side in (90, -90) if a != b else ():
                across, middle = (b - a).rotate(side).normalize(), (a + b) / 2
                at = partial(_pixel, (middle.x, middle.y), across.x, across.y)
                edge = AROUND * shape.width / 2
                beside = at(ground, edge + 12)
                found.append(max(contrast(at(lit, edge + half / 2), beside) for half in range(-4, 16)))
    assert bool(found) == (game == "hansa-teutonica")
    assert not found or sorted(found)[len(found) // 10] >= 3


def test_targets_tell_their_kind(open_app: Callable[..., App]) -> None:
    """Empty houses have dots, rivals' pieces gold rings, own pieces white ones."""
    app = open_app()
    match = new_match("hansa-teutonica", 3)
    own = place(match)
    for _ in range(2):
        income(match)
    table = table_of(app, match)
    rival = own
    own = place(match)
    table.follow(0.0)
    app.refresh()
    found = dict[str, Light]()
    for on_board, lit in table.drawing.lights():
        if on_board:
            found |= {one.id: lit.light for one in table.targets.values() if one.shape == lit.shape}
    assert found[rival].ring == GOLD and not found[rival].dot and not found[rival].slim
    assert found[own].ring == WHITE and not found[own].dot
    houses = [one for one in found if one.startswith("house.") and one not in (own, rival)]
    assert houses and all(found[one].dot for one in houses)


def place(match: Match) -> str:
    action = next(one for one in match.state.legal_actions() if one.text.startswith("place trader"))
    match.play(action)
    return action.path[-1]


def income(match: Match) -> None:
    match.play(next(one for one in match.state.legal_actions() if one.text.startswith(("income", "end"))))


def test_what_is_offered_on_a_desk_keeps_its_colour(open_app: Callable[..., App]) -> None:
    """A ring goes around the piece; its middle is drawn as without it, aimed at or not."""
    app = open_app()
    table, ground, offered = desks_of(app)
    for spot in offered:
        app.hover = spot.id
        for on_board, lit in table.drawing.lights():
            if not on_board:
                drawn = ground.copy()
                draw_light(drawn, lit, app.metrics.unit * DESK_LIGHT)
                middle = pygame.Rect(
                    lit.shape.rect.inflate(-lit.shape.rect.width * 0.4, -lit.shape.rect.height * 0.4)
                )
                same = (pygame.image.tobytes(one.subsurface(middle), "RGB") for one in (ground, drawn))
                assert next(same) == next(same), spot.id


@pytest.mark.parametrize(("game", "seats"), [("hansa-teutonica", 3), ("hansa-teutonica", 5), ("hansa", 4)])
def test_the_ring_is_white_3_pixels_wide_and_dark_on_either_side(
    open_app: Callable[..., App], game: str, seats: int
) -> None:
    """One of the two has a contrast of 3 to any background, as nothing is both light and dark."""
    table, ground = ground_of(open_app(), game, seats)
    state, unit, lit = table.match.state, table.stage.camera.board.height * LIGHT, ground.copy()
    small = [one for one in table.view.things(state) if one.partition(".")[0] in ("house", "warehouse")]
    assert small
    for thing in small:
        shape = table.view.shape(thing, state)
        assert shape is not None
        lit_up(lit, ground, Lit(shape, LATER), unit)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            half = abs(dx) * shape.rect.width / 2 + abs(dy) * shape.rect.height / 2
            line = [_pixel(shape.rect.center, dx, dy, lit, half + beyond) for beyond in range(-4, 8)]
            white = [index for index, colour in enumerate(line) if min(colour) > 240]
            assert len(white) >= 3, (thing, line)
            inner, outer = line[white[0] - 2 : white[0]], line[white[-1] + 1 : white[-1] + 3]
            assert max(contrast(one, (255, 255, 255)) for one in inner) >= 7, (thing, line)
            assert max(contrast(one, (255, 255, 255)) for one in outer) >= 7, (thing, line)


def test_the_ring_of_what_can_be_touched_on_a_desk_has_a_contrast_of_3(open_app: Callable[..., App]) -> None:
    app = open_app()
    _, ground, offered = desks_of(app)
    for spot in offered:
        assert spot.shape is not None
        lit = ground.copy()
        draw_light(lit, Lit(spot.shape, ASKED_FEW), app.metrics.unit * DESK_LIGHT)
        assert min(strengths(spot.shape, lit, ground)) >= 3, spot.id


def shown(app: App, table: TableScene) -> pygame.Surface:
    app.refresh()
    app.step()
    while table.unfinished:
        app.step()
    return app.surface.copy()


def test_what_cannot_be_touched_is_15_percent_darker_while_others_of_its_kind_can(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    table = table_of(app, new_match("hansa-teutonica", 3))
    placed = next(one for one in table.match.state.legal_actions() if one.text.startswith("place"))
    table.play(placed)
    taken = placed.path[-1]
    app.refresh()
    assert taken in table.targets, "it can be moved"
    table.touch("supply.trader")
    dim = shown(app, table)
    assert taken not in table.targets, "nothing else can be placed there"
    shape = table.view.shape(taken, table.match.state)
    assert shape is not None
    table.choice.back()
    plain = shown(app, table)
    x, y = round(shape.rect.centerx), round(shape.rect.centery)
    for channel in range(3):
        before, after = plain.get_at((x, y))[channel], dim.get_at((x, y))[channel]
        assert after == pytest.approx(before * 0.85, abs=6)
    legal = next(one for one in table.targets.values() if one.id.startswith("house.") and one.id != taken)
    at = round(legal.rect.centerx), round(legal.rect.centery)
    assert sum(dim.get_at(at)[:3]) >= 0.97 * sum(plain.get_at(at)[:3]), "and what can be touched is not"


def test_where_nearly_everything_can_be_touched_the_rings_are_slim_and_what_is_aimed_at_is_not(
    open_app: Callable[..., App],
) -> None:
    """In the first turn of *Hansa Teutonica* every house is free; later few things are highlighted, and
    strongly."""
    app = open_app()
    table = table_of(app, new_match("hansa-teutonica", 3))
    houses = [spot for spot in table.targets.values() if spot.id.startswith("house.")]
    assert len(houses) > MANY

    def shining() -> list[Light]:
        return [lit.light for on_board, lit in table.drawing.lights() if on_board]

    assert shining() and all(light.slim or light.dot for light in shining())
    app.hover = houses[0].id
    assert [light for light in shining() if not (light.slim or light.dot)] == [FOCUSED]
    for spot in houses[MANY // 2 :]:
        del table.targets[spot.id]
    app.hover = ""
    assert not any(light.slim for light in shining())


def test_a_slim_ring_is_drawn_with_less_ink(open_app: Callable[..., App]) -> None:
    table, ground = ground_of(open_app(), "hansa-teutonica", 3)
    unit = table.stage.camera.board.height * LIGHT
    house = next(one for one in table.view.things(table.match.state) if one.startswith("house."))
    shape = table.view.shape(house, table.match.state)
    assert shape is not None

    def touched(light: Light) -> int:
        lit = ground.copy()
        draw_light(lit, Lit(shape, light), unit)
        same = pygame.mask.from_threshold(lit, (0, 0, 0), (4, 4, 4, 255), ground)
        return lit.get_width() * lit.get_height() - same.count()

    assert touched(ASKED.calm) < touched(ASKED) * 0.9 and touched(LATER.calm) < touched(LATER) * 0.9


@pytest.mark.parametrize("seats", [3, 5])
def test_the_ring_of_a_route_runs_round_its_houses_and_covers_none(
    open_app: Callable[..., App], seats: int
) -> None:
    table, ground = ground_of(open_app(), "hansa-teutonica", seats)
    state, unit = table.match.state, table.stage.camera.board.height * LIGHT
    lit_routes = [one for one in table.view.things(state) if one.startswith("route.")]
    assert lit_routes
    for route in lit_routes:
        shape = table.view.shape(route, state)
        own = f"house.{route.removeprefix('route.')}."
        houses = [one for one in table.view.things(state) if one.startswith(own)]
        assert shape is not None and houses
        lit = ground.copy()
        draw_light(lit, Lit(shape, ASKED_FEW._replace(fill=0)), unit)
        for house in houses:
            where = table.view.shape(house, state)
            assert where is not None
            middle = where.rect.inflate(-where.rect.width * 0.5, -where.rect.height * 0.5)
            part = pygame.Rect(middle)
            before, after = (pygame.image.tobytes(one.subsurface(part), "RGB") for one in (ground, lit))
            assert before == after, house
