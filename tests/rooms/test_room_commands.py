"""The table of a room's commands: one entry is a whole command."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from game.rooms.case import Case
from game.rooms.commands import COMMANDS, Kind
from game.rooms.entries import Entry
from game.rooms.protocol import CONNECTION, Refused
from game.rooms.state import RoomState
from game.rooms.updates import Refusal, Update
from tests.rooms.house import House, plan
from web.cache import ROOT


@dataclass(frozen=True)
class Waved(Update):
    by: int | None
    hand: str


def standing(case: Case, values: Mapping[str, Any]) -> Mapping[str, Any]:
    if case.state.held(case.who):
        raise Refused("taken", seat=case.state.held(case.who)[0])
    return values


def renamed(state: RoomState, entry: Entry) -> list[Update]:
    """Change something that all sides know, and tell of it."""
    state.members[2].name = f"Ben with the {entry.data['hand']} hand up"
    return [Waved(entry.by, entry.data["hand"])]


WAVE = Kind({"hand": lambda fields, name: fields.one_of(name, ("left", "right"))}, standing, renamed)


def test_one_entry_of_the_table_is_a_whole_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read, checked, stored, sent to all members, applied on all sides and restored from the store."""
    monkeypatch.setitem(COMMANDS, "wave", WAVE)
    house = House(plan("hansa", ("me", "open")))
    guests = [house.come(number) for number in (1, 2, 3)]
    ben = guests[1]
    house.say(2, ben.command("wave", hand="left"))
    stored = json.loads(house.lines[-1])
    assert {name: stored[name] for name in stored if name not in ("n", "t")} == {
        **{"by": 2, "do": "wave", "id": stored["id"], "hand": "left"}
    }
    assert not ben.pending, "the sender knows that it was accepted"
    for number, guest in enumerate(guests, 1):
        assert house.news[number][-1] == Waved(2, "left")
        assert guest.state.n == house.room.n
    for state in (*(guest.state for guest in guests), house.room.state, house.reloaded().state):
        assert state.members[2].name == "Ben with the left hand up"

    n = house.room.n
    house.say(2, ben.command("wave", hand="both"))
    assert house.news[2][-1] == Refusal("broken", {"where": "hand"}, "wave")
    house.say(1, guests[0].command("wave", hand="left"))
    assert house.news[1][-1] == Refusal("taken", {"seat": 0}, "wave")
    assert house.room.n == n and not guests[0].pending


def test_a_command_given_twice_before_the_server_has_answered_counts_once() -> None:
    house = House(plan("hansa", ("me", "open")))
    anna = house.come(1)
    locked, again, opened, last = (anna.protect(locked=locked) for locked in (True, True, False, True))
    assert not again and len(anna.pending) == 3, "what was changed meanwhile can be changed back"
    for text in (locked, opened, last):
        house.say(1, text)
    assert house.room.state.locked and not anna.pending and anna.protect(locked=True)


def test_a_command_without_a_rule_or_an_effect_is_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "nod", Kind())
    house = House(plan("hansa", ("me", "open")))
    anna = house.come(1)
    told = len(house.news[1])
    house.say(1, anna.command("nod"))
    assert json.loads(house.lines[-1])["do"] == "nod" and anna.state.n == house.room.n == 2
    assert len(house.news[1]) == told


def test_the_page_about_the_protocol_has_every_message_with_its_fields() -> None:
    page = (ROOT / "docs/reference/room-protocol.md").read_text()
    rows = re.findall(r"^\| `([a-z]+) \{([a-z, ]*)\}` \|", page, re.M)
    written = {do: set(fields.split(", ")) - {""} for do, fields in rows}
    commands = {do: set(kind.fields) for do, kind in COMMANDS.items()}
    assert {do: written.get(do) for do in commands} == commands
    assert set(written) - set(commands) == set(CONNECTION) - {"enter"}
