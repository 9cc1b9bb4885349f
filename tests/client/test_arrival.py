"""Games arrive by link, text and file, and never overwrite a stored game."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from game import engine
from game.client import start
from game.client.app import routes
from game.client.app.app import App
from game.client.draw.widgets import Button
from game.client.pages.arrival import ArrivalPage, RefusalPage, SeatRow
from game.client.pages.games import PastePage, open_game
from game.client.pages.title import TitleScene
from game.client.review.analysis_task import ProgressBar
from game.client.review.replay import ReplayScene
from game.client.storage.link import encode, received
from game.client.table.table import TableScene
from game.client.views import make_view
from game.client.views.thumbnail import BoardPicture
from game.command.play import given
from game.engine.record import Record, write
from game.match import Match
from game.platform import Changed, Opened, StorageError
from game.platform.desktop.platform import Desktop
from tests.client.conftest import Person, finished
from tests.client.sharing import Page, kept, opened, page, played, table_of, up_to, visit

GAMES = engine.rulesets()


@pytest.fixture
def app(tmp_path: Path) -> App:
    return opened(tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_a_link_is_continued_as_a_game_of_its_own(app: App, game: str) -> None:
    match = played(game, 40)
    person = visit(app, encode(match.record))
    assert isinstance(app.scene, ArrivalPage) and app.saves.games() == [], "nothing is done unasked"
    assert match.state.actor is not None
    read_out = [element.label for element in app.elements()]
    name, view = match.players[match.state.actor].name, make_view(match.ruleset, match.players, {})
    assert f"{name} is next. {view.standings(match.state)[match.state.actor].spoken}" in read_out
    person.click("continue")
    assert table_of(app).match.state.position() == match.state.position()
    assert [saved.actions for saved in app.saves.games()] == [40]
    assert page(app).fragment == "", "a reload does not ask again"


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
@pytest.mark.parametrize("game", GAMES)
def test_a_link_shows_the_board_the_points_and_the_way_on(
    open_app: Callable[..., App], game: str, size: tuple[int, int]
) -> None:
    app = open_app(size)
    found = []
    for steps in (1, 40):
        match = played(game, steps)
        app.home(routes.Title())
        app.bring(encode(match.record))
        scene = app.scene
        assert isinstance(scene, ArrivalPage)
        (board,) = (widget for widget in scene.widgets if isinstance(widget, BoardPicture))
        for _ in range(2000):  # each draws a part of the board
            app.step()
            if scene.update(0.0) is None:
                break
        shown = board.board_image
        assert shown is not None and shown.picture is not None
        assert board.rect.width * 0.5 < shown.picture.get_width() <= board.rect.width + 1
        assert shown.picture.get_height() <= board.rect.height + 1
        found.append(pygame.image.tobytes(pygame.transform.scale(shown.picture, (300, 200)), "RGB"))
        rows = [widget.standing for widget in scene.widgets if isinstance(widget, SeatRow)]
        assert rows == list(
            make_view(match.ruleset, match.players, match.state.options).standings(match.state)
        )
        go_on = Person(app).widget("continue")
        assert go_on.clip is None and app.metrics.rect.contains(go_on.rect), "in sight without scrolling"
    assert found[0] != found[1]


def test_a_finished_game_from_a_link_tells_its_result(app: App) -> None:
    match = finished("hansa")
    assert match.state.outcome is not None
    visit(app, encode(match.record))
    read_out = [element.label for element in app.elements()]
    for player, points in zip(match.players, match.state.outcome.totals, strict=True):
        assert f"{player.name}. Points so far (the star): {points}." in read_out


def test_a_link_can_be_watched_and_left_and_changes_nothing(app: App) -> None:
    match = played("hansa", 30)
    person = visit(app, encode(match.record))
    person.click("watch")
    assert isinstance(app.scene, ReplayScene) and app.scene.total == 30
    person.click("leave")
    assert isinstance(app.scene, ArrivalPage) and page(app).fragment, "a reload would ask again"
    person.click("leave")
    assert isinstance(app.scene, TitleScene) and app.saves.games() == [] and page(app).fragment == ""


def test_a_link_further_on_continues_the_kept_game(app: App) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, up_to(whole, 25))
    app.saves.rename(game_id, "Sunday")
    visit(app, encode(whole)).click("go-on")
    assert (table_of(app).match.id, len(table_of(app).match.record.actions)) == (game_id, 40)
    assert [(saved.id, saved.title, saved.actions) for saved in app.saves.games()] == [
        (game_id, "Sunday", 40)
    ]


@pytest.mark.parametrize("steps", [25, 40])
def test_a_link_that_ends_earlier_leads_to_the_kept_game(app: App, steps: int) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, whole)
    visit(app, encode(up_to(whole, steps))).click("go-on")
    assert (table_of(app).match.id, len(table_of(app).match.record.actions)) == (game_id, 40)
    assert [saved.actions for saved in app.saves.games()] == [40]


@pytest.mark.parametrize("steps", [25, 40])
def test_a_second_copy_is_made_only_if_it_is_asked_for(app: App, steps: int) -> None:
    whole = played("hansa", 40).record
    game_id = kept(app, whole)
    visit(app, encode(up_to(whole, steps))).click("continue")
    assert table_of(app).match.id != game_id
    assert sorted(saved.actions for saved in app.saves.games()) == sorted([40, steps])


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
    assert app.saves.open(game_id).record.actions == trunk.record.actions
    assert table_of(app).match.record.actions == branch.record.actions


def test_the_kept_game_may_change_while_the_question_stands(app: App) -> None:
    """Another window continues or deletes it: the page reports that instead of acting on stale data."""
    whole = played("hansa", 40).record
    game_id = kept(app, up_to(whole, 25))
    person = visit(app, encode(whole))
    app.saves.delete(game_id)
    person.click("go-on")
    assert isinstance(app.scene, ArrivalPage)
    person.click("continue")
    assert [saved.actions for saved in app.saves.games()] == [40]


def test_a_link_opened_over_a_running_game_leaves_it_as_it_is(app: App) -> None:
    running = played("hansa-teutonica", 12)
    app.push(TableScene(app, running))
    page(app).fragment = encode(played("hansa", 5).record)
    app.handle(Changed("link"))
    app.step()
    assert isinstance(app.scene, ArrivalPage)
    Person(app).click("leave")
    assert table_of(app).match is running


def test_a_second_link_takes_the_place_of_the_first(app: App) -> None:
    visit(app, encode(played("hansa", 5).record))
    page(app).fragment = encode(played("hansa", 9).record)
    app.handle(Changed("link"))
    app.step()
    assert isinstance(app.scene, ArrivalPage) and len(app.scene.record.actions) == 9
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
    assert isinstance(app.scene, RefusalPage) and app.scene.fault == fault
    person.click("back")
    assert isinstance(app.scene, TitleScene) and page(app).fragment == ""
    assert [saved.id for saved in app.saves.games()] == [game_id]


def test_a_fragment_that_is_no_game_is_left_alone(app: App) -> None:
    visit(app, "chapter-2")
    assert isinstance(app.scene, TitleScene) and page(app).fragment == "chapter-2"


@pytest.mark.parametrize("form", ["link", "fragment", "text"])
def test_what_was_copied_is_understood_when_it_is_pasted(app: App, form: str) -> None:
    match = played("hansa", 15)
    fragment = encode(match.record)
    text = {"link": f"https://elsewhere.example/#{fragment}", "fragment": fragment, "text": match.text()}[
        form
    ]
    app.push(PastePage(app))
    app.step()
    person = Person(app)
    person.click("record")
    person.type(text)
    person.click("open")
    assert isinstance(app.scene, ArrivalPage) and len(app.scene.record.actions) == 15


def test_a_game_in_the_east_that_is_pasted_shows_its_board(app: App) -> None:
    """The board is drawn although no new game with it was set up here."""
    game = Record(engine.ruleset("hansa-teutonica"), 3, {"board": "east"}, 1)
    app.push(PastePage(app))
    app.step()
    person = Person(app)
    person.click("record")
    person.type(write(game))
    person.click("open")
    assert isinstance(app.scene, ArrivalPage)
    person.click("continue")
    assert isinstance(app.scene, TableScene)
    for _ in range(400):
        app.step()
        if not app.scene.unfinished:
            break
    assert {"house.danzig-malmoe.4", "house.danzig-malmoe.1"} <= set(app.scene.targets)
    assert app.scene.pointing.card("effect.danzig-malmoe") is not None


@pytest.mark.parametrize("text", ["", "a text of 23 characters"], ids=["nothing", "too much"])
def test_where_there_is_nothing_to_open_the_button_says_so_and_opens_the_field(
    app: App, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr("game.client.pages.games.MAX_PASTED", 20)
    app.push(page := PastePage(app))
    page.text = text
    app.refresh()
    app.step()
    button = Person(app).widget("open")
    assert isinstance(button, Button) and button.tone == "primary"
    Person(app).click("open")
    assert app.scene is page and app.editing == "record"
    said = "too long" if text else "Paste a link or a text first."
    assert any(said in widget.label for widget in page.widgets)


def test_a_text_that_is_no_game_stays_in_its_field(app: App) -> None:
    app.push(PastePage(app))
    app.step()
    person = Person(app)
    person.click("record")
    person.type("what is this?")
    person.click("open")
    assert isinstance(app.scene, RefusalPage)
    person.click("back")
    assert isinstance(app.scene, PastePage) and app.scene.text == "what is this?"


def test_a_file_that_is_brought_in_is_shown(app: App) -> None:
    app.handle(Opened("game.txt", played("hansa", 8).text()))
    assert isinstance(app.scene, ArrivalPage)
    app.handle(Opened("holiday.jpg", "\udcff\x00"))
    assert isinstance(app.scene, RefusalPage)


def test_a_file_dropped_on_the_window_is_brought_in(app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for content, scene in ((played("hansa", 8).text().encode(), ArrivalPage), (b"\xff\xfe", RefusalPage)):
        file.write_bytes(content)
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(file)))
        app.step()
        assert isinstance(app.scene, scene)


def test_the_command_line_takes_a_file(app: App, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(encode(played("hansa", 8).record))
    assert isinstance(app.platform, Desktop)
    assert len(received(given([str(file)], app.platform).text).moves) == 8
    with pytest.raises(SystemExit, match="no such file"):
        given([str(tmp_path / "nothing.txt")], app.platform)


class Glance(Page):
    """A screen that is closed after its first frame."""

    seen = ""

    def set_report(self, report: Callable[[], str]) -> None:
        self.report = report

    async def input(self, timeout: float | None = None, *, idle: bool = False) -> None:
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
def test_the_program_starts_with_what_it_was_given(tmp_path: Path, by: str, content: str, scene: str) -> None:
    text = encode(played("hansa", 8).record) if content == "link" else content
    screen = Glance(tmp_path)
    file = tmp_path / "given.txt"
    file.write_text(text)
    if by == "address":
        screen.fragment = text
    asyncio.run(start.main(screen, *given([str(file)] if by == "file" else [], screen)))
    assert screen.seen == scene


def test_a_link_is_played_even_where_nothing_can_be_kept(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def blocked(*_given: object) -> None:
        raise StorageError("blocked", "not allowed")

    for method in ("read", "write", "replace", "keys"):
        monkeypatch.setattr(app.platform, method, blocked)
    person = visit(app, encode(played("hansa", 8).record))
    person.click("continue")
    assert len(table_of(app).match.record.actions) == 8
    assert "not allowed" in app.notice or "Saving" in app.notice


def test_a_file_that_could_not_be_read_is_refused_calmly(app: App) -> None:
    app.handle(Opened("gone.txt", ""))
    assert isinstance(app.scene, RefusalPage)


# ---- long games --------------------------------------------------------------------------------


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of twenty actions counts as long, and a frame has time for one of them."""
    monkeypatch.setattr("game.match.match.AT_ONCE", 3)
    monkeypatch.setattr("game.match.match.SLICE", 1)
    monkeypatch.setattr("game.client.review.loading.SLICE", 0.0)


