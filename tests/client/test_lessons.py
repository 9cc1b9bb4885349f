"""Lessons at the table: the coach's card, wrong touches, progress, and nothing covering the board."""

from __future__ import annotations

import time
from dataclasses import replace

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.draw import paint, theme
from game.client.draw.widgets import Button, Paragraph
from game.client.learn import courses
from game.client.learn.courses import (
    course,
    lesson_id,
    number_of,
    parts,
    progress_of,
    save_progress,
)
from game.client.learn.seal import DoneCard
from game.client.table import drawing
from game.client.words.i18n import lessons
from game.games.hansa.rules.board import TOWNS
from game.games.hansa_teutonica.rules.state import HansaTeutonicaState
from game.match.lesson import Lesson
from game.platform import Changed
from tests.client.conftest import Person, Screen
from tests.client.lesson_table import LESSONS, Open, coach_of, opened, scene_of
from tests.needs import HAS


def test_the_first_lesson_is_played_by_touch_from_the_first_visit_on(open_app: Open) -> None:
    app = open_app((1170, 2532), 3)
    app.settings.look = "off"
    person = Person(app)
    app.home(routes.Title())
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
    person.tap("button.end-turn")
    while "coach.next" not in {widget.id for widget in app.scene.widgets if widget.act}:
        app.step()  # the others move
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
        ("office.minden.1", "Claim a route to the town"),
    ):
        shape = scene.view.shape(element, scene.match.state)
        assert shape is not None
        person.click_at(*shape.rect.center)
        assert words in scene.choice.remark
        assert any(widget.label == scene.choice.remark for widget in scene.widgets), "the card says it"
    assert scene.match.state.position() == before
    person.click("supply.trader")
    assert not scene.choice.remark


def test_in_a_step_to_be_read_a_touch_is_answered_with_that_and_with_no_rule(open_app: Open) -> None:
    app = open_app()
    person = Person(app)
    for number, step, element in ((1, 1, "warehouse.7a"), (2, 2, "town.lubeck"), (2, 2, "warehouse.3a")):
        scene = opened(app, number, step, "hansa")
        shape = scene.view.shape(element, scene.match.state)
        assert shape is not None and scene.choice.refusal(element) != lessons("read-first")
        person.click_at(*shape.rect.center)
        assert scene.choice.remark == lessons("read-first")
    scene = opened(app, 6, len(course("hansa")[5].steps) - 1, "hansa")
    person.click("coach.next")
    person.click_at(*scene.stage.camera.seen.center)
    assert not scene.choice.remark, "nothing is left to be read"


def test_a_touch_of_what_the_step_points_to_is_answered_with_what_the_step_asks(open_app: Open) -> None:
    """The town whose markets are highlighted is no town to sail to: the answer asks for a good there."""
    app = open_app()
    scene = opened(app, 3, 1, "hansa")
    shape = scene.view.shape("market.danzig.0", scene.match.state)
    assert shape is not None
    Person(app).click_at(*shape.rect.center)
    assert scene.choice.remark == lessons("hansa.buying.2.wrong")


def test_a_warehouse_is_its_town_while_markets_are_placed(open_app: Open) -> None:
    scene = opened(open_app(), 1, 5, "hansa")
    taken = coach_of(scene).lesson.state(5).position().split("markets=")[1].split(":")[0]
    town = next(town for town in TOWNS if town.id == taken)
    assert scene.choice.refusal(f"warehouse.{town.warehouses[0]}") == scene.choice.refusal(f"town.{taken}")
    assert scene.choice.refusal("warehouse.4a") == scene.choice.refusal("town.copenhagen") != ""


def test_who_goes_back_a_step_finds_their_own_choices_there(open_app: Open) -> None:
    app = open_app()
    app.settings.look = "off"
    scene, person = opened(app, 1, 4, "hansa"), Person(app)
    towns = ("riga", "kalmar")
    positions = [scene.match.state.position()]
    for number, town in enumerate(towns, 6):
        person.click(f"town.{town}")
        while coach_of(scene_of(app))._said != number - 1:
            app.step()
        positions.append(scene_of(app).match.state.position())
    for step in (5, 4):
        person.click("coach.back")
        scene = scene_of(app)
        assert coach_of(scene).teacher.step == step == coach_of(scene)._said
        assert scene.match.state.position() == positions[step - 4]
        assert scene.chooser.offered
    person.click("town.reval")
    while coach_of(scene_of(app))._said != 5:
        app.step()
    person.click("coach.back")
    person.click("coach.back")
    assert coach_of(scene_of(app)).teacher.step == 3, "before the step with which this table was laid"


