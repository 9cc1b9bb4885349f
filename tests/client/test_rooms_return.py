"""Leaving a table, losing the connection to it, and coming back."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from game.client.app import routes
from game.client.draw.widgets import Button
from game.client.rooms.client import RoomClient
from game.platform import Changed
from game.rooms.protocol import Refused

from .devices import Device, Service, opened
from .rooms_friends import begun, game, made, match, play, room_of, table, wait

pytestmark = pytest.mark.usefixtures("unseen")


def test_who_leaves_the_table_comes_back_to_the_same_seat(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    ben.app.home(routes.Title())
    service.settle()
    assert game(anna).client.presence(2) == "gone"
    ben.app.open(routes.Games())
    service.settle()
    ben.person.click(f"open.{room_of(service)}")
    service.settle()
    assert game(ben).replica.mine == [1] and game(anna).client.presence(2) == "here"
    play(service, [anna, ben], random.Random(6), 4)
    assert len(match(ben).moves) == 8


def test_after_an_internal_error_the_game_continues_in_its_room(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    before = game(ben)
    ben.app._fail(RuntimeError("broken"))
    ben.app.step()
    ben.person.click("continue")
    service.settle()
    assert game(ben) is not before and game(ben).replica.mine == [1]


def test_a_saved_game_of_a_room_leads_back_there(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    ben.app.home(routes.Title())
    ben.app.open(routes.Games())
    service.settle()
    ben.person.click(f"open.{room_of(service)}")
    service.settle()
    assert game(ben).replica.mine == [1] and len(match(ben).moves) == 4
    assert [one.id for one in match(ben).controllers] == ["room", "person"], (
        "the other seat is not played here"
    )


def test_a_reload_comes_back_to_the_room(tmp_path: Path, service: Service) -> None:
    anna, _ben = made(tmp_path, service)
    assert anna.held == f"room={room_of(service)}"
    anna.app.home(routes.Title())
    assert anna.held == ""


def test_the_title_says_whose_turn_it_is_as_this_device_sees_it(tmp_path: Path, service: Service) -> None:
    devices = begun(tmp_path, service)
    actor = match(devices[0]).state.actor
    assert actor is not None
    told = ["Hansa · Your turn", f"Hansa · {('Anna', 'Ben')[actor]} is next"]
    for device, words in zip((devices[actor], devices[1 - actor]), told, strict=True):
        device.app.home(routes.Title())
        device.app.step()
        (button,) = [one for one in device.app.scene.widgets if one.id == "continue"]
        assert isinstance(button, Button) and button.below == words


def test_who_comes_back_is_told_only_what_is_new_at_the_one_table_that_is_laid(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    heard, room = len(match(ben).log), service.rooms[room_of(service)]
    ben.app.home(routes.Title())
    while match(anna).state.actor == 0:
        play(service, [anna], random.Random(6))
    ben.app.open(routes.EnterRoom(room_of(service)))
    laid, since = table(ben), game(ben).replica.state.n
    assert 0 < since < room.n and len(laid.match.log) == heard
    assert not laid.chooser.actions, "nobody decides on what has passed"
    service.settle()
    assert table(ben) is laid and laid.chooser.actions and game(ben).replica.state.n == room.n
    assert match(ben).state.position(1) == match(anna).state.position(1)
    play(service, [anna, ben], random.Random(6), 4)


def test_who_comes_back_to_a_question_hears_it_once_the_room_has_said_that_it_stands(
    tmp_path: Path, service: Service
) -> None:
    anna, _ben = begun(tmp_path, service)
    question = table(anna).prompt()
    anna.app.home(routes.Title())
    anna.app.open(routes.EnterRoom(room_of(service)))
    assert anna.said[-1].startswith("Connecting")
    service.settle()
    assert anna.said[-1] == question


def test_without_a_line_the_game_can_be_looked_at_as_it_was(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    ben.app.home(routes.Title())
    service.stop()
    ben.app.open(routes.EnterRoom(room_of(service)))
    service.settle()
    scene = table(ben)
    assert len(scene.match.moves) == 4 and not scene.chooser.actions
    assert "as it was when you were last here" in scene.table_mode.status("")


def test_while_nobody_answers_a_page_is_idle_but_not_while_it_is_heard(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ben = begun(tmp_path, service)
    waits: list[tuple[bool, bool]] = []

    async def wait(timeout: float | None = None, *, idle: bool = False) -> None:
        waits.append((timeout is not None, idle))
        raise StopAsyncIteration

    def waited() -> tuple[bool, bool]:
        """Return whether it requests a timed wake-up, and whether it is idle nevertheless."""
        with pytest.raises(StopAsyncIteration):
            asyncio.get_event_loop_policy().get_event_loop().run_until_complete(anna.app.run())
        return waits[-1]

    monkeypatch.setattr(anna, "input", wait)
    assert waited() == (False, False)
    service.stop()
    assert waited() == (True, True)


def test_a_lost_line_comes_back_by_itself_and_says_what_waited(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    service.stop()
    service.settle()
    assert game(anna).client.trouble() == "No connection to the table. Trying again…"
    action = match(anna).state.legal_actions()[0]
    table(anna).say(action)
    service.settle()
    assert game(anna).status("") == "No connection. Your action is sent as soon as there is one."
    assert game(anna)._sent is not None, "the piece stays where it was put"
    service.down = False
    for device in (anna, ben):
        connection = device.app.connection
        assert connection is not None
        connection.update(1e9)  # much later
        connection.update(2e9)
    service.settle()
    assert [move.action for move in match(ben).moves] == [action]
    assert game(anna).client.trouble() == ""


def test_without_a_network_the_table_says_so_at_once(tmp_path: Path, service: Service) -> None:
    _, ben = begun(tmp_path, service)
    assert game(ben).client.presence(1) == "here"
    connection = game(ben).client.connection
    assert connection is not None
    connection.receive(Changed("offline"))
    service.settle()
    assert game(ben).status("") == ben.said[-1] == "No connection to the table. Trying again…"
    assert table(ben).table_mode.greeting() == "", "it is said once"
    assert game(ben).client.presence(1) == "", "Anna is not said to be away"


def test_a_table_that_cannot_follow_stays_on_show_until_the_room_has_told_all_anew(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = begun(tmp_path, service)
    play(service, [anna, ben], random.Random(5), 4)
    client, shown = game(ben).client, match(ben)
    entry = {"is": "entry", "n": client.state.n + 1, "t": 1, "by": 1, "do": "play", "at": 5, "seat": 0}
    connection, client.connection = client.connection, None
    client.receive(json.dumps(entry | {"action": "fly"}))
    for _ in range(3):
        ben.app.refresh()
        ben.app.step()
        assert ben.app.scene.name == "table" and match(ben) is shown
    client.connection = connection
    client.send(client.replica.enter())
    service.settle()
    assert ben.app.scene.name == "table" and match(ben) is not shown
    play(service, [anna, ben], random.Random(6), 4)
    assert match(ben).state.position() == match(anna).state.position() and len(match(ben).moves) == 8


KEPT = "A game you have played there is still among your saved games."


def told(device: Device) -> list[str]:
    return [widget.label for widget in device.app.scene.widgets]


def told_ids(device: Device) -> list[str]:
    return [widget.id for widget in device.app.scene.widgets]


def test_only_who_has_played_at_a_table_that_is_no_more_is_told_that_the_game_stays(
    tmp_path: Path, service: Service
) -> None:
    _anna, ben = begun(tmp_path, service)
    room = room_of(service)
    ben.app.home(routes.Title())
    service.settle()
    carl = opened(tmp_path, service, "Carl")
    for device, name in ((ben, room), (carl, "A" * 22)):
        client = RoomClient(device.app, name)
        client.closed = "unknown-room"
        device.app.open(routes.Door(client))
        device.app.step()
    assert ben.app.scene.name == carl.app.scene.name == "door"
    assert KEPT in told(ben) and KEPT not in told(carl)


def test_who_meets_another_version_can_update_where_they_are_and_comes_back_to_the_table(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed app has no reload button."""
    held: list[str] = []
    monkeypatch.setattr(Device, "update", lambda device: held.append(device.held))
    anna, ben = begun(tmp_path, service)
    address = f"room={room_of(service)}"
    anna.hear(Refused("version", v=2).message())
    service.settle()
    assert anna.app.scene.name == "table" and "update" not in told_ids(anna)
    ben.can_update = True
    ben.hear(Refused("version", v=2).message())
    service.settle()
    ben.person.click("update")
    carl = opened(tmp_path, service, "Carl")
    carl.can_update = True
    client = RoomClient(carl.app, room_of(service))
    client.closed = "version"
    carl.app.open(routes.Door(client))
    carl.app.step()
    carl.person.click("update")
    assert held == [address, address]


def test_who_cannot_make_a_table_for_another_version_can_update_there(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    updated: list[Device] = []
    monkeypatch.setattr(Device, "update", lambda device: updated.append(device))

    async def refuse(device: Device, url: str, text: str) -> tuple[int, str]:
        return 400, '{"refused":"version","v":2}'

    monkeypatch.setattr(Device, "post", refuse)
    anna = opened(tmp_path, service, "Anna")
    anna.can_update = True
    anna.app.settings.name = "Anna"
    anna.app.open(routes.NewRoom())
    anna.app.step()
    anna.person.click("start")
    wait(anna)
    anna.app.step()
    anna.person.click("update")
    assert updated == [anna]
