"""The view during a lesson: the relevant part of the board, highlights, nothing covered by the card."""

from __future__ import annotations

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.learn.courses import course, lesson_id, parts
from game.client.learn.seal import laurel, seal
from game.client.stage.outlines import POINTED_OUT
from game.client.table.desks import Tab
from game.client.table.table import TableScene
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match.lesson import Lesson
from tests.client.conftest import Person
from tests.client.lesson_table import LESSONS, Open, coach_of, opened, scene_of

WINDOWS = [((1280, 720), 1.0), ((1170, 2532), 3.0), ((844, 390), 1.0), ((1000, 950), 1.0)]


def test_an_open_desk_is_folded_where_the_next_step_is_about_the_board(open_app: Open) -> None:
    app = open_app((780, 1688), 2)
    scene, person = opened(app, 1, 3, "hansa"), Person(app)
    person.tap("pull")
    assert scene.desks.drawer.up
    person.tap("coach.next")
    assert coach_of(scene).teacher.step == 4 and not scene.desks.drawer.up


def test_the_picture_rests_while_two_steps_are_about_the_same(open_app: Open) -> None:
    app = open_app((780, 1688), 2)
    scene, person = opened(app, 1, 0, "hansa"), Person(app)
    person.tap("coach.next")
    before = scene.stage.camera.pose
    person.tap("coach.next")
    assert coach_of(scene).teacher.step == 2 and scene.stage.camera.pose == pytest.approx(before)


def test_what_opponents_touched_shines_no_longer_when_the_coach_speaks_again(open_app: Open) -> None:
    app = open_app()
    app.settings.look = "off"
    scene = opened(app, 1, 4, "hansa")
    Person(app).click("town.riga")
    while scene.match.state.actor != 0 or coach_of(scene)._said != 5:
        app.step()
    assert scene.showing.touched and not scene.showing.lights()


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(("size", "ratio"), WINDOWS)
def test_the_card_hides_nothing_of_board_and_desks(
    open_app: Open, size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    for number in (1, 7):
        scene = opened(app, number)
        app.step()
        layout = scene.stage.layout
        assert layout is not None
        for part in (layout.board, layout.status, *(place.rect for place in layout.desks)):
            assert not coach_of(scene).card.colliderect(part.inflate(-2, -2)), (part, coach_of(scene).card)
        for widget in scene.widgets:
            if widget.id.startswith("coach."):
                assert coach_of(scene).card.contains(widget.rect)


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize(("size", "ratio", "near"), [((1170, 2532), 3.0, True), ((1280, 720), 1.0, False)])
def test_a_small_board_is_shown_large_round_what_is_asked(
    open_app: Open, size: tuple[int, int], ratio: float, near: bool
) -> None:
    app = open_app(size, ratio)
    scene = opened(app, 5, 2)
    app.step()
    camera = scene.stage.camera
    asked = [spot for spot in scene.targets.values() if spot.on_board]
    assert asked and all(camera.window.contains(spot.rect) for spot in asked)
    assert (camera.zoom > 1.3) == near
    assert ("whole" in {widget.id for widget in scene.widgets}) == near, "the way back to the whole board"


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("game", engine.rulesets())
def test_at_a_desk_the_whole_board_is_shown_in_the_middle_at_every_step(open_app: Open, game: str) -> None:
    """Both when the step is opened and when play leads to it, wherever the coach's card fits."""
    app = open_app()
    for lesson in course(game):
        for step in range(len(lesson.steps)):
            app.home(routes.Title())
            app.open(routes.LessonTable(lesson, step))
            app.step()
            scene = scene_of(app)
            camera = scene.stage.camera
            assert camera.zoom == 1 and camera.board.center == pytest.approx(camera.window.center)
            scene.table_mode.announced()
            assert camera.zoom == 1, f"{lesson.name}, step {step + 1}: looked at once more"


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_id)
def test_what_is_asked_shines_and_the_status_line_leaves_the_word_to_the_coach(
    open_app: Open, lesson: Lesson
) -> None:
    """At every step, all offered controls are highlighted: on the board, on a player board or around a
    button."""
    app = open_app()
    for step in range(len(lesson.steps)):
        app.home(routes.Title())
        app.open(routes.LessonTable(lesson, step))
        app.step()
        scene, coach = scene_of(app), coach_of(scene_of(app))
        over = scene.match.state.actor is None
        assert coach.status(scene.choice.question()) == (scene.choice.question() if over else "")
        lit = [tuple(light.shape.rect) for _, light in scene.drawing.lights()]
        for element in scene.chooser.offered:
            shape = scene.view.shape(element, scene.match.state)
            place = (
                next(one.rect for one in scene.widgets if one.id == element) if shape is None else shape.rect
            )
            assert tuple(place) in lit, (step + 1, element)
        assert bool(scene.chooser.offered) == coach.teacher.asks
        shining = sum(light.light is POINTED_OUT for _, light in scene.drawing.lights())
        tabs = sum(isinstance(one, Tab) and one.lit for one in scene.widgets)
        missing = len(coach.pointed_out()) - shining - tabs
        assert missing == 0, (step + 1, "everything the text points out has a place")


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("number", [1, 3])
def test_the_sign_to_claim_a_route_hides_no_piece_on_it(open_app: Open, number: int) -> None:
    """Three traders remain recognisable: the sign is between two of them."""
    app = open_app()
    lesson = course("hansa-teutonica")[number - 1]
    step = next(n for n, one in enumerate(lesson.steps) if one.do and one.do[0].startswith("claim"))
    scene = opened(app, number, step)
    state = scene.match.state
    assert isinstance(state, HansaTeutonicaState)
    (route,) = (spot for spot in scene.targets.values() if spot.touch_handle)
    pieces = state.route_pieces(route.id.removeprefix("route."))
    assert route.touch_handle and None not in pieces
    for house in range(1, len(pieces) + 1):
        shape = scene.view.shape(f"house.{route.id.removeprefix('route.')}.{house}", state)
        assert shape is not None
        hidden = shape.rect.clip(route.touch_handle.rect)
        assert hidden.width * hidden.height < 0.35 * shape.rect.width * shape.rect.height


