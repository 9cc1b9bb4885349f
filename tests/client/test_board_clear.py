"""Nothing that explains the board covers it: shields, highlights, arrows, numbers, labels and cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.draw import reading, theme
from game.client.draw.canvas import Canvas
from game.client.draw.cards import ASIDE, pointer
from game.client.draw.widgets import Button
from game.client.stage.changes import draw_arrow
from game.client.stage.outlines import FOCUSED, Lit
from game.client.table.table import TableScene
from game.client.touch import pointing
from game.client.touch.plan_preview import number_place, steps_of
from game.client.views import make_view
from game.client.views.plane import XY, Box, around, overlap, square
from game.client.views.view import Shape
from game.client.words.i18n import LANGUAGES, use_language
from game.games.hansa_teutonica.rules.editions import EDITIONS, printed
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.games.hansa_teutonica.view import pieces
from game.games.hansa_teutonica.view.geometry import Geometry
from game.games.hansa_teutonica.view.layout import HOUSE, OFFICE, SHIELD, layout, name_plate
from game.games.hansa_teutonica.view.reading import _Lines
from game.games.hansa_teutonica.view.view import SHIELD as SPRITE
from game.games.hansa_teutonica.view.view import HansaTeutonicaView
from game.match import COLOURS, PlayerInfo
from tests.client.conftest import Person, hurried, new_match
from tests.client.gallery import half_played

pytestmark = pytest.mark.usefixtures("screen")

BOARDS = sorted({row.board.id for row in EDITIONS})
SCALES = (*(0.4 + 0.05 * step for step in range(20)), 1.5, 2.0, 3.0)
"""Pixels per board unit: from a whole board on a small phone to the closest zoom."""
LITTLE = 40
"""Largest overlap of a shield and a house in square units, 4 % of the house."""


# ---- shields ---------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_no_shield_covers_a_letter_on_any_board_in_any_size(board: str) -> None:
    plan = layout(printed(board))
    for scale in SCALES:
        geometry, letters = Geometry(plan), []
        geometry.move_to(pygame.FRect(0, 0, plan.width * scale, plan.height * scale))
        for box in plan.towns.values():
            face = theme.font("display", max(7, round(25 * scale)))
            line = face.render(box.town.name, True, theme.INK)
            place = line.get_rect(center=(round(box.label[0] * scale), round((box.label[1] - 1) * scale)))
            letters.append((pygame.mask.from_surface(line, 60), place))
        shield = pieces.shield("red", geometry.px(SPRITE))
        mask, half = pygame.mask.from_surface(shield, 60), shield.get_width() / 2
        for town, xy in plan.shields.items():
            left, top = round(xy[0] * scale - half), round(xy[1] * scale - half)
            for one, place in letters:
                assert not mask.overlap(one, (place.x - left, place.y - top)), (town, scale)


def hidden(box: Box, house: XY) -> float:
    """Return the area that a shield in a box and a round house share, in square units."""
    scale = 4
    shield = pygame.mask.from_surface(pieces.shield("red", round(SPRITE * scale)), 127)
    side = round(HOUSE * scale)
    disc = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.circle(disc, "white", (side / 2, side / 2), side / 2)
    x, y = (box[0] + box[2] - SPRITE) / 2, (box[1] + box[3] - SPRITE) / 2
    offset = round((house[0] - HOUSE / 2 - x) * scale), round((house[1] - HOUSE / 2 - y) * scale)
    return shield.overlap_area(pygame.mask.from_surface(disc), offset) / scale**2


@pytest.mark.parametrize("board", BOARDS)
def test_a_shield_stands_next_to_its_name_and_clear_of_everything_else(board: str) -> None:
    plan = layout(printed(board))
    shields = {town: around(xy, *SHIELD) for town, xy in plan.shields.items()}
    assert shields.keys() == plan.towns.keys()
    for (one, here), (other, there) in combinations(shields.items(), 2):
        assert not overlap(here, there), (one, other)
    for town, box in shields.items():
        left, top, right, bottom = name_plate(plan.towns[town])
        name = left - 30, top - 32, right + 30, bottom + 32
        assert overlap(box, name) > SHIELD[0] * SHIELD[1] * 0.9, f"{town}: next to its name"
        for house, xy in plan.houses.items():
            assert not overlap(box, square(xy, HOUSE)) or hidden(box, xy) <= LITTLE, (town, house)
        for row in plan.towns.values():
            for xy in row.offices:
                assert not overlap(box, square(xy, OFFICE)), (town, row.town.id)
            plate = around(row.label, row.banner_width, 21)
            assert not overlap(box, plate), (town, row.town.id)


# ---- highlights and arrows -------------------------------------------------------------------


def table_of(app: App, game: str = "hansa-teutonica") -> TableScene:
    app.home(routes.Title())
    app.push(table := TableScene(app, half_played(game)))
    app.step()
    settle(app, table)
    return table


def settle(app: App, table: TableScene) -> None:
    """Step until everything is drawn."""
    while table.unfinished:
        app.step()


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_rings_and_arrows_pass_below_name_plates(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    table = table_of(app, game)
    stage, state = table.stage, table.match.state
    plates = [plate for plate in table.view.plates() if stage.camera.seen.contains(plate.inflate(40, 40))]
    assert len(plates) > 4
    plate = plates[len(plates) // 2]
    inside = pygame.Rect(plate.inflate(-4, -4))

    def picture(marked: bool) -> tuple[bytes, bytes]:
        target, ways = pygame.Surface(app.surface.get_size()), Canvas(app.surface.get_size())
        lights = []
        if marked:
            ring = pygame.FRect(0, 0, plate.height * 1.2, plate.height * 1.2)
            ring.center = plate.midleft
            lights = [Lit(Shape(ring, round=True), FOCUSED)]
            draw_arrow(ways, (plate.left - 60, plate.centery), (plate.right + 60, plate.centery), 20)
            assert ways.marks
        stage.draw(target, state, table.match.version, 1e9, lights, ways.marks)
        beside = pygame.Rect(plate.left - 14, plate.top, 12, plate.height)
        return pygame.image.tobytes(target.subsurface(inside), "RGB"), pygame.image.tobytes(
            target.subsurface(beside), "RGB"
        )

    plain, marked = picture(False), picture(True)
    assert marked[0] == plain[0], "the name stays as it was"
    assert marked[1] != plain[1], "what is next to it is marked"


@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_an_arrow_between_two_places_passes_by_the_towns(open_app: Callable[..., App], game: str) -> None:
    app = open_app()
    view = table_of(app, game).view
    towns = list(view.towns())
    assert len(towns) > 8
    unit = towns[0].height / 6
    for town in towns:
        start, end = (town.left - 5 * unit, town.centery), (town.right + 5 * unit, town.centery)
        picture = pygame.Surface(app.surface.get_size())
        draw_arrow(picture, start, end, unit, (255, 0, 0), [town])
        inside = picture.subsurface(pygame.Rect(town).clip(picture.get_rect()))
        assert pygame.mask.from_threshold(inside, (255, 0, 0), (40, 40, 40)).count() == 0, town
        drawn = pygame.mask.from_threshold(picture, (255, 0, 0), (40, 40, 40))
        assert drawn.count() > 100, "there is an arrow"


def test_the_sign_to_claim_a_route_covers_no_name(open_app: Callable[..., App]) -> None:
    app = open_app((1688, 780), 2)
    match, rng = new_match("hansa-teutonica", 3, seed=3, board="britannia"), random.Random(5)
    while len(match.moves) < 100 or len(match.state.legal_actions()) < 12:
        match.play(hurried(match.state, rng))
    app.home(routes.Title())
    app.push(table := TableScene(app, match))
    app.step()
    sign = table.targets["route.cambridge-ipswich"].touch_handle
    assert sign is not None and sign.rect.collidelist(list(table.view.plates())) < 0


# ---- hints -----------------------------------------------------------------------------------


def test_numbers_of_steps_avoid_each_other_and_what_is_to_be_read() -> None:
    window, unit = pygame.FRect(0, 0, 390, 300), 20
    one, other = (Shape(pygame.FRect(x, 100, 26, 26), round=True) for x in (100, 132))
    plate = pygame.FRect(60, 60, 130, 30)
    taken = [one.rect, other.rect, plate]
    for shape in (one, other, one, other):
        place = number_place(shape, window, unit, taken)
        assert place.collidelist([two.inflate(-12, -12) for two in taken]) < 0
        assert place.inflate(2.5 * unit, 2.5 * unit).colliderect(shape.rect)
        taken.append(place)


@pytest.mark.parametrize(("size", "ratio"), [((780, 1688), 2), ((1688, 780), 2), ((640, 1136), 2)])
def test_all_steps_of_a_hint_come_into_sight(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.home(routes.Title())
    app.push(table := TableScene(app, new_match("hansa-teutonica", 3)))
    app.step()
    table.stage.camera.scale(3, *table.stage.camera.window.center)
    table.layout(table.app.metrics)
    plan = [f"place trader {house}" for house in ("groningen-emden.1", "stendal-magdeburg.1")]
    table.hint.steps, table.hint._asked = steps_of(table.match.state, plan), True
    table.hint.fresh = True
    table.update(0)
    assert len(table.hint.steps) == 2
    for house in ("groningen-emden.1", "stendal-magdeburg.1"):
        shape = table.view.shape(f"house.{house}", table.match.state)
        assert shape is not None and table.stage.camera.seen.contains(shape.rect)


def test_a_pan_that_is_enough_shows_what_is_around_the_steps_too(open_app: Callable[..., App]) -> None:
    """A house in the corner of the window would be seen without its route."""
    app = open_app((780, 1688), 2)
    app.home(routes.Title())
    app.push(table := TableScene(app, new_match("hansa-teutonica", 3)))
    app.step()
    zoom = table.stage.camera.zoom
    table.hint.steps = steps_of(table.match.state, ["place trader goettingen-quedlinburg.1"])
    table.hint._asked = table.hint.fresh = True
    table.update(0)
    for town in ("goettingen", "quedlinburg"):
        shape = table.view.shape(f"town.{town}", table.match.state)
        assert shape is not None and table.stage.camera.seen.contains(shape.rect)
    assert table.stage.camera.zoom == zoom


def test_a_hint_next_to_a_guide_s_card_covers_no_player_board_and_is_not_small(
    open_app: Callable[..., App],
) -> None:
    """The card takes the place of the log, at whose foot notices are otherwise."""
    app = open_app()
    app.home(routes.Title())
    app.push(table := TableScene(app, new_match("hansa-teutonica", 3)))
    app.step()
    table.stage.card = app.metrics.height * 0.4
    table.layout(table.app.metrics)
    plan = [action.text for action in table.match.state.legal_actions() if action.text.startswith("place")]
    table.hint.steps = steps_of(table.match.state, plan[:1])
    app.refresh()
    app.step()
    note, layout = table.drawing.slip().note, table.stage.layout
    assert note is not None and layout is not None and table.hint.sentence()
    covered = [desk.rect for desk in layout.desks if desk.drawn] + [layout.end, *layout.tabs]
    assert note.rect.collidelist(covered) < 0
    assert note.pixels >= app.metrics.unit * 0.74 and not note.cut


# ---- board overlay ---------------------------------------------------------------------------


def test_lines_of_the_overlay_run_beside_the_houses(open_app: Callable[..., App]) -> None:
    for board in BOARDS:
        plan = layout(printed(board))
        lines = _Lines(plan)
        for route in plan.side.routes:
            houses = [xy for name, xy in plan.houses.items() if name.startswith(f"house.{route.id}.")]
            for line in (*lines.next(route.id), *lines.next(route.id)):
                apart = min(pygame.Vector2(xy).distance_to(house) for xy in line for house in houses)
                assert apart > HOUSE * 0.42, (board, route.id)


def test_the_overlay_takes_colours_from_the_board_and_no_light(open_app: Callable[..., App]) -> None:
    app = open_app()
    table = table_of(app)

    def pixels() -> tuple[float, float]:
        board = pygame.Rect(table.stage.camera.board).clip(app.surface.get_rect())
        small = pygame.transform.smoothscale(app.surface.subsurface(board), (32, 24))
        points = [small.get_at((x, y)) for x in range(4, 28) for y in range(4, 20)]
        light = sum(max(r, g, b) for r, g, b, _ in points) / len(points)
        colour = sum(max(r, g, b) - min(r, g, b) for r, g, b, _ in points) / len(points)
        return light, colour

    light, colour = pixels()
    Person(app).key(pygame.K_b)
    for part in table.view.readable:  # the overlay without its signs
        table.reading._switch(part)
    app.refresh()
    app.step()
    settle(app, table)
    paler, greyer = pixels()
    assert paler > light * 0.95 and greyer < colour * 0.5
    Person(app).key(pygame.K_b)
    settle(app, table)
    assert pixels() == (light, colour)


@pytest.mark.parametrize("size", [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2)], ids=str)
@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_labels_of_the_overlay_can_be_read_and_cover_no_name(
    open_app: Callable[..., App],
    game: str,
    size: tuple[tuple[int, int], float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_app(*size)
    table = table_of(app, game)
    table.stage.glide_home(0)
    sizes, places, write = list[float](), list[pygame.FRect](), reading.label

    def noted(
        target: pygame.Surface, words: str, centre: tuple[float, float], pixels: float, seat: theme.SeatColour
    ) -> pygame.FRect:
        sizes.append(pixels)
        places.append(write(target, words, centre, pixels, seat))
        return places[-1]

    monkeypatch.setattr(reading, "label", noted)
    table.reading.toggle()
    app.refresh()
    app.step()
    settle(app, table)
    assert sizes and min(sizes) >= 13 * size[1] * 0.98
    covered = [
        place.clip(plate).width * place.clip(plate).height / (plate.width * plate.height)
        for place in places
        for plate in table.view.plates()
    ]
    assert max(covered) < 0.35


def test_only_contested_towns_have_a_label(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_app()
    table = table_of(app)
    said, write = list[str](), reading.label

    def noted(target: pygame.Surface, words: str, *how: Any) -> pygame.FRect:
        said.append(words)
        return write(target, words, *how)

    monkeypatch.setattr(reading, "label", noted)
    table.reading.toggle()
    app.refresh()
    app.step()
    assert said and not [words for words in said if words.endswith(":0")]


@pytest.mark.parametrize("size", [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2)], ids=str)
def test_the_legend_is_opened_from_the_tools_and_not_over_the_board(
    open_app: Callable[..., App], size: tuple[tuple[int, int], float]
) -> None:
    app = open_app(*size)
    table = table_of(app)
    table.reading.toggle()
    app.refresh()
    button = Person(app).widget("legend")
    assert not button.rect.colliderect(table.stage.free)
    others = [one for one in table.widgets if isinstance(one, Button) and one is not button]
    assert button.rect.inflate(-2, -2).collidelist([one.rect for one in others]) < 0


# ---- cards -----------------------------------------------------------------------------------

SIZES = [((1280, 720), 1), ((780, 1688), 2), ((1688, 780), 2), ((640, 1136), 2), ((768, 1024), 1)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", ["hansa", "hansa-teutonica"])
def test_a_card_is_close_to_its_item_with_a_pointer_and_covers_no_button(
    open_app: Callable[..., App],
    game: str,
    size: tuple[tuple[int, int], float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    app = open_app(*size)
    table = table_of(app, game)
    places: list[tuple[pygame.FRect, pygame.FRect]] = []
    monkeypatch.setattr(
        pointing, "draw_card", lambda target, card, place, unit, about: places.append((place, about))
    )
    unit, seen = app.metrics.unit, table.stage.camera.seen
    shapes = table.view.about(table.match.state, table.shown_seat).items()
    there = [name for name, shape in shapes if table.view.on_board(name) and seen.contains(shape.rect)]
    buttons = [one.rect for one in table.widgets if isinstance(one, Button) and one.act]
    for element in there[:: max(1, len(there) // 25)]:
        table.pointing.tell(element)
        places.clear()
        table.pointing.draw(Canvas(app.surface.get_size()), True)
        if not places:
            continue
        place, about = places[0]
        assert not place.colliderect(about), element
        assert place.inflate(4 * unit, 4 * unit).colliderect(about), "close to it"
        tail = pointer(place, about, unit)
        assert tail, "a pointer"
        tip = pygame.FRect(0, 0, 3 * ASIDE * unit, 3 * ASIDE * unit)
        tip.center = tail[1]
        assert tip.colliderect(about)
        hidden = max((place.clip(button).width * place.clip(button).height for button in buttons), default=0)
        assert not hidden, element


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_names_an_office_as_a_person_would(language: str) -> None:
    use_language(language)
    state = new_match("hansa-teutonica", 3).state
    assert isinstance(state, HansaTeutonicaState)
    players = [PlayerInfo(f"P{n}", COLOURS[n]) for n in range(3)]
    view = make_view(state.ruleset, players)
    assert isinstance(view, HansaTeutonicaView)
    titles = {
        "en": "Bremen, first office: needs a trader and pink Privilege",
        "de": "Bremen, erstes Kontor: für einen Händler mit Privileg „rosa“",
        "it": "Brema, primo ufficio: servono un mercante e il privilegio rosa",
        "pt": "Bremen, primeiro escritório: precisa de um comerciante e do privilégio rosa",
    }
    card = view.card("office.bremen.1", state)
    assert card is not None and card.title.partition(",")[2] == titles[language].partition(",")[2]
    house = view.card("house.bremen-hamburg.1", state)
    assert house is not None and "(" not in house.title
