"""Owners put tables on the list of public tables, and others find them there by what they look for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.client.app import routes
from game.client.rooms.lobby import LobbyPage
from game.client.tables import public
from game.client.tables.public_page import AT_ONCE, PublicTablesPage
from game.client.tables.report import ReportPage
from game.client.words.i18n import rooms
from game.rooms.clock import DAYS, LIVE, MARK, ClockRules
from game.rooms.protocol import REPORTS

from .devices import Device, Service, opened
from .gallery import public_table
from .public_list import PublicService
from .rooms_friends import made, room_of, wait
from .test_notices import ids, labels

LIVE_CLOCK, SLOW_CLOCK = ClockRules(LIVE, 30, 600, MARK), ClockRules(DAYS, 3600, 86400, MARK)


@pytest.fixture
def lists() -> Iterator[PublicService]:
    with asyncio.Runner() as runner:
        asyncio.set_event_loop(runner.get_loop())
        service = PublicService()
        runner.run(service.open())
        yield service


def visit(device: Device) -> PublicTablesPage:
    """Open the list from the title."""
    device.app.home(routes.Title())
    device.app.step()
    device.person.click("together")
    wait(device)
    device.app.step()
    device.person.click("public")
    wait(device)
    device.app.step()
    page = device.app.scene
    assert isinstance(page, PublicTablesPage)
    return page


def listed(number: int, **more: Any) -> dict[str, Any]:
    """Return an entry of the list."""
    return public_table(number, **{"open": 2, **more})


def name(number: int) -> str:
    return str(public_table(number)["room"])


def test_a_table_is_made_public_found_and_joined(tmp_path: Path, lists: PublicService) -> None:
    anna, ben = made(tmp_path, lists)
    carl = opened(tmp_path, lists, "Carl")
    room = room_of(lists)
    assert "public" in ids(anna) and rooms("public.off") in labels(anna)
    assert "public" not in ids(ben) and rooms("public.on") not in labels(ben)
    assert f"join.{room}" not in ids_of(visit(carl)) and rooms("public.none") in labels(carl)
    anna.person.click("public")
    wait(anna)
    lists.settle()
    assert lists.asked[-1]["language"] == "en" and rooms("public.on") in anna.said
    for device in (anna, ben):
        assert rooms("public.on") in labels(device)
    page = visit(carl)
    label = carl_card(page, room)
    for words in (
        "Hansa",
        "A table for 2 players",
        "One seat is still free",
        "Host: Anna",
        "English",
        "No clock",
    ):
        assert words in label
    assert key_of_room(anna) not in json.dumps(lists.asked[-1])
    carl.person.click(f"join.{room}")
    wait(carl)
    lists.settle()
    assert carl.app.scene.name == "door" and "This table is looking for players" in labels(carl)
    assert "invites" not in labels(carl)
    carl.person.click("enter")
    lists.settle()
    carl.person.click("seat.1")
    lists.settle()
    assert lists.rooms[room].state.chairs[1].who == 3
    assert f"join.{room}" not in ids_of(visit(opened(tmp_path, lists, "Dora"))), "it is full"


def test_the_owner_takes_a_table_off_the_list_and_a_locked_one_says_that_it_is_missing(
    tmp_path: Path, lists: PublicService
) -> None:
    anna, ben = made(tmp_path, lists)
    room = room_of(lists)
    anna.person.click("public")
    wait(anna)
    lists.settle()
    anna.person.click("lock")
    lists.settle()
    assert rooms("public.locked") in labels(anna)
    anna.person.click("lock")
    lists.settle()
    anna.person.click("public")
    wait(anna)
    lists.settle()
    assert rooms("public.off") in labels(anna) and rooms("public.on") not in labels(ben)
    assert lists.asked[-1] | {"v": 2} == {
        **{"v": 2, "room": room, "key": key_of_room(anna), "listed": False, "language": "en"}
    }


def test_a_refusal_is_said_and_a_closed_list_takes_the_switch_away(
    tmp_path: Path, lists: PublicService
) -> None:
    anna, _ = made(tmp_path, lists)
    lists.public.is_open, lists.public._wanted = False, False
    anna.person.click("public")
    wait(anna)
    lists.settle()
    assert rooms("refused.no-lobby") in labels(anna) and rooms("public.off") in labels(anna)
    anna.hear('{"is":"lobby","listed":null}')
    lists.settle()
    assert "public" not in ids(anna)


def test_without_a_list_nothing_of_it_is_shown(tmp_path: Path, service: Service) -> None:
    anna, _ = made(tmp_path, service)
    assert isinstance(anna.app.scene, LobbyPage) and "public" not in ids(anna)
    ben = opened(tmp_path, service, "Ben")
    ben.person.click("together")
    wait(ben)
    assert "public" not in ids(ben)
    ben.app.open(routes.ListOfTables())
    wait(ben)
    assert rooms("public.closed") in labels(ben)
    service.down = True
    ben.person.click("refresh")
    wait(ben)
    assert rooms("refused.unreachable") in labels(ben)


def test_the_filter_offers_what_makes_a_difference(tmp_path: Path, lists: PublicService) -> None:
    anna = opened(tmp_path, lists, "Anna")
    page = visit(anna)
    assert "filter" not in ids_of(page)
    page.tables = public.read(
        [
            listed(1),
            listed(2, game="hansa-teutonica", seats=4, open=1, language="de"),
            listed(3, clock=LIVE_CLOCK.data(), open=1),
            listed(4, clock=SLOW_CLOCK.data(), language="nl"),
        ]
    )
    anna.app.refresh()
    anna.app.step()
    anna.person.click("filter")
    anna.app.step()
    assert anna.person.widget("filter").state == "chosen", "a screen reader says that the filter is open"
    for wanted, left in (
        ({"game": "hansa"}, {1, 3, 4}),
        ({"clock": "none"}, {1}),
        ({"game": "", "clock": "", "free": "2"}, {1, 4}),
        ({"seats": "4"}, set()),
        ({"seats": "", "free": "", "language": "nl"}, {4}),
        ({"game": "hansa-teutonica"}, set()),
    ):
        for criterion, value in wanted.items():
            page.reveal(next(one for one in page.widgets if one.id == f"{criterion}.{value}"))
            anna.app.refresh()
            anna.app.step()
            anna.person.click(f"{criterion}.{value}")
        assert {number for number in range(1, 5) if f"join.{name(number)}" in ids_of(page)} == left
    told, seen = rooms("public.none.match"), labels(anna)
    assert told in seen and "0 public tables" in anna.said[-1]
    assert seen.index(told) < seen.index("Hansa Teutonica"), "it is above the choices, where it is visible"
    page.scroll = 0
    anna.app.refresh()
    anna.app.step()
    anna.person.click("filter")
    assert anna.person.widget("filter").state == ""
    assert "Board game: Hansa Teutonica" in labels(anna) and "language.nl" not in ids_of(page)


def test_entries_that_cannot_be_shown_hide_no_others() -> None:
    wrong: list[Any] = [
        *(None, 7, [], {}, listed(1, room="short"), listed(1, game="chess"), listed(1, seats=9)),
        *(listed(1, invite="x"), listed(1, clock={"kind": "sand"}), listed(1, open=None)),
        listed(1, options={"board": "moon"}),
    ]
    assert [table.room for table in public.read([*wrong, listed(2)])] == [name(2)]
    assert public.read(None) == public.read({"tables": 1}) == []
    told = public.read([listed(2, host="A\u202en\nna" * 20, language="x" * 99)])[0]
    assert len(told.host) <= 24 and "\n" not in told.host and len(told.language) <= 20


def test_a_report_is_sent_with_its_reason_and_answered(tmp_path: Path, lists: PublicService) -> None:
    anna, ben = made(tmp_path, lists)
    room = room_of(lists)
    anna.person.click("public")
    wait(anna)
    visit(ben)
    ben.person.click(f"report.{room}")
    assert isinstance(ben.app.scene, ReportPage) and "Hansa · Anna" in labels(ben)
    assert {f"why.{why}" for why in REPORTS} <= ids(ben)
    ben.person.click("why.spam")
    wait(ben)
    assert {name: lists.asked[-1][name] for name in ("room", "report")} == {"room": room, "report": "spam"}
    assert rooms("public.report.done") in labels(ben) and "why.spam" not in ids(ben)
    ben.app.open(routes.ReportTable(name(9), "Hansa"))
    ben.app.step()
    ben.person.click("why.name")
    wait(ben)
    assert rooms("refused.unknown-room") in labels(ben)


def test_a_long_list_is_shown_in_parts(tmp_path: Path, lists: PublicService) -> None:
    anna = opened(tmp_path, lists, "Anna")
    page = visit(anna)
    page.tables = public.read([listed(number) for number in range(AT_ONCE + 5)])
    anna.app.refresh()
    anna.app.step()
    cards = [one.id for one in page.widgets if one.id.startswith("join.")]
    assert len(cards) == AT_ONCE
    page.scroll = 1e9
    anna.app.refresh()
    anna.app.step()
    anna.person.click("more")
    assert f"join.{name(AT_ONCE + 4)}" in ids_of(page)


def ids_of(page: PublicTablesPage) -> set[str]:
    page.app.step()  # type: ignore[attr-defined]
    return {widget.id for widget in page.widgets}


def carl_card(page: PublicTablesPage, room: str) -> str:
    return next(one.element().label for one in page.widgets if one.id == f"join.{room}")


def key_of_room(device: Device) -> str:
    page = device.app.scene
    assert isinstance(page, LobbyPage)
    return page.client.replica.key
