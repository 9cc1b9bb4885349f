"""An internal error leads back into the game, loses nothing and reports no player's name."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game import VERSION
from game.client.app.app import App
from game.client.draw.widgets import Paragraph
from game.client.pages.failure import FailurePage
from game.client.pages.title import TitleScene
from game.client.table.table import TableScene
from game.client.words.i18n import LANGUAGES, t
from tests.client.conftest import Person
from tests.client.sharing import opened, played, table_of


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def broken_by(app: App, table: TableScene, monkeypatch: pytest.MonkeyPatch, method: str) -> FailurePage:
    """Play an action during which a method of ours fails."""

    def fail(*_given: object, **_named: object) -> None:
        raise RuntimeError(f"Anna sat on the {method} in {Path.home()}")

    with monkeypatch.context() as patch:
        patch.setattr(table.stage, method, fail)
        try:
            table.play(table.match.state.legal_actions()[0])
            app.refresh()  # as after every activation
            app.step()
        except RuntimeError as error:
            app._fail(error)
    app.step()
    assert isinstance(app.scene, FailurePage)
    return app.scene


def paragraphs(failure: FailurePage) -> list[Paragraph]:
    """Return the paragraphs of the page, except its title."""
    found = [widget for widget in failure.widgets if isinstance(widget, Paragraph)]
    return [part for part in found if part.label != t("failure.title")]


@pytest.mark.parametrize("method", ["show", "arrange", "draw"])
def test_a_fault_leads_back_into_the_game_without_losing_a_step(
    app: App, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    app.push(TableScene(app, played("hansa", 9)))
    app.step()
    table = table_of(app)
    broken_by(app, table, monkeypatch, method)
    assert app.saves.games()[0].actions == 10, "it was saved before it was shown"
    Person(app).click("continue")
    app.step()
    assert table_of(app) is not table and len(table_of(app).match.record.actions) == 10


def test_a_fault_that_comes_again_leads_to_the_title(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(TableScene(app, played("hansa", 9)))
    app.step()
    failure = broken_by(app, table_of(app), monkeypatch, "draw")
    assert not failure.again

    def fail(*_given: object) -> None:
        raise RuntimeError("again")

    monkeypatch.setattr(TableScene, "__init__", fail)
    person = Person(app)
    pygame.event.clear()
    try:
        person.click("continue")
    except RuntimeError as error:
        app._fail(error)
    app.step()
    assert isinstance(app.scene, FailurePage) and app.scene.again
    assert not any(widget.id == "continue" for widget in app.scene.widgets)
    person.click("home")
    assert isinstance(app.scene, TitleScene)
    assert app.saves.games()[0].actions == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_traceback_is_shown_small_below_the_words_once_details_are_requested(
    app: App, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    app.settings.language = language
    app.apply_settings()
    app.push(TableScene(app, played("hansa", 9)))
    app.step()
    failure = broken_by(app, table_of(app), monkeypatch, "draw")
    words = paragraphs(failure)
    assert [part.label for part in words] == [t("failure.text")]
    Person(app).click("details")
    *still, raw = paragraphs(failure)
    assert [part.label for part in still] == [t("failure.text")]
    assert raw.label == failure.details and "RuntimeError" in raw.label and raw.size < still[0].size
    Person(app).click("details")
    assert [part.label for part in paragraphs(failure)] == [t("failure.text")]


def test_a_report_names_nobody(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(TableScene(app, played("hansa", 9)))
    app.step()
    match = table_of(app).match
    report = broken_by(app, table_of(app), monkeypatch, "draw").report
    assert "RuntimeError: player 1 sat on the draw in ~" in report
    for text in (
        *(player.name for player in match.players),
        str(Path.home()),
        str(Path(__file__).parents[2]),
    ):
        assert text not in report
    assert f"Kontor {VERSION}," in report and "ruleset hansa" in report
    assert all(action.text in report for action in match.record.actions)
