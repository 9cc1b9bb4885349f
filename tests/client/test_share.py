"""Games go out and come in by link, text, file and mail. What comes in never costs a game already here."""

from __future__ import annotations

import asyncio
import json
import random
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import VERSION, engine
from game.client import start
from game.client.app import App
from game.client.link import encode, received
from game.client.routes import ROUTES
from game.client.scenes.arrival import Arrival, Refusal
from game.client.scenes.failure import Failure
from game.client.scenes.games import GameMenu, Games, Paste
from game.client.scenes.replay import Replay
from game.client.scenes.results import Results
from game.client.scenes.share import Share
from game.client.scenes.table import Table
from game.client.scenes.title import Title
from game.engine.record import Record
from game.match import Match
from game.platform import Changed, Opened, StorageError
from tests.client.conftest import Person, Screen, new_match

GAMES = engine.rulesets()


class Page(Screen):
    """A screen with an address, as in a browser."""

    fragment = ""
    refuses_clipboard = False

    def address(self) -> str:
        return "https://kontor.example/play/"

    def link(self) -> str:
        return self.fragment

    def forget_link(self) -> None:
        self.fragment = ""

    async def copy(self, text: str) -> bool:
        return False if self.refuses_clipboard else await super().copy(text)


@pytest.fixture
def app(tmp_path: Path) -> App:
    app = App(Page(tmp_path), ROUTES)
    pygame.event.clear()
    app.settings.speed = "off"
    app.push(Title(app))
    return app


def page(app: App) -> Page:
    assert isinstance(app.platform, Page)
    return app.platform


def played(game: str, steps: int, seed: int = 3) -> Match:
    match, rng = new_match(game, 3, seed), random.Random(seed)
    for _ in range(steps):
        match.play(rng.choice(match.state.legal_actions()))
    return match


def up_to(record: Record, steps: int) -> Record:
    return replace(record, tags=dict(record.tags), actions=record.actions[:steps])


def kept(app: App, record: Record) -> str:
    """Save a game as this person's own."""
    match = Match(app.shelf.new_id(), up_to(record, len(record.actions)))
    app.shelf.save(match)
    return match.id


def visit(app: App, fragment: str) -> Person:
    """The page is opened with a URL fragment."""
    page(app).fragment = fragment
    app.bring_link()
    app.step()
    return Person(app)


def table_of(app: App) -> Table:
    assert isinstance(app.scene, Table), app.scene.name
    return app.scene


async def settle(app: App) -> None:
    """Until what takes its time (the clipboard) is done."""
    for task in list(app._tasks):
        await task
    app.step()


# ---- arriving -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_link_is_continued_as_a_game_of_its_own(app: App, game: str) -> None:
    match = played(game, 40)
    person = visit(app, encode(match.record))
    assert isinstance(app.scene, Arrival) and app.shelf.games() == [], "nothing is done unasked"
    assert match.state.actor is not None
    read_out = [element.label for element in app.elements()]
    assert f"{match.players[match.state.actor].name} is next" in read_out
    person.click("continue")
    assert table_of(app).match.state.position() == match.state.position()
    assert [saved.actions for saved in app.shelf.games()] == [40]
    assert page(app).fragment == "", "a reload does not ask again"


def test_a_link_can_be_watched_and_left_and_changes_nothing(app: App) -> None:
    match = played("hansa", 30)
    person = visit(app, encode(match.record))
    person.click("watch")
    assert isinstance(app.scene, Replay) and app.scene.total == 30
    person.click("leave")
    assert isinstance(app.scene, Arrival) and page(app).fragment, "a reload would ask again"
    person.click("leave")
    assert isinstance(app.scene, Title) and app.shelf.games() == [] and page(app).fragment == ""


def test_a_link_further_on_continues_the_kept_game(app: App) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, up_to(whole, 25))
    app.shelf.rename(game_id, "Sunday")
    visit(app, encode(whole)).click("go-on")
    assert (table_of(app).match.id, len(table_of(app).match.record.actions)) == (game_id, 40)
    assert [(saved.id, saved.title, saved.actions) for saved in app.shelf.games()] == [
        (game_id, "Sunday", 40)
    ]


@pytest.mark.parametrize("steps", [25, 40])
def test_a_link_that_ends_earlier_leads_to_the_kept_game(app: App, steps: int) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, whole)
    visit(app, encode(up_to(whole, steps))).click("go-on")
    assert (table_of(app).match.id, len(table_of(app).match.record.actions)) == (game_id, 40)
    assert [saved.actions for saved in app.shelf.games()] == [40]