def until_loaded(app: App) -> list[float]:
    """Draw frames until the game is loaded. Return the states of the progress bar."""
    shares = []
    while app.scene.name == "loading":
        shares += [widget.share for widget in app.scene.widgets if isinstance(widget, ProgressBar)]
        said = [element.label for element in app.elements() if element.kind == "note"]
        assert len(said) == len(set(said)) == 1, "screen readers are told once"
        app.step()
    return shares


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("way", ["link", "text", "saved", "title", "share"])
def test_a_long_game_is_replayed_in_slices_with_its_progress(app: App, way: str) -> None:
    record = played("hansa", 20).record
    if way == "link":
        visit(app, encode(record))
    elif way == "text":
        app.bring(write(record))
    else:
        game_id = kept(app, record)
        app.home(routes.Title())
        if way == "share":
            app.open(routes.GameMenu(app.saves.games()[0]))
            app.step()
            Person(app).click("share")
        elif way == "title":
            app.step()
            Person(app).click("continue")
        else:
            open_game(app, game_id)
    shares = until_loaded(app)
    assert len(set(shares)) > 10 and shares == sorted(shares), "the bar moves"
    arrived = {"link": "arrival", "text": "arrival", "share": "share"}.get(way, "table")
    match = app.scene.match
    assert app.scene.name == arrived and match is not None and len(match.record.actions) == 20
    assert match.record == replace(record, tags=match.record.tags)