def test_of_two_markers_what_one_needs_next_shines_only_when_it_is_touched_and_nothing_reads_as_done(
    open_app: Open,
) -> None:
    app = open_app()
    lesson = next(one for one in LESSONS if one.name == "markers")
    step = next(n for n, one in enumerate(lesson.steps) if one.do and "improve_ability" in one.do[0])
    scene, person = opened(app, course("hansa-teutonica").index(lesson) + 1, step), Person(app)
    both = {"marker.plus_4_actions", "marker.improve_ability"}
    assert {*scene.chooser.offered, *scene.chooser.reachable} == both == set(scene.targets)
    person.click("marker.improve_ability")
    assert {"track.actiones", "scroll.actiones"} <= set(scene.targets)
    scene = opened(app, course("hansa-teutonica").index(lesson) + 1, step)
    person.click("marker.plus_4_actions")
    assert scene.match.state.position() == lesson.state(step).position(), "it is only shown"
    assert scene.choice.remark == "Touch again to confirm. You will then have 4 actions left."
    assert scene.choice.question() == "Use the marker: 4 more actions?", "it is not said twice"


@pytest.mark.usefixtures("unseen")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_a_route_in_play_is_seen_with_both_its_towns(open_app: Open, size: tuple[int, int]) -> None:
    app = open_app(size)
    for lesson in course("hansa-teutonica"):
        for step in range(len(lesson.steps)):
            app.home(routes.Title())
            app.open(routes.LessonTable(lesson, step))
            app.step()
            scene = scene_of(app)
            shown = [one for one in coach_of(scene).in_play() if one.partition(".")[0] in ("route", "house")]
            towns = {one for each in shown for one in scene.view.around(each, scene.match.state)}
            for shape in scene.camera_control.on_board(towns if len(towns) < 6 else (), scene.match.state):
                seen = shape.rect.clip(scene.stage.camera.window)
                assert seen.width > shape.rect.width - 2, (lesson.name, step + 1)
                assert seen.height > shape.rect.height - 2, (lesson.name, step + 1)


def test_what_a_step_points_to_lies_above_the_desk_that_comes_up_with_it(open_app: Open) -> None:
    app = open_app((780, 1688), 2)
    scene = opened(app, 5, 0, "hansa")
    app.step()
    assert scene.desks.drawer.up
    shape = scene.view.shape("market.danzig.0", scene.match.state)
    assert shape is not None and scene.stage.free.contains(shape.rect)


@pytest.mark.parametrize(("size", "ratio"), [((780, 1688), 2), ((1280, 720), 1)], ids=str)
def test_what_a_lesson_says_of_everybody_is_to_be_seen_on_the_tabs(
    open_app: Open, size: tuple[int, int], ratio: int
) -> None:
    """It refers to the flags of all players, and only the own player board is open."""
    app = open_app(size, ratio)
    app.home(routes.Title())
    app.open(routes.LessonTable(parts("hansa-teutonica")[1][1], 1))
    app.step()
    tabs = [one for one in app.scene.widgets if isinstance(one, Tab)]
    assert [tab.total for tab in tabs] == ["19", "16", "12"]
    assert [tab.lit for tab in tabs] == [False, True, True], "the head of the own desk shines"
    assert isinstance(app.scene, TableScene)
    own = app.scene.view.shape("seat.0", app.scene.match.state)
    lit = [lit.shape for _, lit in app.scene.drawing.lights() if lit.light is POINTED_OUT]
    assert lit == [own], "below the tabs nobody would see it"


@pytest.mark.usefixtures("screen")
def test_the_wreath_of_a_finished_lesson_surrounds_the_seal_and_is_open_at_the_top() -> None:
    wreath, wax = (pygame.mask.from_surface(image) for image in (laurel(144), seal(144)))
    (wide, high), (inside, _) = wreath.get_size(), wax.get_size()
    assert wreath.overlap(wax, ((wide - inside) // 2, (high - inside) // 2)) is None
    sides = [range(wide // 2), range(wide // 2, wide)]
    for quarter in (high // 4, high // 2, 3 * high // 4):
        assert all(any(wreath.get_at((x, quarter)) for x in side) for side in sides)
    assert not any(wreath.get_at((wide // 2, y)) for y in range(high // 2))