def test_tab_reaches_the_answers_of_a_step_before_the_ways_back_and_the_help(open_app: Open) -> None:
    """Enter on the first stop must neither leave the step nor play in place of the learner."""
    app, asked = open_app(), 0
    for lesson in (LESSONS[0], LESSONS[-1]):
        for step in range(len(lesson.steps)):
            app.home(routes.Title())
            app.open(routes.LessonTable(lesson, step))
            app.step()
            scene, coach = scene_of(app), coach_of(scene_of(app))
            while coach._speaks and coach.teacher.asks and coach.teacher.step == step:
                stops, chooser = [one.id for one in scene.widgets if one.act], scene.chooser
                assert stops[0].removeprefix("answer.") in {*chooser.offered, *chooser.chosen}
                assert stops.index("coach.do") < stops.index("log")
                asked += bool(chooser.chosen)
                scene.touch(chooser.offered[0])
                app.step()
    assert asked, "after a first choice too"


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
    words = lessons("hansa-teutonica.income.2", blue=scene_of(app).match.players[1].name)
    assert words in screen.said[-1]
    assert words in [element.label for element in app.elements()]


@pytest.mark.parametrize("lesson", LESSONS, ids=lesson_id)
def test_every_lesson_is_finished_by_the_coach_alone(open_app: Open, lesson: Lesson) -> None:
    app = open_app()
    app.settings.look = "off"
    app.home(routes.Title())
    app.open(routes.LessonTable(lesson, 0))
    person = Person(app)
    for _ in range(400):
        scene = scene_of(app)
        if coach_of(scene).teacher.finished:
            break
        offered = {widget.id for widget in scene.widgets if widget.act}
        for button in {"coach.next", "coach.do"} & offered:
            person.click(button)
        app.step()
    assert coach_of(scene_of(app)).teacher.finished
    assert progress_of(app, lesson_id(coach_of(scene_of(app)).lesson)) == "done"


@pytest.mark.parametrize("step", ["9999", "7" * 5_000, "-1", "\u0663"])
def test_no_progress_that_is_kept_breaks_the_lessons(open_app: Open, step: str) -> None:
    app = open_app()
    app.settings.lessons = " ".join(f"{lesson_id(lesson)}={step}" for lesson in LESSONS)
    app.home(routes.Lessons())
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
    steps = [replace(step, position=own) if n == replied + 1 else step for n, step in enumerate(lesson.steps)]
    lesson = lesson._replace(steps=tuple(steps))
    monkeypatch.setattr(courses, "parts", lambda _: ((lesson,), (), ()))
    app = open_app(pace=pace)
    app.home(routes.Title())
    app.open(routes.LessonTable(lesson, replied))
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
    assert app.saves.games() == []
    app.open(routes.LessonTable(course("hansa-teutonica")[0]))
    assert coach_of(scene_of(app)).teacher.step == 2


@pytest.mark.parametrize("way", ["storage", "focus", "nothing"])
def test_a_lesson_done_in_one_window_outlasts_a_setting_changed_in_another(open_app: Open, way: str) -> None:
    """A page is notified of changes in other tabs, a desktop checks when it gets the focus."""
    here, there = open_app(), open_app()
    there.settings.name = "Anna"
    save_progress(there, "hansa.goal", "done")
    here.home(routes.Settings())
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


