"""In small windows nothing is truncated, and no button covers the item it refers to."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.draw import canvas, paint, theme
from game.client.draw.notice import note_place
from game.client.draw.widgets import Button, ButtonSpec, Paragraph
from game.client.learn.courses import course
from game.client.learn.lesson import LessonCoach
from game.client.pages.title import TitleScene
from game.client.table.desks import Tab
from game.client.table.table import TableScene
from game.client.table.table_parts import Status, draw_status, tool_row
from game.client.words.i18n import LANGUAGES
from game.match import PlayerInfo
from tests.client.conftest import Person, hurried, new_match
from tests.client.gallery import half_played

pytestmark = pytest.mark.usefixtures("unseen")
Open = Callable[..., App]
SMALL = [((320, 568), 1), ((640, 1136), 2), ((844, 390), 1), ((640, 360), 1), ((1170, 2532), 3)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "ratio"), SMALL, ids=str)
def test_every_button_of_the_title_is_in_the_window(
    open_app: Open, size: tuple[int, int], ratio: float, language: str
) -> None:
    app = open_app(size, ratio)
    app.settings.language = language
    app.apply_settings()
    for saved in (False, True):
        if saved:
            app.saves.save(half_played("hansa"))
        app.home(routes.Title())
        app.step()
        assert isinstance(app.scene, TitleScene)
        assert app.scene.widgets
        for button in app.scene.widgets:
            assert isinstance(button, Button)
            assert app.metrics.rect.contains(button.rect), button.id
        rects = [button.rect for button in app.scene.widgets]
        assert all(one.collidelist(rects[:index]) < 0 for index, one in enumerate(rects))


@pytest.mark.parametrize("game", engine.rulesets())
@pytest.mark.parametrize(("size", "ratio"), SMALL, ids=str)
def test_no_action_lies_on_the_board_or_a_desk(
    open_app: Open, size: tuple[int, int], ratio: float, game: str
) -> None:
    app = open_app(size, ratio)
    match, rng = new_match(game, 3), random.Random(3)
    table = TableScene(app, match)
    app.push(table)
    for _ in range(40):
        match.play(hurried(match.state, rng))
        table.choice.ask()
        app.refresh()
        table.update_layout()
        layout = table.stage.layout
        assert layout is not None
        kept = [layout.board, *(place.rect for place in layout.desks if place.drawn), *layout.tabs]
        below = [one for one in table.widgets if isinstance(one, Button) and one.tone in ("paper", "brass")]
        for button in below:
            assert button.rect.collidelist(kept) < 0, (match.state.position(), button.id)


def test_what_lies_on_ones_own_desk_is_no_button_while_another_is_unfolded(open_app: Open) -> None:
    app = open_app((1170, 2532), 3)
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    app.step()
    assert "supply.trader" in table.targets
    actor = table.match.state.actor
    assert actor is not None
    Person(app).tap(f"desk.{(actor + 1) % 3}")
    assert "supply.trader" not in table.targets, "it stays in the list for screen readers only"
    buttons = [widget.id for widget in table.widgets if isinstance(widget, Button)]
    assert "supply.trader" not in buttons
    assert "button.income" in [widget.id for widget in table.widgets if widget.act]
    Person(app).tap(f"desk.{actor}")
    assert "supply.trader" in table.targets


def test_a_decision_shows_the_desk_of_whoever_decides_again(open_app: Open) -> None:
    app = open_app((1170, 2532), 3)
    app.settings.placing = "ask"
    table = TableScene(app, new_match("hansa-teutonica", 3))
    app.push(table)
    app.step()
    actor = table.match.state.actor
    assert actor is not None
    Person(app).tap(f"desk.{(actor + 1) % 3}")
    assert table.shown_seat != actor
    table.touch(next(element for element in table.chooser.reachable if element.startswith("house.")))
    assert table.shown_seat == actor


@pytest.mark.parametrize("width", [200, 320, 500])
def test_the_plate_names_whose_turn_it_is_uncut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    written: list[tuple[str, float, float]] = []

    def note(
        _: Any, words: str, role: str, pixels: float, _colour: Any, rect: pygame.FRect, *_more: Any
    ) -> None:
        written.append((words, theme.font(role, round(pixels)).size(words)[0], rect.width))

    monkeypatch.setattr(paint, "blit_text", note)
    metrics, surface = theme.metrics(390, 844, 1), pygame.Surface((500, 200))
    status = Status(PlayerInfo("Ben", "blue"), PlayerInfo("Dietrich", "green"), "")
    draw_status(surface, status, pygame.FRect(0, 0, 380, 100), width, metrics)
    assert [words for words, _, _ in written if "Dietrich" in words]
    assert all(needed <= room for _, needed, room in written)


def test_the_tools_stand_above_what_is_asked() -> None:
    bar, specs = pygame.FRect(10, 10, 600, 84), [ButtonSpec("menu", "Menu", None, icon="menu")]
    (above,) = tool_row(bar, theme.metrics(390, 844, 1), specs)
    assert above.rect.y == bar.y, "what is asked lies below"


def test_a_note_leaves_what_it_speaks_of_in_sight() -> None:
    window = pygame.FRect(0, 100, 390, 300)
    top, bottom = pygame.FRect(200, 120, 20, 20), pygame.FRect(200, 370, 20, 20)
    assert note_place(window, 300, 60, 8, []).y == 108
    assert note_place(window, 300, 60, 8, [bottom]).y == 108
    assert note_place(window, 300, 60, 8, [top]).bottom == 392
    assert note_place(window, 300, 60, 8, [top, bottom]).y == 108
    below = pygame.FRect(0, 400, 390, 90)
    assert note_place(window, 300, 60, 8, [], below).y == 400
    assert note_place(window, 300, 60, 8, [], below.inflate(0, -40)).y == 108, "too low for the note"


@pytest.mark.parametrize("text", ["normal", "largest"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("game", engine.rulesets())
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1440), (1024, 768)], ids=str)
def test_on_a_desk_no_note_lies_on_the_board_nor_on_a_button(
    open_app: Open, size: tuple[int, int], game: str, seats: int, text: str
) -> None:
    app = open_app(size)
    app.settings.text = text
    app.keep_settings()
    table = TableScene(app, new_match(game, seats))
    app.push(table)
    for words in ("Why not?", " ".join(["It is not to be had, and here is a long reason why."] * 4)):
        table.choice.remark = words
        app.refresh()
        app.step()
        slip, layout = table.drawing.slip(), table.stage.layout
        assert slip.note is not None and layout is not None
        assert " ".join(slip.note.lines) == words
        assert app.metrics.rect.contains(slip.note.rect)
        assert not slip.note.rect.colliderect(table.stage.camera.window)
        kept = [layout.tools, layout.status, *layout.tabs]
        kept += [one.rect for one in table.widgets if isinstance(one, Button)]
        assert slip.note.rect.collidelist(kept) < 0
        room = slip.log_room()
        assert room is not None and not room.colliderect(slip.note.rect)


ENLARGED = [((320, 256), 1), ((1280, 1024), 4)]
"""A page zoomed to 400 % in a window of 1280x1024."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "ratio"), ENLARGED, ids=str)
def test_in_a_page_enlarged_four_times_nothing_lies_on_anything(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], ratio: float, language: str
) -> None:
    arrows: list[pygame.FRect] = []

    def note(_: Any, colour: theme.Colour, points: list[tuple[float, float]]) -> None:
        (left, right), (top, bottom) = ((min(line), max(line)) for line in zip(*points, strict=True))
        if colour in (theme.ui.glint, theme.ui.stress):
            arrows.append(pygame.FRect(left, top, right - left, bottom - top))

    monkeypatch.setattr(canvas, "polygon", note)
    app = open_app(size, ratio)
    app.settings.language = language
    app.apply_settings()
    app.home(routes.Title())
    table = TableScene(app, half_played("hansa-teutonica"))
    app.push(table)
    app.step()
    slip = table.drawing.slip().note
    tabs = [widget.rect for widget in table.widgets if isinstance(widget, Tab)]
    buttons = [widget for widget in table.widgets if isinstance(widget, Button)]
    assert slip is not None, "a newcomer is told what to touch"
    assert not [button.id for button in buttons if button.rect.colliderect(slip.rect)]
    assert not [button.id for button in buttons if button.rect.colliderect(table.stage.camera.window)]
    assert arrows and all(any(on.contains(arrow) for on in [*tabs, slip.rect]) for arrow in arrows)
    for lesson in course("hansa-teutonica"):
        app.open(routes.LessonTable(lesson, 0))
        app.step()
        scene = app.scene
        assert isinstance(scene, TableScene) and isinstance(scene.table_mode, LessonCoach)
        card, column, layout = scene.table_mode.card, scene.table_mode._column, scene.stage.layout
        assert layout is not None
        (desk,) = (place.rect for place in layout.desks if place.drawn)
        high = scene.view.desk_height(desk.width, False, layout.desk_unit)
        assert desk.height > high - 1 and not desk.colliderect(layout.actions), "all of it in its frame"
        texts = [
            widget for widget in scene.widgets if isinstance(widget, Paragraph) and widget.role == "text"
        ]
        assert all(card.contains(text.rect) and text.rect.width > 8 * app.metrics.unit for text in texts)
        assert all(app.metrics.rect.contains(one.rect) for one in scene.widgets if isinstance(one, Button))
        app.pop()
    assert column > 0


