"""Games go out by link, text, file and mail."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game import engine
from game.client.app.app import App
from game.client.app.report import fault_report
from game.client.draw.widgets import Paragraph
from game.client.pages.games import GameMenuPage
from game.client.pages.share import SharePage
from game.client.review.results import ResultsPage
from game.client.storage.link import decode, encode, received
from game.client.table.table import TableScene
from game.client.tables.page import TablesPage
from game.client.words.i18n import LANGUAGES, t
from game.engine.record import write
from game.match import Person as By
from game.platform import StorageError
from tests.client.conftest import Person, new_match
from tests.client.sharing import kept, opened, page, played, settle, table_of, up_to, visit
from tests.rooms.test_room_missions import begun, dealt
from tests.rooms.test_room_missions import play as play_in

GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


async def copied_link(app: App) -> str:
    Person(app).click("copy-link")
    await settle(app)
    return page(app).clipboard


@pytest.mark.parametrize("game", GAMES)
def test_the_shared_link_holds_the_game(app: App, game: str) -> None:
    async def check() -> None:
        match = played(game, 40)
        app.push(SharePage(app, match))
        app.step()
        link = await copied_link(app)
        assert link.startswith("https://kontor.example/play/#game=")
        assert received(link).record.actions == match.record.actions
        Person(app).click("copy-text")
        await settle(app)
        assert received(page(app).clipboard).record.actions == match.record.actions
        told = [widget.label for widget in app.scene.widgets if isinstance(widget, Paragraph)]
        assert any(t("games.paste") in words and t("games.title") in words for words in told)

    asyncio.run(check())


def test_without_a_clipboard_the_link_is_shown_to_be_copied_by_hand(app: App) -> None:
    async def check() -> None:
        page(app).refuses_clipboard = True
        app.push(SharePage(app, played("hansa", 10)))
        app.step()
        await copied_link(app)
        field = Person(app).widget("by-hand")
        assert received(field.element().value)

    asyncio.run(check())


def test_without_an_address_there_is_text_and_file_but_no_link(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(SharePage(app, played("hansa", 10)))
    for _ in range(3):
        app.step()
    ids = {widget.id for widget in app.scene.widgets}
    assert {"copy-text", "file"} <= ids and not {"copy-link", "send", "code"} & ids


def test_a_file_holds_the_game(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.platform.desktop.platform._downloads", lambda: tmp_path)
    match = played("hansa", 10)
    app.push(SharePage(app, match))
    app.step()
    Person(app).click("file")
    (file,) = tmp_path.glob("kontor-hansa-*.txt")
    assert received(file.read_text()).record.actions == match.record.actions
    assert str(file) in app.scene.message  # type: ignore[attr-defined]


def test_a_game_is_shared_from_the_list(app: App) -> None:
    kept(app, played("hansa", 10).record)
    app.push(TablesPage(app))
    app.push(GameMenuPage(app, app.saves.games()[0]))
    app.step()
    Person(app).click("share")
    assert isinstance(app.scene, SharePage)


# ---- by mail ------------------------------------------------------------------------------------


def hand_on(app: App) -> None:
    """Play until the decision belongs to another seat."""
    table = table_of(app)
    seat = table.match.state.actor
    while app.scene is table and table.match.state.actor == seat:
        table.play(table.match.state.legal_actions()[0])
        shown(app, table)


def shown(app: App, table: TableScene) -> None:
    """Let the table draw its changes, and continue after that."""
    app.step()
    while app.scene is table and (app._moving or not table.stage.finished):
        app.step()
    app.step()


def test_by_mail_the_link_is_offered_after_the_own_turn(app: App) -> None:
    app.push(TableScene(app, played("hansa", 9)))
    app.push(SharePage(app, table_of(app).match))
    app.step()
    person = Person(app)
    person.click("mail")
    person.click("back")
    hand_on(app)
    scene = app.scene
    assert isinstance(scene, SharePage) and scene.handed_on
    actor = scene.match.state.actor
    assert actor is not None and scene.match.players[actor].name in scene.title()
    person.click("back")
    assert isinstance(app.scene, TableScene)


def test_at_one_table_no_page_comes_between_the_turns(app: App) -> None:
    app.push(TableScene(app, played("hansa", 9)))
    app.step()
    hand_on(app)
    assert isinstance(app.scene, TableScene)


def test_that_a_game_is_by_mail_travels_with_it(app: App) -> None:
    match = played("hansa", 9)
    match.set_by_mail(True)
    visit(app, encode(match.record)).click("continue")
    assert table_of(app).match.by_mail
    hand_on(app)
    assert isinstance(app.scene, SharePage)


def test_by_mail_the_end_is_sent_before_it_is_scored(app: App) -> None:
    match, rng = new_match("hansa", 2), random.Random(4)
    match.set_by_mail(True)
    while match.state.actor is not None:
        last = rng.choice(match.state.legal_actions())
        match.play(last)
    match.undo()
    app.push(TableScene(app, match))
    app.step()
    table = table_of(app)
    table.play(last)
    shown(app, table)
    assert isinstance(app.scene, SharePage) and match.state.outcome
    Person(app).click("back")
    shown(app, table)
    assert isinstance(app.scene, ResultsPage)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", ["full", "blocked", "broken"])
def test_a_file_that_cannot_be_saved_is_told_in_kontors_own_words(
    app: App, monkeypatch: pytest.MonkeyPatch, reason: str, language: str
) -> None:
    def refuse(*_given: object) -> str:
        raise StorageError(reason, "[Errno 13] Permission denied")

    monkeypatch.setattr(type(app.platform), "save_file", refuse)
    app.settings.language = language
    app.apply_settings()
    app.push(SharePage(app, played("hansa", 10)))
    app.step()
    Person(app).click("file")
    app.step()
    shown = " ".join(widget.label for widget in app.scene.widgets if isinstance(widget, Paragraph))
    assert "Errno" not in shown and t(f"share.file.failed.{reason}") in shown
    assert t(f"share.file.failed.{reason}") != f"share.file.failed.{reason}"


def test_a_game_of_a_room_is_shared_without_the_secret_of_its_seat(app: App) -> None:
    """By link, text, file and report, during the game. Others can still continue from there."""
    house = begun()
    play_in(house, 30, random.Random(1))
    match, card = house.replicas[1].match, dealt(house)[0]
    assert match is not None and card in match.text(), "the device itself knows it"
    shared = SharePage(app, match)
    for text in (shared.text, write(decode(shared.link)), fault_report("", match)):
        assert card not in text and match.record.actions[-1].text in text
    for text in (shared.text, shared.link):
        assert received(text).state.position() == match.state.position()


def test_with_its_end_the_secrets_of_a_room_are_shared_too(app: App) -> None:
    house = begun()
    house.checked = False
    play_in(house, 1500, random.Random(4))
    match = house.replicas[1].match
    assert match is not None and match.state.outcome is not None
    assert received(SharePage(app, match).link).state.outcome == match.state.outcome


def test_what_comes_back_of_a_shared_game_leaves_the_own_secret_where_it_is_kept(app: App) -> None:
    house = begun()
    play_in(house, 30, random.Random(1))
    match, card = house.replicas[1].match, dealt(house)[0]
    assert match is not None
    match = match.branch(app.saves.new_id(), 30, [By() for _ in range(3)])
    link = SharePage(app, match).link
    kept(app, up_to(match.record, 20))
    visit(app, link.partition("#")[2]).click("go-on")
    [saved] = app.saves.games()
    assert saved.actions == 30 and card in app.saves.open(saved.id).text()
