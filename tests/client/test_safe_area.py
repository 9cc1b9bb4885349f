"""Areas covered by a phone's camera, home bar or keyboard contain nothing important."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game import engine
from game.client.app import routes
from game.client.app.app import App
from game.client.app.setup import Setup
from game.client.draw.notice import PlacedNotice
from game.client.draw.widgets import TextField
from game.client.table import drawing
from game.client.table.table import TableScene
from game.platform import Changed, Insets, Pick
from tests.client.conftest import Person, Screen
from tests.client.gallery import gallery

Open = Callable[..., App]
UPRIGHT = ((780, 1688), 2, Insets(top=118, bottom=68))
LYING = ((844, 390), 1, Insets(right=59, bottom=21, left=59))


@pytest.mark.parametrize("game", engine.rulesets())
@pytest.mark.parametrize(("size", "ratio", "insets"), [UPRIGHT, LYING], ids=["upright", "lying"])
def test_every_screen_lies_between_camera_and_home_bar(
    open_app: Open,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    ratio: float,
    insets: Insets,
    game: str,
) -> None:
    notes: list[PlacedNotice] = []
    monkeypatch.setattr(drawing, "draw_note", lambda _, note, unit: notes.append(note))
    app = open_app(size, ratio)
    assert isinstance(app.platform, Screen)
    app.platform.insets = insets
    app._measure()
    clear = pygame.FRect(insets.left, insets.top, size[0] - insets.left - insets.right, 0)
    clear.height = size[1] - insets.top - insets.bottom
    for scene in gallery(app, game):
        for widget in scene.widgets:
            shown = widget.rect if widget.clip is None else widget.rect.clip(pygame.FRect(widget.clip))
            assert not shown.width or clear.inflate(1, 1).contains(shown), (scene.name, widget.id, shown)
        if isinstance(scene, TableScene):
            scene.choice.remark = "Here a sentence says why that is not to be had."
            app.refresh()
            app.step()
        assert all(clear.contains(note.rect) for note in notes), scene.name
        corners = [app.surface.get_at((x, y)) for x in (2, size[0] - 3) for y in (2, size[1] - 3)]
        assert all(sum(corner[:3]) > 20 for corner in corners), "the ground reaches the edges"


KEYBOARDS = [
    ((390, 844), Insets(top=47, bottom=344)),
    ((390, 844), Insets(top=200, bottom=144)),  # in a browser that has moved the page upwards
    ((844, 390), Insets(right=59, bottom=200, left=59)),
]


@pytest.mark.parametrize(("size", "keyboard"), KEYBOARDS, ids=str)
def test_a_keyboard_leaves_the_field_that_is_typed_in_in_sight(
    open_app: Open, size: tuple[int, int], keyboard: Insets
) -> None:
    app = open_app(size)
    app.home(routes.Title())
    assert isinstance(app.platform, Screen)
    clear = pygame.Rect(keyboard.left, keyboard.top, size[0] - keyboard.left - keyboard.right, 0)
    clear.height = size[1] - keyboard.top - keyboard.bottom
    for route in (routes.NewGame(Setup("hansa")), routes.Paste()):
        app.open(route)
        for element in [widget.id for widget in app.scene.widgets if isinstance(widget, TextField)]:
            app.handle(Pick(element))
            app.platform.insets = keyboard
            app.handle(Changed("size"))
            field = Person(app).widget(element)
            seen = field.rect.clip(pygame.FRect(field.clip or clear))
            assert app.editing == element
            assert clear.contains(seen), element
            assert seen.height >= 40 and seen.width >= 160, element
            app.platform.insets = Insets()
            app.handle(Changed("size"))
