"""Lessons at the table: the coach's card, wrong touches, progress, and nothing covering the board."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game import engine
from game.client.frame import to
from game.client.frame.app import App
from game.client.learn import lesson as scenes
from game.client.learn.courses import course, keep_progress, lesson_id, progress_of
from game.client.learn.lesson import LessonCoach
from game.client.stage import layers, stage
from game.client.table.table import Table
from game.client.words.i18n import lessons
from game.match.lesson import Lesson
from game.platform import Changed
from tests.client.conftest import Person, Screen

Open = Callable[..., App]
LESSONS = [lesson for game in engine.rulesets() for lesson in course(game)]
WINDOWS = [((1280, 720), 1.0), ((1170, 2532), 3.0), ((844, 390), 1.0), ((1000, 950), 1.0)]


def opened(app: App, number: int, step: int = 0, game: str = "hansa-teutonica") -> Table:
    """A lesson on the table."""
    app.home(to.Title())
    app.open(to.LessonTable(course(game)[number - 1], step))
    scene = app.scene
    assert isinstance(scene, Table)
    return scene


def coach_of(table: Table) -> LessonCoach:
    """What the table is laid for."""
    assert isinstance(table.occasion, LessonCoach)
    return table.occasion


def scene_of(app: App) -> Table:
    scene = app.scene
    assert isinstance(scene, Table)
    return scene


def test_the_first_lesson_is_played_by_touch_from_the_first_visit_on(open_app: Open) -> None:
    app = open_app((1170, 2532), 3)
    person = Person(app)
    app.home(to.Title())
    person.tap("lessons")
    person.tap("hansa-teutonica.goal")
    person.tap("coach.next")
    person.tap("coach.next")
    person.tap("supply.trader")
    person.tap("house.minden-hannover.3")
    person.tap("route.minden-hannover")
    person.tap("office.minden.1")
    person.tap("coach.next")
    assert progress_of(app, "hansa-teutonica.goal") == "6"
    person.tap("coach.next")
    assert progress_of(app, "hansa-teutonica.goal") == "done"
    person.tap("coach.after")
    assert coach_of(scene_of(app)).lesson.name == "income"


def test_a_wrong_touch_is_answered_with_the_rule_or_the_step(open_app: Open) -> None:
    app = open_app()
    scene, person = opened(app, 1, 2), Person(app)
    before = scene.match.state.position()
    for element, words in (
        ("house.minden-hannover.1", lessons("hansa-teutonica.goal.3.wrong")),
        ("house.stade-hamburg.1", lessons("hansa-teutonica.goal.3.wrong")),
        ("office.minden.1", "when a route to the town is claimed"),
    ):
        shape = scene.view.shape(element, scene.match.state)
        assert shape is not None
        person.click_at(*shape.rect.center)
        assert words in scene.choice.remark
        assert any(widget.label == scene.choice.remark for widget in scene.widgets), "the card says it"
    assert scene.match.state.position() == before
    person.click("supply.trader")
    assert not scene.choice.remark


def test_a_lesson_is_read_and_done_by_keyboard(open_app: Open) -> None:
    app = open_app()
    opened(app, 1)
    person = Person(app)
    for _ in range(2):
        person.key(pygame.K_RETURN)
    assert coach_of(scene_of(app)).teacher.step == 2
    for element in ("supply.trader", "house.minden-hannover.3"):
        app.focus, app.show_focus = element, True
        person.key(pygame.K_RETURN)
    assert coach_of(scene_of(app)).teacher.step == 3
    person.key(pygame.K_u)
    assert coach_of(scene_of(app)).teacher.step == 2
    person.key(pygame.K_ESCAPE)
    assert app.scene.name == "title"


def test_those_who_do_not_see_it_hear_every_step(open_app: Open) -> None:
    app = open_app()
    opened(app, 2)
    screen = app.platform
    assert isinstance(screen, Screen)
    person = Person(app)
    assert any(lessons("hansa-teutonica.income.1") in said for said in screen.said)
    person.click("coach.next")
    assert lessons("hansa-teutonica.income.2") in screen.said[-1]
    assert lessons("hansa-teutonica.income.2") in [element.label for element in app.elements()]


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_id)
def test_every_lesson_is_finished_by_the_coach_alone(open_app: Open, lesson: Lesson) -> None:
    app = open_app()
    app.settings.look = "off"
    app.home(to.Title())
    app.open(to.LessonTable(lesson, 0))
    person = Person(app)
    for _ in range(400):
        scene = scene_of(app)
        if coach_of(scene).teacher.finished:
            break
        if scene.choice.by_hand and not coach_of(scene).teacher.asks:
            person.click("coach.next")
        elif coach_of(scene).teacher.allowed(scene.match.state):
            person.click("coach.do")
        elif not scene.choice.by_hand and not coach_of(scene).teacher.opponent.script:
            person.click("coach.next")
        app.step()
    assert coach_of(scene_of(app)).teacher.finished
    assert progress_of(app, lesson_id(coach_of(scene_of(app)).lesson)) == "done"


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


@pytest.mark.parametrize("step", ["9999", "7" * 5_000, "-1", "\u0663"])
def test_no_progress_that_is_kept_breaks_the_lessons(open_app: Open, step: str) -> None:
    app = open_app()
    app.settings.lessons = " ".join(f"{lesson_id(lesson)}={step}" for lesson in LESSONS)
    app.home(to.Lessons())
    app.step()
    Person(app).click(lesson_id(LESSONS[0]))
    assert app.scene.name == "lesson"


@pytest.mark.parametrize("pace", ["off", "normal"])
def test_the_table_is_laid_anew_for_a_step_of_its_own_once_the_replies_have_been_seen(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, pace: str
) -> None:
    lesson = course("hansa-teutonica")[2]
    replied = next(number for number, step in enumerate(lesson.steps) if step.then)
    own = lesson.steps[0].position
    steps = [step._replace(position=own) if n == replied + 1 else step for n, step in enumerate(lesson.steps)]
    lesson = lesson._replace(steps=tuple(steps))
    monkeypatch.setattr(scenes, "course", lambda _: (lesson,))
    app = open_app(pace=pace)
    app.home(to.Title())
    app.open(to.LessonTable(lesson, replied))
    begun, replies = scene_of(app), lesson.steps[replied].then
    while coach_of(begun).teacher.step == replied:
        coach_of(begun).do_it()
    for tenths in range(200):
        if scene_of(app) is begun:
            assert not coach_of(begun).teacher.allowed(begun.match.state), "nothing is right on the old table"
            begun.update(time.monotonic() + tenths / 10)
    assert [move.action.text for move in begun.match.moves[-len(replies) :]] == list(replies)
    assert scene_of(app) is not begun and coach_of(scene_of(app)).teacher.step == replied + 1
    assert scene_of(app).match.state.position() == lesson.state(replied + 1).position()


def test_a_lesson_goes_on_where_it_was_left_and_is_no_saved_game(open_app: Open) -> None:
    app = open_app()
    opened(app, 1)
    person = Person(app)
    person.click("coach.next")
    person.click("coach.next")
    person.click("leave")
    assert app.shelf.games() == []
    app.open(to.LessonTable(course("hansa-teutonica")[0]))
    assert coach_of(scene_of(app)).teacher.step == 2


@pytest.mark.parametrize("way", ["storage", "focus", "nothing"])
def test_a_lesson_done_in_one_window_outlasts_a_setting_changed_in_another(open_app: Open, way: str) -> None:
    """A page hears of what other tabs write, a desktop looks when it gets the focus."""
    here, there = open_app(), open_app()
    there.settings.name = "Anna"
    keep_progress(there, "hansa.goal", "done")
    here.home(to.Settings())
    if way == "storage":
        here.handle(Changed("storage"))
    elif way == "focus":
        here.handle(pygame.event.Event(pygame.WINDOWFOCUSGAINED))
    assert way == "nothing" or progress_of(here, "hansa.goal") == "done"
    here.step()
    Person(here).click("theme.light")
    assert (progress_of(here, "hansa.goal"), here.settings.name) == ("done", "Anna")
    again = open_app()
    assert (again.settings.name, again.settings.theme) == ("Anna", "light")
    assert progress_of(again, "hansa.goal") == "done"


@pytest.mark.parametrize(("size", "ratio", "near"), [((1170, 2532), 3.0, True), ((1280, 720), 1.0, False)])
def test_a_small_board_is_shown_large_round_what_is_asked(
    open_app: Open, size: tuple[int, int], ratio: float, near: bool
) -> None:
    app = open_app(size, ratio)
    scene = opened(app, 5, 1)
    app.step()
    camera = scene.stage.camera
    asked = [spot for spot in scene.spots.values() if spot.on_board]
    assert asked and all(camera.window.contains(spot.rect) for spot in asked)
    assert (camera.zoom > 1.3) == near
    assert ("whole" in {widget.id for widget in scene.widgets}) == near, "the way back to the whole board"


def test_a_slow_phone_that_opens_a_lesson_stretches_no_picture_with_parts_missing(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the board is drawn large, the way there would be gone with the tiles that were there at first."""
    whole: list[bool] = []
    draw_stretched = layers.Board._draw_stretched

    def stretched(board: layers.Board, *where: Any) -> None:
        whole.append(board._tiled)
        draw_stretched(board, *where)

    monkeypatch.setattr(layers.Board, "_draw_stretched", stretched)
    for share in ("SHARE", "FIRST_SHARE"):
        monkeypatch.setattr(stage, share, 0.0)
    app = open_app((1170, 2532), 3, "normal")
    for number in range(1, 11):
        scene = opened(app, number)
        for _ in range(6):
            app.step()
        assert all(whole), coach_of(scene).lesson.name
        while scene.unfinished:
            app.step()
