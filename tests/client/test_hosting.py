"""Rooms of the desktop game: its own on the local network, and those that a link leads to."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from game.client.app import routes
from game.client.app.app import App
from game.client.storage.room_link import RoomLink, room_in
from game.client.storage.rooms import new_key
from game.client.words.i18n import rooms
from game.command.play import given
from game.platform import Connected, Heard
from game.platform.desktop import hosting
from game.rooms.replica import RoomReplica
from game.untrusted import loads
from tests.rooms.house import plan

from .conftest import Person, Screen

T = TypeVar("T")
NAME, KEY = "n" * 22, "k" * 22


class Desk(Screen):
    """A desktop that can host rooms and join others."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.can_reach = True

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine while the game waits for input. Return its result."""

        async def wait() -> T:
            task = asyncio.ensure_future(work)
            while not task.done():
                await self.input(20)
            return await task

        return asyncio.run(wait())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "anna")
    desk.open("Kontor")
    return desk


def test_the_desktop_has_rooms_for_the_house_and_others_come_by_the_link(desk: Desk, tmp_path: Path) -> None:
    assert desk.rooms() == "" and desk.wait_for(desk.reach("")) == ""
    assert desk.rooms().startswith("http://127.0.0.1:") and desk.place() == "here"
    status, answer = desk.wait_for(desk.post(desk.rooms(), plan().text()))
    assert status == 201
    port = desk.rooms().split(":")[2].split("/")[0]
    other = Desk(tmp_path / "ben")
    other.open("Kontor")
    link = f"http://127.0.0.1:{port}/#room={loads(answer)['room']}"
    assert given(["--room", link], other).room == room_in(link)
    assert other.rooms() == f"http://127.0.0.1:{port}/rooms" and other.address() == link.partition("#")[0]
    other.connect(other.rooms())
    replica = RoomReplica(loads(answer)["room"], new_key(), "Ben", "ben")
    while replica.me is None:
        asyncio.run(other.input(20))
        for happened in other.events():
            if isinstance(happened, Connected):
                other.send(replica.enter())
            elif isinstance(happened, Heard):
                replica.receive(happened.text)
    assert replica.me == 2
    desk.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", int(port)), 1)


def test_the_rooms_of_a_game_that_is_killed_end_with_it(tmp_path: Path) -> None:
    begin = "import os, sys; from pathlib import Path; os.environ['PYGAME_HIDE_SUPPORT_PROMPT'] = '1'; "
    begin += "from game.platform.desktop.hosting import Hosting; "
    begin += "h = Hosting(Path(sys.argv[1])); h.start(); print(h._port, flush=True); input()"
    command = [sys.executable, "-c", begin, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdout is not None
        port = int(game.stdout.readline())
        with socket.create_connection(("127.0.0.1", port), 10) as line:
            game.kill()
            line.settimeout(30)
            with suppress(ConnectionError):
                assert line.recv(1) == b""
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), 1)


def test_without_the_extra_it_is_said_what_is_missing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "NEEDED", ("no_such_library",))
    assert desk.wait_for(desk.reach("")) == "no-host" and desk.rooms() == ""


def test_the_page_of_playing_together_reaches_before_it_goes_anywhere(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    app, asked = App(desk), list[str]()
    answers = {"": "no-host", "https://kontor.example/": ""}

    async def reach(place: str) -> str:
        asked.append(place)
        return answers[place]

    async def settle() -> None:
        await asyncio.gather(*app._busy)

    async def play() -> None:
        app.home(routes.Title())
        person = Person(app)
        person.click("together")
        person.click("new")
        await settle()
        assert app.scene.name == "together" and "kontor-games[rooms]" in app.scene.message  # type: ignore[attr-defined]
        app.step()
        person.click("link")
        person.type(f"https://kontor.example/#room={NAME}")
        person.click("enter")
        await settle()
        assert app.scene.name == "door" and asked == ["", "https://kontor.example/"]

    desk.reach = reach  # type: ignore[method-assign]
    asyncio.run(play())


@pytest.mark.parametrize(
    ("text", "link"),
    [
        (f"https://a.example/k/#room={NAME}", RoomLink("https://a.example/k/", NAME, "")),
        (f"Come! http://10.0.0.7:8000/#room={NAME}.{KEY} Anna", RoomLink("http://10.0.0.7:8000/", NAME, KEY)),
        (f"room={NAME}", RoomLink("", NAME, "")),
        (f"#room={NAME}.{KEY}", RoomLink("", NAME, KEY)),
        (f"https://a.example/k/%23room%3D{NAME}.{KEY}", RoomLink("https://a.example/k/", NAME, KEY)),
        (
            f"https://safe.example/?url=https%3A%2F%2Fa.example%2F%23room%3D{NAME}&data=1",
            RoomLink("https://a.example/", NAME, ""),
        ),
        (f"room={NAME}n", None),
        (f"bedroom={NAME}", None),
        ("room=short", None),
        ("game=a123.00000000", None),
        ("x" * 5000 + f"#room={NAME}", None),
    ],
)
def test_a_link_to_a_room_is_known_among_other_words(text: str, link: RoomLink | None) -> None:
    assert room_in(text) == link


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("https://a.example/", "not a table link"),
        (f"http://127.0.0.1:1/#room={NAME}", "nobody answers"),
    ],
)
def test_a_room_that_cannot_be_reached_is_refused_before_a_window_opens(
    desk: Desk, word: str, said: str
) -> None:
    with pytest.raises(SystemExit, match=said):
        given(["--room", word], desk)


def test_the_fragment_of_a_page_leads_into_the_room_and_is_forgotten(open_app: Callable[..., App]) -> None:
    app = open_app()
    app.platform.link = lambda: f"room={NAME}.{KEY}"  # type: ignore[method-assign]
    forgotten = []
    app.platform.forget_link = lambda: forgotten.append(True)  # type: ignore[method-assign]
    app.bring_link()
    assert app.scene.name == "door" and forgotten


def test_a_link_to_a_table_on_a_page_without_a_service_says_that_there_are_none(
    open_app: Callable[..., App],
) -> None:
    app = open_app()
    app.open(routes.EnterRoom(NAME, ""))
    app.step()
    words = [widget.label for widget in app.scene.widgets]
    assert app.scene.name == "door" and rooms("none") in " ".join(words)
    assert all(widget.id != "enter" for widget in app.scene.widgets)


def test_rooms_that_are_reached_late_do_not_take_the_place_of_those_in_use(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first server answers after the second."""
    answered = threading.Event()

    def find(page: str) -> tuple[str, str]:
        if "slow" in page:
            answered.wait()
        return page, f"{page}rooms"

    monkeypatch.setattr("game.platform.desktop.connection.find", find)

    async def both() -> tuple[str, str]:
        slow = asyncio.ensure_future(desk.reach("http://slow/"))
        await asyncio.sleep(0)
        quick = await desk.reach("http://quick/")
        answered.set()
        return await slow, quick

    assert desk.wait_for(both()) == ("unreachable", "")
    assert desk.place() == "http://quick/" and desk.rooms() == "http://quick/rooms"
