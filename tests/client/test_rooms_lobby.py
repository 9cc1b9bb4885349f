"""Before a game in a room: creating the table, joining, and choosing seats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.app.gestures import Press, Tap
from game.client.draw import theme
from game.client.draw.widgets import Button, Swatch
from game.client.pages.new_game import NewGamePage
from game.client.rooms.client import REFUSED_FOR
from game.client.rooms.lobby import SeatPage
from game.client.views.thumbnail import BoardPicture
from tests.client.gallery import gallery
from tests.match.games import new_match

from .devices import Device, Service, opened
from .rooms_friends import made, match, room_of, seated, wait

pytestmark = pytest.mark.usefixtures("unseen")


def test_a_table_is_opened_with_a_touch_and_its_host_waits_in_its_room(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = made(tmp_path, service)
    assert anna.app.scene.name == ben.app.scene.name == "lobby"
    room = service.rooms[room_of(service)]
    assert [member.name for member in room.state.members.values()] == ["Anna", "Ben"]
    assert room.state.held(1) == [0] and room.state.open_seats == [1]


def test_a_table_is_laid_with_the_board_and_the_parts_that_were_chosen(
    tmp_path: Path, service: Service
) -> None:
    anna = opened(tmp_path, service, "Anna")
    for element in ("together", "new", "game.hansa-teutonica"):
        anna.person.click(element)
    page = anna.app.scene
    assert isinstance(page, NewGamePage)
    page.setup.use_board("east")
    page.setup.choose("favour", "on")
    anna.app.refresh()
    anna.person.click("start")
    wait(anna)
    service.settle()
    options = service.rooms[room_of(service)].state.setup["options"]
    assert options["board"] == "east" and options["favour"] == "on" and options["remove_3"] == "move"


def test_who_takes_the_last_free_seat_lets_the_host_begin(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    anna.person.click("start")
    service.settle()
    assert anna.said[-1] == "There are still free seats." and anna.app.scene.name == "lobby"
    assert anna.app.focus == "seat.1" and anna.app.show_focus, "the free seat is pointed out"
    ben.person.click("sit")
    service.settle()
    anna.person.click("start")
    service.settle()
    assert anna.app.scene.name == ben.app.scene.name == "table"
    assert match(anna).state.position(None) == match(ben).state.position(None)


def test_a_room_that_is_gone_says_so(tmp_path: Path, service: Service) -> None:
    ben = opened(tmp_path, service, "Ben")
    ben.app.open(routes.EnterRoom("x" * 22))
    wait(ben)
    service.settle()
    assert any(widget.label.startswith("There is no such table") for widget in ben.app.scene.widgets)


def test_who_has_no_name_yet_says_it_at_the_door(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    carl.app.settings.name = ""
    carl.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    carl.person.click("enter")
    assert carl.app.scene.name == "door" and carl.said[-1] == "Enter your name first."
    assert "Enter your name first." in [widget.label for widget in carl.app.scene.widgets]
    carl.person.click("name")
    carl.person.type("\u3164 \u2800")
    carl.person.click("enter")
    assert carl.app.scene.name == "door", "nobody can see such a name"
    carl.person.click("name")
    for _ in range(3):
        carl.person.key(pygame.K_BACKSPACE)
    carl.person.type("Carla")
    carl.person.click("enter")
    service.settle()
    assert carl.app.settings.name == "Carla"
    assert service.rooms[room_of(service)].state.members[3].name == "Carla"


def test_the_door_says_who_invites_to_which_game(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    carl.app.open(routes.EnterRoom(room_of(service)))
    wait(carl)
    service.settle()
    door = carl.app.scene
    assert door.name == "door" and door.heading() == "Hansa"
    words = "Anna invites you to play. Tell the others who you are."
    assert words in [widget.label for widget in door.widgets] and carl.said[-1] == f"Hansa. {words}"
    assert len(service.rooms[room_of(service)].state.members) == 2, "nobody has come in yet"


def test_a_link_into_a_room_says_on_a_page_without_rooms_that_there_are_none(
    tmp_path: Path, service: Service
) -> None:
    carl = opened(tmp_path, service, "Carl")
    carl.rooms = lambda: ""  # type: ignore[method-assign]
    carl.app.open(routes.EnterRoom("x" * 22))
    service.settle()
    assert [widget.id for widget in carl.app.scene.widgets if widget.act] == ["back"]
    assert "There are no tables here." in [widget.label for widget in carl.app.scene.widgets]


def test_enter_in_the_name_at_the_door_comes_in(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    carl.app.open(routes.EnterRoom(room_of(service)))
    assert carl.app.scene.name == "door"
    carl.person.click("name")
    carl.person.key(pygame.K_RETURN)
    service.settle()
    assert carl.app.scene.name == "lobby"


def test_a_host_without_a_name_says_it_before_the_table_is_opened(tmp_path: Path, service: Service) -> None:
    anna = opened(tmp_path, service, "Anna")
    anna.app.settings.name = ""
    anna.app.open(routes.NewRoom())
    anna.app.step()
    anna.person.click("start")
    assert anna.said[-1] == "Enter your name first." and not service.rooms
    anna.person.click("name")
    anna.person.type("Anna")
    anna.person.click("start")
    wait(anna)
    assert service.rooms


def in_sight(device: Device, label: str) -> bool:
    """Return True if a text is in the visible part of the page."""
    widget = next(widget for widget in device.app.scene.widgets if widget.label == label)
    return widget.clip is not None and widget.clip.contains(widget.rect)


def test_a_primary_button_that_is_not_ready_keeps_its_colour_and_opens_what_is_missing(
    tmp_path: Path, service: Service
) -> None:
    anna, _ = made(tmp_path, service)
    assert tone(anna, "start") == "primary", "a seat is free"
    for number, route in enumerate(
        (routes.NewRoom(), routes.MoveIn(new_match("hansa", 2)), routes.EnterRoom(room_of(service)))
    ):
        carl = opened(tmp_path, service, f"Carl {number}")
        carl.app.settings.name = ""
        carl.app.open(route)
        service.settle()
        button = "enter" if isinstance(route, routes.EnterRoom) else "start"
        assert tone(carl, button) == "primary"
        carl.person.click(button)
        assert carl.app.editing == "name", "typing the name can begin at once"
        carl.person.type("Carla")
        assert carl.app.widget("name").value == "Carla"  # type: ignore[union-attr]


def tone(device: Device, element: str) -> str:
    button = device.person.widget(element)
    assert isinstance(button, Button)
    return button.tone


def test_what_prevents_a_new_table_is_scrolled_into_view(tmp_path: Path, service: Service) -> None:
    anna = opened(tmp_path, service, "Anna", (780, 1688), 2)
    anna.app.settings.name = ""
    anna.app.open(routes.NewRoom())
    anna.app.step()
    page = anna.app.scene
    assert isinstance(page, NewGamePage)
    page.scroll = 1e6
    anna.app.refresh()
    assert not in_sight(anna, "Your name")
    anna.person.tap("start")
    assert in_sight(anna, "Enter your name first.")
    anna.person.click("name")
    anna.person.type("Anna")
    page.scroll = 1e6
    anna.app.refresh()
    service.down = True
    anna.person.tap("start")
    wait(anna)
    assert in_sight(anna, "There is no answer. Check that this device is online, and try again.")


def test_a_second_tap_on_joining_does_not_go_back(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl", (780, 1688), 2)
    carl.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    x, y = carl.person.widget("enter").rect.center
    for _ in range(2):
        carl.person.tap_at(x, y)
    assert carl.app.scene.name == "door"
    service.settle()
    assert carl.app.scene.name == "lobby"


def test_a_host_without_a_name_says_it_before_a_saved_game_moves_in(tmp_path: Path, service: Service) -> None:
    anna = opened(tmp_path, service, "Anna")
    anna.app.settings.name = ""
    anna.app.open(routes.MoveIn(new_match("hansa", 2)))
    anna.app.step()
    anna.person.click("start")
    assert anna.said[-1] == "Enter your name first." and not service.rooms
    anna.person.click("name")
    anna.person.type("Anna")
    anna.person.click("start")
    wait(anna)
    assert service.rooms[room_of(service)].state.members[1].name == "Anna"


def test_another_name_is_known_to_everybody(tmp_path: Path, service: Service) -> None:
    anna, ben = seated(tmp_path, service)
    ben.person.click("seat.1")
    ben.person.click("name")
    ben.person.type("jamin")
    ben.person.click("back")
    service.settle()
    assert "Benjamin" in [widget.label for widget in anna.app.scene.widgets]


def test_whoever_takes_a_seat_is_announced_on_every_device(tmp_path: Path, service: Service) -> None:
    anna, ben = seated(tmp_path, service)
    assert ben.said[-1] == "You have taken a seat. Waiting for Anna to begin."
    assert anna.said[-1] == "Ben has taken a seat. Everybody is seated. Begin whenever you like."


def test_the_host_does_not_sit_down_where_somebody_sits_and_whoever_is_moved_hears_of_it(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = seated(tmp_path, service)
    anna.person.click("seat.1")
    assert "sit" not in [widget.id for widget in anna.app.scene.widgets]
    anna.person.click("free")
    service.settle()
    assert ben.said[-1] == "Anna makes Ben’s seat free."


def test_the_list_of_a_guest_holds_the_seats_of_the_others_too(tmp_path: Path, service: Service) -> None:
    _, ben = made(tmp_path, service)
    ben.app.refresh()
    assert any(one.label.startswith("Anna. Host · there") for one in ben.app.elements())


class Late:
    """A server whose responses a test can delay."""

    def __init__(self, device: Device, name: str) -> None:
        self._act, self._answer = getattr(device, name), asyncio.Event()
        setattr(device, name, self.ask)

    async def ask(self, *given: str) -> object:
        await self._answer.wait()
        return await self._act(*given)

    def answers(self, device: Device) -> None:
        self._answer.set()
        wait(device)


def test_a_table_that_is_laid_late_calls_nobody_away_from_another_game(
    tmp_path: Path, service: Service
) -> None:
    anna = opened(tmp_path, service, "Anna")
    for element in ("together", "new", "game.hansa", "start"):
        late = Late(anna, "post") if element == "start" else None
        anna.person.click(element)
    assert late is not None
    anna.app.home(routes.Title())
    anna.app.open(routes.Table(new_match("hansa", 2)))
    late.answers(anna)
    assert [scene.name for scene in anna.app.scenes] == ["title", "table"]
    assert anna.said[-1].startswith("The table is laid")
    anna.app.open(routes.Games())
    service.settle()
    anna.person.click(f"open.{room_of(service)}")
    service.settle()
    assert anna.app.scene.name == "lobby"


def test_a_table_that_is_laid_late_is_listed_at_once_where_tables_are_listed(
    tmp_path: Path, service: Service
) -> None:
    anna = opened(tmp_path, service, "Anna")
    for element in ("together", "new", "game.hansa", "start"):
        late = Late(anna, "post") if element == "start" else None
        anna.person.click(element)
    assert late is not None
    anna.app.pop()
    anna.person.click("games")
    assert anna.app.scene.name == "games"
    late.answers(anna)
    assert anna.app.scene.name == "games"
    assert f"open.{room_of(service)}" in {widget.id for widget in anna.app.scene.widgets}


def test_what_is_learnt_late_of_a_door_is_not_said_elsewhere(tmp_path: Path, service: Service) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl")
    late = Late(carl, "post")
    carl.app.open(routes.EnterRoom(room_of(service)))
    carl.app.home(routes.Title())
    said = list(carl.said)
    late.answers(carl)
    assert carl.said == said


def test_an_invited_guest_sees_the_board_and_the_seats_before_the_name(
    tmp_path: Path, service: Service
) -> None:
    made(tmp_path, service)
    carl = opened(tmp_path, service, "Carl", (390, 844))
    carl.app.open(routes.EnterRoom(room_of(service)))
    wait(carl)
    service.settle()
    carl.app.refresh()
    door = carl.app.scene
    places = {type(one).__name__: one.rect.top for one in reversed(door.widgets)}
    assert places["BoardPicture"] < places["SeatCard"] < places["TextField"]
    assert "A table for 2 players. One seat is still free." in [one.label for one in door.widgets]
    rects = [one.rect for one in door.widgets]
    while door.update(0.0) is not None:
        carl.app.step()
    (board,) = (one for one in door.widgets if isinstance(one, BoardPicture))
    assert board.board_image and board.board_image.picture
    assert board.board_image.picture.get_height() == pytest.approx(board.rect.height, abs=2)
    assert rects == [one.rect for one in door.widgets], "nothing moves once the board is drawn"


@pytest.mark.parametrize(("size", "ratio"), [((390, 844), 1.0), ((640, 1136), 2.0)])
def test_on_a_phone_the_seats_stand_before_the_code(
    tmp_path: Path, service: Service, size: tuple[int, int], ratio: float
) -> None:
    _, ben = made(tmp_path, service, size=size, ratio=ratio)
    for client in (ben.app.scene.client,):  # type: ignore[attr-defined]
        for owner in (client.replica.me, client.state.owner):
            client.state.owner = owner
            ben.app.refresh()
            places = {one.id: one.rect for one in ben.app.scene.widgets}
            assert places["seat.0"].bottom < places["code"].top


def test_a_guest_is_urged_to_take_a_seat_and_not_told_to_be_watching(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = made(tmp_path, service)
    labels = [one.label for one in ben.app.scene.widgets]
    assert "Choose a seat, or just watch." in labels and "Take a free seat" in labels
    assert "Watching: Ben" not in labels
    anna.app.refresh()
    assert "Watching: Ben" in [one.label for one in anna.app.scene.widgets]


def test_a_second_tap_on_begin_leaves_no_refusal(tmp_path: Path, service: Service) -> None:
    anna, _ = seated(tmp_path, service)
    begin = anna.person.widget("start").act
    assert begin is not None
    begin()
    begin()
    service.settle()
    assert anna.app.scene.name == "table"
    client = anna.app.scene.table_mode.client  # type: ignore[attr-defined]
    assert client.trouble() == "" and not any("begun already" in said for said in anna.said)


def test_a_refusal_fades_and_goes_with_the_next_touch(tmp_path: Path, service: Service) -> None:
    anna, _ = made(tmp_path, service)
    lobby = anna.app.scene
    client = lobby.client  # type: ignore[attr-defined]
    anna.person.click("start")
    assert client.trouble() == "There are still free seats."
    left = lobby.update(time.monotonic())
    assert left is not None and 0 < left <= REFUSED_FOR
    assert lobby.update(time.monotonic() + left + 0.01) is None and client.trouble() == ""
    anna.person.click("start")
    assert client.trouble()
    before = [tuple(one.rect) for one in lobby.widgets]
    x, y = lobby._sheet.x + 4, lobby._sheet.y + 4  # type: ignore[attr-defined]
    anna.app._gesture(Press(x, y))
    assert client.trouble() == "" and before == [tuple(one.rect) for one in lobby.widgets], "nothing moves"
    anna.app._gesture(Tap(x, y, touch=True, taps=1))
    assert "There are still free seats." not in [one.label for one in lobby.widgets]


def test_the_address_bar_of_the_host_follows_a_new_link(tmp_path: Path, service: Service) -> None:
    anna, ben = made(tmp_path, service)
    before = anna.held
    assert before == f"room={room_of(service)}"
    anna.person.click("new-link")
    service.settle()
    assert anna.held.startswith(f"{before}~") and ben.held == anna.held
    assert anna.app.scene.invite.link.endswith(anna.held)  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024), (390, 844), (320, 568)])
def test_colours_are_named_and_stand_in_rows_of_equal_length(
    open_app: Callable[..., App], size: tuple[int, int]
) -> None:
    app = open_app(size)
    page = next(gallery(app, "hansa", SeatPage))
    app.push(page)
    app.step()
    shields = [widget for widget in page.widgets if isinstance(widget, Swatch)]
    assert len(shields) > 4 and all(shield.caption == shield.label for shield in shields)
    rows: dict[float, list[pygame.FRect]] = {}
    for shield in shields:
        rows.setdefault(round(shield.rect.y), []).append(shield.rect)
        name = theme.font("text", round(app.metrics.unit * 0.7)).size(shield.caption)[0]
        assert name <= shield.rect.width, "the name fits below its shield"
    assert len({len(row) for row in rows.values()}) == 1
    for row in rows.values():
        middle = (row[0].left + row[-1].right) / 2
        assert middle == pytest.approx(app.metrics.rect.centerx, abs=1)