@pytest.mark.parametrize("steps", [25, 40])
def test_a_second_copy_is_made_only_if_it_is_asked_for(app: App, steps: int) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, whole)
    visit(app, encode(up_to(whole, steps))).click("continue")
    assert table_of(app).match.id != game_id
    assert sorted(saved.actions for saved in app.shelf.games()) == sorted([40, steps])


def test_a_link_that_went_another_way_never_touches_the_kept_game(app: App) -> None:
    trunk = played("hansa", 20)
    branch = Match.resume("branch", trunk.text())
    for match, choice in ((trunk, 0), (branch, -1)):
        for _ in range(5):
            match.play(match.state.legal_actions()[choice])
    game_id = kept(app, trunk.record)
    person = visit(app, encode(branch.record))
    assert not any(widget.id == "go-on" for widget in app.scene.widgets)
    person.click("continue")
    assert app.shelf.open(game_id).record.actions == trunk.record.actions
    assert table_of(app).match.record.actions == branch.record.actions


def test_the_kept_game_may_change_while_the_question_stands(app: App) -> None:
    """Another window plays on or deletes it: the page reports that instead of acting on stale data."""
    whole = played("hansa", 40).record
    game_id = kept(app, up_to(whole, 25))
    person = visit(app, encode(whole))
    app.shelf.delete(game_id)
    person.click("go-on")
    assert isinstance(app.scene, Arrival)
    person.click("continue")
    assert [saved.actions for saved in app.shelf.games()] == [40]


def test_a_link_opened_over_a_running_game_leaves_it_as_it_is(app: App) -> None:
    running = played("hansa-teutonica", 12)
    app.push(Table(app, running))
    page(app).fragment = encode(played("hansa", 5).record)
    app.handle(Changed("link"))
    app.step()
    assert isinstance(app.scene, Arrival)
    Person(app).click("leave")
    assert table_of(app).match is running


def test_a_second_link_takes_the_place_of_the_first(app: App) -> None:
    visit(app, encode(played("hansa", 5).record))
    page(app).fragment = encode(played("hansa", 9).record)
    app.handle(Changed("link"))
    app.step()
    assert isinstance(app.scene, Arrival) and len(app.scene.record.actions) == 9
    assert [scene.name for scene in app.scenes] == ["title", "arrival"]


@pytest.mark.parametrize(
    ("fragment", "fault"),
    [
        (encode(played("hansa", 9).record)[:-12], "broken"),
        ("game=b0815", "version"),
        ("game=a" + "x" * 70_000, "long"),
        ("game=", "broken"),
    ],
)
def test_a_link_that_cannot_be_opened_says_why_and_changes_nothing(
    app: App, fragment: str, fault: str
) -> None:
    game_id = kept(app, played("hansa", 9).record)
    person = visit(app, fragment)
    assert isinstance(app.scene, Refusal) and app.scene.fault == fault
    person.click("back")
    assert isinstance(app.scene, Title) and page(app).fragment == ""
    assert [saved.id for saved in app.shelf.games()] == [game_id]


def test_a_fragment_that_is_no_game_is_left_alone(app: App) -> None:
    visit(app, "chapter-2")
    assert isinstance(app.scene, Title) and page(app).fragment == "chapter-2"


@pytest.mark.parametrize("form", ["link", "fragment", "text"])
def test_what_was_copied_is_understood_when_it_is_pasted(app: App, form: str) -> None:
    match = played("hansa", 15)
    fragment = encode(match.record)
    text = {"link": f"https://elsewhere.example/#{fragment}", "fragment": fragment, "text": match.text()}[
        form
    ]
    app.push(Paste(app))
    app.step()
    person = Person(app)
    person.click("record")
    person.type(text)
    person.click("open")
    assert isinstance(app.scene, Arrival) and len(app.scene.record.actions) == 15


def test_a_text_that_is_no_game_stays_in_its_field(app: App) -> None:
    app.push(Paste(app))
    app.step()
    person = Person(app)
    person.click("record")
    person.type("what is this?")
    person.click("open")
    assert isinstance(app.scene, Refusal)
    person.click("back")
    assert isinstance(app.scene, Paste) and app.scene.text == "what is this?"