@pytest.mark.parametrize("replies", [False, True])
def test_the_coach_speaks_again_when_everything_has_landed(open_app: Open, replies: bool) -> None:
    """During animations and opponents' moves nothing new is shown or offered; then the next step begins."""
    app = open_app(pace="normal")
    lesson = course("hansa-teutonica")[0]
    ends = next(n for n, step in enumerate(lesson.steps) if step.do and bool(step.then) == replies)
    assert replies or lesson.steps[ends + 1].do, "what is wanted next could be offered too early"
    scene = opened(app, 1, ends)
    coach, screen = coach_of(scene), app.platform
    assert isinstance(screen, Screen)
    screen.said.clear()
    coach.do_it()
    now, watched = time.monotonic(), False
    while coach.teacher.opponent.script or scene.stage.animator.busy:
        watched |= coach.words().startswith(lessons("watch"))
        assert not scene.chooser.offered and not coach.pointed_out()
        assert not [
            widget for widget in scene.widgets if widget.id in ("coach.next", "coach.do") and widget.act
        ]
        now += 0.05
        scene.update(now)
    for tenths in range(40):
        scene.update(now + tenths / 10)
    names = {player.colour: player.name for player in scene.match.players}
    assert watched == replies and coach.words() == lessons(lesson.key(ends + 1), **names)
    assert screen.said[-1].startswith(coach.words()), "it is heard as well, and last"


def test_when_another_only_answers_the_coach_says_so_and_that_ones_own_turn_goes_on(open_app: Open) -> None:
    """A displaced piece is set down during the learner's turn, which then continues."""
    app = open_app(pace="normal")
    lesson = next(
        one for one in LESSONS if any(step.then and "displace" in step.do[0] for step in one.steps if step.do)
    )
    number = number_of(lesson)
    ends = next(n for n, one in enumerate(lesson.steps) if one.then and one.do and "displace" in one.do[0])
    scene = opened(app, number, ends)
    coach, now, heard = coach_of(scene), time.monotonic(), set[str]()
    coach.do_it()
    while coach.teacher.opponent.script or scene.stage.animator.busy:
        if coach._replied:
            heard.add(coach.words())
        assert scene.showing.banner_until <= now or scene.match.state.turn_seat != 0
        now += 0.05
        scene.update(now)
    assert heard
    for words in heard:
        assert "your turn goes on" in words and not words.startswith(lessons("watch"))


def test_an_ability_is_taken_at_its_scroll_on_the_map(open_app: Open) -> None:
    app = open_app()
    lesson = next(one for one in LESSONS if one.name == "abilities")
    step = next(n for n, one in enumerate(lesson.steps) if one.do and one.do[-1].startswith("improve"))
    scene = opened(app, course("hansa-teutonica").index(lesson) + 1, step)
    state = scene.match.state
    assert isinstance(state, HansaTeutonicaState)
    improved = state.level(0, "actiones")
    scroll, desk = scene.targets["scroll.actiones"], scene.targets["track.actiones"]
    assert scroll.on_board and not desk.on_board and scroll.asked and desk.asked
    card = scene.pointing.card("scroll.actiones")
    assert card is not None and card.lines[0] == scene.pointing.card("track.actiones").lines[0]  # type: ignore[union-attr]
    Person(app).click("scroll.actiones")
    assert state.level(0, "actiones") == improved + 1


@pytest.mark.parametrize("touched", [True, False])
def test_the_marker_that_removes_three_pieces_is_taught_on_those_of_opponents_alone(
    open_app: Open, touched: bool
) -> None:
    """Whatever highlights are activated, or the step is shown: own pieces are neither offered nor removed."""
    app = open_app()
    lesson = next(one for one in LESSONS if one.name == "markers")
    step = next(n for n, one in enumerate(lesson.steps) if one.do and "remove_3" in one.do[0])
    scene = opened(app, course("hansa-teutonica").index(lesson) + 1, step)
    coach, state, person = coach_of(scene), scene.match.state, Person(app)
    assert isinstance(state, HansaTeutonicaState)
    before = state.route_pieces("bremen-hamburg")
    assert sum(piece is not None and piece.seat == 0 for piece in before) == 1 and None not in before
    own = next(n for n, piece in enumerate(before, 1) if piece is not None and piece.seat == 0)
    if touched:
        person.click("marker.remove_3")
    for _ in range(3):
        at_hand = (*scene.chooser.offered, *scene.chooser.reachable)
        houses = [one for one in at_hand if one.startswith("house.")]
        assert houses and f"house.bremen-hamburg.{own}" not in houses
        person.click(houses[-1] if touched else "coach.do")
    after = state.route_pieces("bremen-hamburg")
    assert [piece for piece in after if piece is not None] == [before[own - 1]] and after[own - 1] is not None
    assert coach.teacher.step == step + 1


