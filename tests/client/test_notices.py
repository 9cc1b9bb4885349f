"""The switch for notifications registers a device for all its tables, or says why it cannot."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from game.client.app import routes
from game.client.rooms.client import RoomClient
from game.client.rooms.notices import MAX_ROOMS, offset
from game.client.storage import rooms as keeping
from game.client.storage.rooms import Kept
from game.rooms.protocol import VERSION

from .devices import Device, Service
from .rooms_friends import begun, game, made, match, play, room_of, wait

SUBSCRIPTION = {"endpoint": "https://fcm.googleapis.com/x", "keys": {"p256dh": "p", "auth": "a"}}


class Browser:
    """The browser of a device: its permission, and the requests to the room server. `key` is the server's."""

    def __init__(self, device: Device, permission: str = "yes", key: str = "BKey") -> None:
        self.permission, self.key = permission, key
        self.asked: list[dict[str, Any]] = []
        self.subscribed = json.dumps(SUBSCRIPTION)
        self._post = device.post
        device.post = self.post  # type: ignore[method-assign]
        device.notifying = lambda: self.permission  # type: ignore[method-assign]
        device.ask_to_notify = self.ask  # type: ignore[method-assign]
        device.subscribe = self.subscribe  # type: ignore[method-assign]
        device.unsubscribe = self.unsubscribe  # type: ignore[method-assign]

    async def post(self, url: str, text: str) -> tuple[int, str]:
        if not url.endswith("?push"):
            return await self._post(url, text)
        told = json.loads(text)
        self.asked.append(told)
        hours = {one["room"]: 24 for one in told.get("rooms", ())}
        return 200, json.dumps({"v": 1, "key": self.key, **({"rooms": hours} if hours else {})})

    async def ask(self) -> str:
        self.permission = "yes"
        return "yes"

    async def subscribe(self, key: str) -> str:
        assert key == self.key
        return self.subscribed

    async def unsubscribe(self) -> str:
        return SUBSCRIPTION["endpoint"]  # type: ignore[return-value]


def labels(device: Device) -> str:
    device.app.step()
    return "\n".join(element.label for element in device.app.elements())


def ids(device: Device) -> set[str]:
    device.app.step()
    return {widget.id for widget in device.app.scene.widgets}


def switched_on(device: Device) -> None:
    device.app.refresh()
    device.app.step()
    device.person.click("notes")
    wait(device)
    device.app.step()


def test_the_switch_registers_all_tables_of_the_device(tmp_path: Path, service: Service) -> None:
    anna, _ = made(tmp_path, service)
    for number in range(MAX_ROOMS + 5):
        keeping.keep(anna, Kept(f"{number:022}", f"{number:022}", state="over" if number == 3 else "running"))
    browser = Browser(anna, "ask")
    assert "notices" not in ids(anna)
    switched_on(anna)
    first, registration = browser.asked
    assert first == {"v": VERSION}
    assert registration["subscription"] == SUBSCRIPTION and not registration["names"]
    rooms = [one["room"] for one in registration["rooms"]]
    assert rooms[0] == room_of(service) and len(rooms) == MAX_ROOMS and f"{3:022}" not in rooms
    assert "also while Kontor is closed" in labels(anna) and "also while Kontor is closed" in anna.said[-1]
    anna.person.click("notices")
    anna.person.click("notes.names")
    wait(anna)
    assert browser.asked[-1]["names"] and not browser.asked[-1]["digest"]
    anna.person.click("notes.digest")
    wait(anna)
    assert browser.asked[-1]["names"] and browser.asked[-1]["digest"]
    anna.person.click("notes")
    wait(anna)
    assert browser.asked[-1] == {"v": VERSION, "end": SUBSCRIPTION["endpoint"]}
    assert "notes.names" not in ids(anna) and anna.said[-1] in labels(anna)