def test_a_file_that_is_brought_in_is_shown(app: App) -> None:
    app.handle(Opened("game.txt", played("hansa", 8).text()))
    assert isinstance(app.scene, Arrival)
    app.handle(Opened("holiday.jpg", "\udcff\x00"))
    assert isinstance(app.scene, Refusal)


def test_a_file_dropped_on_the_window_is_brought_in(app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for content, scene in ((played("hansa", 8).text().encode(), Arrival), (b"\xff\xfe", Refusal)):
        file.write_bytes(content)
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        app.step()
        assert isinstance(app.scene, scene)


def test_the_command_line_takes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(encode(played("hansa", 8).record))
    assert len(received(start.record_text(start.arguments([str(file)]).record)).moves) == 8
    with pytest.raises(SystemExit, match="cannot read"):
        start.record_text(tmp_path / "nothing.txt")


class Glance(Page):
    """A screen that is closed after the first look at it."""

    seen = ""

    def set_report(self, report: Callable[[], str]) -> None:
        self.report = report

    async def input(self, timeout: float | None = None) -> None:
        self.seen = json.loads(self.report())["scene"]
        pygame.event.post(pygame.event.Event(pygame.QUIT))


@pytest.mark.parametrize(
    ("by", "content", "scene"),
    [
        ("file", "link", "arrival"),
        ("file", "nonsense", "refusal"),
        ("address", "link", "arrival"),
        ("address", "nonsense", "title"),
    ],
)
def test_the_program_starts_with_what_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str, content: str, scene: str
) -> None:
    text = encode(played("hansa", 8).record) if content == "link" else content
    screen = Glance(tmp_path)
    file = tmp_path / "given.txt"
    file.write_text(text)
    monkeypatch.setattr(start, "this_platform", lambda: screen)
    if by == "address":
        screen.fragment = text
    asyncio.run(start.main([str(file)] if by == "file" else []))
    assert screen.seen == scene


def test_a_link_is_played_even_where_nothing_can_be_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def blocked(*_given: object) -> None:
        raise StorageError("blocked", "not allowed")

    for method in ("read", "write", "keys"):
        monkeypatch.setattr(app.platform, method, blocked)
    person = visit(app, encode(played("hansa", 8).record))
    person.click("continue")
    assert len(table_of(app).match.record.actions) == 8
    assert "not allowed" in app.notice or "Saving" in app.notice


# ---- sending ------------------------------------------------------------------------------------


async def copied_link(app: App) -> str:
    Person(app).click("copy-link")
    await settle(app)
    return page(app).clipboard


@pytest.mark.parametrize("game", GAMES)
def test_the_shared_link_holds_the_game(app: App, game: str) -> None:
    async def check() -> None:
        match = played(game, 40)
        app.push(Share(app, match))
        app.step()
        link = await copied_link(app)
        assert link.startswith("https://kontor.example/play/#game=")
        assert received(link).record.actions == match.record.actions
        Person(app).click("copy-text")
        await settle(app)
        assert received(page(app).clipboard).record.actions == match.record.actions

    asyncio.run(check())


def test_without_a_clipboard_the_link_is_shown_to_be_copied_by_hand(app: App) -> None:
    async def check() -> None:
        page(app).refuses_clipboard = True
        app.push(Share(app, played("hansa", 10)))
        app.step()
        await copied_link(app)
        field = Person(app).widget("by-hand")
        assert received(field.element().value)

    asyncio.run(check())


