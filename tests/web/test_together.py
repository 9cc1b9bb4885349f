"""Two devices play a game through the real room server."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from game.engine.record import write as write_record
from game.match import Match
from game.server.room import Room
from web.cache import ROOT
from web.site.assemble import write

from .conftest import Visit
from .deploy import parts_of
from .game_page import keep
from .guest import HABITS
from .room_device import Device, in_chromium
from .room_players import PHONE
from .room_service import RoomService
from .test_axe import scenes_of_rooms, violations

Open = Callable[..., Visit]
ASSETS = ROOT / "assets/i18n"
BY_HAND = 16
"""Number of actions that people play before computers take over."""


@pytest.fixture(scope="session")
def roomy(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with a room server on its own host."""
    folder = tmp_path_factory.mktemp("roomy") / "site"
    write(folder, dataclasses.replace(parts_of(site), service="/"))
    return folder


@pytest.fixture
def service(roomy: Path, tmp_path: Path) -> Iterator[RoomService]:
    service = RoomService(roomy, tmp_path / "rooms.sqlite", "--lobby")
    yield service
    service.stop()


COUNT = """
    window.shown = 0;
    const { show } = kontor;
    kontor.show = (...given) => { shown += 1; return show(...given); };
"""


def words(language: str, key: str) -> str:
    catalogue = json.loads((ASSETS / f"rooms.{language}.json").read_text(encoding="utf-8"))
    return str(catalogue[key])


READY = f"document.querySelector('#mirror').innerText.includes({json.dumps(words('en', 'ready'))})"
"""All seats are taken, so that the host can begin."""
PUBLIC = f"document.querySelector('#mirror').innerText.includes({json.dumps(words('en', 'public.on'))})"
"""The table is on the list of public tables."""


class Friend(Device):
    """A player with a separate browser, whose page is monitored."""

    def __init__(self, visit: Open, service: RoomService, path: str = "", **options: Any) -> None:
        self.visit = visit(service, **options)
        keep(self.visit, {"settings": HABITS})
        self.page = self.visit.open(path)
        super().__init__(in_chromium(self.page))

    def name_themselves(self, name: str) -> None:
        self.touch("name")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        self.page.evaluate("kontor.idle()")

    def read_out(self) -> str:
        """Return the text that a screen reader finds."""
        return str(self.page.locator("#mirror").inner_text())


class Table:
    """A room and its players by seat."""

    def __init__(self, service: RoomService, name: str, friends: Sequence[Friend]) -> None:
        self.service, self.room, self.friends = service, Room(name), friends
        self._chance = random.Random(1)

    @property
    def match(self) -> Match:
        self.service.read(self.room)
        assert self.room.match is not None
        return self.room.match

    def turn(self) -> tuple[Friend, Friend]:
        """Return the player to act, and the one who waits."""
        actor = self.match.state.actor
        assert actor is not None
        return self.friends[actor], self.friends[1 - actor]

    def play(self, actions: int) -> None:
        for _ in range(actions):
            self.turn()[0].decide(self.room, self.service, self._chance)

    def agrees(self) -> list[str]:
        """Return the record, once all devices have caught up with the server and agree."""
        for friend in self.friends:
            friend.until_played(len(self.match.moves))
        first, second = (friend.record() for friend in self.friends)
        assert first == second
        return first


def looked_at(friend: Friend, seen: set[str], *walk: str) -> None:
    """Check with axe the open scene, and each scene that the walk opens."""
    for element in ("", *walk):
        if element:
            friend.touch(element)
        seen.add(friend.state()["scene"])
        assert violations(friend.page) == [], f"{friend.state()['scene']}, after {element}"


def the_clock_names_the_zone_of_the_device(owner: Friend) -> None:
    devtools = owner.page.context.new_cdp_session(owner.page)
    devtools.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    owner.touch("clock.days")
    owner.until("list().includes('nights')")
    assert "time in Tokyo" in owner.read_out()


