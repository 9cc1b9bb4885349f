"""The pages about Kontor name all licences, copy reports of problems, and show what the host publishes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from game import VERSION, notices
from game.assets import ASSETS
from game.client.about.kontor import HostPage, KontorPage, LicencesPage
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Paragraph
from game.client.words.i18n import t
from tests.client.conftest import Person
from tests.client.sharing import opened, page, played, settle
from web.site.notices import licences

ALL = notices.joined({"One": "Free.\n\nAs in speech.", "Two": "Also."})


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


def text_of(app: App) -> str:
    """Return the paragraphs of the page on top."""
    return "\n".join(one.label for one in app.scene.widgets if isinstance(one, Paragraph))


def publish(app: App, monkeypatch: pytest.MonkeyPatch, texts: dict[str, str]) -> None:
    """Let the host of the page publish texts."""

    async def host_text(name: str) -> str:
        return texts.get(name, "")

    monkeypatch.setattr(app.platform, "host_text", host_text)


def test_help_leads_to_versions_and_the_licences_of_every_part(app: App) -> None:
    app.open(routes.About())
    Person(app).click("kontor")
    assert isinstance(app.scene, KontorPage)
    assert f"Kontor {VERSION}" in text_of(app)
    parts = json.loads((ASSETS / "licences.json").read_text(encoding="utf-8"))
    assert parts.keys() == licences().keys()
    assert all(f"{name}: {licence}" in text_of(app) for name, licence in parts.items())


def test_a_report_of_a_problem_has_the_version_and_the_game_without_names(app: App) -> None:
    match = played("hansa-teutonica", 12)

    async def check() -> None:
        app.open(routes.Table(match))
        app.open(routes.Kontor())
        Person(app).click("report")
        await settle(app)

    asyncio.run(check())
    report = page(app).clipboard
    assert f"Kontor {VERSION}" in report and "Window 1280x720, pixel ratio 1, language en" in report
    assert t("kontor.report.copied") in text_of(app)
    assert all(str(action) in report for action in match.record.actions[:3])
    assert not any(player.name in report for player in match.players if not player.name.isdigit())


def test_licences_unfold_one_by_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(app, monkeypatch, {notices.LICENCES: ALL})

    async def check() -> None:
        app.open(routes.Licences())
        assert t("kontor.loading") in text_of(app)
        await settle(app)

    asyncio.run(check())
    Person(app).click("part.0")
    assert "As in speech." in text_of(app) and "Also." not in text_of(app)
    Person(app).click("part.1")
    assert "As in speech." not in text_of(app) and "Also." in text_of(app)


def test_a_program_without_a_host_says_where_its_licences_are(app: App) -> None:
    async def check() -> None:
        app.open(routes.Licences())
        await settle(app)

    asyncio.run(check())
    assert isinstance(app.scene, LicencesPage)
    assert text_of(app) == t("kontor.licences.none")


def test_the_imprint_of_a_host_is_shown_paragraph_by_paragraph(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(app, monkeypatch, {notices.IMPRINT: "Anna Example,\nSome Street 1\n\nNo data is kept.\n"})

    async def check() -> None:
        app.open(routes.Imprint())
        await settle(app)

    asyncio.run(check())
    assert isinstance(app.scene, HostPage)
    assert text_of(app).splitlines() == ["Anna Example, Some Street 1", "No data is kept."]


def test_licences_of_all_parts_can_be_told_apart_again() -> None:
    texts = {name: text.strip() for name, text in licences().items()}
    assert notices.parts(notices.joined(texts)) == texts