def test_without_an_address_there_is_text_and_file_but_no_link(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.push(Share(app, played("hansa", 10)))
    app.step()
    ids = {widget.id for widget in app.scene.widgets}
    assert {"copy-text", "file"} <= ids and not {"copy-link", "send"} & ids


def test_a_file_holds_the_game(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.platform.desktop._downloads", lambda: tmp_path)
    match = played("hansa", 10)
    app.push(Share(app, match))
    app.step()
    Person(app).click("file")
    (file,) = tmp_path.glob("kontor-hansa-*.txt")
    assert received(file.read_text()).record.actions == match.record.actions
    assert str(file) in app.scene.message  # type: ignore[attr-defined]


def test_a_game_is_shared_from_the_list(app: App) -> None:
    kept(app, played("hansa", 10).record)
    app.push(Games(app))
    app.push(GameMenu(app, app.shelf.games()[0]))
    app.step()
    Person(app).click("share")
    assert isinstance(app.scene, Share)


# ---- by mail ------------------------------------------------------------------------------------


def hand_on(app: App) -> None:
    """Play until the decision belongs to another seat."""
    table = table_of(app)
    seat = table.match.state.actor
    while app.scene is table and table.match.state.actor == seat:
        table.play(table.match.state.legal_actions()[0])
        app.step()


def test_by_mail_the_link_is_offered_after_the_own_turn(app: App) -> None:
    app.push(Table(app, played("hansa", 9)))
    app.push(Share(app, table_of(app).match))
    app.step()
    person = Person(app)
    person.click("mail.yes")
    person.click("back")
    hand_on(app)
    scene = app.scene
    assert isinstance(scene, Share) and scene.handed_on
    actor = scene.match.state.actor
    assert actor is not None and scene.match.players[actor].name in scene.title()
    person.click("back")
    assert isinstance(app.scene, Table)


def test_at_one_table_no_page_comes_between_the_turns(app: App) -> None:
    app.push(Table(app, played("hansa", 9)))
    app.step()
    hand_on(app)
    assert isinstance(app.scene, Table)


def test_that_a_game_is_by_mail_travels_with_it(app: App) -> None:
    match = played("hansa", 9)
    match.set_by_mail(True)
    visit(app, encode(match.record)).click("continue")
    assert table_of(app).match.by_mail
    hand_on(app)
    assert isinstance(app.scene, Share)


def test_by_mail_the_end_is_sent_before_it_is_scored(app: App) -> None:
    match, rng = new_match("hansa", 2), random.Random(4)
    match.set_by_mail(True)
    while match.state.actor is not None:
        last = rng.choice(match.state.legal_actions())
        match.play(last)
    match.undo()
    app.push(Table(app, match))
    app.step()
    table_of(app).play(last)
    app.step()
    assert isinstance(app.scene, Share) and match.state.outcome
    Person(app).click("back")
    app.step()
    assert isinstance(app.scene, Results)


# ---- faults -------------------------------------------------------------------------------------


def broken_by(app: App, table: Table, monkeypatch: pytest.MonkeyPatch, method: str) -> Failure:
    """Play an action during which something of ours fails."""

    def fail(*_given: object, **_named: object) -> None:
        raise RuntimeError(f"Anna sat on the {method} in {Path.home()}")

    with monkeypatch.context() as patch:
        patch.setattr(table.stage, method, fail)
        try:
            table.play(table.match.state.legal_actions()[0])
            app.step()
        except RuntimeError as error:
            app._fail(error)
    app.step()
    assert isinstance(app.scene, Failure)
    return app.scene


@pytest.mark.parametrize("method", ["show", "arrange", "draw"])
def test_a_fault_leads_back_into_the_game_without_losing_a_step(
    app: App, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    app.push(Table(app, played("hansa", 9)))
    app.step()
    table = table_of(app)
    broken_by(app, table, monkeypatch, method)
    assert app.shelf.games()[0].actions == 10, "it was saved before it was shown"
    Person(app).click("continue")
    app.step()
    assert table_of(app) is not table and len(table_of(app).match.record.actions) == 10


def test_a_fault_that_comes_again_leads_to_the_title(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(Table(app, played("hansa", 9)))
    app.step()
    failure = broken_by(app, table_of(app), monkeypatch, "draw")
    assert not failure.again

    def fail(*_given: object) -> None:
        raise RuntimeError("again")

    monkeypatch.setattr(Table, "__init__", fail)
    person = Person(app)
    pygame.event.clear()
    try:
        person.click("continue")
    except RuntimeError as error:
        app._fail(error)
    app.step()
    assert isinstance(app.scene, Failure) and app.scene.again
    assert not any(widget.id == "continue" for widget in app.scene.widgets)
    person.click("home")
    assert isinstance(app.scene, Title)
    assert app.shelf.games()[0].actions == 10


def test_a_report_names_nobody(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    app.push(Table(app, played("hansa", 9)))
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
    assert "Kontor " in report and "ruleset hansa" in report
    assert all(action.text in report for action in match.record.actions)


def test_the_version_is_that_of_the_project() -> None:
    with open(Path(__file__).parents[2] / "pyproject.toml", "rb") as file:
        assert tomllib.load(file)["project"]["version"] == VERSION


def test_a_file_that_could_not_be_read_is_refused_calmly(app: App) -> None:
    app.handle(Opened("gone.txt", ""))
    assert isinstance(app.scene, Refusal)