def sit_down(visit: Open, service: RoomService, seen: set[str]) -> Table:
    """Anna creates a room; Bruno, with another language, opens its link on a phone. The game begins."""
    anna = Friend(visit, service)
    looked_at(anna, seen, "new", "game.hansa", "start", "menu", "together", "back", "leave")
    looked_at(anna, seen, "together", "new", "game.hansa", "seats.2")
    anna.name_themselves("Anna")
    anna.touch("start")
    anna.until_scene("lobby")
    looked_at(anna, seen)
    anna.touch("public")
    anna.until(PUBLIC)
    looked_at(anna, seen)
    (name,) = service.rooms()
    bruno = Friend(visit, service, f"#room={name}", **PHONE)
    assert bruno.page.evaluate("document.documentElement.lang") == "pt"
    assert bruno.page.evaluate("location.hash") == f"#room={name}", "a reload keeps the invitation"
    looked_at(bruno, seen)
    bruno.touch("back", "together")
    bruno.until("list().includes('public')")
    bruno.touch("public")
    bruno.until(f"list().includes('join.{name}')")
    looked_at(bruno, seen, f"report.{name}", "back")
    bruno.touch(f"join.{name}")
    bruno.name_themselves("Bruno")  # Enter joins
    bruno.until_scene("lobby")
    anna.until("list().includes('member.2')")
    looked_at(anna, seen, "member.2", "back", "clock")
    the_clock_names_the_zone_of_the_device(anna)
    looked_at(anna, seen, "clock.none", "done")
    looked_at(bruno, seen, "seat.1")
    anna.until(READY)
    looked_at(anna, seen, "seat.1", "back")
    anna.touch("start")
    for friend in (anna, bruno):
        friend.until_scene("table")
        looked_at(friend, seen, "say", "back", "menu", "device", "back", "here", "back", "notices", "back")
        looked_at(friend, seen, "hand-over", "back")
    return Table(service, name, (anna, bruno))


def come_back(friend: Friend) -> None:
    """Reload the page: it returns to the table."""
    friend.page.reload()
    friend.visit.ready()
    friend.until("list().includes('say')")


def nothing_is_drawn_while_waiting(table: Table) -> None:
    _, waits = table.turn()
    waits.run(COUNT)
    waits.page.wait_for_timeout(300)
    assert waits.run("return shown") == 0, "a device that waits draws nothing"
    table.play(1)
    waits.until_played(len(table.match.moves))
    assert waits.run("return shown") > 0, "what others do is drawn"


def hand_over(owner: Friend) -> None:
    """Let computers take all seats."""
    owner.touch("menu", "room", "seat.0", "computer.easy", "seat.1", "computer.easy", "leave", "resume")


@pytest.mark.passing
def test_friends_play_at_their_own_devices_and_axe_finds_nothing_in_any_scene(
    visit: Open, service: RoomService
) -> None:
    seen = set[str]()
    table = sit_down(visit, service, seen)
    anna, bruno = table.friends
    table.play(BY_HAND // 2)
    table.agrees()
    name = table.room.name
    bruno.touch("menu", "leave")
    looked_at(bruno, seen, "games", f"more.{name}", "note", "done", "back", f"open.{name}")
    bruno.until("list().includes('say')")
    come_back(bruno)
    table.agrees()
    nothing_is_drawn_while_waiting(table)
    table.play(BY_HAND // 2)
    table.agrees()
    hand_over(anna)
    for friend, language in ((anna, "en"), (bruno, "pt")):
        friend.until_scene("results")
        assert words(language, "proven") in friend.read_out()
        looked_at(friend, seen)
        assert friend.visit.errors == []
    others = {"secret-card"}  # a page of text, in games with secret cards only
    assert scenes_of_rooms() - others <= seen
    outcome = table.match.state.outcome
    assert outcome is not None and outcome.totals == tuple(anna.state()["outcome"]["totals"])
    told = [line for line in write_record(table.match.record).splitlines() if not line.startswith("tag ")]
    assert table.agrees() == told, "in the end everybody has the whole record, with the seed"
