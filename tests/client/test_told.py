"""The accessibility list of a scene: when it is sent, how much of it, and that it matches the current
state."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from game.client.app import app as app_module
from game.client.app.app import App
from game.client.pages.title import TitleScene
from game.client.views import make_view
from game.client.words.i18n import use_language
from game.platform.base import Element, changes, retold

from .conftest import new_match


def element(name: str, label: str = "") -> Element:
    return Element(name, label or name, (0, 0, 1, 1))


def test_a_list_in_another_order_is_told_by_where_its_elements_have_been() -> None:
    before = [element("a"), element("b"), element("c")]
    now = [element("c"), element("a"), element("b", "Bremen"), element("d")]
    assert retold(before, now) == [2, 0, element("b", "Bremen"), element("d")]
    assert [place for place, _ in changes(before, now)] == [0, 1, 2, 3]


def test_what_took_long_to_draw_is_told_in_a_frame_of_its_own(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, told = open_app(), list[Sequence[Element]]()
    app.push(TitleScene(app))
    app.step()
    monkeypatch.setattr(app.platform, "publish", told.append)
    app.refresh()
    app.step()
    assert len(told) == 1, "at once"
    app.refresh()
    monkeypatch.setattr(app_module, "HANDLING", -1.0)
    monkeypatch.setattr(app_module, "TELLING", -1.0)
    app.step()  # leaves the drawing to the next
    app.step()
    assert len(told) == 1
    app.step()
    assert len(told) == 2


def test_what_is_told_late_is_told_before_long_though_every_frame_takes_long_to_draw(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, told = open_app(), list[Sequence[Element]]()
    app.push(TitleScene(app))
    app.step()
    monkeypatch.setattr(app_module, "HANDLING", -1.0)
    monkeypatch.setattr(app_module, "TELLING", -1.0)
    monkeypatch.setattr(app.platform, "publish", told.append)
    for _ in range(2 * (app_module.MAX_UNTOLD_FRAMES + 1)):  # every other frame draws
        app.refresh()
        app.step()
    assert len(told) == 1


@pytest.mark.parametrize("game", ["hansa-teutonica", "hansa"])
def test_what_is_read_out_is_that_of_the_present_state_and_language(game: str) -> None:
    match, dice = new_match(game, 3, seed=5), random.Random(5)
    view = make_view(match.ruleset, match.players, match.state.options)
    for number in range(120):
        if match.state.outcome is not None:
            break
        match.play(dice.choice(match.state.legal_actions()))
        use_language("de" if number % 7 == 3 else "en")
        fresh = make_view(match.ruleset, match.players, match.state.options)
        assert view.chapters(match.state) == fresh.chapters(match.state)
