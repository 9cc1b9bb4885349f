"""No text is truncated: every text of every screen fits, in every language and at every text size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pygame
import pytest

from game.client.app.app import App
from game.client.app.page import Page
from game.client.draw import paint
from game.client.draw.widgets import Look
from game.client.pages.title import TitleScene
from game.client.storage.settings import Settings
from game.client.table import desks
from game.client.table.desks import Tab
from game.client.views.standing import Standing
from game.client.words.i18n import LANGUAGES
from game.match import PlayerInfo

from .gallery import gallery


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The truncated texts."""
    found, fit = set[str](), paint.fit

    def noting(words: str, role: str, pixels: int, width: int) -> str:
        shown = fit(words, role, pixels, width)
        found.update({words} - {shown})
        return shown

    monkeypatch.setattr(paint, "fit", noting)
    return found


@pytest.mark.parametrize("points", ["7", "14", "108", "24+"])
@pytest.mark.parametrize("text", Settings.TEXT)
def test_the_points_on_a_narrow_tab_are_never_cut(
    open_app: Callable[..., App], cut: set[str], text: str, points: str
) -> None:
    """Five seats in the column of a player board, or on the narrowest phone. As many ones as digits are
    narrower."""
    open_app((320, 568))
    unit, bo = 16 * Settings.TEXT[text], PlayerInfo("Bo", "red")
    place = pygame.FRect(0, 0, 54, max(44, unit * 1.9))
    alike = tuple(Standing("Bo", one, "") for one in (re.sub(r"\d", "1", points), points))
    for width in range(54, 70):
        place.width = width
        Tab("desk.0", "", place, player=bo, points=points, alike=alike).draw(
            pygame.Surface((80, 80)), Look(unit)
        )
    assert points not in cut


@pytest.mark.parametrize(("width", "starred"), [(54, False), (96, True), (124, True)])
def test_a_star_stands_before_the_points_on_a_tab_that_has_room_for_it(
    open_app: Callable[..., App], width: int, starred: bool
) -> None:
    """As on the player board: lessons refer to the star next to each name."""
    open_app((320, 568))
    points, bo = "12+", PlayerInfo("Bo", "red")
    drawn = [pygame.Surface((width, 50)) for _ in range(2)]
    for target, star in zip(drawn, (desks.Tab._draw_star, lambda *_: None), strict=True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(desks.Tab, "_draw_star", star)
            place, alike = pygame.FRect(target.get_rect()), (Standing("Bo", points, ""),)
            tab = Tab("desk.0", "", place, player=bo, points=points, alike=alike)
            tab.draw(target, Look(16))
    bounds = pygame.mask.from_threshold(drawn[0], (0, 0, 0), (1, 1, 1, 255), drawn[1])
    bounds.invert()
    assert (bounds.count() > 20) == starred


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("size", "text"), [((320, 568), "largest"), ((844, 390), "large")], ids=str)
def test_no_text_of_a_page_is_cut(
    open_app: Callable[..., App], cut: set[str], size: tuple[int, int], text: str, language: str
) -> None:
    app = open_app(size)
    app.settings.text, app.settings.language = text, language
    app.keep_settings()
    for scene in gallery(app, "hansa-teutonica", (Page, TitleScene)):
        assert not cut, (scene.name, cut)
