"""Shortcuts of the installed app's icon for buttons of the title; each arrives as a URL fragment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from game.client.app.app import App
from game.client.pages.title import TitleScene
from game.client.storage.fragment import SHORTCUTS
from game.client.table.table import TableScene
from game.match import Match
from game.platform import StorageError
from tests.client.conftest import Person
from tests.client.sharing import kept, opened, page, played, table_of, visit
from web.site import manifest


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


@pytest.mark.parametrize("shortcut", SHORTCUTS)
def test_a_shortcut_leads_where_the_button_of_the_title_leads(app: App, shortcut: str) -> None:
    async def lead() -> None:  # computers of a game that begins run in the background
        kept(app, played("hansa", 12).record)
        visit(app, shortcut)
        led = [scene.name for scene in app.scenes]
        assert page(app).fragment == "", "a reload does not begin another game"
        while len(app.scenes) > 1:
            app.pop()
        app.step()
        Person(app).click(shortcut)
        assert [scene.name for scene in app.scenes] == led and len(led) == 2

    asyncio.run(lead())


def test_the_icon_offers_what_the_game_knows() -> None:
    assert tuple(manifest.SHORTCUTS) == SHORTCUTS


def test_without_a_game_there_is_none_to_go_on_with(app: App) -> None:
    visit(app, "continue")
    assert isinstance(app.scene, TitleScene) and page(app).fragment == ""


def test_going_on_leaves_the_game_on_the_table_as_it_is(app: App) -> None:
    kept(app, played("hansa", 12).record)
    visit(app, "continue")
    table = table_of(app)
    visit(app, "continue")
    assert app.scene is table


@pytest.mark.parametrize("shortcut", SHORTCUTS)
def test_a_game_that_could_not_be_saved_stays_on_the_table(
    app: App, shortcut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> bool:
        raise StorageError("full", "no room")

    monkeypatch.setattr(app.platform, "write", full)
    monkeypatch.setattr(app.platform, "replace", full)
    match = played("hansa", 12)
    app.push(TableScene(app, Match("unkept", match.record)))
    app.step()
    assert not app.saves.all_kept
    table = table_of(app)
    visit(app, shortcut)
    assert app.scene is table and page(app).fragment == ""