@pytest.mark.usefixtures("slow")
def test_a_long_game_that_is_being_replayed_can_be_left(app: App) -> None:
    game_id = kept(app, played("hansa", 20).record)
    person = visit(app, encode(played("hansa", 20).record))
    assert app.scene.name == "loading"
    person.click("back")
    assert isinstance(app.scene, TitleScene) and page(app).fragment == ""
    open_game(app, game_id)
    app.step()
    person.click("back")
    assert isinstance(app.scene, TitleScene) and len(app.saves.open(game_id).moves) == 20


@pytest.mark.usefixtures("slow")
def test_a_long_game_that_breaks_late_says_where(app: App) -> None:
    lines = write(played("hansa", 20).record).splitlines()
    broken = "\n".join([*lines[:-1], lines[-2], lines[-2], "end 22"]) + "\n"
    app.bring(broken)
    until_loaded(app)
    assert isinstance(app.scene, RefusalPage) and app.scene.trouble and app.scene.trouble.line > 20


@pytest.mark.usefixtures("slow")
def test_a_second_link_takes_the_place_of_one_that_is_being_replayed(app: App) -> None:
    visit(app, encode(played("hansa", 20).record))
    visit(app, encode(played("hansa", 19).record))
    until_loaded(app)
    assert [scene.name for scene in app.scenes] == ["title", "arrival"]
    assert isinstance(app.scene, ArrivalPage) and len(app.scene.record.actions) == 19
