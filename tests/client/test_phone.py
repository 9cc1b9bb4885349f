"""A phone hides nothing: the whole board first, arrows to what is off screen, finger-sized targets."""

from __future__ import annotations

import random
from collections.abc import Callable

import pygame
import pytest

from game.client.draw import paint
from game.client.draw.widgets import Button, Look
from game.client.frame import to
from game.client.frame.app import App
from game.client.frame.gestures import Hold
from game.client.stage.edges import Edge, edge_pointers
from game.client.stage.slip import Slip
from game.client.table import table as scenes
from game.client.table.desks import Tab
from game.client.table.table import Table
from game.client.touch.spots import Spot
from tests.match.games import finished

from .conftest import Person, Screen, hurried, new_match

PHONES = [((1170, 2532), 3), ((640, 1136), 2), ((1688, 780), 2), ((1280, 720), 2)]
GAMES = ("hansa-teutonica", "hansa")


def seated(app: App, game: str) -> Table:
    table = Table(app, new_match(game, 3))
    app.push(table)
    app.step()
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_the_first_picture_shows_the_whole_board(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    table = seated(open_app(size, ratio), game)
    window, board = table.stage.camera.window, table.stage.camera.board
    assert window.inflate(1, 1).contains(board)
    assert all(spot.in_sight for spot in table.spots.values())
    assert not [widget for widget in table.widgets if isinstance(widget, Edge)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("size", "ratio"), [*PHONES, ((768, 1024), 1), ((1280, 720), 1)], ids=str)
def test_no_button_hides_any_of_the_board(
    open_app: Callable[..., App], game: str, size: tuple[int, int], ratio: float
) -> None:
    table = seated(open_app(size, ratio), game)
    buttons = [widget for widget in table.widgets if isinstance(widget, Button)]
    assert buttons and not [one.id for one in buttons if one.rect.colliderect(table.stage.camera.board)]


@pytest.mark.parametrize(("size", "ratio"), [*PHONES, ((768, 1024), 1), ((1280, 720), 1)], ids=str)
def test_the_buttons_of_a_replay_are_in_one_row_and_no_two_look_alike(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.home(to.Title())
    app.open(to.Replay(finished("hansa-teutonica").record))
    app.step()
    layout = app.scene.stage.layout  # type: ignore[attr-defined]
    buttons = [widget for widget in app.scene.widgets if isinstance(widget, Button)]
    steps = [button for button in buttons if button.id != "try"]  # it may stand above the others
    below = [button for button in steps if button.rect.y > layout.status.bottom]
    assert not [button.id for button in buttons if button.rect.colliderect(layout.board)]
    assert {button.rect.y for button in below} == {below[0].rect.y} and len(below) >= 5
    looks = [pygame.image.tobytes(paint.icon(one.icon, 48, (0, 0, 0)), "RGBA") for one in buttons]
    assert len(set(looks)) == len(buttons)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_out_of_sight_is_pointed_to_and_one_touch_away(
    open_app: Callable[..., App], game: str
) -> None:
    app = open_app((1170, 2532), 3)
    table, person = seated(app, game), Person(app)
    camera = table.stage.camera
    asked = next(spot for spot in table.spots.values() if spot.on_board)
    camera.scale(4, *asked.rect.center)
    table.arrange()
    arrows = [widget for widget in table.widgets if isinstance(widget, Edge)]
    hidden = [spot for spot in table.spots.values() if spot.on_board and not spot.in_sight]
    assert hidden and sum(arrow.count for arrow in arrows) == len(hidden)
    assert all(camera.window.contains(arrow.rect) for arrow in arrows)
    there = {spot.id for spot in hidden}
    person.tap(arrows[0].id)
    assert any(spot.in_sight for spot in table.spots.values() if spot.id in there)
    person.tap("whole")
    assert table.stage.at_home


def test_a_finger_finds_targets_of_its_size_or_the_table_goes_nearer(open_app: Callable[..., App]) -> None:
    app = open_app((1170, 2532), 3)
    table, person = seated(app, "hansa-teutonica"), Person(app)

    def narrowest(name: str) -> float:
        spot: Spot = table.spots[name]
        return min(spot.rect.width, spot.rect.height)

    house = next(name for name in table.spots if name.startswith("house."))
    assert narrowest(house) < app.metrics.finger
    person.tap(house)
    assert house not in table.chooser.chosen, "it was chosen although others are within a finger's reach"
    assert narrowest(house) >= app.metrics.finger
    assert table.spots[house].in_sight


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_tabs_tell_mark_points_and_whose_turn_it_is(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    table = seated(app, "hansa-teutonica")
    tabs = [widget for widget in table.widgets if isinstance(widget, Tab)]
    assert [tab.player for tab in tabs] == list(table.match.players)
    assert [tab.acts for tab in tabs] == [seat == table.match.state.actor for seat in range(len(tabs))]
    assert [tab.points for tab in tabs] == [
        table.view.points(seat, table.match.state) for seat in range(len(tabs))
    ]
    assert all(tab.rect.height >= app.metrics.finger for tab in tabs)


def test_an_arrow_keeps_clear_of_what_can_be_touched() -> None:
    window, seen = pygame.FRect(0, 0, 400, 300), pygame.FRect(356, 130, 44, 44)
    (arrow,) = edge_pointers([pygame.FRect(900, 140, 20, 20)], [seen], window, 44, lambda rects: None)
    assert window.contains(arrow.rect) and not arrow.rect.collidepoint(seen.center)


def test_what_is_out_of_sight_on_a_side_has_one_arrow_and_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(paint, "blit_text", lambda _, words, *how: written.append(words))
    window, target = pygame.FRect(100, 100, 400, 300), pygame.Surface((600, 500))
    beyond = [(20, y) for y in (110, 190, 390)] + [(x, 480) for x in (150, 300, 420)] + [(590, 250)]
    arrows = edge_pointers([pygame.FRect(x, y, 8, 8) for x, y in beyond], [], window, 44, lambda rects: None)
    for arrow in arrows:
        arrow.draw(target, Look(16))
    assert not written and [arrow.count for arrow in arrows] == [3, 3, 1]
    assert [arrow.label for arrow in arrows] == ["3 more on the left", "3 more below", "1 more on the right"]


def test_the_text_size_counts_at_once_and_is_kept(open_app: Callable[..., App]) -> None:
    app = open_app((1280, 720))
    app.open(to.Settings())
    normal = app.metrics.unit
    Person(app).click("text.largest")
    assert app.metrics.unit == pytest.approx(normal * 1.4)
    assert app.shelf.settings().text == "largest"


@pytest.mark.parametrize(("size", "ratio"), PHONES, ids=str)
def test_the_largest_text_leaves_a_phone_its_table(
    open_app: Callable[..., App], size: tuple[int, int], ratio: float
) -> None:
    app = open_app(size, ratio)
    app.settings.text = "largest"
    app.keep_settings()
    table = seated(app, "hansa-teutonica")
    assert table.stage.layout is not None
    whole = pygame.FRect(app.metrics.rect)
    assert all(whole.contains(widget.rect) for widget in table.widgets)
    board = table.stage.camera.board
    assert board.width * board.height > 0.12 * whole.width * whole.height


def test_rows_of_buttons_that_grow_over_the_log_leave_it_readable(open_app: Callable[..., App]) -> None:
    app, rng = open_app(*PHONES[0]), random.Random(2)
    app.settings.language = "pt"
    app.apply_settings()
    app.home(to.Title())
    app.open(to.Table(new_match("hansa", 3)))
    table = app.scene
    assert isinstance(table, Table)
    grown = 0
    for _ in range(150):
        app.step()
        log = table.stage.layout.log if table.stage.layout else None
        if log is not None:
            room = Slip(table.stage, app.metrics, table.widgets, "", []).log_room()
            assert room is not None
            buttons = [widget.rect for widget in table.widgets if isinstance(widget, Button)]
            assert not any(rect.colliderect(room) for rect in buttons)
            grown += room != log
        if table.match.state.outcome is not None:
            break
        table.play(hurried(table.match.state, rng))
    assert grown, "there were rows of buttons over the log"


@pytest.mark.parametrize("game", GAMES)
def test_the_log_does_not_look_out_from_behind_a_hint(
    open_app: Callable[..., App], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    logs, notes = list[pygame.FRect](), list[pygame.FRect]()
    monkeypatch.setattr(scenes, "draw_log", lambda _, room, *rest: logs.append(room))
    monkeypatch.setattr(scenes, "draw_note", lambda _, note, unit: notes.append(note.rect))
    app = open_app(*PHONES[0])
    table = seated(app, game)
    assert table.stage.layout is not None and table.stage.layout.log is not None
    free = Slip(table.stage, app.metrics, table.widgets, "", []).log_room()
    assert free is not None
    table.choice.remark = "Here a sentence says why that is not to be had."
    app.refresh()
    app.step()
    assert notes[-1].colliderect(free), "the hint stands where the log was"
    assert not notes[-1].colliderect(logs[-1]) and free.contains(logs[-1])


def test_a_finger_that_rests_on_a_small_house_is_told_about_it_and_nothing_moves(
    open_app: Callable[..., App],
) -> None:
    app = open_app((1170, 2532), 3)
    table = seated(app, "hansa-teutonica")
    pose, house = table.stage.camera.pose, table.spots["house.minden-hannover.1"]
    assert table.handle(Hold(*house.rect.center, True))
    app.step()
    card = table.pointing.card(house.id)
    assert table.pointing.held == house.id and card is not None
    assert isinstance(app.platform, Screen) and app.platform.said[-1] == card.spoken
    assert table.stage.camera.pose == pose and not table.match.moves