def _note_rect(found: list[pygame.FRect], _: pygame.Surface, rect: pygame.FRect, *rest: Any) -> None:
    found.append(rect)


@pytest.mark.parametrize(("size", "ratio"), [((390, 844), 1), ((844, 390), 1), ((1280, 1024), 4)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_a_lesson_leaves_the_dots_their_room(
    open_app: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], ratio: float, language: str
) -> None:
    app = open_app(size, ratio)
    app.settings.language = language
    app.apply_settings()
    app.home(routes.Title())
    for lesson in course("hansa-teutonica"):
        app.open(routes.LessonTable(lesson, 0))
        scene = app.scene
        assert isinstance(scene, TableScene) and isinstance(scene.table_mode, LessonCoach)
        drawn: list[pygame.FRect] = []
        with monkeypatch.context() as watched:
            watched.setattr(paint, "blit_rounded", partial(_note_rect, drawn))
            scene.table_mode._draw_dots(app.surface)
        heading = next(one for one in scene.widgets if isinstance(one, Paragraph) and one.role == "bold")
        pixels = round(app.metrics.unit * heading.size)
        wide = theme.font("bold", pixels).size(heading.label)[0]
        assert wide <= heading.rect.width and len(drawn) in (0, len(lesson.steps))
        assert all(dot.left > heading.rect.x + wide for dot in drawn), heading.label
        app.pop()