def test_a_device_whose_notifications_are_switched_off_before_it_has_subscribed_gets_none(
    tmp_path: Path, service: Service
) -> None:
    anna, _ = made(tmp_path, service)
    browser = Browser(anna)

    async def subscribe(key: str) -> str:
        anna.person.click("notes")
        while "end" not in browser.asked[-1]:
            await asyncio.sleep(0)
        return browser.subscribed

    anna.subscribe = subscribe  # type: ignore[method-assign]
    switched_on(anna)
    assert "subscription" in browser.asked[-2]
    assert browser.asked[-1] == {"v": VERSION, "end": SUBSCRIPTION["endpoint"]}


def test_the_host_chooses_the_reminder_and_the_others_read_it(tmp_path: Path, service: Service) -> None:
    anna, ben = begun(tmp_path, service)
    keys: list[str] = []
    for device in (anna, ben):
        Browser(device)
        client: RoomClient = game(device).client
        keys.append(client.kept.key)
        device.app.open(routes.RoomNotices(client))
        switched_on(device)
    assert "Players who keep the table waiting are reminded after 1 day." in labels(ben)
    assert "remind.48" not in ids(ben)
    told = Browser(anna)
    anna.person.click("remind.48")
    wait(anna)
    assert told.asked == [{"v": VERSION, "room": room_of(service), "key": keys[0], "remind": 48}]


@pytest.mark.parametrize(
    ("permission", "said"),
    [
        ("none", "Only a page served over https"),
        ("install", "Add to Home Screen"),
        ("never", "This browser shows no notifications"),
        ("no", "Your browser does not let Kontor show notifications"),
    ],
)
def test_where_the_browser_refuses_the_switch_says_why(
    tmp_path: Path, service: Service, permission: str, said: str
) -> None:
    anna, _ = made(tmp_path, service)
    Browser(anna, permission)
    anna.app.settings.notes = "on"
    anna.app.refresh()
    assert said in labels(anna)
    assert ("notes" in ids(anna)) == (permission == "no")


def test_a_server_without_notifications_and_a_browser_without_its_service_are_named(
    tmp_path: Path, service: Service
) -> None:
    anna, _ = made(tmp_path, service)
    browser = Browser(anna, key="")
    switched_on(anna)
    assert "sends none to a closed page" in labels(anna) and "notices" not in ids(anna)
    anna.person.click("notes")
    wait(anna)
    browser.key, browser.subscribed = "BKey", ""
    switched_on(anna)
    assert "cannot be reached" in labels(anna)


def test_a_device_registers_when_its_member_takes_a_seat_and_shows_no_note_of_its_own(
    tmp_path: Path, service: Service
) -> None:
    anna, ben = made(tmp_path, service)
    browser = Browser(ben)
    ben.app.settings.notes = "on"
    ben.person.click("seat.1")
    service.settle()
    wait(ben)
    assert [set(one) > {"rooms"} for one in browser.asked] == [False, True]
    anna.person.click("start")
    service.settle()
    link = f"room={room_of(service)}"
    assert ben.waiting == set()
    ben.is_hidden = True
    rng = random.Random(7)
    while match(anna).state.actor == 0:
        play(service, [anna, ben], rng)
    assert ben.notes == [], "the server sends one"
    assert ben.waiting == {link}
    ben.is_hidden = False
    while match(ben).state.actor == 1:
        play(service, [anna, ben], rng)
    assert ben.waiting == set()
    while match(anna).state.actor == 0:
        play(service, [anna, ben], rng)
    ben.app.home(routes.Title())
    ben.app.step()
    assert ben.waiting == {link}, "the table waits although its page is closed"


def test_the_difference_from_utc_needs_no_module_that_the_web_app_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The interpreter imports `_strptime` by itself, so the search for needed modules does not find it."""
    monkeypatch.setitem(sys.modules, "_strptime", None)
    assert offset("2026-11-23 03:45", 1795425330.0) == -330
