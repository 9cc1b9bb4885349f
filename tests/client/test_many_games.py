"""Of many saved games only those shown are read."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Wheel
from game.client.table.table import TableScene
from game.client.tables.card import TableCard
from game.client.tables.page import AT_ONCE, TablesPage
from game.engine.record import Head, head, write
from game.platform import Element, Pick
from game.platform.base import changes
from tests.client.conftest import Person, new_match

KEPT = 2 * AT_ONCE + 7


@pytest.fixture
def app(open_app: Callable[..., App]) -> App:
    """Many games, a day apart, the newest of which are over."""
    app, record = open_app(), new_match("hansa", 2).record
    for number in range(KEPT):
        record.tags["date"] = f"{1900 + number:04}-01-01 10:00"
        record.tags["over"] = "yes" if number >= KEPT - 5 else "no"
        app.platform.write(f"game/{number:04}", write(record))
    return app


@pytest.fixture
def heads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts whose headers were read."""
    texts: list[str] = []

    def noted(text: str) -> Head:
        texts.append(text)
        return head(text)

    monkeypatch.setattr("game.client.storage.save_store.head", noted)
    return texts


def pick(app: App, element: str) -> None:
    """Activate an element at any place of a long list, most of which is not visible."""
    app.handle(Pick(element))
    app.step()


def test_the_title_reads_the_one_game_it_offers(app: App, heads: list[str]) -> None:
    app.home(routes.Title())
    app.step()
    assert len(heads) == 1
    Person(app).click("continue")
    assert isinstance(app.scene, TableScene) and app.scene.match.id == f"{KEPT - 6:04}", "the latest not over"


def test_the_list_shows_the_latest_and_older_ones_when_asked(app: App, heads: list[str]) -> None:
    app.home(routes.Title())
    app.open(routes.Games())
    app.step()
    scene = app.scene
    assert isinstance(scene, TablesPage)
    going_on = [f"{KEPT - 6 - number:04}" for number in range(KEPT - 5)]
    assert [game.id for game in scene.games] == going_on[:AT_ONCE]
    assert len(heads) <= AT_ONCE + 2
    for shown in (2 * AT_ONCE, KEPT):
        assert "older" in [widget.id for widget in scene.widgets]
        pick(app, "older")
        assert len(scene.games) == shown
    assert "older" not in [widget.id for widget in scene.widgets]
    finished = [f"{KEPT - 1 - number:04}" for number in range(5)]
    assert [game.id for game in scene.games] == [*going_on, *finished], "those in progress before the others"


def test_what_was_shown_stays_so_when_one_comes_back_to_the_list(app: App) -> None:
    app.home(routes.Title())
    app.open(routes.Games())
    app.step()
    pick(app, "older")
    pick(app, f"more.{KEPT - 6:04}")
    pick(app, "back")
    assert isinstance(app.scene, TablesPage) and len(app.scene.games) == 2 * AT_ONCE


def test_a_step_of_scrolling_tells_only_of_the_games_in_sight(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.home(routes.Title())
    app.open(routes.Games())
    app.step()
    pick(app, "older")
    pick(app, "older")
    before = app.elements()
    assert {f"open.{number:04}" for number in range(KEPT)} <= {element.id for element in before}
    asked: list[str] = []
    element = TableCard.element

    def noted(card: TableCard) -> Element:
        asked.append(card.id)
        return element(card)

    monkeypatch.setattr(TableCard, "element", noted)
    for _ in range(3):
        asked.clear()
        assert app.scene.handle(Wheel(100, 100, -4.0))
        app.refresh()
        for _ in range(3):
            app.step()
        assert 3 < len(set(asked)) < 15
        now = app.elements()
        told = changes(before, now)
        assert 0 < len(told) < 40, "the page hears of few"
        assert [one.id for one in now] == [one.id for one in before], "and has all of them"
        for place, one in told:
            before[place] = one
        assert before == now


def test_an_element_that_comes_or_goes_is_told_with_all_others() -> None:
    one, other, third = (Element(name, name, (0, 0, 1, 1)) for name in ("a", "b", "c"))
    assert changes((), [one, other]) == [(0, one), (1, other)]
    assert changes([one, other], [one, other]) == []
    moved = other._replace(rect=(5, 5, 1, 1))
    assert changes([one, other], [one, moved]) == [(1, moved)]
    assert changes([one, other], [other, one]) == [(0, other), (1, one)]
    assert changes([one, other], [one, other, third]) == [(0, one), (1, other), (2, third)]
    assert changes([one, other], [one, other._replace(kind="text")])[0] == (0, one)