@pytest.mark.parametrize("reduced", [False, True])
def test_a_finished_lesson_is_sealed_for_all_to_see_and_hear(open_app: Open, reduced: bool) -> None:
    app = open_app(pace="off" if reduced else "normal")
    scene = opened(app, 1, len(LESSONS[0].steps) - 1)
    screen = app.platform
    assert isinstance(screen, Screen)
    Person(app).click("coach.next")
    assert screen.said[-1] == lessons("finished")
    assert (scene.update(time.monotonic()) == 0) == (not reduced), "it moves, unless nothing shall"
    wax = tuple(theme.BRICK_LIGHT)
    middle = scene.stage.camera.window
    if reduced:
        near = [(x, y) for x in range(-90, 90, 6) for y in range(-90, 90, 6)]
        targets = [(round(middle.centerx + x), round(middle.centery + y)) for x, y in near]
        assert any(tuple(app.surface.get_at(spot))[:3] == wax for spot in targets)
    app.home(routes.Lessons())
    app.step()
    done = next(widget for widget in app.scene.widgets if widget.id == lesson_id(LESSONS[0]))
    assert isinstance(done, DoneCard) and done.aside == lessons("done")


def test_the_seal_says_how_many_lessons_are_done(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of stars with one of them filled would look like a poor grade."""
    drawn: list[str] = []
    monkeypatch.setattr(paint, "blit_text", lambda _target, words, *_rest: drawn.append(words))
    app = open_app(pace="off")
    opened(app, 1, len(LESSONS[0].steps) - 1)
    Person(app).click("coach.next")
    app.step()
    assert lessons("course.done", done=1, total=len(course("hansa-teutonica"))) in drawn


def test_after_the_last_lesson_the_first_game_is_one_touch_away(open_app: Open) -> None:
    for game in filter(HAS["lessons"], engine.rulesets()):
        app = open_app()
        last = course(game)[-1]
        scene = opened(app, len(course(game)), len(last.steps) - 1, game)
        while not coach_of(scene).teacher.finished:
            person = Person(app)
            person.click("coach.do" if coach_of(scene).teacher.asks else "coach.next")
            scene = scene_of(app)
        button = next(widget for widget in scene.widgets if widget.id == "coach.play")
        assert isinstance(button, Button) and button.tone == "primary"
        Person(app).click("coach.play")
        assert scene_of(app).match.ruleset.id == game and scene_of(app).name == "table"


def test_opponents_have_the_names_that_stand_on_their_desks(open_app: Open) -> None:
    """The log names players, not colours."""
    named = 0
    for lesson in LESSONS:
        for step in range(len(lesson.steps)):
            scene = opened(open_app(), number_of(lesson), step, lesson.ruleset_id)
            words = coach_of(scene).words()
            assert "{" not in words
            named += any(player.name in words for player in scene.match.players[1:])
    assert named > 20


def test_a_card_goes_when_something_happens(open_app: Open) -> None:
    app = open_app()
    scene = opened(app, 1)
    scene.pointing.tell("town.minden")
    assert scene.pointing.held == "town.minden"
    Person(app).key(pygame.K_RETURN)
    assert coach_of(scene).teacher.step == 1 and not scene.pointing.held


def test_after_the_last_lesson_it_is_said_that_all_are_done_only_if_they_are(open_app: Open) -> None:
    app = open_app()
    lessons_of = course("hansa")
    last = len(lessons_of)

    def ended() -> str:
        coach = coach_of(opened(app, last, len(lessons_of[-1].steps) - 1, "hansa"))
        coach._read_on()
        return coach.words()

    assert ended() == lessons("finished.last", n=last - 1) and f"{last - 1} of them are not done" in ended()
    for lesson in lessons_of[1:]:
        save_progress(app, lesson_id(lesson), "done")
    assert ended() == lessons("finished.last", n=1)
    save_progress(app, lesson_id(lessons_of[0]), "done")
    assert ended() == lessons("finished.all")


@pytest.mark.parametrize("size", [(1280, 720), (320, 568), (844, 390)], ids=str)
def test_each_button_of_the_coach_has_its_own_place(open_app: Open, size: tuple[int, int]) -> None:
    """A learner who reads on quickly must not have the coach play."""
    app = open_app(size)
    places: dict[str, set[tuple[int, ...]]] = {}
    for lesson in (LESSONS[0], LESSONS[-1]):
        for step in range(len(lesson.steps)):
            app.home(routes.Title())
            app.open(routes.LessonTable(lesson, step))
            app.step()
            card = coach_of(scene_of(app)).card
            for one in scene_of(app).widgets:
                if one.id.startswith("coach."):
                    place = one.rect.x, one.rect.width, one.rect.bottom - card.bottom
                    places.setdefault(one.id, set()).add(tuple(map(round, place)))
    assert {"coach.back", "coach.do", "coach.next"} <= places.keys()
    spans = [(x, x + wide) for found in places.values() for x, wide, _ in found]
    assert len(spans) == len(places), "a button never moves"
    assert all(a == b or a[1] <= b[0] or b[1] <= a[0] for a in spans for b in spans)


@pytest.mark.parametrize(("name", "called"), [("", "Player 1"), ("Anna", "Anna")])
def test_who_learns_is_called_as_in_a_game_and_is_not_asked_by_name(
    open_app: Open, name: str, called: str
) -> None:
    app = open_app()
    app.settings.name = name
    for lesson in LESSONS:
        for step in range(len(lesson.steps)):
            app.home(routes.Title())
            app.open(routes.LessonTable(lesson, step))
            scene, coach = scene_of(app), coach_of(scene_of(app))
            assert scene.match.players[0].name == called
            if scene.chooser.offered:
                scene.touch(scene.chooser.offered[0])
                assert called not in coach.status(scene.choice.question())
                assert "thinking" not in coach.status(scene.choice.question())


def test_a_touch_of_a_part_of_a_town_is_answered_as_one_of_the_town(open_app: Open) -> None:
    """The step requires a destination, and buying has not been introduced yet."""
    app = open_app()
    person = Person(app)
    for town, warehouse in (("lubeck", "3a"), ("aalborg", "2a")):
        scene = opened(app, 2, 3, "hansa")
        answers = []
        for element in (f"town.{town}", f"warehouse.{warehouse}"):
            answers.append(scene.table_mode.refusal(element))
        assert answers[0] == answers[1] != "", town
        shape = scene.view.shape(f"warehouse.{warehouse}", scene.match.state)
        assert shape is not None
        person.click_at(*shape.rect.center)
        assert scene.choice.remark == answers[0]
    assert "buy" not in scene.choice.remark


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_phone_a_mission_that_is_looked_at_leaves_the_coachs_words_in_sight(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    app = open_app((1170, 2532), 3)
    app.settings.language = language
    app.apply_settings()
    lesson = next(one for one in parts("hansa-teutonica")[2] if one.name == "missions")
    app.open(routes.LessonTable(lesson, 1))
    app.step()
    table = scene_of(app)
    drawn: list[pygame.FRect] = []
    monkeypatch.setattr(drawing, "draw_card", lambda target, card, place, *rest: drawn.append(place))
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode=""))
    app.step()
    assert table.secret.card is not None and drawn
    assert not drawn[-1].colliderect(coach_of(table).card) and app.metrics.rect.contains(drawn[-1])


@pytest.mark.parametrize(("size", "on_card"), [((390, 844), True), ((844, 390), True), ((1280, 720), False)])
def test_after_a_first_choice_the_next_question_is_written_on_the_table_or_on_the_card(
    open_app: Open, size: tuple[int, int], on_card: bool
) -> None:
    app = open_app(size)
    table = opened(app, 3, 7)
    table.touch(next(element for element in table.targets if element.startswith("house.")))
    assert table.chooser.chosen
    coach, question = coach_of(table), "Which piece"
    written = [widget.label for widget in coach.widgets() if isinstance(widget, Paragraph)]
    assert any(text.startswith(question) for text in written) == on_card, written
    assert coach.status(table.choice.question()).startswith(question) != on_card


def test_the_view_stays_when_all_that_is_left_is_to_end_the_turn(open_app: Open) -> None:
    app = open_app((390, 844))
    table = opened(app, 8, step=2)
    app.step()
    near = table.stage.aim
    assert near != table.stage.first, "an office is too small on the whole board"
    coach_of(table).do_it()
    app.step()
    assert table.chooser.offered == ("button.end-turn",) and table.stage.aim == near
